"""LaTeX: tables in the style of booktabs, signatures as comments below."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tallystick.reports.document import Labels, Table
from tallystick.reports.renderers.visible import visible

if TYPE_CHECKING:
    from tallystick.reports.document import Report

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
    drawn = [*map(tabular, tables or list(report.data_tables().values()))]
    return "\n\n".join([*defined(drawn), *drawn]) + "\n" + "".join(comments)


def defined(lines: Iterable[str]) -> list[str]:
    """Return the definitions that lines need."""
    return [PICTOGRAPH] if any(r"\pictograph" in line for line in lines) else []


def escape(text: str) -> str:
    r"""Return text with the special characters of LaTeX escaped, and pictographs for any engine.

    >>> print(escape("x_y% & 5$ 🔥"))
    x\_y\% \& 5\$ \pictograph{🔥}{[fire]}
    """
    return "".join(map(_escaped, visible(text)))


def _escaped(character: str) -> str:
    if character in SPECIAL:
        return SPECIAL[character]
    if ord(character) > LAST_LATIN and unicodedata.category(character) in ("So", "Sk", "Co", "Cn"):
        name = unicodedata.name(character, f"U+{ord(character):04X}").lower()
        return rf"\pictograph{{{character}}}{{[{name}]}}"
    return character


def tabular(table: Table) -> str:
    """Return a table in the style of booktabs."""
    columns = "".join("r" if column.numeric else "l" for column in table.columns)
    rows = [
        [table.shown(number, place, escape, _bold) for place in range(len(row))]
        for number, row in enumerate(table.rows)
    ]
    header = map(escape, table.header)
    return booktabs(columns, (map(_braced, row) for row in (header, *rows)))


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
