"""HTML: the page that a browser opens, with the segments behind every number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.reports.comparison.html import render as render_page

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import Comparison


def render(comparison: Comparison, digits: int | None = None) -> str:
    """Render a comparison as one HTML file; each metric has the digits that suit it."""
    return render_page(comparison) + "\n"
