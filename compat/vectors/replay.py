"""Record the results of a program, and compare it, or another version, with recorded results."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.conformance.causes import causes, setting_of_errors
from tallystick.compat.conformance.inputs import drawn, made_by_hand
from tallystick.compat.conformance.location import located
from tallystick.compat.conformance.precision import equal
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.running import FAILED, Runs, has_failed, rescaled
from tallystick.compat.conformance.search import Budget, Evidence, score_of, size
from tallystick.compat.conformance.setting import Setting, value_names
from tallystick.compat.implementations.implementation import (
    Implementation,
    perfect_score,
    program_name,
)
from tallystick.compat.implementations.outcome import Outcome
from tallystick.compat.implementations.tolerance import Tolerance
from tallystick.compat.shown import Shown
from tallystick.compat.vectors.vectors import Origin, Vector, Vectors, vectors_of
from tallystick.errors import InputError, OptionError, counted
from tallystick.metrics.arguments.catalogue import METRICS
from tallystick.metrics.interface.spec import metric_from_spec

SECONDS = 30.0

MOSTLY = 0.5
"""The share of the cases that drifted on which one result must be that of a convention."""

NO_SCORE = frozenset({"error", "nonsense"})
"""The failures that say the same: an exception, and a result such as NaN."""


@dataclass(frozen=True, slots=True)
class Drift:
    """A case whose result is not the recorded one, both on the scale of the recorded one."""

    vector: Vector
    recorded: Outcome
    now: Outcome


@dataclass(frozen=True, slots=True)
class DriftCause:
    """Cases whose results differ for the same reason, the smallest first."""

    name: str
    drift: tuple[Drift, ...]


@dataclass(frozen=True, slots=True)
class _Side:
    """A convention that the results of one version follow, with those of the other one there."""

    setting: Setting
    follows: str
    other: str
    found: Mapping[Case, Outcome]


def drift_causes(
    implementation: Implementation,
    origin: Origin,
    compared: Sequence[Drift],
    drift: Sequence[Drift],
    factor: float,
) -> tuple[DriftCause, ...]:
    """Return differences by cause, the cause of most cases first. If the results of one version
    follow the dialect of either one, causes are changes of it that explain the other; otherwise
    they are what the cases share. The factor leads from the recorded scale to ours.
    """
    if not drift:
        return ()
    old = program_name(origin.program, origin.version)
    new = program_name(implementation.name, implementation.version())
    if old == new:
        old, new = f"the recorded {old}", f"{new} now"
    names: dict[Case, str] = {}
    left = {case.vector.case for case in drift}
    side = _side(implementation, origin, compared, left, factor, (old, new))
    if side is not None:
        for name, cases in _of_side(implementation, side, left):
            names |= dict.fromkeys(cases, name)
    for name, cases in _of_features(implementation, compared, left - names.keys(), factor):
        names |= dict.fromkeys(cases, name.format(old=old, new=new))
    of_each: dict[str, list[Drift]] = {}
    for case in sorted(drift, key=lambda case: size(case.vector.case)):
        of_each.setdefault(names[case.vector.case], []).append(case)
    by_cause = [DriftCause(name, tuple(them)) for name, them in of_each.items()]
    return tuple(sorted(by_cause, key=lambda cause: -len(cause.drift)))


def _side(
    implementation: Implementation,
    origin: Origin,
    compared: Sequence[Drift],
    drifted: set[Case],
    factor: float,
    names: tuple[str, str],
) -> _Side | None:
    """Return the convention that one version follows on most cases that drifted, or None."""
    old, new = names
    both = [(old, [case.recorded for case in compared]), (new, [case.now for case in compared])]
    probes = Probes([case.vector.case for case in compared], text=implementation.input == "text")
    differs = np.array([case in drifted for case in probes.cases])
    sides: list[tuple[float, _Side]] = []
    for dialect in dict.fromkeys([origin.dialect, implementation.dialect]):
        with suppress(OptionError):  # it has no dialect, or the vectors have one that is not ours
            setting = Setting.claimed_by(replace(implementation, dialect=dialect))
            ours = setting.scores(probes)
            for (follows, mine), (other, theirs) in (both, both[::-1]):
                scores = np.array([score_of(rescaled(outcome, factor)) for outcome in mine])
                same = equal(ours, scores, implementation.tolerance)
                outcomes = zip(probes.cases, theirs, same, strict=True)
                kept = {case: rescaled(result, factor) for case, result, it in outcomes if it}
                sides.append((float(same[differs].mean()), _Side(setting, follows, other, kept)))
    share, best = max(sides, key=lambda pair: pair[0], default=(0.0, None))
    return best if share >= MOSTLY else None


def _of_side(
    implementation: Implementation, side: _Side, drifted: set[Case]
) -> Iterator[tuple[str, list[Case]]]:
    """Yield changes of a convention with the cases that they explain."""
    scored = {case: outcome for case, outcome in side.found.items() if outcome.score is not None}
    budget = Budget.until(time.monotonic() + SECONDS)
    evidence = Evidence.of(side.setting, scored, implementation, budget)
    known = []
    for cause in causes(side.setting, evidence):
        cases = [evidence.probes.cases[number] for number in cause.explained]
        if cause.setting is not None:
            known.append(cause.setting)
            yield _changed(side, cause.setting), cases
            continue
        chosen = sorted({*cause.explained, *np.flatnonzero(evidence.agrees).tolist()})
        location = located(side.setting.metric, evidence.take(chosen))
        yield f"between {side.other} and {side.follows}, {location.name}", cases
    errors = {
        case: outcome
        for case, outcome in side.found.items()
        if case in drifted and has_failed(outcome, *NO_SCORE)
    }
    failed = Evidence.of(side.setting, errors, implementation)
    setting = setting_of_errors(side.setting, known, failed, evidence)
    if setting is not None:
        yield _changed(side, setting), list(errors)


def _changed(side: _Side, setting: Setting) -> str:
    """Return how the versions differ, of which one follows a convention and one a change of it."""
    parts = [
        f"{axis} is {theirs} in {side.other} and {ours} in {side.follows}"
        for axis, (ours, theirs) in value_names(side.setting, setting).items()
    ]
    if setting.mistake is not None:
        parts.append(f"{setting.mistake.name} in {side.other}, not in {side.follows}")
    return ", and ".join(parts)


def _of_features(
    implementation: Implementation,
    compared: Sequence[Drift],
    left: set[Case],
    factor: float,
) -> Iterator[tuple[str, list[Case]]]:
    """Yield what cases without a known cause share; names have a place for both versions."""
    outcomes = {case.vector.case: (case.recorded, case.now) for case in compared}
    for number, version in enumerate(("{old}", "{new}")):
        failed = [case for case in left if outcomes[case][number].score is None]
        by_kind: dict[str, list[Case]] = {}
        for case in failed:
            failure = outcomes[case][number].failure
            by_kind.setdefault(failure.kind if failure else "nonsense", []).append(case)
        for kind, cases in by_kind.items():
            yield f"{version} {FAILED[kind]}", cases
        left = left - set(failed)
    counts = [case for case in left if _equal_scores(*outcomes[case], implementation, factor)]
    yield "counts differ between {old} and {new} although scores do not", counts
    left = left - set(counts)
    if left:
        yield _where(implementation, outcomes, left, factor), list(left)


def _equal_scores(
    recorded: Outcome, now: Outcome, implementation: Implementation, factor: float
) -> bool:
    scores = (factor * score_of(recorded), factor * score_of(now))
    return implementation.tolerance.allows(*scores)


def _where(
    implementation: Implementation,
    outcomes: Mapping[Case, tuple[Outcome, Outcome]],
    differing: set[Case],
    factor: float,
) -> str:
    plain = "scores differ between {old} and {new}"
    metric = metric_from_spec(implementation.metric) if implementation.metric in METRICS else None
    if not hasattr(metric, "conventions"):
        return plain
    cases = [
        case
        for case, both in outcomes.items()
        if case in differing or _equal_scores(*both, implementation, factor)
    ]
    scores = np.array([[factor * score_of(it) for it in outcomes[case]] for case in cases])
    probes = Probes(cases, text=implementation.input == "text")
    evidence = Evidence(probes, scores[:, 0], scores[:, 1], implementation.tolerance)
    location = located(metric, evidence)
    return f"{plain}, only where {location.where}" if location.where else plain


EXAMPLES = 500


def inputs_for(
    implementation: Implementation, *, examples: int = EXAMPLES, seed: int = 0
) -> tuple[Vector, ...]:
    """Return inputs that a program accepts: those made by hand, and drawn ones.

    Args:
        implementation: The program.
        examples: The number of drawn inputs, 0 or more.
        seed: The seed of the drawn inputs.

    Raises:
        OptionError: The number is negative.
    """
    if examples < 0:
        raise OptionError(f"examples is {examples!r}; expected 0 or more")
    cases = [*made_by_hand(implementation), *drawn(implementation, examples, seed)]
    return tuple(map(Vector.of, dict.fromkeys(cases)))


def record(implementation: Implementation, cases: Iterable[Case | Vector]) -> Vectors:
    """Run a program on inputs and return them with its results.

    Scores are kept on the scale of the program. Inputs that it does not support are left out.

    Args:
        implementation: The program.
        cases: The inputs; ids and descriptions of vectors are kept.

    Raises:
        InputError: The program gives a score for none of the inputs, or two have the same id.
        MissingExtraError: It is not installed.
        OptionError: It crashed or timed out too often.

    >>> def half(hypotheses, references, order):
    ...     return 0.5
    >>> program = Implementation(name="half", metric="bleu", run=half)
    >>> recorded = record(program, [Case.from_lines(["a b"], ["a c"])])
    >>> recorded.cases[0].results["half"].score
    0.5
    """
    given = [case if isinstance(case, Vector) else Vector.of(case) for case in cases]
    runs = Runs(deadline=math.inf)
    results = runs.outcomes(as_is(implementation), [vector.case for vector in given])
    if runs.note:
        raise OptionError(f"{implementation.name} cannot be recorded: {runs.note}")
    if all(outcome.score is None for outcome in results.values()):
        failure = next(
            (str(result.failure) for result in results.values()), "it accepts none of them"
        )
        raise InputError(f"{implementation.name} gives a score for no input: {failure}")
    name = implementation.name
    origin = Origin(
        name, implementation.version(), implementation.dialect, float(implementation.scale)
    )
    return vectors_of(
        implementation.metric,
        implementation.order if implementation.orders else None,
        {name: origin},
        (
            Vector(vector.id, vector.case, {name: results[vector.case]}, vector.tests)
            for vector in given
            if vector.case in results
        ),
    )


def as_is(implementation: Implementation) -> Implementation:
    """Return an implementation whose scores stay on the scale of the program."""
    perfect = perfect_score(implementation.metric)
    return implementation if perfect is None else replace(implementation, scale=perfect)


@dataclass(frozen=True, slots=True)
class Replay(Shown):
    """The result of `replay`.

    Attributes:
        implementation: The name of the program.
        version: Its version.
        metric: The metric.
        results: The name of the recorded results.
        origin: Where they come from.
        vectors: All cases.
        skipped: The cases that were not compared: they have no recorded result, or the program does
            not support them or was not run on them.
        rounded: The number of scores that differ, but within the tolerance.
        largest: The largest difference of scores, on the scale of the recorded ones.
        drift: The cases whose results differ.
        causes: Why they differ, the cause of most cases first.
        tolerance: The difference that is allowed, on the scale of our metric.
        intact: Whether the digest of the vectors holds.
        note: Why the program was not run on all cases, or "".
    """

    implementation: str
    version: str
    metric: str
    results: str
    origin: Origin
    vectors: tuple[Vector, ...]
    skipped: tuple[Vector, ...]
    rounded: int
    largest: float
    drift: tuple[Drift, ...]
    tolerance: Tolerance
    intact: bool
    note: str = ""
    causes: tuple[DriftCause, ...] = ()

    @property
    def compared(self) -> int:
        """The number of cases that were compared."""
        return len(self.vectors) - len(self.skipped)

    @property
    def cause_of(self) -> dict[str, str]:
        """The name of the cause of each case that drifted, by its id."""
        return {drift.vector.id: cause.name for cause in self.causes for drift in cause.drift}

    @property
    def headline(self) -> str:
        """The result as a sentence."""
        program = program_name(self.implementation, self.version)
        origin = program_name(self.origin.program, self.origin.version)
        if not self.compared:
            return f"{program} could not be compared with {origin}."
        if self.drift:
            share = f"{len(self.drift):,} of {counted(self.compared, 'case')}"
            return f"{program} differs from {origin} on {share}."
        return f"{program} equals {origin} on {counted(self.compared, 'case')}."

    def __bool__(self) -> bool:
        """Return whether every case was reproduced and the vectors are those that were written."""
        return self.compared > 0 and not self.drift and self.intact and not self.note


def replay(
    vectors: Vectors,
    implementation: Implementation,
    *,
    results: str | None = None,
    causes: bool = True,
) -> Replay:
    """Compare a program, or another version of it, with recorded results.

    Scores are equal within the tolerance of the implementation: by default that of double
    precision. Statistics that both report must be equal. An exception equals a result that is not a
    number; crashes and time-outs equal only themselves. Differences are grouped by their causes.

    Args:
        vectors: What `record` or `read_vectors` returned.
        implementation: The program.
        results: The name of the results, if the vectors have several; by default those of the
            dialect of the program.
        causes: Whether differences are grouped by their causes, which may take half a minute.

    Raises:
        MissingExtraError: The program is not installed.
        OptionError: It computes another metric, does not accept the order of the vectors, or it is
            not clear which results are meant.

    >>> def half(hypotheses, references, order):
    ...     return 0.5
    >>> def third(hypotheses, references, order):
    ...     return 1 / 3
    >>> old = Implementation(name="mine", metric="bleu", run=half)
    >>> new = Implementation(name="mine", metric="bleu", run=third)
    >>> [drift] = replay(record(old, [Case.from_lines(["a b"], ["a c"])]), new).drift
    >>> drift.recorded.score, drift.now.score
    (0.5, 0.3333333333333333)
    """
    key = vectors.origin_for(
        implementation.metric, implementation.dialect, dict(implementation.options), results
    )
    if vectors.order is not None and implementation.orders:
        implementation = implementation.at_order(vectors.order)
    origin = vectors.origins[key]
    cases = [vector for vector in vectors.cases if key in vector.results]
    runs = Runs(deadline=math.inf)
    outcomes = runs.outcomes(as_is(implementation), [vector.case for vector in cases])
    perfect = perfect_score(implementation.metric)
    factor = 1.0 if perfect is None else perfect / origin.scale
    ratio = 1.0 if perfect is None else origin.scale / implementation.scale
    compared = [
        Drift(vector, vector.results[key], rescaled(outcomes[vector.case], ratio))
        for vector in cases
        if vector.case in outcomes
    ]
    known = {case.vector.id for case in compared}
    differences = (
        abs(case.now.score - case.recorded.score)
        for case in compared
        if case.now.score is not None and case.recorded.score is not None
    )
    drift = tuple(
        case
        for case in compared
        if all(
            differs(outcome, case.now, implementation.tolerance, factor)
            for outcome in case.vector.outcomes(key)
        )
    )
    unequal = sum(case.now.score != case.recorded.score for case in compared)
    return Replay(
        implementation=implementation.name,
        version=implementation.version(),
        metric=implementation.metric,
        results=key,
        origin=origin,
        vectors=vectors.cases,
        skipped=tuple(vector for vector in vectors.cases if vector.id not in known),
        rounded=unequal - sum(case.now.score != case.recorded.score for case in drift),
        largest=max(differences, default=0.0),
        drift=drift,
        tolerance=implementation.tolerance,
        intact=vectors.intact,
        note=runs.note,
        causes=drift_causes(implementation, origin, compared, drift, factor) if causes else (),
    )


def differs(recorded: Outcome, now: Outcome, tolerance: Tolerance, factor: float) -> bool:
    """Return whether results on one scale differ; `factor` leads to the scale of our metric."""
    if recorded.score is None or now.score is None:
        kinds = {it.failure.kind if it.failure is not None else None for it in (recorded, now)}
        return len(kinds) > 1 and not kinds <= NO_SCORE
    shared = recorded.statistics.keys() & now.statistics.keys()
    return any(recorded.statistics[it] != now.statistics[it] for it in shared) or not (
        tolerance.allows(factor * recorded.score, factor * now.score)
    )
