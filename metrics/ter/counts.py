"""The edits and reference lengths of segments under a dialect of TER.

Those of few segments are counted without arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.corpus.references import References
from tallystick.metrics.corpus.text import Text
from tallystick.metrics.counting.one_segment import SegmentReferences, cached_tokenizer
from tallystick.metrics.counting.pairs import encode_lines, warn_if_slow
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.columns import Columns

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.kernel.kernel import Vocabulary
    from tallystick.metrics.sums.statistics import Statistics
    from tallystick.metrics.ter.dialect import TerDialect
    from tallystick.metrics.tokenizers import Tokenizer

COLUMNS = Columns("edits", "reference_length")


_COUNTED = {
    *("blocks", "beam", "block_words", "distance", "candidates", "moving"),
    *("empty_references", "reference_passes", "tokenize", "lowercase"),
}
"""The axes that `columns_of_counts` and the formula know."""


@lru_cache(maxsize=64)
def counts_as_usual(dialect: TerDialect) -> bool:
    """Whether `columns_of_counts` is defined."""
    return (
        dialect.blocks != "whole_matches"
        and not tokenizes_twice(dialect)
        and dialect.differs_only_in(_COUNTED)
    )


def tokenizes_twice(dialect: TerDialect) -> bool:
    """Whether references are tokenized a second time with an effect."""
    return dialect.reference_passes != "once" and dialect.tokenize != "none"


def columns_of_counts(
    dialect: TerDialect, corpus: Corpus, workspace: Workspace
) -> tuple[list[int], list[float]]:
    """Return the columns of the statistics of every segment, if `counts_as_usual`."""
    use = partial(_count_part, dialect)
    parts = workspace.map_pairs(corpus, cached_tokenizer(dialect.tokenize), dialect.lowercase, use)
    edits, lengths = zip(*chain.from_iterable(parts), strict=True)
    return list(edits), list(lengths)


def segment_counter_of(
    dialect: TerDialect, references: Sequence[str]
) -> Callable[[str], dict[str, float]] | None:
    """Return what counts the edits of hypotheses of one segment, by the names of the columns.

    None if not `counts_as_usual`, and without compiled kernel, when long texts are warned of.
    """
    if kernel.ACTIVE == "python" or not counts_as_usual(dialect):
        return None
    tokenizer = cached_tokenizer(dialect.tokenize)
    prepared = SegmentReferences(references, tokenizer, dialect.lowercase)
    length = sum(prepared.lengths) / len(references)

    def count(hypothesis: str) -> dict[str, float]:
        found = prepared.encode(hypothesis)
        edits = _shift_edits(dialect, found.buffers, len(found.vocabulary))
        return {"edits": min(memoryview(edits).cast("q")), "reference_length": length}

    return count


def shift_edits(
    dialect: TerDialect, pairs: EncodedPairs, hypothesis_ids: Any, reference_ids: Any
) -> bytes:
    """Return the shifts and edits of every reference and its hypothesis, int64.

    `hypothesis_ids` and `reference_ids` are the numbers of the tokens of `pairs`, or other ones.
    """
    warn_if_slow(pairs, most=300_000)
    encoded, segments = pairs.references.encoded, pairs.references.segment_bounds
    buffers = hypothesis_ids, pairs.hypotheses.bounds, reference_ids, encoded.bounds, segments
    return _shift_edits(dialect, buffers, len(encoded.vocabulary))


def _shift_edits(dialect: TerDialect, buffers: tuple[Any, Any, Any, Any, Any], words: int) -> bytes:
    return kernel.shift_edits(*buffers, words, *rules_of(dialect), dialect.moving == "reference")


def rules_of(dialect: TerDialect) -> tuple[str, int, int, int, int]:
    """Return the rules of the search for shifts, as the kernel takes them."""
    limits = dialect.beam, dialect.block_words, dialect.distance, dialect.candidates
    return dialect.blocks, *limits


def _count_part(dialect: TerDialect, pairs: EncodedPairs) -> list[tuple[int, float]]:
    references = pairs.references
    found = shift_edits(dialect, pairs, pairs.hypotheses.id_buffer, references.encoded.id_buffer)
    edits = memoryview(found).cast("q").tolist()
    bounds = references.encoded.bounds.tolist()
    return [
        (min(edits[start:stop]), (bounds[stop] - bounds[start]) / (stop - start))
        for start, stop in pairwise(references.segment_bounds.tolist())
    ]


def statistics_of(dialect: TerDialect, corpus: Corpus, workspace: Workspace) -> Statistics:
    """Count the edits of every segment with the reference that needs the fewest."""
    import numpy as np

    from tallystick.metrics.sums.statistics import Statistics

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
    import numpy as np

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
    import numpy as np

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
