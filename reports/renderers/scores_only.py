"""The scores alone: one line a system, one score a metric, tabs between."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.reports.renderers.numbers import rounded

if TYPE_CHECKING:
    from tallystick.reports.scores import ScoreReport


def render(report: ScoreReport, digits: int | None = None) -> str:
    """Render the scores of a score report and nothing else."""
    lines = [
        "\t".join(rounded(entry.score, entry.scale, digits) for entry in report.of_system(system))
        for system in report.systems
    ]
    return "".join(line + "\n" for line in lines)
