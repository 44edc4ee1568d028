"""Read a test set from files of any supported format."""

from __future__ import annotations

import contextlib
import importlib
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count, islice, repeat, zip_longest
from typing import Any, NamedTuple, TypeVar, cast

from tallystick.errors import InputError, OptionError, counted, warn
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.corpus.corpus import Corpus, References
from tallystick.metrics.corpus.text import Text
from tallystick.metrics.reading.columns import (
    NUMBER,
    SAMPLE_ID,
    SEGMENT,
    explain_absent,
    misnamed,
    system_column,
)
from tallystick.metrics.reading.lines import read_text
from tallystick.metrics.reading.opening import (
    FilePath,
    State,
    can_be_read_again,
    display_name,
    is_remote,
    is_standard_input,
    open_bytes,
    refuse_second_standard_input,
    split_name,
)
from tallystick.metrics.reading.parallel import ParallelParts, all_empty, in_step, read_documents
from tallystick.metrics.reading.testset import (
    Again,
    Choice,
    RowsOfSystem,
    Table,
    TestSet,
    TestSetParts,
)
from tallystick.metrics.reading.utterances import FORMATS as PLAIN
from tallystick.metrics.reading.utterances import joined_by_ids
from tallystick.metrics.sums.statistics import ROWS_IN_A_SUM

SEPARATED: Mapping[str, tuple[str | None, bool | None]] = {
    "tsv": ("\t", None),
    "tsv-plain": ("\t", False),
    "tsv-quoted": ("\t", True),
    "csv": (None, True),
}
"""Formats of fields with their delimiter, and whether fields can be quoted; None asks the file."""
READERS = {
    "jsonl": "jsonl:JsonLines",
    "json": "jsonl:JsonDocument",
    "parquet": "parquet:ParquetTable",
    "fairseq": "fairseq:FairseqOutput",
}
"""Other formats of tables, each with the class that reads it, imported when it is needed."""
TABLES = (*SEPARATED, *READERS)
MARKUP = ("xml", "sgml")
FORMATS = (*TABLES, *MARKUP, *PLAIN)
FORMAT_OF_SUFFIX = {**{f".{format}": format for format in (*TABLES, *MARKUP)}, ".sgm": "sgml"}
LOOKS = {**dict.fromkeys(TABLES, "a table"), "xml": "XML", "sgml": "SGML"}
INSTEAD = {
    ".xlsx": "save it as a table of comma-separated values (.csv)",
    **dict.fromkeys((".srt", ".vtt"), "write the text of each segment on a line of its own"),
    **dict.fromkeys((".stm", ".ctm"), "write each utterance on a line, WORDS (ID), in a .trn file"),
}
"""Endings of unsupported formats, and what to do."""

CHOICES = ("systems", "translators", "a language", "columns")
"""What `Choice` chooses, in its order."""
SHARED = ("references", "documents", "sources", SAMPLE_ID, *SEGMENT)
"""What all systems of several tables, or of a table with a row for each, must have in common."""
OF_TABLES, OF_MARKUP = {"systems", "columns"}, {"systems", "translators", "a language"}

SEGMENTS_PER_PART = ROWS_IN_A_SUM

