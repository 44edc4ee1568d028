"""Why a program differs from the convention that it claims: the changes that explain its scores."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.conformance.fitting import fitted_mistakes
from tallystick.compat.conformance.location import Location
from tallystick.compat.conformance.mistakes import MISTAKES
from tallystick.compat.conformance.precision import equal
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.setting import Setting, axis_changes, fitted_changes, value_names

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.compat.implementations.tolerance import Tolerance

MOST_EXAMINED = 60
"""The number of inputs on which a program differs, the smallest ones, on which changes are tried.

As many on which it agrees are added.
"""

MOST_COMBINED = 8
"""The number of changes that are combined with further ones, if none explains every input."""

MOST_EXTENDED = 2
"""The number of pairs of changes that are combined with a third one."""

MOST_UNDEFINED = 0.9
"""The share of the inputs for which a mistake that can be made gives no score."""

FEW = 20
"""The number of differing inputs of which a change must explain one to be tried on all."""

FITTED = 4
"""The number of settings, and of inputs, to which numbers of axes are fitted."""

MOST_FITTED = 200
"""Inputs with more tokens are not used to fit several numbers."""

LEAST = 0.2
"""The share of the inputs without a cause that a further one must explain."""

MOST, LARGE = 0.9, 0.6
"""The shares of the inputs that a change must explain, whatever it does to the rest, and at all."""

PROVEN = 0.1
"""The share of what a change explains for which it must give a score: 0 alone proves nothing."""

CONTRADICTED = 0.03
"""The inputs on which a program agrees that a change may contradict, for each that it explains."""

CHANGED = 0.8
"""The share of the inputs without a cause that a change may change if it does not explain them."""

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
        location: The component that differs; None if a known change explains the scores.
    """

    setting: Setting | None
    explained: tuple[int, ...]
    contradicted: int = 0
    location: Location | None = None

    @property
    def mistake(self) -> str | None:
        """The known mistake, or None."""
        known = self.setting is not None and self.setting.mistake
        return known.name if known else None

    def name(self, claimed: Setting) -> str:
        """Return how the program differs from the claimed setting, as a sentence."""
        if self.setting is not None:
            return sentence(claimed, self.setting)
        return self.location.name if self.location else "no known change explains it"

    def axes(self, claimed: Setting) -> dict[str, tuple[str, str]]:
        """Return the axes that differ, each with the claimed value and the other one."""
        return {} if self.setting is None else value_names(claimed, self.setting)


@dataclass(frozen=True, slots=True)
class _Observed:
    """Inputs with the scores of a program, and whether these are the claimed ones."""

    claimed: Setting
    probes: Probes
    found: NDArray[np.float64]
    tolerance: Tolerance
    agrees: NDArray[np.bool_]
    deadline: float

    def take(self, numbers: Sequence[int]) -> _Observed:
        """Return some of the inputs."""
        cases = [self.probes.cases[number] for number in numbers]
        chosen = np.array(numbers, dtype=np.int64)
        few = Probes(cases, text=self.probes.text)
        return replace(self, probes=few, found=self.found[chosen], agrees=self.agrees[chosen])

    def tried(self, setting: Setting) -> _Tried:
        """Return which inputs a setting explains.

        Where a mistake gives no score, a program may take care to give the claimed one, or 0.
        """
        with np.errstate(all="ignore"):
            scores = setting.scores(self.probes)
        undefined = np.isnan(scores) & ~np.isnan(self.found)
        same = equal(scores, self.found, self.tolerance)
        if setting.dialect == self.claimed.dialect and undefined.mean() < MOST_UNDEFINED:
            same |= undefined & (self.agrees | (self.found == 0))
        return _Tried(setting, same, undefined)

    def ranked(self, settings: Iterable[Setting]) -> list[_Tried]:
        """Return the settings that explain any input, those with the fewest errors first.

        Settings are tried until the deadline.
        """
        tried = map(self.tried, takewhile(lambda _: time.monotonic() < self.deadline, settings))
        return sorted((one for one in tried if one.same.any()), key=lambda one: one.errors)


@dataclass(frozen=True, slots=True)
class _Tried:
    """A setting with the inputs on which it gives the scores of a program, and gives no score."""

    setting: Setting
    same: NDArray[np.bool_]
    undefined: NDArray[np.bool_]

    @property
    def errors(self) -> int:
        return int((~self.same).sum())


