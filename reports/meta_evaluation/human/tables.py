"""Tables of human scores with a header, and lines of JSON with the same names."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from tallystick.errors import InputError, counted
from tallystick.metrics.arguments.options import LARGEST
from tallystick.metrics.arguments.registry import closest
from tallystick.metrics.corpus.text import Text
from tallystick.metrics.reading.columns import (
    FROM_0,
    NUMBER,
    SEGMENT,
    SYSTEMS,
    meaning_of,
    refuse_other_numbers,
    whole,
    with_point,
)
from tallystick.metrics.reading.jsonl import parsed
from tallystick.metrics.reading.lines import read_text, split_lines
from tallystick.metrics.reading.opening import FilePath, display_name
from tallystick.metrics.reading.tsv import comma_separated, is_quoted, quoted_rows
from tallystick.reports.wording import listed

ASPECT_OF_SCORE, RATER_OF_SCORE = "aspect of the score", "rater of the score"
"""Columns of what a row with several scores says by their names or their order."""
MISSING = frozenset({"", "none"})
PANDAS_INDEX = ("", "Unnamed: 0")
"""Names of the column of numbers of rows that pandas adds."""


class Judgement(NamedTuple):
    """A score, NaN if there is none, with the line that says it.

    The segment counts from 1, None for a score of the whole system. Rater and aspect, such as
    "fluency", are "" if unknown, and `choice` is the number of the choice of which it is one half.
    `output` is the text that was scored, None if the file does not have it.
    """

    where: str
    system: str
    segment: int | None
    score: float
    number: int = 1
    aspect: str = ""
    rater: str = ""
    choice: int | None = None
    output: str | None = None


def score_of(text: str, where: str, aspect: str = "") -> float:
    """Return a score, NaN if it is missing; refuse what is not finite, or too large."""
    number = text.strip()
    if number.lower() in MISSING:
        return math.nan
    score = float(number) if NUMBER.fullmatch(number) else math.inf
    if not math.isfinite(score):
        raise InputError(
            f"{where}: {text!r}{aspect and f' under {aspect!r}'} is not a finite number"
            f"{with_point(text)}; expected a score, as in 0.5, or where there is none None or an "
            "empty field"
        )
    if abs(score) > LARGEST:
        raise InputError(f"{where}: {text!r} is too large; expected a score up to {LARGEST:g}")
    return score


SYSTEM = (*SYSTEMS, "SYS", "system-id")
TEST_SET = ("set", "pair", "lp", "langs", "langpair", "lang_pair", "language_pair")
ASPECT = ("aspect", "dimension", "criterion")
RATER = ("rater", "rater_id", "annotator", "annotator_id", "worker", "worker_id",
         "judge", "judgeID", "judgeId", "judge_id")  # fmt: skip
SCORE = ("score", "z", "Z.SCR", "Z", "mqm_avg_score", "esa", "esa_score", "da", "mqm", "rating")
JUDGEMENTS = ("judgements", "N", "judgments")
WINNER = ("winner", "choice", "preference", "preferred")
"""Names of columns; the first one that a table has is used, but of scores it may have only one."""
CONDITIONS = ("language", "direction", "source_lang", "target_lang", "test_set", "testset",
              "dataset", "domain", "condition")  # fmt: skip
"""Names of columns that have one value for an output."""

MEANINGS = {
    "system": SYSTEM,
    "segment": SEGMENT,
    "line_id": FROM_0,
    "score": SCORE,
    "judgements": JUDGEMENTS,
    "set": TEST_SET,
    "aspect": ASPECT,
    "rater": RATER,
}
"""What the caller can say that a column contains, and its usual names."""

LIKE = 0.75
"""A column may be a misspelt one from this similarity of their names on."""

FEWEST_SEGMENTS = 10
"""Of fewer segments, all but the first or the last may be judged by chance."""

JSON = ("{", "[")
"""What JSON Lines, or a list in JSON, begin with."""

CHOICE = "number of a choice"
"""The key of `Judgement.choice` in rows that are made of choices."""
OTHER_SEGMENTS = (
    "; segments are lines of the texts, and another column of their numbers is named by --columns "
    "segment=COLUMN"
)
MADE = (ASPECT_OF_SCORE, RATER_OF_SCORE, CHOICE)
"""Columns that no file has."""

Row = tuple[str, Mapping[str, Any]]
"""Where a row is, and its fields: texts, or in JSON any values."""


class HumanTable(NamedTuple):
    """Rows with human scores, of a file of any format; all have the fields of the first one.

    `columns` has that for each of `MEANINGS`, and `given` those that the caller named, also for
    others. `higher_is_better` is None if the file does not say so. `in_order` says whether segments
    are only numbered by the order of the rows.
    """

    name: str
    rows: Sequence[Row]
    columns: Mapping[str, str | None]
    given: Mapping[str, str]
    higher_is_better: bool | None = None
    in_order: bool = False

    @property
    def header(self) -> list[str]:
        """The columns, without those that are made of others."""
        return [column for column in self.rows[0][1] if column not in MADE]

    @property
    def segment(self) -> str | None:
        """The column of segments."""
        return self.columns["segment"] or self.columns["line_id"]

    @property
    def outputs(self) -> list[str]:
        """The columns of outputs."""
        return [column for column in self.header if meaning_of(column) == "hypothesis"]

    def note_on_unused(self, used: Collection[object]) -> list[str]:
        """Return a note that names the columns that are not `used`, if there are any."""
        usual = [*chain(*MEANINGS.values())]
        unused = [
            column if meant == "COLUMN" else f"{column} (misspelt {meant}?)"
            for column in self.header
            if column not in used and column not in PANDAS_INDEX
            for meant in [column_like([column], usual)]
        ]
        return [f"Columns of human scores that are not used: {listed(unused)}."] if unused else []

    def check_set(self, test_set: str | None, *, named: bool = True) -> None:
        """Refuse a request for a test set, or an aspect, of a file that names none."""
        if named and test_set is not None and self.columns["set"] is self.columns["aspect"] is None:
            raise InputError(
                f"{self.name}: has no column of sets or aspects, so none is {test_set!r}; name it "
                "with --columns set=COLUMN or aspect=COLUMN, or leave out --human-set"
            )

    def check_segments(
        self,
        marks: Sequence[Judgement],
        number: int,
        of: str,
        metadata: Mapping[str, Sequence[str]],
    ) -> None:
        """Refuse numbers of segments that texts do not have, or that seem to count otherwise.

        The numbers in `metadata` of the texts must agree.
        """
        named = self.segment if self.higher_is_better is None else None
        column = self.columns["segment"] if named else None
        first = 0 if column is None else 1
        from_0 = f"; if segments count from 0, add --columns line_id={column}" if column else ""
        if named:
            refuse_other_numbers(self.name, metadata, named, first, from_0=from_0)
        for mark in marks:
            if not 1 <= (mark.segment or 0) <= number:
                raise InputError(
                    f"{mark.where}: the segment is {mark.segment}; expected a number from 1 to "
                    f"{number:,}, the number of {of}{'' if mark.segment else from_0}"
                )
        absent = set(range(1, number + 1)) - {mark.segment for mark in marks}
        ends = {1: ("first", "high"), number: ("last", "low")}
        if named and number >= FEWEST_SEGMENTS and len(absent) == 1 and absent <= ends.keys():
            which, wrong = ends[absent.pop()]
            raise InputError(
                f"{self.name}: the column {named!r} has all segments but the {which}, as if its "
                f"numbers were one too {wrong}; correct them, or if nobody judged this segment, "
                "give it a row with an empty score, or leave out its texts"
            )

    def check_outputs(
        self, marks: Sequence[Judgement], hypotheses: Mapping[str, Sequence[str]]
    ) -> None:
        """Refuse scores whose output is not the hypothesis of their segment but of another one.

        Outputs that are no hypothesis, as with other spaces or with marked errors, say nothing.
        """
        places = {
            system: {text: place for place, text in enumerate(texts, start=1)}
            for system, texts in hypotheses.items()
        }
        for mark in marks:
            if mark.output is None or mark.segment is None or mark.system not in places:
                continue
            place = places[mark.system].get(mark.output)
            if place is not None and hypotheses[mark.system][mark.segment - 1] != mark.output:
                raise InputError(
                    f"{mark.where}: the output is the hypothesis of {mark.system!r} of segment "
                    f"{place:,}, but the number of the segment is {mark.segment:,}; expected the "
                    "same order as that of the hypotheses; correct the numbers or the outputs"
                )

    def check_averages(
        self,
        judged: Sequence[tuple[object, Mapping[str, Any], Judgement]],
        used: Collection[object],
    ) -> None:
        """Refuse different scores of one output that a column that is not `used` distinguishes.

        Rows and scores follow what identifies the output, which has one document, and one of
        `CONDITIONS`. Another column is refused if it distinguishes all scores of one output by one
        rater, with no more values than some output has scores; comments, times and numbers of rows
        have more. Choices are never averaged.
        """
        for column in self.header if CHOICE not in self.rows[0][1] else ():
            if column in used:
                continue
            of_documents = meaning_of(column) == "doc"
            is_one = of_documents or column.lower() in CONDITIONS
            groups: dict[object, dict[str, str]] = {}
            numbers: Counter[object] = Counter()
            for output, row, mark in judged:
                same = output, mark.aspect, "" if is_one else mark.rater
                groups.setdefault(same, {}).setdefault(str(row.get(column)), mark.where)
                numbers[same] += 1
            several = {same: number for same, number in numbers.items() if number > 1}
            if not is_one and (
                len(several) < 2
                or any(len(groups[same]) < number for same, number in several.items())
                or len(set(chain(*(groups[same] for same in several)))) > max(several.values())
            ):
                continue
            remedy = (
                "number segments by lines of the texts, not in each document"
                if of_documents
                else f"say with --columns set={column} that it names test sets, or "
                f"rater={column} raters, or leave it out"
            )
            differing = (list(group.items()) for group in groups.values() if len(group) > 1)
            for (first, where), (other, another), *_ in differing:
                raise InputError(
                    f"{another}: {column!r} is {other!r}, but {first!r} in "
                    f"{where.rpartition(', ')[2]} of the same output; their scores are not "
                    f"averaged: {remedy}"
                )

    def judgements(
        self, test_set: str | None, only: str | None, renamed: Mapping[str, str]
    ) -> list[tuple[Mapping[str, Any], Judgement]]:
        """Return rows with their scores, of one test set, or without a column of these one aspect.

        Rows that do not name a system are those of the `only` one.
        """
        system, segment, from_0, score, number, of_set, of_aspect, rater = (
            self.columns[meaning] for meaning in MEANINGS
        )
        columns = self.header
        if score is None:
            raise InputError(
                f"{self.name}: none of the columns {', '.join(columns)} is known to contain "
                f"scores; name it with --columns score={column_like(SCORE, columns)}"
            )
        if system is None and only is None:
            others = [column for column in columns if column not in self.columns.values()]
            raise InputError(
                f"{self.name}: none of the columns {', '.join(columns)} is known to contain "
                f"systems; name it with --columns system={column_like(SYSTEM, others)}"
            )
        optional = system, segment or from_0, number, of_set, of_aspect, rater, score
        used = [column for column in optional if column is not None]
        for where, row in self.rows:
            check_keys(row, used, where)
        chosen = of_set or (None if test_set is None else of_aspect)
        if chosen is not None:
            sets = list(dict.fromkeys(str(row[chosen]) for _, row in self.rows))
            what = "test set" if of_set else "aspect"
            if test_set is None and len(sets) > 1:
                raise InputError(
                    f"{self.name}: there are scores of several {what}s: {', '.join(sets)}; name "
                    "one of them with --human-set"
                )
            if test_set is not None and test_set not in sets:
                raise InputError(
                    f"{self.name}: there is no score of the {what} {test_set!r}; expected one of "
                    f"{', '.join(sets)}, named with --human-set, or human-set in the file of sets"
                    f"{closest(test_set, sets)}"
                )
        output = self.outputs[0] if len(self.outputs) == 1 else None
        judged = []
        for where, row in self.rows:
            texts = {key: "" if row[key] is None else str(row[key]) for key in used}
            if chosen is not None and test_set is not None and texts[chosen] != test_set:
                continue
            place = None
            if segment is not None:
                place = whole(texts[segment], "segment", where, OTHER_SEGMENTS)
            elif from_0 is not None:
                place = whole(texts[from_0], "line", where) + 1
            times = 1 if number is None else whole(texts[number], "number", where)
            called = only or "" if system is None else texts[system] or only
            if called is None:
                raise InputError(
                    f"{where}: the column {system!r} is empty; expected the name of a system on "
                    "every line, in this column or one that --columns system=COLUMN names"
                )
            aspect, who = ("" if key is None else texts[key] for key in (of_aspect, rater))
            under = aspect if of_aspect == ASPECT_OF_SCORE else ""
            points = score_of(texts[score], where, under) if times else math.nan
            judgement = Judgement(where, called, place, points, times, aspect, who, row.get(CHOICE))
            text = None if output is None else row.get(output)
            judged.append((row, judgement._replace(output=text)))
        if all(math.isnan(judgement.score) for _, judgement in judged):
            raise without_scores(self.name)
        systems = list(dict.fromkeys(judgement.system for _, judgement in judged))
        for old in renamed:
            if old not in systems:
                raise InputError(
                    f"{self.name}: no system is named {old!r}, as --rename says; the systems are "
                    f"{', '.join(systems)}{closest(old, systems)}"
                )
        names: dict[str, str] = {}
        new_names = {old: renamed.get(old, old) for old in systems}
        for old, new in new_names.items():
            if names.setdefault(new, old) != old:
                raise InputError(
                    f"{self.name}: has scores of both {names[new]!r} and {old!r}, which --rename "
                    f"makes one system, {new!r}; leave one of them out of --rename or of the file"
                )
        return [(row, mark._replace(system=new_names[mark.system])) for row, mark in judged]


def without_scores(name: str) -> InputError:
    """Return the error of a file without scores."""
    return InputError(f"{name}: there is no score in it; expected scores of systems or outputs")


def lines_of(path: FilePath, expected: str = "scores of systems or outputs") -> list[str]:
    """Return the lines of a file without blank ones at its end."""
    lines = [str(line) for line in read_text(path)]
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise InputError(f"{display_name(path)} is empty; expected {expected}")
    return lines


def rows_of(lines: Sequence[str], name: str) -> list[Row]:
    """Return the rows of a table with a header, of JSON Lines, or of a list in JSON."""
    return list((_of_json if lines[0].startswith(JSON) else _of_table)(lines, name))


def header_of(first: str, where: str) -> list[str]:
    """Return the fields of the first line of a table, without spaces around them."""
    delimiter = _delimiter(first)
    fields = comma_separated(first, where, delimiter) if delimiter else first.split()
    return [field.strip() for field in fields]


def _delimiter(first: str) -> str:
    """Return what separates the fields of a table; "" for spaces."""
    return next((sign for sign in "\t,;" if sign in first), "")


def _of_table(lines: Sequence[str], name: str) -> Iterator[Row]:
    if len(lines) < 2:
        raise InputError(f"{name}: there is no line below the header")
    header = header_of(lines[0], f"{name}, line 1")
    for column in header:
        if header.count(column) > 1:
            raise InputError(
                f"{name}, line 1: there are several columns {column!r}; expected each once"
            )
    rows = _fields(lines, name)
    next(rows)
    for number, fields in rows:
        where = f"{name}, line {number:,}"
        if len(fields) != len(header):
            raise InputError(
                f"{where}: {counted(len(fields), 'field')}; expected {len(header)}, as in the "
                "header"
            )
        yield where, dict(zip(header, fields, strict=True))


def _fields(lines: Sequence[str], name: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of the first line of each row, and its fields."""
    delimiter = _delimiter(lines[0])
    if delimiter and (delimiter != "\t" or _is_quoted(lines, name)):
        for row in quoted_rows([_as_text(lines, name)], delimiter):
            yield row.line, row.fields or row.refuse(name)
    else:
        yield from enumerate((line.split(delimiter or None) for line in lines), start=1)


