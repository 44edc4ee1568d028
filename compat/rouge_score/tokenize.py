"""`rouge_score.tokenize`: the function behind the default tokenizer."""

from __future__ import annotations

from typing import Any

from tallystick.errors import InputError
from tallystick.metrics.arguments.catalogue import tokenizer_named


class WrongTextError(InputError, TypeError, AttributeError):
    """Something that is not text; rouge-score: AttributeError, or TypeError of a type of ROUGE."""


def text_of(text: str | bytes) -> str:
    """Return text as a string; bytes are UTF-8, and anything else a `WrongTextError`."""
    if isinstance(text, bytes):
        return text.decode("utf-8")
    if not isinstance(text, str):
        raise WrongTextError(f"not expecting type '{type(text)}'; expected a string (str)")
    return text


def tokenize(text: str | bytes, stemmer: Any) -> list[str]:
    """Return the tokens of a text: runs of a to z and 0 to 9 after lower-casing.

    Args:
        text: A text.
        stemmer: An object with a method `stem`, for tokens of more than 3 letters; or None.

    >>> tokenize("It's a café.", None)
    ['it', 's', 'a', 'caf']
    """
    tokens = tokenizer_named("rouge-score")(text_of(text), "unicode")
    if stemmer:
        return [stemmer.stem(token) if len(token) > 3 else token for token in tokens]
    return tokens
