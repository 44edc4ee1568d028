"""What sentences and tables of a meta-evaluation share: names, numbers, and who is the judge."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from tallystick.reports.comparison.model import Interval
from tallystick.reports.document import Term
from tallystick.reports.meta_evaluation.model import (
    Estimate,
    EvaluatedSet,
    Grouping,
    MetaEvaluation,
)
from tallystick.reports.meta_evaluation.settings import Correlation
from tallystick.reports.wording import UNDEFINED, full, full_bounds, listed, share

DIGITS = 3
MOST_NAMED = 3
"""Longer lists are cut, with the number of the others."""

ONE_SET = "this test set"
"""The name of a set without one."""

GROUPINGS = {
    Grouping.SEGMENT: "within segments",
    Grouping.SYSTEM: "within systems",
    Grouping.DOCUMENT: "within documents",
    Grouping.CHOICES: "choices",
    Grouping.ALL: "all outputs",
}

COEFFICIENTS = {
    Correlation.TAU_B: "tau-b",
    Correlation.TAU_C: "tau-c",
    Correlation.SPEARMAN: "Spearman correlation",
    Correlation.PEARSON: "Pearson correlation",
}

WHERE: dict[Grouping | None, str] = {
    Grouping.SEGMENT: "within segments",
    Grouping.ALL: "over all outputs",
    Grouping.CHOICES: "on choices",
    None: "on systems",
}

SHARE_OF_CHOICES = "share of choices, half of those that the metric ties"


def noun_of(report: MetaEvaluation) -> str:
    """Return what the sets of a report are called."""
    return "aspect" if report.aspects else "set"


def different_texts(report: MetaEvaluation) -> tuple[EvaluatedSet, ...]:
    """Return the sets with texts of their own: of aspects, which share them, the first."""
    return report.sets[:1] if report.aspects else report.sets


def units_of(report: MetaEvaluation) -> tuple[str, int]:
    """Return what is resampled of outputs, and its number in all sets with scores of them."""
    scored = {row.set for row in report.segment_level}
    sets = [judged for judged in different_texts(report) if judged.name in scored]
    units = dict.fromkeys(f"{judged.unit}s" for judged in sets)
    return listed(list(units)), sum(judged.units for judged in sets)


def number(value: float | None, digits: int = DIGITS) -> str:
    """Return a number with its decimals, without the sign of a zero."""
    return UNDEFINED if value is None else f"{value:z.{digits}f}"


def with_bounds(value: float | None, bounds: Interval | None, digits: int = DIGITS) -> str:
    """Return a coefficient with its interval."""
    said = number(value, digits)
    if bounds is None:
        return said
    return f"{said} [{number(bounds.low, digits)}, {number(bounds.high, digits)}]"


def with_interval(estimate: Estimate | None) -> str:
    """Return a coefficient with its interval over segments."""
    return number(None) if estimate is None else with_bounds(estimate.value, estimate.over_segments)


Cells: TypeAlias = dict[str, Callable[[Any], str]]
"""By the title of each column what a row has there."""


def fields(*paths: str) -> Cells:
    """Return the columns of fields for programs, such as "pairs.tied_both"; "" if undefined.

    An interval has a column for each end, in the place of its last word, as in "drop_low".
    """
    cells: Cells = {}
    for path in paths:
        column, read = path.rpartition(".")[2], attrgetter(path)
        if column.endswith("interval"):
            for place, end in enumerate(("low", "high")):
                cells[column.replace("interval", end)] = partial(_end, read, place)
        else:
            cells[column] = partial(_field, read)
    return cells


def _end(read: Callable[[Any], Interval | None], place: int, thing: Any) -> str:
    return full_bounds(read(thing))[place]


def _field(read: Callable[[Any], str | float | Estimate | None], thing: Any) -> str:
    value = read(thing)
    value = value.value if isinstance(value, Estimate) else value
    return value if isinstance(value, str) else full(value)


def span(values: list[float]) -> str:
    """Return the lowest and the highest of several shares."""
    low, high = share(min(values)), share(max(values))
    return low if low == high else f"{low} to {high}"


def of_set(name: str, said: str) -> str:
    """Return a title or a sentence about a set, after its name if it has one."""
    return f"{said[0].upper()}{said[1:]}" if name == ONE_SET else f"{name}: {said}"


def ordinal(rank: int) -> str:
    """Return a rank as a word.

    >>> [ordinal(rank) for rank in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    teen = rank % 100 // 10 == 1
    return f"{rank}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(rank % 10, 'th')}"


class Judge(NamedTuple):
    """The words for humans, or for the metric that takes their place.

    As in "as humans do", "agreement with humans", "human scores"; `aside` is added to titles.
    """

    do: str
    name: str
    adjective: str
    agreement: str
    aside: str = ""

    def defined(self, term: Term) -> Term:
        """Return a term that is defined for humans, defined for these."""
        said = term.definition
        for word, own in zip(HUMANS[:3], self[:3], strict=True):
            said = said.replace(word, own)
        return term._replace(definition=said)


HUMANS = Judge("humans do", "humans", "human", "Agreement with humans")


def judge_of(report: MetaEvaluation) -> Judge:
    """Return the words for those whose scores take part in a report."""
    if report.against is None:
        return HUMANS
    options = report.against.partition(":")[2]
    name = f"{report.human} ({options})" if options else report.human
    aside = f" (with {name}, not with humans)"
    return Judge(f"{name} does", name, name, f"Agreement with {name}, not with humans,", aside)
