"""Scores that humans gave to the outputs of systems, as arrays."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, compress
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from tallystick.errors import InputError, counted, warn
from tallystick.metrics.reading.columns import SEGMENT
from tallystick.metrics.reading.opening import FilePath, display_name
from tallystick.metrics.sums.arrays import FloatArray, IntArray
from tallystick.reports.meta_evaluation.human import tables
from tallystick.reports.meta_evaluation.human.preferences import Preferences, preferences_of
from tallystick.reports.meta_evaluation.human.read import read_human_table
from tallystick.reports.meta_evaluation.settings import FEWEST_SYSTEMS
from tallystick.reports.meta_evaluation.statistics.bradley_terry import (
    bradley_terry,
    groups_of,
    wins_of,
)
from tallystick.reports.meta_evaluation.statistics.correlations import pearson, ratios, rounded
from tallystick.reports.wording import are_equal

CHOICES, STRENGTH = "choices", "Bradley-Terry score"
"""What shares of wins, and scores of systems, are called that are computed from choices."""

AVERAGED = "Several scores of one output are averaged."

ENDING = re.compile(r"(\.\d+)?([._-][a-z]{2,3}-[a-z]{2,3})?$")
"""WMT's names of systems may end in a number and in languages, as in `Online-A.8.cs-en`."""


class Ratings(NamedTuple):
    """Single scores, a higher one better, with the places of rater, system and segment of each."""

    raters: tuple[str, ...]
    rater: IntArray
    system: IntArray
    segment: IntArray
    score: FloatArray

    def at(self, rows: IntArray, places: IntArray) -> Ratings:
        """Return the ratings with new places of systems and of segments; -1 for those left out."""
        system, segment = rows[self.system], places[self.segment]
        kept = (system >= 0) & (segment >= 0)
        return Ratings(self.raters, self.rater[kept], system[kept], segment[kept], self.score[kept])


@dataclass(frozen=True, slots=True, eq=False)
class HumanScores:
    """Human scores of systems for one test set; a higher one is better.

    `segments` has shape (systems, segments), NaN where humans gave none, or is None if only systems
    were scored; each averages so many `judgements`, or single `ratings`, if raters are known, or is
    computed from `preferences`. `systems` are by default their means. `matched` has the systems by
    the names of judged ones that differ in their ending. `notes` are sentences on what was read.
    """

    name: str
    segments: FloatArray | None
    judgements: IntArray | None
    systems: FloatArray
    without_outputs: tuple[str, ...] = ()
    matched: Mapping[str, str] = field(default_factory=dict)
    ratings: Ratings | None = None
    preferences: Preferences | None = None
    notes: tuple[str, ...] = ()

    @property
    def resampled(self) -> bool:
        """Whether the scores of the systems are the means of those of their segments."""
        if self.segments is None:
            return False
        return np.allclose(means_of_segments(self.segments), self.systems, equal_nan=True)

    @property
    def level(self) -> bool:
        """Whether all systems with scores have the same one."""
        return are_equal(float(np.nanmin(self.systems)), float(np.nanmax(self.systems)))

    @property
    def rank_systems(self) -> bool:
        """Whether systems differ, and humans compared all of them, also by way of others."""
        if self.level:
            return False
        choices = self.preferences
        if choices is None or not choices.systems:
            return True
        return not groups_of(wins_of(choices.sides, choices.chosen)).any()

    def at(self, systems: Sequence[int], segments: Sequence[int] | None = None) -> HumanScores:
        """Return the scores of some systems, and perhaps of some segments, by their places.

        The scores of systems on fewer segments are the means of those of these.
        """
        chosen, cells = np.asarray(systems, np.int64), self.segments
        if cells is None or self.judgements is None:
            return replace(self, systems=self.systems[chosen])
        columns = np.arange(cells.shape[1]) if segments is None else np.asarray(segments)
        new = [np.full(number, -1) for number in cells.shape]
        for each, kept in zip(new, (chosen, columns), strict=True):
            each[kept] = np.arange(len(kept))
        choices = self.preferences
        if choices is not None:
            number, choices = len(choices.chosen), choices.at(*new)
            if len(choices.chosen) < number:
                scores = of_choices(choices, len(chosen), len(columns))
                others, notes = self.without_outputs, self.notes
                return replace(scores, without_outputs=others, matched=self.matched, notes=notes)
        kept_cells = cells[np.ix_(chosen, columns)]
        fewer = len(columns) < cells.shape[1]
        return replace(
            self,
            segments=kept_cells,
            judgements=self.judgements[np.ix_(chosen, columns)],
            systems=means_of_segments(kept_cells) if fewer else self.systems[chosen],
            ratings=self.ratings and self.ratings.at(*new),
            preferences=choices,
        )


