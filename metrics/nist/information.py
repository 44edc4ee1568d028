"""Information weights: the information in bits of the last word of an n-gram given its prefix."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tallystick.errors import InputError
from tallystick.metrics.ngram_weights import NgramWeights, by_order
from tallystick.metrics.ngrams import kernel
from tallystick.metrics.one_segment import SegmentReferences, SegmentWeights
from tallystick.metrics.pairs import Encoded
from tallystick.metrics.text import int64_view, offsets_of, vocabulary_of
from tallystick.metrics.threads import run_in_threads
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tallystick.metrics.references import References
    from tallystick.metrics.tokenizers import Lowercase, Tokenizer


MOST_LOCATED_ORDERS = 8
"""The highest order up to which nodes are kept while counting; each takes 4 bytes."""

WORDS_IN_A_BRANCH = 1 << 21
"""The words of which one branch of a table is counted at a time, so that it fits the caches."""


@dataclass(frozen=True, slots=True, eq=False)
class InformationWeights:
    """The information weight of every n-gram of a text, or of a table.

        Info(w1 .. wn) = log2( count(w1 .. w(n-1)) / count(w1 .. wn) )

    The counts are over all references of all segments; the count of the empty prefix is the number
    of words. Doddington, "Automatic Evaluation of Machine Translation Quality Using N-gram
    Co-Occurrence Statistics", HLT 2002, equation 2.

    Attributes:
        ngrams: The n-grams with their weights in bits.
        order: The highest order.
        words: The number of words of the text; None for a table.
        complete: Whether n-grams of weight 0 whose prefix occurs once are included.
        zero_is_no_prefix: Whether the one-word prefix "0" counts as no prefix.

    >>> from tallystick.metrics.references import References
    >>> from tallystick.metrics.catalogue import tokenizer_named
    >>> references = References.per_segment(["a b a c"])
    >>> weights = InformationWeights.fit([references], tokenizer_named("none"), order=2)
    >>> weights[("a",)], weights[("a", "b")]
    (1.0, 1.0)
    """

    ngrams: NgramWeights
    order: int
    words: int | None
    complete: bool
    zero_is_no_prefix: bool = False

    @classmethod
    def fit(
        cls,
        references: Iterable[References],
        tokenizer: Tokenizer,
        lowercase: Lowercase = "none",
        order: int = 5,
        zero_is_no_prefix: bool = False,
        complete: bool = True,
        workspace: Workspace | None = None,
    ) -> InformationWeights:
        """Count the n-grams of all references.

        Args:
            references: References in one or several parts, in any order.
            tokenizer: The tokenizer of references that are text.
            lowercase: The case folding.
            order: The highest order.
            zero_is_no_prefix: Whether the one-word prefix "0" counts as no prefix, as in
                mteval-v11b to v14, where Perl treats the string "0" as false.
            complete: Whether to keep n-grams whose prefix occurs once. Their weight is 0, so
                omitting them changes no score and saves most of the memory.
            workspace: Keeps the encoded references for other uses; without it, each part is
                released before the next is read.

        Raises:
            InputError: There are no references.
        """
        if not isinstance(references, Iterable) or hasattr(references, "offsets"):
            raise InputError(
                "references is a References object or not iterable; expected a list of them, "
                "such as [corpus.references]"
            )
        parts: Iterable[Encoded] = (
            part.encoded
            for one in references
            for part in (workspace or Workspace()).references(one, tokenizer, lowercase)
        )
        kept: list[Encoded] = []
        if workspace and workspace.keeps and order <= MOST_LOCATED_ORDERS:
            kept = list(parts)
            parts = kept
        text = _join(parts)
        vocabulary = text.vocabulary
        tokens = len(vocabulary)
        words = text.tokens
        zero = _id_of(vocabulary, "0") if zero_is_no_prefix else kernel.UNKNOWN
        threads = workspace.threads if workspace else 1
        # one branch if n-grams are listed, so that threads do not change their order
        branches = 1 if complete else max(threads, -(-words // WORDS_IN_A_BRANCH))
        table = kernel.NgramTable(tokens, branches)
        nodes = _unknown(order * words) if kept else None
        prune = not complete
        count = partial(table.count, text.id_buffer, text.bounds, order, prune, zero, nodes=nodes)
        run_in_threads([partial(count, branch=branch) for branch in range(branches)], threads)
        del text, count  # before more memory is needed
        ngrams = NgramWeights(vocabulary, tokens, table, table.information(words, zero))
        if nodes is not None:
            table.number(nodes, order)
            ngrams.located.update(_by_part(kept, by_order(nodes, words)))
        return cls(ngrams, order, words, complete, zero_is_no_prefix)

    @classmethod
    def from_table(cls, weights: Mapping[tuple[str, ...], float]) -> InformationWeights:
        """Build from weights that were fitted elsewhere.

        Args:
            weights: The weight, 0 or more, of every n-gram (a tuple of tokens). N-grams that are
                not in the table have the weight 0.

        Raises:
            InputError: The table is empty, an n-gram has no token, or a weight is negative or
                not finite.
        """
        if not weights:
            raise InputError("the table of information weights is empty")
        ngrams: list[Any] = list(weights)
        for ngram in ngrams:
            if isinstance(ngram, str) or not ngram:
                raise InputError(
                    f"{ngram!r} in the table of information weights is not an n-gram; "
                    "expected a tuple of one or more tokens"
                )
            if not 0 <= weights[ngram] < float("inf"):
                raise InputError(
                    f"the information weight of {ngram!r} is {weights[ngram]}; "
                    "expected a number of 0 or more"
                )
        vocabulary = kernel.Vocabulary()
        vocabulary.encode_tokens([list(ngram) for ngram in ngrams])
        ids = {token: number for number, token in enumerate(vocabulary.tokens())}
        table = kernel.NgramTable(len(vocabulary))
        nodes = [table.insert([ids[token] for token in ngram]) for ngram in ngrams]
        values = array("d", [0.0]) * len(table)
        for node, ngram in zip(nodes, ngrams, strict=True):
            values[node] = weights[ngram]
        order = max(len(ngram) for ngram in ngrams)
        known = NgramWeights(vocabulary, len(vocabulary), table, values.tobytes())
        return cls(known, order, None, True)

    @classmethod
    def read(cls, path: str | Path) -> InformationWeights:
        """Read a table: on each line the tokens of an n-gram joined by spaces, a tab, its weight.

        Raises:
            InputError: The file cannot be read, a line is malformed, or an n-gram occurs twice.
        """
        from tallystick.metrics.reading import read_text

        weights: dict[tuple[str, ...], float] = {}
        for number, line in enumerate(read_text(str(path)), start=1):
            ngram, tab, weight = line.partition("\t")
            try:
                value = float(weight)
            except ValueError:
                value = float("nan")
            tokens = tuple(ngram.split(" "))
            if not tab or not all(tokens) or not 0 <= value < float("inf"):
                raise InputError(
                    f"{path}, line {number}: {line!r} is not an information weight; expected an "
                    "n-gram with its tokens joined by single spaces, a tab, and a number of 0 or "
                    "more"
                )
            if tokens in weights:
                raise InputError(
                    f"{path}, line {number}: the n-gram {ngram!r} also occurs in an earlier line; "
                    "give every n-gram one weight"
                )
            weights[tokens] = value
        return cls.from_table(weights)

    def __getitem__(self, ngram: Sequence[str]) -> float:
        """Return the weight of an n-gram in bits; 0 for an unknown n-gram."""
        if isinstance(ngram, str):
            raise InputError(f"{ngram!r} is a string; an n-gram is a tuple of tokens")
        mapped = [_id_of(self.ngrams.vocabulary, token) for token in ngram]
        known = [token if token < self.ngrams.tokens else kernel.UNKNOWN for token in mapped]
        node = self.ngrams.table.find(known)
        return 0.0 if node == kernel.UNKNOWN else float(self.ngrams.values[node])

    def in_segment(self, references: SegmentReferences, order: int) -> SegmentWeights:
        """Return the weights of the n-grams in the references of one segment, up to an order."""
        bounds = int64_view(references.offsets)
        encoded = Encoded(references.vocabulary, references.ids, bounds)
        return SegmentWeights(self.ngrams.value_buffer, self.ngrams.nodes_in(encoded, order))

    def rounded(self) -> NDArray[np.float64]:
        """Return the weight of every node, rounded as programs do that divide two logarithms."""
        table = self.ngrams.table
        if self.words is None or not nodes_of(table)[2].any():
            return self.ngrams.values  # those of a table
        zero = _id_of(self.ngrams.vocabulary, "0") if self.zero_is_no_prefix else kernel.UNKNOWN
        import numpy as np

        return np.frombuffer(table.logarithms(self.words, zero), dtype=np.float64)

    def items(self) -> Iterator[tuple[tuple[str, ...], float]]:
        """Yield every n-gram and its weight, by order, then in the order of the text."""
        tokens = self.ngrams.vocabulary.tokens()
        prefixes, last_tokens, counts = nodes_of(self.ngrams.table)
        counted = bool(counts.any())  # else the weights come from a table
        ngrams: list[tuple[str, ...]] = []
        for node, (prefix, token) in enumerate(
            zip(prefixes.tolist(), last_tokens.tolist(), strict=True)
        ):
            before = () if prefix == kernel.UNKNOWN else ngrams[prefix]
            ngrams.append((*before, tokens[token]))
            if counts[node] or not counted:
                yield ngrams[node], float(self.ngrams.values[node])

    def fingerprint(self) -> str:
        """Return 12 hexadecimal digits of SHA-256 that identify the table."""
        digest = hashlib.sha256()
        for ngram, weight in sorted(self.items()):
            digest.update(repr((ngram, weight)).encode())
        return digest.hexdigest()[:12]


def weights_of_segment(
    references: SegmentReferences, order: int, zero_is_no_prefix: bool
) -> SegmentWeights:
    """Return the weights of `InformationWeights.fit` on the references of one segment alone."""
    words = len(references.ids) // 4
    zero = _id_of(references.vocabulary, "0") if zero_is_no_prefix else kernel.UNKNOWN
    table = kernel.NgramTable(len(references.vocabulary))
    nodes = _unknown(order * words)
    table.count(references.ids, references.offsets, order, True, zero, nodes=nodes)
    table.number(nodes, order)
    return SegmentWeights(table.information(words, zero), by_order(nodes, words))


def _unknown(ngrams: int) -> bytearray:
    """Return a buffer for as many nodes, uint32, that are not known yet."""
    return bytearray(array("I", [kernel.UNKNOWN]).tobytes()) * ngrams


def _by_part(parts: Sequence[Encoded], nodes: Any) -> dict[Encoded, Any]:
    """Return the columns of each part; `nodes` is a buffer of the shape (orders, tokens)."""
    if len(parts) == 1:
        return {parts[0]: nodes}
    import numpy as np  # no other view has columns

    starts = accumulate([part.tokens for part in parts], initial=0)
    array_of_nodes = np.asarray(nodes)
    return {
        part: array_of_nodes[:, start:stop]
        for part, (start, stop) in zip(parts, pairwise(starts), strict=True)
    }


def _id_of(vocabulary: kernel.Vocabulary, token: str) -> int:
    [found] = memoryview(vocabulary.map_from(vocabulary_of([token]), False)).cast("I")
    return int(found)


def _join(parts: Iterable[Encoded]) -> Encoded:
    """Encode texts with one vocabulary, keeping only their token numbers in memory.

    If the parts do not share a vocabulary, it is a new one: a thread that still encodes a part must
    not add to the vocabulary of the weights, which all threads read.
    """
    vocabularies: list[kernel.Vocabulary] = []
    ids: list[Any] = []
    bounds: list[Any] = []
    for part in parts:
        if not vocabularies:
            vocabularies.append(part.vocabulary)
        elif len(vocabularies) == 1 and part.vocabulary is not vocabularies[0]:
            vocabularies.append(kernel.Vocabulary())
            vocabularies[1].map_from(vocabularies[0], True)  # gives its tokens the same numbers
        shared = part.vocabulary is vocabularies[0]
        ids.append(part.id_buffer if shared else _renumbered(part, vocabularies[-1]))
        bounds.append(part.bounds)
    if not vocabularies:
        raise InputError("there are no references to fit information weights on")
    if len(ids) == 1:
        return Encoded(vocabularies[0], ids[0], bounds[0])
    import numpy as np

    joined = np.concatenate([np.frombuffer(part, np.uint32) for part in ids])
    lengths = np.concatenate([np.diff(part) for part in bounds])
    joined.setflags(write=False)  # the kernel copies arrays that can change
    return Encoded(vocabularies[-1], joined, offsets_of(lengths))


def _renumbered(part: Encoded, vocabulary: kernel.Vocabulary) -> NDArray[np.uint32]:
    import numpy as np

    return np.frombuffer(vocabulary.map_from(part.vocabulary, True), np.uint32)[part.ids]


def nodes_of(
    table: kernel.NgramTable,
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint32]]:
    """Return prefix node, last token and count of every node of a table, shape (nodes,) each."""
    import numpy as np

    prefixes, tokens, counts = table.nodes()
    return (
        np.frombuffer(prefixes, dtype=np.uint32),
        np.frombuffer(tokens, dtype=np.uint32),
        np.frombuffer(counts, dtype=np.uint32),
    )
