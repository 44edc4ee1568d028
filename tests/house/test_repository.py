"""Files of the repository agree about the project, and none names a path of one machine."""

from __future__ import annotations

import importlib.util
import os
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

import tallystick
from tallystick.command_line import LISTS, MOVED

ROOT = Path(__file__).parents[2]
NOT_OURS = re.compile(
    r"(\..+|__pycache__|node_modules|build|dist|.*\.egg-info|.*\.so|.*\.py[cd]|.*\.(png|parquet))"
)
OURS_IN_SPITE_OF_THE_DOT = {".ci", ".github", ".gitignore"}

# in halves, so that this file passes the test
MACHINE_PATHS = [
    "/wo" + "rk/",
    "/tm" + "p/",
    "/ho" + "me/",
    "/ro" + "ot/",
    "/op" + "t/",
    "file:" + "//",
]
REGISTRIES = ["pypi" + ".org", "python" + "hosted", "npm" + "js.", "extra-" + "index-url"]
PATTERN = re.compile("|".join(map(re.escape, MACHINE_PATHS + REGISTRIES)))


def repository_files() -> Iterator[Path]:
    for folder, folders, files in os.walk(ROOT):
        for names in (folders, files):
            names[:] = [
                name
                for name in names
                if name in OURS_IN_SPITE_OF_THE_DOT or not NOT_OURS.fullmatch(name)
            ]
        yield from (Path(folder, name) for name in files)


def test_the_walk_finds_the_repository() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in repository_files()}
    assert {"pyproject.toml", "setup.py", ".ci/run", "metrics/bleu/metric.py"} <= names


def test_no_file_names_a_path_of_one_machine_or_a_registry() -> None:
    problems = [
        f"{path.relative_to(ROOT)}, line {number}: {match[0]}"
        for path in repository_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1)
        for match in PATTERN.finditer(line)
    ]
    assert problems == []


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ADDRESS = re.compile(r"https://(?:github\.com/tallystick|tallystick\.github\.io)[^\s\"'`)>]*")
OWN_EXTRA = re.compile(r"`\[(\w+)\]`")


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_every_address_of_the_project_is_one_of_its_urls() -> None:
    urls = tuple(PROJECT["urls"].values())
    addresses = {
        (path.name, address)
        for path in repository_files()
        for address in ADDRESS.findall(path.read_text(encoding="utf-8"))
    }
    assert {"pyproject.toml", "CITATION.cff", "SECURITY.md", "recipe.yaml", "config.yml"} <= {
        name for name, _ in addresses
    }
    assert [pair for pair in addresses if not pair[1].startswith(urls)] == []


def test_the_entry_to_cite_says_what_the_citation_file_says() -> None:
    cff = dict(re.findall(r"^(?:  - )?([\w-]+): (.+)$", text("CITATION.cff"), re.M))
    entry = dict(re.findall(r"^  (\w+) = \{+([^}]+)\}+,$", text("docs/help.md"), re.M))
    assert entry == {
        "author": cff["name"],
        "title": f"{cff['title']}: {cff['abstract']}",
        "url": cff["repository-code"],
        "note": f"Version {tallystick.__version__}",
    }
    [cited] = re.findall(r"@software[^@]*", text("metrics/interface/citations.bib"))
    assert entry["title"] in " ".join(re.sub("[{}]", "", cited).split())


def test_the_old_names_of_the_page_are_those_that_warn() -> None:
    row = re.compile(r"^\| (`tallystick.*`) \| (.*`(tallystick.*)`) \|$", re.M)
    listed = {
        (old, new)
        for names, _, new in row.findall(text("docs/stability.md"))
        for old in re.findall("`([^`]+)`", names)
    }
    assert listed == {
        *((f"tallystick {name}", f"tallystick list {name}") for name in LISTS),
        *(
            (f"tallystick {name} {option}", f"tallystick {now}")
            for name, options in MOVED.items()
            for option, now in options.items()
        ),
        *(
            (f"tallystick.{name}", package)
            for package, names in vars(tallystick)["_MOVED"].items()
            for name in names.split(", ")
        ),
    }


