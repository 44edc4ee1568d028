"""Corpora in several files, `{part}` in whose names is the name of a part, and clusters."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tallystick.command_line.input_options import input_paths
from tallystick.errors import OptionError
from tallystick.metrics.reading.part_files import PART, names_of, part_files, without_part
from tallystick.metrics.reading.read import format_of

if TYPE_CHECKING:
    from tallystick.metrics.reading.part_files import PartFiles


def add_cluster_option(add: Callable[..., Any]) -> None:
    """Add the option that names the scheduler of a cluster."""
    add("--cluster", metavar="ADDRESS",
        help="the scheduler of a Dask cluster, whose workers do the parts of files with {part} in "
        "their names, such as 'reference.{part}.txt' -i 'system.{part}.txt'")  # fmt: skip


def are_in_parts(arguments: argparse.Namespace) -> bool:
    """Return whether names of files have the placeholder of a part."""
    found = any(PART in path for path in input_paths(arguments))
    if arguments.cluster is not None and not found:
        raise OptionError(
            f"--cluster does one task for each part, but no name of a file has {PART}; write it "
            f"where the names of parts differ, as in 'reference.{PART}.txt' -i 'system.{PART}.txt'"
        )
    return found


def files_of_parts(arguments: argparse.Namespace) -> tuple[list[PartFiles], list[str]]:
    """Return the files of all parts, and the names of the systems."""
    from tallystick.command_line.input_files import columns_of
    from tallystick.command_line.system_names import check_names, system_names

    for option in ("systems", "translators", "target_language"):
        if getattr(arguments, option) is not None:
            raise OptionError(
                f"--{option.replace('_', '-')} does not work with {PART} in names of files; leave "
                "it out"
            )
    table = [] if arguments.table is None else [arguments.table]
    references, hypotheses = [*table, *arguments.references], arguments.hypotheses or []
    if not references or not (hypotheses or any(map(format_of, references))):
        raise OptionError(
            f"names with {PART} take references first and hypotheses after -i, or one table alone"
        )
    parts = [
        part._replace(
            format=arguments.table_format or arguments.text_format,
            columns=columns_of(arguments),
        )
        for part in part_files(references, hypotheses, arguments.docs, arguments.source)
    ]
    if not hypotheses:
        names = names_of(references, hypotheses)
    else:
        names = system_names(list(map(without_part, hypotheses)))
    return parts, check_names(arguments.names, names) if arguments.names else names
