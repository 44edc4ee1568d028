"""The statistics of segments under a dialect of NIST."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.matching import write_totals
from tallystick.metrics.nist.formula import columns_of
from tallystick.metrics.sums.statistics import Statistics

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.corpus.references import References
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.nist.dialect import NistDialect
    from tallystick.metrics.nist.information import InformationWeights


def statistics_of(
    dialect: NistDialect,
    corpus: Corpus,
    workspace: Workspace,
    reference_sets: int,
    weights: InformationWeights | None = None,
) -> Statistics:
    """Count every segment.

    Args:
        dialect: The dialect.
        corpus: The segments.
        workspace: Encodes them.
        reference_sets: The highest number of references in the corpus.
        weights: The information weights; None for information of 0.
    """
    tokenizer = tokenizer_named(dialect.tokenize)
    matched = corpus
    if dialect.matched_references == "first":
        matched = replace(corpus, references=corpus.references.first())
    columns = columns_of(dialect)
    rows = np.empty((len(corpus), len(columns)), order="F")
    named = columns.split(rows)
    if dialect.match == "best_reference" and weights is not None:
        # this module imports fractions, which other dialects do not need
        from tallystick.metrics.nist.best_reference import match_best_references

        found, lengths_of_best = match_best_references(dialect, matched, weights, workspace)
        if dialect.reference_length == "matched":
            named["reference_length"][:] = lengths_of_best.sum(axis=1) / dialect.order
    else:
        ngrams = None if weights is None else weights.ngrams
        found = workspace.match(matched, tokenizer, dialect.lowercase, dialect.order, ngrams)
    named["matches"][:] = found.matches
    named["information"][:] = 0.0 if found.weighted is None else found.weighted
    lengths, reference_lengths = found.hypothesis_lengths, found.reference_lengths
    if matched is not corpus and dialect.reference_length.startswith("mean"):
        parts = workspace.references(corpus.references, tokenizer, dialect.lowercase)
        reference_lengths = np.concatenate([part.encoded.lengths for part in parts])
        matched = corpus
    named["hypothesis_length"][:] = lengths
    if dialect.reference_length != "matched":
        _write_reference_lengths(
            dialect, reference_lengths, matched.references, reference_sets, named
        )
    if dialect.hypothesis_counts == "signed":
        named["totals"][:] = lengths[:, np.newaxis] - np.arange(dialect.order)
    else:
        write_totals(lengths, named["totals"])
    return Statistics(columns, rows, corpus.references.number, corpus.given_tokens)


def _write_reference_lengths(
    dialect: NistDialect,
    lengths: NDArray[np.int64],
    references: References,
    reference_sets: int,
    named: Mapping[str, NDArray[Any]],
) -> None:
    """Write the reference length of every segment and the columns needed to average it."""
    starts = references.offsets[:-1]
    if dialect.reference_length == "first":
        named["reference_length"][:] = lengths[starts]
        return
    words = np.add.reduceat(lengths, starts)
    if dialect.reference_length == "mean":
        words = words / references.counts
    elif dialect.reference_length == "mean_global":
        words = words / reference_sets
    else:
        named["nonempty_references"][:] = np.add.reduceat(lengths > 0, starts, dtype=np.int64)
        named["segments"][:] = 1
    named["reference_length"][:] = words
