"""chrF: the F-score of character n-grams; with word n-grams, chrF+ and chrF++.

Popović, "chrF: character n-gram F-score for automatic MT evaluation", WMT 2015, and "chrF++: words
helping character n-grams", WMT 2017. The defaults equal sacreBLEU 2.x, except that among references
that give a segment the same score the choice does not depend on their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from tallystick.metrics.arguments.options import (
    flag_from_text,
    number_from_text,
    whole_number_from_text,
)
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.chrf import counts
from tallystick.metrics.chrf.dialect import SACREBLEU, ChrfDialect
from tallystick.metrics.chrf.formula import columns_of, formula_of, formula_of_counts
from tallystick.metrics.counting.one_segment import SegmentTotal
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.identity import Identity, Scale, cited
from tallystick.metrics.interface.in_signature import CASE, DIALECT, in_signature
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import ChrfParameters

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.sums.columns import Columns
    from tallystick.metrics.sums.statistics import Statistics
    from tallystick.metrics.sums.sum_formula import SumFormula
    from tallystick.metrics.sums.total import Total

IDENTITY = Identity(
    name="chrf",
    title="chrF",
    description="F-score of character n-grams, and of word n-grams for chrF+ and chrF++",
    scale=Scale(0, 100, digits=2),
    citation=cited("Popović, 2015", "popovic-2015-chrf"),
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

    def sum_formula(self) -> SumFormula:
        """Return the formula."""
        return formula_of(self.conventions)

    def count_few(self, corpus: Corpus, workspace: Workspace) -> Iterable[list[Any]] | None:
        """Return the columns of the statistics in Python numbers; None if options need arrays."""
        if not counts.counts_as_usual(self.conventions, corpus):
            return None
        return counts.columns_of_counts(self.conventions, corpus, workspace)

    def score_alone(
        self, hypothesis: str, references: Sequence[str], source: str | None = None
    ) -> ChrfScore | None:
        """Score a corpus of one segment; None without references."""
        if not references:
            return None
        sums = counts.SegmentReferences(self.conventions, references).count(hypothesis)
        total: Any = SegmentTotal(sums, len(references))
        return self.score_total(total)

    def segment_scorer(
        self, references: Sequence[str], source: str | None = None
    ) -> Callable[[str], float]:
        """Return what scores hypotheses of one segment; see `BaseMetric.segment_scorer`.

        >>> round(Chrf().segment_scorer(["abcdef"])("abcde"), 2)  # sacreBLEU 2.6.0
        75.37
        """
        return counts.SegmentReferences(self.conventions, references).score

    def score_total(self, total: Total) -> ChrfScore:
        """Score the sum of the statistics of all segments, as `total` returns it."""
        sums = total.named()
        parts = formula_of_counts(self.conventions).parts_of_numbers(sums)
        return ChrfScore(
            IDENTITY.name,  # that of the object takes longer
            self.score_of_row(sums) if "segments" in sums else parts.score,
            self.signature(total.references, total.given_tokens),
            variant=self.variant,
            precision=100 * parts.precision,
            recall=100 * parts.recall,
            counts=tuple(map(int, sums["matches"])),
            totals=tuple(map(int, sums["hypothesis_ngrams"])),
            reference_totals=tuple(map(int, sums["reference_ngrams"])),
        )
