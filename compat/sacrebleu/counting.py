"""Sufficient statistics in sacreBLEU's columns.

A row is [hypothesis length, closest reference length, matches of orders 1 to N, totals of orders
1 to N].
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.sacrebleu import defects
from tallystick.compat.sacrebleu.errors import EmptyInputError, WrongTypeError
from tallystick.compat.sacrebleu.streams import ReferenceLines
from tallystick.compat.sacrebleu.tokenizing import made
from tallystick.errors import warn
from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.ngrams import kernel
from tallystick.metrics.text import Text
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

NO_REFERENCE_LENGTH = -1
"""The closest reference length of sacreBLEU if there is no reference."""


def corpus_rows(
    hypotheses: Sequence[str],
    lines: ReferenceLines,
    tokenize: str,
    order: int,
    corrected: bool,
    workspace: Workspace | None = None,
) -> NDArray[np.int64]:
    """Return a row for each segment, shape (segments, 2 + 2 * order).

    There may be more references than hypotheses.
    """
    number = len(hypotheses)
    if number == 0:
        raise EmptyInputError("there is no segment to score: a reference stream is empty")
    references = lines.references
    if number < len(references):
        references, workspace = references.slice(0, number), None
    packed = Text.from_lines(hypotheses, lambda index: f"hypothesis {index + 1}")
    counted_orders = max(order, 1)
    bleu = Bleu(order=counted_orders, tokenize=tokenize)
    rows = bleu.statistics(Corpus(packed, references), workspace).rows
    if order != counted_orders:
        rows = rows[:, :2]
    without = [segment for segment in lines.without if segment < number]
    return _without_references(rows, without, order, corrected) if without else rows


def _without_references(
    rows: NDArray[np.int64], without: Sequence[int], order: int, corrected: bool
) -> NDArray[np.int64]:
    for segment in without:
        if corrected or (rows[segment, 0] and order):
            raise WrongTypeError(
                f"BLEU: segment {segment + 1} has no reference: every stream has None there; give "
                "one, or leave the segment out"
            )
    warn(defects.NO_REFERENCE)
    changed = rows.copy()
    changed[without, 1] = NO_REFERENCE_LENGTH
    return changed


def sentence_row(
    hypothesis: str, references: Sequence[str], tokenize: str, order: int, corrected: bool
) -> list[int]:
    """Return the row of one segment, without the cost of arrays."""
    lines = [hypothesis, *references]
    ids, offsets, size = _encode(lines, tokenize)
    bounds = memoryview(offsets).cast("q").tolist()
    lengths = [end - start for start, end in pairwise(bounds)]
    length = lengths[0]
    if not references:
        if corrected or (length and order):
            raise WrongTypeError("BLEU: every reference of this segment is None; give one")
        warn(defects.NO_REFERENCE)
        closest = NO_REFERENCE_LENGTH
    elif len(lengths) == 2:
        closest = lengths[1]
    else:
        closest = min(lengths[1:], key=lambda other: (abs(length - other), other))
    view = memoryview(offsets)
    matches, _ = kernel.match(
        ids, view[:16], ids, view[8:], struct.pack("2q", 0, len(references)), max(order, 1), size
    )
    found = memoryview(matches).cast("q").tolist()[:order]
    totals = [max(length - shorter, 0) for shorter in range(order)]
    return [length, closest, *found, *totals]


def _encode(lines: list[str], tokenize: str) -> tuple[Any, Any, int]:
    """Return the token ids of lines, the offsets of the lines, and the number of distinct ids."""
    tokenizer = made(tokenize)
    vocabulary = kernel.Vocabulary()
    try:
        if tokenizer.name in kernel.COMPILED_TOKENIZERS:
            data, offsets = kernel.pack(lines)
            view = memoryview(offsets)
            ids, bounds = vocabulary.encode_text(data, view[:-8], view[8:], tokenizer.name, False)
        else:
            ids, bounds = vocabulary.encode_tokens([tokenizer(line) for line in lines])
    except UnicodeEncodeError:
        Text.from_lines(lines)  # raises an error that names the line
        raise
    return ids, bounds, len(vocabulary)
