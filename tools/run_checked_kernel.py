"""Run the tests of the kernel with its bounds checks and gcc's sanitizers.

The package is built into a folder of its own, which comes first on the search path of modules, so
that an installed package remains as it is. The interpreter is not sanitized, so the libraries of
the sanitizers are preloaded and memory is allocated by malloc, which they watch.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
SANITIZERS = ("libasan.so", "libubsan.so")
TESTS = "tests/metrics/kernel"
CHECKED_PACKAGE = ROOT / "build" / "checked"


def main(arguments: list[str]) -> int:
    """Build the checked kernel, run pytest with it, and return the exit status."""
    libraries = [path for path in map(sanitizer_library, SANITIZERS) if path]
    if len(libraries) < len(SANITIZERS):
        print("SKIPPED: the checked kernel needs gcc with libasan and libubsan, not found here")
        return 0
    build_checked_package()
    environment = os.environ | sanitized(libraries)
    # a sanitizer writes to the file descriptor, which pytest would capture and lose
    options = ["--capture=sys", "-p", "no:cacheprovider", "--strict-skips"]
    command = [sys.executable, "-m", "pytest", *options, *(arguments or [TESTS])]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def sanitizer_library(name: str) -> str | None:
    """Return the path of a library of gcc, or None if there is none."""
    compiler = shutil.which("gcc")
    if compiler is None or os.environ.get("CC", "gcc") != "gcc":
        return None
    if "gcc" not in (sysconfig.get_config_var("CC") or ""):
        return None
    done = subprocess.run(
        [compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=False
    )
    path = done.stdout.strip()  # the bare name if there is no such file
    return path if done.returncode == 0 and os.path.isabs(path) else None


def build_checked_package(**compiler: str) -> None:
    """Build the package with the checked kernel into `CHECKED_PACKAGE`.

    `compiler` has further environment variables of the build, such as CC.
    """
    shutil.rmtree(CHECKED_PACKAGE, ignore_errors=True)
    build = [sys.executable, "setup.py", "--quiet", "build", "--build-lib", str(CHECKED_PACKAGE)]
    switches = {"TALLYSTICK_CHECKED_KERNEL": "1", "TALLYSTICK_REQUIRE_KERNEL": "1"}
    subprocess.run(build, cwd=ROOT, env=os.environ | switches | compiler, check=True)


def sanitized(libraries: Sequence[str]) -> dict[str, str]:
    """Return the environment variables with which a process has the checked kernel."""
    return {
        "PYTHONPATH": str(CHECKED_PACKAGE),
        "TALLYSTICK_KERNEL": "compiled",
        "LD_PRELOAD": " ".join(libraries),
        # CPython does not free all memory at its end; some tests and inputs request more memory
        # than there is, and one test measures the memory in use
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:quarantine_size_mb=2",
        "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
        "PYTHONMALLOC": "malloc",
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
