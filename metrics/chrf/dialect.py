"""The conventions in which programs that compute chrF differ.

Popović (WMT 2015 and 2017) leaves open how orders that a segment is too short for are averaged,
what counts as white space, and how a corpus and several references are scored.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from tallystick.errors import OptionError
from tallystick.metrics.arguments.options import (
    MAXIMUM_ORDER,
    flag,
    number,
    parse_flag,
    whole_number,
)
from tallystick.metrics.interface.dialect import Dialect, axis, lowercase_axis, with_axes_described
from tallystick.metrics.tokenizers import Lowercase


@with_axes_described
@dataclass(frozen=True, slots=True)
class ChrfDialect(Dialect):
    """A full set of conventions for chrF. The defaults are those of sacreBLEU, except for ties.

    Raises:
        OptionError: A value of an axis is invalid.

    >>> str(ChrfDialect(word_order=2, eps_smoothing=True))
    'word_order=2+eps_smoothing=yes'
    """

    title: ClassVar[str] = "chrF"

    order: int = axis(
        6,
        "The highest order of character n-grams; 0 for words alone.",
        check=partial(whole_number, low=0, high=MAXIMUM_ORDER),
        parse=int,
    )
    word_order: int = axis(
        0,
        "The highest order of word n-grams: 0 for chrF, 1 for chrF+, 2 for chrF++.",
        check=partial(whole_number, low=0, high=MAXIMUM_ORDER),
        parse=int,
    )
    beta: float = axis(
        2.0,
        "The weight of recall: beta times as important as precision.",
        check=partial(number, low=0),
        parse=float,
        examples=("1.0", "3.0"),
    )
    eps_smoothing: bool = axis(
        False,
        "Whether orders without n-grams are averaged too.",
        {
            "no": "no: precision and recall are averaged over the orders of which both sides have "
            "n-grams, and give one F-score",
            "yes": "yes: the F-scores of all orders are averaged, with 1e-16 for a precision or "
            "recall that is not defined",
        },
        check=flag,
        parse=parse_flag,
    )
    average: str = axis(
        "micro",
        "What is combined over the segments of a corpus.",
        {
            "micro": "the counts: they are summed before the score is computed",
            "macro": "the scores: the mean of the scores of the segments",
        },
    )
    whitespace: str = axis(
        "removed",
        "The white space that is not a character.",
        {
            "removed": "all, as Python's str.split defines it",
            "removed-perl": "all, as Perl defines it: U+001C to U+001F are characters",
            "spaces-removed": "all at both ends of the line, elsewhere only U+0020",
            "kept": "none: it belongs to the n-grams",
        },
        examples=("kept",),
    )
    missing_order: str = axis(
        "ignored",
        "The n-grams of a hypothesis of an order of which its reference has none.",
        {"ignored": "they are not counted", "counted": "they are counted"},
    )
    reference_ties: str = axis(
        "smallest",
        "The reference whose counts are used if several give a segment the same score.",
        {
            "smallest": "the one with the smallest counts, compared one after another: those of "
            "the hypothesis, of the reference, and the matches",
            "first": "the first",
        },
    )
    no_match: str = axis(
        "reference",
        "What is counted of a segment without a match.",
        {
            "reference": "the n-grams of the hypothesis and of the chosen reference",
            "hypothesis": "those of the hypothesis only",
        },
    )
    lowercase: Lowercase = lowercase_axis("none")

    def _check_together(self) -> None:
        if self.order + self.word_order == 0:
            raise OptionError(
                "order and word_order are both 0, so there are no n-grams to compare; give one of "
                "them, such as order=6"
            )


SACREBLEU = ChrfDialect()
"""The default of this package: sacreBLEU's, except that the order of references does not matter."""
