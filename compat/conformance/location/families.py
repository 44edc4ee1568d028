"""What the components of metrics are called, by the statistics that metrics count.

A metric that is not in the table, such as that of a plug-in, has components of general names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from tallystick.compat.conformance.location.input import Input
from tallystick.compat.conformance.location.quantities import (
    Quantity,
    divisor,
    edits,
    reference_length,
)


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
    """What the components of metrics with the same statistics are called.

    Attributes:
        columns: The statistics that these metrics have.
        formula: The component that combines statistics.
        counting: The component that counts them.
        names: The names of other components, as far as these metrics have them.
        quantities: The components of which whole numbers follow from scores.
    """

    columns: frozenset[str] = frozenset()
    formula: str = "formula"
    counting: str = "counting"
    names: Mapping[Role, str] = field(default_factory=dict)
    quantities: Sequence[Quantity] = ()


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
        formula="information of n-grams",
        counting="information of n-grams",
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
        quantities=(Quantity("reference length", "reference length", reference_length),),
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
        quantities=(
            Quantity("cost of the edits", "number of edits", edits),
            Quantity("divisor of the edits", "divisor of the edits", divisor),
        ),
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
        quantities=(
            Quantity("search for edits and shifts", "number of edits", edits),
            Quantity("divisor of the edits", "divisor of the edits", divisor),
        ),
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
    """Return the family of the metric of inputs, that of the first one with statistics.

    >>> family_of([]).formula
    'formula'
    """
    columns = next(({*one.sums} for one in inputs if one.sums), set[str]())
    return next((one for one in FAMILIES if one.columns <= columns), Family())
