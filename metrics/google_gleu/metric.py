"""Google's GLEU: matching n-grams of all orders, divided by the n-grams of the longer side.

Wu et al., "Google's Neural Machine Translation System: Bridging the Gap between Human and Machine
Translation", arXiv:1609.08144, section 4.3. It is a score for single sentences, such as the reward
of reinforcement learning. That of a corpus divides sums over the segments.

GLEU is also the name of a metric for grammatical error correction (Napoles et al., ACL 2015), which
compares with the source text as well; this is not it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tallystick.metrics.arguments.options import whole_number_from_text
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.google_gleu.dialect import DEFAULT, GoogleGleuDialect
from tallystick.metrics.google_gleu.statistics import COLUMNS, segment_counter_of, statistics_of
from tallystick.metrics.interface.identity import Identity, Scale, cited
from tallystick.metrics.interface.in_signature import CASE, DIALECT, TOKENIZER, in_signature
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import GoogleGleuParameters
from tallystick.metrics.sums.columns import Columns
from tallystick.metrics.sums.sum_formula import SumFormula, ratio_of_sums

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.sums.statistics import Statistics

IDENTITY = Identity(
    name="google_gleu",
    title="GLEU (Google)",
    description="minimum of precision and recall of the n-grams of all orders",
    scale=Scale(0, 100, digits=2),
    citation=cited("Wu et al., 2016", "wu-etal-2016-google"),
    precision_by_order=True,
)


_FORMULA = ratio_of_sums(("matches",), ("ngrams",), factor=100)


@dataclass(frozen=True, slots=True, repr=False)
class GoogleGleuScore(Score):
    """A GLEU score, 0 to 100, and its components.

    Attributes:
        matches: Clipped matches of all orders.
        ngrams: N-grams of the hypothesis or the chosen reference of each segment, whichever has
            more.
    """

    matches: int
    ngrams: int

    def __str__(self) -> str:
        return (
            f"{self.name} = {self.score:.2f} ({self.matches} of {self.ngrams} n-grams) "
            f"{self.signature}"
        )


class GoogleGleu(
    GoogleGleuParameters,
    DialectMetric[GoogleGleuScore],
    dialects=GoogleGleuDialect,
    default=("evaluate-unordered", DEFAULT),
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

    identity: ClassVar[Identity] = IDENTITY
    columns: ClassVar[Columns] = COLUMNS
    score_class = GoogleGleuScore
    segment_counter_of = staticmethod(segment_counter_of)
    in_signature = (
        CASE,
        TOKENIZER,
        in_signature("min_order", whole_number_from_text),
        in_signature("order", whole_number_from_text),
        DIALECT,
    )

    def count(self, corpus: Corpus, workspace: Workspace) -> Statistics:
        """Return the clipped matches and n-grams of every segment, int64.

        Columns: matches, of all orders; ngrams, those of the hypothesis or the reference, whichever
        has more. They are those of the reference that gives the segment the highest score.
        """
        return statistics_of(self.conventions, corpus, workspace)

    def sum_formula(self) -> SumFormula:
        """Return the formula as data.

        The score of a pair is the minimum of the precision and the recall of its n-grams, pooled
        over the orders. Both divide the matches, so the minimum divides them by the larger number.
        """
        return _FORMULA
