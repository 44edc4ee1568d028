"""Defects of sacreBLEU."""

from __future__ import annotations

from tallystick.compat.defects.defect import REFUSED, Defect, Recorded

_NOTES = "runs kept outside this repository, dialects of BLEU"
_SACREBLEU_NOTES = "runs kept outside this repository, sacreBLEU"
_ISSUES = "https://github.com/mjpost/sacrebleu/issues/"
_PULLS = "https://github.com/mjpost/sacrebleu/pull/"
_BLEU = "sacreBLEU, BLEU"
_SEEN = ("2.6.0",)

DEFECTS: tuple[Defect, ...] = (
    Defect(
        id="sacrebleu-add-k-defeats-effective-order",
        program=f"{_BLEU}(smooth_method='add-k', effective_order=True)",
        versions=_SEEN,
        summary="add-k gives orders that a sentence is too short for a precision of 1.",
        hypotheses=("a b",),
        references=(("a c d",),),
        options=(("smooth_method", "add-k"), ("effective_order", "yes")),
        returned=42.88819424803532,
        right=30.326532985631673,
        dialect="bleu:dialect=papineni2002,order=2,smooth=add-k",
        by_hand="100 * exp(1 - 3/2) * (1/2 * (0+1)/(1+1)) ** (1/2)",
        explanation=(
            "The constant is added before an order is looked at for n-grams, so that 0 of 0 "
            "becomes 1 of 1 and no order is left out. Two tokens have orders 1 and 2."
        ),
        recorded=Recorded("bleu_dialects", "g26_two_one_match", "sacrebleu.corpus.add-k.eff"),
        presets=("sacrebleu-add-k-effective",),
        observe="sacrebleu_corpus_score",
        package="sacrebleu",
        scale=100,
    ),
    Defect(
        id="sacrebleu-compute-bleu-changes-its-arguments",
        program="sacreBLEU, BLEU.compute_bleu(smooth_method='add-k')",
        versions=_SEEN,
        summary="The same counts given twice have another score the second time.",
        hypotheses=("a b x c d y",),
        references=(("a b z c d w",),),
        options=(("smooth_method", "add-k"), ("shown", "the score of the second call")),
        returned=47.47362087808391,
        right=35.93041119630842,
        by_hand="100 * (4/6 * (2+1)/(5+1) * (0+1)/(4+1) * (0+1)/(3+1)) ** (1/4)",
        explanation=(
            "The constant is added to the lists that the caller gave, and once more at the next "
            "call. A function of counts has one value."
        ),
        recorded=Recorded(f"{_NOTES} 4.10; this input run with sacreBLEU 2.6.0"),
        observe="sacrebleu_compute_bleu_twice",
        package="sacrebleu",
        scale=100,
    ),
    Defect(
        id="sacrebleu-short-text-is-not-mteval",
        program=_BLEU,
        versions=_SEEN,
        summary="Text of under four tokens scores 0, where mteval-v13a gives 100.",
        hypotheses=("a b c",),
        references=(("a b c",),),
        returned=0.0,
        right=100.0,
        dialect="bleu:dialect=mteval-v13a,tokenize=none",
        explanation=(
            "It says that it gives the scores of mteval-v13a, which takes an order without "
            "n-grams for one of precision 1."
        ),
        upstream=(f"{_ISSUES}64", f"{_ISSUES}114", f"{_ISSUES}198", f"{_ISSUES}278"),
        recorded=Recorded("bleu_dialects", "g21_identity3", "sacrebleu.corpus"),
        presets=("sacrebleu",),
        observe="sacrebleu_corpus_score",
        package="sacrebleu",
        scale=100,
    ),
    Defect(
        id="sacrebleu-no-match-is-not-mteval",
        program=_BLEU,
        versions=_SEEN,
        summary="Text without any match scores 0, where mteval-v13a smooths it.",
        hypotheses=("a b c d e",),
        references=(("v w x y z",),),
        returned=0.0,
        right=5.341087579952926,
        dialect="bleu:dialect=mteval-v13a,tokenize=none",
        by_hand="100 * ((1/2)/5 * (1/4)/4 * (1/8)/3 * (1/16)/2) ** (1/4)",
        explanation=(
            "It says that it gives the scores of mteval-v13a, which smooths every order without a "
            "match, the first too. That 0 is the better score was decided on purpose."
        ),
        upstream=(f"{_ISSUES}141",),
        recorded=Recorded("bleu_dialects", "g19_nomatch5", "sacrebleu.corpus"),
        presets=("sacrebleu", "sacrebleu-effective"),
        observe="sacrebleu_corpus_score",
        package="sacrebleu",
        scale=100,
    ),
    Defect(
        id="sacrebleu-drops-surplus-hypotheses",
        program=_BLEU,
        versions=_SEEN,
        summary="Hypotheses beyond the end of the references are not scored.",
        hypotheses=("a b c d", "x"),
        references=(("a b c d",),),
        returned=100.00000000000004,
        right=REFUSED,
        explanation=(
            "Hypotheses and streams are read side by side up to the end of the shortest. Lengths "
            "that differ are the sign of a lost line, after which every pair is wrong."
        ),
        upstream=(f"{_ISSUES}281", f"{_ISSUES}220", f"{_PULLS}303"),
        recorded=Recorded(f"{_NOTES} 4.12"),
        observe="sacrebleu_corpus_score",
        package="sacrebleu",
        scale=100,
    ),
    Defect(
        id="sacrebleu-drops-what-a-short-stream-lacks",
        program=_BLEU,
        versions=_SEEN,
        summary="A second stream that is too short ends the scoring of all.",
        hypotheses=("a b c d", "x"),
        references=(("a b c d", "a b c d"), ("y",)),
        returned=100.00000000000004,
        right=REFUSED,
        explanation=(
            "The shortest of the streams ends the corpus. Where a reference is missing, None says "
            "so; where a line was lost, no number is right."
        ),
        upstream=(f"{_ISSUES}281", f"{_ISSUES}220", f"{_PULLS}303"),
        recorded=Recorded(f"{_NOTES} 4.12"),
        observe="sacrebleu_corpus_score",
        package="sacrebleu",
        scale=100,
    ),
    Defect(
        id="sacrebleu-takes-segments-for-streams",
        program=_BLEU,
        versions=_SEEN,
        summary="References in lists of one segment each are read as streams, and score 100.",
        hypotheses=("a b c d", "e f g h"),
        references=(("a b c d",), ("x",)),
        options=(("references", "a list for each segment"),),
        returned=100.00000000000004,
        right=REFUSED,
        explanation=(
            "Two lists of one reference are two streams of one segment to it, and the second "
            "hypothesis is dropped. The lengths give the slip away."
        ),
        upstream=(f"{_ISSUES}220", f"{_ISSUES}239", f"{_ISSUES}275", f"{_ISSUES}281"),
        recorded=Recorded(f"{_SACREBLEU_NOTES} 0.5"),
        observe="sacrebleu_with_references_as_given",
        package="sacrebleu",
        scale=100,
    ),
    Defect(
        id="sacrebleu-takes-characters-for-segments",
        program=_BLEU,
        versions=_SEEN,
        summary="A flat list of references is read by its characters.",
        hypotheses=("a b c d",),
        references=(("a b c d",),),
        options=(("references", "a list of strings"),),
        returned=15.97357760615681,
        right=REFUSED,
        explanation=(
            "A string is a sequence, and its first character the first reference of its stream. A "
            "string where a stream belongs can be told from one."
        ),
        upstream=(f"{_ISSUES}220", f"{_ISSUES}272"),
        recorded=Recorded(f"{_SACREBLEU_NOTES} 0.5; this input run with sacreBLEU 2.6.0"),
        observe="sacrebleu_with_a_flat_list_of_references",
        package="sacrebleu",
        scale=100,
    ),
    Defect(
        id="sacrebleu-empty-reference-is-not-missing",
        program=f"{_BLEU}(max_ngram_order=2)",
        versions=_SEEN,
        summary="An empty string, documented as a missing reference, can be the closest in length.",
        hypotheses=("a b",),
        references=(("a b c d e f", ""),),
        options=(("max_ngram_order", 2),),
        returned=100.00000000000004,
        right=13.53352832366127,
        by_hand="100 * exp(1 - 6/2) * (2/2 * 1/1) ** (1/2)",
        explanation=(
            "The placeholder counts as a reference of length 0, which is as far from two tokens "
            "as four are and closer than six: no brevity penalty. Without it r is 6."
        ),
        recorded=Recorded(f"{_SACREBLEU_NOTES} 2.1"),
        observe="sacrebleu_corpus_score",
        package="sacrebleu",
        scale=100,
    ),
    Defect(
        id="sacrebleu-adds-a-negative-length",
        program=_BLEU,
        versions=_SEEN,
        summary="An empty hypothesis without any reference takes 1 from the reference length.",
        hypotheses=("a b c d", ""),
        references=(("a b c e f",), ()),
        options=(("references of the second", "None"),),
        returned=59.460355750136046,
        right=REFUSED,
        explanation=(
            "The closest length of no reference is -1, which is added to the others: r is 4 here, "
            "as long as the hypothesis. A segment without a reference has no length to add."
        ),
        recorded=Recorded(f"{_SACREBLEU_NOTES} 2.1; this input run with sacreBLEU 2.6.0"),
        observe="sacrebleu_without_a_reference",
        package="sacrebleu",
        scale=100,
    ),
    Defect(
        id="sacrebleu-fails-late-without-a-reference",
        program=_BLEU,
        versions=_SEEN,
        summary="A segment without references fails in the middle with a TypeError about None.",
        hypotheses=("a b c d", "e"),
        references=(("a b c e",), ()),
        options=(("references of the second", "None"),),
        returned="TypeError",
        right="an error that names the segment",
        explanation="The counts of no reference are None, in which an n-gram is looked up.",
        recorded=Recorded(f"{_NOTES} 4.13; this input run with sacreBLEU 2.6.0"),
        observe="sacrebleu_without_a_reference",
        package="sacrebleu",
        scale=100,
    ),
    Defect(
        id="sacrebleu-fails-at-an-index-without-segments",
        program=_BLEU,
        versions=_SEEN,
        summary="An empty list of hypotheses ends in an IndexError.",
        hypotheses=(),
        references=(),
        returned="IndexError",
        right="an error that says that there are no hypotheses",
        explanation="The first hypothesis is looked at before anything says that there is one.",
        recorded=Recorded(f"{_NOTES} 4.13; this input run with sacreBLEU 2.6.0"),
        observe="sacrebleu_corpus_score",
        package="sacrebleu",
        scale=100,
    ),
    Defect(
        id="sacrebleu-identity-above-100",
        program=_BLEU,
        versions=_SEEN,
        summary="A perfect match scores a little over 100.",
        hypotheses=("a b c d",),
        references=(("a b c d",),),
        returned=100.00000000000004,
        right=100.0,
        dialect="bleu:dialect=papineni2002",
        by_hand="100 * (4/4 * 3/3 * 2/2 * 1/1) ** (1/4)",
        explanation=(
            "Precisions in percent go through a logarithm and back; the rounding error shows "
            "where the score is exactly 100."
        ),
        upstream=(f"{_ISSUES}275",),
        recorded=Recorded(f"{_NOTES} 4.13"),
        observe="sacrebleu_corpus_score",
        package="sacrebleu",
        scale=100,
    ),
    Defect(
        id="sacrebleu-signature-omits-the-order",
        program=f"{_BLEU}(max_ngram_order=2).get_signature()",
        versions=_SEEN,
        summary="The signature of BLEU-2 is that of BLEU-4.",
        hypotheses=("a b",),
        references=(("a b",),),
        options=(("max_ngram_order", 2), ("shown", "the signature without its version")),
        returned="nrefs:1|case:mixed|eff:no|tok:none|smooth:exp",
        right="nrefs:1|case:mixed|eff:no|tok:none|smooth:exp|order:2",
        explanation=(
            "max_ngram_order is not among the fields, so that numbers on different scales carry "
            "the same signature."
        ),
        upstream=(f"{_ISSUES}251",),
        recorded=Recorded(f"{_SACREBLEU_NOTES} 0.8; this input run with sacreBLEU 2.6.0"),
        observe="sacrebleu_signature",
        package="sacrebleu",
        scale=100,
    ),
    Defect(
        id="sacrebleu-ter-tokenizes-references-twice",
        program="sacreBLEU, TER(normalized=True)",
        versions=_SEEN,
        summary="A sentence has edits against itself.",
        hypotheses=("This book is John's.",),
        references=(("This book is John's.",),),
        returned=33.33333333333333,
        right=0.0,
        by_hand="0 / 6",
        explanation=(
            "References go through the tokenizer twice and hypotheses once, and the tokenizer "
            "splits its own output again. Nothing has to be edited to make a text itself."
        ),
        recorded=Recorded(f"{_SACREBLEU_NOTES} 0.6"),
        observe="sacrebleu_ter_of_normalized_text",
        package="sacrebleu",
        metric="ter",
        scale=100,
    ),
    Defect(
        id="sacrebleu-zh-takes-punctuation-for-chinese",
        program="sacreBLEU, tokenizer zh",
        versions=_SEEN,
        summary="Quotation marks, dashes and arrows are split off as Chinese characters.",
        hypotheses=("don’t",),
        references=(("don’t",),),
        returned="don ’ t",
        right="don’t",
        dialect="zh-2",
        presets=("zh",),
        explanation=(
            "A range was written with four digits where its code points have five, so that it "
            "runs from U+2001 to U+2A6D instead of through the ideographs of extension B."
        ),
        upstream=(f"{_ISSUES}298",),
        recorded=Recorded(f"{_SACREBLEU_NOTES} 3.3"),
        observe="sacrebleu_tokens_of_zh",
        package="sacrebleu",
        metric="tokenizer",
    ),
    Defect(
        id="sacrebleu-copies-differ-significantly",
        program="sacreBLEU, paired bootstrap test",
        versions=_SEEN,
        summary="A system differs significantly from a copy of itself.",
        hypotheses=("a b c d e", "f g h i j", "k l m n x"),
        references=(("a b c d e",), ("f g h i x",), ("k l m n o",)),
        options=(("test_type", "bs"), ("n_samples", 100), ("shown", "the p-value")),
        returned=0.009900990099009901,
        right=1.0,
        by_hand="(100 + 1) / (100 + 1)",
        explanation=(
            "Resampled differences count only if they are greater than the one found; all of them "
            "are equal to it, 0. Under the null hypothesis a difference of 0 or more is certain."
        ),
        upstream=(
            "https://github.com/jhclark/multeval/issues/3",
            "https://github.com/jhclark/multeval/issues/5",
        ),
        recorded=Recorded(f"{_SACREBLEU_NOTES} 0.2; this input run with sacreBLEU 2.6.0"),
        observe="sacrebleu_paired_test_with_a_copy",
        package="sacrebleu",
        metric="significance",
    ),
    Defect(
        id="sacrebleu-randomized-copies-differ-significantly",
        program="sacreBLEU, paired approximate randomization",
        versions=_SEEN,
        summary="A system differs significantly from a copy of itself.",
        hypotheses=("a b c d e", "f g h i j", "k l m n x"),
        references=(("a b c d e",), ("f g h i x",), ("k l m n o",)),
        options=(("test_type", "ar"), ("n_samples", 100), ("shown", "the p-value")),
        returned=0.009900990099009901,
        right=1.0,
        by_hand="(100 + 1) / (100 + 1)",
        explanation="As sacrebleu-copies-differ-significantly: ties do not count.",
        upstream=(
            "https://github.com/jhclark/multeval/issues/3",
            "https://github.com/jhclark/multeval/issues/5",
        ),
        recorded=Recorded(f"{_SACREBLEU_NOTES} 0.2; this input run with sacreBLEU 2.6.0"),
        observe="sacrebleu_paired_test_with_a_copy",
        package="sacrebleu",
        metric="significance",
    ),
    Defect(
        id="sacrebleu-seed-0-is-no-seed",
        program="sacreBLEU, paired tests with SACREBLEU_SEED=0",
        versions=_SEEN,
        summary="The seed 0 draws new numbers at every run, though the signature names it.",
        hypotheses=("a b c d e", "f g h i j", "k l m n x"),
        references=(("a b c d e",), ("f g h i x",), ("k l m n o",)),
        options=(("test_type", "bs"), ("n_samples", 100), ("shown", "the means of five runs")),
        returned="different means",
        right="one mean",
        explanation="A seed is asked whether it is true, and 0 is not; it is taken for none.",
        recorded=Recorded(f"{_SACREBLEU_NOTES} 0.4; this input run with sacreBLEU 2.6.0"),
        observe="sacrebleu_paired_tests_with_seed_0",
        package="sacrebleu",
        metric="significance",
    ),
    Defect(
        id="sacrebleu-signature-rounds-the-smoothing",
        program=f"{_BLEU}(smooth_method='floor').get_signature()",
        versions=_SEEN,
        summary="The signature of a small smoothing value says that it is 0.",
        hypotheses=("a b c d",),
        references=(("a b c e",),),
        options=(
            ("smooth_method", "floor"),
            ("smooth_value", 0.001),
            ("shown", "the signature without its version"),
        ),
        returned="nrefs:1|case:mixed|eff:no|tok:none|smooth:floor[0.00]",
        right="nrefs:1|case:mixed|eff:no|tok:none|smooth:floor[0.001]",
        explanation="Two decimals are printed, so that different numbers carry one signature.",
        recorded=Recorded(f"{_SACREBLEU_NOTES} 0.8; this input run with sacreBLEU 2.6.0"),
        observe="sacrebleu_signature",
        package="sacrebleu",
        scale=100,
    ),
    Defect(
        id="sacrebleu-chrf-depends-on-the-order-of-references",
        program="sacreBLEU, CHRF",
        versions=_SEEN,
        summary="Exchanging two references changes the score where neither matches.",
        hypotheses=("zzzzzz", "abcdef"),
        references=(("a", "bbbbbbbbbbbbbb"), ("abcxyz", "abcxyz")),
        returned=17.29007633587786,
        right="one score for both orders",
        explanation=(
            "The counts of the best reference are kept, and of the first where all have an F of 0: "
            "`a` costs less recall than the longer one, which gives 5.910314099170636 when it is "
            "listed first. References are a set."
        ),
        recorded=Recorded(f"{_SACREBLEU_NOTES} 0.10; this input run with sacreBLEU 2.6.0"),
        observe="sacrebleu_chrf",
        package="sacrebleu",
        metric="chrf",
        scale=100,
    ),
    Defect(
        id="sacrebleu-chrf-forgives-words-without-a-reference",
        program="sacreBLEU, CHRF",
        versions=_SEEN,
        summary="Whatever is said against an empty reference costs nothing.",
        hypotheses=("zzzzzz", "abcdef"),
        references=(("",), ("abcdef",)),
        returned=100.0,
        right="less than 100",
        explanation=(
            "The n-grams of a hypothesis are counted as none where the reference has none of the "
            "order, so that six wrong characters are not missed by the precision."
        ),
        recorded=Recorded(f"{_SACREBLEU_NOTES} 2.2"),
        observe="sacrebleu_chrf",
        package="sacrebleu",
        metric="chrf",
        scale=100,
    ),
)
"""The entries of sacreBLEU."""
