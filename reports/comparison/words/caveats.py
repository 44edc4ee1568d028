"""The caveats of a comparison, and of one over sets."""

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
from tallystick.reports.comparison.words.cases import ALWAYS, Cases, Terms, sentence
from tallystick.reports.wording import counted_units, listed, names, percent, units

if TYPE_CHECKING:
    from tallystick.reports.comparison_over_sets.model import ResultsOverSets

EMULATION: Cases = {
    "emulated": (
        "The {method}, reproduced here with its defects, {defect}. Use it only to check published "
        "numbers; for conclusions, compare without emulation."
    ),
}
CORRECTION: Cases = {
    "uncorrected": (
        "The p-values are not corrected for the {comparisons:,} comparisons of each metric: if no "
        "two systems differed, {by_chance:.2g} of them would be called significant on average."
    ),
    "false_discoveries": (
        "The correction by Benjamini and Hochberg controls the false-discovery rate: up to {level} "
        "of the differences called significant are expected to be false."
    ),
    "one_metric": "",
    "one_pair": "P-values are not corrected for the {number} metrics.",
    ALWAYS: "P-values are corrected across pairs, not across the {number} metrics.",
}
UNITS: Cases = {
    "short_documents": (
        "Every document has one segment, so resampling documents is resampling segments. If the "
        "segments are parts of longer texts, the true uncertainty is usually larger."
    ),
    "parts": (
        "Parts of the corpus were resampled, which assumes that they are alike. If they are of "
        "different sizes or subjects, the true uncertainty is usually larger."
    ),
    "segments_of_unknown_documents": (
        "Documents are not known, so segments were resampled as if they were independent. Segments "
        "of one document are correlated, and the true uncertainty is usually larger."
    ),
    "segments": (
        "Segments were resampled although documents are known. Segments of one document are "
        "correlated, and the true uncertainty is usually larger."
    ),
}
FEW_UNITS: Cases = {
    "single_unit": "There is only {units} to resample, so there are no intervals.",
    "width": (
        "There are only {units} to resample: intervals of scores tend to be {width}too narrow."
    ),
}
BOOTSTRAP_OF_FEW: Cases = {
    "rejects_too_much": (
        "The bootstrap test rejects too many true null hypotheses with so few {noun}: up to "
        "{rejected}% instead of 5% with {nearest} of them. Approximate randomisation does not."
    ),
}
RUNS: Cases = {
    "single_runs": (
        "Each system is a single training run; the variation of scores between runs was not "
        "measured."
    ),
    "assumed_runs": (
        "{single}; the variation of {whose} scores between runs is not known and is assumed to be "
        "that of the other systems."
    ),
    "some_single_runs": ("{single}; the variation of {whose} scores between runs is not known."),
    "two_level": "",
    ALWAYS: "The test does not cover the variation of scores between training runs.",
}
OVERLAP: Cases = {
    "overlap": (
        "Intervals of two systems can overlap although their difference is significant, as here. "
        "Judge a pair by its test, not by the two intervals."
    ),
}
REFERENCES: Cases = {
    "varying_references": (
        "The number of references varies from segment to segment; segments with more of them score "
        "better for that reason alone."
    ),
    "one_reference": (
        "There is one reference for each segment; a correct text in different words scores badly."
    ),
    ALWAYS: (
        "Scores with {references} references cannot be compared with scores that were computed "
        "with a different number of references."
    ),
}
OTHER_TEXTS: Cases = {
    "several_systems": (
        "The systems were compared only on this test set; the ranking may differ on other texts."
    ),
    ALWAYS: "Scores hold for this test set; they may differ on other texts.",
}
READERS: Cases = {
    "computed": "A better {computed} score does not prove that readers prefer the system.",
}
CAVEATS = (
    *(EMULATION, CORRECTION, UNITS, FEW_UNITS, BOOTSTRAP_OF_FEW, RUNS, OVERLAP, REFERENCES),
    *(OTHER_TEXTS, READERS),
)
"""One or none of each, the most serious first."""

INTERVALS_OVER_SETS: Cases = {
    "is_corrected": "P-values are corrected for the number of comparisons; intervals are not.",
}


