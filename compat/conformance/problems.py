"""The disagreements of a program with its claim, grouped by cause and reduced."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, takewhile
from random import Random
from string import ascii_lowercase

import numpy as np

from tallystick.compat.agreement import Finding, FindingKind, agree, same_outcome, smallest
from tallystick.compat.case import Case
from tallystick.compat.conformance import thresholds as limits
from tallystick.compat.conformance.causes import Cause, causes, has_empty_side, setting_of_errors
from tallystick.compat.conformance.location import Location, located
from tallystick.compat.conformance.location.families import compares_characters
from tallystick.compat.conformance.precision import equal
from tallystick.compat.conformance.running import FAILED, Examined, has_failed, reduced
from tallystick.compat.conformance.search import Budget, Evidence, score_of, size, spread
from tallystick.compat.conformance.setting import Setting, parts_of
from tallystick.compat.defects.defect import Defect
from tallystick.compat.defects.ledger import DEFECTS
from tallystick.compat.implementations.implementation import Implementation, perfect_score
from tallystick.compat.implementations.outcome import Outcome
from tallystick.compat.laws.law import all_tokens, relabelled
from tallystick.errors import InputError, UnsupportedError
from tallystick.metrics.interface.presets import presets

FAILURES: tuple[FindingKind, ...] = ("crash", "error", "nonsense")
"""The kinds of failures, which say nothing of how scores are computed."""

FIRST_CALL = "the first call of a new process"
NEXT_CALL = "the next call, and then the same as the first one of a new process"


@dataclass(frozen=True, slots=True)
class Problem:
    """One way in which a program differs from its claim, shown on the smallest input found."""

    name: str
    finding: Finding
    inputs: int  # how many show it
    cause: Cause | None = None
    defects: tuple[str, ...] = ()  # entries of the ledger with the same result
    further: tuple[tuple[str, Finding], ...] = ()  # for each change, what it explains; or more

    @property
    def location(self) -> Location | None:
        """The component that differs, if no known change explains how."""
        return None if self.cause is None else self.cause.location


def problems_of(examined: Examined) -> tuple[Problem, ...]:
    """Return the problems of a program, those that hide others first."""
    claimed, runs, outcomes = examined.claimed, examined.runs, examined.outcomes
    right = examined.evidence(outcomes)
    undefined = {case for case, it in zip(outcomes, np.isnan(right.ours), strict=True) if it}
    scored = {
        case: outcome
        for case, outcome in outcomes.items()
        if outcome.score is not None or (case in undefined and has_failed(outcome, "error"))
    }
    budget = Budget.until(runs.deadline, 1 / 2)  # the rest is for reducing inputs
    evidence = examined.evidence(scored, budget)
    differing = [case for case, it in zip(scored, evidence.agrees, strict=True) if not it]
    failures = {
        kind: {
            case: outcome
            for case, outcome in outcomes.items()
            # what is undefined may give no score, but must not crash
            if has_failed(outcome, kind) and (kind == "crash" or case not in undefined)
        }
        for kind in FAILURES
    }
    problems = list(_failures(examined, {"crash": failures.pop("crash")}))
    state = _state(examined, sorted(differing, key=size))
    if state is not None:
        return (*problems, state, *_failures(examined, failures))
    known = causes(claimed, evidence)
    if budget.left < 0 and any(cause.setting is None for cause in known):
        runs.unsearched = "the time was up before all known changes were tried"
    settings = [cause.setting for cause in known if cause.setting is not None]
    errors = failures["error"]
    of_errors = setting_of_errors(claimed, settings, examined.evidence(errors), evidence)
    for number, cause in enumerate(known):
        problem = _of_cause(examined, cause, scored, settings[:number])
        also = len(errors) if of_errors is not None and cause.setting == of_errors else 0
        problems.append(replace(problem, inputs=problem.inputs + also))
    if of_errors is not None:
        del failures["error"]
        if of_errors not in settings:
            all_errors = Cause(of_errors, tuple(range(len(errors))))
            problems.append(_of_cause(examined, all_errors, errors))
    problems += _failures(examined, failures)
    agreeing = [case for case, it in zip(scored, evidence.agrees, strict=True) if it]
    problems += _counts(examined, agreeing)
    problems += _rounding(examined, evidence)
    return tuple(problems)


def _failures(
    examined: Examined, failures: Mapping[FindingKind, Mapping[Case, Outcome]]
) -> Iterator[Problem]:
    for kind, outcomes in failures.items():
        if outcomes:
            case = min(outcomes, key=size)
            finding = examined.finding(kind, case, outcomes[case])
            yield Problem(f"it {FAILED[kind]}", smallest(examined.program, finding), len(outcomes))


def _state(examined: Examined, differing: Sequence[Case]) -> Problem | None:
    """Return the problem of a program whose result depends on earlier inputs, or None. Some inputs
    are given again: at once, and as the first ones of a new process. Sums of sets can differ in
    their last digits from process to process.
    """
    program, outcomes, start_again = examined.program, examined.outcomes, examined.runs.start_again
    again = differing[: limits.MOST_RUN_AGAIN]

    def changed() -> Iterator[tuple[Case, Outcome]]:
        for case in again:
            now = examined.again(case)
            if not same_outcome(outcomes[case], now) and not has_failed(now, "unsupported"):
                yield case, now
        if start_again is not None and again:
            start_again()
            for case in again:
                now = examined.again(case)
                both = score_of(outcomes[case]), score_of(now)
                if not np.isnan(both).any() and not program.tolerance.allows(*both):
                    yield case, now

    for case, now in changed():
        calls = tuple(_calls(examined, case))
        first = calls[-1][1] if calls else examined.finding("state", case, outcomes[case], now)
        name = "its result depends on earlier inputs"
        return Problem(name, first, len(differing), further=calls)
    return None


def _calls(examined: Examined, case: Case) -> Iterator[tuple[str, Finding]]:
    """Yield two calls of a new process of which the second has another result than alone, if the
    program has a process and an earlier input suffices.
    """
    start_again, ended = examined.runs.start_again, examined.runs.ended
    if start_again is None:
        return
    start_again()
    alone = examined.again(case)

    def after(earlier: Sequence[Case]) -> tuple[Outcome, Outcome]:
        """Return the results of the first of some inputs and, after all of them, of the case."""
        start_again()
        first, *_ = map(examined.again, earlier)
        return first, examined.again(case)

    def changes(earlier: Sequence[Case]) -> bool:
        scores = score_of(after(earlier)[1]), score_of(alone)
        return not np.isnan(scores).any() and not examined.program.tolerance.allows(*scores)

    earlier = [*takewhile(lambda earlier_case: earlier_case != case, examined.outcomes)]
    halves: Iterable[Sequence[Case]] = ([case], earlier)
    while (part := next(filter(changes, filter(None, halves)), None)) and not ended():
        if len(part) == 1:
            first, now = after(part)
            yield FIRST_CALL, examined.finding("state", part[0], first)
            yield NEXT_CALL, examined.finding("state", case, now, alone)
            return
        halves = part[len(part) // 2 :], part[: len(part) // 2]


def _of_cause(
    examined: Examined,
    cause: Cause,
    outcomes: Mapping[Case, Outcome],
    others: Sequence[Setting] = (),
) -> Problem:
    """Return the problem of a cause, on inputs that none of the other settings explains."""
    setting, claimed = cause.setting, examined.claimed
    cases = list(outcomes)
    differing = sorted(
        (cases[number] for number in cause.explained),
        key=lambda case: (has_empty_side(case), size(case)),  # what differs everywhere shows little
    )
    seen = dict(outcomes)
    expected = [] if setting is None else [setting]
    of_scores = seen[differing[0]].score is not None
    until_end = Budget.until(examined.runs.deadline)
    failures = ("unsupported", *(FAILURES if of_scores else ()))

    def finding(
        case: Case, like: Sequence[Setting] = (), unlike: Sequence[Setting] = ()
    ) -> Finding:
        """Reduce an input that the cause and some settings explain, and others do not."""

        def shows(part: Case) -> bool:
            if has_empty_side(part) and not has_empty_side(case):
                return False
            if part not in outcomes:
                seen[part] = examined.program.score_case(part)
            if has_failed(seen[part], *failures):
                return False
            evidence = examined.evidence({part: seen[part]}, until_end)
            explained = [bool(evidence.tried(it).same[0]) for it in (*like, *expected)]
            return all(explained) and not (
                evidence.agrees[0] or any(evidence.tried(it).same[0] for it in (*others, *unlike))
            )

        small = reduced(case, shows, examined.runs.ended)
        kind: FindingKind = "number" if seen[small].failure is None else "error"
        return examined.finding(kind, small, seen[small])

    if setting is None:
        findings = map(finding, spread(differing, limits.MOST_REDUCED))
        by_size = sorted(findings, key=lambda finding: size(finding.case))
        different = {_shape(finding.case): finding for finding in reversed(by_size)}.values()
        first, *further = sorted(different, key=lambda finding: size(finding.case))[: limits.SHOWN]
        if until_end.left > 0:
            cause = replace(cause, location=_located(examined, differing, seen, cases, others))
        shown = tuple(("", finding) for finding in further)
    else:
        shown = tuple(_of_parts(examined, setting, differing, outcomes, finding))
        first = shown[0][1] if shown else finding(differing[0])
    some = {case: outcomes[case] for case in spread(differing, limits.FEW)}
    defects = known_defects(examined, setting, examined.evidence({first.case: first.found} | some))
    return Problem(cause.name(claimed), first, len(cause.explained), cause, defects, shown)


def _of_parts(
    examined: Examined,
    setting: Setting,
    differing: Sequence[Case],
    outcomes: Mapping[Case, Outcome],
    finding: Callable[..., Finding],
) -> Iterator[tuple[str, Finding]]:
    """Yield for each of several changes an input that it explains, if possible alone."""
    parts = list(parts_of(examined.claimed, setting))
    evidence = examined.evidence({case: outcomes[case] for case in differing})
    for part in parts if len(parts) > 1 else ():
        needed = ~evidence.tried(part.without).same
        alone = needed & evidence.tried(part.alone).same
        shown = np.flatnonzero(alone if alone.any() else needed)
        if len(shown):
            like = [part.alone] if alone.any() else []
            yield part.name, finding(differing[shown[0]], like, [part.without])


def _located(
    examined: Examined,
    unexplained: Sequence[Case],
    outcomes: dict[Case, Outcome],
    explained: Sequence[Case],
    others: Sequence[Setting],
) -> Location:
    """Return where a program differs from the main cause that is known, or else from its claim."""
    known = {*explained}.difference(unexplained)
    spelled = None
    if len(unexplained) < limits.FEW_DIFFERING:  # their parts and variants are no further evidence
        outcomes = {case: outcomes[case] for case in explained}
    else:
        spelled = _experiments(examined, (examined.claimed, *others), unexplained, outcomes)
    usable = {
        case: outcome
        for case, outcome in outcomes.items()
        if not has_failed(outcome, "unsupported", *FAILURES)
    }
    base = next(iter(others), examined.claimed)
    evidence = Evidence.of(base, usable, examined.program)
    unknown = np.array([case not in known for case in usable], dtype=bool) & ~evidence.agrees
    for cause in others:
        left = np.flatnonzero(unknown)
        unknown[left] = ~evidence.take(left).tried(cause).same
    chosen = np.flatnonzero(evidence.agrees | unknown)
    return located(base.metric, evidence.take(chosen), spelled)


def _experiments(
    examined: Examined,
    settings: Sequence[Setting],
    differing: Sequence[Case],
    outcomes: dict[Case, Outcome],
) -> bool | None:
    """Run a program on reversed texts; return whether names of tokens matter, None if unclear. They
    do where it agrees after they are changed, or where nothing but its score changes with them.
    """
    if examined.runs.ended():
        return None
    scored = [case for case in differing if score_of(outcomes[case]) not in limits.EXTREMES]
    few = spread(scored or differing, limits.MOST_CHANGED)
    run = examined.program.score_case
    named = {renamed(case): case for case in few}
    now = {case: run(case) for case in named}
    reverse = {case: run(case) for case in (case.map(lambda text: text[::-1]) for case in few)}
    if run(few[0]) != outcomes[few[0]]:  # the time may be up
        return None
    outcomes.update(reverse)
    before = examined.evidence({case: outcomes[case] for case in named.values()})
    after = examined.evidence(now)
    matter = np.logical_or.reduce([after.tried(setting).same for setting in settings])
    if len(settings) == 1:  # else names may change what another cause does
        same = partial(equal, tolerance=examined.program.tolerance)
        matter |= same(before.ours, after.ours) & ~same(before.found, after.found)
    share = matter.mean()
    unclear = limits.FEW_RENAMED < share < limits.MANY_RENAMED
    if unclear or compares_characters(examined.claimed.metric):
        return None
    return bool(share >= limits.MANY_RENAMED)


def renamed(case: Case) -> Case:
    """Return a case whose tokens have names of lower-case letters that share little."""
    named = enumerate(all_tokens(case))
    names = {token: "".join(Random(n).choices(ascii_lowercase, k=6)) for n, token in named}
    return relabelled(case, names)


def _shape(case: Case) -> Case:
    """Return a case with its letters, which may be any tokens, numbered by their first use."""
    letters = [token for token in all_tokens(case) if len(token) == 1 and token in ascii_lowercase]
    return relabelled(case, {letter: str(number) for number, letter in enumerate(letters)})


def _counts(examined: Examined, agreeing: Sequence[Case]) -> Iterator[Problem]:
    reporting = (case for case in agreeing if examined.outcomes[case].statistics)
    findings: list[Finding] = []
    for case in islice(reporting, limits.MOST_COUNTED):
        with suppress(UnsupportedError):  # the time is up
            findings += filter(None, [agree(examined.program, case)])
    if findings:
        small = smallest(examined.program, min(findings, key=lambda finding: size(finding.case)))
        yield Problem("its counts differ although its score does not", small, len(findings))


def _rounding(examined: Examined, evidence: Evidence) -> Iterator[Problem]:
    precision, ours, scores = examined.precision, evidence.ours, evidence.found
    rounding = precision.tolerance(examined.program.factor).absolute
    if precision.decimals is None or examined.given.tolerance.absolute >= rounding / 2:
        return
    rounded = np.flatnonzero(np.abs(ours - scores) > 1e-9 * np.maximum(1.0, np.abs(ours)))
    if len(rounded):
        number = min(rounded.tolist(), key=lambda number: evidence.sizes[number])
        shown = Outcome(score=float(scores[number]))
        finding = examined.finding("number", evidence.probes.cases[number], shown)
        yield Problem(str(precision), finding, len(rounded))


def known_defects(examined: Examined, changed: Setting | None, shown: Evidence) -> tuple[str, ...]:
    """Return the ids of entries whose recorded result a program gives, and its claim does not. One
    equal score is enough if a known cause has it too, or for the program that an entry is about;
    but a preset that has the defect must explain the evidence, first of all the first input.
    """
    program, defects = examined.program, []
    perfect = perfect_score(program.metric)
    known = {preset.name for preset in presets(type(examined.claimed.dialect))}
    for case, entry in _entries(program):
        scale = 1.0 if perfect is None else perfect / entry.scale
        recorded = Outcome(score=scale * float(entry.returned))
        evidence = examined.evidence({case: recorded})
        expected = changed is None or evidence.tried(changed).same[0]
        related = changed is not None or entry.id.startswith(f"{program.name}-")
        if evidence.agrees[0] or not (expected and related):
            continue
        outcome = examined.runs.outcomes(program, [case]).get(case, Outcome())
        dialects = (replace(program, dialect=name) for name in entry.presets if name in known)
        same = [shown.tried(Setting.claimed_by(dialect)).same for dialect in dialects]
        explained = not same or any(it[0] and it.mean() >= limits.MOST for it in same)
        if explained and program.tolerance.allows(score_of(recorded), score_of(outcome)):
            defects.append(entry.id)
    return tuple(defects)


def _entries(implementation: Implementation) -> Iterator[tuple[Case, Defect]]:
    """Yield the inputs of entries about a metric that need no options and return a number."""
    for entry in DEFECTS.values():
        number = isinstance(entry.returned, (int, float)) and math.isfinite(entry.returned)
        if entry.metric != implementation.metric or entry.options or not number:
            continue
        try:
            case = Case.from_lines(entry.hypotheses, entry.references, entry.sources or None)
            implementation.as_given(case)
        except InputError:
            continue
        yield case, entry
