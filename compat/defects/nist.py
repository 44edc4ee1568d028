"""Defects of programs that compute NIST, but for NLTK."""

from __future__ import annotations

from tallystick.compat.defects.defect import REFUSED, Defect, Recorded

_NOTES = "runs kept outside this repository, NIST"
_PLAIN = "tokenize=none,lowercase=none"
_DODDINGTON = f"nist:dialect=doddington,{_PLAIN}"
_E2E = ("e2e-metrics 1b9c4d8",)

DEFECTS: tuple[Defect, ...] = (
    Defect(
        id="mteval-nist-takes-the-word-0-for-no-prefix",
        program="mteval",
        versions=("v11b", "v12", "v13a", "v14", "v14c"),
        summary="The word 0 counts as no word where an n-gram begins with it.",
        hypotheses=("0 x y z w",),
        references=(("0 x y z w",),),
        returned=2.9024101186092026,
        right=2.321928094887362,
        dialect=_DODDINGTON,
        by_hand="log2(5/1)",
        explanation=(
            "Perl takes the string 0 for false, so that the bigram `0 x` is weighed against all "
            "words, as a unigram is, and not against the count of `0`: log2(5) bits more over four "
            "bigrams. Renaming a word must not change a score. It moves published numbers, so that "
            "it is the default here too."
        ),
        recorded=Recorded("nist", "zero_prefix_mteval"),
        presets=("mteval", "mteval-v11b", "mteval-v13a", "mteval-v14", "mteval-v14c"),
        metric="nist",
    ),
    Defect(
        id="mteval-dies-at-a-segment-without-reference-words",
        program="mteval, NIST",
        versions=("v13a", "v14", "v14c"),
        summary="One segment whose references are empty ends the whole run.",
        hypotheses=("a b", "d e f g h i"),
        references=((("",)), ("d e f g h i",)),
        returned="Illegal division by zero",
        right=1.938721875540867,
        dialect=f"nist:dialect=mteval-v11b,{_PLAIN}",
        explanation=(
            "Scores of segments are made whether they are asked for or not (unless -b is given), "
            "and that of this one divides by its reference length. v11b scores the corpus."
        ),
        recorded=Recorded(f"{_NOTES} 3.3 M13"),
        metric="nist",
    ),
    Defect(
        id="mteval-dies-at-an-empty-output",
        program="mteval, NIST",
        versions=("v11b", "v12"),
        summary="An output that is entirely empty ends the run.",
        hypotheses=("",),
        references=(("a b c d e",),),
        returned="Illegal division by zero",
        right=0.0,
        dialect=f"nist:dialect=mteval-v14,{_PLAIN}",
        explanation=(
            "BLEU, which is made beside it unless -n is given, divides by the length; v14 gives 0. "
            "In v13a as Moses has it, BLEU ends the run in another way: see "
            "moses-mteval-takes-the-logarithm-of-no-penalty."
        ),
        recorded=Recorded(f"{_NOTES} 3.3 M14"),
        fixed="v14",
        metric="nist",
    ),
    Defect(
        id="mteval-scores-segments-of-other-ids",
        program="mteval with -b",
        versions=("v13a", "v14"),
        summary="Segments whose ids the references do not have are scored as if all were well.",
        hypotheses=("a b c d", "e f g h"),
        references=(("a b c d",), ("e f g h",)),
        options=(("ids of the hypotheses", "1 and 3"), ("ids of the references", "1 and 2")),
        returned=0.5,
        right=REFUSED,
        explanation=(
            "A missing segment has no n-grams and no length, and Perl's one warning stops nothing. "
            "v14c ends with an error, as was meant."
        ),
        recorded=Recorded(f"{_NOTES} 4.3-17; v13a and v14 were run on these lines too"),
        fixed="v14c",
    ),
    Defect(
        id="mteval-takes-the-id-0-for-none",
        program="mteval, files in SGML",
        versions=("v13a", "v14"),
        summary="A segment of the references or hypotheses whose id is 0 ends the run.",
        hypotheses=("a b c d",),
        references=(("a b c d",),),
        options=(("segments", '<seg id="0">'),),
        returned="FATAIL INPUT ERROR:  no tag attribute 'id'",
        right=1.0,
        dialect="bleu:dialect=mteval-v14,tokenize=none",
        explanation=(
            "Perl takes the string 0 for false, and so the id for one that was not found. v13b "
            "fixed it for XML alone. v11b reads no ids and gives 1."
        ),
        recorded=Recorded("runs of mteval-v11b, v13a and v14 on this input"),
    ),
    Defect(
        id="mteval-reads-any-attribute-that-ends-in-id",
        program="mteval",
        versions=("v13a", "v14", "v14c"),
        summary="An attribute such as lpid is read as the id, and segments replace each other.",
        hypotheses=("a b c d", "e f g h"),
        references=(("a b c d",), ("e f g h",)),
        options=(("segments", '<seg lpid="9" id="1"> and <seg lpid="9" id="2">'),),
        returned="one segment is scored",
        right="two segments are scored",
        explanation="The pattern for the id does not begin at the beginning of a word.",
        recorded=Recorded(f"{_NOTES} 4.3-18"),
    ),
    Defect(
        id="mteval-decodes-entities-twice",
        program="mteval, default tokenization",
        versions=("v11b", "v13a", "v14"),
        summary="An escaped ampersand before lt; becomes a less-than sign.",
        hypotheses=("&amp;lt;",),
        references=(("&amp;lt;",),),
        returned="<",
        right="& lt ;",
        presets=("mteval-13a", "13a"),
        explanation=(
            "&amp; is decoded before &lt;, so that what the first leaves is decoded again. The "
            "text was &lt; in four characters, of which the rules split two off."
        ),
        upstream=("https://github.com/mjpost/sacrebleu/issues/15",),
        recorded=Recorded(f"{_NOTES} 4.3-21"),
        metric="tokenizer",
    ),
    Defect(
        id="pymteval-nist-subtracts-short-segments",
        program="pymteval",
        versions=_E2E,
        summary="Segments shorter than an order take n-grams away from the others.",
        hypotheses=("x y", "a a a a a a a"),
        references=(("x y",), ("a a a a a a a",)),
        returned=3.1144331676822254,
        right=2.1770488041620837,
        dialect=_DODDINGTON,
        explanation=(
            "The number of n-grams of a segment, its length less n plus 1, is added even where it "
            "is negative. A segment cannot have fewer than none."
        ),
        recorded=Recorded("nist_dialects", "dialect_pymteval_signed", "pymteval (e2e-metrics)"),
        presets=("pymteval", "gem"),
        metric="nist",
    ),
    Defect(
        id="pymteval-nist-divides-by-no-ngrams",
        program="pymteval",
        versions=_E2E,
        summary="Short segments can cancel all n-grams of an order, and the run ends.",
        hypotheses=("a", "b c d e f g h"),
        references=(("a",), ("b c d e f g h",)),
        returned="ZeroDivisionError",
        right=3.0,
        dialect=_DODDINGTON,
        by_hand="log2(8)",
        explanation=(
            "One token has -3 5-grams by its rule, and seven tokens have 3. See "
            "pymteval-nist-subtracts-short-segments. All eight words match, of three bits each."
        ),
        recorded=Recorded("nist_dialects", "dialect_pymteval_zero_den", "pymteval (e2e-metrics)"),
        presets=("pymteval",),
        metric="nist",
    ),
    Defect(
        id="gem-nist-is-0-without-ngrams",
        program="GEM-metrics",
        versions=("8162210",),
        summary="Where pymteval fails, its copy in GEM gives 0 to a perfect corpus.",
        hypotheses=("a", "b c d e f g h"),
        references=(("a",), ("b c d e f g h",)),
        returned=0.0,
        right=3.0,
        dialect=_DODDINGTON,
        by_hand="log2(8)",
        explanation=(
            "The division by zero is caught and the whole score set to 0, though four orders have "
            "theirs. See pymteval-nist-divides-by-no-ngrams."
        ),
        recorded=Recorded("nist_dialects", "dialect_gem_zero_den", "pymteval (GEM)"),
        presets=("gem",),
        metric="nist",
    ),
    Defect(
        id="pymteval-makes-a-token-of-nothing",
        program="pymteval",
        versions=_E2E,
        summary="An empty line is one token without characters.",
        hypotheses=("",),
        references=(("a b c d e",),),
        options=(("hypotheses", "strings"), ("shown", "the tokens of the hypothesis")),
        returned="['']",
        right="[]",
        explanation=(
            "A split at spaces leaves one empty string of an empty line, which counts as a word in "
            "the length and in the n-grams."
        ),
        recorded=Recorded(f"{_NOTES} 2.5"),
        metric="nist",
    ),
    Defect(
        id="odashi-nist-leaves-out-the-last-order",
        program="odashi/mteval, NIST:ngram=5",
        versions=("f27baca",),
        summary="NIST of five orders sums four.",
        hypotheses=("a b c d e", "a b c d f"),
        references=(("a b c d e",), ("a b c d f",)),
        returned=3.605261428220695,
        right=4.605261428220696,
        dialect=_DODDINGTON,
        explanation=(
            "Counts are kept for orders 1 to N and summed from 0 to N - 1, where 0 is empty: "
            "ngram=6 gives NIST-5, ngram=1 gives 0."
        ),
        recorded=Recorded("nist_dialects", "dialect_odashi_5gram", "odashi/mteval"),
        presets=("odashi",),
        metric="nist",
    ),
    Defect(
        id="phrasal-nist-sums-ten-orders",
        program="Stanford Phrasal, NISTMetric",
        versions=("be69585b",),
        summary="Ten orders are summed, and no option changes that.",
        hypotheses=("a b c d e f g", "a b c d e f h"),
        references=(("a b c d e f g",), ("a b c d e f h",)),
        returned=5.400212064914748,
        right=3.900212064914747,
        dialect=_DODDINGTON,
        explanation=(
            "Its default for all metrics is 10. Doddington's NIST has five orders, and the "
            "information of the sixth and seventh is not part of it."
        ),
        recorded=Recorded("nist_dialects", "dialect_phrasal_order10", "phrasal"),
        presets=("phrasal",),
        metric="nist",
    ),
    Defect(
        id="travatar-nist-is-no-number-for-short-output",
        program="Travatar, EvalMeasureNist",
        versions=("fa63412",),
        summary="An order without n-grams makes the score NaN, and with it any mean of scores.",
        hypotheses=("a b c d",),
        references=(("a b c d e f",),),
        returned="NaN",
        right=1.2924812503605776,
        dialect=_DODDINGTON,
        by_hand="log2(6) * exp(log(0.5) / log(1.5)**2 * log(4/6)**2)",
        explanation="0 is divided by 0 for the fifth order, whose term in the sum is 0.",
        recorded=Recorded(f"{_NOTES} 3.3 M8"),
        presets=("travatar",),
        metric="nist",
    ),
    Defect(
        id="vizseq-nist-is-always-0",
        program="VizSeq, NIST",
        versions=("8585639",),
        summary="Every hypothesis of five characters or more scores 0.",
        hypotheses=("a b c d e",),
        references=(("a b c d e",),),
        returned=0.0,
        right=2.321928094887362,
        dialect=_DODDINGTON,
        by_hand="log2(5)",
        explanation=(
            "NLTK is asked only if the hypothesis is shorter than 5, the comparison being the "
            "wrong way round and the length that of a string; the rest is 0."
        ),
        upstream=("https://github.com/facebookresearch/vizseq/issues/23",),
        recorded=Recorded(f"{_NOTES} 2.10, read in its source"),
        metric="nist",
    ),
    Defect(
        id="mt-evaluation-nist-has-no-fifth-order",
        program="ansonxing23/mt-evaluation, NIST",
        versions=("2f5a970",),
        summary="Order 5 always adds 0, because its information is never counted.",
        hypotheses=("a b c d e", "a b c d f"),
        references=(("a b c d e",), ("a b c d f",)),
        options=(("shown", "what order 5 adds"),),
        returned=0.0,
        right=1.0,
        by_hand="(log2(2/1) + log2(2/1)) / 2",
        explanation=(
            "The table of information is made for orders 1 to N - 1, the last number of a range "
            "being left out. Both 5-grams match, of log2(2/1) bits each."
        ),
        recorded=Recorded(f"{_NOTES} 2.10, read in its source"),
        metric="nist",
    ),
)
"""The entries of mteval, pymteval, GEM, odashi, Phrasal, Travatar, VizSeq and mt-evaluation."""
