"""`tallystick compare --sets`: compare systems on several test sets and over all of them."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tallystick.command_line.commands.compare.options import with_origin
from tallystick.command_line.inputs.given import Inputs
from tallystick.command_line.inputs.metrics import with_given_metrics
from tallystick.command_line.inputs.sets import chosen_sets, read_sets
from tallystick.command_line.shell import output
from tallystick.errors import InputError, OptionError

if TYPE_CHECKING:
    from tallystick.command_line.inputs.sets import SetRead
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.reports.comparison_over_sets.model import ComparisonOverSets
    from tallystick.reports.formats import Renderer
    from tallystick.reports.set_files.listed import SetFiles

KIND = "comparison-over-sets"


def run_over_sets(arguments: argparse.Namespace, inputs: Inputs, how: Mapping[str, Any]) -> None:
    """Compare, and write a report over all sets, and one of each set for files with {set}."""
    from tallystick.metrics.arguments.catalogue import DEFAULT_METRICS
    from tallystick.reports.comparison.saved.report_files import check_digits
    from tallystick.reports.comparison_over_sets.build import compare_on_sets, without_details
    from tallystick.reports.formats import format_of_file, render
    from tallystick.reports.set_files.listed import SET, SOURCE, TARGET, check_placeholders, of_set

    check_digits(arguments.width, "-w")
    chosen = chosen_sets(inputs, arguments.only, judged=False)
    outputs = [path for path in arguments.output or [] if path != output.STANDARD_OUTPUT]
    for path in outputs:
        check_placeholders(path, [SET, SOURCE, TARGET] if SET in path else [SET])
    _check_names(chosen)
    to_standard_output = output.shown_by(arguments, KIND)
    of_all = output.formats_of_files(
        [path for path in outputs if SET not in path], KIND, inputs.files
    )
    of_each = {
        (of_set(path, files.name), files.name): format_of_file(path, "comparison")
        for path in outputs
        if SET in path
        for files in chosen
    }
    output.check_output_files([*of_all, *(path for path, _ in of_each)], inputs.files)
    labels = arguments.metrics or DEFAULT_METRICS
    sets = {read.files.name: read for read in read_sets(arguments, chosen, labels)}
    report = compare_on_sets(
        {name: _chosen(read) for name, read in sets.items()},
        {name: with_given_metrics(read.metrics, read.given) for name, read in sets.items()},
        baseline=arguments.baseline,
        details=bool(of_each),
        **how,
    )
    dated = [
        replace(compared, comparison=with_origin(compared.comparison, arguments))
        for compared in report.sets
    ]
    report = replace(report, sets=tuple(dated))
    comparisons = {compared.name: compared.comparison for compared in report.sets}
    contents = {
        path: render(comparisons[name], of_file, arguments.width)
        for (path, name), of_file in of_each.items()
    }
    pages = {name: path for (path, name), of_file in of_each.items() if of_file == "html"}
    _write(without_details(report), of_all, contents, pages, to_standard_output, arguments.width)


def _chosen(read: SetRead) -> Sequence[tuple[str, Corpus]]:
    """Return the systems of a set, and of the documents, that its file chooses."""
    from tallystick.reports.meta_evaluation.judged_set import Judged

    files = read.files
    unjudged = Judged(read.systems, None)
    return unjudged.chosen(files.name, files.only_documents, files.without).systems


def show_saved_over_sets(arguments: argparse.Namespace, inputs: Inputs) -> None:
    """Show a saved report over sets."""
    from tallystick.metrics.reading.opening import display_name, open_bytes
    from tallystick.reports.comparison.saved.report_files import check_digits
    from tallystick.reports.comparison_over_sets.model import ComparisonOverSets
    from tallystick.reports.set_files.listed import SET

    check_digits(arguments.width, "-w")
    outputs = [path for path in arguments.output or [] if path != output.STANDARD_OUTPUT]
    for path in outputs:
        if SET in path:
            raise OptionError(
                f"-o {path}: {inputs.report} has no report of each set; give -o {path} together "
                "with --sets, or leave it out"
            )
    to_standard_output = output.shown_by(arguments, KIND)
    formats = output.formats_of_files(outputs, KIND, inputs.files)
    with open_bytes(str(inputs.report)) as file:
        report = ComparisonOverSets.from_json(file.read(), display_name(str(inputs.report)))
    if arguments.title is not None:
        report = replace(report, title=arguments.title)
    _write(report, formats, {}, {}, to_standard_output, arguments.width)


def _write(
    report: ComparisonOverSets,
    formats: Mapping[str, str],
    contents: dict[str, str | bytes],
    pages: Mapping[str, str],
    to_standard_output: Renderer | None,
    digits: int | None,
) -> None:
    """Write a report over sets, with links to pages of sets, after `contents`; and show it."""
    from tallystick.reports.formats import render
    from tallystick.reports.renderers.page import render as page
    from tallystick.reports.saving.written_files import write_files

    for path, of_file in formats.items():
        if of_file == "html":
            contents[path] = page(report, digits, _addresses(pages, path))
        else:
            contents[path] = render(report, of_file, digits)
    shown = to_standard_output(report, digits) if to_standard_output else ""
    write_files(contents)
    if shown:
        output.write_output(shown)


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
    systems = [system for files in sets for system in files.hypotheses]
    named = all(files.name in system for files in sets for system in files.hypotheses)
    if others and named and len(set(systems)) == len(systems):
        raise InputError(
            f"{first.name}: the system {name!r} is named after its file, and so each set has other "
            f"systems; in the file of --sets, write {{system}} for the part of the names of "
            "hypotheses that is the name of a system"
        )
