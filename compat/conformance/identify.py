"""Find the convention of a black box with few calls."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.conformance.causes import size
from tallystick.compat.conformance.inputs import Accepted, drawn, made_by_hand
from tallystick.compat.conformance.mistakes import MISTAKES
from tallystick.compat.conformance.precision import IN_64_BITS, Precision, equal, precision_of
from tallystick.compat.conformance.probes import Probes, scores_one_by_one
from tallystick.compat.conformance.running import Runs
from tallystick.compat.conformance.setting import Setting, axis_changes
from tallystick.compat.implementations.implementation import Implementation, program_name
from tallystick.compat.implementations.tolerance import Tolerance
from tallystick.metrics.dialect import value_text
from tallystick.metrics.presets import presets
from tallystick.metrics.spec import metric_from_spec

if TYPE_CHECKING:
    from numpy.typing import NDArray

SECONDS = 60.0
"""The time limit by default; what has been found by then is reported."""

POOL = 300
"""The number of drawn inputs from which questions are chosen."""

CONFIRMATIONS = 200
"""The number of further inputs on which the convention is confirmed by default."""

MOST_QUESTIONS = 24
"""The number of questions after which no further one is asked to find the convention."""

BEAM = 16
"""The number of conventions that are changed at each step of the search for an unknown one."""

BATTERY = 24
"""The number of inputs of all sizes that are asked before a search."""

STEPS = 4
"""The number of axes in which an unknown convention may differ from every known one."""

SLOWER = 2
"""Only every second input may be asked where each corpus must be scored by itself."""

SLOWER_MISTAKES = 5
"""Only every fifth input made by hand is tried on a convention with a mistake."""

FEW_ANSWERS = 12
"""The number of answers of both kinds, explained and not, on which changes are tried first."""

FEW = 16
"""The number of inputs on which mistakes, which take long, are compared."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A convention, and the factor from the scale of the program to ours."""

    setting: Setting
    factor: float

    def answers(self, probes: Probes) -> NDArray[np.float64]:
        """Return what the program would answer, on its scale; NaN where it fails."""
        with np.errstate(all="ignore"):
            return self.setting.scores(probes) / self.factor


@dataclass(frozen=True, slots=True)
class OpenAxis:
    """An axis whose value the program does not show.

    Attributes:
        axis: The axis.
        values: The values that give equal scores, that of the convention found first.
        reason: Why they cannot be distinguished.
    """

    axis: str
    values: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Answer:
    """An input, what the program answered, and what the nearest convention would."""

    case: Case
    found: float
    expected: float


