"""chrF: the F-score of character n-grams; with word n-grams, chrF+ and chrF++.

Popović, "chrF: character n-gram F-score for automatic MT evaluation", WMT 2015, and "chrF++: words
helping character n-grams", WMT 2017. The defaults equal sacreBLEU 2.x, except that among references
that give a segment the same score the choice does not depend on their order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from tallystick.metrics.arguments.options import (
    flag_from_text,
    number_from_text,
    whole_number_from_text,
)
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.chrf import one_score
from tallystick.metrics.chrf.columns import columns_of
from tallystick.metrics.chrf.dialect import SACREBLEU, ChrfDialect
from tallystick.metrics.chrf.one_score import SegmentReferences
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.identity import Citation, Identity, Scale
from tallystick.metrics.interface.in_signature import CASE, DIALECT, in_signature
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import ChrfParameters
from tallystick.metrics.sums.cost import arrays_pay
from tallystick.metrics.sums.few_statistics import FewStatistics
from tallystick.metrics.sums.sum_formula import SumFormula, mean_of_segments, quotient

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.sums.columns import Columns
    from tallystick.metrics.sums.statistics import Statistics
    from tallystick.metrics.sums.total import Total

IDENTITY = Identity(
    name="chrf",
    title="chrF",
    description="F-score of character n-grams, and of word n-grams for chrF+ and chrF++",
    scale=Scale(0, 100, digits=2),
    citation=Citation(
        "Popović, 2015",
        """@inproceedings{popovic-2015-chrf,
  author = {Popovi{\\'c}, Maja},
  title = {chr{F}: character n-gram {F}-score for automatic {MT} evaluation},
  booktitle = {Proceedings of the Tenth Workshop on Statistical Machine Translation},
  year = {2015},
  pages = {392--395},
  doi = {10.18653/v1/W15-3049},
}""",
    ),
    signature_names=("chrF2", "chrF2+", "chrF2++"),
    signature_fields=("nc",),  # sacreBLEU's own lines often lack the name
    signature_dialect="sacrebleu",
    options_in_title=("word_order", "beta"),
)


@dataclass(frozen=True, slots=True, repr=False)
class ChrfScore(Score):
    """A chrF score, 0 to 100, and its components; characters come first, then words.

    Attributes:
        variant: The name that sacreBLEU prints, such as "chrF2++": with beta, and a plus sign for
            every order of words.
        precision: Precision of n-grams in percent, averaged over the orders of which both sides
            have n-grams; with `eps_smoothing`, over all orders.
        recall: Recall of n-grams in percent, averaged over the same orders.
        counts: Clipped matches of each order.
        totals: N-grams of the hypotheses of each order.
        reference_totals: N-grams of the chosen references of each order.
    """

    variant: str
    precision: float
    recall: float
    counts: tuple[int, ...]
    totals: tuple[int, ...]
    reference_totals: tuple[int, ...]

    def __str__(self) -> str:
        return (
            f"{self.name} = {self.score:.2f} (P = {self.precision:.1f} R = {self.recall:.1f}) "
            f"{self.signature}"
        )


class _Identity:
    """The identity of the class, or of a metric with the name of its variant as its title."""

    def __get__(self, metric: Chrf | None, kind: type[Chrf]) -> Identity:
        return IDENTITY if metric is None else replace(IDENTITY, title=metric.variant)


_SPACES = {"removed": "no", "kept": "yes"}
"""The words of sacreBLEU's signatures."""

_WHITESPACES = {space: whitespace for whitespace, space in _SPACES.items()}


class Chrf(
    ChrfParameters,
    DialectMetric[ChrfScore],
    dialects=ChrfDialect,
    default=("sacrebleu-unordered", SACREBLEU),
    options=(
        "order",
        "word_order",
        "beta",
        "eps_smoothing",
        "whitespace",
        "lowercase",
        "dialect",
    ),
):
    """chrF, chrF+ or chrF++ with its options. Token lists are joined with spaces.

    >>> import tallystick
    >>> for word_order in 0, 2:
    ...     score = tallystick.chrf(
    ...         hypotheses=["the cat is on the mat"],
    ...         references=["the cat sat on the mat"],
    ...         word_order=word_order,
    ...     )
    ...     print(score.variant, round(score.score, 4))  # sacreBLEU 2.6.0
    chrF2 61.9252
    chrF2++ 64.3703
    """

    identity: ClassVar[_Identity] = _Identity()
    in_signature = (
        CASE,
        in_signature(
            "eps_smoothing",
            lambda field, text: not flag_from_text(field, text),
            lambda smoothing: "no" if smoothing else "yes",
            name="eff",
            always=True,
        ),
        in_signature("order", whole_number_from_text, name="nc", always=True),
        in_signature("word_order", whole_number_from_text, name="nw", always=True),
        in_signature(
            "whitespace",
            lambda _, space: _WHITESPACES.get(space, space),
            lambda whitespace: _SPACES.get(whitespace, whitespace),
            name="space",
            always=True,
        ),
        in_signature("beta", number_from_text, "{:.17g}".format),
        DIALECT,
    )

    @property
    def variant(self) -> str:
        """The name that sacreBLEU prints, with beta and a plus sign for every order of words."""
        return f"chrF{str(self.beta).removesuffix('.0')}{'+' * self.word_order}"

    def count(self, corpus: Corpus, workspace: Workspace) -> Statistics:
        """Return the n-grams and clipped matches of every segment, int64 if all are counts.

        Columns: hypothesis_ngrams_1 to hypothesis_ngrams_N, reference_ngrams_1 to
        reference_ngrams_N, matches_1 to matches_N, where the orders of characters come first and
        then those of words. The counts are those of the reference that gives the segment the
        highest score. A dialect that averages the scores of segments also has segment_scores and
        segments.
        """
        from tallystick.metrics.chrf.statistics import statistics_of

        return statistics_of(self.conventions, corpus, workspace)

    @property
    def columns(self) -> Columns:
        """The names of the columns of the statistics."""
        return columns_of(self.conventions)

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Compute chrF, shape (...,), 0 to 100, from sums of statistics, shape (..., columns)."""
        from tallystick.metrics.chrf.formula import chrf
        from tallystick.metrics.chrf.statistics import sums_of

        sums = sums_of(self.conventions, totals)
        if sums.segment_scores is None or sums.segments is None:
            return chrf(self.conventions, sums)
        means: NDArray[Any] = quotient(sums.segment_scores, sums.segments)
        return means

    def sum_formula(self) -> SumFormula:
        """Return the formula as data."""
        if self.conventions.average != "micro":
            return mean_of_segments()
        options = {"beta": self.beta, "eps_smoothing": self.eps_smoothing}
        return SumFormula("chrf", self.columns, options)

    def few_statistics(
        self, corpus: Corpus, workspace: Workspace | None = None
    ) -> FewStatistics | None:
        """Return the statistics in Python numbers; None if arrays take less time."""
        dialect = self.conventions
        orders = dialect.order + dialect.word_order
        if arrays_pay(len(corpus) * orders) or not one_score.counts_as_usual(dialect, corpus):
            return None
        columns = one_score.columns_of_counts(dialect, corpus, workspace or Workspace())
        return FewStatistics.of(corpus, self.columns, *columns)

    def total(self, corpus: Corpus, workspace: Workspace | None = None) -> Total:
        """Return the sum of the statistics of all segments."""
        few = self.few_statistics(corpus, workspace)
        return self.statistics(corpus, workspace).as_total() if few is None else few.total()

    def score_total(self, total: Total) -> ChrfScore:
        """Score the sum of the statistics of all segments, as `total` returns it."""
        sums = total.named()
        if "segments" in sums:
            score = quotient(sums["segment_scores"], sums["segments"])
        else:
            score = self.score_of_row(sums)
        return self._described(_by_order(sums), score, total.references, total.given_tokens)

    def score_of_row(self, row: Mapping[str, Any]) -> float:
        """Compute chrF of one row of `few_statistics`, by name, or of a sum of rows."""
        dialect = self.conventions
        return float(one_score.one_score(_by_order(row), dialect.beta, dialect.eps_smoothing))

    def score_alone(
        self, hypothesis: str, references: Sequence[str], source: str | None = None
    ) -> ChrfScore | None:
        """Score a corpus of one segment; None without references."""
        if not references:
            return None
        found = SegmentReferences(self.conventions, references).score(hypothesis)
        return self._described(found.counts, found.score, len(references), False)

    def segment_scorer(
        self, references: Sequence[str], source: str | None = None
    ) -> Callable[[str], float]:
        """Return what scores hypotheses of one segment; see `BaseMetric.segment_scorer`.

        >>> round(Chrf().segment_scorer(["abcdef"])("abcde"), 2)  # sacreBLEU 2.6.0
        75.37
        """
        prepared = SegmentReferences(self.conventions, references)
        return lambda hypothesis: prepared.score(hypothesis).score

    def _described(
        self,
        by_order: Sequence[one_score.Counts],
        score: float,
        references: int | None,
        given_tokens: bool,
    ) -> ChrfScore:
        totals, reference_totals, counts = zip(*by_order, strict=True)
        precision, recall = one_score.mean_precision_and_recall(by_order, self.eps_smoothing)
        return ChrfScore(
            IDENTITY.name,
            score,
            self.signature(references, given_tokens),
            variant=self.variant,
            precision=100 * precision,
            recall=100 * recall,
            counts=counts,
            totals=totals,
            reference_totals=reference_totals,
        )


def _by_order(sums: Mapping[str, Any]) -> list[one_score.Counts]:
    columns = sums["hypothesis_ngrams"], sums["reference_ngrams"], sums["matches"]
    return list(zip(*[map(int, column) for column in columns], strict=True))
