"""chrF: the F-score of character n-grams; with word n-grams, chrF+ and chrF++.

Popović, "chrF: character n-gram F-score for automatic MT evaluation", WMT 2015, and "chrF++: words
helping character n-grams", WMT 2017. The defaults equal sacreBLEU 2.x, except that among references
that give a segment the same score the choice does not depend on their order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict

from tallystick.metrics.base import BaseMetric
from tallystick.metrics.calls import check_type
from tallystick.metrics.chrf import one_score
from tallystick.metrics.chrf.columns import columns_of
from tallystick.metrics.chrf.dialect import SACREBLEU, ChrfDialect
from tallystick.metrics.chrf.one_score import SegmentReferences
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.cost import arrays_pay
from tallystick.metrics.few_statistics import FewStatistics
from tallystick.metrics.identity import Citation, Identity, Scale
from tallystick.metrics.metric import Score
from tallystick.metrics.options import (
    LOWERCASE_TO_CASE,
    check_signature_fields,
    flag_from_text,
    lowercase_from_case,
    number_from_text,
    order_from_text,
    parse_flag,
    parse_lowercase,
)
from tallystick.metrics.presets import resolve_options, several_references
from tallystick.metrics.signature import Signature, signature_of
from tallystick.metrics.total import Total
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.columns import Columns
    from tallystick.metrics.statistics import Statistics
    from tallystick.metrics.sum_formula import SumFormula
    from tallystick.metrics.tokenizers import Lowercase

DEFAULT_DIALECT = "sacrebleu-unordered"

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


class ChrfOptions(TypedDict, total=False):
    """The options of `Chrf`, for functions that pass them on."""

    order: int | None
    word_order: int | None
    beta: float | None
    eps_smoothing: bool | None
    whitespace: str | None
    lowercase: Lowercase | bool | None
    dialect: str | ChrfDialect


class _Identity:
    """The identity of the class, or of a metric with the name of its variant as its title."""

    def __get__(self, metric: Chrf | None, kind: type[Chrf]) -> Identity:
        return IDENTITY if metric is None else replace(IDENTITY, title=metric.variant)


@dataclass(frozen=True, slots=True, init=False)
class Chrf(BaseMetric[ChrfScore]):
    """chrF with its options. An option that is None is taken from the dialect.

    Args:
        order: The highest order of character n-grams; 6 in sacreBLEU.
        word_order: The highest order of word n-grams: 0 for chrF, 1 for chrF+, 2 for chrF++.
        beta: How many times recall is as important as precision; 2 in sacreBLEU, 3 in NLTK.
        eps_smoothing: Whether to average the F-scores of all orders, as chrF++.py does, instead of
            precision and recall over the orders of which both sides have n-grams.
        whitespace: The white space that is not a character: "removed" is all, as in sacreBLEU;
            "kept" is none, as with its `whitespace=True`; see `ChrfDialect` for others.
        lowercase: "none", as in sacreBLEU; "unicode" (or True) for every letter; "ascii" for A to
            Z.
        dialect: The name of a preset, the dialect of a known program (`tallystick dialects` lists
            them); or a `ChrfDialect`, or its text.

    Attributes:
        conventions: The dialect with the options applied.

    Raises:
        OptionError: A value is out of range, or no dialect has this name.

    Token lists are joined with spaces.

    >>> from tallystick.metrics.corpus import Corpus
    >>> corpus = Corpus.from_segments(
    ...     hypotheses=["the cat is on the mat"], references=["the cat sat on the mat"]
    ... )
    >>> for metric in (Chrf(), Chrf(word_order=2)):
    ...     score = metric.score(metric.statistics(corpus))
    ...     print(score.variant, round(score.score, 4))  # sacreBLEU 2.6.0
    chrF2 61.9252
    chrF2++ 64.3703
    """

    identity: ClassVar[_Identity] = _Identity()
    quick_dialect: ClassVar[str] = DEFAULT_DIALECT

    order: int = field(metadata={"parse": int})
    word_order: int = field(metadata={"parse": int})
    beta: float = field(metadata={"parse": float})
    eps_smoothing: bool = field(metadata={"parse": parse_flag})
    whitespace: str
    lowercase: Lowercase = field(metadata={"parse": parse_lowercase})
    dialect: str | ChrfDialect
    conventions: ChrfDialect = field(init=False, repr=False)

    def __init__(
        self,
        order: int | None = None,
        word_order: int | None = None,
        beta: float | None = None,
        eps_smoothing: bool | None = None,
        whitespace: str | None = None,
        lowercase: Lowercase | bool | None = None,
        dialect: str | ChrfDialect = DEFAULT_DIALECT,
    ) -> None:
        resolve_options(
            self,
            ChrfDialect,
            dialect,
            (DEFAULT_DIALECT, SACREBLEU),
            order=order,
            word_order=word_order,
            beta=beta,
            eps_smoothing=eps_smoothing,
            whitespace=whitespace,
            lowercase=lowercase,
        )

    @property
    def variant(self) -> str:
        """The name that sacreBLEU prints, with beta and a plus sign for every order of words."""
        return f"chrF{str(self.beta).removesuffix('.0')}{'+' * self.word_order}"

    def warnings(self, corpus: Corpus) -> tuple[str, ...]:
        """Return warnings about scoring this corpus with these options."""
        return several_references(ChrfDialect, self.dialect, DEFAULT_DIALECT, corpus)

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the n-grams and clipped matches of every segment, int64 if all are counts.

        Columns: hypothesis_ngrams_1 to hypothesis_ngrams_N, reference_ngrams_1 to
        reference_ngrams_N, matches_1 to matches_N, where the orders of characters come first and
        then those of words. The counts are those of the reference that gives the segment the
        highest score. A dialect that averages the scores of segments also has segment_scores and
        segments.
        """
        from tallystick.metrics.chrf.statistics import statistics_of

        check_type(corpus, Corpus, "write metric.statistics(Corpus.from_segments(...))")
        return statistics_of(self.conventions, corpus, workspace or Workspace())

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
        means: NDArray[Any] = sums.segment_scores / sums.segments.clip(min=1)
        return means

    def sum_formula(self) -> SumFormula:
        """Return the formula as data."""
        from tallystick.metrics.sum_formula import SumFormula, mean_of_segments

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
            score = sums["segment_scores"] / max(sums["segments"], 1)
        else:
            score = self.score_of_row(sums)
        signature = signature_of(self, total.references, total.given_tokens)
        return self._described(_by_order(sums), score, signature)

    def score_of_row(self, row: Mapping[str, Any]) -> float:
        """Compute chrF of one row of `few_statistics`, by name, or of a sum of rows."""
        dialect = self.conventions
        return float(one_score.one_score(_by_order(row), dialect.beta, dialect.eps_smoothing))

    def score_alone(
        self, hypothesis: str, references: Sequence[str], source: str | None = None
    ) -> ChrfScore:
        """Score a corpus of one segment."""
        found = SegmentReferences(self.conventions, references).score(hypothesis)
        signature = signature_of(self, len(references), False)
        return self._described(found.counts, found.score, signature)

    def segment_scorer(self, references: Sequence[str]) -> Callable[[str], float]:
        """Return a function that scores hypotheses of one segment, from several threads.

        The references are tokenized once. `PreparedReferences` calls this for many segments.

        Args:
            references: The references of the segment, at least one.

        >>> round(Chrf().segment_scorer(["abcdef"])("abcde"), 2)  # sacreBLEU 2.6.0
        75.37
        """
        prepared = SegmentReferences(self.conventions, references)
        return lambda hypothesis: prepared.score(hypothesis).score

    def _described(
        self, by_order: Sequence[one_score.Counts], score: float, signature: Signature
    ) -> ChrfScore:
        totals, reference_totals, counts = zip(*by_order, strict=True)
        precision, recall = one_score.mean_precision_and_recall(by_order, self.eps_smoothing)
        return ChrfScore(
            metric=IDENTITY.name,
            score=score,
            signature=signature,
            variant=self.variant,
            precision=100 * precision,
            recall=100 * recall,
            counts=counts,
            totals=totals,
            reference_totals=reference_totals,
        )

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they appear in a signature, sacreBLEU's fields first."""
        options = {
            "case": LOWERCASE_TO_CASE[self.lowercase],
            "eff": "no" if self.eps_smoothing else "yes",
            "nc": str(self.order),
            "nw": str(self.word_order),
            "space": _WHITESPACE_TO_SPACE.get(self.whitespace, self.whitespace),
        }
        if self.beta != SACREBLEU.beta:
            options["beta"] = f"{self.beta:.17g}"
        if self.dialect != DEFAULT_DIALECT:
            options["dialect"] = str(self.dialect)
        return options

    @classmethod
    def from_signature(cls, options: Mapping[str, str]) -> Chrf:
        """Build the metric from the fields of a signature.

        Raises:
            OptionError: A field is unknown, or its value is invalid.
        """
        known = {"case", "eff", "nc", "nw", "space", "beta", "dialect"}
        check_signature_fields(IDENTITY.name, options, known)
        space = options.get("space", "no")
        return cls(
            order=order_from_text(options.get("nc", "6")),
            word_order=order_from_text(options.get("nw", "0")),
            beta=number_from_text("beta", options.get("beta", "2")),
            eps_smoothing=not flag_from_text("eff", options.get("eff", "yes")),
            whitespace=_SPACE_TO_WHITESPACE.get(space, space),
            lowercase=lowercase_from_case(options.get("case", "mixed")),
            dialect=options.get("dialect", DEFAULT_DIALECT),
        )


def _by_order(sums: Mapping[str, Any]) -> list[one_score.Counts]:
    columns = sums["hypothesis_ngrams"], sums["reference_ngrams"], sums["matches"]
    return list(zip(*[map(int, column) for column in columns], strict=True))


_WHITESPACE_TO_SPACE = {"removed": "no", "kept": "yes"}
"""The words of sacreBLEU's signatures."""

_SPACE_TO_WHITESPACE = {space: whitespace for whitespace, space in _WHITESPACE_TO_SPACE.items()}
