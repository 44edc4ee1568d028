"""Which kernel is used, and what a missing or broken one leads to."""

import os
import subprocess
import sys
from types import ModuleType

import pytest

from tallystick.metrics.kernel import kernel
from tallystick.metrics.kernel import python as kernel_python

REPORT = (
    "from tallystick.metrics.kernel import kernel; print(kernel.ACTIVE, kernel.match.__module__)"
)
HIDDEN = """
import sys
class Hide:
    def find_spec(self, name, path=None, target=None):
        if name == "tallystick.metrics.kernel._kernel":
            raise {error}
sys.meta_path.insert(0, Hide())
"""
NOT_BUILT = HIDDEN.format(error='ModuleNotFoundError("not built", name=name)')
BROKEN = HIDDEN.format(error='ImportError("undefined symbol: something")')


def run(demand: str | None, program: str = REPORT) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if key != "TALLYSTICK_KERNEL"}
    if demand is not None:
        environment["TALLYSTICK_KERNEL"] = demand
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment
    )


@pytest.mark.skipif("TALLYSTICK_KERNEL" not in os.environ, reason="no kernel is required")
def test_the_kernel_under_test_is_the_one_demanded() -> None:
    assert os.environ["TALLYSTICK_KERNEL"] == kernel.ACTIVE


@pytest.mark.parametrize("demand", [None, "", "compiled"])
def test_the_compiled_kernel_is_used_where_it_is_built(
    compiled: ModuleType, demand: str | None
) -> None:
    assert run(demand).stdout.split()[0] == "compiled"


def test_the_twin_is_used_where_it_is_demanded() -> None:
    assert run("python").stdout.split() == [
        "python",
        "tallystick.metrics.kernel.python.match",
    ]


def test_the_twin_is_used_if_no_kernel_is_built() -> None:
    assert run(None, NOT_BUILT + REPORT).stdout.split()[0] == "python"


def test_a_missing_kernel_that_is_demanded_is_an_error() -> None:
    ended = run("compiled", NOT_BUILT + REPORT)
    assert ended.returncode == 1
    assert "KernelError: TALLYSTICK_KERNEL is 'compiled' but this installation has no" in (
        ended.stderr
    )


@pytest.mark.parametrize("demand", [None, "compiled"])
def test_a_broken_kernel_is_an_error_and_not_a_slow_one(demand: str | None) -> None:
    ended = run(demand, BROKEN + REPORT)
    assert ended.returncode == 1
    assert "KernelError: the compiled kernel is present but does not load (undefined symbol" in (
        ended.stderr
    )


def test_a_broken_kernel_is_ignored_if_the_twin_is_demanded() -> None:
    assert run("python", BROKEN + REPORT).stdout.split()[0] == "python"


def test_an_unknown_demand_is_refused() -> None:
    ended = run("fast")
    assert "TALLYSTICK_KERNEL is 'fast'; expected 'compiled' or 'python', or" in ended.stderr


def test_both_kernels_have_the_same_names(each_kernel: ModuleType) -> None:
    assert set(kernel_python.__all__) <= set(vars(each_kernel))
