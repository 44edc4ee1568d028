"""NIST from sums of statistics: Doddington 2002, equation 3.

    NIST = sum over n of [ sum of Info(matched n-grams) / n-grams of the hypothesis ]
           * exp( beta * log( min(1, L_hypothesis / L_reference) ) ** 2 )

where beta makes the penalty 0.5 at a length ratio of 2/3.

The statistics of few segments are counted here, in Python numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.metrics.counting.matching import Counts, totals
from tallystick.metrics.counting.one_segment import (
    OneSegment,
    SegmentReferences,
    cached_tokenizer,
    segment_matcher,
)
from tallystick.metrics.kernel import kernel
from tallystick.metrics.nist.information import InformationWeights
from tallystick.metrics.sums.statistics import Columns
from tallystick.metrics.sums.sum_formula import SumFormula
from tallystick.metrics.sums.symbols import any_of, exp, log, maximum, minimum, ratio, total, where

if TYPE_CHECKING:
    from tallystick.metrics.nist.dialect import NistDialect


class NistParts(NamedTuple):
    """NIST of one sum of statistics, NaN if not defined; `terms` have no penalty."""

    score: Any
    terms: tuple[Any, ...]
    length_penalty: Any
    reference_length: Any


@lru_cache(maxsize=2048)
def columns_of(dialect: NistDialect) -> Columns:
    """Return the names of the columns."""
    blocks = [(block, dialect.order) for block in ("matches", "totals", "information")]
    of_mean = ["nonempty_references", "segments"]
    further = of_mean if dialect.reference_length == "mean_nonempty" else []
    return Columns("hypothesis_length", "reference_length", *blocks, *further)


@lru_cache(maxsize=2048)
def formula_of(dialect: NistDialect) -> SumFormula:
    """Return the formula of a dialect; NaN if references or, in some, an order are empty."""
    return SumFormula(columns_of(dialect), partial(nist, dialect))


def nist(dialect: NistDialect, sums: Mapping[str, Any]) -> NistParts:
    """Compute NIST and its components; see `SumFormula.text`."""
    reference_length = sums["reference_length"]
    if dialect.reference_length == "mean_nonempty":
        references = maximum(sums["nonempty_references"], 1)
        reference_length = reference_length * sums["segments"] / references
    undefined = 1.0 if dialect.empty_references == "one" else math.nan
    logarithm = log(minimum(ratio(sums["hypothesis_length"], reference_length, undefined), 1.0))
    penalty = exp(dialect.beta * (logarithm * logarithm))
    totals = sums["totals"]
    defined = dialect.order_without_ngrams in ("zero_term", "zero_score")
    instead = 0.0 if defined else math.nan
    terms = [ratio(*pair, instead) for pair in zip(sums["information"], totals, strict=True)]
    if dialect.order_without_ngrams == "zero_score":
        without = any_of(ngrams == 0 for ngrams in totals)
        terms = [where(without, 0.0, term) for term in terms]
    return NistParts(penalty * total(terms), tuple(terms), penalty, reference_length)


_COUNTED = {
    *("order", "zero_prefix", "reference_ties", "hypothesis_counts", "order_without_ngrams"),
    *("reference_length", "empty_references", "beta", "tokenize", "lowercase"),
}
_CHOOSING = {"match", "matched_references", "information_references"}
"""The axes that are no matter of counting or known here: always, and with one reference only."""


@lru_cache(maxsize=2048)
def counts_as_usual(dialect: NistDialect, references: int) -> bool:
    """Whether sums follow from `SegmentReferences.match`, as always with one reference."""
    return dialect.differs_only_in(_COUNTED if references > 1 else _COUNTED | _CHOOSING)


def segment_counter_of(
    dialect: NistDialect,
    references: Sequence[str],
    weights: InformationWeights | None,
    reference_sets: int,
) -> Callable[[str], dict[str, Any]] | None:
    """Return what counts hypotheses of one segment; None unless `counts_as_usual`.

    Without weights, they are those of the references of the segment.
    """
    if not counts_as_usual(dialect, len(references)):
        return None
    order, tokenizer = dialect.order, cached_tokenizer(dialect.tokenize)
    how = references, tokenizer, dialect.lowercase
    match: Callable[[str, int], OneSegment]
    if weights is not None:
        prepared = SegmentReferences(*how)
        tokens = prepared.vocabulary, prepared.ids, prepared.offsets
        nodes = weights.ngrams.locate_tokens(*tokens, order)
        match = partial(prepared.match, weights=(weights.ngrams.value_buffer, nodes))
    elif tokenizer.name in kernel.COMPILED_TOKENIZERS or kernel.ACTIVE == "python":
        match = segment_matcher(*how, zero_is_empty=dialect.zero_prefix == "perl_falsy")
    else:
        return None
    return lambda hypothesis: sums_of_segment(dialect, match(hypothesis, order), reference_sets)


def sums_of_segment(dialect: NistDialect, match: OneSegment, reference_sets: int) -> dict[str, Any]:
    """Return the statistics of one segment by name, if `counts_as_usual`.

    `reference_sets` is the highest number of references of any segment of the corpus.
    """
    ngrams, references = match.totals, match.reference_lengths
    length = ngrams[0]
    if dialect.hypothesis_counts == "signed":
        ngrams = [length - shorter for shorter in range(dialect.order)]
    sums = {
        "hypothesis_length": length,
        "reference_length": _reference_length(dialect, references, reference_sets),
        "matches": match.matches,
        "totals": ngrams,
        "information": match.weighted,
    }
    if dialect.reference_length == "mean_nonempty":
        sums |= {"nonempty_references": sum(map(bool, references)), "segments": 1}
    return sums


def columns_of_counts(
    dialect: NistDialect, counts: Counts, reference_sets: int
) -> Iterator[list[Any]]:
    """Yield the columns of the statistics of every segment, as `sums_of_segment` has them."""
    references = counts.reference_lengths
    yield counts.hypothesis_lengths
    yield [_reference_length(dialect, lengths, reference_sets) for lengths in references]
    yield from counts.matches
    yield from totals(
        counts.hypothesis_lengths, dialect.order, signed=dialect.hypothesis_counts == "signed"
    )
    yield from counts.weighted
    if dialect.reference_length == "mean_nonempty":
        yield [sum(map(bool, lengths)) for lengths in references]
        yield [1] * len(references)


def _reference_length(dialect: NistDialect, lengths: Sequence[int], reference_sets: int) -> float:
    if dialect.reference_length == "mean":
        return sum(lengths) / len(lengths)
    if dialect.reference_length == "mean_global":
        return sum(lengths) / reference_sets
    if dialect.reference_length == "mean_nonempty":
        return sum(lengths)
    return lengths[0]
