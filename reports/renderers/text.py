"""Plain text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.reports import document
from tallystick.reports.renderers.screen import screen_width, shortened, terminal_width, wrapped
from tallystick.reports.renderers.visible import visible

WIDTH = 96
GAP = "  "
MARGIN = 2  # a column is wider than its title by at least this


def render(report: document.Report, digits: int | None = None) -> str:
    """Render a report as plain text, without its longest tables."""
    text, close = "", True
    for block in report.document(digits):
        shown = draw_block(block)
        if shown:
            short = isinstance(block, document.Entry) and len(block.lines) < 2
            text += ("" if not text else "\n" if short and close else "\n\n") + shown
            close = short
    return text + "\n"


def draw_block(block: document.Block) -> str:
    """Return a block as plain text, or "" if it is not shown."""
    if isinstance(block, document.FIGURES):
        return ""
    match block:
        case document.Heading() | document.Table(detail=True) | document.Paragraph(detail=True):
            return ""
        case document.Table():
            title = [visible(block.title), ""] if block.title else []
            return "\n".join([*title, draw_table(block), *map(_wrapped, block.notes)])
        case document.Paragraph():
            return _wrapped(f"{block.label} {block.text}".strip())
        case document.Bullets():
            lines = [_wrapped(sentence, "- ", "  ") for sentence in block.sentences]
            return "\n".join([f"{block.title}:"] * bool(block.title and lines) + lines)
        case document.Glossary():
            return _wrapped(block.pointer)
        case document.Labels():
            return "\n".join(f"{visible(label)}: {visible(text)}" for label, text in block.pairs)
        case document.Entry():
            return "\n".join(
                [
                    visible(f"{block.name}  {block.remark}".rstrip()),
                    *(
                        f"    {visible(line)}"
                        if block.aligned
                        else _wrapped(line, " " * 4, " " * 6)
                        for line in block.lines
                    ),
                ]
            )


def draw_table(table: document.Table, most: int | None = None) -> str:
    """Return a table in plain text, aligned for wide characters too.

    In a table wider than `most`, by default the terminal, long words in the first column and in
    titles are cut in their middle, and titles take several lines; else its columns follow below
    each other, each time with the first.
    """
    limit = terminal_width(WIDTH) if most is None else most
    header, *rows = ([visible(cell) for cell in row] for row in (table.header, *table.rows))
    if any(_total([*map(screen_width, row)]) > limit for row in (header, *rows)):
        longest = max(limit // 3, 12)
        rows = _with_short_names(rows, longest)
        header = [
            " ".join(shortened(word, longest) for word in title.split(" ")) for title in header
        ]
    numeric = [column.numeric for column in table.columns]
    cells = [max(map(screen_width, column), default=0) for column in zip(*rows, strict=True)]
    cells = cells or [0] * len(header)
    wide = [
        max(screen_width(title) + MARGIN, cell) for title, cell in zip(header, cells, strict=True)
    ]
    titles = [[title] for title in header]
    if _total(wide) > limit:
        words = [max(map(screen_width, title.split()), default=0) for title in header]
        wide = [max(pair) for pair in zip(words, cells, strict=True)]
        pairs = zip(header, wide, strict=True)
        titles = [wrapped(title, width).split("\n") for title, width in pairs]
    return "\n\n".join(
        _lines(
            [titles[place] for place in places],
            [[row[place] for place in places] for row in rows],
            [wide[place] for place in places],
            [numeric[place] for place in places],
        )
        for places in _blocks(wide, limit)
    )


def _with_short_names(rows: list[list[str]], width: int) -> list[list[str]]:
    """Return rows whose first word is cut to a width, unless different ones would look the same."""
    names = {row[0]: row[0] if " " in row[0] else shortened(row[0], width) for row in rows}
    if len(set(names.values())) < len(names):
        return rows
    return [[names[row[0]], *row[1:]] for row in rows]


def _blocks(widths: Sequence[int], limit: int) -> list[list[int]]:
    """Return the columns that are beside each other, each time with the first."""
    blocks = [[0]]
    for place in range(1, len(widths)):
        beside = [*blocks[-1], place]
        if len(beside) > 2 and _total([widths[column] for column in beside]) > limit:
            blocks.append([0, place])
        else:
            blocks[-1] = beside
    return blocks


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + len(GAP) * (len(widths) - 1)


def _lines(
    titles: Sequence[Sequence[str]],
    rows: Sequence[Sequence[str]],
    widths: Sequence[int],
    numeric: Sequence[bool],
) -> str:
    height = max(map(len, titles), default=0)
    header = zip(*([""] * (height - len(title)) + [*title] for title in titles), strict=True)
    lines = [*header, ["-" * width for width in widths], *rows]
    return "\n".join(GAP.join(map(_padded, line, widths, numeric)).rstrip() for line in lines)


def _padded(cell: str, width: int, right: bool) -> str:
    padding = " " * (width - screen_width(cell))
    return padding + cell if right else cell + padding


def _wrapped(sentence: str, first: str = "", others: str = "") -> str:
    return wrapped(visible(sentence), min(WIDTH, terminal_width(WIDTH)), first, others)
