"""The pure-Python twin of the compiled kernel: the same contract, readable, slower.

The contract, which `_kernel.pyi` repeats as types:

- Texts arrive as UTF-8 bytes with 64-bit start and end offsets of every line.
- Token ids are unsigned 32-bit, segment offsets signed 64-bit, both as `bytes` in native order.
- N-grams are compared token by token; no hash stands in for one.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

Ngram = tuple[int, ...]

COMPILED_TOKENIZERS: frozenset[str] = frozenset()  # none: every tokenizer runs as Python

UNKNOWN = 0xFFFFFFFF  # the id of a token that a vocabulary does not hold


def pack(lines: Sequence[str]) -> tuple[bytes, bytes]:
    """Encode lines as UTF-8, back to back.

    Returns:
        The text, and the offsets where its lines begin and the last one ends (len(lines) + 1).

    Raises:
        TypeError: An element is not a string; `args` holds (index, type name).
        UnicodeEncodeError: A line holds a lone surrogate.
    """
    parts: list[bytes] = []
    offsets = array("q", [0])
    for index, line in enumerate(lines):
        if not isinstance(line, str):
            raise TypeError(index, type(line).__name__)
        part = line.encode("utf-8")
        parts.append(part)
        offsets.append(offsets[-1] + len(part))
    return b"".join(parts), offsets.tobytes()


class Vocabulary:
    """Tokens numbered in the order of their first occurrence."""

    __slots__ = ("_ids", "_tokens")

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        self._tokens: list[str] = []

    def __len__(self) -> int:
        return len(self._tokens)

    def token(self, token_id: int) -> str:
        """Return the token with this id."""
        return self._tokens[token_id]

    def tokens(self) -> list[str]:
        """Return all tokens, in the order of their ids."""
        return list(self._tokens)

    def _intern(self, token: str) -> int:
        token_id = self._ids.setdefault(token, len(self._tokens))
        if token_id == len(self._tokens):
            self._tokens.append(token)
        return token_id

    def encode_tokens(self, segments: Sequence[Sequence[str]]) -> tuple[bytes, bytes]:
        """Number the tokens of every segment, adding new ones.

        Returns:
            The ids of all tokens, and the offsets of the segments in them (len(segments) + 1).

        Raises:
            TypeError: Something is not a list or tuple of strings; `args` holds
                (segment index, token index or -1, type name).
        """
        ids = array("I")
        offsets = array("q", [0])
        for index, segment in enumerate(segments):
            if not isinstance(segment, (list, tuple)):
                raise TypeError(index, -1, type(segment).__name__)
            for position, token in enumerate(segment):
                if not isinstance(token, str):
                    raise TypeError(index, position, type(token).__name__)
                token.encode("utf-8")  # a lone surrogate is refused here as in the compiled kernel
                ids.append(self._intern(token))
            offsets.append(len(ids))
        return ids.tobytes(), offsets.tobytes()

    def encode_text(
        self, text: Any, starts: Any, ends: Any, tokenizer: str, fold_ascii: bool
    ) -> tuple[bytes, bytes]:
        """Refuse, as the compiled kernel does with tokenizers that are not compiled.

        Raises:
            ValueError: Always.
        """
        raise ValueError(f"no tokenizer named '{tokenizer}' is compiled")

    def map_from(self, other: Vocabulary, add: bool) -> bytes:
        """Return for each id of `other` the id here; tokens not here are added or `UNKNOWN`."""
        if add:
            return array("I", [self._intern(token) for token in other._tokens]).tobytes()
        return array("I", [self._ids.get(token, UNKNOWN) for token in other._tokens]).tobytes()


class NgramTable:
    """N-grams numbered as nodes: the tokens of a vocabulary first, then the longer ones.

    A node is a prefix node and one more token, so that the prefixes of every n-gram in the table
    are in it too.
    """

    __slots__ = ("_counts", "_nodes", "_prefixes", "_tokens")

    def __init__(self, vocabulary_size: int) -> None:
        self._nodes: dict[tuple[int, int], int] = {}
        self._prefixes = array("I", [UNKNOWN]) * vocabulary_size
        self._tokens = array("I", range(vocabulary_size))
        self._counts = array("I", [0]) * vocabulary_size

    def __len__(self) -> int:
        return len(self._counts)

    def count(
        self,
        ids: Any,
        offsets: Any,
        max_order: int,
        prune: bool = False,
        always_extended: int = UNKNOWN,
    ) -> None:
        """Add the n-grams of orders 1 to `max_order` of every segment, order by order.

        Args:
            ids: Token ids of all segments, uint32.
            offsets: Where the segments begin in `ids`, int64.
            max_order: The highest order, at least 1.
            prune: Leave out n-grams whose prefix occurs once: they occur once themselves.
            always_extended: A token whose bigrams are kept even so.
        """
        ids, offsets = array("I", bytes(ids)), array("q", bytes(offsets))
        starts: list[tuple[int, int, int]] = []
        for start, end in pairwise(offsets):
            starts.extend((position, ids[position], end) for position in range(start, end))
        for _, token, _ in starts:
            self._counts[token] += 1
        for order in range(2, max_order + 1):
            longer = []
            for position, prefix, end in starts:
                if position + order > end:
                    continue
                if prune and self._counts[prefix] == 1 and prefix != always_extended:
                    continue
                longer.append((position, self._extend(prefix, ids[position + order - 1]), end))
            for _, node, _ in longer:
                self._counts[node] += 1
            starts = longer

    def _extend(self, prefix: int, token: int) -> int:
        node = self._nodes.setdefault((prefix, token), len(self._counts))
        if node == len(self._counts):
            self._prefixes.append(prefix)
            self._tokens.append(token)
            self._counts.append(0)
        return node

    def insert(self, ngram: Sequence[int]) -> int:
        """Return the node of an n-gram, adding it and its prefixes where they are missing."""
        node = ngram[0]
        for token in ngram[1:]:
            node = self._extend(node, token)
        return node

    def find(self, ngram: Sequence[int]) -> int:
        """Return the node of an n-gram, or `UNKNOWN`."""
        node = ngram[0] if ngram[0] < len(self._counts) else UNKNOWN
        for token in ngram[1:]:
            node = self._nodes.get((node, token), UNKNOWN)
        return node

    def nodes(self) -> tuple[bytes, bytes, bytes]:
        """Return prefix nodes, last tokens and counts of all nodes, uint32 each."""
        return self._prefixes.tobytes(), self._tokens.tobytes(), self._counts.tobytes()


def match(
    hypothesis_ids: Any,
    hypothesis_offsets: Any,
    reference_ids: Any,
    reference_offsets: Any,
    segment_offsets: Any,
    max_order: int,
    vocabulary_size: int,
    table: NgramTable | None = None,
    weights: Any = None,
    mapping: Any = None,
) -> tuple[bytes, bytes]:
    """Count the clipped matches of every segment and order.

    A match is clipped to the highest count of the n-gram in any one reference of its segment.

    Args:
        hypothesis_ids: Token ids of the hypotheses, uint32.
        hypothesis_offsets: Where each hypothesis begins, int64, segments + 1.
        reference_ids: Token ids of the references, uint32, of the same vocabulary.
        reference_offsets: Where each reference begins in `reference_ids`, int64.
        segment_offsets: Where the references of each segment begin, int64, segments + 1.
        max_order: The highest order, at least 1.
        vocabulary_size: An upper bound of all ids.
        table: N-grams that carry weights; needs `weights` and `mapping`.
        weights: The weight of every node of `table`, float64.
        mapping: The table's token for each token id here, uint32, `UNKNOWN` for none.

    Returns:
        Matches, int64, and the sums of the weights of the matched n-grams, float64 (empty without
        a table), both of shape (segments, max_order).
    """
    hypothesis_ids = array("I", bytes(hypothesis_ids))
    hypothesis_offsets = array("q", bytes(hypothesis_offsets))
    reference_ids = array("I", bytes(reference_ids))
    reference_offsets = array("q", bytes(reference_offsets))
    segment_offsets = array("q", bytes(segment_offsets))
    if table is not None:
        weights = array("d", bytes(weights))
        mapping = array("I", bytes(mapping))
    matches = array("q")
    weighted = array("d")
    for segment in range(len(hypothesis_offsets) - 1):
        tokens = hypothesis_ids[hypothesis_offsets[segment] : hypothesis_offsets[segment + 1]]
        references = [
            reference_ids[reference_offsets[index] : reference_offsets[index + 1]]
            for index in range(segment_offsets[segment], segment_offsets[segment + 1])
        ]
        for order in range(1, max_order + 1):
            highest: Counter[Ngram] = Counter()
            for reference in references:
                highest |= _ngrams(reference, order)
            matched = 0
            weight = 0.0
            for ngram, occurrences in _ngrams(tokens, order).items():
                clipped = min(occurrences, highest[ngram])
                matched += clipped
                if clipped and table is not None:
                    node = table.find([mapping[token] for token in ngram])
                    weight += clipped * weights[node] if node != UNKNOWN else 0.0
            matches.append(matched)
            weighted.append(weight)
    return matches.tobytes(), weighted.tobytes() if table is not None else b""


def _ngrams(tokens: Sequence[int], order: int) -> Counter[Ngram]:
    return Counter(tuple(tokens[start : start + order]) for start in range(len(tokens) - order + 1))
