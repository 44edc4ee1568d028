"""N-grams that carry numbers, such as the information weights of NIST, and tables of them."""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from numbers import Real
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from tallystick.errors import InputError
from tallystick.metrics.corpus.text import vocabulary_of
from tallystick.metrics.kernel import kernel

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from tallystick.metrics.counting.pairs import Encoded
    from tallystick.metrics.kernel.kernel import NgramTable, Vocabulary
    from tallystick.metrics.sums.arrays import FloatArray

Ngram = tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class NgramWeights:
    """N-grams that carry weights, for `Workspace.match`.

    Attributes:
        vocabulary: The tokens of the n-grams; it may have grown since.
        tokens: The number of its tokens when the table was made.
        table: The n-grams.
        value_buffer: The weight of every node of the table, float64; an array or another buffer.
        located: The nodes of texts in which they are known; see `nodes_in`.
    """

    vocabulary: Vocabulary
    tokens: int
    table: NgramTable
    value_buffer: FloatArray | bytes
    located: WeakKeyDictionary[Encoded, Any] = field(default_factory=WeakKeyDictionary, repr=False)

    @classmethod
    def of_table(cls, numbers: Mapping[Ngram, float]) -> NgramWeights:
        """Return the n-grams of a table, which are tuples, with their numbers as weights.

        Raises:
            InputError: A token is not a string.
        """
        return _inserted(list(numbers), list(numbers.values()))

    @property
    def values(self) -> FloatArray:
        """The weight of every node of the table, float64, shape (nodes,)."""
        import numpy as np

        return np.frombuffer(self.value_buffer, dtype=np.float64)

    def __reduce__(self) -> tuple[object, ...]:
        """Support copying and pickling, without tokens added after the table was made."""
        listed = list(self._listed())
        counts = nodes_of(self.table)[2]
        nodes = [node for node, _ in listed]
        ngrams = [ngram for _, ngram in listed]
        return _inserted, (ngrams, self.values[nodes].tolist(), counts[nodes].tolist())

    def __getitem__(self, ngram: Sequence[str]) -> float:
        """Return the weight of an n-gram; 0 for an unknown n-gram."""
        node = self.node_of(ngram)
        return 0.0 if node == kernel.UNKNOWN else float(self.values[node])

    def node_of(self, ngram: Sequence[str]) -> int:
        """Return the node of an n-gram, or `UNKNOWN`.

        Raises:
            InputError: The n-gram is a string.
        """
        if isinstance(ngram, str):
            raise InputError(f"{ngram!r} is a string; an n-gram is a tuple of tokens")
        mapped = [id_of(self.vocabulary, token) for token in ngram]
        known = [token if token < self.tokens else kernel.UNKNOWN for token in mapped]
        node: int = self.table.find(known)
        return node

    def items(self) -> Iterator[tuple[Ngram, float]]:
        """Yield every n-gram and its weight, by order, then in the order of the text."""
        values = self.values
        return ((ngram, float(values[node])) for node, ngram in self._listed())

    def _listed(self) -> Iterator[tuple[int, Ngram]]:
        """Yield the node of every n-gram that occurs, or is in the table that was given."""
        tokens = self.vocabulary.tokens()
        prefixes, last_tokens, counts = nodes_of(self.table)
        counted = bool(counts.any())  # else the weights come from a table
        ngrams: list[Ngram] = []
        for node, (prefix, token) in enumerate(
            zip(prefixes.tolist(), last_tokens.tolist(), strict=True)
        ):
            before = () if prefix == kernel.UNKNOWN else ngrams[prefix]
            ngrams.append((*before, tokens[token]))
            if counts[node] or not counted:
                yield node, ngrams[node]

    def nodes_in(self, segments: Encoded, order: int) -> Any:
        """Return the node of the n-gram of each order that starts at each token, or `UNKNOWN`.

        The buffer has the shape (orders, tokens), where no n-gram of a higher order is known. It is
        kept as long as the segments.
        """
        nodes = self.located.get(segments)
        if nodes is None or len(nodes) < order:
            ids, bounds = segments.id_buffer, segments.bounds
            nodes = self.locate_tokens(segments.vocabulary, ids, bounds, order)
            self.located[segments] = nodes
        return nodes

    def locate_tokens(self, vocabulary: Vocabulary, ids: Any, bounds: Any, order: int) -> Any:
        """Return what `nodes_in` does, of token numbers and bounds that are buffers."""
        mapping: Any = self.vocabulary.map_from(vocabulary, False)
        if len(self.vocabulary) > self.tokens:  # without tokens that were added since
            import numpy as np

            numbers = np.frombuffer(mapping, np.uint32)
            mapping = np.where(numbers < self.tokens, numbers, np.uint32(kernel.UNKNOWN))
        return by_order(self.table.locate(ids, bounds, order, mapping), memoryview(ids).nbytes // 4)


def _inserted(
    ngrams: Sequence[Ngram], numbers: Sequence[float], counts: Sequence[int] = ()
) -> NgramWeights:
    """Return n-grams with their numbers as weights, and perhaps with counts."""
    vocabulary, listed = kernel.Vocabulary(), [list(ngram) for ngram in ngrams]
    try:
        vocabulary.encode_tokens(listed)
    except TypeError as error:
        number, place, kind = error.args
        raise InputError(
            f"token {place + 1} of the n-gram {ngrams[number]!r} in the table is of type {kind}; "
            "expected a string (str)"
        ) from None
    ids = {token: number for number, token in enumerate(vocabulary.tokens())}
    table = kernel.NgramTable(len(vocabulary))
    nodes = [table.insert([ids[token] for token in ngram]) for ngram in ngrams]
    values, of_nodes = array("d", [0.0]) * len(table), array("I", [0]) * len(table)
    for node, number in zip(nodes, numbers, strict=True):
        values[node] = number
    if counts:
        for node, count in zip(nodes, counts, strict=True):
            of_nodes[node] = count
        table.set_counts(of_nodes)
    return NgramWeights(vocabulary, len(vocabulary), table, values.tobytes())


def by_order(nodes: bytes | bytearray, tokens: int, orders: int = 0) -> Any:
    """Return the nodes of n-grams, uint32, as a buffer of the shape (orders, tokens)."""
    if nodes:
        return memoryview(nodes).cast("I", (len(nodes) // (4 * tokens), tokens))
    import numpy as np  # no other view can have the length 0

    return np.empty((orders, tokens), np.uint32)


def id_of(vocabulary: Vocabulary, token: str) -> int:
    """Return the number of a token, or `UNKNOWN`."""
    return int.from_bytes(vocabulary.map_from(_only(token), False), sys.byteorder)


@lru_cache(maxsize=64)
def _only(token: str) -> Vocabulary:
    return vocabulary_of([token])


def nodes_of(
    table: NgramTable,
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint32]]:
    """Return prefix node, last token and count of every node of a table, shape (nodes,) each."""
    import numpy as np

    prefixes, tokens, counts = (np.frombuffer(buffer, np.uint32) for buffer in table.nodes())
    return prefixes, tokens, counts


def checked_table(
    table: Mapping[Any, Any],
    names: tuple[str, str],
    is_valid: Callable[[Any], bool],
    expected: str,
) -> NgramWeights:
    """Return the n-grams of a table that somebody made, refused if a key or a number is not valid.

    `names` are what a number is, and what all are; `expected` is what one must be, for errors.
    """
    if not table:
        raise InputError(f"the table of {names[1]} is empty")
    for ngram, number in table.items():
        if not isinstance(ngram, tuple) or not ngram:
            raise InputError(
                f"{ngram!r} in the table of {names[1]} is not an n-gram; expected a tuple of one "
                "or more tokens"
            )
        if not isinstance(number, Real):
            raise InputError(
                f"{ngram!r} in the table of {names[1]} has {number!r}, which is not a number; "
                "expected a number of 0 or more"
            )
        if not is_valid(number):
            raise InputError(f"the {names[0]} of {ngram!r} is {number}; expected {expected}")
    return NgramWeights.of_table(table)


def fingerprint(items: Iterable[tuple[Ngram, float]]) -> str:
    """Return 12 hexadecimal digits of SHA-256 that identify n-grams with their numbers."""
    import hashlib  # slow to import, and for given weights only

    digest = hashlib.sha256()
    for ngram, number in sorted(items):
        digest.update(repr((ngram, number)).encode())
    return digest.hexdigest()[:12]


def read_table(
    lines: Iterable[str], path: str | Path, what: str, start: int = 0
) -> dict[Ngram, float]:
    """Read a table: on each line the tokens of an n-gram joined by spaces, a tab, its number.

    `what` is what a number is, such as "an information weight"; `start` is the lines to skip.
    """
    table: dict[Ngram, float] = {}
    for number, line in enumerate(islice(lines, start, None), start=start + 1):
        ngram, tab, text = line.partition("\t")
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        tokens = tuple(ngram.split(" "))
        if not tab or not all(tokens) or not 0 <= value < math.inf:
            raise InputError(
                f"{path}, line {number}: {line!r} is not {what}; expected an n-gram with its "
                "tokens joined by single spaces, a tab, and a number of 0 or more"
            )
        if tokens in table:
            raise InputError(
                f"{path}, line {number}: the n-gram {ngram!r} also occurs in an earlier line; give "
                "every n-gram one number"
            )
        table[tokens] = value
    return table
