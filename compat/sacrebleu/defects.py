"""Warnings of the defects of sacreBLEU 2.6.0 that the drop-in reproduces."""

from __future__ import annotations

from tallystick.compat.defects.warning import explained_by

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
    "sacreBLEU's add-k gives n-grams to orders that have none, so the effective order has no "
    "effect; corrected=True leaves these orders out"
    + explained_by("sacrebleu-add-k-defeats-effective-order")
)
EMPTY_REFERENCE = (
    "sacreBLEU's documentation calls an empty reference missing, but its code counts it as a "
    "reference of length 0, which the brevity penalty may use; write None for a missing "
    "reference, or corrected=True to leave out empty ones if there are others"
    + explained_by("sacrebleu-empty-reference-is-not-missing")
)
REFERENCES_TIE = (
    "references of a segment have the same chrF but different counts, and sacreBLEU takes the "
    "first, so the score of the corpus depends on their order; corrected=True takes the smallest "
    "counts" + explained_by("sacrebleu-chrf-depends-on-the-order-of-references")
)
REFERENCES_TOKENIZED_TWICE = (
    "sacreBLEU tokenizes normalized references twice and hypotheses once, which changes TER; "
    "corrected=True tokenizes both once" + explained_by("sacrebleu-ter-tokenizes-references-twice")
)
NO_REFERENCE = (
    "a segment has no reference at all, and since its hypothesis is empty, sacreBLEU adds -1 to "
    "the reference length; leave the segment out" + explained_by("sacrebleu-adds-a-negative-length")
)


SHOWN = 8


def unequal_streams(lengths: list[int]) -> str:
    """Return the warning of streams of different lengths."""
    shown = ", ".join(map(str, lengths[:SHOWN])) + ", ..." * (len(lengths) > SHOWN)
    return (
        f"the reference streams have {shown} lines, and sacreBLEU silently "
        "drops the lines beyond the end of the shortest; give every stream an entry for each "
        "segment, None for a missing reference"
        + explained_by("sacrebleu-drops-what-a-short-stream-lacks")
    )


def unequal_lengths(hypotheses: int, references: int) -> str:
    """Return the warning of more or fewer hypotheses than lines in the reference streams."""
    surplus = explained_by("sacrebleu-drops-surplus-hypotheses") if hypotheses > references else ""
    noun = "hypothesis" if hypotheses == 1 else "hypotheses"
    lines = "line" if references == 1 else "lines"
    return (
        f"there {'is' if hypotheses == 1 else 'are'} {hypotheses} {noun} but the reference streams "
        f"have {references} {lines}, and sacreBLEU silently drops the surplus; references are "
        "streams, references[k][i] for hypotheses[i]" + surplus
    )
