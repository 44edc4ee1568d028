"""`rouge_score.tokenizers`: the base class of tokenizers, and the default one."""

from __future__ import annotations

from abc import ABC, abstractmethod

from tallystick.compat.rouge_score.tokenize import tokenize
from tallystick.metrics.kernel.python.porter import porter_stem


class Tokenizer(ABC):
    """Base class of tokenizers, with one method."""

    @abstractmethod
    def tokenize(self, text: str) -> list[str]:
        """Return the tokens of a text."""
        raise NotImplementedError("Tokenizer must override tokenize() method")


class _Stemmer:
    """NLTK's stemmer, for tokens in lower case."""

    def stem(self, word: str) -> str:
        return porter_stem(word)


class DefaultTokenizer(Tokenizer):
    """Runs of a to z and 0 to 9 after lower-casing.

    Args:
        use_stemmer: Whether tokens of more than 3 letters are stemmed, as by NLTK's PorterStemmer.

    >>> DefaultTokenizer(use_stemmer=True).tokenize("Hopping cats")
    ['hop', 'cat']
    """

    def __init__(self, use_stemmer: bool = False) -> None:
        self._stemmer = _Stemmer() if use_stemmer else None

    def tokenize(self, text: str) -> list[str]:
        """Return the tokens of a text."""
        return tokenize(text, self._stemmer)
