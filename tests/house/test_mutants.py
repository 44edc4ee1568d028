"""Mutation testing finds what tests miss, and every target of fuzzing accepts its seeds."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tests.metrics.kernel.both import twin

REPOSITORY = Path(__file__).parents[2]
TOOL = REPOSITORY / "tools" / "mutants.py"
MODULE = """\
'''A module.'''

LEAST = 1


def clipped(count: int, most: int = 5) -> int:
    '''Clip.'''
    if count < LEAST:
        raise ValueError("no count: " + str(count))
    return min(count, most)
"""
THOROUGH = """\
import pytest
from tallystick.toy import clipped

def test_counts():
    assert [clipped(1), clipped(7), clipped(2, 1)] == [1, 5, 1]

def test_zero():
    with pytest.raises(ValueError):
        clipped(0)
"""

CONFTEST = """\
import gc

def pytest_collection_finish():
    gc.freeze()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A package with one module, its tests and the tables of the tool."""
    (tmp_path / "tallystick").symlink_to(tmp_path)
    (tmp_path / "__init__.py").touch()
    (tmp_path / "toy.py").write_text(MODULE)
    (tmp_path / "test_toy.py").write_text(THOROUGH)
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "mutants.toml").write_text('[toys]\n"toy.py" = ["test_toy.py"]\n')
    (tmp_path / "equivalent_mutants.toml").touch()
    for unused in ("hypothesis", "nltk", "sacrebleu"):  # which the tool would import for seconds
        (tmp_path / f"{unused}.py").touch()
    return tmp_path


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ended = subprocess.run(
        [sys.executable, str(TOOL), "--tables", ".", *arguments],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    return ended.returncode, ended.stdout or ended.stderr


def test_a_survivor_is_shown_with_its_place_and_change(folder: Path) -> None:
    (folder / "test_toy.py").write_text(THOROUGH.partition("def test_zero")[0])
    status, output = run(folder, "toy.py")
    shown = 'toy.py:9 clipped\n  - raise ValueError("no count: " + str(count))\n  + pass\n'
    assert shown in output
    assert status == 1


def test_a_listed_mutant_is_not_run_and_an_unknown_one_is_an_error(folder: Path) -> None:
    listed = """\
[["toy.py"]]
reason = "an example"
mutants = [
    ["clipped", "if count < LEAST:", "if count <= LEAST:"],
    ["clipped", "if count > LEAST:", "if count >= LEAST:"],
]
"""
    (folder / "equivalent_mutants.toml").write_text(listed)
    status, output = run(folder, "toys")
    # the constant, the default, the error and min are killed, and < is listed
    assert output.split()[-5:] == ["4", "0", "0", "1", "100.0"]
    assert "is no mutant any more:\n    toy.py\n    clipped\n    if count > LEAST:" in output
    assert status == 1


def test_tests_that_fail_without_a_mutant_are_an_error(folder: Path) -> None:
    (folder / "test_toy.py").write_text("def test_nothing():\n    assert False\n")
    status, output = run(folder)
    assert "the tests of toy.py fail without a mutant" in output
    assert status == 1


@pytest.mark.parametrize("name", ["mutants.toml", "equivalent_mutants.toml"])
def test_a_table_of_the_tool_names_files_that_exist(name: str) -> None:
    table = tomllib.loads((TOOL.parent / name).read_text(encoding="utf-8"))
    if name == "mutants.toml":
        named = {path for group in table.values() for path in (*group, *chain(*group.values()))}
    else:
        named = set(table)
    assert named
    assert [path for path in named if not (REPOSITORY / path).exists()] == []


FOLDER = Path(__file__).parents[2] / "tools" / "fuzz"


@pytest.fixture(scope="module")
def fuzz() -> Iterator[Any]:
    """The modules of the targets."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(FOLDER)
        patch.setenv("TALLYSTICK_DISABLE_PLUGINS", "1")
        yield import_module("targets"), import_module("seeds")


def test_every_target_accepts_its_seeds(fuzz: Any) -> None:
    targets, seeds = fuzz
    assert len(targets.TARGETS) > 30
    for name, target in targets.TARGETS.items():
        for seed in seeds.seeds(name)[:2]:
            target(seed)


def test_every_function_of_the_kernel_is_fuzzed() -> None:
    source = (FOLDER / "kernel_targets.py").read_text(encoding="utf-8")
    functions = set(twin.__all__) - {"COMPILED_TOKENIZERS"}
    methods = {name for name in dir(twin.Vocabulary) if not name.startswith("_")}
    methods |= {name for name in dir(twin.NgramTable) if not name.startswith("_")}
    assert {
        name for name in functions | methods if not re.search(rf"[.\"]{name}\b", source)
    } == set()


def test_a_difference_between_kernel_and_twin_is_a_finding(fuzz: Any) -> None:
    kernel, files = import_module("kernel_targets"), import_module("files")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel.kernel_python, "align", lambda *arguments: b"other")
        with pytest.raises(files.DiffersError):
            kernel.TARGETS["kernel-edits"](b"")
