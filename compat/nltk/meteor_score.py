"""Drop-in replacement for NLTK's METEOR: the same scores and types of errors as in NLTK 3.10.4.

Change one import line::

    from nltk.translate.meteor_score import meteor_score, single_meteor_score
    from tallystick.compat.nltk.meteor_score import meteor_score, single_meteor_score

By default words are stemmed by NLTK's `PorterStemmer`, and their synonyms are those of the WordNet
that is installed for NLTK (`pip install "tallystick[meteor]"`); both are loaded at the first call,
and then kept. `tallystick.meteor(dialect="nltk")` computes METEOR from text, 0 to 100.

NLTK looks up the synonyms of stems instead of words, compares lower-cased words with names that
have capitals, and does not minimize chunks. So does this module: a corrected METEOR would be one
more metric of that name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache, partial
from typing import Any

from tallystick.errors import InputError
from tallystick.metrics.meteor import alignment
from tallystick.metrics.meteor import wordnet as installed

__all__ = [
    "align_words",
    "exact_match",
    "meteor_score",
    "single_meteor_score",
    "stem_match",
    "wordnetsyn_match",
]

Words = Iterable[str]
Matches = tuple[list[tuple[int, int]], list[tuple[int, str]], list[tuple[int, str]]]
"""The positions of aligned words, and the words of both sides that are left, with positions."""


class TextNotSplitError(InputError, TypeError):
    """Text was not split into words; NLTK: TypeError."""


def meteor_score(
    references: Iterable[Words],
    hypothesis: Words,
    preprocess: Callable[[str], str] = str.lower,
    stemmer: Any = None,
    wordnet: Any = None,
    alpha: float = 0.9,
    beta: float = 3.0,
    gamma: float = 0.5,
) -> float:
    """Return the METEOR of one segment, 0 to 1, as `meteor_score` of NLTK 3.10.4.

    Args:
        references: Sequences of words.
        hypothesis: A sequence of words.
        preprocess: A function that is applied to every word.
        stemmer: An object whose method `stem` returns the stem of a word; NLTK's `PorterStemmer`
            if None.
        wordnet: A reader of WordNet with the method `synsets`; that of NLTK if None.
        alpha: The weight of the recall.
        beta: The exponent of the penalty.
        gamma: The highest penalty.

    Returns:
        The highest score with a reference; 0 where no word is aligned.

    Raises:
        TextNotSplitError: Text was not split into words; a `TypeError`, as in NLTK.
        InputError: There are no references, a `ValueError` as in NLTK; or NLTK has no WordNet.
        MissingExtraError: NLTK is not installed.

    >>> class NoWordNet:
    ...     def synsets(self, word):
    ...         return []
    >>> references = ["a big house".split(), "two houses".split()]
    >>> round(meteor_score(references, "two house".split(), wordnet=NoWordNet()), 4)  # NLTK 3.10.4
    0.9375
    """
    given = list(references)
    if not given:
        raise InputError("there are no references; give at least one, which may be empty")
    words = _words(stemmer, wordnet)
    return max([_score(one, hypothesis, preprocess, words, alpha, beta, gamma) for one in given])


def single_meteor_score(
    reference: Words,
    hypothesis: Words,
    preprocess: Callable[[str], str] = str.lower,
    stemmer: Any = None,
    wordnet: Any = None,
    alpha: float = 0.9,
    beta: float = 3.0,
    gamma: float = 0.5,
) -> float:
    """Return the METEOR of a hypothesis and one reference, 0 to 1, as in NLTK 3.10.4.

    The parameters and errors are those of `meteor_score`.
    """
    words = _words(stemmer, wordnet)
    return _score(reference, hypothesis, preprocess, words, alpha, beta, gamma)


def _score(
    reference: Words,
    hypothesis: Words,
    preprocess: Callable[[str], str],
    words: installed.WordNet,
    *parameters: float,
) -> float:
    ours, theirs = _read(hypothesis, reference, preprocess)
    aligned, _, _ = alignment.align_words(ours, theirs, words)
    if not aligned:
        return 0.0
    lengths, chunks = (len(ours), len(theirs)), alignment.count_chunks(aligned)
    return float(alignment.meteor(len(aligned), chunks, lengths, *parameters).score)


def exact_match(hypothesis: Words, reference: Words) -> Matches:
    """Align equal words, lower-cased.

    Returns:
        The positions of aligned words, and the words that are left of the hypothesis and of the
        reference with their positions.

    Raises:
        TextNotSplitError: Text was not split into words; a `TypeError`, as in NLTK.

    >>> exact_match(["A", "b"], ["b", "c"])
    ([(1, 0)], [(0, 'a')], [(1, 'c')])
    """
    return _matches(alignment.match_equal, *_read(hypothesis, reference))


def stem_match(hypothesis: Words, reference: Words, stemmer: Any = None) -> Matches:
    """Align words with equal stems; the parameters and results are those of `align_words`."""
    stem = _porter() if stemmer is None else stemmer.stem
    return _matches(alignment.match_equal, *_read(hypothesis, reference), stem)


def wordnetsyn_match(hypothesis: Words, reference: Words, wordnet: Any = None) -> Matches:
    """Align words that share a meaning; the parameters and results are those of `align_words`."""
    synonyms = _words(None, wordnet).synonyms
    match = partial(
        alignment.match_accepted, accepted=lambda word: frozenset((*synonyms(word), word))
    )
    return _matches(match, *_read(hypothesis, reference))


def align_words(
    hypothesis: Words, reference: Words, stemmer: Any = None, wordnet: Any = None
) -> Matches:
    """Align equal words, lower-cased, then words with equal stems, then synonyms.

    Args:
        hypothesis: A sequence of words.
        reference: A sequence of words.
        stemmer: See `meteor_score`.
        wordnet: See `meteor_score`.

    Returns:
        As of `exact_match`, in the order of the hypothesis; the words that are left are stems.

    Raises:
        TallystickError: As for `meteor_score`.
    """
    words = _words(stemmer, wordnet)
    return _listed(*alignment.align_words(*_read(hypothesis, reference), words))


def _read(
    hypothesis: Words, reference: Words, preprocess: Callable[[str], str] = str.lower
) -> tuple[alignment.Words, alignment.Words]:
    for name, words in (("hypothesis", hypothesis), ("reference", reference)):
        if isinstance(words, str):
            raise TextNotSplitError(
                f"the {name} is the string {words!r}; expected its words, such as "
                f"{name}.split(), and for references a list of such lists"
            )
    ours, theirs = ([*enumerate(map(preprocess, words))] for words in (hypothesis, reference))
    return ours[::-1], theirs


def _matches(
    match: Callable[[alignment.Words, alignment.Places, alignment.Aligned], alignment.Words],
    ours: alignment.Words,
    theirs: alignment.Words,
    stem: Callable[[str], str] = str,
) -> Matches:
    ours, theirs = ([(place, stem(word)) for place, word in side] for side in (ours, theirs))
    aligned: alignment.Aligned = []
    places = alignment.places_of(theirs)
    return _listed(aligned, match(ours, places, aligned), places)


def _listed(aligned: alignment.Aligned, left: alignment.Words, places: alignment.Places) -> Matches:
    others = [(place, word) for word, places_of_word in places.items() for place in places_of_word]
    return aligned, left[::-1], sorted(others)


def _words(stemmer: Any, reader: Any) -> installed.WordNet:
    if reader is None:
        known = installed.load()
        return known if stemmer is None else replace(known, stem=stemmer.stem)
    stem = _porter() if stemmer is None else stemmer.stem
    return installed.WordNet("", stem, partial(installed.synonyms_in, reader))


@cache
def _porter() -> Callable[[str], str]:
    """Return the function from a word to its stem, which keeps the stems."""
    from nltk.stem.porter import PorterStemmer

    return cache(PorterStemmer().stem)
