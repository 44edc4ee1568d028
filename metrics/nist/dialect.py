"""The conventions in which programs that compute NIST differ.

They concern cases that Doddington (HLT 2002, equations 2 and 3) leaves open.
"""

from __future__ import annotations

import math
from typing import Any

from tallystick.errors import OptionError
from tallystick.metrics.arguments.options import number
from tallystick.metrics.interface import axes
from tallystick.metrics.interface.dialect import Dialect, axis, dialect_of
from tallystick.metrics.tokenizers import Lowercase

BETA = math.log(0.5) / math.log(1.5) ** 2
"""The beta of equation 3 for which the penalty is 0.5 at a length ratio of 2/3."""

_ALL_OR_FIRST = {"all": "all references", "first": "the first reference of every segment"}


def _below_0(name: str, value: Any) -> float:
    checked = number(name, value)
    if not checked < 0:
        raise OptionError(f"{name} is {value!r}; expected a number below 0, such as {BETA!r}")
    return checked


@dialect_of("NIST")
class NistDialect(Dialect):
    """A full set of conventions for NIST. The defaults are those of mteval-v14.

    With match=best_reference, the longest of equally good references counts. Unless
    reference_ties=exact, information is summed in the order of the n-grams in the hypothesis. With
    reference_length=mean_global, a missing reference counts as one of length 0.

    >>> str(NistDialect(order=4, reference_length="first"))
    'order=4+reference_length=first'
    >>> NistDialect.parse("order=4+reference_length=first").reference_length
    'first'
    """

    order: int = axes.order(5)
    information_references: str = axis(
        "all",
        "The references in which the n-grams are counted for the information weights.",
        _ALL_OR_FIRST,
    )
    zero_prefix: str = axis(
        "perl_falsy",
        'Whether the word "0" counts as the prefix of an n-gram.',
        {
            "exact": "yes, like any other word",
            "perl_falsy": 'no, because Perl treats the string "0" as false',
        },
    )
    match: str = axis(
        "maximum",
        "The count to which the matches of an n-gram are clipped.",
        {
            "maximum": "its highest count in a single reference",
            "best_reference": "its count in the reference with the most matched information, "
            "chosen by segment and order",
        },
    )
    reference_ties: str = axis(
        "exact",
        "The references that are equally good under match=best_reference.",
        {
            "exact": "those with equal sums of information",
            "rounded": "those with equal sums in floating-point arithmetic",
            "compensated": "those with equal sums as Python 3.12 and later round them",
        },
    )
    matched_references: str = axis(
        "all", "The references with which the hypotheses are matched.", _ALL_OR_FIRST
    )
    hypothesis_counts: str = axis(
        "clamped",
        "The number of n-grams of a hypothesis with fewer than n words.",
        {"clamped": "0", "signed": "its length - n + 1, even if that is negative"},
    )
    order_without_ngrams: str = axis(
        "zero_term",
        "The term of an order if the hypotheses have no n-grams of it.",
        {
            "zero_term": "0",
            "zero_score": "0, and so is the whole score",
            "error": "none: the program fails",
            "nan": "not a number, and so is the whole score",
        },
    )
    reference_length: str = axis(
        "mean_global",
        "The reference length in the length penalty.",
        {
            "mean": "the sum over segments of the mean length of their references",
            "mean_global": "the words of all references divided by the number of reference sets",
            "mean_nonempty": "the mean length of the references that are not empty, times the "
            "number of segments",
            "matched": "the length of the best reference, averaged over orders",
            "first": "the length of every segment's first reference",
        },
    )
    empty_references: str = axis(
        "error",
        "The length penalty if the reference length is 0.",
        {"error": "undefined", "one": "1"},
    )
    beta: float = axes.number(BETA, "The factor beta of the length penalty, below 0.", _below_0)
    tokenize: str = axes.tokenizer(
        "mteval-13a",
        *("none", "13a", "intl", "zh", "char", "mteval-13a", "mteval-intl", "nltk-nist"),
    )
    lowercase: Lowercase = axes.lowercase("ascii")

    def _check_together(self) -> None:
        if self.reference_length == "matched" and self.match != "best_reference":
            raise OptionError(
                "reference_length is 'matched' but match is 'maximum'; give match='best_reference' "
                "too, or another reference_length"
            )


MTEVAL = NistDialect()
"""The default of this package: the default of mteval-v14."""
