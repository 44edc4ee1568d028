"""RIBES: the rank correlation of aligned words, times powers of precision and brevity penalty.

Isozaki et al., "Automatic Evaluation of Translation Quality for Distant Language Pairs", EMNLP
2010, https://aclanthology.org/D10-1092. The score of a corpus is the mean of those of its segments,
each with the reference that gives the highest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tallystick.errors import InputError
from tallystick.metrics.arguments.options import number_from_text
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.interface.identity import Identity, Scale, cited
from tallystick.metrics.interface.in_signature import CASE, DIALECT, TOKENIZER, in_signature
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import RibesParameters
from tallystick.metrics.ribes.dialect import OFFICIAL, RibesDialect
from tallystick.metrics.ribes.statistics import COLUMNS, comparison_of
from tallystick.metrics.sums.columns import Columns
from tallystick.metrics.sums.sum_formula import SumFormula, mean_of_segments

IDENTITY = Identity(
    name="ribes",
    title="RIBES",
    description="rank correlation of aligned words, times precision and brevity penalty",
    scale=Scale(0, 100, digits=2),
    citation=cited("Isozaki et al., 2010", "isozaki-etal-2010-automatic"),
)


_FORMULA = mean_of_segments(100, "undefined", factor_first=True)


@dataclass(frozen=True, slots=True, repr=False)
class RibesScore(Score):
    """A RIBES score, 0 to 100, and the means of its components over the segments, 0 to 1.

    Attributes:
        rank_correlation: Kendall's tau of the aligned words, between 0 and 1.
        precision: The share of the words of the hypothesis that are aligned.
        brevity_penalty: BLEU's brevity penalty, of single segments.
    """

    shown = (
        "{0.score:.2f} (rank correlation {0.rank_correlation:.4f}, "
        "precision {0.precision:.4f}, brevity penalty {0.brevity_penalty:.4f})"
    )

    rank_correlation: float
    precision: float
    brevity_penalty: float


class Ribes(
    RibesParameters,
    DialectMetric[RibesScore],
    dialects=RibesDialect,
    default=("official", OFFICIAL),
    options=("alpha", "beta", "tokenize", "lowercase", "dialect"),
):
    """RIBES, for languages whose order of words differs much.

    >>> import tallystick
    >>> score = tallystick.ribes(
    ...     hypotheses=["Bob hit John yesterday"], references=["John hit Bob yesterday"]
    ... )
    >>> score.score  # the paper's example, RIBES.py 1.03.1: 0.5
    50.0
    """

    identity: ClassVar[Identity] = IDENTITY
    columns: ClassVar[Columns] = COLUMNS
    """The score of the segment, 0 to 1, its components and a count of 1, float64; with the
    reference that gives the highest score. All are NaN if the program of the dialect fails on the
    segment, and 0 if it leaves the segment out."""

    score_class = RibesScore
    finite = False
    comparison_of = staticmethod(comparison_of)
    in_signature = (
        CASE,
        TOKENIZER,
        in_signature("alpha", number_from_text),
        in_signature("beta", number_from_text),
        DIALECT,
    )

    def sum_formula(self) -> SumFormula:
        """Return the formula as data; undefined where no segment has a score."""
        return _FORMULA

    def undefined(self, sums: Mapping[str, Any]) -> InputError:
        """Return the error of a corpus in which no segment, or not every segment, has a score."""
        if sums["segments"]:
            return self.undefined_segment("a segment")
        return InputError("no segment has a reference with words, so there is nothing to score")

    def undefined_segment(self, where: str) -> InputError:
        """Return the error of a segment on which the program of the dialect fails."""
        return InputError(
            f"RIBES of {where} is not defined under the dialect {self.dialect}, because a "
            "hypothesis or reference has no words; in dialect=nltk it is 0, and "
            "dialect=official-z ignores references without words"
        )
