"""Folders of parts, in which an interrupted run goes on, and names of files with {part}."""

from pathlib import Path
from typing import Any

import pytest

from tallystick import InputError, TallystickError
from tallystick.metrics import Corpus, as_metric, stream_test_set
from tests.metrics.internals import PartFiles
from tests.metrics.reading.functions import part_files
from tests.reports.internals import (
    PartsWritten,
    Rows,
    TestSetParts,
    merge,
    statistics_in,
    write_folder,
    write_parts,
    write_statistics,
)
from tests.reports.internals import folder_module as module

LINES = [f"the cat number {number} sat" for number in range(10)]


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    (tmp_path / "reference.txt").write_text("".join(f"{line} down\n" for line in LINES))
    (tmp_path / "mine.txt").write_text("".join(f"{line}\n" for line in LINES))
    return tmp_path


def write(
    folder: Path,
    metric: str = "bleu",
    rows: Rows = "segment",
    name: str = "mine",
    label: str | None = None,
) -> PartsWritten:
    """Write parts of two blocks, each of two segments."""
    texts = next(parent for parent in folder.parents if parent.is_dir())
    streamed = stream_test_set(
        str(texts / "reference.txt"), [str(texts / "mine.txt")], names=[name], segments_per_part=2
    )
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "BLOCKS_IN_A_PART", 2)
        metrics = {label or metric: as_metric(metric)}
        return write_folder(str(folder), streamed, metrics, rows=rows)


def test_every_part_has_a_file_and_together_they_are_the_whole(texts: Path) -> None:
    assert write(texts / "parts") == PartsWritten(written=3, kept=0)
    files = statistics_in(str(texts / "parts"))
    assert [Path(file).name for file in files] == [
        "part-00001.parquet",
        "part-00002.parquet",
        "part-00003.parquet",
    ]
    merged = merge(files)
    assert merged.segments == 10
    # by hand: every 4-gram but those of "down" matches; exp(1 - 6/5) is the brevity penalty
    assert merged.systems[0].scored[0].score.score == pytest.approx(81.87307530779819)


def test_parts_with_equal_texts_are_added_up(texts: Path) -> None:
    for name in ("reference.txt", "mine.txt"):
        (texts / name).write_text("the cat sat on the mat\n" * 8)
    write(texts / "parts")
    write(texts / "other", name="yours")
    merged = merge(statistics_in(str(texts / "parts")) + statistics_in(str(texts / "other")))
    assert merged.segments == 8
    assert {system.system: len(merged.digests[system.system]) for system in merged.systems} == {
        "mine": 2,
        "yours": 2,
    }


def test_a_copy_of_a_part_is_refused(texts: Path) -> None:
    write(texts / "parts")
    file = texts / "parts" / "part-00001.parquet"
    (texts / "parts" / "part-00004.parquet").write_bytes(file.read_bytes())
    with pytest.raises(
        InputError, match=r"part-00004\.parquet and .*00001\.parquet contain the same"
    ):
        merge(statistics_in(str(texts / "parts")))


def test_a_run_writes_only_the_parts_that_are_not_there(texts: Path) -> None:
    write(texts / "parts")
    before = {file: Path(file).read_bytes() for file in statistics_in(str(texts / "parts"))}
    (texts / "parts" / "part-00002.parquet").unlink()
    (texts / "parts" / ".tallystick-1234.tmp").write_text("of a killed run")
    assert write(texts / "parts") == PartsWritten(written=1, kept=2)
    assert {file: Path(file).read_bytes() for file in before} == before


def test_settings_that_only_one_file_names_are_compared(texts: Path) -> None:
    """A signature names beta only if it is not 2."""
    write(texts / "parts", "chrf")
    write(texts / "other", "chrf:beta=3", name="yours", label="chrf")
    files = statistics_in(str(texts / "parts")), statistics_in(str(texts / "other"))
    for part, other in (files, files[::-1]):
        with pytest.raises(InputError, match=r"beta is (3|nothing) there and (3|nothing) here"):
            merge(part + other)


