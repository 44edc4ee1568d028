"""Tables of preferences: which of two outputs a judge chose, or how a judge ranked several.

Each choice becomes two rows, one for each output, with the share of the win as the score: 1, 0.5 or
0. What reads scores of outputs thus reads choices.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.arguments.registry import closest
from tallystick.metrics.reading.columns import meaning_of, whole
from tallystick.metrics.sums.arrays import FloatArray, IntArray
from tallystick.reports.meta_evaluation.human import tables
from tallystick.reports.meta_evaluation.human.tables import (
    CHOICE,
    RATER,
    SCORE,
    WINNER,
    Judgement,
    Row,
    check_keys,
    column_like,
    first_of,
    score_of,
)

SIDES = {meaning: (f"{meaning}_a", f"{meaning}_b") for meaning in ("system", "hypothesis")}
MEANINGS = (*SIDES["system"], *SIDES["hypothesis"], "winner", "judge")
"""What the caller can say that a column of preferences contains."""
ALL_MEANINGS = (*tables.MEANINGS, *MEANINGS)
"""The same for all tables of human scores."""

TURN = "turn"
"""The number of the answer that was judged, in tables of conversations."""

_SIDE = re.compile(r"(\w+?)[ _-]?([ab12])", re.IGNORECASE)
_BASES = {
    **dict.fromkeys(("system", "model", "sys", "assistant"), "system"),
    **dict.fromkeys(("answer", "conversation"), "hypothesis"),
}
_RANK = re.compile(r"system(\d+)rank")
"""A column of WMT's rankings up to 2016, in which -1 is no rank."""
_WORDS = {
    **dict.fromkeys(("a", "first", "left"), 1.0),
    **dict.fromkeys(("b", "second", "right"), -1.0),
    **dict.fromkeys(("draw", "equal", "same", "similar", "both", "neither", "bothbad"), 0.0),
    "both_bad": 0.0,
}
_NUMBERS = {"-1": {"-1": -1.0, "0": 0.0, "1": 1.0}, "2": {"1": 1.0, "2": -1.0}}
"""What the numbers of a table mean, by one that only such tables have: of 0, 1 and 2, the tie may
be 0 or 2."""
_SIDES = frozenset("012")
"""The numbers without a sign that a column of sides may have."""


@dataclass(frozen=True, slots=True, eq=False)
class Preferences:
    """Choices that judges made between two outputs.

    `sides` has the systems of both outputs, and `rows` and `segments` their places among scores of
    shape (systems, segments), all of shape (choices, 2); outputs that are compared without regard
    to systems have one row. `chosen` is 1 if the first was preferred, -1 if the second, 0 for a
    tie.
    """

    systems: tuple[str, ...]
    sides: IntArray
    rows: IntArray
    segments: IntArray
    chosen: FloatArray
    judges: IntArray

    def at(self, rows: IntArray, places: IntArray) -> Preferences:
        """Return the choices with new places of outputs, -1 for those left out."""
        of_rows, segments = rows[self.rows], places[self.segments]
        kept = (of_rows >= 0).all(axis=1) & (segments >= 0).all(axis=1)
        if not kept.any():
            raise InputError(
                "no choice is between two outputs of the systems and documents that are kept; keep "
                "more of them"
            )
        judged, sides = np.unique(self.sides[kept], return_inverse=True)
        return Preferences(
            tuple(self.systems[system] for system in judged) if self.systems else (),
            sides.reshape(-1, 2),
            of_rows[kept],
            segments[kept],
            self.chosen[kept],
            self.judges[kept],
        )

    @property
    def _cells(self) -> IntArray:
        """The number of both outputs of each choice, shape (choices, 2)."""
        return np.asarray(self.rows * (self.segments.max() + 1) + self.segments, np.int64)

    @property
    def _pairs(self) -> tuple[IntArray, IntArray]:
        """The number of the two outputs of each choice, and of these with the judge."""
        pairs = np.unique(np.sort(self._cells), axis=0, return_inverse=True)[1].ravel()
        return pairs, np.unique([pairs, self.judges], axis=1, return_inverse=True)[1].ravel()

    @property
    def repeated(self) -> int:
        """How many choices repeat one of the same judge between the same outputs."""
        return len(self.chosen) - len(np.unique(self._pairs[1]))

    @property
    def agreement(self) -> float | None:
        """How often a choice is that of the majority of the other judges of the same outputs.

        Where these are divided, it counts half. None if no outputs have several judges.
        """
        chosen = np.where(self._cells[:, 0] <= self._cells[:, 1], self.chosen, -self.chosen)
        pairs, own = self._pairs
        of_others, others = (
            np.bincount(pairs, each)[pairs] - np.bincount(own, each)[own]
            for each in (chosen, np.abs(chosen))
        )
        known = (others > 0) & (chosen != 0)
        return float((1 + np.sign(of_others * chosen)[known]).mean() / 2) if known.any() else None


