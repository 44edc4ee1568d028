"""The transformations of text in jiwer 4.0.0; each takes one string or a list of strings."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from tallystick.errors import InputError

__all__ = [
    "AbstractTransform",
    "Compose",
    "ExpandCommonEnglishContractions",
    "ReduceToListOfListOfChars",
    "ReduceToListOfListOfWords",
    "ReduceToSingleSentence",
    "RemoveEmptyStrings",
    "RemoveKaldiNonWords",
    "RemoveMultipleSpaces",
    "RemovePunctuation",
    "RemoveSpecificWords",
    "RemoveWhiteSpace",
    "Strip",
    "SubstituteRegexes",
    "SubstituteWords",
    "ToLowerCase",
    "ToUpperCase",
]


class WrongInputError(InputError, ValueError):
    """An input of another type, which is a ValueError in jiwer."""


class AbstractTransform:
    """A transformation. Derived classes define `process_string`, and `process_list` if it differs.

    Raises:
        WrongInputError: It is called with anything but a string or a list.
    """

    def __call__(self, sentences: str | list[str]) -> Any:
        """Transform one string or several."""
        if isinstance(sentences, str):
            return self.process_string(sentences)
        if isinstance(sentences, list):
            return self.process_list(sentences)
        raise WrongInputError(
            f"{sentences!r} is of type {type(sentences).__name__}; expected a string or a list of "
            "strings"
        )

    def process_string(self, s: str) -> Any:
        """Transform one string."""
        raise NotImplementedError

    def process_list(self, inp: list[str]) -> Any:
        """Transform several strings."""
        return [self.process_string(s) for s in inp]


class Compose:
    """Several transformations, one after the other.

    >>> Compose([ToLowerCase(), Strip(), ReduceToListOfListOfWords()])([" A b"])
    [['a', 'b']]
    """

    def __init__(self, transforms: Sequence[Callable[[Any], Any]]) -> None:
        self.transforms = transforms

    def __call__(self, text: Any) -> Any:
        """Apply all of them."""
        for transform in self.transforms:
            text = transform(text)
        return text


class ReduceToListOfListOfWords(AbstractTransform):
    """Split at a delimiter; each string becomes a list of its words."""

    def __init__(self, word_delimiter: str = " ") -> None:
        self.word_delimiter = word_delimiter

    def process_string(self, s: str) -> list[list[str]]:
        """Return a list with the words of one string."""
        return [self._words(s)]

    def process_list(self, inp: list[str]) -> list[list[str]]:
        """Return the words of each string."""
        return [self._words(s) for s in inp] or [[]]

    def _words(self, s: str) -> list[str]:
        return [word for word in s.split(self.word_delimiter) if word]


class ReduceToListOfListOfChars(AbstractTransform):
    """Split into characters; each string becomes a list of them."""

    def process_string(self, s: str) -> list[list[str]]:
        """Return a list with the characters of one string."""
        return [list(s)]

    def process_list(self, inp: list[str]) -> list[list[str]]:
        """Return the characters of each string."""
        return [list(s) for s in inp] or [[]]


class ReduceToSingleSentence(AbstractTransform):
    """Join all strings that are not empty to one."""

    def __init__(self, word_delimiter: str = " ") -> None:
        self.word_delimiter = word_delimiter

    def process_string(self, s: str) -> str:
        """Return the string."""
        return s

    def process_list(self, inp: list[str]) -> list[str]:
        """Return a list of one string, or of none."""
        kept = [s for s in inp if s]
        return [self.word_delimiter.join(kept)] if kept else []


class SubstituteRegexes(AbstractTransform):
    """Replace the matches of patterns, one pattern after the other."""

    def __init__(self, substitutions: Mapping[str, str]) -> None:
        self.substitutions = substitutions

    def process_string(self, s: str) -> str:
        """Transform one string."""
        for pattern, replacement in self.substitutions.items():
            s = re.sub(pattern, replacement, s)
        return s


class SubstituteWords(AbstractTransform):
    """Replace whole words, one after the other; a replacement can be replaced again."""

    def __init__(self, substitutions: Mapping[str, str]) -> None:
        self.substitutions = substitutions

    def process_string(self, s: str) -> str:
        """Transform one string."""
        for word, replacement in self.substitutions.items():
            s = re.sub(rf"\b{re.escape(word)}\b", replacement, s)
        return s


class RemoveSpecificWords(SubstituteWords):
    """Replace whole words by a space."""

    def __init__(self, words_to_remove: Iterable[str]) -> None:
        super().__init__(dict.fromkeys(words_to_remove, " "))


class BaseRemoveTransform(AbstractTransform):
    """Replace texts, one after the other, by another one."""

    def __init__(self, tokens_to_remove: Iterable[str], replace_token: str = "") -> None:
        self.tokens_to_remove = tokens_to_remove
        self.replace_token = replace_token

    def process_string(self, s: str) -> str:
        """Transform one string."""
        for text in self.tokens_to_remove:
            s = s.replace(text, self.replace_token)
        return s


class RemoveWhiteSpace(BaseRemoveTransform):
    """Remove every white space of ASCII, or replace it by a space."""

    def __init__(self, replace_by_space: bool = False) -> None:
        super().__init__(list(string.whitespace), " " if replace_by_space else "")


@cache
def _punctuation() -> frozenset[str]:
    characters = map(chr, range(0x110000))
    return frozenset(mark for mark in characters if unicodedata.category(mark).startswith("P"))


class RemovePunctuation(BaseRemoveTransform):
    """Remove what Unicode classes as punctuation.

    >>> RemovePunctuation()("don't stop\u3002")
    'dont stop'
    """

    def __init__(self) -> None:
        super().__init__(_punctuation())

    def process_string(self, s: str) -> str:
        """Transform one string."""
        return "".join(character for character in s if character not in _punctuation())


class RemoveMultipleSpaces(AbstractTransform):
    """Replace white space of two characters or more by one space."""

    def process_string(self, s: str) -> str:
        """Transform one string."""
        return re.sub(r"\s\s+", " ", s)


class Strip(AbstractTransform):
    """Remove white space from both ends."""

    def process_string(self, s: str) -> str:
        """Transform one string."""
        return s.strip()


class RemoveEmptyStrings(AbstractTransform):
    """Remove strings of white space only from a list."""

    def process_string(self, s: str) -> str:
        """Strip one string."""
        return s.strip()

    def process_list(self, inp: list[str]) -> list[str]:
        """Return the strings that have text."""
        return [s for s in inp if s.strip()]


class ExpandCommonEnglishContractions(AbstractTransform):
    """Expand English contractions: `let's` to `let us`, and endings such as `'ll`.

    >>> ExpandCommonEnglishContractions()("she'll see you can't")
    'she will see you can not'
    """

    _EXPANSIONS = (
        *(("won't", "will not"), ("can't", "can not"), ("let's", "let us"), ("n't", " not")),
        *(("'re", " are"), ("'s", " is"), ("'d", " would"), ("'ll", " will"), ("'t", " not")),
        *(("'ve", " have"), ("'m", " am")),
    )

    def process_string(self, s: str) -> str:
        """Transform one string."""
        for contraction, expansion in self._EXPANSIONS:
            s = s.replace(contraction, expansion)
        return s


class ToLowerCase(AbstractTransform):
    """Lower the case of every letter."""

    def process_string(self, s: str) -> str:
        """Transform one string."""
        return s.lower()


class ToUpperCase(AbstractTransform):
    """Raise the case of every letter."""

    def process_string(self, s: str) -> str:
        """Transform one string."""
        return s.upper()


class RemoveKaldiNonWords(AbstractTransform):
    """Remove what is between square or angle brackets, such as `[laugh]` and `<unk>`."""

    def process_string(self, s: str) -> str:
        """Transform one string."""
        return re.sub(r"[<\[][^>\]]*[>\]]", "", s)
