"""Distinct-n: the share of distinct n-grams, which measures the diversity of hypotheses.

Li et al., "A Diversity-Promoting Objective Function for Neural Conversation Models", NAACL 2016,
https://aclanthology.org/N16-1014. It needs no references.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.counting.one_segment import cached_tokenizer, segment_lines, the_hypothesis
from tallystick.metrics.counting.pairs import Encoded, encode_lines
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.distinct.dialect import LI_2016, DistinctDialect
from tallystick.metrics.interface.dialect import CASE, DIALECT, TOKENIZER, in_signature
from tallystick.metrics.interface.identity import Identity, IdentityByOptions, Scale, cited
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import DistinctParameters
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.statistics import Columns, Statistics, Total
from tallystick.metrics.sums.sum_formula import quotient
from tallystick.metrics.whole_corpus.ngram_counting import NgramCounting, PartOfSystem
from tallystick.metrics.whole_corpus.ngram_counts import located_ngrams, occurrences
from tallystick.metrics.whole_corpus.ngram_keys import CountedNgrams, KeyedNgrams

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.kernel.kernel import NgramTable
    from tallystick.metrics.sums.arrays import IntArray
    from tallystick.metrics.whole_corpus.stream import SpilledCounts


COLUMNS = Columns("segment_scores", "segments", "new_ngrams", "size")


def segment_counter_of(
    dialect: DistinctDialect, references: Sequence[str]
) -> Callable[[str], dict[str, float]]:
    """Return what counts the n-grams of a hypothesis, by the names of the columns."""
    tokenizer, order = cached_tokenizer(dialect.tokenize), dialect.order
    less = _fewer_ngrams(dialect)

    def count(hypothesis: str) -> dict[str, float]:
        lines = segment_lines((hypothesis,), the_hypothesis)
        ids, _ = encode_lines(lines, kernel.Vocabulary(), tokenizer, dialect.lowercase)
        tokens = memoryview(ids).cast("I").tolist()
        distinct = len({*zip(*(tokens[start:] for start in range(order)), strict=False)})
        size = max(len(tokens) - less, 0)
        undefined = dialect.short_segments == "undefined" and 0 < len(tokens) < order - 1
        score = math.nan if undefined else distinct / max(size, 1)
        return dict(zip(COLUMNS, (score, 1, distinct, size), strict=True))

    return count


def _fewer_ngrams(dialect: DistinctDialect) -> int:
    """Return how many tokens more than n-grams a text has, if their number is divided by those."""
    return dialect.order - 1 if dialect.denominator == "ngrams" else 0


def statistics_of(dialect: DistinctDialect, corpus: Corpus, workspace: Workspace) -> Statistics:
    """Return the distinct n-grams of every hypothesis, float64.

    An n-gram of several segments is new in the first, so that only sums over all are distinct.
    """
    return _with_ngrams(dialect, corpus, workspace)[0]


def _with_ngrams(
    dialect: DistinctDialect, corpus: Corpus, workspace: Workspace
) -> tuple[Statistics, NgramTable, Encoded]:
    """Return the statistics, and the n-grams of the hypotheses."""
    tokenizer = tokenizer_named(dialect.tokenize)
    encoded = workspace.hypotheses(corpus.hypotheses, tokenizer, dialect.lowercase)
    words = len(encoded.vocabulary)
    table, nodes = located_ngrams(encoded.id_buffer, encoded.bounds, words, dialect.order)
    lengths, occurring = encoded.lengths, occurrences(encoded, np.asarray(nodes)[-1:])
    segments = len(lengths)
    first = np.full(len(table), segments)
    first[occurring.ngrams[::-1]] = occurring.rows[::-1]  # the last of equal places stays
    rows = np.ones((segments, len(COLUMNS)), order="F")
    named = COLUMNS.split(rows)
    named["size"][:] = size = np.maximum(lengths - _fewer_ngrams(dialect), 0)
    named["new_ngrams"][:] = np.bincount(first, minlength=segments)[:segments]
    distinct = np.bincount(occurring.rows[occurring.numbers == 0], minlength=segments)
    named["segment_scores"][:] = distinct / np.maximum(size, 1)
    if dialect.short_segments == "undefined":
        named["segment_scores"][(lengths > 0) & (lengths < dialect.order - 1)] = np.nan
    return Statistics(COLUMNS, rows, 0, corpus.given_tokens), table, encoded


@dataclass(frozen=True)
class DistinctCounting(NgramCounting):
    """Distinct-n of a corpus in parts, of which the first has the new n-grams of all."""

    dialect: DistinctDialect
    of_each_system = True

    def of_system(self, corpus: Corpus, start: int, is_first: bool) -> PartOfSystem:
        """Return the n-grams and the sum of a part."""
        statistics, table, encoded = _with_ngrams(self.dialect, corpus, Workspace())
        keyed = KeyedNgrams.of(table, encoded.vocabulary.tokens())
        keys = keyed.keys[:, (keyed.counts > 0) & (keyed.orders == self.dialect.order)]
        counted = CountedNgrams(keys, np.ones(keys.shape[1], np.uint32))
        return PartOfSystem((start, statistics.as_total(finite=False)), counted)

    def total(self, kept: Any, counts: IntArray, corpus: SpilledCounts) -> Total:
        """Return the sum of a part."""
        start: int = kept[0]
        total: Total = kept[1]
        sums = dict(zip(total.columns, total.sums, strict=True))
        sums["new_ngrams"] = 0 if start else corpus.distinct
        return total._replace(sums=tuple(sums.values()))


_NO_SUMS = (
    "an n-gram of several segments is counted once, so the numbers of parts of a corpus do not add "
    "up; use the mean over segments, distinct:dialect=distinct-n"
)


@dataclass(frozen=True, slots=True, repr=False)
class DistinctScore(Score):
    """A distinct-n score, 0 to 100, and its components.

    Attributes:
        distinct: Distinct n-grams of all hypotheses together.
        size: What they are divided by: tokens, or n-grams, of all hypotheses.
    """

    shown = "{0.score:.2f} ({0.distinct} distinct, size = {0.size})"

    distinct: int
    size: int


class Distinct(
    DistinctParameters,
    DialectMetric[DistinctScore],
    dialects=DistinctDialect,
    default=("li2016", LI_2016),
    options=("order", "tokenize", "lowercase", "dialect"),
):
    """Distinct-n: the share of n-grams that are distinct.

    >>> import tallystick
    >>> hypotheses = ["a b c d", "a b c e"]
    >>> tallystick.distinct(hypotheses=hypotheses).score  # a b, b c, c d and c e, of 8 tokens
    50.0
    >>> tallystick.distinct(hypotheses=hypotheses, dialect="distinct-n").score  # Distinct-N: 0.75
    75.0
    """

    identity: ClassVar[IdentityByOptions] = IdentityByOptions(
        Identity(
            name="distinct",
            title="distinct-n",
            description="share of n-grams that are distinct, without references",
            scale=Scale(0, 100, digits=2),
            needs_references=False,
            options_in_title=("order",),
            whole_corpus=True,
            citation=cited("Li et al., 2016", "li-etal-2016-diversity"),
        ),
        lambda metric: {
            "title": f"distinct-{metric.order}",
            "no_sums_of_parts": _NO_SUMS * (metric.conventions.scope == "corpus"),
        },
    )
    columns: ClassVar[Columns] = COLUMNS
    segment_counter_of = staticmethod(segment_counter_of)
    statistics_of = staticmethod(statistics_of)
    finite = False
    in_signature = (CASE, TOKENIZER, in_signature("order", int, always=True), DIALECT)

    def ngram_counting(self) -> NgramCounting:
        """Return what parts of a corpus contribute to the counts and to the score."""
        return DistinctCounting(self.conventions)

    def for_segments(self) -> Distinct:
        """Return the metric for single segments; it reads the same statistics."""
        return self if self.conventions.scope == "segment" else _of_segments(self)

    def score_of_row(self, row: Mapping[str, Any]) -> Any:
        """Compute distinct-n of a row, or of a sum of rows of a corpus, 0 to 100, by name.

        Li et al. 2016, section 5.3, or the mean of segments; 0 if there is nothing to divide by.
        """
        if self.conventions.scope == "corpus":
            return 100 * quotient(row["new_ngrams"], row["size"])
        return 100 * quotient(row["segment_scores"], row["segments"])

    def components(self, sums: Mapping[str, Any]) -> dict[str, int]:
        """Return the distinct n-grams, and what they are divided by."""
        return {"distinct": int(sums["new_ngrams"]), "size": int(sums["size"])}

    def undefined_segment(self, where: str) -> InputError | None:
        """Return the error of a segment on which the program of the dialect fails."""
        if self.conventions.scope == "corpus":
            return None
        return InputError(
            f"{self.identity.title} of {where} is not defined under the dialect "
            f"{self.dialect}, because it has fewer than {self.order - 1} tokens; in "
            "dialect=scope=segment it is 0"
        )


@lru_cache(maxsize=64)
def _of_segments(metric: Distinct) -> Distinct:
    given = {option: getattr(metric, option) for option in ("order", "tokenize", "lowercase")}
    usual = {option: getattr(LI_2016, option) for option in given}
    return Distinct(**given, dialect=replace(metric.conventions, scope="segment", **usual))
