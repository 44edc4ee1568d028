"""N-grams numbered and counted as the nodes of a tree of prefixes."""

from __future__ import annotations

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, count
from typing import Any

from tallystick.metrics.kernel import UNKNOWN
from tallystick.metrics.kernel.python.segments import spans_of

Ngram = tuple[int, ...]


class NgramTable:
    """N-grams numbered as nodes: the tokens of a vocabulary first, then the longer ones.

    A node consists of a prefix node and one more token. The table therefore contains all prefixes
    of its n-grams. The tokens are distributed among branches; an n-gram belongs to the branch of
    its first token, and the longer n-grams are numbered branch by branch.
    """

    __slots__ = ("_counted", "_counts", "_longer", "_tokens")

    def __init__(self, vocabulary_size: int, branches: int = 1) -> None:
        self._tokens = range(vocabulary_size)
        # the longer n-grams of each branch, numbered as if there were no other branch
        self._longer: list[defaultdict[Ngram, int]] = [
            defaultdict(count(vocabulary_size).__next__) for _ in range(branches)
        ]
        self._counts: Counter[Ngram] = Counter()
        self._counted: set[int] = set()

    def __len__(self) -> int:
        return len(self._tokens) + sum(map(len, self._longer))

    def _ngrams(self) -> Iterator[Ngram]:
        """Return the n-grams in the order of their nodes."""
        return chain(zip(self._tokens, strict=True), *self._longer)

    def _shifts(self) -> list[int]:
        """Return the number of longer n-grams in the branches before each one."""
        return list(accumulate(map(len, self._longer[:-1]), initial=0))

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
        token `empty` is treated as the empty n-gram if it is a prefix. `nodes`, uint32 of shape
        (max_order, ids), gets the node in the branch of every n-gram; `number` makes these global.
        """
        if branch in self._counted:
            raise ValueError(
                "every branch of an n-gram table counts once, with max_order 1 or more"
            )
        self._counted.add(branch)
        tokens = array("I", bytes(ids))
        if nodes is not None and memoryview(nodes).nbytes != 4 * max_order * len(tokens):
            raise ValueError("nodes does not hold one uint32 for every order and id")
        extended: set[Ngram] = {()}
        for order in range(1, max_order + 1):
            ngrams = {
                place: ngram
                for place, ngram in _ngrams_by_place(tokens, offsets, order)
                if ngram[:-1] in extended and ngram[0] % len(self._longer) == branch
            }
            if not ngrams:
                break
            times = Counter(ngrams.values())
            self._counts.update(times)
            extended = {
                ngram for ngram in times if not prune or times[ngram] > 1 or ngram == (empty,)
            }
            node_of = self._longer[branch].__getitem__  # adds an n-gram that is not there
            numbers = {ngram: ngram[0] if order == 1 else node_of(ngram) for ngram in times}
            if nodes is not None:
                import numpy as np

                row = np.frombuffer(nodes, np.uint32).reshape(max_order, -1)[order - 1]
                row[list(ngrams)] = [numbers[ngram] for ngram in ngrams.values()]

    def number(self, nodes: Any, max_order: int) -> None:
        """Replace the nodes that all branches have counted by their numbers in the whole table."""
        import numpy as np

        numbers = np.frombuffer(nodes, np.uint32)
        if max_order < 1 or len(numbers) % max_order:
            raise ValueError("nodes does not hold one uint32 for every order and id")
        tokens, *longer = numbers.reshape(max_order, -1)
        shifts = np.array(self._shifts(), np.uint32)[tokens % len(self._longer)]
        for row in longer:
            row += shifts * (row != UNKNOWN)

    def locate(self, ids: Any, offsets: Any, max_order: int, mapping: Any) -> bytes:
        """Return the node of each order at each token, or `UNKNOWN`, uint32 of shape (orders, ids).

        `mapping` has the table's id of each token id, or `UNKNOWN`.
        """
        ids, mapping = array("I", bytes(ids)), array("I", bytes(mapping))
        if max_order < 1 or any(len(self._tokens) <= token != UNKNOWN for token in mapping):
            raise ValueError("max_order is below 1, or mapping does not fit the table")
        mapped = array("I", map(mapping.__getitem__, ids))
        rows, shifts = [mapped], self._shifts()
        for order in range(2, max_order + 1):
            row = array("I", [UNKNOWN]) * len(ids)
            for place, ngram in _ngrams_by_place(mapped, offsets, order):
                branch = ngram[0] % len(shifts)
                if ngram in self._longer[branch]:
                    row[place] = self._longer[branch][ngram] + shifts[branch]
            if row.count(UNKNOWN) == len(row):
                break
            rows.append(row)
        return b"".join(row.tobytes() for row in rows)

    def insert(self, ngram: Sequence[int]) -> int:
        """Return the node of an n-gram; add the n-gram and its prefixes if they are missing."""
        if len(self._longer) > 1:
            raise ValueError("only a table of one branch takes single n-grams")
        for token in ngram:
            if not 0 <= token < len(self._tokens):
                raise ValueError(f"no token has the id {token}")
        for order in range(2, len(ngram) + 1):
            self._longer[0][tuple(ngram[:order])]  # is added if it is missing
        return self.find(ngram)

    def find(self, ngram: Sequence[int]) -> int:
        """Return the node of an n-gram, or `UNKNOWN`."""
        if not ngram:
            raise ValueError("an n-gram has at least one token")
        for token in ngram:
            if token < 0:
                raise ValueError(f"no token has the id {token}")
        if len(ngram) == 1:
            return ngram[0] if ngram[0] in self._tokens else UNKNOWN
        branch = ngram[0] % len(self._longer)
        number = self._longer[branch].get(tuple(ngram))
        return UNKNOWN if number is None else number + self._shifts()[branch]

    def information(self, total: float, empty: int, as_quotients: bool = False) -> bytes:
        """Return log2 of the ratio of the count of every node's prefix to its own count, float64.

        The prefix of a token is the empty n-gram, which occurs `total` times; the token `empty` is
        treated as the empty n-gram if it is a prefix. An n-gram that does not occur has the ratio
        1. With `as_quotients`, logarithms are rounded as in `math.log(ratio, 2)`.
        """
        information = array("d")
        for ngram in self._ngrams():
            times, prefix = self._counts[ngram], ngram[:-1]
            whole = total if prefix in ((), (empty,)) else self._counts[prefix]
            ratio = whole / times if times else 1.0
            if not ratio:
                information.append(-math.inf)
            else:
                information.append(math.log(ratio, 2) if as_quotients else math.log2(ratio))
        return information.tobytes()

    def nodes(self) -> tuple[bytes, bytes, bytes]:
        """Return prefix nodes, last tokens and counts of all nodes, uint32 each."""
        ngrams = list(self._ngrams())
        numbers = dict(zip(ngrams, count(), strict=False))
        prefixes = array("I", [numbers.get(ngram[:-1], UNKNOWN) for ngram in ngrams])
        tokens = array("I", [ngram[-1] for ngram in ngrams])
        counts = array("I", [self._counts[ngram] for ngram in ngrams])
        return prefixes.tobytes(), tokens.tobytes(), counts.tobytes()

    def set_counts(self, counts: Any) -> None:
        """Replace the count of every node; `counts` is uint32, in the order of `nodes`."""
        numbers = array("I", bytes(counts))
        if len(numbers) != len(self):
            raise ValueError("counts does not hold one uint32 for every node")
        self._counts = Counter(dict(zip(self._ngrams(), numbers, strict=True)))


def _ngrams_by_place(
    tokens: Sequence[int], offsets: Any, order: int
) -> Iterator[tuple[int, Ngram]]:
    """Yield where each n-gram of segments begins, and its tokens."""
    for start, end in spans_of(offsets):
        ngrams = zip(*[tokens[start + skipped : end] for skipped in range(order)], strict=False)
        yield from enumerate(ngrams, start)
