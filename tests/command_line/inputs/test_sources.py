"""Metrics that compare with the source texts, on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tallystick
from tests.command_line.conftest import Run, refused

LINES = {
    "source": ["the big cat sat", "a dog ran away", "it is a very nice day"],
    "reference": ["the cat sat", "a dog ran", "it is a fine day"],
    "mine": ["the cat sat", "a dog ran away", "it is a nice day"],
    "yours": ["the big cat", "a dog left", "it is fine"],
}
FILES = ("reference.txt", "-i", "mine.txt", "yours.txt")


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, lines in LINES.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines))
    header = "source\treference\thypothesis:mine\thypothesis:yours"
    rows = ["\t".join(row) for row in zip(*LINES.values(), strict=True)]
    (tmp_path / "table.tsv").write_text("\n".join([header, *rows]) + "\n")
    records = [
        {"source": source, "reference": reference, "hypotheses": {"mine": mine, "yours": yours}}
        for source, reference, mine, yours in zip(*LINES.values(), strict=True)
    ]
    (tmp_path / "table.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in records))
    return tmp_path


def scores(done: Any) -> dict[str, float]:
    assert done.status == 0, done.errors
    return {entry["system"]: entry["score"] for entry in json.loads(done.output)["scores"]}


def corpus_of(system: str) -> tallystick.Corpus:
    return tallystick.Corpus.from_segments(
        hypotheses=LINES[system], references=LINES["reference"], sources=LINES["source"]
    )


def expected() -> dict[str, float]:
    return {name: tallystick.sari(hypotheses=corpus_of(name)).score for name in ("mine", "yours")}


@pytest.mark.parametrize(
    "words", [(*FILES, "--source", "source.txt"), ("table.tsv",), ("table.jsonl",)]
)
def test_sources_come_from_a_file_or_a_table(run: Run, words: tuple[str, ...]) -> None:
    assert scores(run("score", *words, "-m", "sari", "-f", "json")) == expected()


def test_sources_are_read_part_by_part(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tallystick.metrics.reading.read.SEGMENTS_PER_PART", 2)
    words = (*FILES, "--source", "source.txt", "-m", "sari", "-f", "json")
    assert scores(run("score", *words)) == expected()
    done = run("score", *words, "--segments")
    found = json.loads(done.output)["scores"][0]["segments"]
    metric = tallystick.Sari()
    statistics = metric.statistics(corpus_of("mine"))
    assert found == tallystick.segment_scores(metric, statistics).tolist()


def test_compare_takes_sources_too(run: Run) -> None:
    words = (*FILES, "--source", "source.txt", "-m", "sari", "bleu", "-f", "json")
    done = run("compare", *words, "--resamples", "100")
    assert done.status == 0, done.errors
    [sari, _] = json.loads(done.output)["metrics"]
    assert sari["signature"].startswith("nrefs:1|case:lc|tok:13a|dialect:easse|metric:sari")


@pytest.mark.parametrize("command", ["score", "compare"])
def test_missing_sources_are_refused_with_the_option_that_gives_them(
    run: Run, command: str
) -> None:
    errors = refused(run(command, *FILES, "-m", "bleu", "sari:dialect=xu"))
    assert "sari:dialect=xu compares with the source texts, which are not known" in errors
    assert "--source FILE, one source per line, or give a table with a column" in errors


@pytest.mark.parametrize("command", ["score", "compare"])
@pytest.mark.parametrize("lines", [LINES["source"][:2], [*LINES["source"], "one more"]])
@pytest.mark.parametrize("part", [2, 100])
def test_a_file_of_sources_of_another_length_is_refused(
    run: Run,
    files: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    lines: list[str],
    part: int,
) -> None:
    monkeypatch.setattr("tallystick.metrics.reading.read.SEGMENTS_PER_PART", part)
    (files / "source.txt").write_text("".join(f"{line}\n" for line in lines))
    assert f"source.txt has {len(lines)} lines but there are 3 segments" in refused(
        run(command, *FILES, "--source", "source.txt", "-m", "sari")
    )


def test_sources_without_a_metric_that_uses_them_are_refused_by_score(run: Run) -> None:
    assert "--source has no effect: none of the metrics bleu, nist" in refused(
        run("score", *FILES, "--source", "source.txt", "-m", "bleu", "nist")
    )
