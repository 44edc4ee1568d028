"""Base of the dialects of all metrics: full sets of conventions, of which an axis is one field."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, partial
from operator import attrgetter
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, dataclass_transform

from tallystick.errors import OptionError
from tallystick.metrics.arguments.catalogue import TOKENIZERS, tokenizer_named
from tallystick.metrics.arguments.options import (
    LOWERCASE_TO_CASE,
    case_folding_from_text,
    flag_from_text,
    number_from_text,
    tokenizer_fields,
    tokenizer_from_fields,
    whole_number_from_text,
    word,
)
from tallystick.metrics.arguments.registry import nearest, same_name
from tallystick.metrics.tokenizers import Lowercase

Kind = TypeVar("Kind", bound="Dialect")


class Axis(NamedTuple):
    """One convention in which programs differ.

    Attributes:
        documentation: A description of the convention.
        values: Its values as text, each with its meaning; empty if it takes numbers or names.
        check: A function of the name of the axis and a value that returns the value to store.
        parse: A function from text to a value.
        examples: Values as text that are in use, for an axis that takes numbers or names.
        unset: How it is said that there is no value.
        accepts: What type checkers let an option of the axis be, if not the type of its field.
    """

    documentation: str
    values: Mapping[str, str]
    check: Callable[[str, Any], Any]
    parse: Callable[[str], Any]
    examples: tuple[str, ...] = ()
    unset: str = "none"
    accepts: str = ""

    def text(self, value: Any) -> str:
        """Return a value as reports show it.

        >>> from tallystick.metrics.bleu.dialect import BleuDialect
        >>> BleuDialect.axes()["weights"].text(None)
        'uniform'
        """
        return self.unset if value is None else value_text(value)


def axis(
    default: Any,
    documentation: str,
    values: Mapping[str, str] | None = None,
    *,
    check: Callable[[str, Any], Any] | None = None,
    parse: Callable[[str], Any] = str,
    examples: tuple[str, ...] = (),
    unset: str = "none",
    accepts: str = "",
) -> Any:
    """Return a field of a dialect; the parameters are those of `Axis`.

    Without `check`, the axis takes the words in `values`.
    """
    known = MappingProxyType(dict(values or {}))
    declared = Axis(
        documentation, known, check or partial(word, known=known), parse, examples, unset, accepts
    )
    return field(default=default, metadata={"axis": declared})


class OfValues:
    """What is equal to another of its class with the same values.

    `dataclass` would write and compile these methods for each class, at every start.
    """

    __slots__ = ()
    _names: ClassVar[Sequence[str]]
    _values: ClassVar[Callable[[Any], Any]]

    @classmethod
    def name_values(cls, names: Sequence[str]) -> None:
        """Set the names of the values, which are attributes."""
        cls._names, cls._values = names, attrgetter(*names)

    def __eq__(self, other: object) -> bool:
        kind = type(self)
        return kind is type(other) and bool(kind._values(self) == kind._values(other))

    def __hash__(self) -> int:
        return hash(type(self)._values(self))

    def __repr__(self) -> str:
        values = [f"{name}={getattr(self, name)!r}" for name in self._names]
        return f"{type(self).__qualname__}({', '.join(values)})"


class Dialect(OfValues):
    """Base class of dialects: frozen dataclasses whose fields are made by `axis`.

    A dialect of a metric on tokens has the axes `order`, `tokenize` and `lowercase`.
    """

    __slots__ = ("_hash",)
    __dataclass_fields__: ClassVar[dict[str, Any]]
    _hash: int

    title: ClassVar[str]
    """The name of the metric in messages, such as "BLEU"."""

    order: int
    tokenize: str
    lowercase: Lowercase

    def __post_init__(self) -> None:
        for name, axis in self.axes().items():
            object.__setattr__(self, name, axis.check(name, getattr(self, name)))
        self._check_together()

    def __hash__(self) -> int:  # it is needed several times for every sentence that is scored
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", super().__hash__())
            return self._hash

    def _check_together(self) -> None:
        """Reject values that exclude each other, and set those implied by others."""

    @classmethod
    @cache
    def axes(cls) -> Mapping[str, Axis]:
        """Return every axis by its name."""
        return MappingProxyType({member.name: member.metadata["axis"] for member in fields(cls)})

    @classmethod
    @cache
    def _default(cls) -> Self:
        return cls()

    def differences(self, other: Dialect) -> dict[str, tuple[Any, Any]]:
        """Return the axes in which two dialects of one metric differ, each with both values.

        >>> from tallystick.metrics.nist.dialect import NistDialect
        >>> NistDialect(order=4).differences(NistDialect())
        {'order': (4, 5)}
        """
        values = {name: (getattr(self, name), getattr(other, name)) for name in self.axes()}
        return {name: (mine, theirs) for name, (mine, theirs) in values.items() if mine != theirs}

    def differs_only_in(self, axes: Collection[str]) -> bool:
        """Return whether all other axes have their default, also those that are added later."""
        return self.differences(self._default()).keys() <= set(axes)

    def __str__(self) -> str:
        """Return the axes that differ from the defaults, in a form that `parse` reads."""
        differing = self.differences(self._default())
        return "+".join(f"{name}={value_text(value)}" for name, (value, _) in differing.items())

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read axes and their values: `axis=value`, several joined by a plus sign.

        Axes that are not named have their default.

        Raises:
            OptionError: An axis is unknown or given twice, or its value is invalid.

        >>> from tallystick.metrics.bleu.dialect import BleuDialect
        >>> BleuDialect.parse("clip=best_reference+order=2").clip
        'best_reference'
        """
        known = cls.axes()
        if re.search(r",[a-z_]+=", text):
            raise OptionError(
                f"the dialect {text!r} has axes separated by commas; expected axis=value, several "
                f"joined by a plus sign: {re.sub(r',(?=[a-z_]+=)', '+', text)}"
            )
        values: dict[str, Any] = {}
        # a value may contain a plus sign too: -1e+16, 0.5+0.5
        for part in re.split(r"\+(?=[a-z_]+=)", text) if text else []:
            name, equals, value = part.partition("=")
            if not equals or name not in known:
                raise OptionError(
                    f"{part!r} in the dialect {text!r} is not an axis of {cls.title} with its "
                    "value; expected axis=value, several joined by a plus sign"
                    f"{nearest(name, list(known))}"
                )
            if name in values:
                raise OptionError(
                    f"the axis {name!r} is given twice in the dialect {text!r}; give it once"
                )
            values[name] = _parsed(known[name], name, value, text)
        return cls(**values)


