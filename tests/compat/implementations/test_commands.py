"""Commands as implementations, tested with small programs."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tallystick import InputError, MissingExtraError, OptionError
from tallystick.compat import Case, Implementation, Outcome, command, implementation_named
from tests.compat.internals import BUILT_IN, missing_perl, perl

from .starting import disagreement, failure, is_running

TWO = Case.from_lines(["a b", ""], [["a c", "x"], ["d", ""]])
BLEU = r"BLEU = ([0-9.]+)"


def script(text: str, *arguments: str, read: Any = BLEU, **declared: Any) -> Implementation:
    line = [sys.executable, "-c", text, *arguments]
    return command("tested", line, metric="bleu", read=read, scale=100, **declared)


SHOW_FILES = """
import sys
for path in sys.argv[1:]:
    print(repr(open(path, encoding='utf-8').read()), end=' ')
print(repr(sys.stdin.read()), 'BLEU = 12.5')
"""


def test_a_command_reads_files_and_its_score_is_read_from_its_output() -> None:
    seen: list[str] = []

    def read(output: str) -> float:
        seen.append(output)
        return 12.5

    shows = script(SHOW_FILES, "{hypotheses}", "{references}", read=read)
    assert shows.score_case(TWO).score == 12.5
    assert seen == ["'a b\\n\\n' 'a c\\nd\\n' 'x\\n\\n' '' BLEU = 12.5\n"]
    assert script(SHOW_FILES, "{hypotheses}", "{references}").score_case(TWO).score == 12.5


def test_a_command_gets_the_order_and_the_stem_of_the_reference_files() -> None:
    text = (
        "import os, sys\n"
        "stem = sys.argv[1]\n"
        "there = os.path.exists(stem + '0') and os.path.exists(stem + '1')\n"
        "print('BLEU =', int(sys.argv[2]) if there else 0)"
    )
    given = script(text, "{reference_stem}", "{order}", orders=(2, 4))
    assert given.at_order(2).score_case(TWO).score == 2


def test_a_command_for_one_reference_is_never_given_several() -> None:
    with pytest.raises(InputError, match="takes one reference"):
        script("", "{reference}").score_case(TWO)


def test_nothing_goes_through_a_shell(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    text = "import sys; print('BLEU =', len(sys.argv))"
    harmless = script(text, f"; touch {victim}", "$(touch x)", "*", "{hypotheses}")
    assert harmless.score_case(TWO).score == 5
    assert not victim.exists()


def test_the_working_directory_is_removed() -> None:
    folders: list[str] = []

    def read(output: str) -> float:
        folders.append(output.strip())
        return 1.0

    script("import os; open('left', 'w').close(); print(os.getcwd())", read=read).score_case(TWO)
    assert folders
    assert not Path(folders[0]).exists()


def test_a_missing_command_is_refused_with_the_fix() -> None:
    absent = command("absent", "no-such-program-here {hypotheses}", metric="bleu", read=BLEU)
    with pytest.raises(MissingExtraError, match="no-such-program-here is not on the search path"):
        absent.score_case(TWO)


def test_a_command_that_cannot_be_run_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "not-executable"
    path.write_text("")
    refused = command("refused", [str(path)], metric="bleu", read=BLEU, find_missing=lambda: None)
    kind, message = failure(refused.score_case(TWO))
    assert kind == "error"
    assert "cannot be run: Permission denied" in message


FIRST_LAST = "import sys; print('first\\nIllegal division', file=sys.stderr); sys.exit(3)"
KILLED = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
NO_NUMBER = r"BLEU = (\S+)"


@pytest.mark.parametrize(
    ("text", "declared", "kind", "message"),
    [
        ("print('usage: x')", {}, "nonsense", "no score in its output 'usage: x\\n'"),
        (
            "print('none')",
            {"read": f"{NO_NUMBER}|none"},
            "nonsense",
            "no score in its output 'none",
        ),
        ("print('BLEU = -.-')", {"read": NO_NUMBER}, "nonsense", "-.-"),
        ("print('BLEU = nan')", {"read": NO_NUMBER}, "nonsense", "nan"),
        (
            *("print('a' * 70000)", {"read": "(a+)+b"}, "nonsense"),
            "70,001 characters, more than the 65,536 that a regular",
        ),
        ("print(1)", {"read": lambda output: {}[output]}, "error", r"KeyError: '1\n'"),
        (FIRST_LAST, {"statuses": (0,)}, "error", "ended with status 3: Illegal division"),
        (
            "raise SystemExit('no file')",
            {"statuses": None},
            "error",
            "ended with status 1: no file",
        ),
        (KILLED, {"statuses": (0,)}, "crash", "signal SIGKILL"),
    ],
)
def test_a_command_without_a_score_fails_with_what_it_said(
    text: str, declared: dict[str, Any], kind: str, message: str
) -> None:
    category, said = failure(script(text, **declared).score_case(TWO))
    assert category == kind
    assert message in said


@pytest.mark.parametrize("statuses", [(0, 3), None])
def test_an_exit_status_that_is_allowed_counts_with_a_score(
    statuses: tuple[int, ...] | None,
) -> None:
    outcome = script("print('BLEU = 1'); raise SystemExit(3)", statuses=statuses).score_case(TWO)
    assert (outcome.score, outcome.exit_status) == (1, 3 if statuses is None else 0)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux only")
def test_a_command_gets_half_of_the_memory_by_default() -> None:
    # the limit is set when the command runs already
    text = (
        "import resource, time\n"
        "until = time.monotonic() + 10\n"
        "while resource.getrlimit(resource.RLIMIT_DATA)[0] < 0 and time.monotonic() < until:\n"
        "    time.sleep(0.01)\n"
        "print(resource.getrlimit(resource.RLIMIT_DATA)[0])"
    )
    machine = Path("/proc/meminfo").read_text(encoding="ascii").split()  # MemTotal: N kB ...
    assert script(text, read="(.*)").score_case(TWO).score == int(machine[1]) * 1024 // 2


needs_sh = pytest.mark.skipif(sys.platform == "win32", reason="sh and setsid are needed")


def shell(text: str, **declared: Any) -> Implementation:
    return command("tested", ["sh", "-c", text], metric="bleu", read=BLEU, scale=100, **declared)


@needs_sh
def test_a_grandchild_that_holds_the_pipe_delays_neither_the_time_limit_nor_the_score() -> None:
    start = time.monotonic()
    kind, message = failure(shell("setsid sleep 20 & sleep 20", timeout=0.5).score_case(TWO))
    assert (kind, message.endswith("did not end within 0.5 s")) == ("timeout", True)
    assert shell("setsid sleep 20 & echo BLEU = 1.0").score_case(TWO).score == 1.0
    assert time.monotonic() - start < 10


@needs_sh
def test_processes_that_a_command_leaves_behind_are_killed() -> None:
    marker = "71.0625"  # an unusual number of seconds
    text = f"sleep {marker} >/dev/null 2>&1 & echo BLEU = 1.0"
    assert shell(text).score_case(TWO).score == 1.0
    deadline = time.monotonic() + 10
    while is_running(f"sleep {marker}") and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_running(f"sleep {marker}")


@needs_sh
@pytest.mark.parametrize("text", ["yes BLEU", "yes BLEU >&2"])
def test_a_command_that_writes_too_much_is_killed(text: str) -> None:
    start = time.monotonic()
    kind, message = failure(shell(text, timeout=60.0).score_case(TWO))
    assert (kind, message) == ("nonsense", "sh wrote more than 4,194,304 bytes")
    assert time.monotonic() - start < 30


@needs_sh
def test_output_below_the_limit_is_read_completely() -> None:
    text = "yes 12345678 | head -n 400000; echo BLEU = 1.0"
    line = ["sh", "-c", text]
    measured = command("tested", line, metric="bleu", read=lambda output: len(output), scale=100)
    assert measured.score_case(TWO).score == 9 * 400_000 + len("BLEU = 1.0\n")


@pytest.mark.parametrize("timeout", [0, -1.0, float("nan"), float("inf"), "1"])
def test_a_timeout_that_is_not_a_positive_number_is_refused(timeout: Any) -> None:
    with pytest.raises(OptionError, match=r"timeout is .*; expected seconds, more than 0"):
        script("", timeout=timeout)


@pytest.mark.parametrize(
    ("line", "read", "message"),
    [
        ("x {hypothesis}", BLEU, r"has the placeholder {hypothesis}; expected one of"),
        ("x --refs={references}", BLEU, r"make it a separate argument"),
        ("x {hypotheses}", "BLEU", "has no group"),
        ("x {hypotheses}", "BLEU = (", "of the command tested is invalid: missing"),
        ("", BLEU, "is empty"),
    ],
)
def test_an_invalid_command_line_is_refused(line: str, read: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        command("tested", line, metric="bleu", read=read)


# adapters of scripts that are not distributed with tallystick

FAKE_MULTI_BLEU = """
    sys.stdin.read()
    print("BLEU = 33.44, 1.0/1.0/1.0/1.0 (BP=1.000, ratio=1.000, hyp_len=7, ref_len=8)")
