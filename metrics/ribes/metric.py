"""RIBES: the rank correlation of aligned words, times powers of precision and brevity penalty.

Isozaki et al., "Automatic Evaluation of Translation Quality for Distant Language Pairs", EMNLP
2010, https://aclanthology.org/D10-1092. The score of a corpus is the mean of those of its segments,
each with the reference that gives the highest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.base import BaseMetric
from tallystick.metrics.calls import check_type
from tallystick.metrics.columns import Columns
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.identity import Citation, Identity, Scale
from tallystick.metrics.metric import Score
from tallystick.metrics.options import (
    changed_fields,
    number_from_text,
    parse_lowercase,
    text_fields,
    text_options,
)
from tallystick.metrics.presets import resolve_options
from tallystick.metrics.ribes.dialect import OFFICIAL, RibesDialect
from tallystick.metrics.ribes.statistics import COLUMNS, statistics_of
from tallystick.metrics.signature import signature_of
from tallystick.metrics.statistics import Statistics
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.sum_formula import SumFormula
    from tallystick.metrics.tokenizers import Lowercase

DEFAULT_DIALECT = "official"

IDENTITY = Identity(
    name="ribes",
    title="RIBES",
    description="rank correlation of aligned words, times precision and brevity penalty",
    scale=Scale(0, 100, digits=2),
    citation=Citation(
        "Isozaki et al., 2010",
        """@inproceedings{isozaki-etal-2010-automatic,
  author = {Isozaki, Hideki and Hirao, Tsutomu and Duh, Kevin and Sudoh, Katsuhito and Tsukada,
    Hajime},
  title = {Automatic Evaluation of Translation Quality for Distant Language Pairs},
  booktitle = {Proceedings of the 2010 Conference on Empirical Methods in Natural Language
    Processing},
  year = {2010},
  pages = {944--952},
}""",
    ),
)


@dataclass(frozen=True, slots=True, repr=False)
class RibesScore(Score):
    """A RIBES score, 0 to 100, and the means of its components over the segments, 0 to 1.

    Attributes:
        rank_correlation: Kendall's tau of the aligned words, between 0 and 1.
        precision: The share of the words of the hypothesis that are aligned.
        brevity_penalty: BLEU's brevity penalty, of single segments.
    """

    rank_correlation: float
    precision: float
    brevity_penalty: float

    def __str__(self) -> str:
        return (
            f"{self.name} = {self.score:.2f} (rank correlation {self.rank_correlation:.4f}, "
            f"precision {self.precision:.4f}, brevity penalty {self.brevity_penalty:.4f}) "
            f"{self.signature}"
        )


class RibesOptions(TypedDict, total=False):
    """The options of `Ribes`, for functions that pass them on."""

    alpha: float | None
    beta: float | None
    tokenize: str | None
    lowercase: Lowercase | bool | None
    dialect: str | RibesDialect


@dataclass(frozen=True, slots=True, init=False)
class Ribes(BaseMetric[RibesScore]):
    """RIBES with its options. An option that is None is taken from the dialect.

    Args:
        alpha: The exponent of the precision; 0.25 in the official script.
        beta: The exponent of the brevity penalty; 0.1 in the official script.
        tokenize: The name of the tokenizer; "none" splits at white space, as the official script.
        lowercase: "unicode" (or True) for every letter, as the official script; "none" for its
            option -c; "ascii" for A to Z.
        dialect: The name of a preset: "official", "official-z" (references without words are
            ignored), "nltk" or "nltk-3.9"; or a `RibesDialect`, or its text.

    Attributes:
        conventions: The dialect with the options applied.

    Raises:
        OptionError: A value is out of range, or no dialect has this name.
        UnknownNameError: No tokenizer has this name.

    >>> from tallystick.metrics.corpus import Corpus
    >>> metric = Ribes()
    >>> corpus = Corpus.from_segments(
    ...     hypotheses=["Bob hit John yesterday"], references=["John hit Bob yesterday"]
    ... )
    >>> metric.score(metric.statistics(corpus)).score  # the paper's example, RIBES.py 1.03.1: 0.5
    50.0
    """

    identity: ClassVar[Identity] = IDENTITY

    alpha: float = field(metadata={"parse": float})
    beta: float = field(metadata={"parse": float})
    tokenize: str
    lowercase: Lowercase = field(metadata={"parse": parse_lowercase})
    dialect: str | RibesDialect
    conventions: RibesDialect = field(init=False, repr=False)

    def __init__(
        self,
        alpha: float | None = None,
        beta: float | None = None,
        tokenize: str | None = None,
        lowercase: Lowercase | bool | None = None,
        dialect: str | RibesDialect = DEFAULT_DIALECT,
    ) -> None:
        resolve_options(
            self,
            RibesDialect,
            dialect,
            (DEFAULT_DIALECT, OFFICIAL),
            alpha=alpha,
            beta=beta,
            tokenize=tokenize,
            lowercase=lowercase,
        )

    def statistics(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the score of every segment, 0 to 1, its components and a count of 1, float64.

        Columns: segment_scores, rank_correlations, precisions, brevity_penalties, segments. They
        are those of the reference with the highest score. All are NaN if the program of the dialect
        fails on the segment, and 0 if it leaves the segment out.
        """
        check_type(corpus, Corpus, "write metric.statistics(Corpus.from_segments(...))")
        return statistics_of(self.conventions, corpus, workspace or Workspace())

    @property
    def columns(self) -> Columns:
        """The names of the columns of the statistics."""
        return COLUMNS

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Compute means, shape (...,), 0 to 100, from sums of statistics, shape (..., columns).

        NaN where no segment has a score.
        """
        sums = COLUMNS.split(totals)
        counts = np.where(sums["segments"] > 0, sums["segments"], np.nan)
        means: NDArray[Any] = 100 * sums["segment_scores"] / counts
        return means

    def sum_formula(self) -> SumFormula:
        """Return the formula as data."""
        from tallystick.metrics.sum_formula import ratio_of_sums

        return ratio_of_sums(("segment_scores",), ("segments",), factor=100, empty="undefined")

    def score_statistics(self, statistics: Statistics) -> RibesScore:
        """Score all segments of the statistics together.

        Raises:
            InputError: The program of the dialect fails on a segment without words, or leaves all
                segments out.
        """
        total = statistics.total()
        score = float(self.formula(total))
        if np.isnan(score):
            raise InputError(self._undefined(statistics))
        sums = COLUMNS.split(total)

        def mean(column: str) -> float:
            return float(sums[column] / sums["segments"])

        return RibesScore(
            metric=IDENTITY.name,
            score=score,
            signature=signature_of(self, statistics.references, statistics.given_tokens),
            rank_correlation=mean("rank_correlations"),
            precision=mean("precisions"),
            brevity_penalty=mean("brevity_penalties"),
        )

    def _undefined(self, statistics: Statistics) -> str:
        """Return the message for statistics without a score."""
        odd = np.flatnonzero(np.isnan(statistics.column("segment_scores")))
        if not len(odd):
            return "no segment has a reference with words, so there is nothing to score"
        where = f"segment {odd[0] + 1}" if len(statistics) > 1 else "a segment"
        return (
            f"RIBES of {where} is not defined under the dialect {self.dialect}, because a "
            "hypothesis or reference has no words; in dialect=nltk it is 0, and "
            "dialect=official-z ignores references without words"
        )

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they appear in a signature."""
        options = text_fields(self, given_tokens)
        options |= changed_fields(self, OFFICIAL, "alpha", "beta")
        if self.dialect != DEFAULT_DIALECT:
            options["dialect"] = str(self.dialect)
        return options

    @classmethod
    def from_signature(cls, options: Mapping[str, str]) -> Ribes:
        """Build the metric from the fields of a signature.

        Raises:
            OptionError: A field is unknown, or its value is invalid.
        """
        given = text_options(IDENTITY.name, options, OFFICIAL, DEFAULT_DIALECT, "alpha", "beta")
        exponents: dict[str, Any] = {
            option: number_from_text(option, options.get(option, str(getattr(OFFICIAL, option))))
            for option in ("alpha", "beta")
        }
        return cls(**exponents, **given)
