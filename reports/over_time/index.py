"""A folder of saved reports as one list, with a link to each."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from urllib.parse import quote

from tallystick.errors import InputError, TallystickError
from tallystick.metrics.reading.opening import open_bytes
from tallystick.reports.comparison.model import NO_ORIGIN, Origin
from tallystick.reports.comparison.thresholds import MOST_DOUBTS
from tallystick.reports.document import Entry
from tallystick.reports.listings.listing import Broken, Listing
from tallystick.reports.over_time.build import moment
from tallystick.reports.over_time.model import commit_length
from tallystick.reports.saving import json_form
from tallystick.reports.wording import own_title

KIND = "reports"
"""The kind of the listing; a file that it was written to is no report."""

PAGES = (".html", ".htm")


@dataclass(frozen=True, slots=True)
class IndexedReport:
    """A saved report in an index.

    `address`, as in a link, is that of the page of the same name if there is one, else of the file;
    `when` is the date with as many characters of the commit as distinguish those of all reports.
    """

    file: str
    address: str
    kind: str
    title: str
    languages: str
    date: str
    commit: str
    when: str
    verdict: str
    doubts: tuple[str, ...]

    def entry(self) -> Entry:
        """Return the report for people."""
        doubts = [f"Check: {doubt}" for doubt in self.doubts[:MOST_DOUBTS]]
        more = len(self.doubts) - MOST_DOUBTS
        doubts += [f"Check: {more:,} more."] * (more > 0)
        languages = "" if self.languages == self.title else self.languages
        remark = ", ".join(filter(None, (languages, self.when, self.kind)))
        return Entry(
            self.title, remark, tuple(filter(None, (self.verdict, *doubts))), address=self.address
        )


def index_of(folder: str, start: str | None = None) -> Listing[IndexedReport]:
    """Return all saved reports in a folder and the folders in it, the newest first.

    Those without a date are last, by name. What cannot be read is in the index, with the reason.

    Args:
        folder: The folder.
        start: The folder of the index itself, in which its links begin; by default the same.

    Raises:
        InputError: There is no such folder, or no file with the name of a report in it.
    """
    if not os.path.isdir(folder):
        what = "this is a file" if os.path.exists(folder) else "there is no such folder"
        raise InputError(f"{folder}: {what}; expected a folder with reports")
    rows, broken = [], []
    start = folder if start is None else start
    for path in sorted(Path(folder).rglob("*")):
        if path.name.endswith(json_form.ENDINGS):
            try:
                rows += _indexed(path, start)
            except TallystickError as error:
                broken.append(Broken(str(path), "", str(error)))
    if not rows and not broken:
        raise InputError(
            f"{folder}: the folder has no saved report; write some with tallystick compare -o "
            "NAME.json"
        )
    length = commit_length(row.commit for row in rows)
    rows = [replace(row, when=Origin(row.date, row.commit).with_commit(length)) for row in rows]
    dated = [row for row in rows if row.date]
    dated.sort(key=lambda row: moment(row.date, row.address))  # by name within a moment
    return Listing(KIND, (*dated[::-1], *(row for row in rows if not row.date)), tuple(broken))


@dataclass(frozen=True, slots=True)
class _Sentence:
    sentence: str


@dataclass(frozen=True, slots=True)
class _OfSet:
    comparison: _Head | None = None


@dataclass(frozen=True, slots=True)
class _Head:
    """What an index reads of a report of any kind."""

    title: str = ""
    verdict: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    doubts: tuple[_Sentence, ...] = ()
    origin: Origin = NO_ORIGIN
    sets: tuple[_OfSet, ...] = ()


def _indexed(path: Path, start: str) -> list[IndexedReport]:
    with open_bytes(path) as file:
        report = json_form.parsed(file.read(), str(path), json_form.ANY_SCHEMA)
    kind = report["schema"].split("/")[1]
    if kind == KIND:
        return []
    head = json_form.read(report, _Head, str(path))
    parts = [head, *(of_set.comparison for of_set in head.sets if of_set.comparison is not None)]
    name = json_form.without_ending(path.name)
    pages = (path.with_name(name + ending) for ending in PAGES)
    shown = next((page for page in pages if page.exists()), path)
    origin = next((part.origin for part in parts if part.origin.when), head.origin)
    if origin.date:
        moment(origin.date, str(path))  # refuses what is no date
    indexed = IndexedReport(
        str(path),
        quote(PurePath(os.path.relpath(shown, start or os.curdir)).as_posix()),
        kind.replace("-", " "),
        own_title(head.title) or name,
        origin.languages,
        origin.date,
        origin.commit,
        "",
        next(iter(head.verdict), ""),
        (*head.against, *(doubt.sentence for part in parts for doubt in part.doubts)),
    )
    return [indexed]
