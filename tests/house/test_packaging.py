"""The source distribution is complete, installs without a compiler and can be built again."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import tallystick
from tallystick import examples
from tallystick.metrics import read_test_set
from tests.active_kernel import IS_COMPILED

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PACKAGES = {name: ROOT / name for name in ("metrics", "compat", "reports", "examples")}
KERNEL = f"metrics/kernel/_kernel{sysconfig.get_config_var('EXT_SUFFIX')}"
NO_COMPILER = {"CC": "false"}
DATE = {"SOURCE_DATE_EPOCH": "1577836800"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NOT_PART_OF_THE_SOURCE = shutil.ignore_patterns(
    ".git", ".tox", ".venv", ".*_cache", ".hypothesis", "*.so", "*.egg-info", "build", "__pycache__"
)
NOT_INSTALLED = {".c", ".h", "__pycache__", ".pyc", ".so", ".pyd", ".md"}
SCORE_THE_EXAMPLES = """
import json, tallystick
from tallystick import examples
from tallystick.metrics import read_test_set
from tallystick.metrics.kernel import kernel
test_set = read_test_set(examples.reference_paths(), list(examples.system_paths().values()))
systems = test_set.corpora().values()
scores = [score.score for corpus in systems for score in tallystick.score(hypotheses=corpus)]
print(json.dumps([kernel.ACTIVE, scores]))
"""

EMPTY_KERNEL = """#include <Python.h>
PyMODINIT_FUNC PyInit__kernel(void) { return NULL; }
"""


SCHEMAS = {
    f"reports/{package}/schema.json"
    for package in (
        *("comparison", "comparison_over_sets", "meta_evaluation", "challenge_sets"),
        *("over_time", "planning"),
    )
}
"""What the build makes and the tree of an editable install has too."""


def environment(without: str) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != without}


def source_files(folder: Path) -> set[str]:
    """Return the files of a folder that belong to the package, relative to the folder."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and not NOT_INSTALLED & {*path.parts, path.suffix}
    }


def unpacked(source_distribution: Path, folder: Path) -> Path:
    with tarfile.open(source_distribution) as archive:
        archive.extractall(folder, filter="data")
    [tree] = folder.iterdir()
    return tree


def built(kind: str, tree: Path, target: Path, **variables: str) -> Path:
    """Build an "sdist" or a "wheel" into a folder under more environment variables."""
    build = f"from setuptools import build_meta; build_meta.build_{kind}({str(target)!r})"
    subprocess.run(
        [sys.executable, "-c", build],
        cwd=tree,
        env=environment(without="TALLYSTICK_REQUIRE_KERNEL") | variables,
        check=True,
        capture_output=True,
    )
    [archive] = target.glob("tallystick-*")
    return archive


def made_in(folder: Path) -> Path:
    """Return a source distribution, made in a folder of a copy of the repository without git."""
    shutil.copytree(ROOT, folder / "copy", symlinks=True, ignore=NOT_PART_OF_THE_SOURCE)
    return built("sdist", folder / "copy", folder, **DATE)


