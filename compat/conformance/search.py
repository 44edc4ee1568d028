"""The search for a convention that no known program has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from tallystick.compat.conformance.causes import size
from tallystick.compat.conformance.interview import Guess, Interview
from tallystick.compat.conformance.mistakes import MISTAKES
from tallystick.compat.conformance.precision import equal
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.setting import Setting, axis_changes
from tallystick.metrics.interface.presets import presets

BATTERY = 24
"""The number of inputs of all sizes that are asked before a search."""

BEAM = 16
"""The number of conventions that are changed at each step."""

STEPS = 4
"""The number of axes in which an unknown convention may differ from every known one."""

FEW_ANSWERS = 12
"""The number of answers of both kinds, explained and not, on which changes are tried first."""

MISTAKEN = 3
"""The number of unknown conventions that are tried with every mistake at each step."""

TELLING = 3
"""The number of unexplained answers on which every mistake is tried first."""


def with_axes(guess: Guess) -> list[Guess]:
    """Return the guesses that differ in one axis."""
    return [replace(guess, setting=changed) for _, _, changed in axis_changes(guess.setting)]


def with_mistakes(guess: Guess) -> list[Guess]:
    """Return the guesses that differ in a known mistake; none if there is one."""
    if guess.setting.mistake is not None:
        return []
    metric = guess.setting.metric
    return [
        replace(guess, setting=Setting(metric, mistake))
        for mistake in MISTAKES
        if mistake.fits(metric)
    ]


def ask_battery(interview: Interview) -> None:
    """Ask small and large inputs.

    Small ones show few axes each, so that a guess with some right axes explains some answers.
    """
    cases = sorted(interview.pool.cases, key=size)
    for case in cases[:: max(1, len(cases) // BATTERY)]:
        interview.ask(case)


def searched(interview: Interview, known: Sequence[Guess]) -> Guess | None:
    """Return a guess that every answer confirms: a known one with other axes or a mistake."""
    beam = interview.ranked(known)[:BEAM]
    best = beam[0]
    mistaken: list[Guess] = []
    for step in range(STEPS):
        if interview.runs.ended():
            break
        changed = dict.fromkeys(chain.from_iterable(map(with_axes, beam)))
        further = _ranked_on_few(interview, changed, best)[:BEAM]
        fitting = interview.fitting(further)
        if fitting:
            return fitting[0]
        likely = beam if not step else further[:MISTAKEN]
        mistaken += _with_a_mistake(interview, likely, best)
        # a mistake that leaves some answers open may stand for axes that are not found yet
        if mistaken and (step or interview.explained(mistaken[0]).all()):
            return _plainest(interview, mistaken[0], known)
        beam = further
    return None


def _with_a_mistake(interview: Interview, guesses: Iterable[Guess], best: Guess) -> Iterator[Guess]:
    """Yield the guesses that explain every answer with a mistake."""
    cases, answers = list(interview.answers), np.array(list(interview.answers.values()))
    finite = np.flatnonzero(~interview.explained(best) & np.isfinite(answers))
    telling = sorted(finite, key=lambda number: (answers[number] == 0, size(cases[number])))
    numbers = telling[:TELLING]
    probes = Probes([cases[number] for number in numbers], text=interview.text)
    allowed = interview.tolerance
    for guess in guesses:
        near = []
        for one in with_mistakes(guess):
            expected = one.answers(probes)
            if (equal(expected, answers[numbers], allowed) | np.isnan(expected)).all():
                near.append(one)
        yield from interview.fitting(near)


def _plainest(interview: Interview, guess: Guess, known: Sequence[Guess]) -> Guess:
    """Return the known convention with the most defaults that equals a guess with its mistake."""
    mistake = guess.setting.mistake
    others = [
        replace(one, setting=replace(one.setting, mistake=mistake))
        for one in known
        if one.factor == guess.factor
    ]
    return min(
        interview.fitting([guess, *others]),
        key=lambda one: len(one.setting.dialect.differences(type(one.setting.dialect)())),
    )


def _ranked_on_few(interview: Interview, guesses: Iterable[Guess], best: Guess) -> list[Guess]:
    """Return guesses in the order of the answers that they explain of a few.

    Of guesses that predict the same, the first one is kept, and those that follow come last.
    """
    explained = interview.explained(best)
    few = [*np.flatnonzero(~explained)[:FEW_ANSWERS], *np.flatnonzero(explained)[:FEW_ANSWERS]]
    cases, answers = list(interview.answers), np.array(list(interview.answers.values()))[few]
    probes = Probes([cases[number] for number in few], text=interview.text)
    allowed = interview.tolerance
    ranks: dict[Guess, tuple[int, int]] = {}
    alike: dict[bytes, int] = {}
    for guess in guesses:
        expected = guess.answers(probes)
        key = np.round(expected, 9).tobytes()
        alike[key] = alike.get(key, -1) + 1
        ranks[guess] = alike[key], -int(equal(expected, answers, allowed).sum())
    return sorted(ranks, key=lambda guess: (ranks[guess][0] >= 2, ranks[guess][1]))


def nearest_preset(setting: Setting) -> tuple[str, tuple[str, ...]]:
    """Return the preset with the fewest other values, and the axes in which it differs."""
    dialect = setting.dialect
    differing = {
        preset.name: tuple(dialect.differences(preset.dialect)) for preset in presets(type(dialect))
    }
    name = min(differing, key=lambda one: len(differing[one]))
    return name, differing[name]
