"""The edits and reference lengths of few segments, without arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

from tallystick.metrics.counting.one_segment import SegmentReferences, cached_tokenizer
from tallystick.metrics.counting.pairs import warn_if_slow
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.columns import Columns

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.ter.dialect import TerDialect

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