def causes(
    claimed: Setting,
    probes: Probes,
    found: NDArray[np.float64],
    tolerance: Tolerance,
    deadline: float = math.inf,
) -> tuple[Cause, ...]:
    """Return the changes that explain where a program differs from its claim, the main one first.

    A change is another value of one axis, a known mistake, two of these, or three that explain
    everything. What no change explains is the last cause.

    Args:
        claimed: The convention that the program claims to follow.
        probes: The inputs.
        found: The scores of the program on our scale; NaN where it fails.
        tolerance: Within which scores are equal.
        deadline: The time, as of `time.monotonic`, after which no further change is tried.
    """
    agrees = equal(claimed.scores(probes), found, tolerance)
    if agrees.all():
        return ()
    observed = _Observed(claimed, probes, found, tolerance, agrees, deadline)
    examined = observed.take(_examined(observed))
    ranked = examined.ranked(_likely(single_changes(claimed), examined))
    if not ranked or ranked[0].errors:
        fitted = _fitted([claimed, *(one.setting for one in ranked)], examined)
        # each explains the inputs to which it was fitted
        ranked += [
            one for one in examined.ranked(fitted) if (one.same > examined.agrees).sum() > FITTED
        ]
        ranked += _of_families(observed, examined)
        ranked.sort(key=lambda one: one.errors)
    if ranked and ranked[0].errors:
        pairs = examined.ranked(_pairs(ranked, examined))
        ranked += pairs
        ranked.sort(key=lambda one: one.errors)
        if pairs and ranked[0].errors:
            # of three changes enough combinations fit by chance to explain some of the scores
            three = examined.ranked(_pairs(pairs[:MOST_EXTENDED], examined))
            ranked = [one for one in three if not one.errors] + ranked
    settings = [one.setting for one in ranked[:MOST_COMBINED]]
    known = _convincing(tuple(_cover(settings, observed)), observed)
    further = _further(known, observed)
    if not further:
        return known
    return _convincing(tuple(_cover([*further, *settings], observed)), observed)


def _further(known: Sequence[Cause], observed: _Observed) -> list[Setting]:
    """Return changes of the main cause that explain most of a few inputs without a cause."""
    main, rest = known[0], known[-1]
    if main.setting is None or rest.setting is not None:
        return []
    few = observed.take(_spread(list(rest.explained), FEW))
    ranked = few.ranked(single_changes(main.setting))
    likely = [one.setting for one in ranked if one.same.mean() >= LARGE]
    return likely[:MOST_COMBINED]


