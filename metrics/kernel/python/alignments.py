"""Alignments of words by context and in stages, and longest common subsequences."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

from tallystick.metrics.kernel import UNKNOWN
from tallystick.metrics.kernel.python.segments import Tokens, grouped, paired, segments_of


def align_by_context(
    hypothesis_ids: Any,
    hypothesis_offsets: Any,
    reference_ids: Any,
    reference_offsets: Any,
    segment_offsets: Any,
    vocabulary_size: int,
    left_first: bool,
    whole_left: bool,
) -> tuple[bytes, bytes]:
    """Return the positions of aligned words in every reference, in the order of the hypothesis.

    A word is aligned by the shortest n-gram that begins or ends with it and occurs exactly once in
    both; if one begins and another ends with it, by the latter if `left_first`. Without
    `whole_left`, an n-gram that begins with the first word of the hypothesis does not count for a
    word that at least two fewer words follow than precede. Positions are uint32, their bounds
    int64.
    """
    ranks, offsets = array("I"), array("q", [0])
    arrays = hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, segment_offsets
    for reference, hypothesis in paired(*arrays):
        for place in range(len(hypothesis)):
            right = _context(hypothesis, reference, place, 1)
            left = _context(hypothesis, reference, place, -1)
            if left and not whole_left and left[0] == place + 1 and 2 * place > len(hypothesis):
                left = None
            both = (left, right) if left_first else (right, left)
            contexts = [context for context in both if context]
            if contexts:
                ranks.append(min(contexts, key=lambda context: context[0])[1])
        offsets.append(len(ranks))
    return ranks.tobytes(), offsets.tobytes()


def _context(
    hypothesis: Sequence[int], reference: Sequence[int], place: int, step: Literal[1, -1]
) -> tuple[int, int] | None:
    """Return the length of the n-gram on one side of a word, and the word's position, or None."""
    sides = hypothesis, reference
    starts = [[at for at, token in enumerate(side) if token == hypothesis[place]] for side in sides]
    length = 1
    while starts[1]:
        if len(starts[0]) == len(starts[1]) == 1:
            return length, starts[1][0]
        distance = step * length
        if not 0 <= place + distance < len(hypothesis):
            return None
        wanted = hypothesis[place + distance]
        starts = [
            [
                at
                for at in before
                if 0 <= at + distance < len(side) and side[at + distance] == wanted
            ]
            for side, before in zip(sides, starts, strict=True)
        ]
        length += 1
    return None


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


def match_subsequences(
    hypothesis_ids: Any,
    hypothesis_sentences: Any,
    hypothesis_texts: Any,
    reference_ids: Any,
    reference_sentences: Any,
    reference_texts: Any,
    segment_offsets: Any,
    vocabulary_size: int,
) -> bytes:
    """Return how many tokens of every reference are in common subsequences, int64.

    A token counts if it is in a longest common subsequence of its sentence and any sentence of the
    hypothesis; each token of the vocabulary counts at most as often as the hypothesis has it.
    """
    hypotheses = grouped(segments_of(hypothesis_ids, hypothesis_sentences), hypothesis_texts)
    references = grouped(segments_of(reference_ids, reference_sentences), reference_texts)
    matches = [
        _matches(hypothesis, reference)
        for hypothesis, group in zip(hypotheses, grouped(references, segment_offsets), strict=True)
        for reference in group
    ]
    return array("q", matches).tobytes()


def _matches(hypothesis: Sequence[Tokens], reference: Sequence[Tokens]) -> int:
    left = Counter(token for sentence in hypothesis for token in sentence)
    matches = 0
    for sentence in reference:
        places = {place for other in hypothesis for place in _subsequence(sentence, other)}
        matched = Counter(sentence[place] for place in places)
        matches += (matched & left).total()
        left -= matched
    return matches


def _subsequence(reference: Tokens, hypothesis: Tokens) -> list[int]:
    """Return the places in the reference of one longest common subsequence.

    It is found by going back from both ends: past equal tokens on both sides; else past a token of
    the reference, unless that would shorten the subsequence.
    """
    table = [[0] * (len(hypothesis) + 1)]
    for token in reference:
        above, row = table[-1], [0]
        for place, other in enumerate(hypothesis):
            row.append(above[place] + 1 if token == other else max(above[place + 1], row[place]))
        table.append(row)
    places = []
    i, j = len(reference), len(hypothesis)
    while i and j:
        if reference[i - 1] == hypothesis[j - 1]:
            i, j = i - 1, j - 1
            places.append(i)
        elif table[i][j - 1] > table[i - 1][j]:
            j -= 1
        else:
            i -= 1
    return places
