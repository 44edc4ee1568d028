"""Packages import only those below: command line, reports, compat, metrics."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from graphlib import TopologicalSorter
from itertools import chain

import pytest

Modules = Mapping[str, ast.Module]
Imports = Mapping[str, Sequence[str]]
PACKAGES = ("metrics", "compat", "reports", "examples", "command_line", "__main__")

MAY_IMPORT = {
    "metrics": {"metrics"},
    "compat": {"metrics", "compat"},
    "reports": {"metrics", "compat", "reports"},
    "examples": {"examples"},
    "errors": set[str](),
}

BELOW = ("tallystick.errors", "tallystick.__version__", "tallystick.lazy.lazy_exports")


@pytest.fixture(scope="module")
def imports(nodes: Mapping[str, Sequence[ast.AST]]) -> Imports:
    """What a module imports, also in functions, under TYPE_CHECKING and in registries."""
    return {name: list(imported_names(of_module)) for name, of_module in nodes.items()}


def imported_names(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
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


def inside(package: str, imports: Imports) -> Iterator[tuple[str, str]]:
    """Yield each module of a subpackage with each name that it imports."""
    for importer, names in imports.items():
        if importer.split(".")[1:2] == [package]:
            yield from ((importer, name) for name in names)


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_a_package_imports_only_itself_and_those_below(package: str, imports: Imports) -> None:
    assert any(name.split(".")[1:2] == [package] for name in imports)
    wrong = [
        f"{importer}: {name}"
        for importer, name in inside(package, imports)
        if name.startswith("tallystick.")
        and package_of(name) is not None
        and package_of(name) not in MAY_IMPORT[package]
    ]
    assert wrong == []


def test_metrics_import_only_errors_version_and_lazy_exports_from_tallystick(
    imports: Imports,
) -> None:
    names = {
        name
        for _, name in inside("metrics", imports)
        if name.partition(".")[0] == "tallystick" and package_of(name) is None
    }
    assert names
    assert [name for name in names if not name.startswith(BELOW)] == []


def test_the_rooms_of_metrics_import_one_another_in_one_direction(modules: Modules) -> None:
    below: defaultdict[str, set[str]] = defaultdict(set)
    for importer, tree in modules.items():
        if not importer.startswith("tallystick.metrics."):
            continue
        for node in chain(
            tree.body, *(node.body for node in tree.body if isinstance(node, ast.If))
        ):
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}".split(".") for alias in node.names]
                room = importer.split(".")[2]
                below[room] |= {name[2] for name in names if name[:2] == ["tallystick", "metrics"]}
                below[room].discard(room)
    order = list(TopologicalSorter(below).static_order())  # raises an error if there is a circle
    known = [order.index(room) for room in ("corpus", "counting", "interface", "bleu")]
    assert known == sorted(known)


def test_results_of_compat_reach_reports_only_by_the_public_function(imports: Imports) -> None:
    beyond = {
        f"{importer}: {name}"
        for importer, name in inside("compat", imports)
        if name.partition(".")[0] == "tallystick"
        and package_of(name) is None
        and not name.startswith(BELOW)
    }
    assert beyond == {"tallystick.compat.shown: tallystick.render"}


def test_only_the_command_line_imports_the_command_line(imports: Imports) -> None:
    wrong = [
        f"{importer}: {name}"
        for importer, names in imports.items()
        if package_of(importer) not in ("command_line", "__main__")
        for name in names
        if name.startswith("tallystick.") and package_of(name) in ("command_line", "__main__")
    ]
    assert wrong == []
