"""The pure-Python twin of the compiled kernel: the same contract, readable, slower.

The contract, which `_kernel.pyi` repeats as types:

- Texts arrive as UTF-8 bytes with 64-bit start and end offsets of every line.
- Token ids are unsigned 32-bit, segment offsets signed 64-bit, both as `bytes` in native order.
- N-grams are compared token by token, never by their hashes alone.

Loops over tokens run inside functions of Python that are written in C, such as `zip` and `map`.
"""

from __future__ import annotations

import functools
import math
import operator
import threading
from array import array
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, count, pairwise, repeat
from typing import Any, get_args

from tallystick.metrics.tokenizers.folding import fold
from tallystick.metrics.tokenizers.protocol import Lowercase

COMPILED_TOKENIZERS: frozenset[str] = frozenset()  # all tokenizers run as Python

UNKNOWN = 0xFFFFFFFF  # the id of a token that is not in a vocabulary


def types(objects: Sequence[object]) -> set[type]:
    """Return the set of the types of objects."""
    return set(map(type, objects))


def pack(lines: Sequence[str]) -> tuple[bytes, bytes]:
    """Return lines as concatenated UTF-8, and the offsets of the lines and of the end.

    Raises TypeError(index, type name) for an element that is not a string.
    """
    for index, line in enumerate(lines):
        if not isinstance(line, str):
            raise TypeError(index, type(line).__name__)
    parts = [line.encode("utf-8") for line in lines]
    return b"".join(parts), _offsets(parts)


def _offsets(parts: Iterable[bytes | Sequence[str]]) -> bytes:
    return array("q", accumulate(map(len, parts), initial=0)).tobytes()


class _Ids(dict[str, int]):
    """The numbers of tokens; a new token gets the next number."""

    def __init__(self) -> None:
        super().__init__()
        self.tokens: list[str] = []
        self._lock = threading.Lock()

    def __missing__(self, token: str) -> int:
        token.encode("utf-8")  # refuses a lone surrogate, as the compiled kernel does
        with self._lock:
            if token not in self:
                self[token] = len(self.tokens)
                self.tokens.append(token)
        return self[token]


class Vocabulary:
    """Tokens numbered in the order of their first occurrence."""

    __slots__ = ("_ids",)

    def __init__(self) -> None:
        self._ids = _Ids()

    def __len__(self) -> int:
        return len(self._ids.tokens)

    def token(self, token_id: int) -> str:
        """Return the token with this id."""
        if not 0 <= token_id < len(self):
            raise IndexError(f"no token has the id {token_id}")
        return self._ids.tokens[token_id]

    def tokens(self) -> list[str]:
        """Return all tokens, in the order of their ids."""
        return self._ids.tokens.copy()

    def encode_tokens(self, segments: Sequence[Sequence[str]]) -> tuple[bytes, bytes]:
        """Number the tokens of every segment, adding new ones; return all ids and the offsets.

        Raises TypeError(segment, token or -1, type name) for anything but lists and tuples of
        strings.
        """
        for index, segment in enumerate(segments):
            if not isinstance(segment, (list, tuple)):
                raise TypeError(index, -1, type(segment).__name__)
            if not {str}.issuperset(map(type, segment)):
                for position, token in enumerate(segment):
                    if not isinstance(token, str):
                        raise TypeError(index, position, type(token).__name__)
        ids = array("I", map(self._ids.__getitem__, chain.from_iterable(segments)))
        return ids.tobytes(), _offsets(segments)

    def encode_text(
        self,
        text: Any,
        starts: Any,
        ends: Any,
        tokenizer: str,
        lowercase: Lowercase,
    ) -> tuple[bytes, bytes]:
        """Raise ValueError, as the compiled kernel does for tokenizers that are not compiled."""
        raise ValueError(f"no tokenizer named '{tokenizer}' is compiled")

    def map_from(self, other: Vocabulary, add: bool) -> bytes:
        """Return for each id of `other` the id here; tokens not here are added or `UNKNOWN`."""
        if add:
            return array("I", [self._ids[token] for token in other.tokens()]).tobytes()
        return array("I", [self._ids.get(token, UNKNOWN) for token in other.tokens()]).tobytes()

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
            token: self._ids[fold(other.token(token), lowercase)] for token in dict.fromkeys(tokens)
        }
        return array("I", map(folded.__getitem__, tokens)).tobytes()