def read_human_scores(
    paths: Sequence[FilePath], systems: Sequence[str], segments: int, **options: Any
) -> HumanScores:
    """Read human scores of one aspect; see `read_aspects`."""
    aspects = read_aspects(paths, systems, segments, **options)
    if len(aspects) > 1:
        raise InputError(
            f"{display_name(paths[0])}: there are scores of several aspects: {', '.join(aspects)}; "
            "name one of them with --human-set"
        )
    return next(iter(aspects.values()))


def read_aspects(
    paths: Sequence[FilePath],
    systems: Sequence[str],
    segments: int,
    *,
    columns: Mapping[str, str] | None = None,
    higher_is_better: bool = True,
    test_set: str | None = None,
    named: bool = True,
    renamed: Mapping[str, str] | None = None,
    metadata: Mapping[str, Sequence[str]] | None = None,
    hypotheses: Mapping[str, Sequence[str]] | None = None,
) -> dict[str, HumanScores]:
    """Read human scores of segments, of systems, or one file of each, by aspect, or under "".

    `systems` are those with outputs; others, such as human translations, are left out and listed.
    `columns` has those of tables for some of `MEANINGS`, the score perhaps several, one for each
    aspect, as in "fluency,coherence". Scores of the only system need not name it, nor segments in
    their order. Only scores of `test_set`, or of this aspect, count; if it is `named` by the
    caller, a file of no sets is refused. A column of `metadata` of the texts that has the
    numbers too must agree, as must outputs in the file that are `hypotheses` of the system.
    """
    files: list[tuple[tables.HumanTable, dict[str, list[tables.Judgement]]]] = []
    only = systems[0] if len(systems) == 1 else None
    for path in paths:
        table = read_human_table(path, columns or {}, only)
        table.check_set(test_set, named=named)
        if tables.CHOICE in table.rows[0][1] and None in (table.columns["system"], table.segment):
            raise InputError(
                f"{table.name}: has no columns of two systems and of segments, which say whose "
                "outputs in files are compared; name them with --columns system_a=COLUMN "
                f"system_b=COLUMN segment={tables.column_like(SEGMENT, table.rows[0][1])}, or "
                "leave out -i if the table has the outputs"
            )
        by_aspect: dict[str, list[tables.Judgement]] = {}
        unnamed = table.columns["system"] is None
        unnumbered = unnamed and table.segment is None
        judged = table.judgements(test_set, only if unnamed else None, renamed or {})
        if table.segment is not None:
            of_outputs = [((mark.system, mark.segment), row, mark) for row, mark in judged]
            table.check_averages(of_outputs, table.columns.values())
        for _, mark in judged:
            of_aspect = by_aspect.setdefault(mark.aspect, [])
            of_aspect.append(mark._replace(segment=len(of_aspect) + 1) if unnumbered else mark)
        for of_aspect in by_aspect.values() if unnumbered or table.in_order else ():
            for system, number in Counter(mark.system for mark in of_aspect).items():
                if number != segments:
                    raise InputError(
                        f"{table.name}: {counted(number, 'score')} of the system {system!r} "
                        "without segments; expected one for each of the "
                        f"{counted(segments, 'segment')}, None where there is none, or a column of "
                        "segments"
                    )
        files.append((table, by_aspect))
    first, aspects = files[0][0], list(files[0][1])
    for table, by_aspect in files[1:]:
        if by_aspect.keys() != set(aspects):
            raise InputError(
                f"{table.name}: has scores of {', '.join(by_aspect) or 'no aspect'}, but "
                f"{first.name} of {', '.join(aspects) or 'no aspect'}; expected the same aspects"
            )
    scores = {}
    for aspect in aspects:
        given = [(table, of[aspect]) for table, of in files]
        texts = metadata or {}, hypotheses or {}
        scores[aspect] = scores_of(given, systems, segments, higher_is_better, *texts)
    return scores