@dataclass(frozen=True, slots=True)
class Identification:
    """The result of `identify`.

    Attributes:
        implementation: The name of the program.
        version: Its version.
        found: The convention that explains every answer; None if there is none.
        scale: The perfect score of the program; None if the metric has none.
        precision: The precision of its scores.
        programs: The presets that equal the convention on every input that the program accepts.
        nearest: The preset with the fewest other values, and the axes in which it differs.
        sure: The axes whose values are certain, each with its value.
        open: The axes whose values the program does not show.
        questions: The inputs that were needed to find the convention.
        checks: The number of further inputs, chosen and drawn, that confirmed it.
        contradiction: The smallest input found that no known convention explains, or None.
        failures: Inputs on which the program fails though its convention defines a score.
        seconds: The time that it took.
        note: Why the search ended early, or "".
    """

    implementation: str
    version: str
    found: Setting | None
    scale: float | None
    precision: Precision
    programs: tuple[str, ...]
    nearest: tuple[str, tuple[str, ...]]
    sure: tuple[tuple[str, str], ...]
    open: tuple[OpenAxis, ...]
    questions: tuple[Answer, ...]
    checks: int
    contradiction: Answer | None
    failures: tuple[Case, ...]
    seconds: float
    note: str = ""

    def __bool__(self) -> bool:
        """Return whether a convention was found."""
        return self.found is not None

    @property
    def headline(self) -> str:
        """The result as a sentence."""
        program = program_name(self.implementation, self.version)
        if not self.answered:
            return f"{program} could not be run."
        if self.found is None:
            return f"{program} follows no known convention."
        if self.programs:
            same = f" and {len(self.programs) - 1} more" if len(self.programs) > 1 else ""
            known = f"{self.programs[0]}{same}"
            return f"{program} computes {self.found.name}: the convention of {known}."
        return f"{program} computes {self.found.name}, which no known program does."

    def __str__(self) -> str:
        lines = [self.headline]
        if self.sure:
            lines.append(", ".join(f"{axis}={value}" for axis, value in self.sure))
        lines += [f"{one.axis}={' or '.join(one.values)}: {one.reason}" for one in self.open]
        if self.note:
            lines.append(self.note)
        return "\n".join(lines)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Print the result in IPython as `str` does."""
        printer.text(str(self))

    @property
    def answered(self) -> bool:
        """Whether the program gave any score."""
        return any(math.isfinite(answer.found) for answer in self.questions)


class _Interview:
    """The inputs that a program may be asked, and its answers so far."""

    def __init__(
        self, implementation: Implementation, pool: Sequence[Case], runs: Runs, *, text: bool
    ) -> None:
        self.implementation = implementation
        self.pool = Probes(pool, text=text)
        self.few = Probes(pool[:: max(1, len(pool) // FEW)], text=text)
        self.runs = runs
        self.answers: dict[Case, float] = {}
        self.failures: list[Case] = []
        self.unanswered: set[Case] = set()
        self.first_failure = ""
        self._predicted: dict[tuple[Guess, bool], NDArray[np.float64]] = {}
        self._expected: dict[Guess, list[float]] = {}
        self._asked: dict[tuple[int, int], Probes] = {}

    def ask(self, case: Case) -> float:
        """Return the answer of the program on its scale; NaN if it fails."""
        if case not in self.answers:
            outcome = self.runs.outcomes(self.implementation, [case]).get(case)
            if outcome is None:  # the time is up, or it does not support the input
                self.unanswered.add(case)
            elif outcome.failure is not None:
                self.first_failure = self.first_failure or str(outcome.failure)
            score = None if outcome is None else outcome.score
            self.answers[case] = math.nan if score is None else score / self.implementation.factor
        return self.answers[case]

    @property
    def precision(self) -> Precision:
        """The precision of the answers so far."""
        return precision_of(list(self.answers.values()))

    def fitting(self, guesses: Iterable[Guess]) -> list[Guess]:
        """Return the guesses that explain every answer, without those known to be failures."""
        return [guess for guess in guesses if self._explained(guess).all()]

    def ranked(self, guesses: Iterable[Guess]) -> list[Guess]:
        """Return guesses in the order of the number of answers that they explain."""
        explained = {guess: int(self._explained(guess).sum()) for guess in guesses}
        return sorted(explained, key=lambda guess: -explained[guess])

    def ranked_on_few(self, guesses: Iterable[Guess], best: Guess) -> list[Guess]:
        """Return guesses as `ranked` does, on few answers, some of which one does not explain."""
        explained = self._explained(best)
        few = [*np.flatnonzero(~explained)[:FEW_ANSWERS], *np.flatnonzero(explained)[:FEW_ANSWERS]]
        cases, answers = list(self.answers), np.array(list(self.answers.values()))
        probes = Probes([cases[number] for number in few], text=self.pool.text)
        allowed = self.precision.tolerance(1.0)
        same = {
            guess: int(equal(guess.answers(probes), answers[few], allowed).sum())
            for guess in guesses
        }
        return sorted(same, key=lambda guess: -same[guess])

    def _explained(self, guess: Guess) -> NDArray[np.bool_]:
        found = np.array(list(self.answers.values()))
        same = equal(self.expected(guess), found, self.precision.tolerance(1.0))
        open = [case in self.unanswered or case in self.failures for case in self.answers]
        explained: NDArray[np.bool_] = same | np.array(open, dtype=bool)
        return explained

    def expected(self, guess: Guess) -> NDArray[np.float64]:
        """Return what a guess predicts for every input that was asked."""
        known = self._expected.setdefault(guess, [])
        if len(known) < len(self.answers):
            missing = len(known), len(self.answers)
            if missing not in self._asked:
                self._asked[missing] = Probes(
                    list(self.answers)[slice(*missing)], text=self.pool.text
                )
            known += guess.answers(self._asked[missing]).tolist()
        return np.array(known)

    def predicted(self, guess: Guess, probes: Probes) -> NDArray[np.float64]:
        """Return the answers that a guess predicts, rounded as the program rounds."""
        known = self._predicted.get((guess, probes is self.pool))
        if known is None:
            known = self._predicted[guess, probes is self.pool] = guess.answers(probes)
        decimals = self.precision.decimals if self.answers else None
        rounded: NDArray[np.float64] = np.round(known, 7 if decimals is None else decimals)
        return rounded

    def revealing(self, guess: Guess, others: Sequence[Guess], probes: Probes) -> Case | None:
        """Return the input on which most other guesses differ from one; None if there is none."""
        mine = self.predicted(guess, probes)
        differing = np.zeros(len(mine))
        for other in others:
            theirs = self.predicted(other, probes)
            differing += (theirs != mine) & ~(np.isnan(theirs) & np.isnan(mine))
        differing -= [1e-4 * size(case) + (case in self.answers) * 1e9 for case in probes.cases]
        best = int(np.argmax(differing))
        return probes.cases[best] if differing[best] > 0.5 else None

    def best_question(self, guesses: Sequence[Guess], probes: Probes) -> Case | None:
        """Return the input that splits guesses best, the smallest of equals; None if none does."""
        rounded = np.array([self.predicted(guess, probes) for guess in guesses])
        best, most = None, 0.0
        for number, case in enumerate(probes.cases):
            if case in self.answers:
                continue
            _, counts = np.unique(rounded[:, number], return_counts=True)
            if len(counts) > 1:
                shares = counts / len(guesses)
                information = float(-(shares * np.log2(shares)).sum()) - 1e-4 * size(case)
                if best is None or information > most:
                    best, most = case, information
        return best


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
    that differ from a known one in up to four axes.

    Args:
        implementation: The program; its dialect is not used.
        metrics: The names of the metrics that it may compute; by default its own.
        seconds: The time after which it is not run again, more than 0.
        confirmations: The number of drawn inputs on which the convention is confirmed.
        seed: The seed of the drawn inputs.

    Raises:
        MissingExtraError: The program is not installed.
        UnknownNameError: No metric has one of the names.

    >>> from tallystick.metrics import GoogleGleu
    >>> gleu = GoogleGleu(dialect="nltk")
    >>> def box(hypotheses, references, order):
    ...     return gleu.score(gleu.statistics(Case.of(hypotheses, references).corpus)).score
    >>> identify(Implementation(name="box", metric="google_gleu", run=box)).programs
    ('evaluate', 'nltk')
    """
    started = time.monotonic()
    runs = Runs(deadline=started + seconds)
    accepted = Accepted.by(implementation)
    text = accepted.text
    pool = list(dict.fromkeys([*made_by_hand(accepted), *drawn(accepted, POOL, seed)]))
    names = (implementation.metric,) if metrics is None else tuple(metrics)
    known = [Guess(setting, factor) for setting in _known(names) for factor in _factors(setting)]
    if any(scores_one_by_one(guess.setting.metric) for guess in known):
        pool = pool[::SLOWER]
    interview = _Interview(runs.counted(implementation), pool, runs, text=text)
    left = _narrowed(interview, known)
    questions = len(interview.answers)
    if not any(map(math.isfinite, interview.answers.values())):
        interview.runs.note = f"it gave no score: {interview.first_failure or 'it was not asked'}"
        return _result(interview, known, None, None, questions, time.monotonic() - started)
    guess = _verified(interview, left, known)
    further = drawn(accepted, confirmations, seed + 1)
    wrong = _contradiction(interview, guess, further)
    if wrong is not None and not runs.ended():  # one more answer to explain
        guess = _verified(interview, interview.fitting(known), known)
        wrong = _contradiction(interview, guess, further)
    return _result(interview, known, guess, wrong, questions, time.monotonic() - started)


