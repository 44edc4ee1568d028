"""The statistics of segments under a dialect of SARI."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.corpus.text import int64_array, int64_view
from tallystick.metrics.counting.one_segment import SegmentReferences, cached_tokenizer
from tallystick.metrics.counting.side_counts import Side, count_by_side
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sari.formula import scores_of
from tallystick.metrics.sari.operations import (
    NAMES,
    Operation,
    counts_of_ngram,
    operations_of,
)
from tallystick.metrics.sums.columns import Columns
from tallystick.metrics.sums.statistics import Statistics

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.corpus.text import Text, Tokens
    from tallystick.metrics.counting.pairs import Encoded, EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.sari.dialect import SariDialect

_COUNTS = {
    "add": ("added_correctly", "added", "to_add"),
    "keep": ("kept_correctly", "kept", "to_keep"),
    "delete": ("deleted_correctly", "deleted", "to_delete"),
}
"""The columns of each operation: what is correct, what is done, what the references want."""

MEANS = Columns(*NAMES, "segments")
"""The columns of dialects that average the scores of segments."""

SEGMENTS_AT_ONCE = 1024
"""So many have few enough n-grams for the caches of a processor."""


def columns_of(dialect: SariDialect) -> Columns:
    """Return the names of the columns of the statistics."""
    if dialect.average == "score":
        return MEANS
    return Columns(*((name, dialect.order) for names in _COUNTS.values() for name in names))


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
    tokenizer = tokenizer_named(dialect.tokenize)

    def rows_of(pairs: EncodedPairs) -> NDArray[Any]:
        encoded = workspace.sources(sources, pairs, tokenizer, dialect.lowercase)
        return _rows(dialect, encoded, pairs)

    parts = workspace.map_pairs(corpus, tokenizer, dialect.lowercase, rows_of)
    rows = np.concatenate(parts)
    return Statistics(columns_of(dialect), rows, corpus.references.number, corpus.given_tokens)


def segment_counter_of(
    dialect: SariDialect, references: Sequence[str], source: str | None
) -> Callable[[str], dict[str, list[int]]] | None:
    """Return what counts hypotheses of one segment, by the names of the columns.

    None if there is no source, scores are averaged, or texts without tokens have one.
    """
    if source is None or dialect.average == "score" or dialect.empty_text == "one_token":
        return None
    number, tokenizer = len(references), cached_tokenizer(dialect.tokenize)
    prepared = SegmentReferences((*references, source), tokenizer, dialect.lowercase)
    ids, texts = prepared.ids, prepared.offsets
    others = (ids, texts, array("q", [0, number]))
    of_source = (ids, texts, array("q", [number, number + 1]))
    one = array("q", [0, 1])
    columns_of_kind = partial(counts_of_ngram, dialect.deleted_correctly, number)
    names = [name for columns in _COUNTS.values() for name in columns]

    def count(hypothesis: str) -> dict[str, list[int]]:
        found = prepared.encode(hypothesis)
        sides = of_source, (found.buffers[0], found.buffers[1], one), others
        counts, ends = kernel.count_by_side(sides, dialect.order, len(found.vocabulary))
        numbers = memoryview(counts).cast("I").tolist()
        each = list(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True))
        by_order = []
        for start, stop in pairwise(memoryview(ends).cast("q").tolist()):
            sums = [0] * len(names)
            for kind, times in Counter(each[start:stop]).items():
                for column, value in columns_of_kind(*kind):
                    sums[column] += times * value
            by_order.append(sums)
        return dict(zip(names, map(list, zip(*by_order, strict=True)), strict=True))

    return count


def operations_in(sums: Mapping[str, Any]) -> Mapping[str, Operation]:
    """Return the operations in sums of counts by name."""
    found = {}
    for name, columns in _COUNTS.items():
        correct, done, wanted = (sums[column] for column in columns)
        found[name] = Operation(correct, done, correct, wanted)
    return found


def _rows(dialect: SariDialect, sources: Encoded, pairs: EncodedPairs) -> NDArray[Any]:
    size = len(pairs.references.encoded.vocabulary)
    sides = [Side.one_each(sources), Side.one_each(pairs.hypotheses), Side.of_references(pairs)]
    if dialect.empty_text == "one_token":
        sides = [_with_empty_token(side, size) for side in sides]
        size += 1
    references = np.diff(pairs.references.segment_offsets)
    blocks = []
    for start in range(0, len(pairs), SEGMENTS_AT_ONCE):
        stop = start + SEGMENTS_AT_ONCE
        block = [side._replace(segments=side.segments[start : stop + 1]) for side in sides]
        ngrams = count_by_side(block, dialect.order, size)
        blocks.append(_rows_of(dialect, operations_of(dialect, ngrams, references[start:stop])))
    return np.concatenate(blocks)


def _rows_of(dialect: SariDialect, operations: Mapping[str, Operation]) -> NDArray[Any]:
    if dialect.average == "score":
        scores = scores_of(dialect, operations)
        return np.column_stack([*scores, np.ones(len(scores[0]))])
    counts = [part for name in NAMES for part in _counts(operations[name])]
    return np.concatenate(counts, axis=1)


def _counts(operation: Operation) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    return operation.correct, operation.done, operation.wanted


def _with_empty_token(side: Side, token: int) -> Side:
    """Return a side in which texts without tokens have this one."""
    ids = np.frombuffer(side.ids, dtype=np.uint32)
    starts = int64_array(side.texts)
    empty = starts[1:] == starts[:-1]
    if not empty.any():
        return side
    moved = starts + np.concatenate([[0], np.cumsum(empty)])
    longer = np.insert(ids, starts[:-1][empty], np.uint32(token))
    return Side(longer.tobytes(), int64_view(moved), side.segments)
