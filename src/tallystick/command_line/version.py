"""The line that `tallystick --version` prints."""

from __future__ import annotations

import platform

from tallystick import __version__
from tallystick.metrics.ngrams.kernel import ACTIVE


def version_line() -> str:
    """Return the version, the active kernel and the version of Python."""
    kernel = "compiled" if ACTIVE == "compiled" else "pure-Python"
    return f"tallystick {__version__} ({kernel} kernel, Python {platform.python_version()})"
