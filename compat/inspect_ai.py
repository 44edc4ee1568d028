"""Scorers for Inspect: the score of each sample, and that of all with its standard error.

Change one line of a task::

    from tallystick.compat.inspect_ai import ngrams

    Task(dataset=..., scorer=ngrams("chrf:word_order=2"))
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tallystick.errors import MissingExtraError, OptionError
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.interface.metric import Fittable, segment_form
from tallystick.metrics.interface.spec import metric_from_spec
from tallystick.metrics.resampling.intervals import jackknife_variance

try:
    from inspect_ai.scorer import SampleScore, Score, metric, scorer
except ModuleNotFoundError as missing:
    raise MissingExtraError(
        f"tallystick.compat.inspect_ai needs {missing.name}; install it with: "
        "pip install inspect-ai"
    ) from None

__all__ = ["corpus", "corpus_stderr", "ngrams"]


def _counted(scores: list[SampleScore]) -> tuple[Any, Any, Any]:
    """Return the metric of samples, the rows of their statistics and the sums of these."""
    given = [sample.score.metadata for sample in scores]
    [spec] = {each["metric"] for each in given}
    rows = np.array([each["statistics"] for each in given])
    return metric_from_spec(spec), rows, rows.sum(axis=0)


@metric
def corpus() -> Any:
    """The score of all samples together, from the sums of their statistics."""

    def score(scores: list[SampleScore]) -> float:  # Inspect reads this type
        counted, _, total = _counted(scores)
        return float(counted.formula(total))

    return score


@metric
def corpus_stderr() -> Any:
    """Its standard error, by the jackknife: from the scores without each sample.

    Of a single sample it is 0, as Inspect's `stderr` is.
    """

    def error(scores: list[SampleScore]) -> float:
        counted, rows, total = _counted(scores)
        if len(rows) == 1:
            return 0.0
        return float(np.sqrt(jackknife_variance(counted.formula(total - rows))))

    return error


@scorer(metrics=[corpus(), corpus_stderr()])
def ngrams(spec: str = "bleu") -> Any:
    """Score completions by a metric, with every target as a reference.

    Args:
        spec: A metric that adds up statistics of segments, such as "bleu", "chrf:word_order=2" or
            "rougeL"; see `tallystick.metric`.

    The value of a sample is its score as a single segment. Of several epochs, the first counts.
    """
    counted = metric_from_spec(spec)
    alone = segment_form(counted)
    identity = counted.identity
    if isinstance(counted, Fittable) or identity.whole_corpus or identity.needs_sources:
        raise OptionError(
            f"{spec} needs more than the completion and the targets of a sample; expected a metric "
            "such as bleu, chrf, ter or rougeL"
        )

    async def score(state: Any, target: Any) -> Any:
        text = state.output.completion
        sample = Corpus.from_segments(hypotheses=[text], references=[list(target.target)])
        statistics = counted.statistics(sample).total().tolist()
        return Score(
            value=float(alone.score(alone.statistics(sample))),
            answer=text,
            metadata={"metric": spec, "statistics": statistics},
        )

    return score
