r"""TSV: the tables of CSV without quoting; a tab or line end in a name shows as \t, \n."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.reports.comparison.renderers.data_tables import pair_rows, score_rows
from tallystick.reports.renderers.tab_separated import write_table

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import Comparison


def render(comparison: Comparison, digits: int | None = None) -> str:
    """Render the scores of a comparison as TSV; numbers are never rounded."""
    return write_table(score_rows(comparison))


def render_pairs(comparison: Comparison, digits: int | None = None) -> str:
    """Render the differences of a comparison as TSV; numbers are never rounded."""
    return write_table(pair_rows(comparison))
