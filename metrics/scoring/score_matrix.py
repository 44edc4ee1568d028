"""The scores of every hypothesis against every reference, as minimum Bayes risk decoding needs."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.corpus.corpus import Corpus, References
from tallystick.metrics.corpus.text import Text
from tallystick.metrics.counting.pairs import Encoded, EncodedPairs, EncodedReferences, encode
from tallystick.metrics.counting.workspace import SEGMENTS_IN_A_PART, Workspace
from tallystick.metrics.interface.metric import (
    Metric,
    fitted,
    refuse_without_references,
    segment_form,
    segment_scores,
)
from tallystick.metrics.scoring.scoring import as_metric

if TYPE_CHECKING:
    from tallystick.metrics.sums.arrays import FloatArray
    from tallystick.metrics.tokenizers import Lowercase, Tokenizer

Part = TypeVar("Part")


def score_matrix(
    hypotheses: Sequence[str],
    references: Sequence[str] | None = None,
    *,
    metric: str | Metric = "bleu",
    source: str | None = None,
) -> FloatArray:
    """Score every hypothesis against every reference on its own.

    For minimum Bayes risk decoding, give the samples of one segment as `hypotheses` alone: each is
    scored against each, and the one with the highest mean is the output. Every line is tokenized
    once.

    Args:
        hypotheses: H lines of text.
        references: R lines of text; the hypotheses if omitted.
        metric: A metric or its spec. Segments are scored in its form for segments; see
            `segment_form`. A metric with weights of n-grams, such as NIST, takes them from all
            references.

        source: The source text of all lines, for a metric that compares with it.

    Returns:
        The scores, shape (H, R); NaN where the program of a dialect fails.

    Raises:
        InputError: There are no hypotheses or no references, or one is not a string; or the metric
            needs a source.
        OptionError: `metric` is not a metric, or has no such option.
        UnknownNameError: There is no such metric.

    >>> samples = ["the cat sat down", "the cat sat", "a dog ran"]
    >>> samples[score_matrix(samples).mean(axis=1).argmax()]
    'the cat sat'
    """
    rows = _lines(hypotheses, "hypotheses")
    columns = rows if references is None else _lines(references, "references")
    one_each = References.one_each(columns)
    chosen = segment_form(fitted(as_metric(metric), [one_each]))
    sources = None if source is None else _lines([source], "source")
    refuse_without_references(chosen)
    if sources is None and chosen.identity.needs_sources:
        raise InputError(
            f"{chosen.identity.title} compares with the source text; give the source of the lines "
            "as source=..."
        )
    height = max(SEGMENTS_IN_A_PART // len(columns), 1)
    matrix = np.empty((len(rows), len(columns)))
    workspace = _MatrixWorkspace(columns)
    for start in range(0, len(rows), height):
        block = rows[start : start + height]
        texts, of_pairs = workspace.pairs_of(block)
        same = sources and sources.take(np.zeros(len(texts), np.int64))
        pairs = Corpus(texts, of_pairs, sources=same)
        scores = segment_scores(chosen, chosen.statistics(pairs, workspace))
        matrix[start : start + height] = scores.reshape(len(block), len(columns))
    return matrix


def _lines(given: Sequence[str], name: str) -> Text:
    if isinstance(given, str) or not isinstance(given, Iterable):
        single = "the single string " * isinstance(given, str)
        raise InputError(f"{name} is {single}{reprlib.repr(given)}; expected a list of strings")
    lines = Text.from_lines(list(given), lambda index: f"{name}[{index}]")
    if not len(lines):
        raise InputError(f"{name} are empty, so there is nothing to score")
    return lines


class _MatrixWorkspace(Workspace):
    """Encodes each line of a matrix once, not once for every pair."""

    def __init__(self, columns: Text) -> None:
        super().__init__(keeps=False)
        self._columns = columns
        self._encoded: dict[tuple[str, Lowercase], Encoded] = {}

    def pairs_of(self, rows: Text) -> tuple[Text, References]:
        """Return the hypotheses and references of all pairs of the rows to score next."""
        self._rows = rows
        self._row_of = np.repeat(np.arange(len(rows)), len(self._columns))
        self._column_of = np.tile(np.arange(len(self._columns)), len(rows))
        return rows.take(self._row_of), References.one_each(self._columns.take(self._column_of))

    def has_encoded(
        self, references: References, tokenizer: Tokenizer, lowercase: Lowercase
    ) -> bool:
        """Return True, because a line is encoded once for all its pairs."""
        return True

    def map_pairs(
        self,
        corpus: Corpus,
        tokenizer: Tokenizer,
        lowercase: Lowercase,
        use: Callable[[EncodedPairs], Part],
    ) -> list[Part]:
        """Call a function with all pairs of the block and the references."""
        key = (tokenizer.name, lowercase)
        if key not in self._encoded:
            self._encoded[key] = encode(self._columns, None, tokenizer, lowercase)
        columns = self._encoded[key]
        rows = encode(self._rows, columns.vocabulary, tokenizer, lowercase)
        references = EncodedReferences(
            start=0,
            stop=len(corpus),
            encoded=columns.take(self._column_of),
            segment_bounds=np.arange(len(corpus) + 1),
        )
        return [use(EncodedPairs(rows.take(self._row_of), references))]
