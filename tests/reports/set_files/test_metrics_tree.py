"""Folders of mt-metrics-eval."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick import InputError
from tallystick.reports.set_files.metrics_tree import read_tree

FILES = (
    "references/en-de.refA.txt",
    "references/en-de.refB.txt",
    "references/zh-en.refB.txt",
    "system-outputs/en-de/refA.txt",
    "system-outputs/en-de/refB.txt",
    "system-outputs/en-de/M2M100_1.2B-B4.txt",
    "system-outputs/zh-en/one.txt",
    "sources/en-de.txt",
    "documents/en-de.docs",
    "human-scores/en-de.mqm.seg.score",
    "human-scores/en-de.mqm.sys.score",
    "human-scores/en-de.mqm.doc.score",
    "human-scores/zh-en.wmt-z.sys.score",
    "human-scores/zh-en.mqm.seg.score",
)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in FILES:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x\n")
    return tmp_path


def names(paths: tuple[str, ...], folder: Path) -> list[str]:
    return [str(Path(path).relative_to(folder)) for path in paths]


def test_the_files_of_each_pair_are_found(tree: Path) -> None:
    [german, chinese] = read_tree(str(tree))
    assert (german.name, chinese.name) == ("en-de", "zh-en")
    assert names(german.references, tree) == ["references/en-de.refA.txt"]
    assert names(chinese.references, tree) == ["references/zh-en.refB.txt"]
    assert names(german.human, tree) == [
        "human-scores/en-de.mqm.seg.score",
        "human-scores/en-de.mqm.sys.score",
    ]
    assert german.documents == str(tree / "documents/en-de.docs")
    assert chinese.documents is None


def test_the_references_in_use_are_no_systems(tree: Path) -> None:
    assert set(read_tree(str(tree))[0].hypotheses) == {"refB", "M2M100_1.2B-B4"}
    german = read_tree(str(tree), human="mqm", references=["refB"])[0]
    assert set(german.hypotheses) == {"refA", "M2M100_1.2B-B4"}


def test_only_pairs_with_the_human_scores_are_returned(tree: Path) -> None:
    assert [one.name for one in read_tree(str(tree), human="wmt-z")] == ["zh-en"]


def test_unknown_names_are_refused_with_the_known_ones(tree: Path) -> None:
    with pytest.raises(InputError, match="no human scores 'da'; expected one of mqm, wmt-z"):
        read_tree(str(tree), human="da")
    with pytest.raises(InputError, match="zh-en: there is no reference 'refA'; expected some of"):
        read_tree(str(tree), references=["refA"])


def test_another_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the folder of a test set of mt-metrics-eval"):
        read_tree(str(tmp_path))
