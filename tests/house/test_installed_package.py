"""The tests run on the installed package, which knows its version."""

from __future__ import annotations

import os
import re
from importlib.metadata import version
from pathlib import Path

import pytest

import tallystick

ROOT = Path(__file__).parents[2]
ROOMS = ("metrics", "compat", "reports", "examples")


def test_the_installed_package_is_under_test_and_not_the_tree() -> None:
    if "TOX_ENV_NAME" not in os.environ:
        pytest.skip("tox installs the package; this run takes it from wherever it is")
    package = Path(tallystick.__file__).resolve()
    assert "site-packages" in package.parts
    assert not package.is_relative_to(ROOT / "src")


def test_the_package_has_the_version_of_its_project_file() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(r'^version = "(.+)"$', project, re.MULTILINE)
    assert found is not None
    assert tallystick.__version__ == found[1]


def test_the_installed_distribution_has_the_version_of_the_package() -> None:
    if "TOX_ENV_NAME" not in os.environ:
        pytest.skip("tox installs the package; this run takes it from wherever it is")
    assert version("tallystick") == tallystick.__version__


@pytest.mark.parametrize("room", ROOMS)
def test_a_link_shows_editors_the_room(room: str) -> None:
    link = ROOT / "src" / "tallystick" / room
    if not (ROOT / ".git").exists():
        pytest.skip("only a checkout has the links")
    if not link.is_symlink():
        pytest.skip("this checkout was made without symbolic links")
    assert link.readlink() == Path("..", "..", room)
