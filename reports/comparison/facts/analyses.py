"""The texts of a comparison, and analyses that explain its scores and differences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tallystick.metrics.base.scripts import RIGHT_TO_LEFT, SCRIPTS, language_of, letters_by_script
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.metric import with_defaults
from tallystick.reports.comparison.facts.ngrams.distinguishing import (
    distinguishing_ngrams,
    ngram_differences,
)
from tallystick.reports.comparison.facts.ngrams.tables import ngram_tables
from tallystick.reports.comparison.facts.orientation import standard_of
from tallystick.reports.comparison.facts.scored_systems import (
    ScoredSystems,
    strings_of,
    tokenization_of,
)
from tallystick.reports.comparison.facts.segment_analyses import (
    disagreements,
    examples,
    segment_outcomes,
)
from tallystick.reports.comparison.facts.segment_tokens import (
    SegmentTokens,
    lengths,
    precisions_by_order,
    word_accuracy,
)
from tallystick.reports.comparison.model import (
    DistinguishingNgram,
    NgramDifference,
    Segments,
    SegmentStatistics,
)
from tallystick.reports.comparison.thresholds import MOST_SYSTEMS_IN_ALL_PAIRS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.resampling.settings import Settings
    from tallystick.reports.comparison.facts.results import Results


def analyses(
    results: Results,
    scored: ScoredSystems,
    tokens: SegmentTokens,
    settings: Settings,
    threads: int = 1,
) -> dict[str, Any]:
    """Return the texts of systems and analyses of them, by the names of fields of a comparison."""
    scores = scored.segment_scores()
    pairs = shown_pairs(results)
    ngrams, differences_of_ngrams = _ngrams(scored, tokens, pairs, settings.significance_level)
    return {
        "tokenization": tokenization_of(scored.metrics),
        "segments": segments_of(scored, scores),
        "orders": precisions_by_order(scored, tokens, Workspace(threads)),
        "lengths": lengths(scored, tokens),
        "word_accuracy": word_accuracy(scored, tokens),
        "ngrams": ngrams,
        "ngram_differences": differences_of_ngrams,
        "segment_outcomes": segment_outcomes(scored, scores, pairs),
        "examples": examples(scored, scores, pairs),
        "disagreements": disagreements(scored, scores, results.pairs),
    }


def shown_pairs(results: Results) -> list[tuple[str, str]]:
    """Return the pairs whose segments are compared; of many systems those with one of them."""
    pairs = list(dict.fromkeys((one.system, one.other) for one in results.pairs))
    if len(results.systems) <= MOST_SYSTEMS_IN_ALL_PAIRS:
        return pairs
    centre = standard_of(results, results.metrics[0].metric)
    return [pair for pair in pairs if centre in pair]


def _ngrams(
    scored: ScoredSystems, tokens: SegmentTokens, pairs: Sequence[tuple[str, str]], level: float
) -> tuple[tuple[DistinguishingNgram, ...], tuple[NgramDifference, ...]]:
    """Return the analyses of n-grams, whose tables are the largest arrays of a comparison."""
    tables = ngram_tables(scored, tokens)
    return (
        distinguishing_ngrams(scored, tokens, tables, pairs, level=level),
        ngram_differences(scored, tokens, tables, pairs),
    )


def segments_of(scored: ScoredSystems, scores: Mapping[str, NDArray[np.float64]]) -> Segments:
    """Return the texts with their scores and statistics; `scores` are segment scores by metric."""
    first = scored.corpora[0]
    references = scored.reference_strings
    ends = first.references.offsets.tolist()
    return Segments(
        sources=None if first.sources is None else strings_of(first.sources),
        references=tuple(references[start:end] for start, end in pairwise(ends)),
        hypotheses=dict(zip(scored.names, scored.hypothesis_strings, strict=True)),
        documents=first.documents,
        metadata=dict(first.metadata),
        scores={
            metric: {
                system: tuple([None if score != score else score for score in of_system])
                for system, of_system in zip(scored.names, values.tolist(), strict=True)
            }
            for metric, values in scores.items()
        },
        directions=directions(first),
        language=language_of(references),
        statistics=segment_statistics(scored),
    )


def segment_statistics(scored: ScoredSystems) -> Mapping[str, SegmentStatistics]:
    """Return the statistics by metric, for metrics that declare their formula."""
    found = {}
    for name, metric in scored.fitted.items():
        formula = with_defaults(metric).sum_formula()
        if formula is not None:
            found[name] = SegmentStatistics(
                columns=formula.columns,
                values={
                    system: tuple(_joined(statistics.column(one)) for one in formula.columns)
                    for system, statistics in zip(
                        scored.names, scored.statistics[name], strict=True
                    )
                },
                steps=formula.steps,
            )
    return found


def _joined(values: NDArray[Any]) -> str:
    if values.dtype.kind in "iu":
        return " ".join(map(str, values.tolist()))
    return " ".join([f"{value:.8g}" for value in values.tolist()])


def directions(corpus: Corpus) -> dict[str, str]:
    """Return "rtl" or "ltr" for targets and, if known, sources."""
    found = {"target": direction_of(strings_of(corpus.references.segments))}
    if corpus.sources is not None:
        found["source"] = direction_of(strings_of(corpus.sources))
    return found


def direction_of(texts: Sequence[str]) -> str:
    """Return "rtl" if most letters are of a right-to-left script, else "ltr".

    >>> direction_of(["שלום BLEU world"]), direction_of(["42"])
    ('ltr', 'ltr')
    """
    counts = letters_by_script(texts).sum(axis=0)
    right_to_left = sum(int(counts[SCRIPTS.index(script)]) for script in RIGHT_TO_LEFT)
    return "rtl" if 2 * right_to_left > int(counts[1:].sum()) else "ltr"
