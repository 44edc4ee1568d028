"""Reports of a system whose segments have given scores, so that every number can be recomputed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import tallystick
from tallystick.reports import Comparison, Origin

Scores = Mapping[str, Any]
"""By system a number for each segment, in a list or an array."""


def report(
    systems: Scores,
    date: str = "",
    commit: str = "",
    references: Sequence[str] | None = None,
    **options: Any,
) -> Comparison:
    """Return a report whose only metric with differences, `quality`, is the mean of scores."""
    segments = len(next(iter(systems.values())))
    references = references or [f"segment {number}" for number in range(segments)]
    comparison = tallystick.compare(
        systems={name: list(references) for name in systems},
        references=references,
        scores={"quality": {name: list(scores) for name, scores in systems.items()}},
        metrics="bleu",
        resamples=10,
        **options,
    )
    return replace(comparison, origin=Origin(date, commit))


def with_scores(comparison: Comparison, scores: Any) -> Comparison:
    """Return a report of one system with other scores of its segments, without scoring again."""
    assert comparison.segments is not None
    [name] = [system.name for system in comparison.systems]
    old = comparison.segments.statistics["quality"]
    texts = " ".join(f"{score:.8g}" for score in scores)
    columns = tuple(
        texts if column == "scores" else values
        for column, values in zip(old.columns, old.values[name], strict=True)
    )
    statistics = {**comparison.segments.statistics, "quality": replace(old, values={name: columns})}
    mean = sum(float(f"{score:.8g}") for score in scores) / len(scores)
    return replace(
        comparison,
        segments=replace(comparison.segments, statistics=statistics),
        scores=tuple(
            replace(system_score, score=mean) if system_score.metric == "quality" else system_score
            for system_score in comparison.scores
        ),
    )
