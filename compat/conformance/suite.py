"""The check of an implementation as tests for pytest: its problems, each law and each vector."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, cached_property, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.compat.agreement import FindingKind, agree, is_left_open
from tallystick.compat.conformance import thresholds as limits
from tallystick.compat.conformance.check import Check, Verdict, check
from tallystick.compat.conformance.inputs import both_orders, takes
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.running import Runs, as_written
from tallystick.compat.conformance.search import Evidence
from tallystick.compat.conformance.setting import Setting
from tallystick.compat.expected import expectation
from tallystick.compat.implementations.given import implementation_given
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.laws import Law, Subject, laws_for
from tallystick.compat.laws.law import order_of
from tallystick.compat.vectors.curated import CURATED, curated_vectors
from tallystick.compat.vectors.vectors import Vector
from tallystick.errors import MissingExtraError, UnsupportedError, counted

if TYPE_CHECKING:
    import pytest

CONFORMS = "conforms"
"""The test that reports the problems."""


class _Failure(NamedTuple):
    """Why a test fails, and the problem of the program that explains it, or ""."""

    text: str
    cause: str = ""


@dataclass(frozen=True)
class _Tested:
    """An implementation under test, with the reasons of the problems that are expected."""

    given: Implementation
    expected: Mapping[str, str]
    examples: int
    seed: int

    @cached_property
    def checked(self) -> Check:
        return check(self.given, examples=self.examples, seed=self.seed)

    def cause(self, kind: FindingKind, explains: Callable[[Setting], bool]) -> str:
        """Return the name of the problem that explains a failure of a kind, or ""."""
        for problem in self.checked.problems:
            setting = None if problem.cause is None else problem.cause.setting
            same = problem.finding.kind in (kind, "state")
            if same and (setting is None or explains(setting)):
                return problem.name
        return ""


_Part = Callable[[_Tested], _Failure | None]
"""A test of an implementation."""


def conformance_suite(
    implementation: Implementation,
    *,
    expected_failures: Mapping[str, str] = MappingProxyType({}),
    examples: int = limits.EXAMPLES,
    seed: int = 0,
) -> Callable[..., None]:
    """Return a test for pytest that checks an implementation as `check` does.

    The test is parametrized: there is one for whether the program conforms, which fails with the
    problems that `check` reports, and then one for each law that follows from the convention that
    the implementation claims, and for each vector of the package. Of these, one whose failure is
    explained by a problem that the first test reports is skipped, so that one fault is one failure.
    Vectors with several references are also given in reverse order. What `check` recognizes, such
    as another scale, is accepted. A vector that the program does not support is skipped.

    The options `--tallystick-examples`, `--tallystick-seed` and `--tallystick-impl` of pytest have
    precedence over the arguments.

    Args:
        implementation: The program, with the dialect that it claims.
        expected_failures: The reason of each expected failure, by the name of the test, which
            pytest shows in brackets, or by the name of the problem that `check` reports; both may
            have the wildcards of `fnmatch`. It is an error if such a test passes or such a problem
            is not found.
        examples: The number of drawn inputs.
        seed: The seed of the drawn inputs.

    Raises:
        MissingExtraError: pytest is not installed.
        OptionError: The implementation has no dialect.

    >>> from tallystick.compat import implementation_named
    >>> test_nltk = conformance_suite(implementation_named("nltk"))
    >>> [mark] = test_nltk.pytestmark
    >>> [parameter.id for parameter in mark.args[1]][:2]
    ['conforms', 'law: bounds']
    """
    try:
        import pytest
    except ImportError:
        raise MissingExtraError(
            "a conformance suite needs pytest, which is not installed; install pytest, or use "
            "tallystick.compat.check"
        ) from None

    parts = dict(_parts(implementation))
    # pytest shows characters that are not ASCII as escapes
    shown = {name: name.encode("unicode_escape").decode("ascii") for name in parts}
    reasons = {
        name: reason
        for pattern, reason in expected_failures.items()
        for name in parts
        if pattern == name or any(fnmatchcase(it, pattern) for it in (name, shown[name]))
    }
    problems = {
        pattern: reason
        for pattern, reason in expected_failures.items()
        if not any(fnmatchcase(it, pattern) for it in (*parts, *shown.values()))
    }

    @cache
    def tested(target: str | None, examples: int, seed: int) -> _Tested:
        given = implementation
        if target is not None:
            given = implementation_given(target, metric=implementation.spec)
        if given.missing() is None:
            given = Runs(math.inf).counted(given)
        return _Tested(given, problems, examples, seed)

    def test(part: _Part, request: pytest.FixtureRequest) -> None:
        def option(name: str, default: Any) -> Any:
            given = request.config.getoption(f"tallystick_{name}", None)
            return default if given is None else given

        under_test = tested(
            option("impl", None), option("examples", examples), option("seed", seed)
        )
        missing = under_test.given.missing()
        if missing is not None:
            pytest.skip(missing)
        try:
            failure = part(under_test)
        except UnsupportedError as error:
            pytest.skip(str(error))
        if failure is None:
            return
        if failure.cause:
            expected = expectation([failure.cause], problems).expected
            if expected:
                pytest.xfail(expected[failure.cause])
            if _is_reported(request):
                pytest.skip(f"explained by: {failure.cause}")
        pytest.fail("\n".join(filter(None, failure[::-1])), pytrace=False)

    def marks(name: str) -> list[pytest.MarkDecorator]:
        strict = pytest.mark.xfail(reason=reasons.get(name, ""), strict=True)
        return [strict] if name in reasons else []

    params = [pytest.param(part, id=name, marks=marks(name)) for name, part in parts.items()]
    return pytest.mark.parametrize("part", params)(test)


def _is_reported(request: pytest.FixtureRequest) -> bool:
    """Return whether another test reports the problem, and this one is not expected to fail."""
    item: Any = request.node
    reporting = f"{item.nodeid.removesuffix(f'[{item.callspec.id}]')}[{CONFORMS}]"
    expected = item.get_closest_marker("xfail") is not None
    return not expected and any(item.nodeid == reporting for item in request.session.items)


def _parts(implementation: Implementation) -> Iterator[tuple[str, _Part]]:
    yield CONFORMS, _conforms
    for law in laws_for(implementation):
        yield f"law: {law.name}", partial(_law, law)
    for name, metrics in CURATED.items():
        for vector in curated_vectors(name).cases if implementation.metric in metrics else ():
            if takes(implementation, vector.case):
                yield f"vector: {vector.id}", partial(_vector, vector)


def _conforms(tested: _Tested) -> _Failure | None:
    """Return what is not as expected, the name of the first problem in the first line."""
    checked = tested.checked
    if checked.verdict is Verdict.NOT_RUN:
        return _Failure(f"{checked.headline}\n{checked.note}")
    names = [problem.name for problem in checked.problems]
    compared = expectation(names, tested.expected, unsearched=checked.unsearched)
    if compared:
        return None
    problems = [problem for problem in checked.problems if problem.name in compared.unexpected]
    more = f" (and {counted(len(problems) - 1, 'more problem')})" if len(problems) > 1 else ""
    shown = [
        f"{problem.name}{more if problem is problems[0] else ''}\n"
        f"on {counted(problem.inputs, 'input')}\n{problem.finding}"
        for problem in problems
    ]
    return _Failure("\n\n".join([*shown, *compared.remedies]))


def _law(law: Law, tested: _Tested) -> _Failure | None:
    broken = next(
        (violation for violation in tested.checked.violations if violation.law is law), None
    )
    if broken is None:
        return None
    case = broken.case

    def breaks(setting: Setting) -> bool:
        text = tested.given.input == "text"
        subject = Subject(
            score=lambda case: setting.scores(Probes([case], text=text)).item(),
            perfect=setting.metric.identity.scale.high,
            order=order_of(setting.metric),
        )
        return law.violation(subject, case) is not None

    return _Failure(f"{broken}\n{law.why}", tested.cause("number", breaks))


def _vector(vector: Vector, tested: _Tested) -> _Failure | None:
    checked, given = tested.checked, tested.given
    program = as_written(given, checked.scale or given.scale, checked.precision)
    defined = (it for it in both_orders([vector.case]) if not is_left_open(program, it))
    finding = next(filter(None, (agree(program, it) for it in defined)), None)
    if finding is None:
        return None
    if finding.kind == "timeout":
        raise UnsupportedError(f"{program.name} is slow: {finding.found}")
    evidence = Evidence.of(checked.claimed, {finding.case: finding.found}, program)
    cause = tested.cause(finding.kind, lambda setting: bool(evidence.shows(setting)[0]))
    return _Failure(f"{vector.tests}\n{finding}", cause)
