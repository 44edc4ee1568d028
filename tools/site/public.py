"""The public names of the four packages, as their stubs list them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("tallystick", "tallystick.metrics", "tallystick.compat", "tallystick.reports")


@cache
def public_names(package: str) -> Mapping[str, tuple[str, str]]:
    """Return by public name the module that defines it, and its name there."""
    stub = ROOT / "src" / package.replace(".", "/") / "__init__.pyi"
    return {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in ast.parse(stub.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom) and node.module != PACKAGES[0]
        for alias in node.names
    }
