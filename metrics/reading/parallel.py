"""Parallel plain text: line i of every file belongs to segment i.

An empty line in a reference file is an empty reference, not a missing one: plain text cannot mark a
missing reference. All other formats can.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, zip_longest

from tallystick.errors import InputError, warn
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.reading.lines import read_text, stream_text
from tallystick.metrics.reading.opening import FilePath, State, can_be_read_again, display_name
from tallystick.metrics.references import References
from tallystick.metrics.text import Text
from tallystick.metrics.wording import counted

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
    """The hypotheses of all systems with their references, read again in every iteration.

    Each part is an iterator over the name and the corpus of every system; a corpus is read when it
    is reached. `reference_path` names the references in errors; `source_path` is the plain file of
    the sources, or None.
    """

    def __init__(
        self,
        references: Iterable[References],
        reference_path: FilePath,
        hypotheses: Sequence[tuple[str, FilePath]],
        part_length: int | None,
        source_path: FilePath | None = None,
    ) -> None:
        self.references = references
        self.reference_path = reference_path
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
        parts = iter(self.references)
        done = 0
        last_lines: list[str | None] = [None] * len(streams)
        last_reference: str | None = None

        def read_sources(references: References) -> Text | None:
            if self.source_path is None:
                return None
            text = next(sources, None)
            length = 0 if text is None else len(text)
            if length != len(references):
                length += done + sum(map(len, sources))
                segments = done + len(references) + sum(map(len, parts))
                check_column(length, self.source_path, "source", segments)
            return text

        def read_part(references: References) -> Iterator[tuple[str, Corpus]]:
            of_part = read_sources(references)
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
                        _last_line(references),
                    )
                yield self.hypotheses[index][0], Corpus(hypotheses, references, sources=of_part)

        for references in parts:
            yield read_part(references)
            done += len(references)
            last_reference = _last_line(references)
        for index, stream in enumerate(streams):
            rest = sum(map(len, stream))
            if rest:
                raise self._unequal(index, done + rest, done, last_lines[index], last_reference)
        if self.source_path is not None:
            check_column(done + sum(map(len, sources)), self.source_path, "source", done)
        if not done:
            paths = [*(path for _, path in self.hypotheses), self.reference_path]
            raise _all_empty(paths)

    def _unequal(
        self,
        index: int,
        hypotheses: int,
        references: int,
        last_hypothesis: str | None,
        last_reference: str | None,
    ) -> InputError:
        return _unequal_lines(
            [self.hypotheses[index][1], self.reference_path],
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


def _last_line(references: References) -> str | None:
    of_segment = references[-1]
    return reprlib.repr(of_segment[0]) if of_segment else None
