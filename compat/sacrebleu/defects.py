"""Defects of sacreBLEU 2.6.0 that are reproduced here, one sentence each.

The number stays that of sacreBLEU and a `TallystickWarning` names the defect. With `corrected=True`
the right number is given instead or, where the input has no right number, an `InputError`.
"""

from __future__ import annotations

from tallystick.compat.defect_warning import explained_by

HYPOTHESES_ARE_A_STRING = (
    "hypotheses is a single string, and sacreBLEU scores each of its characters as a hypothesis; "
    "write [hypothesis]"
)
FLAT_REFERENCES = (
    "references holds strings where streams (lists of strings) belong, and sacreBLEU reads each "
    "character as a segment; write references=[references]"
    + explained_by("sacrebleu-takes-characters-for-segments")
)
ROUNDED_ABOVE_100 = (
    "sacreBLEU does not correct the rounding error that lifts a perfect match above 100; "
    "corrected=True gives 100.0" + explained_by("sacrebleu-identity-above-100")
)
ADD_K_WITHOUT_NGRAMS = (
    "sacreBLEU's add-k gives n-grams to orders that the hypothesis is too short to have, so that "
    "the effective order has no effect; corrected=True leaves these orders out"
    + explained_by("sacrebleu-add-k-defeats-effective-order")
)
EMPTY_REFERENCE = (
    "sacreBLEU's documentation calls an empty reference a missing one, but its code counts it as a "
    "reference of length 0, which the brevity penalty may then use; write None for a missing "
    "reference, or corrected=True to leave out empty ones if there are others"
    + explained_by("sacrebleu-empty-reference-is-not-missing")
)
NO_REFERENCE = (
    "a segment has no reference at all, and since its hypothesis is empty, sacreBLEU adds -1 to "
    "the reference length; leave the segment out" + explained_by("sacrebleu-adds-a-negative-length")
)


def unequal_streams(lengths: list[int]) -> str:
    """Name the defect of streams of different lengths.

    >>> unequal_streams([2, 1])
    'the reference streams have 2, 1 lines, and sacreBLEU silently drops what lies beyond the \
shortest; give every stream one entry a segment, None where a reference is missing (tallystick \
defects sacrebleu-drops-what-a-short-stream-lacks)'
    """
    return (
        f"the reference streams have {', '.join(map(str, lengths))} lines, and sacreBLEU silently "
        "drops what lies beyond the shortest; give every stream one entry a segment, None where a "
        "reference is missing" + explained_by("sacrebleu-drops-what-a-short-stream-lacks")
    )


def unequal_lengths(hypotheses: int, references: int) -> str:
    """Name the defect of more or fewer hypotheses than lines in the reference streams.

    >>> unequal_lengths(3, 1)
    'there are 3 hypotheses but the reference streams have 1 line, and sacreBLEU silently drops \
the surplus; references are streams, references[k][i] for hypotheses[i] (tallystick defects \
sacrebleu-drops-surplus-hypotheses)'
    """
    surplus = explained_by("sacrebleu-drops-surplus-hypotheses") if hypotheses > references else ""
    noun = "hypothesis" if hypotheses == 1 else "hypotheses"
    lines = "line" if references == 1 else "lines"
    return (
        f"there {'is' if hypotheses == 1 else 'are'} {hypotheses} {noun} but the reference streams "
        f"have {references} {lines}, and sacreBLEU silently drops the surplus; references are "
        "streams, references[k][i] for hypotheses[i]" + surplus
    )
