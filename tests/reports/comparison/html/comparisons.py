"""Comparisons to render: a small and a hostile one, and any that a test asks for."""

import math
import random
from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any

import tallystick
from tallystick import Corpus
from tallystick.metrics import Metric
from tallystick.reports import Comparison, Disagreement
from tests.metrics.internals import HumanScores

HOSTILE = "</script><img src=x onerror=alert(1)>\"'`{{7*7}}\u202e\x00\x1b\ud800&amp;"

WORDS = [first + second for first in "bdfgklmnprst" for second in ("a", "en", "im", "o", "ul", "y")]


def drawn_references(seed: int, segments: int, longest: int) -> list[str]:
    drawn = random.Random(seed)
    return [
        " ".join(drawn.choice(WORDS) for _ in range(drawn.randint(3, longest)))
        for _ in range(segments)
    ]


def varied(references: Sequence[str], seed: int, changes: float) -> list[str]:
    """Return hypotheses that are the references with some words changed."""
    drawn = random.Random(seed)
    return [
        " ".join(
            drawn.choice(WORDS) if drawn.random() < changes else word for word in reference.split()
        )
        for reference in references
    ]


@cache
def make_comparison(systems: int, segments: int) -> Comparison:
    """Return a comparison of a number of random systems on a number of segments."""
    references = drawn_references(7, segments, longest=45)
    hypotheses = {f"system-{n + 1}": varied(references, n, 0.08 + 0.03 * n) for n in range(systems)}
    # a word that one system always gets wrong, and a segment that another omits
    hypotheses["system-2"] = [
        " ".join("zup" if word == "ba" else word for word in text.split())
        for text in hypotheses["system-2"]
    ]
    hypotheses["system-3"][1] = ""
    return tallystick.compare(
        systems=hypotheses,
        references=references,
        metrics=["bleu", "nist"],
        sources=[f"source {n + 1}: {reference[::-1]}" for n, reference in enumerate(references)],
        documents=[f"document-{n // 2}" for n in range(segments)],
        metadata={"domain": [("news", "speech", "law")[n % 3] for n in range(segments)]},
        resamples=200,
    )


@cache
def small_comparison() -> Comparison:
    """Return a comparison of three systems on 120 segments, about which two metrics disagree."""
    comparison = make_comparison(3, 120)
    bleu, nist = (metric.metric for metric in comparison.metrics)
    disagreement = Disagreement("system-1", "system-3", bleu, nist, (bleu,), (3, 5, 8))
    return replace(comparison, disagreements=(disagreement,))


def make_pair(
    first: Sequence[str], second: Sequence[str], references: Sequence[Sequence[str]]
) -> Comparison:
    """Return a comparison of two systems from their texts."""
    return tallystick.compare(
        systems={"one": list(first), "other": list(second)},
        references=[list(of_segment) for of_segment in references],
        resamples=100,
    )


@cache
def make_two(segments: int) -> Comparison:
    """Return a comparison of two random systems on a number of segments."""
    references = drawn_references(5, segments, longest=25)
    return tallystick.compare(
        systems={f"system-{n}": varied(references, n, 0.1 * n) for n in (1, 2)},
        references=references,
        metadata={"domain": [("news", "speech")[n % 2] for n in range(segments)]},
        resamples=200,
    )


SCORED = [
    *("bleu", "bleu:smooth=floor,smooth_value=0.3", "bleu:smooth=add-k", "bleu:smooth=none"),
    *("bleu:effective_order=yes,order=6", "bleu:weights=0.5+0.2+0.3", "bleu:dialect=nltk-mean"),
    *("nist", "nist:dialect=nltk", "nist:dialect=doddington", "chrf", "chrf++", "sentbleu"),
    *("chrf:eps_smoothing=yes,beta=1", "chrf:dialect=nltk", "ter", "wer", "mer", "cer", "rougeL"),
    *("google_gleu", "ribes"),
]


@cache
def scored_comparison() -> Comparison:
    """Return two short systems on 60 segments of 12 documents under many metrics."""
    references = varied([" ".join(WORDS[n : n + 9 + n % 7]) for n in range(60)], 3, 0.2)
    systems = {
        f"system {n}": [" ".join(text.split()[n:]) for text in varied(references, n, 0.1 * n)]
        for n in (1, 2)
    }
    corpora = {
        system: Corpus.from_segments(
            hypotheses=hypotheses,
            references=references,
            documents=[f"document-{n // 5}" for n in range(60)],
            metadata={"domain": [("news", "law")[n // 5 % 2] for n in range(60)]},
        )
        for system, hypotheses in systems.items()
    }
    # of the first document, humans judged nothing
    for place, (system, corpus) in enumerate(corpora.items()):
        judged = (math.nan if n < 5 else float(n * (place + 7) % 13) for n in range(60))
        corpora[system] = replace(corpus, scores={"judged": tuple(judged)})
    metrics: list[str | Metric] = [*SCORED, HumanScores("judged")]
    return tallystick.compare(systems=corpora, metrics=metrics, resamples=100)


def hostile(comparison: Comparison) -> Comparison:
    """Return the comparison with hostile text in every name and segment."""

    def spoiled(value: Any, names: dict[str, str]) -> Any:
        if isinstance(value, str):
            return names.get(value, value)
        if isinstance(value, tuple):
            return tuple(spoiled(part, names) for part in value)
        if isinstance(value, dict):
            return {spoiled(k, names): spoiled(part, names) for k, part in value.items()}
        if hasattr(value, "__dataclass_fields__"):
            changed = {
                field.name: spoiled(getattr(value, field.name), names) for field in fields(value)
            }
            return replace(value, **changed)
        return value

    names = {system.name: f"{system.name}{HOSTILE}" for system in comparison.systems}
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


@cache
def hostile_comparison() -> Comparison:
    """Return the small comparison with hostile text in names, sentences, columns and segments."""
    return hostile(small_comparison())


@cache
def long_comparison() -> Comparison:
    """Return a comparison of paragraphs by four systems whose long names differ at their ends."""
    paragraphs = [" ".join(WORDS[n % 60] for n in range(k, k + 500)) for k in range(12)]
    return tallystick.compare(
        systems={
            f"transformer-{'big-' * 27}checkpoint-{k}": varied(paragraphs, k, 0.1 * k + 0.1)
            for k in range(4)
        },
        references=[[paragraph, paragraph] for paragraph in paragraphs],
        metrics=["bleu", "nist"],
        resamples=200,
    )
