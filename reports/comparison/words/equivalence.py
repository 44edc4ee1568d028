"""What is said of systems that were tested for differences smaller than a margin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tallystick.reports.comparison.facts.orientation import was_tested
from tallystick.reports.comparison.thresholds import MOST_NAMED
from tallystick.reports.comparison.words.cases import ALWAYS, Cases, Terms, sentence
from tallystick.reports.wording import counted, equation, listed, names, p_value

if TYPE_CHECKING:
    from tallystick.reports.comparison.facts.results import Results
    from tallystick.reports.comparison.model import ComparedMetric, Difference, SignificanceTest

TWO_SYSTEMS: Cases = {
    "untested": "",
    "equivalent_and_significant": (
        "Under {title}, {names} differ significantly, but are equivalent within ±{margin} ({p})."
    ),
    "equivalent": "Under {title}, {names} are equivalent within ±{margin} ({p}).",
    "significant": "",
    ALWAYS: (
        "Under {title}, the test set is too small to say whether {names} differ by {margin} or "
        "more ({p})."
    ),
}
PAIRS: Cases = {
    "untested": "",
    "none_equivalent": (
        "Under {title}, no pair is equivalent within ±{margin}{undecided}{significant}."
    ),
    ALWAYS: ("Under {title}, {share} equivalent within ±{margin}{named}{undecided}{significant}."),
}
NON_INFERIOR: Cases = {
    "none": "",
    "baseline": "Under {title}, {names} {are} not worse than {baseline} by {margin} or more.",
    ALWAYS: "Under {title}, {names} {are} not worse than any other system by {margin} or more.",
}


def equivalence(results: Results) -> Iterator[str]:
    """Yield sentences on each metric with a margin: equivalent pairs, then systems not worse."""
    for metric in results.metrics:
        if metric.margin is None:
            continue
        pairs = results.differences[metric.metric]
        cases = TWO_SYSTEMS if len(results.systems) == 2 else PAIRS
        for said in (
            sentence(cases, _of_pairs(results, metric, pairs)),
            sentence(NON_INFERIOR, _of_systems(results, metric)),
        ):
            if said:
                yield said


def equivalent_within(results: Results) -> tuple[str, str]:
    """Return the margins within which two systems are equivalent, and those not excluded.

    They are lists such as "±0.5 BLEU" and "0.5 BLEU"; metrics under which the systems differ
    significantly, and those without a margin, are in neither.
    """
    shown: tuple[list[str], list[str]] = [], []
    for metric in results.metrics:
        if metric.margin is None:
            continue
        for pair in results.differences[metric.metric]:
            if pair.equivalence is not None and not pair.significant:
                undecided, margin = not pair.equivalence.equivalent, f"{metric.margin:g}"
                shown[undecided].append(f"{'' if undecided else '±'}{margin} {metric.title}")
    return listed(shown[0]), listed(shown[1], "or")


def equivalence_p_value(pair: Difference, test: SignificanceTest) -> str:
    """Return the corrected p-value of the tests of equivalence, or "" if there is none."""
    found = pair.equivalence
    return "" if found is None else p_value(found.adjusted_p_value, test.significance_level)


def _of_pairs(results: Results, metric: ComparedMetric, pairs: Sequence[Difference]) -> Terms:
    tested = [one for one in pairs if one.equivalence is not None and was_tested(one)]
    equivalent = [one for one in tested if one.equivalence and one.equivalence.equivalent]
    undecided = [one for one in tested if one not in equivalent and not one.significant]
    differing = len(tested) - len(equivalent) - len(undecided)
    p = equivalence_p_value(tested[0], results.test) if tested else ""
    share = f"{len(equivalent):,} of {counted(len(tested), 'pair')}"
    are = "is" if len(equivalent) == 1 else "are"
    named = "; ".join(names((one.system, one.other)) for one in equivalent)
    of_undecided = counted(len(undecided), "pair")
    return {
        "title": metric.title,
        "margin": f"{metric.margin:g}",
        "untested": not tested,
        "p": equation(p),
        "names": names(results.systems),
        "share": f"{share} {are}",
        "equivalent": equivalent,
        "named": f" ({named})" * (len(equivalent) <= MOST_NAMED),
        "none_equivalent": not equivalent,
        "equivalent_and_significant": equivalent and equivalent[0].significant,
        "undecided": f"; the test set is too small to say of {of_undecided}" * bool(undecided),
        "significant": (
            f"; {counted(differing, 'other pair')} {'differs' if differing == 1 else 'differ'} "
            "significantly"
        )
        * bool(differing),
    }


def _of_systems(results: Results, metric: ComparedMetric) -> Terms:
    level = results.test.significance_level
    not_worse = [
        system
        for system in results.systems
        for p in [results.scores[metric.metric, system].non_inferiority_p_value]
        if p is not None and p <= level
    ]
    # of two, the better one is trivially not worse, and two equivalent ones are not either
    trivial = len(results.systems) == 2 and results.baseline is None
    return {
        "title": metric.title,
        "margin": f"{metric.margin:g}",
        "none": not not_worse or trivial,
        "names": names(not_worse),
        "are": "is" if len(not_worse) == 1 else "are",
        "baseline": results.baseline and names([results.baseline]),
    }
