"""The files of references and hypotheses of `score` and `compare`."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tallystick.command_line.system_names import check_names, refuse_same_file, system_names
from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.reading.opening import is_standard_input
from tallystick.metrics.reading.read import (
    check_files,
    format_of,
    read_hypotheses,
    read_test_set,
    stream_test_set,
)
from tallystick.metrics.reading.testset import TestSetParts

if TYPE_CHECKING:
    from tallystick.metrics.interface.metric import Metric

UNITS = ("segment", "document")


def open_scored(
    arguments: argparse.Namespace,
    sources: str | None = None,
    needs_references: bool = True,
    read_again: bool = True,
) -> TestSetParts:
    """Open the files given to `tallystick score`, in parts; see `stream_test_set`."""
    if not needs_references and not arguments.references and arguments.table is None:
        return _renamed_parts(_open_hypotheses(arguments), arguments)
    references, hypotheses, options = _given(arguments, "score")
    if _reads_standard_input(references, hypotheses, options):
        hypotheses = ["-"]
        if sys.stdin is not None and sys.stdin.isatty():
            print(
                "tallystick: reading hypotheses from the terminal, one per line, up to Ctrl-D; "
                "use -i for files",
                file=sys.stderr,
            )
    parts = stream_test_set(
        references,
        hypotheses,
        names=_names_of(arguments, hypotheses),
        documents=arguments.docs,
        sources=sources,
        read_again=read_again,
        **options,
    )
    return _renamed_parts(parts, arguments)


def _open_hypotheses(arguments: argparse.Namespace) -> TestSetParts:
    """Open files of hypotheses, or standard input, for metrics that need no references."""
    for option in ("systems", "translators", "target_language", "columns"):
        if getattr(arguments, option) is not None:
            raise OptionError(
                f"--{option.replace('_', '-')} selects from a table or an XML file, but none is "
                "given; leave it out"
            )
    hypotheses = arguments.hypotheses or ["-"]
    return read_hypotheses(
        hypotheses,
        names=_names_of(arguments, hypotheses),
        documents=arguments.docs,
        format=arguments.text_format,
    )


def _renamed_parts(parts: TestSetParts, arguments: argparse.Namespace) -> TestSetParts:
    if not arguments.names:
        return parts
    names = check_names(arguments.names, parts.systems)
    return replace(parts, systems=tuple(names), parts=_renamed(parts.parts, names))


@contextlib.contextmanager
def hint_at_forgotten_input(arguments: argparse.Namespace) -> Iterator[None]:
    """Explain an error about standard input by the missing -i."""
    try:
        yield
    except InputError as error:
        references = arguments.references
        if arguments.hypotheses or not references or "standard input" not in str(error):
            raise
        *others, last = references if len(references) > 1 else [*references, "HYPOTHESES"]
        raise InputError(
            f"no -i is given; did you mean tallystick score {' '.join(others)} -i {last}? "
            f"Hypotheses were read from standard input: {error}"
        ) from None


def read_compared(
    arguments: argparse.Namespace, command: str = "compare"
) -> list[tuple[str, Corpus]]:
    """Read the files given to a command that takes several systems: the name and corpus of each.

    All systems have the same references. A name that occurs several times has several runs.
    """
    references, hypotheses, options = _given(arguments, command)
    if _reads_standard_input(references, hypotheses, options):
        check_files(references)
        if len(references) > 1:
            raise InputError(
                f"no -i is given; did you mean tallystick {command} {references[0]} -i "
                f"{' '.join(references[1:])}? Without it, all files are references"
            )
        raise InputError(
            "no system is given; name a file of hypotheses for each after -i, as in tallystick "
            f"{command} REFERENCE -i SYSTEM SYSTEM, or give a table that contains them"
        )
    test_set = read_test_set(
        references,
        hypotheses,
        names=_names_of(arguments, hypotheses),
        documents=arguments.docs,
        sources=arguments.source,
        **options,
    )
    corpora = test_set.corpora()
    names: Sequence[str] = list(corpora)
    if arguments.names:
        names = check_names(arguments.names, names, runs=True)
    return list(zip(names, corpora.values(), strict=True))


def read_one(arguments: argparse.Namespace, command: str) -> Corpus:
    """Read the files given to a command that takes a single system."""
    references, hypotheses, options = _given(arguments, command)
    if _reads_standard_input(references, hypotheses, options):
        raise InputError(
            "no system is given; name its file of hypotheses after -i, as in tallystick "
            f"{command} {' '.join(references)} -i SYSTEM, or give a table that contains it"
        )
    test_set = read_test_set(
        references,
        hypotheses,
        names=_names_of(arguments, hypotheses),
        documents=arguments.docs,
        sources=arguments.source,
        **options,
    )
    corpora = test_set.corpora()
    if len(corpora) != 1:
        raise InputError(
            f"{len(corpora)} systems are given, {', '.join(corpora)}; tallystick {command} takes "
            "one: give one file after -i, or choose one of a table with --systems NAME"
        )
    [corpus] = corpora.values()
    return corpus


def check_sources(metrics: Mapping[str, Metric], has_sources: bool) -> None:
    """Refuse metrics that compare with the sources if these are not known."""
    for spec, metric in metrics.items():
        if metric.identity.needs_sources and not has_sources:
            raise InputError(
                f"{spec} compares with the source texts, which are not known; name a file with "
                "--source FILE, one source per line, or give a table with a column 'source'"
            )


def check_unit(field: str | None, corpus: Corpus) -> None:
    """Refuse a field that segments cannot be grouped by."""
    if field is None or field == "segment" or field in corpus.metadata:
        return
    if field == "document":
        if corpus.documents is None:
            raise OptionError(
                "--by document is given but the document of no segment is known; name a file with "
                "--docs FILE, one document per line, or give a table with a column 'doc'"
            )
        return
    known = [*UNITS, *corpus.metadata]
    raise OptionError(
        f"--by is {field!r}, which is not a column of metadata (only tables have metadata)"
        f"{nearest(field, known)}"
    )


def _given(
    arguments: argparse.Namespace, command: str
) -> tuple[list[str], list[str], dict[str, Any]]:
    """Return the references, the hypotheses, and further arguments of `read_test_set`."""
    references, hypotheses = arguments.references, arguments.hypotheses
    table = arguments.table
    if table is None and arguments.table_format:
        if len(references) == 1 and not hypotheses:
            table, references = references[0], []
        else:
            raise OptionError("--table-format is given without --table; leave it out")
    if table is not None:
        if references or hypotheses:
            raise OptionError(
                f"--table {table} contains both hypotheses and references, but "
                f"{', '.join([*references, *(hypotheses or [])])} is given too; leave out one of "
                "them"
            )
        if arguments.table_format is None and format_of(table) is None:
            what = "has no name that says" if is_standard_input(table) else "its name does not say"
            raise InputError(
                f"--table {table}: {what} the format; expected a name ending in .tsv, .csv, "
                ".jsonl, .parquet, .xml or .sgm (and .gz, .xz or .zst), or add --table-format tsv "
                "(or csv, jsonl, parquet, xml, sgml)"
            )
        references = [table]
    if not references:
        swallowed = ""
        if hypotheses and len(hypotheses) > 1:
            swallowed = f"; if {hypotheses[-1]!r} is one, it was read as a value of -i"
        raise InputError(
            f"no reference file is given{swallowed}; put references before the options, as in "
            f"tallystick {command} REFERENCE -i HYPOTHESES -m bleu nist"
        )
    refuse_same_file("references", references)
    options = {
        "format": arguments.table_format or arguments.text_format,
        "systems": arguments.systems,
        "translators": arguments.translators,
        "language": arguments.target_language,
        "columns": columns_of(arguments),
    }
    return references, hypotheses or [], options


def columns_of(arguments: argparse.Namespace) -> dict[str, str] | None:
    """Return the column in the file for each meaning that --columns names, or None."""
    columns: dict[str, str] = {}
    for word in arguments.columns or ():
        meaning, sign, column = word.partition("=")
        if not (sign and column) or meaning in columns:
            raise OptionError(
                f"--columns {word}: expected MEANING=COLUMN, each meaning once, such as "
                "hypothesis=prediction or reference:2=target"
            )
        columns[meaning] = column
    return columns or None


def _reads_standard_input(
    references: Sequence[str], hypotheses: Sequence[str], options: Mapping[str, Any]
) -> bool:
    """Return whether `score` takes hypotheses from standard input: plain references, and no -i."""
    return not hypotheses and not any([options["format"], *map(format_of, references)])


def _names_of(arguments: argparse.Namespace, hypotheses: Sequence[str]) -> list[str] | None:
    """Return names for the plain files among the hypotheses; other files name their systems.

    A file may be given twice under different names, but not as two runs of one system.
    """
    given: list[str] = arguments.names or []
    plain = [path for path in hypotheses if format_of(path) is None]
    if plain and len(plain) == len(hypotheses) == len(set(given)):
        return given
    refuse_same_file("hypotheses", hypotheses, "; give every file once, or --names that differ")
    return system_names(plain) if plain else None


def _renamed(
    parts: Iterable[Iterable[tuple[str, Corpus]]], names: Sequence[str]
) -> Iterator[Iterator[tuple[str, Corpus]]]:
    for part in parts:
        # each system is read when it is reached, so the part must not become a list
        yield ((names[place], corpus) for place, (_, corpus) in enumerate(part))
