"""Every module can be imported first, in a fresh interpreter, without a warning."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import tallystick

PACKAGE = Path(tallystick.__file__).parent


def module_name(path: Path) -> str:
    parts = ("tallystick", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


MODULES = sorted(map(module_name, PACKAGE.rglob("*.py")))


def run_isolated(code: str) -> subprocess.CompletedProcess[str]:
    prepared = f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); {code}"
    command = [sys.executable, "-I", "-W", "error", "-c", prepared]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_there_are_modules_in_every_room() -> None:
    assert {"tallystick.metrics", "tallystick.compat", "tallystick.reports"} < set(MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_alone_without_a_warning(module: str) -> None:
    done = run_isolated(f"import {module}")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_no_room_is_imported_under_its_bare_name() -> None:
    imports = "; ".join(f"import {module}" for module in MODULES)
    done = run_isolated(f"{imports}; print({{'metrics', 'compat', 'reports'}} & set(sys.modules))")
    assert (done.stdout, done.stderr) == ("set()\n", "")


def test_no_test_has_imported_a_room_under_its_bare_name() -> None:
    assert {"metrics", "compat", "reports"}.isdisjoint(sys.modules)
