"""Defects of NLTK's BLEU and NIST."""

from __future__ import annotations

from tallystick.compat.defects.defect import REFUSED, Defect, Recorded

_NOTES = "runs kept outside this repository, dialects of BLEU"
_NIST_NOTES = "runs kept outside this repository, NIST"
_ISSUES = "https://github.com/nltk/nltk/issues/"
_PULLS = "https://github.com/nltk/nltk/pull/"
_BLEU = "NLTK, corpus_bleu"
_NIST = "NLTK, corpus_nist"
_SEEN = ("3.10.4",)

_CAT = ("the cat is on the mat",)
_MAT = (("the cat sat on the mat",),)

DEFECTS: tuple[Defect, ...] = (
    Defect(
        id="nltk-floors-totals-per-segment",
        program=_BLEU,
        versions=_SEEN,
        summary="A perfect corpus scores under 1 where it has segments of under four tokens.",
        hypotheses=("a", "b c d e f"),
        references=(("a",), ("b c d e f",)),
        returned=0.7952707287670506,
        right=1.0,
        dialect="bleu:dialect=papineni2002",
        by_hand="(6/6 * 4/4 * 3/3 * 2/2) ** (1/4)",
        explanation=(
            "Every segment is given at least one n-gram of each order before the counts are "
            "added, so that a segment too short for an order adds one that nobody wrote: 6/6, "
            "4/5, 3/4 and 2/3 here. An n-gram that is not there can neither match nor miss."
        ),
        upstream=(f"{_ISSUES}1785",),
        recorded=Recorded("bleu_dialects", "g55_uni_match_first_seg_short", "nltk.corpus"),
        presets=("nltk", "codebleu", "nltk-method1", "nltk-method3"),
        observe="nltk_corpus_bleu",
        package="nltk",
    ),
    Defect(
        id="nltk-floors-totals-before-add-k",
        program=f"{_BLEU} with SmoothingFunction().method2",
        versions=_SEEN,
        summary="A perfect sentence of under four tokens scores under 1 under Lin and Och.",
        hypotheses=("a b c",),
        references=(("a b c",),),
        options=(("smoothing_function", "method2"),),
        returned=0.8408964152537145,
        right=1.0,
        dialect="bleu:dialect=lin-och2004",
        by_hand="(3/3 * (2+1)/(2+1) * (1+1)/(1+1) * (0+1)/(0+1)) ** (1/4)",
        explanation=(
            "The total of an order that the sentence is too short for is raised from 0 to 1 "
            "before 1 is added, which makes 1/2 of what is 1/1 in the paper."
        ),
        recorded=Recorded("bleu_dialects", "g21_identity3", "nltk.corpus.method2"),
        presets=("nltk-method2", "nltk-method2-mean"),
        observe="nltk_corpus_bleu",
        package="nltk",
    ),
    Defect(
        id="nltk-takes-the-least-float-for-zero",
        program=_BLEU,
        versions=_SEEN,
        summary="A score that is 0 comes back as a tiny number that depends on the orders missed.",
        hypotheses=_CAT,
        references=_MAT,
        returned=7.262123179505913e-78,
        right=0.0,
        dialect="bleu:dialect=papineni2002",
        by_hand="(5/6 * 3/5 * 1/4 * 0/3) ** (1/4)",
        explanation=(
            "A precision of 0 is replaced by the smallest normal number. The root of the product "
            "is about 1e-77, 1e-154 or 1e-231 for one, two or three orders without a match: "
            "comparing with 0 fails, and sorting by score ranks what BLEU calls equal."
        ),
        upstream=(f"{_ISSUES}2217", f"{_ISSUES}1838"),
        recorded=Recorded("bleu_dialects", "g02_zero4", "nltk.corpus"),
        presets=("nltk", "nltk-mean", "paddlenlp"),
        observe="nltk_corpus_bleu",
        package="nltk",
    ),
    Defect(
        id="nltk-method4-is-another-formula",
        program=f"{_BLEU} with SmoothingFunction().method4",
        versions=_SEEN,
        summary="Smoothing 4 is not the one of Chen and Cherry.",
        hypotheses=_CAT,
        references=_MAT,
        options=(("smoothing_function", "method4"),),
        returned=0.293945703509473,
        right=0.3495623220379456,
        dialect="bleu:dialect=chencherry4",
        by_hand="(5/6 * 3/5 * 1/4 * (log(6)/5)/3) ** (1/4)",
        explanation=(
            "The j-th order without a match gets ln(c) / (K 2^j) matches, where the paper gives it "
            "(ln(c) / K)^j; c is the length of the hypothesis and K is 5."
        ),
        upstream=(f"{_ISSUES}2341", f"{_ISSUES}2838"),
        recorded=Recorded("bleu_dialects", "g02_zero4", "nltk.corpus.method4"),
        presets=("nltk-method4", "nltk-method4-mean"),
        observe="nltk_corpus_bleu",
        package="nltk",
    ),
    Defect(
        id="nltk-method4-leaves-one-token-unsmoothed",
        program=f"{_BLEU} with SmoothingFunction().method4",
        versions=_SEEN,
        summary="One right word scores 1, two right words .2214 and three .5757.",
        hypotheses=("a",),
        references=(("a",),),
        options=(("smoothing_function", "method4"),),
        returned=1.0,
        right=0.0,
        dialect="bleu:dialect=chencherry4",
        by_hand="(1/1 * (log(1)/5)) ** (1/4)",
        explanation=(
            "A hypothesis of one token is left out of the smoothing, and its orders without a "
            "match out of the sum, so that the shortest output gets the best score. The "
            "formula gives it ln(1) / 5 = 0 matches."
        ),
        upstream=(f"{_ISSUES}2341", f"{_ISSUES}2838"),
        recorded=Recorded("bleu_dialects", "g23_identity1", "nltk.corpus.method4"),
        presets=("nltk-method4", "nltk-method4-mean"),
        observe="nltk_corpus_bleu",
        package="nltk",
    ),
    Defect(
        id="nltk-method4-takes-the-length-of-the-corpus",
        program=f"{_BLEU} with SmoothingFunction().method4",
        versions=_SEEN,
        summary="Smoothing 4 takes the length of the whole corpus for that of a sentence.",
        hypotheses=_CAT * 2,
        references=_MAT * 2,
        options=(("smoothing_function", "method4"),),
        returned=0.26823609021322287,
        right=0.3495623220379456,
        dialect="bleu:dialect=average=macro+smooth=chencherry4",
        by_hand="(5/6 * 3/5 * 1/4 * (log(6)/5)/3) ** (1/4)",
        explanation=(
            "The paper smooths sentences, and c is the length of one: a sentence twice has the "
            "mean of its score and its score. Here ln(c) grows with the corpus, until an order "
            "without a match counts for more than one match."
        ),
        recorded=Recorded(f"{_NOTES} 4.4; this input run with NLTK 3.10.4"),
        presets=("nltk-method4",),
        observe="nltk_corpus_bleu",
        package="nltk",
    ),
    Defect(
        id="nltk-method5-averages-precisions",
        program=f"{_BLEU} with SmoothingFunction().method5",
        versions=_SEEN,
        summary="An identical sentence scores over 1 under smoothing 5.",
        hypotheses=("a b c d",),
        references=(("a b c d",),),
        options=(("smoothing_function", "method5"),),
        returned=1.010629663399238,
        right=1.0,
        dialect="bleu:dialect=chencherry5",
        by_hand="1.0",
        explanation=(
            "Chen and Cherry average the matches of neighbouring orders, starting from one "
            "unigram match more; NLTK averages precisions, starting from 1 more than a whole "
            "precision. Counts fall by one an order, so that means of those of an identical "
            "sentence are its counts."
        ),
        upstream=(f"{_PULLS}3903",),
        recorded=Recorded(f"{_NOTES} 4.2; this input run with NLTK 3.10.4"),
        presets=("nltk-method5-mean",),
        observe="nltk_corpus_bleu",
        package="nltk",
    ),
    Defect(
        id="nltk-method7-averages-precisions",
        program=f"{_BLEU} with SmoothingFunction().method7",
        versions=_SEEN,
        summary="An identical sentence scores over 1 under smoothing 7, as it ends in method5.",
        hypotheses=("a b c d",),
        references=(("a b c d",),),
        options=(("smoothing_function", "method7"),),
        returned=1.010629663399238,
        right=1.0,
        dialect="bleu:dialect=chencherry7",
        by_hand="1.0",
        explanation="See nltk-method5-averages-precisions and nltk-method4-is-another-formula.",
        upstream=(f"{_PULLS}3903",),
        recorded=Recorded(f"{_NOTES} 4.2; this input run with NLTK 3.10.4"),
        presets=("nltk-method7-mean",),
        observe="nltk_corpus_bleu",
        package="nltk",
    ),
    Defect(
        id="nltk-method5-reads-the-last-segment",
        program=f"{_BLEU} with SmoothingFunction().method5",
        versions=_SEEN,
        summary="Smoothing 5 of a corpus depends on which segment is the last.",
        hypotheses=("a b c d e", "f g h i"),
        references=(("a b c d e",), ("f g h x",)),
        options=(("smoothing_function", "method5"),),
        returned=0.8234915841541391,
        right=0.8141890255233188,
        dialect="bleu:dialect=chencherry5",
        explanation=(
            "The order above the last, which the mean needs, is taken from the 5-grams of the "
            "last segment alone; exchanging the two segments changes the score. Counts of all "
            "segments are meant, and they do not depend on the order of segments."
        ),
        upstream=(f"{_PULLS}3903",),
        recorded=Recorded(f"{_NOTES} 4.2; this input run with NLTK 3.10.4"),
        observe="nltk_corpus_bleu",
        package="nltk",
    ),
    Defect(
        id="nltk-method7-reads-the-last-segment",
        program=f"{_BLEU} with SmoothingFunction().method7",
        versions=_SEEN,
        summary="Smoothing 7 of a corpus depends on which segment is the last.",
        hypotheses=("a b c d e", "f g h i"),
        references=(("a b c d e",), ("f g h x",)),
        options=(("smoothing_function", "method7"),),
        returned=0.8234915841541391,
        right=0.8141890255233188,
        dialect="bleu:dialect=chencherry7",
        explanation="It ends in method5: see nltk-method5-reads-the-last-segment.",
        upstream=(f"{_PULLS}3903",),
        recorded=Recorded(f"{_NOTES} 4.2; this input run with NLTK 3.10.4"),
        observe="nltk_corpus_bleu",
        package="nltk",
    ),
    Defect(
        id="nltk-method6-divides-by-the-last-segment",
        program=f"{_BLEU} with SmoothingFunction().method6",
        versions=_SEEN,
        summary="Smoothing 6 grows with copies of a segment, and passes 1.",
        hypotheses=_CAT * 10,
        references=_MAT * 10,
        options=(("smoothing_function", "method6"),),
        returned=1.0646160075895696,
        right=0.22015115807874835,
        dialect="bleu:dialect=chencherry6",
        explanation=(
            "The matches of all segments are divided by the n-grams of the last one. Both sides "
            "of a precision belong to the same text."
        ),
        upstream=(f"{_PULLS}3903",),
        recorded=Recorded(f"{_NOTES} 4.3; this input run with NLTK 3.10.4"),
        observe="nltk_corpus_bleu",
        package="nltk",
    ),
    Defect(
        id="nltk-method6-demands-a-trigram",
        program=f"{_BLEU} with SmoothingFunction().method6",
        versions=_SEEN,
        summary="Smoothing 6 fails where no trigram matches, and says that bigrams are wanting.",
        hypotheses=("a b x c d y",),
        references=(("a b z c d w",),),
        options=(("smoothing_function", "method6"),),
        returned="AssertionError",
        right=0.1772765298981663,
        dialect="bleu:dialect=chencherry6",
        explanation=(
            "The prior of an order is built from the two orders below it, so that unigrams and "
            "bigrams must match; the check looks at the third precision for the second."
        ),
        upstream=(f"{_PULLS}3903",),
        recorded=Recorded("bleu_dialects", "g17_zero34", "nltk.corpus.method6"),
        presets=("nltk-method6-mean",),
        observe="nltk_corpus_bleu",
        package="nltk",
    ),
    Defect(
        id="nltk-method6-demands-three-orders",
        program=f"{_BLEU} with SmoothingFunction().method6",
        versions=_SEEN,
        summary="Smoothing 6 fails for BLEU-2, which it would leave as it is.",
        hypotheses=_CAT,
        references=_MAT,
        options=(("smoothing_function", "method6"), ("weights", "(0.5, 0.5)")),
        returned="IndexError",
        right=0.7071067811865476,
        dialect="bleu:dialect=chencherry6,order=2",
        by_hand="(5/6 * 3/5) ** (1/2)",
        explanation=(
            "Its check reads the third precision whether there is one or not. The formula smooths "
            "from order 3 on."
        ),
        upstream=(f"{_PULLS}3903",),
        recorded=Recorded(f"{_NOTES} 4.3; this input run with NLTK 3.10.4"),
        observe="nltk_corpus_bleu",
        package="nltk",
    ),
    Defect(
        id="nltk-auto-reweigh-wants-a-tuple",
        program=f"{_BLEU} with auto_reweigh=True",
        versions=_SEEN,
        summary="The uniform weights as a list switch auto_reweigh off without a word.",
        hypotheses=("a b c",),
        references=(("a b c",),),
        options=(("auto_reweigh", "True"), ("weights", "[0.25, 0.25, 0.25, 0.25]")),
        returned=1.2213386697554703e-77,
        right=1.0,
        dialect="bleu:dialect=nltk-auto-reweigh",
        by_hand="(3/3 * 2/2 * 1/1) ** (1/3)",
        explanation=(
            "The weights are compared with the tuple (0.25, 0.25, 0.25, 0.25), which no list "
            "equals. As a tuple the same weights give 1."
        ),
        recorded=Recorded(f"{_NOTES} 4.6; this input run with NLTK 3.10.4"),
        presets=("nltk",),
        observe="nltk_corpus_bleu",
        package="nltk",
    ),
    Defect(
        id="nltk-auto-reweigh-counts-the-corpus",
        program=f"{_BLEU} with auto_reweigh=True",
        versions=_SEEN,
        summary="Two perfect segments of two tokens are not reweighed, because they make four.",
        hypotheses=("a b", "c d"),
        references=(("a b",), ("c d",)),
        options=(("auto_reweigh", "True"),),
        returned=1.491668146240062e-154,
        right=1.0,
        dialect="bleu:dialect=order_limit=longest_hypothesis",
        by_hand="(4/4 * 2/2) ** (1/2)",
        explanation=(
            "The tokens of all hypotheses together decide which orders there are. No segment has "
            "a trigram, so that none can match or miss."
        ),
        recorded=Recorded(f"{_NOTES} 4.6; this input run with NLTK 3.10.4"),
        presets=("nltk-auto-reweigh",),
        observe="nltk_corpus_bleu",
        package="nltk",
    ),
    Defect(
        id="nltk-reads-references-once-an-order",
        program="NLTK, sentence_bleu",
        versions=_SEEN,
        summary="References that can be read only once fail at the second order.",
        hypotheses=("a b c d",),
        references=(("a b c d",),),
        options=(("references", "a generator"),),
        returned="KeyError",
        right=1.0,
        dialect="bleu:dialect=papineni2002",
        explanation=(
            "Each order walks through the references again; from the second on there are none, "
            "and the error names an n-gram. References read once suffice for all orders."
        ),
        recorded=Recorded(f"{_NOTES} 4.7; this input run with NLTK 3.10.4"),
        observe="nltk_with_a_generator_of_references",
        package="nltk",
    ),
    Defect(
        id="nltk-demands-a-length-of-hypotheses",
        program=_BLEU,
        versions=_SEEN,
        summary="A generator of hypotheses is refused for having no length.",
        hypotheses=("a b c d",),
        references=(("a b c d",),),
        options=(("hypotheses", "a generator"),),
        returned="TypeError",
        right=1.0,
        dialect="bleu:dialect=papineni2002",
        explanation="The lengths are compared before reading; one pass over both is enough.",
        recorded=Recorded(f"{_NOTES} 4.7; this input run with NLTK 3.10.4"),
        observe="nltk_with_a_generator_of_hypotheses",
        package="nltk",
    ),
    Defect(
        id="nltk-divides-zero-by-zero-without-segments",
        program=_BLEU,
        versions=_SEEN,
        summary="A corpus without segments ends in a division of 0 by 0 that names nothing.",
        hypotheses=(),
        references=(),
        returned="ZeroDivisionError",
        right=0.0,
        by_hand="0",
        explanation=(
            "The precisions are made of totals that no segment gave before anything is checked. "
            "Without a match BLEU is 0, which is what NLTK gives for an empty hypothesis."
        ),
        recorded=Recorded(f"{_NOTES} 4.7; this input run with NLTK 3.10.4"),
        observe="nltk_corpus_bleu",
        package="nltk",
    ),
    Defect(
        id="nltk-fails-at-an-ngram-without-references",
        program=_BLEU,
        versions=_SEEN,
        summary="A segment without references ends in an error that names an n-gram.",
        hypotheses=("a b c d",),
        references=((),),
        returned="KeyError",
        right="an error that names the segment",
        explanation=(
            "The highest counts of no reference are looked up. What is wrong is the segment that "
            "has no reference, and no number stands for it."
        ),
        recorded=Recorded(f"{_NOTES} 4.7; this input run with NLTK 3.10.4"),
        observe="nltk_corpus_bleu",
        package="nltk",
    ),
    Defect(
        id="nltk-takes-words-for-references",
        program="NLTK, sentence_bleu",
        versions=_SEEN,
        summary="One reference in the place of a list of them is scored, each word as a reference.",
        hypotheses=("the cat sat down",),
        references=(("the cat sat down",),),
        options=(("references", "one list of words, not nested"),),
        returned=0.0,
        right=REFUSED,
        explanation=(
            "A word is a sequence of characters, and so a reference of characters, which match no "
            "word. The nesting can be checked; scoring it hides the slip. The functions for NIST "
            "read it likewise."
        ),
        recorded=Recorded(f"{_NOTES} 4.7; this input run with NLTK 3.10.4"),
        observe="nltk_with_a_reference_not_nested",
        package="nltk",
    ),
    Defect(
        id="nltk-takes-characters-for-words",
        program="NLTK, sentence_bleu",
        versions=_SEEN,
        summary="Text that was not split is scored by its characters.",
        hypotheses=("a b c d",),
        references=(("a b c e",),),
        options=(("hypothesis and references", "text"),),
        returned=0.8091067115702212,
        right=0.0,
        dialect="bleu:dialect=papineni2002",
        by_hand="(3/4 * 2/3 * 1/2 * 0/1) ** (1/4)",
        explanation=(
            "A string is a sequence of characters, spaces among them: 6/7, 5/6, 4/5 and 3/4 of "
            "its n-grams match. No word 4-gram does. The functions for NIST read text likewise."
        ),
        recorded=Recorded(f"{_NOTES} 4.7; this input run with NLTK 3.10.4"),
        observe="nltk_with_text",
        package="nltk",
    ),
    Defect(
        id="nltk-takes-empty-weights-for-zero",
        program=_BLEU,
        versions=_SEEN,
        summary="Without weights a perfect sentence scores 0.",
        hypotheses=("a b c d",),
        references=(("a b c d",),),
        options=(("weights", "()"),),
        returned=0.0,
        right=REFUSED,
        explanation=(
            "With no order to look at, the unigrams count as unmatched. Weights must sum to 1, "
            "which none do not."
        ),
        recorded=Recorded(f"{_NOTES} 4.7; this input run with NLTK 3.10.4"),
        observe="nltk_corpus_bleu",
        package="nltk",
    ),
    Defect(
        id="nltk-returns-an-integer-zero",
        program=_BLEU,
        versions=_SEEN,
        summary="The type of the score depends on its value.",
        hypotheses=("a",),
        references=(("b",),),
        options=(("shown", "the type of the score"),),
        returned="int",
        right="float",
        explanation=(
            "Without any match the whole number 0 is returned, where all other scores are "
            "floating-point numbers."
        ),
        recorded=Recorded(f"{_NOTES} 4.7; this input run with NLTK 3.10.4"),
        observe="nltk_type_of_score",
        package="nltk",
    ),
    Defect(
        id="nltk-nist-matches-one-reference",
        program=_NIST,
        versions=_SEEN,
        summary="What two references match together is lost: the better one counts alone.",
        hypotheses=("a b c d e f",),
        references=(("a b c x y z", "u v w d e f"),),
        returned=1.7924812503605783,
        right=3.5849625007211565,
        dialect="nist:dialect=doddington,tokenize=none,lowercase=none",
        by_hand="6 * log2(12/1) / 6",
        explanation=(
            "For each segment and order the reference with the highest precision is taken. NIST "
            "matches an n-gram if any reference has it: six unigrams here, of log2(12) bits each."
        ),
        upstream=(f"{_PULLS}3901", f"{_PULLS}1840"),
        recorded=Recorded("nist_dialects", "dialect_nltk_union", "nltk 3.10.4"),
        presets=("nltk", "nltk-exact"),
        observe="nltk_corpus_nist",
        package="nltk",
        metric="nist",
    ),
    Defect(
        id="nltk-nist-takes-the-length-of-the-matched-reference",
        program=_NIST,
        versions=_SEEN,
        summary="The length penalty follows the matched reference, not the mean of all.",
        hypotheses=("a b c d e",),
        references=(("a b c d", "a b c d e f g h"),),
        returned=1.9181799792466319,
        right=4.231656333094392,
        dialect="nist:dialect=doddington,tokenize=none,lowercase=none",
        explanation=(
            "The lengths of the references matched in each order are added, here 8 each time. "
            "Doddington takes the mean length of the references, 6 here."
        ),
        upstream=(f"{_PULLS}3901",),
        recorded=Recorded(f"{_NIST_NOTES} 3.3 M3"),
        presets=("nltk", "nltk-exact"),
        observe="nltk_corpus_nist",
        package="nltk",
        metric="nist",
    ),
    Defect(
        id="nltk-nist-breaks-ties-by-the-longest-reference",
        program=_NIST,
        versions=_SEEN,
        summary="Of references that match equally well the longest counts, and is penalised.",
        hypotheses=("a b c d e",),
        references=(("a x y z", "a x y z p q r s t u"),),
        returned=0.07406082953688004,
        right=0.3483584741083801,
        dialect="nist:dialect=doddington,tokenize=none,lowercase=none",
        explanation=(
            "The maximum of tuples that end in the length decides, even where nothing matches. "
            "The mean length, 7, is not a matter of matches."
        ),
        upstream=(f"{_PULLS}3901",),
        recorded=Recorded("nist_dialects", "dialect_nltk_tie_longest", "nltk 3.10.4"),
        presets=("nltk", "nltk-exact"),
        observe="nltk_corpus_nist",
        package="nltk",
        metric="nist",
    ),
    Defect(
        id="nltk-nist-breaks-ties-by-rounding",
        program=_NIST,
        versions=_SEEN,
        summary="Reversing a hypothesis changes its unigram score.",
        hypotheses=("g a c e",),
        references=(("c a d g c", "a c c e"),),
        options=(("n", 1),),
        returned=1.6274437510817346,
        right=2.28244270621544,
        dialect="nist:dialect=doddington,tokenize=none,lowercase=none,order=1",
        explanation=(
            "Which of two equally good references counts is decided by the last bit of sums made "
            "in the order of the words: `e c a g` gets 1.3192645371052787. Unigrams have no order."
        ),
        recorded=Recorded(f"{_NIST_NOTES} 3.3 M5"),
        observe="nltk_corpus_nist",
        package="nltk",
        metric="nist",
    ),
    Defect(
        id="nltk-nist-divides-by-an-order-without-ngrams",
        program=_NIST,
        versions=_SEEN,
        summary="Hypotheses of under five tokens end in a division by zero.",
        hypotheses=("a b c d",),
        references=(("a b c d e f",),),
        returned="ZeroDivisionError",
        right=1.2924812503605776,
        dialect="nist:dialect=mteval,tokenize=none,lowercase=none",
        by_hand="log2(6) * exp(log(0.5) / log(1.5)**2 * log(4/6)**2)",
        explanation=(
            "An order for which no hypothesis has tokens divides 0 by 0. Its term in the sum is "
            "0, as in mteval."
        ),
        upstream=(f"{_ISSUES}3444", f"{_PULLS}3527", f"{_ISSUES}1785"),
        recorded=Recorded(f"{_NIST_NOTES} 3.3 M8"),
        presets=("nltk", "nltk-exact"),
        observe="nltk_corpus_nist",
        package="nltk",
        metric="nist",
    ),
    Defect(
        id="nltk-nist-tokenizer-pads-ascii",
        program="NLTK, NISTTokenizer().international_tokenize",
        versions=_SEEN,
        summary="Runs of ASCII characters are split off inside words.",
        hypotheses=("Größe.",),
        references=(("Größe.",),),
        returned="Gr öß e .",
        right="Größe .",
        dialect="mteval-intl",
        explanation=(
            "The rule that pads what is not ASCII pads what is, and the option that would switch "
            "it off is not read. mteval's rule splits the full stop off, and nothing else."
        ),
        recorded=Recorded(f"{_NIST_NOTES} 4.1-7"),
        metric="tokenizer",
    ),
)
"""The entries of NLTK."""
