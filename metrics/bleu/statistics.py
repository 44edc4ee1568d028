"""The statistics of segments under any dialect of BLEU."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.bleu.formula import FAILING_SEGMENTS, columns_of, counted_orders, formula_of
from tallystick.metrics.counting.matching import (
    Matches,
    closest_reference_lengths,
    match_pairs,
    write_totals,
)
from tallystick.metrics.sums.statistics import Statistics

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.bleu.dialect import BleuDialect
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.sums.arrays import IntArray


def statistics_of(dialect: BleuDialect, corpus: Corpus, workspace: Workspace) -> Statistics:
    """Count every segment; dialects that match alike share the matches."""
    orders = counted_orders(dialect)
    matches = workspace.made_once(
        corpus,
        ("matches of BLEU", dialect.clip, dialect.tokenize, dialect.lowercase, orders),
        partial(_matches, dialect, orders, corpus, workspace),
    )
    rows = rows_of(dialect, matches)
    return Statistics(columns_of(dialect), rows, corpus.references.number, corpus.given_tokens)


def _matches(dialect: BleuDialect, orders: int, corpus: Corpus, workspace: Workspace) -> Matches:
    tokenizer, lowercase = tokenizer_named(dialect.tokenize), dialect.lowercase
    matches = workspace.match(corpus, tokenizer, lowercase, orders)
    if dialect.clip == "max":
        return matches
    of_part = partial(_matches_of_part, dialect.clip, orders)
    parts = workspace.map_pairs(corpus, tokenizer, lowercase, of_part)
    return matches._replace(matches=np.concatenate(parts))


def _matches_of_part(clip: str, orders: int, pairs: EncodedPairs) -> IntArray:
    starts = pairs.references.segment_offsets[:-1]
    matches, _, _ = match_pairs(pairs, orders, **_UNCLIPPED.get(clip, {"separately": True}))
    if clip == "first_reference":
        return matches[starts]
    if clip == "best_reference":
        matches = np.maximum.reduceat(matches, starts)
    return matches


_UNCLIPPED = {"reference_counts": {"clip": "references"}, "none": {"clip": "hypothesis"}}
"""Where the kernel counts the n-grams that match."""


def rows_of(dialect: BleuDialect, matches: Matches) -> NDArray[Any]:
    """Return the statistics of every segment, shape (segments, columns)."""
    columns = columns_of(dialect)
    whole = dialect.average == "micro" and dialect.reference_length != "average"
    shape = len(matches.hypothesis_lengths), len(columns)
    rows = np.empty(shape, dtype=np.int64 if whole else np.float64, order="F")
    named = columns.split(rows)
    named["hypothesis_length"][:] = matches.hypothesis_lengths
    drops = dialect.empty_references in ("dropped", "dropped_by_segment")
    compared = _without_empty(matches) if drops else matches
    named["reference_length"][:] = _REFERENCE_LENGTHS[dialect.reference_length](compared)
    named["matches"][:] = matches.matches
    least = _LEAST_NGRAMS.get(dialect.missing_order, 0)
    write_totals(matches.hypothesis_lengths, named["totals"], least)
    if "allows" in named:
        of_references = dialect.order_limit == "longest_reference"
        longest = _longest(matches) if of_references else matches.hypothesis_lengths
        named["allows"][:] = longest[:, np.newaxis] >= np.arange(1, dialect.order + 1)
    if "capped_length" in named:
        lengths = named["hypothesis_length"], named["reference_length"]
        np.minimum(*lengths, out=named["capped_length"])
    if "empty_segments" in named:  # on which the program fails
        no_hypothesis = matches.hypothesis_lengths == 0
        no_hypothesis &= dialect.empty_hypotheses == "error_if_any"
        no_reference = (_longest if drops else _shortest)(matches) == 0
        no_reference &= dialect.empty_references in FAILING_SEGMENTS
        named["empty_segments"][:] = no_hypothesis | no_reference
    if dialect.average == "smoothed_counts":
        unmatched = matches.matches == 0
        halves = np.ldexp(1.0, -np.cumsum(unmatched, axis=1))
        named["matches"][:] = np.where(unmatched, halves, matches.matches)
    if "segments" in named:
        named["segment_scores"][:] = formula_of(replace(dialect, average="micro")).of_arrays(named)
        named["segments"][:] = 1
    return rows


_LEAST_NGRAMS = {"one_per_segment": 1, "negative": -(2**62)}


def _without_empty(matches: Matches) -> Matches:
    """Remove empty references; of a segment with no others, keep the first."""
    kept = matches.reference_lengths > 0
    kept[matches.reference_offsets[:-1][_longest(matches) == 0]] = True
    up_to = np.concatenate([[0], np.cumsum(kept)])
    return matches._replace(
        reference_lengths=matches.reference_lengths[kept],
        reference_offsets=up_to[matches.reference_offsets],
    )


def _of_all(reduce: Callable[..., Any]) -> Callable[[Matches], Any]:
    """Return a function that reduces the lengths of the references of each segment to one."""
    return lambda matches: reduce(matches.reference_lengths, matches.reference_offsets[:-1])


def _average(matches: Matches) -> Any:
    return _of_all(np.add.reduceat)(matches) / np.diff(matches.reference_offsets)


_shortest, _longest = _of_all(np.minimum.reduceat), _of_all(np.maximum.reduceat)

_REFERENCE_LENGTHS: Mapping[str, Callable[[Matches], Any]] = {
    "closest": closest_reference_lengths,
    "closest_first": partial(closest_reference_lengths, first=True),
    "shortest": _shortest,
    "average": _average,
    "average_truncated": lambda matches: np.floor(_average(matches)),
    "first": lambda matches: matches.reference_lengths[matches.reference_offsets[:-1]],
    "last": lambda matches: matches.reference_lengths[matches.reference_offsets[1:] - 1],
}
