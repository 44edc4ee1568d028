"""The files that `tallystick score` is given, as corpora in consecutive parts.

Plain files are read side by side, one part of each at a time, so that no more than a part is in
memory; tables are one part.
"""

from __future__ import annotations

import os
import reprlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import TypeAlias

from tallystick.errors import InputError
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.reading.content import TableContent, explain_absent
from tallystick.metrics.reading.lines import read_text, stream_text
from tallystick.metrics.reading.opening import (
    display_name,
    is_standard_input,
    open_bytes,
    refuse_second_standard_input,
)
from tallystick.metrics.reading.parallel import all_empty, unequal_lines
from tallystick.metrics.reading.table import read_content, table_format
from tallystick.metrics.references import References, interleave
from tallystick.metrics.statistics import ROWS_IN_A_SUM
from tallystick.metrics.wording import counted

SEGMENTS_PER_PART = ROWS_IN_A_SUM

NameSystems: TypeAlias = "Callable[[Sequence[str]], Sequence[str]]"


@dataclass(frozen=True, slots=True, eq=False)
class Input:
    """What is to be scored.

    Attributes:
        references: The references of consecutive parts; can be iterated over more than once.
        parts: The same parts with the segments of every system: its name and its corpus.
        documents: The document of every segment, or None.
    """

    references: Iterable[References]
    parts: Iterable[Iterable[tuple[str, Corpus]]]
    documents: Sequence[str] | None


def read_table_input(
    path: str, format: str | None, name_systems: NameSystems, document_path: str | None
) -> Input:
    """Read a table that holds hypotheses and references.

    Args:
        path: A .tsv or .jsonl file, or "-".
        format: "tsv", "jsonl", or None for what the name says.
        name_systems: From the table's names for the systems to those to be used.
        document_path: A file with one document a line, or None.

    Raises:
        InputError: The table cannot be read, or lacks hypotheses or references.
    """
    refuse_second_standard_input([path, *([document_path] if document_path else [])])
    content, references = read_whole_table(path, format)
    names = name_systems(list(content.systems))
    systems = [
        (name, Corpus(hypotheses, references))
        for name, hypotheses in zip(names, content.systems.values(), strict=True)
    ]
    documents = _read_documents(document_path, content.documents, path, len(references))
    return Input([references], [systems], documents)


def read_whole_table(path: str, format: str | None) -> tuple[TableContent, References]:
    """Read a table that holds hypotheses and references, and the references in it.

    Raises:
        InputError: The table cannot be read, or lacks hypotheses or references.
    """
    content = read_content(path, format)
    if not content.systems:
        raise InputError(f"{display_name(path)} {explain_absent(content.names, 'hypothesis')}")
    if content.references is None:
        raise InputError(f"{display_name(path)} {explain_absent(content.names, 'reference')}")
    return content, content.references


def open_parallel_input(
    reference_paths: Sequence[str],
    hypothesis_paths: Sequence[str],
    systems: Sequence[str],
    document_path: str | None,
) -> Input:
    """Open references, and the plain files of several systems' hypotheses beside them.

    Args:
        reference_paths: Plain files, or one table of references.
        hypothesis_paths: A plain file for each system.
        systems: The systems' names.
        document_path: A file with one document a line, or None.

    Raises:
        InputError: A file is missing, is a table where none is expected, or standard input is
            named twice. What is wrong inside plain files is found only when they are read.
    """
    extra = [document_path] if document_path else []
    check_plain_files(hypothesis_paths, [*reference_paths, *extra], "score")
    documents: Sequence[str] | None = None
    references: Iterable[References]
    part_length = SEGMENTS_PER_PART
    if any(map(table_format, reference_paths)):
        table, of_all = read_reference_table(reference_paths, "score")
        documents, references = table.documents, [of_all]
        part_length = len(of_all)
    else:
        references = _reference_parts(reference_paths)
    parts = _Parts(references, reference_paths[0], hypothesis_paths, systems, part_length)
    if isinstance(references, list) and not references:
        for part in parts:  # says whether all files are empty, or only the references
            del part
    documents = _read_documents(document_path, documents, reference_paths[0], None)
    return Input(references, parts, documents)


def check_plain_files(hypotheses: Sequence[str], others: Sequence[str], command: str) -> None:
    """Refuse files that are missing, and tables in the place of plain files of hypotheses.

    Args:
        hypotheses: The files of hypotheses.
        others: All other files.
        command: The command that they are given to.

    Raises:
        InputError: Names the file; or standard input is named twice.
    """
    paths = [*others, *hypotheses]
    refuse_second_standard_input(paths)
    for path in paths:
        if not is_standard_input(path) and not os.path.exists(path):
            open_bytes(path).close()  # raises the error that names the file, before work is done
    for path in hypotheses:
        if table_format(path):
            raise InputError(
                f"{display_name(path)}: is a table by its name, where a plain file of hypotheses "
                "is expected; a table with hypotheses and references goes alone: "
                f"tallystick {command} --table {path}"
            )


