"""Imports run one way: command line, reports, compat, metrics."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

import pytest

Modules = Mapping[str, ast.Module]
ROOMS = ("metrics", "compat", "reports", "examples", "command_line", "__main__")

MAY_IMPORT = {
    "metrics": {"metrics"},
    "compat": {"metrics", "compat"},
    "reports": {"metrics", "compat", "reports"},
    "examples": {"examples"},
    "errors": set[str](),
}


def imported_names(tree: ast.Module) -> Iterator[str]:
    """Yield what a module imports from the package, inside functions and type checks too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: import absolutely"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            module, colon, _ = node.value.partition(":")  # as registries name their entries
            if colon and module.startswith("tallystick.") and " " not in node.value:
                yield module


def room_of(name: str) -> str | None:
    """Return the part of the package that an imported name lies in, or None for the front door."""
    part = name.removeprefix("tallystick.").partition(".")[0]
    return part if part in ROOMS else None


def modules_of(room: str, modules: Modules) -> Modules:
    return {name: tree for name, tree in modules.items() if name.split(".")[1:2] == [room]}


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_the_rooms_below_it(room: str, modules: Modules) -> None:
    inside = modules_of(room, modules)
    assert inside
    wrong = [
        f"{importer}: {name}"
        for importer, tree in inside.items()
        for name in imported_names(tree)
        if name.startswith("tallystick.")
        and room_of(name) is not None
        and room_of(name) not in MAY_IMPORT[room]
    ]
    assert wrong == []


def test_the_metrics_take_errors_version_and_lazy_names_from_the_front_alone(
    modules: Modules,
) -> None:
    names = {
        name
        for tree in modules_of("metrics", modules).values()
        for name in imported_names(tree)
        if name.partition(".")[0] == "tallystick" and room_of(name) is None
    }
    assert {name for name in names if not name.startswith("tallystick.errors")} <= {
        "tallystick.__version__",
        "tallystick.lazy.lazy_exports",
    }


def test_nobody_imports_the_command_line_but_itself(modules: Modules) -> None:
    wrong = [
        f"{importer}: {name}"
        for importer, tree in modules.items()
        if room_of(importer) not in ("command_line", "__main__")
        for name in imported_names(tree)
        if name.startswith("tallystick.") and room_of(name) in ("command_line", "__main__")
    ]
    assert wrong == []
