"""`tallystick check` and `identify`: what they are told to run, and the files that they write."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tallystick import Bleu
from tallystick.compat import Check, Implementation, Verdict, implementation_given
from tallystick.compat import check as check_implementation
from tests.command_line.conftest import Done, Run, refused
from tests.command_line.internals import Setting, checking


@pytest.fixture
def unrun(monkeypatch: pytest.MonkeyPatch) -> list[Implementation]:
    """Return a result without running anything, and record what would have been run."""
    checked: list[Implementation] = []

    def check(implementation: Implementation, **limits: Any) -> Check:
        checked.append(implementation)
        return Check("nltk", "3", Setting(Bleu(dialect="nltk")), Verdict.CONFORMS, seed=0)

    monkeypatch.setattr(checking, "check", check)
    return checked


def test_every_option_of_an_implementation_reaches_it(
    run: Run, unrun: list[Implementation]
) -> None:
    words = "-m bleu:lowercase=yes -d plain --order 2 --references one --scale 50 --decimals 3"
    limits = "--timeout 20" + (" --memory 512" if sys.platform == "linux" else "")
    line = f"{sys.executable} -ISc \"print('BLEU is 12.5')\" {{hyp}} | cat"
    pattern = ["--pattern", r"is (\S+)", "--shell"]
    run("check", line, *words.split(), *limits.split(), *pattern)
    [made] = unrun
    assert made.spec == "bleu:dialect=plain,lowercase=yes,order=2"
    assert (made.references, made.scale) == ("one", 50)
    assert made.tolerance.absolute == pytest.approx(2 * 0.0005, rel=1e-6)
    called = made.run
    assert (called.timeout, called.shell) == (20, True)  # type: ignore[attr-defined]
    if sys.platform == "linux":
        assert called.memory == 2**29  # type: ignore[attr-defined]


def test_all_that_a_function_lacks_is_asked_for_at_once(run: Run) -> None:
    errors = refused(run("check", "operator:eq"))
    assert "give its shape (--shape)" in errors
    assert "name the one that it should equal with --dialect" in errors
    for given in (["-d", "nltk"], ["-m", "bleu:dialect=nltk"]):
        assert "--dialect" not in refused(run("check", "operator:eq", *given))
    assert "--dialect" not in refused(run("identify", "operator:eq"))


@pytest.mark.parametrize("command", ["check", "identify"])
def test_a_start_that_hangs_ends_with_the_seconds(run: Run, tmp_path: Path, command: str) -> None:
    (tmp_path / "hangs.py").write_text("import time\ntime.sleep(600)\n")
    given = ("-m", "bleu:dialect=plain", "--shape", "(hyps, refs)", "--seconds", "0.5")
    errors = refused(run(command, f"{tmp_path / 'hangs.py'}:f", *given))
    assert "gave no answer within 0." in errors
    assert "allow more time (--start and --seconds)" in errors
    assert "JSON" not in errors


def test_the_seconds_include_the_start(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float] = []

    def check(implementation: Implementation, **limits: Any) -> Check:
        given.append(limits["seconds"])
        return Check("slow", "1", Setting(Bleu(dialect="nltk")), Verdict.CONFORMS, seed=0)

    monkeypatch.setattr(checking, "check", check)
    (tmp_path / "slow.py").write_text("import time\ntime.sleep(1)\ndef f(*_): return 1\n")
    run("check", f"{tmp_path / 'slow.py'}:f", "-d", "nltk", "--shape", "(hyps, refs)")
    [seconds] = given
    assert 30 < seconds < 59


def test_an_option_that_is_no_number_is_refused(run: Run) -> None:
    errors = refused(run("check", "nltk", "--memory", "1G"))
    assert "--memory: it is '1G'; expected a whole number, such as" in errors


@pytest.mark.parametrize("command", ["check", "identify"])
def test_a_file_that_cannot_be_written_is_refused_before_the_work(
    run: Run, unrun: list[Implementation], command: str
) -> None:
    errors = refused(run(f"{command} nltk -o c.doc"))
    assert "c.doc' has an unknown ending; expected one of .txt," in errors
    assert "there is no folder" in refused(run(f"{command} nltk -o no/c.md"))
    assert unrun == []


PRECISION = """
def precision(hypotheses, references):
    pairs = list(zip(hypotheses, references))
    matches = sum(token in given[0] for tokens, given in pairs for token in tokens)
    return matches / max(1, sum(len(tokens) for tokens, _ in pairs))
"""
CLIP = "clip is none instead of max"


@pytest.fixture(scope="module")
def differs(tmp_path_factory: pytest.TempPathFactory) -> Check:
    """What is found of a program whose matches are not clipped."""
    program = tmp_path_factory.mktemp("programs") / "mine.py"
    program.write_text(PRECISION, encoding="utf-8")
    given = implementation_given(
        f"{program}:precision",
        shape="(hyps.tokens, refs.tokens)",
        dialect="brevity_penalty=none+order=1",
        order=1,
        references="one",
    )
    return check_implementation(given, examples=5)


@pytest.fixture
def precision(run: Run, differs: Check, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Done]:
    """Return a function that runs the command with what was found of this program."""
    monkeypatch.setattr(checking, "check", lambda *_, **__: differs)
    return lambda *words: run("check", "nltk", *words)


def test_differences_that_a_file_expects_are_no_failure(precision: Callable[..., Done]) -> None:
    file = Path("expected.toml")
    assert precision("--write-expected", file).status == 1
    assert f'"{CLIP}" = "write here why"\n' in file.read_text(encoding="utf-8")
    file.write_text(file.read_text(encoding="utf-8").replace("write here why", "as in our paper"))
    done = precision("--expect", file, "--write-expected", file, "-o", "c.xml", "-o", "c.json")
    assert done.status == 0
    assert "All differences are expected" in done.output
    assert f"- {CLIP} (as in our paper)\n" in done.output
    assert "write here why" not in file.read_text(encoding="utf-8")
    assert ElementTree.parse("c.xml").find(".//failure") is None
    report = json.loads(Path("c.json").read_text(encoding="utf-8"))
    assert report["expectation"]["expected"][CLIP] == "as in our paper"


def test_an_expected_difference_that_is_gone_fails_and_says_what_to_delete(
    precision: Callable[..., Done],
) -> None:
    file = Path("expected.toml")
    file.write_text('"clip*" = "ours"\n"law: *" = "ours"\n"smooth is exp" = "old"\n')
    done = precision("--expect", file, "-o", "c.xml")
    assert done.status == 1
    assert "'smooth is exp' was not found: delete this entry from" in " ".join(done.output.split())
    [failure] = ElementTree.parse("c.xml").findall(".//failure")
    assert "delete this entry from" in str(failure.get("message"))
