"""The alignments from which the edits of WER and CER are counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick.errors import OptionError
from tallystick.metrics.counting.best_reference import highest
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.kernel import kernel
from tallystick.metrics.wer.statistics import RULES, rank_of

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.wer.dialect import ErrorRateDialect


OPERATIONS = ("hit", "substitution", "deletion", "insertion")
"""The operations of an alignment, by the number that the kernel gives them."""


class AlignedToken(NamedTuple):
    """An operation, one of `OPERATIONS`, and the tokens; None where a side has no counterpart."""

    operation: str
    reference: str | None
    hypothesis: str | None


@dataclass(frozen=True, slots=True)
class Alignment:
    """The alignment of a hypothesis with its best reference.

    Attributes:
        reference: Which reference of the segment it is, from 0.
        tokens: The operations from left to right.
    """

    reference: int
    tokens: tuple[AlignedToken, ...]

    def count(self, operation: str) -> int:
        """Return how often an operation occurs."""
        return sum(one.operation == operation for one in self.tokens)


def alignments(
    dialect: ErrorRateDialect, corpus: Corpus, workspace: Workspace | None = None
) -> Iterator[Alignment]:
    """Yield the alignment of every segment.

    Raises:
        OptionError: The dialect counts hits without an alignment.

    >>> from tallystick.metrics import Corpus, Wer
    >>> corpus = Corpus.from_segments(hypotheses=["b c"], references=[["x", "a b"]])
    >>> [found] = alignments(Wer().conventions, corpus)
    >>> found.reference, found.tokens[0]
    (1, AlignedToken(operation='substitution', reference='a', hypothesis='b'))
    >>> [found] = alignments(Wer(dialect="morris2004").conventions, corpus)
    >>> [one.operation for one in found.tokens]
    ['deletion', 'hit', 'insertion']
    """
    if dialect.hits not in RULES:
        raise OptionError(
            f"hits={dialect.hits} computes hits from lengths and has no alignment; use another "
            "dialect, such as dialect=jiwer"
        )
    pairs = (workspace or Workspace()).pairs(corpus, dialect.tokenizer(), dialect.lowercase)
    for part in pairs:
        size, firsts = len(part.vocabulary), part.references.segment_offsets
        operations, offsets = kernel.align(*part.buffers, size, RULES[dialect.hits])
        spans = pairwise(memoryview(offsets).cast("q").tolist())
        paths = [operations[start:end] for start, end in spans]
        hits = np.array([path.count(OPERATIONS.index("hit")) for path in paths], dtype=np.int64)
        edits = np.array(list(map(len, paths)), dtype=np.int64) - hits
        best = highest(rank_of(edits, hits, part.references.encoded.lengths), firsts)
        tokens = part.vocabulary.tokens()
        places = zip(best.tolist(), (best - firsts[:-1]).tolist(), strict=True)
        for (chosen, place), (hypothesis, references) in zip(places, part, strict=True):
            sides = (
                [tokens[one] for one in side.tolist()] for side in (references[place], hypothesis)
            )
            yield Alignment(place, tuple(joined(paths[chosen], *sides)))


def joined(path: bytes, reference: list[str], hypothesis: list[str]) -> Iterator[AlignedToken]:
    """Yield the operations of a path, numbers of `OPERATIONS`, with their tokens."""
    references, hypotheses = iter(reference), iter(hypothesis)
    for number in path:
        operation = OPERATIONS[number]
        yield AlignedToken(
            operation,
            None if operation == "insertion" else next(references),
            None if operation == "deletion" else next(hypotheses),
        )
