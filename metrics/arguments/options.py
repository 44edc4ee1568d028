"""Options shared by several metrics, and their form in signatures."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from numbers import Real
from typing import Any, TypeVar

from tallystick.errors import OptionError
from tallystick.metrics.arguments.calls import whole_number
from tallystick.metrics.arguments.catalogue import TOKENIZERS, tokenizer_named
from tallystick.metrics.arguments.registry import closest, nearest, same_name
from tallystick.metrics.tokenizers import Lowercase

Value = TypeVar("Value")

LOWERCASE_TO_CASE: Mapping[Lowercase, str] = {"none": "mixed", "unicode": "lc", "ascii": "ascii"}
"""The words for case folding in signatures; the first two are those of sacreBLEU."""

CASE_FOLDINGS: Mapping[str, str] = {
    "none": "no letter",
    "unicode": "every letter",
    "ascii": "A to Z",
}
"""The kinds of case folding and their meanings."""

MAXIMUM_ORDER = 1000
LARGEST = 1e100
"""The largest number of an option, and the inverse of the smallest, so that squares are finite."""
FINITE = f"a finite number up to {LARGEST:g} on either side of 0"


def parse_lowercase(value: Any) -> Lowercase:
    """Read a case folding; yes and no (or True and False) mean unicode and none.

    >>> parse_lowercase(True), parse_lowercase("ascii")
    ('unicode', 'ascii')
    """
    words: dict[str, Lowercase] = {
        **dict.fromkeys(("none", "no", "false"), "none"),
        **dict.fromkeys(("unicode", "yes", "true"), "unicode"),
        "ascii": "ascii",
    }
    word = words.get(str(value).lower())
    if word is None:
        raise OptionError(f"lowercase is {value!r}; expected none, ascii or unicode")
    return word


def parse_flag(text: str) -> bool:
    """Read yes or no.

    >>> parse_flag("yes")
    True
    """
    value = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}.get(
        text.lower()
    )
    if value is None:
        raise OptionError(f"{text!r} is neither yes nor no")
    return value


def number(name: str, value: Any, low: float = -math.inf) -> float:
    """Return a number up to 1e100 on either side of 0, of Python or NumPy, as a float.

    `name` is the name of the option in errors; `low` is the lowest number accepted.

    Raises:
        OptionError: The value is not such a number, or too low.

    >>> number("smooth_value", 1, low=0)
    1.0
    """
    real = math.nan
    if not isinstance(value, bool) and isinstance(value, Real):
        with suppress(OverflowError):
            real = float(value)
    if not (abs(real) <= LARGEST and real >= low):
        limit = "" if low == -math.inf else f" of {low:g} or more"
        if LARGEST < abs(real) < math.inf:
            limit = f" from {max(low, -LARGEST):g} to {LARGEST:g}"
        raise OptionError(f"{name} is {value!r}; expected a number{limit}")
    return real


def positive_number(name: str, value: Any) -> float:
    """Return a number from 1e-100 to 1e100, of Python or NumPy, as a float."""
    positive = number(name, value)
    if not positive >= 1 / LARGEST:
        least = f"{1 / LARGEST:g}" if positive > 0 else "0"
        raise OptionError(f"{name} is {value!r}; expected a number above {least}, such as 1")
    return positive


def flag(name: str, value: Any) -> bool:
    """Return True or False, of Python or NumPy, as a bool.

    `name` is the name of the option in errors.

    Raises:
        OptionError: The value is neither.

    >>> flag("effective_order", True)
    True
    """
    if isinstance(value, bool) or str(getattr(value, "dtype", "")) == "bool":
        return bool(value)
    raise OptionError(f"{name} is {value!r}; expected True or False")


def word(name: str, value: Any, known: Collection[str]) -> str:
    """Return one of the known words, of Python or NumPy, as a str; case is ignored.

    `name` is the name of the option in errors.

    Raises:
        OptionError: The value is not a known word; the message suggests a similar one.

    >>> word("clip", "Max", ["max", "none"])
    'max'
    """
    if isinstance(value, str) and (chosen := same_name(value, known)) in known:
        return str(chosen)
    others = [choice for choice in known if choice != "none"]
    switched_on = len(others) == 1 and str(value).lower() in ("true", "yes")
    offer = closest(others[0] if switched_on else value, known)
    raise OptionError(f"{name} is {value!r}; expected one of {', '.join(known)}{offer}")


def check_table(kind: type[Any], file: str) -> Callable[[str, Any], Any]:
    """Return a check that a value is a table of the class `kind`, which reads it from a file."""

    def check(name: str, value: Any) -> Any:
        if not isinstance(value, kind):
            raise OptionError(
                f"{name} is of type {type(value).__name__}; expected {kind.__name__}, such as "
                f"{kind.__name__}.read({file!r})"
            )
        return value

    return check


def check_order(name: str, value: Any) -> int:
    """Return an order, a whole number from 1 to `MAXIMUM_ORDER`."""
    if isinstance(value, str) and not value.isdecimal():
        raise OptionError(
            f"{name} is {value!r}; expected a whole number from 1 to {MAXIMUM_ORDER}; give other "
            "options by keyword, such as tokenize='13a'"
        )
    return whole_number(name, value, 1, MAXIMUM_ORDER)


def check_tokenizer(name: str, value: Any) -> str:
    """Return the name of a known tokenizer."""
    if isinstance(value, str) and (chosen := same_name(value, TOKENIZERS)) in TOKENIZERS:
        return str(chosen)
    raise OptionError(
        f"{name} is {value!r}, which is not a tokenizer{nearest(str(value), list(TOKENIZERS))}"
    )


# sacreBLEU appends the version of these to the name of the tokenizer.
_WITH_VERSION = ("ja-mecab", "ko-mecab")


def tokenizer_fields(name: str, given_tokens: bool) -> dict[str, str]:
    """Return the fields in which a signature names the tokenizer.

    >>> tokenizer_fields("13a", given_tokens=False)
    {'tok': '13a'}
    """
    if given_tokens:
        return {"tok": "given"}
    tokenizer = tokenizer_named(name)
    if tokenizer.version is None:
        return {"tok": tokenizer.name}
    if tokenizer.name in _WITH_VERSION:
        return {"tok": f"{tokenizer.name}-{tokenizer.version}"}
    return {"tok": tokenizer.name, "tokversion": tokenizer.version}


def tokenizer_from_fields(options: Mapping[str, str], default: str) -> str:
    """Return the name of the tokenizer that a signature names.

    Raises:
        OptionError: The signature has a version of it that differs from the installed one.
    """
    text = options.get("tok", default)
    name = next((name for name in _WITH_VERSION if text.startswith(f"{name}-")), text)
    here = tokenizer_fields(name, given_tokens=False)
    if here["tok"] != text or options.get("tokversion", here.get("tokversion")) != here.get(
        "tokversion"
    ):
        raise OptionError(
            f"the signature has the tokenizer {text} {options.get('tokversion', '')} but this "
            f"installation has {' '.join(here.values())}, which may split differently"
        )
    return name


def is_whole_number(text: str) -> bool:
    """Return whether text is a whole number of up to 18 digits; Python reads none of thousands.

    >>> is_whole_number("12"), is_whole_number("-1"), is_whole_number(5000 * "1")
    (True, False, False)
    """
    return text.isdecimal() and len(text) <= 18


def _reader(parse: Callable[[str], Value], expected: str) -> Callable[[str, str], Value]:
    """Return a function of a field of a signature and its text to the value of the option."""

    def read(field: str, text: str) -> Value:
        try:
            return parse(text)
        except (ValueError, KeyError):
            raise OptionError(f"the signature has {field}:{text}; expected {expected}") from None

    return read


def _short_int(text: str) -> int:
    return int(text if is_whole_number(text) else "")


whole_number_from_text = _reader(_short_int, "a whole number")
number_from_text = _reader(float, "a number")
flag_from_text = _reader({"yes": True, "no": False}.__getitem__, "yes or no")
_CASES: dict[str, Lowercase] = {case: lowercase for lowercase, case in LOWERCASE_TO_CASE.items()}
case_folding_from_text = _reader(_CASES.__getitem__, f"one of {', '.join(_CASES)}")


def lowercase_from_case(case: str) -> Lowercase:
    """Return the case folding that a signature writes as `case`."""
    return case_folding_from_text("case", case)


def check_signature_fields(metric: str, options: Mapping[str, str], known: set[str]) -> None:
    """Reject fields of a signature that are unknown to a metric."""
    unknown = sorted(set(options) - known)
    if unknown:
        raise OptionError(
            f"a signature of {metric} has no field {', '.join(unknown)}; "
            f"known are {', '.join(sorted(known))}"
        )