def _examined(observed: _Observed) -> list[int]:
    """Return the numbers of the inputs on which changes are tried, of both kinds.

    Half of those on which the program differs are the smallest ones.
    """
    by_size = sorted(range(len(observed.agrees)), key=lambda n: size(observed.probes.cases[n]))
    short = [n for n in by_size if size(observed.probes.cases[n]) <= MOST_TOKENS]
    if observed.agrees[short].all():
        short = by_size
    middle = short[: -(-len(short) * 3 // 4)]
    differing = [n for n in short if not observed.agrees[n]]
    smallest, others = differing[: MOST_EXAMINED // 2], differing[MOST_EXAMINED // 2 :]
    agreeing = [n for n in middle if observed.agrees[n]]
    return [*smallest, *_spread(others, MOST_EXAMINED // 2), *_spread(agreeing, MOST_EXAMINED)]


def _spread(numbers: list[int], most: int) -> list[int]:
    return numbers[:: -(-len(numbers) // most) or 1]


def _likely(settings: Iterable[Setting], observed: _Observed) -> list[Setting]:
    """Return the settings that explain any of a few inputs on which the program differs."""
    differing = np.flatnonzero(~observed.agrees).tolist()
    return [one.setting for one in observed.take(_spread(differing, FEW)).ranked(settings)]


def _fitted(settings: Sequence[Setting], observed: _Observed) -> Iterator[Setting]:
    """Yield the first settings with numbers that explain one of the smallest differing inputs."""
    differing = np.flatnonzero(~observed.agrees).tolist()
    for number in _spread(differing, FITTED):
        one = observed.take([number])
        if one.found[0] != 0:
            for setting in settings[:FITTED]:
                yield from fitted_changes(setting, one.probes, float(one.found[0]))


def _of_families(observed: _Observed, examined: _Observed) -> Iterator[_Tried]:
    """Yield settings with several numbers that explain clearly more inputs than these."""
    short = [
        n
        for n, case in enumerate(observed.probes.cases)
        if size(case) <= MOST_FITTED and np.isfinite(observed.found[n])
    ]
    few = observed.take(short)
    tokenized = few.probes.tokenized(observed.claimed.metric)
    for setting, numbers in fitted_mistakes(observed.claimed, tokenized, few.found):
        tried = examined.tried(setting)
        if (tried.same > examined.agrees).sum() > FITTED + 2 * numbers:
            yield tried


def _pairs(ranked: Sequence[_Tried], observed: _Observed) -> list[Setting]:
    """Return pairs of changes that explain what the first change does not.

    They are tried on two inputs that it does not explain, then on five of both kinds.
    """
    missed, explained = (np.flatnonzero(ranked[0].same == same).tolist() for same in (False, True))
    pairs: Iterable[Setting] = (
        pair
        for one in ranked[:MOST_COMBINED]
        for pair in single_changes(one.setting)
        if pair.dialect != observed.claimed.dialect or pair.mistake != one.setting.mistake
    )
    for numbers in (missed[:2], missed[:5] + explained[:5]):
        pairs = [one.setting for one in observed.take(numbers).ranked(pairs)]
    return list(pairs)[:MOST_COMBINED]


def single_changes(setting: Setting) -> Iterator[Setting]:
    """Yield the settings that differ in one axis, or in a further mistake that is possible."""
    for _, _, changed in axis_changes(setting):
        yield changed
    for mistake in MISTAKES:
        if mistake.fits(setting.metric):
            for combined in mistake.combined(setting.mistake):
                yield replace(setting, mistake=combined)


def size(case: Case) -> int:
    """Return the number of texts and tokens of a case."""
    texts = [*case.hypotheses, *(one for given in case.references for one in given)]
    return len(texts) + sum(map(len, texts))


def _cover(settings: Sequence[Setting], observed: _Observed) -> Iterator[Cause]:
    """Yield causes until every differing input has one.

    A cause explains more inputs than it contradicts where the program agrees with its claim.
    Mistakes are not computed for inputs that are too long; these are left to the main cause.
    """
    long = np.array([size(case) > MOST_TOKENS for case in observed.probes.cases])
    left = ~observed.agrees
    known: list[tuple[_Tried, int]] = []
    for setting in settings:
        tried = observed.tried(setting)
        wrong = ~tried.same & ~(tried.undefined & long)
        known.append((tried, int((wrong & observed.agrees).sum())))
        if not wrong.any():
            break  # it explains everything
    while left.any():
        best, gain = max(
            (
                (one, gain - wrong)
                for one, wrong in known
                if int((observed.agrees & ~one.same & ~one.undefined).sum())
                <= CONTRADICTED * (gain := int((one.same & left).sum()))
                and gain * PROVEN <= int((one.same & left & ~one.undefined).sum())
            ),
            key=lambda pair: (pair[1], int(pair[0].same.sum())),
            default=(None, 0),
        )
        if best is None or gain < max(1, left.sum() * LEAST):
            yield Cause(None, tuple(np.flatnonzero(left).tolist()))
            return
        explained = left & best.same
        uncomputed = left & best.undefined & long & ~best.same
        left &= ~(explained | uncomputed)
        yield Cause(
            best.setting,
            tuple(np.flatnonzero(explained).tolist()),
            best.errors - int(uncomputed.sum()),
        )


def _convincing(found: tuple[Cause, ...], observed: _Observed) -> tuple[Cause, ...]:
    """Return causes without those that only resemble an unknown one.

    A change that explains part of the inputs, and would also change nearly all of those that it
    does not explain, is a special case of what the program does.
    """
    *named, rest = found
    if rest.setting is not None:
        return found
    left = np.flatnonzero(~observed.agrees)
    kept: list[Cause] = []
    for cause in named:
        share = len(cause.explained) / len(left)
        if share >= MOST or (share >= LARGE and _changed(cause, rest, observed) < CHANGED):
            kept.append(cause)
            left = np.setdiff1d(left, cause.explained)
    return (*kept, replace(rest, explained=tuple(left.tolist()))) if len(left) else tuple(kept)


def _changed(cause: Cause, rest: Cause, observed: _Observed) -> float:
    """Return the share of the inputs without a cause that a known cause changes."""
    few = observed.take(rest.explained)
    if cause.setting is None:
        return 0.0
    ours, theirs = (one.scores(few.probes) for one in (observed.claimed, cause.setting))
    return 1 - float(equal(ours, theirs, observed.tolerance).mean())


def sentence(claimed: Setting, setting: Setting) -> str:
    """Return how a setting differs from the claimed one, as a sentence without a full stop."""
    parts = [
        f"{axis} is {theirs} instead of {ours}"
        for axis, (ours, theirs) in value_names(claimed, setting).items()
    ]
    if setting.mistake is not None:
        parts.append(setting.mistake.name)
    return ", and ".join(parts)
