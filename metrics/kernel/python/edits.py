"""Alignments of hypotheses with references that have the fewest edits."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

from tallystick.metrics.kernel.python.segments import Tokens, common, grouped, paired
from tallystick.metrics.tokenizers.plain import PlainTokenizer
from tallystick.metrics.tokenizers.protocol import Lowercase

HIT, SUBSTITUTION, DELETION, INSERTION = range(4)

EDIT = 1 << 32
"""A cost counts edits in its high half and substitutions in its low half."""

OUTSIDE = 1 << 62
"""The cost in cells outside the band, which do not exist."""

Band = Sequence[tuple[int, int]] | None
"""The first column and the end of the columns of each row but the first; None: all of them."""

Step = Callable[[int, int], int]
"""The last operation that turns so many tokens of a reference into so many of a hypothesis, neither
of them none."""


def count_hits(
    hypothesis_ids: Any,
    hypothesis_offsets: Any,
    reference_ids: Any,
    reference_offsets: Any,
    segment_offsets: Any,
    vocabulary_size: int,
    rule: str,
) -> bytes:
    """Return edits and hits of the alignments of `align`, int64 of shape (references, 2)."""
    buffers = hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, segment_offsets
    counts = array("q")
    for pair in paired(*buffers):
        counts.extend(_edits_and_hits(_path(*pair, rule)))
    return counts.tobytes()


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
    """Raise ValueError, as the compiled kernel does for tokenizers that are not compiled."""
    raise ValueError(f"no tokenizer named '{tokenizer}' is compiled")


def count_string_edits(
    hypotheses: tuple[str, ...],
    references: tuple[str, ...],
    segment_offsets: Any,
    tokenizer: str,
    lowercase: Lowercase,
    rule: str,
) -> bytes:
    """Return what `count_text_edits` does, here for two tokenizers of characters."""
    if tokenizer not in ("char-all", "char-stripped"):
        raise ValueError(f"no tokenizer named '{tokenizer}' is compiled")
    tokenize = PlainTokenizer(tokenizer)
    counts = array("q")
    for hypothesis, group in zip(hypotheses, grouped(references, segment_offsets), strict=True):
        for reference in group:
            one, other = (
                list(map(ord, tokenize(line, lowercase))) for line in (reference, hypothesis)
            )
            counts.extend((*_edits_and_hits(_path(one, other, rule)), len(other), len(one)))
    return counts.tobytes()


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
    buffers = hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, segment_offsets
    paths = [_path(*pair, rule) for pair in paired(*buffers)]
    return b"".join(paths), array("q", accumulate(map(len, paths), initial=0)).tobytes()


def cost_matrix(
    rows: Tokens, columns: Tokens, edit: int = 1, substitution: int = 1, band: Band = None
) -> list[list[int]]:
    """Return the lowest costs between the first tokens of two sequences, row by row."""
    matrix = [[edit * column for column in range(len(columns) + 1)]]
    for number, token in enumerate(rows):
        first, end = band[number] if band else (0, len(columns) + 1)
        above, row = matrix[-1], [OUTSIDE] * (len(columns) + 1)
        if first == 0:
            row[0] = edit * (number + 1)
        for column in range(max(first, 1), end):
            across = above[column - 1] + substitution * (columns[column - 1] != token)
            row[column] = min(across, above[column] + edit, row[column - 1] + edit)
        matrix.append(row)
    return matrix


def best_path(
    matrix: list[list[int]], rows: Tokens, columns: Tokens, edit: int = 1, substitution: int = 1
) -> list[int]:
    """Return the operations of a path with the lowest cost, the last one first.

    The last steps are diagonal if possible, else down (a deletion), else to the right.
    """

    def last(row: int, column: int) -> int:
        equal = rows[row - 1] == columns[column - 1]
        here, above = matrix[row][column], matrix[row - 1]
        if here == above[column - 1] + substitution * (not equal):
            return HIT if equal else SUBSTITUTION
        return DELETION if here == above[column] + edit else INSERTION

    return _read_back(len(rows), len(columns), last)


def _read_back(rows: int, columns: int, last: Step) -> list[int]:
    """Return the operations that turn so many tokens into so many others, the last one first."""
    operations = []
    while rows or columns:
        operation = last(rows, columns) if rows and columns else DELETION if rows else INSERTION
        operations.append(operation)
        rows -= operation != INSERTION
        columns -= operation != DELETION
    return operations


def _edits_and_hits(path: bytes) -> tuple[int, int]:
    hits = path.count(HIT)
    return len(path) - hits, hits


def _path(reference: Tokens, hypothesis: Tokens, rule: str) -> bytes:
    if rule not in ("most_hits", "edits_last"):
        raise ValueError(f"rule is '{rule}'; expected most_hits or edits_last")
    start = common(reference, hypothesis)
    reference, hypothesis = reference[start:], hypothesis[start:]
    end = common(reference[::-1], hypothesis[::-1])
    reference = reference[: len(reference) - end]
    hypothesis = hypothesis[: len(hypothesis) - end]
    if rule == "most_hits":  # a path is read from the end of a matrix
        backwards = reference[::-1], hypothesis[::-1], EDIT, EDIT + 1
        middle = best_path(cost_matrix(*backwards), *backwards)
    else:
        last = _edits_last(reference, hypothesis)
        middle = _read_back(len(reference), len(hypothesis), last)[::-1]
    return bytes([HIT] * start + middle + [HIT] * end)


def _edits_last(reference: Tokens, hypothesis: Tokens) -> Step:
    """Return the steps along a matrix of edits.

    Where the distance rises down a column, a deletion is the last edit; else, where it falls down
    the column before, the tokens are the same and an insertion is.

    Whole numbers have a bit for each token of the reference: where the distance rises by 1, and
    where it falls by 1, from the token before. Hyyro, "A bit-vector algorithm for computing
    Levenshtein and Damerau edit distances", Nordic Journal of Computing 10(1), 2003.
    """
    places: defaultdict[int, int] = defaultdict(int)
    for place, token in enumerate(reference):
        places[token] |= 1 << place
    every = (1 << len(reference)) - 1
    rising, falling = [every], [0]
    for token in hypothesis:
        rise, fall, equal = rising[-1], falling[-1], places[token]
        unchanged = (((equal & rise) + rise) ^ rise) | equal | fall
        rises = (fall | ~(unchanged | rise)) << 1 | 1  # from the column before to this one
        falls = (unchanged & rise) << 1
        rising.append((falls | ~(unchanged | rises)) & every)
        falling.append(rises & unchanged & every)

    def last(row: int, column: int) -> int:
        if rising[column] >> row - 1 & 1:
            return DELETION
        if falling[column - 1] >> row - 1 & 1:
            return INSERTION
        return HIT if reference[row - 1] == hypothesis[column - 1] else SUBSTITUTION

    return last
