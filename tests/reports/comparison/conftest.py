"""What the tests of the analyses share: scored systems from lists of strings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

import tallystick
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.references import References
from tallystick.metrics.text import Text
from tallystick.reports.comparison.scored_systems import ScoredSystems, scored_systems


@pytest.fixture(scope="session")
def score() -> Callable[..., ScoredSystems]:
    """Score lists of strings, split at white space and tokenized no further."""

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
        return scored_systems(corpora, {spec: tallystick.metric(spec) for spec in metrics})

    return scored
