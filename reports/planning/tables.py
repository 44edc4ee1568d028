"""The tables of a plan, for people and for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tallystick.reports.document import Block, Bullets, Heading, Labels, Paragraph, Table
from tallystick.reports.rows import table_of
from tallystick.reports.wording import UNDEFINED, fixed, full, own_title, signed

if TYPE_CHECKING:
    from tallystick.reports.planning.model import Plan, PlannedMetric


def document(plan: Plan) -> list[Block]:
    """Return the plan for people, what this test set can show first."""
    first, *others = plan.verdict
    return [
        Paragraph(first, strong=True),
        Bullets("", tuple(others)),
        Paragraph(own_title(plan.pilot), strong=True),
        Heading("True differences to find"),
        *(_differences(plan, metric) for metric in plan.metrics),
        Heading("Observed differences"),
        *(_pairs(plan, metric) for metric in plan.metrics),
        Bullets("Notes", plan.notes),
        Labels(tuple((one.title, one.signature) for one in plan.metrics), code=True),
    ]


def data_tables(plan: Plan) -> Mapping[str, Table]:
    """Return the tables for programs, without rounding."""
    differences = table_of(
        plan.differences,
        {
            "metric": lambda one: one.metric,
            "difference": lambda one: full(one.difference),
            "segments": lambda one: _data(one.segments),
            "fewest": lambda one: _data(one.fewest),
            "most": lambda one: _data(one.most),
            "power": lambda one: full(one.power),
            "exaggeration": lambda one: full(one.exaggeration),
        },
    )
    pairs = table_of(
        plan.pairs,
        {
            "metric": lambda one: one.metric,
            "system": lambda one: one.system,
            "other": lambda one: one.other,
            "difference": lambda one: full(one.difference),
            "standard_error": lambda one: full(one.standard_error),
            "differing_units": lambda one: _data(one.differing_units),
            "significant": lambda one: str(one.significant).lower(),
            "detectable": lambda one: full(one.detectable),
            "segments": lambda one: _data(one.segments),
            "power": lambda one: full(one.power),
            "exaggeration": lambda one: full(one.exaggeration),
        },
        texts=3,
    )
    return {"differences": differences, "pairs": pairs}


def _differences(plan: Plan, metric: PlannedMetric) -> Table:
    several = len([one for one in plan.pairs if one.metric == metric.metric]) > 1
    return table_of(
        [one for one in plan.differences if one.metric == metric.metric],
        {
            f"{metric.title}": lambda one: f"{one.difference:g}",
            "segments": lambda one: _shown(one.segments),
            **(
                {"middle 80%": lambda one: f"{_shown(one.fewest)} to {_shown(one.most)}"}
                if several
                else {}
            ),
            "found on this set": lambda one: f"{100 * one.power:.0f}%",
            "exaggerated by": lambda one: f"{one.exaggeration:.1f}",
        },
        texts=0,
        title=f"True differences in {metric.title}",
        notes=(
            "segments: those that find it with a power of 80%"
            + "; the median of the pairs, as in the other columns" * several
            + "; exaggerated by: the mean size of significant differences, relative to the true "
            "one.",
        ),
    )


def _pairs(plan: Plan, metric: PlannedMetric) -> Table:
    return table_of(
        [one for one in plan.pairs if one.metric == metric.metric],
        {
            "system": lambda one: one.system,
            "other": lambda one: one.other,
            "difference": lambda one: signed(one.difference, metric.scale) + "*" * one.significant,
            "standard error": lambda one: fixed(one.standard_error, metric.scale.digits),
            "detectable": lambda one: f"{one.detectable:.2g}",
            "segments": lambda one: _shown(one.segments),
            "found": lambda one: f"{100 * one.power:.0f}%",
            "exaggerated by": lambda one: (
                UNDEFINED if one.exaggeration is None else f"{one.exaggeration:.1f}"
            ),
        },
        texts=2,
        title=f"Observed differences in {metric.title}",
        notes=(
            f"* significant at {plan.significance_level:g} in the pilot; detectable: found with a "
            "power of 80% on a test set of this size; the columns after it take the observed "
            "difference to be the true one.",
        ),
    )


def _shown(number: int | None) -> str:
    return UNDEFINED if number is None else f"{number:,}"


def _data(number: int | None) -> str:
    return "" if number is None else str(number)
