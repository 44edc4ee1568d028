"""The pure-Python twin of the compiled kernel: the same contract, readable, slower.

The contract, which `_kernel.pyi` repeats as types:

- Texts arrive as UTF-8 bytes with 64-bit start and end offsets of every line.
- Token ids are unsigned 32-bit, segment offsets signed 64-bit, both as `bytes` in native order.
- N-grams are compared token by token, never by their hashes alone.
"""

from __future__ import annotations

import functools
import math
import operator
from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, get_args

from tallystick.metrics.tokenizers.folding import fold
from tallystick.metrics.tokenizers.protocol import Lowercase

Ngram = tuple[int, ...]

COMPILED_TOKENIZERS: frozenset[str] = frozenset()  # all tokenizers run as Python

UNKNOWN = 0xFFFFFFFF  # the id of a token that is not in a vocabulary


def types(objects: Sequence[object]) -> set[type]:
    """Return the set of the types of objects."""
    return set(map(type, objects))


def pack(lines: Sequence[str]) -> tuple[bytes, bytes]:
    """Return lines as concatenated UTF-8, and the offsets of the lines and of the end.

    Raises TypeError(index, type name) for an element that is not a string.
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
        if not 0 <= token_id < len(self._tokens):
            raise IndexError(f"no token has the id {token_id}")
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
        """Number the tokens of every segment, adding new ones; return all ids and the offsets.

        Raises TypeError(segment, token or -1, type name) for anything but lists and tuples of
        strings.
        """
        ids = array("I")
        offsets = array("q", [0])
        for index, segment in enumerate(segments):
            if not isinstance(segment, (list, tuple)):
                raise TypeError(index, -1, type(segment).__name__)
            for position, token in enumerate(segment):
                if not isinstance(token, str):
                    raise TypeError(index, position, type(token).__name__)
                token.encode("utf-8")  # refuses a lone surrogate, as the compiled kernel does
                ids.append(self._intern(token))
            offsets.append(len(ids))
        return ids.tobytes(), offsets.tobytes()

    def encode_text(
        self,
        text: Any,
        starts: Any,
        ends: Any,
        tokenizer: str,
        fold_ascii: bool,
        folded: bool = False,
    ) -> tuple[bytes, bytes]:
        """Raise ValueError, as the compiled kernel does for tokenizers that are not compiled.

        With `folded`, the lines are as the rules of the tokenizer left them up to case folding.
        """
        raise ValueError(f"no tokenizer named '{tokenizer}' is compiled")

    def map_from(self, other: Vocabulary, add: bool) -> bytes:
        """Return for each id of `other` the id here; tokens not here are added or `UNKNOWN`."""
        if add:
            return array("I", [self._intern(token) for token in other._tokens]).tobytes()
        return array("I", [self._ids.get(token, UNKNOWN) for token in other._tokens]).tobytes()

    def renumber(self, other: Vocabulary, ids: Any, lowercase: Lowercase) -> bytes:
        """Return the ids here of tokens of `other`, adding new ones.

        Their case is folded first: "none", "ascii" (A-Z) or "unicode" (as `str.lower`).
        """
        if lowercase not in get_args(Lowercase):
            raise ValueError(f"lowercase is '{lowercase}'; expected none, ascii or unicode")
        tokens = array("I", bytes(ids))
        if tokens and max(tokens) >= len(other):
            raise ValueError(f"ids are not uint32 below {len(other)}")
        folded = {
            token: self._intern(fold(other._tokens[token], lowercase))
            for token in dict.fromkeys(tokens)
        }
        return array("I", [folded[token] for token in tokens]).tobytes()


class NgramTable:
    """N-grams numbered as nodes: the tokens of a vocabulary first, then the longer ones.

    A node consists of a prefix node and one more token. The table therefore contains all prefixes
    of its n-grams. The tokens are distributed among branches; an n-gram belongs to the branch of
    its first token, and the longer n-grams are numbered branch by branch.
    """

    __slots__ = ("_branches", "_counted", "_token_counts")

    def __init__(self, vocabulary_size: int, branches: int = 1) -> None:
        self._token_counts = [0] * vocabulary_size
        self._branches: list[dict[Ngram, int]] = [{} for _ in range(branches)]
        self._counted: set[int] = set()

    def __len__(self) -> int:
        return len(self._token_counts) + sum(map(len, self._branches))

    def count(
        self,
        ids: Any,
        offsets: Any,
        max_order: int,
        prune: bool = False,
        empty: int = UNKNOWN,
        branch: int = 0,
        nodes: Any = None,
    ) -> None:
        """Add the n-grams of one branch, orders 1 to `max_order`, of every segment.

        With `prune`, n-grams whose prefix occurs once are omitted, as they also occur once. The
        token `empty` is treated as the empty n-gram if it is a prefix: its bigrams are kept. Each
        branch is counted once.

        If `nodes` is given, a writable array of uint32 of shape (max_order, ids), the node in the
        branch of every n-gram is written where it starts; `number` makes the nodes global.
        """
        if branch in self._counted:
            raise ValueError(
                "every branch of an n-gram table counts once, with max_order 1 or more"
            )
        self._counted.add(branch)
        ids, offsets = array("I", bytes(ids)), array("q", bytes(offsets))
        written = None if nodes is None else _flat(nodes)
        if written is not None and len(written) != max_order * len(ids):
            raise ValueError("nodes does not hold one uint32 for every order and id")
        counts = self._branches[branch]
        starts = [
            (position, end)
            for start, end in pairwise(offsets)
            for position in range(start, end)
            if ids[position] % len(self._branches) == branch
        ]
        for position, _ in starts:
            self._token_counts[ids[position]] += 1
            if written is not None:
                written[position] = ids[position]
        for order in range(2, max_order + 1):
            longer = []
            for position, end in starts:
                prefix = tuple(ids[position : position + order - 1])
                once = self._count_of(prefix) == 1 and prefix != (empty,)
                if position + order <= end and not (prune and once):
                    longer.append((position, end))
            for position, _ in longer:
                ngram = tuple(ids[position : position + order])
                counts[ngram] = counts.get(ngram, 0) + 1
            if written is not None:
                numbers = {ngram: len(self._token_counts) + n for n, ngram in enumerate(counts)}
                for position, _ in longer:
                    ngram = tuple(ids[position : position + order])
                    written[(order - 1) * len(ids) + position] = numbers[ngram]
            starts = longer

    def number(self, nodes: Any, max_order: int) -> None:
        """Replace the nodes that all branches have counted by their numbers in the whole table."""
        numbers = _flat(nodes)
        if max_order < 1 or len(numbers) % max_order:
            raise ValueError("nodes does not hold one uint32 for every order and id")
        before = [sum(map(len, self._branches[:number])) for number in range(len(self._branches))]
        tokens = len(numbers) // max_order
        for position in range(tokens, len(numbers)):
            if numbers[position] != UNKNOWN:
                numbers[position] += before[numbers[position % tokens] % len(before)]

    def locate(self, ids: Any, offsets: Any, max_order: int, mapping: Any) -> bytes:
        """Return the node of the n-gram of every order that starts at each token, or `UNKNOWN`.

        The array is uint32, of shape (orders, ids); no n-gram of a higher order is known.
        `mapping` has the table's id of each token id, or `UNKNOWN`.
        """
        ids, offsets = array("I", bytes(ids)), array("q", bytes(offsets))
        mapping = array("I", bytes(mapping))
        size = len(self._token_counts)
        if max_order < 1 or any(size <= token != UNKNOWN for token in mapping):
            raise ValueError("max_order is below 1, or mapping does not fit the table")
        mapped = [mapping[token] for token in ids]
        numbers = self._numbers()
        rows = [array("I", mapped)]
        while len(rows) < max_order and any(node != UNKNOWN for node in rows[-1]):
            order = len(rows) + 1
            rows.append(array("I", [UNKNOWN]) * len(ids))
            for start, end in pairwise(offsets):
                for position in range(start, end - order + 1):
                    ngram = tuple(mapped[position : position + order])
                    rows[-1][position] = numbers.get(ngram, UNKNOWN)
        return b"".join(row.tobytes() for row in rows)

    def _count_of(self, ngram: Ngram) -> int:
        if len(ngram) == 1:
            return self._token_counts[ngram[0]]
        return self._branches[ngram[0] % len(self._branches)][ngram]

    def insert(self, ngram: Sequence[int]) -> int:
        """Return the node of an n-gram; add the n-gram and its prefixes if they are missing."""
        if len(self._branches) > 1:
            raise ValueError("only a table of one branch takes single n-grams")
        for token in ngram:
            if not 0 <= token < len(self._token_counts):
                raise ValueError(f"no token has the id {token}")
        for order in range(2, len(ngram) + 1):
            self._branches[0].setdefault(tuple(ngram[:order]), 0)
        return self.find(ngram)

    def find(self, ngram: Sequence[int]) -> int:
        """Return the node of an n-gram, or `UNKNOWN`."""
        if not ngram:
            raise ValueError("an n-gram has at least one token")
        for token in ngram:
            if token < 0:
                raise ValueError(f"no token has the id {token}")
        if len(ngram) == 1:
            return ngram[0] if ngram[0] < len(self._token_counts) else UNKNOWN
        return self._numbers().get(tuple(ngram), UNKNOWN)

    def _numbers(self) -> dict[Ngram, int]:
        longer = (ngram for branch in self._branches for ngram in branch)
        return {ngram: len(self._token_counts) + number for number, ngram in enumerate(longer)}

    def ratios(self, total: float, empty: int) -> bytearray:
        """Return the ratio of the count of every node's prefix to its own count, float64.

        The prefix of a token is the empty n-gram, which occurs `total` times; the token `empty` is
        treated as the empty n-gram if it is a prefix. A token that does not occur has the ratio 1;
        any other n-gram that does not occur is treated as occurring once.
        """
        ratios = array("d", [total / count if count else 1.0 for count in self._token_counts])
        for ngram in self._numbers():
            prefix = ngram[:-1]
            whole = total if prefix == (empty,) else self._count_of(prefix)
            ratios.append(whole / max(self._count_of(ngram), 1))
        return bytearray(ratios.tobytes())

    def logarithms(self, total: float, empty: int) -> bytearray:
        """Return the logarithms of the ratios, rounded as in `math.log(ratio, 2)`, float64."""
        ratios = array("d", bytes(self.ratios(total, empty)))
        return bytearray(array("d", [math.log(ratio, 2) for ratio in ratios]).tobytes())

    def nodes(self) -> tuple[bytes, bytes, bytes]:
        """Return prefix nodes, last tokens and counts of all nodes, uint32 each."""
        numbers = self._numbers()
        prefixes = array("I", [UNKNOWN]) * len(self._token_counts)
        tokens = array("I", range(len(self._token_counts)))
        counts = array("I", self._token_counts)
        for ngram in numbers:
            prefixes.append(ngram[0] if len(ngram) == 2 else numbers[ngram[:-1]])
            tokens.append(ngram[-1])
            counts.append(self._count_of(ngram))
        return prefixes.tobytes(), tokens.tobytes(), counts.tobytes()


def match(
    hypothesis_ids: Any,
    hypothesis_offsets: Any,
    reference_ids: Any,
    reference_offsets: Any,
    segment_offsets: Any,
    max_order: int,
    vocabulary_size: int,
    weights: Any = None,
    nodes: Any = None,
    separately: bool = False,
    others: Any = None,
    compensated: bool = False,
) -> tuple[bytes, bytes, bytes]:
    """Return clipped matches, and sums of the weights of the matched n-grams.

    All have shape (segments, max_order), int64 and float64; there are no sums without weights. The
    matches of an n-gram are clipped to its maximum count in any one reference of the segment. With
    `separately`, every reference is matched by itself, and the shape is (references, max_order).

    `segment_offsets` are those of the first reference of each segment; `weights` has the weight of
    every node of a table; `nodes` has the node of the n-gram of each order that starts at each
    token of the references, uint32 of shape (orders, tokens). The third array contains the sums of
    the weights in `others`, if given, which are added with Neumaier's correction if `compensated`.
    """
    hypothesis_ids = array("I", bytes(hypothesis_ids))
    hypothesis_offsets = array("q", bytes(hypothesis_offsets))
    reference_ids = array("I", bytes(reference_ids))
    reference_offsets = array("q", bytes(reference_offsets))
    segment_offsets = array("q", bytes(segment_offsets))
    weights = None if weights is None else array("d", bytes(weights))
    others = None if others is None else array("d", bytes(others))
    add_others = _compensated_sum if compensated else _plain_sum
    matches, weighted, other_sums = array("q"), array("d"), array("d")
    for segment in range(len(hypothesis_offsets) - 1):
        tokens = hypothesis_ids[hypothesis_offsets[segment] : hypothesis_offsets[segment + 1]]
        whole = range(segment_offsets[segment], segment_offsets[segment + 1])
        for references in ([one] for one in whole) if separately else [whole]:
            for order in range(1, max_order + 1):
                highest: Counter[Ngram] = Counter()
                places: dict[Ngram, int] = {}
                for index in references:
                    start, end = reference_offsets[index], reference_offsets[index + 1]
                    highest |= _ngrams(reference_ids[start:end], order)
                    for place in range(start, end - order + 1):
                        places[tuple(reference_ids[place : place + order])] = place
                matched = _ngrams(tokens, order) & highest
                matches.append(matched.total())
                if weights is None:
                    continue
                rows = memoryview(nodes)
                terms = [
                    (clipped, rows[order - 1, places[ngram]])
                    for ngram, clipped in matched.items()
                    if order <= len(rows)
                ]
                terms = [(clipped, node) for clipped, node in terms if node < len(weights)]
                weighted.append(_plain_sum([clipped * weights[node] for clipped, node in terms]))
                if others is not None:
                    other_sums.append(
                        add_others([clipped * others[node] for clipped, node in terms])
                    )
    return matches.tobytes(), weighted.tobytes(), other_sums.tobytes()


def _flat(numbers: Any) -> memoryview:
    """Return the memory of an array of uint32 of any shape."""
    view = memoryview(numbers)
    return view.cast("B").cast("I") if view.nbytes else memoryview(b"").cast("I")


def _plain_sum(numbers: Sequence[float]) -> float:
    return functools.reduce(operator.add, numbers, 0.0)  # sum() compensates from 3.12 on


def _compensated_sum(numbers: Sequence[float]) -> float:
    """Add finite numbers with Neumaier's correction, as Python's `sum` does from 3.12 on.

    A. Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen",
    Zeitschrift fuer angewandte Mathematik und Mechanik 54, 1974.

    >>> _compensated_sum([0.1] * 10), _compensated_sum([1.0, 1e100, 1.0, -1e100])
    (1.0, 2.0)
    """
    total = lost = 0.0
    for number in numbers:
        rounded = total + number
        larger, smaller = (total, number) if abs(total) >= abs(number) else (number, total)
        lost += (larger - rounded) + smaller
        total = rounded
    return total + lost


def _ngrams(tokens: Sequence[int], order: int) -> Counter[Ngram]:
    return Counter(tuple(tokens[start : start + order]) for start in range(len(tokens) - order + 1))


def draw_counts(key: bytes, start: int, stop: int, units: int) -> bytes:
    """Return how often each unit is drawn in the resamples from `start` to `stop`, in int16 rows.

    Every resample reads its own section of the stream of NumPy's Philox with this key of 16 bytes.
    """
    import numpy as np

    words = _words(key, start, stop, units, units)
    # 53 bits make a float in [0, 1) exactly; its product with the number of units is below it
    fractions = (words[:, :units] >> np.uint64(11)).astype(np.float64) * 2.0**-53
    places = (fractions * units).astype(np.int64) + units * np.arange(stop - start)[:, np.newaxis]
    counts = np.bincount(places.ravel(), minlength=(stop - start) * units)
    return counts.astype(np.int16).tobytes()


def draw_exchanges(key: bytes, start: int, stop: int, units: int) -> bytes:
    """Return 1 for each unit that two systems exchange in a resample, else 0, in int16 rows.

    A unit takes one bit of the stream.
    """
    import numpy as np

    words = _words(key, start, stop, units, -(-units // 64))
    # the order of bytes within a word must not depend on the machine
    as_bytes = words.astype("<u8").view(np.uint8)
    bits = np.unpackbits(as_bytes, axis=1, count=units, bitorder="little")
    return bits.astype(np.int16).tobytes()


def _words(key: bytes, start: int, stop: int, units: int, words_each: int) -> Any:
    """Return at least so many random words of each resample, shape (stop - start, words)."""
    import numpy as np

    if len(key) != 16 or units < 1 or not 0 <= start <= stop:
        raise ValueError(
            "the key has 16 bytes, units is at least 1, and start is at least 0 and at most stop"
        )
    blocks = -(-words_each // 4)  # a step of Philox's counter yields four words of 64 bits
    generator: Any = np.random.Philox(key=int.from_bytes(key, "little"))
    generator.advance(blocks * start)
    return generator.random_raw((stop - start) * blocks * 4).reshape(stop - start, blocks * 4)


def weighted_sums(numbers: Any, weights: Any, units: int) -> bytes:
    """Return the sum of the products of each row of numbers with each row of weights, int32.

    Rows are `units` int16. The shape is (rows of numbers, rows of weights). Sums that do not fit
    into 32 bits are taken modulo 2^32.
    """
    import numpy as np

    if units < 1 or any(memoryview(rows).nbytes % (2 * units) for rows in (numbers, weights)):
        raise ValueError("numbers and weights are not rows of `units` int16")
    rows = [np.frombuffer(one, np.int16).reshape(-1, units) for one in (numbers, weights)]
    # float64 adds up 2^23 units exactly, whatever their values, and BLAS is much faster than int64
    sums = rows[0].astype(np.float64) @ rows[1].T.astype(np.float64)
    return sums.astype(np.int64).astype(np.int32).tobytes()
