"""Why a program differs from the convention that it claims: the changes that explain its scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.conformance.mistakes import MISTAKES
from tallystick.compat.conformance.precision import equal
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.setting import Setting, axis_changes, value_names

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.compat.implementations.tolerance import Tolerance

MOST_EXAMINED = 60
"""The number of differing inputs, the smallest ones, on which every change is tried."""

MOST_COMBINED = 12
"""The number of changes that are combined with further ones, if none explains every input."""

FEW = 5
"""The number of inputs of both kinds, explained and not, on which combinations are tried first."""

FEWEST = 2
"""The number of unexplained inputs of which a combination must explain one to be tried further."""

MOST_TOKENS = 1000
"""Inputs with more tokens may be too long for the computation of a mistake."""


@dataclass(frozen=True, slots=True)
class Cause:
    """A change of the claimed convention that explains scores of a program.

    Attributes:
        setting: The changed convention; None if no known change explains the scores.
        explained: The numbers of the inputs on which the program differs from its claim and
            equals the changed convention.
        contradicted: How many inputs the program scores unlike the changed convention, although
            no other cause explains them.
    """

    setting: Setting | None
    explained: tuple[int, ...]
    contradicted: int = 0

    @property
    def mistake(self) -> str | None:
        """The known mistake, or None."""
        known = self.setting is not None and self.setting.mistake
        return known.name if known else None

    def axes(self, claimed: Setting) -> dict[str, tuple[str, str]]:
        """Return the axes that differ, each with the claimed value and the other one."""
        return {} if self.setting is None else value_names(claimed, self.setting)


def causes(
    claimed: Setting, probes: Probes, found: NDArray[np.float64], tolerance: Tolerance
) -> tuple[Cause, ...]:
    """Return the changes that explain where a program differs from its claim, the main one first.

    A change is another value of one axis, a known mistake, or two of these. Those that explain
    most differing inputs come first; what no change explains is the last cause.

    Args:
        claimed: The convention that the program claims to follow.
        probes: The inputs.
        found: The scores of the program on our scale; NaN where it fails.
        tolerance: Within which scores are equal.
    """
    ours = claimed.scores(probes)
    differing = np.flatnonzero(~equal(ours, found, tolerance))
    if not len(differing):
        return ()
    by_size = sorted(differing.tolist(), key=lambda number: size(probes.cases[number]))
    short = [number for number in by_size if size(probes.cases[number]) <= MOST_TOKENS]
    examined = (short or by_size)[:MOST_EXAMINED]
    small = Probes([probes.cases[number] for number in examined], text=probes.text)
    examined_scores = found[examined]
    ranked = _ranked(single_changes(claimed), small, examined_scores, tolerance)
    if ranked and ranked[0].missed:
        # the inputs that the first change explains would be explained by itself
        pairs: Iterable[Setting] = (
            further
            for one in ranked[:MOST_COMBINED]
            for further in single_changes(one.setting)
            if further.dialect != claimed.dialect
        )
        few = [int(n) for n in np.flatnonzero(~ranked[0].same)[:FEW]]
        more = [*few, *(int(n) for n in np.flatnonzero(ranked[0].same)[:FEW])]
        for numbers in (few[:FEWEST], more):
            fewer = Probes([small.cases[n] for n in numbers], text=small.text)
            of_few = _ranked(pairs, fewer, examined_scores[numbers], tolerance)
            pairs = [pair.setting for pair in of_few]
        ranked += _ranked(islice(pairs, MOST_COMBINED), small, examined_scores, tolerance)
        ranked.sort(key=lambda one: one.missed)
    best = _without_contradictions(ranked[:MOST_EXAMINED], probes, found, tolerance, set(by_size))
    return tuple(_cover(best[:MOST_COMBINED], probes, found, tolerance, set(by_size)))


def _without_contradictions(
    ranked: Sequence[_Ranked],
    probes: Probes,
    found: NDArray[np.float64],
    tolerance: Tolerance,
    differing: set[int],
) -> list[Setting]:
    """Return ranked settings, of equally good ones those first that agree where a program does."""
    agreeing = [number for number in range(len(found)) if number not in differing]
    agreeing.sort(key=lambda number: size(probes.cases[number]))
    sample = agreeing[: -(-len(agreeing) // 2) : -(-len(agreeing) // MOST_EXAMINED) or 1]
    few = Probes([probes.cases[number] for number in sample], text=probes.text)
    with np.errstate(all="ignore"):
        wrong = [
            int((~equal(one.setting.scores(few), found[sample], tolerance)).sum()) for one in ranked
        ]
    places = sorted(range(len(ranked)), key=lambda place: (ranked[place].missed, wrong[place]))
    return [ranked[place].setting for place in places]


def single_changes(setting: Setting) -> Iterator[Setting]:
    """Yield the settings that differ in one axis, or in a mistake if there is none yet."""
    for _, _, changed in axis_changes(setting):
        yield changed
    if setting.mistake is None:
        for mistake in MISTAKES:
            if mistake.fits(setting.metric):
                yield Setting(setting.metric, mistake)


def size(case: Case) -> int:
    """Return the number of texts and tokens of a case."""
    texts = [*case.hypotheses, *(one for given in case.references for one in given)]
    return len(texts) + sum(map(len, texts))


@dataclass(frozen=True, slots=True)
class _Ranked:
    setting: Setting
    same: NDArray[np.bool_]

    @property
    def missed(self) -> int:
        return int((~self.same).sum())


def _ranked(
    settings: Iterable[Setting], probes: Probes, found: NDArray[np.float64], tolerance: Tolerance
) -> list[_Ranked]:
    """Return the settings that explain any input, those that miss the fewest first."""
    with np.errstate(all="ignore"):
        made = [
            _Ranked(setting, equal(setting.scores(probes), found, tolerance))
            for setting in settings
        ]
    return sorted((one for one in made if one.same.any()), key=lambda one: one.missed)


def _cover(
    settings: Sequence[Setting],
    probes: Probes,
    found: NDArray[np.float64],
    tolerance: Tolerance,
    left: set[int],
) -> Iterator[Cause]:
    """Yield causes until every differing input has one.

    Mistakes are not computed for inputs that are too long; these are left to the main cause.
    """
    known = [_compared(setting, probes, found, tolerance) for setting in settings[:1]]
    if known and not all(known[0][1][n] or known[0][2][n] for n in left):
        known += [_compared(setting, probes, found, tolerance) for setting in settings[1:]]
    while left:
        best = max(
            known,
            key=lambda one: (sum(map(one[1].__getitem__, left)), int(one[1].sum())),
            default=None,
        )
        explained = [] if best is None else sorted(n for n in left if best[1][n])
        if best is None or not explained or (len(explained) == 1 and len(left) > 3):
            yield Cause(None, tuple(sorted(left)))
            return
        long = {n for n in left if best[2][n] and size(probes.cases[n]) > MOST_TOKENS}
        left -= {*explained, *long}
        yield Cause(best[0], tuple(explained), int((~best[1]).sum()) - len(long))


def _compared(
    setting: Setting, probes: Probes, found: NDArray[np.float64], tolerance: Tolerance
) -> tuple[Setting, NDArray[np.bool_], NDArray[np.bool_]]:
    """Return a setting with the inputs that it explains, and those for which it gives no score."""
    with np.errstate(all="ignore"):
        scores = setting.scores(probes)
    return setting, equal(scores, found, tolerance), np.isnan(scores) & ~np.isnan(found)


def sentence(claimed: Setting, setting: Setting) -> str:
    """Return how a setting differs from the claimed one, as a sentence without a full stop."""
    parts = [
        f"{axis} is {theirs} instead of {ours}"
        for axis, (ours, theirs) in value_names(claimed, setting).items()
    ]
    if setting.mistake is not None:
        parts.append(setting.mistake.name)
    return ", and ".join(parts)
