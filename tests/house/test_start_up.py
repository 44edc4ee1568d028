"""Start-up imports no heavy module, and one call walks through few files.

`benchmarks/run.py` measures the milliseconds.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import tallystick
from tests.active_kernel import IS_COMPILED

PACKAGE = Path(tallystick.__file__).parent
PARENT = str(PACKAGE.parent)
HEAVY = {
    *("numpy", "hypothesis", "jinja2", "matplotlib", "nltk", "regex", "sacrebleu", "tabulate"),
    *("importlib.metadata", "multiprocessing", "typing_extensions", "urllib.request"),
}
HEAVIER_THAN_NIST = HEAVY - ({"numpy"} if not IS_COMPILED else set())
"""The pure-Python kernel counts the n-grams of references with NumPy."""

RUN = f"""
import sys
sys.path.insert(0, {PARENT!r})
try:
    %s
finally:
    print(*sys.modules, file=sys.stderr)
"""


def imported_by(statement: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-I", "-c", RUN % statement], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


def test_importing_tallystick_imports_none_of_its_packages_and_nothing_heavy() -> None:
    names = imported_by("import tallystick; tallystick.__version__; dir(tallystick)")
    assert "tallystick" in names
    assert {name for name in names if name.startswith("tallystick.")} == {"tallystick.lazy"}
    assert names & HEAVY == set()


def test_importing_the_public_modules_imports_nothing_heavy() -> None:
    names = imported_by("import tallystick.metrics, tallystick.compat, tallystick.reports")
    assert {"tallystick.metrics", "tallystick.compat", "tallystick.reports"} <= names
    assert names & (HEAVY | {"difflib", "inspect", "tomllib"}) == set()


def test_the_plug_in_of_pytest_imports_nothing_of_the_package() -> None:
    plain = imported_by("import __future__")
    assert imported_by("import _tallystick_pytest") - plain == {"_tallystick_pytest"}


@pytest.mark.parametrize("command", [[], ["score"], ["compare"]])
def test_help_imports_nothing_heavy(command: list[str]) -> None:
    run = f"import runpy; sys.argv[1:] = {[*command, '--help']}; runpy.run_module('tallystick')"
    names = imported_by(f"{run[:-1]}, run_name='__main__')")
    assert "tallystick.command_line" in names
    assert names & (HEAVY | {"json"}) == set()


@pytest.mark.parametrize("words", [["explain", "nltk"], ["-m", "bleu"]])
def test_built_in_dialects_are_shown_without_searching_for_plug_ins(words: list[str]) -> None:
    command = ["dialects", *words]
    without_plug_ins = "import importlib.metadata; importlib.metadata.entry_points = None"
    run = f"import runpy; sys.argv[1:] = {command}; runpy.run_module('tallystick'"
    names = imported_by(f"{without_plug_ins}; {run}, run_name='__main__')")
    assert "tallystick.reports.listings.dialects" in names
    assert "numpy" not in names


def test_a_score_of_files_imports_only_what_it_uses(tmp_path: Path) -> None:
    for name in ("A", "B", "one", "other"):
        Path(tmp_path, name).write_text("the cat sat on the mat\n", encoding="utf-8")
    a, b, first, second = (str(tmp_path / name) for name in ("A", "B", "one", "other"))
    metrics = ["-m", "bleu", "chrf", "ter", "-f", "json"]
    several = [a, b, "-i", first, second, "--segments", "-m", "bleu", "nist"]
    for files in ([a, "-i", first, *metrics], several):
        words = ["score", "-q", *files]
        run = f"import runpy; sys.argv[1:] = {words!r}; runpy.run_module('tallystick'"
        names = imported_by(f"{run}, run_name='__main__')")
        assert "tallystick.reports.scores" in names
        heavy = HEAVIER_THAN_NIST if "nist" in words else HEAVY
        assert names & (heavy | {"tomllib", "shutil"}) == set()
        assert not any(name.startswith("tallystick.reports.comparison") for name in names)
        assert not any(name.startswith("tallystick.compat.") for name in names)


def test_a_score_of_one_segment_imports_no_numpy() -> None:
    segment = "hypotheses=['a b'], references=['a b']"
    names = imported_by(
        f"import tallystick; tallystick.bleu({segment}); tallystick.nist({segment})"
    )
    assert {"tallystick.metrics.bleu.metric", "tallystick.metrics.nist.metric"} <= names
    assert names & HEAVIER_THAN_NIST == set()


def test_a_first_score_in_python_imports_no_numpy() -> None:
    hypotheses, several = "hypotheses=['a b', 'c', 'd']", "[['a b', 'd'], ['c', None], ['']]"
    names = imported_by(
        f"import tallystick; tallystick.chrf({hypotheses}, references=['a b', 'c', '']); "
        + "; ".join(
            f"tallystick.{metric}({hypotheses}, references={several})"
            for metric in ("bleu", "nist", "ter")
        )
    )
    assert "tallystick.metrics.ter.metric" in names
    assert names & HEAVIER_THAN_NIST == set()


MOST_FILES = {"bleu": 14, "ter": 14, "wer": 16}
FILES = f"""
import sys
sys.path.insert(0, {PARENT!r})
import tallystick

def score(metric):
    getattr(tallystick, metric)(
        hypotheses=["the cat sat on the mat .", "a dog ran home", "he reads the book today"],
        references=["the cat is on the mat .", "the dog ran home", "he read the book today"],
    )

for metric in sys.argv[1:]:
    score(metric)  # what is made once
    files = set()
    sys.setprofile(lambda frame, event, _: event == "call" and files.add(frame.f_code.co_filename))
    score(metric)
    sys.setprofile(None)
    print(*files, sep="\\t")
"""


def test_the_score_of_three_sentences_walks_through_few_files() -> None:
    command = [sys.executable, "-c", FILES, *MOST_FILES]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = done.stdout.removesuffix("\n").split("\n")
    for (metric, most), line in zip(MOST_FILES.items(), lines, strict=True):
        paths = map(Path, line.split("\t"))
        files = sorted(str(path.relative_to(PACKAGE)) for path in paths if PACKAGE in path.parents)
        assert str(Path("metrics", "base", "dialect_metric.py")) in files
        assert len(files) <= most, "\n".join([metric, *files])
