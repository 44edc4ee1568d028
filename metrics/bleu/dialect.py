"""The conventions in which programs that compute BLEU differ.

Papineni et al. 2002 define BLEU only for a corpus in which every order has a match, and leave the
choice of the reference length open if two references are equally close.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tallystick.errors import OptionError
from tallystick.metrics.arguments.options import number
from tallystick.metrics.interface import axes
from tallystick.metrics.interface.dialect import Dialect, axis, dialect_of
from tallystick.metrics.tokenizers import Lowercase

_WITH_5 = (
    *("chencherry4", "chencherry6", "chencherry7"),
    *("nltk4", "nltk4-3.4", "nltk4-3.5", "nltk6", "nltk7", "nltk7-3.4", "nltk7-3.5"),
)
SMOOTH_VALUES: Mapping[str, float] = MappingProxyType(
    {"floor": 0.1, "add-k": 1.0, **dict.fromkeys(_WITH_5, 5.0), "grounded": 1.0}
)
"""The default value of each smoothing method that takes one."""


UNIFORM = "uniform"
"""How equal weights for every order are written."""


def parse_weights(text: str) -> tuple[float, ...] | None:
    """Read weights joined by plus signs, or the word for equal ones, which are not listed."""
    if text == UNIFORM:
        return None
    try:
        return tuple(float(part) for part in text.split("+"))
    except ValueError:
        raise OptionError(
            f"{text!r} is not a list of weights, such as 0.5+0.3+0.2, or {UNIFORM}"
        ) from None


def _kept(name: str, value: Any) -> Any:
    return value  # `_check_together` checks it


@dialect_of("BLEU")
class BleuDialect(Dialect):
    """A full set of conventions for BLEU. The defaults are those of Papineni et al. 2002.

    >>> str(BleuDialect(reference_length="shortest"))
    'reference_length=shortest'
    """

    order: int = axes.order()
    weights: tuple[float, ...] | None = axis(
        None,
        "The weights of the orders, one for each, which sum to 1; uniform by default.",
        check=_kept,
        parse=parse_weights,
        unset=UNIFORM,
        examples=("0.0+1.0", "0.0+0.0+1.0", "0.0+0.0+0.0+1.0"),  # the precision of one order
    )
    order_limit: str = axis(
        "none",
        "The number of tokens that the highest order cannot exceed.",
        {
            "none": "no limit",
            "longest_hypothesis": "that of the longest hypothesis",
            "longest_reference": "that of the longest reference",
            "hypothesis_tokens": "that of all hypotheses together",
        },
    )
    reference_length: str = axis(
        "closest",
        "The reference length r of a segment.",
        {
            "closest": "the length closest to the hypothesis; ties go to the shorter reference",
            "closest_first": "the length closest to the hypothesis; ties go to the first reference",
            "shortest": "the shortest length",
            "average": "the mean length",
            "average_truncated": "the mean length, rounded down",
            "first": "the length of the first reference",
            "last": "the length of the last reference",
        },
    )
    clip: str = axis(
        "max",
        "The count to which the matches of an n-gram are clipped.",
        {
            "max": "its highest count in a single reference",
            "best_reference": "its count in the reference with the most matches of its order",
            "first_reference": "its count in the first reference",
            "reference_counts": "none: it matches as often as it occurs in the reference that has "
            "it most often, even if it is rarer in the hypothesis",
            "none": "none: all its occurrences match if it is in any reference",
        },
    )
    smooth: str = axis(
        "none",
        "The smoothing of orders without a match.",
        {
            "none": "no smoothing",
            "floor": "smooth_value replaces a match count of 0",
            "add-k": "smooth_value is added to matches and n-grams of order smooth_from and above",
            "exp": "the match counts of orders without a match become 1/2, 1/4, 1/8, ...",
            "exp-length": "like exp, but divided by the n-grams of all hypotheses joined into one",
            "chencherry4": "like exp, with powers of ln c / smooth_value in place of those of 1/2",
            "chencherry5": "the match count of every order is averaged with those of its "
            "neighbours",
            "chencherry6": "from order 3 on, a prior from the two orders below is added with the "
            "weight smooth_value",
            "chencherry7": "chencherry4, then chencherry5",
            "nltk4": "like exp, multiplied by ln c / smooth_value",
            "nltk4-3.4": "the precision of an order n without a match becomes "
            "1 / (n - 1 + smooth_value / ln c)",
            "nltk4-3.5": "the match count of an order n without a match becomes "
            "n - 1 + smooth_value / ln c, which is often more than 1",
            "nltk5": "the precision of every order is averaged with those of its neighbours; "
            "order 5 is above the last",
            "nltk6": "chencherry6 if a trigram matches, else an error",
            "nltk7": "nltk4, then nltk5",
            "nltk7-3.4": "nltk4-3.4, then nltk5",
            "nltk7-3.5": "nltk4-3.5, then nltk5",
            "grounded": "like floor, minus the BLEU that add-k gives without any match",
        },
    )
    smooth_value: float | None = axis(
        None,
        "The parameter of the smoothing: a count (by default 0.1 for floor, 1 for grounded), "
        "k (1) or K (5).",
        check=_kept,
        parse=float,
        examples=("0.5",),
    )
    smooth_from: int = axes.whole_number(2, "The lowest order to whose counts add-k adds.", low=1)
    guarded: bool = axes.flag(
        False,
        "Whether smoothing is disabled if an order has no match.",
        no="smoothing applies to every order",
        yes="BLEU is 0 if an order has no match, whatever the smoothing",
    )
    unmatched_order: str = axis(
        "zero",
        "The treatment of an order without a match after smoothing.",
        {
            "zero": "its precision is 0, which makes BLEU 0",
            "skip": "it is omitted, and the other weights are unchanged",
            "precision": "its precision is unmatched_numerator",
            "raised": "unmatched_numerator is added to the matches and unmatched_denominator to "
            "the n-grams of every order",
            "at_least": "every order counts at least unmatched_numerator matches and "
            "unmatched_denominator n-grams",
        },
    )
    unmatched_numerator: float = axes.number(
        0.0, "The small number that unmatched_order uses in the numerator."
    )
    unmatched_denominator: float = axes.number(
        0.0, "The small number that unmatched_order uses in the denominator."
    )
    missing_order: str = axis(
        "zero",
        "The treatment of an order for which all hypotheses are too short.",
        {
            "zero": "like an order without a match, but not smoothed",
            "neutral": "its precision is 1",
            "effective": "it is omitted, and the other weights are scaled to the same sum",
            "one_per_segment": "every segment counts at least one n-gram of every order",
            "one_per_corpus": "the corpus counts at least one n-gram of every order",
            "zero_after_smoothing": "its precision is 0, even if add-k adds to its counts",
            "negative": "a segment of c tokens counts c - n + 1 n-grams, even if that is negative",
            "error": "the program fails",
        },
    )
    no_match: str = axis(
        "smoothed",
        "The score if no n-gram matches.",
        {"smoothed": "the result of smoothing", "zero": "0"},
    )
    brevity_penalty: str = axis(
        "exp",
        "The penalty of hypotheses with c tokens if the references have r, more than c.",
        {
            "exp": "exp(1 - r/c)",
            "none": "no penalty",
            "inverted": "exp(1 - c/r), a bonus",
            "plus_one": "exp(1 - (r+1)/(c+1))",
            "reference_plus_one": "exp(1 - (r+1)/c)",
            "raised": "exp(1 - r/c) after adding unmatched_numerator to c and "
            "unmatched_denominator to r",
            "squared": "exp(1 - r/c), squared",
        },
    )
    brevity_scope: str = axis(
        "corpus",
        "The lengths that the brevity penalty compares.",
        {
            "corpus": "the sums over all segments",
            "strict": "the same, but no hypothesis counts as longer than its reference",
        },
    )
    average: str = axis(
        "micro",
        "What is combined over the segments of a corpus.",
        axes.AVERAGED
        | {"smoothed_counts": "the counts: those of each segment are smoothed, then summed"},
    )
    empty_hypotheses: str = axis(
        "zero",
        "The score if all hypotheses are empty.",
        {
            "zero": "0",
            "normal": "no special case",
            "one_if_both": "0, or the perfect score if r is 0 too",
            "error_if_both": "0, but the program fails if r is 0 too",
            "error": "none: the program fails",
            "error_if_any": "none: the program fails, even if only one hypothesis is empty",
        },
    )
    empty_references: str = axis(
        "normal",
        "The score if references are empty.",
        {
            "normal": "no special case",
            "zero": "0 if r is 0",
            "dropped": "empty references are ignored, and the program fails if r is 0",
            "dropped_by_segment": "empty references are ignored, and the program fails if a "
            "segment has no others",
            "error": "none if r is 0: the program fails",
            "error_if_any": "none: the program fails, even if only one reference is empty",
        },
    )
    tokenize: str = axes.tokenizer(
        "none", "none", "13a", "intl", "zh", "char", "mteval-13a", "mteval-intl"
    )
    lowercase: Lowercase = axes.lowercase("none")

    def _check_together(self) -> None:
        if self.weights is not None:
            object.__setattr__(self, "weights", _checked_weights(self.weights, self.order))
            object.__setattr__(self, "order", len(self.weights))
        object.__setattr__(self, "smooth_value", _checked_smooth_value(self))


def unequal_orders(weights: int, order: int) -> OptionError:
    """Return the error for weights whose number is not the order."""
    return OptionError(
        f"there are {weights} weights but the order is {order}; give one weight for each order, or "
        "omit the order"
    )


def _checked_weights(weights: Any, order: int) -> tuple[float, ...]:
    try:
        checked = tuple(float(weight) for weight in weights)
    except (TypeError, ValueError):
        raise OptionError(
            f"weights is {weights!r}; expected numbers that sum to 1, such as (0.5, 0.5)"
        ) from None
    if order not in (4, len(checked)):
        raise unequal_orders(len(checked), order)
    total = sum(checked)  # infinite where it is too large for a number
    if not checked or min(checked) < 0 or not math.isclose(total, 1, abs_tol=1e-6):
        raise OptionError(
            f"the weights {checked} sum to {total:g}; expected weights of 0 or more that "
            "sum to 1, such as 0.5+0.5"
        )
    return checked


def _checked_smooth_value(dialect: BleuDialect) -> float | None:
    default = SMOOTH_VALUES.get(dialect.smooth)
    value = dialect.smooth_value
    if value is None:
        return default
    if default is None:
        raise OptionError(
            f"smooth_value is {value} but smooth={dialect.smooth} takes none; "
            f"omit it, or choose one of {', '.join(SMOOTH_VALUES)}"
        )
    return number("smooth_value", value, low=0)


SACREBLEU = BleuDialect(smooth="exp", no_match="zero", tokenize="13a")
"""The default of this package: the default of sacreBLEU 2.x."""
