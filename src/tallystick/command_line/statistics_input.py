"""Files of statistics in the place of texts."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tallystick.errors import OptionError

if TYPE_CHECKING:
    from tallystick.reports.statistics_files.merge import Merged

ENDING = ".parquet"
NEED_TEXTS = frozenset(
    {
        *("hypotheses", "table", "table_format", "text_format", "names", "systems", "force"),
        *("translators", "columns", "target_language", "docs", "source", "scores", "tokenize"),
        *("language_pair", "lowercase", "smooth_method", "smooth_value"),
    }
)
"""The arguments that describe texts, or how texts become statistics."""


def statistics_files(
    arguments: argparse.Namespace, command: str, *, refused: Sequence[str] = ()
) -> list[str] | None:
    """Return the files of statistics that a command is given; None if it is given texts.

    Args:
        arguments: The arguments of the command.
        command: Its name.
        refused: Further arguments that need texts.

    Raises:
        OptionError: Both are given, or an option that needs texts.
    """
    for path in arguments.hypotheses or ():
        if _has_statistics(path):
            raise OptionError(
                f"-i {path}: files of statistics have no hypotheses; give them without -i and "
                f"without references, as in tallystick {command} {path}"
            )
    given = [path for path in arguments.references if _has_statistics(path)]
    if not given:
        return None
    for path in arguments.references:
        if path not in given:
            raise OptionError(
                f"{path} has texts and {given[0]} statistics, which cannot be mixed; give the "
                "texts of all systems, or write their statistics with tallystick statistics"
            )
    options = _given_options(arguments, command, {*NEED_TEXTS, *refused})
    if options:
        raise OptionError(
            f"{given[0]} has statistics and no texts; systems, metrics and their settings are "
            f"those of tallystick statistics, so leave out {', '.join(options)}, or give texts"
        )
    from tallystick.reports.statistics_files.folder import files_in

    return files_in(given)


def merged_rows(paths: Sequence[str], metrics: Sequence[str] | None) -> Merged:
    """Return the statistics in files, with the smallest rows that all of them have."""
    from tallystick.reports.statistics_files.merge import merge

    return merge(paths, metrics=metrics, rows="finest")


def _has_statistics(path: str) -> bool:
    """Return whether a path is a folder or a file of statistics; other .parquet files are texts."""
    if os.path.isdir(path):
        return True
    if not path.endswith(ENDING):
        return False
    from tallystick.reports.statistics_files.integrity import has_seal

    return has_seal(path)


def _given_options(
    arguments: argparse.Namespace, command: str, names: frozenset[str] | set[str]
) -> list[str]:
    """Return the longest word of each of these options that is given."""
    from tallystick.command_line.parser import command_parser

    return [
        max(action.option_strings, key=len)
        for action in command_parser(command)._actions
        if action.dest in names and getattr(arguments, action.dest) not in (action.default, None)
    ]
