"""Tables of human scores with a header, and lines of JSON with the same names."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from tallystick.errors import InputError
from tallystick.metrics.arguments.options import is_whole_number
from tallystick.metrics.arguments.registry import closest
from tallystick.metrics.arguments.wording import counted
from tallystick.metrics.reading.tsv import comma_separated

LARGEST = 1e100
"""The squares of larger scores would overflow."""
ASPECT_OF_SCORE, RATER_OF_SCORE = "aspect of the score", "rater of the score"
"""Columns of what a row with several scores says by their names or their order."""
MISSING = frozenset({"", "none", "nan", "na", "n/a", "null", "-"})


class Judgement(NamedTuple):
    """A score.

    Attributes:
        where: The line that says it.
        system: The system.
        segment: The number of the segment from 1; None for a score of the whole system.
        score: The score; NaN if there is none.
        number: How many judgements it averages.
        aspect: What was rated, such as "fluency"; "" if the file does not say it.
        rater: Who rated it; "" if the file does not say it.
        choice: The number and the judge of the choice of which it is one half; None for others.
    """

    where: str
    system: str
    segment: int | None
    score: float
    number: int = 1
    aspect: str = ""
    rater: str = ""
    choice: tuple[int, str] | None = None


class Judgements(NamedTuple):
    """The scores of a file.

    Attributes:
        name: What they are called, such as the name of their column.
        judgements: The scores.
        higher_is_better: Whether a higher score is better; None if the file does not say so.
        in_order: Whether scores do not name their segments, and are in the order of all of them.
        sets: Whether the file names the test set, or the aspect, of every score.
    """

    name: str
    judgements: Sequence[Judgement]
    higher_is_better: bool | None = None
    in_order: bool = False
    sets: bool = False


def score_of(text: str, where: str) -> float:
    """Return a score; NaN if it is missing.

    Raises:
        InputError: It is not a finite number, or too large.

    >>> score_of("0.5", ""), score_of("None", "")
    (0.5, nan)
    """
    if text.strip().lower() in MISSING:
        return math.nan
    try:
        score = float(text)
    except ValueError:
        score = math.inf
    if not math.isfinite(score):
        raise InputError(f"{where}: {text!r} is not a finite number; expected a score, or None")
    if abs(score) > LARGEST:
        raise InputError(f"{where}: {text!r} is too large; expected a score up to {LARGEST:g}")
    return score


def whole(text: str, what: str, where: str) -> int:
    """Return a whole number.

    Raises:
        InputError: It is none.
    """
    stripped = text.strip()  # of more characters than `int` strips
    if not is_whole_number(stripped):
        raise InputError(f"{where}: the {what} is {text!r}; expected a whole number, as in 12")
    return int(stripped)


def check_one_set(name: str, test_sets: Iterable[str], wanted: str | None) -> None:
    """Check that a file has scores of the wanted test set, or of one only.

    Args:
        name: The name of the file.
        test_sets: The test sets of its lines.
        wanted: The wanted one; None if any will do.

    Raises:
        InputError: It does not.
    """
    found = list(dict.fromkeys(test_sets))
    if wanted is None and len(found) > 1:
        raise InputError(
            f"{name}: there are scores of several test sets: {', '.join(found)}; name one of them "
            "with --human-set"
        )
    if wanted is not None and wanted not in found:
        raise InputError(
            f"{name}: there is no score of the test set {wanted!r}; expected one of "
            f"{', '.join(found)}, named with --human-set, or human-set in the file of sets"
        )


SYSTEM = ("system", "SYS", "sys", "system_id", "system-id", "model")
SEGMENT = ("segment", "line", "SID", "seg_id", "segment_id", "seg-id", "id", "item")
FROM_0 = ("line_id",)
TEST_SET = ("set", "pair", "lp", "langs")
ASPECT = ("aspect", "dimension", "criterion")
RATER = ("rater", "rater_id", "annotator", "annotator_id", "worker", "worker_id", "judge")
SCORE = ("score", "z", "Z.SCR", "Z", "mqm_avg_score", "esa", "esa_score", "da", "mqm", "rating")
NUMBER = ("judgements", "N", "judgments")
WINNER = ("winner", "choice", "preference", "preferred")
"""Names of columns; the first one that a table has is used. Those of `FROM_0` count from 0."""

MEANINGS = {
    "system": SYSTEM,
    "segment": SEGMENT,
    "line_id": FROM_0,
    "score": SCORE,
    "judgements": NUMBER,
    "set": TEST_SET,
    "aspect": ASPECT,
    "rater": RATER,
}
"""What the caller can say that a column contains, and its usual names."""

CHOICE = "number and judge of a choice"
"""The key of `Judgement.choice` in rows that are made of choices."""

Row = tuple[str, Mapping[str, Any]]
"""Where a row is, and its fields: texts, or in JSON any values."""


def split_like(first: str) -> Callable[[str, str], list[str]]:
    """Return a function of a line and its place that splits a table, given its first line."""
    if "\t" in first:
        return lambda line, where: line.split("\t")
    if "," in first:
        return comma_separated
    if ";" in first:
        return partial(comma_separated, comma=";")
    return lambda line, where: line.split()


def has_header(first: str, where: str, given: Mapping[str, str], only: str | None) -> bool:
    """Return whether a line is the header of a table.

    It has systems or choices; if there is `only` one system, a column of scores is enough.
    """
    columns = split_like(first)(first, where)
    needed = (*SYSTEM, *WINNER, "system1Id", *(() if only is None else SCORE))
    return any(one in columns for one in (*needed, *given.values()))


def table_rows(lines: Sequence[str], name: str) -> Iterator[Row]:
    """Yield the rows of a table.

    Raises:
        InputError: There is no row, or one has another number of fields than the header.
    """
    if len(lines) < 2:
        raise InputError(f"{name}: there is no line below the header")
    split = split_like(lines[0])
    header = split(lines[0], f"{name}, line 1")
    for column in header:
        if header.count(column) > 1:
            raise InputError(
                f"{name}, line 1: there are several columns {column!r}; expected each once"
            )
    for number, line in _whole_rows(
        lines[1:], quoted="\t" not in lines[0] and ("," in lines[0] or ";" in lines[0])
    ):
        where = f"{name}, line {number:,}"
        fields = split(line, where)
        if len(fields) != len(header):
            raise InputError(
                f"{where}: {counted(len(fields), 'field')}; expected {len(header)}, as in the "
                "header"
            )
        yield where, dict(zip(header, fields, strict=True))


def _whole_rows(lines: Sequence[str], *, quoted: bool) -> Iterator[tuple[int, str]]:
    """Yield rows with the numbers of their first lines; quoted fields may contain line ends."""
    row, first = "", 2
    for number, line in enumerate(lines, start=2):
        row, first = (f"{row}\n{line}", first) if row else (line, number)
        if not quoted or row.count('"') % 2 == 0:
            yield first, row
            row = ""
    if row:
        yield first, row


def json_rows(lines: Sequence[str], name: str) -> Iterator[Row]:
    """Yield the rows of JSON Lines.

    Raises:
        InputError: A line is not an object of JSON.
    """
    for number, line in enumerate(lines, start=1):
        where = f"{name}, line {number:,}"
        try:
            given = json.loads(line)
        except (ValueError, RecursionError):
            given = None
        if not isinstance(given, dict):
            raise InputError(f"{where}: is not a JSON object; expected one on each line")
        yield where, given


def read_rows(
    rows: Sequence[Row],
    name: str,
    given: Mapping[str, str],
    test_set: str | None,
    only: str | None = None,
) -> Judgements:
    """Read the scores of rows; see `judged_rows`.

    Scores of one system without segments are of the first segment, the second, and so on.
    """
    rows, given = long_rows(rows, name, given)
    columns = columns_of_humans(list(rows[0][1]), name, given)
    place = columns["segment"] or columns["line_id"]
    if CHOICE in rows[0][1] and None in (columns["system"], place):
        raise InputError(
            f"{name}: has no columns of two systems and of segments, which say whose outputs in "
            "files are compared; name them with --columns system_a=COLUMN system_b=COLUMN "
            "segment=COLUMN, or leave out -i if the table has the outputs"
        )
    judged = [one for _, one in judged_rows(rows, name, columns, test_set, only)]
    in_order = columns["system"] is None and any(one.segment is None for one in judged)
    if in_order:
        seen: Counter[str] = Counter()
        for row, one in enumerate(judged):
            seen[one.aspect] += 1
            judged[row] = one._replace(segment=seen[one.aspect])
    sets = columns["set"] is not None or columns["aspect"] is not None
    return Judgements(str(columns["score"]), judged, in_order=in_order, sets=sets)


def long_rows(
    rows: Sequence[Row], name: str, given: Mapping[str, str]
) -> tuple[Sequence[Row], Mapping[str, str]]:
    """Return a row for each score of rows that have several, and the columns of these rows.

    Scores are in several columns, as in "fluency,coherence", one for each aspect; or in JSON they
    are an object with aspects, a list with raters, or one in the other.

    >>> rows, columns = long_rows([("", {"id": 1, "a": 4, "b": 5})], "", {"score": "a,b"})
    >>> [(row[columns["aspect"]], row[columns["score"]]) for _, row in rows]
    [('a', 4), ('b', 5)]
    """
    columns = list(rows[0][1])
    score = given.get("score") or first_of(SCORE, columns) or ""
    names = [score] if score in columns else [one.strip() for one in score.split(",")]
    if len(names) == 1 and not isinstance(rows[0][1].get(score), (list, dict)):
        return rows, given
    for one in names:
        _column(columns, one, name)
    found = []
    for where, row in rows:
        check_keys(row, names, where)
        rest = {key: value for key, value in row.items() if key not in names}
        values = row[score] if score in columns else {one: row[one] for one in names}
        found += [
            (where, {**rest, score: value, ASPECT_OF_SCORE: aspect, RATER_OF_SCORE: rater})
            for aspect, rater, value in _single(values)
        ]
    if not found:
        raise InputError(f"{name}: there is no score in {score!r}; expected one on every line")
    own = {"aspect": ASPECT_OF_SCORE, "rater": RATER_OF_SCORE}
    named = {one: key for one, key in own.items() if any(row[key] for _, row in found)}
    return found, {**named, **given, "score": score}


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
    """Return the column for each of `MEANINGS`, as given or by its usual names; None without.

    Raises:
        InputError: There is no such column, or none of scores.
    """
    found = {
        meaning: _column(columns, given[meaning], name)
        if meaning in given
        else first_of(names, columns)
        for meaning, names in MEANINGS.items()
    }
    if "line_id" in given and "segment" not in given:
        found["segment"] = None
    if found["score"] is None:
        raise InputError(
            f"{name}, line 1: none of the columns {', '.join(columns)} is known to contain scores; "
            "name it with --columns score=COLUMN"
        )
    return found


def judged_rows(
    rows: Sequence[Row],
    name: str,
    columns: Mapping[str, str | None],
    test_set: str | None,
    only: str | None = None,
) -> list[tuple[Mapping[str, Any], Judgement]]:
    """Return rows with their scores; all rows have the fields of the first one.

    Args:
        rows: The rows, at least one.
        name: The name of the file.
        columns: The column for each of `MEANINGS`, or None.
        test_set: The test set whose rows count, or without a column of these the aspect.
        only: The only system, of which are rows that do not name one; None for several.

    Raises:
        InputError: A field is missing or invalid.
    """
    system, segment, from_0, score, number, of_set, of_aspect, rater = (
        columns[meaning] for meaning in MEANINGS
    )
    if system is None and only is None:
        raise InputError(
            f"{name}: there is no column 'system', only {', '.join(rows[0][1])}; name it with "
            "--columns system=COLUMN"
        )
    optional = system, segment or from_0, number, of_set, of_aspect, rater, score
    used = [one for one in optional if one is not None]
    for where, row in rows:
        check_keys(row, used, where)
    chosen = of_set or (None if test_set is None else of_aspect)
    if chosen is not None:
        check_one_set(name, (str(row[chosen]) for _, row in rows), test_set)
    found = []
    for where, row in rows:
        texts = {key: str(row[key]) for key in used}
        if chosen is not None and test_set is not None and texts[chosen] != test_set:
            continue
        place = None
        if segment is not None:
            place = whole(texts[segment], "segment", where)
        elif from_0 is not None:
            place = whole(texts[from_0], "line", where) + 1
        times = 1 if number is None else whole(texts[number], "number", where)
        if times:
            called = only or "" if system is None else texts[system]
            score_of_row = score_of(texts[str(score)], where)
            aspect, who = ("" if one is None else texts[one] for one in (of_aspect, rater))
            judgement = Judgement(
                where, called, place, score_of_row, times, aspect, who, row.get(CHOICE)
            )
            found.append((row, judgement))
    return found


def first_of(names: Sequence[str], columns: Sequence[str]) -> str | None:
    """Return the first of some names that a table has, or None."""
    return next((one for one in names if one in columns), None)


def _column(columns: Sequence[str], wanted: str, name: str) -> str:
    if wanted not in columns:
        raise InputError(
            f"{name}, line 1: there is no column {wanted!r}; the columns are "
            f"{', '.join(columns)}{closest(wanted, columns)}"
        )
    return wanted
