"""Settings of a comparison: test, number of resamples, seed, levels and correction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, cast, get_args

from tallystick.errors import OptionError
from tallystick.metrics.arguments.calls import whole_number
from tallystick.metrics.arguments.options import number, positive_number

TestName = Literal["randomisation", "bootstrap"]
Correction = Literal["holm", "benjamini-hochberg", "max-t", "none"]

GivenTest = Literal["randomisation", "randomization", "bootstrap"]
"""A test, in any spelling that users may give."""

DEFAULT_TEST: TestName = "randomisation"
DEFAULT_CONFIDENCE = 0.95
DEFAULT_LEVEL = 0.05

MOST_RESAMPLES = 100_000_000
DEFAULT_RESAMPLES = 10_000
MANY_UNITS = 20_000
RESAMPLES_OF_MANY_UNITS = 2_000
"""The default with more than `MANY_UNITS` units, where each resample takes long."""


class Method(StrEnum):
    """A test of differences, as named in reports; emulated tests have other names."""

    RANDOMISATION = "approximate randomisation"
    BOOTSTRAP = "centred bootstrap"
    TWO_LEVEL = "two-level test"


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a comparison.

    Attributes:
        test: "randomisation", the paired approximate randomisation test, or "bootstrap", the
            paired bootstrap test with centred differences.
        resamples: The number of resamples, from 1 to 100 million. By default 10,000, or 2,000
            with more than 20,000 units, and more for tests of many pairs.
        seed: The seed of the random numbers, 0 or more.
        confidence: The confidence of intervals, between 0 and 1.
        significance_level: The level at or below which an adjusted p-value is significant.
        correction: How p-values are corrected for the number of pairs of a metric.
        comparisons_over_sets: The number of comparisons on several test sets that are corrected
            together by Holm's method; the default number of resamples is enough for it.
        margins: The difference from which on systems are not equivalent, by metric and in units of
            its score, above 0; metrics without one are not tested for equivalence.

    Raises:
        OptionError: A value is out of its range.

    >>> Settings().resamples_of(1_000), Settings(resamples=99).resamples_of(1_000)
    (10000, 99)
    """

    test: TestName = DEFAULT_TEST
    resamples: int | None = None
    seed: int = 1
    confidence: float = DEFAULT_CONFIDENCE
    significance_level: float = DEFAULT_LEVEL
    correction: Correction = "holm"
    comparisons_over_sets: int = 0
    margins: Mapping[str, float] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        for name, kind in (("test", TestName), ("correction", Correction)):
            given, known = getattr(self, name), get_args(kind)
            if given not in known:
                raise OptionError(f"{name} is {given!r}; expected one of {', '.join(known)}")
        if self.resamples is not None:
            object.__setattr__(self, "resamples", number_of_resamples(self.resamples))
        object.__setattr__(self, "seed", whole_number("seed", self.seed, 0))
        for name, example in (("significance_level", "0.05"), ("confidence", "0.95")):
            given = getattr(self, name)
            if not 0 < number(name, given) < 1:
                raise OptionError(
                    f"{name} is {given!r}; expected a number between 0 and 1, such as {example}"
                )
            object.__setattr__(self, name, number(name, given))
        if not isinstance(self.margins, Mapping):
            raise OptionError(
                f"margins is {self.margins!r}; expected a number for each metric, such as "
                "{'bleu': 0.5}"
            )
        margins = {
            metric: positive_number(f"the margin of {metric}", margin)
            for metric, margin in self.margins.items()
        }
        object.__setattr__(self, "margins", margins)

    def resamples_of(self, units: int) -> int:
        """Return the number of resamples over a number of units, before more for many pairs."""
        if self.resamples is not None:
            return self.resamples
        return DEFAULT_RESAMPLES if units <= MANY_UNITS else RESAMPLES_OF_MANY_UNITS


def number_of_resamples(given: Any, least: int = 1, name: str = "resamples") -> int:
    """Return a number of resamples, as an int, or refuse it."""
    return whole_number(name, given, least, MOST_RESAMPLES)


def our_spelling(test: str) -> TestName:
    """Return the name of a test in our spelling; `Settings` rejects unknown names."""
    return cast("TestName", "randomisation" if test == "randomization" else test)
