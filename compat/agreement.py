"""Compare an implementation with our metric under the dialect that it should equal."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain
from keyword import iskeyword
from typing import Any, Literal

from tallystick.compat.case import Case, TextCase
from tallystick.compat.implementations.catalogue import IMPLEMENTATIONS
from tallystick.compat.implementations.implementation import (
    Implementation,
    check_arguments,
    program_name,
)
from tallystick.compat.implementations.outcome import Outcome, failed, is_count
from tallystick.errors import InputError, TallystickWarning, UnsupportedError
from tallystick.metrics.arguments.calls import check_type
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.interface.metric import fitted

FindingKind = Literal["number", "counts", "state", "error", "crash", "timeout", "nonsense"]

_HEADLINES = {
    "number": "gives a different score than",
    "counts": "gives different counts than",
    "state": "does not give the same result twice, unlike",
}
_FAILURES = {
    "error": "fails",
    "crash": "crashes",
    "timeout": "times out",
    "nonsense": "gives no number",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A disagreement between a program and the dialect that it should equal.

    Attributes:
        implementation: The name of the program.
        version: Its version.
        metric: The name of the metric.
        dialect: The dialect that the program should equal.
        order: The highest order of n-grams; 0 if the metric has no order.
        kind: "number" if the scores differ, "counts" if the integer statistics differ, "state" if
            the program gives a different result for the same input the second time, else the kind
            of its failure.
        case: The input.
        expected: The result of our metric under the dialect.
        found: The result of the program.
        again: The result of the second run; None if it was the same, or if there was none, as
            after a time-out.
        expression: A Python expression for the implementation.

    >>> finding = Finding(
    ...     implementation="nltk", version="3.10.4", metric="bleu", dialect="papineni2002",
    ...     order=4, kind="number", case=Case.from_lines(["a"], ["a"]),
    ...     expected=Outcome(score=0.0), found=Outcome(score=100.0),
    ...     expression="implementation_named('nltk')",
    ... )
    >>> print(str(finding).partition(">>> ")[0].rstrip())
    nltk 3.10.4 gives a different score than bleu (dialect papineni2002, order 4).
    expected 0.0
    found    100.0
    >>> finding.call
    "implementation_named('nltk').score(hypotheses=[['a']], references=[[['a']]])"
    """

    implementation: str
    version: str
    metric: str
    dialect: str
    order: int
    kind: FindingKind
    case: Case
    expected: Outcome
    found: Outcome
    again: Outcome | None = None
    expression: str = "implementation"

    @property
    def call(self) -> str:
        """A line of Python that runs the program on the input."""
        hypotheses = [list(tokens) for tokens in self.case.hypotheses]
        references = [[list(tokens) for tokens in segment] for segment in self.case.references]
        given = f"hypotheses={hypotheses!r}, references={references!r}"
        if self.case.sources is not None:
            given += f", sources={[list(tokens) for tokens in self.case.sources]!r}"
        return f"{self.expression}.score({given})"

    @property
    def _headline(self) -> str:
        program = program_name(self.implementation, self.version)
        order = f", order {self.order}" if self.order else ""
        ours = f"{self.metric} (dialect {self.dialect}{order})"
        if self.kind in _FAILURES:
            defined = "is not defined" if self.expected.score is None else "gives a score"
            return f"{program} {_FAILURES[self.kind]} where {ours} {defined}."
        if self.kind == "number" and self.expected.score is None:
            return f"{program} gives a score where {ours} is not defined."
        return f"{program} {_HEADLINES[self.kind]} {ours}."

    def __str__(self) -> str:
        again = "" if self.again is None else f"then     {self.again}\n"
        return (
            f"{self._headline}\n"
            f"expected {self.expected}\n"
            f"found    {self.found}\n"
            f"{again}"
            f">>> {self.call}"
        )


def agree(implementation: Implementation, case: Case) -> Finding | None:
    """Compare an implementation with our metric under its dialect on one input.

    They agree if the score and the integer statistics that the program reports equal ours, the
    score within the program's tolerance, or if the program raises an error where the score is
    undefined under its dialect. If they disagree, the program is run on the input a second time,
    to find out whether its result depends on earlier inputs.

    Args:
        implementation: It must have a dialect.
        case: The input, which the implementation must accept.

    Returns:
        The finding, or None if they agree.

    Raises:
        UnsupportedError: The implementation does not accept this input, as it declares or answers.
        InputError: An argument has the wrong type.
        MissingExtraError: The implementation is not installed.
        OptionError: It has no dialect, or no metric of ours has its name.

    >>> def bleu(hypotheses, references, order):
    ...     return 0.5
    >>> constant = Implementation(name="constant", metric="bleu", run=bleu, dialect="plain")
    >>> case = Case.from_lines(["a b c d"], [["a b c d"]])
    >>> finding = agree(constant, case)
    >>> finding.kind, finding.expected.score, finding.found.score
    ('number', 100.0, 50.0)
    """
    expected = expected_outcome(implementation, case)
    outcome = implementation.score_case(case)
    kind = _difference(implementation, expected, outcome)
    if kind is None:
        return None
    again = None
    if kind != "timeout":
        second = implementation.score_case(case)
        if not same_outcome(outcome, second):
            kind, again = "state", second
    return finding_of(implementation, kind, case, expected, outcome, again)


