"""Distinct-n: the share of distinct n-grams, which measures the diversity of hypotheses.

Li et al., "A Diversity-Promoting Objective Function for Neural Conversation Models", NAACL 2016,
https://aclanthology.org/N16-1014. It needs no references.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from tallystick.errors import InputError
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.distinct.dialect import LI_2016, DistinctDialect
from tallystick.metrics.distinct.statistics import (
    COLUMNS,
    DistinctCounting,
    segment_counter_of,
    statistics_of,
)
from tallystick.metrics.interface.identity import Identity, IdentityByOptions, Scale, cited
from tallystick.metrics.interface.in_signature import CASE, DIALECT, TOKENIZER, in_signature
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import DistinctParameters
from tallystick.metrics.sums.statistics import Columns
from tallystick.metrics.sums.sum_formula import quotient

if TYPE_CHECKING:
    from tallystick.metrics.whole_corpus.ngram_counting import NgramCounting

_NO_SUMS = (
    "an n-gram of several segments is counted once, so the numbers of parts of a corpus do not add "
    "up; use the mean over segments, distinct:dialect=distinct-n"
)


@dataclass(frozen=True, slots=True, repr=False)
class DistinctScore(Score):
    """A distinct-n score, 0 to 100, and its components.

    Attributes:
        distinct: Distinct n-grams of all hypotheses together.
        size: What they are divided by: tokens, or n-grams, of all hypotheses.
    """

    shown = "{0.score:.2f} ({0.distinct} distinct, size = {0.size})"

    distinct: int
    size: int


class Distinct(
    DistinctParameters,
    DialectMetric[DistinctScore],
    dialects=DistinctDialect,
    default=("li2016", LI_2016),
    options=("order", "tokenize", "lowercase", "dialect"),
):
    """Distinct-n: the share of n-grams that are distinct.

    >>> import tallystick
    >>> hypotheses = ["a b c d", "a b c e"]
    >>> tallystick.distinct(hypotheses=hypotheses).score  # a b, b c, c d and c e, of 8 tokens
    50.0
    >>> tallystick.distinct(hypotheses=hypotheses, dialect="distinct-n").score  # Distinct-N: 0.75
    75.0
    """

    identity: ClassVar[IdentityByOptions] = IdentityByOptions(
        Identity(
            name="distinct",
            title="distinct-n",
            description="share of n-grams that are distinct, without references",
            scale=Scale(0, 100, digits=2),
            needs_references=False,
            options_in_title=("order",),
            whole_corpus=True,
            citation=cited("Li et al., 2016", "li-etal-2016-diversity"),
        ),
        lambda metric: {
            "title": f"distinct-{metric.order}",
            "no_sums_of_parts": _NO_SUMS * (metric.conventions.scope == "corpus"),
        },
    )
    columns: ClassVar[Columns] = COLUMNS
    segment_counter_of = staticmethod(segment_counter_of)
    statistics_of = staticmethod(statistics_of)
    finite = False
    in_signature = (
        CASE,
        TOKENIZER,
        in_signature("order", int, always=True),
        DIALECT,
    )

    def ngram_counting(self) -> NgramCounting:
        """Return what parts of a corpus contribute to the counts and to the score."""
        return DistinctCounting(self.conventions)

    def for_segments(self) -> Distinct:
        """Return the metric for single segments; it reads the same statistics."""
        return self if self.conventions.scope == "segment" else _of_segments(self)

    def score_of_row(self, row: Mapping[str, Any]) -> Any:
        """Compute distinct-n of a row, or of a sum of rows of a corpus, 0 to 100, by name.

        Li et al. 2016, section 5.3, or the mean of segments; 0 if there is nothing to divide by.
        """
        if self.conventions.scope == "corpus":
            return 100 * quotient(row["new_ngrams"], row["size"])
        return 100 * quotient(row["segment_scores"], row["segments"])

    def components(self, sums: Mapping[str, Any]) -> dict[str, int]:
        """Return the distinct n-grams, and what they are divided by."""
        return {"distinct": int(sums["new_ngrams"]), "size": int(sums["size"])}

    def undefined_segment(self, where: str) -> InputError | None:
        """Return the error of a segment on which the program of the dialect fails."""
        if self.conventions.scope == "corpus":
            return None
        return InputError(
            f"{self.identity.title} of {where} is not defined under the dialect "
            f"{self.dialect}, because it has fewer than {self.order - 1} tokens; in "
            "dialect=scope=segment it is 0"
        )


@lru_cache(maxsize=64)
def _of_segments(metric: Distinct) -> Distinct:
    given = {option: getattr(metric, option) for option in ("order", "tokenize", "lowercase")}
    usual = {option: getattr(LI_2016, option) for option in given}
    return Distinct(**given, dialect=replace(metric.conventions, scope="segment", **usual))
