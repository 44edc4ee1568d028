"""The conventions in which CIDEr, CIDEr-D and the programs that compute them differ.

Vedantam et al. 2015 define CIDEr in section 5, and CIDEr-D, which repeated words and other lengths
do not raise, in section 5.1.
"""

from __future__ import annotations

from tallystick.metrics.arguments.options import positive_number
from tallystick.metrics.interface import axes
from tallystick.metrics.interface.dialect import Dialect, axis, dialect_of
from tallystick.metrics.tokenizers import Lowercase


@dialect_of("CIDEr")
class CiderDialect(Dialect):
    """A full set of conventions for CIDEr.

    The defaults are those of CIDEr-D as pycocoevalcap's class Cider computes it, except that one
    segment, for which all weights are 0, is refused.

    >>> str(CiderDialect(clip="none", length_penalty="none"))
    'clip=none+length_penalty=none'
    >>> CiderDialect().is_d, CiderDialect(clip="none", length_penalty="none").is_d
    (True, False)
    """

    order: int = axes.order()
    counted_orders: str = axis(
        "all",
        "The orders of the n-grams that are counted; others match nothing.",
        {"all": "1 to `order`", "four": "1 to 4, whatever `order` is"},
    )
    clip: str = axis(
        "count",
        "What the count of an n-gram in the hypothesis is limited to.",
        {
            "count": "its count in the reference",
            "share": "its share of the n-grams of the reference, as in the paper's CIDEr-D",
            "none": "nothing, as in CIDEr",
        },
    )
    length_penalty: str = axis(
        "tokens",
        "Whether hypotheses are penalized by how much their length differs from the reference's.",
        {
            "tokens": "by the difference in tokens, as in CIDEr-D; that in bigrams, which programs "
            "take, is the same except with an empty text, whose similarity is 0",
            "none": "no penalty, as in CIDEr",
        },
    )
    sigma: float = axes.number(
        6.0, "The difference in length for which the penalty is exp(-1/2).", check=positive_number
    )
    no_weights: str = axis(
        "error",
        "The score if all n-grams of the references occur in every segment, so that none has a "
        "weight, as with a single segment.",
        {"error": "not defined: it is refused", "zero": "0"},
    )
    tokenize: str = axes.tokenizer("none", "none", "13a")
    lowercase: Lowercase = axes.lowercase("none")

    @property
    def is_d(self) -> bool:
        """Whether the metric is CIDEr-D: it clips counts and penalizes other lengths."""
        return self.clip != "none" and self.length_penalty != "none"


DEFAULT = CiderDialect()
"""The default of this package: pycocoevalcap's, but one segment is refused."""
