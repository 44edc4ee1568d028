"""N-grams numbered and counted as the nodes of a tree of prefixes."""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, count, pairwise, repeat
from typing import Any

from tallystick.metrics.kernel import UNKNOWN


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
        # many n-grams are counted at once
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

    def information(self, total: float, empty: int) -> bytes:
        """Return log2 of the ratio of the count of every node's prefix to its own count, float64.

        The prefix of a token is the empty n-gram, which occurs `total` times; the token `empty` is
        treated as the empty n-gram if it is a prefix. An n-gram that does not occur has the ratio
        1.
        """
        ratios = self._ratios(total, empty)
        return array("d", [math.log2(one) if one else -math.inf for one in ratios]).tobytes()

    def logarithms(self, total: float, empty: int) -> bytes:
        """Return log2 of the same ratios, rounded as in `math.log(ratio, 2)`, float64."""
        ratios = self._ratios(total, empty)
        return array("d", [math.log(ratio, 2) for ratio in ratios]).tobytes()

    def _ratios(self, total: float, empty: int) -> array[float]:
        size = len(self._token_counts)
        ratios = array("d", [total / count if count else 1.0 for count in self._token_counts])
        for branch in self._branches:
            prefixes: list[float] = [*self._token_counts, *branch.counts]
            if empty < size:
                prefixes[empty] = total
            pairs = zip(_split(branch.nodes)[0], branch.counts, strict=True)
            ratios.extend([prefixes[prefix] / count if count else 1.0 for prefix, count in pairs])
        return ratios

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

    def set_counts(self, counts: Any) -> None:
        """Replace the count of every node; `counts` is uint32, in the order of `nodes`."""
        numbers = array("I", bytes(counts))
        if len(numbers) != len(self):
            raise ValueError("counts does not hold one uint32 for every node")
        begin = len(self._token_counts)
        self._token_counts = numbers[:begin]
        for branch in self._branches:
            end = begin + len(branch.nodes)
            branch.counts = numbers[begin:end]
            begin = end


def _places(offsets: Any) -> Iterator[tuple[int, int]]:
    """Yield the place of every token, and where its segment ends."""
    for start, end in pairwise(array("q", bytes(offsets))):
        yield from ((place, end) for place in range(start, end))


def _flat(numbers: Any) -> memoryview:
    """Return the memory of an array of uint32 of any shape."""
    view = memoryview(numbers)
    return view.cast("B").cast("I") if view.nbytes else memoryview(b"").cast("I")
