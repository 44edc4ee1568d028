"""What changed since a saved report: n-grams that were gained and lost, and doubts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.reports.comparison.thresholds import MOST_EXAMPLES
from tallystick.reports.document import Block, Bullets, Table, columns
from tallystick.reports.wording import is_saved

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import Comparison

CHANGED_DOUBTS = "Doubts that came and went"


def since_saved(comparison: Comparison) -> list[Block]:
    """Return what changed since the saved report of a comparison; nothing if there is none."""
    if not comparison.saved_report:
        return []
    return [Bullets(CHANGED_DOUBTS, changed_doubts(comparison)), *_ngrams(comparison)]


def changed_doubts(comparison: Comparison) -> tuple[str, ...]:
    """Return the doubts about a system that do not also hold for it in the saved report, or only.

    The texts of both are examined anew, so no doubt is due to another version.
    """
    if not comparison.saved_report:
        return ()
    doubts: dict[bool, dict[tuple[str, str | None], str]] = {False: {}, True: {}}
    for one in comparison.doubts:
        if one.systems and len({*map(is_saved, one.systems)}) == 1:
            doubts[is_saved(one.systems[0])][one.kind, one.metric] = one.sentence
    now, before = doubts[False], doubts[True]
    return (
        *(f"New: {now[key]}" for key in now if key not in before),
        *(f"Gone: {before[key]}" for key in before if key not in now),
    )


def _ngrams(comparison: Comparison) -> list[Table]:
    """Return the n-grams whose matches with the references differ most between two systems."""
    matched = [one for one in comparison.ngram_differences if one.kind == "matched"]
    tested = {(one.system, one.ngram) for one in comparison.ngrams if one.kind == "matched"}
    rows = []
    for lost in (False, True):
        for one in [one for one in matched if is_saved(one.system) is lost][:MOST_EXAMPLES]:
            now, before = (one.other_count, one.count) if lost else (one.count, one.other_count)
            name = one.text or " ".join(one.ngram)
            mark = "*" * ((one.system, one.ngram) in tested)
            rows.append(("lost" if lost else "gained", name, f"{before:,}", f"{now:,}{mark}"))
    if not rows or len(comparison.systems) > 2:
        return []
    note = "* significant by a sign test, at a false-discovery rate of 5%."
    return [
        Table(
            columns(["", "n-gram", "matches before", "matches now"], 2),
            tuple(rows),
            "N-grams gained and lost",
            (note,) if any(row[-1].endswith("*") for row in rows) else (),
        )
    ]
