"""Corpora in several files: `{part}` in their names is the name of a part."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from operator import methodcaller
from typing import NamedTuple

from tallystick.errors import InputError
from tallystick.metrics.reading.opening import file_system, is_remote, split_name
from tallystick.metrics.reading.read import stream_test_set
from tallystick.metrics.reading.testset import TestSetParts

PART = "{part}"


class PartFiles(NamedTuple):
    """The files of one part of a corpus; no hypotheses if they are in a table of references."""

    part: str
    references: tuple[str, ...]
    hypotheses: tuple[str, ...]
    documents: str | None = None
    sources: str | None = None
    format: str | None = None
    columns: Mapping[str, str] | None = None

    def opened(self, names: Sequence[str]) -> TestSetParts:
        """Open the files; `names` has the name of the only system of a table without a label."""
        test_set = stream_test_set(
            self.references,
            self.hypotheses,
            names=names if self.hypotheses or len(self.references) > 1 else None,
            documents=self.documents,
            sources=self.sources,
            format=self.format,
            columns=self.columns,
        )
        if self.hypotheses or len(test_set.systems) != 1:
            return test_set
        [system] = test_set.systems
        if system == split_name(self.references[0])[0]:
            [system] = names
        blocks = ([(system, corpus)] for block in test_set.parts for _, corpus in block)
        return replace(test_set, systems=(system,), parts=blocks)

    def absolute(self) -> PartFiles:
        """Return names that can be opened in another folder."""
        return self.renamed(lambda path: path if is_remote(path) else os.path.abspath(path))

    def renamed(self, name: Callable[[str], str]) -> PartFiles:
        """Return the files with the names that a function returns for theirs."""
        return self._replace(
            references=tuple(map(name, self.references)),
            hypotheses=tuple(map(name, self.hypotheses)),
            documents=self.documents and name(self.documents),
            sources=self.sources and name(self.sources),
        )


def part_files(
    references: Sequence[str],
    hypotheses: Sequence[str],
    documents: str | None = None,
    sources: str | None = None,
) -> list[PartFiles]:
    """Find the parts of a corpus, in natural order: all texts in the place of `{part}`."""
    given = [*references, *hypotheses, *(name for name in (documents, sources) if name is not None)]
    file_of: dict[str, str] = {}  # the parts, each with a file that has it
    of_pattern = {pattern: _parts_of(pattern) for pattern in given}
    for pattern, parts in of_pattern.items():
        for part in parts:
            file_of.setdefault(part, pattern.replace(PART, part))
    for part, path in file_of.items():
        for pattern, parts in of_pattern.items():
            if part not in parts:
                raise InputError(
                    f"{path} belongs to the part {part!r}, but there is no file "
                    f"{pattern.replace(PART, part)}; every part must have all files"
                )
    patterns = PartFiles("", tuple(references), tuple(hypotheses), documents, sources)
    return [
        patterns.renamed(methodcaller("replace", PART, part))._replace(part=part)
        for part in sorted(file_of, key=natural_order)
    ]


def without_part(pattern: str) -> str:
    """Return the name of a file without the placeholder of a part."""
    return re.sub(rf"[._-]?{re.escape(PART)}", "", pattern)


def names_of(references: Sequence[str], hypotheses: Sequence[str]) -> list[str]:
    """Return names for the systems of files with `{part}` in their names."""
    return [split_name(without_part(path))[0] for path in hypotheses or references]


def _parts_of(pattern: str) -> set[str]:
    if PART not in pattern:
        raise InputError(
            f"{pattern} has no {PART}, but other files have; write it in the names of all files"
        )
    if PART in os.path.dirname(pattern) and PART in os.path.basename(pattern):
        raise InputError(f"{pattern} has {PART} in its folder and in its name; expected it once")
    system, path = file_system(pattern) if is_remote(pattern) else (glob, pattern)
    before, _, behind = path.partition(PART)
    try:
        matched = system.glob(f"{glob.escape(before)}*{glob.escape(behind)}")
    except Exception as error:  # of the library of the scheme
        raise InputError(f"{pattern}: its folder cannot be read: {error}") from None
    expected = re.compile(f"{re.escape(before)}([^/]+){re.escape(behind)}")
    parts = {match[1] for match in map(expected.fullmatch, matched) if match}
    if not parts:
        raise InputError(f"no file matches {pattern}, in which {PART} is the name of a part")
    return parts


def natural_order(name: str) -> list[str | int]:
    """Return a key that sorts names with numbers in them by these numbers."""
    pieces: list[str | int] = list(re.split("([0-9]+)", name))
    pieces[1::2] = map(int, pieces[1::2])
    return pieces