def caveats(results: Results) -> tuple[str, ...]:
    """Return the caveats, one or two sentences each, the most serious first."""
    terms = _terms(results)
    return tuple(said for cases in CAVEATS if (said := sentence(cases, terms)))


def caveats_over_sets(results: ResultsOverSets) -> tuple[str, ...]:
    """Return the caveats of a comparison over sets, with the sets that they concern."""
    of_each = {
        one.name: replace(results_of(one.comparison), test=results.test) for one in results.sets
    }
    terms = {name: _terms(results) for name, results in of_each.items()}
    smallest = min(of_each, key=lambda name: of_each[name].test_set.units)
    over_all = next(iter(terms.values()))
    sets: dict[str, list[str]] = {}
    for name in of_each:
        sets.setdefault(sentence(UNITS, terms[name]), []).append(name)
    for cases in (FEW_UNITS, BOOTSTRAP_OF_FEW):
        sets.setdefault(sentence(cases, terms[smallest]), []).append(smallest)
    every = [
        *(sentence(cases, over_all) for cases in (CORRECTION, INTERVALS_OVER_SETS)),
        *(
            f"{names(of_sets)}: {said}" if said and len(of_sets) < len(results.sets) else said
            for said, of_sets in sets.items()
        ),
        sentence(RUNS, over_all),
    ]
    return tuple(filter(None, every))


def _terms(results: Results) -> Terms:
    test, test_set = results.test, results.test_set
    emulated = emulated_test(test.method)
    single = [system for system, runs in results.runs.items() if runs == 1]
    computed = [metric.title for metric in results.metrics if metric.name != HUMAN]
    documents = test_set.documents is not None
    nearest = min(REJECTED_BY_THE_BOOTSTRAP, key=lambda number: abs(number - test_set.units))
    can_reject = least_p_values(np.array([test_set.units]))[0] <= test.significance_level
    few = test_set.units < FEW_FOR_THE_BOOTSTRAP
    are = "is a single training run" if len(single) == 1 else "are single training runs"
    metrics, several = len(results.metrics), test.comparisons > 1
    return {
        "emulated": test.method not in tuple(Method),
        "method": test.method,
        "defect": "is reproduced only for its numbers" if emulated is None else emulated.defect,
        "uncorrected": several and test.correction == "none",
        "false_discoveries": several and test.correction == "benjamini-hochberg",
        "is_corrected": test.is_corrected,
        "comparisons": test.comparisons,
        "by_chance": test.significance_level * test.comparisons,
        "level": percent(test.significance_level),
        "one_metric": metrics < 2 or not results.pairs,
        "one_pair": not several,
        "number": "two" if metrics == 2 else metrics,
        "short_documents": test_set.unit == "document" and test_set.units == test_set.segments,
        "parts": test_set.unit == "part",
        "segments_of_unknown_documents": test_set.unit == "segment" and not documents,
        "segments": test_set.unit == "segment",
        "single_unit": test_set.units == 1,
        "width": next(words for least, words in TOO_NARROW if test_set.units >= least),
        "units": counted_units(test_set),
        "noun": units(test_set),
        "rejects_too_much": test.method == Method.BOOTSTRAP and few and can_reject,
        "rejected": REJECTED_BY_THE_BOOTSTRAP[nearest],
        "nearest": nearest,
        "single_runs": len(single) == len(results.systems),
        "assumed_runs": single and test.method == Method.TWO_LEVEL,
        "some_single_runs": single,
        "two_level": test.method == Method.TWO_LEVEL,
        "single": f"{names(single)} {are}",
        "whose": "its" if len(single) == 1 else "their",
        "overlap": _any_overlap(results),
        "varying_references": test_set.references is None,
        "one_reference": test_set.references == 1,
        "references": test_set.references,
        "several_systems": len(results.systems) > 1,
        "computed": listed(computed, "or"),
    }


def _any_overlap(results: Results) -> bool:
    """Return whether intervals of two systems overlap of which one is significantly better."""
    for pair in results.pairs:
        one, other = (
            results.scores[pair.metric, system].interval for system in (pair.system, pair.other)
        )
        if one and other and pair.better and one.low <= other.high and other.low <= one.high:
            return True
    return False
