"""Alignments of hypotheses with references that have the fewest edits."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import isqrt
from typing import Any

from tallystick.metrics.kernel.python.edit_distance import columns_after, places_in
from tallystick.metrics.kernel.python.segments import paired
from tallystick.metrics.tokenizers.plain import CharacterTokenizer
from tallystick.metrics.tokenizers.protocol import Lowercase

HIT, SUBSTITUTION, DELETION, INSERTION = range(4)

Cost = tuple[int, int]
"""Edits and substitutions, of which the lowest has the fewest edits and then the most hits."""


def count_hits(
    hypothesis_ids: Any,
    hypothesis_offsets: Any,
    reference_ids: Any,
    reference_offsets: Any,
    segment_offsets: Any,
    vocabulary_size: int,
    rule: str,
) -> bytes:
    """Return edits and hits of every reference, int64 of shape (references, 2).

    They are those of the alignment that `align` returns.
    """
    found = array("q")
    for path in _paths(
        rule, hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, segment_offsets
    ):
        hits = path.count(HIT)
        found.extend((len(path) - hits, hits))
    return found.tobytes()


def count_text_edits(
    hypothesis_text: Any,
    hypothesis_starts: Any,
    hypothesis_ends: Any,
    reference_text: Any,
    reference_starts: Any,
    reference_ends: Any,
    segment_offsets: Any,
    tokenizer: str,
    lowercase: Lowercase,
    rule: str,
) -> bytes:
    """Raise ValueError, as the compiled kernel does for tokenizers that are not compiled.

    The compiled kernel tokenizes lines of UTF-8 and returns for every reference its edits and hits,
    as `count_hits`, the tokens of its hypothesis, and its own; int64 of shape (references, 4).
    """
    raise ValueError(f"no tokenizer named '{tokenizer}' is compiled")


def count_string_edits(
    hypotheses: tuple[str, ...],
    references: tuple[str, ...],
    segment_offsets: Any,
    tokenizer: str,
    lowercase: Lowercase,
    rule: str,
) -> bytes:
    """Return what `count_text_edits` does, for strings of class `str`.

    The twin has two tokenizers, of which the tokens are characters: "char-stripped" strips strings,
    and "char-all" does not.
    """
    if tokenizer not in ("char-all", "char-stripped"):
        raise ValueError(f"no tokenizer named '{tokenizer}' is compiled")
    most_hits = _is_most_hits(rule)
    tokenize = CharacterTokenizer(tokenizer)
    found = array("q")
    spans = pairwise(array("q", bytes(segment_offsets)))
    for hypothesis, span in zip(hypotheses, spans, strict=True):
        for reference in references[slice(*span)]:
            one, other = (
                list(map(ord, tokenize(line, lowercase))) for line in (reference, hypothesis)
            )
            path = _path(one, other, most_hits)
            hits = path.count(HIT)
            found.extend((len(path) - hits, hits, len(other), len(one)))
    return found.tobytes()


def align(
    hypothesis_ids: Any,
    hypothesis_offsets: Any,
    reference_ids: Any,
    reference_offsets: Any,
    segment_offsets: Any,
    vocabulary_size: int,
    rule: str,
) -> tuple[bytes, bytes]:
    """Return the operations by which every reference becomes its hypothesis.

    Each is a byte: 0 for a hit, 1 for a substitution, 2 for a deletion, 3 for an insertion. The
    second array has the start of those of each reference, and the end of the last, int64.

    What reference and hypothesis have in common at the start and at the end is aligned first. Of
    the alignments of the rest with the fewest edits, the `rule` "most_hits" takes one with the most
    hits, where, from the start, a hit or substitution goes before a deletion, and that before an
    insertion. The rule "edits_last" takes, from the end, a deletion before a substitution, before
    an insertion, before a hit.
    """
    paths = _paths(
        rule, hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, segment_offsets
    )
    return b"".join(paths), array("q", accumulate(map(len, paths), initial=0)).tobytes()


def _paths(rule: str, *buffers: Any) -> list[bytes]:
    most_hits = _is_most_hits(rule)
    return [_path(*pair, most_hits) for pair in paired(*buffers)]


def _is_most_hits(rule: str) -> bool:
    if rule not in ("most_hits", "edits_last"):
        raise ValueError(f"rule is '{rule}'; expected most_hits or edits_last")
    return rule == "most_hits"


def _costs(reference: Sequence[int], hypothesis: Sequence[int]) -> list[list[Cost]]:
    """Return the cost of aligning each start of the reference with each of the hypothesis."""
    rows: list[list[Cost]] = [[(edits, 0) for edits in range(len(hypothesis) + 1)]]
    for deleted, token in enumerate(reference, start=1):
        before, row = rows[-1], [(deleted, 0)]
        for column, other in enumerate(hypothesis, start=1):
            edits, substitutions = before[column - 1]
            across = (edits, substitutions) if token == other else (edits + 1, substitutions + 1)
            row.append(min(across, _edited(before[column]), _edited(row[-1])))
        rows.append(row)
    return rows


def _edited(cost: Cost) -> Cost:
    return cost[0] + 1, cost[1]


def _path(reference: list[int], hypothesis: list[int], most_hits: bool) -> bytes:
    start = _common(reference, hypothesis)
    reference, hypothesis = reference[start:], hypothesis[start:]
    end = _common(reference[::-1], hypothesis[::-1])
    reference = reference[: len(reference) - end]
    hypothesis = hypothesis[: len(hypothesis) - end]
    if most_hits:  # a path is read from the end of a matrix of costs
        middle = _read_most_hits(reference[::-1], hypothesis[::-1])
    else:
        middle = _read_edits_last(reference, hypothesis)[::-1]
    return bytes([HIT] * start + middle + [HIT] * end)


def _common(reference: list[int], hypothesis: list[int]) -> int:
    """Return the number of tokens that two sequences have in common at the start."""
    pairs = enumerate(zip(reference, hypothesis, strict=False))
    shorter = min(len(reference), len(hypothesis))
    return next((place for place, (one, other) in pairs if one != other), shorter)


def _read_most_hits(reference: list[int], hypothesis: list[int]) -> list[int]:
    """Return the operations of the rule, the last one first."""
    costs = _costs(reference, hypothesis)
    row, column = len(reference), len(hypothesis)
    operations = []
    while row or column:
        cost = costs[row][column]
        operation = INSERTION
        if row and column:
            equal = reference[row - 1] == hypothesis[column - 1]
            edits, substitutions = costs[row - 1][column - 1]
            if cost == ((edits, substitutions) if equal else (edits + 1, substitutions + 1)):
                operation = HIT if equal else SUBSTITUTION
        if operation == INSERTION and row and cost == _edited(costs[row - 1][column]):
            operation = DELETION
        operations.append(operation)
        row -= operation != INSERTION
        column -= operation != DELETION
    return operations


def _read_edits_last(reference: list[int], hypothesis: list[int]) -> list[int]:
    """Return the operations of the rule, the last one first.

    Where the distance rises down a column, a deletion is the last edit; else, where it falls down
    the column before, the tokens are the same and an insertion is. Only some columns are kept, and
    those between them computed again.
    """
    places, all_rising = places_in(reference), (1 << len(reference)) - 1
    step = isqrt(len(hypothesis)) + 1
    kept = [(all_rising, 0)]
    for begin in range(0, len(hypothesis), step):
        *_, last = columns_after(kept[-1], hypothesis[begin : begin + step], places, all_rising)
        kept.append(last)
    row, column, begin = len(reference), len(hypothesis), len(hypothesis)
    operations, columns = [], [kept[-1]]
    while row and column:
        if column == begin:
            begin = (column - 1) // step * step
            some = hypothesis[begin:column]
            first = kept[begin // step]
            columns = [first, *columns_after(first, some, places, all_rising)]
        if columns[column - begin][0] >> row - 1 & 1:
            operation = DELETION
        elif columns[column - begin - 1][1] >> row - 1 & 1:
            operation = INSERTION
        else:
            equal = reference[row - 1] == hypothesis[column - 1]
            operation = HIT if equal else SUBSTITUTION
        operations.append(operation)
        row -= operation != INSERTION
        column -= operation != DELETION
    return operations + [DELETION] * row + [INSERTION] * column
