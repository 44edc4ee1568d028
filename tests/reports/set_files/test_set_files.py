"""Several test sets: the file that lists them, and folders of mt-metrics-eval."""

from pathlib import Path

import pytest

from tallystick import InputError
from tests.reports.internals import read_set_files, read_tree

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
    assert (german.human_columns, german.higher_is_better) == ({"score": "z"}, True)
    assert japanese.references == (str(tmp_path / "ref/A.en"), str(tmp_path / "ref/B.en"))
    assert list(japanese.hypotheses) == ["one"]
    assert not japanese.higher_is_better


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sets = [", "); expected lines such as sets = ["),
        ("sets = " + 20_000 * "[", "its TOML is nested too deeply"),
        ("sets = ['x', 'y', 'x']", "sets names 'x' twice"),
        ("references = 'a'", "there is no set"),
        ("sets = ['x']\nreference = 'a'", "no key 'reference'; did you mean references"),
        ("sets = ['x']\nreferences = 'a'", "lacks 'hypotheses'"),
        ("sets = 'x'", "expected a list of names"),
        ("sets = ['x']\nreferences = 1\nhypotheses = 'o'\nhuman = 'h'", "references is 1"),
        ("weight = 0\n" + GOOD, "weight is 0; expected a number above 0"),
        ("without = 'nn'\n" + GOOD, "without is 'nn'"),
        ("without = [1]\n" + GOOD, "without is [1]; expected a system, or a list of them"),
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
        (
            "[x]\nreferences = ['a', 'a']\nhypotheses = 'o'\nhuman = 'h'",
            "x: references is ['a', 'a']; expected a file once",
        ),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=r"sets\.toml") as raised:
        read_set_files(write(tmp_path, text))
    assert message in str(raised.value)


def test_files_of_sets_that_are_not_chosen_need_not_be_there(tmp_path: Path) -> None:
    text = "sets = ['a', 'b']\nreferences = 'r'\nhypotheses = 'o'\n[b]\nhypotheses = 'none.*'"
    path = write(tmp_path, text)
    [first] = read_set_files(path, human=False, chosen=lambda names: names[:1])
    assert first.name == "a"


def test_files_may_be_named_by_the_languages_of_their_set(tmp_path: Path) -> None:
    text = (
        "sets = ['de-en', 'ja-en']\nreferences = 'ref.{target}'\nsources = 'src.{source}'\n"
        "hypotheses = 'out/{set}.{system}.{target}'\nhuman = 'h'"
    )
    german, japanese = read_set_files(write(tmp_path, text))
    assert german.references == (str(tmp_path / "ref.en"),)
    assert german.sources == str(tmp_path / "src.de")
    assert japanese.hypotheses == {"one": str(tmp_path / "out" / "ja-en.one.en")}
    (tmp_path / "sets.toml").write_bytes("sets = ['español']".encode("latin-1"))
    with pytest.raises(InputError, match="is not in UTF-8: "):
        read_set_files(tmp_path / "sets.toml")


def test_a_folder_may_have_the_name_of_a_system_and_asterisks_are_any_text(tmp_path: Path) -> None:
    text = "[de-en]\nreferences = 'a'\nhypotheses = '{system}/{set}.{system}.en'\nhuman = 'h'"
    path = write(tmp_path, text)
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        for system in (name, "other"):
            (tmp_path / name / f"de-en.{system}.en").write_text("x\n")
    [german] = read_set_files(path)
    assert list(german.hypotheses) == ["one", "two"]
    path.write_text("[ja-en]\nreferences = 'a'\nhypotheses = 'out/ja-*.{system}.*'\nhuman = 'h'")
    [japanese] = read_set_files(path)
    assert list(japanese.hypotheses) == ["one"]


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
    # only pairs with the human scores are returned
    assert [test_set.name for test_set in read_tree(str(tree), human="wmt-z")] == ["zh-en"]


def test_unknown_names_are_refused_with_the_known_ones(tree: Path) -> None:
    with pytest.raises(InputError, match="no human scores 'da'; expected one of mqm, wmt-z"):
        read_tree(str(tree), human="da")
    with pytest.raises(InputError, match="zh-en: there is no reference 'refA'; expected some of"):
        read_tree(str(tree), references=["refA"])


def test_another_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the folder of a test set of mt-metrics-eval"):
        read_tree(str(tmp_path))
