"""The settings of a meta-evaluation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tallystick.errors import OptionError
from tallystick.metrics.arguments.calls import whole_number
from tallystick.metrics.resampling.settings import number_of_resamples


class Draws(NamedTuple):
    """Random draws, which do not depend on the number of threads.

    Attributes:
        resamples: Their number.
        seed: The seed.
        purpose: Their purpose; draws of different purposes are independent.
        threads: The number of threads.
    """

    resamples: int
    seed: int
    purpose: str = ""
    threads: int = 1


@dataclass(frozen=True, slots=True)
class MetaSettings:
    """How intervals and tests are computed.

    Attributes:
        resamples: The number of resamples, of intervals and of tests.
        seed: The seed.
        confidence: The confidence of intervals.
        significance_level: The level of tests.
    """

    resamples: int = 2_000
    seed: int = 1
    confidence: float = 0.95
    significance_level: float = 0.05

    def __post_init__(self) -> None:
        """Refuse numbers out of range."""
        object.__setattr__(self, "resamples", number_of_resamples(self.resamples, least=2))
        object.__setattr__(self, "seed", whole_number("seed", self.seed, 0))
        for name in ("confidence", "significance_level"):
            share = getattr(self, name)
            if not 0 < share < 1:
                raise OptionError(f"{name} is {share!r}; expected a number between 0 and 1")

    def draws(self, purpose: str, threads: int = 1) -> Draws:
        """Return the draws for a purpose."""
        return Draws(self.resamples, self.seed, purpose, threads)
