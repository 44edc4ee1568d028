"""Edits between hypotheses and references: the kernel of edit distance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from tallystick.metrics.kernel import kernel

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.best_reference import Texts
    from tallystick.metrics.tokenizers import Lowercase

Rule = Literal["most_hits", "edits_last"]
"""Which of the alignments with the fewest edits; `kernel.align` describes them."""

OPERATIONS = ("hit", "substitution", "deletion", "insertion")
"""The operations of an alignment, by the number that the kernel gives them."""


def edits_of_tokens(texts: Texts, rule: Rule) -> tuple[memoryview, memoryview]:
    """Return the fewest edits between hypotheses and each of their references, and the hits.

    Edits are insertions, deletions and substitutions; hits are tokens that are the same in both.
    """
    found = kernel.count_hits(*texts.buffers, len(texts.vocabulary), rule)
    counts = memoryview(found).cast("q")
    return counts[::2], counts[1::2]


def edits_of_text(
    corpus: Corpus, tokenizer: str, lowercase: Lowercase, rule: Rule, start: int, stop: int
) -> bytes:
    """Count the edits, hits and tokens of both sides of every reference of a part of a corpus.

    Args:
        corpus: The corpus.
        tokenizer: The name of a compiled tokenizer.
        lowercase: The case folding.
        rule: The alignments whose hits are counted.
        start: The first segment of the part.
        stop: One past the last.

    Returns:
        int64, four numbers a reference.
    """
    hypotheses: Any = corpus.hypotheses
    compared: Any = corpus.references.segments
    strings, others = hypotheses.strings, compared.strings
    if strings and others:
        offsets = corpus.references.offsets_view[start : stop + 1]
        return kernel.count_string_edits(
            strings[start:stop], others, offsets, tokenizer, lowercase, rule
        )
    references = corpus.references.slice(start, stop)
    own, compared = hypotheses[start:stop], references.segments
    texts: tuple[Any, Any, Any, Any, Any, Any] = (
        *(own.data, *own.bounds),
        *(compared.data, *compared.bounds),
    )
    return kernel.count_text_edits(*texts, references.offsets_view, tokenizer, lowercase, rule)


def align_tokens(texts: Texts, rule: Rule) -> Iterator[bytes]:
    """Yield the operations of every reference, one a byte, as numbers of `OPERATIONS`.

    >>> from tallystick.metrics import Corpus, Workspace, tokenizer_named
    >>> corpus = Corpus.from_segments(hypotheses=["a b c"], references=["b c d"])
    >>> [part] = Workspace().pairs(corpus, tokenizer_named("none"), "none")
    >>> [[OPERATIONS[one] for one in path] for path in align_tokens(part, "most_hits")]
    [['insertion', 'hit', 'hit', 'deletion']]
    """
    operations, offsets = kernel.align(*texts.buffers, len(texts.vocabulary), rule)
    for start, end in pairwise(memoryview(offsets).cast("q").tolist()):
        yield operations[start:end]
