"""N-grams that carry weights, such as the information weights of NIST."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from itertools import compress
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from tallystick.metrics.corpus.text import vocabulary_of
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.total import arrays_pay

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tallystick.metrics.counting.pairs import Encoded
    from tallystick.metrics.kernel.kernel import NgramTable, Vocabulary


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
    value_buffer: NDArray[np.float64] | bytes
    located: WeakKeyDictionary[Encoded, Any] = field(default_factory=WeakKeyDictionary, repr=False)

    @property
    def values(self) -> NDArray[np.float64]:
        """The weight of every node of the table, float64, shape (nodes,)."""
        import numpy as np

        return np.frombuffer(self.value_buffer, dtype=np.float64)

    def __reduce__(self) -> tuple[object, ...]:
        """Support copying and pickling, without tokens added after the table was made."""
        import numpy as np

        prefixes, last_tokens, counts = (
            np.frombuffer(part, dtype=np.uint32) for part in self.table.nodes()
        )
        kept = (counts > 0) | (not counts.any())
        number = np.cumsum(kept, dtype=np.uint32) - np.uint32(1)
        single = prefixes == kernel.UNKNOWN
        parts = np.where(single, prefixes, number[np.where(single, 0, prefixes)])
        tokens = compress(self.vocabulary.tokens(), kept[: self.tokens].tolist())
        return _weights_of, (
            list(tokens),
            parts[kept],
            number[last_tokens][kept],
            counts[kept],
            self.values[kept],
        )

    def nodes_in(self, references: Encoded, order: int) -> Any:
        """Return the node of the n-gram of each order that starts at each token, or `UNKNOWN`.

        The buffer has the shape (orders, tokens), where no n-gram of a higher order is known.
        """
        found = self.located[references] = self.locate(references, order)
        return found

    def locate(self, segments: Encoded, order: int) -> Any:
        """Return what `nodes_in` returns, of hypotheses or references, without keeping it."""
        found = self.located.get(segments)
        if found is not None and len(found) >= order:
            return found
        mapping = self._ids_of(segments.vocabulary)
        nodes = self.table.locate(segments.id_buffer, segments.bounds, order, mapping)
        return by_order(nodes, segments.tokens)

    def _ids_of(self, vocabulary: Vocabulary) -> NDArray[np.uint32] | array[int]:
        """Return the table's id of each token of a vocabulary, or `UNKNOWN`."""
        found = self.vocabulary.map_from(vocabulary, False)
        if not arrays_pay(len(vocabulary)):
            ids = memoryview(found).cast("I")
            return array("I", [one if one < self.tokens else kernel.UNKNOWN for one in ids])
        import numpy as np

        numbers = np.frombuffer(found, np.uint32)
        return np.where(numbers < self.tokens, numbers, np.uint32(kernel.UNKNOWN))


def by_order(nodes: bytes | bytearray, tokens: int) -> Any:
    """Return the nodes of n-grams, uint32, as a buffer of the shape (orders, tokens)."""
    if nodes:
        return memoryview(nodes).cast("I", (len(nodes) // (4 * tokens), tokens))
    import numpy as np  # no other view can have the length 0

    return np.empty((0, tokens), np.uint32)


def _weights_of(
    tokens: list[str],
    prefixes: NDArray[np.uint32],
    last_tokens: NDArray[np.uint32],
    counts: NDArray[np.uint32],
    values: NDArray[np.float64],
) -> NgramWeights:
    import numpy as np

    table = kernel.NgramTable(len(tokens))
    ngrams: list[tuple[int, ...]] = []
    numbers = []
    for prefix, token in zip(prefixes.tolist(), last_tokens.tolist(), strict=True):
        ngrams.append((*(() if prefix == kernel.UNKNOWN else ngrams[prefix]), token))
        numbers.append(table.insert(ngrams[-1]))
    order = np.argsort(numbers)
    table.set_counts(counts[order])
    return NgramWeights(vocabulary_of(tokens), len(tokens), table, values[order])
