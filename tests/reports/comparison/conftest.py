"""Fixtures: scored systems from texts."""

from collections.abc import Callable, Mapping, Sequence

import pytest

import tallystick
from tallystick.metrics import Corpus, References, Text, score_parts, segments_as_units, units_of
from tests.reports.internals import ScoredSystems


@pytest.fixture(scope="session", name="score")
def score_lists() -> Callable[..., ScoredSystems]:
    """Score lists of strings, split at white space; units are documents if known, else segments."""

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
        named = {spec: tallystick.metric(spec) for spec in metrics}
        return ScoredSystems(
            named,
            {
                scored.system: (scored,)
                for scored in score_parts([corpora.items()], [shared], list(named.values()))
            },
            segments_as_units(len(shared))
            if documents is None
            else units_of("document", documents),
            tuple(corpora.values()),
        )

    return scored
