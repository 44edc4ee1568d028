"""How signatures write the options of a metric, and how they are read back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tallystick.errors import OptionError
from tallystick.metrics.arguments.options import (
    LOWERCASE_TO_CASE,
    case_folding_from_text,
    flag_from_text,
    number_from_text,
    tokenizer_fields,
    tokenizer_from_fields,
    whole_number_from_text,
)
from tallystick.metrics.interface.dialect import value_text


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
