"""The four public modules export what they list, and pages need nothing else."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path
from types import ModuleType

import pytest

import tallystick
from tallystick import compat, lazy, metrics, reports

DOORS = (tallystick, metrics, compat, reports)


def imports_for_type_checkers(door: ModuleType) -> dict[str, tuple[str, str]]:
    """Return the module of each name that type checkers see, and its name there."""
    stub = Path(str(door.__file__)).with_suffix(".pyi")
    return {
        alias.asname or alias.name: (str(node.module), alias.name)
        for node in ast.parse(stub.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom) and node.module != "tallystick"  # the packages
        for alias in node.names
    }


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_every_exported_name_is_listed_and_the_object_that_type_checkers_see(
    door: ModuleType,
) -> None:
    seen = imports_for_type_checkers(door)
    assert list(door.__all__) == sorted(door.__all__)
    assert set(door.__all__) - {"__version__"} == set(seen)
    assert set(door.__all__) <= set(dir(door))
    for name, (module, other) in seen.items():
        value = getattr(importlib.import_module(module), other)
        assert getattr(door, name) is value, f"{door.__name__}.{name} differs from that of {module}"
    with pytest.raises(AttributeError, match=f"module '{door.__name__}' has no attribute 'no'"):
        getattr(door, "no")  # noqa: B009


def test_names_that_moved_into_a_package_give_a_warning() -> None:
    for module, names in vars(tallystick)["_MOVED"].items():
        for name in names.split(", "):
            with pytest.warns(
                DeprecationWarning, match=f"tallystick.{name} is now {module}.{name}"
            ):
                moved = getattr(tallystick, name)
            assert moved is getattr(importlib.import_module(module), name)
            assert name not in dir(tallystick)


def test_the_top_level_has_few_names_and_the_packages() -> None:
    assert len(tallystick.__all__) <= 70
    assert {name for name in dir(tallystick) if not name.startswith("__")} == {
        *tallystick.__all__, "compat", "metrics", "reports"
    } - {"__version__"}  # fmt: skip


def test_a_name_is_looked_up_once() -> None:
    namespace = {"__name__": "example"}
    _, get, _ = lazy.lazy_exports(namespace, {"math": "tau as circle"})
    assert namespace.get("circle") is None
    assert get("circle") == namespace["circle"]


DOORS_AND_DROP_INS = re.compile(
    r"tallystick(\.metrics|\.reports|\.compat("
    r"\.sacrebleu(\.metrics|\.dataset)?|\.(nltk|rouge_score|jiwer)(\.\w+)?|\.pycocoevalcap\.cider\.cider|\.(evaluate|torchmetrics|inspect_ai)"
    r")?)?"
)
ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [
        ROOT / "README.md",
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / "benchmarks").glob("*.md"),
        *(ROOT / "tests" / "distributions").rglob("*.py"),
    ]
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages_and_plug_ins_import_only_public_modules(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    modules = re.findall(r"^(?:>>> |\.\.\. )? *(?:from|import) (tallystick[\w.]*)", text, re.M)
    assert [module for module in modules if not DOORS_AND_DROP_INS.fullmatch(module)] == []
