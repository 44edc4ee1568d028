"""Reading a test set from whatever files it is in."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from dataclasses import replace

from tallystick.errors import InputError, OptionError
from tallystick.metrics.reading.lines import read_text
from tallystick.metrics.reading.opening import (
    FilePath,
    display_name,
    is_standard_input,
    open_bytes,
    refuse_second_standard_input,
    split_name,
)
from tallystick.metrics.reading.parallel import (
    ParallelParts,
    check_column,
    read_documents,
    reference_parts,
)
from tallystick.metrics.reading.test_set import (
    Choice,
    TestSet,
    TestSetParts,
    explain_absent,
    warn_of_misspelt,
)
from tallystick.metrics.registry import nearest
from tallystick.metrics.statistics import ROWS_IN_A_SUM
from tallystick.metrics.wording import counted

TABLES = ("tsv", "jsonl")
MARKUP = ("xml", "sgml")
FORMATS = (*TABLES, *MARKUP)
FORMAT_OF_SUFFIX = {**{f".{format}": format for format in FORMATS}, ".sgm": "sgml"}
INSTEAD = {
    ".csv": "save it as a tab-separated table (.tsv), without quotation marks",
    ".json": "write it as JSON Lines (.jsonl), one complete object on every line",
    ".xlsx": "save it as a tab-separated table (.tsv)",
}
"""Endings that are mistaken for those of tables, and what to do."""

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
) -> TestSet:
    r"""Read a test set: references, and the hypotheses of one or more systems.

    The format of a file is that of its name's ending: .tsv and .jsonl are tables, .xml is WMT's XML
    (or mteval's), .sgm and .sgml are mteval's SGML, and everything else is plain text with one
    segment a line. .gz, .xz and .zst behind it are decompressed; "-" is standard input.

    Args:
        references: Plain files, each with one reference a line; or one table or XML file, which
            may hold the hypotheses and all else too; or SGML files.
        hypotheses: One plain file for each system; or SGML or XML files beside references in one.
        names: The systems' names, one for each plain file of hypotheses; None takes the names of
            the files, without folder and endings.
        documents: A file with the document of every segment, one a line.
        sources: A file with the source of every segment, one a line; or SGML.
        format: "tsv", "jsonl", "xml" or "sgml" of the one file of references, where its name does
            not say; None takes what the name says.
        systems: Of a file that holds several systems only these, in this order; None takes all.
            Where plain hypotheses are given beside an XML file, None takes none of its own.
        translators: Of WMT's XML and of SGML only the references of these translators.
        language: The language of references and hypotheses, where a file holds several.

    Returns:
        The test set, all of it in memory.

    Raises:
        InputError: A file cannot be read or is not what its name says; files do not belong
            together; there is nothing to score. Names the file and the line.
        OptionError: A file does not hold what is chosen; lists what it holds.

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
    choice = Choice(translators, language)
    test_set = _read_formatted(references, hypotheses, sources, format, systems, choice)
    plain = hypotheses
    if test_set is None:
        whole = next(iter(reference_parts(references, None)), None)
        test_set = TestSet(display_name(references[0]), {}, whole)
    else:
        plain = [path for path in hypotheses if format_of(path) not in MARKUP]
        sources = None if sources is not None and format_of(sources) in MARKUP else sources
    if plain or not test_set.systems:
        of_references = [] if test_set.references is None else [test_set.references]
        parts = ParallelParts(of_references, references[0], _named(plain, names), None)
        found = {system: corpus.hypotheses for part in parts for system, corpus in part}
        for system in found.keys() & test_set.systems.keys():
            raise InputError(
                f"{test_set.name}: holds the system {system!r}, and a file of hypotheses is called "
                "so too; give every system a name of its own"
            )
        test_set = replace(test_set, systems={**test_set.systems, **found})
    return _with_files(test_set, documents, sources)


def stream_test_set(
    references: FilePath | Sequence[FilePath],
    hypotheses: FilePath | Sequence[FilePath] = (),
    *,
    names: Sequence[str] | None = None,
    documents: FilePath | None = None,
    format: str | None = None,
    systems: Sequence[str] | None = None,
    translators: Sequence[str] | None = None,
    language: str | None = None,
    segments_per_part: int | None = None,
) -> TestSetParts:
    r"""Open a test set in parts; of plain files no more than one part is in memory.

    Args:
        references: As for `read_test_set`.
        hypotheses: As for `read_test_set`.
        names: As for `read_test_set`.
        documents: As for `read_test_set`.
        format: As for `read_test_set`.
        systems: As for `read_test_set`.
        translators: As for `read_test_set`.
        language: As for `read_test_set`.
        segments_per_part: How many segments each part of plain files has; None takes as many as
            give the scores of the whole to the last digit.

    Returns:
        The parts: one of all segments for all formats but plain text. What is wrong in plain
        files is found only when they are read; their number of documents is not checked.

    Raises:
        InputError: As for `read_test_set`.
        OptionError: As for `read_test_set`.

    >>> import tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "same.txt")
    >>> with open(path, "w") as file:
    ...     _ = file.write("a\nb\nc\n")
    >>> test_set = stream_test_set(path, path, segments_per_part=2)
    >>> [len(corpus) for part in test_set.parts for system, corpus in part]
    [2, 1]
    """
    references, hypotheses = _listed(references, "reference"), _listed(hypotheses, "hypothesis")
    if format is not None or any(map(format_of, references)):
        test_set = read_test_set(
            references,
            hypotheses,
            names=names,
            documents=documents,
            format=format,
            systems=systems,
            translators=translators,
            language=language,
        )
        corpora = list(test_set.corpora().items())
        shared = [corpora[0][1].references]
        return TestSetParts(tuple(test_set.systems), shared, [corpora], test_set.documents)
    check_files([*references, *hypotheses, documents])
    _refuse_choice(references[0], systems, Choice(translators, language))
    named = _named(hypotheses, names)
    length = SEGMENTS_PER_PART if segments_per_part is None else segments_per_part
    streamed = reference_parts(references, length)
    parts = ParallelParts(streamed, references[0], named, length)
    if isinstance(streamed, list) and not streamed:
        for part in parts:  # says whether all files are empty, or only the references
            del part
    of_file = None if documents is None else read_documents(documents)
    return TestSetParts(tuple(name for name, _ in named), streamed, parts, of_file)


def format_of(path: FilePath) -> str | None:
    """Return the format that a file's name says, or None for plain text.

    >>> format_of("a.jsonl.xz"), format_of("a.SGM"), format_of("a.txt")
    ('jsonl', 'sgml', None)
    """
    return FORMAT_OF_SUFFIX.get(split_name(path)[1])


def _listed(paths: FilePath | Sequence[FilePath], what: str) -> list[FilePath]:
    if isinstance(paths, (str, os.PathLike)):
        return [paths]
    if not paths and what == "reference":
        raise InputError("no file of references is given; name at least one")
    return list(paths)


def check_files(paths: Sequence[FilePath | None]) -> None:
    """Refuse what can be refused before any work is done; None for files that are not given.

    Raises:
        InputError: A file is missing, its name says a format that is not read, or standard input
            is named twice.
    """
    given = [path for path in paths if path is not None]
    refuse_second_standard_input(given)
    for path in given:
        suffix = os.path.splitext(os.fsdecode(path))[1].lower()
        if suffix in INSTEAD:
            raise InputError(
                f"{display_name(path)}: {suffix} files are not read; {INSTEAD[suffix]}; if it is "
                "plain text, rename it"
            )
        if not is_standard_input(path) and not os.path.exists(path):
            open_bytes(path).close()  # raises the error that names the file


def _named(paths: Sequence[FilePath], names: Sequence[str] | None) -> list[tuple[str, FilePath]]:
    """Return the plain files of hypotheses with the names of their systems."""
    if not paths:
        raise InputError(
            "no hypotheses are given; name a plain file of them for each system, or give one "
            "file that holds references and hypotheses"
        )
    for path in paths:
        if format_of(path) is not None:
            raise InputError(
                f"{display_name(path)}: is no plain text by its name, where a plain file of "
                "hypotheses is expected; a file that holds hypotheses and references is given "
                "alone, in the place of the references"
            )
    if names is not None and len(names) != len(paths):
        raise InputError(
            f"there are {counted(len(names), 'system name')} for "
            f"{counted(len(paths), 'hypothesis file')}; give one each"
        )
    systems = [split_name(path)[0] for path in paths] if names is None else list(names)
    for index, system in enumerate(systems):
        earlier = systems.index(system)
        if earlier < index:
            raise InputError(
                f"{display_name(paths[earlier])} and {display_name(paths[index])} would both be "
                f"the system {system!r}; give every system a name of its own"
            )
    return list(zip(systems, paths, strict=True))


def _read_formatted(
    references: Sequence[FilePath],
    hypotheses: Sequence[FilePath],
    sources: FilePath | None,
    format: str | None,
    systems: Sequence[str] | None,
    choice: Choice,
) -> TestSet | None:
    """Read what is no plain text, and take the chosen systems; None where all is plain text."""
    formats = [format or format_of(path) for path in references]
    if not any(formats):
        _refuse_choice(references[0], systems, choice)
        return None
    name = display_name(references[0])
    is_markup = all(each in MARKUP for each in formats)
    if is_markup:
        others = [path for path in (*hypotheses, sources) if path and format_of(path) in MARKUP]
        given = zip([*references, *others], [*formats, *map(format_of, others)], strict=True)
        test_set = _read_markup([(path, each == "xml") for path, each in given], name, choice)
    else:
        _refuse_choice(references[0], None, choice)
        test_set = _read_table(references, formats)
    absent = [] if test_set.systems or hypotheses else ["hypothesis"]
    absent += [] if test_set.references is not None else ["reference"]
    if absent:
        what = explain_absent(test_set.columns, *absent)
        if absent == ["hypothesis"] and "; rename" not in what:
            what += "; give files of hypotheses too, or a table that holds them"
        raise InputError(f"{name} {what}")
    warn_of_misspelt(list(test_set.metadata), name)
    if systems is None and test_set.systems and any(format_of(path) is None for path in hypotheses):
        if not is_markup:
            raise InputError(
                f"{name}: holds hypotheses (of {', '.join(test_set.systems)}) besides the "
                "references, and they would be left out; leave out the files of hypotheses, or "
                "choose the systems of the table to be taken too"
            )
        if not any(format_of(path) in MARKUP for path in hypotheses):
            systems = ()
    if systems is None:
        return test_set
    for system in systems:
        if system not in test_set.systems:
            raise OptionError(
                f"{name}: there is no system {system!r}{nearest(system, list(test_set.systems))}"
            )
    return replace(test_set, systems={system: test_set.systems[system] for system in systems})


def _read_markup(files: Sequence[tuple[FilePath, bool]], name: str, choice: Choice) -> TestSet:
    from tallystick.metrics.reading.markup import parse_markup

    with contextlib.ExitStack() as stack:
        opened = [(stack.enter_context(open_bytes(path)), is_xml) for path, is_xml in files]
        return parse_markup(opened, name, choice)


def _read_table(references: Sequence[FilePath], formats: Sequence[str | None]) -> TestSet:
    path, format = next(each for each in zip(references, formats, strict=True) if each[1])
    if len(references) > 1:
        raise InputError(
            f"{display_name(path)}: a table of references is given alone, but there are "
            f"{len(references)} reference files; put all references into the table, or give plain "
            "text files only"
        )
    if format == "tsv":
        from tallystick.metrics.reading.tsv import parse_tsv as parse
    else:
        from tallystick.metrics.reading.jsonl import parse_jsonl as parse
    return parse(read_text(path), display_name(path), split_name(path)[0])


def _refuse_choice(path: FilePath, systems: Sequence[str] | None, choice: Choice) -> None:
    given = {"systems": systems, "translators": choice.translators, "a language": choice.language}
    for what, chosen in given.items():
        if chosen is not None:
            raise OptionError(
                f"{display_name(path)}: {what} cannot be chosen of this file, which does not name "
                "any; leave the choice out"
            )


def _with_files(test_set: TestSet, documents: FilePath | None, sources: FilePath | None) -> TestSet:
    """Add the documents and sources that are in files of their own."""
    segments = 0 if test_set.references is None else len(test_set.references)
    for what, path, column in (
        ("documents", documents, test_set.documents),
        ("sources", sources, test_set.sources),
    ):
        if path is not None and column is not None:
            raise InputError(
                f"{what} are given twice, in {test_set.name} and in {display_name(path)}; leave "
                "out the latter"
            )
    if documents is not None:
        of_segments = read_documents(documents)
        check_column(len(of_segments), documents, "document", segments)
        test_set = replace(test_set, documents=of_segments)
    if sources is not None:
        texts = read_text(sources)
        check_column(len(texts), sources, "source", segments)
        test_set = replace(test_set, sources=texts)
    return test_set
