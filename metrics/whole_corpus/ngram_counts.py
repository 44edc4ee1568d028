"""N-grams of texts, counted in all references of a corpus or in each segment."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.errors import InputError
from tallystick.metrics.corpus.text import offsets_of
from tallystick.metrics.counting.ngram_weights import NgramWeights, by_order, id_of
from tallystick.metrics.counting.pairs import Encoded, EncodedReferences
from tallystick.metrics.counting.workspace import Workspace, run_in_threads
from tallystick.metrics.kernel import kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import References
    from tallystick.metrics.sums.arrays import IntArray
    from tallystick.metrics.tokenizers import Lowercase, Tokenizer

WORDS_IN_A_BRANCH = 1 << 21
"""The words of which one branch of a table is counted at a time, so that it fits the caches."""

MOST_LOCATED_ORDERS = 8
"""The highest order up to which nodes are kept while counting; each takes 4 bytes."""

SEGMENTS_IN_A_BLOCK = 16_384
"""The n-grams of segments are sorted in blocks, which takes less memory."""


class NgramCounts(NamedTuple):
    """The n-grams of all references of a corpus, with counts, located in parts that are kept.

    `nodes` is a buffer of the shape (orders, tokens); None if not located.
    """

    text: Encoded
    segment_bounds: list[Any]
    ngrams: NgramWeights
    nodes: Any


def count_ngrams(
    references: Iterable[References],
    tokenizer: Tokenizer,
    lowercase: Lowercase,
    order: int,
    *,
    complete: bool,
    locate: bool = False,
    empty: str | None = None,
    workspace: Workspace | None = None,
) -> NgramCounts:
    """Count the n-grams of all references, in one or several parts in any order.

    `complete` keeps n-grams whose prefix occurs once, which also occur once. `locate` returns where
    they are; else they are located if the workspace keeps references. `empty` is a token that
    counts as the empty n-gram if it is a prefix. Without workspace, each part is released before
    the next.
    """
    if not isinstance(references, Iterable) or hasattr(references, "offsets"):
        raise InputError(
            "references is a References object or not iterable; expected a list of them, "
            "such as [corpus.references]"
        )
    parts: Iterable[EncodedReferences] = (
        part
        for reference in references
        for part in (workspace or Workspace()).references(reference, tokenizer, lowercase)
    )
    kept: list[Encoded] = []
    if workspace and workspace.keeps and (locate or order <= MOST_LOCATED_ORDERS):
        parts = list(parts)
        kept = [part.encoded for part in parts]
    text, segment_bounds = _join(parts)
    vocabulary, words = text.vocabulary, text.tokens
    token = kernel.UNKNOWN if empty is None else id_of(vocabulary, empty)
    threads = workspace.threads if workspace else 1
    # one branch if n-grams are listed, so that threads do not change their order
    branches = 1 if complete else max(threads, -(-words // WORDS_IN_A_BRANCH))
    table = kernel.NgramTable(len(vocabulary), branches)
    nodes = _unknown_nodes(order * words) if kept or locate else None
    prune = not complete
    count = partial(table.count, text.id_buffer, text.bounds, order, prune, token, nodes=nodes)
    run_in_threads([partial(count, branch=branch) for branch in range(branches)], threads)
    ngrams = NgramWeights(vocabulary, len(vocabulary), table, b"")
    if nodes is None:
        return NgramCounts(text, segment_bounds, ngrams, None)
    table.number(nodes, order)
    located = by_order(nodes, words)
    of_parts = [located] * len(kept)
    if len(kept) > 1:
        import numpy as np  # no other view has columns

        ends = np.cumsum([part.tokens for part in kept])
        of_parts = np.split(np.asarray(located), ends[:-1], axis=1)
    ngrams.located.update(zip(kept, of_parts, strict=True))
    return NgramCounts(text, segment_bounds, ngrams, located)


def located_ngrams(
    ids: Any, bounds: Any, size: int, order: int, prune: bool = False
) -> tuple[kernel.NgramTable, Any]:
    """Return the n-grams of segments, and the node of that of each order that starts at each token.

    There is a node for every token of the vocabulary, `size`. Nodes are a buffer of the shape
    (orders, tokens), `UNKNOWN` without n-gram; `prune` omits those whose prefix occurs once.
    """
    words = memoryview(ids).nbytes // 4
    table, nodes = kernel.NgramTable(size), _unknown_nodes(order * words)
    table.count(ids, bounds, order, prune, nodes=nodes)
    return table, by_order(nodes, words, order)


def _unknown_nodes(ngrams: int) -> bytearray:
    """Return a buffer for as many nodes, uint32, that are not known yet."""
    return bytearray(b"\xff" * 4 * ngrams)  # UNKNOWN has all bits


def _join(parts: Iterable[EncodedReferences]) -> tuple[Encoded, list[Any]]:
    """Encode texts with one vocabulary, keeping only their token numbers and bounds in memory.

    A thread that still encodes a part must not add to the vocabulary of the weights.
    """
    vocabulary: kernel.Vocabulary | None = None
    ids: list[Any] = []
    bounds: list[Any] = []
    of_segments: list[Any] = []
    for references in parts:
        part = references.encoded
        if vocabulary is None:
            first = vocabulary = part.vocabulary
        elif vocabulary is first is not part.vocabulary:
            vocabulary = kernel.Vocabulary()
            vocabulary.map_from(first, True)  # gives its tokens the same numbers
        numbers: Any = part.id_buffer
        if part.vocabulary is not first:
            import numpy as np

            numbers = np.frombuffer(vocabulary.map_from(part.vocabulary, True), np.uint32)[part.ids]
        ids.append(numbers)
        bounds.append(part.bounds)
        of_segments.append(references.segment_bounds)
    if vocabulary is None:
        raise InputError("there are no references to fit the weights of n-grams on")
    if len(ids) == 1:
        return Encoded(vocabulary, ids[0], bounds[0]), of_segments
    import numpy as np

    joined = np.concatenate([np.frombuffer(part, np.uint32) for part in ids])
    lengths = np.concatenate(list(map(np.diff, bounds)))
    joined.setflags(write=False)  # the kernel copies arrays that can change
    return Encoded(vocabulary, joined, offsets_of(lengths)), of_segments


class Occurrences(NamedTuple):
    """The occurrences of n-grams in segments, ordered by segment, order and n-gram.

    `rows` are segment * orders + order - 1; `numbers` count those of this n-gram from 0.
    """

    rows: IntArray
    ngrams: IntArray
    numbers: NDArray[np.int32]


def occurrences(encoded: Encoded, nodes: NDArray[np.uint32]) -> Occurrences:
    """Return the occurrences of n-grams; `nodes` has the shape (orders, tokens)."""
    import numpy as np

    offsets, orders = encoded.offsets, len(nodes)
    blocks = []
    for start in range(0, max(len(offsets) - 1, 1), SEGMENTS_IN_A_BLOCK):
        bounds = offsets[start : start + SEGMENTS_IN_A_BLOCK + 1]
        segments = np.repeat(np.arange(start, start + len(bounds) - 1), np.diff(bounds))
        rows = segments * orders + np.arange(orders)[:, np.newaxis]
        of_block = nodes[:, bounds[0] : bounds[-1]].astype(np.int64)
        keys = np.sort((rows << 32 | of_block)[of_block != kernel.UNKNOWN])
        places = np.arange(len(keys), dtype=np.int32)
        is_first = np.concatenate([[True], keys[1:] != keys[:-1]])
        numbers = places - np.maximum.accumulate(is_first * places)
        blocks.append((keys >> 32, keys & kernel.UNKNOWN, numbers))
    return Occurrences(*map(np.concatenate, zip(*blocks, strict=True)))
