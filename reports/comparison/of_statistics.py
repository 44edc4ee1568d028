"""The comparison of systems by files of statistics, which have no texts."""

from __future__ import annotations

from itertools import product

import numpy as np

from tallystick.errors import OptionError
from tallystick.metrics.reading.opening import FilePath
from tallystick.metrics.resampling.settings import Settings
from tallystick.metrics.resampling.units import Units, segments_as_units, units_of
from tallystick.reports.comparison.build import (
    DOCUMENT,
    SEGMENT,
    check_choice,
    comparison_of,
    results_of_systems,
    unit_name,
)
from tallystick.reports.comparison.doubts import doubts_without_texts
from tallystick.reports.comparison.facts.analyses import segment_outcomes, shown_pairs
from tallystick.reports.comparison.facts.scored_systems import ScoredSystems
from tallystick.reports.comparison.facts.scores_and_differences import with_margins
from tallystick.reports.comparison.model import Comparison, TestSet
from tallystick.reports.statistics_files.merge import Merged, without_rows
from tallystick.reports.wording import listed

PART = "part"
WITHOUT_TEXTS = (
    "The systems were compared by files of statistics, which have no texts; examples, n-grams, "
    "lengths and everything else that needs texts are left out."
)


def compare_merged(
    merged: Merged,
    *,
    baseline: str | None,
    unit_field: str | None,
    settings: Settings,
    title: str,
    threads: int,
    human_agreement: FilePath | None = None,
) -> Comparison:
    """Compare systems by the rows of their files of statistics, as by their texts."""
    names = [run.system for run in merged.systems]
    check_choice(merged.metrics, baseline, names)
    settings = with_margins(settings, merged.metrics, names)
    units = _units(merged, unit_name(unit_field, settings))
    first = merged.systems[0].scored[0].statistics
    identical = {
        (system, other): merged.digests[system] == merged.digests[other]
        for system, other in product(names, repeat=2)
    }
    documents = None if merged.documents is None else len(set(merged.documents))
    scored = ScoredSystems(merged.metrics, {run.system: (run,) for run in merged.systems}, units)
    differing = {pair: (0 if same else None, not same) for pair, same in identical.items()}
    test_set = TestSet(merged.segments, first.references, documents, units.name, units.number)
    results, notes = results_of_systems(scored, test_set, differing, baseline, settings, threads)
    analyses = {}
    if merged.rows == SEGMENT:
        scores = scored.segment_scores()
        analyses["segment_outcomes"] = segment_outcomes(scored, scores, shown_pairs(results))
    equal = np.reshape(list(identical.values()), (len(names), len(names)))
    return comparison_of(
        results,
        title,
        [*notes, *without_rows(merged), WITHOUT_TEXTS],
        doubts_without_texts(results, equal),
        analyses,
        human_agreement,
    )


def _units(merged: Merged, field: str | None) -> Units:
    known = [
        *([SEGMENT] if merged.rows == SEGMENT else []),
        *([DOCUMENT] if merged.documents is not None else []),
        PART,
    ]
    if field is None:
        field = DOCUMENT if DOCUMENT in known else known[0]
    if field not in known or merged.parts is None:
        raise OptionError(
            f"these files of statistics cannot be resampled by {field!r}, because they have a row "
            f"for each {merged.rows}{'' if DOCUMENT in known else ' and no documents'}; expected "
            f"{listed(known, 'or')}, or write them again with --rows or --docs"
        )
    if field == SEGMENT:
        return segments_as_units(merged.segments)
    if field == DOCUMENT and merged.documents is not None:
        return units_of(field, merged.documents)
    return Units(PART, merged.parts, int(merged.parts[-1]) + 1)
