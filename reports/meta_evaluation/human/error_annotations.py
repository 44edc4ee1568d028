"""Annotations of errors in the framework MQM: a line for each error of each rater.

The points of a segment are summed for each rater and averaged over raters, with the weights of
Freitag and others, Experts, Errors, and Context, TACL 2021, table 12 and section 4.2.1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from tallystick.errors import InputError
from tallystick.reports.meta_evaluation.human.judgement import (
    Judgement,
    Judgements,
    whole,
)
from tallystick.reports.meta_evaluation.human.tables import SEGMENT, SYSTEM, Row, first_of

CATEGORY, SEVERITY, RATER = "category", "severity", "rater"
SEGMENTS = ("globalSegId", *SEGMENT)

SEVERITIES = {"major": 5.0, "minor": 1.0, "neutral": 0.0, "no-error": 0.0, "no error": 0.0}
SPECIAL = {("major", "non-translation!"): 25.0, ("minor", "fluency/punctuation"): 0.1}
"""Points by severity, and by severity and category."""


def has_annotations(columns: Iterable[str]) -> bool:
    """Return whether a table has a line for each error."""
    return {CATEGORY, SEVERITY, RATER} <= set(columns)


def read_annotations(rows: Sequence[Row], name: str) -> Judgements:
    """Read annotations as points of segments, fewer points better.

    Raises:
        InputError: A column is missing, or a severity is unknown.
    """
    columns = list(rows[0][1])
    system, segment = first_of(SYSTEM, columns), first_of(SEGMENTS, columns)
    if system is None or segment is None:
        raise InputError(
            f"{name}, line 1: the columns are {', '.join(columns)}; expected system and seg_id too"
        )
    points: dict[tuple[str, int], dict[str, float]] = defaultdict(lambda: defaultdict(float))
    places: dict[tuple[str, int], str] = {}
    for where, row in rows:
        of = row[system], whole(row[segment], "segment", where)
        places.setdefault(of, where)
        points[of][row[RATER]] += _points(row[SEVERITY], row[CATEGORY], where)
    return Judgements(
        "mqm",
        [
            Judgement(
                places[called, place],
                called,
                place,
                sum(by_rater.values()) / len(by_rater),
                len(by_rater),
            )
            for (called, place), by_rater in points.items()
        ],
        higher_is_better=False,
    )


def _points(severity: str, category: str, where: str) -> float:
    of_severity = SEVERITIES.get(severity.strip().lower())
    if of_severity is None:
        raise InputError(
            f"{where}: the severity is {severity!r}; expected {', '.join(SEVERITIES)}; otherwise "
            "give the points of segments, with the columns system, segment and score"
        )
    return SPECIAL.get((severity.strip().lower(), category.strip().lower()), of_severity)
