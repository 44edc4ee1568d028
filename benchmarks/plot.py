"""A plot of growth: time and memory by the number of segments."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from processes import Run

from tallystick.errors import MissingExtraError
from tallystick.reports.comparison.plots import METADATA, check_matplotlib


def write_growth_plot(runs: Sequence[Run], path: Path) -> bool:
    """Write an SVG, and return whether matplotlib is installed to do so."""
    try:
        check_matplotlib()
    except MissingExtraError:
        return False
    from matplotlib.figure import Figure
    from matplotlib.ticker import NullFormatter

    from tallystick.reports.comparison.plots.figures import (
        COLOURS,
        GREY,
        MARKS,
        add_legend,
        drawing,
    )

    names = list(dict.fromkeys((run.tool, run.metric) for run in runs if run.metric))
    sizes = sorted({run.segments for run in runs})
    with drawing():
        figure = Figure(figsize=(7.5, 3.6), layout="constrained")
        panels = figure.subplots(1, 2)
        handles = {}
        for place, name in enumerate(names):
            colour, marker = COLOURS[place % len(COLOURS)], MARKS[place % len(MARKS)]
            of_name = [run for run in runs if (run.tool, run.metric) == name]
            segments = [run.segments for run in of_name]
            columns = ([run.seconds for run in of_name], [run.peak for run in of_name])
            for axes, values in zip(panels, columns, strict=True):
                [line] = axes.plot(
                    segments, values, linewidth=1.1, markersize=4.5, color=colour, marker=marker
                )
            handles[": ".join(name)] = line
        for axes, label in zip(panels, ("processor seconds", "peak MiB"), strict=True):
            axes.set_xscale("log")
            axes.set_yscale("log")
            axes.set_xticks(sizes)
            for axis in (axes.xaxis, axes.yaxis):
                axis.set_major_formatter("{x:,.9g}")
                axis.set_minor_formatter(NullFormatter())
            axes.set_xlabel("distinct segments")
            axes.set_ylabel(label)
            axes.grid(color=GREY, alpha=0.25, linewidth=0.6)
        add_legend(figure, handles)
        figure.savefig(path, format="svg", metadata=METADATA["svg"])
    return True
