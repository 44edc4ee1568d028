"""Google's GLEU: matching n-grams of all orders, divided by the n-grams of the longer side.

Wu et al., "Google's Neural Machine Translation System: Bridging the Gap between Human and Machine
Translation", arXiv:1609.08144, section 4.3, define it for one reference. It is a score for single
sentences, such as the reward of reinforcement learning. That of a corpus divides sums over the
segments.

GLEU is also the name of a metric for grammatical error correction (Napoles et al., ACL 2015), which
compares with the source text as well; this is not it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from tallystick.errors import OptionError
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.counting.best_reference import Compared, Comparison, match_by_reference
from tallystick.metrics.interface import axes
from tallystick.metrics.interface.dialect import (
    CASE,
    DIALECT,
    ORDER,
    TOKENIZER,
    Dialect,
    axis,
    dialect_of,
    in_signature,
)
from tallystick.metrics.interface.identity import Identity, Scale, cited
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import GoogleGleuParameters
from tallystick.metrics.sums.sum_formula import ratio_of_sums
from tallystick.metrics.sums.symbols import maximum, ratio, total
from tallystick.metrics.tokenizers import Lowercase

_FORMULA = ratio_of_sums(("matches",), ("ngrams",), factor=100)
"""The minimum of the precision and the recall of the n-grams of all orders together.

Both divide the matches, so the minimum divides them by the larger number.
"""


@dialect_of("GLEU (Google)")
class GoogleGleuDialect(Dialect):
    """A full set of conventions for Google's GLEU.

    The defaults are those of Hugging Face evaluate, except that the order of the references of a
    segment does not matter.

    >>> str(GoogleGleuDialect(min_order=2, reference_ties="first"))
    'min_order=2+reference_ties=first'
    """

    min_order: int = axes.order(1, "The lowest order of n-grams.")
    order: int = axes.order()
    reference_ties: str = axis(
        "smallest",
        "The reference that counts if several give a segment the same score.",
        {
            "smallest": "the one with the fewest n-grams in it or in the hypothesis, whichever has "
            "more",
            "first": "the first",
        },
    )
    tokenize: str = axes.tokenizer("13a", "none", "13a", "intl", "zh", "char")
    lowercase: Lowercase = axes.lowercase("none")

    def _check_together(self) -> None:
        if self.min_order > self.order:
            raise OptionError(
                f"min_order is {self.min_order} but order is {self.order}, so there are no n-grams "
                "to compare; give a min_order that is not above order"
            )


@lru_cache(maxsize=64)
def comparison_of(dialect: GoogleGleuDialect) -> Comparison:
    """Return how matches of all orders are compared with the n-grams of the longer side."""
    counts, orders = [("matches", dialect.order)], range(1, dialect.order + 1)
    return Comparison(
        dialect, _FORMULA.statistics, counts, match_by_reference, _compared, orders=orders
    )


def _compared(dialect: GoogleGleuDialect, pair: Mapping[str, Any]) -> Compared:
    orders = range(dialect.min_order - 1, dialect.order)
    matches = total(pair["matches"][shorter] for shorter in orders)
    own, wanted = (
        total(maximum(pair[side] - shorter, 0) for shorter in orders)
        for side in ("hypothesis_length", "reference_length")
    )
    ngrams = maximum(own, wanted)
    # without n-grams on either side a reference counts only if there is no other
    rank = ratio(matches, ngrams, -1.0), -1 * ngrams
    return Compared((matches, ngrams), rank if dialect.reference_ties == "smallest" else rank[:1])


@dataclass(frozen=True, slots=True, repr=False)
class GoogleGleuScore(Score):
    """A GLEU score, 0 to 100, and its components.

    Attributes:
        matches: Clipped matches of all orders.
        ngrams: N-grams of the hypothesis or the chosen reference of each segment, whichever has
            more.
    """

    shown = "{0.score:.2f} ({0.matches} of {0.ngrams} n-grams)"

    matches: int
    ngrams: int


class GoogleGleu(
    GoogleGleuParameters,
    DialectMetric[GoogleGleuScore],
    dialects=GoogleGleuDialect,
    default=("evaluate-unordered", GoogleGleuDialect()),
    options=("min_order", "order", "tokenize", "lowercase", "dialect"),
):
    """Google's GLEU, which is not the GLEU of grammatical error correction.

    >>> import tallystick
    >>> score = tallystick.google_gleu(
    ...     hypotheses=["the the the the the the the"], references=["the cat is on the mat"]
    ... )
    >>> round(score.score, 2)  # NLTK's documentation: 0.0909
    9.09
    """

    identity: ClassVar[Identity] = Identity(
        name="google_gleu",
        title="GLEU (Google)",
        description="minimum of precision and recall of the n-grams of all orders",
        scale=Scale(0, 100, digits=2),
        citation=cited("Wu et al., 2016", "wu-etal-2016-google"),
        precision_by_order=True,
    )
    formula_of = staticmethod(lambda _: _FORMULA)
    comparison_of = staticmethod(comparison_of)
    in_signature = (CASE, TOKENIZER, in_signature("min_order", int), ORDER, DIALECT)
