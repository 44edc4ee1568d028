"""The program `tallystick`, also as `python -m tallystick`."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Sequence

INTERRUPTED = 130  # 128 + SIGINT, as shells count
OBJECTS_PER_COLLECTION = 100_000  # importing what a command needs makes fewer


def program() -> int:
    """Run the program in a process of its own; return the exit status, which `main` describes.

    A tenth to a quarter of the time of a small score would go into searching the code of modules
    for garbage, while they are imported and at the end. Threads for NumPy's matrix products would
    take as long to start as NumPy to import, and have nothing to do.
    """
    gc.set_threshold(OBJECTS_PER_COLLECTION)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        return main()
    finally:
        if "duckdb" not in sys.modules:  # it reports its own objects as leaked unless collected
            gc.freeze()


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with the words after its name; None takes those of the process.

    Returns:
        The exit status: 0; 1 if a condition of `compare` holds; 2 for wrong input or options, which
        standard error explains; 130 after Ctrl-C; 141 if the reader of standard output has gone.
    """
    interrupts = []

    def interrupt(number: int, frame: object) -> None:
        interrupts.append(number)
        raise KeyboardInterrupt

    ours = _take_interrupts(interrupt)
    try:
        from tallystick.command_line.shell.program import run

        return run(list(sys.argv[1:] if argv is None else argv))
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception:
        if interrupts:  # libraries that are interrupted during import raise other errors
            return INTERRUPTED
        raise
    finally:
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def _take_interrupts(handler: Callable[[int, object], None]) -> bool:
    """Replace Python's handler of Ctrl-C; return whether that is possible here."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return False
    try:
        signal.signal(signal.SIGINT, handler)
    except ValueError:  # not in the main thread
        return False
    return True


if __name__ == "__main__":
    sys.exit(program())
