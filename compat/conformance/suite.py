"""The check of an implementation as tests for pytest, one for each law and each input."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, cached_property, partial
from itertools import chain
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.compat.agreement import FindingKind, agree, smallest
from tallystick.compat.case import Case
from tallystick.compat.conformance import thresholds as limits
from tallystick.compat.conformance.case_names import case_name
from tallystick.compat.conformance.check import few_small, inputs_of_check
from tallystick.compat.conformance.evidence import Evidence, size
from tallystick.compat.conformance.examination import Examined
from tallystick.compat.conformance.inputs import Accepted, both_orders, made_by_hand
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.problems import Problem, problems_of
from tallystick.compat.conformance.running import HARD, Runs, has_failed
from tallystick.compat.conformance.search import single_changes
from tallystick.compat.conformance.setting import Setting, sentence
from tallystick.compat.implementations.given import implementation_given
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.outcome import Outcome
from tallystick.compat.laws import LAWS, Law, Subject, Violation, broken_laws
from tallystick.compat.vectors.curated import CURATED, curated_vectors
from tallystick.errors import MissingExtraError, OptionError, UnsupportedError
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.arguments.wording import counted

if TYPE_CHECKING:
    import pytest

CONFORMS = "conforms"
"""The test that reports the problems."""

GROUPS = 10
"""The number of tests over which drawn inputs are distributed."""


class _Result(NamedTuple):
    """Why a test fails, and the reason for which it is expected to; each may be "".

    Attributes:
        failure: What is wrong.
        expected: Why a result differs as it is expected to.
        cause: The problem of the program that explains the failure.
    """

    failure: str = ""
    expected: str = ""
    cause: str = ""


@dataclass(frozen=True)
class _Tested:
    """An implementation under test.

    Attributes:
        given: The implementation.
        expected: The changes of its convention that are expected, each with the reason.
        examples: The number of drawn inputs.
        seed: The seed of the drawn inputs.
    """

    given: Implementation
    expected: Mapping[Setting, str]
    examples: int
    seed: int

    @cached_property
    def examined(self) -> Examined:
        """What the implementation gave on the inputs of a check."""
        runs = Runs(monotonic() + limits.SECONDS, for_long=limits.INPUTS * limits.SECONDS)
        cases = inputs_of_check(self.given, self.examples, self.seed)
        return Examined.of(self.given, runs.outcomes_by_size(self.given, cases), runs)

    @cached_property
    def evidence(self) -> Evidence:
        """These inputs with the right scores and those of the implementation."""
        return self.examined.evidence(self.examined.outcomes)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What `check` finds on these inputs, and is not expected."""
        self.examined.runs.deadline = monotonic() + limits.SECONDS
        return problems_of(self.examined, self.reasons(self.examined.outcomes))

    def reasons(self, outcomes: Mapping[Case, Outcome]) -> dict[Case, str]:
        """Return why results are expected to differ from the convention, for those that are."""
        reasons: dict[Case, str] = {}
        for setting, reason in self.expected.items():
            evidence = self.examined.evidence(outcomes)
            shown = zip(outcomes, evidence.shows(setting), strict=True)
            reasons = {case: reason for case, it in shown if it} | reasons
        return reasons

    def shows(self, setting: Setting, case: Case, found: Outcome) -> bool:
        """Return whether a result is that of a change of the convention, not of itself."""
        return bool(self.examined.evidence({case: found}).shows(setting)[0])

    def cause(self, kind: FindingKind, case: Case, found: Outcome) -> str:
        """Return the name of the problem that explains a result, or ""."""
        if kind in HARD and (failure := _answers(self).failure):
            return failure

        def explains(problem: Problem) -> bool:
            if problem.finding.kind == "state":
                return True
            if problem.cause is None:
                return problem.finding.kind == kind
            setting = problem.cause.setting
            return kind == "number" if setting is None else self.shows(setting, case, found)

        # all results from which problems were found have a cause, though several may act together
        tried = self.problems if kind == "number" and case in self.examined.outcomes else ()
        return next((one.name for one in (*filter(explains, self.problems), *tried)), "")


