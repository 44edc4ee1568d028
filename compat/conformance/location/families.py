"""What the components of metrics are called, by the statistics that metrics count.

A metric that is not in the table, such as that of a plug-in, has components of general names.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance import thresholds as limits
from tallystick.compat.conformance.mistakes.counting import closest
from tallystick.errors import TallystickError
from tallystick.metrics.interface.metric import fitted

if TYPE_CHECKING:
    from tallystick.compat.conformance.probes import Probes


def compares_characters(metric: Any) -> bool:
    """Return whether a metric compares characters: it has no tokenizer."""
    return not hasattr(metric.conventions, "tokenize")


@dataclass(frozen=True)
class Input:
    """An input as a program gets it, and the tokens or characters that a metric compares."""

    metric: Any
    given: Case
    units: Case

    @cached_property
    def pairs(self) -> list[tuple[Segment, tuple[Segment, ...]]]:
        """Every hypothesis with its references."""
        return self.units.pairs

    @cached_property
    def texts(self) -> list[Segment]:
        """The hypotheses and references."""
        return [*self.units.hypotheses, *chain.from_iterable(self.units.references)]

    @cached_property
    def tokens(self) -> list[str]:
        """All tokens as they are given."""
        given = [*self.given.hypotheses, *chain.from_iterable(self.given.references)]
        return list(chain.from_iterable(given))

    @cached_property
    def counts(self) -> list[tuple[Counter[str], list[Counter[str]]]]:
        """The tokens of every hypothesis and those of its references, counted."""
        return [(Counter(own), [*map(Counter, given)]) for own, given in self.pairs]

    @cached_property
    def sums(self) -> dict[str, list[float]]:
        """The sums of each statistic of the metric, one for each order; none if it refuses."""
        try:
            corpus = (self.given if compares_characters(self.metric) else self.units).corpus
            statistics = fitted(self.metric, [corpus.references]).statistics(corpus)
        except (TallystickError, ArithmeticError, ValueError):
            return {}
        sums: dict[str, list[float]] = {}
        for name, total in zip(statistics.columns, statistics.total().tolist(), strict=True):
            sums.setdefault(name.rstrip("_0123456789"), []).append(float(total))
        return sums

    @property
    def lengths(self) -> tuple[float, float]:
        """The lengths of hypotheses and references: the closest if the statistics have none."""
        if {"hypothesis_length", "reference_length"} <= self.sums.keys():
            return self.sums["hypothesis_length"][0], self.sums["reference_length"][0]
        return (
            sum(len(own) for own, _ in self.pairs),
            sum(closest(len(own), map(len, given)) for own, given in self.pairs),
        )


def inputs_of(metric: Any, probes: Probes) -> list[Input]:
    """Return the inputs of probes as a metric compares them."""
    if compares_characters(metric):
        units = [case.map(lambda tokens: tuple("".join(tokens))) for case in probes.cases]
    else:
        units = list(probes.tokenized(metric))
    return [Input(metric, *pair) for pair in zip(probes.cases, units, strict=True)]


Scored = tuple[Input, float, float]

Solve = Callable[[Input, float, float], float]
"""A function of an input, its right score and that of a program, that returns the number of a
component that this score implies if the rest of its formula is right; NaN if none follows."""


def are_implied(solve: Solve, scored: Sequence[Scored]) -> bool:
    """Return whether scores imply whole numbers, not all of them equal."""
    values = []
    for given in scored:
        with suppress(ArithmeticError, ValueError, KeyError):  # also of several references
            values.append(solve(*given))
    values = list(filter(math.isfinite, values))
    whole = [abs(value - round(value)) < 1e-5 and value > -0.5 for value in values]
    return (
        len(values) >= max(limits.ENOUGH_VALUES, limits.PART_WITH_VALUES * len(scored))
        and len({*map(round, values)}) > 1
        and sum(whole) >= limits.NEARLY_ALL * len(whole)
    )


def _reference_length(sample: Input, right: float, score: float) -> float:
    """Return the reference length of which the brevity penalty is that of a score of BLEU."""
    c, r = sample.lengths
    penalty = score / right * min(1.0, math.exp(1 - r / c))
    if not 0 < penalty < 1 - 1e-9:
        return math.nan
    length = c * (1 - math.log(penalty))
    sums = [sum(choose(map(len, given)) for _, given in sample.pairs) for choose in (min, max)]
    return length if sums[0] - 1e-5 < length < sums[1] + 1e-5 else -1.0  # no reference has it


def _edits_and_length(sample: Input) -> tuple[float, float]:
    """Return the edits, and the length of references; a rate of words has one for each segment."""
    if "edits" in sample.sums:
        return sample.sums["edits"][0], sample.sums["reference_length"][0]
    edits = sum(sample.sums[name][0] for name in ("substitutions", "deletions", "insertions"))
    return edits, float(sum(len(other) for _, [other] in sample.pairs))


def _edits(sample: Input, right: float, score: float) -> float:
    _, length = _edits_and_length(sample)
    return score / 100 * length if length else math.nan


_DIVISOR: Mapping[str, Solve] = {
    "divisor of the edits": lambda sample, right, score: 100 * _edits_and_length(sample)[0] / score
}


class Role(Enum):
    """Components that have other names in other metrics, or that few metrics have."""

    LENGTH = "the choice among references of different lengths"
    SHORTER = "what depends on hypotheses that are shorter than their references"
    LONGER = "what depends on hypotheses that are longer"
    SUBSTITUTED = "what depends on substituted tokens"
    REPEATED = "what depends on tokens that repeat"
    MOVED = "what depends on the order of tokens"
    NO_MATCH = "what happens if an order has no match"
    NO_NGRAMS = "what happens if an order has no n-grams"


@dataclass(frozen=True, slots=True)
class Family:
    """What the components of metrics with the same statistics are called."""

    columns: frozenset[str] = frozenset()
    formula: str = "formula"
    counting: str = "counting"
    names: Mapping[Role, str] = field(default_factory=dict)
    quantities: Mapping[str, Solve] = field(default_factory=dict)  # whole numbers


LENGTHS = (Role.SHORTER, Role.LONGER)
_CLIPPING = {Role.REPEATED: "clipping of repeated n-grams"}
_NGRAMS = {
    **_CLIPPING,
    Role.MOVED: "n-grams",
    Role.NO_NGRAMS: "handling of orders without n-grams",
    Role.NO_MATCH: "handling of orders without a match",
}
_REFERENCE_LENGTH = {Role.LENGTH: "reference length"}
_COSTS = {
    Role.SHORTER: "cost of deletions",
    Role.LONGER: "cost of insertions",
    Role.SUBSTITUTED: "cost of substitutions",
}

FAMILIES = (
    Family(  # NIST
        frozenset({"information", "totals", "reference_length"}),
        formula="combination of the orders",
        counting="matches or the information of n-grams",
        names={**_NGRAMS, **_REFERENCE_LENGTH, **dict.fromkeys(LENGTHS, "length penalty")},
    ),
    Family(  # BLEU
        frozenset({"matches", "totals", "reference_length"}),
        formula="combination of the precisions",
        counting="counting of n-grams",
        names={
            **_NGRAMS,
            **_REFERENCE_LENGTH,
            **dict.fromkeys(LENGTHS, "brevity penalty"),
            Role.NO_MATCH: "smoothing of orders without a match",
        },
        quantities={"reference length": _reference_length},
    ),
    Family(  # ROUGE, also of subsequences
        frozenset({"matches", "hypothesis_ngrams", "reference_ngrams", "precisions"}),
        formula="combination of precision and recall",
        counting="counting of matches",
        names={
            Role.REPEATED: "counting of matches of repeated tokens",
            Role.MOVED: "counting of matches",
            Role.NO_NGRAMS: "handling of texts without n-grams",
        },
    ),
    Family(  # chrF
        frozenset({"matches", "hypothesis_ngrams", "reference_ngrams"}),
        formula="combination of precision and recall",
        counting="counting of n-grams",
        names=_NGRAMS,
    ),
    Family(  # Google's GLEU
        # n-grams are those of the side that has more, so that counts do not tell of this choice
        frozenset({"matches", "ngrams"}),
        formula="combination of precision and recall",
        counting="counting of n-grams or the choice of precision or recall",
        names={**_CLIPPING, Role.MOVED: "n-grams"},
    ),
    Family(  # WER and other rates of edits
        frozenset({"substitutions", "deletions", "insertions"}),
        formula="rate of the edits",
        counting="count of edits",
        names={**_COSTS, Role.MOVED: "cost of the edits", Role.REPEATED: "cost of the edits"},
        quantities={"cost of the edits": _edits, **_DIVISOR},
    ),
    Family(  # TER
        frozenset({"edits", "reference_length"}),
        formula="rate of the edits",
        counting="search for edits and shifts",
        names={
            **_REFERENCE_LENGTH,
            Role.MOVED: "shifts",
            Role.REPEATED: "search for edits and shifts",
        },
        quantities={"search for edits and shifts": _edits, **_DIVISOR},
    ),
    Family(  # SARI
        frozenset({"added", "kept", "deleted"}),
        formula="combination of the operations",
        counting="counting of n-grams",
    ),
    Family(  # RIBES
        frozenset({"rank_correlations"}),
        formula="combination of the factors",
        counting="alignment of words",
    ),
    Family(  # METEOR
        frozenset({"precisions", "recalls", "penalties"}),
        formula="combination of precision, recall and penalty",
        counting="alignment of words",
    ),
    Family(  # CIDEr
        frozenset({"similarities"}),
        formula="combination of the orders",
        counting="similarity of weighted n-grams",
    ),
)


def family_of(inputs: Sequence[Input]) -> Family:
    """Return the family of the metric of inputs, that of the first one with statistics."""
    columns = next(({*sample.sums} for sample in inputs if sample.sums), set[str]())
    return next((family for family in FAMILIES if family.columns <= columns), Family())