def read_reference_table(paths: Sequence[str], command: str) -> tuple[TableContent, References]:
    """Read a table that holds references alone, and the references in it.

    Args:
        paths: All files of references, one of them a table.
        command: The command that they are given to.

    Raises:
        InputError: It is not the only file, lacks references, or holds hypotheses too.
    """
    [path] = [path for path in paths if table_format(path)][:1]
    if len(paths) > 1:
        raise InputError(
            f"{path}: a table of references stands alone, but {len(paths)} reference files are "
            "given; put all references into the table, or give plain files only"
        )
    content = read_content(path)
    if content.references is None:
        raise InputError(f"{path} {explain_absent(content.names, 'reference')}")
    if content.systems:
        raise InputError(
            f"{path}: holds hypotheses (of {', '.join(content.systems)}) besides the references; "
            f"to {command} those, leave out -i and write tallystick {command} --table {path}; to "
            f"{command} the files given with -i, remove them from the table"
        )
    return content, content.references


def _read_documents(
    path: str | None, of_table: Sequence[str] | None, other_path: str, segments: int | None
) -> Sequence[str] | None:
    if path is None:
        return of_table
    if of_table is not None:
        raise InputError(
            f"documents are given twice, in {display_name(other_path)} and in "
            f"{display_name(path)}; leave out --docs"
        )
    documents = read_document_file(path)
    if segments is not None:
        check_documents(documents, path, segments)
    return documents


def read_document_file(path: str) -> tuple[str, ...]:
    """Read the document of every segment, one a line.

    Raises:
        InputError: The file cannot be read, or a line of it is blank; names the line.
    """
    documents = tuple(read_text(path))
    for number, document in enumerate(documents, start=1):
        if not document.strip():
            raise InputError(
                f"{display_name(path)}, line {number:,}: is blank; expected the document of "
                f"segment {number:,}, such as its name or number; give every segment the name of "
                "its document, and take out lines that only part one document from the next"
            )
    return documents


def check_documents(documents: Sequence[str], path: str, segments: int) -> None:
    """Refuse a file of documents that has not one line for each segment.

    Raises:
        InputError: Names the file and both numbers.
    """
    if len(documents) != segments:
        raise InputError(
            f"{display_name(path)} has {counted(len(documents), 'line')} but there are "
            f"{segments:,} segments; expected the document of every segment, one a line"
        )


def _reference_parts(paths: Sequence[str]) -> Iterable[References]:
    """Return the parts of plain reference files, read now where they are few or come only once."""
    stream = _ReferenceFiles(tuple(paths))
    parts = iter(stream)
    first_parts = list(islice(parts, 2))
    if len(first_parts) < 2:
        return first_parts
    if all(not is_standard_input(path) and os.path.isfile(path) for path in paths):
        return stream
    return [*first_parts, *parts]


@dataclass(frozen=True, slots=True)
class _ReferenceFiles:
    """Plain reference files, read anew at every iteration."""

    paths: tuple[str, ...]

    def __iter__(self) -> Iterator[References]:
        done = 0
        last_lines: list[str | None] = [None] * len(self.paths)
        streams = [stream_text(path, SEGMENTS_PER_PART) for path in self.paths]
        for texts in zip_longest(*streams):
            lengths = [0 if text is None else len(text) for text in texts]
            for index, text in enumerate(texts):
                if text is not None:
                    last_lines[index] = reprlib.repr(text[-1])
            for index, length in enumerate(lengths):
                if length != lengths[0]:
                    totals = [done + lengths[k] + sum(map(len, streams[k])) for k in (0, index)]
                    shorter = 0 if totals[0] < totals[1] else index
                    raise unequal_lines(
                        [self.paths[0], self.paths[index]], totals, last_lines[shorter]
                    )
            yield interleave(texts)
            done += lengths[0]


@dataclass(frozen=True, slots=True, eq=False)
class _Parts:
    """The hypotheses of all systems beside the references, read anew at every iteration."""

    references: Iterable[References]
    reference_path: str
    hypothesis_paths: Sequence[str]
    systems: Sequence[str]
    part_length: int

    def __iter__(self) -> Iterator[Iterator[tuple[str, Corpus]]]:
        streams = [stream_text(path, self.part_length) for path in self.hypothesis_paths]
        parts = iter(self.references)
        done = 0
        last_lines: list[str | None] = [None] * len(streams)
        last_reference: str | None = None

        def read_part(references: References) -> Iterator[tuple[str, Corpus]]:
            for index, stream in enumerate(streams):
                hypotheses = next(stream, None)
                length = 0 if hypotheses is None else len(hypotheses)
                if hypotheses is not None:
                    last_lines[index] = reprlib.repr(hypotheses[-1])
                if hypotheses is None or length != len(references):
                    raise self._unequal(
                        index,
                        done + length + sum(map(len, stream)),
                        done + len(references) + sum(map(len, parts)),
                        last_lines[index],
                        last_line(references),
                    )
                yield self.systems[index], Corpus(hypotheses, references)

        for references in parts:
            yield read_part(references)
            done += len(references)
            last_reference = last_line(references)
        for index, stream in enumerate(streams):
            rest = sum(map(len, stream))
            if rest:
                raise self._unequal(index, done + rest, done, last_lines[index], last_reference)
        if not done:
            raise all_empty([*self.hypothesis_paths, self.reference_path])

    def _unequal(
        self,
        index: int,
        hypotheses: int,
        references: int,
        last_hypothesis: str | None,
        last_reference: str | None,
    ) -> InputError:
        return unequal_lines(
            [self.hypothesis_paths[index], self.reference_path],
            [hypotheses, references],
            last_hypothesis if hypotheses < references else last_reference,
        )


def last_line(references: References) -> str | None:
    """Return the first reference of the last segment as messages show it, or None."""
    of_segment = references[-1]
    return reprlib.repr(of_segment[0]) if of_segment else None
