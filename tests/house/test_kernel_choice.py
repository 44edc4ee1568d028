"""The active kernel is reported, can be demanded, and never changes silently."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

import tallystick
from tallystick.metrics.ngrams import kernel

PACKAGE = Path(tallystick.__file__).parent
SHOW = "from tallystick.metrics.ngrams import kernel; print(kernel.ACTIVE)"
Show = Callable[[str | None], "subprocess.CompletedProcess[str]"]


@pytest.fixture
def copied_package(tmp_path: Path) -> Path:
    """Return the folder of a copy of the package that has no compiled kernel."""
    ignored = shutil.ignore_patterns("_kernel.*.so", "_kernel.*.pyd", "_kernel.so", "__pycache__")
    shutil.copytree(PACKAGE, tmp_path / "tallystick", ignore=ignored)
    return tmp_path / "tallystick"


@pytest.fixture
def show(tmp_path: Path) -> Show:
    """Show the active kernel of the copied package under a value of TALLYSTICK_KERNEL."""

    def show_active(demanded: str | None) -> subprocess.CompletedProcess[str]:
        environment = {
            name: value for name, value in os.environ.items() if name != "TALLYSTICK_KERNEL"
        }
        if demanded is not None:
            environment["TALLYSTICK_KERNEL"] = demanded
        return subprocess.run(
            [sys.executable, "-c", SHOW],
            cwd=tmp_path,
            env=environment | {"PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )

    return show_active


def break_by_import_error(package: Path) -> None:
    (package / "metrics" / "ngrams" / "_kernel.py").write_text(
        "raise ImportError('undefined symbol: PyVanished')\n"
    )


def break_by_truncated_file(package: Path) -> None:
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    (package / "metrics" / "ngrams" / f"_kernel{suffix}").write_bytes(b"\x7fELF")


def test_the_kernel_under_test_is_the_demanded_one() -> None:
    demanded = os.environ.get("TALLYSTICK_KERNEL")
    if not demanded:
        pytest.skip("TALLYSTICK_KERNEL demands no kernel")
    assert demanded == kernel.ACTIVE


def test_the_compiled_kernel_is_the_default_where_it_was_built() -> None:
    if os.environ.get("TALLYSTICK_KERNEL") != "compiled":
        pytest.skip("the compiled kernel is not demanded, so it may not have been built")
    environment = {k: v for k, v in os.environ.items() if k != "TALLYSTICK_KERNEL"}
    done = subprocess.run(
        [sys.executable, "-c", SHOW], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "compiled\n"


@pytest.mark.parametrize("demanded", [None, "", "python"])
@pytest.mark.usefixtures("copied_package")
def test_without_a_compiled_kernel_the_twin_serves(show: Show, demanded: str | None) -> None:
    done = show(demanded)
    assert (done.stdout, done.stderr) == ("python\n", "")


@pytest.mark.usefixtures("copied_package")
def test_demanding_a_compiled_kernel_that_was_not_built_is_an_error(show: Show) -> None:
    done = show("compiled")
    assert done.returncode != 0
    assert (
        "KernelError: TALLYSTICK_KERNEL is 'compiled' but this installation has no" in done.stderr
    )


@pytest.mark.parametrize("demanded", ["nonsense", "Compiled", "0"])
@pytest.mark.usefixtures("copied_package")
def test_a_kernel_of_no_known_name_is_an_error(show: Show, demanded: str) -> None:
    done = show(demanded)
    assert done.returncode != 0
    assert f"KernelError: TALLYSTICK_KERNEL is {demanded!r}; expected 'compiled'" in done.stderr


@pytest.mark.parametrize("demanded", [None, "compiled"])
@pytest.mark.parametrize("break_it", [break_by_import_error, break_by_truncated_file])
def test_a_broken_kernel_is_an_error_and_never_the_twin(
    copied_package: Path, show: Show, break_it: Callable[[Path], None], demanded: str | None
) -> None:
    break_it(copied_package)
    done = show(demanded)
    assert (done.returncode, done.stdout) == (1, "")
    assert "KernelError: the compiled kernel is present but does not load" in done.stderr


def test_the_twin_can_be_demanded_in_spite_of_a_broken_kernel(
    copied_package: Path, show: Show
) -> None:
    break_by_import_error(copied_package)
    done = show("python")
    assert (done.stdout, done.stderr) == ("python\n", "")
