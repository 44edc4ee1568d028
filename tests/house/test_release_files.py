"""Other files say of the project what pyproject.toml says, and workflows run what exists."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import tallystick
from tallystick.command_line import LISTS, MOVED
from tests.house.test_repository_text import repository_files

ROOT = Path(__file__).parents[2]
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
