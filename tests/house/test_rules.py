"""What the modules of the package must not contain, what they may import, and that they can be."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

import pytest

import tallystick
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


PARENT = Path(tallystick.__file__).parents[1]
TOP_LEVEL = {"metrics", "compat", "reports", "examples"}
IMPORT_ALL = f"""
import importlib, sys
sys.path.insert(0, {str(PARENT)!r})
for name in sys.argv[1:]:
    importlib.import_module(name)
print({TOP_LEVEL} & set(sys.modules))
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
        if name.partition(".")[0] in TOP_LEVEL
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
    assert TOP_LEVEL.isdisjoint(sys.modules)