@pytest.mark.parametrize("alone_comes_first", [True, False])
def test_a_part_that_is_also_in_a_file_on_its_own_is_refused(
    texts: Path, alone_comes_first: bool
) -> None:
    write(texts / "parts")
    corpus = Corpus.from_segments(
        hypotheses=LINES[8:], references=[f"{line} down" for line in LINES[8:]]
    )
    alone = str(texts / "alone.parquet")
    given = TestSetParts(("mine",), [corpus.references], [[("mine", corpus)]], None)
    write_statistics(alone, given, {"bleu": as_metric("bleu")})
    files = statistics_in(str(texts / "parts"))
    with pytest.raises(InputError, match="contain the same part of the corpus for mine"):
        merge([alone, *files] if alone_comes_first else [*files, alone])


@pytest.mark.parametrize(
    ("settings", "other"),
    [
        ({"metric": "bleu:smooth=floor"}, r"metrics \(bleu\)"),
        ({"rows": "part"}, r"rows \(--rows segment\)"),
        (
            {"metric": "bleu:tokenize=intl", "label": "bleu"},
            r"settings of bleu \(tok:13a\); delete",
        ),
    ],
)
def test_other_settings_are_refused_by_name(
    texts: Path, settings: dict[str, Any], other: str
) -> None:
    write(texts / "parts")
    with pytest.raises(InputError, match=rf"00001\.parquet is there already, with other {other}"):
        write(texts / "parts", **settings)


@pytest.mark.parametrize(
    ("file", "other"), [("reference.txt", "references"), ("mine.txt", "systems or hypotheses")]
)
def test_other_texts_are_refused(texts: Path, file: str, other: str) -> None:
    write(texts / "parts")
    changed = (texts / file).read_text().replace("number 7", "number 8")
    (texts / file).write_text(changed)
    with pytest.raises(InputError, match=f"00002.parquet is there already, with other {other}"):
        write(texts / "parts")


def test_a_part_of_longer_texts_is_refused(texts: Path) -> None:
    write(texts / "parts")
    for name in ("reference.txt", "mine.txt"):
        kept = (texts / name).read_text().splitlines(keepends=True)[:4]
        (texts / name).write_text("".join(kept))
    with pytest.raises(InputError, match=r"part-00002\.parquet is not a part of these texts"):
        write(texts / "parts")


def test_a_damaged_part_is_refused(texts: Path) -> None:
    write(texts / "parts")
    (texts / "parts" / "part-00003.parquet").write_bytes(b"PAR1")
    with pytest.raises(InputError, match=r"part-00003\.parquet is not a whole file of statistics"):
        write(texts / "parts")


def test_a_folder_that_cannot_be_created_is_an_error(texts: Path) -> None:
    with pytest.raises(TallystickError, match="cannot be created"):
        write(texts / "mine.txt" / "parts")


@pytest.fixture
def named_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for part in ("2024", "2023"):
        (tmp_path / part).mkdir()
        for name in (f"ref.{part}.txt", f"{part}/mine.txt"):
            (tmp_path / name).write_text(f"the cat sat in {part}\n")
    return tmp_path


@pytest.mark.usefixtures("named_parts")
def test_parts_are_sorted_and_have_the_files_of_every_name() -> None:
    assert part_files(["ref.{part}.txt"], ["{part}/mine.txt"], sources="ref.{part}.txt") == [
        PartFiles(part, (f"ref.{part}.txt",), (f"{part}/mine.txt",), sources=f"ref.{part}.txt")
        for part in ("2023", "2024")
    ]


@pytest.mark.usefixtures("named_parts")
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


def test_a_part_without_one_of_its_files_is_refused(named_parts: Path) -> None:
    (named_parts / "ref.2023.txt").unlink()
    with pytest.raises(InputError, match=r"2023/mine\.txt belongs to .*no file ref\.2023\.txt"):
        part_files(["ref.{part}.txt"], ["{part}/mine.txt"])


def test_a_part_is_written_once_and_kept_afterwards(named_parts: Path) -> None:
    metrics = {"bleu": as_metric("bleu")}
    parts = part_files(["ref.{part}.txt"], ["{part}/mine.txt"])
    assert write_parts("out", parts, ["mine"], metrics) == PartsWritten(2, 0)
    (named_parts / "out" / "2023.parquet").unlink()
    assert write_parts("out", parts, ["mine"], metrics) == PartsWritten(1, 1)
    with pytest.raises(InputError, match=r"2023\.parquet is there already, with other systems or"):
        write_parts("out", parts, ["yours"], metrics)
    with pytest.raises(InputError, match=r"2024\.parquet is not a part of these texts"):
        write_parts("out", parts[:1], ["mine"], metrics)
