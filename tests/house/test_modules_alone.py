"""Every module can be imported first, in a fresh interpreter, without a warning.

One interpreter per module would take minutes. Two checks are equivalent: there is no import cycle,
the only reason why a module can fail when it is imported first, and one interpreter imports all.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from importlib.util import find_spec
from pathlib import Path

import pytest

import tallystick

PARENT = Path(tallystick.__file__).parents[1]
PACKAGES = {"metrics", "compat", "reports", "examples"}
IMPORT_ALL = f"""
import importlib, sys
sys.path.insert(0, {str(PARENT)!r})
for name in sys.argv[1:]:
    importlib.import_module(name)
print({PACKAGES} & set(sys.modules))
"""


def run_at_import(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield the nodes that run at import: no function bodies, nothing under TYPE_CHECKING."""
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
    """Return the modules that must be loaded before this one: its imports and their packages.

    Its own packages begin before it and end after it, so they count only if it imports from them.
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


def cycle(modules: Mapping[str, ast.Module]) -> list[str]:
    """Return modules that import each other at the top level, if there are any."""
    try:
        TopologicalSorter({name: needed_by(name, modules) for name in modules}).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle
    return []


def names_bound_by(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in run_at_import(nodes):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name


def imports_others(module: ast.Module) -> bool:
    """Whether a module can be part of a cycle, if only by what its functions import."""
    imports = (node for node in ast.walk(module) if isinstance(node, ast.ImportFrom))
    return any(node.module != "__future__" for node in imports)


def test_no_modules_import_each_other_at_the_top_level(modules: Mapping[str, ast.Module]) -> None:
    assert sum(len(needed_by(name, modules)) for name in modules) > 2 * len(modules)
    assert cycle(modules) == []


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("import tallystick.b", "from tallystick.a import x", True),
        ("if True:\n    from tallystick import b", "class C:\n    import tallystick.a", True),
        ("import tallystick.b", "def f():\n    from tallystick.a import x", False),
        ("if TYPE_CHECKING:\n    import tallystick.b", "import tallystick.a", False),
    ],
)
def test_a_cycle_is_found(first: str, second: str, expected: bool) -> None:
    code = {"tallystick": "", "tallystick.a": first, "tallystick.b": second}
    assert bool(cycle({name: ast.parse(text) for name, text in code.items()})) == expected


def test_no_module_imports_a_lazy_name_at_the_top_level(modules: Mapping[str, ast.Module]) -> None:
    bound = {name: set(names_bound_by(tree.body)) for name, tree in modules.items()}
    lazy = {
        name
        for name, names in bound.items()
        if "__getattr__" in names and imports_others(modules[name])
    }
    assert lazy
    wrong = [
        f"{name}, line {node.lineno}: {node.module}.{alias.name}"
        for name, tree in modules.items()
        for node in run_at_import(tree.body)
        if isinstance(node, ast.ImportFrom) and node.module in lazy
        for alias in node.names
        if f"{node.module}.{alias.name}" not in modules and alias.name not in bound[node.module]
    ]
    assert wrong == []


def names_of_modules(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        return [node.module or ""]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


def test_no_package_is_imported_without_its_parent(nodes: Mapping[str, Sequence[ast.AST]]) -> None:
    wrong = [
        f"{importer}: {name}"
        for importer, of_module in nodes.items()
        for node in of_module
        for name in names_of_modules(node)
        if name.partition(".")[0] in PACKAGES
    ]
    assert wrong == []


def test_one_interpreter_imports_every_module_without_a_warning(
    modules: Mapping[str, ast.Module],
) -> None:
    needs = {
        "tallystick.reports.comparison.plots.": "matplotlib",
        "tallystick.compat.torchmetrics": "torchmetrics",
        "tallystick.compat.inspect_ai": "inspect_ai",
    }
    missing = tuple(prefix for prefix, package in needs.items() if find_spec(package) is None)
    names = [name for name in modules if not name.startswith(missing)]
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", "-c", IMPORT_ALL, *names],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "set()\n", "")


def test_no_test_has_imported_a_package_without_its_parent() -> None:
    assert PACKAGES.isdisjoint(sys.modules)