def preferences_of(
    halves: Sequence[tuple[int, int, Judgement]], higher_is_better: bool
) -> Preferences | None:
    """Return the choices of which both halves are among scores; None if there are none.

    Halves follow the row and the column of the output.
    """
    of_choice: dict[int, list[tuple[int, int, Judgement]]] = {}
    for half in halves:
        if half[2].choice is not None:
            of_choice.setdefault(half[2].choice, []).append(half)
    complete = [pair for _, pair in sorted(of_choice.items()) if len(pair) == 2]
    pairs = [pair for pair in complete for _ in range(pair[0][2].number)]
    if not pairs:
        return None
    names = list(dict.fromkeys(mark.system for pair in pairs for *_, mark in pair))
    cells = np.array([[half[:2] for half in pair] for pair in pairs], np.int64)
    shares = np.array([[mark.score for *_, mark in pair] for pair in pairs])
    judges = [mark.rater or mark.choice for (*_, mark), _ in pairs]
    known = {judge: place for place, judge in enumerate(dict.fromkeys(judges))}
    return Preferences(
        systems=tuple(names) if len(names) > 1 else (),
        sides=np.array([[names.index(mark.system) for *_, mark in pair] for pair in pairs]),
        rows=cells[:, :, 0],
        segments=cells[:, :, 1],
        chosen=(shares[:, 0] - shares[:, 1]) * (1.0 if higher_is_better else -1.0),
        judges=np.array([known[judge] for judge in judges]),
    )


def in_halves(
    rows: list[Row], name: str, given: Mapping[str, str]
) -> tuple[list[Row], Mapping[str, str]]:
    """Return two rows for each choice of a table, and the columns that are named in them.

    The rows of other tables stay as they are.
    """
    if any(map(_RANK.fullmatch, rows[0][1])):
        rows = list(_compared(rows))
        if not rows:
            raise InputError(f"{name}: no two systems are ranked; expected ranks from 1")
    columns = list(rows[0][1])
    by_meaning = _columns_of(columns) | {key: given[key] for key in given if key in MEANINGS}
    sides = {key: pair for key, pair in SIDES.items() if all(side in by_meaning for side in pair)}
    of_sides = by_meaning.keys() - {"winner", "judge"}
    of_scores = "score" in given or first_of(SCORE, columns) is not None
    are_choices = of_sides if "winner" in by_meaning else sides and not of_scores
    if not any(meaning in MEANINGS for meaning in given) and not are_choices:
        return rows, given
    absent = [column for column in by_meaning.values() if column not in columns]
    if absent or not sides or "winner" not in by_meaning:
        what = f"there is no column {absent[0]!r}" if absent else "this is no table of choices"
        winner = column_like(WINNER, columns)
        raise InputError(
            f"{name}: {what}, only {', '.join(columns)}; expected the choice, and two systems or "
            f"two outputs, in columns that --columns names, as in winner={winner} system_a=COLUMN "
            "system_b=COLUMN hypothesis_a=COLUMN hypothesis_b=COLUMN"
            f"{closest(absent[0], columns) if absent else ''}"
        )
    if "score" in given:
        raise InputError(
            f"{name}: has choices between outputs, and no scores of them in a column "
            f"{given['score']!r}; leave it out"
        )
    named = {meaning: column for meaning, column in given.items() if meaning not in MEANINGS}
    if "judge" in by_meaning:
        named["rater"] = by_meaning.pop("judge")
    named |= {meaning: meaning for meaning in ("score", *sides)}
    return list(_halves(rows, by_meaning, sides)), named


def _columns_of(columns: Sequence[str]) -> dict[str, str]:
    named = {"winner": first_of(WINNER, columns), "judge": first_of(RATER, columns)}
    for column in columns:
        base, side = _side_of(column)
        if base in SIDES:
            named.setdefault(f"{base}_{side}", column)
    return {meaning: column for meaning, column in named.items() if column is not None}


