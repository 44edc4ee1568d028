"""Sentence BLEU: the mean of the BLEU scores of the segments, the sentBLEU of WMT's metrics task.

The score of a segment equals sacreBLEU's `sentence_bleu`, which uses effective order because a
short segment has no n-grams of the highest orders. The mean of these scores differs from BLEU,
which sums counts over segments before dividing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tallystick.metrics.bleu.metric import Bleu, parse_smooth_value
from tallystick.metrics.columns import Columns
from tallystick.metrics.identity import Citation, Identity, Scale
from tallystick.metrics.metric import Score
from tallystick.metrics.options import parse_lowercase
from tallystick.metrics.signature import Signature
from tallystick.metrics.statistics import Statistics
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus import Corpus
    from tallystick.metrics.tokenizers import Lowercase

IDENTITY = Identity(
    name="sentbleu",
    title="sentBLEU",
    description="mean of the segments' BLEU with effective order",
    scale=Scale(0, 100, digits=2),
    citation=Citation(
        "Chen and Cherry, 2014",
        """@inproceedings{chen-cherry-2014-systematic,
  author = {Chen, Boxing and Cherry, Colin},
  title = {A Systematic Comparison of Smoothing Techniques for Sentence-Level {BLEU}},
  booktitle = {Proceedings of the Ninth Workshop on Statistical Machine Translation},
  year = {2014},
  pages = {362--367},
  doi = {10.3115/v1/W14-3346},
}""",
    ),
)
COLUMNS = Columns("segment_scores", "segments")


@dataclass(frozen=True, slots=True, init=False)
class SentenceBleu:
    """Sentence BLEU with its options, which are those of `Bleu`.

    Args:
        order: The highest order of n-grams.
        smooth: The smoothing of orders without a match.
        smooth_value: The value of the smoothing, if it takes one.
        tokenize: The name of the tokenizer.
        lowercase: "none"; "unicode" (or True) for every letter; "ascii" for A to Z.

    Attributes:
        bleu: The metric that scores each segment.

    Raises:
        OptionError: A value is out of range.
        UnknownNameError: No tokenizer has this name.

    >>> from tallystick.metrics.corpus import Corpus
    >>> metric = SentenceBleu()
    >>> corpus = Corpus.from_segments(hypotheses=["a b", "a b c"], references=["a b", "a b d"])
    >>> round(metric.score(metric.statistics(corpus)).score, 4)  # sacreBLEU: 100 and 55.0321
    77.5161
    """

    identity: ClassVar[Identity] = IDENTITY

    order: int = field(metadata={"parse": int})
    smooth: str
    smooth_value: float | None = field(metadata={"parse": parse_smooth_value})
    tokenize: str
    lowercase: Lowercase = field(metadata={"parse": parse_lowercase})
    bleu: Bleu = field(init=False, repr=False)

    def __init__(
        self,
        order: int = 4,
        smooth: str = "exp",
        smooth_value: float | None = None,
        tokenize: str = "13a",
        lowercase: Lowercase | bool = "none",
    ) -> None:
        bleu = Bleu(
            order=order,
            smooth=smooth,
            smooth_value=smooth_value,
            effective_order=True,
            tokenize=tokenize,
            lowercase=lowercase,
        )
        object.__setattr__(self, "bleu", bleu)
        for option in ("order", "smooth", "smooth_value", "tokenize", "lowercase"):
            object.__setattr__(self, option, getattr(bleu, option))

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the BLEU of every segment and a count of 1, float64."""
        found = self.bleu.statistics(corpus, workspace)
        rows = np.ones((len(found), len(COLUMNS)), order="F")
        COLUMNS.split(rows)["segment_scores"][:] = self.bleu.formula(found.rows)
        return Statistics(COLUMNS, rows, found.references, found.given_tokens)

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Compute means, shape (...,), 0 to 100, from sums of statistics, shape (..., columns)."""
        sums = COLUMNS.split(totals)
        means: NDArray[Any] = sums["segment_scores"] / np.maximum(sums["segments"], 1)
        return means

    def score(self, statistics: Statistics) -> Score:
        """Score all segments of the statistics together."""
        return Score(
            metric=self.identity.name,
            score=float(self.formula(statistics.total())),
            signature=Signature.of(self, statistics.references, statistics.given_tokens),
        )

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they appear in a signature, those of sacreBLEU's sentence_bleu."""
        return self.bleu.options(given_tokens)

    @classmethod
    def from_signature(cls, options: Mapping[str, str]) -> SentenceBleu:
        """Build the metric from the fields of a signature.

        Raises:
            OptionError: A field is unknown, or its value is invalid.
        """
        bleu = Bleu.from_signature({**options, "eff": "yes"})
        return cls(bleu.order, bleu.smooth, bleu.smooth_value, bleu.tokenize, bleu.lowercase)