def _is_quoted(lines: Sequence[str], name: str) -> bool:
    """Return whether quotation marks of a table with tabs are surely not text."""
    try:
        return any('"' in line for line in lines) and is_quoted([_as_text(lines, name)], name)
    except InputError:  # they can be read in both ways
        return False


def _as_text(lines: Sequence[str], name: str) -> Text:
    return split_lines("".join(f"{line}\n" for line in lines).encode(), name)


def _of_json(lines: Sequence[str], name: str) -> Iterator[Row]:
    unit, expected = "line", "; expected a JSON object on each line"
    if lines[0].startswith("["):
        unit, lines = "entry", parsed("\n".join(lines), name)
        if not lines:
            raise without_scores(name)
    for number, line in enumerate(lines, start=1):
        where = f"{name}, {unit} {number:,}"
        given = line if unit == "entry" else parsed(line, where, expected)
        if not isinstance(given, dict):
            raise InputError(f"{where}: is not a JSON object; expected one as each {unit}")
        yield where, given


def long_rows(
    rows: Sequence[Row], name: str, given: Mapping[str, str]
) -> tuple[Sequence[Row], Mapping[str, str]]:
    """Return a row for each score of rows that have several, and the columns of these rows.

    Scores are in several columns, as in "fluency,coherence", one for each aspect; or in JSON they
    are an object with aspects, a list with raters, or one in the other, null or empty without any.
    """
    columns = list(rows[0][1])
    known = [column for column in SCORE if column in columns]
    if len(known) > 1 and "score" not in given:
        raise InputError(
            f"{name}: each of the columns {', '.join(known)} may contain the scores; name one of "
            f"them with --columns score={known[0]}, or several aspects with --columns "
            f"score={','.join(known)}"
        )
    score = given.get("score") or "".join(known)
    names = [score] if score in columns else [column.strip() for column in score.split(",")]
    if len(names) == 1 and not any(isinstance(row.get(score), (list, dict)) for _, row in rows):
        return rows, given
    for column in names:
        _column(columns, column, name)
    if len(names) > 1:  # else systems that are named as scores would only be missed
        where, row = rows[0]
        for aspect, _, value in _single({column: row[column] for column in names}):
            score_of(str(value), where, aspect)
    of_rows = []
    for where, row in rows:
        check_keys(row, names, where)
        values = row[score] if score in columns else {column: row[column] for column in names}
        of_rows.append([each for each in _single(values) if each[0] or each[2] is not None])
    scored = next(filter(None, of_rows), None)
    if scored is None:
        raise InputError(f"{name}: there is no score in {score!r}; expected one on every line")
    without = [(scored[0][0], "", None)]  # the output stays, without a score
    long = [
        (
            where,
            {key: value for key, value in row.items() if key not in names}
            | {score: value, ASPECT_OF_SCORE: aspect, RATER_OF_SCORE: rater},
        )
        for (where, row), scores in zip(rows, of_rows, strict=True)
        for aspect, rater, value in scores or without
    ]
    own = {"aspect": ASPECT_OF_SCORE, "rater": RATER_OF_SCORE}
    named = {meaning: key for meaning, key in own.items() if any(row[key] for _, row in long)}
    return long, {**named, **given, "score": score}


