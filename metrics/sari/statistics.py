"""The statistics of segments under a dialect of SARI."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.one_segment import SegmentReferences, cached_tokenizer
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sari.formula import MEANS, formula_of, segment_formula_of
from tallystick.metrics.sums.statistics import Statistics

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.corpus.text import Text, Tokens
    from tallystick.metrics.counting.one_segment import Buffers
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.sari.dialect import SariDialect


def refuse_different_numbers(dialect: SariDialect, references: int | None) -> None:
    """Refuse segments with different numbers of references if the dialect adds up counts.

    Args:
        dialect: The dialect.
        references: The number of references per segment, or None if it varies.

    Raises:
        InputError: It varies.
    """
    if dialect.average == "none" and references is None:
        raise InputError(
            "the numbers of references differ between segments, and SARI that adds up counts, as "
            "EASSE does, is not defined for this; give every segment equally many references, or "
            "use a dialect that averages over segments: sari:dialect=evaluate or sari:dialect=xu"
        )


def statistics_of(
    dialect: SariDialect, corpus: Corpus, sources: Text | Tokens, workspace: Workspace
) -> Statistics:
    """Count every segment: int64, or float64 if scores are averaged.

    Raises:
        InputError: The numbers of references differ, and the dialect adds up counts.
    """
    refuse_different_numbers(dialect, corpus.references.number)
    tokenizer, formula = tokenizer_named(dialect.tokenize), segment_formula_of(dialect)

    def rows_of(pairs: EncodedPairs) -> NDArray[Any]:
        encoded = workspace.sources(sources, pairs, tokenizer, dialect.lowercase)
        size = len(encoded.vocabulary)
        found = _changes(dialect, pairs.buffers, size, encoded.id_buffer, encoded.bounds)
        counts, shares = (
            np.frombuffer(buffer, kind).reshape(len(pairs), -1)
            for buffer, kind in zip(found, (np.int64, np.float64), strict=True)
        )
        if dialect.average == "none":
            return counts
        named = formula.statistics.split(np.hstack([counts, shares]))
        return np.column_stack([*formula.parts_of_arrays(named)[1:], np.ones(len(pairs))])

    parts = workspace.map_pairs(corpus, tokenizer, dialect.lowercase, rows_of)
    columns, rows = formula_of(dialect).statistics, np.concatenate(parts)
    return Statistics(columns, rows, corpus.references.number, corpus.given_tokens)


def segment_counter_of(
    dialect: SariDialect, references: Sequence[str], source: str | None
) -> Callable[[str], dict[str, Any]] | None:
    """Return what counts hypotheses of one segment, by the names of the columns.

    None if there is no source.
    """
    if source is None:
        return None
    prepared = SegmentReferences(
        (*references, source), cached_tokenizer(dialect.tokenize), dialect.lowercase
    )
    own, segments = memoryview(prepared.offsets)[-16:], struct.pack("2q", 0, len(references))
    formula = segment_formula_of(dialect)
    columns = formula.statistics

    def count(hypothesis: str) -> dict[str, Any]:
        encoded = prepared.encode(hypothesis)
        buffers, size = (*encoded.buffers[:4], segments), len(encoded.vocabulary)
        counts, shares = _changes(dialect, buffers, size, prepared.ids, own)
        numbers = memoryview(counts).cast("q").tolist()
        if dialect.average == "none":
            return columns.split_list(numbers)
        numbers += memoryview(shares).cast("d").tolist()
        parts = formula.parts_of_numbers(columns.split_list(numbers))
        return dict(zip(MEANS, (*parts[1:], 1), strict=True))

    return count


def _changes(
    dialect: SariDialect, buffers: Buffers, size: int, source_ids: Any, source_offsets: Any
) -> tuple[bytes, bytes]:
    """Return the counts and shares of segments; `kernel.count_changes` describes them."""
    return kernel.count_changes(
        *buffers,
        dialect.order,
        size,
        source_ids,
        source_offsets,
        unreferenced=dialect.deleted_correctly == "unreferenced",
        one_token=dialect.empty_text == "one_token",
    )
