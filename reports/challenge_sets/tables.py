"""The tables and figures of a challenge, for people and for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tallystick.reports.challenge_sets.verdict import titles
from tallystick.reports.document import Block, Bullets, Labels, Paragraph, Table, columns
from tallystick.reports.wording import UNDEFINED, full

if TYPE_CHECKING:
    from tallystick.reports.challenge_sets.model import Challenge, PlantedKind, Reaction
    from tallystick.reports.comparison.model import Interval

FAULT, HARMLESS = "fault", "harmless"
DIGITS = 2


def document(found: Challenge) -> list[Block]:
    """Return the report for people, the result first."""
    first, *others = found.verdict
    blocks: list[Block] = [
        Paragraph(first, strong=True),
        Bullets("", tuple(others)),
        _matrix(
            found,
            "Drop of the corpus score relative to that of one dropped word",
            lambda one: _number(one.relative),
            "One change in each segment where it applies, compared with one dropped word in each "
            "of the same segments.",
        ),
        _matrix(
            found,
            "Share of changes that make the score of their segment worse",
            lambda one: _percent(one.noticed),
            "A good metric has 100% for faults, and 0% for harmless changes.",
        ),
    ]
    if found.notes:
        blocks.append(Bullets("Notes", found.notes))
    blocks.append(Labels(tuple((one.metric, one.signature) for one in found.metrics), code=True))
    return blocks


def data_tables(found: Challenge) -> Mapping[str, Table]:
    """Return the tables for programs, without rounding."""
    kinds = {one.kind: one for one in found.kinds}
    rows = tuple(
        (
            one.metric,
            one.kind,
            _type(kinds[one.kind]),
            str(kinds[one.kind].segments),
            full(one.noticed),
            full(one.raised),
            full(one.drop),
            *_bounds(one.drop_interval),
            full(one.relative),
            *_bounds(one.relative_interval),
            full(one.correlation),
        )
        for one in found.reactions
    )
    names = [
        "metric", "kind", "type", "segments", "noticed", "raised", "drop", "drop_low", "drop_high",
        "relative", "relative_low", "relative_high", "correlation",
    ]  # fmt: skip
    return {"reactions": Table(columns(names, len(names) - 3), rows)}


def _matrix(found: Challenge, title: str, cell: Callable[[Reaction], str], note: str) -> Table:
    """Return a table of kinds and metrics."""
    name = titles(found)
    cells = {(one.kind, one.metric): cell(one) for one in found.reactions}
    rows = tuple(
        (
            kind.kind,
            _type(kind),
            f"{kind.segments:,}",
            *(cells[kind.kind, metric.metric] for metric in found.metrics),
        )
        for kind in found.kinds
        if not kind.left_out
    )
    names = ["change", "type", "segments", *(name[metric.metric] for metric in found.metrics)]
    return Table(columns(names, len(names) - 2), rows, title=title, notes=(note,))


def _type(kind: PlantedKind) -> str:
    return FAULT if kind.is_fault else HARMLESS


def _bounds(interval: Interval | None) -> tuple[str, str]:
    return ("", "") if interval is None else (full(interval.low), full(interval.high))


def _number(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:.{DIGITS}f}"


def _percent(share: float | None) -> str:
    return UNDEFINED if share is None else f"{100 * share:.0f}%"