"""


@pytest.fixture
def fake_perl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """A function that makes a `perl` that runs a text with Python, and scripts for it."""

    def made(text: str, *scripts: str) -> None:
        perl, empty = tmp_path / "perl", tmp_path / "script.pl"
        perl.write_text(f"#!{sys.executable}\nimport sys\nif sys.argv[1][:2] != '-M':\n" + text)
        perl.chmod(0o755)
        empty.write_text("")
        monkeypatch.setenv("PATH", str(tmp_path))
        for name in scripts:
            monkeypatch.setenv(f"TALLYSTICK_{name}", str(empty))

    missing_perl.cache_clear()
    yield made
    missing_perl.cache_clear()


FAKE_MTEVAL = """
    options = sys.argv[2:]
    files = {name: open(options[options.index(name) + 1]).read() for name in ('-s', '-r', '-t')}
    assert '-c' in options
    assert files['-s'].count('<seg') == files['-t'].count('<seg') == 2
    assert files['-r'].count('sysid="reference1"') == 1
    metric = 'NIST' if '-n' in options else 'BLEU'
    if '--metricsMATR' in options:
        open(f'{metric}-sys.scr', 'w').write('set\\tsystem\\t0.123456789012345\\n')
    else:
        print(f'{metric} score = 0.1235  for system "system"')
