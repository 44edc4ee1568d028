"""The file that lists test sets."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick import InputError
from tallystick.reports.set_files.listed import read_set_files

GOOD = """
sets = ["de-en", "ja-en"]
references = "ref/{set}.en"
hypotheses = "out/{set}.*.en"
human = ["human/{set}.tsv", "human/systems.tsv"]
human-column = "z"

[ja-en]
references = ["ref/A.en", "ref/B.en"]
human-lower-is-better = true
"""


def write(folder: Path, text: str) -> Path:
    (folder / "out").mkdir()
    for name in ("de-en.one", "de-en.two", "ja-en.one"):
        (folder / "out" / f"{name}.en").write_text("x\n")
    path = folder / "sets.toml"
    path.write_text(text)
    return path


def test_sets_share_what_they_do_not_override(tmp_path: Path) -> None:
    german, japanese = read_set_files(write(tmp_path, GOOD))
    assert german.references == (str(tmp_path / "ref/de-en.en"),)
    assert list(german.hypotheses) == ["one", "two"]
    assert german.human == (str(tmp_path / "human/de-en.tsv"), str(tmp_path / "human/systems.tsv"))
    assert (german.human_column, german.higher_is_better) == ("z", True)
    assert japanese.references == (str(tmp_path / "ref/A.en"), str(tmp_path / "ref/B.en"))
    assert list(japanese.hypotheses) == ["one"]
    assert not japanese.higher_is_better


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sets = [", "is not TOML: "),
        ("sets = " + 20_000 * "[", "its TOML is nested too deeply"),
        ("sets = ['x', 'y', 'x']", "sets names 'x' twice"),
        ("references = 'a'", "there is no set"),
        ("sets = ['x']\nreference = 'a'", "no key 'reference'; did you mean references"),
        ("sets = ['x']\nreferences = 'a'", "lacks 'hypotheses'"),
        ("sets = 'x'", "expected a list of names"),
        ("sets = ['x']\nreferences = 1\nhypotheses = 'o'\nhuman = 'h'", "references is 1"),
        ("[x]\nreferences = 'a'\nhypotheses = 'no/*.en'\nhuman = 'h'", "there is no folder"),
        (
            "[ja-en]\nreferences = 'a'\nhypotheses = 'out/{set}.*.ja'\nhuman = 'h'",
            "where * is the name of a system; the folder has ja-en.one.en",
        ),
        (
            "[ja-en]\nreferences = 'a'\nhypotheses = 'out/{set}.*.*'\nhuman = 'h'",
            "write {system} for that name, such as ",
        ),
        (
            "[ja-en]\nreferences = 'a'\nhypotheses = 'out/*-en.{system}.en'\nhuman = 'h'",
            "are both of the system one",
        ),
        (
            "[news]\nreferences = 'ref.{target}'\nhypotheses = 'o'\nhuman = 'h'",
            "expected a set named SOURCE-TARGET",
        ),
        (
            "[x]\nreferences = 'ref.{system}'\nhypotheses = 'o'\nhuman = 'h'",
            "no placeholder {system} for 'ref.{system}'; expected {set}, {source}, {target}",
        ),
        (
            "[x]\nreferences = ''\nhypotheses = 'o'\nhuman = 'h'",
            "x: references is ''; expected a file, or [] for none",
        ),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=r"sets\.toml") as raised:
        read_set_files(write(tmp_path, text))
    assert message in str(raised.value)


def test_a_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sets.toml"
    path.write_bytes("sets = ['español']".encode("latin-1"))
    with pytest.raises(InputError, match="is not in UTF-8: "):
        read_set_files(path)


def test_files_may_be_named_by_the_languages_of_their_set(tmp_path: Path) -> None:
    text = (
        "sets = ['de-en', 'ja-en']\nreferences = 'ref.{target}'\nsources = 'src.{source}'\n"
        "hypotheses = 'out/{set}.{system}.{target}'\nhuman = 'h'"
    )
    german, japanese = read_set_files(write(tmp_path, text))
    assert (german.references, german.sources) == (
        (str(tmp_path / "ref.en"),), str(tmp_path / "src.de"),
    )  # fmt: skip
    assert japanese.hypotheses == {"one": str(tmp_path / "out" / "ja-en.one.en")}


def test_beside_the_name_of_a_system_asterisks_are_any_text(tmp_path: Path) -> None:
    text = "[ja-en]\nreferences = 'a'\nhypotheses = 'out/ja-*.{system}.*'\nhuman = 'h'"
    [japanese] = read_set_files(write(tmp_path, text))
    assert list(japanese.hypotheses) == ["one"]


def test_a_folder_may_have_the_name_of_a_system(tmp_path: Path) -> None:
    text = "[de-en]\nreferences = 'a'\nhypotheses = '{system}/{set}.{system}.en'\nhuman = 'h'"
    path = write(tmp_path, text)
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"de-en.{name}.en").write_text("x\n")
        (tmp_path / name / "de-en.other.en").write_text("x\n")
    [german] = read_set_files(path)
    assert list(german.hypotheses) == ["one", "two"]
