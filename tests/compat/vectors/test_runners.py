"""The programs of `docs/runners`, which test BLEU in other languages with the vectors."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zipfile import ZipFile

import pytest

import tallystick
from tests.command_line.conftest import output_of

RUNNERS = Path(__file__).parents[3] / "docs" / "runners"


@dataclass(frozen=True)
class Language:
    """How programs of a language are run.

    Attributes:
        file: The program.
        run: The command, with places for the program and its compiled form.
        build: The command that compiles it, if there is one.
        brevity: The source that computes the brevity penalty, and what a wrong one has.
        json: Whether it reads JSON; else the lines that `vectors.jq` makes.
    """

    file: str
    run: str
    build: str = ""
    brevity: tuple[str, str] = ("1 - r / c", "1 - c / r")
    json: bool = False


LANGUAGES: Mapping[str, Language] = {
    "JavaScript": Language("vectors.js", "node {file}", json=True),
    "Perl": Language(
        *("vectors.pl", "perl {file}"),
        brevity=("1 - $r / sum0(map { scalar @$_ } @$hyps)", "0"),
        json=True,
    ),
    "Go": Language(
        *("vectors.go", "{made}", "go build -o {made} {file}"),
        brevity=("1-float64(r)/float64(c)", "1-float64(c)/float64(r)"),
        json=True,
    ),
    "Rust": Language(
        *("vectors.rs", "{made}", "rustc -o {made} {file}"),
        brevity=("1.0 - r / c", "1.0 - c / r"),
    ),
    "Java": Language("Vectors.java", "java {file}"),
    "C++": Language("vectors.cpp", "{made}", "c++ -std=c++17 -Wall -Werror -o {made} {file}"),
    "R": Language(
        *("vectors.R", "Rscript {file}"),
        brevity=("sum(mapply(closest, hyps, refs)) / sum(lengths(hyps))", "0"),
    ),
    "Julia": Language("vectors.jl", "julia {file}"),
    "shell": Language("vectors.sh", "sh {file}"),
}

RIGHT, WRONG = "right", "wrong"
COMPILED = ("Java", "C++", "Go", "Rust")
"""Languages that take seconds to compile a program, which the thorough run does a second time."""


def command(line: str, **places: Path) -> list[str]:
    words = [word.format(**places) for word in line.split(" ")]
    if shutil.which(words[0]) is None and not Path(words[0]).is_file():
        pytest.skip(f"{words[0]} is not installed")
    return words


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Mapping[bool, Path]:
    """The vectors of BLEU as JSON Lines, and as lines with tabs if there is jq."""
    folder = tmp_path_factory.mktemp("vectors")
    lines, tabs = folder / "bleu.jsonl", folder / "bleu.tsv"
    output_of("vectors", "export", "bleu", "-o", str(lines))
    if shutil.which("jq") is not None:
        program = str(RUNNERS / "vectors.jq")
        made = ["jq", "-r", "--arg", "origin", "papineni2002", "-f", program, str(lines)]
        tabs.write_bytes(subprocess.run(made, check=True, capture_output=True).stdout)
    return {True: lines, False: tabs}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], list[str]]:
    """A function that makes the program of a language once, and returns its command."""

    @cache
    def made(name: str, fault: str) -> list[str]:
        language, folder = LANGUAGES[name], tmp_path_factory.mktemp("runner")
        source = (RUNNERS / language.file).read_text(encoding="utf-8")
        assert source.count(language.brevity[0]) == 1
        if fault == WRONG:
            source = source.replace(*language.brevity)
        places = {"file": folder / language.file, "made": folder / "made"}
        places["file"].write_text(source, encoding="utf-8")
        if language.build:
            environment = os.environ | {"GOCACHE": str(folder / "cache")}
            subprocess.run(command(language.build, **places), check=True, env=environment)
        return command(language.run, **places)

    return made


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "fault"),
    [
        pytest.param(
            name, fault, marks=[pytest.mark.thorough] * (name in COMPILED and fault == WRONG)
        )
        for name in LANGUAGES
        for fault in (RIGHT, WRONG)
    ],
)
def test_a_right_program_passes_and_a_wrong_one_fails(
    name: str, fault: str, cases: Mapping[bool, Path], program: Callable[[str, str], list[str]]
) -> None:
    given = cases[LANGUAGES[name].json]
    if not given.exists():
        pytest.skip("jq is not installed")
    words = [*program(name, fault), str(given)]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    passed = re.search(r"^(\d+) of 80 cases pass$", done.stdout, re.MULTILINE)
    assert passed, done.stderr
    if fault == RIGHT:
        assert (passed.group(1), done.returncode) == ("80", 0)
    else:
        assert int(passed.group(1)) < 80
        assert done.returncode == 1
        assert "brevity-penalty-only" in done.stdout


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name in COMPILED)) for name in LANGUAGES],
)
def test_no_cases_are_a_failure_that_names_the_origins(
    name: str,
    cases: Mapping[bool, Path],
    tmp_path: Path,
    program: Callable[[str, str], list[str]],
) -> None:
    empty = tmp_path / "empty.tsv"
    empty.touch()
    given = [cases[True], "doddington"] if LANGUAGES[name].json else [empty]
    words = [*program(name, RIGHT), *given]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert done.returncode == 1, done.stdout
    if LANGUAGES[name].json:
        assert "no results of doddington; give one of" in done.stdout
        assert "papineni2002" in done.stdout


def test_lines_of_an_unknown_origin_are_refused_with_the_known_ones(
    cases: Mapping[bool, Path],
) -> None:
    program = str(RUNNERS / "vectors.jq")
    words = [*command("jq -r --arg origin doddington -f"), program, str(cases[True])]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert (done.returncode != 0, done.stdout) == (True, "")
    assert "no results of doddington; give one of" in done.stderr
    assert "papineni2002" in done.stderr


@pytest.mark.parametrize("rule", ["", '.replaceAll("<skipped>", "")'])
def test_a_tokenizer_passes_with_all_its_rules_only(rule: str, tmp_path: Path) -> None:
    program, lines = tmp_path / "tokens.js", tmp_path / "tokenizers.jsonl"
    source = (RUNNERS / "tokens.js").read_text(encoding="utf-8")
    assert source.count(rule) == 1 or not rule
    program.write_text(source.replace(rule, "") if rule else source, encoding="utf-8")
    output_of("vectors", "export", "tokenizers", "-o", str(lines))
    words = command("node {file}", file=program)
    done = subprocess.run([*words, lines], check=False, capture_output=True, text=True)
    passed = re.search(r"^(\d+) of (\d+) cases pass$", done.stdout, re.MULTILINE)
    assert passed, done.stderr
    assert (passed.group(1) == passed.group(2)) == (done.returncode == 0) == (not rule)


@pytest.mark.slow
def test_the_job_of_the_page_passes_in_a_small_repository(tmp_path: Path) -> None:
    command("node {file}", file=tmp_path)
    vectors = tmp_path / "test" / "vectors"
    vectors.mkdir(parents=True)
    output_of("vectors", "export", "all", "-o", str(tmp_path / "vectors.zip"))
    with ZipFile(tmp_path / "vectors.zip") as file:
        file.extractall(vectors)
    shutil.copy(RUNNERS / "vectors.js", tmp_path / "test")
    shutil.copy(RUNNERS.parent / "servers" / "bleu.js", tmp_path / "server.js")
    (tmp_path / "test" / "expected.toml").touch()
    page = (RUNNERS.parent / "vectors.md").read_text(encoding="utf-8")
    steps = re.findall(r"^      - run: (.*)$", page, re.MULTILINE)
    assert len(steps) == 4
    program = f"pipx run tallystick=={tallystick.__version__}"
    for step in steps:
        ours = step.replace(program, f"{sys.executable} -m tallystick")
        shorter = ours.replace(" check ", " check --examples 60 ")
        done = subprocess.run(
            ["sh", "-c", shorter], cwd=tmp_path, check=False, capture_output=True, text=True
        )
        assert done.returncode == 0, (step, done.stdout, done.stderr)
    assert (tmp_path / "check.xml").exists()


def test_every_runner_is_tested() -> None:
    files = {path.name for path in RUNNERS.iterdir()}
    assert files == {language.file for language in LANGUAGES.values()} | {"vectors.jq", "tokens.js"}
