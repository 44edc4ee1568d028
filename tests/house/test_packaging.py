"""What users get: a source distribution that installs, complete, even without a compiler."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

import tallystick
from tallystick.examples import reference_paths, system_paths
from tallystick.metrics.reading import read_systems

ROOT = Path(__file__).parents[2]
ROOMS = {room: ROOT / room for room in ("metrics", "compat", "reports", "examples")}
NOT_PART_OF_THE_SOURCE = shutil.ignore_patterns(
    ".git", ".tox", ".venv", ".*_cache", ".hypothesis", "*.so", "*.egg-info", "build", "__pycache__"
)
SCORE_THE_EXAMPLES = """
import json, tallystick
from tallystick.examples import reference_paths, system_paths
from tallystick.metrics.ngrams import kernel
from tallystick.metrics.reading import read_systems
systems = read_systems(reference_paths(), list(system_paths().values()))
scores = [score.score for _, corpus in systems for score in tallystick.score(hypotheses=corpus)]
print(json.dumps([kernel.ACTIVE, scores]))
"""


def source_files(folder: Path) -> set[str]:
    """Return the files of a folder that belong into the package, relative to it."""
    suffixes = {".py", ".pyi", ".typed", ".txt", ".tsv", ".jsonl", ".json", ".html", ".css", ".js"}
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.suffix in suffixes or path.name == "py.typed"
    }


@pytest.fixture(scope="module")
def source_distribution(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("source-distribution")
    copy = folder / "copy"
    shutil.copytree(ROOT, copy, symlinks=True, ignore=NOT_PART_OF_THE_SOURCE)
    build = f"from setuptools import build_meta; build_meta.build_sdist({str(folder)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=copy, check=True, capture_output=True)
    [archive] = folder.glob("*.tar.gz")
    return archive


@pytest.fixture(scope="module")
def installed_without_compiler(
    source_distribution: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    target = tmp_path_factory.mktemp("installed")
    options = "install --quiet --no-build-isolation --no-deps --no-cache-dir --target"
    environment = {
        name: value for name, value in os.environ.items() if name != "TALLYSTICK_REQUIRE_KERNEL"
    }
    subprocess.run(
        [sys.executable, "-m", "pip", *options.split(), target, source_distribution],
        env=environment | {"CC": "false"},
        check=True,
    )
    return target


def test_the_source_distribution_holds_what_tests_and_builds_need(
    source_distribution: Path,
) -> None:
    with tarfile.open(source_distribution) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    needed = {
        *("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "pyproject.toml", "setup.py"),
        *("tox.ini", ".ci/run", "benchmarks/run.py", "src/tallystick/py.typed"),
        *("tests/house/test_packaging.py", "tests/distributions/word_f/pyproject.toml"),
        *(f"{room}/{file}" for room, folder in ROOMS.items() for file in source_files(folder)),
        *(
            path.relative_to(ROOT).as_posix()
            for path in (ROOT / "metrics" / "ngrams" / "kernel_source").iterdir()
        ),
    }
    assert needed - names == set()


def test_the_source_distribution_holds_nothing_built(source_distribution: Path) -> None:
    with tarfile.open(source_distribution) as archive:
        names = archive.getnames()
    assert [name for name in names if name.endswith((".so", ".pyc", ".pyd", ".o"))] == []
    assert [name for name in names if "/src/tallystick/metrics" in name] == []  # only a link


def test_the_installed_package_holds_every_module_and_data_file(
    installed_without_compiler: Path,
) -> None:
    package = installed_without_compiler / "tallystick"
    front_door = ROOT / "src" / "tallystick"
    expected = {
        f"{room}/{file}" for room, folder in ROOMS.items() for file in source_files(folder)
    } | {file for file in source_files(front_door) if file.partition("/")[0] not in ROOMS}
    assert expected - source_files(package) == set()


def test_without_a_compiler_the_package_installs_and_gives_the_same_numbers(
    installed_without_compiler: Path,
) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "TALLYSTICK_KERNEL"}
    done = subprocess.run(
        [sys.executable, "-c", SCORE_THE_EXAMPLES],
        env=environment | {"PYTHONPATH": str(installed_without_compiler)},
        capture_output=True,
        text=True,
        check=True,
    )
    systems = read_systems(reference_paths(), list(system_paths().values()))
    here = [score.score for _, corpus in systems for score in tallystick.score(hypotheses=corpus)]
    assert json.loads(done.stdout) == ["python", here]