class _Branch:
    """The longer n-grams of a table that begin with some of the tokens.

    Attributes:
        nodes: The node of each pair of a prefix node and one more token; see `_pair`.
        counts: The number of occurrences of each, in the order of the nodes.
    """

    __slots__ = ("counts", "nodes")

    def __init__(self, vocabulary_size: int) -> None:
        self.nodes = defaultdict[int, int](count(vocabulary_size).__next__)
        self.counts = array("I")

    def add(self, pairs: Iterable[int]) -> list[int]:
        """Return the nodes of pairs, adding new ones, which have no occurrences yet."""
        nodes = [self.nodes[pair] for pair in pairs]
        self.counts.extend(repeat(0, len(self.nodes) - len(self.counts)))
        return nodes


def _pair(prefix: int, token: int) -> int:
    """Return a prefix node and one more token as one number."""
    return prefix << 32 | token


def _split(pairs: Iterable[int]) -> tuple[array[int], array[int]]:
    """Return the prefix nodes and the tokens of pairs."""
    pairs = list(pairs)
    return (
        array("I", [pair >> 32 for pair in pairs]),
        array("I", [pair & 0xFFFFFFFF for pair in pairs]),
    )


class NgramTable:
    """N-grams numbered as nodes: the tokens of a vocabulary first, then the longer ones.

    A node consists of a prefix node and one more token. The table therefore contains all prefixes
    of its n-grams. The tokens are distributed among branches; an n-gram belongs to the branch of
    its first token, and the longer n-grams are numbered branch by branch.
    """

    __slots__ = ("_branches", "_counted", "_token_counts")

    def __init__(self, vocabulary_size: int, branches: int = 1) -> None:
        self._token_counts = array("I", [0]) * vocabulary_size
        self._branches = [_Branch(vocabulary_size) for _ in range(branches)]
        self._counted: set[int] = set()

    def __len__(self) -> int:
        return len(self._token_counts) + sum(len(branch.nodes) for branch in self._branches)

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
        # many n-grams are counted at once, and what uses weights uses NumPy anyway
        import numpy as np

        ids = np.frombuffer(bytes(ids), np.uint32).astype(np.uint64)
        if nodes is not None and memoryview(nodes).nbytes != 4 * max_order * len(ids):
            raise ValueError("nodes does not hold one uint32 for every order and id")
        written = np.frombuffer(b"" if nodes is None else nodes, np.uint32)
        bounds = np.frombuffer(bytes(offsets), np.int64)
        places = np.arange(bounds[0], bounds[-1])
        ends = np.repeat(bounds[1:], np.diff(bounds))
        chosen = ids[places] % len(self._branches) == branch
        places, ends = places[chosen], ends[chosen]
        into = self._branches[branch]
        keys = ids[places]
        for order in range(1, max_order + 1):
            if not len(keys):
                break
            distinct, first, which, occurrences = np.unique(
                keys, return_index=True, return_inverse=True, return_counts=True
            )
            nodes_of = distinct
            counts, before = self._token_counts, 0
            if order > 1:
                by_place = np.argsort(first)
                nodes_of = np.empty_like(distinct)
                nodes_of[by_place] = into.add(distinct[by_place].tolist())
                counts, before = into.counts, len(self._token_counts)
            for node, occurred in zip(nodes_of.tolist(), occurrences.tolist(), strict=True):
                counts[node - before] = occurred
            found = nodes_of[which]
            if nodes is not None:
                written[(order - 1) * len(ids) + places] = found
            longer = places + order < ends
            if prune:
                longer &= (occurrences[which] > 1) | ((found == empty) & (order == 1))
            places, ends = places[longer], ends[longer]
            keys = found[longer] << np.uint64(32) | ids[places + order]

    def number(self, nodes: Any, max_order: int) -> None:
        """Replace the nodes that all branches have counted by their numbers in the whole table."""
        numbers = _flat(nodes)
        if max_order < 1 or len(numbers) % max_order:
            raise ValueError("nodes does not hold one uint32 for every order and id")
        shifts = self._shifts()
        if not any(shifts):
            return
        tokens = len(numbers) // max_order
        for position in range(tokens, len(numbers)):
            if numbers[position] != UNKNOWN:
                numbers[position] += shifts[numbers[position % tokens] % len(shifts)]

    def _shifts(self) -> list[int]:
        """Return the number of longer n-grams in the branches before each one."""
        return [0, *accumulate(len(branch.nodes) for branch in self._branches[:-1])]

    def locate(self, ids: Any, offsets: Any, max_order: int, mapping: Any) -> bytes:
        """Return the node of the n-gram of every order that starts at each token, or `UNKNOWN`.

        The array is uint32, of shape (orders, ids); no n-gram of a higher order is known.
        `mapping` has the table's id of each token id, or `UNKNOWN`.
        """
        ids, mapping = array("I", bytes(ids)), array("I", bytes(mapping))
        size = len(self._token_counts)
        if max_order < 1 or any(size <= token != UNKNOWN for token in mapping):
            raise ValueError("max_order is below 1, or mapping does not fit the table")
        mapped = array("I", map(mapping.__getitem__, ids))
        shifts = self._shifts()
        rows = [mapped]
        found = [
            (place, end, mapped[place])
            for place, end in _places(offsets)
            if mapped[place] != UNKNOWN
        ]
        for order in range(1, max_order):
            longer = []
            for place, end, node in found:
                branch = mapped[place] % len(self._branches)
                if place + order < end:
                    pair = _pair(node, mapped[place + order])
                    longer.append((place, end, self._branches[branch].nodes.get(pair, UNKNOWN)))
            found = [one for one in longer if one[2] != UNKNOWN]
            if not found:
                break
            rows.append(array("I", [UNKNOWN]) * len(ids))
            for place, _, node in found:
                rows[-1][place] = node + shifts[mapped[place] % len(shifts)]
        return b"".join(row.tobytes() for row in rows)

    def insert(self, ngram: Sequence[int]) -> int:
        """Return the node of an n-gram; add the n-gram and its prefixes if they are missing."""
        if len(self._branches) > 1:
            raise ValueError("only a table of one branch takes single n-grams")
        for token in ngram:
            if not 0 <= token < len(self._token_counts):
                raise ValueError(f"no token has the id {token}")
        node = self.find(ngram[:1])
        for token in ngram[1:]:
            [node] = self._branches[0].add([_pair(node, token)])
        return node

    def find(self, ngram: Sequence[int]) -> int:
        """Return the node of an n-gram, or `UNKNOWN`."""
        if not ngram:
            raise ValueError("an n-gram has at least one token")
        for token in ngram:
            if token < 0:
                raise ValueError(f"no token has the id {token}")
        if ngram[0] >= len(self._token_counts):
            return UNKNOWN
        node, number = ngram[0], ngram[0] % len(self._branches)
        for token in ngram[1:]:
            node = self._branches[number].nodes.get(_pair(node, token), UNKNOWN)
        longer = len(ngram) > 1 and node != UNKNOWN
        return node + self._shifts()[number] if longer else node

    def ratios(self, total: float, empty: int) -> bytearray:
        """Return the ratio of the count of every node's prefix to its own count, float64.

        The prefix of a token is the empty n-gram, which occurs `total` times; the token `empty` is
        treated as the empty n-gram if it is a prefix. A token that does not occur has the ratio 1;
        any other n-gram that does not occur is treated as occurring once.
        """
        size = len(self._token_counts)
        ratios = array("d", [total / count if count else 1.0 for count in self._token_counts])
        for branch in self._branches:
            prefixes: list[float] = [*self._token_counts, *branch.counts]
            if empty < size:
                prefixes[empty] = total
            pairs = zip(_split(branch.nodes)[0], branch.counts, strict=True)
            ratios.extend([prefixes[prefix] / (count or 1) for prefix, count in pairs])
        return bytearray(ratios.tobytes())

    def logarithms(self, total: float, empty: int) -> bytearray:
        """Return the logarithms of the ratios, rounded as in `math.log(ratio, 2)`, float64."""
        ratios = array("d", bytes(self.ratios(total, empty)))
        return bytearray(array("d", [math.log(ratio, 2) for ratio in ratios]).tobytes())

    def nodes(self) -> tuple[bytes, bytes, bytes]:
        """Return prefix nodes, last tokens and counts of all nodes, uint32 each."""
        size = len(self._token_counts)
        prefixes = array("I", [UNKNOWN]) * size
        tokens = array("I", range(size))
        counts = array("I", self._token_counts)
        for branch, shift in zip(self._branches, self._shifts(), strict=True):
            before, last = _split(branch.nodes)
            prefixes.extend([node + shift * (node >= size) for node in before])
            tokens.extend(last)
            counts.extend(branch.counts)
        return prefixes.tobytes(), tokens.tobytes(), counts.tobytes()


