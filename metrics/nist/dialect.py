"""Where programs that compute NIST part: one axis a convention, one point a program.

Doddington's paper (HLT 2002, equations 2 and 3) leaves some cases open, and programs that quote it
settle them in different ways. `NistDialect` names every such case; the programs themselves are
points in that space, listed in `metrics/nist/presets.toml`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from tallystick.errors import OptionError
from tallystick.metrics.catalogue import TOKENIZERS
from tallystick.metrics.dialect_text import from_text, text_of
from tallystick.metrics.options import check_order, parse_lowercase
from tallystick.metrics.registry import closest, nearest
from tallystick.metrics.tokenizers import Lowercase

BETA = math.log(0.5) / math.log(1.5) ** 2
"""The beta of equation 3 for which the penalty is 0.5 at a length ratio of 2/3."""

InformationReferences = Literal["all", "first"]
ZeroPrefix = Literal["exact", "perl_falsy"]
Match = Literal["maximum", "best_reference"]
ReferenceTies = Literal["exact", "rounded"]
MatchedReferences = Literal["all", "first"]
HypothesisCounts = Literal["clamped", "signed"]
OrderWithoutNgrams = Literal["zero_term", "zero_score", "error", "nan"]
ReferenceLength = Literal["mean", "mean_global", "mean_nonempty", "matched", "first"]
EmptyReferences = Literal["error", "one"]

AXES: Mapping[str, tuple[str, Mapping[str, str]]] = MappingProxyType(
    {
        "order": ("The highest order of n-grams.", {}),
        "information_references": (
            "Whose n-grams the information weights are counted on.",
            {"all": "those of all references", "first": "those of every segment's first reference"},
        ),
        "zero_prefix": (
            'Whether the word "0" counts as the prefix of an n-gram.',
            {
                "exact": "yes, as any other word",
                "perl_falsy": 'no, because Perl takes the string "0" as false',
            },
        ),
        "match": (
            "What a match is clipped to.",
            {
                "maximum": "its highest count in any one reference",
                "best_reference": "its count in the one reference that tells the most, by segment "
                "and order",
            },
        ),
        "reference_ties": (
            "What makes references equally good under best_reference.",
            {"exact": "equal sums of information", "rounded": "sums that are equal when rounded"},
        ),
        "matched_references": (
            "Which references matches are looked for in.",
            {"all": "all", "first": "the first of every segment"},
        ),
        "hypothesis_counts": (
            "How many n-grams a hypothesis of fewer than n words has.",
            {"clamped": "none", "signed": "its length - n + 1, which is less than 0"},
        ),
        "order_without_ngrams": (
            "What an order makes of which the hypotheses have no n-gram.",
            {
                "zero_term": "a term of 0",
                "zero_score": "a score of 0",
                "error": "no score: the program ends with an error",
                "nan": "a score that is not a number",
            },
        ),
        "reference_length": (
            "The length that the hypotheses' is compared with.",
            {
                "mean": "the mean of every segment's references",
                "mean_global": "the words of all references over the number of reference sets",
                "mean_nonempty": "the words of all references over the number that are not empty, "
                "times the segments",
                "matched": "the length of the best reference, averaged over orders",
                "first": "that of every segment's first reference",
            },
        ),
        "empty_references": (
            "What the length penalty is where that length is 0.",
            {"error": "undefined", "one": "1"},
        ),
        "beta": ("The factor in the length penalty, below 0.", {}),
        "tokenize": ("The tokenizer.", {}),
        "lowercase": (
            "How case is folded.",
            {"none": "not at all", "unicode": "every letter", "ascii": "A to Z"},
        ),
    }
)
"""Every axis with what it decides, and its values with what each of them means."""


@dataclass(frozen=True, slots=True)
class NistDialect:
    """The conventions of one program that computes NIST; the defaults are those of mteval-v14.

    Args:
        order: The highest order of n-grams where none is chosen.
        information_references: Whose n-grams the information weights are counted on: "all"
            references, or the "first" of every segment.
        zero_prefix: Whether the one-word prefix "0" counts as a prefix ("exact"), or as none
            ("perl_falsy"), because Perl takes the string "0" as false.
        match: Whether a match is clipped to the "maximum" count of the n-gram in any reference, or
            whether for every segment and order the one "best_reference" is taken: that with the
            most information, and among equals the longest.
        reference_ties: What makes references equally good under "best_reference": equal sums of
            information ("exact"), or sums that are equal after rounding, added up in the order in
            which the n-grams stand in the hypothesis ("rounded").
        matched_references: Whether matches are looked for in "all" references or in the "first"
            of every segment.
        hypothesis_counts: Whether a hypothesis with fewer than n words has no n-grams ("clamped"),
            or its length - n + 1, which is less than 0 for very short ones ("signed").
        order_without_ngrams: What an order makes of which all hypotheses together have no n-gram:
            a term of 0 ("zero_term"), a score of 0 ("zero_score"), no score ("error"), or a score
            that is not a number ("nan").
        reference_length: The length that the hypotheses' is compared with: the "mean" of every
            segment's references; the words of all references over the number of reference sets
            ("mean_global"), so that a missing reference counts as one of length 0; the words of
            all references over the number of those that are not empty, times the segments
            ("mean_nonempty"); the length of the best reference, averaged over orders ("matched");
            or that of the "first" reference.
        empty_references: What the length penalty is where the reference length is 0: undefined
            ("error") or 1 ("one").
        beta: The factor in the length penalty, below 0.
        tokenize: The name of the tokenizer where none is chosen.
        lowercase: How case is folded where nothing is chosen.

    Raises:
        OptionError: An axis has no such value, or two of them exclude each other.

    >>> str(NistDialect(order=4, reference_length="first"))
    'order=4+reference_length=first'
    >>> NistDialect.parse("order=4+reference_length=first").reference_length
    'first'
    """

    order: int = 5
    information_references: InformationReferences = "all"
    zero_prefix: ZeroPrefix = "perl_falsy"
    match: Match = "maximum"
    reference_ties: ReferenceTies = "exact"
    matched_references: MatchedReferences = "all"
    hypothesis_counts: HypothesisCounts = "clamped"
    order_without_ngrams: OrderWithoutNgrams = "zero_term"
    reference_length: ReferenceLength = "mean_global"
    empty_references: EmptyReferences = "error"
    beta: float = BETA
    tokenize: str = "mteval-13a"
    lowercase: Lowercase = "ascii"

    def __post_init__(self) -> None:
        check_order(self.order)
        for axis, (_, values) in AXES.items():
            value = getattr(self, axis)
            if values and value not in values:
                raise OptionError(
                    f"{axis} is {value!r}; expected one of {', '.join(values)}"
                    f"{closest(value, values)}"
                )
        if self.reference_length == "matched" and self.match != "best_reference":
            raise OptionError(
                "reference_length is 'matched' but no one reference is matched; give "
                "match='best_reference' too, or another reference_length"
            )
        if not isinstance(self.beta, float) or not -math.inf < self.beta < 0:
            raise OptionError(f"beta is {self.beta!r}; expected a float below 0, such as {BETA!r}")
        if not isinstance(self.tokenize, str) or self.tokenize not in TOKENIZERS:
            raise OptionError(
                f"tokenize is {self.tokenize!r}, which names no tokenizer"
                f"{nearest(str(self.tokenize), list(TOKENIZERS))}"
            )

    def __str__(self) -> str:
        """Return the axes that differ from the defaults, in a form that `parse` reads."""
        return text_of(self)

    @classmethod
    def parse(cls, text: str) -> NistDialect:
        """Read axes and their values: `axis=value`, several joined by a plus sign.

        Axes that are not named have the default.

        Raises:
            OptionError: An axis is not known, stands twice, or has a value without meaning.

        >>> NistDialect.parse("match=best_reference").match
        'best_reference'
        """
        return from_text(cls, "NIST", text, _READ)


_READ: Mapping[str, Callable[[str], Any]] = MappingProxyType(
    {"order": int, "beta": float, "lowercase": parse_lowercase}
)
