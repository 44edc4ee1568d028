"""The base class of metrics: how an object scores texts, statistics and single segments."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast, overload

from tallystick.errors import InputError, OptionError, TallystickWarning, warn
from tallystick.metrics.arguments.calls import SWAPPED, by_keyword, check_type
from tallystick.metrics.base.text_warnings import warn_of
from tallystick.metrics.corpus.corpus import (
    Corpus,
    Hypotheses,
    References,
    ReferencesPerSegment,
    mixture,
)
from tallystick.metrics.corpus.text import Text, Tokens, arrays_pay
from tallystick.metrics.counting.one_segment import SegmentTotal
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.metric import Metric, MetricDefaults, Score, fitted
from tallystick.metrics.sums.statistics import Columns, Statistics, Total

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.interface.identity import Identity

TEXTS: Mapping[str, str] = MappingProxyType(
    {
        "hypotheses": "YOUR_SYSTEM_OUTPUT",
        "references": "YOUR_REFERENCES",
        "sources": "SOURCE_TEXTS",
    }
)
"""The parameters that are texts, each with its placeholder in errors."""

USAGE = ", ".join(f"{text}={TEXTS[text]}" for text in ("hypotheses", "references"))
BY_KEYWORD = by_keyword(USAGE, SWAPPED)
_TO_SCORE = f"; to score texts write metric.score({USAGE})"

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
            score: ScoreT = _score_texts(self, *positional, **named)
            return score
        [statistics] = positional or (named["statistics"],)
        usage = f"write metric.score(metric.statistics(corpus)) or metric.score({USAGE})"
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
        return self.statistics(corpus, workspace).as_total(finite=self.finite)

    @property
    def finite(self) -> bool:
        """Whether statistics are refused that are not finite, before their sum is scored."""
        return False

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the statistics of every segment; `count` describes them.

        Raises:
            InputError: The corpus has no sources that the metric needs, or they are not tokens
                although the hypotheses are.
        """
        usage = "from_segments" if self.identity.needs_references else "without_references"
        check_type(corpus, Corpus, f"write metric.statistics(Corpus.{usage}(...))")
        if self.identity.needs_sources:
            sources_of(self.identity, corpus)
        workspace = workspace or Workspace()
        many = arrays_pay(NUMBERS_OF_A_SEGMENT * len(corpus))
        values = None if many else self.count_few(corpus, workspace)
        return self.count(corpus, workspace) if values is None else self.of_numbers(corpus, values)

    def of_numbers(self, corpus: Corpus, values: Iterable[list[Any]]) -> Statistics:
        """Return the statistics of a corpus with these columns, as `count_few` returns them."""
        shape = corpus.references.number, corpus.given_tokens
        return Statistics.of_numbers(self.columns, values, *shape)

    def count(self, corpus: Corpus, workspace: Workspace) -> Statistics:
        """Return the statistics of every segment, for `statistics`; by default of `fit`."""
        ready = fitted(self, [corpus.references], workspace)
        if ready is self:
            raise NotImplementedError(f"{type(self).__name__} lacks statistics, or count")
        return ready.statistics(corpus, workspace)

    def count_few(self, corpus: Corpus, workspace: Workspace) -> Iterable[list[Any]] | None:
        """Return the columns of the statistics in Python numbers; None if options need arrays."""
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
        if not isinstance(hypothesis, str):
            raise InputError(
                f"the hypothesis of the segment is {reprlib.repr(hypothesis)}; expected a string"
            )
        form: Any = self.for_segments()
        whole = form is None and self.identity.whole_corpus
        if whole or hasattr(type(self), "fit"):
            prepared = "PreparedReferences(references, metric=metric).segment_score(0, hypothesis)"
            raise OptionError(
                f"{self.identity.title} of a segment depends on the other segments; write "
                "segment_scores(metric, metric.statistics(corpus))"
                + f", or {prepared} with the references of all segments"
                * (not whole)
            )
        form = self if form is None else form
        listed = hasattr(references, "__len__") and not isinstance(references, str)
        if not (listed and references) and form.identity.needs_references:
            raise InputError(
                f"the references of the segment are {reprlib.repr(references)}; expected a list of "
                "at least one string"
            )
        score: ScoreT | None = form.score_alone(hypothesis, references, source)
        if score is None:  # with arrays, whatever the options
            needed = form.identity.needs_references
            given = [references] if needed else None
            sources = None if source is None else [source]
            corpus = corpus_of("score_segment", [hypothesis], given, sources, needed)
            score = form.score_statistics(form.statistics(corpus))
        return score

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

    def warnings_of_segment(
        self, hypothesis: str, references: Sequence[str]
    ) -> list[tuple[str, type[TallystickWarning]]] | None:
        """Return the warnings about a segment with their classes, if known in little time.

        None if there can be others, for which `tallystick.score` looks at a corpus.
        """
        return None

    if not TYPE_CHECKING:  # a type checker refuses these itself

        def __call__(self, *positional: object, **named: object) -> Any:
            """Refuse to be called; say how texts are scored."""
            raise TypeError(f"a metric cannot be called{_TO_SCORE}")

        def __getattr__(self, name: str) -> Any:
            raise AttributeError(f"a metric has no attribute {name!r}{_TO_SCORE}")