def _known(names: Iterable[str]) -> Iterator[Setting]:
    """Yield the conventions of the known programs, each once."""
    for name in names:
        metric: Any = metric_from_spec(name)
        kind = type(metric.conventions)
        for dialect in dict.fromkeys([metric.conventions, *(one.dialect for one in presets(kind))]):
            yield Setting(type(metric)(dialect=dialect))


def _factors(setting: Setting) -> tuple[float, ...]:
    return (1.0,) if setting.metric.identity.scale.digits > 3 else (100.0, 1.0)


def _narrowed(interview: _Interview, guesses: list[Guess]) -> list[Guess]:
    """Ask until no question splits the guesses that are left."""
    while len(interview.answers) < MOST_QUESTIONS and not interview.runs.ended():
        question = interview.best_question(guesses, interview.pool)
        if question is None:
            break
        failed = math.isnan(interview.ask(question))
        left = interview.fitting(guesses)
        if not left and failed:
            interview.failures.append(question)
            left = interview.fitting(guesses)
        if not left:
            return []
        guesses = left
    return guesses


def _verified(interview: _Interview, left: list[Guess], known: list[Guess]) -> Guess | None:
    """Return a guess that every answer confirms and that its changes do not equal."""
    for _ in range(MOST_QUESTIONS):
        guess = left[0] if left else _searched(interview, known)
        if guess is None:
            return None
        left = _distinguished(interview, guess)
        if left and left[0] is guess:
            return guess
    return None


