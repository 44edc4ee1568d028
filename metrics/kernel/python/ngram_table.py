"""N-grams numbered and counted as the nodes of a tree of prefixes."""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate, count, pairwise, repeat
from typing import Any

from tallystick.metrics.kernel import UNKNOWN
from tallystick.metrics.kernel.python.segments import spans_of


class NgramTable:
    """N-grams numbered as nodes: the tokens of a vocabulary first, then the longer ones.

    A node consists of a prefix node and one more token. The table therefore contains all prefixes
    of its n-grams. The tokens are distributed among branches; an n-gram belongs to the branch of
    its first token, and the longer n-grams are numbered branch by branch.
    """

    __slots__ = ("_counted", "_counts", "_nodes", "_token_counts")

    def __init__(self, vocabulary_size: int, branches: int = 1) -> None:
        self._token_counts = array("I", [0]) * vocabulary_size
        # by branch: the node of each pair of a prefix node and one more token, and its count
        self._nodes: list[defaultdict[tuple[int, int], int]] = [
            defaultdict(count(vocabulary_size).__next__) for _ in range(branches)
        ]
        self._counts = [array("I") for _ in range(branches)]
        self._counted: set[int] = set()

    def __len__(self) -> int:
        return len(self._token_counts) + sum(map(len, self._nodes))

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

        tokens = np.frombuffer(bytes(ids), np.uint32).astype(np.uint64)
        if nodes is not None and memoryview(nodes).nbytes != 4 * max_order * len(tokens):
            raise ValueError("nodes does not hold one uint32 for every order and id")
        written = None if nodes is None else np.frombuffer(nodes, np.uint32).reshape(max_order, -1)
        bounds = np.frombuffer(bytes(offsets), np.int64)
        places = np.arange(bounds[0], bounds[-1])
        ends = np.repeat(bounds[1:], np.diff(bounds))
        node_of = self._nodes[branch].__getitem__
        goes_on = tokens[places] % len(self._nodes) == branch
        found = tokens[places]
        for order in range(1, max_order + 1):
            places, ends = places[goes_on], ends[goes_on]
            if not len(places):
                break
            keys = found[goes_on] << np.uint64(32) | tokens[places + order - 1]
            distinct, first, which, times = np.unique(
                keys, return_index=True, return_inverse=True, return_counts=True
            )
            by_place = np.argsort(first)
            prefixes, last = divmod(distinct[by_place], 1 << 32)
            pairs = zip(prefixes.tolist(), last.tolist(), strict=True)
            numbers = np.empty_like(distinct)
            numbers[by_place] = last if order == 1 else list(map(node_of, pairs))
            self._set(branch, zip(numbers.tolist(), times.tolist(), strict=True))
            found = numbers[which]
            if written is not None:
                written[order - 1, places] = found
            goes_on = places + order < ends
            if prune:
                goes_on &= (times[which] > 1) | ((found == empty) & (order == 1))

    def _set(self, branch: int, times: Iterable[tuple[int, int]]) -> None:
        """Set the counts of nodes of a branch; new ones have not occurred yet."""
        size, counts = len(self._token_counts), self._counts[branch]
        counts.extend(repeat(0, len(self._nodes[branch]) - len(counts)))
        for node, number in times:
            if node < size:
                self._token_counts[node] = number
            else:
                counts[node - size] = number

    def number(self, nodes: Any, max_order: int) -> None:
        """Replace the nodes that all branches have counted by their numbers in the whole table."""
        import numpy as np

        numbers = np.frombuffer(nodes, np.uint32)
        if max_order < 1 or len(numbers) % max_order:
            raise ValueError("nodes does not hold one uint32 for every order and id")
        tokens, *longer = numbers.reshape(max_order, -1)
        shifts = np.array(self._shifts(), np.uint32)[tokens % len(self._nodes)]
        for row in longer:
            row += shifts * (row != UNKNOWN)

    def _shifts(self) -> list[int]:
        """Return the number of longer n-grams in the branches before each one."""
        return list(accumulate(map(len, self._nodes[:-1]), initial=0))

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
        shifts, rows = self._shifts(), [mapped]
        found = [
            (place, end, mapped[place], mapped[place] % len(shifts))
            for start, end in spans_of(offsets)
            for place in range(start, end)
            if mapped[place] != UNKNOWN
        ]
        for order in range(1, max_order):
            found = [
                (place, end, self._nodes[branch][node, mapped[place + order]], branch)
                for place, end, node, branch in found
                if place + order < end and (node, mapped[place + order]) in self._nodes[branch]
            ]
            if not found:
                break
            rows.append(array("I", [UNKNOWN]) * len(ids))
            for place, _, node, branch in found:
                rows[-1][place] = node + shifts[branch]
        return b"".join(row.tobytes() for row in rows)

    def insert(self, ngram: Sequence[int]) -> int:
        """Return the node of an n-gram; add the n-gram and its prefixes if they are missing."""
        if len(self._nodes) > 1:
            raise ValueError("only a table of one branch takes single n-grams")
        for token in ngram:
            if not 0 <= token < len(self._token_counts):
                raise ValueError(f"no token has the id {token}")
        node = self.find(ngram[:1])
        for token in ngram[1:]:
            node = self._nodes[0][node, token]
        self._set(0, [])
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
        node, number = ngram[0], ngram[0] % len(self._nodes)
        for token in ngram[1:]:
            node = self._nodes[number].get((node, token), UNKNOWN)
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
        ratios = array("d", [total / count if count else 1.0 for count in self._token_counts])
        for nodes, counts in zip(self._nodes, self._counts, strict=True):
            prefixes: list[float] = [*self._token_counts, *counts]
            if empty < len(self._token_counts):
                prefixes[empty] = total
            pairs = zip(nodes, counts, strict=True)
            ratios.extend([prefixes[node] / count if count else 1.0 for (node, _), count in pairs])
        return ratios

    def nodes(self) -> tuple[bytes, bytes, bytes]:
        """Return prefix nodes, last tokens and counts of all nodes, uint32 each."""
        size = len(self._token_counts)
        prefixes = array("I", [UNKNOWN]) * size
        tokens = array("I", range(size))
        counts = array("I", self._token_counts)
        for nodes, of_branch, shift in zip(self._nodes, self._counts, self._shifts(), strict=True):
            prefixes.extend([node + shift * (node >= size) for node, _ in nodes])
            tokens.extend([token for _, token in nodes])
            counts.extend(of_branch)
        return prefixes.tobytes(), tokens.tobytes(), counts.tobytes()

    def set_counts(self, counts: Any) -> None:
        """Replace the count of every node; `counts` is uint32, in the order of `nodes`."""
        numbers = array("I", bytes(counts))
        if len(numbers) != len(self):
            raise ValueError("counts does not hold one uint32 for every node")
        bounds = list(accumulate(map(len, self._nodes), initial=len(self._token_counts)))
        self._token_counts = numbers[: bounds[0]]
        self._counts = [numbers[begin:end] for begin, end in pairwise(bounds)]
