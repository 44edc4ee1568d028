"""Scoring in one call: `score`, `bleu` and `nist` with hypotheses and references by keyword."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from tallystick.errors import InputError
from tallystick.metrics.corpus import as_corpus
from tallystick.metrics.metric import Metric, Score, fitted
from tallystick.metrics.spec import metric_from_spec
from tallystick.metrics.statistics import Statistics, concatenate
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from tallystick.metrics.bleu import BleuScore
    from tallystick.metrics.corpus import Corpus
    from tallystick.metrics.nist import NistScore
    from tallystick.metrics.references import References


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """A corpus score together with the statistics it was made from.

    Attributes:
        metric: The metric that made it.
        score: The score of the whole corpus.
        statistics: The statistics of every segment.
    """

    metric: Metric
    score: Score
    statistics: Statistics


def score(
    *positional: Any,
    hypotheses: Any = None,
    references: Any = None,
    metrics: str | Metric | Sequence[str | Metric] = ("bleu", "nist"),
    threads: int = 1,
) -> list[Score]:
    """Score one system's hypotheses under several metrics.

    Args:
        hypotheses: One string for each segment; or one list of tokens for each segment, which no
            tokenizer touches.
        references: For each segment its reference, or a list of its references. For references
            that come as parallel streams, give a `Corpus` as `hypotheses` instead and no
            references: `Corpus.from_streams(...)`.
        metrics: Metrics or their specs, such as "bleu" or "nist:order=4".
        threads: How many threads to use; the result does not depend on it.

    Returns:
        One score for each metric, in their order.

    Raises:
        InputError: The hypotheses or references cannot be scored as they are.
        OptionError: A metric has no such option.
        UnknownNameError: There is no such metric.

    >>> [bleu, nist] = score(hypotheses=["a b c d e"], references=["a b c d f"])
    >>> round(bleu.score, 2), round(nist.score, 2)
    (66.87, 1.86)
    """
    corpus = _corpus("score", positional, hypotheses, references)
    chosen = [metrics] if isinstance(metrics, (str, Metric)) else list(metrics)
    workspace = Workspace(threads)
    return [
        scored.score
        for scored in score_corpora([corpus], [as_metric(one) for one in chosen], workspace)
    ]


def bleu(
    *positional: Any,
    hypotheses: Any = None,
    references: Any = None,
    threads: int = 1,
    **options: Any,
) -> BleuScore:
    """Score with BLEU; see `score` for the arguments and `Bleu` for the options.

    >>> bleu(hypotheses=["a b c d"], references=[["a b c d e", "b c d"]]).score
    100.0
    """
    from tallystick.metrics.bleu import Bleu

    corpus = _corpus("bleu", positional, hypotheses, references)
    metric = Bleu(**options)
    return metric.score(metric.statistics(corpus, Workspace(threads)))


def nist(
    *positional: Any,
    hypotheses: Any = None,
    references: Any = None,
    threads: int = 1,
    **options: Any,
) -> NistScore:
    """Score with NIST; see `score` for the arguments and `Nist` for the options.

    >>> nist(hypotheses=["a b c d e f"], references=["a b c d e f"]).score  # log2(6), by hand
    2.584962500721156
    """
    from tallystick.metrics.nist import Nist

    corpus = _corpus("nist", positional, hypotheses, references)
    metric = Nist(**options)
    return metric.score(metric.statistics(corpus, Workspace(threads)))


def as_metric(metric: str | Metric) -> Metric:
    """Return a metric as it is, or build the one that a spec names."""
    return metric_from_spec(metric) if isinstance(metric, str) else metric


def score_corpora(
    parts: Sequence[Corpus], metrics: Sequence[Metric], workspace: Workspace
) -> list[Scored]:
    """Score one corpus that comes in consecutive parts under several metrics.

    Args:
        parts: The parts of the corpus, in order.
        metrics: The metrics.
        workspace: Shares the encoded references between metrics, and with other systems.
    """
    references = [part.references for part in parts]
    return [
        score_fitted(fitted(metric, references, workspace), parts, workspace) for metric in metrics
    ]


def score_fitted(metric: Metric, parts: Iterable[Corpus], workspace: Workspace) -> Scored:
    """Score one corpus that comes in consecutive parts under a metric that is fitted."""
    statistics = concatenate([metric.statistics(part, workspace) for part in parts])
    return Scored(metric, metric.score(statistics), statistics)


@dataclass(frozen=True, slots=True, eq=False)
class SystemScored:
    """What several metrics say of one system.

    Attributes:
        system: The system's name.
        scored: One entry for each metric, in their order.
    """

    system: str
    scored: tuple[Scored, ...]


def score_systems(
    parts: Iterable[Iterable[tuple[str, Corpus]]],
    references: Iterable[References],
    metrics: Sequence[Metric],
    *,
    threads: int = 1,
    keep_segments: bool = True,
) -> list[SystemScored]:
    """Score several systems on one corpus that comes in consecutive parts.

    One part at a time is in memory, and its references are tokenized once for all systems.

    Args:
        parts: The consecutive parts of the corpus; each is an iterable of every system's name
            and its segments of that part, and is used up before the next part is asked for. The
            systems of a part share one `References` object.
        references: The references of all parts. They are iterated over anew for every metric
            that must be fitted, and not at all where no metric must.
        metrics: The metrics, fitted or not.
        threads: How many threads to use; the result does not depend on it.
        keep_segments: Whether the statistics of every segment are kept; otherwise `Scored` holds
            those of each part as one row, and hardly more memory is needed for more segments.

    Returns:
        One entry for each system, in the order of the first part. How the corpus is cut into
        parts can change the rounding of the last digit where statistics are no whole numbers.

    Raises:
        InputError: There are no parts, or the corpus cannot be scored.

    >>> from tallystick.metrics.corpus import Corpus
    >>> corpus = Corpus.from_segments(hypotheses=["a b c d"], references=["a b c d"])
    >>> metric = as_metric("bleu")
    >>> [system] = score_systems([[("mine", corpus)]], [corpus.references], [metric])
    >>> system.system, system.scored[0].score.score
    ('mine', 100.0)
    """
    only_part = isinstance(references, Sequence) and len(references) == 1
    # A workspace keeps what it encoded: over many parts that would be the whole corpus.
    workspace = Workspace(threads)
    ready = [
        fitted(metric, references, workspace if only_part else Workspace(threads))
        for metric in metrics
    ]
    found: dict[str, list[_Gathered]] = {}
    for part in parts:
        for system, corpus in part:
            of_metrics = found.setdefault(system, [_Gathered() for _ in ready])
            for metric, gathered in zip(ready, of_metrics, strict=True):
                gathered.add(metric.statistics(corpus, workspace), keep_segments)
        workspace = Workspace(threads)
    if not found:
        raise InputError("there are no systems, so there is nothing to score")
    return [
        SystemScored(
            system,
            tuple(
                gathered.score(metric) for metric, gathered in zip(ready, of_metrics, strict=True)
            ),
        )
        for system, of_metrics in found.items()
    ]


class _Gathered:
    """The statistics of one system under one metric, part by part."""

    def __init__(self) -> None:
        self._parts: list[Statistics] = []
        self._sums: list[Statistics] = []

    def add(self, part: Statistics, keep_segments: bool) -> None:
        row = part.total()[None, :]
        self._sums.append(Statistics(part.columns, row, part.references, part.given_tokens))
        # what comes in one part is scored from its segments, as everywhere else
        if keep_segments or len(self._sums) == 1:
            self._parts.append(part)
        else:
            self._parts = self._sums

    def score(self, metric: Metric) -> Scored:
        statistics = concatenate(self._parts)
        # from the sums in any case, so that keeping the segments does not change the score
        whole = statistics if len(self._sums) == 1 else concatenate(self._sums)
        return Scored(metric, metric.score(whole), statistics)


def _corpus(function: str, positional: Any, hypotheses: Any, references: Any) -> Corpus:
    from tallystick.metrics.corpus import Corpus

    if positional:
        _refuse_positional(function)
    if hypotheses is None:
        raise InputError(
            f"hypotheses are missing; write tallystick.{function}(hypotheses=..., references=...)"
        )
    if isinstance(hypotheses, Corpus):
        if references is not None:
            raise InputError(
                "hypotheses is a Corpus, which has its references; leave references out"
            )
        return hypotheses
    if references is None:
        raise InputError(
            f"references are missing; write tallystick.{function}(hypotheses=..., references=...)"
        )
    return as_corpus(hypotheses=hypotheses, references=references)


def _refuse_positional(function: str) -> NoReturn:
    raise InputError(
        f"tallystick.{function} takes hypotheses and references by keyword, because tools disagree "
        f"about their order and swapped arguments give a number nobody notices; write "
        f"tallystick.{function}(hypotheses=YOUR_SYSTEM_OUTPUT, references=YOUR_REFERENCES); if "
        f"your call was written for sacreBLEU its first argument is hypotheses, for NLTK references"
    )
