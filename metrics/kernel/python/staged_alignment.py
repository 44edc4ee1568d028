"""Alignment of tokens in stages: equal ones, those of one class, and those that are accepted."""

from __future__ import annotations

from array import array
from typing import Any

from tallystick.metrics.kernel import UNKNOWN
from tallystick.metrics.kernel.python.segments import paired


def align_in_stages(
    hypothesis_ids: Any,
    hypothesis_offsets: Any,
    reference_ids: Any,
    reference_offsets: Any,
    segment_offsets: Any,
    vocabulary_size: int,
    classes: Any,
    accepting: Any,
    accepted: Any,
) -> tuple[bytes, bytes, bytes]:
    """Align the tokens of every reference with those of its hypothesis.

    The first stage aligns equal tokens, the second those of the same class, and the third a token
    of the hypothesis with one of a class that its class accepts (`accepting[i]` accepts
    `accepted[i]`). A stage takes the tokens that are left of the hypothesis from the last to the
    first, and aligns each with the last one that is left of the reference and fits.

    Positions are uint32, `UNKNOWN` without one; counts, int64, (references, 2), those of aligned
    tokens and of their adjacent runs in order. The last has a byte for each token that is left.
    """
    own, others = array("I", bytes(accepting)), array("I", bytes(accepted))
    accepts = set(zip(own, others, strict=True))
    class_of = array("I", bytes(classes))
    stages = (
        lambda token, other: token == other,
        lambda token, other: class_of[token] == class_of[other],
        lambda token, other: (class_of[token], class_of[other]) in accepts,
    )
    positions, counts, left = array("I"), array("q"), bytearray(vocabulary_size)
    arrays = hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, segment_offsets
    for reference, hypothesis in paired(*arrays):
        aligned: dict[int, int] = {}
        free = [*enumerate(reference)]
        for fits in stages:
            for place in range(len(hypothesis) - 1, -1, -1):
                fitting = [each for each in free if fits(hypothesis[place], each[1])]
                if fitting and place not in aligned:
                    aligned[place], _ = fitting[-1]
                    free.remove(fitting[-1])
        positions.extend(aligned.get(place, UNKNOWN) for place in range(len(hypothesis)))
        for place, token in enumerate(hypothesis):
            left[token] |= place not in aligned
        runs = [place for place in aligned if aligned.get(place - 1) != aligned[place] - 1]
        counts.extend((len(aligned), len(runs)))
    return positions.tobytes(), counts.tobytes(), bytes(left)
