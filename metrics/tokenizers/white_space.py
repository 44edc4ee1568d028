r"""White space between tokens, as defined by Python, by Perl, and by Perl on bytes.

The first two differ in four control characters, U+001C to U+001F: Python's `str.split` splits
at them, Perl's `\s` does not. Neither splits at a zero-width space (U+200B) or a byte order mark
(U+FEFF). Perl without UTF-8 decoding recognises only ASCII white space.
Programs for speech split at the space alone.
"""

import re
from collections.abc import Iterator
from typing import Literal

WhiteSpace = Literal["python", "perl", "perl on bytes", "U+0020"]

_RUN = {
    "python": re.compile(r"\s+"),
    "perl": re.compile(r"[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+"),
    "perl on bytes": re.compile(r"[\t-\r ]+"),
    "U+0020": re.compile(" +"),
}


def split(line: str, white_space: WhiteSpace) -> list[str]:
    """Split a line at white space, as `str.split` does, without empty tokens."""
    if white_space == "python":
        return line.split()
    return [token for token in _RUN[white_space].split(line) if token]


def gaps(line: str, white_space: WhiteSpace) -> Iterator[tuple[int, int]]:
    """Yield start and end of each run of white space with a token on both sides, in order."""
    for run in _RUN[white_space].finditer(line):
        if run.start() > 0 and run.end() < len(line):
            yield run.span()