def _places(offsets: Any) -> Iterator[tuple[int, int]]:
    """Yield the place of every token, and where its segment ends."""
    for start, end in pairwise(array("q", bytes(offsets))):
        yield from ((place, end) for place in range(start, end))


def _flat(numbers: Any) -> memoryview:
    """Return the memory of an array of uint32 of any shape."""
    view = memoryview(numbers)
    return view.cast("B").cast("I") if view.nbytes else memoryview(b"").cast("I")


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
    hypotheses = _segments(hypothesis_ids, hypothesis_offsets)
    references = _segments(reference_ids, reference_offsets)
    starts = array("q", bytes(reference_offsets))
    spans = list(pairwise(array("q", bytes(segment_offsets))))
    if separately:
        repeated = zip(hypotheses, spans, strict=True)
        hypotheses = [one for one, span in repeated for _ in range(*span)]
        spans = [(one, one + 1) for span in spans for one in range(*span)]
    at_places = _by_place(weights, nodes)
    others_at_places = _by_place(None if weights is None else others, nodes)
    add_others = _compensated_sum if compensated else _plain_sum
    matches = array("q", [0]) * (max_order * len(spans))
    weighted = array("d", [0.0] * (0 if weights is None else len(matches)))
    other_sums = array("d", [0.0] * (0 if weights is None or others is None else len(matches)))
    for number, (hypothesis, (first, last)) in enumerate(zip(hypotheses, spans, strict=True)):
        suffixes: list[list[Sequence[int]]] = [[] for _ in range(first, last + 1)]
        for order in range(1, max_order + 1):
            for tokens, own in zip((hypothesis, *references[first:last]), suffixes, strict=True):
                own.append(tokens[order - 1 :])
            ngrams, *compared = map(_ngrams, suffixes)
            places: dict[Any, int] = {}
            if order <= len(at_places):
                for one, start in zip(compared, starts[first:last], strict=True):
                    places.update(zip(one, count(start), strict=False))
            clipped = _clip(ngrams, compared, places or set().union(*compared))
            if not clipped:
                break
            at = number * max_order + order - 1
            matches[at] = sum(clipped.values())
            if order <= len(at_places):
                weighted[at] = _plain_sum(_terms(clipped, places, at_places[order - 1]))
            if order <= len(others_at_places):
                other_sums[at] = add_others(_terms(clipped, places, others_at_places[order - 1]))
    return matches.tobytes(), weighted.tobytes(), other_sums.tobytes()


