r"""Scores that humans gave to the outputs of systems, and the files that contain them.

A file is one of these, which its first line determines:

- A table with a header, its fields separated by tabs, else commas, else spaces: a column `system`,
  perhaps a column `segment` with the numbers of segments from 1, and one or several columns of
  scores. WMT's own names of these columns are known too: `SYS`, `SID`, `Z.SCR`, `seg_id`, ...
- `SYSTEM<TAB>SCORE` without a header, as in mt-metrics-eval: one line for each system, or one for
  each of its segments in their order.

`None`, `nan`, `NA` and an empty field mean that humans gave no score. Several scores of one segment
of a system are averaged; a column `judgements` or `N` says how many a score averages already.
"""

from __future__ import annotations

import csv
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.reading.lines import read_text
from tallystick.metrics.reading.opening import FilePath, display_name
from tallystick.metrics.registry import nearest
from tallystick.metrics.wording import counted

if TYPE_CHECKING:
    from numpy.typing import NDArray

SYSTEM = ("system", "SYS", "sys", "system_id", "system-id")
SEGMENT = ("segment", "line", "SID", "seg_id", "segment_id", "seg-id", "id")
TEST_SET = ("set", "pair", "lp")
SCORE = ("score", "z", "Z.SCR", "Z", "mqm_avg_score", "esa", "da", "mqm")
NUMBER = ("judgements", "N", "judgments")
"""Names of columns; the first one that a table has is used."""

MISSING = frozenset({"", "none", "nan", "na", "null", "-"})
RUN_NUMBER = re.compile(r"\.\d+$")
"""WMT's names of judged systems end in a number, as in `Online-A.8`."""


@dataclass(frozen=True, slots=True, eq=False)
class HumanScores:
    """Human scores of systems for one test set; a higher one is better.

    Attributes:
        name: What the scores are called, such as "z".
        segments: The score of each segment of each system, shape (systems, segments); NaN where
            humans gave none. None if only whole systems were scored.
        judgements: How many scores each of `segments` averages, of the same shape.
        systems: The score of each system, shape (systems,); NaN where there is none. By default
            the mean of its segments' scores.
    """

    name: str
    segments: NDArray[np.float64] | None
    judgements: NDArray[np.int64] | None
    systems: NDArray[np.float64]

    @property
    def resampled(self) -> bool:
        """Whether the scores of the systems are the means of those of their segments."""
        if self.segments is None:
            return False
        return np.allclose(means_of_segments(self.segments), self.systems, equal_nan=True)

    def at(self, places: NDArray[np.int64]) -> HumanScores:
        """Return the scores with each segment moved to the given place."""
        if self.segments is None or self.judgements is None:
            return self
        segments, judgements = np.empty_like(self.segments), np.empty_like(self.judgements)
        segments[:, places], judgements[:, places] = self.segments, self.judgements
        return HumanScores(self.name, segments, judgements, self.systems)

    def of(self, systems: Sequence[int]) -> HumanScores:
        """Return the scores of some of the systems, by their places."""
        chosen = list(systems)
        return HumanScores(
            self.name,
            None if self.segments is None else self.segments[chosen],
            None if self.judgements is None else self.judgements[chosen],
            self.systems[chosen],
        )


class _Judgement(NamedTuple):
    """A score.

    Attributes:
        where: The line that says it.
        system: The system.
        segment: The number of the segment, or None.
        score: The score.
        number: How many judgements it averages.
    """

    where: str
    system: str
    segment: int | None
    score: float
    number: int = 1


