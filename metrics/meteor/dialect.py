"""The parameters of METEOR as NLTK computes it.

METEOR 1.5 aligns words in another way and with other data, so it is not a value of these axes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from tallystick.errors import OptionError
from tallystick.metrics.arguments.options import number
from tallystick.metrics.interface.dialect import (
    Dialect,
    axis,
    lowercase_axis,
    tokenize_axis,
    with_axes_described,
)
from tallystick.metrics.tokenizers import Lowercase


def _share(name: str, value: Any) -> float:
    found = number(name, value, low=0)
    if found > 1:
        raise OptionError(f"{name} is {value!r}; expected a number from 0 to 1")
    return found


@with_axes_described
@dataclass(frozen=True, slots=True)
class MeteorDialect(Dialect):
    """A full set of conventions for METEOR. The defaults are those of NLTK.

    Raises:
        OptionError: A value of an axis is invalid.

    >>> str(MeteorDialect(gamma=0, tokenize="13a"))
    'gamma=0.0+tokenize=13a'
    """

    title: ClassVar[str] = "METEOR"

    alpha: float = axis(
        0.9,
        "The weight of the recall in the harmonic mean of precision and recall.",
        check=_share,
        parse=float,
    )
    beta: float = axis(
        3.0,
        "The exponent of chunks per matched word in the penalty.",
        check=partial(number, low=0),
        parse=float,
    )
    gamma: float = axis(
        0.5, "The penalty if every matched word is a chunk.", check=_share, parse=float
    )
    tokenize: str = tokenize_axis("none", "none", "13a")
    lowercase: Lowercase = lowercase_axis("unicode")


NLTK = MeteorDialect()
"""NLTK 3.10.4."""