def finding_of(
    implementation: Implementation,
    kind: FindingKind,
    case: Case,
    expected: Outcome,
    found: Outcome,
    again: Outcome | None = None,
) -> Finding:
    """Return a finding about an implementation; the parameters are fields of `Finding`."""
    return Finding(
        implementation=implementation.name,
        version=implementation.version(),
        metric=implementation.metric,
        dialect=str(implementation.dialect),
        order=implementation.order if implementation.orders else 0,
        kind=kind,
        case=case,
        expected=expected,
        found=found,
        again=again,
        expression=_expression(implementation),
    )


def smallest(implementation: Implementation, finding: Finding) -> Finding:
    """Reduce the input of a finding until nothing more can be removed.

    Segments, references and tokens are removed as long as the kind of the finding stays the same,
    and the definition that the program should equal says what the score is.
    The result is minimal: no single segment, reference or token of it can be removed.

    Args:
        implementation: The implementation that the finding is about.
        finding: The result of `agree` for it.

    Raises:
        InputError: An argument has the wrong type.
        MissingExtraError: The implementation is not installed.

    >>> def perfect(hypotheses, references, order):
    ...     return 1.0
    >>> lenient = Implementation(name="lenient", metric="bleu", run=perfect, dialect="plain")
    >>> finding = agree(lenient, Case.from_lines(["a b c d", "e f"], ["a b c d", ["g", "h"]]))
    >>> smallest(lenient, finding).case.text
    TextCase(hypotheses=('f',), references=(('h',),))
    """
    check_type(finding, Finding, "write smallest(implementation, agree(implementation, case))")
    check_arguments(implementation, finding.case)
    while True:
        tried = (_still(implementation, case, finding) for case in finding.case.smaller())
        smaller = next(filter(None, tried), None)
        if smaller is None:
            return finding
        finding = smaller


def _still(implementation: Implementation, case: Case, before: Finding) -> Finding | None:
    if is_left_open(implementation, case) > is_left_open(implementation, before.case):
        return None
    try:
        finding = agree(implementation, case)
    except UnsupportedError:
        return None
    return finding if finding is not None and finding.kind == before.kind else None


def findings(implementation: Implementation, cases: Iterable[Case]) -> list[Finding]:
    """Return the disagreements of an implementation with its dialect on several inputs.

    Raises:
        UnsupportedError: The implementation does not accept one of the inputs.
        MissingExtraError: The implementation is not installed.
        OptionError: It has no dialect, or no metric of ours has its name.
    """
    possible = (agree(implementation, case) for case in cases)
    return [finding for finding in possible if finding is not None]


def expected_outcome(implementation: Implementation, case: Case) -> Outcome:
    """Return the result of our metric on a case under the dialect of an implementation."""
    check_arguments(implementation, case)
    metric = implementation.our_metric()
    # the same input as the program's, so both split it at the same places
    given = implementation.as_given(case)
    try:
        corpus = _corpus(implementation, *given)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", TallystickWarning)  # odd inputs are intended here
            ready = fitted(metric, [corpus.references])
            score = ready.score(ready.statistics(corpus))
    except InputError as error:
        return failed("error", str(error))
    whole = {name: value for name, value in score.details.items() if is_count(value)}
    return Outcome(score=float(score), statistics=whole)


def is_left_open(implementation: Implementation, case: Case) -> bool:
    """Return whether the text that defines the dialect of an implementation says nothing of a case:
    all texts of a side are empty, or words of a line have other white space than spaces.
    """
    references = tuple(chain.from_iterable(case.references))
    empty = not any(case.hypotheses) or not any(references)
    odd = implementation.input == "text" and any(
        token.split() != [token]
        for token in chain.from_iterable((*case.hypotheses, *references))
        if token not in ("", "\n")
    )
    if not (odd or empty):
        return False
    metric = implementation.our_metric()
    defined = getattr(getattr(metric, "preset", None), "definition", False)
    return bool(defined) and (odd or metric.identity.needs_references)


def _corpus(
    implementation: Implementation,
    hypotheses: list[Any],
    references: list[list[Any]],
    sources: list[Any] | None = None,
) -> Corpus:
    # a corpus made from lists would warn of likely mistakes, which are intended here
    if implementation.input == "text":
        originals = None if sources is None else tuple(sources)
        return TextCase(tuple(hypotheses), tuple(map(tuple, references)), originals).corpus
    return Case.of(hypotheses, references, sources).corpus


def _difference(
    implementation: Implementation, expected: Outcome, found: Outcome
) -> FindingKind | None:
    if found.failure is not None or found.score is None:
        kind = found.failure.kind if found.failure is not None else "nonsense"
        if kind == "unsupported":
            raise UnsupportedError(
                f"{implementation.name} does not support this input: {found}; leave it out"
            )
        # a crash or an endless loop is a defect, whatever the input
        return None if expected.score is None and kind in ("error", "nonsense") else kind
    if expected.score is None:
        return "number"
    ours = expected.statistics
    if any(name in ours and ours[name] != value for name, value in found.statistics.items()):
        return "counts"
    return None if implementation.tolerance.allows(expected.score, found.score) else "number"


def same_outcome(one: Outcome, other: Outcome) -> bool:
    """Return whether two results are the same; the messages of errors may differ."""
    kinds = [result.failure and result.failure.kind for result in (one, other)]
    return kinds[0] == kinds[1] and replace(one, failure=None) == replace(other, failure=None)


def _expression(implementation: Implementation) -> str:
    name = implementation.name
    if name not in IMPLEMENTATIONS:
        return name if name.isidentifier() and not iskeyword(name) else "implementation"
    default = IMPLEMENTATIONS.load(name)
    at_order = isinstance(default, Implementation) and default.order != implementation.order
    order = f".at_order({implementation.order})" if at_order else ""
    return f"implementation_named({name!r}){order}"
