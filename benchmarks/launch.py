"""Run a command; then print its processor seconds, its wall seconds and its peak memory in MiB.

    python benchmarks/launch.py COMMAND...

On Linux the peak memory of a process includes that of its parent, so the parent must be small.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time

KIBIBYTE_UNITS = 2**10
BYTE_UNITS = 2**20  # the unit on macOS


def main(command: list[str]) -> int:
    """Run the command and return its exit status."""
    start = time.perf_counter()
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    peak = usage.ru_maxrss / (BYTE_UNITS if sys.platform == "darwin" else KIBIBYTE_UNITS)
    print()
    print(usage.ru_utime + usage.ru_stime, seconds, peak)
    return process.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
