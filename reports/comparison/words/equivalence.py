"""What is said of systems that were tested for differences smaller than a margin."""

from __future__ import annotations

from collections.abc import Iterator

from tallystick.reports.comparison.facts.results import Results
from tallystick.reports.comparison.model import ComparedMetric, Difference, SignificanceTest
from tallystick.reports.comparison.thresholds import MOST_NAMED
from tallystick.reports.comparison.words.cases import ALWAYS, Cases, Terms, sentence
from tallystick.reports.comparison.words.clauses import opponents_called
from tallystick.reports.comparison_over_sets.model import DifferenceOverSets
from tallystick.reports.wording import counted, equation, listed, names, p_value

PAIRS: Cases = {
    "untested": "",
    "several": (
        "Under {title}, {share} equivalent within ±{margin}{pairs}{undecided_pairs}{beyond_pairs}."
    ),
    "equivalent_and_significant": (
        "Under {title}, {both} differ significantly, but are equivalent within ±{margin} ({p})."
    ),
    "equivalent": "Under {title}, {both} are equivalent within ±{margin} ({p}).",
    "beyond": "Under {title}, {both} differ significantly, by more than {margin}.",
    "significant": (
        "Under {title}, {both} differ significantly, and may differ by {margin} or more ({p})."
    ),
    ALWAYS: (
        "Under {title}, the {test_set} too small to say whether {both} differ by {margin} or more "
        "({p})."
    ),
}
NOT_WORSE: Cases = {
    "none": "",
    "opponents": "Under {title}, {not_worse} not worse than {opponents} by {margin} or more.",
    "several": "Under {title}, {not_worse} not worse than any other system by {margin} or more.",
}


def equivalence(results: Results, sets: int = 1) -> Iterator[str]:
    """Yield sentences on each metric with a margin: equivalent pairs, then systems not worse.

    The results are those of one set, or of mean scores over several.
    """
    for metric in results.metrics:
        if metric.margin is not None:
            terms = _terms(results, metric, sets)
            yield from filter(None, (sentence(cases, terms) for cases in (PAIRS, NOT_WORSE)))


def equivalent_within(results: Results) -> tuple[str, str]:
    """Return the margins within which two systems are equivalent, and those not excluded.

    They are lists such as "±0.5 BLEU" and "0.5 BLEU"; metrics under which the systems differ
    significantly, and those without a margin, are in neither.
    """
    within, not_excluded = [], []
    for metric in results.metrics:
        if metric.margin is not None:
            equivalent, undecided, _, _ = _pairs(results, metric)
            margin = f"{metric.margin:g} {metric.title}"
            within += [f"±{margin}" for one in equivalent if not one.significant]
            not_excluded += [margin for one in undecided if not one.significant]
    return listed(within), listed(not_excluded, "or")


def equivalence_p_value(pair: Difference | DifferenceOverSets, test: SignificanceTest) -> str:
    """Return the corrected p-value of the tests of equivalence, or "" if there is none."""
    found = pair.equivalence
    return "" if found is None else p_value(found.adjusted_p_value, test.significance_level)


def _pairs(results: Results, metric: ComparedMetric) -> tuple[list[Difference], ...]:
    """Return the pairs that are equivalent, of which it is not known, and that differ by more.

    All pairs that were tested come last. A pair differs by more than the margin if its interval
    does not reach the margin.
    """
    tested = [one for one in results.differences[metric.metric] if one.equivalence is not None]
    equivalent = [one for one in tested if one.equivalence and one.equivalence.equivalent]
    margin = metric.margin or 0.0
    beyond = [
        one
        for one in tested
        for bounds in [one.interval]
        if one.significant and bounds and (bounds.low > margin or bounds.high < -margin)
    ]
    undecided = [one for one in tested if one not in equivalent and one not in beyond]
    return equivalent, undecided, beyond, tested


def _terms(results: Results, metric: ComparedMetric, sets: int) -> Terms:
    test_set = "test set is" if sets == 1 else "test sets are"
    equivalent, undecided, beyond, tested = _pairs(results, metric)
    pairs = "; ".join(names((one.system, one.other)) for one in equivalent)
    not_worse = [
        system
        for system in results.systems
        for p in [results.scores[metric.metric, system].non_inferiority_p_value]
        if p is not None and p <= results.test.significance_level
    ]
    share = f"{len(equivalent) or 'none'} of {counted(len(tested), 'pair')}"
    return {
        "title": metric.title if sets == 1 else f"mean {metric.title} over {sets} test sets",
        "test_set": test_set,
        "margin": f"{metric.margin:g}",
        "several": len(results.systems) > 2,
        "untested": not tested,
        "p": equation(equivalence_p_value(tested[0], results.test)) if tested else "",
        "both": names(results.systems),
        "share": f"{share} {'are' if len(equivalent) > 1 else 'is'}",
        "pairs": f" ({pairs})" * (0 < len(equivalent) <= MOST_NAMED),
        "equivalent": equivalent,
        "equivalent_and_significant": equivalent and equivalent[0].significant,
        "beyond": beyond,
        "significant": any(one.significant for one in tested),
        "undecided_pairs": (
            f"; for {counted(len(undecided), 'pair')} the {test_set} too small to say"
            if undecided
            else ""
        ),
        "beyond_pairs": (
            f"; {counted(len(beyond), 'pair')} differ{'s' * (len(beyond) == 1)} by more"
            if beyond
            else ""
        ),
        "none": not not_worse,
        "not_worse": f"{names(not_worse)} {'are' if len(not_worse) > 1 else 'is'}",
        "opponents": results.opponents and opponents_called(results, len(not_worse)),
    }
