"""Options that several metrics share, and how signatures write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tallystick.errors import OptionError
from tallystick.metrics.catalogue import tokenizer_named
from tallystick.metrics.tokenizers import Lowercase

LOWERCASE_TO_CASE: Mapping[Lowercase, str] = {"none": "mixed", "unicode": "lc", "ascii": "ascii"}
"""The words that signatures have for case folding; the first two are sacreBLEU's."""

MAXIMUM_ORDER = 1000


def parse_lowercase(value: Any) -> Lowercase:
    """Read a way of folding case; yes and no (or True and False) stand for unicode and none.

    >>> parse_lowercase(True), parse_lowercase("ascii")
    ('unicode', 'ascii')
    """
    words: dict[str, Lowercase] = {
        "none": "none",
        "no": "none",
        "false": "none",
        "unicode": "unicode",
        "yes": "unicode",
        "true": "unicode",
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


def check_order(order: Any) -> None:
    """Refuse an order that is no whole number from 1 to `MAXIMUM_ORDER`."""
    if not isinstance(order, int) or isinstance(order, bool) or not 1 <= order <= MAXIMUM_ORDER:
        raise OptionError(f"order is {order!r}; expected a whole number from 1 to {MAXIMUM_ORDER}")


# sacreBLEU writes the version of these into the field of the tokenizer.
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
        OptionError: The signature has another version of it than this installation.
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


def lowercase_from_case(case: str) -> Lowercase:
    """Return the way of folding case that a signature writes as `case`."""
    for lowercase, known in LOWERCASE_TO_CASE.items():
        if known == case:
            return lowercase
    expected = ", ".join(LOWERCASE_TO_CASE.values())
    raise OptionError(f"the signature has case:{case}; expected one of {expected}")


def order_from_text(text: str) -> int:
    """Return the order that a signature writes as `text`."""
    if not text.isdecimal():
        raise OptionError(f"the signature has order:{text}; expected a whole number")
    return int(text)


def flag_from_text(field: str, text: str) -> bool:
    """Return the yes or no that a field of a signature has."""
    if text not in ("yes", "no"):
        raise OptionError(f"the signature has {field}:{text}; expected yes or no")
    return text == "yes"


def check_signature_fields(metric: str, options: Mapping[str, str], known: set[str]) -> None:
    """Refuse fields of a signature that a metric does not know."""
    unknown = sorted(set(options) - known)
    if unknown:
        raise OptionError(
            f"a signature of {metric} has no field {', '.join(unknown)}; "
            f"known are {', '.join(sorted(known))}"
        )