def read_human_scores(
    paths: Sequence[FilePath],
    systems: Sequence[str],
    segments: int,
    *,
    column: str | None = None,
    higher_is_better: bool = True,
    test_set: str | None = None,
) -> HumanScores:
    """Read human scores of segments, of systems, or one file of each.

    Args:
        paths: One file, or one with the scores of segments and one with those of systems.
        systems: The names of the systems with outputs. Judged systems of other names, such as
            human translations, are left out.
        segments: The number of segments of the test set.
        column: The name of the column of scores.
        higher_is_better: Whether a higher score is better; error counts such as MQM's are negated.
        test_set: The name of the test set, if the files may contain several: in a table with a
            column `set` or `pair`, only the rows with this name count.

    Raises:
        InputError: A file has another form, a segment is not in the test set, or no system is
            judged.
    """
    cells: NDArray[np.float64] | None = None
    numbers: NDArray[np.int64] | None = None
    of_systems: NDArray[np.float64] | None = None
    name = ""
    for path in paths:
        found_name, judgements = _read(path, column, test_set)
        judgements = list(_of_systems(judgements, systems, display_name(path)))
        name = name or found_name
        rows = np.array([systems.index(one.system) for one in judgements])
        scores = np.array([one.score for one in judgements])
        if judgements[0].segment is None:
            if of_systems is not None:
                raise _given_twice(path, "systems")
            repeated = [one for one, times in Counter(rows.tolist()).items() if times > 1]
            if repeated:
                raise InputError(
                    f"{display_name(path)}: the system {systems[repeated[0]]!r} has several scores "
                    f"but no column of segments; expected one score for a system, or a column "
                    f"named {' or '.join(SEGMENT[:2])}"
                )
            of_systems = np.full(len(systems), math.nan)
            of_systems[rows] = scores
        else:
            if cells is not None:
                raise _given_twice(path, "segments")
            for one in judgements:
                if one.segment is None or not 1 <= one.segment <= segments:
                    raise InputError(
                        f"{one.where}: the segment is {one.segment}; expected a number from 1 to "
                        f"{segments:,}, the number of segments of the hypotheses"
                    )
            places = np.array([one.segment or 0 for one in judgements]) - 1
            known = ~np.isnan(scores)
            numbers = np.zeros((len(systems), segments), np.int64)
            sums = np.zeros((len(systems), segments))
            of_each = np.array([one.number for one in judgements])[known]
            np.add.at(numbers, (rows[known], places[known]), of_each)
            np.add.at(sums, (rows[known], places[known]), scores[known] * of_each)
            cells = np.divide(sums, numbers, out=np.full_like(sums, math.nan), where=numbers > 0)
    if of_systems is None:
        of_systems = means_of_segments(cells) if cells is not None else np.empty(0)
    sign = 1.0 if higher_is_better else -1.0
    return HumanScores(name, None if cells is None else sign * cells, numbers, sign * of_systems)


