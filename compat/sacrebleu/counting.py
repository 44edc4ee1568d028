"""Sufficient statistics in sacreBLEU's columns.

A row is [hypothesis length, closest reference length, matches of orders 1 to N, totals of orders
1 to N].
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from tallystick.compat.sacrebleu import defects
from tallystick.compat.sacrebleu.errors import EmptyInputError, WrongTypeError
from tallystick.compat.sacrebleu.streams import ReferenceLines
from tallystick.compat.sacrebleu.tokenizing import made
from tallystick.errors import warn
from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.corpus.text import Text
from tallystick.metrics.counting.one_segment import segment_references
from tallystick.metrics.counting.workspace import Workspace

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
    prepared = segment_references(references, made(tokenize), "none")
    found = prepared.match(hypothesis, max(order, 1))
    length = found.hypothesis_length
    if references:
        closest = found.closest_length
    else:
        if corrected or (length and order):
            raise WrongTypeError("BLEU: every reference of this segment is None; give one")
        warn(defects.NO_REFERENCE)
        closest = NO_REFERENCE_LENGTH
    return [length, closest, *found.matches[:order], *found.totals[:order]]