_Part = Callable[[_Tested], _Result]
"""A test of an implementation."""


def conformance_suite(
    implementation: Implementation,
    *,
    expected_failures: Mapping[str, str] = MappingProxyType({}),
    examples: int = limits.EXAMPLES,
    seed: int = 0,
) -> Callable[..., None]:
    """Return a test for pytest that checks an implementation as `check` does.

    The test is parametrized: there is one for whether the program answers at all, one for whether
    it conforms, which fails with the problems that `check` reports, and then one for each law that
    follows from the convention that the implementation claims, for each vector of the package, and
    for each input made by hand, and some for drawn inputs. Of these, one whose failure is explained
    by a problem that the second test reports is skipped, so that one fault is one failure. Inputs
    with several references are also given in reverse order. What `check` recognizes, such as
    another scale, is accepted. An input that the program does not support is skipped.

    The options `--tallystick-examples`, `--tallystick-seed` and `--tallystick-impl` of pytest have
    precedence over the arguments.

    Args:
        implementation: The program, with the dialect that it claims.
        expected_failures: The reason of each expected failure, by the name of the problem that
            `check` reports, or by the name of the test, which pytest shows in brackets and which
            may have the wildcards of `fnmatch`. It is an error if a problem is not found, or if
            such a test passes.
        examples: The number of drawn inputs.
        seed: The seed of the drawn inputs.

    Raises:
        MissingExtraError: pytest is not installed.
        OptionError: The implementation has no dialect, or no test and no problem has the
            name of an expected failure.

    >>> from tallystick.compat import implementation_named
    >>> test_nltk = conformance_suite(implementation_named("nltk"))
    >>> [mark] = test_nltk.pytestmark
    >>> [one.id for one in mark.args[1]][:2]
    ['answers', 'conforms']
    """
    try:
        import pytest
    except ImportError:
        raise MissingExtraError(
            "a conformance suite needs pytest, which is not installed; install pytest, or use "
            "tallystick.compat.check"
        ) from None

    parts = dict(_parts(implementation))
    reasons, expected = _expected(
        expected_failures, list(parts), Setting.claimed_by(implementation)
    )
    parts |= {f"expected: {name}": partial(_shown, one, name) for name, one in expected.items()}
    changes = {setting: expected_failures[name] for name, setting in expected.items()}

    @cache
    def tested(target: str | None, examples: int, seed: int) -> _Tested:
        given = implementation
        if target is not None:
            given = implementation_given(target, metric=implementation.spec)
        if given.missing() is None:
            given = Runs(math.inf).counted(given)
        return _Tested(given, changes, examples, seed)

    def test(part: _Part, request: pytest.FixtureRequest) -> None:
        def option(name: str, default: Any) -> Any:
            given = request.config.getoption(f"tallystick_{name}", None)
            return default if given is None else given

        one = tested(option("impl", None), option("examples", examples), option("seed", seed))
        missing = one.given.missing()
        if missing is not None:
            pytest.skip(missing)
        try:
            result = part(one)
        except UnsupportedError as error:
            pytest.skip(str(error))
        if result.cause and _is_reported(request):
            pytest.skip(f"explained by: {result.cause}")
        if result.failure:
            cause = [result.cause] if result.cause else []
            pytest.fail("\n".join([*cause, result.failure]), pytrace=False)
        if result.expected:
            pytest.xfail(result.expected)

    def marks(name: str) -> list[pytest.MarkDecorator]:
        strict = pytest.mark.xfail(reason=reasons.get(name, ""), strict=True)
        return [strict] if name in reasons else []

    params = [pytest.param(part, id=name, marks=marks(name)) for name, part in parts.items()]
    return pytest.mark.parametrize("part", params)(test)


