"""The program `tallystick`, also as `python -m tallystick`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

INTERRUPTED = 130  # 128 + SIGINT, as shells count


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program.

    Args:
        argv: The words behind the program's name; None takes those of the process.

    Returns:
        The exit status: 0; 2 for wrong input or options, named on standard error; 130 after
        Ctrl-C; 141 where the reader of standard output has gone.
    """
    try:
        from tallystick.command_line.program import run

        return run(list(sys.argv[1:] if argv is None else argv))
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
