r"""Files of given scores.

A file has one line for every segment, in the order of the segments. The scores of several systems,
and those of several runs of one system, follow each other or alternate. A file is one of these,
which its first line determines:

- JSON Lines: an object on every line, with the score under the key `score` or the name of the
  metric, and perhaps the key `system` or `model`. Other keys are ignored.
- A table with a header, tab-separated, or comma-separated if the name ends in .csv: a column
  `score`, or one named after the metric, and perhaps a column `system` or `model`. Others are
  ignored.
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
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import Any, NamedTuple, TypeAlias

from tallystick.errors import InputError, OptionError, counted
from tallystick.metrics.arguments.options import FINITE, LARGEST
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.given_scores.columns import Given, GivenColumn, add_metric, missing_system
from tallystick.metrics.given_scores.metric import GivenScores
from tallystick.metrics.reading.columns import system_column
from tallystick.metrics.reading.lines import read_text
from tallystick.metrics.reading.opening import FilePath, display_name, split_name
from tallystick.metrics.reading.tsv import comma_separated

SCORE = "score"
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
COMET_KEY = "COMET"
COMET_SEGMENT = re.compile(r"(.+)\tSegment \d+\tscore: (\S+)(\tvariance: \S+)?")
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


_Parser: TypeAlias = "Callable[[str, str, ScoreFile], tuple[str | None, Any] | None]"
"""A function of a line, its place and its file that returns the system, or None, and the score; or
None for a line that is left out.
"""


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
        values: dict[str, list[Any]] = {name: [] for name in names}
        origins: dict[str, str] = {}
        others: dict[str, None] = {}
        own = [file for file in files if file.metric == metric]
        for file in own:
            origin = display_name(file.path)
            for system, score in _scores_of(file, names):
                if system in values:
                    values[system].append(score)
                    origins.setdefault(system, origin)
                else:
                    others[system] = None
        read = ", ".join(display_name(file.path) for file in own)
        for name in names:
            if name not in origins:
                raise missing_system(read, name, [*origins, *others])
        columns = {name: GivenColumn(tuple(values[name]), origins[name]) for name in names}
        add_metric(given, metric, columns)
    return given


def _scores_of(file: ScoreFile, systems: Sequence[str]) -> Iterator[tuple[str, Any]]:
    name = display_name(file.path)
    lines = list(read_text(file.path))
    if not lines:
        raise InputError(f"{name} is empty; expected one score for every segment")
    called = cache(lambda label: _called(label, systems))
    own = cache(lambda: _system_of(file, systems))
    for where, system, score in _parsed(lines, name, file):
        if system is not None and file.system is not None:
            raise OptionError(
                f"{where}: names the system {system!r}, but system={file.system} is given for the "
                "file; leave that out"
            )
        yield own() if system is None else called(system), score


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


def _parsed(
    lines: Sequence[str], name: str, file: ScoreFile
) -> Iterator[tuple[str, str | None, Any]]:
    parse, begin = _parser_of(lines[0], name, file)
    document: Any = None
    if parse is _json_line:
        with suppress(ValueError, RecursionError):  # of several objects
            document = json.loads("\n".join(lines))
    if document is not None and all(isinstance(each, list) for each in document.values()):
        for system, segments in document.items():
            for number, record in enumerate(segments, start=1):
                where = f"{name}, {system}, segment {number:,}"
                yield where, system, _json_score(record, where, file, COMET_KEY)
        return
    for number, text in enumerate(lines[begin:], start=begin + 1):
        where = f"{name}, line {number:,}"
        score = parse(text, where, file)
        if score is not None:
            yield where, *score


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
    place = header.index(_column(header, f"{name}, line 1", file, "column"))
    named = system_column(header, f"{name}, line 1")
    system = None if named is None else header.index(named)

    def row(text: str, where: str, file: ScoreFile) -> tuple[str | None, float]:
        fields = split(text, where)
        if len(fields) != len(header):
            raise InputError(
                f"{where}: the number of fields is {len(fields)}; expected {len(header)}, as in "
                "the header"
            )
        return None if system is None else fields[system], _number(fields[place], where)

    return row, 1


def _json_line(text: str, where: str, file: ScoreFile) -> tuple[str | None, float]:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{where}: is not valid JSON ({error}); expected one complete object on every line"
        ) from None
    score = _json_score(record, where, file)
    key = system_column(record, where, "key")
    if key is None:
        return None, score
    system = record[key]
    if not isinstance(system, str):
        raise InputError(f"{where}: {key!r} is {json.dumps(system)}; expected a string")
    return system, score


def _json_score(record: Any, where: str, file: ScoreFile, *others: str) -> float:
    """Return the score of an object; `others` are further names of its key."""
    if not isinstance(record, dict):
        raise InputError(f"{where}: is not a JSON object; expected one, as in {{...}}")
    key = _column(list(record), where, file, "key", *others)
    score = record[key]
    if isinstance(score, bool) or not isinstance(score, (int, float)):
        raise InputError(f"{where}: {key!r} is {json.dumps(score)}; expected a number")
    # a whole number with hundreds of digits is beyond every float
    return _limited(float(score) if abs(score) <= LARGEST else math.inf, str(score), where)


def _comet_line(text: str, where: str, file: ScoreFile) -> tuple[str, float] | None:
    match = COMET_SEGMENT.fullmatch(text)
    if match is not None:
        return match[1], _number(match[2], where)
    if not COMET_FILE.fullmatch(text):
        raise InputError(f"{where}: {text!r} is not COMET's; expected FILE, Segment, score")
    return None


def _line_without_header(
    width: int, text: str, where: str, file: ScoreFile
) -> tuple[str | None, float]:
    *system, score = text.split("\t")
    if len(system) + 1 != width or width > 2:
        raise InputError(
            f"{where}: {text!r} is not a score; expected a number, or a system and a number "
            "separated by a tab, on every line, or a header line with a column 'score'"
        )
    return system[0] if system else None, _number(score, where)


def _line_of_statistics(
    text: str, where: str, file: ScoreFile
) -> tuple[str | None, tuple[float, ...]]:
    system, tab, statistics = text.rpartition("\t")
    numbers = tuple(_number(number, where) for number in statistics.split())
    if len(numbers) != file.metric.width:
        raise InputError(
            f"{where}: has {counted(len(numbers), 'number')}; expected {file.metric.width} "
            "separated by spaces, the statistics of a segment"
        )
    return system if tab else None, numbers


def _column(columns: Sequence[str], where: str, file: ScoreFile, kind: str, *others: str) -> str:
    """Return the name of the column of the scores; `others` are further names of it."""
    wanted = [SCORE, file.metric.name, *others] if file.column is None else [file.column]
    present = [column for column in wanted if column in columns]
    if not present:
        raise InputError(
            f"{where}: there is no {kind} {' or '.join(map(repr, wanted))}, only "
            f"{', '.join(columns)}; name the one with the scores by {file.metric.name}:column=NAME"
        )
    return present[0]


def _number(text: str, where: str) -> float:
    stripped = text.strip()
    if not NUMBER.fullmatch(stripped):
        raise InputError(
            f"{where}: {text!r} is not a finite number; expected a score, such as 0.85"
        )
    return _limited(float(stripped), text, where)


def _limited(score: float, text: str, where: str) -> float:
    if not abs(score) <= LARGEST:
        raise InputError(f"{where}: {text} is not {FINITE}; expected a score, such as 0.85")
    return score
