"""Texts that are read in parts, or are files of parts, give scores and errors of the whole."""

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


def write_in_parts(name: str, lines: list[str]) -> None:
    """Write the lines, and files of eight of them with the numbers of parts in their names."""
    whole = [f"{line}\n" for line in lines]
    Path(f"{name}.txt").write_text("".join(whole))
    for start in range(0, SEGMENTS, 8):
        Path(f"{name}-{start // 8}").write_text("".join(whole[start : start + 8]))


@pytest.fixture(autouse=True)
def lines() -> dict[str, list[str]]:
    """Write random files of 25 lines and return their lines."""
    draw = random.Random(0)
    files = {
        name: [" ".join(draw.choices("abcdef", k=draw.randint(4, 12))) for _ in range(SEGMENTS)]
        for name in ("references", "a", "b")
    }
    for name, content in files.items():
        write_in_parts(name, content)
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


def test_references_from_standard_input_are_used_in_every_pass(run: Run) -> None:
    content = Path("references.txt").read_bytes()
    done = run(WORDS.replace("references.txt", "-"), standard_input=content)
    assert done.output == run(WORDS).output


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
    assert all(first == second for first, second in zip(seen[::2], seen[1::2], strict=True))


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
    write_in_parts(name, lines[name][:length])
    errors = refused(run(WORDS))
    assert f"{name}.txt has {length} lines but {other} has {SEGMENTS};" in errors
    assert f"{name}.txt ends with line {length}, {lines[name][length - 1]!r:.9}" in errors
    assert remedy in errors


FILES = "references-{part} -i a-{part} --names a"
WHOLE = "references.txt -i a.txt"


@pytest.mark.parametrize("options", ["-w 9 -m bleu nist", "-f json -m bleu chrf ter", "-b -m nist"])
def test_scores_of_files_of_parts_are_printed_as_those_of_the_whole(run: Run, options: str) -> None:
    assert run(f"score {FILES} {options}") == run(f"score {WHOLE} {options}")


def test_warnings_are_those_of_the_whole(run: Run, lines: dict[str, list[str]]) -> None:
    write_in_parts("a", [*[""] * 4, *lines["references"][4:]])
    done = run(f"score {FILES} -m chrf")
    assert "a: 4 of 25 hypotheses are empty" in done.errors
    assert done == run(f"score {WHOLE} -m chrf")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (f"{FILES} --segments", "--segments needs every segment, but"),
        (f"{FILES} --documents", "--documents needs every segment"),
        (f"{FILES} --cluster tcp://127.0.0.1:9", "no scheduler of Dask answers"),
        (f"{WHOLE} --cluster tcp://127.0.0.1:9", "one task for each part, but no name of a file"),
    ],
)
def test_what_takes_more_than_sums_is_refused(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: str, message: str
) -> None:
    monkeypatch.setattr("tallystick.metrics.in_parts.cluster.SECONDS_TO_CONNECT", 0.2)
    if "--cluster" in words:
        pytest.importorskip("distributed")
    done = run(f"score {words}")
    assert (done.status, done.errors[:18]) == (2, "tallystick: error:")
    assert message in done.errors
