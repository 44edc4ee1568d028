"""The public modules export what they list, and the site documents it."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
import tomllib
from argparse import SUPPRESS
from dataclasses import is_dataclass
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tallystick
from tallystick import compat, lazy, metrics, reports
from tallystick.metrics import METRICS
from tests.command_line.internals import COMMANDS, LISTS, command_parser

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
PAGES_AND_PLUG_INS = sorted(
    [
        ROOT / "README.md",
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / "benchmarks").glob("*.md"),
        *(ROOT / "tests" / "distributions").rglob("*.py"),
    ]
)


@pytest.mark.parametrize("page", PAGES_AND_PLUG_INS, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages_and_plug_ins_import_only_public_modules(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    modules = re.findall(r"^(?:>>> |\.\.\. )? *(?:from|import) (tallystick[\w.]*)", text, re.M)
    assert [module for module in modules if not DOORS_AND_DROP_INS.fullmatch(module)] == []


VARIABLE = re.compile(r"TALLYSTICK_[A-Z0-9_]+")
OWN_CODE = re.compile(r"TALLYSTICK_\w*_H|TALLYSTICK_CHECKED")
"""What is named like a variable in C, and is none."""


@pytest.fixture(scope="module")
def site() -> Any:
    """The modules that make pages, by name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "tools" / "site"))
        yield importlib.import_module
        for name in ("public", "reference", "metric_pages", "write_schemas"):
            sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def pages(site: Any) -> dict[str, str]:
    made: dict[str, str] = site("reference").pages()
    return made


def attribute_docstrings(module: str) -> set[str]:
    """Return the names of a module, or of those that it imports from, with a docstring below."""
    body = ast.parse(inspect.getsource(importlib.import_module(module))).body
    documented = {
        target.id
        for statement, following in pairwise(body)
        if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
        for target in getattr(statement, "targets", [getattr(statement, "target", None)])
        if isinstance(target, ast.Name)
    }
    parts = [
        str(node.module)
        for node in body
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith(f"{module}.")
    ]
    return documented.union(*map(attribute_docstrings, parts))


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_every_public_name_has_a_docstring(door: ModuleType, site: Any) -> None:
    undocumented = []
    for name, (module, there) in site("public").public_names(door.__name__).items():
        value = getattr(door, name)
        if isinstance(value, type) or inspect.isfunction(value):
            documented = bool(inspect.getdoc(value))
        else:
            documented = there in attribute_docstrings(module)
        if not documented:
            undocumented.append(name)
    assert undocumented == []


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_every_attribute_that_a_docstring_lists_exists(door: ModuleType) -> None:
    missing = []
    for public in door.__all__:
        kind = getattr(door, public)
        if not is_dataclass(kind):
            continue
        _, _, listed = (inspect.getdoc(kind) or "").partition("\nAttributes:\n")
        names = re.findall(r"^    (\w+):", listed.partition("\n\n")[0], re.MULTILINE)
        missing += [
            f"{public}.{name}"
            for name in names
            if not hasattr(kind, name) and name not in kind.__dataclass_fields__
        ]
    assert missing == []


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_every_public_name_is_in_the_reference(door: ModuleType, pages: dict[str, str]) -> None:
    page = pages[f"reference/python/{door.__name__}.md"]
    assert [
        name
        for name in door.__all__
        if f'toc_label: "{name}"' not in page and f"| `{name}` |" not in page
    ] == ["__version__"] * (door is tallystick)


@pytest.mark.parametrize("name", [*COMMANDS, *LISTS])
def test_every_option_has_a_help_and_is_in_the_reference(
    name: str, pages: dict[str, str], site: Any
) -> None:
    if name == "list":
        assert all(
            f"## tallystick list {what}" in pages["reference/commands/list.md"] for what in LISTS
        )
        return
    where = "list" if name in LISTS else name
    page = pages[f"reference/commands/{site('reference').command_page(where)}"]
    for action in command_parser(name)._actions:
        if action.help != SUPPRESS and action.dest != "help":
            assert action.help, f"{name}: {action.option_strings or action.dest} has no help"
            assert all(f"`{form}`" in page for form in action.option_strings)


def test_the_list_of_commands_and_the_command_index_have_pages_of_their_own(
    pages: dict[str, str], site: Any
) -> None:
    assert pages["reference/commands/index.md"].startswith("# Commands\n")
    for name in COMMANDS:
        page = pages[f"reference/commands/{site('reference').command_page(name)}"]
        assert page.startswith(f"# tallystick {name}\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("without -i, --names=A or `--by X`", "without `-i`, `--names`=A or `--by X`"),
        ("tau-b on 2026-03-01, en-de", "tau-b on 2026-03-01, en-de"),
    ],
)
def test_options_in_sentences_are_code(text: str, expected: str, site: Any) -> None:
    assert site("reference")._prose(text) == expected


def test_every_metric_has_a_page(site: Any) -> None:
    made = site("metric_pages").PAGES
    specs = {spec.partition(":")[0] for page in made.values() for spec in page.specs}
    assert set(METRICS.built_in) - specs == {"rouge"}  # any type; its page has four
    assert set(made) == {path.stem for path in (ROOT / "docs" / "metrics").glob("*.md")}


@pytest.mark.parametrize(
    "path", sorted((ROOT / "docs" / "metrics").glob("*.md")), ids=lambda path: path.stem
)
def test_the_page_of_a_metric_says_what_it_is_blind_to_and_has_an_example(
    path: Path, site: Any
) -> None:
    text = path.read_text(encoding="utf-8")
    assert all(f"\n## {title}\n" in text for title in ("Formula", "Default", "What it is blind to"))
    assert "tallystick score " in text
    assert "\n## Options\n" in site("metric_pages").completed(path.stem, text)


def test_the_page_of_a_metric_has_its_options_programs_faults_and_speed(site: Any) -> None:
    page = site("metric_pages").completed("chrf", "# chrF")
    for row in (
        r"\| `word_order` \| `0` \| ",
        r"\| `torchmetrics` \| torchmetrics, chrf\\_score, 1.9.0 \| `",
        r"\| `[\w-]*chrf[\w-]*` \| ",  # a defect
        r"\| dropped word \| major fault \| 100%; 1.00 \| 100%; 1.00 \|",
        r"\| chrF of a corpus, from text \| `tallystick.chrf` \| sacreBLEU",
    ):
        assert re.search(row, page), row


def test_every_extra_is_described(site: Any) -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    assert set(site("reference").EXTRAS) == set(extras)


def test_every_environment_variable_is_described() -> None:
    folders = [ROOT / name for name in ("metrics", "compat", "reports", "src/tallystick")]
    files = [ROOT / "setup.py", *(path for folder in folders for path in folder.rglob("*.[pc]*"))]
    read = {
        name
        for path in files
        if path.suffix in (".py", ".c")
        for name in VARIABLE.findall(path.read_text(encoding="utf-8"))
        if not OWN_CODE.fullmatch(name)
    }
    page = (ROOT / "docs" / "environment.md").read_text(encoding="utf-8")
    assert {"TALLYSTICK_KERNEL", "TALLYSTICK_RIBES"} <= read
    assert sorted(name for name in read if name not in page) == []
