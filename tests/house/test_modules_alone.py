"""Every module can be imported first, in a fresh interpreter, without a warning.

One interpreter for each module would take minutes. Two checks are equivalent: a module that fails
only when it is imported first is part of an import cycle, so there must be none, and one
interpreter imports everything.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import tallystick

PARENT = Path(tallystick.__file__).parents[1]
ROOMS = {"metrics", "compat", "reports", "examples"}
IMPORT_ALL = f"""
import importlib, sys
sys.path.insert(0, {str(PARENT)!r})
for name in sys.argv[1:]:
    importlib.import_module(name)
print({ROOMS} & set(sys.modules))
"""


def run_at_import(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield the nodes that run when a module is imported: no function bodies, no type checks."""
    for node in nodes:
        yield node
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            yield from run_at_import(node.orelse)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from run_at_import(ast.iter_child_nodes(node))


def packages_of(name: str) -> set[str]:
    parts = name.split(".")
    return {".".join(parts[:number]) for number in range(1, len(parts))}


def needed_by(name: str, modules: Mapping[str, ast.Module]) -> set[str]:
    """Return the modules that must be loaded before this one.

    Those are the modules that it imports, and the packages in which they lie. Its own packages have
    begun before it and end after it, so they count only where it imports from them.
    """
    targets = set()
    for node in run_at_import(modules[name].body):
        if isinstance(node, ast.Import):
            targets |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            submodules = {f"{node.module}.{alias.name}" for alias in node.names}
            targets |= submodules & modules.keys()
            if not submodules <= modules.keys():
                targets.add(str(node.module))
    targets &= modules.keys()
    outer = {package for target in targets for package in packages_of(target)}
    return (targets | (outer - packages_of(name))) - {name}


def circle(modules: Mapping[str, ast.Module]) -> list[str]:
    """Return modules that import each other at the top level, or nothing."""
    try:
        TopologicalSorter({name: needed_by(name, modules) for name in modules}).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def names_bound_by(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in run_at_import(nodes):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name


def test_no_modules_import_each_other_at_the_top_level(modules: Mapping[str, ast.Module]) -> None:
    assert sum(len(needed_by(name, modules)) for name in modules) > 2 * len(modules)
    assert circle(modules) == []


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("import tallystick.b", "from tallystick.a import x", True),
        ("if True:\n    from tallystick import b", "class C:\n    import tallystick.a", True),
        ("import tallystick.b", "def f():\n    from tallystick.a import x", False),
        ("if TYPE_CHECKING:\n    import tallystick.b", "import tallystick.a", False),
    ],
)
def test_a_circle_is_found_where_there_is_one(first: str, second: str, expected: bool) -> None:
    code = {"tallystick": "", "tallystick.a": first, "tallystick.b": second}
    assert bool(circle({name: ast.parse(text) for name, text in code.items()})) == expected


def test_no_module_imports_at_the_top_level_a_name_that_its_package_makes_on_demand(
    modules: Mapping[str, ast.Module],
) -> None:
    bound = {name: set(names_bound_by(tree.body)) for name, tree in modules.items()}
    on_demand = {name for name, names in bound.items() if "__getattr__" in names}
    assert on_demand
    wrong = [
        f"{name}, line {node.lineno}: {node.module}.{alias.name}"
        for name, tree in modules.items()
        for node in run_at_import(tree.body)
        if isinstance(node, ast.ImportFrom) and node.module in on_demand
        for alias in node.names
        if f"{node.module}.{alias.name}" not in modules and alias.name not in bound[node.module]
    ]
    assert wrong == []


def names_of_modules(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        return [node.module or ""]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


def test_no_room_is_imported_under_its_bare_name(modules: Mapping[str, ast.Module]) -> None:
    wrong = [
        f"{importer}: {name}"
        for importer, tree in modules.items()
        for node in ast.walk(tree)
        for name in names_of_modules(node)
        if name.partition(".")[0] in ROOMS
    ]
    assert wrong == []


def test_one_interpreter_imports_every_module_without_a_warning(
    modules: Mapping[str, ast.Module],
) -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", "-c", IMPORT_ALL, *modules],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "set()\n", "")


def test_no_test_has_imported_a_room_under_its_bare_name() -> None:
    assert ROOMS.isdisjoint(sys.modules)
