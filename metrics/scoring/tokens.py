"""`tallystick.tokenize`: the tokens of lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tallystick.errors import InputError
from tallystick.metrics.arguments.catalogue import DEFAULT_TOKENIZER, tokenizer_named
from tallystick.metrics.tokenizers.protocol import Lowercase


def tokenize(
    lines: str | Iterable[str],
    tokenize: str = DEFAULT_TOKENIZER,
    *,
    lowercase: Lowercase = "none",
) -> list[Any]:
    """Return the tokens of a line, or a list of the tokens of each of several lines.

    Args:
        lines: A line or lines, without line ends.
        tokenize: The name of the tokenizer, as in the options of metrics.
        lowercase: "unicode" folds the case of every letter, "ascii" of A to Z, "none" of none.

    Raises:
        InputError: A line is not a string.
        OptionError: `lowercase` is something else.
        TallystickError: There is no such tokenizer, or it needs a library; see `tokenizer_named`.

    >>> tokenize("It's 5%."), tokenize(["A b.", ""], lowercase="unicode")
    (["It's", '5', '%', '.'], [['a', 'b', '.'], []])
    """
    of_line = tokenizer_named(tokenize)
    if isinstance(lines, str):
        return of_line(lines, lowercase)
    found = list(lines)
    for place, line in enumerate(found):
        if not isinstance(line, str):
            raise InputError(f"line {place} is of type {type(line).__name__}; expected a string")
    return [of_line(line, lowercase) for line in found]
