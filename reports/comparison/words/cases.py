"""Tables of cases (which sentence is said when), and clauses that several sentences share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from tallystick.reports.comparison.thresholds import MOST_NAMED, MOST_WORDS
from tallystick.reports.wording import (
    counted,
    counted_units,
    equation,
    listed,
    names,
    p_value,
    system_name,
    units,
)

if TYPE_CHECKING:
    from tallystick.metrics.resampling.settings import Correction
    from tallystick.reports.comparison.facts.results import Results
    from tallystick.reports.comparison.model import (
        ComparedMetric,
        Difference,
        Interval,
        SignificanceTest,
        TestSet,
    )
    from tallystick.reports.comparison_over_sets.model import DifferenceOverSets

Terms: TypeAlias = Mapping[str, Any]
"""What is known of a subject, by the names that cases use."""

Cases: TypeAlias = Mapping[str, str | tuple[str, ...]]
"""What is said if a term holds, in the order in which the terms are asked.

Several wordings begin with the most informative one. Names in braces are terms. What is always said
is a string instead of a table.
"""

ALWAYS = "otherwise"
"""The term that always holds."""

INNER = "\ue000"
"""Replaces a space inside the name of a system, which counts as one word."""


class Listed(tuple[str, ...]):
    """Names that wordings list: "{who}", "{who:or}", "{who:#}", "{who:#system}", "{who:is|are}".

    >>> "{0} {0:is|are} here; {0:#} of {1:#metric}".format(Listed(["A", "B"]), Listed(["BLEU"]))
    'A and B are here; 2 of 1 metric'
    """

    def __format__(self, form: str) -> str:
        singular, bar, plural = form.partition("|")
        if bar:
            return singular if len(self) == 1 else plural
        if form.startswith("#"):
            return counted(len(self), form[1:]) if form[1:] else f"{len(self)}"
        return listed(self, form or "and")


def titles(metrics: Iterable[Any]) -> Listed:
    """Return the titles of metrics."""
    return Listed(metric.title for metric in metrics)


def wordings(cases: Cases | str, terms: Terms) -> tuple[str, ...]:
    """Return the wordings of the first case that holds; none if none holds."""
    if isinstance(cases, str):
        return (cases.format_map(terms),)
    for term, said in cases.items():
        if term == ALWAYS or terms[term]:
            every = (said,) if isinstance(said, str) else said
            return tuple(wording.format_map(terms) for wording in every)
    return ()


def sentence(cases: Cases | str, terms: Terms) -> str:
    """Return the first wording of the first case that holds, or ""."""
    return next(iter(wordings(cases, terms)), "")


def sentences(tables: Iterable[Cases | str], terms: Terms) -> tuple[str, ...]:
    """Return what is said by each table that says anything."""
    return tuple(said for cases in tables if (said := sentence(cases, terms)))


def each_under(*wordings: str) -> tuple[str, ...]:
    """Return wordings that name the metrics, then their number, then neither, for {under}."""
    return tuple(
        wording.replace("{under}", under)
        for wording in wordings
        for under in ("{under}", "{under_all}", "")
    )


def first_short(wordings: Iterable[str], most: int = MOST_WORDS) -> str:
    """Return the first wording that is short enough, or the last one; "" if there is none."""
    said = ""
    for said in wordings:
        if len(said.split(" ")) <= most:
            break
    return said.replace(INNER, " ")


def all_of(number: int) -> str:
    """Return "both" or "all 3"."""
    return "both" if number == 2 else f"all {number}"


def opponents_called(results: Results, systems: int, *, again: bool = False) -> str:
    """Return what a number of systems are compared with: the baseline, or their saved versions."""
    if results.baseline is not None:
        return "it" if again else f"the baseline {system_name(results.baseline)}"
    versions = "its version" if systems == 1 else "their versions"
    return versions if again else f"{versions} in {system_name(results.saved_report)}"


# Where nothing can be significant


def least_p_value(test: SignificanceTest, test_set: TestSet) -> float:
    """Return the smallest corrected p-value possible; 0 if it is unknown, as for emulated tests."""
    import numpy as np  # not for the schemas, which are made without it

    from tallystick.metrics.resampling.correction import least_p_values
    from tallystick.metrics.resampling.settings import Method

    if test.method not in tuple(Method):
        return 0.0
    units = np.full(max(test.comparisons, 1), test_set.units)
    return float(least_p_values(units, cast("Correction", test.correction)).min())


def is_blind(pair: Difference, test: SignificanceTest) -> bool:
    """Return whether no difference could be significant in the units that differ, if any do."""
    limit = pair.p_value_limit
    return bool(pair.differing_units) and limit is not None and limit > test.significance_level


def too_few_differ(pair: Difference, test: SignificanceTest) -> bool:
    """Return whether no difference could be significant because of the units, not the resamples."""
    enough = pair.exact or not 0 < test.resamples < 2 ** ((pair.differing_units or 1) - 1)
    return enough and is_blind(pair, test)


def why_blind(pair: Difference, test: SignificanceTest, test_set: TestSet) -> str:
    """Return why no difference of a pair could be significant, as a clause."""
    number = pair.differing_units or 0
    few = f"with only {counted(test.resamples, 'resample')} no difference"
    if too_few_differ(pair, test):
        few = (
            f"only {number:,} of {counted_units(test_set)} differ{'s' * (number == 1)} in "
            f"score, and no difference in {number:,} {units(test_set, number)}"
        )
    return (
        f"{few} can be significant at {test.significance_level:g}: the smallest p-value "
        f"possible{after_correction(test)} is {pair.p_value_limit:.2g}"
    )


def after_correction(test: SignificanceTest) -> str:
    """Return " after the correction for 3 comparisons", or "" without a correction."""
    if not test.is_corrected:
        return ""
    return f" after the correction for {counted(test.comparisons, 'comparison')}"


# Where a margin was tested

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
    """Yield sentences on each metric with a margin: equivalent pairs, then systems not worse."""
    for metric in results.metrics:
        if metric.margin is not None:
            yield from sentences((PAIRS, NOT_WORSE), _terms(results, metric, sets))


def equivalent_within(results: Results) -> tuple[Listed, Listed]:
    """Return the margins within which two systems are equivalent, and those not excluded."""
    within, not_excluded = [], []
    for metric in results.metrics:
        if metric.margin is not None:
            equivalent, undecided, _, _ = _pairs(results, metric)
            margin = f"{metric.margin:g} {metric.title}"
            within += [f"±{margin}" for pair in equivalent if not pair.significant]
            not_excluded += [margin for pair in undecided if not pair.significant]
    return Listed(within), Listed(not_excluded)


def equivalence_p_value(pair: Difference | DifferenceOverSets, test: SignificanceTest) -> str:
    """Return the corrected p-value of the tests of equivalence, or "" if there is none."""
    tested = pair.equivalence
    return "" if tested is None else p_value(tested.adjusted_p_value, test.significance_level)


def _pairs(results: Results, metric: ComparedMetric) -> tuple[list[Difference], ...]:
    """Return the pairs that are equivalent, undecided, and beyond the margin, then all tested."""
    tested = [pair for pair in results.differences[metric.metric] if pair.equivalence is not None]
    equivalent = [pair for pair in tested if pair.equivalence and pair.equivalence.equivalent]
    beyond = [pair for pair in tested if pair.significant and is_beyond(pair.interval, metric)]
    undecided = [pair for pair in tested if pair not in equivalent and pair not in beyond]
    return equivalent, undecided, beyond, tested


def is_beyond(difference: Interval | None, metric: ComparedMetric) -> bool:
    """Return whether the interval of a difference excludes what is within the metric's margin."""
    margin = metric.margin or 0.0
    return difference is not None and (difference.low > margin or difference.high < -margin)


def _terms(results: Results, metric: ComparedMetric, sets: int) -> Terms:
    test_set = "test set is" if sets == 1 else "test sets are"
    equivalent, undecided, beyond, tested = _pairs(results, metric)
    pairs = "; ".join(names((pair.system, pair.other)) for pair in equivalent)
    not_worse = [
        system
        for system in results.systems
        for p in [results.scores[metric.metric, system].non_inferiority_p_value]
        if p is not None and p <= results.test.significance_level
    ]
    share = f"{len(equivalent) or 'none'} of {counted(len(tested), 'pair')}"
    number_undecided, number_beyond = (counted(len(some), "pair") for some in (undecided, beyond))
    too_small = f"; for {number_undecided} the {test_set} too small to say"
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
        "significant": any(pair.significant for pair in tested),
        "undecided_pairs": too_small if undecided else "",
        "beyond_pairs": f"; {number_beyond} differ{'s' * (len(beyond) == 1)} by more"
        * bool(beyond),
        "none": not not_worse,
        "not_worse": f"{names(not_worse)} {'are' if len(not_worse) > 1 else 'is'}",
        "opponents": results.opponents and opponents_called(results, len(not_worse)),
    }
