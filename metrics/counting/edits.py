"""Edits between hypotheses and references: the kernel of edit distance on encoded pairs."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from tallystick.metrics.counting.one_segment import SegmentReferences, segment_lines, the_hypothesis
from tallystick.metrics.counting.pairs import warn_if_slow
from tallystick.metrics.kernel import kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.tokenizers import Lowercase, Tokenizer

Rule = Literal["most_hits", "edits_last"]
"""Which of the alignments with the fewest edits; `kernel.align` describes them."""

OPERATIONS = ("hit", "substitution", "deletion", "insertion")
"""The operations of an alignment, by the number that the kernel gives them."""


@dataclass(frozen=True, slots=True, eq=False)
class Edits:
    """The edits that turn each reference into the hypothesis of its segment.

    Attributes:
        edits: The fewest insertions, deletions and substitutions, int64, shape (references,).
        hits: Tokens that are the same in both, int64, same shape; or None if they are not counted.
        hypothesis_lengths: Tokens of the hypothesis, int64, same shape.
        reference_lengths: Tokens of the reference, int64, same shape.
    """

    edits: NDArray[np.int64]
    hits: NDArray[np.int64] | None
    hypothesis_lengths: NDArray[np.int64]
    reference_lengths: NDArray[np.int64]


def count_edits(
    corpus: Corpus,
    tokenizer: Tokenizer,
    lowercase: Lowercase,
    workspace: Workspace,
    rule: Rule | None = None,
) -> Edits:
    """Count the edits of the best reference of every segment.

    The best reference is the one with the fewest edits; of several, the longest, and then the one
    with the most hits.

    Args:
        corpus: Hypotheses and references.
        tokenizer: The tokenizer.
        lowercase: The case folding.
        workspace: Shares the encoded references.
        rule: The alignments whose hits are counted; None for none.
    """
    use: Callable[..., NDArray[np.int64]]
    compute: Callable[[], list[NDArray[np.int64]]]
    if (
        not corpus.given_tokens
        and tokenizer.name in kernel.COMPILED_TOKENIZERS
        and not workspace.has_encoded(corpus.references, tokenizer, lowercase)
    ):
        use = partial(_rows_of_text, corpus, tokenizer.name, lowercase, rule or "edits_last")
        compute = partial(workspace.map_bounds, corpus.references, use)
    else:
        use = partial(_rows_of_pairs, rule or "edits_last")
        compute = partial(workspace.map_pairs, corpus, tokenizer, lowercase, use)
    key = ("edits", tokenizer.name, lowercase, rule)
    rows = np.concatenate(workspace.made_once(corpus, key, compute))
    if len(rows) > len(corpus):
        edits, hits, _, lengths = rows.T
        rows = rows[best_references(edits, hits, lengths, corpus.references.counts)]
    edits, hits, hypothesis_lengths, lengths = rows.T
    return Edits(edits, hits if rule else None, hypothesis_lengths, lengths)


def segment_edits(
    references: Sequence[str], tokenizer: Tokenizer, lowercase: Lowercase, rule: Rule | None
) -> Callable[[str], Sequence[int]] | None:
    """Return what counts the edits of hypotheses of one segment with its best reference.

    The parameters are those of `count_edits`.

    Returns:
        A function from a hypothesis to edits, hits and the tokens of both sides; None without
        compiled kernel, when long texts are warned of.
    """
    if kernel.ACTIVE == "python":
        return None
    whose = rule or "edits_last"
    if tokenizer.name in kernel.COMPILED_TOKENIZERS:
        lines, offsets = segment_lines(references), struct.pack("2q", 0, len(references))

        def rows_of(hypothesis: str) -> list[Sequence[int]]:
            given = segment_lines((hypothesis,), the_hypothesis)
            found = kernel.count_string_edits(
                given, lines, offsets, tokenizer.name, lowercase, whose
            )
            numbers = memoryview(found).cast("q").tolist()
            return [numbers[start : start + 4] for start in range(0, len(numbers), 4)]
    else:
        prepared = SegmentReferences(references, tokenizer, lowercase)

        def rows_of(hypothesis: str) -> list[Sequence[int]]:
            encoded = prepared.encode(hypothesis)
            found = kernel.count_hits(*encoded.buffers, len(encoded.vocabulary), whose)
            numbers = memoryview(found).cast("q").tolist()
            rows = zip(numbers[::2], numbers[1::2], encoded.reference_lengths, strict=True)
            return [(*counts, encoded.hypothesis_length, length) for *counts, length in rows]

    if len(references) == 1:
        return lambda hypothesis: rows_of(hypothesis)[0]
    # the fewest edits; of several references, the longest, then the most hits
    return lambda hypothesis: min(rows_of(hypothesis), key=lambda row: (row[0], -row[3], -row[1]))


def best_references(
    edits: NDArray[np.int64],
    hits: NDArray[np.int64],
    lengths: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Return the best reference of every segment, as a place among all, shape (segments,).

    Args:
        edits: The edits of every reference, shape (references,).
        hits: The hits, same shape.
        lengths: The tokens, same shape.
        counts: The number of references of every segment, shape (segments,).
    """
    segments = np.repeat(np.arange(len(counts)), counts)
    order = np.lexsort((-hits, -lengths, edits, segments))
    best: NDArray[np.int64] = order[np.flatnonzero(np.diff(segments, prepend=-1))]
    return best


