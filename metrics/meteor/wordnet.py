"""WordNet and Porter's stemmer, as NLTK's METEOR uses them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any

from tallystick.errors import InputError, MissingExtraError


@dataclass(frozen=True, slots=True)
class WordNet:
    """What the alignment needs to know of English words; synonyms are single words."""

    version: str
    stem: Callable[[str], str]
    synonyms: Callable[[str], frozenset[str]]


@cache
def load() -> WordNet:
    """Return the WordNet that is installed for NLTK."""
    try:
        from nltk.corpus import wordnet
        from nltk.stem.porter import PorterStemmer
    except ImportError as error:
        raise MissingExtraError(
            f"METEOR as NLTK computes it needs NLTK, and importing it failed ({error}); install it "
            'with: pip install "tallystick[meteor]", and then WordNet with: '
            "python -m nltk.downloader wordnet"
        ) from error
    try:
        wordnet.ensure_loaded()
    except LookupError:
        raise InputError(
            "METEOR as NLTK computes it needs WordNet, which NLTK does not find; install it with: "
            "python -m nltk.downloader wordnet (the variable NLTK_DATA names further folders that "
            "NLTK searches)"
        ) from None
    lock = Lock()  # a lookup moves the position in an open file

    @cache
    def synonyms(word: str) -> frozenset[str]:
        with lock:
            return synonyms_in(wordnet, word)

    return WordNet(str(wordnet.get_version()), cache(PorterStemmer().stem), synonyms)


def synonyms_in(reader: Any, word: str) -> frozenset[str]:
    """Return the single words that share a meaning with a word, from a reader such as NLTK's."""
    names = [lemma.name() for meaning in reader.synsets(word) for lemma in meaning.lemmas()]
    return frozenset(name for name in names if "_" not in name)
