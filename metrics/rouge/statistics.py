"""The statistics of segments under a dialect of ROUGE."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.catalogue import tokenizer_named
from tallystick.metrics.columns import Columns
from tallystick.metrics.rouge.choice import Rows, rows_of
from tallystick.metrics.rouge.matching import Matched, match_part, match_sentences
from tallystick.metrics.rouge.once import match_part_once
from tallystick.metrics.rouge.sentences import has_sentences
from tallystick.metrics.statistics import Statistics

if TYPE_CHECKING:
    from tallystick.metrics.corpus import Corpus
    from tallystick.metrics.rouge.dialect import RougeDialect
    from tallystick.metrics.workspace import Workspace

COLUMNS = Columns(
    "matches",
    "hypothesis_ngrams",
    "reference_ngrams",
    "precisions",
    "recalls",
    "segment_scores",
    "segments",
)


def statistics_of(
    kind: str, dialect: RougeDialect, corpus: Corpus, workspace: Workspace
) -> Statistics:
    """Count every segment; `kind` is the type of ROUGE: "1", "2", ..., "L" or "Lsum"."""
    found = rows_of(dialect, _matched(kind, dialect, corpus, workspace), corpus.references.offsets)
    rows = np.ones((len(corpus), len(COLUMNS)), order="F")
    named = COLUMNS.split(rows)
    for name in Rows.NAMES:
        named[name][:] = getattr(found, name)
    return Statistics(COLUMNS, rows, corpus.references.number, corpus.given_tokens)


def _matched(kind: str, dialect: RougeDialect, corpus: Corpus, workspace: Workspace) -> Matched:
    """Match every hypothesis with each of its references."""
    tokenizer = tokenizer_named(dialect.tokenize)
    texts = corpus.hypotheses, corpus.references.segments
    if kind == "Lsum" and dialect.counting == "clipped" and any(map(has_sentences, texts)):
        parts = match_sentences(dialect, corpus, workspace)
    else:
        use = partial(_MATCH_PART[dialect.counting], kind, dialect)
        parts = workspace.map_pairs(corpus, tokenizer, dialect.lowercase, use)
    return Matched.joined(parts)


_MATCH_PART = {"clipped": match_part, "once": match_part_once}
