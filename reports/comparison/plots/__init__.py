"""Plots of a comparison as files for a paper, drawn by matplotlib (the extra `plots`).

The same comparison and version of matplotlib give the same bytes. Text in SVG remains text, so
that files are small and use the font of the paper.
"""

from __future__ import annotations

import importlib
import io
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tallystick.errors import MissingExtraError, OptionError, TallystickError, warn
from tallystick.metrics.arguments.registry import nearest
from tallystick.reports.comparison.facts.results import is_paired
from tallystick.reports.comparison.thresholds import MOST_DRAWN_GROUPS
from tallystick.reports.saving.written_files import make_folder, write_files

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import Comparison

FORMATS = ("svg", "pdf", "png")

# no dates, so that equal plots are equal files
METADATA: dict[str, dict[str, Any]] = {
    "svg": {"Date": None},
    "pdf": {"CreationDate": None, "ModDate": None},
    "png": {},
}


def check_matplotlib() -> None:
    """Raise MissingExtraError if matplotlib cannot be imported."""
    try:
        importlib.import_module("matplotlib")
    except ImportError as error:
        raise MissingExtraError(
            f"plots need matplotlib, and importing it failed ({error}); install it with: "
            'pip install "tallystick[plots]"'
        ) from error


def write_plots(
    comparison: Comparison,
    directory_or_prefix: str | os.PathLike[str],
    formats: Sequence[str] = ("svg",),
) -> tuple[Path, ...]:
    """Write the plots of a comparison to files.

    For each metric, these are the scores with their intervals; the differences with their
    intervals if there is a baseline or a single pair, else the matrix of all pairs; the scores by
    group for each breakdown of 2 to 24 groups; and the precision by order if the metric counts
    n-grams of tokens. They are 3.03 or 6.3 inches wide, as the columns of papers of the ACL, and
    systems are in the order of their scores.

    Args:
        comparison: The comparison.
        directory_or_prefix: A directory, or the start of the file names: "out/" gives
            out/intervals-bleu.svg, "out/wmt" gives out/wmt-intervals-bleu.svg. Missing directories
            are created.
        formats: Any of "svg", "pdf" and "png".

    Returns:
        The paths of the files.

    Raises:
        OptionError: A format is unknown.
        MissingExtraError: matplotlib is not installed.
        TallystickError: A directory cannot be created or a file cannot be written; no file is
            written then.

    Warns:
        TallystickWarning: No installed font has a character of a name; the file shows a box.
    """
    contents = render_plots(comparison, directory_or_prefix, formats)
    for path in contents:
        make_folder(os.fspath(path.parent))
    write_files({os.fspath(path): content for path, content in contents.items()})
    return tuple(contents)


def render_plots(
    comparison: Comparison,
    directory_or_prefix: str | os.PathLike[str],
    formats: Sequence[str] = ("svg",),
) -> dict[Path, bytes]:
    """Return the content of each file that `write_plots` would write."""
    for format in formats:
        if format not in FORMATS:
            raise OptionError(
                f"no plot can be written as {format!r}{nearest(str(format), list(FORMATS))}"
            )
    check_matplotlib()
    from tallystick.reports.comparison.plots.figures import drawing

    contents = {}
    with drawing() as missing:
        for name, figure in _figures(comparison):
            for format in formats:
                drawn = io.BytesIO()
                figure.savefig(drawn, format=format, metadata=METADATA[format])
                contents[_path(directory_or_prefix, f"{name}.{format}")] = drawn.getvalue()
    if missing:
        warn(
            f"no installed font of those tallystick looks for has {''.join(sorted(missing))!r}; "
            "PDF and PNG show boxes instead, while the viewer of an SVG chooses the font; install "
            "a font such as Noto Sans CJK"
        )
    return contents


def _figures(comparison: Comparison) -> Iterator[tuple[str, Any]]:
    from tallystick.reports.comparison.plots import figures

    labels = file_labels([metric.metric for metric in comparison.metrics])
    fields = file_labels([breakdown.field for breakdown in comparison.breakdowns])
    for metric, label in zip(comparison.metrics, labels, strict=True):
        yield f"intervals-{label}", figures.intervals_plot(comparison, metric)
        if is_paired(comparison) and len(comparison.systems) > 1:
            yield f"differences-{label}", figures.differences_plot(comparison, metric)
        elif len(comparison.systems) > 2:
            yield f"pairs-{label}", figures.matrix_plot(comparison, metric)
        for breakdown, field in zip(comparison.breakdowns, fields, strict=True):
            if 2 <= len(breakdown.groups) <= MOST_DRAWN_GROUPS:
                yield f"by-{field}-{label}", figures.breakdown_plot(comparison, breakdown, metric)
        if any(precision.metric == metric.metric for precision in comparison.orders):
            yield f"precision-by-order-{label}", figures.orders_plot(comparison, metric.metric)


def file_labels(texts: Sequence[str]) -> list[str]:
    """Return distinct parts of file names made from texts."""
    labels: list[str] = []
    for place, text in enumerate(texts, start=1):
        label = re.sub("[^a-z0-9]+", "-", text.lower()).strip("-")[:60] or str(place)
        labels.append(f"{label}-{place}" if label in labels else label)
    return labels


def _path(directory_or_prefix: str | os.PathLike[str], name: str) -> Path:
    given = os.fspath(directory_or_prefix)
    if not given or given.endswith(("/", os.sep)) or os.path.isdir(given):
        return Path(given) / name
    return Path(f"{given}-{name}")
