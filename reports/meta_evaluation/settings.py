"""The settings of a meta-evaluation, and what decides in it, with how it was chosen.

Tolerances of rounding and lengths of lists that are shown are where they are used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, NoReturn

from tallystick.errors import OptionError
from tallystick.metrics.arguments.calls import whole_number
from tallystick.metrics.resampling.settings import number_of_resamples

OUTPUTS = "outputs"
"""The name that outputs have together if systems do not tell them apart."""
FEWEST_SYSTEMS = 3
"""Fewer systems, or fewer distinct ones in a resample, define no correlation worth the name."""

FEW_SYSTEMS = 8
"""A note warns of correlations of fewer, and a regression on fewer shows no flattered system."""

FEW_OUTPUTS = 50
"""A note warns of fewer outputs, or documents: their tau-b has a standard error of 0.1 or more."""

OUTLYING = 2.5
"""A system is an outlier from so many standard deviations on; Mathur and others, ACL 2020."""

DEFINED_RESAMPLES = 0.5
"""There is no interval if a coefficient is defined in a smaller share of the resamples."""

RESAMPLED_TWICE = 400
RESAMPLES_OF_A_RESAMPLE = 12
"""So many resamples are resampled again, so often: they only give a standard deviation."""

FEWEST_SETS_FOR_AN_INTERVAL = 5
"""The mean of resampled sets lies between the worst set and the best one; with fewer sets, even
this range contains the mean of all sets less often than 19 times out of 20."""

FEWEST_FOR_WILLIAMS = 4
"""Williams' test has so many systems less three degrees of freedom."""

WRONG_JOIN = 4.0
"""Human scores are joined wrongly if another join has a correlation higher by so many standard
errors."""

DOUBTFUL_JOIN = 2.0
"""A warning says so from so many standard errors on. On WMT22 it warns of numbers that are one too
high for 24% of 60 outputs of one system, 41% of 100 and 82% of 300, and for 54%, 79% and 97% of so
many segments of three systems; of right numbers for at most 0.3%."""

LOW_TAU = 0.05
"""Metrics of n-grams have a tau-b within systems of 0.15 to 0.23 on WMT22, and of 0 if segments are
shuffled; unlike the other coefficients this one does not see that some systems are better."""

ENOUGH_TO_DISTINGUISH = 200
"""So many outputs usually show that such a coefficient exceeds 0: its standard error is 0.05."""

ENOUGH_HUMAN_SCORES = 500
"""Human scores of outputs from which the standard error of that tau-b is below 0.03."""

SIMILAR_METRICS = 0.9
"""Metrics are similar from this correlation within segments on: on WMT22 BLEU with another
tokenizer has 0.97 to 0.99, chrF and chrF++ 0.99, BLEU and chrF 0.79 to 0.90."""

SEGMENTS_OF_A_BLOCK = 10
"""Consecutive documents are joined up to this number of segments: scores of less are too coarse."""

SUBSETS = (50, 200, 800)
"""The numbers of segments of which the order of systems is compared with that of all."""

DRAWS_OF_A_SUBSET = 200

BINS_OF_DIFFERENCES = 6
PAIRS_OF_A_BIN = 8
"""Differences of systems are divided into at most so many bins, each of at least so many pairs."""

COMBINATIONS_OF_REFERENCES = 6
"""Of many references, so many combinations of each number are tried."""


class Correlation(StrEnum):
    """A coefficient of the agreement on outputs."""

    TAU_B = "tau-b"
    TAU_C = "tau-c"
    SPEARMAN = "spearman"
    PEARSON = "pearson"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise OptionError(f"coefficient is {value!r}; expected one of {', '.join(cls)}")

    @property
    def field(self) -> str:
        """The field of a data model that has it."""
        return "kendall" if self is Correlation.TAU_B else self.replace("-", "_")


class Draws(NamedTuple):
    """Random draws; those of different purposes are independent, whatever the threads."""

    resamples: int
    seed: int
    purpose: str = ""
    threads: int = 1


@dataclass(frozen=True, slots=True)
class MetaSettings:
    """How intervals and tests are computed, and what is; see `tallystick.meta`."""

    resamples: int = 2_000
    seed: int = 1
    confidence: float = 0.95
    significance_level: float = 0.05
    coefficient: Correlation = Correlation.TAU_B
    standardise_raters: bool = False
    statistics: Sequence[str] = ()
    timed: bool = False
    threads: int = 1

    def __post_init__(self) -> None:
        """Refuse numbers out of range."""
        object.__setattr__(self, "resamples", number_of_resamples(self.resamples, least=2))
        object.__setattr__(self, "seed", whole_number("seed", self.seed, 0))
        for name in ("confidence", "significance_level"):
            share = getattr(self, name)
            if not 0 < share < 1:
                raise OptionError(f"{name} is {share!r}; expected a number between 0 and 1")

    def draws(self, purpose: str) -> Draws:
        """Return the draws for a purpose."""
        return Draws(self.resamples, self.seed, purpose, self.threads)
