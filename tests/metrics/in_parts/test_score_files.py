"""`score_files` takes the names of files in every form that Python has for them."""

from pathlib import Path

import pytest

import tallystick
from tallystick.metrics import WerScore


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for part, text in {"1": "the cat", "2": "a dog"}.items():
        for name in ("ref", "hyp"):
            (tmp_path / f"{name}-{part}.txt").write_text(f"{text}\n")
    return tmp_path


@pytest.mark.parametrize("listed", [False, True])
@pytest.mark.parametrize("part", ["1", "{part}"])
def test_files_are_named_by_paths_or_lists_of_paths(folder: Path, part: str, listed: bool) -> None:
    references, hypotheses = folder / f"ref-{part}.txt", folder / f"hyp-{part}.txt"
    scores = tallystick.score_files(
        references=[references] if listed else references,
        hypotheses=[hypotheses] if listed else hypotheses,
        metrics="wer",
    )
    [[score]] = scores.values()
    assert isinstance(score, WerScore)
    assert (score.score, score.reference_length) == (0, 4 if part == "{part}" else 2)


def test_the_file_of_the_sources_is_named_by_a_path(folder: Path) -> None:
    scores = tallystick.score_files(
        references=folder / "ref-1.txt",
        hypotheses=folder / "hyp-1.txt",
        sources=folder / "hyp-2.txt",
        metrics="sari",
    )
    assert list(scores) == ["hyp-1"]