NUMBERS: dict[Callable[[str], Any], str] = {int: "a whole number", float: "a number"}
"""Functions that read numbers, and what they expect."""


def _parsed(known: Axis, name: str, value: str, text: str) -> Any:
    try:
        return known.parse(value)
    except ValueError as error:
        message = f"the axis {name} of the dialect {text!r}: {error}"
        if known.parse in NUMBERS:
            message = f"the axis {name} is {value!r} in the dialect {text!r}; expected "
            message += NUMBERS[known.parse]
        raise OptionError(message) from None


@dataclass_transform(frozen_default=True)
def dialect_of(title: str) -> Callable[[type[Kind]], type[Kind]]:
    """Return what makes a class with axes the dialects of the metric that messages call `title`."""

    def made(kind: type[Kind]) -> type[Kind]:
        frozen = dataclass(frozen=True, slots=True, eq=False, repr=False)(kind)
        dialect = with_axes_described(frozen)
        dialect.name_values(list(dialect.axes()))
        dialect.title = title
        dialect.__doc__ = f"{dialect.__doc__}{_RAISES}"
        return dialect

    return made


_RAISES = """
Raises:
    OptionError: A value of an axis is invalid, or excluded by that of another.
"""


def with_axes_described(kind: type[Kind]) -> type[Kind]:
    """Add the descriptions of the axes and their values to the documentation of a class."""
    # Python 3.13 takes the indentation away, earlier ones do not
    lines = [inspect.cleandoc(kind.__doc__ or ""), "", *described(kind.axes())]
    kind.__doc__ = "\n".join(lines) + "\n"
    return kind


def described(axes: Mapping[str, Axis], defaults: Mapping[str, Any] | None = None) -> list[str]:
    """Return the section of a docstring that describes axes, with their defaults if given."""
    lines = ["Args:"]
    for name, axis in axes.items():
        default = (defaults or {}).get(name)
        shown = default if isinstance(default, bool) else axis.text(default)
        usual = "" if default is None else f" The default is {shown}."
        lines.append(f"    {name}: {axis.documentation}{usual}")
        for value, meaning in axis.values.items():
            given = axis.parse(value) if defaults else value
            shown = given if isinstance(given, bool) else f'"{value}"'
            lines.append(f"        {shown}: {meaning}.")
    return lines


