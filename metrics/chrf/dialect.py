"""The conventions in which programs that compute chrF differ.

Popović (WMT 2015 and 2017) leaves open how orders that a segment is too short for are averaged,
what counts as white space, and how a corpus and several references are scored.
"""

from __future__ import annotations

from tallystick.errors import OptionError
from tallystick.metrics.arguments.options import MAXIMUM_ORDER
from tallystick.metrics.interface import axes
from tallystick.metrics.interface.dialect import Dialect, axis, dialect_of
from tallystick.metrics.tokenizers import Lowercase


@dialect_of("chrF")
class ChrfDialect(Dialect):
    """A full set of conventions for chrF. The defaults are those of sacreBLEU, except for ties.

    >>> str(ChrfDialect(word_order=2, eps_smoothing=True))
    'word_order=2+eps_smoothing=yes'
    """

    order: int = axes.whole_number(
        6, "The highest order of character n-grams; 0 for words alone.", high=MAXIMUM_ORDER
    )
    word_order: int = axes.whole_number(
        0,
        "The highest order of word n-grams: 0 for chrF, 1 for chrF+, 2 for chrF++.",
        high=MAXIMUM_ORDER,
    )
    beta: float = axes.number(
        2.0, "The weight of recall: beta times as important as precision.", examples=("1.0", "3.0")
    )
    eps_smoothing: bool = axes.flag(
        False,
        "Whether orders without n-grams are averaged too.",
        no="no: precision and recall are averaged over the orders of which both sides have "
        "n-grams, and give one F-score",
        yes="yes: the F-scores of all orders are averaged, with 1e-16 for a precision or recall "
        "that is not defined",
    )
    average: str = axis("micro", "What is combined over the segments of a corpus.", axes.AVERAGED)
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
    lowercase: Lowercase = axes.lowercase("none")

    def _check_together(self) -> None:
        if self.order + self.word_order == 0:
            raise OptionError(
                "order and word_order are both 0, so there are no n-grams to compare; give one of "
                "them, such as order=6"
            )


SACREBLEU = ChrfDialect()
"""The default of this package: sacreBLEU's, except that the order of references does not matter."""
