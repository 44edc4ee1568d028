"""The parameters of METEOR as NLTK computes it.

METEOR 1.5 aligns words in another way and with other data, so it is not a value of these axes.
"""

from __future__ import annotations

from typing import Any

from tallystick.errors import OptionError
from tallystick.metrics.arguments.options import number
from tallystick.metrics.interface import axes
from tallystick.metrics.interface.dialect import Dialect, dialect_of
from tallystick.metrics.tokenizers import Lowercase


def _share(name: str, value: Any) -> float:
    found = number(name, value, low=0)
    if found > 1:
        raise OptionError(f"{name} is {value!r}; expected a number from 0 to 1")
    return found


@dialect_of("METEOR")
class MeteorDialect(Dialect):
    """A full set of conventions for METEOR. The defaults are those of NLTK.

    >>> str(MeteorDialect(gamma=0, tokenize="13a"))
    'gamma=0.0+tokenize=13a'
    """

    alpha: float = axes.number(
        0.9, "The weight of the recall in the harmonic mean of precision and recall.", check=_share
    )
    beta: float = axes.number(3.0, "The exponent of chunks per matched word in the penalty.")
    gamma: float = axes.number(0.5, "The penalty if every matched word is a chunk.", _share)
    tokenize: str = axes.tokenizer("none", "none", "13a")
    lowercase: Lowercase = axes.lowercase("unicode")


NLTK = MeteorDialect()
"""NLTK 3.10.4."""
