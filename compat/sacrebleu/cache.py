"""References that are tokenized once for all systems."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tallystick.compat.sacrebleu.streams import ReferenceLines
from tallystick.metrics.workspace import Workspace


class ReferenceCache:
    """Reference lines and their encoded form; supports copying, pickling and threads.

    Args:
        lines: The references.
    """

    def __init__(self, lines: ReferenceLines) -> None:
        self.lines = lines
        self._workspace = Workspace()
        self._in_use = threading.Lock()

    @contextmanager
    def workspace(self) -> Iterator[Workspace]:
        """Lend the workspace that keeps the encoded references; a new one if it is lent out."""
        # A workspace takes one call at a time, while sacreBLEU's metrics can be called by threads.
        if not self._in_use.acquire(blocking=False):
            yield Workspace()
            return
        try:
            yield self._workspace
        finally:
            self._in_use.release()

    def __reduce__(self) -> tuple[type[ReferenceCache], tuple[ReferenceLines]]:
        """Copy the lines alone: neither a lock nor a vocabulary can be sent to other processes."""
        return ReferenceCache, (self.lines,)
