"""Tables of cases: which sentence is said when, and how its terms are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from tallystick.reports.comparison.thresholds import MOST_WORDS
from tallystick.reports.wording import counted, listed

Terms: TypeAlias = Mapping[str, Any]
"""What is known of a subject, by the names that cases use."""

Cases: TypeAlias = Mapping[str, str | tuple[str, ...]]
"""What is said if a term holds, in the order in which the terms are asked.

Several wordings begin with the most informative one. Names in braces are terms.
"""

ALWAYS = "otherwise"
"""The term that always holds."""

INNER = "\ue000"
"""Replaces a space inside the name of a system, which counts as one word."""


class Listed(tuple[str, ...]):
    """Names that wordings list: "{who}", "{who:or}", "{who:#}", "{who:#system}", "{who:is|are}".

    >>> "{0} {0:is|are} here; {0:#} of {1:#metric}".format(Listed(["A", "B"]), Listed(["BLEU"]))
    'A and B are here; 2 of 1 metric'
    """

    def __format__(self, form: str) -> str:
        one, bar, several = form.partition("|")
        if bar:
            return one if len(self) == 1 else several
        if form.startswith("#"):
            return counted(len(self), form[1:]) if form[1:] else f"{len(self)}"
        return listed(self, form or "and")


def titles(metrics: Iterable[Any]) -> Listed:
    """Return the titles of metrics."""
    return Listed(metric.title for metric in metrics)


def wordings(cases: Cases, terms: Terms) -> tuple[str, ...]:
    """Return the wordings of the first case that holds; none if none holds."""
    for term, said in cases.items():
        if term == ALWAYS or terms[term]:
            every = (said,) if isinstance(said, str) else said
            return tuple(one.format_map(terms) for one in every)
    return ()


def sentence(cases: Cases, terms: Terms) -> str:
    """Return the first wording of the first case that holds, or ""."""
    return next(iter(wordings(cases, terms)), "")


def sentences(tables: Iterable[Cases], terms: Terms) -> tuple[str, ...]:
    """Return what is said by each table that says anything."""
    return tuple(said for cases in tables if (said := sentence(cases, terms)))


def each_under(*wordings: str) -> tuple[str, ...]:
    """Return wordings that name the metrics, then their number, then neither, for {under}."""
    return tuple(
        one.replace("{under}", under)
        for one in wordings
        for under in ("{under}", "{under_all}", "")
    )


def first_short(wordings: Iterable[str], most: int = MOST_WORDS) -> str:
    """Return the first wording that is short enough, or the last one; "" if there is none."""
    said = ""
    for said in wordings:
        if len(said.split(" ")) <= most:
            break
    return said.replace(INNER, " ")
