"""No file of the repository names a path of one machine or a package registry."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

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
