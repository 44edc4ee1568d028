"""Clipped matches of hypotheses with their references."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, count
from operator import add, mul, or_
from typing import Any

from tallystick.metrics.kernel.python.segments import grouped, ngrams, segments_of
from tallystick.metrics.kernel.python.words import tokenizer_of
from tallystick.metrics.tokenizers.protocol import Lowercase

_Segment = tuple[Sequence[Any], Sequence[tuple[Sequence[Any], int]]]
"""A hypothesis, and its references with the places where they start."""


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
    clip: str = "lesser",
    places: bool = False,
) -> tuple[bytes, ...]:
    """Return clipped matches, and sums of the weights of the matched n-grams.

    The shape is (segments, max_order), int64 and float64; or, with `separately`, every reference is
    matched by itself, and it is (references, max_order). Matches of an n-gram are clipped to its
    maximum count in any one reference of the segment: with the `clip` of "lesser", it counts as the
    lesser of both counts; with "hypothesis", as often as it occurs there; with "references", as its
    maximum.

    `nodes` has the node of the n-gram of each order that starts at each token of the references,
    uint32 of shape (orders, tokens). The third array has the sums of the weights in `others`, which
    are added with Neumaier's correction if `compensated`. With `places`, a fourth one has the
    clipped matches of each n-gram at the last place where it starts in the references of its
    segment, and 0 at all others, uint32 of shape (max_order, tokens of the references).
    """
    buffers = hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, segment_offsets
    segments = _segments(separately, *buffers)
    at_places = _weights_by_place(weights, nodes), _weights_by_place(others, nodes)
    add_up = plain_sum, compensated_sum if compensated else plain_sum
    matches = array("q", [0]) * (max_order * len(segments))
    sums = [
        array("d", bytes(8 * len(matches) * (given is not None))) for given in (weights, others)
    ]
    located = max_order if places else len(at_places[0])
    tokens = memoryview(reference_ids).nbytes // 4
    at_last = array("I", [0]) * (max_order * tokens * places)
    for at, clipped, starts in _clipped(segments, max_order, located, _CLIPS[clip]):
        matches[at] = sum(clipped.values())
        for total, of_places, added in zip(sums, at_places, add_up, strict=True):
            if at % max_order < len(of_places):
                at_ngrams = map(starts.__getitem__, clipped)
                of_ngrams = map(of_places[at % max_order].__getitem__, at_ngrams)
                total[at] = added(map(mul, clipped.values(), of_ngrams))
        for ngram in clipped if places else ():
            at_last[at % max_order * tokens + starts[ngram]] = clipped[ngram]
    arrays: list[array[Any]] = [matches, *sums, *[at_last] * places]
    return tuple(numbers.tobytes() for numbers in arrays)


def match_strings(
    hypotheses: tuple[str, ...],
    references: tuple[str, ...],
    segment_offsets: Any,
    lowercase: Lowercase,
    separately: bool,
    *levels: Any,
    informative: bool = False,
    zero_is_empty: bool = False,
) -> tuple[bytes, bytes, bytes, bytes]:
    """Return the clipped matches of strings of class `str`, and the n-grams on both sides.

    `levels` are a tokenizer and its highest order, and perhaps a second tokenizer and order. The
    n-grams of every hypothesis and reference are int64 of shape (texts, columns).

    The last array is empty unless `informative`. Then it has the sums of the information of the
    n-grams that match, float64: log2 of the ratio of the count of all tokens but the last to that
    of the n-gram, in the references with which it is matched. The empty n-gram counts as often as
    there are tokens, and so does the token "0" if `zero_is_empty`.
    """
    names, orders = levels[::2], levels[1::2]
    own, others = (
        [[tokenizer_of(name)(line, lowercase) for name in names] for line in side]
        for side in (hypotheses, references)
    )
    groups = grouped(others, segment_offsets)
    matches, sums = array("q"), array("d")
    for hypothesis, group in zip(own, groups, strict=True):
        for matched in [[text] for text in group] if separately else [group]:
            for level, highest in enumerate(orders):
                texts = [text[level] for text in matched]
                for order in range(1, highest + 1):
                    clipped = _clip(hypothesis[level], texts, order)
                    matches.append(sum(clipped.values()))
                    if informative:
                        sums.append(_information(clipped, texts, order, zero_is_empty))
    own_ngrams, wanted = (
        array(
            "q",
            [
                max(len(tokens) - shorter, 0)
                for text in texts
                for tokens, order in zip(text, orders, strict=True)
                for shorter in range(order)
            ],
        ).tobytes()
        for texts in (own, chain.from_iterable(groups))
    )
    return matches.tobytes(), own_ngrams, wanted, sums.tobytes()


def _information(
    clipped: Mapping[Any, int], references: Sequence[Sequence[Any]], order: int, zero_is_empty: bool
) -> float:
    """Return the sum of the information of the n-grams that match; see `match_strings`."""
    counts = Counter(
        tuple(tokens[start : start + size])
        for tokens in references
        for size in (order - 1, order)
        for start in range(len(tokens) - size + 1)
    )
    counts[()] = sum(map(len, references))
    if zero_is_empty and order == 2:
        counts["0",] = counts[()]
    matched = zip(clipped, strict=True) if order == 1 else clipped
    information = [math.log2(counts[ngram[:-1]] / counts[ngram]) for ngram in matched]
    return plain_sum(map(mul, clipped.values(), information))


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


def _segments(separately: bool, *buffers: Any) -> list[_Segment]:
    located = list(zip(segments_of(*buffers[2:4]), array("q", bytes(buffers[3])), strict=False))
    segments = zip(segments_of(*buffers[:2]), grouped(located, buffers[4]), strict=True)
    if separately:
        return [(hypothesis, [reference]) for hypothesis, group in segments for reference in group]
    return list(segments)


def _clipped(
    segments: Sequence[_Segment],
    max_order: int,
    located: int,
    clip: Callable[[int, int], int] = min,
) -> Iterator[tuple[int, dict[Any, int], dict[Any, int]]]:
    """Yield segment and order, matches, and the last places in the references.

    The number of segment and order is that before the matches.
    """
    for number, (hypothesis, references) in enumerate(segments):
        for order in range(1, max_order + 1):
            clipped = _clip(hypothesis, [reference for reference, _ in references], order, clip)
            if not clipped:
                break
            places: dict[Any, int] = {}
            for reference, start in references if order <= located else ():
                places.update(zip(ngrams(reference, order), count(start), strict=False))
            yield number * max_order + order - 1, clipped, places


def _clip(
    hypothesis: Sequence[Any],
    references: Sequence[Sequence[Any]],
    order: int,
    clip: Callable[[int, int], int] = min,
) -> dict[Any, int]:
    """Return the clipped matches of the n-grams that match, in the order of the hypothesis."""
    counts = [Counter(ngrams(reference, order)) for reference in references]
    highest = reduce(or_, counts) if counts else Counter()
    matched = filter(highest.__contains__, ngrams(hypothesis, order))
    return {ngram: clip(times, highest[ngram]) for ngram, times in Counter(matched).items()}


_CLIPS: Mapping[str, Callable[[int, int], int]] = {
    "lesser": min,
    "hypothesis": lambda own, highest: own,
    "references": lambda own, highest: highest,
}
"""Of the counts of a matched n-gram in the hypothesis and in the references."""


def _weights_by_place(weights: Any, nodes: Any) -> list[array[float]]:
    """Return the weight of the n-gram of each order that starts at each token, 0 if unknown."""
    if weights is None:
        return []
    import numpy as np

    known = np.append(np.frombuffer(bytes(weights), np.float64), 0.0)
    return [array("d", row.tobytes()) for row in known[np.minimum(nodes, len(known) - 1)]]