def means_of_segments(segments: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean of the known scores of each system, NaN if there are none."""
    known = ~np.isnan(segments)
    numbers = known.sum(axis=1)
    sums = np.where(known, segments, 0.0).sum(axis=1)
    means: NDArray[np.float64] = np.divide(
        sums, numbers, out=np.full(len(sums), math.nan), where=numbers > 0
    )
    return means


def _given_twice(path: FilePath, what: str) -> InputError:
    return InputError(
        f"{display_name(path)}: a second file with scores of {what}; expected one file with "
        "scores of segments, one with scores of systems, or one of each"
    )


def _of_systems(
    judgements: Sequence[_Judgement], systems: Sequence[str], name: str
) -> Iterator[_Judgement]:
    judged = list(dict.fromkeys(one.system for one in judgements))
    called = _matched(judged, systems)
    if not called:
        raise InputError(
            f"{name}: none of the judged systems has hypotheses: judged are {', '.join(judged)}; "
            f"hypotheses are named {', '.join(systems)}; name them alike, for example with --names"
        )
    for one in judgements:
        if one.system in called:
            yield one._replace(system=called[one.system])


def _matched(judged: Sequence[str], systems: Sequence[str]) -> Mapping[str, str]:
    """Return the system of each judged name, which may have a number of WMT at its end."""
    found = {name: name for name in judged if name in systems}
    for name in judged:
        short = RUN_NUMBER.sub("", name)
        if name not in found and short in systems and short not in found.values():
            found[name] = short
    return found


def _read(path: FilePath, column: str | None, test_set: str | None) -> tuple[str, list[_Judgement]]:
    name = display_name(path)
    lines = [str(line) for line in read_text(path)]
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise InputError(f"{name}: is empty; expected human scores of systems or segments")
    split = _splitter(lines[0])
    header = split(lines[0])
    system = next((header.index(one) for one in SYSTEM if one in header), None)
    if system is None:
        if len(header) == 2 and _is_score(header[1]):
            return "score", _without_header(lines, name)
        raise InputError(
            f"{name}, line 1: there is no column 'system', only {', '.join(header)}; expected a "
            "header with system, segment and score, or a system and a score on every line"
        )
    segment = next((header.index(one) for one in SEGMENT if one in header), None)
    judgements = next((header.index(one) for one in NUMBER if one in header), None)
    of_set = next((header.index(one) for one in TEST_SET if one in header), None)
    chosen = _score_column(header, column, name)
    score = header.index(chosen)
    found = []
    for number, line in enumerate(lines[1:], start=2):
        where = f"{name}, line {number:,}"
        fields = split(line)
        if len(fields) != len(header):
            raise InputError(
                f"{where}: {counted(len(fields), 'field')}; expected {len(header)}, as in the "
                "header"
            )
        if of_set is not None and test_set is not None and fields[of_set] != test_set:
            continue
        place = None if segment is None else _whole(fields[segment], "segment", where)
        times = 1 if judgements is None else _whole(fields[judgements], "number", where)
        if times:
            found.append(
                _Judgement(where, fields[system], place, _score(fields[score], where), times)
            )
    if not found:
        wanted = "" if of_set is None else f" of {header[of_set]} {test_set!r}"
        raise InputError(f"{name}: there is no line{wanted} below the header; expected scores")
    return chosen, found


def _whole(text: str, what: str, where: str) -> int:
    if not text.strip().isdecimal():
        raise InputError(f"{where}: the {what} is {text!r}; expected a whole number, as in 12")
    return int(text)


def _splitter(first: str) -> Callable[[str], list[str]]:
    if "\t" in first:
        return lambda line: line.split("\t")
    if "," in first:
        return lambda line: next(csv.reader([line]), [""])
    return lambda line: line.split()


def _score_column(header: Sequence[str], column: str | None, name: str) -> str:
    if column is not None:
        if column not in header:
            raise InputError(
                f"{name}, line 1: there is no column {column!r}{nearest(column, list(header))}; "
                f"expected one of {', '.join(header)}"
            )
        return column
    for one in SCORE:
        if one in header:
            return one
    raise InputError(
        f"{name}, line 1: none of the columns {', '.join(header)} is known to contain scores; name "
        "it with --human-column"
    )


def _without_header(lines: Sequence[str], name: str) -> list[_Judgement]:
    seen: Counter[str] = Counter()
    found = []
    for number, line in enumerate(lines, start=1):
        where = f"{name}, line {number:,}"
        fields = line.split("\t") if "\t" in line else line.split()
        if len(fields) != 2:
            raise InputError(f"{where}: {line!r} is not a system and a score; expected both")
        seen[fields[0]] += 1
        found.append(_Judgement(where, fields[0], seen[fields[0]], _score(fields[1], where)))
    if max(seen.values()) == 1:
        return [one._replace(segment=None) for one in found]
    return found


def _is_score(text: str) -> bool:
    try:
        _score(text, "")
    except InputError:
        return False
    return True


def _score(text: str, where: str) -> float:
    if text.strip().lower() in MISSING:
        return math.nan
    try:
        score = float(text)
    except ValueError:
        score = math.inf
    if not math.isfinite(score):
        raise InputError(f"{where}: {text!r} is not a finite number; expected a score, or None")
    return score
