"""Clipped matches of hypotheses with their references."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Container, Sequence
from itertools import count, pairwise
from typing import Any

from tallystick.metrics.kernel.python.match_weights import (
    compensated_sum,
    plain_sum,
    terms,
    weights_by_place,
)
from tallystick.metrics.kernel.python.segments import ngrams, segments_of


def match(
    hypothesis_ids: Any,
    hypothesis_offsets: Any,
    reference_ids: Any,
    reference_offsets: Any,
    segment_offsets: Any,
    max_order: int,
    vocabulary_size: int,
    weights: Any = None,
    nodes: Any = None,
    separately: bool = False,
    others: Any = None,
    compensated: bool = False,
) -> tuple[bytes, bytes, bytes]:
    """Return clipped matches, and sums of the weights of the matched n-grams.

    All have shape (segments, max_order), int64 and float64; there are no sums without weights. The
    matches of an n-gram are clipped to its maximum count in any one reference of the segment. With
    `separately`, every reference is matched by itself, and the shape is (references, max_order).

    `segment_offsets` are those of the first reference of each segment; `weights` has the weight of
    every node of a table; `nodes` has the node of the n-gram of each order that starts at each
    token of the references, uint32 of shape (orders, tokens). The third array contains the sums of
    the weights in `others`, if given, which are added with Neumaier's correction if `compensated`.
    """
    hypotheses = segments_of(hypothesis_ids, hypothesis_offsets)
    references = segments_of(reference_ids, reference_offsets)
    starts = array("q", bytes(reference_offsets))
    spans = list(pairwise(array("q", bytes(segment_offsets))))
    if separately:
        repeated = zip(hypotheses, spans, strict=True)
        hypotheses = [one for one, span in repeated for _ in range(*span)]
        spans = [(one, one + 1) for span in spans for one in range(*span)]
    at_places = weights_by_place(weights, nodes)
    others_at_places = weights_by_place(None if weights is None else others, nodes)
    add_others = compensated_sum if compensated else plain_sum
    matches = array("q", [0]) * (max_order * len(spans))
    weighted = array("d", [0.0] * (0 if weights is None else len(matches)))
    other_sums = array("d", [0.0] * (0 if weights is None or others is None else len(matches)))
    for number, (hypothesis, (first, last)) in enumerate(zip(hypotheses, spans, strict=True)):
        compared = references[first:last]
        for order in range(1, max_order + 1):
            places: dict[Any, int] = {}
            if order <= len(at_places):
                for one, start in zip(compared, starts[first:last], strict=True):
                    places.update(zip(ngrams(one, order), count(start), strict=False))
            clipped = _clip(hypothesis, compared, order, places or _distinct(compared, order))
            if not clipped:
                break
            at = number * max_order + order - 1
            matches[at] = sum(clipped.values())
            if order <= len(at_places):
                weighted[at] = plain_sum(terms(clipped, places, at_places[order - 1]))
            if order <= len(others_at_places):
                other_sums[at] = add_others(terms(clipped, places, others_at_places[order - 1]))
    return matches.tobytes(), weighted.tobytes(), other_sums.tobytes()


def match_places(
    hypothesis_ids: Any,
    hypothesis_offsets: Any,
    reference_ids: Any,
    reference_offsets: Any,
    segment_offsets: Any,
    max_order: int,
    vocabulary_size: int,
) -> tuple[bytes, bytes]:
    """Return clipped matches by segment, and by n-gram.

    The first array is that of `match`. The second has the clipped matches of each n-gram at the
    last of the places where it starts in the references of its segment, and 0 at all others,
    uint32 of shape (max_order, tokens of the references).
    """
    hypotheses = segments_of(hypothesis_ids, hypothesis_offsets)
    references = segments_of(reference_ids, reference_offsets)
    starts = array("q", bytes(reference_offsets))
    spans = list(pairwise(array("q", bytes(segment_offsets))))
    tokens = len(memoryview(reference_ids).cast("B")) // 4
    matches = array("q", [0]) * (max_order * len(spans))
    at_places = array("I", [0]) * (max_order * tokens)
    for number, (hypothesis, (first, last)) in enumerate(zip(hypotheses, spans, strict=True)):
        compared = references[first:last]
        for order in range(1, max_order + 1):
            places: dict[Any, int] = {}
            for one, start in zip(compared, starts[first:last], strict=True):
                places.update(zip(ngrams(one, order), count(start), strict=False))
            for ngram, clipped in _clip(hypothesis, compared, order, places).items():
                matches[number * max_order + order - 1] += clipped
                at_places[(order - 1) * tokens + places[ngram]] = clipped
    return matches.tobytes(), at_places.tobytes()


def match_tokens(
    hypothesis: Sequence[Any], references: Sequence[Sequence[Any]], max_order: int
) -> list[int]:
    """Return the clipped matches of each order of one segment, without weights.

    The tokens may be ids or strings.

    >>> match_tokens("the cat sat".split(), ["the cat".split(), "a cat sat".split()], 3)
    [3, 2, 0]
    """
    matches = [0] * max_order
    for order in range(1, max_order + 1):
        clipped = _clip(hypothesis, references, order, _distinct(references, order))
        if not clipped:
            break
        matches[order - 1] = sum(clipped.values())
    return matches


def _distinct(segments: Sequence[Sequence[Any]], order: int) -> set[Any]:
    """Return the distinct n-grams of segments."""
    return set().union(*[ngrams(tokens, order) for tokens in segments])


def _clip(
    hypothesis: Sequence[Any],
    references: Sequence[Sequence[Any]],
    order: int,
    known: Container[Any],
) -> dict[Any, int]:
    """Return the clipped matches of the n-grams that match, in the order of the hypothesis.

    `known` has the n-grams of the references.
    """
    matched = list(filter(known.__contains__, ngrams(hypothesis, order)))
    clipped = dict.fromkeys(matched, 1)
    if len(clipped) < len(matched):  # some occur several times, which is rare beyond order 1
        highest = [Counter(ngrams(reference, order)) for reference in references]
        for ngram, times in Counter(matched).items():
            if times > 1:
                clipped[ngram] = min(times, max(one[ngram] for one in highest))
    return clipped
