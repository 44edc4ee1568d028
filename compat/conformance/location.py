"""The component in which a program differs from its claim, where no known change explains how."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from tallystick.compat.conformance.features import (
    AMOUNTS,
    EMPTY,
    FEATURES,
    LENGTHS_DIFFER,
    PENALTY,
    REFERENCE_LENGTH,
    SPELLING,
    WORDS,
    Feature,
    Input,
    inputs_of,
)
from tallystick.compat.conformance.implied import Implied, core_of, implied_by, refuted_by
from tallystick.compat.conformance.kinds import Kind, kind_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.compat.conformance.probes import Probes
    from tallystick.compat.conformance.setting import Setting
    from tallystick.compat.implementations.tolerance import Tolerance

    Mask = NDArray[np.bool_]

NEARLY_ALL = 0.98
"""The share of the differing inputs that a feature must have."""

TOLD = 0.3
"""The share of the entropy of where a program differs that a feature must tell."""

ENOUGH_BITS = 15.0
"""The bits that a feature must tell otherwise, if enough inputs without it agree."""

ENOUGH_WITHOUT = 0.15
"""The share of the agreeing inputs that must lack it then."""

MOST_DIFFER = 0.6
"""The share of the inputs on which a program then differs at most."""

MOSTLY = 0.5
"""The share of the differing inputs with scores above which others are left out."""

ENOUGH = 10
"""The number of inputs on which a program must agree where a feature is missing."""

FURTHER = 0.05
"""The further share that a second feature must tell."""

BEST = 12
"""The number of features of which pairs are tried."""


@dataclass(frozen=True, slots=True)
class Location:
    """Where a program differs from its claim.

    Attributes:
        component: The component of the metric that differs, such as "brevity penalty".
        where: The clause that is true of nearly all inputs on which the program differs; empty if
            no feature distinguishes them.
        differing: On how many inputs the program differs where the clause is true, and in all.
        agreeing: On how many inputs it agrees where the clause is true, and in all. Inputs without
            any match, say, on which all conventions agree are not counted.
        implied: What the scores imply of the component, if they do.
    """

    component: str
    where: str = ""
    differing: tuple[int, int] = (0, 0)
    agreeing: tuple[int, int] = (0, 0)
    implied: Implied | None = None

    @property
    def name(self) -> str:
        """The location as a sentence without a full stop."""
        where = f", only where {self.where}" if self.where else ""
        return f"the {self.component} differs in an unknown way{where}"

    @property
    def evidence(self) -> str:
        """The numbers of inputs that prove the location, as a sentence."""
        (inside, differing), (also, agreeing) = self.differing, self.agreeing
        if not self.where:
            return f"It differs on {differing:,} of {differing + agreeing:,} inputs of all kinds."
        return (
            f"Of {differing:,} inputs on which it differs, {inside:,} are of this kind; of "
            f"{agreeing:,} on which it agrees, {also:,} are."
        )


@dataclass(frozen=True, slots=True)
class _Clause:
    """Features that hold together, with what they tell of where a program differs."""

    features: tuple[Feature, ...]
    holds: Mask
    told: float


def located(
    claimed: Setting,
    probes: Probes,
    found: NDArray[np.float64],
    differs: Mask,
    tolerance: Tolerance,
    spelled: bool | None = None,
    reversible: bool | None = None,
    ours: NDArray[np.float64] | None = None,
) -> Location:
    """Return the component in which a program differs.

    Args:
        claimed: The convention that the program claims to follow.
        probes: The inputs.
        found: The scores of the program on our scale.
        differs: Whether the program differs on each input, in what is to be explained.
        tolerance: Within which scores are equal.
        spelled: Whether the program agrees if tokens are renamed; None if this is not known.
        reversible: Whether its scores stay the same if texts are reversed; None if not known.
        ours: The right scores; by default those of the convention.
    """
    ours = claimed.scores(probes) if ours is None else ours
    defined = np.isfinite(ours) & np.isfinite(found)
    if (differs & defined).sum() > MOSTLY * differs.sum():  # what is undefined is another matter
        differs = differs & defined
    inputs = inputs_of(claimed.metric, probes)
    telling = differs | ~_trivial(ours, differs, claimed.metric.identity.scale.high)
    empty = _empty(inputs, differs)
    if empty is not None:
        return empty
    kind = kind_of(claimed.metric)
    few = [one for one, it in zip(inputs, telling, strict=True) if it]
    wrong = [one for one, it in zip(inputs, differs, strict=True) if it]
    implied = implied_by(kind, wrong, ours[differs], found[differs], tolerance)
    refuted = refuted_by(kind, wrong, ours[differs], found[differs])

    def possible(component: str | None) -> bool:
        of_spelling = component in SPELLING
        return component not in (None, *refuted) and spelled in (None, of_spelling)

    features = [one for one in _features(few, differs[telling]) if possible(one.component_of(kind))]
    clause = _clause(features, few, differs[telling])
    if clause is None:
        component = core_of(kind, inputs, found, tolerance, reversible)
        component = implied.component if implied else WORDS if spelled else component
        return Location(
            component,
            differing=(int(differs.sum()),) * 2,
            agreeing=(int((telling & ~differs).sum()),) * 2,
            implied=implied,
        )
    known = differs[telling]
    names = {str(one.component_of(kind)) for one in clause.features}
    # an alignment explains all edits, and a feature tells which of them
    if implied and kind is not Kind.ERROR_RATE and SPELLING.isdisjoint(names):
        names = {implied.component}
    names = _with_reference_length(names, clause, few, differs[telling], kind)
    return Location(
        " or the ".join(sorted(names)),
        " and ".join(one.where for one in clause.features),
        (int((clause.holds & known).sum()), int(known.sum())),
        (int((clause.holds & ~known).sum()), int((~known).sum())),
        implied,
    )


def _empty(inputs: Sequence[Input], differs: Mask) -> Location | None:
    """Return the handling of empty texts if a program differs on nothing else, or None."""
    features = [one for one in FEATURES if one.component == EMPTY]
    clauses = [
        _Clause((one,), np.array([_holds(one, it) for it in inputs]), 0.0) for one in features
    ]
    fitting = [one for one in clauses if differs.any() and one.holds[differs].all()]
    if not fitting:
        return None
    best = min(fitting, key=lambda one: int(one.holds.sum()))
    inside, agreeing = int((best.holds & ~differs).sum()), int((~differs).sum())
    if agreeing - inside < ENOUGH:
        return None
    differing = int(differs.sum())
    where = best.features[0].where
    return Location(EMPTY, where, (differing, differing), (inside, agreeing))


def _with_reference_length(
    names: set[str], clause: _Clause, inputs: Sequence[Input], differs: Mask, kind: Kind | None
) -> set[str]:
    """Return the components, with the choice of reference lengths in the place of the penalty.

    A penalty that differs only where references differ in length shows another choice of these.
    """
    penalty = None if kind is None else PENALTY.get(kind)
    if penalty in names:
        several = np.array([_holds(LENGTHS_DIFFER, one) for one in inputs])
        of_penalty = [one for one in clause.features if one.component_of(kind) == penalty]
        shown = np.array([all(_holds(one, it) for one in of_penalty) for it in inputs])
        agreeing = int((shown & ~several & ~differs).sum())
        if several[differs].mean() >= NEARLY_ALL and agreeing >= ENOUGH:
            return {REFERENCE_LENGTH, *names} - {penalty}
    return names


def _trivial(ours: NDArray[np.float64], differs: Mask, high: float | None) -> Mask:
    """Return which inputs have an extreme score that the program gives wherever we do.

    A program with any mistake often agrees there, so that they say little of its mistake.
    """
    trivial = np.isnan(ours)
    for extreme in (0.0, high):
        if extreme is not None:
            same = np.isclose(ours, extreme)
            if not (same & differs).any():
                trivial |= same
    return trivial


def _clause(features: Sequence[Feature], inputs: Sequence[Input], differs: Mask) -> _Clause | None:
    """Return the clause of one or two features that tells most of where a program differs."""
    if not differs.any() or differs.all():
        return None
    single = sorted(
        _clauses(features, inputs, differs),
        key=lambda one: -one.told,
    )
    pairs = [
        _Clause((one.features[0], two.features[0]), one.holds & two.holds, 0.0)
        for one, two in combinations(single[:BEST], 2)
    ]
    told = [_told(pair.holds, differs) for pair in pairs]
    best = single[0] if single else None
    if pairs and best is not None:
        most = int(np.argmax(told))
        bits = _entropy(differs) * len(differs)
        if told[most] > best.told + max(FURTHER, ENOUGH_BITS / bits):
            best = _Clause(pairs[most].features, pairs[most].holds, told[most])
    return best if best is not None and _telling(best, differs) else None


def _telling(clause: _Clause, differs: Mask) -> bool:
    """Return whether a clause distinguishes the inputs on which a program differs."""
    if clause.told >= TOLD:
        return True
    bits = clause.told * _entropy(differs) * len(differs)
    without = 1 - float(clause.holds[~differs].mean())
    return bits >= ENOUGH_BITS and without >= ENOUGH_WITHOUT and differs.mean() < MOST_DIFFER


def _features(inputs: Sequence[Input], differs: Mask) -> Iterator[Feature]:
    """Yield the features, also those of amounts above and below numbers."""
    yield from FEATURES
    if not differs.any():
        return
    for amount in AMOUNTS:
        numbers = np.array(list(map(amount.of, inputs)))
        yield from amount.features(numbers[differs].tolist(), numbers[~differs].tolist())


def _clauses(
    features: Sequence[Feature], inputs: Sequence[Input], differs: Mask
) -> Iterator[_Clause]:
    for feature in features:
        holds = np.array([_holds(feature, one) for one in inputs])
        if holds[differs].mean() >= NEARLY_ALL and not holds.all():
            yield _Clause((feature,), holds, _told(holds, differs))


def _holds(feature: Feature, one: Input) -> bool:
    try:
        return feature.holds(one)
    except (ArithmeticError, ValueError, KeyError):
        return False


def _told(holds: Mask, differs: Mask) -> float:
    """Return the share of the entropy of a mask that another one tells, 0 to 1."""
    whole = _entropy(differs)
    parts = (part for part in (differs[holds], differs[~holds]) if len(part))
    return 1 - sum(len(part) * _entropy(part) for part in parts) / (len(differs) * whole)


def _entropy(mask: Mask) -> float:
    share = float(mask.mean())
    return -sum(one * math.log2(one) for one in (share, 1 - share) if one > 0)
