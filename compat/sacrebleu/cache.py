"""References that are tokenized once for several systems."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tallystick.compat.sacrebleu.streams import ReferenceLines
from tallystick.metrics.counting.workspace import Workspace


class ReferenceCache:
    """Reference lines and their encoded form, which can be copied, pickled and used by threads."""

    def __init__(self, lines: ReferenceLines) -> None:
        self.lines = lines
        self._workspace = Workspace()
        self._in_use = threading.Lock()

    @contextmanager
    def workspace(self) -> Iterator[Workspace]:
        """Yield the workspace with the encoded references; a new one if another thread uses it."""
        if not self._in_use.acquire(blocking=False):
            yield Workspace()
            return
        try:
            yield self._workspace
        finally:
            self._in_use.release()

    def __reduce__(self) -> tuple[type[ReferenceCache], tuple[ReferenceLines]]:
        """Copy only the lines, because a lock and a vocabulary cannot be pickled."""
        return ReferenceCache, (self.lines,)