def _distinguished(interview: _Interview, guess: Guess) -> list[Guess]:
    """Ask what splits a guess from its changes; return what is left, the guess first if it is."""
    axes = interview.fitting(_with_axes(guess))
    mistakes = interview.fitting(_with_mistakes(guess))
    for changes, probes in ((axes, interview.pool), (mistakes, interview.few)):
        while changes and not interview.runs.ended():
            question = interview.revealing(guess, changes, probes)
            if question is None:
                break
            failed = math.isnan(interview.ask(question))
            left = interview.fitting(changes)
            if not left and failed and not interview.fitting([guess]):
                interview.failures.append(question)
                left = interview.fitting(changes)
            changes = left
            if not interview.fitting([guess]):
                return changes
    return [guess]


def _with_axes(guess: Guess) -> list[Guess]:
    return [replace(guess, setting=changed) for _, _, changed in axis_changes(guess.setting)]


def _with_mistakes(guess: Guess) -> list[Guess]:
    if guess.setting.mistake is not None:
        return []
    metric = guess.setting.metric
    return [
        replace(guess, setting=Setting(metric, mistake))
        for mistake in MISTAKES
        if mistake.fits(metric)
    ]


def _searched(interview: _Interview, known: list[Guess]) -> Guess | None:
    """Return a guess in the neighbourhood of the known ones that explains every answer."""
    # small inputs show few axes each, so that a guess with some right axes explains some answers
    cases = sorted(interview.pool.cases, key=size)
    for case in cases[:: max(1, len(cases) // BATTERY)]:
        interview.ask(case)
    beam = interview.ranked(known)[:BEAM]
    best = beam[0]
    for step in range(STEPS):
        if interview.runs.ended():
            break
        changed = list(chain.from_iterable(map(_with_axes, beam)))
        if not step:
            changed += chain.from_iterable(map(_with_mistakes, beam[: BEAM // 4]))
        beam = interview.ranked_on_few(dict.fromkeys(changed), best)[:BEAM]
        fitting = interview.fitting(beam)
        if fitting:
            return fitting[0]
    return None


def _contradiction(
    interview: _Interview, guess: Guess | None, further: Sequence[Case]
) -> Answer | None:
    """Return the smallest input that a guess does not explain, after asking further ones."""
    if guess is None:
        return None
    for case in further:
        if interview.runs.ended():
            break
        interview.ask(case)
    cases = list(interview.answers)
    expected = interview.expected(guess)
    found = np.array(list(interview.answers.values()))
    failed = np.isnan(found) & ~np.isnan(expected)
    known = {*interview.failures, *interview.unanswered}
    interview.failures += [cases[n] for n in np.flatnonzero(failed) if cases[n] not in known]
    same = failed | equal(expected, found, interview.precision.tolerance(1.0))
    wrong = [Answer(cases[n], float(found[n]), float(expected[n])) for n in np.flatnonzero(~same)]
    return min(wrong, key=lambda answer: size(answer.case), default=None)


def _result(
    interview: _Interview,
    known: list[Guess],
    guess: Guess | None,
    wrong: Answer | None,
    questions: int,
    seconds: float,
) -> Identification:
    best = interview.ranked(known)[0] if guess is None else _simplified(interview, guess)
    equals = [best] if guess is None else _equal_ones(interview, best, known)
    setting = best.setting
    high = setting.metric.identity.scale.high
    found = guess is not None and wrong is None
    asked = list(interview.answers)[:questions]
    expected = interview.expected(best).tolist()[:questions]
    sure, unknown = _axes(interview, best) if found else ((), ())
    return Identification(
        implementation=interview.implementation.name,
        version=interview.implementation.version(),
        found=setting if found else None,
        scale=None if high is None else high / best.factor,
        precision=interview.precision,
        programs=tuple(_names(equals)) if found else (),
        nearest=_nearest(setting),
        sure=sure,
        open=unknown,
        questions=tuple(
            Answer(case, interview.answers[case], one)
            for case, one in zip(asked, expected, strict=True)
        ),
        checks=len(interview.answers) - questions,
        contradiction=wrong,
        failures=tuple(interview.failures),
        seconds=seconds,
        note=interview.runs.note,
    )


def _simplified(interview: _Interview, guess: Guess) -> Guess:
    """Return an equal guess with the defaults of as many axes as possible, unless it is known."""
    dialect = guess.setting.dialect
    if any(preset.dialect == dialect for preset in presets(type(dialect))):
        return guess
    for axis in (*dialect.axes(), *dialect.axes()):  # one default can allow an earlier one
        setting = guess.setting.with_axis(axis, getattr(type(dialect)(), axis))
        if setting is not None and setting != guess.setting:
            simpler = replace(guess, setting=setting)
            if _equal_answers(interview, guess, simpler):
                guess = simpler
    return guess


def _equal_answers(interview: _Interview, one: Guess, other: Guess) -> bool:
    slow = one.setting.mistake is not None or other.setting.mistake is not None
    probes = interview.few if slow else interview.pool
    mine, theirs = (interview.predicted(guess, probes) for guess in (one, other))
    return np.array_equal(mine, theirs, equal_nan=True)


def _equal_ones(interview: _Interview, best: Guess, known: list[Guess]) -> list[Guess]:
    return [one for one in interview.fitting(known) if _equal_answers(interview, best, one)]


def _names(guesses: Iterable[Guess]) -> Iterator[str]:
    for guess in guesses:
        dialect = guess.setting.dialect
        for preset in presets(type(dialect)):
            if preset.dialect == dialect:
                yield preset.name


def _nearest(setting: Setting) -> tuple[str, tuple[str, ...]]:
    """Return the preset with the fewest other values, and the axes in which it differs."""
    dialect = setting.dialect
    differing = {
        preset.name: tuple(dialect.differences(preset.dialect)) for preset in presets(type(dialect))
    }
    name = min(differing, key=lambda one: len(differing[one]))
    return name, differing[name]


def _axes(
    interview: _Interview, guess: Guess
) -> tuple[tuple[tuple[str, str], ...], tuple[OpenAxis, ...]]:
    """Return the axes whose values are certain, and those whose values are not shown."""
    others: dict[str, list[tuple[str, Guess]]] = {}
    for axis, value, setting in axis_changes(guess.setting):
        changed = replace(guess, setting=setting)
        if _equal_answers(interview, guess, changed):
            others.setdefault(axis, []).append((value_text(value), changed))
    dialect = guess.setting.dialect
    values = {axis: value_text(getattr(dialect, axis)) for axis in dialect.axes()}
    sure = tuple((axis, value) for axis, value in values.items() if axis not in others)
    unknown = tuple(
        OpenAxis(
            axis,
            (values[axis], *(name for name, _ in equals)),
            _why_open(interview, guess, [changed for _, changed in equals]),
        )
        for axis, equals in others.items()
    )
    return sure, unknown


def _why_open(interview: _Interview, guess: Guess, others: list[Guess]) -> str:
    """Return why no answer shows the difference between a guess and others."""
    implementation = interview.implementation
    decimals = interview.precision.decimals
    step = 1 if guess.setting.mistake is None else SLOWER_MISTAKES

    def differ(probes: Probes, tolerance: Tolerance = IN_64_BITS) -> bool:
        mine = guess.answers(probes)
        return any(not equal(mine, one.answers(probes), tolerance).all() for one in others)

    if decimals is not None and differ(interview.few):
        return f"the program rounds to {decimals} decimals"
    accepted = Accepted.by(implementation)
    wider = replace(accepted, most_references=None, ragged=True, empty_segments=True)
    if wider != accepted and differ(Probes(list(made_by_hand(wider))[::step], text=accepted.text)):
        return "the program does not accept the inputs that show it"
    if not accepted.text:
        lines = replace(wider, text=True)
        if differ(Probes(list(made_by_hand(lines))[-40 :: min(step, 2)], text=True)):
            return "the program takes tokens"
    return "it has no effect with the values of the other axes"
