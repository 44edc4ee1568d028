"""Scores that humans gave to the outputs of systems, as arrays."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tallystick.errors import InputError
from tallystick.metrics.arguments.wording import counted
from tallystick.metrics.reading.opening import FilePath, display_name
from tallystick.reports.meta_evaluation.human.read import read_judgements
from tallystick.reports.meta_evaluation.human.tables import SEGMENT, Judgement

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
        without_outputs: The judged systems that have no hypotheses, and are left out.
    """

    name: str
    segments: NDArray[np.float64] | None
    judgements: NDArray[np.int64] | None
    systems: NDArray[np.float64]
    without_outputs: tuple[str, ...] = ()

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
        return replace(self, segments=segments, judgements=judgements)

    def on(self, segments: Sequence[int]) -> HumanScores:
        """Return the scores of some segments, by their places; those of systems are their means."""
        if self.segments is None or self.judgements is None:
            return self
        cells, judgements = self.segments[:, segments], self.judgements[:, segments]
        return replace(
            self, segments=cells, judgements=judgements, systems=means_of_segments(cells)
        )

    def of(self, systems: Sequence[int]) -> HumanScores:
        """Return the scores of some of the systems, by their places."""
        chosen = list(systems)
        return replace(
            self,
            segments=None if self.segments is None else self.segments[chosen],
            judgements=None if self.judgements is None else self.judgements[chosen],
            systems=self.systems[chosen],
        )


def read_human_scores(
    paths: Sequence[FilePath],
    systems: Sequence[str],
    segments: int,
    *,
    columns: Mapping[str, str] | None = None,
    higher_is_better: bool = True,
    test_set: str | None = None,
) -> HumanScores:
    """Read human scores of segments, of systems, or one file of each.

    Args:
        paths: One file, or one with the scores of segments and one with those of systems.
        systems: The names of the systems with outputs. Judged systems of other names, such as
            human translations, are left out and listed.
        segments: The number of segments of the test set.
        columns: The columns of tables, for some of "system", "segment", "score", "judgements" (how
            many scores one averages) and "set"; the others are known by usual names. Scores of the
            only system need not name it, nor segments if they are in the order of the segments.
        higher_is_better: Whether a higher score is better; error counts are negated. Annotations
            of errors say themselves that fewer points are better.
        test_set: The name of the test set, if the files may contain several: only its scores
            count.

    Raises:
        InputError: A file has another form, a segment is not in the test set, or no system is
            judged.
    """
    cells: NDArray[np.float64] | None = None
    numbers: NDArray[np.int64] | None = None
    of_systems: NDArray[np.float64] | None = None
    name = ""
    without_outputs: dict[str, None] = {}
    for path in paths:
        read = read_judgements(
            path, columns or {}, test_set, systems[0] if len(systems) == 1 else None
        )
        if read.in_order and len(read.judgements) != segments:
            raise InputError(
                f"{display_name(path)}: {counted(len(read.judgements), 'score')} without segments; "
                f"expected one for each of the {counted(segments, 'segment')}, None where there is "
                "none, or a column of segments"
            )
        judgements, others = _of_systems(read.judgements, systems, display_name(path))
        without_outputs.update(dict.fromkeys(others))
        name = name or read.name
        better = higher_is_better if read.higher_is_better is None else read.higher_is_better
        rows = np.array([systems.index(one.system) for one in judgements])
        scores = np.array([one.score for one in judgements])
        if not better:
            scores = 0.0 - scores  # 0 errors are not -0.0
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
    return HumanScores(name, cells, numbers, of_systems, tuple(without_outputs))


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
    judgements: Sequence[Judgement], systems: Sequence[str], name: str
) -> tuple[list[Judgement], list[str]]:
    """Return the scores of the systems under their names, and the names of others."""
    judged = list(dict.fromkeys(one.system for one in judgements))
    called = _matched(judged, systems)
    if not called:
        raise InputError(
            f"{name}: none of the judged systems has hypotheses: judged are {', '.join(judged)}; "
            f"hypotheses are named {', '.join(systems)}; name them alike, for example with --names"
        )
    known = [one._replace(system=called[one.system]) for one in judgements if one.system in called]
    return known, [name for name in judged if name not in called]


def _matched(judged: Sequence[str], systems: Sequence[str]) -> Mapping[str, str]:
    """Return the system of each judged name, which may have a number of WMT at its end."""
    found = {name: name for name in judged if name in systems}
    for name in judged:
        short = RUN_NUMBER.sub("", name)
        if name not in found and short in systems and short not in found.values():
            found[name] = short
    return found
