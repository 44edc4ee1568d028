"""Matches where every n-gram counts once in a text, however often it occurs.

The kernel counts occurrences, so this is much slower; only imitations of one program need it.
"""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.errors import OptionError
from tallystick.metrics.rouge.matching import Matched

if TYPE_CHECKING:
    from tallystick.metrics.pairs import EncodedPairs

Ngrams = set[tuple[int, ...]]


def match_part_once(kind: str, pairs: EncodedPairs) -> Matched:
    """Match the n-grams of one part of a corpus.

    Raises:
        OptionError: The type is not that of n-grams.
    """
    if not kind.isdecimal():
        raise OptionError(
            f"counting=once is defined for n-grams, not for ROUGE-{kind}; the ROUGE-L of the "
            "program that counts so is not a longest common subsequence, and is not supported"
        )
    references = pairs.references.encoded
    buffers = pairs.hypotheses.id_buffer, references.id_buffer
    bounds = pairs.hypotheses.bounds.tolist(), references.bounds.tolist()
    sides = [
        [_ngrams(ids[start:stop], int(kind)) for start, stop in pairwise(places)]
        for ids, places in zip(map(_listed, buffers), bounds, strict=True)
    ]
    owners = np.repeat(np.arange(len(pairs)), np.diff(pairs.references.segment_offsets)).tolist()
    matches = [len(sides[0][owner] & other) for owner, other in zip(owners, sides[1], strict=True)]
    ours, theirs = (np.array(list(map(len, side))) for side in sides)
    return Matched(
        np.array(matches),
        ours,
        theirs,
        pairs.hypotheses.lengths,
        references.lengths,
    )


def _listed(ids: Any) -> list[int]:
    return array("I", bytes(ids)).tolist()


def _ngrams(ids: list[int], order: int) -> Ngrams:
    return set(zip(*(ids[start:] for start in range(order)), strict=False))
