"""Digests of texts, by which parts of a corpus are recognised."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.corpus.text import Text, Tokens
from tallystick.metrics.sums.statistics import ROWS_IN_A_SUM

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus, References

BYTES = 16


class Digest:
    """The digest of texts that are given in consecutive pieces.

    It depends on the texts alone, if every piece but the last has `ROWS_IN_A_SUM` segments or all
    of them are one piece.

    >>> from tallystick.metrics.corpus.text import Text
    >>> one, other = Digest(), Digest()
    >>> one.add(Text.from_lines(["a", "bc"]))
    >>> other.add(Text.from_lines(["ab", "c"]))
    >>> len(one.hexadecimal()), one.hexadecimal() == other.hexadecimal()
    (32, False)
    """

    def __init__(self) -> None:
        self._hash = hashlib.blake2b(digest_size=BYTES)
        self._added = False

    def add(self, segments: Text | Tokens) -> None:
        """Add the next segments."""
        for start in range(0, len(segments), ROWS_IN_A_SUM):
            self._add_lines(segments[start : start + ROWS_IN_A_SUM])

    def add_compared(self, corpus: Corpus) -> None:
        """Add the references and sources of the next segments, if they have any."""
        if corpus.has_references:
            self._add_references(corpus.references)
        if corpus.sources is not None:
            self.add(corpus.sources)

    def _add_references(self, references: References) -> None:
        for start in range(0, len(references), ROWS_IN_A_SUM):
            piece = references.slice(start, min(start + ROWS_IN_A_SUM, len(references)))
            self._hash.update(np.asarray(piece.counts, dtype="<i8").tobytes())
            self._add_lines(piece.segments)

    def _add_lines(self, segments: Text | Tokens) -> None:
        if isinstance(segments, Text):
            data = segments.data
            lines = [data[start:end] for start, end in zip(*segments.bounds, strict=True)]
        else:
            lines = ["\0".join(tokens).encode() for tokens in segments]
        self._added = True
        self._hash.update(np.array(list(map(len, lines)), dtype="<i8").tobytes())
        self._hash.update(b"".join(lines))

    def hexadecimal(self) -> str:
        """Return the digest of everything that was added, as hexadecimal digits; "" of nothing."""
        return self._hash.hexdigest() if self._added else ""
