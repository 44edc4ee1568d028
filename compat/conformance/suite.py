"""The check of an implementation as tests for pytest, one for each law and each input."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, cached_property, partial
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.compat.agreement import agree
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
from tallystick.compat.conformance.problems import problems_of
from tallystick.compat.conformance.running import HARD, LONG, SHORT, Runs
from tallystick.compat.conformance.setting import Setting
from tallystick.compat.implementations.given import implementation_given
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.outcome import Outcome
from tallystick.compat.laws import LAWS, Law, Subject, Violation, broken_laws
from tallystick.compat.vectors.curated import CURATED, curated_vectors
from tallystick.compat.vectors.vectors import Vector
from tallystick.errors import MissingExtraError, OptionError, UnsupportedError
from tallystick.metrics.arguments.registry import nearest

if TYPE_CHECKING:
    import pytest

GROUPS = 10
"""The number of tests over which drawn inputs are distributed."""


class _Result(NamedTuple):
    """Why a test fails, and the reason for which it is expected to; each may be ""."""

    failure: str = ""
    expected: str = ""


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

    @cached_property
    def observed(self) -> dict[Case, Outcome]:
        """The outcomes of the inputs made by hand."""
        return _runs().outcomes(self.given, self.made_by_hand)

    @cached_property
    def recognized(self) -> tuple[Precision, Implementation]:
        """The precision of its scores, and the implementation with its scale and tolerance."""
        if all(outcome.score is None for outcome in self.observed.values()):
            return Precision(), self.given
        return recognized(self.given, _claim(self.given), self.observed)

    @cached_property
    def drawn(self) -> list[Case]:
        """The drawn inputs."""
        return drawn(Accepted.by(self.given), self.examples, self.seed)

    def reason(self, case: Case, found: Outcome) -> str:
        """Return why a result is expected to differ from the convention, or ""."""
        reasons = (
            reason for setting, reason in self.expected.items() if self.shows(setting, case, found)
        )
        return next(reasons, "")

    def shows(self, setting: Setting, case: Case, found: Outcome) -> bool:
        """Return whether a result is that of a change of the convention, not of itself."""
        _, fair = self.recognized
        probes = Probes([case], text=fair.input == "text")
        score = np.array([math.nan if found.score is None else found.score])

        def gives(one: Setting) -> bool:
            return bool(equal(one.scores(probes), score, fair.tolerance)[0])

        return gives(setting) and not gives(_claim(self.given))


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

    The test is parametrized: there is one for whether the program answers at all, for each law that
    follows from the convention that the implementation claims, for each vector of the package, and
    for each input made by hand, and some for drawn inputs. Inputs with several references are also
    given in reverse order. What `check` recognizes, such as another scale, is accepted. An input
    that the program does not support is skipped.

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
    ['answers', 'law: bounds']
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
    reasons, expected = _expected(expected_failures, list(parts), _claim(implementation))
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

    def test(part: _Part, pytestconfig: pytest.Config) -> None:
        def option(name: str, default: Any) -> Any:
            found = pytestconfig.getoption(f"tallystick_{name}", None)
            return default if found is None else found

        one = tested(option("impl", None), option("examples", examples), option("seed", seed))
        missing = one.given.missing()
        if missing is not None:
            pytest.skip(missing)
        try:
            result = part(one)
        except UnsupportedError as error:
            pytest.skip(str(error))
        if result.failure:
            pytest.fail(result.failure, pytrace=False)
        if result.expected:
            pytest.xfail(result.expected)

    def marks(name: str) -> list[pytest.MarkDecorator]:
        strict = pytest.mark.xfail(reason=reasons.get(name, ""), strict=True)
        return [strict] if name in reasons else []

    params = [pytest.param(part, id=name, marks=marks(name)) for name, part in parts.items()]
    return pytest.mark.parametrize("part", params)(test)


def _parts(implementation: Implementation, cases: Iterable[Case]) -> Iterator[tuple[str, _Part]]:
    """Yield the tests of an implementation with their names."""
    # the first, because a program that crashes or hangs often is not run again
    yield "answers", _answers
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
    for name in CURATED:
        if implementation.metric.startswith(name):  # those of rougeL are named rouge
            vectors = curated_vectors(name)
            fitting = (one for one in vectors.cases if accepted.allows(one.case))
            yield from fitting if vectors.metric == implementation.metric else ()


def _answers(tested: _Tested) -> _Result:
    failures = {
        case: one
        for case, one in tested.observed.items()
        if one.failure and one.failure.kind in HARD
    }
    if not failures:
        return _Result()
    [(case, first), *others] = failures.items()
    more = f"; so do {len(others):,} more inputs" if others else ""
    return _Result(f"{case_name(case)} gives {first}{more}")


def _law(law: Law, tested: _Tested) -> _Result:
    _, fair = tested.recognized
    expected = ""
    for case in few_small([*tested.made_by_hand, *tested.drawn]):
        with suppress(UnsupportedError):
            for violation in broken_laws(fair, case, (law,)):
                reason = _reason_of_violation(violation, tested)
                if not reason:
                    return _Result(f"{violation}\n{law.why}")
                expected = reason
    return _Result(expected=expected)


def _reason_of_violation(violation: Violation, tested: _Tested) -> str:
    """Return the reason of an expected change that violates a law on the same input, or ""."""
    _, fair = tested.recognized

    def breaks(setting: Setting) -> bool:
        subject = Subject(
            score=lambda case: setting.scores(Probes([case], text=fair.input == "text")).item(),
            perfect=setting.metric.identity.scale.high,
            order=getattr(setting.metric, "order", fair.order),
        )
        return violation.law.violation(subject, violation.case) is not None

    return next((reason for setting, reason in tested.expected.items() if breaks(setting)), "")


def _agrees(case: Case, tested: _Tested) -> _Result:
    _, fair = tested.recognized
    finding = agree(fair, case)
    if finding is None:
        return _Result()
    if finding.kind == "timeout" and size(case) > SHORT:
        raise UnsupportedError(f"{fair.name} is slow on long inputs: {finding.found}")
    reason = tested.reason(case, finding.found)
    return _Result(expected=reason) if reason else _Result(str(finding))


def _vector(vector: Vector, tested: _Tested) -> _Result:
    results = [_agrees(case, tested) for case in both_orders([vector.case])]
    failed = [one.failure for one in results if one.failure]
    if failed:
        return _Result(f"{vector.tests}\n{failed[0]}")
    return max(results, key=lambda one: one.expected)


def _drawn(number: int, tested: _Tested) -> _Result:
    return _problems(tested, tested.drawn[number::GROUPS])


def _drawn_long(tested: _Tested) -> _Result:
    return _problems(tested, drawn_long(Accepted.by(tested.given), tested.examples, tested.seed))


def _problems(tested: _Tested, cases: Iterable[Case]) -> _Result:
    """Return what is wrong on some inputs, grouped by cause and reduced."""
    precision, fair = tested.recognized
    runs = _runs()
    observed = runs.outcomes_by_size(fair, both_orders(cases))
    reasons = {case: tested.reason(case, found) for case, found in observed.items()}
    problems = problems_of(
        fair,
        _claim(tested.given),
        {case: found for case, found in observed.items() if not reasons[case]},
        precision,
        tested.given.tolerance.absolute,
        runs,
    )
    failure = "\n\n".join(f"{one.name}\n{one.finding}" for one in problems)
    return _Result(failure, next(filter(None, reasons.values()), ""))


def _shown(setting: Setting, name: str, tested: _Tested) -> _Result:
    """Return whether an expected change still is the reason of a result."""
    _, fair = tested.recognized
    for case in (*tested.made_by_hand, *tested.drawn):
        with suppress(UnsupportedError):
            if tested.shows(setting, case, fair.score_case(case)):
                return _Result()
    return _Result(f"no input shows that {name}; remove it from expected_failures")


def _claim(implementation: Implementation) -> Setting:
    return Setting(implementation.our_metric())


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
