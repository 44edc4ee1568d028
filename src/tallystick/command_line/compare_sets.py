"""`tallystick compare --sets`: compare systems on several test sets and over all of them."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING
from urllib.parse import quote

from tallystick.command_line.processors import available_processors
from tallystick.errors import InputError

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.resampling.settings import Settings
    from tallystick.reports.comparison_over_sets.model import ComparisonOverSets
    from tallystick.reports.set_files.listed import SetFiles

KIND = "comparison-over-sets"

NAMED = frozenset(
    {"references", "hypotheses", "table", "names", "systems", "target_language", "docs", "source"}
)
"""The arguments for what the file of --sets names."""

OF_ONE_SET = frozenset(
    {
        *("emulate", "paired", "report", "conditions", "against", "against_system"),
        *("human_agreement", "human", "human_column", "human_set", "human_lower_is_better"),
        *("junit", "summary", "trend", "plots", "plot_formats", "without_texts"),
    }
)
"""The arguments that work on a single set only."""


def run_over_sets(arguments: argparse.Namespace, settings: Settings) -> None:
    """Compare, and write a report over all sets, and one of each set for files with {set}."""
    from tallystick.command_line.listing import report_files
    from tallystick.command_line.output import STANDARD_OUTPUT, shown_by, write_output
    from tallystick.command_line.several_sets import chosen_sets, refuse_with_sets
    from tallystick.metrics.arguments.catalogue import DEFAULT_COMPARISON_METRICS
    from tallystick.reports.comparison.saved.report_files import check_digits
    from tallystick.reports.comparison_over_sets.build import compare_on_sets, without_details
    from tallystick.reports.formats import format_of_file, render
    from tallystick.reports.renderers.page import render as page
    from tallystick.reports.set_files.placeholders import (
        SET,
        SOURCE,
        TARGET,
        check_placeholders,
        of_set,
    )
    from tallystick.reports.wording import DEFAULT_TITLE
    from tallystick.reports.written_files import write_files

    refuse_with_sets(arguments, NAMED, OF_ONE_SET)
    check_digits(arguments.width, "-w")
    chosen = chosen_sets(
        arguments.sets, arguments.only, judged=False, references=arguments.translators
    )
    outputs = [path for path in arguments.output or [] if path != STANDARD_OUTPUT]
    for path in outputs:
        check_placeholders(path, [SET, SOURCE, TARGET] if SET in path else [SET])
    _check_names(chosen)
    to_standard_output = shown_by(arguments, KIND, written=bool(outputs))
    of_all = report_files([path for path in outputs if SET not in path], KIND, [arguments.sets])
    of_each = {
        (of_set(path, one.name), one.name): format_of_file(path, "comparison")
        for path in outputs
        if SET in path
        for one in chosen
    }
    report_files([path for path, _ in of_each], "comparison", [arguments.sets, *of_all])
    sets, metrics = {}, {}
    for files in chosen:
        labels = arguments.metrics or DEFAULT_COMPARISON_METRICS
        sets[files.name], metrics[files.name] = _read(arguments, files, labels)
    found = compare_on_sets(
        sets,
        metrics,
        baseline=arguments.baseline,
        unit_field=arguments.by,
        settings=settings,
        title=arguments.title or DEFAULT_TITLE,
        # whether the winner depends on the reference is found in the details
        details=bool(of_each) or any(len(files.references) > 1 for files in chosen),
        threads=available_processors() if arguments.threads is None else arguments.threads,
    )
    comparisons = {one.name: one.comparison for one in found.sets}
    contents = {
        path: render(comparisons[name], of_file, arguments.width)
        for (path, name), of_file in of_each.items()
    }
    over_all: ComparisonOverSets = without_details(found)
    pages = {name: path for (path, name), of_file in of_each.items() if of_file == "html"}
    for path, of_file in of_all.items():
        contents[path] = (
            page(over_all, arguments.width, _addresses(pages, path))
            if of_file == "html"
            else render(over_all, of_file, arguments.width)
        )
    shown = to_standard_output(over_all, arguments.width) if to_standard_output else ""
    write_files(contents)
    if shown:
        write_output(shown)


def _addresses(pages: Mapping[str, str], start: str) -> dict[str, str]:
    """Return the addresses of files as links in the file `start` contain them."""
    folder = os.path.dirname(start) or os.curdir
    return {
        name: quote(PurePath(os.path.relpath(path, folder)).as_posix())
        for name, path in pages.items()
    }


def _check_names(sets: Sequence[SetFiles]) -> None:
    """Refuse systems whose names contain those of their sets, so that no set shares any."""
    first, *others = sets
    name = next(iter(first.hypotheses))
    if others and all(one.name in system for one in sets for system in one.hypotheses):
        raise InputError(
            f"{first.name}: the system {name!r} is named after its file, and so each set has other "
            f"systems; in the file of --sets, write {{system}} for the part of the names of "
            "hypotheses that is the name of a system"
        )


def _read(
    arguments: argparse.Namespace, files: SetFiles, labels: Sequence[str]
) -> tuple[list[tuple[str, Corpus]], Mapping[str, Metric]]:
    """Return the systems of a set, and the metrics with the options of its language."""
    from tallystick.command_line.given_scores import read_scores, with_given_metrics
    from tallystick.command_line.several_sets import metrics_of_set, read_set
    from tallystick.metrics.given_scores.columns import corpora_with_scores

    metrics = metrics_of_set(arguments, files, labels, "compare")
    given = read_scores(arguments, list(files.hypotheses), files.name)
    return (
        list(corpora_with_scores(read_set(files), given)),
        with_given_metrics(metrics, given),
    )
