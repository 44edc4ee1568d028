"""The statistics of segments under a dialect of NIST."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.matching import write_totals
from tallystick.metrics.nist.formula import columns_of
from tallystick.metrics.sums.statistics import Statistics

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
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
    named["hypothesis_length"][:] = found.hypothesis_lengths
    least = -(2**62) if dialect.hypothesis_counts == "signed" else 0
    write_totals(found.hypothesis_lengths, named["totals"], least)
    lengths, references, how = found.reference_lengths, matched.references, dialect.reference_length
    if matched is not corpus and how.startswith("mean"):
        references = corpus.references
        parts = workspace.references(references, tokenizer, dialect.lowercase)
        lengths = np.concatenate([part.encoded.lengths for part in parts])
    starts = references.offsets[:-1]
    if how == "mean_nonempty":
        named["nonempty_references"][:] = np.add.reduceat(lengths > 0, starts, dtype=np.int64)
        named["segments"][:] = 1
    if how == "first":
        named["reference_length"][:] = lengths[starts]
    elif how != "matched":
        divisor = {"mean": references.counts, "mean_global": reference_sets}.get(how, 1)
        named["reference_length"][:] = np.add.reduceat(lengths, starts) / divisor
    return Statistics(columns, rows, corpus.references.number, corpus.given_tokens)
