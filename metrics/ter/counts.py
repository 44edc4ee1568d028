"""The edits and reference lengths of segments under a dialect of TER."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, pairwise, repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.metrics.corpus.corpus import Corpus, References
from tallystick.metrics.corpus.text import Text, lengths_of
from tallystick.metrics.counting.one_segment import SegmentReferences, cached_tokenizer
from tallystick.metrics.counting.pairs import EncodedPairs, encode_lines, warn_if_slow
from tallystick.metrics.counting.workspace import OfSegments
from tallystick.metrics.kernel import kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tallystick.metrics.counting.best_reference import Texts
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.kernel.kernel import Vocabulary
    from tallystick.metrics.ter.dialect import TerDialect
    from tallystick.metrics.tokenizers import Lowercase, Tokenizer


def few_counts_of(dialect: TerDialect, corpus: Corpus, workspace: Workspace) -> list[list[float]]:
    """Return the fewest edits and the mean reference length of every segment, a list each."""
    parts = map_pairs(dialect, corpus, workspace, OfSegments(_count_part, Search.of(dialect)))
    return [list(chain(*columns)) for columns in zip(*parts, strict=True)]


def segment_counter_of(
    dialect: TerDialect, references: Sequence[str]
) -> Callable[[str], dict[str, float]] | None:
    """Return what counts the edits of hypotheses of one segment, by the names of the columns.

    None if references are tokenized twice, and without compiled kernel, when long texts are warned
    of.
    """
    if kernel.ACTIVE == "python" or tokenizes_twice(dialect):
        return None
    tokenizer = cached_tokenizer(dialect.tokenize)
    prepared = SegmentReferences(references, tokenizer, dialect.lowercase)
    length, search = sum(prepared.lengths) / len(references), Search.of(dialect)

    def count(hypothesis: str) -> dict[str, float]:
        edits = edits_of(search, prepared.encode(hypothesis))
        return {"edits": min(edits), "reference_length": length}

    return count


def map_pairs(
    dialect: TerDialect,
    corpus: Corpus,
    workspace: Workspace,
    use: Callable[[EncodedPairs], Any],
) -> list[Any]:
    """Call a function with every part of a corpus as token numbers; return the results."""
    tokenizer, lowercase = cached_tokenizer(dialect.tokenize), dialect.lowercase
    if tokenizes_twice(dialect) and not corpus.given_tokens:
        separated = partial(_separated, corpus.references, tokenizer, lowercase)
        key = "separated references", tokenizer.name, lowercase
        corpus = replace(corpus, references=workspace.made_once(corpus, key, separated))
    return workspace.map_pairs(corpus, tokenizer, lowercase, use)


def _separated(references: References, tokenizer: Tokenizer, lowercase: Lowercase) -> References:
    """Return references with spaces between their tokens."""
    lines: Any = references.segments  # text
    vocabulary = kernel.Vocabulary()
    ids, offsets = encode_lines(lines, vocabulary, tokenizer, lowercase)
    tokens = vocabulary.tokens()
    words = [tokens[one] for one in memoryview(ids).cast("I")]
    bounds = pairwise(memoryview(offsets).cast("q"))
    separated = [" ".join(words[start:end]) for start, end in bounds]
    return References(Text.from_lines(separated), references.offsets)


def tokenizes_twice(dialect: TerDialect) -> bool:
    """Return whether references are tokenized a second time with an effect."""
    return dialect.reference_passes != "once" and dialect.tokenize != "none"


def _count_part(search: Search, pairs: EncodedPairs) -> tuple[list[int], list[float]]:
    warn_if_slow(pairs, most=300_000)
    edits, lengths = edits_of(search, pairs), lengths_of(pairs.references.encoded.bounds)
    if len(edits) == len(pairs):
        return edits, list(map(float, lengths))
    segments = [slice(*bounds) for bounds in pairwise(pairs.references.segment_bounds.tolist())]
    means = [sum(lengths[one]) / len(lengths[one]) for one in segments]
    return [min(edits[one]) for one in segments], means


def edits_of(search: Search, texts: Texts) -> list[int]:
    """Return the shifts and edits of every reference and its hypothesis."""
    own, own_bounds, others, bounds, segments = texts.buffers
    if search.blocks == "whole_matches":
        import numpy as np

        ranks = ranks_of(texts.vocabulary)
        own, others = (ranks[np.frombuffer(ids, np.uint32)] for ids in (own, others))
    found = kernel.shift_edits(
        *(own, own_bounds, others, bounds, segments),
        len(texts.vocabulary),
        *search.rules,
        search.moving == "reference",
    )
    edits: list[int] = memoryview(found).cast("q").tolist()
    if search.empty_hypotheses == "zero":
        words = chain.from_iterable(map(repeat, lengths_of(own_bounds), lengths_of(segments)))
        edits = [edit if length else 0 for edit, length in zip(edits, words, strict=True)]
    return edits


class Search(NamedTuple):
    """The axes on which the edits of two sequences of words depend."""

    blocks: str
    beam: int
    block_words: int
    distance: int
    candidates: int
    moving: str
    empty_hypotheses: str

    @classmethod
    def of(cls, dialect: TerDialect) -> Search:
        """Return the axes of a dialect."""
        return cls(*(getattr(dialect, axis) for axis in cls._fields))

    @property
    def rules(self) -> tuple[str, int, int, int, int]:
        """The rules of the search for shifts, as the kernel takes them."""
        return self[:5]


def ranks_of(vocabulary: Vocabulary) -> NDArray[np.uint32]:
    """Return numbers of tokens that are ordered like the tokens, uint32, shape (tokens,)."""
    import numpy as np

    tokens = vocabulary.tokens()
    ranks = np.empty(len(tokens), dtype=np.uint32)
    ranks[sorted(range(len(tokens)), key=tokens.__getitem__)] = np.arange(len(tokens))
    return ranks
