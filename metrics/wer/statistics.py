"""The edits of segments under a dialect of error rates: how many, and the alignments."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from tallystick.errors import InputError, OptionError
from tallystick.metrics.counting.best_reference import Compared, Comparison, highest
from tallystick.metrics.counting.one_segment import with_strings
from tallystick.metrics.counting.pairs import EncodedPairs, warn_if_slow
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.statistics import Columns
from tallystick.metrics.sums.symbols import maximum

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.tokenizers import Lowercase, Tokenizer
    from tallystick.metrics.wer.dialect import ErrorRateDialect

COLUMNS = Columns("substitutions", "deletions", "insertions", "hits")

Rule = Literal["most_hits", "edits_last"]
"""Which of the alignments with the fewest edits; `kernel.align` describes them."""

RULES: dict[str, Rule] = {"most": "most_hits", "edits_last": "edits_last"}
"""The rule of the alignment for each value of the axis hits that has one."""


class ErrorComparison(Comparison):
    """How hypotheses are compared with references in error rates."""

    @cached_property
    def _way(self) -> tuple[Any, ...]:
        """The tokenizer of single segments, its name, the case folding and the rule."""
        tokenizer = self.dialect.tokenizer()
        return tokenizer, tokenizer.name, self.dialect.lowercase, _rule_of(self.dialect)

    def rows_of_corpus(self, corpus: Corpus, workspace: Workspace) -> NDArray[Any]:
        """Return the rows of all segments, which metrics with these conventions share."""
        compared, normalize = self.dialect.as_compared(corpus), self.dialect.normalize
        if normalize and compared.given_tokens:
            raise InputError(
                f"normalize={'+'.join(normalize)} changes text, but token lists are given; give "
                "strings, or leave it out"
            )
        _, name, lowercase, _ = self._way
        key = ("edits", name, lowercase, self.dialect.hits)
        return workspace.made_once(compared, key, partial(self._rows, compared, workspace))

    def _rows(self, corpus: Corpus, workspace: Workspace) -> NDArray[Any]:
        import numpy as np

        tokenizer, *way = self._way
        references, lowercase = corpus.references, self.dialect.lowercase
        if (
            corpus.given_tokens
            or tokenizer.name not in kernel.COMPILED_TOKENIZERS
            or workspace.has_encoded(references, tokenizer, lowercase)
        ):
            parts = workspace.map_pairs(corpus, tokenizer, lowercase, self.rows_of_part)
            return np.concatenate(parts)

        def rows_of_text(start: int, stop: int) -> NDArray[Any]:
            offsets = references.offsets[start : stop + 1]
            counts = np.frombuffer(_edits_of_text(corpus, start, stop, *way), np.int64)
            return self.rows([*counts.reshape(-1, 4).T], offsets - offsets[0])

        return np.concatenate(workspace.map_bounds(references, rows_of_text))

    def segment_counter(
        self, references: Sequence[str], tokenizer: Tokenizer | None = None
    ) -> Callable[[str], dict[str, Any]] | None:
        """Return what counts hypotheses of one segment, with the compiled kernel only."""
        if kernel.ACTIVE == "python":
            return None
        tokenizer, *way = self._way
        if tokenizer.name not in kernel.COMPILED_TOKENIZERS:
            return super().segment_counter(references, tokenizer)
        call = with_strings(references)

        def count(hypothesis: str) -> dict[str, Any]:
            counts = call(kernel.count_string_edits, hypothesis, *way)
            return self.row([*struct.iter_unpack("4q", counts)])

        return count


@lru_cache(maxsize=64)
def comparison_of(dialect: ErrorRateDialect) -> ErrorComparison:
    """Return how a hypothesis is compared with its references."""
    return ErrorComparison(dialect, COLUMNS, ("edits", "hits"), _count, _compared)


def _count(dialect: ErrorRateDialect, texts: EncodedPairs) -> tuple[memoryview, memoryview]:
    """Return the fewest edits with each reference, and the hits, that are the same tokens."""
    warn_if_slow(texts, most=300_000_000)
    edits_and_hits = kernel.count_hits(*texts.buffers, len(texts.vocabulary), _rule_of(dialect))
    counts = memoryview(edits_and_hits).cast("q")
    return counts[::2], counts[1::2]


def _edits_of_text(
    corpus: Corpus, start: int, stop: int, tokenizer: str, lowercase: Lowercase, rule: Rule
) -> bytes:
    """Count edits, hits and tokens of both sides, int64, with the name of a compiled tokenizer."""
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


def _rule_of(dialect: ErrorRateDialect) -> Rule:
    return RULES.get(dialect.hits, "edits_last")


def _compared(dialect: ErrorRateDialect, pair: Mapping[str, Any]) -> Compared:
    edits, hits, words, wanted = pair.values()
    if dialect.hits not in RULES:
        hits = maximum(words, wanted) - edits
    # every word of the references is hit, substituted or deleted; so with those of the hypotheses
    substitutions = words + wanted - edits - hits - hits
    deletions = wanted - hits - substitutions
    insertions = words - hits - substitutions
    return Compared((substitutions, deletions, insertions, hits), rank_of(edits, hits, wanted))


def rank_of(edits: Any, hits: Any, reference_words: Any) -> tuple[Any, ...]:
    """Rank references: the fewest edits, of several the longest, and then the most hits."""
    return -1 * edits, reference_words, hits


OPERATIONS = ("hit", "substitution", "deletion", "insertion")
"""The operations of an alignment, by the number that the kernel gives them."""


class AlignedToken(NamedTuple):
    """An operation, one of `OPERATIONS`, and the tokens; None where a side has no counterpart."""

    operation: str
    reference: str | None
    hypothesis: str | None


@dataclass(frozen=True, slots=True)
class Alignment:
    """The alignment of a hypothesis with its best reference, by its place from 0."""

    reference: int
    tokens: tuple[AlignedToken, ...]

    def count(self, operation: str) -> int:
        """Return how often an operation occurs."""
        return sum(token.operation == operation for token in self.tokens)


def alignments(
    dialect: ErrorRateDialect, corpus: Corpus, workspace: Workspace | None = None
) -> Iterator[Alignment]:
    """Yield the alignment of every segment; refuse dialects that count hits without one."""
    import numpy as np

    if dialect.hits not in RULES:
        raise OptionError(
            f"hits={dialect.hits} computes hits from lengths and has no alignment; use another "
            "dialect, such as dialect=jiwer"
        )
    workspace = workspace or Workspace()
    for part in workspace.pairs(corpus, dialect.tokenizer(), dialect.lowercase):
        size, firsts = len(part.vocabulary), part.references.segment_offsets
        operations, offsets = kernel.align(*part.buffers, size, RULES[dialect.hits])
        spans = pairwise(memoryview(offsets).cast("q").tolist())
        paths = [operations[start:end] for start, end in spans]
        hits = np.array([path.count(OPERATIONS.index("hit")) for path in paths], dtype=np.int64)
        edits = np.array(list(map(len, paths)), dtype=np.int64) - hits
        best = highest(rank_of(edits, hits, part.references.encoded.lengths), firsts)
        tokens = part.vocabulary.tokens()
        places = zip(best.tolist(), (best - firsts[:-1]).tolist(), strict=True)
        for (chosen, place), (hypothesis, references) in zip(places, part, strict=True):
            sides = (
                [tokens[at] for at in side.tolist()] for side in (references[place], hypothesis)
            )
            yield Alignment(place, tuple(joined(paths[chosen], *sides)))


def joined(path: bytes, reference: list[str], hypothesis: list[str]) -> Iterator[AlignedToken]:
    """Yield the operations of a path, numbers of `OPERATIONS`, with their tokens."""
    references, hypotheses = iter(reference), iter(hypothesis)
    for number in path:
        operation = OPERATIONS[number]
        yield AlignedToken(
            operation,
            None if operation == "insertion" else next(references),
            None if operation == "deletion" else next(hypotheses),
        )
