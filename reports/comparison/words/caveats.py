"""What limits a comparison: caveats, also of one over sets, and footnotes on resamples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from tallystick.compat.emulation.paired_tests import (
    OWN_METRICS,
    PROGRAM,
    EmulationSettings,
    emulated_test,
)
from tallystick.metrics.given_scores.metric import HUMAN
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.resampling.correction import least_p_values, resamples_needed
from tallystick.metrics.resampling.paired import Compared, near_level
from tallystick.metrics.resampling.settings import Method, Settings
from tallystick.reports.comparison.facts.results import Results, results_of
from tallystick.reports.comparison.thresholds import (
    FEW_FOR_THE_BOOTSTRAP,
    MOST_NAMED,
    REJECTED_BY_THE_BOOTSTRAP,
    TOO_NARROW,
)
from tallystick.reports.comparison.words.cases import (
    ALWAYS,
    Cases,
    Listed,
    Terms,
    sentence,
    sentences,
    titles,
)
from tallystick.reports.wording import (
    counted,
    counted_units,
    few_digits,
    names,
    p_value,
    percent,
    shortened,
    system_name,
    units,
)

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
        "two systems differed, {by_chance} of them would be called significant on average."
    ),
    "false_discoveries": (
        "The correction by Benjamini and Hochberg controls the false-discovery rate: up to {level} "
        "of the differences called significant are expected to be false."
    ),
    "one_metric": "",
    "one_pair": "P-values are not corrected for the {number} metrics.",
    ALWAYS: "P-values are corrected across pairs, not across the {number} metrics.",
}
CORRELATED = "Segments of one document are correlated, and the true uncertainty is usually larger."
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
        "Documents are not known, so segments were resampled as if they were independent. "
        f"{CORRELATED}"
    ),
    "segments": f"Segments were resampled although documents are known. {CORRELATED}",
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
SINGLE_RUNS = (
    "{names} {single:is a single training run|are single training runs}; the variation of "
    "{single:its|their} scores between runs is not known"
)
RUNS: Cases = {
    "single_runs": (
        "Each system is a single training run; the variation of scores between runs was not "
        "measured."
    ),
    "assumed_runs": f"{SINGLE_RUNS} and is assumed to be that of the other systems.",
    "single": f"{SINGLE_RUNS}.",
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
    "computed": "A better {computed:or} score does not prove that readers prefer the system.",
}
CAVEATS = (
    *(EMULATION, CORRECTION, UNITS, FEW_UNITS, BOOTSTRAP_OF_FEW, RUNS, OVERLAP, REFERENCES),
    *(OTHER_TEXTS, READERS),
)
"""One or none of each, the most serious first."""

LESS_SO = " The same holds, though less, for {sets}."
INTERVALS_OVER_SETS: Cases = {
    "is_corrected": "P-values are corrected for the number of comparisons; intervals are not.",
}


def caveats(results: Results) -> tuple[str, ...]:
    """Return the caveats, one or two sentences each, the most serious first."""
    return sentences(CAVEATS, _terms(results))


def caveats_over_sets(results: ResultsOverSets) -> tuple[str, ...]:
    """Return the caveats of a comparison over sets, with the sets that they concern."""
    of_each = {
        on_set.name: replace(results_of(on_set.comparison), test=results.test)
        for on_set in results.sets
    }
    terms = {name: _terms(results) for name, results in of_each.items()}
    smallest = min(of_each, key=lambda name: of_each[name].test_set.units)
    over_all = next(iter(terms.values()))
    sets: dict[str, list[str]] = {}
    for name in of_each:
        sets.setdefault(sentence(UNITS, terms[name]), []).append(name)
    for cases in (FEW_UNITS, BOOTSTRAP_OF_FEW):
        others = [name for name in terms if name != smallest and sentence(cases, terms[name])]
        less = LESS_SO.format(sets=shortened(others, MOST_NAMED)) if others else ""
        sets.setdefault(sentence(cases, terms[smallest]) + less, []).append(smallest)
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
    documents = test_set.documents is not None
    nearest = min(REJECTED_BY_THE_BOOTSTRAP, key=lambda number: abs(number - test_set.units))
    can_reject = least_p_values(np.array([test_set.units]))[0] <= test.significance_level
    few = test_set.units < FEW_FOR_THE_BOOTSTRAP
    metrics, several = len(results.metrics), test.comparisons > 1
    bounds = (
        [results.scores[pair.metric, system].interval for system in (pair.system, pair.other)]
        for pair in results.pairs
        if pair.better
    )
    return {
        "emulated": test.method not in tuple(Method),
        "method": test.method,
        "defect": "is reproduced only for its numbers" if emulated is None else emulated.defect,
        "uncorrected": several and test.correction == "none",
        "false_discoveries": several and test.correction == "benjamini-hochberg",
        "is_corrected": test.is_corrected,
        "comparisons": test.comparisons,
        "by_chance": few_digits(test.significance_level * test.comparisons),
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
        "two_level": test.method == Method.TWO_LEVEL,
        "single": Listed(single),
        "names": names(single),
        "overlap": any(
            one and other and one.low <= other.high and other.low <= one.high
            for one, other in bounds
        ),
        "varying_references": test_set.references is None,
        "one_reference": test_set.references == 1,
        "references": test_set.references,
        "several_systems": len(results.systems) > 1,
        "computed": titles(metric for metric in results.metrics if metric.name != HUMAN),
    }


FEW_RESAMPLES = (
    "With only {resamples}, few differences or none can be significant at {level:g}{after}; draw "
    "{needed:,} or more."
)
FEW_UNITS_TO_TEST: Cases = {
    "some_can": "",
    "none_can": (
        "With {units}, no difference can be significant: the smallest p-value that exchanging them "
        "allows is {least:g}."
    ),
    ALWAYS: (
        "With {units}, no difference can be significant after the correction for {comparisons}: "
        "the smallest corrected p-value possible is {corrected:.2g}; {helpful:or}."
    ),
}
NEAR_THE_LEVEL = (
    "Another seed may change whether {pairs:the difference of|the differences of} {some} "
    "{pairs:is|are} significant, because {pairs:its p-value is|their p-values are} within two "
    "standard errors of {level:g}; more resamples decide."
)
SMALLEST_P_VALUE = (
    "With {resamples}, no p-value is below {shown}{after}; more resamples can show smaller ones."
)
RUNS_SHOWN = (
    "Scores of {systems} are means over runs; texts, lengths, words, n-grams, groups and segments "
    "are those of the first run of each system."
)
DEFAULT_BASELINE = (
    "{program} compares all systems with a baseline. None was named, so it is {baseline}, the "
    "first."
)
FOREIGN_METRICS = (
    "{program} does not compute {foreign} as here. Its resamples are reproduced, but the p-values "
    "that it prints are those of {own}."
)


def notes(
    results: Results, compared: Mapping[str, Compared], settings: Settings
) -> tuple[str, ...]:
    """Return the notes, one sentence each; `compared` are the results of resampling by metric."""
    said = [_few_resamples(results, settings)]
    if results.test.comparisons and not isinstance(settings, EmulationSettings):
        said += [_few_units(results, settings), near_the_level(results, compared, settings)]
    several = [system for system, runs in results.runs.items() if runs > 1]
    of_runs = RUNS_SHOWN.format(systems=names(several)) if several else ""
    return tuple(filter(None, [*said, _smallest_p_value(results), of_runs]))


def notes_on_emulation(
    results: Results, metrics: Sequence[Metric], default_baseline: str | None
) -> Iterator[str]:
    """Return notes on an emulated test; `default_baseline` is the baseline if none was named."""
    from tallystick.compat.emulation.sacrebleu import is_own_metric

    if default_baseline is not None:
        yield DEFAULT_BASELINE.format(program=PROGRAM, baseline=system_name(default_baseline))
    both = zip(results.metrics, metrics, strict=True)
    foreign = titles(compared for compared, metric in both if not is_own_metric(metric))
    if foreign:
        yield FOREIGN_METRICS.format(program=PROGRAM, foreign=foreign, own=Listed(OWN_METRICS))


def _few_resamples(results: Results, settings: Settings) -> str:
    test, pairs = results.test, results.test.comparisons
    needed = resamples_needed(pairs, settings.correction, settings.significance_level)
    if (
        test.resamples >= needed
        or emulated_test(test.method) is not None
        or test.method == Method.TWO_LEVEL
        or all(pair.exact for pair in results.pairs)
    ):
        return ""
    after = f" after the correction for {counted(pairs, 'comparison')}" if pairs > 1 else ""
    resamples = counted(test.resamples, "resample")
    level = settings.significance_level
    return FEW_RESAMPLES.format(resamples=resamples, level=level, after=after, needed=needed)


def _few_units(results: Results, settings: Settings) -> str:
    """Return a note if nothing can be significant, with what would help."""
    test_set, pairs = results.test_set, results.test.comparisons
    level, units = settings.significance_level, test_set.units
    corrected = float(least_p_values(np.full(pairs, units), settings.correction).min())
    least = float(least_p_values(np.array([units]))[0])
    with_baseline = len(results.systems) - 1
    advice = {
        "name a baseline": pairs > with_baseline and least * with_baseline <= level,
        "resample segments": test_set.unit != "segment",
        "choose the correction max-t": all(runs == 1 for runs in results.runs.values()),
    }
    helpful = [action for action, helps in advice.items() if helps] or ["take a larger test set"]
    terms = {
        "some_can": corrected <= level,
        "none_can": least > level,
        "units": counted_units(test_set),
        "comparisons": counted(pairs, "comparison"),
        "least": least,
        "corrected": corrected,
        "helpful": Listed(helpful),
    }
    return sentence(FEW_UNITS_TO_TEST, terms)


def near_the_level(
    results: Results | ResultsOverSets, compared: Mapping[str, Compared], settings: Settings
) -> str:
    """Return a note if another seed may change which differences are significant."""
    near = Listed(
        f"{names([results.systems[place] for place in of_metric.pairs[pair]])} under {metric.title}"
        for metric in (results.metrics if compared else ())
        for of_metric in [compared[metric.metric]]
        for pair in np.flatnonzero(near_level(of_metric, settings))
    )
    if not near:
        return ""
    some = shortened(near, MOST_NAMED)
    return NEAR_THE_LEVEL.format(pairs=near, some=some, level=settings.significance_level)


def _smallest_p_value(results: Results) -> str:
    """Return a note if the smallest p-value of so many resamples is one that a reader sees."""
    test = results.test
    least = [
        pair.adjusted_p_value
        for pair in results.pairs
        if pair.p_value == 1 / (test.resamples + 1) and pair.adjusted_p_value is not None
    ]
    shown = p_value(min(least), test.significance_level) if test.resamples and least else "<"
    if shown.startswith("<"):
        return ""
    after = " after the correction" * test.is_corrected
    resamples = counted(test.resamples, "resample")
    return SMALLEST_P_VALUE.format(resamples=resamples, shown=shown, after=after)
