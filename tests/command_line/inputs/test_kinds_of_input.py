"""What texts a command is given decides which options it takes."""

import json
from pathlib import Path

import pytest

from tests.command_line.conftest import Run, refused
from tests.command_line.internals import (
    OF_TEXTS,
    REFUSALS,
    Kind,
    Refusal,
    answers,
    command_parser,
    inputs_of,
)


@pytest.mark.parametrize("command", [*OF_TEXTS, "tokenize"])
def test_no_answer_exists_for_an_option_that_a_command_has(command: str) -> None:
    parser = command_parser(command)
    assert not set(answers(command)) & set(parser._option_string_actions)


@pytest.mark.parametrize("refusal", REFUSALS)
def test_what_is_refused_are_arguments_of_commands(refusal: Refusal) -> None:
    commands = {command for refusal in REFUSALS for command in refusal.commands}
    known = {action.dest for command in commands for action in command_parser(command)._actions}
    assert refusal.options <= known


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("score reference.txt -i mine.txt", Kind.TEXTS),
        ("compare --table corpus.tsv", Kind.TEXTS),
        ("score reference.{part}.txt -i mine.{part}.txt", Kind.PARTS),
        ("statistics --table corpus.{part}.tsv -o folder", Kind.PARTS),
        ("score reference.txt -i mine.txt --scores x={part}.txt", Kind.TEXTS),
        ("compare reference.{part}.txt -i mine.txt", Kind.TEXTS),  # reads no parts
        ("compare folder", Kind.STATISTICS),
        ("meta folder -m bleu", Kind.STATISTICS),
        ("score folder -i mine.txt", Kind.TEXTS),  # takes no statistics
        ("compare --sets sets.toml", Kind.SETS),
        ("meta --sets folder", Kind.TREE),
        ("compare --sets sets.toml --report report.json", Kind.SETS),
        ("compare --report report.json", Kind.REPORT),
    ],
)
def test_the_arguments_say_of_which_kind_the_texts_are(
    corpus: Path, words: str, kind: Kind
) -> None:
    (corpus / "folder").mkdir()
    (corpus / "folder" / "part.parquet").touch()
    command, *others = words.split()
    assert inputs_of(command_parser(command).parse(others)).kind is kind


@pytest.mark.parametrize(
    "words",
    [
        "compare reference.txt -i mine.txt copy.txt --human human.tsv -o human.tsv",
        "compare reference.txt -i mine.txt copy.txt --human-agreement meta.json -o meta.json",
        "meta reference.txt -i mine.txt --against x --scores x=scores.csv -o scores.csv",
        "statistics reference.txt -i mine.txt --scores x=x.parquet -o x.parquet",
        "explain --reported 45 reference.txt -i mine.txt -m bleu --odd 0 -o reference.txt",
        "compare reference.txt -i mine.txt copy.txt -o mine.txt",
        "vectors replay one.json nltk -o one.json",
    ],
)
def test_no_file_that_is_read_is_an_output(run: Run, corpus: Path, words: str) -> None:
    before = {path: path.read_bytes() for path in corpus.iterdir()}
    errors = refused(run(words))
    assert "is both input and output, and its content would be lost" in errors
    assert {path: path.read_bytes() for path in corpus.iterdir()} == before


@pytest.mark.parametrize(
    "words",
    [
        "compare reference.txt -i mine.txt copy.txt -q",
        "explain --reported 45.18 reference.txt -i mine.txt -m bleu --odd 0",
        "challenge reference.txt -m bleu --fewest 1 --resamples 20",
        "meta reference.txt -i mine.txt copy.txt third.txt --human human.tsv --resamples 20",
        "vectors list",
    ],
)
def test_files_have_the_formats_of_their_endings(run: Run, words: str) -> None:
    Path("third.txt").write_text("a b\na b\n")
    Path("human.tsv").write_text("system\tscore\nmine\t1\ncopy\t2\nthird\t0\n")
    done = run(f"{words} -o report.json -o report.html -o report.md")
    assert done.status in (0, 1), done.errors
    assert json.loads(Path("report.json").read_text("utf-8"))["schema"]
    assert Path("report.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert Path("report.md").stat().st_size


def test_an_option_is_named_as_it_is_given(run: Run) -> None:
    for option in ("--paired-bs", "--paired-ar"):
        errors = refused(run(f"compare --sets sets.toml {option}"))
        assert f"run compare on each set alone for {option}\n" in errors
    errors = refused(run("compare --report r.json --resamples 9"))
    assert "is incompatible with --resamples; leave out one of them" in errors


@pytest.mark.parametrize(
    "words",
    [
        f"{command} --sets sets.toml {option}"
        for command in ("compare", "meta")
        for option in ("--table-format csv", "--text-format lines", "--columns hypothesis=x")
    ]
    + ["compare --sets sets.toml --translators A"],
)
def test_how_files_are_read_is_not_ignored_where_a_list_names_them(run: Run, words: str) -> None:
    assert f"what they contain; leave out {words.split()[3]}\n" in refused(run(f"{words} -m bleu"))
