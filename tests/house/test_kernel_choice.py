"""The active kernel is reported, can be required, and never changes silently."""

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
from tallystick.metrics.kernel import kernel

PACKAGE = Path(tallystick.__file__).parent
SHOW = "from tallystick.metrics.kernel import kernel; print(kernel.ACTIVE)"
Show = Callable[[str | None], "subprocess.CompletedProcess[str]"]


def without_choice() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "TALLYSTICK_KERNEL"}


@pytest.fixture
def copied_package(tmp_path: Path) -> Path:
    """A copy of the package without a compiled kernel."""
    ignored = shutil.ignore_patterns("_kernel.*.so", "_kernel.*.pyd", "_kernel.so", "__pycache__")
    shutil.copytree(PACKAGE, tmp_path / "tallystick", ignore=ignored)
    return tmp_path / "tallystick"


@pytest.fixture
def show(tmp_path: Path) -> Show:
    """A function that prints the active kernel of the copy under a value of TALLYSTICK_KERNEL."""

    def show_active(required: str | None) -> subprocess.CompletedProcess[str]:
        chosen = {} if required is None else {"TALLYSTICK_KERNEL": required}
        return subprocess.run(
            [sys.executable, "-c", SHOW],
            cwd=tmp_path,
            env=without_choice() | chosen | {"PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )

    return show_active


def break_by_import_error(package: Path) -> None:
    (package / "metrics" / "kernel" / "_kernel.py").write_text(
        "raise ImportError('undefined symbol: PyVanished')\n"
    )


def break_by_truncated_file(package: Path) -> None:
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    (package / "metrics" / "kernel" / f"_kernel{suffix}").write_bytes(b"\x7fELF")


def test_the_kernel_under_test_is_the_required_one() -> None:
    required = os.environ.get("TALLYSTICK_KERNEL")
    if not required:
        pytest.skip("TALLYSTICK_KERNEL requires no kernel")
    assert required == kernel.ACTIVE


def test_the_compiled_kernel_is_the_default_if_it_was_built() -> None:
    if os.environ.get("TALLYSTICK_KERNEL") != "compiled":
        pytest.skip("the compiled kernel is not required, so it may not have been built")
    command = [sys.executable, "-c", SHOW]
    done = subprocess.run(command, env=without_choice(), capture_output=True, text=True, check=True)
    assert done.stdout == "compiled\n"


@pytest.mark.parametrize("required", [None, "", "python"])
@pytest.mark.usefixtures("copied_package")
def test_the_python_kernel_is_used_if_there_is_no_compiled_one(
    show: Show, required: str | None
) -> None:
    done = show(required)
    assert (done.stdout, done.stderr) == ("python\n", "")


@pytest.mark.usefixtures("copied_package")
def test_requiring_a_compiled_kernel_that_was_not_built_is_an_error(show: Show) -> None:
    done = show("compiled")
    assert done.returncode != 0
    assert (
        "KernelError: TALLYSTICK_KERNEL is 'compiled' but this installation has no" in done.stderr
    )


@pytest.mark.parametrize("required", ["nonsense", "Compiled", "0"])
@pytest.mark.usefixtures("copied_package")
def test_an_unknown_name_of_a_kernel_is_an_error(show: Show, required: str) -> None:
    done = show(required)
    assert done.returncode != 0
    assert f"KernelError: TALLYSTICK_KERNEL is {required!r}; expected 'compiled'" in done.stderr


@pytest.mark.parametrize("required", [None, "compiled"])
@pytest.mark.parametrize("break_it", [break_by_import_error, break_by_truncated_file])
def test_a_broken_kernel_is_an_error_and_never_replaced(
    copied_package: Path, show: Show, break_it: Callable[[Path], None], required: str | None
) -> None:
    break_it(copied_package)
    done = show(required)
    assert (done.returncode, done.stdout) == (1, "")
    assert "KernelError: the compiled kernel is present but does not load" in done.stderr


def test_the_python_kernel_can_be_required_despite_a_broken_kernel(
    copied_package: Path, show: Show
) -> None:
    break_by_import_error(copied_package)
    done = show("python")
    assert (done.stdout, done.stderr) == ("python\n", "")
