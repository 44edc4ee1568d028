"""Functions that count the n-grams of a text; scoring does not use them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def extract_all_word_ngrams(
    line: str, min_order: int, max_order: int
) -> tuple[Counter[tuple[str, ...]], int]:
    """Return the counts of the word n-grams of several orders in a line, and its number of words.

    Args:
        line: Words separated by white space.
        min_order: The lowest order.
        max_order: The highest order.

    >>> extract_all_word_ngrams("a b", 1, 2)
    (Counter({('a',): 1, ('b',): 1, ('a', 'b'): 1}), 2)
    """
    words = line.split()
    ngrams = Counter(
        tuple(words[start : start + order])
        for order in range(min_order, max_order + 1)
        for start in range(len(words) - order + 1)
    )
    return ngrams, len(words)


def extract_word_ngrams(tokens: Sequence[str], n: int) -> Counter[str]:
    """Return the counts of the n-grams of one order in a list of words, joined by spaces.

    Args:
        tokens: The words.
        n: The order.

    >>> extract_word_ngrams(["a", "b", "a", "b"], 2)
    Counter({'a b': 2, 'b a': 1})
    """
    return Counter(" ".join(tokens[start : start + n]) for start in range(len(tokens) - n + 1))


def extract_char_ngrams(line: str, n: int, include_whitespace: bool = False) -> Counter[str]:
    """Return the counts of the character n-grams of one order in a line.

    Args:
        line: The text.
        n: The order.
        include_whitespace: Whether to keep white space.

    >>> extract_char_ngrams("a ba", 2)
    Counter({'ab': 1, 'ba': 1})
    """
    text = line if include_whitespace else "".join(line.split())
    return Counter(text[start : start + n] for start in range(len(text) - n + 1))


def extract_all_char_ngrams(
    line: str, max_order: int, include_whitespace: bool = False
) -> list[Counter[str]]:
    """Return the counts of the character n-grams of a line, for each order from 1.

    Args:
        line: The text.
        max_order: The highest order.
        include_whitespace: Whether to keep white space.

    >>> extract_all_char_ngrams("ab", 2)
    [Counter({'a': 1, 'b': 1}), Counter({'ab': 1})]
    """
    return [
        extract_char_ngrams(line, order, include_whitespace) for order in range(1, max_order + 1)
    ]
