"""Reading of the texts that a command is given, and the names of systems from those of files."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tallystick.command_line.inputs.given import Inputs, Kind
from tallystick.errors import InputError, OptionError, counted, warn
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.base.text_warnings import EQUAL_TO_REFERENCES, equal_references
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.reading import part_files, read
from tallystick.metrics.reading.columns import LABELLED, with_labels
from tallystick.metrics.reading.opening import display_name, is_standard_input, split_name
from tallystick.metrics.reading.testset import TestSetParts

UNITS = ("segment", "document")
WMT = re.compile(r"[^.]+\.[a-z]{2,3}-[a-z]{2,3}\.(hyp\.)?(?P<system>.+)\.[a-z]{2,3}")
LANGUAGE = re.compile(r"(?P<system>.+)\.[a-z]{2,3}(-[a-z]{2,3})?")


def open_scored(
    inputs: Inputs, needs_references: bool = True, read_again: bool = True
) -> TestSetParts:
    """Open texts in parts, see `stream_test_set`; without -i, hypotheses are standard input."""
    if not needs_references and inputs.have_no_references:
        inputs._replace(kind=Kind.HYPOTHESES).check()
        hypotheses = inputs.hypotheses or ["-"]
        parts = read.read_hypotheses(
            hypotheses,
            names=_names_of(hypotheses, inputs.names),
            documents=inputs.docs,
            format=inputs.text_format,
        )
        return _renamed_parts(parts, inputs.names)
    inputs = _complete(inputs)
    if _lack_hypotheses(inputs):
        inputs = inputs._replace(hypotheses=["-"])
        if sys.stdin is not None and sys.stdin.isatty():
            print(
                "tallystick: reading hypotheses from the terminal, one per line, up to Ctrl-D; "
                "use -i for files",
                file=sys.stderr,
            )
    parts = read.stream_test_set(**_arguments(inputs), read_again=read_again)
    return _renamed_parts(parts, inputs.names)


def _renamed_parts(parts: TestSetParts, given: Sequence[str]) -> TestSetParts:
    if not given:
        return parts
    names = check_names(given, parts.systems)
    return replace(parts, systems=tuple(names), parts=_renamed(parts.parts, names))


def _renamed(
    parts: Iterable[Iterable[tuple[str, Corpus]]], names: Sequence[str]
) -> Iterator[Iterator[tuple[str, Corpus]]]:
    for part in parts:
        # each system is read when it is reached, so the part must not become a list
        yield ((names[place], corpus) for place, (_, corpus) in enumerate(part))


@contextlib.contextmanager
def hint_at_forgotten_input(inputs: Inputs) -> Iterator[None]:
    """Explain an error about standard input by the missing -i."""
    try:
        yield
    except InputError as error:
        references = inputs.references
        if inputs.hypotheses or not references or "standard input" not in str(error):
            raise
        *others, last = references if len(references) > 1 else [*references, "HYPOTHESES"]
        raise InputError(
            f"no -i is given; did you mean tallystick {inputs.command} {' '.join(others)} -i "
            f"{last}? Hypotheses were read from standard input: {error}"
        ) from None


def read_systems(inputs: Inputs) -> list[tuple[str, Corpus]]:
    """Read the name and corpus of several systems; a name that occurs several times has runs."""
    inputs = _complete(inputs)
    if _lack_hypotheses(inputs):
        references = inputs.references
        read.check_files(references)
        if len(references) > 1:
            raise InputError(
                f"no -i is given; did you mean tallystick {inputs.command} {references[0]} -i "
                f"{' '.join(references[1:])}? Without it, all files are references"
            )
        raise InputError(
            "no system is given; name a file of hypotheses for each after -i, as in tallystick "
            f"{inputs.command} REFERENCE -i SYSTEM SYSTEM, or give a table that contains them"
        )
    corpora = read.read_test_set(**_arguments(inputs)).corpora()
    names: Sequence[str] = list(corpora)
    if inputs.names:
        names = check_names(inputs.names, names, runs=True)
    return list(zip(names, corpora.values(), strict=True))


def read_one(inputs: Inputs) -> Corpus:
    """Read the texts of a single system."""
    inputs = _complete(inputs)
    if _lack_hypotheses(inputs):
        raise InputError(
            "no system is given; name its file of hypotheses after -i, as in tallystick "
            f"{inputs.command} {' '.join(inputs.references)} -i SYSTEM, or give a table that "
            "contains it"
        )
    corpora = read.read_test_set(**_arguments(inputs)).corpora()
    if len(corpora) != 1:
        raise InputError(
            f"{len(corpora)} systems are given, {', '.join(corpora)}; tallystick {inputs.command} "
            "takes one: give one file after -i, or choose one of a table with --systems NAME"
        )
    [corpus] = corpora.values()
    return corpus


def files_of_parts(inputs: Inputs) -> tuple[list[part_files.PartFiles], list[str]]:
    """Return the files of all parts of a corpus, and the names of the systems."""
    table = [] if inputs.table is None else [inputs.table]
    references, hypotheses = [*table, *inputs.references], inputs.hypotheses
    if not references or not (hypotheses or any(map(read.format_of, references))):
        raise OptionError(
            f"names with {part_files.PART} take references first and hypotheses after -i, or one "
            "table alone"
        )
    format, columns = inputs.table_format or inputs.text_format, _columns(inputs)
    of_parts = part_files.part_files(references, hypotheses, inputs.docs, inputs.source)
    parts = [part._replace(format=format, columns=columns) for part in of_parts]
    if hypotheses:
        names = system_names(list(map(part_files.without_part, hypotheses)))
    else:
        names = part_files.names_of(references, hypotheses)
    return parts, check_names(inputs.names, names) if inputs.names else names


def check_sources(metrics: Mapping[str, Metric], has_sources: bool) -> None:
    """Refuse metrics that compare with the sources if these are not known."""
    for spec, metric in metrics.items():
        if metric.identity.needs_sources and not has_sources:
            raise InputError(
                f"{spec} compares with the source texts, which are not known; name a file with "
                "--source FILE, one source per line, or give a table with a column 'source'"
            )


def check_documents(option: str, documents: Iterable[str] | None) -> None:
    """Refuse an option that needs documents if these are not known."""
    if documents is None:
        raise OptionError(
            f"{option} is given but the document of no segment is known; name a file with "
            "--docs FILE, one document per line, or give a table with a column 'doc'"
        )


def check_unit(field: str | None, corpus: Corpus) -> None:
    """Refuse a field that segments cannot be grouped by."""
    if field is None or field == "segment" or field in corpus.metadata:
        return
    if field == "document":
        check_documents("--by document", corpus.documents)
        return
    known = [*UNITS, *corpus.metadata]
    raise OptionError(
        f"--by is {field!r}, which is not a column of metadata (only tables have it, in columns "
        "in which all systems agree)"
        f"{nearest(field, known)}"
    )


def _complete(inputs: Inputs) -> Inputs:
    """Return inputs whose references are all files but those of -i; refuse them if some lack."""
    references, hypotheses, table = inputs.references, inputs.hypotheses, inputs.table
    if table is None and inputs.table_format and hypotheses:
        raise OptionError("--table-format is given without --table; leave it out")
    if table is not None:
        if references or hypotheses:
            raise OptionError(
                f"--table {table} contains both hypotheses and references, but "
                f"{', '.join([*references, *hypotheses])} is given too; leave out one of them, or "
                "give several tables of this kind before the options, without --table and -i"
            )
        if inputs.table_format is None and read.format_of(table) is None:
            what = "has no name that says" if is_standard_input(table) else "its name does not say"
            raise InputError(
                f"--table {table}: {what} the format; expected a name ending in .tsv, .csv, "
                ".jsonl, .json, .parquet, .xml or .sgm (and .gz, .xz or .zst), or add "
                "--table-format tsv (or csv, jsonl, json, parquet, xml, sgml, fairseq)"
            )
        references = [table]
    if not references:
        swallowed = ""
        if len(hypotheses) > 1:
            swallowed = f"; if {hypotheses[-1]!r} is one, it was read as a value of -i"
        raise InputError(
            f"no reference file is given{swallowed}; put references before the options, as in "
            f"tallystick {inputs.command} REFERENCE -i HYPOTHESES -m bleu nist"
        )
    refuse_same_file("references", references)
    return inputs._replace(references=references, table=None)


def _lack_hypotheses(inputs: Inputs) -> bool:
    """Return whether there are plain references and no -i."""
    format = inputs.table_format or inputs.text_format
    return not inputs.hypotheses and not any([format, *map(read.format_of, inputs.references)])


def _arguments(inputs: Inputs) -> dict[str, Any]:
    """Return the arguments of `read_test_set`."""
    names = _names_of(inputs.hypotheses, inputs.names)
    if not inputs.hypotheses and len(inputs.references) > 1:
        names = system_names(inputs.references)  # of tables; --names are those of all systems
    return {
        "references": inputs.references,
        "hypotheses": inputs.hypotheses,
        "names": names,
        "documents": inputs.docs,
        "sources": inputs.source,
        "format": inputs.table_format or inputs.text_format,
        "systems": inputs.systems,
        "translators": inputs.translators,
        "language": inputs.target_language,
        "columns": _columns(inputs),
    }


def _columns(inputs: Inputs) -> dict[str, str] | None:
    """Return the column in the table for each meaning that --columns names, or None."""
    columns = columns_of(inputs.columns)
    if "human" in inputs.given:
        from tallystick.reports.meta_evaluation.human.preferences import ALL_MEANINGS

        columns = {name: column for name, column in columns.items() if name not in ALL_MEANINGS}
    return columns or None


def columns_of(words: Sequence[str] | None) -> dict[str, str]:
    """Return the column for each meaning that --columns names."""
    columns: dict[str, str] = {}
    for word in words or ():
        meaning, sign, column = word.partition("=")
        if sign and column and meaning in columns and meaning in LABELLED:
            raise OptionError(
                f"--columns names {meaning} twice; give each column a label, as in "
                f"{with_labels(meaning, [columns[meaning], column])}"
            )
        if not (sign and column) or meaning in columns:
            raise OptionError(
                f"--columns {word}: expected MEANING=COLUMN, each meaning once, such as "
                "hypothesis=prediction or reference:2=target"
            )
        columns[meaning] = column
    if "item" in columns:  # what is rated, whose number is that of its segment
        columns.setdefault("segment", columns.pop("item"))
    return columns


def _names_of(hypotheses: Sequence[str], given: Sequence[str]) -> list[str] | None:
    """Return names for the plain files among the hypotheses; other files name their systems.

    A file may be given twice under different names, but not as two runs of one system.
    """
    plain = [path for path in hypotheses if read.format_of(path) is None]
    if plain and len(plain) == len(hypotheses) == len(set(given)):
        return list(given)
    refuse_same_file("hypotheses", hypotheses, "; give every file once, or --names that differ")
    return system_names(plain) if plain else None


def system_names(paths: Sequence[str]) -> list[str]:
    """Return a unique name for the system of each file.

    It is the name of the file without folder, known endings, and what WMT puts around the name of a
    system; as much of the folders is included as needed to distinguish the systems.

    >>> system_names(["a/test.de-en.hyp.Online-W.en", "a/test.de-en.hyp.Online-B.en"])
    ['Online-W', 'Online-B']
    >>> system_names(["run-1/out.txt", "run-2/out.txt"])
    ['run-1/out', 'run-2/out']
    """
    names = [_as_unicode(split_name(path)[0]) for path in paths]
    for shape in (WMT, LANGUAGE):
        matches = [shape.fullmatch(name) for name in names]
        shortened = [match["system"] for match in matches if match]
        if len(shortened) == len(names) == len(set(shortened)) and _same_around(names, shortened):
            return shortened
    folders = [os.path.dirname(os.path.normpath(path)).split(os.sep) for path in paths]
    depth = 0
    while len(set(names)) < len(names) and depth < max(map(len, folders)):
        depth += 1
        names = [
            _as_unicode("/".join([*folder[-depth:], split_name(path)[0]]))
            for folder, path in zip(folders, paths, strict=True)
        ]
    if len(set(names)) < len(names):  # out.txt and out.txt.gz
        return [_as_unicode(display_name(path)) for path in paths]
    return names


def check_names(given: Sequence[str], systems: Sequence[str], runs: bool = False) -> list[str]:
    """Return the names that the user gave to systems; with `runs`, names may be repeated."""
    if len(given) != len(systems):
        raise InputError(
            f"--names has {counted(len(given), 'name')} for {counted(len(systems), 'system')} "
            f"({', '.join(systems)}); give one name per system"
        )
    for name in given:
        if not name.strip():
            raise InputError(f"--names has the blank name {name!r}; give every system a name")
        if given.count(name) > 1 and not runs:
            raise InputError(f"--names has {name!r} twice; give every system a different name")
    return list(map(_as_unicode, given))


def refuse_same_file(
    what: str, paths: Sequence[str], remedy: str = "; give every file once"
) -> None:
    """Refuse a file that is given twice, under any path."""
    seen: dict[str, str] = {}
    for path in paths:
        real = path if is_standard_input(path) else os.path.realpath(path)
        if real in seen:
            raise InputError(
                f"{display_name(path)} is given twice among the {what}"
                + ("" if seen[real] == path else f" (also as {seen[real]})")
                + remedy
            )
        seen[real] = path


def _as_unicode(word: str) -> str:
    """Return a word of the command line as UTF-8, regardless of the locale."""
    return os.fsencode(word).decode("utf-8", "backslashreplace")


def _same_around(names: Sequence[str], shortened: Sequence[str]) -> bool:
    """Return whether the same text was removed from all names."""
    pairs = zip(names, shortened, strict=True)
    around = {name.replace(short, "\0", 1).replace(".hyp.\0", ".\0") for name, short in pairs}
    return len(around) == 1


MANY = 0.05
"""The share of empty hypotheses above which a mistake is likely; it was chosen."""


class ReferencesAsSystems:
    """Finds systems all of whose hypotheses are equal to a reference, part by part."""

    def __init__(self) -> None:
        self._equal: dict[str, bool] = {}

    def count(self, system: str, corpus: Corpus) -> None:
        """Compare a part of a system, up to the first hypothesis that differs."""
        if self._equal.get(system, True):
            self._equal[system] = equal_references(corpus)

    def add(self, other: ReferencesAsSystems) -> None:
        """Add what was found in other parts."""
        for system, equal in other._equal.items():
            self._equal[system] = equal and self._equal.get(system, True)

    def warn(self) -> None:
        """Warn about every system that was equal in all parts."""
        for system, equal in self._equal.items():
            if equal:
                warn(f"{system}: {EQUAL_TO_REFERENCES}")


class EmptyHypotheses:
    """Counts the empty hypotheses of each system, part by part."""

    def __init__(self) -> None:
        self._empty: Counter[str] = Counter()
        self._all: Counter[str] = Counter()

    def count(self, system: str, corpus: Corpus) -> None:
        """Count the empty hypotheses of a part."""
        self._empty[system] += corpus.hypotheses.count_empty()
        self._all[system] += len(corpus)

    def add(self, other: EmptyHypotheses) -> None:
        """Add the counts of other parts."""
        self._empty += other._empty
        self._all += other._all

    def warn(self) -> None:
        """Warn about every system of whose hypotheses at least one in twenty is empty."""
        for system, empty in self._empty.items():
            if empty and empty >= MANY * self._all[system]:
                warn(
                    f"{system}: {empty:,} of {self._all[system]:,} hypotheses are empty; check "
                    "that the file is complete"
                )
