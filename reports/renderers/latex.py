"""LaTeX: tables in the style of booktabs, the signatures as comments below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.reports.renderers.numbers import rounded
from tallystick.reports.renderers.tables import Table, signatures, tables
from tallystick.reports.renderers.visible import visible

if TYPE_CHECKING:
    from tallystick.reports.scores import ScoreReport

SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\texttt{\char34}",  # \textquotedbl is an error in LaTeX's default encoding
    **{character: f"\\{character}" for character in "_%&$#{}"},
}


def render(report: ScoreReport, digits: int | None = None) -> str:
    """Render a score report as LaTeX, which needs the package booktabs."""
    blocks = [
        _table(table)
        for table in tables(report, lambda score, scale: rounded(score, scale, digits))
    ]
    comments = [f"% {visible(name)}: {text}" for name, text in signatures(report)]
    return "\n\n".join(blocks) + "\n" + "".join(comment + "\n" for comment in comments)


def escape(text: str) -> str:
    r"""Return text that LaTeX sets as it is.

    >>> print(escape("x_y% & 5$"))
    x\_y\% \& 5\$
    """
    return "".join(SPECIAL.get(character, character) for character in visible(text))


def _table(table: Table) -> str:
    columns = "l" * (len(table.header) - table.numbers) + "r" * table.numbers
    # braces keep a first cell that begins with [ from being read as an argument of \\
    header, *rows = [
        " & ".join(
            f"{{{text}}}" if text.startswith(("[", "*")) else text for text in map(escape, row)
        )
        + r" \\"
        for row in (table.header, *table.rows)
    ]
    return "\n".join(
        [
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            header,
            r"\midrule",
            *rows,
            r"\bottomrule",
            r"\end{tabular}",
        ]
    )