@pytest.fixture(scope="module")
def source_distribution(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_in(tmp_path_factory.mktemp("source-distribution"))


def with_an_empty_kernel(source_distribution: Path, folder: Path) -> Path:
    """Return an unpacked source distribution with a kernel of two lines and one more module."""
    tree = unpacked(source_distribution, folder)
    for source in (tree / "metrics" / "kernel" / "c").rglob("*.c"):
        source.unlink()
    (tree / "metrics" / "kernel" / "c" / "binding" / "kernel.c").write_text(EMPTY_KERNEL)
    (tree / "metrics" / "lost.py").write_text("")
    return tree


@pytest.fixture(scope="module")
def two_wheels(source_distribution: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two wheels of the source distribution; a module and the compiler were removed in between."""
    folder = tmp_path_factory.mktemp("twice")
    tree = with_an_empty_kernel(source_distribution, folder)
    wheels: list[Path] = []
    for compiler in ({}, NO_COMPILER):
        target = folder / f"wheel-{len(wheels)}"
        target.mkdir()
        wheels.append(built("wheel", tree, target, **compiler, **DATE))
        (tree / "metrics" / "lost.py").unlink(missing_ok=True)
        (tree / "metrics" / "kernel" / "c" / "binding" / "kernel.c").touch()
    return wheels


@pytest.fixture(scope="module")
def installed_without_compiler(
    two_wheels: list[Path], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A folder with the files of the wheel that was built without a compiler."""
    target = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(two_wheels[1]) as archive:
        archive.extractall(target)
    return target


def test_the_source_distribution_contains_what_tests_and_builds_need_and_nothing_built(
    source_distribution: Path,
) -> None:
    with tarfile.open(source_distribution) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    needed = {
        *("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "pyproject.toml", "setup.py"),
        *("CITATION.cff", "SECURITY.md", ".github/workflows/tests.yml", "tools/conda/recipe.yaml"),
        *("tox.ini", "toxfile.py", ".ci/run", "benchmarks/run.py", "src/tallystick/py.typed"),
        *("tests/house/test_packaging.py", "tests/distributions/word_f/pyproject.toml"),
        *(f"{name}/{file}" for name, folder in PACKAGES.items() for file in source_files(folder)),
        *(
            path.relative_to(ROOT).as_posix()
            for path in (ROOT / "metrics" / "kernel" / "c").rglob("*.[ch]")
        ),
    }
    assert needed - names == SCHEMAS & needed
    assert [name for name in names if name.endswith((".so", ".pyc", ".pyd", ".o"))] == []
    assert names & SCHEMAS == set()
    assert [name for name in names if name.startswith("src/tallystick/metrics")] == []  # a link


def test_the_same_files_make_the_same_bytes_in_another_folder(
    source_distribution: Path, two_wheels: list[Path], tmp_path: Path
) -> None:
    for name in ("source", "unpacked", "wheel"):
        (tmp_path / name).mkdir()
    again = made_in(tmp_path / "source")
    assert again.read_bytes() == source_distribution.read_bytes()
    tree = with_an_empty_kernel(again, tmp_path / "unpacked")
    wheel = built("wheel", tree, tmp_path / "wheel", **DATE)
    assert wheel.read_bytes() == two_wheels[0].read_bytes()


def test_the_links_of_the_description_lead_to_files_of_this_version(
    source_distribution: Path,
) -> None:
    with tarfile.open(source_distribution) as archive:
        [name] = [file for file in archive.getnames() if re.fullmatch(r"[^/]*/PKG-INFO", file)]
        description = archive.extractfile(name).read().decode()  # type: ignore[union-attr]
    links = re.findall(r"(!?)\[[^]]*\]\(([^)#]*)", description)
    assert len(links) > 20
    for picture, link in links:
        kind = "raw" if picture else "blob"
        place = f"{PROJECT['urls']['Source']}/{kind}/v{tallystick.__version__}/"
        assert link.startswith(place)
        assert (ROOT / link.removeprefix(place)).is_file()


def test_the_installed_package_contains_every_module_and_data_file(
    installed_without_compiler: Path,
) -> None:
    package = installed_without_compiler / "tallystick"
    top_level = ROOT / "src" / "tallystick"
    expected = {
        f"{name}/{file}" for name, folder in PACKAGES.items() for file in source_files(folder)
    } | {file for file in source_files(top_level) if file.partition("/")[0] not in PACKAGES}
    assert (expected | SCHEMAS) - source_files(package) == set()
    assert (installed_without_compiler / "_tallystick_pytest.py").is_file()


@pytest.mark.parametrize("active", ["sacrebleu", ""])
def test_a_python_that_starts_activates_drop_ins_if_a_variable_asks_for_it(
    installed_without_compiler: Path, active: str
) -> None:
    folder = str(installed_without_compiler)
    code = f"import site; site.addsitedir({folder!r}); import sacrebleu as s; "
    done = subprocess.run(
        [sys.executable, "-c", f"{code}print(s.corpus_bleu.__module__)"],
        env=environment(without="PYTHONPATH") | {"TALLYSTICK_ACTIVATE": active},
        capture_output=True,
        text=True,
        check=True,
    )
    prefix = "tallystick.compat." if active else ""
    assert done.stdout.strip() == f"{prefix}sacrebleu.compat"


def test_without_a_compiler_the_package_installs_and_returns_the_same_scores(
    installed_without_compiler: Path,
) -> None:
    variables = environment(without="TALLYSTICK_KERNEL")
    done = subprocess.run(
        [sys.executable, "-c", SCORE_THE_EXAMPLES],
        env=variables | {"PYTHONPATH": str(installed_without_compiler)},
        capture_output=True,
        text=True,
        check=True,
    )
    outputs = list(examples.system_paths().values())
    systems = read_test_set(examples.reference_paths(), outputs).corpora().values()
    here = [score.score for corpus in systems for score in tallystick.score(hypotheses=corpus)]
    assert json.loads(done.stdout) == ["python", here]


def files_of(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_a_wheel_omits_the_module_and_the_kernel_of_the_previous_one(
    two_wheels: list[Path],
) -> None:
    first, second = map(files_of, two_wheels)
    assert "tallystick/metrics/lost.py" in first - second
    kernels = [{name for name in files if "_kernel." in name} for files in (first, second)]
    if IS_COMPILED:
        assert len(kernels[0]) == 2  # with its stub
    assert kernels[1] == {"tallystick/metrics/kernel/_kernel.pyi"}


def test_the_kernel_of_a_wheel_has_no_debug_information(two_wheels: list[Path]) -> None:
    with zipfile.ZipFile(two_wheels[0]) as archive:
        kernels = [name for name in archive.namelist() if re.search(r"_kernel\..*(so|pyd)$", name)]
        assert len(kernels) == IS_COMPILED
        assert not any(b".debug_info" in archive.read(name) for name in kernels)


def test_a_wheel_without_the_kernel_is_named_so_and_refused_by_the_package_index(
    two_wheels: list[Path],
) -> None:
    private = []  # the classifier with which PyPI refuses a file
    for wheel in two_wheels:
        with zipfile.ZipFile(wheel) as archive:
            [name] = [file for file in archive.namelist() if file.endswith(".dist-info/METADATA")]
            private.append(b"\nClassifier: Private :: Do Not Upload\n" in archive.read(name))
    first, second = (wheel.name for wheel in two_wheels)
    assert second.endswith("-py3-none-any.whl")
    assert private == [not IS_COMPILED, True]
    assert (f"-cp{sys.version_info.major}{sys.version_info.minor}-" in first) == IS_COMPILED


def test_a_build_in_place_without_a_compiler_removes_the_previous_kernel_and_says_what_to_do(
    source_distribution: Path, tmp_path: Path
) -> None:
    tree = unpacked(source_distribution, tmp_path)
    (tree / KERNEL).write_bytes(b"an earlier kernel")
    said = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=tree,
        env=environment(without="TALLYSTICK_REQUIRE_KERNEL") | NO_COMPILER,
        check=True,
        capture_output=True,
        text=True,
    ).stderr
    assert not (tree / KERNEL).exists()
    assert not (tree / "build").exists()
    assert "tallystick: the kernel was not compiled, so its pure-Python form is" in said
    assert "pip install --force-reinstall --no-deps --no-cache-dir tallystick" in said
