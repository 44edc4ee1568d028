"""The conventions in which programs that compute NIST differ, as one value.

Doddington's paper (HLT 2002, equations 2 and 3) leaves some cases open, which programs treat in
different ways. `NistDialect` has an axis for every such case.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

from tallystick.errors import OptionError
from tallystick.metrics.dialect import Dialect, axis, with_axes_described
from tallystick.metrics.options import (
    CASE_FOLDINGS,
    check_lowercase,
    check_order,
    check_tokenizer,
    number,
    parse_lowercase,
)
from tallystick.metrics.tokenizers import Lowercase

BETA = math.log(0.5) / math.log(1.5) ** 2
"""The beta of equation 3 for which the penalty is 0.5 at a length ratio of 2/3."""


def _below_0(name: str, value: Any) -> float:
    checked = number(name, value)
    if not checked < 0:
        raise OptionError(f"{name} is {value!r}; expected a number below 0, such as {BETA!r}")
    return checked


@with_axes_described
@dataclass(frozen=True, slots=True)
class NistDialect(Dialect):
    """The conventions of one program that computes NIST; the defaults are those of mteval-v14.

    Under match=best_reference the best reference is the one with the most information, and among
    equals the longest. Unless reference_ties=exact, sums are added up in the order in which the
    n-grams are in the hypothesis. Under reference_length=mean_global a missing reference counts as
    one of length 0.

    Raises:
        OptionError: A value of an axis is invalid, or two values exclude each other.

    >>> str(NistDialect(order=4, reference_length="first"))
    'order=4+reference_length=first'
    >>> NistDialect.parse("order=4+reference_length=first").reference_length
    'first'
    """

    title: ClassVar[str] = "NIST"

    order: int = axis(5, "The highest order of n-grams.", check=check_order, parse=int)
    information_references: str = axis(
        "all",
        "Whose n-grams the information weights are counted on.",
        {"all": "those of all references", "first": "those of every segment's first reference"},
    )
    zero_prefix: str = axis(
        "perl_falsy",
        'Whether the word "0" counts as the prefix of an n-gram.',
        {
            "exact": "yes, as any other word",
            "perl_falsy": 'no, because Perl takes the string "0" as false',
        },
    )
    match: str = axis(
        "maximum",
        "What a match is clipped to.",
        {
            "maximum": "its highest count in any one reference",
            "best_reference": "its count in the most informative reference, by segment and order",
        },
    )
    reference_ties: str = axis(
        "exact",
        "What makes references equally good under best_reference.",
        {
            "exact": "equal sums of information",
            "rounded": "sums that are equal when rounded",
            "compensated": "sums that are equal as Python 3.12 and later round them",
        },
    )
    matched_references: str = axis(
        "all",
        "Which references matches are looked for in.",
        {"all": "all", "first": "the first of every segment"},
    )
    hypothesis_counts: str = axis(
        "clamped",
        "How many n-grams a hypothesis of fewer than n words has.",
        {"clamped": "none", "signed": "its length - n + 1, which is less than 0"},
    )
    order_without_ngrams: str = axis(
        "zero_term",
        "What an order makes of which the hypotheses have no n-gram.",
        {
            "zero_term": "a term of 0",
            "zero_score": "a score of 0",
            "error": "no score: the program ends with an error",
            "nan": "a score that is not a number",
        },
    )
    reference_length: str = axis(
        "mean_global",
        "The length that the hypotheses' is compared with.",
        {
            "mean": "the mean of every segment's references",
            "mean_global": "the words of all references over the number of reference sets",
            "mean_nonempty": "the words of all references over the number that are not empty, "
            "times the segments",
            "matched": "the length of the best reference, averaged over orders",
            "first": "that of every segment's first reference",
        },
    )
    empty_references: str = axis(
        "error",
        "What the length penalty is where that length is 0.",
        {"error": "undefined", "one": "1"},
    )
    beta: float = axis(
        BETA, "The factor in the length penalty, below 0.", check=_below_0, parse=float
    )
    tokenize: str = axis("mteval-13a", "The tokenizer.", check=check_tokenizer)
    lowercase: Lowercase = axis(
        "ascii", "How case is folded.", CASE_FOLDINGS, check=check_lowercase, parse=parse_lowercase
    )

    def _check_together(self) -> None:
        if self.reference_length == "matched" and self.match != "best_reference":
            raise OptionError(
                "reference_length is 'matched' but no single reference is matched; give "
                "match='best_reference' too, or another reference_length"
            )


MTEVAL = NistDialect()
"""The default of this package: the default of mteval-v14."""
