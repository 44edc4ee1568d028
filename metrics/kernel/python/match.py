"""Clipped matches of hypotheses with their references."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from functools import reduce
from itertools import count
from operator import add, mul
from typing import Any

from tallystick.metrics.kernel.python.segments import ngrams, segments_of, spans_of


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
    spans = spans_of(segment_offsets)
    if separately:
        repeated = zip(hypotheses, spans, strict=True)
        hypotheses = [one for one, span in repeated for _ in range(*span)]
        spans = [(one, one + 1) for span in spans for one in range(*span)]
    at_places = _weights_by_place(weights, nodes), _weights_by_place(others, nodes)
    add_up = plain_sum, compensated_sum if compensated else plain_sum
    matches = array("q", [0]) * (max_order * len(spans))
    sums = [array("d", bytes(8 * len(matches) * (one is not None))) for one in (weights, others)]
    for number, (hypothesis, (first, last)) in enumerate(zip(hypotheses, spans, strict=True)):
        compared = references[first:last]
        for order in range(1, max_order + 1):
            places: dict[Any, int] = {}
            if order <= len(at_places[0]):
                places = _places(compared, starts[first:last], order)
            clipped = _clip(hypothesis, compared, order, places or _distinct(compared, order))
            if not clipped:
                break
            at = number * max_order + order - 1
            matches[at] = sum(clipped.values())
            for found, of_places, added in zip(sums, at_places, add_up, strict=True):
                if order <= len(of_places):
                    of_ngrams = map(
                        of_places[order - 1].__getitem__, map(places.__getitem__, clipped)
                    )
                    found[at] = added(map(mul, clipped.values(), of_ngrams))
    return matches.tobytes(), sums[0].tobytes(), sums[1].tobytes()


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
    spans = spans_of(segment_offsets)
    tokens = memoryview(reference_ids).nbytes // 4
    matches = array("q", [0]) * (max_order * len(spans))
    at_places = array("I", [0]) * (max_order * tokens)
    for number, (hypothesis, (first, last)) in enumerate(zip(hypotheses, spans, strict=True)):
        compared = references[first:last]
        for order in range(1, max_order + 1):
            places = _places(compared, starts[first:last], order)
            for ngram, times in _clip(hypothesis, compared, order, places).items():
                matches[number * max_order + order - 1] += times
                at_places[(order - 1) * tokens + places[ngram]] = times
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


def plain_sum(numbers: Iterable[float]) -> float:
    """Add numbers one by one; Python's `sum` adds a correction from 3.12 on."""
    return reduce(add, numbers, 0.0)


def compensated_sum(numbers: Iterable[float]) -> float:
    """Add finite numbers with Neumaier's correction, as Python's `sum` does from 3.12 on.

    A. Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen",
    Zeitschrift fuer angewandte Mathematik und Mechanik 54, 1974.

    >>> compensated_sum([0.1] * 10), compensated_sum([1.0, 1e100, 1.0, -1e100])
    (1.0, 2.0)
    """
    total = lost = 0.0
    for number in numbers:
        rounded = total + number
        larger, smaller = (total, number) if abs(total) >= abs(number) else (number, total)
        lost += (larger - rounded) + smaller
        total = rounded
    return total + lost


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


def _places(
    references: Sequence[Sequence[Any]], starts: Sequence[int], order: int
) -> dict[Any, int]:
    """Return the last place where each n-gram starts in the references of a segment."""
    places: dict[Any, int] = {}
    for reference, start in zip(references, starts, strict=True):
        places.update(zip(ngrams(reference, order), count(start), strict=False))
    return places


def _weights_by_place(weights: Any, nodes: Any) -> list[array[float]]:
    """Return the weight of the n-gram of each order that starts at each token, 0 if unknown."""
    if weights is None:
        return []
    import numpy as np

    known = np.append(np.frombuffer(bytes(weights), np.float64), 0.0)
    rows = known[np.minimum(nodes, len(known) - 1)]
    return [array("d", row.tobytes()) for row in rows]
