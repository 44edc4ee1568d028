"""How the module of evaluate is found, and which files its calls leave behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.compat.internals import FOLDERS, missing_library

FOLDER = FOLDERS["bleu"]

pytestmark = pytest.mark.skipif(
    missing_library("evaluate", "evaluate") is not None, reason="evaluate is not installed"
)

# A module of evaluate whose score is the ratio of the lengths.
MODULE = """
import datasets
import evaluate

STRING = datasets.Value("string")

class Bleu(evaluate.Metric):
    def _info(self):
        features = {"predictions": STRING, "references": datasets.Sequence(STRING)}
        return evaluate.MetricInfo(
            description="", citation="", features=datasets.Features(features)
        )

    def _compute(self, predictions, references, max_order, smooth):
        length = sum(len(line.split()) for line in predictions)
        of_references = sum(len(line.split()) for lines in references for line in lines)
        return {
            "bleu": length / of_references,
            "translation_length": length,
            "reference_length": of_references,
        }
"""

START = f"""
import os
import pathlib
import warnings

warnings.simplefilter("error")
from tallystick.compat import Case
from tallystick.compat import implementation_named

bleu = implementation_named("huggingface")
half, nothing = Case.from_lines(["a"], [["a b"]]), Case.from_lines(["a"], [[""]])

def write(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True)
    (folder / "bleu.py").write_text({MODULE!r})
"""


def printed(program: str, folder: Path) -> list[str]:
    """Run a program in a folder with an empty home and without access to the hub."""
    environment = {name: value for name, value in os.environ.items() if name != FOLDER}
    done = subprocess.run(
        [sys.executable, "-c", START + program],
        cwd=folder,
        env=environment | {"HF_HOME": str(folder / "home"), "HF_EVALUATE_OFFLINE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_module_that_appears_in_the_current_folder_is_found(tmp_path: Path) -> None:
    program = """
print(bleu.missing())
write("bleu")
print(bleu.missing())
print(bleu.score_case(half).score)
os.chdir("/")
print(bleu.missing())
"""
    first, *rest = printed(program, tmp_path)
    assert first.startswith("the module bleu of evaluate cannot be loaded from 'bleu' (File")
    assert rest == ["None", "50.0", "None"]


def test_a_module_that_was_downloaded_before_is_found(tmp_path: Path) -> None:
    program = f"""
write("home/modules/evaluate_modules/metrics/evaluate-metric--bleu/{"0" * 64}")
print(bleu.missing())
print(bleu.score_case(half).score)
"""
    assert printed(program, tmp_path) == ["None", "50.0"]


def test_no_other_folder_is_searched_if_one_is_named(tmp_path: Path) -> None:
    program = f"""
write("bleu")
os.environ["{FOLDER}"] = "elsewhere/bleu"
print(bleu.missing())
write("elsewhere/bleu")
print(bleu.missing())
print(bleu.score_case(half).score)
"""
    first, *rest = printed(program, tmp_path)
    assert f"{str(tmp_path / 'elsewhere' / 'bleu')!r} (FileNotFoundError: " in first
    assert rest == ["None", "50.0"]


def test_an_error_leaves_no_files_behind(tmp_path: Path) -> None:
    program = """
write("bleu")
print(bleu.score_case(nothing))
print(bleu.score_case(half).score)
print([path.name for path in pathlib.Path("home").rglob("*.arrow*")])
"""
    assert printed(program, tmp_path) == [
        "error: ZeroDivisionError: division by zero",
        "50.0",
        "[]",
    ]