def test_the_extras_that_the_readme_names_exist() -> None:
    extras = set(OWN_EXTRA.findall(text("README.md")))
    assert extras
    assert extras <= set(PROJECT["optional-dependencies"])


def test_the_recipe_for_conda_is_of_this_version_and_needs_what_it_needs() -> None:
    recipe = text("tools/conda/recipe.yaml")
    assert f"version: {tallystick.__version__}\n" in recipe
    [needed] = re.findall(r"^  run:\n    - python\n((?:    - .*\n)*)", recipe, re.M)
    assert needed.replace(" ", "").split() == [f"-{name}" for name in PROJECT["dependencies"]]
    for name in ("description", "license"):
        assert f": {PROJECT[name]}\n" in recipe
        assert f": {PROJECT[name]}\n" in text("CITATION.cff")


def test_the_supported_pythons_are_the_same_everywhere() -> None:
    listed = re.findall(r":: (3\.\d+)$", "\n".join(PROJECT["classifiers"]), re.M)
    assert PROJECT["requires-python"] == f">={listed[0]}"
    assert f"CPython {', '.join(listed[:-1])} and {listed[-1]}" in text("docs/stability.md")
    minor = [version.partition(".")[2] for version in listed]
    assert f'build = "cp31[{minor[0][1]}-{minor[-1][1]}]-*"' in text("pyproject.toml")
    assert f"[testenv:py3{{{','.join(minor[1:])}}}]" in text("tox.ini")


def test_workflows_run_environments_of_tox_and_actions_that_exist() -> None:
    workflows = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / ".github" / "workflows").iterdir()
    )
    environments = set(re.findall(r"(?:run -e|environment:) ([a-z]+)$", workflows, re.M))
    known = set(re.findall(r"^\[testenv:(\w+)\]$", text("tox.ini"), re.M))
    assert environments >= {"peers", "thorough", "fuzz", "mutants", "benchmark"}
    assert environments <= known | {"py", "docs", "release"}
    for action in re.findall(r"uses: \./(.*)", workflows):
        assert (ROOT / action / "action.yml").is_file()


TOOLS = Path(__file__).parents[2] / "tools"


def tool(name: str) -> Any:
    specification = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_the_stubs_are_up_to_date() -> None:
    for path, text in tool("write_stubs").stubs().items():
        assert path.read_text(encoding="utf-8") == text, (
            "the options of a metric have changed; run python tools/write_stubs.py"
        )


def test_the_public_interface_is_the_recorded_one() -> None:
    record = tool("write_interface")
    now = set(record.interface().split("\n"))
    before = set(record.TARGET.read_text(encoding="utf-8").split("\n"))
    changes = [f"- {line}" for line in sorted(before - now)]
    changes += [f"+ {line}" for line in sorted(now - before)]
    assert not changes, (
        "the public interface has changed, and docs/stability.md says what may change when; if "
        "this may, run python tools/write_interface.py, and describe it in CHANGELOG.md and docs:\n"
        + "\n".join(changes)
    )


@pytest.mark.slow  # it classifies every character, in Python
def test_the_character_table_of_the_kernel_has_the_classes_of_the_python_tokenizers() -> None:
    table = tool("write_character_table")
    assert table.TARGET.read_text(encoding="utf-8") == table.c_source(), (
        "the character classes have changed; run python tools/write_character_table.py"
    )


PACKAGES = ("metrics", "compat", "reports", "examples")


@pytest.mark.skipif("TOX_ENV_NAME" not in os.environ, reason="only tox installs the package")
def test_the_installed_package_is_under_test() -> None:
    package = Path(tallystick.__file__).resolve()
    assert "site-packages" in package.parts
    assert not package.is_relative_to(ROOT / "src")
    assert version("tallystick") == tallystick.__version__


@pytest.mark.parametrize("package", PACKAGES)
def test_a_checkout_links_to_the_package(package: str) -> None:
    link = ROOT / "src" / "tallystick" / package
    if not (ROOT / ".git").exists():
        pytest.skip("only a checkout has the links")
    if not link.is_symlink():
        pytest.skip("this checkout was made without symbolic links")
    assert link.readlink() == Path("..", "..", package)
