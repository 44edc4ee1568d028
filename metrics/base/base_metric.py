"""The base class of metrics: how an object scores texts, statistics and single segments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.calls import SWAPPED, by_keyword, check_type
from tallystick.metrics.base.functions import TEXTS, score_corpus
from tallystick.metrics.counting.one_segment import SegmentTotal
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.metric import MetricDefaults, Score
from tallystick.metrics.sums.total import FewStatistics, Total, arrays_pay

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus, Hypotheses, ReferencesPerSegment
    from tallystick.metrics.corpus.references import References
    from tallystick.metrics.interface.identity import Identity
    from tallystick.metrics.sums.columns import Columns
    from tallystick.metrics.sums.statistics import Statistics

_TO_SCORE = f"; to score texts write metric.score({TEXTS})"

NUMBERS_OF_A_SEGMENT = 4
"""Roughly how many numbers are counted for each segment, such as BLEU's matches."""

ScoreT = TypeVar("ScoreT", bound=Score, covariant=True)


class BaseMetric(MetricDefaults, Generic[ScoreT]):
    """What the metrics of this package inherit, and others can.

    A class that derives from it defines `score_statistics` in place of `score`, or `score_total`,
    and the other members of `Metric`.

    >>> from tallystick import Wer
    >>> Wer().score(hypotheses=["a b"], references=["a c"]).score
    50.0
    >>> Wer().score_segment("a b", ["a c"]).score
    50.0
    """

    __slots__ = ()

    if TYPE_CHECKING:  # what derived classes define

        @property
        def identity(self) -> Identity:
            """See `Metric`."""

        @property
        def columns(self) -> Columns:
            """The names of the columns of the statistics."""

        def options(self, given_tokens: bool) -> Mapping[str, str]:
            """See `Metric`."""

        def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
            """See `Metric`."""

        def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
            """See `Metric`."""

        def score_of_row(self, row: Mapping[str, Any]) -> Any:
            """Return what `formula` does for a row of statistics, which is given by name."""

    @overload
    def score(self, statistics: Statistics) -> ScoreT: ...

    @overload
    def score(
        self,
        *,
        hypotheses: Hypotheses | Corpus,
        references: ReferencesPerSegment | References | None = None,
        sources: Hypotheses | None = None,
        threads: int = 1,
    ) -> ScoreT: ...

    def score(self, *positional: Any, **named: Any) -> ScoreT:
        """Score texts, given as to `tallystick.score`, or statistics of segments together.

        Args:
            positional: Nothing, or `statistics`, which `self.statistics(corpus)` returned.
            named: hypotheses, references, sources and threads; see `tallystick.score`.

        Raises:
            InputError: The texts are invalid, or given by position; or their score is not defined.
            OptionError: There is no such parameter.
        """
        if len(positional) != 1 and "statistics" not in named:
            found: ScoreT = _score_texts(self, *positional, **named)
            return found
        from tallystick.metrics.sums.statistics import Statistics

        [statistics] = positional or (named["statistics"],)
        usage = f"write metric.score(metric.statistics(corpus)) or metric.score({TEXTS})"
        check_type(statistics, Statistics, usage)
        return self.score_statistics(statistics)

    def score_statistics(self, statistics: Statistics) -> ScoreT:
        """Score all segments of the statistics together.

        Raises:
            InputError: The score of this corpus is not defined.
        """
        if type(self).score_total is BaseMetric.score_total:
            raise NotImplementedError(f"{type(self).__name__} lacks score_statistics")
        return self.score_total(statistics.as_total(finite=self.finite))

    def score_total(self, total: Total) -> ScoreT:
        """Score the sum of the statistics of all segments, as `score_statistics` does them."""
        return self.score(total.row())

    def total(self, corpus: Corpus, workspace: Workspace | None = None) -> Total:
        """Return the sum of the statistics of all segments."""
        few = self.few_statistics(corpus, workspace)
        if few is not None:
            return few.total()
        return self.statistics(corpus, workspace).as_total(finite=self.finite)

    @property
    def finite(self) -> bool:
        """Whether statistics are refused that are not finite, before their sum is scored."""
        return False

    def few_statistics(
        self, corpus: Corpus, workspace: Workspace | None = None
    ) -> FewStatistics | None:
        """Return the statistics in Python numbers; None if arrays take less time."""
        if arrays_pay(NUMBERS_OF_A_SEGMENT * len(corpus)):
            return None
        columns = self.count_few(corpus, workspace or Workspace())
        return None if columns is None else FewStatistics.of(corpus, self.columns, *columns)

    def count_few(self, corpus: Corpus, workspace: Workspace) -> Iterable[list[Any]] | None:
        """Return the columns of the statistics in Python numbers; None if options need arrays.

        Metrics that have `score_of_row` and `score_total` can define this.
        """
        return None

    def score_segment(
        self, hypothesis: str, references: Sequence[str] = (), source: str | None = None
    ) -> ScoreT:
        """Score one segment in the metric's form for segments, as `segment_scores` does.

        Args:
            hypothesis: The hypothesis, a line of text.
            references: Its references, at least one if the metric needs them.
            source: The source text, for a metric that compares with it.

        Raises:
            InputError: There is no reference, or the score of the segment is not defined, which is
                NaN in arrays.
            OptionError: The score of a segment depends on the other segments of its corpus.
        """
        form: Any = self.for_segments()
        whole = form is None and self.whole_corpus
        if whole or hasattr(type(self), "fit"):
            prepared = "PreparedReferences(references, metric=metric).segment_score(0, hypothesis)"
            raise OptionError(
                f"{self.identity.title} of a segment depends on the other segments; write "
                "segment_scores(metric, metric.statistics(corpus))"
                + f", or {prepared} with the references of all segments"
                * (not whole)
            )
        form = self if form is None else form
        if form.identity.needs_references and (isinstance(references, str) or not references):
            raise InputError(
                f"the references of the segment are {references!r}; expected a list of at least "
                "one string"
            )
        found: ScoreT | None = form.score_alone(hypothesis, references, source)
        return form._score_as_corpus(hypothesis, references, source) if found is None else found

    def segment_counter(
        self, references: Sequence[str], source: str | None = None
    ) -> Callable[[str], Mapping[str, Any]] | None:
        """Return what counts hypotheses of one segment without arrays, from several threads.

        Metrics that have `score_of_row` and `score_total` can define this, for the options for
        which it takes less time than `statistics`.

        Args:
            references: The references of the segment, lines of text.
            source: The source of the segment, for a metric that compares with it.

        Returns:
            A function from a hypothesis to its row of `statistics` in Python numbers, by the names
            of single columns and blocks; None if the options, or this kernel, need arrays.
        """
        return None

    def segment_scorer(
        self, references: Sequence[str], source: str | None = None
    ) -> Callable[[str], float] | None:
        """Return a function that scores hypotheses of one segment, from several threads.

        What is known of the references is found once. `PreparedReferences` calls this for many
        segments.

        Args:
            references: The references of the segment, at least one.
            source: The source of the segment, for a metric that compares with it.

        Returns:
            The function from a hypothesis to its score; None if the options need arrays.

        >>> from tallystick import Bleu
        >>> score = Bleu(effective_order=True).segment_scorer(["the cat sat down"])
        >>> round(score("the cat sat"), 4)  # sacreBLEU 2.6.0
        71.6531
        """
        count = self.segment_counter(references, source)
        if count is None:
            return None
        formula = self.sum_formula()
        score_of_row = self.score_of_row if formula is None else formula.of_numbers
        return lambda hypothesis: float(score_of_row(count(hypothesis)))

    def score_alone(
        self, hypothesis: str, references: Sequence[str], source: str | None = None
    ) -> ScoreT | None:
        """Score a corpus of one segment, exactly with the options that the metric has.

        Returns:
            The score; None if the options need arrays, or the segment is not text without faults.
        """
        if not references and self.identity.needs_references:
            return None
        try:
            count = self.segment_counter(references, source)
            row = None if count is None else count(hypothesis)
        except InputError:  # a corpus takes token lists too, and says which segment is at fault
            return None
        if row is None:
            return None
        total: Any = SegmentTotal(row, len(references))
        return self.score_total(total)

    def _score_as_corpus(
        self, hypothesis: str, references: Sequence[str], source: str | None = None
    ) -> ScoreT:
        """Score a corpus of one segment with arrays, whatever the options."""
        from tallystick.metrics.corpus.building import as_corpus
        from tallystick.metrics.corpus.corpus import Corpus

        if self.identity.needs_references:
            sources = None if source is None else [source]
            corpus = as_corpus(hypotheses=[hypothesis], references=[references], sources=sources)
        else:
            corpus = Corpus.without_references([hypothesis])
        return self.score_statistics(self.statistics(corpus))

    def may_warn(self, hypothesis: str, references: Sequence[str]) -> bool:
        """Whether a segment can have a warning of `tallystick.score`; a quick test."""
        return True

    if not TYPE_CHECKING:  # a type checker refuses these itself

        def __call__(self, *positional: object, **named: object) -> Any:
            """Refuse to be called; say how texts are scored."""
            raise TypeError(f"a metric cannot be called{_TO_SCORE}")

        def __getattr__(self, name: str) -> Any:
            raise AttributeError(f"a metric has no attribute {name!r}{_TO_SCORE}")


@by_keyword(TEXTS, SWAPPED, name="metric.score")
def _score_texts(
    metric: Any,
    *,
    hypotheses: Any,
    references: Any = None,
    sources: Any = None,
    threads: int = 1,
) -> Any:
    return score_corpus("metric.score", metric, hypotheses, references, threads, sources)
