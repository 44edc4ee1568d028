"""The number of processors that a command can use."""

from __future__ import annotations

import os


def available_processors() -> int:
    """Return the number of processors; of a process that is bound to some, only those count."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
