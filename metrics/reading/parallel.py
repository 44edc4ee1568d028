"""Parallel plain text: line i of every file belongs to segment i.

An empty line in a reference file is an empty reference, not a missing one: plain text cannot mark a
missing reference. All other formats can.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from operator import itemgetter
from typing import TypeAlias

from tallystick.errors import InputError, warn
from tallystick.metrics.arguments.wording import counted
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.corpus.references import References
from tallystick.metrics.corpus.text import Text
from tallystick.metrics.reading.lines import read_text, stream_text
from tallystick.metrics.reading.opening import FilePath, State, can_be_read_again, display_name
from tallystick.metrics.reading.testset import Again, TestSet
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
_Counted: TypeAlias = "tuple[FilePath, int, str | None]"
"""A file, the number of its lines, and the last line of the last part that was read in full."""


def reference_parts(
    paths: Sequence[FilePath], part_length: int | None, again: bool = True
) -> Iterable[References]:
    """Return the references of plain files in parts that can be iterated over more than once.

    They are kept in memory if there is only one part. If a file can be read only once, they are
    kept, or unless `again` can be iterated over once.
    """
    states: dict[str, State | None] = {}
    stream = Again(lambda: map(References.interleaved, _in_step(paths, part_length, states)))
    parts = iter(stream)
    first_parts = list(islice(parts, 2))
    if len(first_parts) < 2:
        return first_parts
    if all(map(can_be_read_again, paths)):
        return stream
    rest = chain(first_parts, parts)
    return list(rest) if again else rest


@dataclass(frozen=True, slots=True, eq=False)
class ParallelParts:
    """The blocks of a test set with the plain files beside it, read again in every iteration.

    Each part is an iterator over the name and the corpus of every system, first those in the
    blocks; a plain file is read when it is reached. `path` names the test set in errors;
    `source_path` is the plain file of the sources, or None.
    """

    blocks: Iterable[TestSet]
    path: FilePath
    hypotheses: Sequence[tuple[str, FilePath]]
    part_length: int | None
    source_path: FilePath | None = None
    _states: dict[str, State | None] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Iterator[tuple[str, Corpus]]]:
        files = [_PlainFile(path, self.part_length, self._states) for _, path in self.hypotheses]
        sources: _PlainFile | None = None
        if self.source_path is not None:
            sources = _PlainFile(self.source_path, self.part_length, self._states)
        blocks = iter(self.blocks)
        done = 0
        last_reference: str | None = None

        def segments_from(block: TestSet) -> int:
            return done + len(block) + sum(map(len, blocks))

        def read_part(block: TestSet) -> Iterator[tuple[str, Corpus]]:
            if sources is not None:
                text = sources.next_part()
                if len(text) != len(block):
                    _, lines, _ = sources.to_its_end()
                    check_column(lines, sources.path, "source", segments_from(block))
                block = replace(block, sources=text)
            yield from block.corpora().items()
            for (system, _), file in zip(self.hypotheses, files, strict=True):
                hypotheses = file.next_part()
                if len(hypotheses) != len(block):
                    references = (self.path, segments_from(block), _last_line(block))
                    raise _unequal_lines(file.to_its_end(), references)
                yield from replace(block, systems={system: hypotheses}).corpora().items()

        for block in blocks:
            yield read_part(block)
            done += len(block)
            last_reference = _last_line(block)
            del block  # before the next one is read
        for file in files:
            whole = file.to_its_end()
            if file.lines != done:
                raise _unequal_lines(whole, (self.path, done, last_reference))
        if sources is not None:
            _, lines, _ = sources.to_its_end()
            check_column(lines, sources.path, "source", done)
        if not done:
            raise _all_empty([*(path for _, path in self.hypotheses), self.path])


def hypotheses_alone(
    hypotheses: Sequence[tuple[str, FilePath]], part_length: int
) -> Iterator[list[tuple[str, Corpus]]]:
    """Yield the hypotheses of all systems without references, in parts."""
    names, paths = zip(*hypotheses, strict=True)
    parts = 0
    for texts in _in_step(paths, part_length, {}):
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


class _PlainFile:
    """A plain file that is read part by part; all errors about its lines know these attributes.

    Attributes:
        path: Its path.
        lines: The number of lines that are read.
        last_line: The last line of the last part, as messages show it.
    """

    def __init__(
        self, path: FilePath, part_length: int | None, states: dict[str, State | None]
    ) -> None:
        self.path = path
        self.lines = 0
        self.last_line: str | None = None
        self._parts = _checked_parts(path, part_length, states)

    def next_part(self) -> Text:
        """Return the next part, which is empty behind the end."""
        part = next(self._parts, NO_LINES)
        if len(part):
            self.lines += len(part)
            self.last_line = reprlib.repr(part[-1])
        return part

    def to_its_end(self) -> _Counted:
        """Count the lines of the other parts too."""
        self.lines += sum(map(len, self._parts))
        return self.path, self.lines, self.last_line


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
            warn_of_ids(path, text)
        yield text


def _in_step(
    paths: Sequence[FilePath], part_length: int | None, states: dict[str, State | None]
) -> Iterator[list[Text]]:
    """Yield the parts of plain files, which must have equally many lines; none if all are empty."""
    files = [_PlainFile(path, part_length, states) for path in paths]
    while True:
        texts = [file.next_part() for file in files]
        for file, text in zip(files, texts, strict=True):
            if len(text) != len(texts[0]):
                raise _unequal_lines(files[0].to_its_end(), file.to_its_end())
        if not len(texts[0]):
            return
        yield texts


def _all_empty(paths: Sequence[FilePath]) -> InputError:
    *others, last = dict.fromkeys(map(display_name, paths))
    are = f"{', '.join(others)} and {last} are" if others else f"{last} is"
    return InputError(
        f"{are} empty, so there is nothing to score; give files with one segment per line"
    )


def _unequal_lines(*files: _Counted) -> InputError:
    """Return the error for two files of unequal lengths."""
    (path, fewer, last_line), (other_path, more, _) = sorted(files, key=itemgetter(1))
    shorter, longer = display_name(path), display_name(other_path)
    if not fewer:
        return InputError(
            f"{shorter} is empty but {longer} has {counted(more, 'line')}; check that it is the "
            "intended file, and that it was written completely"
        )
    remedy = "find the line that is missing or was split in two"
    if more > UNRELATED * fewer:
        remedy = "check that both are complete and belong to the same test set"
    return InputError(
        f"{shorter} has {counted(fewer, 'line')} but {longer} has {more:,}; {shorter} ends with "
        f"line {fewer:,}, {last_line}. Line i of one file must correspond to line i of the other: "
        f"{remedy}"
    )


def _last_line(block: TestSet) -> str | None:
    last = block.references[-1] if block.references is not None else ()
    return reprlib.repr(last[0]) if last else None
