"""Defects of the BLEU of libraries around PyTorch."""

from __future__ import annotations

from tallystick.compat.defects.defect import REFUSED, Defect, Recorded

_NOTES = "runs kept outside this repository, dialects of BLEU"
_TORCHMETRICS = "https://github.com/Lightning-AI/torchmetrics/"
_FAIRSEQ = ("3d262bb2",)

_CAT = ("the cat is on the mat",)
_MAT = (("the cat sat on the mat",),)

DEFECTS: tuple[Defect, ...] = (
    Defect(
        id="torchmetrics-length-depends-on-the-order-of-references",
        program="TorchMetrics, BLEUScore",
        versions=("1.9.0",),
        summary="Exchanging two references changes the score.",
        hypotheses=("a b c d e",),
        references=(("a b c d e f", "a b c d"),),
        returned=0.8187307119369507,
        right=1.0,
        dialect="bleu:dialect=papineni2002",
        by_hand="(5/5 * 4/4 * 3/3 * 2/2) ** (1/4)",
        explanation=(
            "Of two lengths equally close to the hypothesis it takes the one listed first, which "
            "gives 1 in the other order. References are a set; common practice takes the shorter."
        ),
        upstream=(f"{_TORCHMETRICS}issues/3504",),
        recorded=Recorded("bleu_dialects", "g10_tie_long_first", "torchmetrics.bleu"),
        presets=("torchmetrics", "torchtext", "mmeval", "mindspore", "torchmetrics-sacrebleu"),
    ),
    Defect(
        id="torchmetrics-smoothing-rescues-nothing",
        program="TorchMetrics, BLEUScore(smooth=True)",
        versions=("1.9.0",),
        summary="Smoothing is on, but a sentence without a 4-gram match still scores 0.",
        hypotheses=_CAT,
        references=_MAT,
        options=(("smooth", "True"),),
        returned=0.0,
        right=0.48549177170732344,
        dialect="bleu:dialect=lin-och2004",
        by_hand="(5/6 * (3+1)/(5+1) * (1+1)/(4+1) * (0+1)/(3+1)) ** (1/4)",
        explanation=(
            "Where an order has no match 0 is returned before anything is smoothed, so that "
            "smoothing only moves the scores that did not need it."
        ),
        upstream=(f"{_TORCHMETRICS}issues/3504", f"{_TORCHMETRICS}pull/3505"),
        recorded=Recorded("bleu_dialects", "g02_zero4", "torchmetrics.bleu.smooth"),
        presets=(
            "torchmetrics-smooth",
            "mmeval-smooth",
            "mindspore-smooth",
            "torchmetrics-sacrebleu-smooth",
        ),
    ),
    Defect(
        id="torchmetrics-sacrebleu-is-another-metric",
        program="TorchMetrics, SacreBLEUScore",
        versions=("1.9.0",),
        summary="SacreBLEUScore gives 0 where sacreBLEU does not.",
        hypotheses=_CAT,
        references=_MAT,
        returned=0.0,
        right=0.3799178428257963,
        dialect="bleu:dialect=sacrebleu,tokenize=none",
        by_hand="(5/6 * 3/5 * 1/4 * (1/2)/3) ** (1/4)",
        explanation=(
            "Only the tokenizers are those of sacreBLEU; the formula has none of its smoothing and "
            "another rule for ties in length."
        ),
        upstream=(f"{_TORCHMETRICS}issues/3504", f"{_TORCHMETRICS}pull/3505"),
        recorded=Recorded("bleu_dialects", "g02_zero4", "torchmetrics.sacre"),
        presets=("torchmetrics-sacrebleu",),
    ),
    Defect(
        id="torchmetrics-takes-characters-for-hypotheses",
        program="TorchMetrics, BLEUScore.update",
        versions=("1.9.0",),
        summary="A string in the place of a list of hypotheses is read by its characters.",
        hypotheses=("a b c d",),
        references=(("a b c d",),),
        options=(("hypotheses", "a string"),),
        returned="each character is a hypothesis",
        right=REFUSED,
        explanation="A string is a sequence of strings, and nothing tells it from a list of them.",
        recorded=Recorded(f"{_NOTES} 4.22"),
    ),
    Defect(
        id="torchtext-splits-ngrams-at-spaces",
        program="torchtext, bleu_score",
        versions=("0.18",),
        summary="A token with a space in it ends in an IndexError.",
        hypotheses=("a b c d e f",),
        references=(("a b c d e f",),),
        options=(("tokens", "the first is 'a b', of two words"),),
        returned="IndexError",
        right=1.0,
        dialect="bleu:dialect=papineni2002",
        explanation=(
            "An n-gram is kept as one string, its tokens joined by spaces, where a space inside a "
            "token looks like one between two. The list of tokens says what a token is."
        ),
        recorded=Recorded(f"{_NOTES} 4.23"),
    ),
    Defect(
        id="ignite-averages-sentences-by-default",
        program="PyTorch-Ignite, Bleu",
        versions=("0.5.5",),
        summary="The default is a mean of sentence scores, which is not BLEU of a corpus.",
        hypotheses=("a b c d e", "f g h i j k l x"),
        references=(("a b c d e",), ("f g h i j m n o",)),
        returned=0.7584865808303354,
        right=0.6794478996250516,
        dialect="bleu:dialect=papineni2002",
        by_hand="(10/13 * 8/11 * 6/9 * 4/7) ** (1/4)",
        explanation=(
            "Papineni et al. add the counts of all segments before the precisions are taken. "
            "average='micro' does."
        ),
        recorded=Recorded("bleu_dialects", "g32_micro_macro", "ignite.macro.no_smooth"),
        presets=("ignite",),
    ),
    Defect(
        id="ignite-nltk-smooth2-floors-totals",
        program="PyTorch-Ignite, Bleu(smooth='nltk_smooth2')",
        versions=("0.5.5",),
        summary="One word that is right scores .59, where smooth2 gives 1.",
        hypotheses=("a",),
        references=(("a",),),
        options=(("smooth", "nltk_smooth2"),),
        returned=0.5946035575013605,
        right=1.0,
        dialect="bleu:dialect=lin-och2004",
        by_hand="(1/1 * (0+1)/(0+1) * (0+1)/(0+1) * (0+1)/(0+1)) ** (1/4)",
        explanation=(
            "It follows NLTK in raising the total of an order without n-grams to 1 before 1 is "
            "added: see nltk-floors-totals-before-add-k."
        ),
        recorded=Recorded("bleu_dialects", "g23_identity1", "ignite.macro.nltk_smooth2"),
        presets=("ignite-nltk-smooth2", "ignite-nltk-smooth2-micro"),
    ),
    Defect(
        id="torcheval-refuses-short-corpora",
        program="TorchEval, bleu_score",
        versions=("0.0.7", "1b059ee"),
        summary="A corpus without a 4-gram is an error.",
        hypotheses=("a b c",),
        references=(("a b c",),),
        returned="ValueError",
        right=0.0,
        dialect="bleu:dialect=papineni2002",
        explanation=(
            "It demands as many tokens as the order. Short sentences are no wrong input: programs "
            "that do not smooth give 0."
        ),
        recorded=Recorded("bleu_dialects", "g21_identity3", "torcheval-HEAD"),
        presets=("torcheval", "torcheval-0.0.7"),
    ),
    Defect(
        id="torcheval-takes-the-shortest-reference",
        program="TorchEval, bleu_score",
        versions=("0.0.7",),
        summary="The length of the shortest reference counts, in one release and not after it.",
        hypotheses=("a b c d e f",),
        references=(("a b c d e f g", "a b c d", "a b c d e f g h i j k l"),),
        returned=1.0,
        right=0.846481724890614,
        dialect="bleu:dialect=papineni2002",
        by_hand="exp(1 - 7/6)",
        explanation=(
            "The released version takes the shortest of 7, 4 and 12 tokens, the later source the "
            "closest to the 6 of the hypothesis, as Papineni et al. do, without a word in between."
        ),
        upstream=("https://github.com/meta-pytorch/torcheval/pull/195",),
        recorded=Recorded("bleu_dialects", "g11_reflens_7_4_12", "torcheval-0.0.7"),
        presets=("torcheval-0.0.7",),
        fixed="1b059ee",
    ),
    Defect(
        id="fairseq-tokens-share-a-hash",
        program="fairseq, libbleu",
        versions=_FAIRSEQ,
        summary="Two different tokens match, because their hashes are equal.",
        hypotheses=("24984",),
        references=(("40806",),),
        options=(("shown", "the matches of order 1"),),
        returned=1.0,
        right=0.0,
        by_hand="0",
        explanation=(
            "N-grams are compared by a hash that mixes signed characters, and of the ids from 4 to "
            "50000 only 32899 have one of their own. Different tokens never match."
        ),
        recorded=Recorded(f"{_NOTES} 4.19"),
    ),
    Defect(
        id="fairseq-bigrams-share-a-hash",
        program="fairseq, libbleu",
        versions=_FAIRSEQ,
        summary="Bigrams without a word in common match.",
        hypotheses=("166 358",),
        references=(("88 408",),),
        options=(("shown", "the matches of order 2"),),
        returned=1.0,
        right=0.0,
        by_hand="0",
        explanation=(
            "Of some four million bigrams of 2000 ids only about 63 in 100 have a hash of their "
            "own; one segment of WMT22 is scored wrongly. No unigram matches, so no bigram can."
        ),
        recorded=Recorded(f"{_NOTES} 4.19"),
    ),
    Defect(
        id="fairseq-reads-beyond-an-empty-side",
        program="fairseq, libbleu",
        versions=_FAIRSEQ,
        summary="A tensor of no ids makes it read outside its memory.",
        hypotheses=("",),
        references=(("a b c d",),),
        returned="segmentation fault",
        right=0.0,
        dialect="bleu:dialect=papineni2002",
        explanation=(
            "The last id is looked at to trim the end of the sentence, also where there is none. "
            "An empty output matches nothing."
        ),
        recorded=Recorded("bleu_dialects", "g28_empty_hyp", "fairseq"),
    ),
    Defect(
        id="fairseq-matches-the-end-of-the-sentence",
        program="fairseq, libbleu",
        versions=_FAIRSEQ,
        summary="A prediction and a reference without words match in one token.",
        hypotheses=("",),
        references=(("",),),
        options=(("ids", "the end of the sentence alone"), ("shown", "the matches of order 1")),
        returned=1.0,
        right=0.0,
        by_hand="0",
        explanation=(
            "The mark of the end of a sentence counts as a token where nothing stands before it. "
            "It is no word."
        ),
        recorded=Recorded(f"{_NOTES} 4.20"),
    ),
    Defect(
        id="fairseq-divides-by-no-tokens",
        program="fairseq, Scorer",
        versions=_FAIRSEQ,
        summary="A score of no predicted tokens is a ZeroDivisionError.",
        hypotheses=(),
        references=(),
        options=(("predicted tokens", 0),),
        returned="ZeroDivisionError",
        right=0.0,
        by_hand="0",
        explanation="The brevity penalty divides by the predicted tokens. Nothing matches.",
        recorded=Recorded(f"{_NOTES} 4.20"),
    ),
    Defect(
        id="parlai-reads-ids-at-half-their-width",
        program="ParlAI, FairseqBleuMetric",
        versions=("not stated",),
        summary="Lists of ids match in full if their first halves are equal.",
        hypotheses=("1 2 3 4 5 6",),
        references=(("1 2 3 7 8 9",),),
        options=(("ids", "Python lists"), ("shown", "each precision")),
        returned=1.0,
        right=0.0,
        dialect="bleu:dialect=papineni2002",
        explanation=(
            "A list becomes 64-bit numbers, which are read as 32-bit ones: half of the list is "
            "read, each id with a 0 after it, and 6/6, 5/5, 4/4 and 3/3 match. In truth 3/6, 2/5, "
            "1/4 and 0/3 do."
        ),
        recorded=Recorded(f"{_NOTES} 4.21; which three ids are shared is by its rule"),
    ),
    Defect(
        id="parlai-sum-changes-its-first-term",
        program="ParlAI, FairseqBleuMetric.__add__",
        versions=("not stated",),
        summary="Adding two metrics changes the first of them.",
        hypotheses=("a b c d", "e f g h"),
        references=(("a b c d",), ("x",)),
        options=(("shown", "the first metric after first + second"),),
        returned="the sum",
        right="the first metric",
        explanation="The counts are added in place and the same object is returned.",
        recorded=Recorded(f"{_NOTES} 4.21"),
    ),
)
"""The entries of TorchMetrics, torchtext, Ignite, TorchEval, fairseq and ParlAI."""
