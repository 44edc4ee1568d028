"""Distinct-n: the share of distinct n-grams, which measures the diversity of hypotheses.

Li et al., "A Diversity-Promoting Objective Function for Neural Conversation Models", NAACL 2016,
https://aclanthology.org/N16-1014. It needs no references.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.arguments.options import whole_number_from_text
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.distinct.dialect import LI_2016, DistinctDialect
from tallystick.metrics.distinct.formula import distinct
from tallystick.metrics.distinct.statistics import COLUMNS, statistics_of
from tallystick.metrics.interface.identity import Identity, Scale, cited
from tallystick.metrics.interface.in_signature import CASE, DIALECT, TOKENIZER, in_signature
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import DistinctParameters
from tallystick.metrics.sums.columns import Columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.sums.statistics import Statistics
    from tallystick.metrics.whole_corpus.ngram_counting import NgramCounting

IDENTITY = Identity(
    name="distinct",
    title="distinct-n",
    description="share of n-grams that are distinct, without references",
    scale=Scale(0, 100, digits=2),
    needs_references=False,
    options_in_title=("order",),
    citation=cited("Li et al., 2016", "li-etal-2016-diversity"),
)


class _Identity:
    """The identity of the class, or of a metric with its order in the title."""

    def __get__(self, metric: Distinct | None, owner: type[Distinct]) -> Identity:
        return IDENTITY if metric is None else replace(IDENTITY, title=f"distinct-{metric.order}")


@dataclass(frozen=True, slots=True, repr=False)
class DistinctScore(Score):
    """A distinct-n score, 0 to 100, and its components.

    Attributes:
        distinct: Distinct n-grams of all hypotheses together.
        size: What they are divided by: tokens, or n-grams, of all hypotheses.
    """

    distinct: int
    size: int

    def __str__(self) -> str:
        return (
            f"{self.name} = {self.score:.2f} "
            f"({self.distinct} distinct, size = {self.size}) {self.signature}"
        )


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

    identity: ClassVar[_Identity] = _Identity()
    columns: ClassVar[Columns] = COLUMNS
    in_signature = (
        CASE,
        TOKENIZER,
        in_signature("order", whole_number_from_text, always=True),
        DIALECT,
    )

    @property
    def whole_corpus(self) -> bool:
        """Whether the statistics of a segment depend on the other segments of the corpus: yes."""
        return True

    @property
    def no_sums_of_parts(self) -> str:
        """Why rows of some of the segments do not add up to the score of these, or ""."""
        if self.conventions.scope == "segment":
            return ""
        return (
            "an n-gram of several segments is counted once, so the numbers of parts of a corpus do "
            "not add up; use the mean over segments, distinct:dialect=distinct-n"
        )

    @property
    def counts_ngrams(self) -> bool:
        """Whether it depends on counts of n-grams in the whole corpus: yes."""
        return True

    def ngram_counting(self) -> NgramCounting:
        """Return what parts of a corpus contribute to the counts and to the score."""
        from tallystick.metrics.distinct.ngram_counting import DistinctCounting

        return DistinctCounting(self)

    def for_segments(self) -> Distinct:
        """Return the metric for single segments; it reads the same statistics."""
        if self.conventions.scope == "segment":
            return self
        given = {option: getattr(self, option) for option in ("order", "tokenize", "lowercase")}
        usual = {option: getattr(LI_2016, option) for option in given}
        return Distinct(**given, dialect=replace(self.conventions, scope="segment", **usual))

    def count(self, corpus: Corpus, workspace: Workspace) -> Statistics:
        """Return the distinct n-grams of every segment, float64.

        Columns: segment_scores, 0 to 1, NaN if the program of the dialect fails; segments, 1;
        new_ngrams, those in no earlier segment; size, tokens or n-grams.
        """
        return statistics_of(self.conventions, corpus, workspace)

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Compute distinct-n, shape (...,), 0 to 100, from sums of statistics of a corpus."""
        return 100 * distinct(self.conventions, **COLUMNS.split(totals))

    def score_statistics(self, statistics: Statistics) -> DistinctScore:
        """Score all segments of the statistics together.

        Raises:
            InputError: The program of the dialect fails on a segment.
        """
        total = statistics.total()
        score = float(self.formula(total))
        if np.isnan(score):
            odd = np.flatnonzero(np.isnan(statistics.column("segment_scores")))[0] + 1
            where = f"segment {odd}" if len(statistics) > 1 else "a segment"
            raise InputError(
                f"{self.identity.title} of {where} is not defined under the dialect "
                f"{self.dialect}, because it has fewer than {self.order - 1} tokens; in "
                "dialect=scope=segment it is 0"
            )
        sums = COLUMNS.split(total)
        return DistinctScore(
            *self.heading(statistics, score),
            distinct=int(sums["new_ngrams"]),
            size=int(sums["size"]),
        )
