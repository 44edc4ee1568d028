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
    """Score one corpus that comes in consecutive parts under a metric that needs no more fitting."""
    statistics = concatenate([metric.statistics(part, workspace) for part in parts])
    return Scored(metric, metric.score(statistics), statistics)


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
