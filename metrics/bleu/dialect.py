"""The conventions in which programs that compute BLEU differ, as one value.

Papineni et al. 2002 define BLEU for a corpus in which every order has a match. Everything else was
settled by each program for itself: which reference length counts, what an order without matches or
without n-grams is worth, what is averaged. A `BleuDialect` is one point in that space; the metric
reads its axes and knows no program by name.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from tallystick.errors import OptionError
from tallystick.metrics.dialect_text import from_text, text_of
from tallystick.metrics.options import check_order, parse_flag, parse_lowercase
from tallystick.metrics.registry import closest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tallystick.metrics.tokenizers import Lowercase

Smoothing = Literal[
    "none",
    "floor",
    "add-k",
    "exp",
    "exp-length",
    "chencherry4",
    "chencherry5",
    "chencherry6",
    "chencherry7",
    "nltk4",
    "nltk5",
    "nltk6",
    "nltk7",
    "grounded",
]
ReferenceLength = Literal[
    "closest", "closest_first", "shortest", "average", "average_truncated", "first", "last"
]
Clip = Literal["max", "best_reference", "first_reference", "reference_counts", "none"]
UnmatchedOrder = Literal["zero", "skip", "precision", "raised", "at_least"]
MissingOrder = Literal[
    "zero",
    "neutral",
    "effective",
    "one_per_segment",
    "one_per_corpus",
    "zero_after_smoothing",
    "negative",
    "error",
]
OrderLimit = Literal["none", "longest_hypothesis", "longest_reference", "hypothesis_tokens"]
EmptyHypotheses = Literal["zero", "normal", "one_if_both", "error_if_both", "error", "error_if_any"]
EmptyReferences = Literal["normal", "zero", "dropped", "error", "error_if_any"]
BrevityPenalty = Literal[
    "exp", "none", "inverted", "plus_one", "reference_plus_one", "raised", "squared"
]

SMOOTH_VALUES: Mapping[str, float | None] = MappingProxyType(
    {
        "none": None,
        "floor": 0.1,
        "add-k": 1.0,
        "exp": None,
        "exp-length": None,
        "chencherry4": 5.0,
        "chencherry5": None,
        "chencherry6": 5.0,
        "chencherry7": 5.0,
        "nltk4": 5.0,
        "nltk5": None,
        "nltk6": 5.0,
        "nltk7": 5.0,
        "grounded": 1.0,
    }
)
"""The smoothing methods and the values they take when none is given; None for those without."""

AXES: Mapping[str, tuple[str, Mapping[str, str]]] = MappingProxyType(
    {
        "order": ("The highest order of n-grams.", {}),
        "weights": ("The weights of the orders; uniform where not given.", {}),
        "order_limit": (
            "What lowers the highest order.",
            {
                "none": "nothing does",
                "longest_hypothesis": "the tokens of the longest hypothesis",
                "longest_reference": "the tokens of the longest reference",
                "hypothesis_tokens": "the tokens of all hypotheses together",
            },
        ),
        "reference_length": (
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
        ),
        "clip": (
            "What limits the matches of an n-gram.",
            {
                "max": "its highest count in any one reference",
                "best_reference": "its count in the one reference with the most matches of the "
                "order",
                "first_reference": "its count in the first reference",
                "reference_counts": "nothing: it matches as often as any one reference has it, "
                "even if the hypothesis has it less often",
                "none": "nothing: it matches as often as the hypothesis has it",
            },
        ),
        "smooth": (
            "What stands in for the precision of an order without a match.",
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
        ),
        "smooth_value": ("The count, k or K of the smoothing.", {}),
        "smooth_from": ("The first order whose counts add-k raises.", {}),
        "guarded": (
            "Whether the score is 0 before any smoothing where an order has no match.",
            {"no": "no", "yes": "yes, so that smoothing rescues nothing"},
        ),
        "unmatched_order": (
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
        ),
        "unmatched_numerator": ("The small number of unmatched_order.", {}),
        "unmatched_denominator": ("The small number of unmatched_order below the line.", {}),
        "missing_order": (
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
        ),
        "no_match": (
            "What BLEU is without any match.",
            {"smoothed": "what smoothing makes of it", "zero": "0"},
        ),
        "brevity_penalty": (
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
        ),
        "brevity_scope": (
            "Which lengths the penalty compares.",
            {
                "corpus": "the sums of all segments",
                "strict": "the sums too, but a hypothesis counts as no longer than its reference",
            },
        ),
        "average": (
            "What is averaged over the segments of a corpus.",
            {
                "micro": "the counts: they are added before the score is taken",
                "macro": "the scores: the mean of the scores of the segments",
                "smoothed_counts": "the counts, each segment's smoothed before they are added",
            },
        ),
        "empty_hypotheses": (
            "What happens where all hypotheses are empty.",
            {
                "zero": "BLEU is 0",
                "normal": "nothing out of the ordinary",
                "one_if_both": "BLEU is 0, but perfect where r is 0 too",
                "error_if_both": "BLEU is 0, but the program ends with an error where r is 0 too",
                "error": "the program ends with an error",
                "error_if_any": "the program ends with an error even if only one is empty",
            },
        ),
        "empty_references": (
            "What happens where references are empty.",
            {
                "normal": "nothing out of the ordinary",
                "zero": "BLEU is 0 where r is 0",
                "dropped": "they do not count as references; where r is 0 the program ends with "
                "an error",
                "error": "the program ends with an error where r is 0",
                "error_if_any": "the program ends with an error even if only one is empty",
            },
        ),
        "tokenize": ("The tokenizer.", {}),
        "lowercase": (
            "How case is folded.",
            {"none": "not at all", "unicode": "every letter", "ascii": "A to Z"},
        ),
    }
)
"""Every axis with what it decides, and its values with what each of them means."""


@dataclass(frozen=True, slots=True)
class BleuDialect:
    """One set of conventions for BLEU. The defaults are Papineni et al. 2002 on white space.

    `AXES` says what each field decides and what its values mean.

    Raises:
        OptionError: A value is none of its axis.

    >>> str(BleuDialect(reference_length="shortest"))
    'reference_length=shortest'
    """

    order: int = 4
    weights: tuple[float, ...] | None = None
    order_limit: OrderLimit = "none"
    reference_length: ReferenceLength = "closest"
    clip: Clip = "max"
    smooth: Smoothing = "none"
    smooth_value: float | None = None
    smooth_from: int = 2
    guarded: bool = False
    unmatched_order: UnmatchedOrder = "zero"
    unmatched_numerator: float = 0.0
    unmatched_denominator: float = 0.0
    missing_order: MissingOrder = "zero"
    no_match: Literal["smoothed", "zero"] = "smoothed"
    brevity_penalty: BrevityPenalty = "exp"
    brevity_scope: Literal["corpus", "strict"] = "corpus"
    average: Literal["micro", "macro", "smoothed_counts"] = "micro"
    empty_hypotheses: EmptyHypotheses = "zero"
    empty_references: EmptyReferences = "normal"
    tokenize: str = "none"
    lowercase: Lowercase = "none"

    def __post_init__(self) -> None:
        if self.weights is not None:
            object.__setattr__(self, "weights", checked_weights(self.weights, self.order))
            object.__setattr__(self, "order", len(self.weights))
        check_order(self.order)
        object.__setattr__(self, "lowercase", parse_lowercase(self.lowercase))
        for axis, (_, values) in AXES.items():
            value = getattr(self, axis)
            if values and not isinstance(value, bool) and value not in values:
                raise OptionError(
                    f"{axis} is {value!r}; expected one of {', '.join(values)}"
                    f"{closest(value, values)}"
                )
        if not isinstance(self.guarded, bool):
            raise OptionError(f"guarded is {self.guarded!r}; expected True or False")
        for axis in ("unmatched_numerator", "unmatched_denominator"):
            value = getattr(self, axis)
            if not isinstance(value, (int, float)) or not 0 <= value < math.inf:
                raise OptionError(f"{axis} is {value!r}; expected a number of 0 or more")
        object.__setattr__(self, "smooth_value", _checked_smooth_value(self))
        if not isinstance(self.smooth_from, int) or self.smooth_from < 1:
            raise OptionError(f"smooth_from is {self.smooth_from!r}; expected an order, 1 or more")

    def __str__(self) -> str:
        """Return the axes that differ from the defaults, in a form that `parse` reads."""
        return text_of(self)

    @classmethod
    def parse(cls, text: str) -> BleuDialect:
        """Read axes and their values: `axis=value`, several joined by a plus sign.

        Raises:
            OptionError: An axis is not known, stands twice, or has a value without meaning.

        >>> BleuDialect.parse("clip=best_reference+order=2").clip
        'best_reference'
        """
        return from_text(cls, "BLEU", text, _READ)


def parse_weights(text: str) -> tuple[float, ...]:
    """Read weights joined by plus signs.

    >>> parse_weights("0.5+0.25+0.25")
    (0.5, 0.25, 0.25)
    """
    try:
        return tuple(float(part) for part in text.split("+"))
    except ValueError:
        raise OptionError(f"{text!r} is no list of weights; expected such as 0.5+0.3+0.2") from None


_READ: Mapping[str, Callable[[str], Any]] = MappingProxyType(
    {
        "order": int,
        "weights": parse_weights,
        "smooth_value": float,
        "smooth_from": int,
        "guarded": parse_flag,
        "unmatched_numerator": float,
        "unmatched_denominator": float,
    }
)


def checked_weights(weights: Any, order: int) -> tuple[float, ...]:
    """Return weights as a tuple of numbers.

    Raises:
        OptionError: They do not sum to 1, one is negative, or there are not as many as orders.
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
    if not checked or min(checked) < 0 or not math.isclose(sum(checked), 1, abs_tol=1e-6):
        raise OptionError(
            f"the weights {checked} sum to {sum(checked):g}; expected weights of 0 or more that "
            "sum to 1, such as 0.5+0.5"
        )
    return checked


def _checked_smooth_value(dialect: BleuDialect) -> float | None:
    default = SMOOTH_VALUES[dialect.smooth]
    value = dialect.smooth_value
    if value is None:
        return default
    if default is None:
        takers = ", ".join(name for name, taken in SMOOTH_VALUES.items() if taken is not None)
        raise OptionError(
            f"smooth_value is {value} but smooth={dialect.smooth} takes none; "
            f"leave it out, or choose one of {takers}"
        )
    if not isinstance(value, (int, float)) or not 0 <= value < math.inf:
        raise OptionError(f"smooth_value is {value!r}; expected a number of 0 or more")
    return float(value)


SACREBLEU = BleuDialect(smooth="exp", no_match="zero", tokenize="13a")
"""The default of this package: what sacreBLEU 2.x does when nothing is chosen."""
