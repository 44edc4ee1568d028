"""Sentence BLEU: the mean of the BLEU scores of the segments, the sentBLEU of WMT's metrics task.

By default, the score of a segment equals sacreBLEU's `sentence_bleu`, which uses effective order
because a short segment has no n-grams of the highest orders; any other dialect of BLEU can be used.
The mean of these scores differs from BLEU, which sums counts over segments before dividing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.base import BaseMetric
from tallystick.metrics.bleu.dialect import BleuDialect, parse_weights
from tallystick.metrics.bleu.metric import DEFAULT_DIALECT, Bleu
from tallystick.metrics.columns import Columns
from tallystick.metrics.identity import Citation, Identity, Scale
from tallystick.metrics.metric import Score
from tallystick.metrics.options import parse_flag, parse_lowercase
from tallystick.metrics.signature import signature_of
from tallystick.metrics.statistics import Statistics
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus import Corpus
    from tallystick.metrics.sum_formula import SumFormula
    from tallystick.metrics.tokenizers import Lowercase

IDENTITY = Identity(
    name="sentbleu",
    title="sentBLEU",
    description="mean of the segments' BLEU, by default with effective order",
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
    precision_by_order=True,
)
COLUMNS = Columns("segment_scores", "segments")


_OPTIONS = (
    "order",
    "weights",
    "smooth",
    "smooth_value",
    "effective_order",
    "tokenize",
    "lowercase",
    "dialect",
)


@dataclass(frozen=True, slots=True, init=False)
class SentenceBleu(BaseMetric[Score]):
    """Sentence BLEU with its options, which are those of `Bleu`.

    Args:
        order: The highest order of n-grams.
        weights: The weights of the orders, which sum to 1; uniform by default.
        smooth: The smoothing of orders without a match.
        smooth_value: The value of the smoothing, if it takes one.
        effective_order: Whether to omit orders for which a hypothesis is too short; by default as
            in the dialect, but yes in that of sacreBLEU, like its `sentence_bleu`.
        tokenize: The name of the tokenizer.
        lowercase: "none"; "unicode" (or True) for every letter; "ascii" for A to Z.
        dialect: The name of a preset of BLEU, such as "nltk-method3"; or a `BleuDialect`, or its
            text.

    Attributes:
        bleu: The metric that scores each segment.

    Raises:
        OptionError: A value is out of range, or no dialect has this name.
        UnknownNameError: No tokenizer has this name.

    >>> from tallystick.metrics.corpus import Corpus
    >>> corpus = Corpus.from_segments(hypotheses=["a b", "a b c"], references=["a b", "a b d"])
    >>> def score(metric):
    ...     return round(metric.score(metric.statistics(corpus)).score, 4)
    >>> score(SentenceBleu())  # sacreBLEU 2.6.0: 100 and 55.0321
    77.5161
    >>> score(SentenceBleu(dialect="nltk-method1"))  # NLTK 3.10.4: 31.6228 and 24.0281
    27.8254
    """

    identity: ClassVar[Identity] = IDENTITY

    order: int = field(metadata={"parse": int})
    weights: tuple[float, ...] | None = field(metadata={"parse": parse_weights})
    smooth: str
    smooth_value: float | None = field(metadata={"parse": float})
    effective_order: bool = field(metadata={"parse": parse_flag})
    tokenize: str
    lowercase: Lowercase = field(metadata={"parse": parse_lowercase})
    dialect: str | BleuDialect
    bleu: Bleu = field(init=False, repr=False)

    def __init__(
        self,
        order: int | None = None,
        weights: Sequence[float] | None = None,
        smooth: str | None = None,
        smooth_value: float | None = None,
        effective_order: bool | None = None,
        tokenize: str | None = None,
        lowercase: Lowercase | bool | None = None,
        dialect: str | BleuDialect = DEFAULT_DIALECT,
    ) -> None:
        bleu = Bleu(
            order=order,
            weights=weights,
            smooth=smooth,
            smooth_value=smooth_value,
            effective_order=effective_order,
            tokenize=tokenize,
            lowercase=lowercase,
            dialect=dialect,
        )
        if effective_order is None and bleu.dialect == DEFAULT_DIALECT:
            bleu = replace(bleu, effective_order=True)
        object.__setattr__(self, "bleu", bleu)
        for option in _OPTIONS:
            object.__setattr__(self, option, getattr(bleu, option))

    def warnings(self, corpus: Corpus) -> tuple[str, ...]:
        """Return warnings about scoring this corpus with these options."""
        return self.bleu.warnings(corpus)

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the BLEU of every segment and a count of 1, float64.

        The BLEU of a segment on which the program of the dialect fails is NaN.
        """
        found = self.bleu.statistics(corpus, workspace)
        rows = np.ones((len(found), len(COLUMNS)), order="F")
        COLUMNS.split(rows)["segment_scores"][:] = self.bleu.formula(found.rows)
        return Statistics(COLUMNS, rows, found.references, found.given_tokens)

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Compute means, shape (...,), 0 to 100, from sums of statistics, shape (..., columns)."""
        sums = COLUMNS.split(totals)
        means: NDArray[Any] = sums["segment_scores"] / np.maximum(sums["segments"], 1)
        return means

    def sum_formula(self) -> SumFormula:
        """Return the formula as data."""
        from tallystick.metrics.sum_formula import mean_of_segments

        return mean_of_segments()

    def score_statistics(self, statistics: Statistics) -> Score:
        """Score all segments of the statistics together.

        Raises:
            InputError: The program of the dialect fails on a segment.
        """
        undefined = np.flatnonzero(np.isnan(statistics.column("segment_scores")))
        if len(undefined):
            raise InputError(
                f"the BLEU of segment {undefined[0] + 1} is not defined under the dialect "
                f"{self.dialect}: its program fails on a segment without tokens or matches; use "
                "another dialect, such as sentbleu:dialect=sacrebleu"
            )
        return Score(
            metric=self.identity.name,
            score=float(self.formula(statistics.total())),
            signature=signature_of(self, statistics.references, statistics.given_tokens),
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
        bleu = Bleu.from_signature({"eff": "yes", **options})
        return cls(**{option: getattr(bleu, option) for option in _OPTIONS})
