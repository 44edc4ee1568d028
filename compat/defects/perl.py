"""Defects of the BLEU of Moses and mteval: Perl, and the C++ beside it."""

from __future__ import annotations

from tallystick.compat.defects.defect import REFUSED, Defect, Recorded

_NOTES = "runs kept outside this repository, dialects of BLEU"
_MULTI_BLEU = "multi-bleu.perl of Moses"
_MOSES = ("mosesdecoder 34452895f",)

_EMPTY = ("",)
_ABCD = (("a b c d",),)

DEFECTS: tuple[Defect, ...] = (
    Defect(
        id="multi-bleu-detok-chops-the-last-character",
        program="multi-bleu.perl and multi-bleu-detok.perl of Moses",
        versions=_MOSES,
        summary="A last line without a line feed loses its last character.",
        hypotheses=("a b c d ex",),
        references=(("a b c d ey",),),
        options=(("files", "without a line feed at their end"),),
        returned=100.0,
        right=66.8740304976422,
        dialect="bleu:dialect=papineni2002",
        by_hand="100 * (4/5 * 3/4 * 2/3 * 1/2) ** (1/4)",
        explanation=(
            "`chop` removes the last character whatever it is, where `chomp` removes a line feed. "
            "The two words differ in the character that is lost."
        ),
        recorded=Recorded(f"{_NOTES} 4.14"),
        scale=100,
    ),
    Defect(
        id="multi-bleu-adds-9999-for-a-line-without-reference",
        program=_MULTI_BLEU,
        versions=_MOSES,
        summary="Each hypothesis beyond the end of the references adds 9999 to their length.",
        hypotheses=("a b c d", "a b c d"),
        references=(("a b c d",),),
        options=(("shown", "the reference length"),),
        returned=10003.0,
        right=REFUSED,
        explanation=(
            "The search for the closest length starts at 9999 and ends there where no reference "
            "is. Files of different lengths have no right number."
        ),
        recorded=Recorded(f"{_NOTES} 4.15; run on this input too"),
        scale=100,
    ),
    Defect(
        id="multi-bleu-counts-no-more-than-9999-tokens",
        program=_MULTI_BLEU,
        versions=_MOSES,
        summary="A reference that is over 9999 tokens longer counts as 9999 tokens.",
        hypotheses=("a a a a",),
        references=((" ".join(["a"] * 10105),),),
        options=(("shown", "the reference length"),),
        returned=9999.0,
        right=10105.0,
        by_hand="10105",
        explanation=(
            "The search for the closest length starts at 9999, and such a reference is no closer. "
            "It is the only one there is."
        ),
        recorded=Recorded(f"{_NOTES} 4.15"),
        scale=100,
    ),
    Defect(
        id="multi-bleu-folds-case-by-bytes",
        program=f"{_MULTI_BLEU} with -lc",
        versions=_MOSES,
        summary="-lc leaves letters beyond ASCII in their case.",
        hypotheses=("É a b c d",),
        references=(("é a b c d",),),
        options=(("-lc", "yes"),),
        returned=66.8740304976422,
        right=100.0,
        dialect="bleu:dialect=papineni2002,lowercase=unicode",
        by_hand="100 * (5/5 * 4/4 * 3/3 * 2/2) ** (1/4)",
        explanation=(
            "Lines are read as bytes, of which only A to Z have a lower case. É and é are one "
            "letter in two cases."
        ),
        recorded=Recorded(f"{_NOTES} 4.15; run on this input too, where it prints 66.87"),
        scale=100,
    ),
    Defect(
        id="multi-bleu-divides-by-an-empty-output",
        program=_MULTI_BLEU,
        versions=_MOSES,
        summary="An output that is entirely empty ends in a division by zero.",
        hypotheses=_EMPTY,
        references=_ABCD,
        returned="Illegal division by zero",
        right=0.0,
        dialect="bleu:dialect=papineni2002",
        explanation=(
            "The brevity penalty divides by the length of the output. Nothing matches, and BLEU "
            "without a match is 0."
        ),
        recorded=Recorded("bleu_dialects", "g28_empty_hyp", "multi-bleu.perl"),
        presets=("multi-bleu",),
        scale=100,
    ),
    Defect(
        id="multi-bleu-fails-at-empty-references",
        program=_MULTI_BLEU,
        versions=_MOSES,
        summary="References that are all empty end the run with an exit status of 1.",
        hypotheses=("a b c d",),
        references=(("",),),
        options=(("shown", "the exit status"),),
        returned=1.0,
        right=0.0,
        by_hand="0",
        explanation=(
            "It prints that BLEU is 0, which is right, and then reports a failure, at which a "
            "script that runs it stops."
        ),
        recorded=Recorded(f"{_NOTES} 4.15"),
    ),
    Defect(
        id="mteval-v11b-divides-by-an-empty-output",
        program="mteval-v11b and mteval-v12",
        versions=("v11b", "v12"),
        summary="An output that is entirely empty ends in a division by zero.",
        hypotheses=_EMPTY,
        references=_ABCD,
        returned="Illegal division by zero",
        right=0.0,
        dialect="bleu:dialect=mteval-v14,tokenize=none",
        explanation="The length of the output divides; v14 gives 0.",
        recorded=Recorded("bleu_dialects", "g28_empty_hyp", "mteval-v11b"),
        presets=("mteval-v11b", "mteval-v12"),
        fixed="v14",
    ),
    Defect(
        id="moses-mteval-takes-the-logarithm-of-no-penalty",
        program="mteval-v13a as Moses has it",
        versions=_MOSES,
        summary="An output that is entirely empty ends the run while it prints the penalty.",
        hypotheses=_EMPTY,
        references=_ABCD,
        returned="Can't take log of 0",
        right=0.0,
        dialect="bleu:dialect=mteval-v14,tokenize=none",
        explanation=(
            "A line that Moses added prints the logarithm of the brevity penalty, which is 0. The "
            "score was made before, and v14 without the line gives it."
        ),
        recorded=Recorded("bleu_dialects", "g28_empty_hyp", "mteval-v13a"),
        presets=("mteval-v13a",),
    ),
    Defect(
        id="moses-mteval-divides-by-empty-references",
        program="mteval-v13a as Moses has it",
        versions=_MOSES,
        summary="References that are all empty end the run while it prints the length ratio.",
        hypotheses=("a b c d",),
        references=((("",)),),
        returned="Illegal division by zero",
        right=0.07986788803078401,
        dialect="bleu:dialect=mteval-v14,tokenize=none",
        by_hand="((1/2)/4 * (1/4)/3 * (1/8)/2 * (1/16)/1) ** (1/4)",
        explanation=(
            "The length ratio that Moses added divides by the length of the references. The score "
            "itself does not need it: v14 smooths the orders without a match."
        ),
        recorded=Recorded("bleu_dialects", "g29_empty_ref", "mteval-v13a"),
        presets=("mteval-v13a",),
    ),
    Defect(
        id="moses-average-length-is-truncated",
        program="Moses, BleuScorer with reflen:average",
        versions=_MOSES,
        summary="The mean length of the references loses its fraction.",
        hypotheses=("a b c d e",),
        references=(("a b c d e", "a b c d e f g h"),),
        returned=0.818730711937,
        right=0.7408182206817179,
        dialect="bleu:dialect=reference_length=average",
        by_hand="exp(1 - 6.5/5)",
        explanation="The mean of 5 and 8 is kept as a whole number, 6, where it is 6.5.",
        recorded=Recorded("bleu_dialects", "g13_avg_nonint", "moses.mert.BleuScorer.average"),
        presets=("moses-mert-average",),
    ),
    Defect(
        id="moses-sentence-bleu-of-nothing-is-perfect",
        program="Moses, sentence-bleu",
        versions=_MOSES,
        summary="An empty hypothesis against an empty reference scores 1.",
        hypotheses=("",),
        references=(("",),),
        returned=1.0,
        right=0.0,
        dialect="bleu:dialect=papineni2002",
        explanation=(
            "1 is added to both sides of every precision, and (0 + 1) / (0 + 1) is perfect four "
            "times. Nothing matches, and BLEU without a match is 0."
        ),
        recorded=Recorded("bleu_dialects", "g30_both_empty", "moses.sentence-bleu.macro"),
        presets=("moses-sentence-mean",),
    ),
)
"""The entries of multi-bleu, mteval's BLEU and Moses."""
