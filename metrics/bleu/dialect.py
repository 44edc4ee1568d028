"""The conventions in which programs that compute BLEU differ, as one value.

Papineni et al. 2002 define BLEU for a corpus in which every order has a match. Programs differ in
everything else: which reference length counts, how orders without matches or without n-grams are
treated, what is averaged. A `BleuDialect` is one full set of such conventions. The metric reads its
axes and does not know programs by name.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, ClassVar

from tallystick.errors import OptionError
from tallystick.metrics.dialect import Dialect, axis, with_axes_described
from tallystick.metrics.options import (
    CASE_FOLDINGS,
    check_lowercase,
    check_order,
    check_tokenizer,
    flag,
    number,
    parse_flag,
    parse_lowercase,
    whole_number,
)
from tallystick.metrics.tokenizers import Lowercase

SMOOTH_VALUES: Mapping[str, float] = MappingProxyType(
    {
        "floor": 0.1,
        "add-k": 1.0,
        "chencherry4": 5.0,
        "chencherry6": 5.0,
        "chencherry7": 5.0,
        "nltk4": 5.0,
        "nltk6": 5.0,
        "nltk7": 5.0,
        "grounded": 1.0,
    }
)
"""The smoothing methods that take a value, each with its default."""


def parse_weights(text: str) -> tuple[float, ...]:
    """Read weights joined by plus signs.

    >>> parse_weights("0.5+0.25+0.25")
    (0.5, 0.25, 0.25)
    """
    try:
        return tuple(float(part) for part in text.split("+"))
    except ValueError:
        raise OptionError(f"{text!r} is not a list of weights, such as 0.5+0.3+0.2") from None


def _kept(name: str, value: Any) -> Any:
    return value  # checked together with other axes


@with_axes_described
@dataclass(frozen=True, slots=True)
class BleuDialect(Dialect):
    """One set of conventions for BLEU. The defaults are Papineni et al. 2002 on white space.

    Raises:
        OptionError: A value of an axis is invalid.

    >>> str(BleuDialect(reference_length="shortest"))
    'reference_length=shortest'
    """

    title: ClassVar[str] = "BLEU"

    order: int = axis(4, "The highest order of n-grams.", check=check_order, parse=int)
    weights: tuple[float, ...] | None = axis(
        None,
        "The weights of the orders; uniform where not given.",
        check=_kept,
        parse=parse_weights,
    )
    order_limit: str = axis(
        "none",
        "What lowers the highest order.",
        {
            "none": "nothing does",
            "longest_hypothesis": "the tokens of the longest hypothesis",
            "longest_reference": "the tokens of the longest reference",
            "hypothesis_tokens": "the tokens of all hypotheses together",
        },
    )
    reference_length: str = axis(
        "closest",
        "Which length of a segment's references counts as r.",
        {
            "closest": "the closest to the hypothesis, of two equally close the shorter",
            "closest_first": "the closest to the hypothesis, of two equally close the first",
            "shortest": "the shortest",
            "average": "the mean",
            "average_truncated": "the mean without its fraction",
            "first": "that of the first reference",
            "last": "that of the last reference",
        },
    )
    clip: str = axis(
        "max",
        "What limits the matches of an n-gram.",
        {
            "max": "its highest count in any one reference",
            "best_reference": "its count in the one reference with the most matches of the order",
            "first_reference": "its count in the first reference",
            "reference_counts": "nothing: it matches as often as any one reference has it, "
            "even if the hypothesis has it less often",
            "none": "nothing: it matches as often as the hypothesis has it",
        },
    )
    smooth: str = axis(
        "none",
        "What replaces the precision of an order without a match.",
        {
            "none": "nothing",
            "floor": "a count of smooth_value",
            "add-k": "matches and n-grams are raised by smooth_value from order smooth_from on",
            "exp": "1/2, 1/4, 1/8, ... of a match for the first, second, third such order",
            "exp-length": "as exp, over the n-grams of all hypotheses as if they were one",
            "chencherry4": "as exp, but (ln c / smooth_value) to the power 1, 2, 3, ...",
            "chencherry5": "means of the counts of neighbouring orders, for every order",
            "chencherry6": "from order 3 on a prior from the two orders below, with weight "
            "smooth_value",
            "chencherry7": "chencherry4, then chencherry5",
            "nltk4": "as exp, but ln c / smooth_value of 1/2, 1/4, 1/8, ...",
            "nltk5": "means of the precisions of neighbouring orders, order 5 above the last",
            "nltk6": "chencherry6 where trigrams match, else an error",
            "nltk7": "nltk4, then nltk5",
            "grounded": "as floor, less the BLEU that add-k gives without any match",
        },
    )
    smooth_value: float | None = axis(
        None, "The count, k or K of the smoothing.", check=_kept, parse=float
    )
    smooth_from: int = axis(
        2,
        "The first order whose counts add-k raises.",
        check=partial(whole_number, low=1),
        parse=int,
    )
    guarded: bool = axis(
        False,
        "Whether the score is 0 before any smoothing where an order has no match.",
        {"no": "no", "yes": "yes, so that smoothing rescues nothing"},
        check=flag,
        parse=parse_flag,
    )
    unmatched_order: str = axis(
        "zero",
        "What an order without a match is worth after smoothing.",
        {
            "zero": "precision 0, so that BLEU is 0",
            "skip": "it is left out of the sum, the other weights as they are",
            "precision": "a precision of unmatched_numerator",
            "raised": "every order has its matches raised by unmatched_numerator and its "
            "n-grams by unmatched_denominator",
            "at_least": "every order has matches of at least unmatched_numerator and n-grams "
            "of at least unmatched_denominator",
        },
    )
    unmatched_numerator: float = axis(
        0.0, "The small number of unmatched_order.", check=partial(number, low=0), parse=float
    )
    unmatched_denominator: float = axis(
        0.0,
        "The small number of unmatched_order below the line.",
        check=partial(number, low=0),
        parse=float,
    )
    missing_order: str = axis(
        "zero",
        "What an order is worth for which the hypotheses are too short.",
        {
            "zero": "the same as an order without a match, and it is not smoothed",
            "neutral": "precision 1",
            "effective": "it is left out and the other weights are raised to the same sum",
            "one_per_segment": "every segment has at least one n-gram of every order",
            "one_per_corpus": "the corpus has at least one n-gram of every order",
            "zero_after_smoothing": "precision 0, even if add-k gave it counts",
            "negative": "a segment of c tokens has c - n + 1 n-grams, even below 0",
            "error": "the program ends with an error",
        },
    )
    no_match: str = axis(
        "smoothed",
        "What BLEU is without any match.",
        {"smoothed": "what smoothing makes of it", "zero": "0"},
    )
    brevity_penalty: str = axis(
        "exp",
        "The factor for hypotheses of c tokens that are shorter than references of r.",
        {
            "exp": "exp(1 - r/c)",
            "none": "none",
            "inverted": "exp(1 - c/r), a bonus",
            "plus_one": "exp(1 - (r+1)/(c+1))",
            "reference_plus_one": "exp(1 - (r+1)/c)",
            "raised": "exp(1 - r/c) with c raised by unmatched_numerator and r by "
            "unmatched_denominator",
            "squared": "exp(1 - r/c) twice",
        },
    )
    brevity_scope: str = axis(
        "corpus",
        "Which lengths the penalty compares.",
        {
            "corpus": "the sums of all segments",
            "strict": "the sums too, but a hypothesis counts as no longer than its reference",
        },
    )
    average: str = axis(
        "micro",
        "What is averaged over the segments of a corpus.",
        {
            "micro": "the counts: they are added before the score is taken",
            "macro": "the scores: the mean of the scores of the segments",
            "smoothed_counts": "the counts, each segment's smoothed before they are added",
        },
    )
    empty_hypotheses: str = axis(
        "zero",
        "What happens where all hypotheses are empty.",
        {
            "zero": "BLEU is 0",
            "normal": "nothing out of the ordinary",
            "one_if_both": "BLEU is 0, but perfect where r is 0 too",
            "error_if_both": "BLEU is 0, but the program ends with an error where r is 0 too",
            "error": "the program ends with an error",
            "error_if_any": "the program ends with an error even if only one is empty",
        },
    )
    empty_references: str = axis(
        "normal",
        "What happens where references are empty.",
        {
            "normal": "nothing out of the ordinary",
            "zero": "BLEU is 0 where r is 0",
            "dropped": "they do not count as references; where r is 0 the program ends with "
            "an error",
            "error": "the program ends with an error where r is 0",
            "error_if_any": "the program ends with an error even if only one is empty",
        },
    )
    tokenize: str = axis("none", "The tokenizer.", check=check_tokenizer)
    lowercase: Lowercase = axis(
        "none", "How case is folded.", CASE_FOLDINGS, check=check_lowercase, parse=parse_lowercase
    )

    def _check_together(self) -> None:
        if self.weights is not None:
            object.__setattr__(self, "weights", checked_weights(self.weights, self.order))
            object.__setattr__(self, "order", len(self.weights))
        object.__setattr__(self, "smooth_value", _checked_smooth_value(self))


def checked_weights(weights: Any, order: int) -> tuple[float, ...]:
    """Return weights as a tuple of numbers.

    Raises:
        OptionError: They do not sum to 1, one is negative, or their number differs from the order.
    """
    try:
        checked = tuple(float(weight) for weight in weights)
    except (TypeError, ValueError):
        raise OptionError(
            f"weights is {weights!r}; expected numbers that sum to 1, such as (0.5, 0.5)"
        ) from None
    if order not in (4, len(checked)):
        raise OptionError(
            f"there are {len(checked)} weights but the order is {order}; give one weight an order, "
            "or leave the order out"
        )
    total = math.fsum(checked)
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
            f"leave it out, or choose one of {', '.join(SMOOTH_VALUES)}"
        )
    return number("smooth_value", value, low=0)


SACREBLEU = BleuDialect(smooth="exp", no_match="zero", tokenize="13a")
"""The default of this package: the default of sacreBLEU 2.x."""
