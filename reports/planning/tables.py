"""The tables of a plan, for people and for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from operator import attrgetter
from typing import Any

from tallystick.reports.document import Block, Bullets, Paragraph, Table, table_of
from tallystick.reports.planning.model import MOST_TIMES, Plan, PlannedDifference
from tallystick.reports.wording import MANY, UNDEFINED

TO_FIND = "to find, median pair"


def document(plan: Plan) -> list[Block]:
    """Return the plan for people, what this test set can show first."""
    first, *others = plan.verdict
    return [
        Paragraph(first, strong=True),
        Bullets("", tuple(others)),
        *(_table(plan, title) for title in dict.fromkeys(one.title for one in plan.differences)),
        Bullets("Notes", plan.notes),
    ]


def data_tables(plan: Plan) -> Mapping[str, Table]:
    """Return the table for programs, without rounding."""
    cells = {one.name: _data(one.name) for one in fields(PlannedDifference)}
    return {"differences": table_of(plan.differences, cells, texts=4)}


def _table(plan: Plan, title: str) -> Table:
    return table_of(
        [one for one in plan.differences if one.title == title],
        {
            "pair": lambda one: TO_FIND if one.system is None else f"{one.system} - {one.other}",
            "true difference": lambda one: f"{one.difference:.3g}{'*' * one.significant}",
            "segments": lambda one: _up_to(MANY, one.segments, ",", ""),
            "found here": lambda one: "<1%" if one.power < 0.005 else f"{one.power:.0%}",
            "exaggerated": lambda one: _up_to(MOST_TIMES, one.exaggeration, ".1f", " times"),
            "detectable here": lambda one: f"{one.detectable:.2g}",
        },
        title=f"If the true difference in {title} is",
        notes=(
            f"* observed and significant at {plan.significance_level:g}; segments: those that find "
            "it with a power of 80%; found here: the chance that this test set finds it; "
            "exaggerated: the mean size of significant differences, relative to the true one; "
            "detectable here: what this test set finds with a power of 80%.",
        ),
    )


def _up_to(most: int, number: float | None, form: str, unit: str) -> str:
    """Return a number, or that it is larger than `most`."""
    if number is None:
        return UNDEFINED
    return f">{most:,}{unit}" if number > most else f"{number:{form}}{unit}"


def _data(name: str) -> Any:
    value = attrgetter(name)

    def cell(one: PlannedDifference) -> str:
        found = value(one)
        return "" if found is None else str(found)

    return cell
