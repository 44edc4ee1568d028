"""The component in which a program differs from its claim, where no known change explains how."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from tallystick.compat.conformance import thresholds as limits
from tallystick.compat.conformance.location.families import (
    LENGTHS,
    Family,
    Input,
    Role,
    Scored,
    are_implied,
    family_of,
    inputs_of,
)
from tallystick.compat.conformance.location.features import (
    EMPTY,
    FEATURES,
    SPELLING,
    WORDS,
    Feature,
    of_amounts,
)
from tallystick.compat.conformance.search import Evidence

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Location:
    """Where a program differs from its claim: a component of the metric, and a clause of when."""

    component: str  # "" if it is not known
    where: str = ""  # a clause that is true of nearly all differing inputs, or ""
    differing: tuple[int, int] = (0, 0)  # where the clause is true, and in all
    agreeing: tuple[int, int] = (0, 0)

    @property
    def name(self) -> str:
        """The location as a sentence without a full stop."""
        where = f", only where {self.where}" if self.where else ""
        what = f"the {self.component} differs" if self.component else "the scores differ"
        return f"{what} in an unknown way{where}"

    @property
    def evidence(self) -> str:
        """The numbers of inputs that prove the location, as a sentence."""
        (inside, differing), (also, agreeing) = self.differing, self.agreeing
        if not self.where:
            kinds = " of all kinds" if differing >= limits.FEW_DIFFERING else ""
            return f"It differs on {differing:,} of {differing + agreeing:,} inputs{kinds}."
        return (
            f"Of {differing:,} inputs on which it differs, with reversed and reduced ones, "
            f"{inside:,} are of this kind; of {agreeing:,} on which it agrees, {also:,} are."
        )


@dataclass(frozen=True, slots=True)
class _Clause:
    """Features that hold together, with the bits that they tell of where a program differs."""

    features: tuple[Feature, ...]
    holds: Mask
    bits: float

    @property
    def where(self) -> str:
        return " and ".join(feature.where for feature in self.features)

    def located(self, component: str, differs: Mask) -> Location:
        """Return the location with the numbers of inputs of which the clause is true."""
        inside, total = ((self.holds & differs).sum(), differs.sum())
        also, agreeing = ((self.holds & ~differs).sum(), (~differs).sum())
        return Location(
            component, self.where, (int(inside), int(total)), (int(also), int(agreeing))
        )


def located(metric: Any, evidence: Evidence, spelled: bool | None = None) -> Location:
    """Return the component in which a program differs, given whether renamed tokens agree."""
    inputs = inputs_of(metric, evidence.probes)
    differs = ~evidence.agrees
    empty = _of_empty_texts(inputs, differs)
    if empty is not None:
        return empty
    if differs.sum() < limits.FEW_DIFFERING:
        return Location("", "", (0, int(differs.sum())), (0, int((~differs).sum())))
    defined = np.isfinite(evidence.ours) & np.isfinite(evidence.found)
    # what is undefined is another matter
    if (differs & defined).sum() > limits.MOSTLY * differs.sum():
        differs = differs & defined
    telling = differs | ~_trivial(evidence.ours, differs, metric.identity.scale.high)
    few = [inputs[number] for number in np.flatnonzero(telling)]
    known, family = differs[telling], family_of(inputs)
    scored = [
        (inputs[number], float(evidence.ours[number]), float(evidence.found[number]))
        for number in np.flatnonzero(differs)
    ]
    exact = evidence.tolerance.absolute <= limits.EXACT
    quantities = family.quantities.items() if exact else ()
    implied = next((name for name, solve in quantities if are_implied(solve, scored)), "")
    penalized = Role.LENGTH in family.names
    refuted = LENGTHS if penalized and not _of_lengths(scored) else ()
    features = [
        feature
        for feature in (*FEATURES, *of_amounts(few, known))
        if (component := feature.component_of(family)) is not None
        and feature.component not in refuted
        and spelled in (None, component in SPELLING)
    ]
    clause = _clause(features, few, known)
    if clause is None:
        component = WORDS if spelled else _core_of(family, inputs, evidence)
        everything = _Clause((), np.ones_like(known), 0.0)
        return everything.located(implied or component, known)
    names = {str(feature.component_of(family)) for feature in clause.features}
    if implied and SPELLING.isdisjoint(names):
        names = {implied}
    elif family.names.get(Role.LENGTH) and _only_of_references(clause, few, known):
        names = {family.names[Role.LENGTH]}
    return clause.located(" or the ".join(sorted(names)), known)


def _of_empty_texts(inputs: Sequence[Input], differs: Mask) -> Location | None:
    """Return the handling of empty texts if a program differs on nothing else, or None."""
    features = [feature for feature in FEATURES if feature.component == EMPTY]
    clauses = [_Clause((feature,), feature.mask(inputs), 0.0) for feature in features]
    fitting = [clause for clause in clauses if differs.any() and clause.holds[differs].all()]
    best = min(fitting, key=lambda clause: int(clause.holds.sum()), default=None)
    if best is None or (~best.holds & ~differs).sum() < limits.ENOUGH_AGREEING:
        return None
    return best.located(EMPTY, differs)


def _of_lengths(scored: Sequence[Scored]) -> bool:
    """Return whether scores are wrong by a factor that may be one of lengths only."""
    factors: dict[Hashable, list[float]] = defaultdict(list)
    for sample, right, score in scored:
        if right and math.isfinite(score / right):
            factors[sample.lengths].append(score / right)
    again = [math.isclose(min(it), max(it), rel_tol=1e-7) for it in factors.values() if it[1:]]
    return len(again) < limits.ENOUGH_VALUES or sum(again) >= len(again) / 2


def _only_of_references(clause: _Clause, inputs: Sequence[Input], differs: Mask) -> bool:
    """Return whether what looks like a penalty differs only where references differ in length."""
    several = next(feature for feature in FEATURES if feature.component is Role.LENGTH).mask(inputs)
    penalties = [feature for feature in clause.features if feature.component in LENGTHS]
    if not penalties or several[differs].mean() < limits.NEARLY_ALL:
        return False
    shown = np.logical_and.reduce([feature.mask(inputs) for feature in penalties])
    return int((shown & ~several & ~differs).sum()) >= limits.ENOUGH_AGREEING


def _trivial(ours: NDArray[np.float64], differs: Mask, high: float | None) -> Mask:
    """Return which inputs have an extreme score that the program gives wherever we do."""
    trivial = np.isnan(ours)
    for extreme in (0.0, high):
        same = np.isclose(ours, np.nan if extreme is None else extreme)
        if not (same & differs).any():
            trivial |= same
    return trivial


def _clause(features: Sequence[Feature], inputs: Sequence[Input], differs: Mask) -> _Clause | None:
    """Return the clause of one or two features that tells most of where a program differs."""
    if not differs.any() or differs.all():
        return None
    single = [
        _Clause((feature,), holds, _bits(holds, differs))
        for feature in features
        if (holds := feature.mask(inputs))[differs].mean() >= limits.NEARLY_ALL and not holds.all()
    ]
    if not single:
        return None
    likely = sorted(single, key=lambda clause: -clause.bits)[: limits.BEST_FEATURES]
    best = likely[0]
    for first, second in combinations(likely, 2):
        holds = first.holds & second.holds
        both = _Clause((*first.features, *second.features), holds, _bits(holds, differs))
        if both.bits > best.bits + (limits.ENOUGH_BITS if best is likely[0] else 0.0):
            best = both
    without = 1 - float(best.holds[~differs].mean())
    enough = best.bits >= limits.ENOUGH_BITS and without >= limits.ENOUGH_WITHOUT
    return best if enough or best.bits >= limits.TOLD * _entropy(differs) else None


def _bits(holds: Mask, differs: Mask) -> float:
    return _entropy(differs) - _entropy(differs[holds]) - _entropy(differs[~holds])


def _entropy(mask: Mask) -> float:
    share = float(mask.mean()) if len(mask) else 0.0
    return -len(mask) * sum(part * math.log2(part) for part in (share, 1 - share) if part > 0)


def _core_of(family: Family, inputs: Sequence[Input], evidence: Evidence) -> str:
    """Return the formula or the counting, whichever differs on all inputs, or ""."""
    of_sums: dict[Hashable, dict[Hashable, float]] = defaultdict(dict)
    for sample, score in zip(inputs, evidence.found.tolist(), strict=True):
        simple = len(sample.pairs) == 1 == sample.units.most_references
        if simple and sample.sums and math.isfinite(score):
            of_sums[_parts(sample)][sample.units] = score
    again = [list(scores.values()) for scores in of_sums.values() if len(scores) > 1]
    allowed = evidence.tolerance
    equal = [
        max(it) - min(it) <= 2 * (allowed.absolute + allowed.relative * abs(max(it)))
        for it in again
    ]
    if not equal:
        return ""
    return family.formula if sum(equal) >= limits.NEARLY_ALL * len(equal) else family.counting


def _parts(sample: Input) -> Hashable:
    """Return what a formula depends on: the precisions and recalls of the orders of F, or else the
    statistics of an input and the lengths of its texts.
    """
    counts = list(map(sample.sums.get, ("matches", "hypothesis_ngrams", "reference_ngrams")))
    if None in counts:
        return sample.lengths, *map(tuple, sample.sums.values())
    return tuple(
        tuple(matches / n if n else math.nan for n in totals)
        for matches, *totals in zip(*filter(None, counts), strict=True)
    )
