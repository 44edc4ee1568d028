"""Names of files with the placeholder of a part."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick import InputError
from tallystick.metrics import as_metric
from tallystick.metrics.reading.part_files import PartFiles, part_files
from tallystick.reports.statistics_files.folder import PartsWritten
from tallystick.reports.statistics_files.part_files import write_parts


@pytest.fixture(autouse=True)
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for part in ("2024", "2023"):
        (tmp_path / part).mkdir()
        for name in (f"ref.{part}.txt", f"{part}/mine.txt"):
            (tmp_path / name).write_text(f"the cat sat in {part}\n")
    return tmp_path


def test_parts_are_sorted_and_have_the_files_of_every_name() -> None:
    assert part_files(["ref.{part}.txt"], ["{part}/mine.txt"], sources="ref.{part}.txt") == [
        PartFiles(part, (f"ref.{part}.txt",), (f"{part}/mine.txt",), sources=f"ref.{part}.txt")
        for part in ("2023", "2024")
    ]


@pytest.mark.parametrize(
    ("references", "hypotheses", "message"),
    [
        ("ref.txt", "{part}/mine.txt", r"ref\.txt has no \{part\}, but other files have"),
        ("x.{part}.txt", "{part}/mine.txt", r"no file matches x\.\{part\}\.txt"),
        ("{part}/ref.{part}", "{part}/mine.txt", "in its folder and in its name"),
    ],
)
def test_names_without_files_are_refused(references: str, hypotheses: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        part_files([references], [hypotheses])


def test_a_part_without_one_of_its_files_is_refused(texts: Path) -> None:
    (texts / "ref.2023.txt").unlink()
    with pytest.raises(InputError, match=r"2023/mine\.txt belongs to .*no file ref\.2023\.txt"):
        part_files(["ref.{part}.txt"], ["{part}/mine.txt"])


def test_a_part_is_written_once_and_kept_afterwards(texts: Path) -> None:
    metrics = {"bleu": as_metric("bleu")}
    parts = part_files(["ref.{part}.txt"], ["{part}/mine.txt"])
    assert write_parts("out", parts, ["mine"], metrics) == PartsWritten(2, 0)
    (texts / "out" / "2023.parquet").unlink()
    assert write_parts("out", parts, ["mine"], metrics) == PartsWritten(1, 1)
    with pytest.raises(InputError, match=r"2023\.parquet is there already, with other systems or"):
        write_parts("out", parts, ["yours"], metrics)
    with pytest.raises(InputError, match=r"2024\.parquet is not a part of these texts"):
        write_parts("out", parts[:1], ["mine"], metrics)
