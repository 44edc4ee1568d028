"""RIBES: the rank correlation of aligned words, times powers of precision and brevity penalty.

    RIBES = rank correlation * precision**alpha * brevity penalty**beta

The rank correlation is Kendall's tau between 0 and 1, the share of pairs of aligned words that are
in order, and the precision is the share of words that are aligned. Isozaki et al., "Automatic
Evaluation of Translation Quality for Distant Language Pairs", EMNLP 2010, sections 3 and 4,
https://aclanthology.org/D10-1092. The score of a corpus is the mean of those of its segments,
each with the reference that gives the highest.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from tallystick.errors import InputError
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.counting.best_reference import Compared, Comparison, Texts, nan_first
from tallystick.metrics.interface import axes
from tallystick.metrics.interface.dialect import (
    CASE,
    DIALECT,
    TOKENIZER,
    Dialect,
    axis,
    dialect_of,
    in_signature,
)
from tallystick.metrics.interface.identity import Identity, Scale, cited
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import RibesParameters
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.statistics import Columns
from tallystick.metrics.sums.sum_formula import mean_of_segments
from tallystick.metrics.sums.symbols import exp, maximum, minimum, ratio, where
from tallystick.metrics.tokenizers import Lowercase

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dialect_of("RIBES")
class RibesDialect(Dialect):
    """A full set of conventions for RIBES. The defaults are those of the official script.

    Isozaki et al. 2010 leave open which of two contexts of a word is tried first, and what has no
    rank correlation.

    >>> str(RibesDialect(context="right_first", alpha=0.5))
    'alpha=0.5+context=right_first'
    """

    alpha: float = axes.number(0.25, "The exponent of the precision.")
    beta: float = axes.number(0.1, "The exponent of the brevity penalty.")
    context: str = axis(
        "left_first",
        "The context that aligns a word which is not unique in both texts, if contexts of the same "
        "length on both sides are.",
        {"left_first": "that on the left", "right_first": "that on the right"},
    )
    left_context: str = axis(
        "whole",
        "How far a context on the left reaches.",
        {
            "whole": "to the first word of the hypothesis",
            "not_whole": "to the first word, but only to the second if at least two fewer words "
            "follow than precede",
        },
    )
    pairs: str = axis(
        "all",
        "The pairs of aligned words that count as being in order.",
        {
            "all": "those in the order of the reference",
            "in_runs": "those of them in one run of adjacent words of the reference",
        },
    )
    one_word: str = axis(
        "one_word_reference",
        "What has a rank correlation of 1 instead of 0 if only one word is aligned.",
        {"one_word_reference": "a reference of one word", "nothing": "nothing"},
    )
    empty_references: str = axis(
        "undefined",
        "The score of a hypothesis with a reference without words.",
        {
            "undefined": "no score is defined",
            "zero": "0 with this reference",
            "ignored": "as if there were no such reference; the mean leaves out a segment that has "
            "no other",
        },
    )
    empty_hypotheses: str = axis(
        "zero",
        "The score of a hypothesis without words.",
        {"zero": "0", "undefined": "no score is defined"},
    )
    tokenize: str = axes.tokenizer("none", "none", "13a", "intl")
    lowercase: Lowercase = axes.lowercase("unicode")


OFFICIAL = RibesDialect()
"""The default of this package: RIBES.py 1.03.1."""


@dataclass(frozen=True, slots=True, repr=False)
class RibesScore(Score):
    """A RIBES score, 0 to 100, and the means of its components over the segments, 0 to 1.

    Attributes:
        rank_correlation: Kendall's tau of the aligned words, between 0 and 1.
        precision: The share of the words of the hypothesis that are aligned.
        brevity_penalty: BLEU's brevity penalty, of single segments.
    """

    shown = (
        "{0.score:.2f} (rank correlation {0.rank_correlation:.4f}, "
        "precision {0.precision:.4f}, brevity penalty {0.brevity_penalty:.4f})"
    )

    rank_correlation: float
    precision: float
    brevity_penalty: float


COLUMNS = Columns(
    "segment_scores", "rank_correlations", "precisions", "brevity_penalties", "segments"
)


@lru_cache(maxsize=64)
def comparison_of(dialect: RibesDialect) -> Comparison:
    """Return how a hypothesis is compared with its references."""
    counts = ("first_aligned", "end_of_aligned", "in_order")
    return Comparison(dialect, COLUMNS, counts, _align, ribes, whole=False)


def _align(dialect: RibesDialect, texts: Texts) -> tuple[Any, Any, Any]:
    """Align hypotheses: bounds of the aligned words of each reference, pairs in order, int64."""
    left_first, whole = dialect.context == "left_first", dialect.left_context == "whole"
    size = len(texts.vocabulary)
    ranks, bounds = kernel.align_by_context(*texts.buffers, size, left_first, whole)
    places = memoryview(bounds).cast("q")
    if dialect.pairs == "all":
        in_order: Any = memoryview(kernel.ascending_pairs(ranks, bounds)).cast("q")
    else:
        in_order = pairs_in_runs(ranks, bounds)
    return places[:-1], places[1:], in_order


def pairs_in_runs(ranks: Any, bounds: Any) -> NDArray[Any]:
    """Count the pairs of each sequence that are in one run of consecutive numbers, int64."""
    import numpy as np

    numbers, offsets = np.frombuffer(ranks, np.uint32), np.frombuffer(bounds, np.int64)
    continues = np.zeros(len(numbers), dtype=bool)
    continues[1:] = numbers[1:] == numbers[:-1].astype(np.int64) + 1
    continues[offsets[:-1][offsets[:-1] < len(numbers)]] = False
    starts = np.flatnonzero(~continues)
    sizes = np.diff(starts, append=len(numbers))
    sums = np.concatenate([[0], np.cumsum(sizes * (sizes - 1) // 2)])
    counts: NDArray[Any] = np.diff(sums[np.searchsorted(starts, offsets)])
    return counts


def ribes(dialect: RibesDialect, pair: Mapping[str, Any]) -> Compared:
    """Compute the row of a hypothesis with one reference, NaN if it has no score."""
    words, length = pair["end_of_aligned"] - pair["first_aligned"], pair["hypothesis_length"]
    reference_length = pair["reference_length"]
    correlation = pair["in_order"] / maximum(words * (words - 1) / 2, 1)
    if dialect.one_word == "one_word_reference":
        correlation = where((words == 1) & (reference_length == 1), 1.0, correlation)
    precision = ratio(words, length)
    penalty = minimum(exp(1.0 - ratio(reference_length, length)), 1.0)
    penalty = where(length > 0, penalty, 0.0)
    score = correlation * precision**dialect.alpha * penalty**dialect.beta
    row: list[Any] = [score, correlation, precision, penalty, 1.0]
    if dialect.empty_hypotheses == "undefined":
        row = [where(length == 0, math.nan, component) for component in row]
    if dialect.empty_references != "zero":
        instead = math.nan if dialect.empty_references == "undefined" else 0.0
        row = [where(reference_length == 0, instead, component) for component in row]
    # one that is not defined is the best, one that is ignored the worst
    return Compared(row, [nan_first(component) for component in (row[-1], *row[:-1])])


class Ribes(
    RibesParameters,
    DialectMetric[RibesScore],
    dialects=RibesDialect,
    default=("official", OFFICIAL),
    options=("alpha", "beta", "tokenize", "lowercase", "dialect"),
):
    """RIBES, for languages whose order of words differs much.

    >>> import tallystick
    >>> score = tallystick.ribes(
    ...     hypotheses=["Bob hit John yesterday"], references=["John hit Bob yesterday"]
    ... )
    >>> score.score  # the paper's example, RIBES.py 1.03.1: 0.5
    50.0
    """

    identity: ClassVar[Identity] = Identity(
        name="ribes",
        title="RIBES",
        description="rank correlation of aligned words, times precision and brevity penalty",
        scale=Scale(0, 100, digits=2),
        citation=cited("Isozaki et al., 2010", "isozaki-etal-2010-automatic"),
    )
    columns: ClassVar[Columns] = COLUMNS
    """The score of the segment, 0 to 1, its components and a count of 1, float64; with the
    reference that gives the highest score. All are NaN if the program of the dialect fails on the
    segment, and 0 if it leaves the segment out."""

    finite = False
    formula_of = staticmethod(lambda _: mean_of_segments(100, "undefined", factor_first=True))
    comparison_of = staticmethod(comparison_of)
    in_signature = (
        CASE,
        TOKENIZER,
        in_signature("alpha", float),
        in_signature("beta", float),
        DIALECT,
    )

    def undefined(self, sums: Mapping[str, Any]) -> InputError:
        """Return the error of a corpus in which no segment, or not every segment, has a score."""
        if sums["segments"]:
            return self.undefined_segment("a segment")
        return InputError("no segment has a reference with words, so there is nothing to score")

    def undefined_segment(self, where: str) -> InputError:
        """Return the error of a segment on which the program of the dialect fails."""
        return InputError(
            f"RIBES of {where} is not defined under the dialect {self.dialect}, because a "
            "hypothesis or reference has no words; in dialect=nltk it is 0, and "
            "dialect=official-z ignores references without words"
        )