def _single(value: Any, aspect: str = "", rater: str = "") -> Iterator[tuple[str, str, Any]]:
    """Yield the scores in a value, each after its aspect and its rater."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _single(each, key, rater)
    elif isinstance(value, list):
        for place, each in enumerate(value, start=1):
            yield from _single(each, aspect, str(place))
    else:
        yield aspect, rater, value


def check_keys(row: Mapping[str, Any], keys: Iterable[str], where: str) -> None:
    """Refuse a row that lacks a field, as lines of JSON may."""
    for key in keys:
        if key not in row:
            raise InputError(f"{where}: there is no {key!r}; expected it on every line")


def columns_of_humans(
    columns: Sequence[str], name: str, given: Mapping[str, str]
) -> dict[str, str | None]:
    """Return the column for each of `MEANINGS`, as given or by its usual names; None without."""
    taken = {given[meaning] for meaning in MEANINGS if meaning in given}
    others = [column for column in columns if column not in taken]
    of_meaning = {meaning: first_of(names, others) for meaning, names in MEANINGS.items()}
    for meaning in filter(given.__contains__, MEANINGS):
        of_meaning[meaning] = _column(columns, given[meaning], name)
    if "line_id" in given and "segment" not in given:
        of_meaning["segment"] = None
    return of_meaning


def first_of(names: Sequence[str], columns: Sequence[str]) -> str | None:
    """Return the first of some names that a table has, or None."""
    return next((name for name in names if name in columns), None)


def column_like(names: Iterable[str], columns: Iterable[str]) -> str:
    """Return the column with the name most like one of some names; "COLUMN" without any."""
    from difflib import get_close_matches  # only needed for an error

    known = list(columns)
    close = (similar for name in names for similar in get_close_matches(name, known, 1, LIKE))
    return next(close, "COLUMN")


def _column(columns: Sequence[str], wanted: str, name: str) -> str:
    if wanted not in columns:
        known = [column for column in columns if column not in MADE]
        raise InputError(
            f"{name}, line 1: there is no column {wanted!r}; the columns are "
            f"{', '.join(known)}{closest(wanted, known)}"
        )
    return wanted
