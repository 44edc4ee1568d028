"""Scoring of one or several systems under several metrics: `score`, and what others build on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from tallystick.errors import InputError, OptionError, UnknownNameError
from tallystick.metrics.arguments.catalogue import DEFAULT_METRICS
from tallystick.metrics.base.base_metric import (
    BY_KEYWORD,
    BaseMetric,
    corpus_of,
    refuse_without_references,
)
from tallystick.metrics.base.text_warnings import warn_of
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.metric import (
    MEMBERS,
    Metric,
    Score,
    completed,
    fitted,
    is_metric,
    with_defaults,
)
from tallystick.metrics.interface.spec import metric_from_spec, named, several_in, tidied
from tallystick.metrics.sums.statistics import Statistics, Total, Totals, concatenate

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import (
        Corpus,
        Hypotheses,
        References,
        ReferencesPerSegment,
    )
    from tallystick.metrics.whole_corpus.stream import Stream


class Scored(NamedTuple):
    """A corpus score with the statistics it was computed from.

    Attributes:
        metric: The metric.
        score: The score of the whole corpus.
        counted: The statistics of every segment, or their sum.
    """

    metric: Metric
    score: Score
    counted: Statistics | Total

    @property
    def statistics(self) -> Statistics:
        """The statistics of every segment; if only their sum was kept, it is the only row."""
        return self.counted.row() if isinstance(self.counted, Total) else self.counted


@BY_KEYWORD
def score(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    sources: Hypotheses | None = None,
    metrics: str | Metric | Sequence[str | Metric] = DEFAULT_METRICS,
    threads: int = 1,
    client: object | None = None,
) -> list[Score]:
    """Score one system's hypotheses under several metrics.

    Args:
        hypotheses: One string for each segment; or one list of tokens for each segment, which is
            not tokenized.
        references: For each segment its reference, or a list of its references. If references are
            parallel streams, pass a `Corpus` as `hypotheses` and no references:
            `Corpus.from_streams(...)`. May be left out if no metric needs references.
        sources: The source of each segment, which some metrics, such as SARI, compare with: text,
            or tokens if the hypotheses are tokens.
        metrics: Metrics or their specs, such as "bleu" or "nist:order=4".
        threads: The number of threads; the result does not depend on it.
        client: A `distributed.Client` of a Dask cluster, whose workers score blocks of
            `ROWS_IN_A_SUM` segments; the scores equal those of this process to 12 digits.

    Returns:
        One score for each metric, in their order.

    Raises:
        InputError: The hypotheses, references or sources are invalid, or a metric needs sources and
            there are none.
        OptionError: A metric has no such option, or no metric is given; or a metric must see all
            segments at once and there is a client.
        UnknownNameError: There is no such metric.

    >>> [bleu, chrf] = score(hypotheses=["a b c d e"], references=["a b c d f"])
    >>> round(bleu, 2), round(chrf, 2)  # sacreBLEU 2.6.0
    (66.87, 54.33)
    """
    chosen = chosen_metrics(metrics)
    needed = any(metric.identity.needs_references for metric in chosen)
    corpus = corpus_of("tallystick.score", hypotheses, references, sources, needed)
    if client is None:
        [system] = score_parts([[("", corpus)]], [corpus.references], chosen, threads=threads)
    else:
        from tallystick.metrics.in_parts.cluster import Cluster
        from tallystick.metrics.in_parts.parts import parts_of_corpus, score_in_parts

        with Cluster(client) as cluster:
            [system] = score_in_parts(parts_of_corpus(corpus), chosen, cluster, threads=threads)
    return [scored.score for scored in system.scored]


def listed_metrics(metrics: str | Metric | Iterable[str | Metric]) -> list[str | Metric]:
    """Return one metric or several as a list."""
    if isinstance(metrics, str):
        names = several_in(metrics)
        if names:
            raise UnknownNameError(
                f"{metrics!r} names several metrics; give a list, metrics={names}"
            )
    if isinstance(metrics, str) or is_metric(metrics):
        return [metrics]
    if not isinstance(metrics, Iterable):
        raise OptionError(
            f"metrics is {metrics!r}{_lacking(metrics)}; expected a metric or a list of them, "
            "such as metrics=['bleu', 'nist:order=4']"
        )
    return list(metrics)


def chosen_metrics(metrics: str | Metric | Iterable[str | Metric]) -> list[Metric]:
    """Return one metric or several, built where they are specs; none, or one twice, is refused."""
    chosen = list(labelled_metrics(listed_metrics(metrics)).values())
    if not chosen:
        raise OptionError("metrics is empty; name at least one, such as metrics=['bleu']")
    return chosen


def as_metric(metric: str | Metric) -> Metric:
    """Return a metric unchanged, or build the metric that a spec names.

    Raises:
        OptionError: It is neither.
    """
    if isinstance(metric, str):
        return metric_from_spec(metric)
    if isinstance(metric, type) or not is_metric(metric):
        what = f"the class {metric.__name__}" if isinstance(metric, type) else repr(metric)
        raise OptionError(
            f"{what} is not a metric{_lacking(metric)}; expected a spec such as 'bleu:order=2', "
            "or an object such as tallystick.Bleu(order=2)"
        )
    return metric


def _lacking(given: object) -> str:
    """Return the end of a sentence: the members that an incomplete metric lacks."""
    absent = [name for name in MEMBERS if not hasattr(given, name)]
    is_begun = 0 < len(absent) < len(MEMBERS)
    return f": it has no {' and no '.join(absent)}" if is_begun else ""


def labelled_metrics(metrics: Sequence[str | Metric]) -> dict[str, Metric]:
    """Return metrics by their specs; one that is given twice is refused."""
    labelled = [(label_of(metric), as_metric(metric)) for metric in metrics]
    refuse_same(labelled)
    return dict(labelled)


def label_of(metric: str | Metric) -> str:
    """Return the spec of a metric."""
    return tidied(metric) if isinstance(metric, str) else named(as_metric(metric)).spec


def refuse_same(metrics: Iterable[tuple[str, Metric]]) -> None:
    """Refuse metrics of which two have the same name in tables, perhaps under two specs."""
    labels: dict[str, str] = {}
    for label, metric in metrics:
        name = named(metric).name
        if name in labels:
            also = f", also as {labels[name]!r}" * (labels[name] != label)
            raise OptionError(f"the metric {label!r} is given twice{also}; omit one of them")
        labels[name] = label


class SystemScored(NamedTuple):
    """The scores of one system under several metrics.

    Attributes:
        system: The system's name.
        scored: One entry for each metric, in their order.
    """

    system: str
    scored: tuple[Scored, ...]


def score_parts(
    parts: Iterable[Iterable[tuple[str, Corpus]]],
    references: Iterable[References],
    metrics: Sequence[Metric],
    *,
    threads: int = 1,
    keep_segments: bool = True,
) -> list[SystemScored]:
    """Score several systems on one corpus, given in consecutive parts.

    Only one part at a time is in memory. Its references are tokenized once for all systems.

    Args:
        parts: The consecutive parts of the corpus; each is an iterable of the name of every system
            and its segments of that part, and is consumed before the next part is requested. The
            systems of a part share one `References` object.
        references: The references of all parts. They are iterated over once for every metric that
            must be fitted and does not stream.
        metrics: The metrics, fitted or not.
        threads: The number of threads; the result does not depend on it.
        keep_segments: Whether the statistics of every segment are kept. Otherwise `Scored` contains
            their sum as one row, and memory hardly grows with the number of segments. Metrics that
            stream may write a temporary file.

    Returns:
        One entry for each system, in the order of the first part. Parts of `ROWS_IN_A_SUM`
        segments give exactly the scores of the whole corpus; those of metrics that stream differ
        in the 15th digit.

    Raises:
        InputError: There are no parts, or the corpus cannot be scored.

    >>> from tallystick.metrics.corpus.corpus import Corpus
    >>> corpus = Corpus.from_segments(hypotheses=["a b c d"], references=["a b c d"])
    >>> metric = as_metric("bleu")
    >>> [system] = score_parts([[("mine", corpus)]], [corpus.references], [metric])
    >>> system.system, system.scored[0].score.score
    ('mine', 100.0)
    """
    # A workspace keeps its encoded references; over many parts, that would be the whole corpus.
    only_part = isinstance(references, Sequence) and len(references) == 1
    workspace = Workspace(threads, keeps=only_part)
    with ExitStack() as files:
        gathered = [
            _gathered(metric, references, workspace, keep_segments, None if only_part else files)
            for metric in metrics
        ]
        workspace = workspace if only_part else Workspace(threads)
        systems: dict[str, None] = {}
        warnings: set[str] = set()
        for part in parts:
            for system, corpus in part:
                if not corpus.has_references:
                    refuse_without_references(metrics)
                warn_of(corpus, metrics, warnings)
                systems[system] = None
                for of_metric in gathered:
                    of_metric.add(system, corpus, workspace)
            workspace = Workspace(threads)
        if not systems:
            raise InputError("there are no systems, so there is nothing to score")
        return [
            SystemScored(system, tuple(of_metric.score(system) for of_metric in gathered))
            for system in systems
        ]


def _gathered(
    metric: Metric,
    references: Iterable[References],
    workspace: Workspace,
    keep_segments: bool,
    files: ExitStack | None,
) -> _Sums | _Rows | _Whole:
    """Return what gathers systems part by part; `files` is None if there is only one part."""
    counting = with_defaults(metric).ngram_counting if files and not keep_segments else None
    if files is not None and counting is not None:
        from tallystick.metrics.whole_corpus.stream import Stream

        return _Sums(metric, files.enter_context(Stream(counting())))
    ready = fitted(metric, references, workspace)
    if ready.identity.whole_corpus:
        return _Whole(ready, keep_segments)
    return _Rows(ready) if keep_segments else _Sums(ready)


class _Sums:
    """The sums of the statistics of systems under one metric, part by part or of a stream."""

    def __init__(self, metric: Metric, stream: Stream | None = None) -> None:
        self._metric = metric
        self._stream = stream
        self._totals = Totals()

    def add(self, system: str, corpus: Corpus, workspace: Workspace) -> None:
        if self._stream is None:
            self._totals.add(system, total_of(self._metric, corpus, workspace))
        else:
            self._stream.add(system, corpus, workspace)

    def score(self, system: str) -> Scored:
        total = self._totals[system] if self._stream is None else self._stream.total(system)
        return scored_total(self._metric, total)


def total_of(metric: Metric, corpus: Corpus, workspace: Workspace) -> Total:
    """Return the sum of the statistics of a part of a corpus."""
    return completed(metric, BaseMetric).total(corpus, workspace)


def scored_total(metric: Metric, total: Total) -> Scored:
    """Score the sum of the statistics of a corpus."""
    return Scored(metric, completed(metric, BaseMetric).score_total(total), total)


class _Rows:
    """The statistics of systems under one metric, part by part."""

    def __init__(self, metric: Metric) -> None:
        self._metric = metric
        self._parts: dict[str, list[Statistics]] = defaultdict(list)

    def add(self, system: str, corpus: Corpus, workspace: Workspace) -> None:
        self._parts[system].append(self._metric.statistics(corpus, workspace))

    def score(self, system: str) -> Scored:
        parts, finite = self._parts[system], completed(self._metric, BaseMetric).finite
        total = reduce(Total.added, [part.as_total(finite) for part in parts])
        return scored_total(self._metric, total)._replace(counted=concatenate(parts))


class _Whole:
    """The segments of systems, for a metric that must see all of a system at once."""

    def __init__(self, metric: Metric, keep_segments: bool) -> None:
        self._metric = metric
        self._keeps = keep_segments
        self._parts: dict[str, list[Corpus]] = defaultdict(list)
        self._workspace = Workspace()

    def add(self, system: str, corpus: Corpus, workspace: Workspace) -> None:
        if self._parts[system] and not self._metric.identity.needs_references:
            corpus = corpus.without_references(corpus.hypotheses)
        self._parts[system].append(corpus)
        self._workspace = workspace

    def score(self, system: str) -> Scored:
        from tallystick.metrics.corpus.corpus import joined

        statistics = self._metric.statistics(joined(self._parts.pop(system)), self._workspace)
        score = self._metric.score(statistics)
        counted = statistics if self._keeps else statistics.as_total(finite=False)
        return Scored(self._metric, score, counted)