def _is_reported(request: pytest.FixtureRequest) -> bool:
    """Return whether another test of the run reports the problem that explains a failure.

    A test that is expected to fail must not be skipped.
    """
    item: Any = request.node
    reporting = f"{item.nodeid.removesuffix(f'[{item.callspec.id}]')}[{CONFORMS}]"
    expected = item.get_closest_marker("xfail") is not None
    return not expected and any(one.nodeid == reporting for one in request.session.items)


def _parts(implementation: Implementation) -> Iterator[tuple[str, _Part]]:
    """Yield the tests of an implementation with their names."""
    # the first, because a program that crashes or hangs often is not run again
    yield "answers", _answers
    yield CONFORMS, _conforms
    conventions = getattr(implementation.our_metric(), "conventions", None)
    for law in LAWS:
        if law.holds_for(conventions) and not (law.tokens_only and implementation.input == "text"):
            yield f"law: {law.name}", partial(_law, law)
    accepted = Accepted.by(implementation)
    for name, metrics in CURATED.items():
        for vector in curated_vectors(name).cases if implementation.metric in metrics else ():
            if accepted.allows(vector.case):
                both = partial(_both_agree, vector.case, vector.tests)
                yield f"vector: {vector.id}", both
    for case in both_orders(made_by_hand(accepted)):
        yield f"case: {case_name(case)}", partial(_agrees, case)
    for number in range(GROUPS):
        yield f"drawn inputs: {number + 1} of {GROUPS}", partial(_drawn, number)
    yield "drawn inputs: long", partial(_drawn, None)


def _answers(tested: _Tested) -> _Result:
    """Return the first of the crashes and time-outs."""
    outcomes = tested.examined.outcomes
    failing = sorted((case for case, one in outcomes.items() if has_failed(one, *HARD)), key=size)
    if not failing:
        return _Result()
    more = f"; so do {len(failing) - 1:,} more inputs" if len(failing) > 1 else ""
    return _Result(f"{case_name(failing[0])} gives {outcomes[failing[0]]}{more}")


def _conforms(tested: _Tested) -> _Result:
    """Return all problems, the name of the first one in the first line."""
    crashes = bool(_answers(tested).failure)  # which is a failure of its own
    problems = [one for one in tested.problems if not (crashes and one.finding.kind == "crash")]
    if not problems:
        return _Result()
    more = f" (and {counted(len(problems) - 1, 'more problem')})" if len(problems) > 1 else ""
    shown = [
        f"{one.name}{more if one is problems[0] else ''}\n"
        f"on {counted(one.inputs, 'input')}\n{one.finding}"
        for one in problems
    ]
    return _Result("\n\n".join(shown))


def _law(law: Law, tested: _Tested) -> _Result:
    """Return the first violation of a law that is not expected."""
    expected = ""
    for case in few_small(tested.examined.outcomes):
        with suppress(UnsupportedError):
            for violation in broken_laws(tested.examined.program, case, (law,)):
                reasons = tested.expected.items()
                reason = next((why for one, why in reasons if _breaks(one, violation, tested)), "")
                if not reason:
                    cause = _cause_of_violation(violation, tested)
                    return _Result(f"{violation}\n{law.why}", cause=cause)
                expected = reason
    return _Result(expected=expected)


def _breaks(setting: Setting, violation: Violation, tested: _Tested) -> bool:
    """Return whether a change of the convention violates a law on the same input."""
    program = tested.examined.program
    subject = Subject(
        score=lambda case: setting.scores(Probes([case], text=program.input == "text")).item(),
        perfect=setting.metric.identity.scale.high,
        order=getattr(setting.metric, "order", program.order),
    )
    return violation.law.violation(subject, violation.case) is not None


def _cause_of_violation(violation: Violation, tested: _Tested) -> str:
    """Return the name of the problem that explains the violation of a law, or ""."""

    def explains(problem: Problem) -> bool:
        if problem.cause is None:
            return problem.finding.kind == "state"
        setting = problem.cause.setting
        return setting is None or _breaks(setting, violation, tested)

    return next((one.name for one in tested.problems if explains(one)), "")


