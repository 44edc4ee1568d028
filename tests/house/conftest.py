"""Every module of the package under test, parsed and walked through once."""

from __future__ import annotations

import ast
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

import tallystick

PACKAGE = Path(tallystick.__file__).parent
KINDS = (
    *(ast.Assert, ast.Attribute, ast.Call, ast.Constant, ast.Expr, ast.Import, ast.ImportFrom),
)
"""Of nodes that tests look for, a quarter of all."""

LEAST_MODULES = {"metrics": 50, "compat": 30, "reports": 20, "command_line": 5, "examples": 1}


@pytest.fixture(scope="session")
def modules() -> Mapping[str, ast.Module]:
    """The syntax tree of every module by its dotted name."""
    paths = [
        Path(folder, name)
        for folder, _, names in os.walk(PACKAGE, followlinks=True)  # links in a checkout
        for name in names
        if name.endswith(".py")
    ]
    trees = {}
    for path in sorted(paths):
        parts = ("tallystick", *path.relative_to(PACKAGE).with_suffix("").parts)
        name = ".".join(parts).removesuffix(".__init__")
        trees[name] = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    for package, least in LEAST_MODULES.items():
        number = sum(name.startswith(f"tallystick.{package}") for name in trees)
        assert number >= least, f"{PACKAGE / package}: {number} modules found, expected {least}"
    return trees


@pytest.fixture(scope="session")
def nodes(modules: Mapping[str, ast.Module]) -> Mapping[str, Sequence[ast.AST]]:
    """The nodes of the syntax tree of every module, of these kinds."""
    return {
        name: [node for node in ast.walk(tree) if isinstance(node, KINDS)]
        for name, tree in modules.items()
    }
