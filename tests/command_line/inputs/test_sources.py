"""Metrics that compare with the source texts, on the command line."""

from pathlib import Path

import pytest

import tallystick
from tests.command_line.conftest import Done, Run, refused

LINES = {
    "source": ["the big cat sat", "a dog ran away", "it is a very nice day"],
    "reference": ["the cat sat", "a dog ran", "it is a fine day"],
    "mine": ["the cat sat", "a dog ran away", "it is a nice day"],
    "yours": ["the big cat", "a dog left", "it is fine"],
}
FILES = "reference.txt -i mine.txt yours.txt"


@pytest.fixture(autouse=True)
def files() -> None:
    for name, lines in LINES.items():
        Path(f"{name}.txt").write_text("".join(f"{line}\n" for line in lines))
    header = "source\treference\thypothesis:mine\thypothesis:yours"
    rows = ["\t".join(row) for row in zip(*LINES.values(), strict=True)]
    Path("table.tsv").write_text("\n".join([header, *rows]) + "\n")


def scores(done: Done) -> dict[str, float]:
    return {entry["system"]: entry["score"] for entry in done.data()["scores"]}


def corpus_of(system: str) -> tallystick.Corpus:
    return tallystick.Corpus.from_segments(
        hypotheses=LINES[system], references=LINES["reference"], sources=LINES["source"]
    )


def expected() -> dict[str, float]:
    return {name: tallystick.sari(hypotheses=corpus_of(name)).score for name in ("mine", "yours")}


@pytest.mark.parametrize("words", [f"{FILES} --source source.txt", "table.tsv"])
def test_sources_come_from_a_file_or_a_table(run: Run, words: str) -> None:
    assert scores(run(f"score {words} -m sari -f json")) == expected()


def test_sources_are_read_part_by_part(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tallystick.metrics.reading.read.SEGMENTS_PER_PART", 2)
    done = run(f"score {FILES} --source source.txt -m sari -f json --segments")
    assert scores(done) == expected()
    metric = tallystick.Sari()
    statistics = metric.statistics(corpus_of("mine"))
    segments = tallystick.segment_scores(metric, statistics).tolist()
    assert done.data()["scores"][0]["segments"] == segments


def test_compare_takes_sources_too(run: Run) -> None:
    words = "--source source.txt -m sari bleu -f json --resamples 20"
    [sari, _] = run(f"compare {FILES} {words}").data()["metrics"]
    assert sari["signature"].startswith("nrefs:1|case:lc|tok:13a|dialect:easse|metric:sari")


@pytest.mark.parametrize("command", ["score", "compare"])
def test_missing_sources_are_refused_with_the_option_that_gives_them(
    run: Run, command: str
) -> None:
    errors = refused(run(f"{command} {FILES} -m bleu sari:dialect=xu"))
    assert "sari:dialect=xu compares with the source texts, which are not known" in errors
    assert "--source FILE, one source per line, or give a table with a column" in errors


@pytest.mark.parametrize("command", ["score", "compare"])
def test_a_file_of_sources_of_another_length_is_refused(run: Run, command: str) -> None:
    Path("source.txt").write_text("one\nother\n")
    errors = refused(run(f"{command} {FILES} --source source.txt -m sari"))
    assert "source.txt has 2 lines but there are 3 segments" in errors


def test_documents_of_another_length_are_refused_without_a_warning(run: Run) -> None:
    Path("docs.txt").write_text("".join(f"{number}\n" for number in range(10)))
    errors = refused(run(f"compare {FILES} --docs docs.txt"))
    assert errors.startswith("tallystick: error: docs.txt has 10 lines but there are 3 segments")


def test_sources_without_a_metric_that_uses_them_are_refused_by_score(run: Run) -> None:
    errors = refused(run(f"score {FILES} --source source.txt -m bleu nist"))
    assert "--source has no effect: none of the metrics bleu, nist" in errors
