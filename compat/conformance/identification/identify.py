"""Find the convention of a black box with few calls."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from typing import Any

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.conformance import thresholds as limits
from tallystick.compat.conformance.identification import (
    Answer,
    Identification,
    Nearest,
    OpenAxis,
    Twin,
)
from tallystick.compat.conformance.identification.interview import Interview
from tallystick.compat.conformance.inputs import SPECIAL, drawn, made_by_hand, takes
from tallystick.compat.conformance.precision import IN_64_BITS, equal
from tallystick.compat.conformance.probes import Probes, scores_one_by_one
from tallystick.compat.conformance.running import Runs, reduced
from tallystick.compat.conformance.search import (
    Budget,
    known_conventions,
    near_programs,
    searched,
    size,
    spread,
    with_mistakes,
)
from tallystick.compat.conformance.setting import Setting, axis_changes, value_names
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.processes.process import checked_timeout
from tallystick.errors import OptionError
from tallystick.metrics.arguments.catalogue import DIALECTS
from tallystick.metrics.interface.presets import presets
from tallystick.metrics.interface.spec import metric_from_spec


def identify(
    implementation: Implementation,
    *,
    metrics: Sequence[str] | None = None,
    seconds: float = limits.SECONDS,
    confirmations: int = limits.CONFIRMATIONS,
    seed: int = 0,
) -> Identification:
    """Find the convention that a program follows.

    The first questions are those that best split the conventions of the known programs. The next
    ones split the convention that is left from those that differ in one axis or contain a known
    mistake. Then drawn inputs confirm it. If no known program fits, the conventions are searched
    that differ from a known one in up to four axes, and then the changes of the nearest ones, as
    `check` does.

    Args:
        implementation: The program; its dialect is not used.
        metrics: The names of the metrics that it may compute; by default its own.
        seconds: The time after which it is not run again, more than 0.
        confirmations: The number of drawn inputs on which the convention is confirmed.
        seed: The seed of the drawn inputs.

    Raises:
        MissingExtraError: The program is not installed.
        UnknownNameError: No metric has one of the names.
        OptionError: No dialects of a metric are known, or `seconds` is not more than 0.

    >>> from tallystick.metrics import GoogleGleu
    >>> gleu = GoogleGleu(dialect="nltk")
    >>> def box(hypotheses, references, order):
    ...     return gleu.score(gleu.statistics(Case.of(hypotheses, references).corpus)).score
    >>> identify(Implementation(name="box", metric="google_gleu", run=box)).programs
    ('evaluate', 'nltk')
    """
    checked_timeout(seconds, "seconds")
    started = time.monotonic()
    runs = Runs(started + seconds, for_long=limits.LONG * seconds)
    names = (implementation.metric,) if metrics is None else tuple(metrics)
    options = dict(implementation.options) if metrics is None else {}
    known = list(chain.from_iterable(_known(name, options) for name in names))
    cases = [*made_by_hand(implementation), *drawn(implementation, limits.POOL, seed)]
    pool = list(dict.fromkeys(cases))
    if any(scores_one_by_one(guess.metric) for guess in known):
        pool = [case for at, case in enumerate(pool) if at % limits.SLOWER == 0 or case in SPECIAL]
    interview = Interview(runs.counted(implementation), pool, runs)
    further = drawn(implementation, confirmations, seed + 1)
    # a poor cache confuses inputs with those whose references are the hypotheses
    perfect = (
        replace(case, references=tuple((hypothesis,) for hypothesis in case.hypotheses))
        for case in further
        if any(case.hypotheses)
    )
    taken = filter(partial(takes, implementation), perfect)
    guess, questions = _found(interview, known, [*further, *islice(taken, limits.MOST_RUN_AGAIN)])
    changed = _changed(interview, known if guess is None else ())
    if not _scored(interview):
        runs.note = f"it gave no score: {runs.first_failure or runs.note or 'it was not asked'}"
    if guess is None or changed is not None:
        guess = interview.ranked(known)[0]
        shown = _of_nothing(interview, known, guess)
    else:
        guess = simplified(interview, guess)
        shown = _of_guess(interview, known, guess)
    high = guess.metric.identity.scale.high
    pairs = zip(interview.answers.items(), interview.expected(guess).tolist(), strict=True)
    answers = [Answer(case, found, expected) for (case, found), expected in pairs]
    failed = (it.case for it in answers if math.isnan(it.found) and not math.isnan(it.expected))
    return Identification(
        implementation=implementation.name,
        version=implementation.version(),
        precision=interview.precision,
        scale=None if high is None else high / guess.factor,
        questions=tuple(answers[:questions]),
        failures=tuple(failed),
        checks=runs.calls - questions,
        changed=changed,
        seconds=time.monotonic() - started,
        note=runs.note,
        **shown,
    )


def _known(name: str, options: Mapping[str, str]) -> Iterator[Setting]:
    """Yield the conventions of the known programs, each once, on every scale that is usual."""
    kind = DIALECTS.load(name) if name in DIALECTS else _kind(name)
    kept = {option: value for option, value in options.items() if option not in kind.axes()}
    given = ",".join(f"{option}={value}" for option, value in kept.items())
    metric: Any = metric_from_spec(f"{name}:{given}" if given else name)
    factors = (1.0,) if metric.identity.scale.digits > 3 else (100.0, 1.0)
    for setting in known_conventions(metric):
        yield from (replace(setting, factor=factor) for factor in factors)


def _kind(name: str) -> Any:
    """Return the class of dialects of a metric that shares it with another one."""
    conventions = getattr(metric_from_spec(name), "conventions", None)
    if conventions is None:
        raise OptionError(
            f"no dialects of {name} are known, so there is nothing to identify; give another "
            "metric, such as bleu"
        )
    return type(conventions)


def _scored(interview: Interview) -> list[Case]:
    return [case for case, answer in interview.answers.items() if math.isfinite(answer)]


def _found(
    interview: Interview, known: list[Setting], further: Iterable[Case]
) -> tuple[Setting | None, int]:
    """Return the guess that all answers confirm, and the number of answers that led to it."""
    left = _split(interview, known)
    for _ in range(limits.MOST_GUESSES):
        guess = left[0] if left else _unknown(interview, known)
        questions = len(interview.answers)
        if guess is None:
            break
        left = _distinguished(interview, guess)
        if left == [guess]:
            for case in further:
                interview.ask(case)
            left = interview.fitting([guess])
            if left and _scored(interview):
                return guess, questions
        left = left or _split(interview, known)
    return None, questions


def _split(interview: Interview, known: list[Setting]) -> list[Setting]:
    left = interview.fitting(known)
    while left and len(interview.answers) < limits.MOST_QUESTIONS and not interview.runs.ended():
        question = interview.best_question(left)
        if question is None:
            break
        interview.ask(question)
        # those that also predicted failures were preferred, but scores decide
        left = interview.fitting(left) or interview.fitting(known)
    return left


def _distinguished(interview: Interview, guess: Setting) -> list[Setting]:
    """Ask what splits a guess from its changes; return it, or the changes that fit better."""
    known = guess.mistake is not None
    for changes, probes in (
        (axis_changes(guess), interview.few if known else interview.pool),
        (() if known else with_mistakes(guess), interview.few),
    ):
        if interview.runs.ended():
            break
        left = interview.fitting([guess, *changes])
        while guess in left:
            question = interview.revealing(guess, left, probes)
            if question is None or interview.runs.ended():
                break
            interview.ask(question)
            left = interview.fitting(left)
        if guess not in left:
            return left
    return [guess]


def _unknown(interview: Interview, known: list[Setting]) -> Setting | None:
    """Return a guess that no known program follows; None if none explains every answer."""
    # small ones show few axes each, so that a guess with some right axes explains some answers
    for case in spread(sorted(interview.pool.cases, key=size), limits.BATTERY):
        interview.ask(case)
    budget = Budget.until(interview.runs.deadline, 1 / 2)  # the rest is for reducing inputs
    if _scored(interview) and _changed(interview, known) is None:
        nearest = interview.ranked(known)[: limits.NEAREST]
        near = near_programs(nearest[0], interview.evidence(nearest[0], budget), limits.STEPS)
        changed = (searched(setting, interview.evidence(setting, budget)) for setting in nearest)
        for guesses in chain([[trial.setting for trial in near]], changed):
            fitting = interview.fitting(guesses)
            if fitting:
                return _plainest(interview, fitting[0], known)
    return None


def _plainest(interview: Interview, guess: Setting, known: Sequence[Setting]) -> Setting:
    """Return the known convention with the most defaults that equals a guess with its mistake."""
    others = (replace(it, mistake=guess.mistake) for it in known if it.factor == guess.factor)
    usual, fitting = type(guess.dialect)(), interview.fitting([guess, *others])
    return min(fitting, key=lambda setting: len(setting.dialect.differences(usual)))


def _changed(interview: Interview, known: Sequence[Setting]) -> Answer | None:
    """Return an input that gets another answer when it is asked again, or None. What the best guess
    does not predict is asked first in a new process, where nothing is left of earlier inputs.
    """
    scored = _scored(interview)
    first = max(scored, key=lambda case: interview.answers[case] not in limits.ENDS, default=None)
    again = None if first is None else interview.ask_again(first)
    if first is not None and again is not None and again != interview.answers[first]:
        return Answer(first, again, interview.answers[first])
    start_again = interview.runs.start_again
    if start_again is None or not known or not scored:
        return None
    explained = interview.explained(interview.ranked(known)[0])
    wrong = [case for case, it in zip(interview.answers, explained, strict=True) if not it]
    start_again()
    for case in [case for case in wrong if case in scored][: limits.MOST_RUN_AGAIN]:
        again, before = interview.ask_again(case), interview.answers[case]
        if again is not None and not interview.tolerance.allows(before, again):
            return Answer(case, again, before)
    return None


def _of_guess(interview: Interview, known: list[Setting], guess: Setting) -> dict[str, Any]:
    unshown = Unshown(interview, guess)
    equals = [setting for setting in interview.fitting(known) if interview.equal(guess, setting)]
    differing = {
        preset.name: tuple(guess.dialect.differences(preset.dialect))
        for preset in presets(type(guess.dialect))
    }
    name = min(differing, key=lambda preset: len(differing[preset]))
    [near] = [it for it in known if it.factor == guess.factor and name in preset_names(it)]
    sure, open = unshown.axes()
    return {
        "found": replace(guess, factor=1.0),
        "programs": tuple(chain.from_iterable(map(preset_names, equals))),
        "twins": tuple(unshown.twins(equals)),
        "nearest": Nearest(name, differing[name], int(interview.explained(near).sum())),
        "sure": sure,
        "open": open,
    }


def _of_nothing(interview: Interview, known: list[Setting], best: Setting) -> dict[str, Any]:
    """Return the smallest answer found that no known convention predicts, or else the best one."""
    nearest = Nearest(next(preset_names(best), ""), (), int(interview.explained(best).sum()))
    for guesses in ([setting for setting in known if setting.factor == best.factor], [best]):
        wrong = np.logical_and.reduce([~interview.explained(guess) for guess in guesses])
        case = min(
            (case for case, it in zip(interview.answers, wrong, strict=True) if it),
            key=lambda case: (math.isnan(interview.answers[case]), size(case)),
            default=None,
        )
        if case is not None:
            smallest = _reduced(interview, guesses, case)
            expected = best.scores(Probes([smallest], text=interview.text)).item()
            return {
                "nearest": nearest,
                "contradiction": Answer(smallest, interview.answers[smallest], expected),
                "unexplained": len(guesses) > 1,
            }
    return {"nearest": nearest}


def _reduced(interview: Interview, guesses: Sequence[Setting], case: Case) -> Case:
    """Remove segments, references and tokens as long as no guess predicts the answer."""
    last = interview.runs.calls + limits.MOST_REDUCTIONS

    def shows(smaller: Case) -> bool:
        taken = takes(interview.implementation, smaller)
        answers = np.array([interview.ask(smaller)]) if taken else None
        if answers is None or not math.isfinite(answers[0]):
            return False
        probes, tolerance = Probes([smaller], text=interview.text), interview.tolerance
        return not any(equal(guess.scores(probes), answers, tolerance).all() for guess in guesses)

    return reduced(case, shows, lambda: interview.runs.calls > last or interview.runs.ended())


LIMITS = (
    ("references", "several", "the program takes one reference for each segment"),
    ("ragged", True, "the program takes the same number of references for every segment"),
    ("empty_segments", True, "the program takes no texts without tokens"),
    ("input", "text", "the program takes tokens, so that no tokenizer shows"),
)
"""What an implementation may not accept, the value with which it would, and how this is said."""

NO_EFFECT = "it has no effect with the values of the other axes"


def simplified(interview: Interview, guess: Setting) -> Setting:
    """Return an equal guess with the defaults of as many axes as possible, unless it is known."""
    kind = type(guess.dialect)
    if any(preset_names(guess)):
        return guess
    axes = guess.dialect.axes()
    for axis in (*axes, *axes):  # one default can allow an earlier one
        simpler = guess.with_axis(axis, getattr(kind(), axis))
        if simpler is not None and simpler != guess and interview.equal(guess, simpler):
            guess = simpler
    return guess


def preset_names(guess: Setting) -> Iterator[str]:
    """Yield the names of the programs that have the convention of a guess."""
    dialect = guess.dialect
    yield from (preset.name for preset in presets(type(dialect)) if preset.dialect == dialect)


@dataclass(frozen=True, slots=True)
class Unshown:
    """What the answers do not show of a guess that explains them."""

    interview: Interview
    guess: Setting

    def axes(self) -> tuple[tuple[tuple[str, str], ...], tuple[OpenAxis, ...]]:
        """Return the axes whose values are certain, and those whose values are not shown."""
        dialect = self.guess.dialect
        others: dict[str, dict[str, Setting]] = {}
        for other in self.interview.fitting([self.guess, *axis_changes(self.guess)]):
            for axis, (_, value) in value_names(self.guess, other).items():
                others.setdefault(axis, {})[value] = other
        values = {name: axis.text(getattr(dialect, name)) for name, axis in dialect.axes().items()}
        sure = tuple((axis, value) for axis, value in values.items() if axis not in others)
        open = (
            OpenAxis(axis, (values[axis], *equals), self.reason([*equals.values()]))
            for axis, equals in others.items()
        )
        return sure, tuple(sorted(open, key=lambda axis: axis.reason == NO_EFFECT))

    def twins(self, guesses: Sequence[Setting]) -> Iterator[Twin]:
        """Yield the known programs among guesses whose conventions differ."""
        for other in guesses:
            axes = self.guess.dialect.differences(other.dialect)
            if axes:
                reason = self.reason([other])
                yield from (Twin(name, tuple(axes), reason) for name in preset_names(other))

    def reason(self, others: Sequence[Setting]) -> str:
        """Return why no answer shows the difference between the guess and others."""
        interview, slow = self.interview, self.guess.mistake is not None
        if interview.runs.ended():
            return "the time was up"

        def differ(probes: Probes) -> bool:
            mine = self.guess.scores(probes)
            return any(not equal(mine, guess.scores(probes), IN_64_BITS).all() for guess in others)

        if differ(Probes(interview.unshown, text=interview.text)):
            return "the program gives no score for the inputs that show it"
        decimals = interview.precision.decimals
        if decimals is not None and differ(interview.few if slow else interview.pool):
            return f"the program rounds to {decimals} decimals"
        for name, value, sentence in LIMITS:
            limited = getattr(interview.implementation, name) != value
            if limited and differ(self._inputs_without(name, value)):
                return sentence
        return NO_EFFECT

    def _inputs_without(self, name: str, value: object) -> Probes:
        program = self.interview.implementation
        wider = replace(program, **{name: value})  # type: ignore[arg-type]
        known = {*made_by_hand(program)}
        further = [case for case in made_by_hand(wider) if case not in known]
        return Probes(spread(further, limits.FEW_WIDER), text=wider.input == "text")
