"""Warnings of the defects of NLTK's BLEU, NIST, chrF, GLEU and RIBES."""

from __future__ import annotations

from tallystick.compat.defects.warning import explained_by

CORRECTED = "; corrected=True returns the right number"
_FLOORED = (
    "NLTK counts one n-gram in every hypothesis that is too short to have one, which changes this "
    "score" + CORRECTED
)

FLOORED_TOTALS = _FLOORED + explained_by("nltk-floors-totals-per-segment")
FLOORED_BEFORE_ADD_K = _FLOORED + explained_by("nltk-floors-totals-before-add-k")
NEAR_ZERO = (
    "this score should be 0, but NLTK replaces a precision of 0 by 2.2e-308 and returns a small "
    "number that depends on the number of orders without a match"
    + CORRECTED
    + explained_by("nltk-takes-the-least-float-for-zero")
)
REWEIGHS_TUPLES = (
    "NLTK's auto_reweigh has no effect here, because it needs the weights as the tuple "
    "(0.25, 0.25, 0.25, 0.25)" + CORRECTED + explained_by("nltk-auto-reweigh-wants-a-tuple")
)
REWEIGHS_THE_CORPUS = (
    "NLTK's auto_reweigh has no effect here, because it needs fewer than 4 tokens in all "
    "hypotheses together, not in each"
    + CORRECTED
    + explained_by("nltk-auto-reweigh-counts-the-corpus")
)
NO_WEIGHTS = (
    "NLTK returns 0 if weights is empty; corrected=True refuses empty weights"
    + explained_by("nltk-takes-empty-weights-for-zero")
)
STRINGS = (
    "hypothesis and reference are strings, which NLTK reads as sequences of characters, so this "
    "score compares characters, not words; split both into tokens, such as "
    "[reference.split()] and hypothesis.split(), or give list(...) to compare characters"
    + explained_by("nltk-takes-characters-for-words")
)
REFERENCE_IS_A_STRING = (
    "a reference is a string, which NLTK reads as a sequence of characters, but the hypothesis is "
    "a sequence of words, so only words of one letter can match, or in RIBES those that are part "
    "of the string; split it, and give a list of references"
    + explained_by("nltk-takes-words-for-references")
)
HYPOTHESIS_IS_A_STRING = (
    "a hypothesis is a string, which NLTK reads as a sequence of characters, but its reference is "
    "a sequence of words, so only words of one letter can match; split it"
    + explained_by("nltk-takes-characters-for-words")
)
METHOD4 = (
    "NLTK's smoothing method4 is not that of Chen and Cherry: the j-th order without a match gets "
    "ln(c) / (K 2^j) instead of (ln(c) / K)^j"
    + CORRECTED
    + explained_by("nltk-method4-is-another-formula")
)
METHOD4_OF_ONE_TOKEN = (
    "NLTK's smoothing method4 is not that of Chen and Cherry: hypotheses with one token in total "
    "are not smoothed" + CORRECTED + explained_by("nltk-method4-leaves-one-token-unsmoothed")
)
METHOD5 = (
    "NLTK's smoothing method5 averages precisions instead of Chen and Cherry's match counts, so "
    "the result can exceed 1, and takes the next order from 5-grams of the last segment"
    + CORRECTED
    + explained_by("nltk-method5-averages-precisions", "nltk-method5-reads-the-last-segment")
)
METHOD6 = (
    "NLTK's smoothing method6 divides the matches of all segments by the n-grams of the last one"
    + CORRECTED
    + explained_by("nltk-method6-divides-by-the-last-segment")
)
METHOD6_GUARD = (
    "NLTK's smoothing method6 needs a matching trigram, although its formula needs only matching "
    "unigrams and bigrams; corrected=True does not" + explained_by("nltk-method6-demands-a-trigram")
)
NIST_BY_ROUNDING = explained_by("nltk-nist-breaks-ties-by-rounding")
NIST_ONE_REFERENCE = explained_by(
    "nltk-nist-matches-one-reference", "nltk-nist-takes-the-length-of-the-matched-reference"
)
NIST_WITHOUT_NGRAMS = explained_by("nltk-nist-divides-by-an-order-without-ngrams")
CHRF_LIST_OF_REFERENCES = (
    "the reference is a list whose strings contain spaces, which NLTK joins into one reference; "
    "chrF takes one reference, a text or a list of tokens; for several, use tallystick.chrf"
    + explained_by("nltk-chrf-joins-references")
)
GLEU_TIE = (
    "several references give a hypothesis the same score, of which NLTK takes the first, so this "
    "score depends on their order"
    + CORRECTED
    + explained_by("nltk-gleu-depends-on-the-order-of-references")
)
GLEU_WITHOUT_REFERENCES = (
    "a hypothesis has no references, and NLTK leaves it out of the score; give every hypothesis "
    "its references; corrected=True refuses this"
    + explained_by("nltk-gleu-drops-a-hypothesis-without-references")
)
RIBES_ALIGNMENT = (
    "NLTK gives a perfect hypothesis of one word 0, or leaves a word unaligned because it does not "
    "try the words from the first one on, which changes this score"
    + CORRECTED
    + explained_by("nltk-ribes-of-one-word-is-0", "nltk-ribes-skips-the-longest-left-context")
)
