"""Parallel plain text: line i of every file belongs to segment i.

An empty line in a reference file is an empty reference, not a missing one: plain text cannot mark a
missing reference. All other formats can.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any, Generic, TypeVar

from tallystick.errors import InputError, counted, warn
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.corpus.text import Text
from tallystick.metrics.reading.columns import MISSING, other_number
from tallystick.metrics.reading.lines import read_text, stream_text
from tallystick.metrics.reading.opening import FilePath, State, display_name
from tallystick.metrics.reading.testset import TestSet
from tallystick.metrics.reading.utterances import warn_of_ids

MARKUP = (b"<?xml", b"<!doctype", b"<dataset", b"<mteval", b"<srcset", b"<refset", b"<tstset")
"""The beginnings of test sets in XML and SGML, in lower case."""
UNRELATED = 2
"""Numbers of lines that differ by a larger factor are not explained by a single missing line."""
MANY_DOCUMENTS = 0.9
"""The share of segments with documents of their own above which a file has something else."""
FEW_SEGMENTS = 10
"""Fewer segments may all be of different documents."""
NO_LINES = Text.from_lines(())
Part = TypeVar("Part", Text, TestSet)


@dataclass(eq=False, repr=False)
class ParallelParts:
    """The blocks of a test set with the plain files that belong to it, read in every iteration.

    Systems in the blocks are first; a plain file is read when it is reached.
    """

    blocks: Iterable[TestSet]
    path: FilePath
    hypotheses: Sequence[tuple[str, FilePath]]
    part_length: int | None
    source_path: FilePath | None = None
    _states: dict[str, State | None] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Iterator[tuple[str, Corpus]]]:
        blocks = _Parts(self.path, iter(self.blocks), TestSet("", {}, None), _last_reference)
        files = [_plain_file(path, self.part_length, self._states) for _, path in self.hypotheses]
        sources: _Parts[Text] | None = None
        if self.source_path is not None:
            sources = _plain_file(self.source_path, self.part_length, self._states)

        def read_part(block: TestSet) -> Iterator[tuple[str, Corpus]]:
            if files or sources is not None:
                _refuse_other_order(block, blocks.lines - len(block))
            if sources is not None:
                text = sources.next_part()
                if len(text) != len(block):
                    _check_sources(sources, blocks)
                block = replace(block, sources=text)
            yield from block.corpora().items()
            for (system, _), file in zip(self.hypotheses, files, strict=True):
                hypotheses = file.next_part()
                if len(hypotheses) != len(block):
                    raise _unequal_lines(file, blocks)
                yield from replace(block, systems={system: hypotheses}).corpora().items()

        while block := blocks.next_part():
            yield read_part(block)
            del block  # before the next one is read
        for file in files:
            if file.to_its_end().lines != blocks.lines:
                raise _unequal_lines(file, blocks)
        if sources is not None:
            _check_sources(sources, blocks)
        if not blocks.lines:
            raise all_empty([*(path for _, path in self.hypotheses), self.path])


def read_documents(path: FilePath, segments: int | None = None) -> tuple[str, ...]:
    """Read the document of every segment, one per line; no line may be blank."""
    documents = tuple(read_text(path))
    for number, document in enumerate(documents, start=1):
        if not document.strip():
            raise InputError(
                f"{display_name(path)}, line {number:,}: is blank; expected the document of "
                f"segment {number:,}, such as its name or number; give every segment the name of "
                "its document, and remove lines that only separate documents"
            )
    if segments is not None:
        check_column(len(documents), path, "document", segments)
    different = len(set(documents))
    if len(documents) >= FEW_SEGMENTS and different > MANY_DOCUMENTS * len(documents):
        warn(
            f"{display_name(path)} has {different:,} documents for {len(documents):,} segments; "
            "check that it contains the names of documents, not texts"
        )
    return documents


def check_column(length: int, path: FilePath, what: str, segments: int) -> None:
    """Refuse a file without one line per segment; `what` is the meaning of a line."""
    if length != segments:
        there = f"there {'is' if segments == 1 else 'are'} {counted(segments, 'segment')}"
        raise InputError(
            f"{display_name(path)} has {counted(length, 'line')} but {there}; expected the {what} "
            "of every segment, one per line"
        )


def _refuse_other_order(block: TestSet, begin: int) -> None:
    """Refuse a table, joined with plain files by line, whose own numbers are in another order."""
    own = other_number(block.metadata, begin=begin)
    if own is not None:
        raise InputError(
            f"{block.name}: plain files belong to its rows by line, but {own.column!r} is "
            f"{own.number} in row {own.line:,}, behind a larger one; sort the rows by it, or leave "
            "out this column if it does not number segments"
        )


@dataclass(eq=False, repr=False)
class _Parts(Generic[Part]):
    """A file that is read part by part; `behind` is the empty part behind its end."""

    path: FilePath
    parts: Iterator[Part]
    behind: Part
    last_line_of: Callable[[Part], str]
    lines: int = 0
    last_line: str = ""

    def next_part(self) -> Part:
        """Return the next part, which is empty behind the end."""
        part = next(self.parts, self.behind)
        if len(part):
            self.lines += len(part)
            self.last_line = reprlib.repr(self.last_line_of(part))
        return part

    def to_its_end(self) -> _Parts[Part]:
        """Read the other parts too."""
        while len(self.next_part()):
            pass
        return self


def _check_sources(file: _Parts[Text], blocks: _Parts[TestSet]) -> None:
    check_column(file.to_its_end().lines, file.path, "source", blocks.to_its_end().lines)


def _last_reference(block: TestSet) -> str:
    return block.references[-1][0] if block.references is not None else ""


def _plain_file(
    path: FilePath, part_length: int | None, states: dict[str, State | None]
) -> _Parts[Text]:
    return _Parts(path, _checked_parts(path, part_length, states), NO_LINES, lambda text: text[-1])


def _checked_parts(
    path: FilePath, part_length: int | None, states: dict[str, State | None]
) -> Iterator[Text]:
    for number, text in enumerate(stream_text(path, part_length, states)):
        if not number:
            if text[0][:16].lstrip().lower().encode().startswith(MARKUP):
                raise InputError(
                    f"{display_name(path)}: begins like XML or SGML ({reprlib.repr(text[0])}), but "
                    "is read as plain text by its name; give it a name that ends in .xml or .sgm"
                )
            if len(text) == 1 and "\r" in text[0].strip("\r"):
                raise InputError(
                    f"{display_name(path)}: is a single line with carriage returns inside, which "
                    "do not end lines here; convert it, for example with: tr '\\r' '\\n'"
                )
            warn_of_ids(path, text)
        if MISSING.encode() in text.data and MISSING in text:
            warn(
                f"{display_name(path)}: has a line {MISSING}, which is scored as text, because it "
                "means a missing reference in tables only; give a table with all references (.tsv)"
            )
        yield text


def in_step(
    paths: Sequence[FilePath], part_length: int | None, states: dict[str, State | None]
) -> Iterator[list[Text]]:
    """Yield the parts of plain files, which must have equally many lines; none if all are empty."""
    files = [_plain_file(path, part_length, states) for path in paths]
    while True:
        texts = [file.next_part() for file in files]
        for file, text in zip(files, texts, strict=True):
            if len(text) != len(texts[0]):
                raise _unequal_lines(files[0], file)
        if not len(texts[0]):
            return
        yield texts


def all_empty(paths: Sequence[FilePath]) -> InputError:
    """Return the error for files without lines."""
    *others, last = dict.fromkeys(map(display_name, paths))
    are = f"{', '.join(others)} and {last} are" if others else f"{last} is"
    return InputError(
        f"{are} empty, so there is nothing to score; give files with one segment per line"
    )


def _unequal_lines(one: _Parts[Any], other: _Parts[Any]) -> InputError:
    """Return the error for two files of unequal lengths."""
    files = sorted((one.to_its_end(), other.to_its_end()), key=attrgetter("lines"))
    (shorter, fewer), (longer, more) = ((display_name(file.path), file.lines) for file in files)
    if not fewer:
        return InputError(
            f"{shorter} is empty but {longer} has {counted(more, 'line')}; check that it is the "
            "intended file, and that it was written completely"
        )
    remedy = "find the line that is missing or was split in two"
    if more == fewer + 1 and files[1].last_line == repr(""):
        remedy = f"{longer} ends with an empty line; remove it if it is no segment"
    if more > UNRELATED * fewer:
        remedy = "check that both are complete and belong to the same test set"
    return InputError(
        f"{shorter} has {counted(fewer, 'line')} but {longer} has {more:,}; {shorter} ends with "
        f"line {fewer:,}, {files[0].last_line}. Line i of one file must correspond to line i of "
        f"the other: {remedy}"
    )
