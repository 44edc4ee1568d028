"""Why results differ from recorded ones: their differences, grouped by cause."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.conformance.causes import causes, setting_of_errors
from tallystick.compat.conformance.evidence import Evidence, score_of, size
from tallystick.compat.conformance.location import located
from tallystick.compat.conformance.precision import equal
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.running import has_failed, rescaled
from tallystick.compat.conformance.setting import Setting, value_names
from tallystick.compat.implementations.implementation import Implementation, program_name
from tallystick.compat.implementations.outcome import Outcome
from tallystick.compat.vectors.vectors import Origin, Vector
from tallystick.errors import OptionError
from tallystick.metrics.arguments.catalogue import METRICS
from tallystick.metrics.arguments.wording import counted
from tallystick.metrics.interface.spec import metric_from_spec

SECONDS = 30.0
"""The time in which causes are searched."""

MOSTLY = 0.5
"""The share of the cases that drifted on which one result must be that of a convention."""

NO_SCORE = frozenset({"error", "nonsense"})
"""The failures that say the same: an exception, and a result such as NaN."""


_FAILURES = {
    "error": "ends with an error",
    "nonsense": "gives no number",
    "crash": "crashes",
    "timeout": "times out",
}


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

    def __str__(self) -> str:
        first, cases = self.drift[0], counted(len(self.drift), "case")
        results = f"recorded {first.recorded}, now {first.now}"
        return f"{self.name}, on {cases}\n{first.vector.id}: {results}"


@dataclass(frozen=True, slots=True)
class _Side:
    """A convention that the results of one version follow, and those of the other one, on our
    scale, for the cases on which the first one follows it.
    """

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
    left = {one.vector.case for one in drift}
    side = _side(implementation, origin, compared, left, factor, (old, new))
    if side is not None:
        for name, cases in _of_side(implementation, side, left):
            names |= dict.fromkeys(cases, name)
    for name, cases in _of_features(implementation, compared, left - names.keys(), factor):
        names |= dict.fromkeys(cases, name.format(old=old, new=new))
    of_each: dict[str, list[Drift]] = {}
    for one in sorted(drift, key=lambda one: size(one.vector.case)):
        of_each.setdefault(names[one.vector.case], []).append(one)
    found = [DriftCause(name, tuple(them)) for name, them in of_each.items()]
    return tuple(sorted(found, key=lambda one: -len(one.drift)))


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
    both = [(old, [one.recorded for one in compared]), (new, [one.now for one in compared])]
    probes = Probes([one.vector.case for one in compared], text=implementation.input == "text")
    differs = np.array([case in drifted for case in probes.cases])
    sides: list[tuple[float, _Side]] = []
    for dialect in dict.fromkeys([origin.dialect, implementation.dialect]):
        with suppress(OptionError):  # it has no dialect, or the vectors have one that is not ours
            setting = Setting.claimed_by(replace(implementation, dialect=dialect))
            ours = setting.scores(probes)
            for (follows, mine), (other, theirs) in (both, both[::-1]):
                scores = np.array([score_of(rescaled(one, factor)) for one in mine])
                same = equal(ours, scores, implementation.tolerance)
                outcomes = zip(probes.cases, theirs, same, strict=True)
                found = {case: rescaled(one, factor) for case, one, it in outcomes if it}
                sides.append((float(same[differs].mean()), _Side(setting, follows, other, found)))
    share, best = max(sides, key=lambda pair: pair[0], default=(0.0, None))
    return best if share >= MOSTLY else None


def _of_side(
    implementation: Implementation, side: _Side, drifted: set[Case]
) -> Iterator[tuple[str, list[Case]]]:
    """Yield changes of a convention with the cases that they explain."""
    text, tolerance = implementation.input == "text", implementation.tolerance
    deadline = time.monotonic() + SECONDS
    scored = {case: one for case, one in side.found.items() if one.score is not None}
    evidence = Evidence.of(side.setting, scored, tolerance, text=text, deadline=deadline)
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
        case: one
        for case, one in side.found.items()
        if case in drifted and has_failed(one, *NO_SCORE)
    }
    failed = Evidence.of(side.setting, errors, tolerance, text=text)
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
    outcomes = {one.vector.case: (one.recorded, one.now) for one in compared}
    for number, version in enumerate(("{old}", "{new}")):
        failed = [case for case in left if outcomes[case][number].score is None]
        by_kind: dict[str, list[Case]] = {}
        for case in failed:
            failure = outcomes[case][number].failure
            by_kind.setdefault(failure.kind if failure else "nonsense", []).append(case)
        for kind, cases in by_kind.items():
            yield f"{version} {_FAILURES[kind]}", cases
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
    """Return where scores differ, as a sentence."""
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