@by_keyword(USAGE, SWAPPED, name="metric.score")
def _score_texts(
    metric: Any,
    *,
    hypotheses: Any,
    references: Any = None,
    sources: Any = None,
    threads: int = 1,
) -> Any:
    return score_texts("metric.score", metric, hypotheses, references, sources, threads)


def score_texts(
    called: str,
    metric: BaseMetric[ScoreT],
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    sources: Hypotheses | None = None,
    threads: int = 1,
) -> ScoreT:
    """Score texts, with warnings; `called` is what the user calls, such as "tallystick.bleu"."""
    texts = hypotheses, references, sources
    segment = one_segment(*texts) if threads == 1 else None
    corpus = None
    known = None if segment is None else metric.warnings_of_segment(*segment[:2])
    if known is None:
        corpus = _checked(called, metric, texts)
    for warning in known or ():
        warn(*warning)
    score = None if segment is None else metric.score_alone(*segment)
    if score is not None:
        return score
    corpus = corpus or _checked(called, metric, texts, {text for text, _ in known or ()})
    workspace = Workspace(threads)
    ready = cast("BaseMetric[ScoreT]", fitted(metric, [corpus.references], workspace))
    return ready.score(ready.statistics(corpus, workspace))


def _checked(
    called: str, metric: Metric, texts: tuple[Any, Any, Any], said: set[str] | None = None
) -> Corpus:
    """Return what is to be scored, with warnings, except those in `said`."""
    needed = metric.identity.needs_references
    corpus = corpus_of(called, *texts, needed)
    if needed and not corpus.has_references:
        refuse_without_references([metric])
    warn_of(corpus, [metric], said)
    return corpus


def corpus_of(
    function: str, hypotheses: Any, references: Any, sources: Any = None, needed: bool = True
) -> Corpus:
    """Return what is to be scored; `needed` says whether references are."""
    if hypotheses is None:
        others = ", references=..." if needed else ""
        raise InputError(f"hypotheses are missing; write {function}(hypotheses=...{others})")
    if isinstance(hypotheses, Corpus):
        if references is not None:
            raise InputError(
                "hypotheses is a Corpus, which has its references; leave references out"
            )
        if sources is not None:
            raise InputError(
                "hypotheses is a Corpus, which has its sources; leave sources out here, and give "
                "them to Corpus.from_segments(...)"
            )
        return hypotheses
    if references is None and not needed:
        return Corpus.without_references(hypotheses)
    if references is None:
        raise InputError(
            f"references are missing; write {function}(hypotheses=..., references=...)"
        )
    from tallystick.metrics.corpus.building import as_corpus

    return as_corpus(hypotheses=hypotheses, references=references, sources=sources)


def refuse_without_references(metrics: Iterable[Metric]) -> None:
    """Raise `InputError` if one of the metrics needs references, which are missing."""
    needing = [metric.identity.name for metric in metrics if metric.identity.needs_references]
    if needing:
        raise InputError(
            f"{', '.join(needing)} {'compares' if len(needing) == 1 else 'compare'} hypotheses "
            "with references, but there are none; give them, or only metrics that need none, such "
            "as distinct2"
        )


def missing_sources(identity: Identity) -> InputError:
    """Return the error for a metric that needs sources where there are none."""
    return InputError(
        f"{identity.title} compares with the source texts, and there are none; give sources=..., "
        "one for every segment"
    )


def sources_of(identity: Identity, corpus: Corpus) -> Text | Tokens:
    """Return the sources of a corpus for a metric that needs them.

    Raises:
        InputError: There are no sources, or one side is text and the other tokens.
    """
    if corpus.sources is None:
        raise missing_sources(identity)
    if isinstance(corpus.sources, Text) == corpus.given_tokens:
        raise mixture(corpus.given_tokens, "sources")
    return corpus.sources


def one_segment(
    hypotheses: object, references: object, sources: object = None
) -> tuple[str, list[str], str | None] | None:
    """Return a hypothesis, its references and its source if plain strings are all that is given."""
    if type(hypotheses) is not list or len(hypotheses) != 1 or type(hypotheses[0]) is not str:
        return None
    source = None
    if sources is not None:
        if type(sources) is not list or len(sources) != 1 or type(sources[0]) is not str:
            return None
        source = sources[0]
    if references is None:
        return hypotheses[0], [], source
    if type(references) is not list or len(references) != 1:
        return None
    given = references[0] if type(references[0]) is list else references
    # many references may be the words of one, of which `Corpus` warns
    if not 0 < len(given) < 4 or {*map(type, given)} != {str}:
        return None
    return hypotheses[0], given, source
