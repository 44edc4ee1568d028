"""The conventions in which programs that compute SARI differ.

Xu et al. 2016 define it in equations that their own program does not follow.
"""

from __future__ import annotations

from tallystick.errors import OptionError
from tallystick.metrics.interface import axes
from tallystick.metrics.interface.dialect import Dialect, axis, dialect_of
from tallystick.metrics.tokenizers import Lowercase

_RATIOS = {
    "pooled": "the sum of the correct ones, divided by the sum of all",
    "each": "the mean of this ratio over the distinct n-grams",
}


@dialect_of("SARI")
class SariDialect(Dialect):
    """A full set of conventions for SARI. The defaults are those of EASSE.

    >>> str(SariDialect(delete="precision"))
    'delete=precision'
    """

    order: int = axes.order()
    average: str = axis(
        "none",
        "What is averaged over segments.",
        {
            "none": "nothing: the score is computed from the counts of all segments",
            "score": "the score of each segment",
        },
    )
    average_orders: str = axis(
        "f",
        "What is averaged over orders.",
        {
            "f": "F of each order",
            "precision_recall": "precision and recall, from which F is computed",
        },
    )
    delete: str = axis(
        "f",
        "What scores deletion.",
        {"f": "F, as for adding and keeping", "precision": "precision"},
    )
    deleted_correctly: str = axis(
        "both",
        "The deleted occurrences of an n-gram that are correct.",
        {
            "both": "as many as the hypothesis and the references both delete",
            "unreferenced": "those that the hypothesis deletes, minus those in the references",
        },
    )
    precision: str = axis("pooled", "The precision of keeping and deleting.", _RATIOS)
    recall: str = axis("pooled", "The recall of keeping and deleting.", _RATIOS)
    nothing: int = axes.whole_number(
        0, "The precision or recall of an order without n-grams to divide by, 0 or 1.", high=1
    )
    empty_text: str = axis(
        "no_token",
        "What a text without tokens contains.",
        {"no_token": "nothing", "one_token": "one token, which is empty"},
    )
    tokenize: str = axes.tokenizer("13a", "none", "13a", "intl")
    lowercase: Lowercase = axes.lowercase("unicode")

    def _check_together(self) -> None:
        if self.average == "none" and "each" in (self.precision, self.recall):
            raise OptionError(
                "precision or recall is 'each', the mean over the n-grams of a segment, but "
                "average is 'none', which adds up the counts of all segments; give average='score'"
            )


DEFAULT = SariDialect()
"""The default of this package, EASSE's."""
