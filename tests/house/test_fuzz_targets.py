"""Every target of fuzzing accepts its seeds, and what fuzzing found stays corrected."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.metrics.kernel.both import twin

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
