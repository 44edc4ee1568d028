"""The statistics of segments under a dialect of METEOR."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.one_segment import (
    cached_tokenizer,
    segment_tokens,
    the_hypothesis,
)
from tallystick.metrics.meteor import wordnet
from tallystick.metrics.meteor.alignment import align, count_chunks
from tallystick.metrics.meteor.formula import Components, meteor
from tallystick.metrics.sums.columns import Columns
from tallystick.metrics.sums.statistics import Statistics

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.meteor.dialect import MeteorDialect

COLUMNS = Columns("segment_scores", "precisions", "recalls", "penalties", "segments")


def segment_counter_of(
    dialect: MeteorDialect, references: Sequence[str]
) -> Callable[[str], dict[str, float]]:
    """Return what scores hypotheses of one segment, by the names of the columns.

    Raises:
        MissingExtraError: NLTK is not installed.
        InputError: NLTK has no WordNet.
    """
    score = _scorer(dialect)
    split = partial(segment_tokens, cached_tokenizer(dialect.tokenize), dialect.lowercase)
    words_of_references = split(references)

    def count(hypothesis: str) -> dict[str, float]:
        [words] = split((hypothesis,), the_hypothesis)
        best = max([score(words, reference) for reference in words_of_references])
        return dict(zip(COLUMNS, (*best, 1), strict=True))

    return count


def _scorer(dialect: MeteorDialect) -> Callable[[list[str], list[str]], Components]:
    known = wordnet.load()
    parameters = dialect.alpha, dialect.beta, dialect.gamma

    def score(hypothesis: list[str], reference: list[str]) -> Components:
        aligned = align(hypothesis, reference, known)
        lengths = len(hypothesis), len(reference)
        return meteor(len(aligned), count_chunks(aligned), lengths, *parameters)

    return score


def statistics_of(dialect: MeteorDialect, corpus: Corpus, workspace: Workspace) -> Statistics:
    """Score every segment with its best reference, float64.

    Raises:
        MissingExtraError: NLTK is not installed.
        InputError: NLTK has no WordNet.
    """
    score = _scorer(dialect)

    def rows_of(pairs: EncodedPairs) -> NDArray[np.float64]:
        tokens = pairs.hypotheses.vocabulary.tokens()
        rows = np.ones((len(pairs), len(COLUMNS)))
        for row, (hypothesis, references) in zip(rows, pairs, strict=True):
            words = [tokens[number] for number in hypothesis.tolist()]
            row[:-1] = max(
                score(words, [tokens[number] for number in reference.tolist()])
                for reference in references
            )
        return rows

    tokenizer = tokenizer_named(dialect.tokenize)
    parts = workspace.map_pairs(corpus, tokenizer, dialect.lowercase, rows_of)
    rows = np.concatenate(parts)
    return Statistics(COLUMNS, rows, corpus.references.number, corpus.given_tokens)
