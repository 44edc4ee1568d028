"""The base class of metrics: how an object scores texts, statistics and single segments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.calls import check_type
from tallystick.metrics.base.functions import BY_KEYWORD_OF_METRIC, TEXTS, score_corpus
from tallystick.metrics.counting.one_segment import SegmentTotal
from tallystick.metrics.interface.metric import Score

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus, Hypotheses, ReferencesPerSegment
    from tallystick.metrics.corpus.references import References
    from tallystick.metrics.sums.statistics import Statistics

_TO_SCORE = f"; to score texts write metric.score({TEXTS})"

ScoreT = TypeVar("ScoreT", bound=Score, covariant=True)


class BaseMetric(Generic[ScoreT]):
    """What the metrics of this package inherit, and others can.

    A class that derives from it defines `score_statistics` in place of `score`, and the other
    members of `Metric`.

    >>> from tallystick import Wer
    >>> Wer().score(hypotheses=["a b"], references=["a c"]).score
    50.0
    >>> Wer().score_segment("a b", ["a c"]).score
    50.0
    """

    __slots__ = ()

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
        metric: Any = self
        found: ScoreT = metric.score_total(statistics.as_total())
        return found

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
        metric: Any = self
        kind = type(self)  # isinstance with a protocol takes longer than all else
        has_form = hasattr(kind, "for_segments")
        whole = hasattr(kind, "whole_corpus") and metric.whole_corpus and not has_form
        if whole or hasattr(kind, "fit"):
            prepared = "PreparedReferences(references, metric=metric).segment_score(0, hypothesis)"
            raise OptionError(
                f"{metric.identity.title} of a segment depends on the other segments; write "
                "segment_scores(metric, metric.statistics(corpus))"
                + f", or {prepared} with the references of all segments"
                * (not whole)
            )
        form = metric.for_segments() if has_form else metric
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
        metric: Any = self
        count = self.segment_counter(references, source)
        if count is None:
            return None
        score_of_row = metric.score_of_row
        return lambda hypothesis: float(score_of_row(count(hypothesis)))

    def score_alone(
        self, hypothesis: str, references: Sequence[str], source: str | None = None
    ) -> ScoreT | None:
        """Score a corpus of one segment, exactly with the options that the metric has.

        Returns:
            The score; None if the options need arrays, or the segment is not text without faults.
        """
        metric: Any = self
        if not references and metric.identity.needs_references:
            return None
        try:
            count = self.segment_counter(references, source)
            row = None if count is None else count(hypothesis)
        except InputError:  # a corpus takes token lists too, and says which segment is at fault
            return None
        if row is None:
            return None
        found: ScoreT = metric.score_total(SegmentTotal(row, len(references)))
        return found

    def _score_as_corpus(
        self, hypothesis: str, references: Sequence[str], source: str | None = None
    ) -> ScoreT:
        """Score a corpus of one segment with arrays, whatever the options."""
        from tallystick.metrics.corpus.building import as_corpus
        from tallystick.metrics.corpus.corpus import Corpus

        metric: Any = self
        if metric.identity.needs_references:
            sources = None if source is None else [source]
            corpus = as_corpus(hypotheses=[hypothesis], references=[references], sources=sources)
        else:
            corpus = Corpus.without_references([hypothesis])
        return self.score_statistics(metric.statistics(corpus))

    def may_warn(self, hypothesis: str, references: Sequence[str]) -> bool:
        """Whether a segment can have a warning of `tallystick.score`; a quick test."""
        return True

    if not TYPE_CHECKING:  # a type checker refuses these itself

        def __call__(self, *positional: object, **named: object) -> Any:
            """Refuse to be called; say how texts are scored."""
            raise TypeError(f"a metric cannot be called{_TO_SCORE}")

        def __getattr__(self, name: str) -> Any:
            raise AttributeError(f"a metric has no attribute {name!r}{_TO_SCORE}")


@BY_KEYWORD_OF_METRIC
def _score_texts(
    metric: Any,
    *,
    hypotheses: Any,
    references: Any = None,
    sources: Any = None,
    threads: int = 1,
) -> Any:
    return score_corpus("metric.score", metric, hypotheses, references, threads, sources)