def scores_of(
    files: Sequence[tuple[tables.HumanTable, Sequence[tables.Judgement]]],
    systems: Sequence[str],
    segments: int,
    higher_is_better: bool,
    metadata: Mapping[str, Sequence[str]] = MappingProxyType({}),
    hypotheses: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> HumanScores:
    """Return the scores of one aspect, from a table of segments, of systems, or one of each."""
    by_kind: dict[str, HumanScores] = {}
    unused: list[str] = []
    without_outputs: dict[str, None] = {}
    matched: dict[str, str] = {}
    for table, given in files:
        called = _matched(list(dict.fromkeys(mark.system for mark in given)), systems, table.name)
        judgements = [
            mark._replace(system=called[mark.system]) for mark in given if mark.system in called
        ]
        others = [mark for mark in given if mark.system not in called]
        without_outputs |= {mark.system: None for mark in others if not math.isnan(mark.score)}
        matched |= {name: system for name, system in called.items() if name != system}
        named = table.columns.values(), table.given.values(), table.outputs
        unused += table.note_on_unused(set(chain(*named)))
        better = higher_is_better if table.higher_is_better is None else table.higher_is_better
        kind = "systems" if judgements[0].segment is None else "segments"
        if kind in by_kind:
            raise InputError(
                f"{table.name}: a second file with scores of {kind}; expected one file with scores "
                "of segments, one with scores of systems, or one of each"
            )
        name = str(table.columns["score"])
        placed = [
            (systems.index(mark.system), (mark.segment or 0) - 1, mark) for mark in judgements
        ]
        if kind == "systems":
            rows = [row for row, _, _ in placed]
            for row, times in Counter(rows).items():
                if times > 1:
                    raise InputError(
                        f"{table.name}: the system {systems[row]!r} has several scores but no "
                        f"column of segments; expected one score for a system, or a column named "
                        f"{' or '.join(SEGMENT[:2])}, or by --columns segment=COLUMN"
                    )
            of_systems = np.full(len(systems), math.nan)
            scores = [mark.score for mark in judgements]
            # 0 errors are not -0.0
            of_systems[rows] = scores if better else [0.0 - score for score in scores]
            by_kind[kind] = HumanScores(name, None, None, of_systems)
            continue
        table.check_segments(judgements, segments, "segments of the hypotheses", metadata)
        table.check_outputs(judgements, hypotheses)
        by_kind[kind] = averaged(name, (len(systems), segments), placed, better)
        if by_kind[kind].preferences is None and judgements[0].choice is not None:
            raise InputError(
                f"{table.name}: no choice is between two of the systems with hypotheses, "
                f"{', '.join(systems)}; name them alike, for example with --names"
            )
    main = by_kind.get("segments") or by_kind["systems"]
    if len(by_kind) > 1:
        of_systems, means = by_kind["systems"].systems, main.systems
        both = ~(np.isnan(of_systems) | np.isnan(means))
        correlation = float(pearson(of_systems, means))
        if both.sum() >= FEWEST_SYSTEMS and correlation < 0:
            first, second = (table.name for table, _ in files)
            warn(
                f"{first} and {second}: the scores of systems and the means of those of their "
                f"segments have the correlation {correlation:.2f}, as if one file counted errors "
                "or named other systems; correct one of them, or leave out the file of systems"
            )
    return replace(
        main,
        name=next(iter(by_kind.values())).name if main.preferences is None else main.name,
        systems=by_kind.get("systems", main).systems,
        without_outputs=tuple(without_outputs),
        matched=matched,
        notes=(*main.notes, *unused),
    )


def averaged(
    name: str,
    shape: tuple[int, int],
    placed: Sequence[tuple[int, int, tables.Judgement]],
    higher_is_better: bool,
) -> HumanScores:
    """Return the mean scores of outputs, or what choices between them say of each.

    Judgements follow the places of their system and segment; NaN does not count.
    """
    scored = [each for each in placed if not math.isnan(each[2].score)]
    choices = preferences_of(scored, higher_is_better)
    if choices is not None:
        return of_choices(choices, *shape)
    scores = np.array([mark.score for *_, mark in scored], np.float64)
    scores = scores if higher_is_better else 0.0 - scores
    each = [(row, place, mark.number) for row, place, mark in scored]
    system, segment, of_each = np.array(each, np.int64).reshape(-1, 3).T
    cells, numbers = _means(shape, (system, segment), scores, of_each)
    names = dict.fromkeys(mark.rater for *_, mark in scored)
    raters = {name: place for place, name in enumerate(names)}
    ratings = None
    if raters and "" not in raters:
        who = np.array([raters[mark.rater] for *_, mark in scored], np.int64)
        ratings = Ratings(tuple(raters), who, system, segment, scores)
    notes = (AVERAGED,) if len(scored) > np.count_nonzero(numbers) else ()
    return HumanScores(name, cells, numbers, means_of_segments(cells), ratings=ratings, notes=notes)


def standardised(human: HumanScores) -> tuple[HumanScores, list[str]]:
    """Return scores that average z-scores of each rater, and the raters who have none.

    A rater with fewer than two different scores has none, and is left out.
    """
    ratings = human.ratings
    if ratings is None or human.segments is None:
        return human, []
    number, sums = (np.bincount(ratings.rater, terms) for terms in (None, ratings.score))
    centred = ratings.score - (sums / number)[ratings.rater]
    deviations = np.sqrt(np.bincount(ratings.rater, centred**2) / number)
    of_raters = [ratings.score[ratings.rater == rater] for rater in range(len(number))]
    constant = np.array([np.ptp(scores) == 0 for scores in of_raters])
    kept = ~constant[ratings.rater]
    rater, system, segment = (column[kept] for column in ratings[1:4])
    z = centred[kept] / deviations[rater]
    ones = np.ones(len(z), np.int64)
    cells, numbers = _means(human.segments.shape, (system, segment), z, ones)
    kept_ratings = Ratings(ratings.raters, rater, system, segment, z)
    means = means_of_segments(cells)
    scores = replace(human, segments=cells, judgements=numbers, systems=means, ratings=kept_ratings)
    return scores, list(compress(ratings.raters, constant))


def _means(
    shape: tuple[int, ...], cells: tuple[IntArray, IntArray], scores: FloatArray, of_each: IntArray
) -> tuple[FloatArray, IntArray]:
    """Return the mean score of each output, and of how many judgements it is."""
    numbers, sums = np.zeros(shape, np.int64), np.zeros(shape)
    np.add.at(numbers, cells, of_each)
    np.add.at(sums, cells, scores * of_each)
    return ratios(sums, numbers), numbers


def of_choices(choices: Preferences, systems: int, segments: int) -> HumanScores:
    """Return Bradley-Terry scores; where they are infinite, or of one row, shares of wins.

    The scores of segments are those of which the scores of systems are the means: what each segment
    adds to them, or the share of the choices that the output won.
    """
    numbers, won = np.zeros((systems, segments), np.int64), np.zeros((systems, segments))
    np.add.at(numbers, (choices.rows, choices.segments), 1)
    shares = np.stack([1 + choices.chosen, 1 - choices.chosen], axis=1) / 2
    np.add.at(won, (choices.rows, choices.segments), shares)
    cells = ratios(won, numbers)
    name = CHOICES
    judged, sides = np.unique(choices.rows, return_inverse=True)
    items = choices.segments[:, 0]
    strengths = bradley_terry(sides.reshape(-1, 2), choices.chosen, items, number=segments)
    if strengths is not None and systems > 1:
        name, cells = STRENGTH, np.full_like(won, math.nan)
        judged_items = np.unique(items)
        cells[np.ix_(judged, judged_items)] = (
            strengths.scores + len(judged_items) * strengths.each[judged_items]
        ).T
    return HumanScores(name, cells, numbers, means_of_segments(cells), preferences=choices)


def note_on_judged(segments: FloatArray, means_over: str) -> str:
    """Return how many segments humans judged; scores are (systems, segments).

    Where systems differ in them, the means of systems are over `means_over`.
    """
    known = ~np.isnan(segments)
    judged, common = known.sum(axis=1), int(known.all(axis=0).sum())
    least, most = judged.min(), judged.max()
    some = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    of = f"humans judged {some} of the {segments.shape[1]:,} segments of each system"
    if common == most:
        return f"{of}; scores of humans are means over these."
    return f"{of}, and {common:,} of every system; scores of humans are means over {means_over}."


def means_of_segments(segments: FloatArray) -> FloatArray:
    """Return the mean of the known scores of each system, NaN if there are none."""
    known = ~np.isnan(segments)
    return rounded(ratios(np.where(known, segments, 0.0).sum(axis=1), known.sum(axis=1)))


def _matched(judged: Sequence[str], systems: Sequence[str], name: str) -> dict[str, str]:
    """Return the system of each judged name, whose endings may differ if only one fits."""
    called = {label: label for label in judged if label in systems}
    stems = [
        Counter(ENDING.sub("", label) for label in names if label not in called)
        for names in (judged, systems)
    ]
    for label in judged:
        stem = ENDING.sub("", label)
        if label not in called and stems[0][stem] == stems[1][stem] == 1:
            others = [system for system in systems if system not in called]
            called[label] = next(system for system in others if ENDING.sub("", system) == stem)
    if not called:
        raise InputError(
            f"{name}: none of the judged systems has hypotheses: judged are {', '.join(judged)}; "
            f"hypotheses are named {', '.join(systems)}; name them alike with --names, or with "
            "--rename JUDGED=HYPOTHESES"
        )
    return called
