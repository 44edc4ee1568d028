"""Which kernel is used, and what a missing or broken one leads to."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

import pytest

import tallystick
from tests.metrics.kernel.both import kernel, twin

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
TWIN = ["python", f"{twin.__name__}.match"]


def run(
    demand: str | None, program: str = REPORT, path: str = ""
) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if key != "TALLYSTICK_KERNEL"}
    if demand is not None:
        environment["TALLYSTICK_KERNEL"] = demand
    if path:
        environment["PYTHONPATH"] = path
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


@pytest.mark.parametrize(
    ("demand", "hidden"),
    [("python", ""), ("python", NOT_BUILT), ("python", BROKEN), (None, NOT_BUILT), ("", NOT_BUILT)],
)
def test_the_twin_is_used_where_it_is_demanded_or_no_kernel_is_built(
    demand: str | None, hidden: str
) -> None:
    ended = run(demand, hidden + REPORT)
    assert (ended.stdout.split(), ended.stderr) == (TWIN, "")


@pytest.mark.parametrize(
    ("demand", "hidden", "error"),
    [
        ("compiled", NOT_BUILT, "TALLYSTICK_KERNEL is 'compiled' but this installation has no"),
        (None, BROKEN, "the compiled kernel is present but does not load (undefined symbol"),
        ("compiled", BROKEN, "the compiled kernel is present but does not load (undefined symbol"),
        *(
            (demand, "", f"TALLYSTICK_KERNEL is {demand!r}; expected 'compiled' or 'python', or")
            for demand in ("fast", "Compiled", "0")
        ),
    ],
)
def test_a_missing_or_broken_kernel_or_an_unknown_demand_is_an_error(
    demand: str | None, hidden: str, error: str
) -> None:
    ended = run(demand, hidden + REPORT)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert f"KernelError: {error}" in ended.stderr


def test_a_truncated_kernel_is_an_error(tmp_path: Path) -> None:
    package = Path(tallystick.__file__).parent
    ignored = shutil.ignore_patterns("_kernel.*.so", "_kernel.*.pyd", "_kernel.so", "__pycache__")
    shutil.copytree(package, tmp_path / "tallystick", ignore=ignored, copy_function=os.symlink)
    name = f"_kernel{sysconfig.get_config_var('EXT_SUFFIX')}"
    (tmp_path / "tallystick" / "metrics" / "kernel" / name).write_bytes(b"\x7fELF")
    ended = run(None, path=str(tmp_path))
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "KernelError: the compiled kernel is present but does not load" in ended.stderr


def test_both_kernels_have_the_same_names(each_kernel: ModuleType) -> None:
    assert set(twin.__all__) <= set(vars(each_kernel))
