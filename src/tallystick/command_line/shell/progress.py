"""Progress on standard error, for long work on a terminal only."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

SECONDS_OF_SILENCE = 2.0
CLEAR = "\r\x1b[K"


class Progress(ExitStack):
    """Count segments, or something else, and show the count while long work goes on."""

    def __init__(self, quiet: bool = False, unit: str = "segments") -> None:
        super().__init__()
        self._done = 0
        self.enter_context(elapsed(lambda: f"{self._done:,} {unit}", quiet))

    def advance(self, number: int) -> None:
        """Count a number that is done."""
        self._done += number


@contextmanager
def elapsed(doing: Callable[[], str], quiet: bool) -> Iterator[None]:
    """Show what is done, and for how long, while work takes long."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    done, begin = threading.Event(), time.monotonic()

    def show() -> None:
        if done.wait(SECONDS_OF_SILENCE):
            return
        while True:
            sys.stderr.write(f"{CLEAR}{doing()}, {time.monotonic() - begin:.0f} s")
            sys.stderr.flush()
            if done.wait(1.0):
                break
        sys.stderr.write(CLEAR)
        sys.stderr.flush()

    shower = threading.Thread(target=show, daemon=True)
    shower.start()
    try:
        yield
    finally:
        done.set()
        shower.join()