Item = TypeVar("Item")


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

    The ending of a file's name determines its format: .tsv, .csv, .jsonl, .json and .parquet are
    tables, .xml is WMT's XML (or mteval's), .sgm and .sgml are mteval's SGML, .trn is sclite's, and
    everything else is plain text with one segment per line, or Kaldi's if the name is `text` and
    every line begins with an utterance id. A further .gz, .xz or .zst is decompressed; "-" is
    standard input. Names such as "s3://bucket/name" are opened by fsspec.

    Args:
        references: Plain files, each with one reference per line; or one table or XML file, which
            may also contain the hypotheses and everything else; or several tables, each with its
            hypotheses and the same references; or SGML files.
        hypotheses: One plain file per system; or SGML or XML files if the references are in one.
        names: The names of the systems, one for each plain file of hypotheses, or for each of
            several tables; None uses the names of the files, without folder and endings.
        documents: A file with the document of every segment, one per line.
        sources: A file with the source of every segment, one per line; or SGML.
        format: "tsv", "csv", "jsonl", "json", "parquet", "xml", "sgml" or "fairseq" (the output of
            fairseq-generate), the format of all files of references; None uses the endings of
            their names. "tsv-plain" and "tsv-quoted" say whether
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
    choice = Choice(systems, translators, language, columns)
    test_set, parts = _Files(
        _listed(references), _listed(hypotheses), names, documents, sources, format, choice
    ).opened(None)
    corpora = {system: corpus for part in parts for system, corpus in part}
    corpus = next(iter(corpora.values()))
    test_set = replace(
        test_set,
        systems={system: of_system.hypotheses for system, of_system in corpora.items()},
        references=corpus.references,
        sources=cast("Text | None", corpus.sources),
    )
    if documents is not None and test_set.documents is None:
        test_set = replace(test_set, documents=read_documents(documents, len(test_set)))
    return test_set


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
    choice = Choice(systems, translators, language, columns)
    first, parts = _Files(
        _listed(references), _listed(hypotheses), names, documents, sources, format, choice
    ).opened(SEGMENTS_PER_PART if segments_per_part is None else segments_per_part, read_again)
    if not parts.blocks:
        for part in parts:  # raises the error that names the empty files
            del part
    of_segments: Iterable[str] | None = None
    if first.documents is not None:
        of_segments = _of_blocks(parts.blocks, lambda block: block.documents or ())
    elif documents is not None:
        of_segments = read_documents(documents)
    return TestSetParts(
        (*first.systems, *(name for name, _ in parts.hypotheses)),
        _of_blocks(parts.blocks, lambda block: filter(None, [block.references])),
        parts,
        of_segments,
        parts.source_path is not None or first.sources is not None,
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

    The parts can be iterated over once; if there are several, `references` is empty.
    """
    check_files([*hypotheses, documents])
    systems, paths = zip(*_named(hypotheses, names), strict=True)
    words = joined_by_ids(paths, format=format)
    steps = in_step(paths, segments_per_part, {})
    if words is not None:
        steps = iter([[words[path] for path in paths]])
    parts = (
        list(zip(systems, map(Corpus.without_references, texts), strict=True)) for texts in steps
    )
    first_parts = list(islice(parts, 2))
    if not first_parts:
        raise all_empty(paths)
    of_file = None if documents is None else read_documents(documents)
    [(_, corpus), *_] = first_parts[0]
    references = [corpus.references] if len(first_parts) == 1 else []
    return TestSetParts(systems, references, chain(first_parts, parts), of_file)


def format_of(path: FilePath) -> str | None:
    """Return the format indicated by the name of a file, or None for plain text."""
    return FORMAT_OF_SUFFIX.get(split_name(path)[1])


def _listed(paths: FilePath | Sequence[FilePath]) -> list[FilePath]:
    return [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)


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
            with open_bytes(path):  # raises the error that names the file
                pass


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
                "hypotheses and references, give it without -i, alone or with other such tables"
            )
    return _with_names(paths, names)


def _with_names(
    paths: Sequence[FilePath], names: Sequence[str] | None
) -> list[tuple[str, FilePath]]:
    """Return files with the names of their systems, by default their own."""
    if names is not None and len(names) != len(paths):
        raise InputError(
            f"there are {counted(len(names), 'system name')} for "
            f"{counted(len(paths), 'file')} of hypotheses; give one for each file"
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


class _Files(NamedTuple):
    """The files of a test set, and the choice of what they contain; see `read_test_set`."""

    references: Sequence[FilePath]
    hypotheses: Sequence[FilePath]
    names: Sequence[str] | None
    documents: FilePath | None
    sources: FilePath | None
    format: str | None
    choice: Choice

    @property
    def formats(self) -> list[str | None]:
        """The format of each file of references, or None for plain text."""
        plain = self.format in PLAIN
        return [None if plain else self.format or format_of(path) for path in self.references]

    def opened(self, length: int | None, read_again: bool = True) -> tuple[TestSet, ParallelParts]:
        """Open the test set in blocks of at most `length` segments: the first block, and the parts.

        Of plain files the first block is their name only.
        """
        if not self.references:
            raise InputError("no file of references is given; name at least one")
        if self.format is not None and self.format not in FORMATS:
            known = nearest(self.format, list(FORMATS))
            raise OptionError(f"the format {self.format!r} is not known{known}")
        check_files([*self.references, *self.hypotheses, self.documents, self.sources])
        is_plain, is_markup = not any(self.formats), set(self.formats) <= set(MARKUP)
        choices = set() if is_plain else OF_MARKUP if is_markup else OF_TABLES
        for what, chosen in zip(CHOICES, self.choice, strict=True):
            if chosen is not None and what not in choices:
                raise OptionError(
                    f"{display_name(self.references[0])}: {what} cannot be selected from this "
                    "file, which does not name any; leave out the selection"
                )
        others = [path for path in (*self.hypotheses, self.sources) if path]
        in_markup = [path for path in others if is_markup and format_of(path) in MARKUP]
        beside = [path for path in self.hypotheses if path not in in_markup]
        named = _named(beside, self.names) if beside or is_plain else []
        sources = None if self.sources in in_markup else self.sources
        if is_plain:
            words = joined_by_ids([*self.references, *others], format=self.format)
            if words is not None:
                test_set = self._of_utterances(named, words)
                return test_set, ParallelParts([test_set], test_set.name, (), None)
            first = TestSet(display_name(self.references[0]), {}, None)
            states: dict[str, State | None] = {}

            def read() -> Iterator[TestSet]:
                steps = map(References.interleaved, in_step(self.references, length, states))
                return (replace(first, references=step) for step in steps)

            blocks = _kept(read(), read, self.references, read_again)
            return first, ParallelParts(blocks, first.name, named, length, sources)
        joined_by_ids([path for path in others if format_of(path) is None], self.references)
        if is_markup:
            first, length = self._of_markup(in_markup), None
            blocks = [first]
        else:
            if read_again and not all(map(can_be_read_again, self.references)):
                length = None
            first, blocks = self._of_tables(length, read_again)
        if not (named or first.systems):
            _named((), None)  # refuses that there is none
        parts = ParallelParts(blocks, first.name, named, length, sources)
        self._refuse_what_is_given_twice(first, parts)
        return first, parts

    def _of_utterances(
        self, named: Sequence[tuple[str, FilePath]], words: Mapping[FilePath, Text]
    ) -> TestSet:
        references = References.interleaved([words[path] for path in self.references])
        documents = self.documents and read_documents(self.documents, len(references))
        return TestSet(
            display_name(self.references[0]),
            {system: words[path] for system, path in named},
            references,
            documents or None,
            words[self.sources] if self.sources else None,
        )

    def _of_markup(self, others: Sequence[FilePath]) -> TestSet:
        from tallystick.metrics.reading.markup import parse_markup

        formats = [*self.formats, *map(format_of, others)]
        given = zip([*self.references, *others], formats, strict=True)
        with contextlib.ExitStack() as stack:
            files = [(stack.enter_context(open_bytes(path)), each == "xml") for path, each in given]
            test_set = parse_markup(files, display_name(self.references[0]), self.choice)
        _refuse_absent(test_set, bool(self.hypotheses))
        systems = self.choice.systems
        if systems is None and self.hypotheses and not any(map(format_of, self.hypotheses)):
            systems = ()
        return _with_systems(test_set, systems)

    def _of_tables(self, length: int | None, read_again: bool) -> tuple[TestSet, Iterable[TestSet]]:
        """Return the first block and all blocks of tables, with the systems that are chosen."""
        given = list(zip(self.references, self.formats, strict=True))
        if len(given) > 1 and (self.hypotheses or not set(self.formats) <= set(TABLES)):
            path = next(path for path, format in given if format)
            raise InputError(
                f"{display_name(path)}: a table of references must be the only one, but there are "
                f"{len(given)} reference files; put all references into the table, or give plain "
                "text files only; or give tables only, each with hypotheses and the same references"
            )
        tables = [_table(path, str(format), self.choice.columns) for path, format in given]
        if len(tables) > 1:
            named = _with_names(self.references, self.names)
            for table, (name, _) in zip(tables, named, strict=True):
                table.system = name
        opened = [
            of_system
            for table in tables
            for of_system in _by_system(
                table, self._checked(table, table.blocks(length)), length, len(tables) == 1
            )
        ]
        joined = [table for table, _ in opened]

        def selected(blocks: Sequence[Iterator[TestSet]]) -> Iterator[TestSet]:
            once = map(self._with_each_segment_once, joined, blocks)
            in_one = _in_one(joined, list(once))
            return (_with_systems(block, self.choice.systems, tables) for block in in_one)

        def again() -> Iterator[TestSet]:
            return selected([table.blocks(length) for table in joined])

        blocks = selected([blocks for _, blocks in opened])
        first = next(blocks)
        return first, _kept(chain([first], blocks), again, self.references, read_again)

    def _with_each_segment_once(self, table: Table, blocks: Iterator[TestSet]) -> Iterator[TestSet]:
        """Yield blocks; refuse a segment that a system of a table has twice, in one document.

        A table without a column of systems may repeat numbers, as one of spoiled texts does.
        """
        segments, of_documents = count(), defaultdict[str, dict[str, int]](dict)
        paths = (path for path in (self.documents,) if path and can_be_read_again(path))
        of_file = chain(chain.from_iterable(map(read_text, paths)), repeat(""))
        for block in blocks:
            column = None
            if block.systems and system_column(block.metadata, table.name, table.noun):
                column = next((name for name in SEGMENT if name in block.metadata), None)
            numbers = () if column is None else block.metadata[column]
            of_rows = zip(numbers, block.documents or of_file, segments, strict=False)
            for number, document, segment in of_rows:
                first = of_documents[document].setdefault(number, segment)
                if first != segment:
                    of_document = f" of the document {document!r}" if document else ""
                    raise InputError(
                        f"{table.name}: rows {table.row(first):,} and {table.row(segment):,} both "
                        f"have {number!r} in the {table.noun} {column!r}{of_document}, but a "
                        "system has each segment once; give each run the name of a system of its "
                        "own (--names A A B says which are runs of one system), name the documents "
                        f"if numbers start anew in each, or rename the {table.noun} if it does not "
                        "number segments"
                    )
            yield block

    def _checked(self, table: Table, blocks: Iterator[TestSet]) -> Iterator[TestSet]:
        """Return the blocks of a table; refuse it if the first lacks what it must have."""
        first = next(blocks, None)
        if first is None:
            raise InputError(f"{table.name} {table.empty}, so there is nothing to score")
        _refuse_absent(first, bool(self.hypotheses), table.noun, table.header)
        if not self.choice.columns:
            for message, _ in misnamed(first.metadata, first.columns, table.noun):
                warn(f"{first.name}: {message}")
        if self.choice.systems is None and first.systems and self.hypotheses:
            raise InputError(
                f"{first.name}: contains hypotheses (of {', '.join(first.systems)}) in addition to "
                "the references, and they would be ignored; leave out the files of hypotheses, or "
                "select those of the table that are to be included by their names (--systems)"
            )
        return chain([first], blocks)

    def _refuse_what_is_given_twice(self, first: TestSet, parts: ParallelParts) -> None:
        """Refuse systems, documents and sources that are in a file and in another one."""
        for system, _ in parts.hypotheses:
            if system in first.systems:
                raise InputError(
                    f"{first.name}: contains the system {system!r}, and a file of hypotheses "
                    "has the same name; give every system a different name"
                )
        for what, path, column in (
            ("documents", self.documents, first.documents),
            ("sources", parts.source_path, first.sources),
        ):
            if path is not None and column is not None:
                raise InputError(
                    f"{what} are given twice, in {first.name} and in {display_name(path)}; leave "
                    "out the latter"
                )


def _by_system(
    table: Table, blocks: Iterator[TestSet], length: int | None, is_only: bool
) -> list[tuple[Table, Iterator[TestSet]]]:
    """Return a table with its blocks, or the rows of each system that a column of it names."""
    first = next(blocks)
    blocks = chain([first], blocks)
    column = system_column(first.metadata if first.systems else (), table.name, table.noun)
    if column is None:
        return [(table, blocks)]
    if length is not None and not can_be_read_again(table.path):
        blocks = _of_one_system(table, blocks, column)
    elif length is not None:
        names = (name for block in table.blocks(length) for name in block.metadata[column])
        system = next(names)
        if any(name != system for name in names):
            first = next(table.blocks(None))
    rows: dict[str, list[int]] = {}
    for row, system in enumerate(first.metadata[column]):
        if not system or system != system.strip():
            raise InputError(
                f"{table.name}: row {row + 1:,} has {system!r} in the {table.noun} {column!r}; "
                "expected the name of its system, without spaces around it"
            )
        rows.setdefault(system, []).append(row)
    if len(rows) == 1:
        return [(table, _renamed(table, blocks, *rows) if is_only else blocks)]
    _warn_of_differing(table, first.metadata, column, [*rows.values()])
    tables = [
        RowsOfSystem(table, system if is_only else f"{table.system}:{system}", first, numbers)
        for system, numbers in rows.items()
    ]
    return [(of_system, of_system.blocks(length)) for of_system in tables]


def _renamed(table: Table, blocks: Iterator[TestSet], system: str) -> Iterator[TestSet]:
    """Return the blocks of a table whose system has the name in a column, unless it has a label."""
    by_file, table.system = table.system, system
    return (
        replace(
            block,
            systems={system if name == by_file else name: of for name, of in block.systems.items()},
        )
        for block in blocks
    )


def _of_one_system(table: Table, blocks: Iterator[TestSet], column: str) -> Iterator[TestSet]:
    """Yield blocks that can be read only once; refuse several systems, which need all rows."""
    system: str | None = None
    for block in blocks:
        system = system or block.metadata[column][0]
        if not set(block.metadata[column]) <= {system}:
            raise InputError(
                f"{table.name}: the {table.noun} {column!r} names several systems, whose rows are "
                "read from a file only; save it to a file"
            )
        yield block


def _in_one(tables: Sequence[Table], blocks: Sequence[Iterator[TestSet]]) -> Iterator[TestSet]:
    """Yield the blocks of a table, or of several tables of the same segments, with all systems.

    A system of several tables has the name of its table, and behind it its own if there are others.
    """
    if len(tables) == 1:
        yield from blocks[0]
        return
    begin = 0
    end = TestSet("", {}, References.per_segment([]))
    for step in zip_longest(*blocks, fillvalue=end):
        shared: dict[str, Any] = {}
        for what in SHARED:
            columns = [getattr(block, what, block.metadata.get(what)) for block in step]
            known: Any = next((column for column in columns if column is not None), None)
            for table, column in zip(tables, columns, strict=True):
                if column is not None and column != known:
                    pairs = enumerate(zip_longest(column, known), begin + 1)
                    segment = next(number for number, (own, other) in pairs if own != other)
                    raise InputError(
                        f"{table.name}: segment {segment:,} differs in {what} from the "
                        f"{table.others} before it, or one of them ends there; all {table.others} "
                        f"must have the same segments in the same order{table.remedy}"
                    )
            shared[what] = known
        begin += len(step[0])
        yield replace(
            step[0],
            systems={
                table.system if len(block.systems) == 1 else f"{table.system}:{name}": texts
                for table, block in zip(tables, step, strict=True)
                for name, texts in block.systems.items()
            },
            metadata={
                name: values
                for name, values in step[0].metadata.items()
                if all(block.metadata.get(name) == values for block in step)
            },
            references=shared["references"],
            documents=shared["documents"],
            sources=shared["sources"],
        )


def _kept(
    blocks: Iterator[TestSet],
    again: Callable[[], Iterator[TestSet]],
    paths: Sequence[FilePath],
    read_again: bool,
) -> Iterable[TestSet]:
    """Return blocks for iterating again, if files can be read so or are kept in memory."""
    first_blocks = list(islice(blocks, 2))
    begun = chain(first_blocks, blocks)
    if len(first_blocks) < 2:
        return first_blocks
    if all(map(can_be_read_again, paths)):
        return Again(again, begun)
    return list(begun) if read_again else begun


def _of_blocks(
    blocks: Iterable[TestSet], items: Callable[[TestSet], Iterable[Item]]
) -> Iterable[Item]:
    """Return items of all blocks; none if the blocks can be iterated over only once."""
    if isinstance(blocks, Again):
        return Again(lambda: chain.from_iterable(map(items, blocks)))
    return list(chain.from_iterable(map(items, blocks))) if isinstance(blocks, list) else ()


def _table(path: FilePath, format: str, columns: Mapping[str, str] | None) -> Table:
    if format in SEPARATED:
        from tallystick.metrics.reading.tsv import SeparatedTable

        return SeparatedTable(path, columns, *SEPARATED[format])
    module, _, name = READERS[format].partition(":")
    reader = getattr(importlib.import_module(f"tallystick.metrics.reading.{module}"), name)
    table: Table = reader(path, columns)
    return table


def _refuse_absent(
    test_set: TestSet, has_hypotheses: bool, noun: str = "column", header: Sequence[str] = ()
) -> None:
    """Refuse a table without references, or hypotheses that are nowhere else."""
    absent = [] if test_set.systems or has_hypotheses else ["hypothesis"]
    absent += [] if test_set.references is not None else ["reference"]
    if absent:
        what = explain_absent(test_set.columns, *absent, noun=noun, header=header)
        if absent == ["hypothesis"]:
            what += "; give files of hypotheses too, or a table that contains them"
        raise InputError(f"{test_set.name} {what}")


def _with_systems(
    test_set: TestSet, systems: Sequence[str] | None, tables: Sequence[Table] = ()
) -> TestSet:
    """Select systems of a file, in this order; None selects all.

    A name that systems have in several tables selects that of each table.
    """
    if systems is None:
        return test_set
    selected: list[str] = []
    for system in systems:
        names = [system, *(f"{table.system}:{system}" for table in tables)]
        known = [name for name in names if name in test_set.systems]
        if not known:
            raise OptionError(
                f"{test_set.name}: there is no system {system!r}"
                f"{nearest(system, list(test_set.systems))}"
            )
        selected += known[:1] if known[0] == system else known
    return replace(test_set, systems={system: test_set.systems[system] for system in selected})


def _warn_of_differing(
    table: Table,
    metadata: Mapping[str, Sequence[str]],
    system: str,
    rows: Sequence[Sequence[int]],
) -> None:
    """Warn about the columns in which systems differ, which are left out, but not about numbers.

    Scores and times are of outputs, not of segments.
    """
    differing = [
        name
        for name, values in metadata.items()
        if name not in (system, *SHARED)
        and len({tuple(map(values.__getitem__, of_system)) for of_system in rows}) > 1
        and not all(map(NUMBER.fullmatch, values))
    ]
    if differing:
        warn(
            f"{table.name}: values of {', '.join(map(repr, differing))} differ between systems, so "
            "they are left out; metadata of a segment is the same for all systems"
        )
