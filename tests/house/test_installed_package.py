"""The package under test is the installed one, of the right version."""

from __future__ import annotations

import os
from importlib.metadata import version
from pathlib import Path

import pytest

import tallystick

ROOT = Path(__file__).parents[2]
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
