"""Fonts, colours, markers and sizes of all plots."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import matplotlib
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tallystick.reports.renderers.visible import visible

# matplotlib takes each character from the first installed font that has it
FONTS = (
    *("DejaVu Sans", "Noto Sans", "Noto Sans CJK JP", "Noto Sans CJK SC", "Source Han Sans"),
    *("IPAexGothic", "IPAGothic", "WenQuanYi Zen Hei", "Droid Sans Fallback", "Hiragino Sans"),
    *("PingFang SC", "Yu Gothic", "Microsoft YaHei", "Malgun Gothic", "Arial Unicode MS"),
    *("Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Thai"),
)

# distinct for colour-blind readers and in print (Okabe and Ito, 2008)
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
MARKS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "h", "*")
BLUE, ORANGE, GREY, PALE = "#0072B2", "#D55E00", "#666666", "#EEEEEE"

SETTINGS: dict[str, Any] = {
    "axes.labelsize": 7.5,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.unicode_minus": True,
    "figure.dpi": 100,
    "font.size": 8,
    "legend.frameon": False,
    "pdf.fonttype": 42,
    "savefig.dpi": 200,
    "svg.fonttype": "none",
    "svg.hashsalt": "tallystick",
    "text.parse_math": False,  # names may contain dollar signs
}

WIDTH, PAGE = 3.03, 6.3
"""Widths of plots in inches: a column, and both columns, of papers of the ACL."""


LONG_NAME = 20  # characters that would leave too little of a column


def width_for(systems: Sequence[str], fits_column: bool = True) -> float:
    """Return the width of a plot with the names of systems beside it."""
    return WIDTH if fits_column and max(map(len, systems), default=0) <= LONG_NAME else PAGE


@contextmanager
def drawing() -> Iterator[set[str]]:
    """Replace the user's settings by `SETTINGS`; at the end the set has the missing characters."""
    installed = {font.name for font in font_manager.fontManager.ttflist}
    fonts = [font for font in FONTS if font in installed] or ["sans-serif"]
    with warnings.catch_warnings(record=True) as caught, matplotlib.rc_context():
        warnings.simplefilter("always")
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({**SETTINGS, "font.family": fonts})
        missing: set[str] = set()
        yield missing
    for one in caught:
        glyph = re.match(r"Glyph (\d+) ", str(one.message))
        if glyph:
            missing.add(chr(int(glyph[1])))
        else:
            warnings.warn_explicit(one.message, one.category, one.filename, one.lineno)


def new_figure(height: float, width: float = WIDTH, grid: str = "") -> tuple[Figure, Axes]:
    """Return a figure of a size in inches and its axes, with a grid along "x" or "y" if given."""
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots()
    if grid:
        axes.grid(axis=grid, color=GREY, alpha=0.25, linewidth=0.6)
    return figure, axes


def label_systems(axes: Axes, systems: Sequence[str]) -> None:
    """Label the rows 0, 1, ... of the vertical axis with the names of systems, the first on top."""
    axes.set_yticks(range(len(systems)), [visible(system) for system in systems])
    axes.set_ylim(len(systems) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)


def mark_of(place: int) -> dict[str, Any]:
    """Return colour and marker of the system at a position."""
    return {"color": COLOURS[place % len(COLOURS)], "marker": MARKS[place % len(MARKS)]}


def add_legend(figure: Figure, handles: Sequence[Any], labels: Sequence[str]) -> None:
    """Write a legend above the axes."""
    # matplotlib omits labels that start with an underscore, so the names are set afterwards
    longest = max(map(len, labels), default=0)
    columns = max(1, int(figure.get_figwidth() / (0.35 + 0.07 * longest)))
    legend = figure.legend(
        handles,
        [f"system {place}" for place in range(len(labels))],
        loc="outside upper center",
        ncols=columns,
        fontsize=7,
    )
    for text, label in zip(legend.get_texts(), labels, strict=True):
        text.set_text(visible(label))
