"""The caveats of a comparison."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from tallystick.compat.emulation.paired_tests import emulated_test
from tallystick.metrics.given_scores.metric import HUMAN
from tallystick.metrics.resampling.correction import least_p_values
from tallystick.metrics.resampling.settings import Method
from tallystick.reports.comparison.facts.results import Results, results_of
from tallystick.reports.comparison.thresholds import (
    FEW_FOR_THE_BOOTSTRAP,
    REJECTED_BY_THE_BOOTSTRAP,
    TOO_NARROW,
)
from tallystick.reports.wording import counted_units, listed, names, percent, units

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import SignificanceTest, TestSet
    from tallystick.reports.comparison_over_sets.model import ComparisonOverSets


def caveats(found: Results) -> tuple[str, ...]:
    """Return the caveats, one or two sentences each, the most serious first."""
    computed = [metric for metric in found.metrics if metric.name != HUMAN]
    titles = listed([one.title for one in computed], "or")
    sentences = [
        _emulation(found.test),
        _correction(found),
        _units(found.test_set),
        _few_units(found.test_set),
        _bootstrap_of_few(found.test, found.test_set),
        _runs(found),
        _overlap(found),
        _references(found.test_set),
        "The systems were compared only on this test set; the ranking may differ on other texts."
        if len(found.systems) > 1
        else "Scores hold for this test set; they may differ on other texts.",
        f"A better {titles} score does not prove that readers prefer the system."
        if computed
        else "",
    ]
    return tuple(filter(None, sentences))


def caveats_over_sets(found: ComparisonOverSets) -> tuple[str, ...]:
    """Return the caveats of a comparison over sets, with the sets that they concern."""
    over_all = replace(results_of(found.sets[0].comparison), test=found.test)
    smallest = min(found.sets, key=lambda one: one.comparison.test_set.units)
    of_few = smallest.comparison.test_set
    sets: dict[str, list[str]] = {}
    for one in found.sets:
        sets.setdefault(_units(one.comparison.test_set), []).append(one.name)
    for said in (_few_units(of_few), _bootstrap_of_few(found.test, of_few)):
        sets.setdefault(said, []).append(smallest.name)
    on_sets = [
        f"{names(of_sets)}: {said}" if said and len(of_sets) < len(found.sets) else said
        for said, of_sets in sets.items()
    ]
    intervals = "P-values are corrected for the number of comparisons; intervals are not."
    corrected = intervals if found.test.is_corrected else ""
    every = [_correction(over_all), corrected, *on_sets, _runs(over_all)]
    return tuple(one for one in every if one)


def _correction(found: Results) -> str:
    test = found.test
    if test.comparisons < 2:
        return _several_metrics(found)
    level, pairs = percent(test.significance_level), f"{test.comparisons:,} comparisons"
    if test.correction == "none":
        by_chance = test.significance_level * test.comparisons
        return (
            f"The p-values are not corrected for the {pairs} of each metric: if no two systems "
            f"differed, {by_chance:.2g} of them would be called significant on average."
        )
    if test.correction == "benjamini-hochberg":
        return (
            "The correction by Benjamini and Hochberg controls the false-discovery rate: up to "
            f"{level} of the differences called significant are expected to be false."
        )
    return _several_metrics(found)


def _several_metrics(found: Results) -> str:
    number = len(found.metrics)
    if number < 2 or not found.pairs:
        return ""
    every = "two" if number == 2 else str(number)
    if found.test.comparisons < 2:
        return f"P-values are not corrected for the {every} metrics."
    return f"P-values are corrected across pairs, not across the {every} metrics."


def _emulation(test: SignificanceTest) -> str:
    if test.method in tuple(Method):
        return ""
    emulated = emulated_test(test.method)
    defect = "is reproduced only for its numbers" if emulated is None else emulated.defect
    return (
        f"The {test.method}, reproduced here with its defects, {defect}. Use it only to check "
        "published numbers; for conclusions, compare without emulation."
    )


def _units(test_set: TestSet) -> str:
    if test_set.unit == "document" and test_set.units == test_set.segments:
        return (
            "Every document has one segment, so resampling documents is resampling segments. "
            "If the segments are parts of longer texts, the true uncertainty is usually larger."
        )
    if test_set.unit == "part":
        return (
            "Parts of the corpus were resampled, which assumes that they are alike. If they are "
            "of different sizes or subjects, the true uncertainty is usually larger."
        )
    if test_set.unit != "segment":
        return ""
    if test_set.documents is None:
        return (
            "Documents are not known, so segments were resampled as if they were independent. "
            "Segments of one document are correlated, and the true uncertainty is usually larger."
        )
    return (
        "Segments were resampled although documents are known. "
        "Segments of one document are correlated, and the true uncertainty is usually larger."
    )


def _few_units(test_set: TestSet) -> str:
    width = next(words for least, words in TOO_NARROW if test_set.units >= least)
    if not width:
        return ""
    verb = "is" if test_set.units == 1 else "are"
    said = f"There {verb} only {counted_units(test_set)} to resample"
    if test_set.units == 1:
        return f"{said}, so there are no intervals."
    return f"{said}: intervals of scores tend to be {width}too narrow."


def _bootstrap_of_few(test: SignificanceTest, test_set: TestSet) -> str:
    few = test_set.units < FEW_FOR_THE_BOOTSTRAP
    if test.method != Method.BOOTSTRAP or not few:
        return ""
    if least_p_values(np.array([test_set.units]))[0] > test.significance_level:
        return ""  # nothing can be rejected
    nearest = min(REJECTED_BY_THE_BOOTSTRAP, key=lambda number: abs(number - test_set.units))
    return (
        f"The bootstrap test rejects too many true null hypotheses with so few {units(test_set)}: "
        f"up to {REJECTED_BY_THE_BOOTSTRAP[nearest]}% instead of 5% with {nearest} of them. "
        "Approximate randomisation does not."
    )


def _runs(found: Results) -> str:
    two_level = found.test.method == Method.TWO_LEVEL
    single = [system for system, runs in found.runs.items() if runs == 1]
    if len(single) == len(found.systems):
        return (
            "Each system is a single training run; the variation of scores between runs was not "
            "measured."
        )
    if single:
        are = "is a single training run" if len(single) == 1 else "are single training runs"
        whose = "its" if len(single) == 1 else "their"
        known = f"{names(single)} {are}; the variation of {whose} scores between runs is not known"
        return f"{known}{' and is assumed to be that of the other systems' * two_level}."
    if two_level:
        return ""
    return "The test does not cover the variation of scores between training runs."


def _overlap(found: Results) -> str:
    for pair in found.pairs:
        one, other = (
            found.scores[pair.metric, system].interval for system in (pair.system, pair.other)
        )
        if one and other and pair.better and one.low <= other.high and other.low <= one.high:
            return (
                "Intervals of two systems can overlap although their difference is significant, "
                "as here. Judge a pair by its test, not by the two intervals."
            )
    return ""


def _references(test_set: TestSet) -> str:
    if test_set.references is None:
        return (
            "The number of references varies from segment to segment; segments with more of them "
            "score better for that reason alone."
        )
    if test_set.references == 1:
        return (
            "There is one reference for each segment; a correct text in different words scores "
            "badly."
        )
    return (
        f"Scores with {test_set.references} references cannot be compared with scores that were "
        "computed with a different number of references."
    )
