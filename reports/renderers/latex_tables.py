r"""Tables of papers: floats in the style of booktabs that fit a column, or a page, of a paper.

The width of text is estimated, because only the paper's fonts have it. A table that is too wide for
a column of two-column papers is a table*.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tallystick.reports.renderers.latex import booktabs, escape
from tallystick.reports.renderers.screen import screen_width, shortened
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import MINUS, fixed, signed

if TYPE_CHECKING:
    from tallystick.metrics.interface.identity import Scale
    from tallystick.reports.comparison.model import Interval

DAGGER, DOUBLE_DAGGER = r"$^{\dagger}$", r"$^{\ddagger}$"
NEGATIVE = re.compile(r"(?<![\w.])-(?=\d)")
COLUMN, PAGE = 219, 455  # points, of papers of the ACL
SIZE, SMALLER, GAP = 10, 8, 6  # points, of \small, \scriptsize and the space between columns
FOOTNOTE = 0.93  # the width in \footnotesize, in which \scriptsize is no smaller
RULE, SPACE = r"\midrule", r"\addlinespace"
BOLD = 1.15  # how much wider bold digits are
LONGEST_NAME = 28  # columns of a name


class Cell(str):
    """LaTeX whose width on paper is estimated, in points."""

    width: float

    def __new__(cls, code: str, width: float) -> Cell:
        """Return a cell of a width in points."""
        cell = super().__new__(cls, code)
        cell.width = width
        return cell


def plain(text: str, code: str | None = None) -> Cell:
    """Return a cell with text, or with LaTeX that looks like the text."""
    # braces keep a first cell that begins with [ from being read as an argument of \\
    return Cell(f"{{{escape(text)}}}" if code is None else code, width(text, SIZE))


def width(text: str, size: float) -> float:
    """Return the approximate width of a text in points, of Computer Modern or a narrower font."""
    ems = 0.0
    for character in visible(text):
        if character in "%&#@+<>=~^":
            ems += 0.83
        elif character.isupper() or character == "_":
            ems += 0.72
        elif character.islower():
            ems += 0.48
        elif character.isascii() and not character.isdigit():
            ems += 0.33
        else:
            ems += 0.5 * screen_width(character)
    return size * ems


class Tabular:
    """A table of cells."""

    def __init__(self, columns: str, header: Sequence[Cell]) -> None:
        self.columns = columns
        self.header = header
        self.rows: list[Sequence[Cell]] = []
        self.before: dict[int, str] = {}
        self.of: int | None = None

    def part(self, command: str, of: int | None = None) -> None:
        """Put a command of booktabs before the next row unless it is the first.

        If `of` is given, only where it is another number than at the row before.
        """
        if self.rows and (of is None or of != self.of):
            self.before[len(self.rows)] = command
        self.of = of

    @property
    def width(self) -> float:
        """The estimated width in points."""
        widths = ([cell.width for cell in row] for row in (self.header, *self.rows))
        widest = map(max, zip(*widths, strict=True))
        return sum((one + GAP for one in widest), -float(GAP))

    def code(self) -> str:
        """Return the table without its float."""
        drawn = [
            [f"{self.before[place]}\n{row[0]}", *row[1:]] if place in self.before else row
            for place, row in enumerate(self.rows)
        ]
        return booktabs(f"@{{}}{self.columns}@{{}}", [self.header, *drawn])


def floated(table: Tabular, caption: str, label: str) -> list[str]:
    """Return a table as a float that fits its width."""
    size, environment = r"\small", "table"
    if table.width > COLUMN:
        fits = FOOTNOTE * table.width <= COLUMN
        size, environment = (r"\footnotesize", "table") if fits else (size, "table*")
    return [
        rf"\begin{{{environment}}}",
        rf"\centering{size}\setlength{{\tabcolsep}}{{{GAP / 2:g}pt}}",
        table.code(),
        rf"\caption{{{caption}}}",
        rf"\label{{{label}}}",
        rf"\end{{{environment}}}",
    ]


def decimals(intervals: Iterable[Interval | None], scale: Scale, digits: int | None) -> int:
    """Return the decimals of scores: two significant digits of half the widest interval."""
    if digits is not None:
        return digits
    widest = max(((one.high - one.low) / 2 for one in intervals if one is not None), default=0.0)
    if widest <= 0:
        return scale.digits
    return min(max(1 - math.floor(math.log10(widest)), 0), scale.digits)


def head_of(title: str, *, higher_is_better: bool) -> Cell:
    """Return the title of a column of scores with an arrow towards better ones."""
    arrow = r"\uparrow" if higher_is_better else r"\downarrow"
    return Cell(f"{escape(title)} ${arrow}$", width(f"{title} x", SIZE))


def name_in_table(system: str) -> str:
    """Return a name without its middle if it is long."""
    return shortened(system, LONGEST_NAME)


def name_of(system: str, baseline: str | None = None) -> Cell:
    """Return the name of a system for a table."""
    name = name_in_table(system)
    # otherwise two hyphens become a dash
    code = f"{{{escape(name).replace('--', '-{}-')}}}"
    if system == baseline:
        return plain(f"{name} (baseline)", f"{code} (baseline)")
    return plain(name, code)


def rank_of(rank: tuple[int, int]) -> Cell:
    """Return the best and the worst rank of a system, or the rank if they are the same."""
    first, last = rank
    shown = str(first) if first == last else f"{first}--{last}"
    return plain(shown, shown)


def score_of(
    score: float | None, interval: Interval | None, digits: int, *, bold: bool, mark: str = ""
) -> Cell:
    """Return a score with half the width of its interval, if there is one, and a mark."""
    text = fixed(score, digits)
    shown = NEGATIVE.sub("$-$", text) if score is not None else text
    code = rf"\textbf{{{shown}}}" if bold and score is not None else shown
    half, reach = half_width(interval, digits)
    # a mark has no width, so that digits stay aligned
    return Cell(
        f"{code}{half}" + (rf"\rlap{{{mark}}}" if mark else ""),
        width(text, SIZE) * (BOLD if bold else 1) + reach,
    )


def half_width(interval: Interval | None, digits: int) -> tuple[str, float]:
    """Return half the width of an interval as LaTeX, and its estimated width on paper."""
    if interval is None:
        return "", 0.0
    half = fixed((interval.high - interval.low) / 2, digits)
    return rf"{{\scriptsize$\,\pm\,${half}}}", width(f"M {half}", SMALLER)


def difference_of(
    difference: float | None, interval: Interval | None, scale: Scale, digits: int, *, bold: bool
) -> Cell:
    """Return a difference with its sign, and half the width of its interval."""
    shown = signed(difference, scale, digits)
    code = rf"\textbf{{{mathematical(shown)}}}" if bold else mathematical(shown)
    half, reach = half_width(interval, digits)
    return Cell(f"{code}{half}", width(shown, SIZE) + reach)


def mathematical(text: str) -> str:
    """Return a number with mathematical signs."""
    signs = {"-": "$-$", "+": "$+$", "<": "$<$", MINUS: "$-$"}
    return "".join(signs.get(one, one) for one in text)
