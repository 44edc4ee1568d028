"""Files of a system and a score on every line, without a header, as in mt-metrics-eval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tallystick.errors import InputError
from tallystick.reports.meta_evaluation.human.judgement import (
    Judgement,
    Judgements,
    score_of,
)


def is_list(first: str) -> bool:
    """Return whether a line has a system and a score."""
    fields = _fields(first)
    if len(fields) != 2:
        return False
    try:
        score_of(fields[1], "")
    except InputError:
        return False
    return True


def read_list(lines: Sequence[str], name: str) -> Judgements:
    """Read one line for each system, or one for each of its segments in their order.

    Raises:
        InputError: A line has another form.
    """
    seen: Counter[str] = Counter()
    found = []
    for number, line in enumerate(lines, start=1):
        where = f"{name}, line {number:,}"
        fields = _fields(line)
        if len(fields) != 2:
            raise InputError(f"{where}: {line!r} is not a system and a score; expected both")
        seen[fields[0]] += 1
        found.append(Judgement(where, fields[0], seen[fields[0]], score_of(fields[1], where)))
    if max(seen.values()) == 1:
        found = [one._replace(segment=None) for one in found]
    return Judgements("score", found)


def _fields(line: str) -> list[str]:
    return line.split("\t") if "\t" in line else line.split()
