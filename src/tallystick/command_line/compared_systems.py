"""The systems that `tallystick compare` is given, each with its whole corpus."""

from __future__ import annotations

import argparse
import reprlib
from collections.abc import Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass

from tallystick.command_line.given_files import GivenFiles
from tallystick.command_line.input_files import (
    check_plain_files,
    last_line,
    read_document_file,
    read_reference_table,
    read_whole_table,
)
from tallystick.command_line.system_names import check_names, system_names
from tallystick.errors import InputError, OptionError
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.reading.lines import read_text
from tallystick.metrics.reading.opening import display_name, refuse_second_standard_input
from tallystick.metrics.reading.parallel import all_empty, read_streams, unequal_lines
from tallystick.metrics.reading.table import table_format
from tallystick.metrics.references import References, interleave
from tallystick.metrics.registry import nearest
from tallystick.metrics.text import Text, Tokens
from tallystick.metrics.wording import counted

UNITS = ("segment", "document")


@dataclass(frozen=True, slots=True, eq=False)
class _TestSet:
    """All that systems share.

    Attributes:
        name: What messages call the file that the references are in.
        references: The references.
        documents: The document of every segment, or None.
        sources: The source of every segment, or None.
        metadata: All other columns.
    """

    name: str
    references: References
    documents: tuple[str, ...] | None
    sources: Text | None
    metadata: Mapping[str, tuple[str, ...]]


def read_compared_systems(
    files: GivenFiles, arguments: argparse.Namespace
) -> list[tuple[str, Corpus]]:
    """Read all systems.

    Args:
        files: The files of references and hypotheses.
        arguments: With `names`, `docs` and `source`.

    Returns:
        Name and corpus of each system, all with the same references; a name that stands several
        times has several runs.

    Raises:
        InputError: A file cannot be read, or files do not belong together; names the files.
        OptionError: Something is given twice.
    """
    extra = [path for path in (arguments.docs, arguments.source) if path is not None]
    if files.table is not None:
        refuse_second_standard_input([files.table, *extra])
        content, references = read_whole_table(files.table, files.table_format)
        systems = list(content.systems)
        names = systems
        if arguments.names:
            names = check_names(arguments.names, systems, "systems", runs=True)
        test_set = _TestSet(
            display_name(files.table),
            references,
            content.documents,
            content.sources,
            content.metadata,
        )
        test_set = _with_files(test_set, arguments.docs, arguments.source)
        hypotheses: Sequence[Text | Tokens] = list(content.systems.values())
        return [
            (name, _corpus(text, test_set)) for name, text in zip(names, hypotheses, strict=True)
        ]
    if files.hypotheses is None:
        raise InputError(
            "no system is given; name a file of hypotheses for each behind -i, as in tallystick "
            "compare REFERENCE -i SYSTEM SYSTEM, or give a table that holds them with --table"
        )
    names = system_names(files.hypotheses, arguments.names, runs=True)
    check_plain_files(files.hypotheses, [*files.references, *extra], "compare")
    test_set = _with_files(_read_references(files.references), arguments.docs, arguments.source)
    return list(_read_hypotheses(names, files.hypotheses, test_set))


def check_unit(field: str | None, corpus: Corpus) -> None:
    """Refuse a field that segments cannot be grouped by.

    Raises:
        OptionError: Documents are not known, or there is no such column; lists those there are.
    """
    if field is None or field == "segment" or field in corpus.metadata:
        return
    if field == "document":
        if corpus.documents is None:
            raise OptionError(
                "--by document is given but the document of no segment is known; name a file with "
                "--docs FILE, one document a line, or give a table with a column 'doc'"
            )
        return
    known = [*UNITS, *corpus.metadata]
    raise OptionError(
        f"--by is {field!r}, which is no column of metadata (plain files have none, tables have)"
        f"{nearest(field, known)}"
    )


def _read_references(paths: Sequence[str]) -> _TestSet:
    name = display_name(paths[0])
    if any(map(table_format, paths)):
        table, references = read_reference_table(paths, "compare")
        return _TestSet(name, references, table.documents, table.sources, table.metadata)
    return _TestSet(name, interleave(read_streams(paths)), None, None, {})


def _read_hypotheses(
    names: Sequence[str], paths: Sequence[str], test_set: _TestSet
) -> Iterator[tuple[str, Corpus]]:
    for name, path in zip(names, paths, strict=True):
        text = read_text(path)
        lengths = [len(text), len(test_set.references)]
        if lengths[0] < lengths[1]:
            last = reprlib.repr(text[-1]) if lengths[0] else None
            raise unequal_lines([path, test_set.name], lengths, last)
        if lengths[0] > lengths[1]:
            last = last_line(test_set.references) if lengths[1] else None
            raise unequal_lines([path, test_set.name], lengths, last)
        if not lengths[0]:
            raise all_empty([path, test_set.name])
        yield name, _corpus(text, test_set)


def _with_files(test_set: _TestSet, document_path: str | None, source_path: str | None) -> _TestSet:
    documents, sources = test_set.documents, test_set.sources
    if document_path is not None:
        if documents is not None:
            raise InputError(
                f"documents are given twice, in {test_set.name} and in "
                f"{display_name(document_path)}; leave out --docs"
            )
        documents = read_document_file(document_path)
        _check_length(documents, document_path, "the document", test_set)
    if source_path is not None:
        if sources is not None:
            raise InputError(
                f"sources are given twice, in {test_set.name} and in "
                f"{display_name(source_path)}; leave out --source"
            )
        sources = read_text(source_path)
        _check_length(sources, source_path, "the source", test_set)
    return _TestSet(test_set.name, test_set.references, documents, sources, test_set.metadata)


def _check_length(column: Sized, path: str, what: str, test_set: _TestSet) -> None:
    if len(column) != len(test_set.references):
        raise InputError(
            f"{display_name(path)} has {counted(len(column), 'line')} but {test_set.name} has "
            f"{counted(len(test_set.references), 'segment')}; expected {what} of every segment, "
            "one a line"
        )


def _corpus(hypotheses: Text | Tokens, test_set: _TestSet) -> Corpus:
    return Corpus(
        hypotheses,
        test_set.references,
        test_set.documents,
        test_set.sources,
        test_set.metadata,
    )
