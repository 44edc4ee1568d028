"""Counts of n-grams: what is changed of a text, in segments, and the products of two texts."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import chain, repeat
from typing import Any

from tallystick.metrics.kernel.python.segments import grouped, ngrams, segments_of, spans_of


def count_changes(
    hypothesis_ids: Any,
    hypothesis_offsets: Any,
    reference_ids: Any,
    reference_offsets: Any,
    segment_offsets: Any,
    max_order: int,
    vocabulary_size: int,
    source_ids: Any,
    source_offsets: Any,
    unreferenced: bool = False,
    one_token: bool = False,
) -> tuple[bytes, bytes]:
    """Count the n-grams that hypotheses and references add to a source, keep and delete.

    An n-gram that occurs s times in the source, h times in the hypothesis and r times in all k
    references together is kept k min(s, h) times by the hypothesis and min(k s, r) times by the
    references; what is left of k s is deleted. If s is 0, it is added once by each that has it.

    Correct is what both add, keep or delete; or, if `unreferenced`, of what the hypothesis deletes,
    that which exceeds r. With `one_token`, texts without tokens have one, the same in all of them.

    Counts, int64, (segments, 9, max_order), are correct, of the hypothesis and of the references,
    for each of added, kept and deleted. Shares, float64, (segments, 8, max_order), of what is kept
    and deleted, are the correct share of each distinct n-gram, added up, and their number, for both
    sides.
    """
    sources, hypotheses, references = (
        [text or [vocabulary_size] * one_token for text in segments_of(ids, offsets)]
        for ids, offsets in (
            (source_ids, source_offsets),
            (hypothesis_ids, hypothesis_offsets),
            (reference_ids, reference_offsets),
        )
    )
    counts, shares = array("q"), array("d")
    groups = grouped(references, segment_offsets)
    for source, hypothesis, of_segment in zip(sources, hypotheses, groups, strict=True):
        by_order = []
        for order in range(1, max_order + 1):
            sides = ([source], [hypothesis], of_segment)
            counters = [Counter(chain(*(ngrams(text, order) for text in side))) for side in sides]
            by_order.append(_changes(counters, len(of_segment), unreferenced))
        counts.extend(chain(*zip(*(of_order for of_order, _ in by_order), strict=True)))
        shares.extend(chain(*zip(*(of_order for _, of_order in by_order), strict=True)))
    return counts.tobytes(), shares.tobytes()


def _changes(
    counters: Sequence[Counter[Any]], number: int, unreferenced: bool
) -> tuple[list[int], list[float]]:
    """Return the counts and shares of one order, from the counts in each side."""
    source, hypothesis, references = counters
    added, to_add = hypothesis.keys() - source.keys(), references.keys() - source.keys()
    counts, shares = [len(added & to_add), len(added), len(to_add)] + [0] * 6, [0.0] * 8
    for ngram, times in source.items():
        most, pooled = number * times, references[ngram]
        kept, to_keep = min(most, number * hypothesis[ngram]), min(most, pooled)
        deleted, to_delete = most - kept, most - to_keep
        rest = max(deleted - pooled, 0) if unreferenced else min(deleted, to_delete)
        operations = (min(kept, to_keep), kept, to_keep), (rest, deleted, to_delete)
        for place, (correct, *both) in enumerate(operations, start=1):
            for side, whole in enumerate(both):
                counts[3 * place + 1 + side] += whole
                if whole:
                    shares[4 * place - 4 + 2 * side] += correct / whole
                    shares[4 * place - 3 + 2 * side] += 1
            counts[3 * place] += correct
    return counts, shares


def count_segments(nodes: Any, offsets: Any, node_count: int) -> bytes:
    """Return the number of segments in which each node occurs, uint32; a node has one order."""
    counts = array("I", [0]) * node_count
    rows: Any = memoryview(nodes).tolist()
    for at_tokens in rows:
        for start, end in spans_of(offsets):
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

    Those of every reference with its hypothesis, of every reference with itself, and of every
    hypothesis with itself. In the first the count in the hypothesis is at most: any number, if
    `limit` is "none"; the count in the reference, if it is "count"; or the same share of all
    n-grams as in the reference, if it is "share". N-grams without a node have `weight_of_others`.
    """
    if limit not in ("none", "count", "share"):
        raise ValueError(f"limit is {limit}; expected none, count or share")
    known = array("d", bytes(weights)).tolist()
    scale = max_order, known, weight_of_others
    hypotheses = _texts(hypothesis_ids, hypothesis_offsets, hypothesis_nodes, *scale)
    references = _texts(reference_ids, reference_offsets, reference_nodes, *scale)
    products, reference_squares, hypothesis_squares = array("d"), array("d"), array("d")
    for hypothesis, group in zip(hypotheses, grouped(references, segment_offsets), strict=True):
        hypothesis_squares.extend(_product(counter, counter, "none") for counter in hypothesis)
        for reference in group:
            reference_squares.extend(_product(counter, counter, "none") for counter in reference)
            products.extend(map(_product, hypothesis, reference, repeat(limit)))
    return products.tobytes(), reference_squares.tobytes(), hypothesis_squares.tobytes()


def _texts(
    ids: Any, offsets: Any, nodes: Any, max_order: int, known: list[float], others: float
) -> list[list[_Text]]:
    """Return the n-grams of each order of every text; those without known weight have another."""
    rows: Any = memoryview(nodes).tolist()
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
