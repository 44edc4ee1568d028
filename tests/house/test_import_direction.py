"""Packages import only those below: command line, reports, compat, metrics."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter
from itertools import chain

import pytest

Modules = Mapping[str, ast.Module]
PACKAGES = ("metrics", "compat", "reports", "examples", "command_line", "__main__")

MAY_IMPORT = {
    "metrics": {"metrics"},
    "compat": {"metrics", "compat"},
    "reports": {"metrics", "compat", "reports"},
    "examples": {"examples"},
    "errors": set[str](),
}


BELOW = ("tallystick.errors", "tallystick.__version__", "tallystick.lazy.lazy_exports")


def imported_names(tree: ast.Module) -> Iterator[str]:
    """Yield what a module imports, also in functions, under TYPE_CHECKING and in registries."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: import absolutely"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            module, colon, _ = node.value.partition(":")  # an entry of a registry
            if colon and module.startswith("tallystick.") and " " not in node.value:
                yield module


def package_of(name: str) -> str | None:
    """Return the subpackage of a name, or None for a name of `tallystick` itself."""
    package = name.removeprefix("tallystick.").partition(".")[0]
    return package if package in PACKAGES else None


def modules_of(package: str, modules: Modules) -> Modules:
    return {name: tree for name, tree in modules.items() if name.split(".")[1:2] == [package]}


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_a_package_imports_only_itself_and_those_below(package: str, modules: Modules) -> None:
    inside = modules_of(package, modules)
    assert inside
    wrong = [
        f"{importer}: {name}"
        for importer, tree in inside.items()
        for name in imported_names(tree)
        if name.startswith("tallystick.")
        and package_of(name) is not None
        and package_of(name) not in MAY_IMPORT[package]
    ]
    assert wrong == []


def test_metrics_import_only_errors_version_and_lazy_exports_from_tallystick(
    modules: Modules,
) -> None:
    names = {
        name
        for tree in modules_of("metrics", modules).values()
        for name in imported_names(tree)
        if name.partition(".")[0] == "tallystick" and package_of(name) is None
    }
    assert {name for name in names if not name.startswith("tallystick.errors")} <= {
        "tallystick.__version__",
        "tallystick.lazy.lazy_exports",
    }


def test_the_rooms_of_metrics_import_one_another_in_one_direction(modules: Modules) -> None:
    below: defaultdict[str, set[str]] = defaultdict(set)
    for importer, tree in modules_of("metrics", modules).items():
        for node in chain(tree.body, *(one.body for one in tree.body if isinstance(one, ast.If))):
            if isinstance(node, ast.ImportFrom) and importer != "tallystick.metrics":
                names = [f"{node.module}.{alias.name}".split(".") for alias in node.names]
                room = importer.split(".")[2]
                below[room] |= {name[2] for name in names if name[:2] == ["tallystick", "metrics"]}
                below[room].discard(room)
    order = list(TopologicalSorter(below).static_order())  # raises an error if there is a circle
    known = [order.index(room) for room in ("corpus", "counting", "interface", "bleu")]
    assert known == sorted(known)


def test_results_of_compat_reach_reports_only_by_the_public_function(modules: Modules) -> None:
    names = {
        f"{importer}: {name}"
        for importer, tree in modules_of("compat", modules).items()
        for name in imported_names(tree)
        if name.partition(".")[0] == "tallystick" and package_of(name) is None
    }
    beyond = {name for name in names if not any(known in name for known in BELOW)}
    assert beyond == {"tallystick.compat.shown: tallystick.render"}


def test_only_the_command_line_imports_the_command_line(modules: Modules) -> None:
    wrong = [
        f"{importer}: {name}"
        for importer, tree in modules.items()
        if package_of(importer) not in ("command_line", "__main__")
        for name in imported_names(tree)
        if name.startswith("tallystick.") and package_of(name) in ("command_line", "__main__")
    ]
    assert wrong == []
