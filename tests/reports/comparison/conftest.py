"""Fixtures: scored systems from texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

import tallystick
from tallystick.metrics import (
    Corpus,
    Metric,
    References,
    Text,
    score_parts,
    segments_as_units,
    units_of,
)
from tallystick.reports.comparison.facts.scored_systems import ScoredSystems


@pytest.fixture(scope="session")
def score_corpora() -> Callable[[Mapping[str, Corpus], Mapping[str, Metric]], ScoredSystems]:
    """Score corpora; the units are documents if they are known, else segments."""

    def scored(corpora: Mapping[str, Corpus], metrics: Mapping[str, Metric]) -> ScoredSystems:
        first = next(iter(corpora.values()))
        documents = first.documents
        systems = score_parts([corpora.items()], [first.references], list(metrics.values()))
        return ScoredSystems(
            metrics,
            {one.system: (one,) for one in systems},
            segments_as_units(len(first)) if documents is None else units_of("document", documents),
            tuple(corpora.values()),
        )

    return scored


@pytest.fixture(scope="session", name="score")
def score_lists(score_corpora: Callable[..., ScoredSystems]) -> Callable[..., ScoredSystems]:
    """Score lists of strings, which are only split at white space."""

    def scored(
        hypotheses: Mapping[str, Sequence[str]],
        references: Sequence[Sequence[str]],
        metrics: Sequence[str] = ("bleu:tokenize=none",),
        documents: Sequence[str] | None = None,
        sources: Sequence[str] | None = None,
        metadata: Mapping[str, Sequence[str]] | None = None,
    ) -> ScoredSystems:
        shared = References.per_segment(references)
        corpora = {
            name: Corpus(
                Text.from_lines(list(lines)),
                shared,
                None if documents is None else tuple(documents),
                None if sources is None else Text.from_lines(list(sources)),
                {column: tuple(values) for column, values in (metadata or {}).items()},
            )
            for name, lines in hypotheses.items()
        }
        return score_corpora(corpora, {spec: tallystick.metric(spec) for spec in metrics})

    return scored
