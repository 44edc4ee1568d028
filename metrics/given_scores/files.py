r"""Files of given scores.

A file has one line for every segment, in the order of the segments or with their numbers. The
scores of several systems, and those of several runs of one system, follow each other or alternate.
A file is one of these, which its first line determines:

- JSON Lines: an object on every line, with the score under the key `score` or the name of the
  metric, of which it has only one unless the caller names the column, and perhaps the keys `system`
  (or `model`) and `segment` (or `line`, `seg_id`, ...), its number from 1, or `line_id`, from 0.
- A table with a header, tab-separated, or comma-separated if the name ends in .csv: the same as
  columns.
- `SYSTEM<TAB>SCORE` without a header, as in the .seg.score files of mt-metrics-eval.
- COMET's output, `FILE<TAB>Segment 0<TAB>score: 0.9875`, in which the file names the system. The
  lines behind with the score of a whole file are not used.
- COMET's `--to_json`, one object with a list of segments for every file, each with its score under
  the key `COMET`, `score` or the name of the metric.
- A number on every line, as BLEURT writes.

For a metric with a formula, a line has the statistics of a segment, separated by spaces, perhaps
behind `SYSTEM<TAB>`.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import Any, NamedTuple, TypeAlias

from tallystick.errors import InputError, OptionError, counted
from tallystick.metrics.arguments.options import FINITE, LARGEST, is_whole_number
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.given_scores.columns import Given, GivenColumn, add_metric, missing_system
from tallystick.metrics.given_scores.metric import GivenScores
from tallystick.metrics.reading.columns import (
    FROM_0,
    NUMBER,
    SEGMENT,
    system_column,
    whole,
    with_point,
    without_point,
)
from tallystick.metrics.reading.jsonl import unique_keys
from tallystick.metrics.reading.lines import read_text
from tallystick.metrics.reading.opening import FilePath, display_name, split_name
from tallystick.metrics.reading.tsv import comma_separated

SCORE = "score"
OTHER_NUMBERS = "rename the column if it does not have the numbers of the lines of the texts"
UNCLEAR = ("id", "number", "index")
"""Columns that may number segments; they are refused where they order lines differently."""
COMET_KEY = "COMET"
COMET_SEGMENT = re.compile(r"(.+)\tSegment (\d{1,18})\tscore: (\S+)(\tvariance: \S+)?")
COMET_FILE = re.compile(r".+\tscore: \S+")


class ScoreFile(NamedTuple):
    """A file of scores as requested.

    Attributes:
        metric: The metric.
        path: The file.
        system: The system of all scores in the file; None if the file, or its name, says.
        column: The name of the column or key of the scores; None for `score` or the metric's name.
    """

    metric: GivenScores
    path: FilePath
    system: str | None = None
    column: str | None = None


class _Line(NamedTuple):
    """A score, and its system and the number of its segment from 1, None if the line has none.

    `column` has the number, which counts from `first`; "" if it is that of a line by definition.
    """

    system: str | None
    score: Any
    segment: int | None = None
    column: str = ""
    first: int = 1


_Parser: TypeAlias = "Callable[[str, str, ScoreFile], _Line | None]"
"""A function of a line, its place and its file; it returns None for a line that is left out."""


def read_given_scores(files: Sequence[ScoreFile], systems: Sequence[str]) -> Given:
    """Read the scores of every system from files.

    A file that names no system has the scores of `ScoreFile.system`, of the only system, or of the
    system after which it is named, as old.txt or old.comet is after the system "old".

    Args:
        files: The files, which may have scores of further systems.
        systems: The names of the systems; those that occur several times have several runs.

    Raises:
        InputError: A file cannot be read, or the scores of a system are missing.
        OptionError: A system or column is named where there is none.
    """
    names = list(dict.fromkeys(systems))
    given: dict[GivenScores, dict[str, GivenColumn]] = {}
    for metric in dict.fromkeys(file.metric for file in files):
        lines: dict[str, list[tuple[str, _Line]]] = {name: [] for name in names}
        origins: dict[str, str] = {}
        others: dict[str, None] = {}
        own = [file for file in files if file.metric == metric]
        for file in own:
            origin = display_name(file.path)
            for system, where, line in _scores_of(file, names):
                if system in lines:
                    lines[system].append((where, line))
                    origins.setdefault(system, origin)
                else:
                    others[system] = None
        read = ", ".join(display_name(file.path) for file in own)
        for name in names:
            if name not in origins:
                raise missing_system(read, name, [*origins, *others])
        columns = {
            name: _in_order(lines[name], name, systems.count(name), origins[name]) for name in names
        }
        add_metric(given, metric, columns)
    return given


def _in_order(
    lines: Sequence[tuple[str, _Line]], system: str, runs: int, origin: str
) -> GivenColumn:
    """Return the scores of a system by the numbers of their segments, if they have any.

    Those of runs follow each other.
    """
    if all(line.segment is None or line.column in UNCLEAR for _, line in lines):
        _refuse_other_order([line for _, line in lines], system, runs, origin)
        return GivenColumn(tuple(line.score for _, line in lines), origin)
    times: Counter[int] = Counter()
    scores: dict[tuple[int, int], Any] = {}
    for where, (_, score, segment, column, _) in lines:
        if segment is None or column in UNCLEAR:
            raise InputError(f"{where}: has no number of a segment, but other lines have one")
        if times[segment] == runs:
            raise InputError(
                f"{where}: there are more scores of segment {segment:,} of the system {system!r}; "
                f"expected {runs}; {OTHER_NUMBERS}"
            )
        times[segment] += 1
        scores[times[segment], segment] = score
    for segment in range(1, max(times) + 1):
        if times[segment] < runs:
            name = lines[0][0].rpartition(", ")[0]
            raise InputError(
                f"{name}: there is no score of segment {segment:,} of the system {system!r}, but "
                f"of segment {max(times):,}; expected every number; {OTHER_NUMBERS}"
            )
    numbers = [line.segment for _, line in lines]
    run_by_run, by_segment = (
        {len(set(part)) for part in zip(*[iter(numbers)] * size, strict=True)}
        for size in (len(times), runs)
    )
    if run_by_run != {len(times)} and by_segment != {1}:
        raise InputError(
            f"{origin}: the scores of {runs} runs of {system!r} are mixed, so it is unclear which "
            "run each is of; give those of each run, or those of each segment, one after the other"
        )
    values = tuple(scores[each] for each in sorted(scores))
    return GivenColumn(values, origin, lines[0][1].column, lines[0][1].first)


def _refuse_other_order(lines: Sequence[_Line], system: str, runs: int, origin: str) -> None:
    """Refuse lines in another order than the numbers that they have in a column of `UNCLEAR`."""
    numbers = [line.segment for line in lines if line.segment is not None]
    of_run = list(range(min(numbers, default=1), max(numbers, default=0) + 1))
    of_runs = of_run * runs
    is_from_0_or_1 = bool(of_run) and of_run[0] in (0, 1) and len(numbers) == len(lines)
    if is_from_0_or_1 and sorted(numbers) == sorted(of_runs) and numbers != of_runs:
        column = lines[0].column
        raise InputError(
            f"{origin}: {column!r} has the numbers {of_run[0]} to {of_run[-1]:,} of the "
            f"system {system!r} in another order than the lines; rename it "
            f"{(FROM_0 if of_run[0] == 0 else SEGMENT)[0]!r} if they are those of the segments, or "
            "leave it out"
        )


def _scores_of(file: ScoreFile, systems: Sequence[str]) -> Iterator[tuple[str, str, _Line]]:
    name = display_name(file.path)
    lines = list(read_text(file.path))
    if not lines:
        raise InputError(f"{name} is empty; expected one score for every segment")
    called = cache(lambda label: _called(label, systems))
    own = cache(lambda: _system_of(file, systems))
    for where, line in _parsed(lines, name, file):
        system = line.system
        if system is not None and file.system is not None:
            raise OptionError(
                f"{where}: names the system {system!r}, but system={file.system} is given for the "
                "file; leave that out"
            )
        yield own() if system is None else called(system), where, line


def _system_of(file: ScoreFile, systems: Sequence[str]) -> str:
    name = display_name(file.path)
    if file.system is not None:
        if file.system not in systems:
            raise OptionError(
                f"{name} is given for the system {file.system!r}, which there is none of"
                f"{nearest(file.system, list(systems))}"
            )
        return file.system
    if len(systems) == 1:
        return systems[0]
    system = _called(split_name(file.path)[0], systems)
    if system not in systems:
        raise InputError(
            f"{name} does not say which system its scores are of; name it after one of the systems "
            f"{', '.join(systems)}, add a column 'system', or write "
            f"{file.metric.name}:system={systems[0]}={name}"
        )
    return system


def _called(label: str, systems: Sequence[str]) -> str:
    """Return the system that the name of a system or of its file means, else that name itself."""
    if label in systems:
        return label
    stem = split_name(label)[0]
    meant = [system for system in systems if f"{stem}.".startswith(f"{system}.")]
    return max(meant, key=len, default=label)


def _parsed(lines: Sequence[str], name: str, file: ScoreFile) -> Iterator[tuple[str, _Line]]:
    parse, begin = _parser_of(lines[0], name, file)
    document: Any = None
    if parse is _json_line:
        with suppress(ValueError, RecursionError):  # of several objects
            document = json.loads("\n".join(lines))
    if document is not None and all(isinstance(each, list) for each in document.values()):
        for system, segments in document.items():
            for number, record in enumerate(segments, start=1):
                where = f"{name}, {system}, segment {number:,}"
                yield where, _Line(system, _json_score(record, where, file, COMET_KEY)[1])
        return
    for number, text in enumerate(lines[begin:], start=begin + 1):
        where = f"{name}, line {number:,}"
        line = parse(text, where, file)
        if line is not None:
            yield where, line


def _parser_of(first: str, name: str, file: ScoreFile) -> tuple[_Parser, int]:
    """Return how the first line says that lines are read, and the number of lines of a header."""
    if file.metric.width > 1:
        return _line_of_statistics, 0
    if first.lstrip().startswith("{"):
        return _json_line, 0
    comma = re.search(r"\.csv(\.(gz|xz|zst))?$", name, re.IGNORECASE)
    split: Callable[[str, str], list[str]] = (
        comma_separated if comma else lambda text, where: text.split("\t")
    )
    header = split(first, f"{name}, line 1")
    if file.column is None and {SCORE, file.metric.name}.isdisjoint(header):
        if COMET_SEGMENT.fullmatch(first):
            return _comet_line, 0
        return partial(_line_without_header, first.count("\t") + 1), 0
    column = _column(header, f"{name}, line 1", file, "column")
    named = system_column(header, f"{name}, line 1")

    def row(text: str, where: str, file: ScoreFile) -> _Line:
        fields = split(text, where)
        if len(fields) != len(header):
            raise InputError(
                f"{where}: the number of fields is {len(fields)}; expected {len(header)}, as in "
                "the header"
            )
        by_name = dict(zip(reversed(header), reversed(fields), strict=True))  # the first of a name
        score = _number(by_name[column], where)
        system = None if named is None else by_name[named]
        return _numbered(_Line(system, score), by_name, column, where)

    return row, 1


def _numbered(line: _Line, fields: Mapping[str, Any], score: str, where: str) -> _Line:
    """Return a line with the number of its segment, if its fields have it."""
    names = (*SEGMENT, *FROM_0, *UNCLEAR)
    column = next((name for name in names if name in fields and name != score), None)
    if column is None:
        return line
    if column in UNCLEAR:
        text = str(fields[column])
        return line._replace(segment=int(text), column=column) if is_whole_number(text) else line
    first = 0 if column in FROM_0 else 1
    number = whole(str(fields[column]), column, where, f"; {OTHER_NUMBERS}")
    if number < first:
        raise InputError(
            f"{where}: the {column} is 0; expected a number from 1, or the column {FROM_0[0]!r}, "
            "which counts from 0"
        )
    segment = number - first + 1
    other = without_point(str(fields.get(FROM_0[0], "")))
    if FROM_0[0] != score and is_whole_number(other) and int(other) + 1 != segment:
        raise InputError(
            f"{where}: the {column} is {number} and the {FROM_0[0]} {other}, which counts from 0; "
            "leave out the one that does not number the lines of the texts"
        )
    return line._replace(segment=segment, column=column, first=first)


def _json_line(text: str, where: str, file: ScoreFile) -> _Line:
    try:
        record = json.loads(text, object_pairs_hook=unique_keys)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{where}: is not valid JSON ({error}); expected one complete object on every line"
        ) from None
    column, score = _json_score(record, where, file)
    named = system_column(record, where, "key")
    system = None if named is None else record[named]
    if named is not None and not isinstance(system, str):
        raise InputError(f"{where}: {named!r} is {json.dumps(system)}; expected a string")
    return _numbered(_Line(system, score), record, column, where)


def _json_score(record: Any, where: str, file: ScoreFile, *others: str) -> tuple[str, float]:
    """Return the key and the score of an object; `others` are further names of the key."""
    if not isinstance(record, dict):
        raise InputError(f"{where}: is not a JSON object; expected one, as in {{...}}")
    key = _column(list(record), where, file, "key", *others)
    score = record[key]
    if isinstance(score, bool) or not isinstance(score, (int, float)):
        raise InputError(f"{where}: {key!r} is {json.dumps(score)}; expected a number")
    # a whole number with hundreds of digits is beyond every float
    return key, _limited(float(score) if abs(score) <= LARGEST else math.inf, str(score), where)


def _comet_line(text: str, where: str, file: ScoreFile) -> _Line | None:
    match = COMET_SEGMENT.fullmatch(text)
    if match is not None:
        return _Line(match[1], _number(match[3], where), int(match[2]) + 1)
    if not COMET_FILE.fullmatch(text):
        raise InputError(f"{where}: {text!r} is not COMET's; expected FILE, Segment, score")
    return None


def _line_without_header(width: int, text: str, where: str, file: ScoreFile) -> _Line:
    *system, score = text.split("\t")
    if len(system) + 1 != width or width > 2:
        raise InputError(
            f"{where}: {text!r} is not a score; expected a number, or a system and a number "
            "separated by a tab, on every line, or a header line with a column 'score'"
        )
    return _Line(system[0] if system else None, _number(score, where))


def _line_of_statistics(text: str, where: str, file: ScoreFile) -> _Line:
    system, tab, statistics = text.rpartition("\t")
    numbers = tuple(_number(number, where) for number in statistics.split())
    if len(numbers) != file.metric.width:
        raise InputError(
            f"{where}: has {counted(len(numbers), 'number')}; expected {file.metric.width} "
            "separated by spaces, the statistics of a segment"
        )
    return _Line(system if tab else None, numbers)


def _column(columns: Sequence[str], where: str, file: ScoreFile, kind: str, *others: str) -> str:
    """Return the name of the column of the scores; `others` are further names of it."""
    wanted = [SCORE, file.metric.name, *others] if file.column is None else [file.column]
    present = [column for column in dict.fromkeys(wanted) if column in columns]
    if not present:
        raise InputError(
            f"{where}: there is no {kind} {' or '.join(map(repr, wanted))}, only "
            f"{', '.join(columns)}; name the one with the scores by {file.metric.name}:column=NAME"
        )
    if len(present) > 1:
        raise InputError(
            f"{where}: the {kind}s {' and '.join(map(repr, present))} may both contain the scores; "
            f"name one of them by {file.metric.name}:column={present[1]}"
        )
    return present[0]


def _number(text: str, where: str) -> float:
    stripped = text.strip()
    if not NUMBER.fullmatch(stripped):
        raise InputError(
            f"{where}: {text!r} is not a finite number{with_point(text)}; expected a score, such "
            "as 0.85"
        )
    return _limited(float(stripped), text, where)


def _limited(score: float, text: str, where: str) -> float:
    if not abs(score) <= LARGEST:
        raise InputError(f"{where}: {text} is not {FINITE}; expected a score, such as 0.85")
    return score
