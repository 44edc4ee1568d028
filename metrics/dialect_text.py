"""Conventions as text, `axis=value` joined by plus signs, and where two of them differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

from tallystick.errors import OptionError
from tallystick.metrics.registry import nearest

Conventions = TypeVar("Conventions")

_NUMBERS: dict[Any, str] = {int: "a whole number", float: "a number"}


def text_of(dialect: Any) -> str:
    """Return the axes of a dialect that differ from the defaults, in a form `from_text` reads.

    >>> from tallystick.metrics.nist.dialect import NistDialect
    >>> text_of(NistDialect(order=4, reference_length="first"))
    'order=4+reference_length=first'
    """
    plain = type(dialect)()
    return "+".join(
        f"{axis}={value_text(value)}" for axis, (value, _) in differences(dialect, plain).items()
    )


def differences(one: Any, other: Any) -> dict[str, tuple[Any, Any]]:
    """Return the axes on which two dialects of one metric differ, each with both values.

    >>> from tallystick.metrics.nist.dialect import NistDialect
    >>> differences(NistDialect(order=4), NistDialect())
    {'order': (4, 5)}
    """
    values = {
        field.name: (getattr(one, field.name), getattr(other, field.name)) for field in fields(one)
    }
    return {axis: (mine, theirs) for axis, (mine, theirs) in values.items() if mine != theirs}


def from_text(
    kind: Callable[..., Conventions],
    metric: str,
    text: str,
    read: Mapping[str, Callable[[str], Any]],
) -> Conventions:
    """Read axes and their values; axes that are not named have the default.

    Args:
        kind: The class of the dialect.
        metric: The metric's name as an error writes it, such as "NIST".
        text: `axis=value`, several joined by a plus sign.
        read: How to read the axes whose values are no words.

    Raises:
        OptionError: An axis is not known, stands twice, or has a value without meaning.

    >>> from tallystick.metrics.nist.dialect import NistDialect
    >>> from_text(NistDialect, "NIST", "order=4", {"order": int}).order
    4
    """
    known = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    if re.search(r",[a-z_]+=", text):
        raise OptionError(
            f"the dialect {text!r} has axes separated by commas; expected axis=value, several "
            f"joined by a plus sign: {re.sub(r',(?=[a-z_]+=)', '+', text)}"
        )
    found: dict[str, Any] = {}
    # a plus sign may stand in a value too: -1e+16, 0.5+0.5
    for part in re.split(r"\+(?=[a-z_]+=)", text) if text else []:
        axis, equals, value = part.partition("=")
        if not equals or axis not in known:
            raise OptionError(
                f"{part!r} in the dialect {text!r} is no axis of {metric} with its value; expected "
                f"axis=value, several joined by a plus sign{nearest(axis, known)}"
            )
        if axis in found:
            raise OptionError(
                f"the axis {axis!r} stands twice in the dialect {text!r}; give it once"
            )
        reader = read.get(axis, str)
        try:
            found[axis] = reader(value)
        except ValueError as error:
            if reader in _NUMBERS:
                raise OptionError(
                    f"the axis {axis} is {value!r} in the dialect {text!r}; expected "
                    f"{_NUMBERS[reader]}"
                ) from None
            raise OptionError(f"the axis {axis} of the dialect {text!r}: {error}") from None
    return kind(**found)


def value_text(value: Any) -> str:
    """Return the value of an axis or option as a spec would write it.

    >>> value_text(False), value_text((0.5, 0.5)), value_text("exp")
    ('no', '0.5+0.5', 'exp')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "+".join(map(str, value))
    return str(value)
