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

from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import accumulate, chain, count
from typing import Any

from tallystick.errors import InputError
from tallystick.metrics.kernel import UNKNOWN
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
    return _score(given, hypothesis, preprocess, stemmer, wordnet, alpha, beta, gamma)


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
    return _score([reference], hypothesis, preprocess, stemmer, wordnet, alpha, beta, gamma)


def _score(
    references: Sequence[Words],
    hypothesis: Words,
    preprocess: Callable[[str], str],
    stemmer: Any,
    wordnet: Any,
    *parameters: float,
) -> float:
    texts = _read(hypothesis, *references, preprocess=preprocess)
    words = _words(stemmer, wordnet)
    _, counts = _aligned(texts, words.stem, words.synonyms)
    own, *others = map(len, texts)
    counted = zip(counts[::2], counts[1::2], others, strict=True)
    return max(
        float(alignment.meteor(matches, chunks, (own, length), *parameters).score)
        if matches
        else 0.0
        for matches, chunks, length in counted
    )


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
    return _matches(*_read(hypothesis, reference))


def stem_match(hypothesis: Words, reference: Words, stemmer: Any = None) -> Matches:
    """Align words with equal stems; the parameters and results are those of `align_words`."""
    stem = _porter() if stemmer is None else stemmer.stem
    return _matches(*([*map(stem, words)] for words in _read(hypothesis, reference)))


def wordnetsyn_match(hypothesis: Words, reference: Words, wordnet: Any = None) -> Matches:
    """Align words that share a meaning; the parameters and results are those of `align_words`."""
    ours, theirs = _read(hypothesis, reference)
    synonyms = _words(None, wordnet).synonyms
    # words of the hypothesis that equal none of the reference are left to the last stage
    apart = [(word,) for word in ours]
    positions, _ = _aligned([apart, theirs], _itself, lambda word: {*synonyms(*word), *word})
    return _listed(positions, ours, theirs)


def align_words(
    hypothesis: Words, reference: Words, stemmer: Any = None, wordnet: Any = None
) -> Matches:
    """Align equal words, lower-cased, then words with equal stems, then synonyms.

    The result is that of `exact_match`, in the order of the hypothesis, and the words that are left
    are stems. The other parameters and errors are those of `meteor_score`.
    """
    texts = _read(hypothesis, reference)
    words = _words(stemmer, wordnet)
    positions, _ = _aligned(texts, words.stem, words.synonyms)
    aligned, *left = _listed(positions, *texts)
    ours, theirs = ([(place, words.stem(word)) for place, word in side] for side in left)
    return aligned[::-1], ours, theirs


def _read(*texts: Words, preprocess: Callable[[str], str] = str.lower) -> list[list[str]]:
    """Return the words of a hypothesis and of its references."""
    for place, words in enumerate(texts):
        name = "reference" if place else "hypothesis"
        if isinstance(words, str):
            raise TextNotSplitError(
                f"the {name} is the string {words!r}; expected its words, such as "
                f"{name}.split(), and for references a list of such lists"
            )
    return [[*map(preprocess, words)] for words in texts]


def _aligned(
    texts: Sequence[Sequence[Hashable]],
    stem: Callable[[Any], Hashable],
    synonyms: Callable[[Any], Iterable[Hashable]],
) -> tuple[list[int], list[int]]:
    """Return the positions in the references of the words of a hypothesis, and the counts."""
    numbers: dict[Hashable, int] = {}
    words = [*chain.from_iterable(texts)]
    ids = array("I", map(numbers.setdefault, words, count()))
    ends = [*accumulate(map(len, texts))]
    own, bounds = ends[0], array("q", [end - ends[0] for end in ends])
    buffers = ids[:own], array("q", [0, own]), ids[own:], bounds, array("q", [0, len(texts) - 1])
    if not hasattr(stem, "cache_info"):
        # it may be slow, and a word that all texts have as often is aligned without its stem
        first, *others = ({*Counter(text).items()} for text in texts)
        alike = dict(first.intersection(*others))
        stems = {word: (word,) if word in alike else stem(word) for word in numbers}
        stem = stems.__getitem__
    positions, counts = alignment.align(buffers, [*map(stem, words)], synonyms)
    return array("I", positions).tolist(), array("q", counts).tolist()


def _itself(word: Hashable) -> Hashable:
    return word


def _matches(ours: Sequence[str], theirs: Sequence[str]) -> Matches:
    """Align equal words."""
    positions, _ = _aligned([ours, theirs], _itself, lambda _: ())
    return _listed(positions, ours, theirs)


def _listed(positions: Sequence[int], ours: Sequence[str], theirs: Sequence[str]) -> Matches:
    """Return the aligned words from the last to the first, and those that are left."""
    aligned = {place: other for place, other in enumerate(positions) if other != UNKNOWN}
    return (
        [*aligned.items()][::-1],
        [(place, word) for place, word in enumerate(ours) if place not in aligned],
        [(place, word) for place, word in enumerate(theirs) if place not in aligned.values()],
    )


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
