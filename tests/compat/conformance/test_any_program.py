"""No program makes a check fail, and what gives no score is evidence of no cause."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from zlib import crc32

import pytest

from tallystick.compat import Case, Implementation, Verdict, check, identify
from tallystick.compat.implementations.outcome import failed
from tallystick.metrics import fitted, metric_from_spec

pytestmark = pytest.mark.slow

DIALECTS = {
    "bleu": "sacrebleu",
    "sentbleu": "nltk-method1",
    "nist": "mteval",
    "chrf": "sacrebleu",
    "wer": "jiwer",
    "cer": "jiwer",
    "mer": "jiwer",
    "wil": "jiwer",
    "wip": "jiwer",
    "rouge1": "rouge-score",
    "rougeL": "rouge-score",
    "rougeLsum": "rouge-score",
    "ter": "sacrebleu",
    "google_gleu": "nltk",
    "ribes": "nltk",
    "cider": "pycocoevalcap",
    "sari": "evaluate",
}
SECONDS = 3

Score = Callable[..., Any]


def digest(*given: Any) -> int:
    return crc32(repr(given).encode())


def noise(*given: Any) -> float:
    return digest(*given) / 2**32


def raising(score: Score) -> Score:
    def run(*given: Any) -> Any:
        if digest(*given) % 3 == 0:
            raise RuntimeError("this input is too odd")
        return score(*given)

    return run


def without_number(score: Score) -> Score:
    return lambda *given: score(*given) if digest(*given) % 3 else float("nan")


def refusing(score: Score) -> Score:
    return lambda *given: score(*given) if digest(*given) % 3 else failed("unsupported", "odd")


def slow(score: Score) -> Score:
    def run(*given: Any) -> Any:
        time.sleep(0.05)
        return score(*given)

    return run


def late(score: Score) -> Score:
    return lambda *given: score(*given) if digest(*given) % 7 else failed("timeout", "10 s")


WAYS = (raising, without_number, refusing, slow, late)


def right(metric: str, dialect: str) -> Score:
    """Return our own metric as a program."""
    ours = metric_from_spec(f"{metric}:dialect={dialect}")

    def score(hypotheses: Any, references: Any, *others: Any) -> float:
        sources = others[-1] if metric == "sari" else None
        corpus = Case.of(hypotheses, references, sources).corpus
        return ours.score(fitted(ours, [corpus.references]).statistics(corpus)).score

    return score


def program(metric: str, run: Score) -> Implementation:
    return Implementation(
        name="odd",
        metric=metric,
        run=run,
        dialect=DIALECTS[metric],
        orders=(),
        scale=metric_from_spec(f"{metric}:dialect={DIALECTS[metric]}").identity.scale.high or 1,
        sources=metric == "sari",
    )


QUICK = ("bleu", "nist", "chrf", "wer", "rougeL", "cider", "sari")


@pytest.mark.parametrize(
    "metric",
    [pytest.param(name, marks=() if name in QUICK else pytest.mark.thorough) for name in DIALECTS],
)
def test_a_program_that_returns_noise_and_fails_in_every_way_is_reported(metric: str) -> None:
    run: Score = noise
    for way in (raising, without_number, refusing, late):
        run = way(run)
    started = time.monotonic()
    result = check(program(metric, run), examples=10, seconds=SECONDS)
    assert time.monotonic() - started < SECONDS + 5
    assert result.verdict is Verdict.DIFFERS
    assert str(result)


@pytest.mark.parametrize(
    ("metric", "way"),
    [
        ("bleu", refusing),
        *(("wer", way) for way in WAYS),
        *(
            pytest.param(metric, way, marks=pytest.mark.thorough)
            for metric in DIALECTS
            for way in WAYS
        ),
    ],
)
def test_a_right_program_that_gives_no_score_of_some_inputs_is_not_accused(
    metric: str, way: Callable[[Score], Score]
) -> None:
    run = way(right(metric, DIALECTS[metric]))
    result = check(program(metric, run), examples=40, seconds=SECONDS)
    assert result.verdict is not Verdict.NOT_RUN
    own = "it ends with an error" if way is raising else "it gives no number"
    assert [problem.name for problem in result.problems if problem.name != own] == []
    assert result.violations == ()


def test_a_program_that_refuses_every_input_is_said_to() -> None:
    refusing = program("wer", lambda *given: failed("unsupported", "no rate today"))
    result = check(refusing, examples=5, seconds=SECONDS)
    assert result.verdict is Verdict.NOT_RUN
    assert result.note == "it refused every input, first with unsupported: no rate today"
    found_out = identify(refusing, seconds=SECONDS)
    assert found_out.note == "it gave no score: unsupported: no rate today"


def test_a_claim_that_gives_no_score_accuses_nobody() -> None:
    """SARI needs sources, which this program does not take."""
    result = check(replace(program("sari", noise), sources=False), examples=5)
    assert result.verdict is Verdict.NOT_RUN
    assert result.note.startswith("its claim gives no score of any input: error: ")
