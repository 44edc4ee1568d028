"""The heat map of systems by sets, recomputed from the p-values on each set by definition."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick import compare_sets
from tallystick.metrics import GivenScores
from tallystick.reports import Comparison, ComparisonOverSets, HeatMap
from tests.reports.comparison_over_sets.sets import with_scores

LEVEL = 0.05


def better(comparison: Comparison, one: str, other: str) -> bool:
    """Whether a system is significantly better than another on a set, after its correction."""
    return any(
        {pair.system, pair.other} == {one, other}
        and pair.adjusted_p_value is not None
        and pair.adjusted_p_value <= LEVEL
        and (pair.difference or 0) * (1 if pair.system == one else -1) > 0
        for pair in comparison.differences
    )


def place(comparison: Comparison, system: str) -> str:
    """Return the ranks that a system may have, and the number of its cluster."""
    scores = {one.system: one.score or 0 for one in comparison.scores}
    first = 1 + sum(better(comparison, other, system) for other in scores)
    last = len(scores) - sum(better(comparison, system, other) for other in scores)
    ranked = sorted(scores, key=lambda one: -scores[one])
    ends = [
        end
        for end in range(1, len(ranked))
        if all(better(comparison, *pair) for pair in product(ranked[:end], ranked[end:]))
    ]
    cluster = 1 + sum(end <= ranked.index(system) for end in ends)
    return f"{first if first == last else f'{first}-{last}'} ({cluster})"


def significant_anywhere(found: ComparisonOverSets) -> set[tuple[str, frozenset[str]]]:
    """Return the sets and pairs of systems of all sets that Holm's method calls significant."""
    p_values = {
        (one.name, frozenset((pair.system, pair.other))): pair.p_value or 0.0
        for one in found.sets
        for pair in one.comparison.differences
        if {pair.system, pair.other} <= set(found.systems)
    }
    named = set()
    for step, key in enumerate(sorted(p_values, key=lambda key: p_values[key])):
        if p_values[key] * (len(p_values) - step) > LEVEL:
            break
        named.add(key)
    return named


@given(
    seed=st.integers(0, 2**32 - 1),
    systems=st.integers(3, 5),
    sets=st.integers(2, 3),
    gap=st.sampled_from((0.0, 0.3, 1.0)),
)
@settings(settings.get_profile("few"))
def test_cells_have_differences_ranks_clusters_and_marks_by_definition(
    seed: int, systems: int, sets: int, gap: float
) -> None:
    random = np.random.default_rng(seed)
    names = [f"s{number}" for number in range(systems)]
    corpora = {}
    for number in range(sets):
        # the first three systems are in all sets
        chosen = [*names[:3], *(name for name in names[3:] if random.random() < 0.8)]
        means = random.normal(0, gap, len(chosen))
        scores = {
            name: [round(score * 64) / 64 for score in random.normal(mean, 1, 12).tolist()]
            for name, mean in zip(chosen, means, strict=True)
        }
        corpora[f"set {number}"] = with_scores(scores)
    found = compare_sets(sets=corpora, metrics=[GivenScores("da")], resamples=200)
    [plot] = [one for one in found.document() if isinstance(one, HeatMap)]
    assert set(plot.rows) == {name for systems in corpora.values() for name in systems}
    means_of = {one.system: one.score or 0 for one in found.scores}
    standard = max(means_of, key=lambda one: means_of[one])
    marked = significant_anywhere(found)
    for (row, system), (column, one) in product(enumerate(plot.rows), enumerate(found.sets)):
        shown = plot.notes.get((row, column)), plot.values[row][column]
        if system not in corpora[one.name]:
            assert shown == (None, None)
            continue
        of_set = {score.system: score.score or 0 for score in one.comparison.scores}
        assert shown == (place(one.comparison, system), of_set[system] - of_set[standard])
        is_marked = (one.name, frozenset((system, standard))) in marked
        assert ((row, column) in plot.marks) is is_marked
