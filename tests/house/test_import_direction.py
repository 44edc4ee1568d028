"""Imports run one way: command line, reports, compat, metrics."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tallystick

PACKAGE = Path(tallystick.__file__).parent
ROOMS = ("metrics", "compat", "reports", "examples", "command_line", "__main__")

MAY_IMPORT = {
    "metrics": {"metrics"},
    "compat": {"metrics", "compat"},
    "reports": {"metrics", "compat", "reports"},
    "examples": {"examples"},
    "errors": set[str](),
}


def imported_names(path: Path) -> Iterator[str]:
    """Yield what a file imports from the package, inside functions and type checks too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}, line {node.lineno}: import absolutely"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            module, colon, _ = node.value.partition(":")  # as registries name their entries
            if colon and module.startswith("tallystick.") and " " not in node.value:
                yield module


def room_of(name: str) -> str | None:
    """Return the part of the package that an imported name lies in, or None for the front door."""
    part = name.removeprefix("tallystick.").partition(".")[0]
    return part if part in ROOMS else None


def files_of(room: str) -> list[Path]:
    if (PACKAGE / f"{room}.py").is_file():
        return [PACKAGE / f"{room}.py"]
    return sorted((PACKAGE / room).rglob("*.py"))


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_the_rooms_below_it(room: str) -> None:
    files = files_of(room)
    assert files
    wrong = [
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in files
        for name in imported_names(path)
        if name.startswith("tallystick.")
        and room_of(name) is not None
        and room_of(name) not in MAY_IMPORT[room]
    ]
    assert wrong == []


def test_the_metrics_take_only_errors_and_the_version_from_the_front_door() -> None:
    names = {
        name
        for path in files_of("metrics")
        for name in imported_names(path)
        if name.partition(".")[0] == "tallystick" and room_of(name) is None
    }
    assert {name for name in names if not name.startswith("tallystick.errors")} <= {
        "tallystick.__version__"
    }


def test_nobody_imports_the_command_line_but_itself() -> None:
    wrong = [
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in PACKAGE.rglob("*.py")
        if not {"command_line", "__main__.py"} & set(path.relative_to(PACKAGE).parts)
        for name in imported_names(path)
        if name.startswith("tallystick.") and room_of(name) in ("command_line", "__main__")
    ]
    assert wrong == []