def _side_of(text: str) -> tuple[str | None, str]:
    """Return what a name such as "model_a" or "output2" is of, and its side, "a" or "b"."""
    match = _SIDE.fullmatch(text)
    if match is None:
        return None, ""
    base = match[1].lower()
    return _BASES.get(base) or meaning_of(base), "a" if match[2] in "aA1" else "b"


def _halves(
    rows: Sequence[Row], columns: Mapping[str, str], sides: Mapping[str, tuple[str, str]]
) -> Iterator[Row]:
    for where, row in rows:
        check_keys(row, columns.values(), where)
    words = [str(row[columns["winner"]]).strip() for _, row in rows]
    known = {word.removesuffix(".0") for word in words}
    numbers = next((by_word for mark, by_word in _NUMBERS.items() if mark in known), {})
    if any(word.isdecimal() and word not in _SIDES for word in known):
        numbers = {}
    for number, (word, (where, row)) in enumerate(zip(words, rows, strict=True)):
        talked = any(isinstance(row[column], list) for column in columns.values())
        used = {*columns.values(), *([TURN] if talked else [])}
        rest = {key: value for key, value in row.items() if key not in used}
        rest[CHOICE] = number
        if "system" in sides:
            one, other = (str(row[columns[side]]) for side in sides["system"])
            if one == other:
                raise InputError(f"{where}: both systems are {one}; expected two of them")
        of_sides = [
            (columns[key], side) for pair in sides.values() for side, key in enumerate(pair)
        ]
        meant = {1.0 - 2 * side for column, side in of_sides if column == word}
        if not meant:  # a name of a system may be a word too
            systems = [str(row[columns[meaning]]) for meaning in sides.get("system", ())]
            meant = {1.0 - 2 * side for side, name in enumerate(systems) if name == word}
            meant |= _meant(word.lower())
            meant |= {numbers[key] for key in [word.removesuffix(".0")] if key in numbers}
        if len(meant) != 1:
            raise InputError(
                f"{where}: the choice is {word!r}{', which means both sides' if meant else ''}; "
                "expected the name of the chosen system, or model_a, model_b or tie; numbers only "
                "mean sides in a column of 1 and 2, or of 1, -1 and 0 for a tie"
                f"{'' if word else '; leave out rows without a choice'}"
            )
        [chosen] = meant
        for side, share in enumerate(((1 + chosen) / 2, (1 - chosen) / 2)):
            outputs = {key: _text(row, columns[pair[side]], where) for key, pair in sides.items()}
            yield where, {**rest, **outputs, "score": share}


def _meant(word: str) -> set[float]:
    """Return 1 if a word means the first output, -1 if the second, 0 for a tie."""
    base, side = _side_of(word)
    if base in SIDES:
        return {_WORDS[side]}
    return {0.0} if re.match(r"tie\b", word) else {_WORDS[key] for key in [word] if key in _WORDS}


def _text(row: Mapping[str, Any], column: str, where: str) -> Any:
    """Return a field; of a conversation what the system said in the turn that was judged."""
    value = row[column]
    if not isinstance(value, list):
        return value
    messages = (reply for reply in value if isinstance(reply, dict) and reply.get("role") != "user")
    said = [reply.get("content") for reply in messages]
    turn = whole(str(row.get(TURN, len(said))), "turn", where)
    if not 0 < turn <= len(said):
        raise InputError(
            f"{where}: the turn is {turn}; expected a number from 1 to {len(said)}, the number of "
            f"answers in {column!r}"
        )
    return said[turn - 1]


def _compared(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield a row for each two systems that WMT's rankings compare."""
    for where, row in rows:
        ranks = {
            row.get(column.replace("rank", "Id")): score_of(str(rank), where)
            for column, rank in row.items()
            if _RANK.fullmatch(column)
        }
        judge = first_of(RATER, list(row))
        for (one, rank), (other, its) in itertools.combinations(ranks.items(), 2):
            if min(rank, its) > 0:
                compared = {
                    "set": f"{row.get('srclang')}-{row.get('trglang')}",
                    "segment": row.get("srcIndex"),
                    "judge": "" if judge is None else row[judge],
                    "system_a": one,
                    "system_b": other,
                    "winner": "tie" if rank == its else "a" if rank < its else "b",
                }
                yield where, compared