"""


@pytest.mark.skipif(sys.platform == "win32", reason="scripts are run by their first line")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("mteval-v11b", 12.35),
        ("mteval-v14", 12.3456789012345),
        ("mteval-v13a-nist", 0.123456789012345),
        ("mteval-v11b-nist", 0.1235),
    ],
)
def test_mteval_is_given_sgml_and_read_at_its_highest_precision(
    fake_perl: Callable[..., None], name: str, expected: float
) -> None:
    fake_perl(FAKE_MTEVAL, "MTEVAL_V11B", "MTEVAL_V13A", "MTEVAL_V14")
    outcome = implementation_named(name).score_case(TWO)
    assert outcome.score == pytest.approx(expected, rel=1e-15), outcome


@pytest.mark.skipif(sys.platform == "win32", reason="scripts are run by their first line")
def test_multi_bleu_is_read_with_its_lengths(fake_perl: Callable[..., None]) -> None:
    fake_perl(FAKE_MULTI_BLEU, "MULTI_BLEU")
    multi_bleu = implementation_named("multi-bleu")
    lengths = {"hypothesis_length": 7, "reference_length": 8}
    assert multi_bleu.score_case(TWO) == Outcome(score=33.44, statistics=lengths)
    finding = disagreement(multi_bleu, TWO)
    assert finding.kind == "counts"
    assert finding.version.startswith("sha256:")


def test_a_path_without_a_script_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALLYSTICK_MTEVAL_V14", "/no/such/file.pl")
    missing = implementation_named("mteval-v14").missing()
    assert missing is not None
    assert missing.startswith(
        "TALLYSTICK_MTEVAL_V14 is '/no/such/file.pl', but there is no such file; "
    )
    assert "fetch it from https://" in missing


def test_each_version_of_mteval_has_its_own_dialect() -> None:
    # v11b splits bytes, so it differs from the others at a no-break space
    for name in (name for name in BUILT_IN if name.startswith("mteval")):
        assert implementation_named(name).dialect == name.removesuffix("-nist")


def test_segments_are_written_unchanged_and_numbered_from_one_in_documents() -> None:
    text = perl.sgml("ref", [("r1", ["a & b <x>"] * 51), ("r2", ["&amp; </SEG>"] * 51)])
    assert '<seg id="1">a & b <x></seg>' in text
    assert '<seg id="1">&amp; &lt;/SEG></seg>' in text
    assert '<seg id="0">' not in text
    assert text.count("<DOC ") == 4
    assert text.count('docid="document2"') == 2
    assert text.count('<seg id="50">') == 2
    assert text.count('<seg id="51">') == 0
