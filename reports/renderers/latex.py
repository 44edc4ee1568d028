"""LaTeX: tables in the style of booktabs, signatures as comments below."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from tallystick.errors import DOCUMENTATION
from tallystick.metrics.interface.identity import Scale
from tallystick.reports.comparison.model import Interval
from tallystick.reports.document import Labels, Report, Table
from tallystick.reports.renderers.screen import screen_width, shortened
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import MINUS, fixed, signed

SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "≤": r"$\leq$",
    "−": r"$-$",
    "±": r"$\pm$",
    '"': r"\texttt{\char34}",  # \textquotedbl is an error in LaTeX's default encoding
    **{character: f"\\{character}" for character in "_%&$#{}"},
}

LAST_LATIN = 0x17F
PICTOGRAPH = r"\providecommand{\pictograph}[2]{\ifdefined\Umathcode#1\else#2\fi}"
"""The definition of a character with what pdfLaTeX, for which it would be an error, shows."""
FITTED = r"""% \usepackage{booktabs,graphicx}: graphicx makes wide tables fit the text
\providecommand{\fitted}[1]{\noindent\ifdefined\resizebox
  \resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{#1}\else#1\fi}"""
"""The definition of a table that is scaled down to the width of text."""
CITE = f"% to cite tallystick: {DOCUMENTATION}help.html#cite-tallystick\n"


def render(report: Report, digits: int | None = None) -> str:
    """Render the tables of a report as LaTeX, which needs the package booktabs."""
    blocks = report.document(digits)
    tables = [block for block in blocks if isinstance(block, Table)]
    comments = [
        f"% {visible(label)}: {visible(text)}\n"
        for block in blocks
        if isinstance(block, Labels) and block.code
        for label, text in block.pairs
    ]
    # a report without a table for people has one for programs
    drawn = [*map(_captioned, tables or list(report.data_tables().values()))]
    return "\n\n".join([*defined(drawn), *drawn]) + "\n" + "".join([*comments, CITE])


def _captioned(table: Table) -> str:
    """Return a table as floats with its title and notes as the caption; without a title alone."""
    cells = [list(map(plain, row)) for row in (table.header, *table.rows)]
    sized = Tabular("", cells[0])
    sized.rows += cells[1:]
    broken = _broken(table, sized)
    drawn = [tabular(table, broken, rows) for rows in _pages(sized, broken)]
    if sized.width > TEXT:
        drawn = [rf"\fitted{{{code}}}" for code in drawn]
    if not table.title:
        return "\n\n".join(drawn)
    title = table.title.rstrip(".")
    said = [" ".join([f"{title}.", *table.notes]), *[f"{title} (continued)."] * (len(drawn) - 1)]
    label = "tab:" + "-".join(re.findall(r"[a-z0-9]+", table.title.lower()))
    return "\n\n".join(
        "\n".join(floated(sized, escape(caption), f"{label}-{part}".removesuffix("-1"), code))
        for part, (caption, code) in enumerate(zip(said, drawn, strict=True), start=1)
    )


def _broken(table: Table, sized: Tabular) -> dict[int, float]:
    """Return the width of each column whose texts are broken into lines, if the table is wide."""
    long = {
        place: natural
        for place, (column, natural) in enumerate(zip(table.columns, sized.widths, strict=True))
        if sized.width > TEXT and natural > LONG and not column.numeric
    }
    room = max(TEXT - sized.width + sum(long.values()), LONG * len(long))
    roots = sum(natural**0.5 for natural in long.values())
    return {place: room * natural**0.5 / roots for place, natural in long.items()}


def _pages(sized: Tabular, broken: Mapping[int, float]) -> list[range]:
    """Return the rows of each page of a table with columns that are broken into lines."""
    starts, used = [0], 0
    for row, cells in enumerate(sized.rows):
        lines = max((math.ceil(cells[place].width / broken[place]) for place in broken), default=0)
        used += lines
        if used > LINES and row > starts[-1]:
            starts.append(row)
            used = lines
    return [range(*both) for both in pairwise([*starts, len(sized.rows)])]


def defined(lines: Sequence[str]) -> list[str]:
    """Return the definitions that lines need."""
    used = {r"\pictograph": PICTOGRAPH, r"\fitted": FITTED}
    return [code for name, code in used.items() if any(name in line for line in lines)]


def escape(text: str) -> str:
    r"""Return text with the special characters of LaTeX escaped, and pictographs for any engine.

    Letters and their accents are composed, because pdfLaTeX has no accents of their own.

    >>> print(escape("x_y% & 5$ 🔥"))
    x\_y\% \& 5\$ \pictograph{🔥}{[fire]}
    """
    return "".join(map(_escaped, unicodedata.normalize("NFC", visible(text))))


def _escaped(character: str) -> str:
    if character in SPECIAL:
        return SPECIAL[character]
    if ord(character) > LAST_LATIN and unicodedata.category(character) in ("So", "Sk", "Co", "Cn"):
        name = unicodedata.name(character, f"U+{ord(character):04X}").lower()
        return rf"\pictograph{{{character}}}{{[{name}]}}"
    return character


def tabular(table: Table, broken: Mapping[int, float], numbers: Iterable[int]) -> str:
    """Return rows of a table in the style of booktabs, some columns broken into lines."""
    columns = ["r" if column.numeric else "l" for column in table.columns]
    for place, points in broken.items():
        columns[place] = f"p{{{points:.0f}pt}}"
    rows = [
        [
            rf"\raggedright {cell}" if place in broken else _braced(cell)
            for place in range(len(columns))
            for cell in [table.shown(number, place, escape, _bold)]
        ]
        for number in numbers
    ]
    code = booktabs("".join(columns), (map(_braced, map(escape, table.header)), *rows))
    # \raggedright changes the meaning of \\
    return code.replace(" \\\\\n", " \\tabularnewline\n") if broken else code


def _braced(text: str) -> str:
    # otherwise a first cell that begins with [ is read as an argument of \\
    return f"{{{text}}}" if text.startswith(("[", "*")) else text


def _bold(text: str) -> str:
    return rf"\textbf{{{escape(text)}}}"


def booktabs(columns: str, rows: Iterable[Iterable[str]]) -> str:
    """Return a table in the style of booktabs whose cells are LaTeX, the header first."""
    header, *others = [rf"{' & '.join(row)} \\" for row in rows]
    return "\n".join(
        [
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            header,
            r"\midrule",
            *others,
            r"\bottomrule",
            r"\end{tabular}",
        ]
    )


DAGGER, DOUBLE_DAGGER = r"$^{\dagger}$", r"$^{\ddagger}$"
NEGATIVE = re.compile(r"(?<![\w.])-(?=\d)")
COLUMN, PAGE = 219, 455  # points, of papers of the ACL
TEXT, LINES = 345, 40  # points, and lines of a page, of LaTeX's article
LONG = 110  # points, of texts that may be broken into lines
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
        """Put a command of booktabs before the next row, if `of` is another than before."""
        if self.rows and (of is None or of != self.of):
            self.before[len(self.rows)] = command
        self.of = of

    @property
    def width(self) -> float:
        """The estimated width in points."""
        return sum((column + GAP for column in self.widths), -float(GAP))

    @property
    def widths(self) -> list[float]:
        """The estimated width of each column."""
        widths = ([cell.width for cell in row] for row in (self.header, *self.rows))
        return list(map(max, zip(*widths, strict=True)))

    def code(self) -> str:
        """Return the table without its float."""
        drawn = [
            [f"{self.before[place]}\n{row[0]}", *row[1:]] if place in self.before else row
            for place, row in enumerate(self.rows)
        ]
        return booktabs(f"@{{}}{self.columns}@{{}}", [self.header, *drawn])


def floated(table: Tabular, caption: str, label: str, code: str = "") -> list[str]:
    """Return a table as a float that fits its width; `code` is that of its cells if it differs."""
    size, environment = r"\small", "table"
    if table.width > COLUMN:
        fits = FOOTNOTE * table.width <= COLUMN
        size, environment = (r"\footnotesize", "table") if fits else (size, "table*")
    return [
        rf"\begin{{{environment}}}",
        rf"\centering{size}\setlength{{\tabcolsep}}{{{GAP / 2:g}pt}}",
        code or table.code(),
        rf"\caption{{{caption}}}",
        rf"\label{{{label}}}",
        rf"\end{{{environment}}}",
    ]


def decimals(intervals: Iterable[Interval | None], scale: Scale, digits: int | None) -> int:
    """Return the decimals of scores: two significant digits of half the widest interval."""
    if digits is not None:
        return digits
    widest = max(((ci.high - ci.low) / 2 for ci in intervals if ci is not None), default=0.0)
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
    return "".join(signs.get(character, character) for character in text)
