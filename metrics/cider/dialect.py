"""The conventions in which CIDEr, CIDEr-D and the programs that compute them differ.

Vedantam et al. 2015 define CIDEr in section 5, and CIDEr-D, which repeated words and other lengths
do not raise, in section 5.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tallystick.metrics.arguments.options import positive_number
from tallystick.metrics.interface.dialect import (
    Dialect,
    axis,
    lowercase_axis,
    order_axis,
    tokenize_axis,
    with_axes_described,
)
from tallystick.metrics.tokenizers import Lowercase


@with_axes_described
@dataclass(frozen=True, slots=True)
class CiderDialect(Dialect):
    """A full set of conventions for CIDEr.

    The defaults are those of CIDEr-D as pycocoevalcap's class Cider computes it, except that one
    segment, for which all weights are 0, is refused.

    Raises:
        OptionError: A value of an axis is invalid.

    >>> str(CiderDialect(clip="none", length_penalty="none"))
    'clip=none+length_penalty=none'
    >>> CiderDialect().is_d, CiderDialect(clip="none", length_penalty="none").is_d
    (True, False)
    """

    title: ClassVar[str] = "CIDEr"

    order: int = order_axis()
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
    sigma: float = axis(
        6.0,
        "The difference in length for which the penalty is exp(-1/2).",
        check=positive_number,
        parse=float,
    )
    no_weights: str = axis(
        "error",
        "The score if all n-grams of the references occur in every segment, so that none has a "
        "weight, as with a single segment.",
        {"error": "not defined: it is refused", "zero": "0"},
    )
    tokenize: str = tokenize_axis("none", "none", "13a")
    lowercase: Lowercase = lowercase_axis("none")

    @property
    def is_d(self) -> bool:
        """Whether the metric is CIDEr-D: it clips counts and penalizes other lengths."""
        return self.clip != "none" and self.length_penalty != "none"


DEFAULT = CiderDialect()
"""The default of this package: pycocoevalcap's, but one segment is refused."""
