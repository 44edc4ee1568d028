"""Clipped matches under the rules of `BleuDialect.clip`.

The kernel implements only the usual rule, the highest count in a single reference.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.pairs import one_reference_each
from tallystick.metrics.counting.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from tallystick.metrics.bleu.dialect import BleuDialect
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.matching import Matches
    from tallystick.metrics.counting.pairs import EncodedPairs

Symbols: TypeAlias = "Sequence[int]"
"""The tokens of a segment as numbers."""


def matches_as_clipped(
    dialect: BleuDialect, orders: int, corpus: Corpus, workspace: Workspace
) -> Matches:
    """Match every segment up to an order that may exceed that of the dialect.

    Dialects that match alike share the result.
    """
    return workspace.made_once(
        corpus,
        ("matches as clipped", dialect.clip, dialect.tokenize, dialect.lowercase, orders),
        partial(_matches, dialect, orders, corpus, workspace),
    )


def _matches(dialect: BleuDialect, orders: int, corpus: Corpus, workspace: Workspace) -> Matches:
    tokenizer = tokenizer_named(dialect.tokenize)
    found = workspace.match(corpus, tokenizer, dialect.lowercase, orders)
    if dialect.clip == "max":
        return found
    offsets = found.reference_offsets
    if dialect.clip in ("best_reference", "first_reference"):
        # no other corpus has these references, so they are not kept
        alone = Workspace(workspace.threads, keeps=False)
        pairs = alone.match(
            one_reference_each(corpus), tokenizer, dialect.lowercase, orders
        ).matches
        first = dialect.clip == "first_reference"
        matches = pairs[offsets[:-1]] if first else np.maximum.reduceat(pairs, offsets[:-1])
        return replace(found, matches=matches)
    count = _reference_counts if dialect.clip == "reference_counts" else _unclipped
    rows = workspace.map_pairs(
        corpus, tokenizer, dialect.lowercase, partial(_count_part, count=count, orders=orders)
    )
    return replace(found, matches=np.concatenate(rows))


def _count_part(
    pairs: EncodedPairs, count: Callable[[Symbols, Sequence[Symbols], int], int], orders: int
) -> NDArray[np.int64]:
    """Count the matches of one part of a corpus, shape (segments, orders)."""
    rows = [
        [count(hypothesis, references, order) for order in range(1, orders + 1)]
        for hypothesis, references in (
            (hypothesis.tolist(), [one.tolist() for one in references])
            for hypothesis, references in pairs
        )
    ]
    return np.array(rows, dtype=np.int64)


def _ngrams(tokens: Symbols, order: int) -> Counter[Any]:
    return Counter(zip(*(tokens[start:] for start in range(order)), strict=False))


def _highest(references: Sequence[Symbols], order: int) -> Counter[Any]:
    highest: Counter[Any] = Counter()
    for reference in references:
        highest |= _ngrams(reference, order)
    return highest


def _reference_counts(hypothesis: Symbols, references: Sequence[Symbols], order: int) -> int:
    highest = _highest(references, order)
    return sum(highest[ngram] for ngram in _ngrams(hypothesis, order))


def _unclipped(hypothesis: Symbols, references: Sequence[Symbols], order: int) -> int:
    known = _highest(references, order)
    return sum(count for ngram, count in _ngrams(hypothesis, order).items() if ngram in known)
