"""Parallel plain text: line i of every file belongs to segment i.

An empty line in a reference file is an empty reference, not a missing one: plain text has no way
to leave a reference out. Tables have.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from tallystick.errors import InputError
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.reading.lines import read_text, stream_text
from tallystick.metrics.reading.opening import (
    FilePath,
    display_name,
    refuse_second_standard_input,
)
from tallystick.metrics.references import References, interleave
from tallystick.metrics.text import Text
from tallystick.metrics.wording import counted


def read_corpus_files(
    hypothesis_path: FilePath,
    reference_paths: Sequence[FilePath],
    *,
    source_path: FilePath | None = None,
    document_path: FilePath | None = None,
) -> Corpus:
    """Read one system's hypotheses and their references from parallel files.

    Args:
        hypothesis_path: One hypothesis a line.
        reference_paths: One or more files with one reference a line.
        source_path: One source segment a line.
        document_path: One document name a line.

    Returns:
        The corpus, with as many references per segment as there are reference files.

    Raises:
        InputError: A file cannot be read or is not UTF-8, files differ in their number of lines,
            all are empty, or standard input is named twice.

    >>> import tempfile, os
    >>> folder = tempfile.mkdtemp()
    >>> for name in ("hypotheses", "references"):
    ...     with open(os.path.join(folder, name), "w") as file:
    ...         _ = file.write("the cat")
    >>> read_corpus_files(
    ...     os.path.join(folder, "hypotheses"), [os.path.join(folder, "references")]
    ... ).references[0]
    ('the cat',)
    """
    paths = list_paths(reference_paths)
    extra = [path for path in (source_path, document_path) if path is not None]
    refuse_second_standard_input([hypothesis_path, *paths, *extra])
    hypotheses = read_text(hypothesis_path)
    streams = read_streams(paths)
    check_line_counts([hypothesis_path, paths[0]], [hypotheses, streams[0]])
    if len(hypotheses) == 0:
        raise all_empty([hypothesis_path, *paths])
    sources = None if source_path is None else read_text(source_path)
    documents = None if document_path is None else read_text(document_path)
    for path, text in ((source_path, sources), (document_path, documents)):
        if path is not None and text is not None:
            check_line_counts([hypothesis_path, path], [hypotheses, text])
    return Corpus(
        hypotheses,
        interleave(streams),
        None if documents is None else tuple(documents),
        sources,
    )


def stream_corpus_files(
    hypothesis_path: FilePath,
    reference_paths: Sequence[FilePath],
    segments_per_chunk: int = 100_000,
) -> Iterator[Corpus]:
    r"""Read parallel files of any size in chunks, holding no more than one chunk in memory.

    Args:
        hypothesis_path: One hypothesis a line.
        reference_paths: One or more files with one reference a line.
        segments_per_chunk: Segments in every chunk, at least 1; the last may have fewer.

    Returns:
        An iterator over corpora, at least one. Files that differ in length are found out only
        where the shortest ends: discard what came before if it raises.

    Raises:
        InputError: As for `read_corpus_files`, when the chunk at fault is reached.

    >>> import tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "same")
    >>> with open(path, "w") as file:
    ...     _ = file.write("a\nb\nc\n")
    >>> [len(corpus) for corpus in stream_corpus_files(path, [path], 2)]
    [2, 1]
    """
    paths = list_paths(reference_paths)
    refuse_second_standard_input([hypothesis_path, *paths])
    streams = [stream_text(path, segments_per_chunk) for path in (hypothesis_path, *paths)]
    return _stream([hypothesis_path, *paths], streams)


def list_paths(paths: Sequence[FilePath]) -> list[FilePath]:
    """Return reference paths as a list.

    Raises:
        InputError: There are none, or one path stands where a list of paths should.

    >>> list_paths(["refA.txt"])
    ['refA.txt']
    """
    if isinstance(paths, str) or hasattr(paths, "__fspath__"):
        raise InputError(
            f"the reference paths are the single path {str(paths)!r}; expected a list of paths"
        )
    if len(paths) == 0:
        raise InputError("no reference file is given; name at least one")
    return list(paths)


def read_streams(paths: Sequence[FilePath]) -> list[Text]:
    """Read reference files of equally many lines.

    Raises:
        InputError: They differ in their number of lines.
    """
    streams = [read_text(path) for path in paths]
    for path, stream in zip(paths, streams, strict=True):
        check_line_counts([paths[0], path], [streams[0], stream])
    return streams


def check_line_counts(paths: Sequence[FilePath], texts: Sequence[Text | References]) -> None:
    """Refuse two files that differ in their number of lines.

    Raises:
        InputError: Names both files and both counts, and shows where the shorter one ends.
    """
    lengths = [len(text) for text in texts]
    if lengths[0] != lengths[1]:
        shorter = lengths.index(min(lengths))
        last = reprlib.repr(texts[shorter][-1]) if lengths[shorter] else None
        raise unequal_lines(paths, lengths, last)


def unequal_lines(
    paths: Sequence[FilePath], lengths: Sequence[int], last_line: str | None
) -> InputError:
    """Return the error for two files that differ in their number of lines.

    Args:
        paths: The two files.
        lengths: Their numbers of lines.
        last_line: The last line of the shorter file as it is to be shown, None if it is empty.
    """
    longer, shorter = sorted(range(2), key=lambda index: lengths[index], reverse=True)
    names = [display_name(path) for path in paths]
    if last_line is None:
        end = f"{names[shorter]} is empty"
    else:
        end = f"{names[shorter]} ends with line {lengths[shorter]:,}, {last_line}"
    return InputError(
        f"{names[shorter]} has {counted(lengths[shorter], 'line')} but {names[longer]} has "
        f"{lengths[longer]:,}; {end}. Line i of one file must answer line i of the other: find "
        "the line that is missing, or was split in two"
    )


def all_empty(paths: Sequence[FilePath]) -> InputError:
    """Return the error for files that are equally long, but empty."""
    names = " and ".join(map(display_name, paths))
    return InputError(f"{names}: no line in any of them, so there is nothing to score")


def _stream(paths: Sequence[FilePath], streams: Sequence[Iterator[Text]]) -> Iterator[Corpus]:
    done = 0
    last_lines: list[str | None] = [None] * len(paths)
    for chunks in zip_longest(*streams):
        lengths = [0 if chunk is None else len(chunk) for chunk in chunks]
        for index, chunk in enumerate(chunks):
            if chunk is not None:
                last_lines[index] = reprlib.repr(chunk[-1])
        for index, length in enumerate(lengths):
            if length != lengths[0]:
                totals = [done + lengths[k] + sum(map(len, streams[k])) for k in (0, index)]
                shorter = 0 if totals[0] < totals[1] else index
                raise unequal_lines([paths[0], paths[index]], totals, last_lines[shorter])
        yield Corpus(chunks[0], interleave(chunks[1:]))
        done += lengths[0]
    if not done:
        raise all_empty(paths)
