"""Run the tests of the kernel with its bounds checks and gcc's sanitizers switched on.

The kernel is built from a copy of the tree, because a build in place would leave files that later
builds take for their own. The interpreter itself knows no sanitizers, so their libraries have to
be loaded before it starts, and it has to take memory from malloc, where they watch.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
SANITIZERS = ("libasan.so", "libubsan.so")
TESTS = "tests/metrics/ngrams"
NOT_PART_OF_THE_SOURCE = shutil.ignore_patterns(
    ".*", "*.so", "*.pyd", "*.egg-info", "build", "dist", "__pycache__"
)


def main(arguments: list[str]) -> int:
    """Build the checked kernel, run pytest with it, and return the exit status."""
    libraries = [path for path in map(sanitizer_library, SANITIZERS) if path]
    if len(libraries) < len(SANITIZERS):
        print("SKIPPED: the checked kernel needs gcc with libasan and libubsan, not found here")
        return 0
    install_checked_kernel()
    environment = os.environ | {
        "TALLYSTICK_KERNEL": "compiled",
        "LD_PRELOAD": " ".join(libraries),
        # CPython keeps memory until its end on purpose; tests ask for more memory than there is,
        # and one watches how much memory is in use
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:quarantine_size_mb=2",
        "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
        "PYTHONMALLOC": "malloc",
    }
    # a sanitizer writes its last words past Python, where pytest would keep them to itself
    options = ["--capture=sys", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *options, *(arguments or [TESTS])]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def sanitizer_library(name: str) -> str | None:
    """Return the path of a library of the compiler, or None where it has none."""
    compiler = shutil.which("gcc")
    if compiler is None or os.environ.get("CC", "gcc") != "gcc":
        return None
    if "gcc" not in (sysconfig.get_config_var("CC") or ""):
        return None
    asked = subprocess.run(
        [compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=False
    )
    found = asked.stdout.strip()  # the bare name where gcc knows no such file
    return found if asked.returncode == 0 and os.path.isabs(found) else None


def install_checked_kernel() -> None:
    """Install the package with the checked kernel into the running environment."""
    pip = [sys.executable, "-m", "pip"]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "source"
        shutil.copytree(ROOT, copy, symlinks=True, ignore=NOT_PART_OF_THE_SOURCE)
        build = [*pip, "install", "--quiet", "--no-build-isolation", "--no-cache-dir", str(copy)]
        switches = {"TALLYSTICK_CHECKED_KERNEL": "1", "TALLYSTICK_REQUIRE_KERNEL": "1"}
        subprocess.run([*pip, "uninstall", "--quiet", "--yes", "tallystick"], check=True)
        subprocess.run(build, env=os.environ | switches, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
