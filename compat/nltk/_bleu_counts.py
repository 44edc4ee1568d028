"""The counts of BLEU in a corpus of tokens of any hashable type."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Hashable, Iterable, Sequence, Sized
from itertools import accumulate, chain, pairwise
from typing import Any, NamedTuple

from tallystick.compat.nltk._checks import check_strings
from tallystick.compat.nltk._precision import NO_REFERENCES
from tallystick.metrics.corpus.text import lengths_of
from tallystick.metrics.kernel import kernel

LISTS: set[type] = {list, tuple}


class Counts(NamedTuple):
    """Sums over all segments, the first three by order from 1, and the last segment as given.

    `too_short` counts the hypotheses without an n-gram of the order; the length of references is
    that of the closest ones.
    """

    matches: list[int]
    totals: list[int]
    too_short: list[int]
    hypothesis_length: int
    reference_length: int
    longest: int
    segments: int
    last_references: Any
    last_hypothesis: Any


class Numbered(NamedTuple):
    """Tokens as numbers (uint32) and offsets of sequences (int64), in the form of the kernel."""

    hypothesis_ids: bytes | array[int]
    hypothesis_offsets: bytes | array[int]
    reference_ids: bytes | array[int]
    reference_offsets: bytes | array[int]
    segment_offsets: array[int]
    vocabulary_size: int


def closest_ref_length(references: Iterable[Sized], hyp_len: int) -> int:
    """Return the reference length closest to that of a hypothesis; the shorter one in a tie.

    Papineni et al. 2002, section 2.2.2, which does not define ties; mteval-v13a has the same rule.
    Without references, it is a ValueError.

    >>> closest_ref_length([["a"] * 13, ["a"] * 11, ["a"] * 2], 12)
    11
    """
    return _closest(map(len, references), hyp_len)


def count(
    list_of_references: Any, hypotheses: Any, orders: int, *, refuse_strings: bool = False
) -> Counts:
    """Count matches, n-grams and lengths; unsplit text is refused or warned of."""
    if orders == 0:
        return _lengths_only(list(zip(list_of_references, hypotheses, strict=False)))
    numbered = numbered_strings(list_of_references, hypotheses)
    if numbered:
        segments, last = len(hypotheses), (list_of_references[-1:], hypotheses[-1:])
    else:
        pairs = list(zip(list_of_references, hypotheses, strict=False))
        numbered = numbered_hashables(pairs, orders)
        check_strings(pairs, refuse_strings)
        segments, last = len(pairs), ([pair[0] for pair in pairs[-1:]], [p[1] for p in pairs[-1:]])
    matched, *_ = kernel.match(*numbered[:5], orders, numbered.vocabulary_size)
    by_segment = memoryview(matched).cast("q").tolist()
    lengths = lengths_of(numbered.hypothesis_offsets)
    total = sum(lengths)
    short = [length for length in lengths if length < orders]
    return Counts(
        matches=[sum(by_segment[order::orders]) for order in range(orders)],
        totals=[
            total - order * segments + sum(order - length for length in short if length < order)
            for order in range(orders)
        ],
        too_short=[sum(length <= order for length in short) for order in range(orders)],
        hypothesis_length=total,
        reference_length=_reference_length(numbered, lengths),
        longest=max(lengths, default=0),
        segments=segments,
        last_references=last[0][0] if segments else None,
        last_hypothesis=last[1][0] if segments else None,
    )


def _reference_length(numbered: Numbered, lengths: list[int]) -> int:
    references = lengths_of(numbered.reference_offsets)
    if len(references) == len(lengths):
        return sum(references)
    return sum(
        _closest(references[start:end], length)
        for (start, end), length in zip(pairwise(numbered.segment_offsets), lengths, strict=True)
    )


def _closest(lengths: Iterable[int], length: int) -> int:
    return min(lengths, key=lambda own: (abs(own - length), own))


def _lengths_only(pairs: Sequence[tuple[Any, Any]]) -> Counts:
    lengths = [len(hypothesis) for _, hypothesis in pairs]
    closest = [
        closest_ref_length(references, length)
        for (references, _), length in zip(pairs, lengths, strict=True)
    ]
    references, hypothesis = pairs[-1] if pairs else (None, None)
    total, longest = sum(lengths), max(lengths, default=0)
    return Counts([], [], [], total, sum(closest), longest, len(pairs), references, hypothesis)


def numbered_strings(list_of_references: Any, hypotheses: Any) -> Numbered | None:
    """Number strings in lists or tuples by the kernel; return None for other types."""
    if not (
        {type(list_of_references), type(hypotheses)} <= LISTS
        and kernel.types(list_of_references) <= LISTS
        and all(list_of_references)
    ):
        return None
    references = list(chain.from_iterable(list_of_references))
    if not kernel.types(hypotheses) | kernel.types(references) <= LISTS:
        return None
    vocabulary = kernel.Vocabulary()
    try:
        # subclasses of str may define equality differently
        encoded = [vocabulary.encode_tokens(side, True) for side in (hypotheses, references)]
    except (TypeError, UnicodeEncodeError):  # NLTK accepts any hashable, and lone surrogates
        return None
    segment_offsets = array("q", accumulate(map(len, list_of_references), initial=0))
    return Numbered(*encoded[0], *encoded[1], segment_offsets, len(vocabulary))


def numbered_hashables(pairs: Iterable[tuple[Any, Any]], orders: int) -> Numbered:
    """Number tokens of any hashable type; 1, 1.0 and True are equal tokens."""
    number_of: dict[Hashable, int] = {}
    hypothesis_ids, reference_ids = array("I"), array("I")
    hypothesis_offsets, reference_offsets = array("q", [0]), array("q", [0])
    segment_offsets = array("q", [0])

    def add(tokens: Collection[Hashable], ids: array[int], offsets: array[int]) -> int:
        length = len(tokens)
        ids.extend([number_of.setdefault(token, len(number_of)) for token in tokens])
        offsets.append(len(ids))
        return length

    for references, hypothesis in pairs:
        length = add(hypothesis, hypothesis_ids, hypothesis_offsets)
        for reference in references:
            add(reference, reference_ids, reference_offsets)
        number = len(reference_offsets) - 1
        _check_references(references, number - segment_offsets[-1], length, orders)
        segment_offsets.append(number)
    return Numbered(
        hypothesis_ids,
        hypothesis_offsets,
        reference_ids,
        reference_offsets,
        segment_offsets,
        len(number_of),
    )


def _check_references(references: Any, number: int, length: int, orders: int) -> None:
    """Raise NLTK's error for missing references, or for an iterator, which order 1 exhausts."""
    consumed = iter(references) is references
    if number and not consumed:
        return
    if length and (number == 0 or min(length, orders) > 1):
        raise KeyError(NO_REFERENCES)
    raise ValueError(NO_REFERENCES)
