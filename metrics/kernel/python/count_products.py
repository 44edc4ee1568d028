"""Inner products of the n-gram counts of hypotheses and references."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from tallystick.metrics.kernel.python.segments import rows_of, segments_of

Counts = Counter[tuple[int, ...]]


class _Text(NamedTuple):
    """The n-grams of one order of a text.

    Attributes:
        ngrams: The n-gram that starts at each token.
        counts: How often each occurs in the text.
        weights: The weight of the n-gram that starts at each token.
    """

    ngrams: list[tuple[int, ...]]
    counts: Counts
    weights: list[float]


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
    spans = list(pairwise(array("q", bytes(segment_offsets))))
    rows = spans[-1][1] - spans[0][0] if spans else 0
    products = array("d", [0.0]) * (rows * max_order)
    reference_squares = array("d", [0.0]) * (rows * max_order)
    hypothesis_squares = array("d", [0.0]) * (len(spans) * max_order)
    nodes = rows_of(hypothesis_nodes), rows_of(reference_nodes)
    for order in range(1, max_order + 1):
        hypotheses = _texts(
            hypothesis_ids, hypothesis_offsets, nodes[0], order, known, weight_of_others
        )
        references = _texts(
            reference_ids, reference_offsets, nodes[1], order, known, weight_of_others
        )
        for segment, (hypothesis, (first, last)) in enumerate(zip(hypotheses, spans, strict=True)):
            hypothesis_squares[segment * max_order + order - 1] = _square(hypothesis)
            for number in range(first, last):
                at = (number - spans[0][0]) * max_order + order - 1
                reference_squares[at] = _square(references[number])
                products[at] = _product(hypothesis, references[number], limit)
    return products.tobytes(), reference_squares.tobytes(), hypothesis_squares.tobytes()


def _texts(
    ids: Any,
    offsets: Any,
    nodes: Sequence[Sequence[int]],
    order: int,
    known: Sequence[float],
    others: float,
) -> list[_Text]:
    """Return the n-grams of one order of every text."""
    located = nodes[order - 1] if order <= len(nodes) else None
    found = []
    starts = array("q", bytes(offsets))
    for tokens, start in zip(segments_of(ids, offsets), starts, strict=False):
        ngrams = list(zip(*[tokens[skipped:] for skipped in range(order)], strict=False))
        weights = [others] * len(ngrams)
        if located is not None:
            at_ngrams = located[start : start + len(ngrams)]
            weights = [known[node] if node < len(known) else others for node in at_ngrams]
        found.append(_Text(ngrams, Counter(ngrams), weights))
    return found


def _square(text: _Text) -> float:
    total = 0.0
    for ngram, weight in zip(text.ngrams, text.weights, strict=True):
        total += text.counts[ngram] * weight
    return total


def _product(hypothesis: _Text, reference: _Text, limit: str) -> float:
    """Return the product of the counts of a hypothesis, up to the limit, and a reference."""
    share = 1.0
    if limit == "share" and reference.ngrams:
        share = len(hypothesis.ngrams) / len(reference.ngrams)
    total = 0.0
    for ngram, weight in zip(reference.ngrams, reference.weights, strict=True):
        count: float = hypothesis.counts[ngram]
        if limit != "none":
            count = min(count, reference.counts[ngram] * share)
        if count > 0:
            total += count * weight
    return total
