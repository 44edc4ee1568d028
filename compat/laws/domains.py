"""The domains of laws, as predicates on the axes of a dialect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from tallystick.metrics.bleu.dialect import BleuDialect
from tallystick.metrics.cer.metric import CerDialect
from tallystick.metrics.chrf.dialect import ChrfDialect
from tallystick.metrics.cider.dialect import CiderDialect
from tallystick.metrics.distinct.dialect import DistinctDialect
from tallystick.metrics.google_gleu.metric import GoogleGleuDialect
from tallystick.metrics.meteor.metric import MeteorDialect
from tallystick.metrics.nist.dialect import NistDialect
from tallystick.metrics.ribes.metric import RibesDialect
from tallystick.metrics.rouge.dialect import RougeDialect
from tallystick.metrics.sari.dialect import SariDialect
from tallystick.metrics.self_bleu.dialect import SelfBleuDialect
from tallystick.metrics.ter.dialect import TerDialect
from tallystick.metrics.wer.dialect import ErrorRateDialect, WerDialect

Domains: TypeAlias = Mapping[type, Callable[[Any], bool]]
"""For types of dialects, whether a law follows from a dialect."""

ALL: tuple[type, ...] = (
    *(BleuDialect, NistDialect, ChrfDialect, GoogleGleuDialect, RibesDialect, MeteorDialect),
    *(RougeDialect, WerDialect, CerDialect, TerDialect, CiderDialect, SariDialect),
    *(DistinctDialect, SelfBleuDialect),
)
"""The types of the dialects of the built-in metrics."""


def always(dialect: object) -> bool:
    """Return True: the law follows from all conventions."""
    return True


def always_in(*kinds: type) -> Domains:
    """Return the domains of a law that follows from all dialects of these types."""
    return dict.fromkeys(kinds, always)


def always_but(*others: type) -> Domains:
    """Return the domains of a law that follows from all dialects but those of other types."""
    return always_in(*(kind for kind in ALL if kind not in others))


def clamps_counts(dialect: NistDialect) -> bool:
    """Return whether no hypothesis has a negative number of n-grams."""
    return dialect.hypothesis_counts == "clamped"


def first_reference_is_not_special(dialect: NistDialect) -> bool:
    """Return whether the first reference has no special role."""
    first = (dialect.matched_references, dialect.information_references, dialect.reference_length)
    return "first" not in first


def counts_all_ngrams(dialect: BleuDialect) -> bool:
    """Return whether a segment of c tokens has max(0, c - n + 1) n-grams, also in a corpus."""
    return dialect.missing_order not in ("one_per_segment", "negative")


def precision_within_one(dialect: BleuDialect) -> bool:
    """Return whether no precision, smoothed or not, can exceed 1. Some smoothing methods exceed it:
    means of neighbouring orders' counts, if segments differ in length (Chen and Cherry 5 and 7),
    and of precisions (NLTK 5 and 7); ln c / K of a long corpus (4); the prior p_2^2 / p_1, if
    bigrams are not clipped (6).
    """
    if dialect.clip == "reference_counts" or dialect.missing_order == "negative":
        return False
    if dialect.average == "smoothed_counts":
        return False
    if dialect.smooth.startswith(("nltk4-", "nltk5", "nltk6", "nltk7", "chencherry6")):
        return False
    if dialect.smooth in ("chencherry4", "chencherry5", "chencherry7", "nltk4"):
        return dialect.average == "macro"
    if dialect.smooth in ("floor", "grounded") and float(dialect.smooth_value or 0) > 1:
        return False
    return small_numbers_are_small(dialect)


def never_negative(dialect: BleuDialect) -> bool:
    """Return whether no score is below 0. Grounded smoothing subtracts the score without any match,
    which does not exceed others if both treat orders without n-grams equally.
    """
    return dialect.smooth != "grounded" or (
        dialect.missing_order in ("effective", "neutral") and float(dialect.smooth_value or 0) <= 1
    )


def small_numbers_are_small(dialect: BleuDialect) -> bool:
    """Return whether the smoothed precision of no match is below the precision of any match."""
    if dialect.unmatched_order == "precision":
        return dialect.unmatched_numerator <= 1e-6
    if dialect.unmatched_order in ("raised", "at_least"):
        return dialect.unmatched_numerator <= min(dialect.unmatched_denominator, 1e-6)
    return True


def precision_of_identity_is_one(dialect: BleuDialect) -> bool:
    """Return whether n matches of n n-grams give a precision of 1 in every order with n-grams."""
    if dialect.smooth.startswith(("nltk5", "nltk7", "grounded")):
        return False
    if dialect.smooth in ("chencherry5", "chencherry7", "nltk6"):
        return dialect.average == "macro"
    if dialect.unmatched_order == "raised":
        return dialect.unmatched_numerator == dialect.unmatched_denominator
    return True


def every_order_has_a_weight(dialect: BleuDialect) -> bool:
    """Return whether the mean includes every order that has n-grams."""
    return dialect.order_limit == "none" and (dialect.weights is None or min(dialect.weights) > 0)


def no_penalty_for_equal_lengths(dialect: BleuDialect) -> bool:
    """Return whether the brevity penalty is 1 if c = r."""
    return dialect.brevity_penalty != "raised" or (
        dialect.unmatched_numerator >= dialect.unmatched_denominator
    )


def proportional(dialect: BleuDialect) -> bool:
    """Return whether multiplying all counts by k does not change the score."""
    if dialect.average == "macro":
        return True
    if dialect.order_limit == "hypothesis_tokens":
        return False
    if dialect.brevity_penalty in ("plus_one", "reference_plus_one", "raised"):
        return False
    if dialect.unmatched_order in ("raised", "at_least"):
        return False
    if dialect.average == "smoothed_counts":
        # every order has matches then; but one without n-grams divides them by a constant 1
        return dialect.smooth in ("none", "floor", "exp") and (
            dialect.missing_order != "one_per_corpus"
        )
    return dialect.smooth == "none"


def order_of_references_is_free(dialect: BleuDialect) -> bool:
    """Return whether the order of references does not matter."""
    return (
        dialect.reference_length not in ("closest_first", "first", "last")
        and dialect.clip != "first_reference"
    )


def length_of_one_reference(dialect: BleuDialect) -> bool:
    """Return whether r is the closest or the shortest length, not a mean or at a fixed position."""
    return dialect.reference_length in ("closest", "closest_first", "shortest")


def rises_with_matches(dialect: BleuDialect) -> bool:
    """Return whether more matches of an order, all else equal, never lower the score. They can if
    an order without a match is omitted, which scores higher than one match; and with the prior
    p_{n-1}^2 / p_{n-2} of Chen and Cherry 6, of which unigram matches are the denominator.
    """
    smooth, value = dialect.smooth, float(dialect.smooth_value or 0)
    if smooth.startswith(("chencherry6", "nltk4-", "nltk6", "nltk7-")):
        return False
    if smooth in ("floor", "grounded") and value > 1:
        return False
    if smooth in ("chencherry4", "chencherry7", "nltk4", "nltk7") and value < MOST_LOGARITHM:
        return False
    if dialect.unmatched_order == "skip":
        from_first = smooth == "add-k" and dialect.smooth_from == 1 and value > 0
        return from_first or smooth in ("floor", "exp", "nltk4", "nltk5", "nltk7")
    return small_numbers_are_small(dialect)


MOST_LOGARITHM = 5.0
"""The K of Chen and Cherry: with more than e^K tokens, ln c / K exceeds one match."""

MOST_TOKENS = 148
"""e^5, rounded down: the longest corpus for which a smoothed 0 is known to be below a match."""


def direction_is_free(dialect: ErrorRateDialect) -> bool:
    """Return whether neither the sides nor the direction of reading affect the hits."""
    return dialect.hits != "edits_last"


def empty_references_are_undefined(dialect: ErrorRateDialect) -> bool:
    """Return whether every rate that is defined is a ratio of sums."""
    return dialect.empty_references == "undefined"
