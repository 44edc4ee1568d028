"""The conventions in which programs that compute Google's GLEU differ.

Wu et al. 2016 define it for one reference and leave open what several contribute.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tallystick.errors import OptionError
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
class GoogleGleuDialect(Dialect):
    """A full set of conventions for Google's GLEU.

    The defaults are those of Hugging Face evaluate, except that the order of the references of a
    segment does not matter.

    Raises:
        OptionError: A value of an axis is invalid.

    >>> str(GoogleGleuDialect(min_order=2, reference_ties="first"))
    'min_order=2+reference_ties=first'
    """

    title: ClassVar[str] = "GLEU (Google)"

    min_order: int = order_axis(1, "The lowest order of n-grams.")
    order: int = order_axis()
    reference_ties: str = axis(
        "smallest",
        "The reference that counts if several give a segment the same score.",
        {
            "smallest": "the one with the fewest n-grams in it or in the hypothesis, whichever has "
            "more",
            "first": "the first",
        },
    )
    tokenize: str = tokenize_axis("13a", "none", "13a", "intl", "zh", "char")
    lowercase: Lowercase = lowercase_axis("none")

    def _check_together(self) -> None:
        if self.min_order > self.order:
            raise OptionError(
                f"min_order is {self.min_order} but order is {self.order}, so there are no n-grams "
                "to compare; give a min_order that is not above order"
            )


DEFAULT = GoogleGleuDialect()
"""The default of this package: evaluate's, except that the order of references does not matter."""