def _rows_of_text(
    corpus: Corpus, tokenizer: str, lowercase: Lowercase, rule: Rule, start: int, stop: int
) -> NDArray[np.int64]:
    """Return edits, hits and the tokens of both sides, int64, shape (references, 4)."""
    hypotheses: Any = corpus.hypotheses
    compared: Any = corpus.references.segments
    strings, others = hypotheses.strings, compared.strings
    if strings and others:
        offsets = corpus.references.offsets_view[start : stop + 1]
        found = kernel.count_string_edits(
            strings[start:stop], others, offsets, tokenizer, lowercase, rule
        )
    else:
        references = corpus.references.slice(start, stop)
        hypotheses, compared = hypotheses[start:stop], references.segments
        (starts, ends), (compared_starts, compared_ends) = hypotheses.bounds, compared.bounds
        found = kernel.count_text_edits(
            hypotheses.data,
            starts,
            ends,
            compared.data,
            compared_starts,
            compared_ends,
            references.offsets_view,
            tokenizer,
            lowercase,
            rule,
        )
    return np.frombuffer(found, dtype=np.int64).reshape(-1, 4)


def _rows_of_pairs(rule: Rule, pairs: EncodedPairs) -> NDArray[np.int64]:
    """Return the same."""
    warn_if_slow(pairs, most=300_000_000)
    encoded = pairs.references.encoded
    rows = np.empty((len(encoded.bounds) - 1, 4), dtype=np.int64)
    found = kernel.count_hits(*_arrays(pairs), rule)
    rows[:, :2] = np.frombuffer(found, dtype=np.int64).reshape(-1, 2)
    rows[:, 2] = np.repeat(pairs.hypotheses.lengths, np.diff(pairs.references.segment_offsets))
    rows[:, 3] = encoded.lengths
    return rows


def _arrays(pairs: EncodedPairs) -> tuple[object, object, object, object, object, int]:
    references = pairs.references
    return (
        pairs.hypotheses.ids,
        pairs.hypotheses.offsets,
        references.encoded.ids,
        references.encoded.offsets,
        references.segment_offsets,
        len(references.encoded.vocabulary),
    )


def align_pairs(pairs: EncodedPairs, rule: Rule) -> Iterator[bytes]:
    """Yield the operations of every reference, one a byte, as numbers of `OPERATIONS`.

    >>> from tallystick.metrics import Corpus, Workspace, tokenizer_named
    >>> corpus = Corpus.from_segments(hypotheses=["a b c"], references=["b c d"])
    >>> [part] = Workspace().pairs(corpus, tokenizer_named("none"), "none")
    >>> [[OPERATIONS[one] for one in path] for path in align_pairs(part, "most_hits")]
    [['insertion', 'hit', 'hit', 'deletion']]
    """
    operations, offsets = kernel.align(*_arrays(pairs), rule)
    for start, end in pairwise(np.frombuffer(offsets, dtype=np.int64).tolist()):
        yield operations[start:end]
