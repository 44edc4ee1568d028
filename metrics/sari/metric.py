"""SARI: how well n-grams are added to the source text, kept and deleted.

Xu et al., "Optimizing Statistical Machine Translation for Text Simplification", TACL 4, 2016. The
hypothesis simplifies a source text, which is compared as well; see `tallystick.metrics.Corpus`.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.corpus.text import Text
from tallystick.metrics.counting.one_segment import Buffers, SegmentReferences, cached_tokenizer
from tallystick.metrics.interface.dialect import ALWAYS_DIALECT, CASE, ORDER, TOKENIZER
from tallystick.metrics.interface.identity import Identity, Scale, cited
from tallystick.metrics.interface.metric import Score
from tallystick.metrics.interface.parameters import SariParameters
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sari.dialect import DEFAULT, SariDialect
from tallystick.metrics.sums.statistics import Columns, Statistics
from tallystick.metrics.sums.sum_formula import SumFormula, divided
from tallystick.metrics.sums.symbols import ratio, total

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.sums.statistics import Total


Sums: TypeAlias = Mapping[str, Any]

OPERATIONS = {
    "add": ("added_correctly", "added", "to_add"),
    "keep": ("kept_correctly", "kept", "to_keep"),
    "delete": ("deleted_correctly", "deleted", "to_delete"),
}
"""The columns of each operation: what is correct, what is done, what the references want."""

_SHARED = [column for name in ("keep", "delete") for column in OPERATIONS[name][1:]]
"""The columns with a sum of shares that are correct, and of ones, over distinct n-grams."""

MEANS = Columns(*OPERATIONS, "segments")
"""The columns of dialects that average the scores of segments."""


class SariParts(NamedTuple):
    """SARI, 0 to 100, and the scores of its operations, 0 to 1."""

    score: Any
    add: Any
    keep: Any
    delete: Any


@lru_cache(maxsize=64)
def formula_of(dialect: SariDialect) -> SumFormula:
    """Return the formula of a corpus, over the columns of the statistics."""
    if dialect.average == "score":
        return SumFormula(MEANS, _mean_of_segments)
    return segment_formula_of(dialect)


@lru_cache(maxsize=64)
def segment_formula_of(dialect: SariDialect) -> SumFormula:
    """Return the formula over what `kernel.count_changes` counts, in this order."""
    names = [column for columns in OPERATIONS.values() for column in columns]
    if dialect.average == "score":
        names += [f"{part}_of_{column}" for column in _SHARED for part in ("shares", "ngrams")]
    columns = Columns(*((name, dialect.order) for name in names))
    return SumFormula(columns, partial(_sari, dialect))


def _mean_of_segments(sums: Sums) -> SariParts:
    return _parts([divided(sums[name], sums["segments"]) for name in OPERATIONS])


def _sari(dialect: SariDialect, sums: Sums) -> SariParts:
    return _parts([_score(dialect, sums, name) for name in OPERATIONS])


def _parts(scores: Sequence[Any]) -> SariParts:
    return SariParts(100 * _mean(scores), *scores)


def _score(dialect: SariDialect, sums: Sums, name: str) -> Any:
    correct, done, wanted = OPERATIONS[name]
    precisions = _ratios(dialect, sums, correct, done, dialect.precision)
    if name == "delete" and dialect.delete == "precision":
        return _mean(precisions)
    recalls = _ratios(dialect, sums, correct, wanted, dialect.recall)
    if dialect.average_orders == "precision_recall":
        precisions, recalls = [_mean(precisions)], [_mean(recalls)]
    pairs = zip(precisions, recalls, strict=True)
    return _mean([ratio(2 * precision * recall, precision + recall) for precision, recall in pairs])


def _ratios(dialect: SariDialect, sums: Sums, part: str, whole: str, kind: str) -> list[Any]:
    """Return the ratio of each order; what is added is not counted by occurrences, but pooled."""
    if kind == "each" and whole in _SHARED:
        part, whole = f"shares_of_{whole}", f"ngrams_of_{whole}"
    both = zip(sums[part], sums[whole], strict=True)
    return [ratio(correct, every, dialect.nothing) for correct, every in both]


def _mean(values: Sequence[Any]) -> Any:
    return total(values) / len(values)


def refuse_different_numbers(dialect: SariDialect, references: int | None) -> None:
    """Refuse a varying number of references per segment (None) if the dialect adds up counts."""
    if dialect.average == "none" and references is None:
        raise InputError(
            "the numbers of references differ between segments, and SARI that adds up counts, as "
            "EASSE does, is not defined for this; give every segment equally many references, or "
            "use a dialect that averages over segments: sari:dialect=evaluate or sari:dialect=xu"
        )


def statistics_of(dialect: SariDialect, corpus: Corpus, workspace: Workspace) -> Statistics:
    """Return the counts of every segment, int64, or its scores if the dialect averages."""
    sources: Any = corpus.sources
    refuse_different_numbers(dialect, corpus.references.number)
    tokenizer, formula = tokenizer_named(dialect.tokenize), segment_formula_of(dialect)

    def rows_of(pairs: EncodedPairs) -> NDArray[Any]:
        encoded = workspace.sources(sources, pairs, tokenizer, dialect.lowercase)
        size = len(encoded.vocabulary)
        buffers = _changes(dialect, pairs.buffers, size, encoded.id_buffer, encoded.bounds)
        counts, shares = (
            np.frombuffer(buffer, kind).reshape(len(pairs), -1)
            for buffer, kind in zip(buffers, (np.int64, np.float64), strict=True)
        )
        if dialect.average == "none":
            return counts
        named = formula.statistics.split(np.hstack([counts, shares]))
        return np.column_stack([*formula.parts_of_arrays(named)[1:], np.ones(len(pairs))])

    parts = workspace.map_pairs(corpus, tokenizer, dialect.lowercase, rows_of)
    columns, rows = formula_of(dialect).statistics, np.concatenate(parts)
    return Statistics(columns, rows, corpus.references.number, corpus.given_tokens)


def segment_counter_of(
    dialect: SariDialect, references: Sequence[str], source: str | None
) -> Callable[[str], dict[str, Any]] | None:
    """Return what counts hypotheses of one segment; None if there is no source."""
    if source is None:
        return None
    prepared = SegmentReferences(
        (*references, source), cached_tokenizer(dialect.tokenize), dialect.lowercase
    )
    own, segments = memoryview(prepared.offsets)[-16:], struct.pack("2q", 0, len(references))
    formula = segment_formula_of(dialect)
    columns = formula.statistics

    def count(hypothesis: str) -> dict[str, Any]:
        encoded = prepared.encode(hypothesis)
        buffers, size = (*encoded.buffers[:4], segments), len(encoded.vocabulary)
        counts, shares = _changes(dialect, buffers, size, prepared.ids, own)
        numbers = memoryview(counts).cast("q").tolist()
        if dialect.average == "none":
            return columns.split_list(numbers)
        numbers += memoryview(shares).cast("d").tolist()
        parts = formula.parts_of_numbers(columns.split_list(numbers))
        return dict(zip(MEANS, (*parts[1:], 1), strict=True))

    return count


def _changes(
    dialect: SariDialect, buffers: Buffers, size: int, source_ids: Any, source_offsets: Any
) -> tuple[bytes, bytes]:
    """Return the counts and shares of segments; `kernel.count_changes` describes them."""
    return kernel.count_changes(
        *buffers,
        dialect.order,
        size,
        source_ids,
        source_offsets,
        unreferenced=dialect.deleted_correctly == "unreferenced",
        one_token=dialect.empty_text == "one_token",
    )


FEWEST_SEGMENTS = 10
SAMPLED_SEGMENTS = 50
FEWEST_SHARED_WORDS = 0.12
"""Of the words of WMT22's sources, 0 to 9% are also in their references; of those of one reference,
29 to 71% are in the other one."""

WORD = re.compile(r"[\u3040-\u9fff]|[^\W\d_\u3040-\u9fff]+")
"""A word, or a character where there are no spaces."""


@dataclass(frozen=True, slots=True, repr=False)
class SariScore(Score):
    """A SARI score, 0 to 100, the mean of its three components, 0 to 100.

    Attributes:
        add: The score of adding n-grams that are not in the source.
        keep: The score of keeping n-grams of the source.
        delete: The score of deleting n-grams of the source.
    """

    shown = "{0.score:.2f} (add {0.add:.2f}, keep {0.keep:.2f}, delete {0.delete:.2f})"

    add: float
    keep: float
    delete: float


class Sari(
    SariParameters,
    DialectMetric[SariScore],
    dialects=SariDialect,
    default=("easse", DEFAULT),
    options=("order", "tokenize", "lowercase", "dialect"),
):
    """SARI, which compares simplifications with their sources as well as with references.

    >>> import tallystick
    >>> for dialect in "xu", "evaluate", "easse":  # the first two: the programs' own example
    ...     score = tallystick.sari(
    ...         sources=["About 95 species are currently accepted ."],
    ...         hypotheses=["About 95 you now get in ."],
    ...         references=[
    ...             [
    ...                 "About 95 species are currently known .",
    ...                 "About 95 species are now accepted .",
    ...                 "95 species are now accepted .",
    ...             ]
    ...         ],
    ...         dialect=dialect,
    ...     )
    ...     print(round(score.score, 4))
    26.8278
    26.9536
    31.3502
    """

    identity: ClassVar[Identity] = Identity(
        name="sari",
        title="SARI",
        description="n-grams added to, kept and deleted from the source text",
        scale=Scale(0, 100, digits=2),
        needs_sources=True,
        citation=cited("Xu et al., 2016", "xu-etal-2016-optimizing"),
    )
    formula_of = staticmethod(formula_of)
    segment_counter_of = staticmethod(segment_counter_of)
    statistics_of = staticmethod(statistics_of)
    in_signature = (CASE, TOKENIZER, ORDER, ALWAYS_DIALECT)

    def warnings(self, corpus: Corpus) -> tuple[str, ...]:
        """Return a warning if the sources have few words in common with the references.

        SARI rewards what is kept of the source. With the source of a translation nothing can be
        kept, and almost everything is rightly deleted, which gives a high score that means nothing.
        """
        sources, references = corpus.sources, corpus.references
        if not isinstance(sources, Text) or corpus.given_tokens or len(corpus) < FEWEST_SEGMENTS:
            return ()
        words = shared = 0
        for segment in range(0, len(corpus), max(len(corpus) // SAMPLED_SEGMENTS, 1)):
            known = set(WORD.findall(" ".join(references[segment]).lower()))
            in_source = WORD.findall(sources[segment].lower())
            words += len(in_source)
            shared += sum(word in known for word in in_source)
        if shared >= FEWEST_SHARED_WORDS * words:
            return ()
        return (
            f"of the words of the sources, {shared / words:.0%} are in the references, as if they "
            "were in another language; SARI is for text that is simplified within one language; "
            "give sources in the language of the references",
        )

    def score_total(self, total: Total) -> SariScore:
        """Score the sum of all segments.

        Raises:
            InputError: The numbers of references differ, and the dialect adds up counts.
        """
        refuse_different_numbers(self.conventions, total.references)
        return super().score_total(total)

    def components(self, sums: Mapping[str, Any]) -> dict[str, Any]:
        """Return the scores of the operations."""
        return {name: 100 * sums[name] for name in ("add", "keep", "delete")}
