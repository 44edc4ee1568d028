"""METEOR 1.5 over statistics that it printed: recorded scores, files, reports and errors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tallystick
from tallystick import Corpus, InputError, MeteorStatistics, OptionError, Signature, segment_scores
from tests.command_line.conftest import refused

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
        found = segment_scores(metric, statistics)
        assert found == pytest.approx(expected["segments"], abs=1e-9), case
        assert metric.score(statistics).score == pytest.approx(expected["corpus"], abs=1e-9), case


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    for name, rows in ROWS.items():
        (tmp_path / f"{name}.txt").write_text("\n".join(TEXTS) + "\n", encoding="utf-8")
        (tmp_path / f"{name}.ss").write_text("\n".join(rows) + "\n", encoding="utf-8")
    both = [f"{name}\t{row}" for name, rows in ROWS.items() for row in rows]
    (tmp_path / "both.ss").write_text("\n".join(both) + "\n", encoding="utf-8")
    (tmp_path / "short.ss").write_text("1 2\n" * 3, encoding="utf-8")
    return {path.name: str(path) for path in tmp_path.iterdir()}


@pytest.mark.parametrize("given", [["one.ss", "other.ss"], ["both.ss"]])
def test_a_command_compares_systems_by_the_formula(
    given: list[str], files: dict[str, str], run: Callable[..., Any]
) -> None:
    scores = [f"meteor-1.5:formula=meteor-1.5={files[name]}" for name in given]
    systems = [files["one.txt"], files["other.txt"]]
    done = run(
        "compare", files["one.txt"], "-i", *systems, "-m", "wer", "--scores", *scores,
        "--seed", "1", "--resamples", "20", "-f", "json",
    )  # fmt: skip
    comparison = tallystick.Comparison.from_json(done.output)
    found = {one.system: one.score for one in comparison.scores if one.metric == "meteor-1.5"}
    rows = {name: [numbers(row) for row in some] for name, some in ROWS.items()}
    expected = tallystick.score_systems(
        systems={"one": TEXTS, "other": TEXTS},
        references=TEXTS,
        metrics="wer",
        scores={MeteorStatistics("meteor-1.5"): rows},
    )
    assert found == {name: some[-1].score for name, some in expected.items()}
    assert found["other"] == 0 < (found["one"] or 0) < 1


def test_a_signature_recreates_the_metric() -> None:
    metric = MeteorStatistics("meteor-1.5", program="METEOR 1.5", number=3, digest="0123456789ab")
    line = str(Signature.of(metric, 1, given_tokens=False))
    assert "formula:meteor-1.5" in line
    assert Signature.parse(line).metric() == metric


def test_statistics_of_another_length_are_refused(
    files: dict[str, str], run: Callable[..., Any]
) -> None:
    text = files["one.txt"]
    assert "short.ss, line 1: has 2 numbers; expected 23" in refused(
        run("score", text, "-i", text, "--scores", f"m:formula=meteor-1.5={files['short.ss']}")
    )
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


def test_an_unknown_formula_or_a_direction_is_refused(
    files: dict[str, str], run: Callable[..., Any]
) -> None:
    text = files["one.txt"]
    assert "no formula is named 'meteor-1'; did you mean meteor-1.5?" in refused(
        run("score", text, "-i", text, "--scores", "m:formula=meteor-1=x.ss")
    )
    with pytest.raises(OptionError, match="leave out better, low and high"):
        MeteorStatistics("m", higher_is_better=False)
