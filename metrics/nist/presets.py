"""The programs that compute NIST, each as one point in the space of `NistDialect`.

Every program among them was run beside one written from the equations; recorded runs stand in
`tests/golden`. Where a program fails on an input, the notes say on which. The conventions are those
of its arithmetic on tokens; the notes say so where its own tokens may differ from those here.
"""

from __future__ import annotations

from dataclasses import replace

from tallystick.metrics.nist.dialect import NistDialect
from tallystick.metrics.presets import Preset, by_name

_MOSES = "mosesdecoder 34452895f, scripts/generic"

_NLTK = NistDialect(
    zero_prefix="exact",
    match="best_reference",
    reference_ties="rounded",
    order_without_ngrams="error",
    reference_length="matched",
    tokenize="none",
    lowercase="none",
)
_PYMTEVAL = NistDialect(
    zero_prefix="exact",
    hypothesis_counts="signed",
    order_without_ngrams="error",
    reference_length="mean",
    lowercase="unicode",
)

PRESETS: tuple[Preset[NistDialect], ...] = (
    Preset(
        name="mteval",
        program="mteval-v14",
        version="v14, default options",
        dialect=NistDialect(),
        verified="run",
        source=f"{_MOSES}/mteval-v14.pl",
        notes="The default here. The word 0 is no prefix, because Perl takes the string as false.",
    ),
    Preset(
        name="doddington",
        program="Doddington's definition",
        version="HLT 2002",
        dialect=NistDialect(zero_prefix="exact", reference_length="mean"),
        verified="read",
        source="Doddington, HLT 2002, pp. 138-145, equations 2 and 3",
        notes=(
            "The paper names no tokenizer: that of mteval-v14 is taken where none is chosen. "
            "Segments with different numbers of references count their mean length each."
        ),
    ),
    Preset(
        name="mteval-v11b",
        program="mteval-v11b",
        version="v11b, default options",
        dialect=NistDialect(tokenize="mteval-11b"),
        verified="run",
        source="NIST, mteval-v11b.pl",
        notes=(
            "The rules of 13a on bytes, so that no-break and ideographic spaces separate no words. "
            "It fails where the whole output is empty, unless -n is given."
        ),
    ),
    Preset(
        name="mteval-v12",
        program="mteval-v12",
        version="v12, default options",
        dialect=NistDialect(tokenize="mteval-intl", lowercase="unicode"),
        verified="run",
        source="NIST, mteval-v12.pl",
        notes=(
            "International tokenization is its default. It fails where the whole output is empty."
        ),
    ),
    Preset(
        name="mteval-v13a",
        program="mteval-v13a",
        version="v13a of Moses, default options",
        dialect=NistDialect(),
        verified="run",
        source=f"{_MOSES}/mteval-v13a.pl",
        notes=(
            "It fails where all references of one segment are empty, unless -b is given, or the "
            "whole output is, unless -n is given."
        ),
    ),
    Preset(
        name="mteval-v14",
        program="mteval-v14",
        version="v14, default options",
        dialect=NistDialect(),
        verified="run",
        source=f"{_MOSES}/mteval-v14.pl",
        notes="It fails where all references of one segment are empty, unless -b is given.",
    ),
    Preset(
        name="mteval-v14c",
        program="mteval-v14c",
        version="v14c, default options",
        dialect=NistDialect(tokenize="mteval-14c"),
        verified="run",
        source="NIST, mteval-v14c.pl, as in golsun/NLP-tools fd056b2",
        notes=(
            "Words that begin with http:// or https:// are kept whole. It fails where all "
            "references of one segment are empty, unless -b is given."
        ),
    ),
    Preset(
        name="mteval-v13a-sig",
        program="mteval-v13a-sig",
        version="v13a with segment statistics by K. Gimpel",
        dialect=NistDialect(reference_length="mean_nonempty"),
        verified="run",
        source="tuetschek/e2e-metrics 1b9c4d8, mteval-v13a-sig.pl",
        notes=(
            "Empty references are padding for missing ones; the reference length is that of the "
            "others, over the number of them a segment."
        ),
        aliases=("mteval-sig",),
    ),
    Preset(
        name="nltk",
        program="NLTK's corpus_nist",
        version="3.10.4",
        dialect=_NLTK,
        verified="run",
        source="nltk/nltk f2a92bd, nltk/translate/nist_score.py",
        notes=(
            "No union over references: one reference an order and segment, and its length. It "
            "fails where no hypothesis has n words. The last bit of a sum decides between "
            "references that are equally good, so that the order of the words does too: "
            "nltk-exact is free of that. sentence_nist counts its weights on the references of "
            "the one segment."
        ),
        aliases=("nltk-rounded",),
    ),
    Preset(
        name="nltk-exact",
        program="NLTK's corpus_nist, in exact arithmetic",
        version="3.10.4",
        dialect=replace(_NLTK, reference_ties="exact"),
        verified="read",
        source="nltk/nltk f2a92bd, nltk/translate/nist_score.py",
        notes=(
            "As nltk, but references that are equally good stay so: what NLTK would compute if "
            "sums were exact. With one reference a segment the two are the same."
        ),
    ),
    Preset(
        name="hf-nist_mt",
        program="nist_mt of Hugging Face evaluate",
        version="evaluate 0.4.6 (a7dd338), NLTK 3.10.4",
        dialect=replace(_NLTK, tokenize="nltk-nist"),
        verified="run",
        source="huggingface/evaluate, metrics/nist_mt/nist_mt.py",
        notes=(
            "NLTK's corpus_nist over NLTK's NISTTokenizer. The case is kept unless "
            "lowercase=unicode is chosen, where mteval folds A to Z."
        ),
    ),
    Preset(
        name="pymteval",
        program="pymteval",
        version="tuetschek/e2e-metrics 1b9c4d8",
        dialect=_PYMTEVAL,
        verified="run",
        source="tuetschek/e2e-metrics 1b9c4d8, pymteval",
        notes=(
            "A segment with fewer than n - 1 words takes away from the number of n-grams of the "
            "others, and it fails where none are left. It folds every token by itself and makes "
            "one empty token of an empty line: such lines, and a capital sigma before a "
            "punctuation mark inside a word, differ here."
        ),
    ),
    Preset(
        name="gem",
        program="GEM-metrics",
        version="GEM-benchmark/GEM-metrics 8162210",
        dialect=replace(_PYMTEVAL, order_without_ngrams="zero_score"),
        verified="run",
        source="GEM-benchmark/GEM-metrics 8162210, a copy of pymteval",
        notes="As pymteval, but the score is 0 where an order has no n-grams.",
    ),
    Preset(
        name="odashi",
        program="odashi/mteval",
        version="f27baca",
        dialect=NistDialect(
            order=4,
            information_references="first",
            zero_prefix="exact",
            matched_references="first",
            reference_length="first",
            empty_references="one",
            tokenize="none",
            lowercase="none",
        ),
        verified="run",
        source="odashi/mteval f27baca (C++)",
        notes=(
            "It sums one order fewer than it is told to: its NIST:ngram=5, the default, is order "
            "4 here. It knows one reference, and refuses a corpus whose references are all empty."
        ),
    ),
    Preset(
        name="phrasal",
        program="Stanford Phrasal's NISTMetric",
        version="be69585b",
        dialect=NistDialect(
            order=10,
            zero_prefix="exact",
            reference_length="mean",
            tokenize="13a",
            lowercase="unicode",
        ),
        verified="run",
        source="stanfordnlp/phrasal be69585b, NISTMetric (Java)",
        notes=(
            "Ten orders. It folds case before it tokenizes, which is nearest to the tokenizer 13a "
            "here; its own was not compared. It gives NaN where all references are empty."
        ),
    ),
    Preset(
        name="travatar",
        program="Travatar's EvalMeasureNist",
        version="fa63412",
        dialect=NistDialect(
            information_references="first",
            zero_prefix="exact",
            matched_references="first",
            order_without_ngrams="nan",
            reference_length="first",
            beta=-4.21617361683,
            tokenize="none",
            lowercase="none",
        ),
        verified="run",
        source="neubig/travatar fa63412, EvalMeasureNist (C++)",
        notes=(
            "One reference; NaN where an order has no n-grams; a beta with twelve digits, which "
            "shows in the thirteenth digit of the score."
        ),
    ),
)
"""The programs; the first of those that share a point names it."""

NIST_DIALECTS = by_name(PRESETS)
"""The presets by name and alias."""
