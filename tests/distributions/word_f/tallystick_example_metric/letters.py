"""letters: runs of letters, everything else left out."""

from functools import cache
from itertools import groupby

from tallystick.metrics import FunctionTokenizer


def split_into_letters(line: str) -> list[str]:
    """Return the runs of letters in a line."""
    return ["".join(run) for is_letter, run in groupby(line, str.isalpha) if is_letter]


@cache
def tokenizer_letters() -> FunctionTokenizer:
    """Return the tokenizer `letters`."""
    return FunctionTokenizer("letters", split_into_letters)
