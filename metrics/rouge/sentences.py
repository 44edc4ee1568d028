"""The sentences of texts: the lines of a segment, which a line feed inside it separates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.corpus.text import Text, offsets_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Sentences:
    """The sentences of several texts.

    Attributes:
        lines: The sentences of all texts, in order.
        texts: The first sentence of each text, int64, shape (texts + 1,).
    """

    lines: Text
    texts: NDArray[np.int64]

    def of_texts(self, start: int, stop: int) -> Sentences:
        """Return the sentences of the texts from `start` to before `stop`."""
        texts = self.texts[start : stop + 1]
        return Sentences(self.lines[int(texts[0]) : int(texts[-1])], texts - texts[0])


def split_sentences(text: Text) -> Sentences:
    r"""Split segments at line feeds.

    >>> found = split_sentences(Text.from_lines(["a\nb c", "d"]))
    >>> list(found.lines), found.texts.tolist()
    (['a', 'b c', 'd'], [0, 2, 3])
    """
    starts, ends = text.starts, text.ends
    feeds = np.flatnonzero(np.frombuffer(text.data, dtype=np.uint8) == ord("\n"))
    first = np.searchsorted(feeds, starts)
    inside = np.searchsorted(feeds, ends) - first
    texts = offsets_of(inside + 1)
    places = np.repeat(first - offsets_of(inside)[:-1], inside) + np.arange(inside.sum())
    is_first = np.zeros(texts[-1], dtype=bool)
    is_first[texts[:-1]] = True
    sentence_starts = np.empty(texts[-1], dtype=np.int64)
    sentence_starts[is_first] = starts
    sentence_starts[~is_first] = feeds[places] + 1
    is_last = np.roll(is_first, -1)
    sentence_ends = np.empty(texts[-1], dtype=np.int64)
    sentence_ends[is_last] = ends
    sentence_ends[~is_last] = feeds[places]
    return Sentences(Text(text.data, sentence_starts, sentence_ends), texts)


def has_sentences(text: object) -> bool:
    """Whether a segment of a text contains a line feed; token lists have one sentence each."""
    if not isinstance(text, Text) or b"\n" not in text.data:
        return False
    feeds = np.flatnonzero(np.frombuffer(text.data, dtype=np.uint8) == ord("\n"))
    return bool((np.searchsorted(feeds, text.ends) > np.searchsorted(feeds, text.starts)).any())
