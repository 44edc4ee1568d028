"""Run a Python program with drop-in replacements: `python -m tallystick.compat.run PROGRAM ...`."""

from __future__ import annotations

import os
import runpy
import sys
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import entry_points
from importlib.util import find_spec

from tallystick.compat.activation import PACKAGES, VARIABLE, activate_by_environment

USAGE = f"""usage: python -m tallystick.compat.run PROGRAM [ARGUMENT ...]

Run a program with the drop-in replacements of {", ".join(PACKAGES)}.

PROGRAM is the name of an installed command such as lm_eval, a file such as train.py, or a module.
The variable {VARIABLE} chooses packages, such as sacrebleu,nltk (default: all)."""


def main() -> None:
    """Run the program that the command line names, in this process.

    The processes that it starts inherit the replacements.
    """
    if sys.argv[1:2] == ["-m"]:
        del sys.argv[1]
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(USAGE, file=sys.stdout if len(sys.argv) > 1 else sys.stderr)
        raise SystemExit(0 if len(sys.argv) > 1 else 2)
    del sys.argv[0]
    program = sys.argv[0]
    commands = entry_points(group="console_scripts", name=program)
    if not (commands or os.path.isfile(program)):
        _check_module(program)
    os.environ[VARIABLE] = os.environ.get(VARIABLE) or "all"
    if not activate_by_environment():
        raise SystemExit(2)
    if os.path.isfile(program):
        sys.path[0] = os.path.dirname(os.path.abspath(program))
        runpy.run_path(program, run_name="__main__")
        return
    if commands:
        raise SystemExit(next(iter(commands)).load()())
    runpy.run_module(program, run_name="__main__", alter_sys=True)


def _check_module(name: str) -> None:
    """Exit with status 2 if no such module can be run; a drop-in alone is no program."""
    package = name.partition(".")[0]
    spec = None
    if package in PACKAGES and PathFinder.find_spec(package) is None:
        reason = f"{package} is not installed; install it, or score files with `tallystick score`"
    elif name.startswith("-") or not (spec := _spec_of(name)):
        reason = f"there is no command, file or module {name!r}\n\n{USAGE}"
    elif spec.submodule_search_locations is not None and not _spec_of(f"{name}.__main__"):
        reason = f"{name!r} is a package and cannot be run; name one of its modules, or a command"
    else:
        return
    print(f"tallystick: {reason}", file=sys.stderr)
    raise SystemExit(2)


def _spec_of(name: str) -> ModuleSpec | None:
    """Return where a module is, without an import of the packages around it."""
    first, *parts = name.split(".")
    spec = find_spec(first)
    for part in parts:
        inside = spec and spec.submodule_search_locations
        spec = PathFinder.find_spec(f"{spec.name}.{part}", inside) if spec and inside else None
    return spec


if __name__ == "__main__":
    main()
