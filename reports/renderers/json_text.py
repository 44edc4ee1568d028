"""JSON and JSON Lines: the complete report, with unrounded numbers."""

from __future__ import annotations

import json
from typing import Any

from tallystick.errors import InputError
from tallystick.reports.document import Report

LINE_ENDS = {end: f"\\u{ord(end):04x}" for end in "\u2028\u2029\u0085"}


def render(report: Report, digits: int | None = None) -> str:
    """Render a report as one JSON object, a line for each key and each entry of a list."""
    parts = [f"{_dumped(name)}: {_part(part)}" for name, part in report.to_json().items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def render_lines(report: Report, digits: int | None = None) -> str:
    """Render the entries of a report's list as JSON Lines, one object per line."""
    [entries] = [part for part in report.to_json().values() if isinstance(part, list)]
    return "".join(f"{_dumped(entry)}\n" for entry in entries)


def render_flat(report: Any, digits: int | None = None) -> str:
    """Render scores as one object, `{"bleu": 33.3}`, or one for each of several systems."""
    systems = {
        system: {entry.metric: entry.score for entry in report.of_system(system)}
        for system in report.systems
    }
    [flat] = systems.values() if len(systems) == 1 else [systems]
    return _dumped(flat) + "\n"


def _part(part: Any) -> str:
    if isinstance(part, list) and part:
        return "[\n" + ",\n".join(map(_dumped, part)) + "\n]"
    return _dumped(part)


def _dumped(value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except ValueError as error:
        raise InputError(
            f"the report contains a number that JSON cannot represent: {error}; an undefined "
            "number must be None"
        ) from None
    # some readers, such as Python's splitlines, end a line at these characters
    for end, escape in LINE_ENDS.items():  # many times as fast as str.translate
        text = text.replace(end, escape)
    return text
