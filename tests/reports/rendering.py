"""Reports as text, in formats that are text."""

from __future__ import annotations

from functools import partial
from typing import Any

from tallystick.reports import render


def rendered(format: str, report: Any, digits: int | None = None) -> str:
    """Return a report in a format."""
    shown = render(report, format, digits)
    assert isinstance(shown, str)
    return shown


page = partial(rendered, "html")
"""Return the page of a report."""
