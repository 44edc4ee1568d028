"""What scores imply of a component, if everything else of a formula is right."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick.compat.case import Segment
from tallystick.compat.conformance.features import Input
from tallystick.compat.conformance.kinds import Kind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.compat.implementations.tolerance import Tolerance

ENOUGH = 8
"""The number of inputs that must agree with what is said of them."""

NEARLY_ALL = 0.95
"""The share of the inputs that must agree."""

PART = 1 / 3
"""The share of the differing inputs of which the component must be known."""

SHOWN = 5
"""The number of values that are shown."""

EXACT = 1e-6
"""The largest tolerance of scores that still imply anything."""


class Value(NamedTuple):
    """A value of a component: what it belongs to, the right value and the implied one."""

    of: str
    right: float
    implied: float


@dataclass(frozen=True, slots=True)
class Implied:
    """What the scores of a program imply of a component.

    Attributes:
        component: The component.
        quantity: What the values are, such as "reference length".
        values: Some values that differ.
        inputs: The number of differing inputs for which the value is known.
    """

    component: str
    quantity: str
    values: tuple[Value, ...]
    inputs: int


@dataclass(frozen=True, slots=True)
class _Solver:
    """How the value of a component follows from a score.

    Attributes:
        component: The component.
        quantity: What its value is.
        kinds: The kinds of metrics that have it.
        solve: A function of an input, our score and that found; None if the value is unknown.
        whole: Whether a right guess shows in whole numbers; otherwise it shows in values that
            depend on nothing but what they belong to.
    """

    component: str
    quantity: str
    kinds: frozenset[Kind]
    solve: Callable[[Input, float, float], Value | None]
    whole: bool = True


def implied_by(
    kind: Kind | None,
    inputs: Sequence[Input],
    ours: NDArray[np.float64],
    found: NDArray[np.float64],
    tolerance: Tolerance,
) -> Implied | None:
    """Return what the scores imply of the first component that can explain them; None if none can.

    Args:
        kind: The kind of the metric.
        inputs: The inputs on which the program differs.
        ours: The right scores.
        found: Those of the program.
        tolerance: Within which scores are equal.
    """
    if tolerance.absolute > EXACT:
        return None
    scores = list(zip(inputs, ours.tolist(), found.tolist(), strict=True))
    for solver in SOLVERS:
        if kind in solver.kinds:
            values = list(_solved(solver, scores))
            if len(values) >= max(ENOUGH, PART * len(inputs)) and (
                _are_whole(values) if solver.whole else _are_consistent(values)
            ):
                distinct = {one.of: one for one in values}.values()
                shown = sorted(distinct, key=lambda one: (len(one.of), one.of))[:SHOWN]
                return Implied(solver.component, solver.quantity, tuple(shown), len(values))
    return None


def refuted_by(
    kind: Kind | None,
    inputs: Sequence[Input],
    ours: NDArray[np.float64],
    found: NDArray[np.float64],
) -> list[str]:
    """Return the components that cannot explain scores: their values contradict each other.

    The arguments are those of `implied_by`.
    """
    scores = list(zip(inputs, ours.tolist(), found.tolist(), strict=True))
    refuted = []
    for solver in SOLVERS:
        if kind in solver.kinds and not solver.whole:
            equal = _equal_again(list(_solved(solver, scores)))
            if len(equal) >= ENOUGH and sum(equal) < len(equal) / 2:
                refuted.append(solver.component)
    return refuted


def _solved(solver: _Solver, scores: Sequence[tuple[Input, float, float]]) -> Iterator[Value]:
    for one, ours, found in scores:
        try:
            value = solver.solve(one, ours, found)
        except (ArithmeticError, ValueError, KeyError):  # also if there are several references
            continue
        if value is not None and math.isfinite(value.implied):
            yield value


def _are_whole(values: Sequence[Value]) -> bool:
    whole = [abs(one.implied - round(one.implied)) < 1e-5 and one.implied > -0.5 for one in values]
    return sum(whole) >= NEARLY_ALL * len(whole) and len({round(one.implied) for one in values}) > 1


def _are_consistent(values: Sequence[Value]) -> bool:
    """Return whether values depend on what they belong to, of which enough occurs again."""
    equal = _equal_again(values)
    distinct = {round(one.implied, 9) for one in values}
    return (
        len(equal) > 1
        and len(values) - len({one.of for one in values}) >= ENOUGH
        and len(distinct) > 1
        and sum(equal) >= NEARLY_ALL * len(equal)
    )


def _equal_again(values: Sequence[Value]) -> list[bool]:
    """Return whether values are equal, for everything that several of them belong to."""
    of_each: dict[str, list[float]] = defaultdict(list)
    for one in values:
        of_each[one.of].append(one.implied)
    return [
        math.isclose(min(them), max(them), rel_tol=1e-7, abs_tol=1e-9)
        for them in of_each.values()
        if len(them) > 1
    ]


def core_of(
    kind: Kind | None,
    inputs: Sequence[Input],
    found: NDArray[np.float64],
    tolerance: Tolerance,
    reversible: bool | None,
) -> str:
    """Return the component of a program that differs on inputs of all kinds.

    If inputs with equal statistics have equal scores, the formula differs, and else the counts. F
    depends on precisions and recalls only.

    Args:
        kind: The kind of the metric.
        inputs: The inputs.
        found: The scores of the program.
        tolerance: Within which scores are equal.
        reversible: Whether the scores stay the same if all texts are reversed, which leaves all
            matches; None if this is not known.
    """
    formula, counts = _CORES[kind]
    if reversible is False:
        return counts
    of_sums: dict[Hashable, dict[Hashable, float]] = defaultdict(dict)
    for one, score in zip(inputs, found.tolist(), strict=True):
        simple = len(one.pairs) == 1 == one.units.most_references
        if simple and one.columns and math.isfinite(score):
            of_sums[_parts(one)][one.units] = score
    again = [list(scores.values()) for scores in of_sums.values() if len(scores) > 1]
    equal = [
        max(it) - min(it) <= 2 * (tolerance.absolute + tolerance.relative * abs(max(it)))
        for it in again
    ]
    return formula if again and sum(equal) >= NEARLY_ALL * len(equal) else counts


def _parts(one: Input) -> Hashable:
    """Return the statistics of an input, those of F as precisions and recalls of the orders."""
    if "reference_ngrams" not in one.columns:
        return tuple(tuple(one.sums(name)) for name in one.columns)
    names = ("matches", "hypothesis_ngrams", "reference_ngrams")
    return tuple(
        (matches / own if own else math.nan, matches / other if other else math.nan)
        for matches, own, other in zip(*map(one.sums, names), strict=True)
    )


_CORES: Mapping[Kind | None, tuple[str, str]] = {
    Kind.BLEU: ("combination of the precisions", "counting of n-grams"),
    Kind.NIST: ("information of n-grams", "information of n-grams"),
    Kind.CHRF: ("combination of precision and recall", "counting of n-grams"),
    Kind.ROUGE_N: ("combination of precision and recall", "counting of n-grams"),
    Kind.ROUGE_L: ("combination of precision and recall", "longest common subsequence"),
    Kind.ERROR_RATE: ("rate of the edits", "count of edits"),
    Kind.TER: ("rate of the edits", "search for edits and shifts"),
    Kind.GOOGLE_GLEU: ("combination of precision and recall", "counting of n-grams"),
    Kind.RIBES: ("combination of the factors", "alignment"),
    Kind.METEOR: ("combination of precision, recall and penalty", "alignment"),
    Kind.CIDER: ("combination of the orders", "similarity of weighted n-grams"),
    None: ("formula", "counting"),
}
"""For kinds of metrics the component that combines statistics, and that which counts them."""


def _lengths(one: Input) -> tuple[float, float]:
    return float(one.columns["hypothesis_length"]), float(one.columns["reference_length"])


def _brevity_penalty(c: float, r: float) -> float:
    return 1.0 if c > r else math.exp(1 - r / c)


def _penalty(one: Input, ours: float, found: float) -> Value | None:
    """Return the brevity penalty of a score whose other factor is right."""
    c, r = _lengths(one)
    right = _brevity_penalty(c, r)
    return Value(f"{c:g} tokens against {r:g}", right, found / ours * right)


def _length_penalty(one: Input, ours: float, found: float) -> Value | None:
    """Return the length penalty of NIST as a factor of the right one."""
    c, r = _lengths(one)
    return Value(f"{c:g} tokens against {r:g}", 1.0, found / ours)


def _orders(one: Input, ours: float, found: float) -> Value | None:
    """Return the factor of a score of NIST with the orders that have n-grams."""
    orders = sum(map(bool, one.sums("totals")))
    return Value(f"{orders} orders with n-grams", 1.0, found / ours)


def _reference_length(one: Input, ours: float, found: float) -> Value | None:
    """Return the reference length of which the brevity penalty is that of a score."""
    c, r = _lengths(one)
    penalty = found / ours * _brevity_penalty(c, r)
    if not 0 < penalty < 1 - 1e-9:
        return None
    lengths = (
        f"{len(own)} tokens against {' or '.join(str(len(it)) for it in given)}"
        for own, given in one.pairs
    )
    return Value("; ".join(lengths), r, c * (1 - math.log(penalty)))


def _hypothesis_length(one: Input, ours: float, found: float) -> Value | None:
    """Return the length of the hypotheses of which the brevity penalty is that of a score."""
    c, r = _lengths(one)
    penalty = found / ours * _brevity_penalty(c, r)
    if not 0 < penalty < 1 - 1e-9:
        return None
    return Value(_texts(one.units.hypotheses), c, r / (1 - math.log(penalty)))


def _texts(texts: Sequence[Segment]) -> str:
    return " | ".join(map(" ".join, texts))


def _pairs(one: Input) -> tuple[str, int]:
    """Return hypotheses with their only references, and the length of these."""
    separator = " " if one.tokenized else ""
    single = [(own, other) for own, [other] in one.pairs]
    texts = (f"{separator.join(own)!r} against {separator.join(it)!r}" for own, it in single)
    return "; ".join(texts), sum(len(it) for _, it in single)


def _matches(one: Input, ours: float, found: float) -> Value | None:
    """Return the matches of the F-score of one hypothesis and reference."""
    whole = float(one.columns["hypothesis_ngrams"] + one.columns["reference_ngrams"]) / 2
    high = one.metric.identity.scale.high or 1.0
    if len(one.pairs) > 1:
        return None
    return Value(_pairs(one)[0], float(one.columns["matches"]), found / high * whole)


def _edits(one: Input, ours: float, found: float) -> Value | None:
    """Return the edits of a rate."""
    edits = sum(float(one.columns[name]) for name in ("substitutions", "deletions", "insertions"))
    texts, length = _pairs(one)
    return Value(texts, edits, found / 100 * length) if length else None


def _divisor(one: Input, ours: float, found: float) -> Value | None:
    """Return the number by which edits are divided."""
    edits = sum(float(one.columns[name]) for name in ("substitutions", "deletions", "insertions"))
    texts, length = _pairs(one)
    return Value(texts, length, 100 * edits / found)


_BLEU, _NIST, _RATE = (frozenset({kind}) for kind in (Kind.BLEU, Kind.NIST, Kind.ERROR_RATE))

SOLVERS = (
    _Solver("brevity penalty", "brevity penalty", _BLEU, _penalty, whole=False),
    _Solver("reference length", "reference length", _BLEU, _reference_length),
    _Solver("hypothesis length", "hypothesis length", _BLEU, _hypothesis_length),
    _Solver("combination of the orders", "factor by which it differs", _NIST, _orders, whole=False),
    _Solver("length penalty", "factor by which it differs", _NIST, _length_penalty, whole=False),
    _Solver("matches", "number of matches", frozenset({Kind.ROUGE_N}), _matches),
    _Solver(
        "longest common subsequence",
        "length of the longest common subsequence",
        frozenset({Kind.ROUGE_L}),
        _matches,
    ),
    _Solver("alignment", "number of edits", _RATE, _edits),
    _Solver("rate of the edits", "divisor of the edits", _RATE, _divisor),
)
"""Components whose values follow from scores, those whose values depend on least first."""
