"""Tables of cases: which sentence is said when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from tallystick.reports.comparison.thresholds import MOST_WORDS

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


def wordings(cases: Cases, terms: Terms) -> tuple[str, ...]:
    """Return the wordings of the first case that holds; none if none holds.

    >>> cases = {"several": ("{number:,} systems lead", "Some lead"), "otherwise": "None leads"}
    >>> wordings(cases, {"several": True, "number": 1200})
    ('1,200 systems lead', 'Some lead')
    """
    for term, said in cases.items():
        if term == ALWAYS or terms[term]:
            every = (said,) if isinstance(said, str) else said
            return tuple(one.format_map(terms) for one in every)
    return ()


def sentence(cases: Cases, terms: Terms) -> str:
    """Return the first wording of the first case that holds, or ""."""
    return next(iter(wordings(cases, terms)), "")


def each_under(*wordings: str) -> tuple[str, ...]:
    """Return wordings that name the metrics, then their number, then neither, in place of {under}.

    >>> each_under("A leads{under}.")
    ('A leads{under}.', 'A leads{under_all}.', 'A leads.')
    """
    return tuple(
        one.replace("{under}", under)
        for one in wordings
        for under in ("{under}", "{under_all}", "")
    )


def first_short(wordings: Iterator[str] | tuple[str, ...], most: int = MOST_WORDS) -> str:
    """Return the first wording that is short enough, or the last one; "" if there is none."""
    said = ""
    for said in wordings:
        if len(said.split(" ")) <= most:
            break
    return said.replace(INNER, " ")