def _agrees(case: Case, tested: _Tested) -> _Result:
    """Return whether the program agrees with its claim on an input."""
    program = tested.examined.program
    finding = agree(program, case)
    if finding is None:
        return _Result()
    if finding.kind == "timeout" and size(case) > limits.SHORT:
        raise UnsupportedError(f"{program.name} is slow on long inputs: {finding.found}")
    reason = tested.reasons({case: finding.found}).get(case, "")
    if reason:
        return _Result(expected=reason)
    return _Result(str(finding), cause=tested.cause(finding.kind, case, finding.found))


def _both_agree(case: Case, tests: str, tested: _Tested) -> _Result:
    """Return what is wrong on an input in either order of its references."""
    results = [_agrees(one, tested) for one in both_orders([case])]
    failed = sorted((one for one in results if one.failure), key=lambda one: bool(one.cause))
    if failed:
        return failed[0]._replace(failure=f"{tests}\n{failed[0].failure}")
    return max(results, key=lambda one: one.expected)


def _drawn(number: int | None, tested: _Tested) -> _Result:
    """Return what is wrong on some drawn inputs, reduced, first what no problem explains.

    Args:
        number: The number of the group of inputs; None for the long ones.
        tested: The implementation.
    """
    by_hand = {*both_orders(made_by_hand(Accepted.by(tested.given)))}
    evidence = tested.evidence
    reasons = tested.reasons(tested.examined.outcomes)
    drawn = [n for n, case in enumerate(evidence.probes.cases) if case not in by_hand]
    long = [n for n in drawn if evidence.sizes[n] > limits.SHORT]
    chosen = long if number is None else [n for n in drawn if n not in long][number::GROUPS]
    if number is None and not long:
        raise UnsupportedError(tested.examined.runs.note or "there are no long inputs")
    differing = [evidence.probes.cases[n] for n in chosen if not evidence.agrees[n]]
    explained = _Result(expected=next((reasons[it] for it in differing if it in reasons), ""))
    for case in sorted({*differing} - reasons.keys(), key=size):
        result = _agrees(case, tested)
        if result.failure and not result.cause:
            finding = agree(tested.examined.program, case)
            found = finding and smallest(tested.examined.program, finding)
            return _Result(str(found or result.failure))
        explained = explained if explained.failure else result
    reduced = (str(one.finding) for one in tested.problems if one.name == explained.cause)
    return explained._replace(failure=next(reduced, explained.failure))


def _shown(setting: Setting, name: str, tested: _Tested) -> _Result:
    """Return whether an expected change still is the reason of a result."""
    if tested.evidence.shows(setting).any():
        return _Result()
    return _Result(f"no input shows that {name}; remove it from expected_failures")


def _expected(
    failures: Mapping[str, str], names: Sequence[str], claimed: Setting
) -> tuple[dict[str, str], dict[str, Setting]]:
    """Return the reasons of tests that are expected to fail, and the problems that are expected."""
    reasons, problems = {}, {}
    for pattern, reason in failures.items():
        # pytest shows characters that are not ASCII as escapes
        matching = [
            name
            for name in names
            for shown in (name, name.encode("unicode_escape").decode("ascii"))
            if shown == pattern or fnmatchcase(shown, pattern)
        ]
        reasons.update(dict.fromkeys(matching, reason))
        if not matching:
            problems[pattern] = _change_named(pattern, names, claimed)
    return reasons, problems


def _change_named(name: str, tests: Sequence[str], claimed: Setting) -> Setting:
    """Return the change of a convention with a name, one or two of which are combined."""
    single = {sentence(claimed, one): one for one in single_changes(claimed)}
    combined = single.values() if ", and " in name else ()
    for one in chain(single.values(), *map(single_changes, combined)):
        if sentence(claimed, one) == name:
            return one
    raise OptionError(
        f"no test and no problem is named {name!r}, which expected_failures names"
        f"{nearest(name, [*tests, *single])}"
    )
