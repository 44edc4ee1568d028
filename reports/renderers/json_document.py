"""JSON: the whole report as one object, one line an entry; the schema is in `reports.scores`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tallystick.reports.renderers.json_lines import json_line
from tallystick.reports.scores import SCHEMA

if TYPE_CHECKING:
    from tallystick.reports.scores import ScoreReport


def render(report: ScoreReport, digits: int | None = None) -> str:
    """Render a score report as one JSON object; numbers are never rounded."""
    entries = ",\n".join(json_line(entry) for entry in report.entries)
    return f'{{"schema": {json.dumps(SCHEMA)}, "scores": [\n{entries}\n]}}\n'
