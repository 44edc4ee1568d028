"""Counts of n-grams: in each of several texts, in segments, and the products of two texts."""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import repeat
from typing import Any

from tallystick.metrics.kernel.python.segments import (
    groups_of,
    ngrams,
    rows_of,
    segments_of,
    spans_of,
)


def count_by_side(
    sides: tuple[tuple[Any, Any, Any], ...], max_order: int, vocabulary_size: int
) -> tuple[bytes, bytes]:
    """Return the counts of every distinct n-gram of every segment and order in each side.

    A side, such as the references, consists of ids, of the start of each text in them, and of the
    first text of each segment, all with the end. The texts of a segment are counted together.

    Returns:
        The counts, uint32, shape (n-grams, sides); and the first n-gram of every segment and order,
        with the end, int64, shape (segments * max_order + 1,). N-grams have the order in which they
        first occur, side by side.
    """
    counts, rows = array("I"), array("q", [0])
    for texts_of_sides in zip(*[groups_of(*side) for side in sides], strict=True):
        for order in range(1, max_order + 1):
            found: dict[Any, list[int]] = {}
            for side, texts in enumerate(texts_of_sides):
                for text in texts:
                    for ngram in ngrams(text, order):
                        found.setdefault(ngram, [0] * len(sides))[side] += 1
            for of_ngram in found.values():
                counts.extend(of_ngram)
            rows.append(rows[-1] + len(found))
    return counts.tobytes(), rows.tobytes()


def count_segments(nodes: Any, offsets: Any, node_count: int) -> bytes:
    """Return the number of segments in which each node occurs, uint32 of shape (node_count,).

    `nodes` has the node of the n-gram of each order that starts at each token, uint32 of shape
    (orders, tokens). A node has one order; nodes from `node_count` on are not counted. `offsets`
    are those of the first token of each segment.
    """
    counts = array("I", [0]) * node_count
    spans = spans_of(offsets)
    for at_tokens in rows_of(nodes):
        for start, end in spans:
            for node in set(at_tokens[start:end]):
                if node < node_count:
                    counts[node] += 1
    return counts.tobytes()


_Text = tuple[list[Any], Counter[Any], list[float]]
"""The n-grams of one order of a text, how often each occurs in it, and the weight of each."""


def multiply_counts(
    hypothesis_ids: Any,
    hypothesis_offsets: Any,
    reference_ids: Any,
    reference_offsets: Any,
    segment_offsets: Any,
    max_order: int,
    vocabulary_size: int,
    weights: Any,
    weight_of_others: float,
    hypothesis_nodes: Any,
    reference_nodes: Any,
    limit: str,
) -> tuple[bytes, bytes, bytes]:
    """Return weighted inner products of the counts of n-grams, float64.

    The first array has those of every reference with its hypothesis, shape (references,
    max_order): for every n-gram its weight times its counts in both. The second has those of every
    reference with itself, the third those of every hypothesis with itself, shape (segments,
    max_order).

    In the first array, the count in the hypothesis is at most: any number, if `limit` is "none";
    the count in the reference, if it is "count"; or the same share of all n-grams as in the
    reference, if it is "share".

    `segment_offsets` are those of the first reference of each segment; `weights` has the weight of
    every node of a table; the nodes are those of the n-gram of each order that starts at each
    token, uint32 of shape (orders, tokens). N-grams without a node have `weight_of_others`.
    """
    if limit not in ("none", "count", "share"):
        raise ValueError(f"limit is {limit}; expected none, count or share")
    known = array("d", bytes(weights)).tolist()
    scale = max_order, known, weight_of_others
    hypotheses = _texts(hypothesis_ids, hypothesis_offsets, hypothesis_nodes, *scale)
    references = _texts(reference_ids, reference_offsets, reference_nodes, *scale)
    products, reference_squares, hypothesis_squares = array("d"), array("d"), array("d")
    for hypothesis, span in zip(hypotheses, spans_of(segment_offsets), strict=True):
        hypothesis_squares.extend(_product(one, one, "none") for one in hypothesis)
        for reference in references[slice(*span)]:
            reference_squares.extend(_product(one, one, "none") for one in reference)
            products.extend(map(_product, hypothesis, reference, repeat(limit)))
    return products.tobytes(), reference_squares.tobytes(), hypothesis_squares.tobytes()


def _texts(
    ids: Any, offsets: Any, nodes: Any, max_order: int, known: list[float], others: float
) -> list[list[_Text]]:
    """Return the n-grams of each order of every text; those without known weight have another."""
    rows = rows_of(nodes)
    texts = []
    for tokens, (start, _) in zip(segments_of(ids, offsets), spans_of(offsets), strict=True):
        orders: list[_Text] = []
        for order in range(1, max_order + 1):
            of_order = list(ngrams(tokens, order))
            weights = [others] * len(of_order)
            if order <= len(rows):
                at_ngrams = rows[order - 1][start : start + len(of_order)]
                weights = [known[node] if node < len(known) else others for node in at_ngrams]
            orders.append((of_order, Counter(of_order), weights))
        texts.append(orders)
    return texts


def _product(hypothesis: _Text, reference: _Text, limit: str) -> float:
    """Return the product of the counts of a hypothesis, up to the limit, and a reference."""
    own, hypothesis_counts, _ = hypothesis
    others, reference_counts, weights = reference
    share = len(own) / len(others) if limit == "share" and others else 1.0
    total = 0.0
    for ngram, weight in zip(others, weights, strict=True):
        count: float = hypothesis_counts[ngram]
        if limit != "none":
            count = min(count, reference_counts[ngram] * share)
        if count > 0:
            total += count * weight
    return total
