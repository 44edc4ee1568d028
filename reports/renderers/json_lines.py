"""JSON Lines: one entry of the report a line; the schema is in `reports.scores`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tallystick.reports.scores import ScoreEntry, ScoreReport


def render(report: ScoreReport, digits: int | None = None) -> str:
    """Render a score report as JSON Lines; numbers are never rounded."""
    return "".join(json_line(entry) + "\n" for entry in report.entries)


def json_line(entry: ScoreEntry) -> str:
    """Return one entry as JSON without a line end.

    >>> from tallystick.reports.scores import ScoreEntry
    >>> json_line(ScoreEntry("系统", "bleu", "bleu", "", None, "nrefs:1"))
    '{"system": "系统", "metric": "bleu", "name": "bleu", "scale": "", "score": null, "signature": \
"nrefs:1"}'
    """
    text = json.dumps(entry.to_json(), ensure_ascii=False, allow_nan=False)
    # some readers of lines, Python's splitlines among them, end a line at these
    for separator in "\u2028\u2029\u0085":
        text = text.replace(separator, f"\\u{ord(separator):04x}")
    return text
