"""Clipped matches of one segment, without the arrays that only pay for many."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tallystick.metrics.encoding import encode_lines
from tallystick.metrics.ngrams import kernel
from tallystick.metrics.text import Text

if TYPE_CHECKING:
    from tallystick.metrics.tokenizers import Lowercase, Tokenizer


@dataclass(frozen=True, slots=True)
class OneSegment:
    """Clipped matches and lengths of one segment.

    Attributes:
        matches: Clipped matches of each order.
        hypothesis_length: Tokens of the hypothesis.
        reference_lengths: Tokens of each reference.
    """

    matches: list[int]
    hypothesis_length: int
    reference_lengths: list[int]

    @property
    def totals(self) -> list[int]:
        """The n-grams of the hypothesis of each order."""
        return [max(self.hypothesis_length - shorter, 0) for shorter in range(len(self.matches))]

    @property
    def closest_length(self) -> int:
        """The length of the closest reference; ties go to the shorter one."""
        return min(
            self.reference_lengths, key=lambda other: (abs(self.hypothesis_length - other), other)
        )


def match_segment(
    hypothesis: str,
    references: Sequence[str],
    tokenizer: Tokenizer,
    lowercase: Lowercase,
    order: int,
) -> OneSegment:
    """Count one segment.

    Args:
        hypothesis: A line of text.
        references: Its references; without any, nothing matches.
        tokenizer: The tokenizer.
        lowercase: The case folding.
        order: The highest order, at least 1.

    Raises:
        InputError: A line contains a lone surrogate.

    >>> from tallystick.metrics import tokenizer_named
    >>> match_segment("a b c", ["a b", "a b d e"], tokenizer_named("none"), "none", 2)
    OneSegment(matches=[2, 1], hypothesis_length=3, reference_lengths=[2, 4])
    """
    ids, offsets, size = _encode([hypothesis, *references], tokenizer, lowercase)
    view = memoryview(offsets)
    lengths = [end - start for start, end in pairwise(view.cast("q").tolist())]
    matches, *_ = kernel.match(
        ids, view[:16], ids, view[8:], struct.pack("2q", 0, len(references)), order, size
    )
    return OneSegment(memoryview(matches).cast("q").tolist(), lengths[0], lengths[1:])


def _encode(lines: list[str], tokenizer: Tokenizer, lowercase: Lowercase) -> tuple[Any, Any, int]:
    """Return the token ids of lines, where each line begins in them, and how many ids there are."""
    vocabulary = kernel.Vocabulary()
    try:
        ids, bounds = encode_lines(lines, vocabulary, tokenizer, lowercase)
    except UnicodeEncodeError:
        Text.from_lines(lines)  # says which line holds what, and how to fix it
        raise
    return ids, bounds, len(vocabulary)
