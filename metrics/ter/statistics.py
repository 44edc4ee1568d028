"""The statistics of segments under a dialect of TER."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.corpus.references import References
from tallystick.metrics.corpus.text import Text
from tallystick.metrics.counting.pairs import encode_lines
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.statistics import Statistics
from tallystick.metrics.ter.counts import COLUMNS, shift_edits, tokenizes_twice

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.kernel.kernel import Vocabulary
    from tallystick.metrics.ter.dialect import TerDialect
    from tallystick.metrics.tokenizers import Tokenizer


def statistics_of(dialect: TerDialect, corpus: Corpus, workspace: Workspace) -> Statistics:
    """Count the edits of every segment with the reference that needs the fewest."""
    tokenizer = tokenizer_named(dialect.tokenize)
    compared = as_compared(dialect, corpus, tokenizer)

    def count(pairs: EncodedPairs) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        return edits_of(dialect, pairs), pairs.references.encoded.lengths

    parts = workspace.map_pairs(compared, tokenizer, dialect.lowercase, count)
    edits, lengths = map(np.concatenate, zip(*parts, strict=True))
    starts = compared.references.offsets[:-1]
    rows = np.empty((len(corpus), len(COLUMNS)), order="F")
    named = COLUMNS.split(rows)
    named["edits"][:] = np.minimum.reduceat(edits, starts)
    named["reference_length"][:] = np.add.reduceat(lengths, starts) / corpus.references.counts
    return Statistics(COLUMNS, rows, corpus.references.number, corpus.given_tokens)


def edits_of(dialect: TerDialect, pairs: EncodedPairs) -> NDArray[np.int64]:
    """Return the shifts and edits of every reference and its hypothesis, shape (references,)."""
    hypothesis_ids: Any = pairs.hypotheses.id_buffer
    reference_ids: Any = pairs.references.encoded.id_buffer
    if dialect.blocks == "whole_matches":
        ranks = ranks_of(pairs.references.encoded.vocabulary)
        hypothesis_ids = ranks[pairs.hypotheses.ids]
        reference_ids = ranks[pairs.references.encoded.ids]
    found = shift_edits(dialect, pairs, hypothesis_ids, reference_ids)
    edits = np.frombuffer(found, dtype=np.int64)
    if dialect.empty_hypotheses == "zero":
        empty = np.repeat(pairs.hypotheses.lengths == 0, np.diff(pairs.references.segment_offsets))
        edits = np.where(empty, 0, edits)
    return edits


def ranks_of(vocabulary: Vocabulary) -> NDArray[np.uint32]:
    """Return numbers of tokens that are ordered like the tokens, uint32, shape (tokens,)."""
    tokens = vocabulary.tokens()
    ranks = np.empty(len(tokens), dtype=np.uint32)
    ranks[sorted(range(len(tokens)), key=tokens.__getitem__)] = np.arange(len(tokens))
    return ranks


def as_compared(dialect: TerDialect, corpus: Corpus, tokenizer: Tokenizer) -> Corpus:
    """Return the corpus to be tokenized, with references that have been tokenized before if so."""
    lines = corpus.references.segments
    if not tokenizes_twice(dialect) or not isinstance(lines, Text):
        return corpus
    vocabulary = kernel.Vocabulary()
    ids, offsets = encode_lines(lines, vocabulary, tokenizer, dialect.lowercase)
    tokens = vocabulary.tokens()
    words = [tokens[one] for one in memoryview(ids).cast("I")]
    bounds = pairwise(memoryview(offsets).cast("q"))
    separated = [" ".join(words[start:end]) for start, end in bounds]
    references = References(Text.from_lines(separated), corpus.references.offsets)
    return replace(corpus, references=references)
