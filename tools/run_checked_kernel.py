"""Run the tests of the kernel with its bounds checks and gcc's sanitizers.

The kernel is built from a copy of the tree, because later builds would reuse the files of a build
in place. The interpreter is not sanitized, so the libraries of the sanitizers are preloaded and
memory is allocated by malloc, which they watch.
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
TESTS = "tests/metrics/kernel"
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
        # CPython does not free all memory at its end; some tests request more memory than there
        # is, and one measures the memory in use
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:quarantine_size_mb=2",
        "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
        "PYTHONMALLOC": "malloc",
    }
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
    found = done.stdout.strip()  # the bare name if there is no such file
    return found if done.returncode == 0 and os.path.isabs(found) else None


def install_checked_kernel(**compiler: str) -> None:
    """Install the package with the checked kernel into the running environment.

    `compiler` has further environment variables of the build, such as CC.
    """
    pip = [sys.executable, "-m", "pip"]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "source"
        shutil.copytree(ROOT, copy, symlinks=True, ignore=NOT_PART_OF_THE_SOURCE)
        build = [*pip, "install", "--quiet", "--no-build-isolation", "--no-cache-dir", str(copy)]
        switches = {"TALLYSTICK_CHECKED_KERNEL": "1", "TALLYSTICK_REQUIRE_KERNEL": "1"}
        subprocess.run([*pip, "uninstall", "--quiet", "--yes", "tallystick"], check=True)
        subprocess.run(build, env=os.environ | switches | compiler, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
