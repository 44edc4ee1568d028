"""The check of an implementation as tests for pytest, one for each law and each input."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache, cached_property, partial
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.compat.agreement import FindingKind, agree, smallest
from tallystick.compat.case import Case
from tallystick.compat.conformance.case_names import case_name
from tallystick.compat.conformance.causes import sentence, single_changes, size
from tallystick.compat.conformance.check import EXAMPLES, SECONDS, few_small, recognized
from tallystick.compat.conformance.inputs import (
    Accepted,
    both_orders,
    drawn,
    drawn_long,
    made_by_hand,
)
from tallystick.compat.conformance.precision import Precision, equal
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.problems import Problem, problems_of
from tallystick.compat.conformance.running import (
    HARD,
    LONG,
    SHORT,
    Runs,
    has_failed,
    rescaled,
    score_of,
)
from tallystick.compat.conformance.setting import Setting
from tallystick.compat.implementations.given import implementation_given
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.outcome import Outcome
from tallystick.compat.laws import LAWS, Law, Subject, Violation, broken_laws
from tallystick.compat.vectors.curated import CURATED, curated_vectors
from tallystick.compat.vectors.vectors import Vector
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
        made_by_hand: The inputs made by hand.
        examples: The number of drawn inputs.
        seed: The seed of the drawn inputs.
    """

    given: Implementation
    expected: Mapping[Setting, str]
    made_by_hand: Sequence[Case]
    examples: int
    seed: int
    _outcomes: dict[Case, Outcome] = field(default_factory=dict, init=False)

    @cached_property
    def first(self) -> dict[Case, Outcome]:
        """The outcomes of the inputs made by hand, as the program declares its scale."""
        return _runs().outcomes(self.given, self.made_by_hand)

    @cached_property
    def claimed(self) -> Setting:
        """The convention that it claims."""
        return Setting.claimed_by(self.given)

    @cached_property
    def recognized(self) -> tuple[Precision, Implementation]:
        """The precision of its scores, and the implementation with its scale and tolerance."""
        if all(outcome.score is None for outcome in self.first.values()):
            return Precision(), self.given
        return recognized(self.given, self.claimed, self.first)

    @cached_property
    def drawn(self) -> list[Case]:
        """The drawn inputs."""
        return drawn(Accepted.by(self.given), self.examples, self.seed)

    @cached_property
    def long(self) -> list[Case]:
        """The drawn inputs with a long hypothesis."""
        return drawn_long(Accepted.by(self.given), self.examples, self.seed)

    def observed(self, cases: Iterable[Case]) -> dict[Case, Outcome]:
        """Return the outcomes of inputs in both orders of references; each is run once."""
        _, fair = self.recognized
        ratio = fair.factor / self.given.factor
        if not self._outcomes:
            self._outcomes.update({case: rescaled(one, ratio) for case, one in self.first.items()})
        both = both_orders(cases)
        new = [case for case in both if case not in self._outcomes]
        self._outcomes.update(_runs().outcomes_by_size(fair, new))
        return {case: self._outcomes[case] for case in both if case in self._outcomes}

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What `check` finds on the inputs made by hand and the drawn ones, and is not expected."""
        precision, fair = self.recognized
        observed = self.observed([*self.made_by_hand, *self.drawn, *self.long])
        reasons = self.reasons(observed)
        return problems_of(
            fair,
            self.claimed,
            {case: found for case, found in observed.items() if case not in reasons},
            precision,
            self.given.tolerance.absolute,
            _runs(),
        )

    def differing(self, observed: Mapping[Case, Outcome], setting: Setting) -> list[Case]:
        """Return the inputs whose results are not those of a setting."""
        _, fair = self.recognized
        probes = Probes(list(observed), text=fair.input == "text")
        found = np.array(list(map(score_of, observed.values())))
        same = equal(setting.scores(probes), found, fair.tolerance)
        return [case for case, one in zip(probes.cases, same, strict=True) if not one]

    def reasons(self, observed: Mapping[Case, Outcome]) -> dict[Case, str]:
        """Return why results are expected to differ from the convention, for those that are."""
        differing = set(self.differing(observed, self.claimed)) if self.expected else set()
        reasons: dict[Case, str] = {}
        for setting, reason in self.expected.items():
            unlike = set(self.differing(observed, setting))
            reasons = dict.fromkeys(differing - unlike, reason) | reasons
        return reasons

    def shows(self, setting: Setting, case: Case, found: Outcome) -> bool:
        """Return whether a result is that of a change of the convention, not of itself."""
        observed = {case: found}
        return not self.differing(observed, setting) and bool(
            self.differing(observed, self.claimed)
        )

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
        tried = self.problems if kind == "number" and case in self._outcomes else ()
        return next((one.name for one in (*filter(explains, self.problems), *tried)), "")


_Part = Callable[[_Tested], _Result]
"""A test of an implementation."""


def conformance_suite(
    implementation: Implementation,
    *,
    expected_failures: Mapping[str, str] = MappingProxyType({}),
    examples: int = EXAMPLES,
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

    cases = both_orders(made_by_hand(Accepted.by(implementation)))
    parts = dict(_parts(implementation, cases))
    reasons, expected = _expected(
        expected_failures, list(parts), Setting.claimed_by(implementation)
    )
    parts |= {f"expected: {name}": partial(_shown, setting, name) for name, setting in expected}
    changes = {setting: expected_failures[name] for name, setting in expected}

    @cache
    def tested(target: str | None, examples: int, seed: int) -> _Tested:
        given = implementation
        if target is not None:
            given = implementation_given(target, metric=implementation.spec)
        if given.missing() is None:
            given = Runs(math.inf).counted(given)
        return _Tested(given, changes, cases, examples, seed)

    def test(part: _Part, request: pytest.FixtureRequest) -> None:
        def option(name: str, default: Any) -> Any:
            found = request.config.getoption(f"tallystick_{name}", None)
            return default if found is None else found

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


def _parts(implementation: Implementation, cases: Iterable[Case]) -> Iterator[tuple[str, _Part]]:
    """Yield the tests of an implementation with their names."""
    # the first, because a program that crashes or hangs often is not run again
    yield "answers", _answers
    yield CONFORMS, _conforms
    conventions = getattr(implementation.our_metric(), "conventions", None)
    for law in LAWS:
        if law.holds_for(conventions) and not (law.tokens_only and implementation.input == "text"):
            yield f"law: {law.name}", partial(_law, law)
    for vector in _vectors(implementation):
        yield f"vector: {vector.id}", partial(_vector, vector)
    for case in cases:
        yield f"case: {case_name(case)}", partial(_agrees, case)
    for number in range(GROUPS):
        yield f"drawn inputs: {number + 1} of {GROUPS}", partial(_drawn, number)
    yield "drawn inputs: long", _drawn_long


def _vectors(implementation: Implementation) -> Iterator[Vector]:
    """Yield the vectors that ship with the package and that an implementation accepts."""
    accepted = Accepted.by(implementation)
    for name, metrics in CURATED.items():
        if implementation.metric in metrics:
            yield from (one for one in curated_vectors(name).cases if accepted.allows(one.case))


def _answers(tested: _Tested) -> _Result:
    failures = {case: one for case, one in tested.first.items() if has_failed(one, *HARD)}
    if not failures:
        return _Result()
    [(case, first), *others] = failures.items()
    more = f"; so do {len(others):,} more inputs" if others else ""
    return _Result(f"{case_name(case)} gives {first}{more}")


def _conforms(tested: _Tested) -> _Result:
    """Return all problems, the name of the first one in the first line."""
    crashes = bool(_answers(tested).failure)  # which is a failure of its own
    problems = [one for one in tested.problems if not (crashes and one.finding.kind == "crash")]
    if not problems:
        return _Result()
    first, *others = problems
    more = f" (and {counted(len(others), 'more problem')})" if others else ""
    shown = [f"{one.name}\n{_evidence(one)}" for one in others]
    return _Result("\n\n".join([f"{first.name}{more}\n{_evidence(first)}", *shown]))


def _evidence(problem: Problem) -> str:
    return f"on {counted(problem.inputs, 'input')}\n{problem.finding}"


def _law(law: Law, tested: _Tested) -> _Result:
    _, fair = tested.recognized
    expected = ""
    for case in few_small([*tested.made_by_hand, *tested.drawn]):
        with suppress(UnsupportedError):
            for violation in broken_laws(fair, case, (law,)):
                reason = _reason_of_violation(violation, tested)
                if not reason:
                    cause = _cause_of_violation(violation, tested)
                    return _Result(f"{violation}\n{law.why}", cause=cause)
                expected = reason
    return _Result(expected=expected)


def _breaks(setting: Setting, violation: Violation, tested: _Tested) -> bool:
    """Return whether a change of the convention violates a law on the same input."""
    _, fair = tested.recognized
    subject = Subject(
        score=lambda case: setting.scores(Probes([case], text=fair.input == "text")).item(),
        perfect=setting.metric.identity.scale.high,
        order=getattr(setting.metric, "order", fair.order),
    )
    return violation.law.violation(subject, violation.case) is not None


def _reason_of_violation(violation: Violation, tested: _Tested) -> str:
    """Return the reason of an expected change that violates a law on the same input, or ""."""
    reasons = tested.expected.items()
    return next((why for one, why in reasons if _breaks(one, violation, tested)), "")


def _cause_of_violation(violation: Violation, tested: _Tested) -> str:
    """Return the name of the problem that explains the violation of a law, or ""."""

    def explains(problem: Problem) -> bool:
        if problem.cause is None:
            return problem.finding.kind == "state"
        setting = problem.cause.setting
        return setting is None or _breaks(setting, violation, tested)

    return next((one.name for one in tested.problems if explains(one)), "")


def _agrees(case: Case, tested: _Tested) -> _Result:
    _, fair = tested.recognized
    finding = agree(fair, case)
    if finding is None:
        return _Result()
    if finding.kind == "timeout" and size(case) > SHORT:
        raise UnsupportedError(f"{fair.name} is slow on long inputs: {finding.found}")
    reason = tested.reasons({case: finding.found}).get(case, "")
    if reason:
        return _Result(expected=reason)
    return _Result(str(finding), cause=tested.cause(finding.kind, case, finding.found))


def _vector(vector: Vector, tested: _Tested) -> _Result:
    results = [_agrees(case, tested) for case in both_orders([vector.case])]
    failed = sorted((one for one in results if one.failure), key=lambda one: bool(one.cause))
    if failed:
        return failed[0]._replace(failure=f"{vector.tests}\n{failed[0].failure}")
    return max(results, key=lambda one: one.expected)


def _drawn(number: int, tested: _Tested) -> _Result:
    return _agree(tested, tested.drawn[number::GROUPS])


def _drawn_long(tested: _Tested) -> _Result:
    return _agree(tested, tested.long)


def _agree(tested: _Tested, cases: Iterable[Case]) -> _Result:
    """Return what is wrong on some inputs, reduced, first what no problem explains."""
    _, fair = tested.recognized
    observed = tested.observed(cases)
    reasons = tested.reasons(observed)
    explained = _Result()
    for case in sorted(tested.differing(observed, tested.claimed), key=size):
        if case in reasons:
            continue
        result = _agrees(case, tested)
        if result.failure and not result.cause:
            finding = agree(fair, case)
            return _Result(str(smallest(fair, finding)) if finding else result.failure)
        explained = explained if explained.failure else result
    if explained.failure:
        reduced = (str(one.finding) for one in tested.problems if one.name == explained.cause)
        return explained._replace(failure=next(reduced, explained.failure))
    return _Result(expected=next(iter(reasons.values()), ""))


def _shown(setting: Setting, name: str, tested: _Tested) -> _Result:
    """Return whether an expected change still is the reason of a result."""
    _, fair = tested.recognized
    for case in (*tested.made_by_hand, *tested.drawn):
        with suppress(UnsupportedError):
            if tested.shows(setting, case, fair.score_case(case)):
                return _Result()
    return _Result(f"no input shows that {name}; remove it from expected_failures")


def _runs() -> Runs:
    return Runs(monotonic() + SECONDS, for_long=LONG * SECONDS)


def _expected(
    failures: Mapping[str, str], names: Sequence[str], claimed: Setting
) -> tuple[dict[str, str], list[tuple[str, Setting]]]:
    """Return the reasons of tests that are expected to fail, and the problems that are expected."""
    reasons, problems = {}, []
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
            problems.append((pattern, _change_named(pattern, names, claimed)))
    return reasons, problems


def _change_named(name: str, tests: Sequence[str], claimed: Setting) -> Setting:
    """Return the change of a convention with a name, one or two of which are combined."""
    single = {sentence(claimed, one): one for one in single_changes(claimed)}
    if name in single:
        return single[name]
    for one in single.values() if ", and " in name else ():
        for two in single_changes(one):
            if sentence(claimed, two) == name:
                return two
    raise OptionError(
        f"no test and no problem is named {name!r}, which expected_failures names"
        f"{nearest(name, [*tests, *single])}"
    )
