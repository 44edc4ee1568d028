"""Files longer than one part give the scores, the segments and the errors of the whole."""

import random
from pathlib import Path
from typing import Any

import pytest

import tallystick
from tests.command_line.conftest import Run, refused

SEGMENTS = 25
WORDS = "score references.txt -i a.txt b.txt -f json"


@pytest.fixture(autouse=True)
def parts_of_seven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tallystick.metrics.reading.read.SEGMENTS_PER_PART", 7)


@pytest.fixture
def lines() -> dict[str, list[str]]:
    """Write random files of 25 lines and return their lines."""
    draw = random.Random(0)
    files = {
        name: [" ".join(draw.choices("abcdef", k=draw.randint(4, 12))) for _ in range(SEGMENTS)]
        for name in ("references", "a", "b")
    }
    for name, content in files.items():
        Path(f"{name}.txt").write_text("".join(line + "\n" for line in content))
    return files


def test_parts_change_neither_scores_nor_segments(run: Run, lines: dict[str, list[str]]) -> None:
    with_segments = run(f"{WORDS} --segments").data()["scores"]
    for entry, without in zip(with_segments, run(WORDS).data()["scores"], strict=True):
        corpus = tallystick.Corpus.from_segments(
            hypotheses=lines[entry["system"]], references=lines["references"]
        )
        metric = tallystick.metric(entry["metric"])
        statistics = metric.statistics(corpus)
        assert entry["score"] == pytest.approx(metric.score(statistics).score, rel=1e-14)
        assert entry["segments"] == tallystick.segment_scores(metric, statistics).tolist()
        # NIST adds up n-grams without segments, and segments with them.
        tolerance = 1e-14 if entry["metric"] == "nist" else 0.0
        assert without["score"] == pytest.approx(entry["score"], rel=tolerance, abs=0.0)


@pytest.mark.usefixtures("lines")
def test_references_from_standard_input_are_used_in_every_pass(run: Run) -> None:
    content = Path("references.txt").read_bytes()
    done = run(WORDS.replace("references.txt", "-"), standard_input=content)
    assert done.output == run(WORDS).output


@pytest.mark.usefixtures("lines")
def test_references_of_a_part_are_encoded_once_for_all_systems(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    original = tallystick.metrics.Workspace.match

    def counted(self: Any, corpus: Any, *rest: Any, **more: Any) -> Any:
        seen.append(id(self))
        return original(self, corpus, *rest, **more)

    monkeypatch.setattr(tallystick.metrics.Workspace, "match", counted)
    assert run(f"{WORDS} -m bleu").status == 0
    assert len(seen) == 2 * 4  # two systems, four parts
    assert all(one == other for one, other in zip(seen[::2], seen[1::2], strict=True))


@pytest.mark.parametrize(
    ("name", "length", "other", "remedy"),
    [
        ("references", 24, "a.txt", "find the line that is missing"),
        ("a", 14, "references.txt", "find the line that is missing"),
        ("b", 7, "references.txt", "belong to the same test set"),
    ],
)
def test_a_file_that_ends_early_is_named_with_both_counts_and_a_remedy(
    run: Run, lines: dict[str, list[str]], name: str, length: int, other: str, remedy: str
) -> None:
    Path(f"{name}.txt").write_text("".join(line + "\n" for line in lines[name][:length]))
    errors = refused(run(WORDS))
    assert f"{name}.txt has {length} lines but {other} has {SEGMENTS};" in errors
    assert f"{name}.txt ends with line {length}, {lines[name][length - 1]!r:.9}" in errors
    assert remedy in errors
