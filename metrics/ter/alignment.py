"""The shifts and the alignment from which the edits of TER are counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.kernel import kernel
from tallystick.metrics.ter.metric import Search, edits_of, map_pairs, ranks_of
from tallystick.metrics.wer.statistics import AlignedToken, joined

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.ter.dialect import TerDialect

_SIDES_EXCHANGED = bytes.maketrans(b"\2\3", b"\3\2")  # a deletion becomes an insertion


class Shift(NamedTuple):
    """A block of words that is moved, and the positions of its first word, from 0."""

    words: tuple[str, ...]
    start: int
    to: int


@dataclass(frozen=True, slots=True)
class ShiftedAlignment:
    """The shifts of a hypothesis, and its alignment with its best reference afterwards.

    In some dialects the shifts are those of the reference.
    """

    reference: int
    shifts: tuple[Shift, ...]
    tokens: tuple[AlignedToken, ...]


def shifted_alignments(
    dialect: TerDialect, corpus: Corpus, workspace: Workspace | None = None
) -> Iterator[ShiftedAlignment]:
    """Yield the shifts and the alignment of every segment with the first best reference."""
    for part in map_pairs(dialect, corpus, workspace or Workspace(), lambda pairs: pairs):
        tokens = part.vocabulary.tokens()
        ids: Any = np.arange(len(tokens), dtype=np.uint32)
        if dialect.blocks == "whole_matches":
            ids, tokens = ranks_of(part.vocabulary), sorted(tokens)
        edits = iter(edits_of(Search.of(dialect), part))
        for hypothesis, references in part:
            of_segment = list(islice(edits, len(references)))
            place = of_segment.index(min(of_segment))
            alignment = _shifted(dialect, ids[hypothesis], ids[references[place]], tokens)
            yield ShiftedAlignment(place, *alignment)


def _shifted(
    dialect: TerDialect, hypothesis: Any, reference: Any, tokens: list[str]
) -> tuple[tuple[Shift, ...], tuple[AlignedToken, ...]]:
    if not len(hypothesis) and dialect.empty_hypotheses == "zero":
        return (), ()
    reference_moves = dialect.moving == "reference"
    moving, fixed = (reference, hypothesis) if reference_moves else (hypothesis, reference)
    moves, path = kernel.shift_path(moving, fixed, len(tokens), *Search.of(dialect).rules)
    words, others = ([tokens[token] for token in side.tolist()] for side in (moving, fixed))
    shifts = []
    for start, length, to in moves:
        block = words[start : start + length]
        shifts.append(Shift(tuple(block), start, to))
        del words[start : start + length]
        words[to:to] = block
    if reference_moves:
        return tuple(shifts), tuple(joined(path.translate(_SIDES_EXCHANGED), words, others))
    return tuple(shifts), tuple(joined(path, others, words))
