"""The sentences of a plan."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from tallystick.reports.comparison.thresholds import FEW_FOR_VISIBILITY, MOST_NAMED
from tallystick.reports.comparison.words.cases import ALWAYS, Cases, Terms, sentence
from tallystick.reports.wording import about, correction_name, counted, listed, names, units

if TYPE_CHECKING:
    from tallystick.reports.planning.model import Plan, PlannedDifference

SEGMENTS: Cases = {
    ALWAYS: "Finding a true difference of {differences} {title} needs {segments} segments{median}.",
}
OBSERVED: Cases = {
    "several_pairs": "",
    "equal": "",
    ALWAYS: (
        "If {pair} really differ by {observed:.2g} {title}, as observed, {power:.0%} of such test "
        "sets find it, and show {times:.1f} times as much on average."
    ),
}
SUSPECTED: Cases = {
    "none": "",
    ALWAYS: (
        "Under {title}, the significant difference of {suspected} is smaller than what this test "
        "set shows reliably, and probably exaggerated; a second test set can confirm it."
    ),
}
CORRECTION: Cases = {
    "one": "",
    "uncorrected": "The tests are not corrected for {comparisons}.",
    ALWAYS: (
        "The tests are planned at the strictest step of {correction} for {comparisons}; some of "
        "several true differences are easier to find."
    ),
}


def verdict(plan: Plan) -> tuple[str, ...]:
    """Return what this test set can show, what other differences take, and who is exaggerated."""
    found: dict[str, list[PlannedDifference]] = {}
    for one in plan.differences:
        found.setdefault(one.title, []).append(one)
    detectable = [
        f"{median(one.detectable for one in of_metric):.2g} {title}"
        for title, of_metric in found.items()
    ]
    said = [
        f"This test set shows true differences of about {listed(detectable, 'or')} with a power of "
        "80%."
    ]
    for title, of_metric in found.items():
        terms = _terms(title, of_metric)
        said += [sentence(one, terms) for one in (SEGMENTS, OBSERVED, SUSPECTED)]
    return tuple(filter(None, said))


def notes(plan: Plan) -> tuple[str, ...]:
    """Return what limits the plan."""
    test_set = plan.test_set
    corrected = {
        "one": plan.comparisons == 1,
        "uncorrected": plan.correction == "none",
        "correction": correction_name(plan.correction),
        "comparisons": counted(plan.comparisons, "comparison"),
    }
    said = [
        f"The pilot has {counted(test_set.segments, 'segment')}; on other texts the same "
        "difference can take half or twice as many.",
        sentence(CORRECTION, corrected),
        "An observed difference is rarely the true one: a significant one is probably too large, "
        "and one near 0 says little.",
    ]
    if test_set.unit != "segment":
        length = test_set.segments / test_set.units
        said.append(f"Segments come in {units(test_set)}, of {length:.3g} segments on average.")
    if test_set.units < FEW_FOR_VISIBILITY:
        said.append(f"So few {units(test_set)} may be wrong by a factor of two.")
    return tuple(filter(None, said))


def _terms(title: str, found: list[PlannedDifference]) -> Terms:
    """Return what is said under a metric."""
    to_find = [one for one in found if one.system is None]
    pairs = [one for one in found if one.system is not None]
    suspected = [one for one in pairs if one.significant and abs(one.difference) < one.detectable]
    named = [_names(one) for one in suspected[:MOST_NAMED]]
    more = len(suspected) - len(named)
    first, several = pairs[0], len(pairs) > 1
    return {
        "title": title,
        "several_pairs": several,
        "median": " for the median pair" * several,
        "differences": listed([f"{one.difference:g}" for one in to_find], "or"),
        "segments": listed([about(one.segments or 0) for one in to_find], "or"),
        "equal": first.exaggeration is None,
        "pair": _names(first),
        "observed": abs(first.difference),
        "power": first.power,
        "times": first.exaggeration or 1.0,
        "none": not suspected,
        "suspected": ", of ".join([*named, f"{more:,} more"] if more else named),
    }


def _names(pair: PlannedDifference) -> str:
    return names((pair.system or "", pair.other or ""))
