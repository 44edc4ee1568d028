"""Constructs that have caused bugs and that the package must not contain."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from tallystick.metrics import METRICS

Nodes = Mapping[str, Sequence[ast.AST]]
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


@pytest.mark.parametrize(
    ("is_wrong", "exempt"),
    [
        (is_assert, []),
        (is_zip_that_may_truncate, []),
        (is_splitlines, []),  # it splits at more than line feeds
        (is_single_precision, [EMULATIONS]),
    ],
)
def test_no_module_has_a_construct_that_has_caused_bugs(
    nodes: Nodes, is_wrong: Callable[[ast.AST], bool], exempt: list[str]
) -> None:
    assert [
        f"{name}, line {getattr(node, 'lineno', '?')}"
        for name, of_module in nodes.items()
        if not any(part in name for part in exempt)
        for node in of_module
        if is_wrong(node)
    ] == []


def test_the_kernel_does_not_use_single_precision() -> None:
    if not KERNEL_SOURCE.is_dir():
        pytest.skip("the source of the kernel is missing")
    sources = sorted(KERNEL_SOURCE.rglob("*.[ch]"))
    assert sources
    assert [path.name for path in sources if re.search(r"\bfloat\b", path.read_text())] == []


def test_no_module_has_a_name_that_pytest_collects(nodes: Nodes) -> None:
    last = [name.rpartition(".")[2] for name in nodes]
    assert [name for name in last if name.startswith("test_") or name.endswith("_test")] == []


NAMES_METRICS = (
    "compat.conformance.mistakes",  # a file for each metric
    "compat.implementations.adapters",  # what each program computes
    "compat.evaluate",
    "compat.torchmetrics",
    "compat.lm_eval",
    "compat.inspect_ai",
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


def named_metrics(nodes: Sequence[ast.AST]) -> set[str]:
    """Return the names and specs of metrics, and the beginnings of names, in strings of code."""
    docstrings = {node.value for node in nodes if isinstance(node, ast.Expr)}
    starts = {
        call.args[0]
        for call in nodes
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "startswith"
        and call.args
    }
    return {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node not in docstrings
        and (
            node.value.partition(":")[0] in METRICS.built_in
            or (
                node in starts
                and any(name.startswith(node.value) for name in METRICS.built_in if node.value)
            )
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
    assert named_metrics(list(ast.walk(ast.parse(code)))) == expected


def test_compat_names_metrics_only_in_adapters_and_drop_ins(nodes: Nodes) -> None:
    may = tuple(f"tallystick.{module}." for module in NAMES_METRICS)
    wrong = {
        name: metrics
        for name, of_module in nodes.items()
        if name.startswith("tallystick.compat.") and not f"{name}.".startswith(may)
        if (metrics := named_metrics(of_module))
    }
    assert wrong == {}
