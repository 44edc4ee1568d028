"""Progress on standard error, for long work on a terminal only."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

DELAY = 1.0  # seconds; shorter work shows nothing
SECONDS_OF_SILENCE = 2.0
CLEAR = "\r\x1b[K"


class Progress:
    """Count segments, or something else, and show the count after `DELAY`, if tqdm is installed."""

    def __init__(self, quiet: bool = False, unit: str = "segments") -> None:
        self._unit = unit
        self._shown = not quiet and sys.stderr is not None and sys.stderr.isatty()
        self._begin = time.monotonic()
        self._bar: Any = None
        self._done = 0

    def advance(self, number: int) -> None:
        """Count a number that is done."""
        self._done += number
        if self._bar is not None:
            self._bar.update(number)
        elif self._shown and time.monotonic() - self._begin > DELAY:
            self._open()

    def _open(self) -> None:
        try:
            from tqdm import tqdm
        except ImportError:
            self._shown = False
            return
        self._bar = tqdm(
            initial=self._done, unit=f" {self._unit}", unit_scale=True, leave=False, file=sys.stderr
        )

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *raised: object) -> None:
        if self._bar is not None:
            self._bar.close()


@contextmanager
def elapsed(doing: str, quiet: bool) -> Iterator[None]:
    """Show what is done, and for how long, while work without a count takes long."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    done, begin = threading.Event(), time.monotonic()

    def show() -> None:
        if done.wait(SECONDS_OF_SILENCE):
            return
        while True:
            sys.stderr.write(f"{CLEAR}{doing}, {time.monotonic() - begin:.0f} s")
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
