"""METEOR 1.5 over statistics that it printed: recorded scores, files, reports and errors."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tallystick
from tallystick import Corpus, InputError, OptionError, segment_scores
from tallystick.metrics import MeteorStatistics, Signature
from tests.command_line.conftest import Run, refused

Golden = Callable[[str], Any]

TEXTS = ["big house", "the cat", "a b"]
ROWS = {
    # recorded as case me4, and by hand: a perfect segment, and one without a match
    "one": [
        "2 2 0 0 1 1 0 0 0 0 0 0 1 1 0 0 0 0 0 0 1 2 2",
        "2 2 1 1 1 1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 1 2 2",
        " ".join(["2 2", *["0"] * 21]),
    ],
    "other": [" ".join(["2 2", *["0"] * 21])] * 3,
}


def numbers(line: str) -> tuple[float, ...]:
    return tuple(map(float, line.split()))


def test_the_recorded_scores_of_segments_and_corpora_are_reproduced(golden: Golden) -> None:
    recorded = golden("meteor_1_5")["cases"]
    assert len(recorded) > 100
    metric = MeteorStatistics("meteor-1.5")
    for case, expected in recorded.items():
        rows = tuple(map(numbers, expected["statistics"]))
        corpus = Corpus.from_segments(hypotheses=["a"] * len(rows), references=["a"] * len(rows))
        statistics = metric.statistics(replace(corpus, scores={"meteor-1.5": rows}))
        ours = segment_scores(metric, statistics)
        assert ours == pytest.approx(expected["segments"], abs=1e-9), case
        assert metric.score(statistics).score == pytest.approx(expected["corpus"], abs=1e-9), case


@pytest.fixture(autouse=True)
def files() -> None:
    for name, rows in ROWS.items():
        Path(f"{name}.txt").write_text("\n".join(TEXTS) + "\n", encoding="utf-8")
        Path(f"{name}.ss").write_text("\n".join(rows) + "\n", encoding="utf-8")
    both = [f"{name}\t{row}" for name, rows in ROWS.items() for row in rows]
    Path("both.ss").write_text("\n".join(both) + "\n", encoding="utf-8")
    Path("short.ss").write_text("1 2\n" * 3, encoding="utf-8")


@pytest.mark.parametrize("given", [["one.ss", "other.ss"], ["both.ss"]])
def test_a_command_compares_systems_by_the_formula(run: Run, given: list[str]) -> None:
    scores = " ".join(f"meteor-1.5:formula=meteor-1.5={name}" for name in given)
    words = f"compare one.txt -i one.txt other.txt -m wer --scores {scores}"
    comparison = tallystick.reports.Comparison.from_json(
        run(f"{words} --resamples 20 -f json").output
    )
    shown = {row.system: row.score for row in comparison.scores if row.metric == "meteor-1.5"}
    rows = {name: [numbers(row) for row in some] for name, some in ROWS.items()}
    expected = tallystick.score_systems(
        systems={"one": TEXTS, "other": TEXTS},
        references=TEXTS,
        metrics="wer",
        scores={MeteorStatistics("meteor-1.5"): rows},
    )
    assert shown == {name: some[-1].score for name, some in expected.items()}
    assert shown["other"] == 0 < (shown["one"] or 0) < 1


def test_a_signature_recreates_the_metric() -> None:
    metric = MeteorStatistics("meteor-1.5", program="METEOR 1.5", number=3, digest="0123456789ab")
    line = str(Signature.of(metric, 1, given_tokens=False))
    assert "formula:meteor-1.5" in line
    assert Signature.parse(line).metric() == metric


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ("m:formula=meteor-1.5=short.ss", "short.ss, line 1: has 2 numbers; expected 23"),
        ("m:formula=meteor-1=x.ss", "no formula is named 'meteor-1'; did you mean meteor-1.5?"),
    ],
)
def test_other_statistics_and_formulas_are_refused(run: Run, scores: str, message: str) -> None:
    assert message in refused(run(f"score one.txt -i one.txt --scores {scores}"))


def test_statistics_of_another_length_are_refused() -> None:
    with pytest.raises(InputError, match="entry 1 has 1 number; expected 23"):
        tallystick.score_systems(
            systems={"one": ["a"]}, references=["a"], scores={MeteorStatistics("m"): {"one": [0.5]}}
        )


@pytest.mark.parametrize("number", [-1.0, 1e300])
def test_a_number_that_is_no_count_is_refused_with_its_place(number: float) -> None:
    rows = (numbers(ROWS["one"][0]), (*numbers(ROWS["one"][1])[:20], number, 2.0, 2.0))
    corpus = Corpus.from_segments(hypotheses=["a"] * 2, references=["a"] * 2)
    match = r"as the chunks of segment 2, number 21 of 23; expected a count of 0 or more$"
    with pytest.raises(InputError, match=match):
        MeteorStatistics("m").statistics(replace(corpus, scores={"m": rows}))


def test_scores_are_no_statistics() -> None:
    corpus = replace(Corpus.from_segments(hypotheses=["a"], references=["a"]), scores={"m": (0.5,)})
    with pytest.raises(InputError, match="needs 23 numbers for each; a saved report has only"):
        MeteorStatistics("m").statistics(corpus)


def test_a_direction_is_refused() -> None:
    with pytest.raises(OptionError, match="leave out better, low and high"):
        MeteorStatistics("m", higher_is_better=False)
