"""Longest common subsequences of hypotheses and references, and unions of them over sentences."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from typing import Any

from tallystick.metrics.kernel.python.segments import Tokens, grouped, segments_of


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
    found = 0
    for sentence in reference:
        places = {place for other in hypothesis for place in _subsequence(sentence, other)}
        matched = Counter(sentence[place] for place in places)
        found += (matched & left).total()
        left -= matched
    return found


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
