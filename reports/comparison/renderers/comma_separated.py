"""CSV: a row for each system and metric, or for each pair and metric; quoted where needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.reports.comparison.renderers.data_tables import pair_rows, score_rows
from tallystick.reports.renderers.comma_separated import write_table

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import Comparison


def render(comparison: Comparison, digits: int | None = None) -> str:
    """Render the scores of a comparison as CSV; numbers are never rounded."""
    return write_table(score_rows(comparison))


def render_pairs(comparison: Comparison, digits: int | None = None) -> str:
    """Render the differences of a comparison as CSV; numbers are never rounded."""
    return write_table(pair_rows(comparison))
