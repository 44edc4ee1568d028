"""Constructs that have caused bugs and that the package must not contain."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tallystick.metrics import METRICS

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


NAMES_METRICS = (
    "compat.conformance.mistakes",  # a file for each metric
    "compat.implementations.adapters",  # what each program computes
    "compat.nltk",
    "compat.sacrebleu",
    "compat.jiwer",
    "compat.rouge_score",
    "compat.pycocoevalcap",
    "compat.emulation.paired_tests",  # the metrics that sacreBLEU has
    "compat.defects.ledger",  # names of files
    "compat.vectors.curated",  # names of files
)
"""Where metrics are named: adapters, drop-in replacements, and what each metric or program has."""


def documentation(tree: ast.Module) -> set[ast.AST]:
    """Return the strings that are statements: docstrings."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def named_metrics(tree: ast.Module) -> set[str]:
    """Return the names and specs of metrics, and the beginnings of names, in strings of code."""
    starts = {
        call.args[0]
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "startswith"
        and call.args
    }
    strings = {
        node: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    unread = documentation(tree)
    return {
        text
        for node, text in strings.items()
        if node not in unread
        and (
            text.partition(":")[0] in METRICS.built_in
            or (node in starts and any(name.startswith(text) for name in METRICS.built_in if text))
        )
    }


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ('"""bleu"""\nx = {"bleu": 1}', {"bleu"}),
        ('x.startswith("roug")', {"roug"}),
        ('f("chrf:beta=3", "no metric")', {"chrf:beta=3"}),
        ('"""bleu"""\nname = "a bleu sky"', set()),
    ],
)
def test_the_name_of_a_metric_is_found(code: str, expected: set[str]) -> None:
    assert named_metrics(ast.parse(code)) == expected


def test_compat_names_metrics_only_in_adapters_and_drop_ins(modules: Modules) -> None:
    rooms = {
        name.removeprefix("tallystick."): tree
        for name, tree in modules.items()
        if name.startswith("tallystick.compat.")
    }
    naming = {name: named_metrics(tree) for name, tree in rooms.items()}
    wrong = {
        name: found
        for name, found in naming.items()
        if found and not f"{name}.".startswith(tuple(f"{one}." for one in NAMES_METRICS))
    }
    assert wrong == {}
