"""Find the convention of a black box with few calls."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, islice
from typing import Any

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.conformance.causes import size
from tallystick.compat.conformance.identification import Answer, Identification, Nearest
from tallystick.compat.conformance.inputs import SPECIAL, Accepted, drawn, made_by_hand
from tallystick.compat.conformance.interview import Guess, Interview
from tallystick.compat.conformance.precision import equal
from tallystick.compat.conformance.probes import Probes, scores_one_by_one
from tallystick.compat.conformance.problems import MOST_RUN_AGAIN
from tallystick.compat.conformance.running import LONG, Runs
from tallystick.compat.conformance.search import (
    ask_battery,
    nearest_preset,
    searched,
    with_axes,
    with_mistakes,
)
from tallystick.compat.conformance.setting import Setting
from tallystick.compat.conformance.under import under
from tallystick.compat.conformance.unshown import Unshown, preset_names, simplified
from tallystick.compat.implementations.implementation import Implementation
from tallystick.errors import OptionError
from tallystick.metrics.arguments.catalogue import DIALECTS
from tallystick.metrics.interface.presets import presets
from tallystick.metrics.interface.spec import metric_from_spec

SECONDS = 60.0
"""The time limit by default; what has been found by then is reported."""

POOL = 300
"""The number of drawn inputs from which questions are chosen."""

SLOWER = 2
"""Only every second input may be asked where each corpus must be scored by itself."""

CONFIRMATIONS = 200
"""The number of further inputs on which the convention is confirmed by default."""

MOST_QUESTIONS = 24
"""The number of questions after which no further one is asked to split the known conventions."""

MOST_UNANSWERED = 3
"""The number of inputs that a program is asked for a first score."""

MOST_GUESSES = 12
"""The number of conventions after which no further one is tried."""

ENDS = (0.0, 1.0, 100.0)
"""Scores that also programs give whose answers depend on chance or on earlier inputs."""

MOST_REDUCTIONS = 200
"""The number of calls that make the input smaller which proves that a convention is unknown."""


def identify(
    implementation: Implementation,
    *,
    metrics: Sequence[str] | None = None,
    seconds: float = SECONDS,
    confirmations: int = CONFIRMATIONS,
    seed: int = 0,
) -> Identification:
    """Find the convention that a program follows.

    The first questions are those that best split the conventions of the known programs. The next
    ones split the convention that is left from those that differ in one axis or contain a known
    mistake. Then drawn inputs confirm it. If no known program fits, the conventions are searched
    that contain a known mistake or differ from a known one in up to four axes.

    Args:
        implementation: The program; its dialect is not used.
        metrics: The names of the metrics that it may compute; by default its own.
        seconds: The time after which it is not run again, more than 0.
        confirmations: The number of drawn inputs on which the convention is confirmed.
        seed: The seed of the drawn inputs.

    Raises:
        MissingExtraError: The program is not installed.
        UnknownNameError: No metric has one of the names.
        OptionError: No dialects of a metric are known.

    >>> from tallystick.metrics import GoogleGleu
    >>> gleu = GoogleGleu(dialect="nltk")
    >>> def box(hypotheses, references, order):
    ...     return gleu.score(gleu.statistics(Case.of(hypotheses, references).corpus)).score
    >>> identify(Implementation(name="box", metric="google_gleu", run=box)).programs
    ('evaluate', 'nltk')
    """
    started = time.monotonic()
    runs = Runs(started + seconds, for_long=LONG * seconds)
    accepted = Accepted.by(implementation)
    names = (implementation.metric,) if metrics is None else tuple(metrics)
    options = dict(implementation.options) if metrics is None else {}
    known = [
        Guess(setting, factor)
        for setting in chain.from_iterable(_known(name, options) for name in names)
        for factor in _factors(setting)
    ]
    pool = list(dict.fromkeys([*made_by_hand(accepted), *drawn(accepted, POOL, seed)]))
    if any(scores_one_by_one(guess.setting.metric) for guess in known):
        pool = [case for at, case in enumerate(pool) if at % SLOWER == 0 or case in SPECIAL]
    interview = Interview(runs.counted(implementation), pool, runs)
    further = drawn(accepted, confirmations, seed + 1)
    guess, questions = _found(interview, known, [*further, *_perfect(further, accepted)])
    changed = _changed(interview, known if guess is None else ())
    if not _scored(interview):
        runs.note = f"it gave no score: {interview.first_failure or 'it was not asked'}"
    if guess is None or changed is not None:
        guess = interview.ranked(known)[0]
        shown = _of_nothing(interview, known, guess)
    else:
        guess = simplified(interview, guess)
        shown = _of_guess(interview, known, guess)
    return Identification(
        implementation=implementation.name,
        version=implementation.version(),
        precision=interview.precision,
        questions=tuple(_answers(interview, guess))[:questions],
        checks=runs.calls - questions,
        changed=changed,
        seconds=time.monotonic() - started,
        note=runs.note,
        **shown,
    )


def _perfect(cases: Iterable[Case], accepted: Accepted) -> list[Case]:
    """Return some inputs with their hypotheses as references, which a poor cache confuses."""
    perfect = (
        replace(case, references=tuple((one,) for one in case.hypotheses))
        for case in cases
        if any(case.hypotheses)
    )
    return list(islice(filter(accepted.allows, perfect), MOST_RUN_AGAIN))


def _known(name: str, options: Mapping[str, str]) -> Iterator[Setting]:
    """Yield the conventions of the known programs, each once; options that are no axes are kept."""
    kind = DIALECTS.load(name) if name in DIALECTS else _kind(name)
    kept = {option: value for option, value in options.items() if option not in kind.axes()}
    given = ",".join(f"{option}={value}" for option, value in kept.items())
    metric: Any = metric_from_spec(f"{name}:{given}" if given else name)
    for dialect in dict.fromkeys(one.dialect for one in presets(kind)):
        with suppress(OptionError):  # a dialect of ROUGE-N, say, that ROUGE-L does not have
            yield Setting(under(metric, dialect))


def _kind(name: str) -> Any:
    """Return the class of dialects of a metric that shares it with another one.

    Raises:
        OptionError: Programs that compute it do not differ.
    """
    conventions = getattr(metric_from_spec(name), "conventions", None)
    if conventions is None:
        raise OptionError(
            f"no dialects of {name} are known, so there is nothing to identify; give another "
            "metric, such as bleu"
        )
    return type(conventions)


def _factors(setting: Setting) -> tuple[float, ...]:
    return (1.0,) if setting.metric.identity.scale.digits > 3 else (100.0, 1.0)


def _scored(interview: Interview) -> list[Case]:
    """Return the inputs to which the program gave a score."""
    return [case for case, answer in interview.answers.items() if math.isfinite(answer)]


def _found(
    interview: Interview, known: list[Guess], further: Iterable[Case]
) -> tuple[Guess | None, int]:
    """Return the guess that all answers confirm, and the number of answers that led to it."""
    left, questions = _split(interview, known), 0
    for _ in range(MOST_GUESSES):
        guess = left[0] if left else _unknown(interview, known)
        if guess is not None and not _scored(interview):
            _ask_for_a_score(interview, guess)
        questions = len(interview.answers)
        if guess is None or not _scored(interview):
            break
        left = _distinguished(interview, guess)
        if left == [guess]:
            for case in further:
                interview.ask(case)
            left = interview.fitting([guess])
            if left:
                return guess, questions
        left = left or _split(interview, known)
    return None, questions


def _split(interview: Interview, known: list[Guess]) -> list[Guess]:
    """Ask until no question splits the known conventions that are left."""
    left = interview.fitting(known)
    while left and len(interview.answers) < MOST_QUESTIONS and not interview.runs.ended():
        question = interview.best_question(left)
        if question is None:
            break
        interview.ask(question)
        left = interview.fitting(left)
    if left or not _become_lenient(interview):
        return left
    return _split(interview, known)


def _ask_for_a_score(interview: Interview, guess: Guess) -> None:
    """Ask a few of the inputs to which a program that follows a guess gives a score."""
    expected = interview.predicted(guess, interview.few).tolist()
    scored = zip(interview.few.cases, expected, strict=True)
    for case in [case for case, score in scored if math.isfinite(score)][:MOST_UNANSWERED]:
        interview.ask(case)


def _become_lenient(interview: Interview) -> bool:
    """Let failures contradict no guess; return whether this changes anything."""
    changes = not interview.lenient and any(map(math.isnan, interview.answers.values()))
    interview.lenient = interview.lenient or changes
    return changes


def _distinguished(interview: Interview, guess: Guess) -> list[Guess]:
    """Ask what splits a guess from its changes; return it, or the changes that fit better."""
    slow = guess.setting.mistake is not None
    for change, probes in (
        (with_axes, interview.few if slow else interview.pool),
        (with_mistakes, interview.few),
    ):
        left = interview.fitting([guess, *change(guess)])
        while guess in left:
            question = interview.revealing(guess, left, probes)
            if question is None or interview.runs.ended():
                break
            interview.ask(question)
            left = interview.fitting(left)
        if guess not in left:
            return left
    return [guess]


def _unknown(interview: Interview, known: list[Guess]) -> Guess | None:
    """Return a guess that no known program follows; None if none explains every answer."""
    ask_battery(interview)
    if _changed(interview, known) is not None:
        return None
    guess = searched(interview, known)
    if guess is None and _become_lenient(interview):
        guess = searched(interview, known)
    return guess


def _changed(interview: Interview, known: Sequence[Guess]) -> Answer | None:
    """Return an input that gets another answer when it is asked again, or None.

    Inputs whose answers the best of the known guesses does not predict are asked as the first ones
    of a new process, in which nothing can be left of earlier inputs.
    """
    scored = _scored(interview)
    first = max(scored, key=lambda case: interview.answers[case] not in ENDS, default=None)
    again = None if first is None else interview.ask_again(first)
    if first is not None and again is not None and again != interview.answers[first]:
        return Answer(first, again, interview.answers[first])
    start_again = interview.runs.start_again
    if start_again is None or not known or not scored:
        return None
    explained = interview.explained(interview.ranked(known)[0])
    wrong = [case for case, it in zip(interview.answers, explained, strict=True) if not it]
    start_again()
    for case in [case for case in wrong if case in scored][:MOST_RUN_AGAIN]:
        again, before = interview.ask_again(case), interview.answers[case]
        if again is not None and not interview.tolerance.allows(before, again):
            return Answer(case, again, before)
    return None


def _answers(interview: Interview, guess: Guess) -> Iterator[Answer]:
    """Yield the answers of the program with those that a guess predicts."""
    expected = interview.expected(guess).tolist()
    for (case, found), ours in zip(interview.answers.items(), expected, strict=True):
        yield Answer(case, found, ours)


def _of_guess(interview: Interview, known: list[Guess], guess: Guess) -> dict[str, Any]:
    """Return what is reported of a convention."""
    unshown = Unshown(interview, guess)
    high = guess.setting.metric.identity.scale.high
    equals = [one for one in interview.fitting(known) if interview.equal(guess, one)]
    name, axes = nearest_preset(guess.setting)
    [near] = [one for one in known if one.factor == guess.factor and name in preset_names(one)]
    sure, open = unshown.axes()
    return {
        "found": guess.setting,
        "scale": None if high is None else high / guess.factor,
        "programs": tuple(chain.from_iterable(map(preset_names, equals))),
        "twins": tuple(unshown.twins(equals)),
        "nearest": Nearest(name, axes, int(interview.explained(near).sum())),
        "sure": sure,
        "open": open,
        "contradiction": None,
        "unexplained": False,
        "failures": tuple(
            answer.case
            for answer in _answers(interview, guess)
            if math.isnan(answer.found) and not math.isnan(answer.expected)
        ),
    }


def _of_nothing(interview: Interview, known: list[Guess], best: Guess) -> dict[str, Any]:
    """Return what is reported if no convention explains the answers."""
    high = best.setting.metric.identity.scale.high
    contradiction, unexplained = _contradiction(interview, known, best)
    return {
        "found": None,
        "scale": None if high is None else high / best.factor,
        "programs": (),
        "twins": (),
        "nearest": Nearest(next(preset_names(best), ""), (), int(interview.explained(best).sum())),
        "sure": (),
        "open": (),
        "contradiction": contradiction,
        "unexplained": unexplained,
        "failures": (),
    }


def _contradiction(
    interview: Interview, known: list[Guess], best: Guess
) -> tuple[Answer | None, bool]:
    """Return the smallest answer found that no known convention predicts.

    If there is none, it is the smallest one that the best known convention does not predict.
    """
    for guesses in ([one for one in known if one.factor == best.factor], [best]):
        wrong = np.logical_and.reduce([~interview.explained(one) for one in guesses])
        cases = sorted(
            (case for case, it in zip(interview.answers, wrong, strict=True) if it), key=size
        )
        if cases:
            smallest = _reduced(interview, guesses, cases[0])
            probes = Probes([smallest], text=interview.text)
            found = interview.answers[smallest]
            return Answer(smallest, found, float(best.answers(probes)[0])), len(guesses) > 1
    return None, False


def _reduced(interview: Interview, guesses: Sequence[Guess], case: Case) -> Case:
    """Remove segments, references and tokens as long as no guess predicts the answer."""
    calls = 0

    def shows(smaller: Case) -> bool:
        nonlocal calls
        calls += 1
        if calls > MOST_REDUCTIONS or not interview.accepted.allows(smaller):
            return False
        found = np.array([interview.ask(smaller)])
        probes = Probes([smaller], text=interview.text)
        tolerance = interview.tolerance
        return math.isfinite(found[0]) and not any(
            equal(one.answers(probes), found, tolerance).all() for one in guesses
        )

    while not interview.runs.ended():
        smaller = next(filter(shows, case.smaller()), None)
        if smaller is None:
            break
        case = smaller
    return case
