"""Comparisons to render: a small one, a hostile one, a large one, and what they are seen with."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

import tallystick
from tallystick import segment_scores
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.scoring import as_metric
from tallystick.reports.comparison.model import (
    Breakdown,
    BreakdownCell,
    BreakdownGroup,
    Comparison,
    Disagreement,
    DistinguishingNgram,
    Length,
    OrderPrecision,
    SegmentDifference,
    Segments,
    SuspiciousSegment,
    WordAccuracy,
)

HOSTILE = "</script><img src=x onerror=alert(1)>\"'`{{7*7}}\u202e\x00\x1b\ud800&amp;"

MakeComparison = Callable[..., Comparison]


def detailed(
    comparison: Comparison,
    systems: Mapping[str, Sequence[str]],
    references: Sequence[Sequence[str]],
    *,
    sources: Sequence[str] | None = None,
    documents: Sequence[str] | None = None,
    metadata: Mapping[str, Sequence[str]] | None = None,
    language: str = "",
    direction: str = "ltr",
    minimum: int = 10,
) -> Comparison:
    """Fill every part of a comparison with figures that are simple, and right as far as they go."""
    names = [one.name for one in comparison.systems]
    scores: dict[str, dict[str, tuple[float | None, ...]]] = {}
    for metric in comparison.metrics:
        scorer = as_metric(metric.metric)
        scores[metric.metric] = {}
        for name in names:
            corpus = Corpus.from_segments(hypotheses=list(systems[name]), references=references)
            found = segment_scores(scorer, scorer.statistics(corpus))
            scores[metric.metric][name] = tuple(float(one) for one in found)
    columns = dict(metadata or {})
    if documents is not None:
        columns = {"document": documents, **columns}
    lengths = [
        _length_group(len(of_segment[0].split() or of_segment[0])) for of_segment in references
    ]
    columns = {"reference length": lengths, **columns}
    first, second = names[0], names[-1]
    differing = tuple(
        n + 1
        for n, (one, other) in enumerate(zip(systems[first], systems[second], strict=True))
        if one != other
    )
    word = systems[first][0].split()[0] if systems[first][0].split() else "the"
    return replace(
        comparison,
        verdict=comparison.verdict
        or (
            f"{first} is the best under both metrics, but {names[1]} cannot be told from it.",
            f"Of {len(comparison.differences)} differences "
            f"{sum(one.significant for one in comparison.differences)} are significant.",
        ),
        caveats=comparison.caveats
        or (
            "One test set of one domain: other texts may order the systems otherwise.",
            "One training run per system: the variance of training is not covered.",
        ),
        methods=comparison.methods
        or (
            "Systems were compared with BLEU and NIST as implemented in tallystick; differences "
            "were tested by paired approximate randomisation, two-sided, with the correction of "
            "Holm over all pairs."
        ),
        disagreements=comparison.disagreements
        or (
            Disagreement(
                first,
                second,
                comparison.metrics[0].metric,
                comparison.metrics[-1].metric,
                (comparison.metrics[0].metric,),
                differing[:3],
            ),
        ),
        orders=comparison.orders
        or tuple(
            OrderPrecision(name, order, 1000 // order - n, 1400, (1000 // order - n) / 1400)
            for n, name in enumerate(names)
            for order in (1, 2, 3, 4)
        ),
        lengths=comparison.lengths
        or tuple(
            Length(name, 980 + 3 * n, 1000, 0.98 + 0.003 * n, 0.98 + 0.001 * n)
            for n, name in enumerate(names)
        ),
        breakdowns=comparison.breakdowns
        or tuple(
            _breakdown(comparison, field, values, scores, minimum)
            for field, values in columns.items()
        ),
        word_accuracy=comparison.word_accuracy
        or tuple(
            WordAccuracy(name, frequency, 50 + n, 100, 110, (50 + n) / 100, (50 + n) / 110, 0.5)
            for n, name in enumerate(names)
            for frequency in ("0", "1", "2-4", "5-9", "10 and more")
        ),
        ngrams=comparison.ngrams
        or (
            DistinguishingNgram(
                first, names[1], "matched", (word,), 9, 2, 7, 0.001, 0.03, differing[:4]
            ),
            DistinguishingNgram(
                names[1], first, "over-produced", ("of", word), 5, 0, 5, 0.002, 0.04, differing[:2]
            ),
        ),
        largest_differences=comparison.largest_differences
        or tuple(
            SegmentDifference(comparison.metrics[0].metric, first, second, number, 12.0)
            for number in differing[:3]
        ),
        suspicious=comparison.suspicious
        or (
            SuspiciousSegment("length ratio", second, 2, "3.4 times as long as the reference"),
            SuspiciousSegment("duplicate", None, 1, "the same as segment 2"),
        ),
        segments=Segments(
            sources=None if sources is None else tuple(sources),
            references=tuple(map(tuple, references)),
            hypotheses={name: tuple(systems[name]) for name in names},
            documents=None if documents is None else tuple(documents),
            metadata={name: tuple(values) for name, values in (metadata or {}).items()},
            scores=scores,
            directions={"source": "ltr", "target": direction},
            language=language,
        ),
        notes=comparison.notes,
    )


def _length_group(length: int) -> str:
    for low, high in ((0, 9), (10, 19), (20, 29), (30, 39), (40, 49), (50, 59)):
        if length <= high:
            return f"{low}-{high}"
    return "60 and more"


def _breakdown(
    comparison: Comparison,
    field: str,
    values: Sequence[str],
    scores: Mapping[str, Mapping[str, Sequence[float | None]]],
    minimum: int,
) -> Breakdown:
    labels = sorted(set(values)) if field == "reference length" else list(dict.fromkeys(values))
    groups = tuple(
        BreakdownGroup(
            label,
            numbers := tuple(n + 1 for n, value in enumerate(values) if value == label),
            len(numbers),
        )
        for label in labels
    )
    cells = []
    for group in groups:
        for metric in comparison.metrics:
            for system in comparison.systems:
                of_system = scores[metric.metric][system.name]
                found = [of_system[number - 1] or 0.0 for number in group.segments]
                mean = sum(found) / len(found) if len(found) >= minimum else None
                cells.append(BreakdownCell(group.label, system.name, metric.metric, mean, None))
    return Breakdown(field, minimum, groups, tuple(cells))


WORDS = [first + second for first in "bdfgklmnprst" for second in ("a", "en", "im", "o", "ul", "y")]


def varied(references: Sequence[str], seed: int, changes: float) -> list[str]:
    """Return hypotheses that are the references with some words changed."""
    drawn = random.Random(seed)
    return [
        " ".join(
            drawn.choice(WORDS) if drawn.random() < changes else word for word in reference.split()
        )
        for reference in references
    ]


@pytest.fixture(scope="session")
def make_comparison() -> MakeComparison:
    """Return a maker of comparisons of so many random systems and segments."""

    def make(systems: int, segments: int, **settings: object) -> Comparison:
        drawn = random.Random(7)
        references = [
            " ".join(drawn.choice(WORDS) for _ in range(drawn.randint(3, 45)))
            for _ in range(segments)
        ]
        hypotheses = {
            f"system-{n + 1}": varied(references, n, 0.08 + 0.03 * n) for n in range(systems)
        }
        documents = [f"document-{n // 9}" for n in range(segments)]
        comparison = tallystick.compare(
            systems=hypotheses,
            references=references,
            metrics=["bleu", "nist"],
            documents=documents,
            resamples=500,
            details=False,
            **settings,  # type: ignore[arg-type]
        )
        return detailed(
            comparison,
            hypotheses,
            [[one] for one in references],
            sources=[f"source {n + 1}: {one[::-1]}" for n, one in enumerate(references)],
            documents=documents,
            metadata={"domain": [("news", "speech", "law")[n % 3] for n in range(segments)]},
        )

    return make


@pytest.fixture(scope="session")
def small_comparison(make_comparison: MakeComparison) -> Comparison:
    """Return a comparison of three systems on sixty segments."""
    return make_comparison(3, 60)


@pytest.fixture(scope="session")
def large_comparison(make_comparison: MakeComparison) -> Comparison:
    """Return a comparison of twelve systems on five thousand segments."""
    return make_comparison(12, 5000)


@pytest.fixture(scope="session")
def make_pair() -> MakeComparison:
    """Return a maker of comparisons of two systems whose texts a test gives."""

    def make(
        one: Sequence[str],
        other: Sequence[str],
        references: Sequence[Sequence[str]],
        *,
        language: str = "",
        directions: tuple[str, str] = ("ltr", "ltr"),
    ) -> Comparison:
        systems = {"one": list(one), "other": list(other)}
        comparison = tallystick.compare(
            systems=systems,
            references=[list(of_segment) for of_segment in references],
            metrics=["bleu", "nist"],
            resamples=100,
            details=False,
        )
        return detailed(comparison, systems, references, language=language, direction=directions[1])

    return make


def hostile(comparison: Comparison) -> Comparison:
    """Return the comparison with hostile text in every name and segment."""

    def spoiled(value: Any, names: dict[str, str]) -> Any:
        if isinstance(value, str):
            return names.get(value, value)
        if isinstance(value, tuple):
            return tuple(spoiled(one, names) for one in value)
        if isinstance(value, dict):
            return {spoiled(k, names): spoiled(one, names) for k, one in value.items()}
        if hasattr(value, "__dataclass_fields__"):
            changed = {
                name: spoiled(getattr(value, name), names) for name in value.__dataclass_fields__
            }
            return replace(value, **changed)
        return value

    names = {one.name: f"{one.name}{HOSTILE}" for one in comparison.systems}
    names |= {"domain": f"domain{HOSTILE}", "news": f"news{HOSTILE}", comparison.title: HOSTILE}
    names |= dict.fromkeys((*comparison.verdict, *comparison.caveats), HOSTILE)
    spoilt: Comparison = spoiled(comparison, names)
    segments = spoilt.segments
    assert segments is not None
    first = spoilt.systems[0].name
    texts = (HOSTILE, "x" * 100_000, *segments.hypotheses[first][2:])
    return replace(
        spoilt,
        notes=(HOSTILE,),
        segments=replace(segments, hypotheses={**segments.hypotheses, first: texts}),
    )


@pytest.fixture(scope="session")
def hostile_text() -> str:
    """Return text that would act, were it not shown as text."""
    return HOSTILE


@pytest.fixture(scope="session")
def hostile_comparison(small_comparison: Comparison) -> Comparison:
    """Return the small comparison with hostile text in names, sentences, columns and segments."""
    return hostile(small_comparison)
