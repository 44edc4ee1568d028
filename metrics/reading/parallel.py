"""Parallel plain text: line i of every file belongs to segment i.

An empty line in a reference file is an empty reference, not a missing one: plain text cannot mark a
missing reference. All other formats can.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice, zip_longest

from tallystick.errors import InputError, warn
from tallystick.metrics.arguments.wording import counted
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.corpus.references import References
from tallystick.metrics.corpus.text import Text
from tallystick.metrics.reading.lines import read_text, stream_text
from tallystick.metrics.reading.opening import FilePath, State, can_be_read_again, display_name
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


def reference_parts(
    paths: Sequence[FilePath], part_length: int | None, again: bool = True
) -> Iterable[References]:
    """Return the references of plain files in parts that can be iterated over more than once.

    They are kept in memory if there is only one part. If a file can be read only once, they are
    kept, or unless `again` can be iterated over once.
    """
    stream = _ReferenceFiles(paths, part_length)
    parts = iter(stream)
    first_parts = list(islice(parts, 2))
    if len(first_parts) < 2:
        return first_parts
    if all(map(can_be_read_again, paths)):
        return stream
    rest = chain(first_parts, parts)
    return list(rest) if again else rest


class _ReferenceFiles:
    """Plain reference files, read again in every iteration."""

    def __init__(self, paths: Sequence[FilePath], part_length: int | None) -> None:
        self.paths = paths
        self.part_length = part_length
        self._states: dict[str, State | None] = {}

    def __iter__(self) -> Iterator[References]:
        for texts in _in_step(self.paths, self.part_length, self._states):
            yield References.interleaved(texts)


class ParallelParts:
    """The blocks of a test set with the plain files beside it, read again in every iteration.

    Each part is an iterator over the name and the corpus of every system, first those in the
    blocks; a plain file is read when it is reached. `path` names the test set in errors;
    `source_path` is the plain file of the sources, or None.
    """

    def __init__(
        self,
        blocks: Iterable[TestSet],
        path: FilePath,
        hypotheses: Sequence[tuple[str, FilePath]],
        part_length: int | None,
        source_path: FilePath | None = None,
    ) -> None:
        self.blocks = blocks
        self.path = path
        self.hypotheses = hypotheses
        self.part_length = part_length
        self.source_path = source_path
        self._states: dict[str, State | None] = {}

    def __iter__(self) -> Iterator[Iterator[tuple[str, Corpus]]]:
        streams = [
            _stream_plain(path, self.part_length, self._states) for _, path in self.hypotheses
        ]
        sources: Iterator[Text] = iter(())
        if self.source_path is not None:
            sources = _stream_plain(self.source_path, self.part_length, self._states)
        blocks = iter(self.blocks)
        done = 0
        last_lines: list[str | None] = [None] * len(streams)
        last_reference: str | None = None

        def read_sources(block: TestSet) -> Text | None:
            if self.source_path is None:
                return block.sources
            text = next(sources, None)
            length = 0 if text is None else len(text)
            if length != len(block):
                length += done + sum(map(len, sources))
                segments = done + len(block) + sum(map(len, blocks))
                check_column(length, self.source_path, "source", segments)
            return text

        def read_part(block: TestSet) -> Iterator[tuple[str, Corpus]]:
            block = replace(block, sources=read_sources(block))
            yield from block.corpora().items()
            for index, stream in enumerate(streams):
                hypotheses = next(stream, None)
                length = 0 if hypotheses is None else len(hypotheses)
                if hypotheses is not None:
                    last_lines[index] = reprlib.repr(hypotheses[-1])
                if hypotheses is None or length != len(block):
                    raise self._unequal(
                        index,
                        done + length + sum(map(len, stream)),
                        done + len(block) + sum(map(len, blocks)),
                        last_lines[index],
                        _last_line(block),
                    )
                system = self.hypotheses[index][0]
                yield from replace(block, systems={system: hypotheses}).corpora().items()

        for block in blocks:
            yield read_part(block)
            done += len(block)
            last_reference = _last_line(block)
            del block  # before the next one is read
        for index, stream in enumerate(streams):
            rest = sum(map(len, stream))
            if rest:
                raise self._unequal(index, done + rest, done, last_lines[index], last_reference)
        if self.source_path is not None:
            check_column(done + sum(map(len, sources)), self.source_path, "source", done)
        if not done:
            raise _all_empty([*(path for _, path in self.hypotheses), self.path])

    def _unequal(
        self,
        index: int,
        hypotheses: int,
        references: int,
        last_hypothesis: str | None,
        last_reference: str | None,
    ) -> InputError:
        return _unequal_lines(
            [self.hypotheses[index][1], self.path],
            [hypotheses, references],
            last_hypothesis if hypotheses < references else last_reference,
        )


def hypotheses_alone(
    hypotheses: Sequence[tuple[str, FilePath]], part_length: int
) -> Iterator[list[tuple[str, Corpus]]]:
    """Yield the hypotheses of all systems without references, in parts."""
    names, paths = zip(*hypotheses, strict=True)
    parts = 0
    for texts in _in_step(paths, part_length):
        yield list(zip(names, map(Corpus.without_references, texts), strict=True))
        parts += 1
    if not parts:
        raise _all_empty(paths)


def read_documents(path: FilePath) -> tuple[str, ...]:
    """Read the document of every segment, one per line; no line may be blank."""
    documents = tuple(read_text(path))
    for number, document in enumerate(documents, start=1):
        if not document.strip():
            raise InputError(
                f"{display_name(path)}, line {number:,}: is blank; expected the document of "
                f"segment {number:,}, such as its name or number; give every segment the name of "
                "its document, and remove lines that only separate documents"
            )
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


def _stream_plain(
    path: FilePath, part_length: int | None, states: dict[str, State | None] | None = None
) -> Iterator[Text]:
    stream = stream_text(path, part_length, states)
    for number, text in enumerate(stream):
        if not number and text[0][:16].lstrip().lower().encode().startswith(MARKUP):
            raise InputError(
                f"{display_name(path)}: begins like XML or SGML ({reprlib.repr(text[0])}), but "
                "is read as plain text by its name; give it a name that ends in .xml or .sgm"
            )
        if not number:
            warn_of_ids(path, text)
        yield text


def _in_step(
    paths: Sequence[FilePath],
    part_length: int | None,
    states: dict[str, State | None] | None = None,
) -> Iterator[list[Text]]:
    """Yield the parts of plain files, which must have equally many lines; none if all are empty."""
    done = 0
    last_lines: list[str | None] = [None] * len(paths)
    streams = [_stream_plain(path, part_length, states) for path in paths]
    for texts in zip_longest(*streams):
        lengths = [0 if text is None else len(text) for text in texts]
        for index, text in enumerate(texts):
            if text is not None:
                last_lines[index] = reprlib.repr(text[-1])
        for index, length in enumerate(lengths):
            if length != lengths[0]:
                totals = [done + lengths[k] + sum(map(len, streams[k])) for k in (0, index)]
                shorter = 0 if totals[0] < totals[1] else index
                raise _unequal_lines([paths[0], paths[index]], totals, last_lines[shorter])
        yield [text for text in texts if text is not None]
        done += lengths[0]


def _all_empty(paths: Sequence[FilePath]) -> InputError:
    *others, last = dict.fromkeys(map(display_name, paths))
    are = f"{', '.join(others)} and {last} are" if others else f"{last} is"
    return InputError(
        f"{are} empty, so there is nothing to score; give files with one segment per line"
    )


def _unequal_lines(
    paths: Sequence[FilePath], lengths: Sequence[int], last_line: str | None
) -> InputError:
    """Return the error for two files of unequal lengths; `last_line` is that of the shorter one."""
    longer, shorter = sorted(range(2), key=lambda index: lengths[index], reverse=True)
    names = [display_name(path) for path in paths]
    if not lengths[shorter]:
        return InputError(
            f"{names[shorter]} is empty but {names[longer]} has "
            f"{counted(lengths[longer], 'line')}; check that it is the intended file, and that "
            "it was written completely"
        )
    remedy = "find the line that is missing or was split in two"
    if lengths[longer] > UNRELATED * lengths[shorter]:
        remedy = "check that both are complete and belong to the same test set"
    return InputError(
        f"{names[shorter]} has {counted(lengths[shorter], 'line')} but {names[longer]} has "
        f"{lengths[longer]:,}; {names[shorter]} ends with line {lengths[shorter]:,}, {last_line}. "
        f"Line i of one file must correspond to line i of the other: {remedy}"
    )


def _last_line(block: TestSet) -> str | None:
    last = block.references[-1] if block.references is not None else ()
    return reprlib.repr(last[0]) if last else None
