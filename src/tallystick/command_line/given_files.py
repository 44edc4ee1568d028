"""Which files of references and hypotheses a command is given, and in which of its forms."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from tallystick.command_line.system_names import refuse_same_file
from tallystick.errors import InputError, OptionError
from tallystick.metrics.reading.opening import is_standard_input
from tallystick.metrics.reading.table import read_content, table_format


@dataclass(frozen=True, slots=True)
class GivenFiles:
    """A table with everything in it, or references with hypotheses beside them.

    Attributes:
        table: The table, or None.
        table_format: "tsv" or "jsonl" where the user says it, or None.
        references: Plain files, or one table of references alone; none beside a table.
        hypotheses: A plain file for each system, or None where -i is not given.
    """

    table: str | None
    table_format: str | None
    references: tuple[str, ...]
    hypotheses: tuple[str, ...] | None


def given_files(arguments: argparse.Namespace, command: str) -> GivenFiles:
    """Return the files that the arguments name.

    Args:
        arguments: With `references`, `hypotheses`, `table` and `table_format`.
        command: Whose arguments they are, such as "score".

    Raises:
        InputError: There is no file of references, or one is given twice.
        OptionError: The options contradict each other.
    """
    references, hypotheses = arguments.references, arguments.hypotheses
    table = arguments.table
    if table is not None:
        if references or hypotheses:
            raise OptionError(
                f"--table {table} stands alone, with its own hypotheses and references, but "
                f"{', '.join([*references, *(hypotheses or [])])} is given too; leave out one of "
                "them"
            )
        if is_standard_input(table) and arguments.table_format is None:
            raise OptionError(
                "--table - has no name that says its format; add --table-format tsv or "
                "--table-format jsonl"
            )
        if arguments.table_format is None and table_format(table) is None:
            raise InputError(
                f"--table {table}: its name does not say the format of a table; expected a name "
                "ending in .tsv or .jsonl (and .gz, .xz or .zst), or add --table-format tsv or "
                "--table-format jsonl"
            )
        return GivenFiles(table, arguments.table_format, (), None)
    if arguments.table_format:
        raise OptionError("--table-format is given without --table; leave it out")
    if not references:
        swallowed = ""
        if hypotheses and len(hypotheses) > 1:
            swallowed = f"; if {hypotheses[-1]!r} is meant as one, -i has swallowed it"
        raise InputError(
            f"no reference file is given{swallowed}; put references before the options, as in "
            f"tallystick {command} REFERENCE -i HYPOTHESES -m bleu nist"
        )
    refuse_same_file("references", references)
    only_table = hypotheses is None and len(references) == 1 and table_format(references[0])
    if only_table and read_content(references[0]).systems:
        return GivenFiles(references[0], None, (), None)
    return GivenFiles(
        None, None, tuple(references), None if hypotheses is None else tuple(hypotheses)
    )
