"""Constructs that have caused bugs and that the package must not contain."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

Modules = Mapping[str, ast.Module]
Nodes = list[tuple[str, ast.AST]]
EMULATIONS = ".emulation."  # of programs with sums in single precision
KERNEL_SOURCE = Path(__file__).parents[2] / "metrics" / "kernel" / "c"


def is_assert(node: ast.AST) -> bool:
    return isinstance(node, ast.Assert)


def is_zip_that_may_truncate(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "zip"
        and all(keyword.arg != "strict" for keyword in node.keywords)
    )


def is_splitlines(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "splitlines"


def is_single_precision(node: ast.AST) -> bool:
    names = ("float32", "single", "half", "float16")
    return (isinstance(node, ast.Attribute) and node.attr in names) or (
        isinstance(node, ast.Constant) and node.value in ("float32", "float16", "f4", "<f4")
    )


@pytest.fixture(scope="module")
def nodes(modules: Modules) -> Nodes:
    """Every node of a kind that a rule forbids, with the name of its module."""
    kinds = (ast.Assert, ast.Call, ast.Attribute, ast.Constant)
    return [
        (name, node)
        for name, tree in modules.items()
        for node in ast.walk(tree)
        if isinstance(node, kinds)
    ]


def places(nodes: Nodes, is_wrong: Callable[[ast.AST], bool]) -> list[str]:
    return [
        f"{name}, line {getattr(node, 'lineno', '?')}" for name, node in nodes if is_wrong(node)
    ]


def test_there_is_no_assert(nodes: Nodes) -> None:
    assert places(nodes, is_assert) == []


def test_every_zip_sets_strict(nodes: Nodes) -> None:
    assert places(nodes, is_zip_that_may_truncate) == []


def test_there_is_no_splitlines_which_splits_at_more_than_line_feeds(nodes: Nodes) -> None:
    assert places(nodes, is_splitlines) == []


def test_only_emulations_use_single_precision(nodes: Nodes) -> None:
    found = [place for place in places(nodes, is_single_precision) if EMULATIONS not in place]
    assert found == []


def test_the_kernel_does_not_use_single_precision() -> None:
    if not KERNEL_SOURCE.is_dir():
        pytest.skip("the source of the kernel is missing")
    sources = sorted(KERNEL_SOURCE.rglob("*.[ch]"))
    assert sources
    assert [path.name for path in sources if re.search(r"\bfloat\b", path.read_text())] == []


def test_no_module_has_a_name_that_pytest_collects(modules: Modules) -> None:
    last = [name.rpartition(".")[2] for name in modules]
    assert [name for name in last if name.startswith("test_") or name.endswith("_test")] == []
