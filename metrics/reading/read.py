"""Read a test set from files of any supported format."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import NamedTuple

from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.arguments.wording import counted
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.corpus.references import References
from tallystick.metrics.reading.lines import read_text
from tallystick.metrics.reading.opening import (
    FilePath,
    can_be_read_again,
    display_name,
    is_standard_input,
    open_bytes,
    refuse_second_standard_input,
    split_name,
)
from tallystick.metrics.reading.parallel import (
    ParallelParts,
    check_column,
    hypotheses_alone,
    read_documents,
    reference_parts,
)
from tallystick.metrics.reading.remote import is_remote
from tallystick.metrics.reading.table import (
    QUOTED,
    Again,
    LineTable,
    Table,
)
from tallystick.metrics.reading.testset import (
    Choice,
    TestSet,
    TestSetParts,
    explain_absent,
    warn_of_misnamed,
)
from tallystick.metrics.reading.utterances import FORMATS as PLAIN
from tallystick.metrics.reading.utterances import anchor_of, joined_by_ids
from tallystick.metrics.sums.total import ROWS_IN_A_SUM

TABLES = (*QUOTED, "jsonl", "parquet")
MARKUP = ("xml", "sgml")
FORMATS = (*TABLES, *MARKUP, *PLAIN)
FORMAT_OF_SUFFIX = {**{f".{format}": format for format in (*TABLES, *MARKUP)}, ".sgm": "sgml"}
LOOKS = {**dict.fromkeys(TABLES, "a table"), "xml": "XML", "sgml": "SGML"}
INSTEAD = {
    ".json": "write it as JSON Lines (.jsonl), one complete object on every line",
    ".xlsx": "save it as a table of comma-separated values (.csv)",
    **dict.fromkeys((".srt", ".vtt"), "write the text of each segment on a line of its own"),
    **dict.fromkeys((".stm", ".ctm"), "write each utterance on a line, WORDS (ID), in a .trn file"),
}
"""Endings of unsupported formats, and what to do."""

SEGMENTS_PER_PART = ROWS_IN_A_SUM


def read_test_set(
    references: FilePath | Sequence[FilePath],
    hypotheses: FilePath | Sequence[FilePath] = (),
    *,
    names: Sequence[str] | None = None,
    documents: FilePath | None = None,
    sources: FilePath | None = None,
    format: str | None = None,
    systems: Sequence[str] | None = None,
    translators: Sequence[str] | None = None,
    language: str | None = None,
    columns: Mapping[str, str] | None = None,
) -> TestSet:
    r"""Read a test set: references, and the hypotheses of one or more systems.

    The ending of a file's name determines its format: .tsv, .csv, .jsonl and .parquet are tables,
    .xml is WMT's XML (or mteval's), .sgm and .sgml are mteval's SGML, .trn is sclite's, and
    everything else is plain text with one segment per line, or Kaldi's if the name is `text` and
    every line begins with an utterance id. A further .gz, .xz or .zst is decompressed; "-" is
    standard input. Names such as "s3://bucket/name" are opened by fsspec.

    Args:
        references: Plain files, each with one reference per line; or one table or XML file, which
            may also contain the hypotheses and everything else; or SGML files.
        hypotheses: One plain file per system; or SGML or XML files if the references are in one.
        names: The names of the systems, one for each plain file of hypotheses; None uses the names
            of the files, without folder and endings.
        documents: A file with the document of every segment, one per line.
        sources: A file with the source of every segment, one per line; or SGML.
        format: "tsv", "csv", "jsonl", "parquet", "xml" or "sgml", the format of a single file of
            references; None uses the ending of its name. "tsv-plain" and "tsv-quoted" say whether
            quotation marks around fields are text, where a .tsv table can be read in both ways.
            "lines", "trn" and "kaldi" say of all plain files whether lines have utterance ids.
        systems: The systems to take of a file that contains several, in this order; None takes
            all, or none if plain hypotheses are given in addition to an XML file.
        translators: The translators of WMT's XML or of SGML whose references are taken.
        language: The language of references and hypotheses, if a file contains several.
        columns: For "hypothesis", "reference", "source" or "doc", also with a label as in
            "reference:2", the name of its column in a table. Those with usual names, such as
            "prediction" and "target", are found without.

    Returns:
        The test set, all of it in memory.

    Raises:
        InputError: A file cannot be read or does not have the format of its name; files do not
            match each other; or there is nothing to score. Names the file and the line.
        OptionError: A file does not contain the selection; lists what it contains.

    >>> import tempfile, os
    >>> folder = tempfile.mkdtemp()
    >>> for name in ("references.txt", "mine.txt"):
    ...     with open(os.path.join(folder, name), "w") as file:
    ...         _ = file.write("the cat\n")
    >>> test_set = read_test_set(
    ...     os.path.join(folder, "references.txt"), os.path.join(folder, "mine.txt")
    ... )
    >>> test_set.corpora()["mine"].references[0]
    ('the cat',)
    """
    references, hypotheses = _listed(references, "reference"), _listed(hypotheses, "hypothesis")
    if format is not None and format not in FORMATS:
        raise OptionError(f"the format {format!r} is not known{nearest(format, list(FORMATS))}")
    check_files([*references, *hypotheses, documents, sources])
    choice = Choice(translators, language, columns)
    formats = _formats(references, format)
    anchor = _anchor(references, formats, hypotheses, sources, format)
    if anchor is not None:
        _refuse_choice(references[0], systems, choice)
        joined = _of_utterances(references, _named(hypotheses, names), sources, anchor, format)
        return _with_files(joined, documents, None)
    test_set = _read_formatted(references, formats, hypotheses, sources, systems, choice)
    plain = hypotheses
    if test_set is None:
        whole = next(iter(reference_parts(references, None)), None)
        test_set = TestSet(display_name(references[0]), {}, whole)
    elif _are_markup(formats):
        plain = [path for path in hypotheses if format_of(path) not in MARKUP]
        sources = None if sources is not None and format_of(sources) in MARKUP else sources
    if plain or not test_set.systems:
        named = _named(plain, names)
        _refuse_same_names(test_set, named)
        blocks = [replace(test_set, systems={})] if len(test_set) else []
        parts = ParallelParts(blocks, references[0], named, None)
        found = {system: corpus.hypotheses for part in parts for system, corpus in part}
        test_set = replace(test_set, systems={**test_set.systems, **found})
    return _with_files(test_set, documents, sources)


def stream_test_set(
    references: FilePath | Sequence[FilePath],
    hypotheses: FilePath | Sequence[FilePath] = (),
    *,
    names: Sequence[str] | None = None,
    documents: FilePath | None = None,
    sources: FilePath | None = None,
    format: str | None = None,
    systems: Sequence[str] | None = None,
    translators: Sequence[str] | None = None,
    language: str | None = None,
    columns: Mapping[str, str] | None = None,
    segments_per_part: int | None = None,
    read_again: bool = True,
) -> TestSetParts:
    r"""Open a test set in parts, of which a few are in memory at a time.

    Plain files and tables are read in parts; other formats are one part with all segments.

    Args:
        segments_per_part: The number of segments in each part; None uses a number for which the
            scores are identical to those of the whole.
        read_again: Whether references and documents can be iterated over more than once; then the
            references of a pipe, or a table from one, are kept in memory. Otherwise references and
            documents of a pipe are known of a single part only.

    The other parameters and the errors are those of `read_test_set`.

    Returns:
        The parts. Errors behind the first two parts are raised only when these are read; the number
        of documents of a plain file is not checked.

    >>> import tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "same.txt")
    >>> with open(path, "w") as file:
    ...     _ = file.write("a\nb\nc\n")
    >>> test_set = stream_test_set(path, path, segments_per_part=2)
    >>> [len(corpus) for part in test_set.parts for system, corpus in part]
    [2, 1]
    """
    references, hypotheses = _listed(references, "reference"), _listed(hypotheses, "hypothesis")
    length = SEGMENTS_PER_PART if segments_per_part is None else segments_per_part
    formats = _formats(references, format)
    is_table = len(formats) == 1 and formats[0] in TABLES
    anchor = _anchor(references, formats, hypotheses, sources, format)
    if (any(formats) and not is_table) or anchor is not None:
        test_set = read_test_set(
            references,
            hypotheses,
            names=names,
            documents=documents,
            sources=sources,
            format=format,
            systems=systems,
            translators=translators,
            language=language,
            columns=columns,
        )
        corpora = list(test_set.corpora().items())
        shared = [corpora[0][1].references]
        has_sources = test_set.sources is not None
        return TestSetParts(
            tuple(test_set.systems), shared, [corpora], test_set.documents, has_sources
        )
    path = references[0]
    check_files([*references, *hypotheses, documents, sources])
    choice = Choice(translators, language, columns)
    if is_table:
        _refuse_choice(path, None, choice._replace(columns=None))
    else:
        _refuse_choice(path, systems, choice)
    named = _named(hypotheses, names) if hypotheses or not is_table else []
    part_length: int | None = length
    if is_table:
        if read_again and not can_be_read_again(path):
            part_length = None
        opened = _open_table(path, formats, hypotheses, systems, part_length, choice)
    else:
        opened = _open_plain(references, part_length, read_again)
    _refuse_same_names(opened.first, named)
    _refuse_given_twice(opened.first, documents, sources)
    parts = ParallelParts(opened.blocks, path, named, part_length, sources)
    if opened.references == []:
        for part in parts:  # raises the error that names the empty files
            del part
    return TestSetParts(
        (*opened.first.systems, *(name for name, _ in named)),
        opened.references,
        parts,
        opened.documents if documents is None else read_documents(documents),
        sources is not None or opened.first.sources is not None,
    )


def read_hypotheses(
    hypotheses: Sequence[FilePath],
    *,
    names: Sequence[str] | None = None,
    documents: FilePath | None = None,
    format: str | None = None,
    segments_per_part: int = SEGMENTS_PER_PART,
) -> TestSetParts:
    """Open plain files of hypotheses without references in parts, for metrics that need none.

    Args:
        hypotheses: A plain file for each system, one hypothesis per line.
        names: The names of the systems; None uses the names of the files.
        documents: A file with the document of every segment, one per line.
        format: "lines", "trn" or "kaldi"; see `read_test_set`.
        segments_per_part: The number of segments in each part.

    Returns:
        The parts, which can be iterated over once; `references` is empty if there are several.

    Raises:
        InputError: A file cannot be read, or files have different numbers of lines. Behind the
            first two parts it is raised only when these are read.
    """
    check_files([*hypotheses, documents])
    named = _named(hypotheses, names)
    anchor = anchor_of(hypotheses, format=format)
    if anchor is None:
        parts = hypotheses_alone(named, segments_per_part)
    else:
        words = joined_by_ids(hypotheses, anchor, format)
        parts = iter([[(name, Corpus.without_references(words[path])) for name, path in named]])
    first_parts = list(islice(parts, 2))
    of_file = None if documents is None else read_documents(documents)
    [(_, corpus), *_] = first_parts[0]
    references = [corpus.references] if len(first_parts) == 1 else []
    return TestSetParts(
        tuple(name for name, _ in named), references, chain(first_parts, parts), of_file
    )


def format_of(path: FilePath) -> str | None:
    """Return the format indicated by the name of a file, or None for plain text."""
    return FORMAT_OF_SUFFIX.get(split_name(path)[1])


def _formats(references: Sequence[FilePath], format: str | None) -> list[str | None]:
    """Return the format of each file of references, or None for plain text."""
    return [None if format in PLAIN else format or format_of(path) for path in references]


def _listed(paths: FilePath | Sequence[FilePath], what: str) -> list[FilePath]:
    if isinstance(paths, (str, os.PathLike)):
        return [paths]
    if not paths and what == "reference":
        raise InputError("no file of references is given; name at least one")
    return list(paths)


def check_files(paths: Sequence[FilePath | None]) -> None:
    """Refuse missing files, unsupported formats and a second standard input, before any work."""
    given = [path for path in paths if path is not None]
    refuse_second_standard_input(given)
    for path in given:
        suffix = os.path.splitext(os.fsdecode(path))[1].lower()
        if suffix in INSTEAD:
            raise InputError(
                f"{display_name(path)}: {suffix} files are not read; {INSTEAD[suffix]}; if it is "
                "plain text, rename it"
            )
        if not is_standard_input(path) and (is_remote(path) or not os.path.exists(path)):
            open_bytes(path).close()  # raises the error that names the file


def _named(paths: Sequence[FilePath], names: Sequence[str] | None) -> list[tuple[str, FilePath]]:
    """Return the plain files of hypotheses with the names of their systems."""
    if not paths:
        raise InputError(
            "no hypotheses are given; name a plain file of them for each system, or give one "
            "file that contains references and hypotheses"
        )
    for path in paths:
        format = format_of(path)
        if format is not None:
            raise InputError(
                f"{display_name(path)} looks like {LOOKS[format]} by its ending, but a "
                "file of hypotheses (-i) must be plain text, one per line; if the file contains "
                "hypotheses and references, give it alone"
            )
    if names is not None and len(names) != len(paths):
        raise InputError(
            f"there are {counted(len(names), 'system name')} for "
            f"{counted(len(paths), 'hypothesis file')}; give one for each file"
        )
    systems = [split_name(path)[0] for path in paths] if names is None else list(names)
    for index, system in enumerate(systems):
        earlier = systems.index(system)
        if earlier < index:
            raise InputError(
                f"{display_name(paths[earlier])} and {display_name(paths[index])} would both be "
                f"the system {system!r}; give every system a different name"
            )
    return list(zip(systems, paths, strict=True))


def _read_formatted(
    references: Sequence[FilePath],
    formats: Sequence[str | None],
    hypotheses: Sequence[FilePath],
    sources: FilePath | None,
    systems: Sequence[str] | None,
    choice: Choice,
) -> TestSet | None:
    """Read files that are not plain text, and select systems; None if all are plain text."""
    if not any(formats):
        _refuse_choice(references[0], systems, choice)
        return None
    if not _are_markup(formats):
        _refuse_choice(references[0], None, choice._replace(columns=None))
        table = _read_table(references, formats, choice)
        return _selected(table, formats, hypotheses, systems, choice)
    _refuse_choice(references[0], None, Choice(columns=choice.columns))
    others = [path for path in (*hypotheses, sources) if path and format_of(path) in MARKUP]
    given = zip([*references, *others], [*formats, *map(format_of, others)], strict=True)
    files = [(path, each == "xml") for path, each in given]
    test_set = _read_markup(files, display_name(references[0]), choice)
    _refuse_absent(test_set, "column", bool(hypotheses))
    if systems is None and hypotheses and not any(map(format_of, hypotheses)):
        systems = ()
    return _with_systems(test_set, systems)


def _anchor(
    references: Sequence[FilePath],
    formats: Sequence[str | None],
    hypotheses: Sequence[FilePath],
    sources: FilePath | None,
    format: str | None,
) -> FilePath | None:
    """Return a plain file with utterance ids, or None."""
    given = format if format in PLAIN else None
    plain = [path for path in (*hypotheses, sources) if path and format_of(path) is None]
    if any(formats):
        return anchor_of(plain, references)
    return anchor_of([*references, *plain], format=given)


def _of_utterances(
    references: Sequence[FilePath],
    named: Sequence[tuple[str, FilePath]],
    sources: FilePath | None,
    anchor: FilePath,
    format: str | None,
) -> TestSet:
    paths = [*references, *(path for _, path in named), *([sources] if sources else [])]
    words = joined_by_ids(paths, anchor, format)
    return TestSet(
        display_name(references[0]),
        {system: words[path] for system, path in named},
        References.interleaved([words[path] for path in references]),
        sources=words[sources] if sources else None,
    )


def _are_markup(formats: Sequence[str | None]) -> bool:
    return all(format in MARKUP for format in formats)


def _selected(
    table: TestSet,
    formats: Sequence[str | None],
    hypotheses: Sequence[FilePath],
    systems: Sequence[str] | None,
    choice: Choice,
) -> TestSet:
    """Return a table, or its first block, with the systems to take of it.

    Raises:
        InputError: It has no references, or there are hypotheses nowhere or in two places.
        OptionError: It has no such system.
    """
    noun = "key" if "jsonl" in formats else "column"
    _refuse_absent(table, noun, bool(hypotheses))
    if not choice.columns:
        warn_of_misnamed(table, noun)
    if systems is None and table.systems and hypotheses:
        raise InputError(
            f"{table.name}: contains hypotheses (of {', '.join(table.systems)}) in addition to "
            "the references, and they would be ignored; leave out the files of hypotheses, or "
            "select those of the table that are to be included by their names (--systems)"
        )
    return _with_systems(table, systems)


def _refuse_absent(test_set: TestSet, noun: str, has_hypotheses: bool) -> None:
    """Refuse a table without references, or hypotheses that are nowhere else."""
    absent = [] if test_set.systems or has_hypotheses else ["hypothesis"]
    absent += [] if test_set.references is not None else ["reference"]
    if absent:
        what = explain_absent(test_set.columns, *absent, noun=noun)
        if absent == ["hypothesis"]:
            what += "; give files of hypotheses too, or a table that contains them"
        raise InputError(f"{test_set.name} {what}")


def _with_systems(test_set: TestSet, systems: Sequence[str] | None) -> TestSet:
    """Select systems of a file, in this order; None selects all."""
    if systems is None:
        return test_set
    for system in systems:
        if system not in test_set.systems:
            raise OptionError(
                f"{test_set.name}: there is no system {system!r}"
                f"{nearest(system, list(test_set.systems))}"
            )
    return replace(test_set, systems={system: test_set.systems[system] for system in systems})


class _Opened(NamedTuple):
    """Plain references or a table, of which a block of segments at a time is in memory."""

    first: TestSet
    blocks: Iterable[TestSet]
    references: Iterable[References]
    documents: Iterable[str] | None


def _open_plain(paths: Sequence[FilePath], length: int | None, read_again: bool) -> _Opened:
    parts = reference_parts(paths, length, read_again)
    empty = TestSet(display_name(paths[0]), {}, None)
    blocks = Again(lambda: (replace(empty, references=part) for part in parts))
    return _Opened(empty, blocks, parts, None)


def _open_table(
    path: FilePath,
    formats: Sequence[str | None],
    hypotheses: Sequence[FilePath],
    systems: Sequence[str] | None,
    length: int | None,
    choice: Choice,
) -> _Opened:
    table = _table(path, formats[0], choice)
    blocks = table.blocks(length)
    first_blocks = list(islice(blocks, 2))
    first = _selected(first_blocks[0], formats, hypotheses, systems, choice)
    references: Iterable[References] = list(_references_of(first_blocks))
    documents: Iterable[str] | None = first.documents
    if len(first_blocks) > 1:
        references = Again(lambda: _references_of(table.blocks(length)))
        documents = documents and Again(lambda: _documents_of(table.blocks(length)))
        if not can_be_read_again(path):
            references, documents = (), documents and ()
    selected = partial(_with_systems, systems=systems)
    return _Opened(first, map(selected, chain(first_blocks, blocks)), references, documents)


def _references_of(blocks: Iterable[TestSet]) -> Iterator[References]:
    return (block.references for block in blocks if block.references is not None)


def _documents_of(blocks: Iterable[TestSet]) -> Iterator[str]:
    return chain.from_iterable(block.documents or () for block in blocks)


def _read_markup(files: Sequence[tuple[FilePath, bool]], name: str, choice: Choice) -> TestSet:
    from tallystick.metrics.reading.markup import parse_markup

    with contextlib.ExitStack() as stack:
        opened = [(stack.enter_context(open_bytes(path)), is_xml) for path, is_xml in files]
        return parse_markup(opened, name, choice)


def _read_table(
    references: Sequence[FilePath], formats: Sequence[str | None], choice: Choice
) -> TestSet:
    path, format = next((path, one) for path, one in zip(references, formats, strict=True) if one)
    if len(references) > 1:
        raise InputError(
            f"{display_name(path)}: a table of references must be the only one, but there are "
            f"{len(references)} reference files; put all references into the table, or give plain "
            "text files only"
        )
    [whole] = _table(path, format, choice).blocks(None)
    return whole


def _table(path: FilePath, format: str | None, choice: Choice) -> Table:
    if format == "parquet":
        from tallystick.metrics.reading.parquet import ParquetTable

        return ParquetTable(path, split_name(path)[0], choice.columns)
    if format is not None and format in QUOTED:
        from tallystick.metrics.reading.tsv import SeparatedTable

        return SeparatedTable(path, format, choice.columns)
    from tallystick.metrics.reading.jsonl import jsonl_blocks

    return LineTable(path, partial(jsonl_blocks, given=choice.columns))


def _refuse_same_names(test_set: TestSet, named: Sequence[tuple[str, FilePath]]) -> None:
    """Refuse plain files of hypotheses with the names of systems that a file contains."""
    for system, _ in named:
        if system in test_set.systems:
            raise InputError(
                f"{test_set.name}: contains the system {system!r}, and a file of hypotheses has "
                "the same name; give every system a different name"
            )


def _refuse_given_twice(
    test_set: TestSet, documents: FilePath | None, sources: FilePath | None
) -> None:
    """Refuse documents and sources that are in a file and in another one."""
    for what, path, column in (
        ("documents", documents, test_set.documents),
        ("sources", sources, test_set.sources),
    ):
        if path is not None and column is not None:
            raise InputError(
                f"{what} are given twice, in {test_set.name} and in {display_name(path)}; leave "
                "out the latter"
            )


def _refuse_choice(path: FilePath, systems: Sequence[str] | None, choice: Choice) -> None:
    given = {
        "systems": systems,
        "translators": choice.translators,
        "a language": choice.language,
        "columns": choice.columns,
    }
    for what, chosen in given.items():
        if chosen is not None:
            raise OptionError(
                f"{display_name(path)}: {what} cannot be selected from this file, which does not "
                "name any; leave out the selection"
            )


def _with_files(test_set: TestSet, documents: FilePath | None, sources: FilePath | None) -> TestSet:
    """Add the documents and sources that are in separate files."""
    segments = 0 if test_set.references is None else len(test_set.references)
    _refuse_given_twice(test_set, documents, sources)
    if documents is not None:
        of_segments = read_documents(documents)
        check_column(len(of_segments), documents, "document", segments)
        test_set = replace(test_set, documents=of_segments)
    if sources is not None:
        texts = read_text(sources)
        check_column(len(texts), sources, "source", segments)
        test_set = replace(test_set, sources=texts)
    return test_set
