"""Files longer than one part give the scores, the segments and the errors of the whole."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import tallystick
from tests.command_line.conftest import Run, refused

SEGMENTS = 25
WORDS = ("score", "references.txt", "-i", "a.txt", "b.txt", "-f", "json")


@pytest.fixture(autouse=True)
def parts_of_seven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tallystick.metrics.reading.read.SEGMENTS_PER_PART", 7)


@pytest.fixture
def lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Write random files of 25 lines and return their lines."""
    monkeypatch.chdir(tmp_path)
    draw = random.Random(0)
    found = {
        name: [" ".join(draw.choices("abcdef", k=draw.randint(4, 12))) for _ in range(SEGMENTS)]
        for name in ("references", "a", "b")
    }
    for name, content in found.items():
        (tmp_path / f"{name}.txt").write_text("".join(line + "\n" for line in content))
    return found


def test_parts_change_neither_scores_nor_segments(run: Run, lines: dict[str, list[str]]) -> None:
    found = json.loads(run(*WORDS, "--segments").output)["scores"]
    for entry in found:
        hypotheses = lines[entry["system"]]
        [whole] = tallystick.score(
            hypotheses=hypotheses, references=lines["references"], metrics=entry["metric"]
        )
        assert entry["score"] == pytest.approx(whole.score, rel=1e-14)
        corpus = tallystick.Corpus.from_segments(
            hypotheses=hypotheses, references=lines["references"]
        )
        metric = tallystick.metric(entry["metric"])
        segments = tallystick.segment_scores(metric, metric.statistics(corpus))
        assert entry["segments"] == segments.tolist()


def test_keeping_the_segments_changes_no_digit_of_the_score(
    run: Run, lines: dict[str, list[str]]
) -> None:
    with_segments = json.loads(run(*WORDS, "--segments").output)["scores"]
    without = json.loads(run(*WORDS).output)["scores"]
    for entry, other in zip(without, with_segments, strict=True):
        # NIST adds up n-grams without segments, and segments with them.
        tolerance = 1e-14 if entry["metric"] == "nist" else 0.0
        assert entry["score"] == pytest.approx(other["score"], rel=tolerance, abs=0.0)


def test_references_from_standard_input_are_used_in_every_pass(
    run: Run, lines: dict[str, list[str]]
) -> None:
    content = Path("references.txt").read_bytes()
    done = run("score", "-", *WORDS[2:], standard_input=content)
    assert done.output == run(*WORDS).output


def test_references_of_a_part_are_encoded_once_for_all_systems(
    run: Run, lines: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    original = tallystick.Workspace.match

    def counted(self: Any, corpus: Any, *rest: Any, **more: Any) -> Any:
        seen.append(id(self))
        return original(self, corpus, *rest, **more)

    monkeypatch.setattr(tallystick.Workspace, "match", counted)
    assert run(*WORDS, "-m", "bleu").status == 0
    assert len(seen) == 2 * 4  # two systems, four parts
    assert all(one == other for one, other in zip(seen[::2], seen[1::2], strict=True))


@pytest.mark.parametrize("length", [0, 1, 6, 7, 8, 14, 24])
@pytest.mark.parametrize("name", ["references", "a", "b"])
def test_a_file_that_ends_early_is_named_with_both_counts(
    run: Run, lines: dict[str, list[str]], name: str, length: int
) -> None:
    Path(f"{name}.txt").write_text("".join(line + "\n" for line in lines[name][:length]))
    done = run(*WORDS)
    other = "a.txt" if name == "references" else "references.txt"
    assert (done.status, done.output) == (2, "")
    if not length:
        assert f"{name}.txt is empty but {other} has {SEGMENTS} lines;" in done.errors
        return
    lines_there = "1 line" if length == 1 else f"{length} lines"
    assert f"{name}.txt has {lines_there} but {other} has {SEGMENTS};" in done.errors
    assert f"{name}.txt ends with line {length}, {lines[name][length - 1]!r:.9}" in done.errors
    one_is_missing = "find the line that is missing" in done.errors
    assert one_is_missing == (2 * length >= SEGMENTS)
    assert ("belong to the same test set" in done.errors) != one_is_missing


@pytest.mark.parametrize("length", [1, 7, 10])
def test_a_second_reference_that_ends_early_is_named(
    run: Run, lines: dict[str, list[str]], length: int
) -> None:
    Path("more.txt").write_text("x\n" * length)
    done = run("score", "references.txt", "more.txt", *WORDS[2:])
    assert (done.status, done.output) == (2, "")
    lines_there = "1 line" if length == 1 else f"{length} lines"
    assert f"more.txt has {lines_there} but references.txt has {SEGMENTS};" in done.errors


def test_the_error_about_invalid_utf8_names_the_line_in_the_file(
    run: Run, lines: dict[str, list[str]]
) -> None:
    content = Path("b.txt").read_bytes().split(b"\n")
    content[19] = b"caf\xe9"
    Path("b.txt").write_bytes(b"\n".join(content))
    assert "b.txt, line 20: byte 4 of the line, 0xE9, is not UTF-8" in refused(run(*WORDS))