def value_text(value: Any) -> str:
    """Return the value of an axis or option as specs write it, such as `no` or `0.5+0.5`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "+".join(map(str, value)) or "none"
    return str(value)


def with_options(
    dialect: Kind, tokenize: str | None, lowercase: Lowercase | bool | None, **others: Any
) -> Kind:
    """Return a dialect with some axes replaced by options of a metric.

    Args:
        dialect: The dialect.
        tokenize: The tokenizer, or None for the dialect's. It implies the case folding with which
            its program combines it: mteval folds A to Z, but with --international-tokenization
            every letter.
        lowercase: The case folding, or None for the dialect's, or the tokenizer's.
        others: Values of further axes.

    Raises:
        OptionError: A value is invalid.
        UnknownNameError: There is no such tokenizer.

    >>> from tallystick.metrics.nist.dialect import NistDialect
    >>> with_options(NistDialect(), "mteval-intl", None).lowercase
    'unicode'
    """
    tokenizer_named(dialect.tokenize if tokenize is None else tokenize)
    if tokenize is not None:
        others["tokenize"] = tokenize = same_name(tokenize, TOKENIZERS)
        if lowercase is None and (tokenize, dialect.lowercase) == ("mteval-intl", "ascii"):
            lowercase = "unicode"
    if lowercase is not None:
        others["lowercase"] = lowercase
    return replace(dialect, **others) if others else dialect


# How signatures write the options of a metric, and how they are read back


class InSignature(NamedTuple):
    """The fields of a signature that say one option; without `option`, they are only checked.

    `write` takes the metric, and whether token lists were scored; `read` the fields.
    """

    option: str
    names: tuple[str, ...]
    write: Callable[[Any, bool], Mapping[str, str]]
    read: Callable[[Mapping[str, str], Any], Any]


_READERS: dict[Any, Callable[[str, str], Any]] = {
    int: whole_number_from_text,
    float: number_from_text,
    bool: flag_from_text,
    str: lambda field, text: text,
}


def in_signature(
    option: str,
    read: type[int | float | bool | str] | Callable[[str, str], Any] = str,
    write: Callable[[Any], str] = value_text,
    *,
    name: str = "",
    always: bool = False,
) -> InSignature:
    """Return the only field of an option; `always` writes the value of the default dialect too.

    `read` is the type of the value, or a function of the name of the field and its text.
    """
    field, reader = name or option, _READERS.get(read, read)

    def fields(metric: Any, given_tokens: bool) -> dict[str, str]:
        value = getattr(metric, option)
        written = always or value != getattr(metric.default[1], option)
        return {field: write(value)} if written else {}

    def value(fields: Mapping[str, str], absent: Any) -> Any:
        return reader(field, fields[field]) if field in fields else absent

    return InSignature(option, (field,), fields, value)


def table_in_signature(
    option: str, field: str, build: str, what: str, absent: str | None = None
) -> InSignature:
    """Return the field of a table of n-grams, which signatures identify and do not include.

    `build` is the metric that is built with a table, `what` are its numbers, and `absent` is what
    the field says without one; None leaves it out.
    """

    def fields(metric: Any, given_tokens: bool) -> dict[str, str]:
        table = getattr(metric, option)
        text = absent if table is None else table.fingerprint()
        return {} if text is None else {field: text}

    def refuse(fields: Mapping[str, str], no_table: Any) -> None:
        if fields.get(field, absent) != absent:
            raise OptionError(
                f"the signature names {what} ({field}:{fields[field]}) without including them; "
                f"build {build}({option}=...) with that table"
            )

    return InSignature(option, (field,), fields, refuse)


CASE = in_signature(
    "lowercase", case_folding_from_text, LOWERCASE_TO_CASE.__getitem__, name="case", always=True
)
ORDER = in_signature("order", int)
TOKENIZER = InSignature(
    "tokenize",
    ("tok", "tokversion"),
    lambda metric, given_tokens: tokenizer_fields(metric.tokenize, given_tokens),
    lambda fields, absent: (
        tokenizer_from_fields(fields, absent) if absent or "tok" in fields else absent
    ),
)
DIALECT = InSignature(
    "dialect",
    ("dialect",),
    lambda metric, _: (
        {} if metric.dialect == metric.default[0] else {"dialect": str(metric.dialect)}
    ),
    lambda fields, absent: fields.get("dialect", absent),
)
ALWAYS_DIALECT = DIALECT._replace(write=lambda metric, _: {"dialect": str(metric.dialect)})
