"""Fuzz one target in this process: fuzz_target.py TARGET [OPTION ...] FILE-OR-FOLDER.

The options are those of libFuzzer. A file is executed once; a folder holds inputs, to which the
seeds of the target are added.

The Python of the package is instrumented for targets that read; those of the kernel are guided by
the instrumented C code.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris


def main() -> None:
    """Fuzz until libFuzzer ends the process."""
    program, target, *options = sys.argv
    if not target.startswith("kernel-"):
        # not left again: many modules are imported inside functions
        atheris.instrument_imports(include=["tallystick", "tomllib"]).__enter__()
    from seeds import seeds
    from targets import TARGETS

    if Path(options[-1]).is_dir():
        for number, seed in enumerate(seeds(target)):
            Path(options[-1], f"seed-{number}").write_bytes(seed)
    atheris.Setup([program, *options], TARGETS[target], internal_libfuzzer=True)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