def _by_place(weights: Any, nodes: Any) -> list[array[float]]:
    """Return the weight of the n-gram of each order that starts at each token, 0 if unknown."""
    if weights is None:
        return []
    # what uses weights uses NumPy anyway
    import numpy as np

    known = np.append(np.frombuffer(bytes(weights), np.float64), 0.0)
    rows = known[np.minimum(nodes, len(known) - 1)]
    return [array("d", row.tobytes()) for row in rows]


def _terms(
    clipped: Mapping[Any, int], places: Mapping[Any, int], weights: Sequence[float]
) -> Iterator[float]:
    """Return the weight of each n-gram, multiplied by its clipped matches."""
    return map(
        operator.mul, clipped.values(), map(weights.__getitem__, map(places.__getitem__, clipped))
    )


def _plain_sum(numbers: Iterable[float]) -> float:
    return functools.reduce(operator.add, numbers, 0.0)  # sum() compensates from 3.12 on


def _compensated_sum(numbers: Iterable[float]) -> float:
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


def _segments(numbers: Any, offsets: Any) -> list[list[int]]:
    """Split unsigned 32-bit numbers into segments."""
    values = array("I", bytes(numbers)).tolist()
    return [values[start:end] for start, end in pairwise(array("q", bytes(offsets)))]


def _ngrams(suffixes: Sequence[Sequence[int]]) -> Sequence[Any]:
    """Return the n-grams of tokens from their n suffixes; those of order 1 are tokens."""
    return suffixes[0] if len(suffixes) == 1 else list(zip(*suffixes, strict=False))


def _clip(
    hypothesis: Sequence[Any], references: Sequence[Sequence[Any]], known: Container[Any]
) -> dict[Any, int]:
    """Return the clipped matches of the n-grams that match, in the order of the hypothesis."""
    matched = list(filter(known.__contains__, hypothesis))
    clipped = dict.fromkeys(matched, 1)
    if len(clipped) < len(matched):  # some occur several times, which is rare beyond order 1
        highest = [Counter(reference) for reference in references]
        for ngram, times in Counter(matched).items():
            if times > 1:
                clipped[ngram] = min(times, max(one[ngram] for one in highest))
    return clipped


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
