"""The headline of a comparison: at most fifteen words.

Each case has several wordings, the most informative first; the first that is short enough is used.
The name of a system counts as one word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tallystick.reports.comparison.doubts.faults import BY_KIND, LACKED
from tallystick.reports.comparison.doubts.winner import best_by_reference
from tallystick.reports.comparison.facts.orientation import seen_from, was_tested
from tallystick.reports.comparison.facts.results import Results, shared
from tallystick.reports.comparison.facts.standing import (
    Kind,
    Standing,
    common_leaders,
    headline_systems,
    leaders_of_all,
    same_leaders,
    same_standings,
    standing_under,
)
from tallystick.reports.comparison.thresholds import MOST_LISTED, MOST_NAMED, MOST_WORDS
from tallystick.reports.comparison.words.clauses import (
    all_of,
    least_p_value,
    titles,
    too_few_differ,
)
from tallystick.reports.wording import (
    counted,
    counted_units,
    is_saved,
    listed,
    original_name,
    rounded,
    signed,
    system_name,
)
from tallystick.reports.wording import units as units_of

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import ComparedMetric, Difference, Doubt, DoubtKind

_INNER = "\ue000"
"""Replaces a space inside the name of a system."""

SIDES: Mapping[DoubtKind, str] = {
    "lower case": "are in lower case",
    "capitals": "are in capitals",
    "Unicode form": "use another Unicode form",
}
"""What a headline says of all outputs of a system, or of the references."""


def headlines(found: Results) -> tuple[str, ...]:
    """Return the headline.

    If a doubt concerns it, the headline contains the doubt, and the one without follows.
    """
    plain = first_short(_plain(found))
    doubtful = first_short(_doubtful(found))
    if not doubtful:
        return (plain,)
    if any(one.kind == "winner depends on reference" for one in found.doubts):
        number = all_of(found.test_set.references or 0).capitalize()
        plain = f"{number} references together: {plain}"
    return doubtful, plain


def first_short(wordings: Iterator[str], most: int = MOST_WORDS) -> str:
    """Return the first wording that is short enough, or the last one; "" if there is none."""
    said = ""
    for said in wordings:
        if len(said.split(" ")) <= most:
            break
    return said.replace(_INNER, " ")


def _name(system: str) -> str:
    return system_name(system).replace(" ", _INNER)


def _names(systems: Sequence[str]) -> str:
    return listed([_name(system) for system in systems])


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


# Headlines with a doubt


def _doubtful(found: Results) -> Iterator[str]:
    """Return the wordings with the most serious doubt about the systems of the headline."""
    if len(found.systems) > 1 and any(_without_test(found)):
        return
    subjects = headline_systems(found)
    for doubt in found.doubts:
        if doubt.kind == "winner depends on reference":
            yield from _by_reference(found, doubt)
            return
        if doubt.kind == "contradicting metrics" and len(found.systems) == 2:
            return  # the headline without a doubt says it
        if not doubt.systems or set(doubt.systems) & subjects:
            said = [with_doubt(found, doubt, short) for short in in_short(found)]
            if said[0]:
                yield from said
                return


def with_doubt(found: Results, doubt: Doubt, short: str, where: str = "") -> str:
    """Return the outcome with a doubt, or "" if it concerns no headline.

    A doubt about a system that does not lead under all metrics, where another one does, is a
    sentence of its own. `where` is the test set of the doubt, such as " on en-zh".
    """
    leaders = leaders_of_all(found)
    apart = bool(leaders and doubt.systems) and set(doubt.systems).isdisjoint(leaders)
    clause = clause_of(found, doubt, named=not apart and not _names_alone(short, doubt))
    if not clause:
        return ""
    if not apart:
        return f"{short}, but{where} {clause}."
    return f"{short}. (Runner-up {_name(doubt.systems[0])}{where}: {clause}.)"


def _names_alone(short: str, doubt: Doubt) -> bool:
    """Return whether the outcome names the system that equals a reference, and no other."""
    return doubt.kind == "equals reference" and short.startswith(f"{_name(doubt.systems[0])} leads")


def _by_reference(found: Results, doubt: Doubt) -> Iterator[str]:
    metric = next(one for one in found.metrics if doubt.metric in (None, one.metric))
    references: dict[str, list[str]] = {}
    for reference, system in best_by_reference(found, metric).items():
        references.setdefault(system, []).append(reference)
    said = "The winner depends on the reference"
    parts = [(_name(system), numbers) for system, numbers in references.items()]
    with_nouns = [
        f"{name} with {'reference' if len(numbers) == 1 else 'references'} {listed(numbers)}"
        for name, numbers in parts
    ]
    yield f"{said}: {', '.join(with_nouns)}."
    yield f"{said}: {', '.join(f'{name} with {listed(numbers)}' for name, numbers in parts)}."
    yield f"{said}: {len(parts)} systems are best with one or more of them."


def clause_of(found: Results, doubt: Doubt, named: bool) -> str:
    """Return a doubt in up to nine words, or "" if it concerns no headline.

    The system is `named`, unless what precedes names it.
    """
    total, number = f"{found.test_set.segments:,}", f"{len(doubt.segments):,}"
    if doubt.kind == "unsuited metric":
        [metric] = [one for one in found.metrics if one.metric == doubt.metric]
        return f"{metric.title} does not suit these texts"
    if doubt.kind == "unusual references":
        return "the references look wrong"
    name = _name(doubt.systems[0]) if doubt.systems else ""
    of = f" of {name}" if named else ""
    if doubt.kind in SIDES:
        return f"the {f'outputs{of}' if doubt.systems else 'references'} {SIDES[doubt.kind]}"
    if doubt.kind == "equals reference":
        if _loses(found, doubt.systems[0]):
            return ""
        which = "the" if found.test_set.references == 1 else "a"
        who = name if named else "it"
        return f"{who} equals {which} reference in {number} of {total} segments"
    if doubt.kind == "unusual lengths":
        return f"{number} of {total} outputs{of} have unusual lengths"
    fault = BY_KIND.get(doubt.kind)
    if fault is None:
        return ""
    if not doubt.segments:
        return f"the output{of} may be {fault.may_be}"
    if doubt.kind in LACKED:  # not all segments could show it
        return f"{number} outputs{of} {fault.in_short}"
    return f"{number} of {total} outputs{of} {fault.in_short}"


def _loses(found: Results, system: str) -> bool:
    """Return whether one of two systems is worse, so that its advantage explains nothing."""
    if len(found.systems) != 2:
        return False
    [other] = [one for one in found.systems if one != system]
    outcomes = {found.outcome(metric, system, other) for metric in found.metrics}
    return "worse" in outcomes and "better" not in outcomes


def in_short(found: Results) -> Iterator[str]:
    """Return the outcome in up to five words."""
    metric, baseline = found.metrics[0], found.baseline
    if len(found.systems) == 1:
        score = rounded(found.scores[metric.metric, found.systems[0]].score, metric.scale)
        yield f"{_name(found.systems[0])} scores {score} {metric.title}"
    elif len(found.systems) == 2:
        yield from _two_in_short(found)
    elif baseline is not None:
        (better, metrics), *others = shared(
            [(one, better) for one, (better, *_) in found.against(baseline)]
        )
        under = f" under {titles(metrics)}" if others else ""
        if len(better) > 1:
            yield f"{len(better)} systems beat {_name(baseline)}{under}"
        else:
            yield f"{_name(better[0]) if better else 'No system'} beats {_name(baseline)}{under}"
        yield "The metrics disagree"
    else:
        common = common_leaders(found)
        if common:
            yield _lead(common)
            yield _lead(common, 1)
        else:
            (leaders, metrics), *_ = same_leaders(found)
            for most in (MOST_NAMED, 1):
                yield f"{_lead(leaders, most)} under {titles(metrics)}"
            yield "The metrics disagree"


def _two_in_short(found: Results) -> Iterator[str]:
    system, other = _pair(found)
    outcomes = [(metric, found.outcome(metric, system, other)) for metric in found.metrics]
    differing = [both for both in outcomes if both[1] in ("better", "worse")]
    if not differing:
        yield "No significant difference"
        return
    metric, outcome = differing[0]
    if found.baseline is not None and is_saved(found.baseline):
        for than in (_saved(found, system, found.baseline), "before"):
            yield f"{_name(system)} is {outcome} than {than}"
        return
    winner, loser = (system, other) if outcome == "better" else (other, system)
    said = f"{_name(winner)} beats {_name(loser)}"
    if all(one[1] == outcome for one in outcomes):
        size = _difference(found, metric, winner, loser).lstrip("+-")
        yield f"{said} by {size} {metric.title}"
        yield said
    else:
        yield f"{said} under {metric.title}"
        yield "The metrics disagree"


# Headlines without a doubt


def _plain(found: Results) -> Iterator[str]:
    if len(found.systems) == 1:
        yield from _one_system(found)
        return
    without_test = list(_without_test(found))
    if without_test:
        yield from without_test
    elif len(found.systems) == 2 and found.baseline is not None and is_saved(found.baseline):
        yield from _of_saved(found)
    elif len(found.systems) == 2:
        yield from _two_systems(found)
    elif found.baseline is not None:
        yield from _against_baseline(found, found.baseline)
    else:
        yield from _all_pairs(found)


def _one_system(found: Results) -> Iterator[str]:
    [system] = found.systems
    said = [
        f"{rounded(found.scores[one.metric, system].score, one.scale)} {one.title}"
        for one in found.metrics
    ]
    yield f"{_name(system)} scores {listed(said)}."
    yield f"{_name(system)} scores {said[0]}, and has {counted(len(said) - 1, 'other score')}."


def _without_test(found: Results) -> Iterator[str]:
    """Return a headline if no difference is, or could be, tested."""
    pairs = [pair for of_metric in found.differences.values() for pair in of_metric]
    if not any(pair.significant for pair in pairs):
        if pairs and all(pair.identical_output for pair in pairs):
            who = (
                _names(found.systems)
                if len(found.systems) == 2
                else f"All {len(found.systems)} systems"
            )
            yield f"{who} have the same output in every segment."
        elif not any(map(was_tested, pairs)):
            yield "No difference could be tested, because too few scores are defined."
        elif least_p_value(found.test, found.test_set) > found.test.significance_level:
            units = counted_units(found.test_set)
            yield f"Too few units to test: {units} cannot show a significant difference."
            yield "Too few units to test: no difference could be significant."
        elif _too_few_differ(found, pairs):
            most = max(pair.differing_units or 0 for pair in pairs)
            of_all, noun = f"{most:,} of {found.test_set.units:,}", units_of(found.test_set)
            yield f"Too few {noun} differ to test: {of_all} cannot show a significant difference."


def _too_few_differ(found: Results, pairs: Sequence[Difference]) -> bool:
    differing = [pair for pair in pairs if pair.differing_units]
    return bool(differing) and all(too_few_differ(pair, found.test) for pair in differing)


# Two systems


def _pair(found: Results) -> tuple[str, str]:
    """Return the two systems, the one that is not the baseline first."""
    first, second = found.systems
    return (second, first) if found.baseline == first else (first, second)


def _two_systems(found: Results) -> Iterator[str]:
    first, second = _pair(found)
    outcomes = found.by_outcome(first, second)
    if outcomes["better"] and outcomes["worse"]:
        yield from _contradiction(found, outcomes, first, second)
        return
    if outcomes["worse"]:
        first, second = second, first
    better = outcomes["better"] or outcomes["worse"]
    one, other = _name(first), _name(second)
    if better:
        said = f"{one} is significantly better than {other}"
        same = f"{'shows' if len(outcomes['same']) == 1 else 'show'} no significant difference"
        sizes = [_difference(found, metric, first, second).lstrip("+-") for metric in better]
        by = listed([f"{size} {one.title}" for size, one in zip(sizes, better, strict=True)])
        yield f"{said} by {by}{_remaining(found, outcomes, same)}."
        yield from _by_number(said, better, found)
    else:
        said = f"No significant difference between {one} and {other}"
        untested = outcomes["untested"]
        rest = f"; {titles(untested)} could not be tested" if untested else ""
        yield f"{said} under {titles(outcomes['same'])}{rest}."
        yield f"{said} under {counted(len(outcomes['same']), 'metric')}."


def _contradiction(
    found: Results, outcomes: Mapping[str, Sequence[ComparedMetric]], first: str, second: str
) -> Iterator[str]:
    better, worse = outcomes["better"], outcomes["worse"]
    one, other = _name(first), _name(second)
    said = f"The metrics contradict each other about {one} and {other}"
    yield f"{said}: {_prefer(found, better)} {one}, {_prefer(found, worse)} {other}."
    yield f"{said}: {len(better)} prefer {one}, {len(worse)} prefer {other}."


def _prefer(found: Results, metrics: Sequence[ComparedMetric]) -> str:
    return f"{titles(metrics)} {'prefers' if len(metrics) == 1 else 'prefer'}"


def _difference(found: Results, metric: ComparedMetric, system: str, other: str) -> str:
    pair = found.between(metric, system, other)
    return signed(None if pair is None else seen_from(pair, system)[0], metric.scale)


def _remaining(found: Results, outcomes: Mapping[str, Sequence[ComparedMetric]], same: str) -> str:
    """Return what is said of the metrics that are not significant."""
    said = f"; {titles(outcomes['same'])} {same}" if outcomes["same"] else ""
    if outcomes["untested"]:
        said += f"; {titles(outcomes['untested'])} could not be tested"
    return said


def _by_number(said: str, metrics: Sequence[ComparedMetric], found: Results) -> Iterator[str]:
    if len(metrics) == len(found.metrics):
        yield f"{said} under {titles(metrics)}."
        yield f"{said} under {all_of(len(metrics))} metrics."
    else:
        yield f"{said} under {len(metrics)} of {len(found.metrics)} metrics."


def _of_saved(found: Results) -> Iterator[str]:
    """Return the wordings of a comparison with a saved report, about the new system."""
    system, saved = _pair(found)
    outcomes = found.by_outcome(system, saved)
    better, worse, same = (outcomes[one] for one in ("better", "worse", "same"))
    name = _name(system)
    report = _saved(found, system, saved)
    if better and worse:
        said = f"The metrics contradict each other about {name}"
        yield f"{said}: worse under {titles(worse)}, better under {titles(better)}."
        yield f"{said}: worse under {len(worse)}, better under {len(better)}."
    elif better or worse:
        metrics = better or worse
        kind, outcome = ("Improvement", "better") if better else ("Regression", "worse")
        said = f"{name} is significantly {outcome} than {report}"
        verb = "shows" if len(same) == 1 else "show"
        for before in (f"{kind}: ", ""):
            for change, no in (
                (_change, f"{verb} no significant difference"),
                (_change, "not significantly"),
                (_difference, "not significantly"),
            ):
                rest = _remaining(found, outcomes, no)
                changes = [f"{one.title} {change(found, one, system, saved)}" for one in metrics]
                yield f"{before}{said}: {', '.join(changes)}{rest}."
        yield from _by_number(said, metrics, found)
    else:
        said = f"{name} does not differ significantly from {report}"
        yield f"{said} under {titles(same)}."
        yield f"{said}."


def _saved(found: Results, system: str, saved: str) -> str:
    """Return what a new system is compared with."""
    name, file = original_name(saved), found.saved_report
    if not file:
        return "in the saved report" if name == system else _name(saved)
    return _name(file) if name == system else f"{_name(name)} in {_name(file)}"


def _change(found: Results, metric: ComparedMetric, system: str, saved: str) -> str:
    scores = [found.scores[metric.metric, one].score for one in (saved, system)]
    return " to ".join(rounded(score, metric.scale) for score in scores)


# Several systems and a baseline


def _against_baseline(found: Results, baseline: str) -> Iterator[str]:
    patterns = shared(found.against(baseline))
    number = len(found.systems) - 1
    name = f"the baseline {_name(baseline)}"
    if len(patterns) == 1:
        [((better, worse, *_), metrics)] = patterns
        by_metrics = [
            _of_baseline(better, worse, number, f"{name}{under}")
            for under in _under(found, metrics)
        ]
        for wordings in zip(*by_metrics, strict=True):
            yield from wordings
        return
    if len(patterns) == 2:
        for place, outcome in enumerate(("better", "worse")):
            counts = [len(groups[place]) for groups, _ in patterns]
            if counts[0] != counts[1]:
                first, second = (titles(metrics) for _, metrics in patterns)
                who = f"{counts[0]} of {counted(number, 'system')} {_are(counts[0])}"
                than = f"significantly {outcome} than {_name(baseline)}"
                yield f"Under {first}, {who} {than}; under {second}, {counts[1]}."
                break
    yield f"The metrics disagree which systems differ significantly from {name}."


def _of_baseline(
    better: Sequence[str], worse: Sequence[str], number: int, baseline: str
) -> Iterator[str]:
    if not better and not worse:
        none = "Neither" if number == 2 else "None"
        yield f"{none} of the {number} other systems differs significantly from {baseline}."
        return
    group, outcome = (better, "better") if better else (worse, "worse")
    if len(group) == number:
        every = all_of(number).capitalize()
        yield f"{every} other systems are significantly {outcome} than {baseline}."
        return
    who = _name(group[0]) if len(group) == 1 else f"{len(group)} of {number} systems"
    said = f"{who} {_are(len(group))} significantly {outcome} than {baseline}"
    if better and worse:
        of_all = f" of {number} systems {_are(len(worse))}" if len(better) == 1 else ""
        yield f"{said}; {len(worse)}{of_all} significantly worse."
    elif worse:
        yield f"{said}; none significantly better."
    yield f"{said}."


# Several systems, all pairs


def _all_pairs(found: Results) -> Iterator[str]:
    number = len(found.systems)
    if not any(pair.significant for pairs in found.differences.values() for pair in pairs):
        for under in _under(found, found.metrics):
            yield f"No two of the {number} systems differ significantly{under}."
        return
    patterns = same_standings(found)
    if len(patterns) == 1:
        [(standing, metrics)] = patterns
        for under in _under(found, metrics):
            yield f"{_said_of(standing, under)}."
    else:
        yield from _different_standings(found)


def _different_standings(found: Results) -> Iterator[str]:
    """Return what all metrics agree on, if any system leads under all of them."""
    groups, common = same_leaders(found), common_leaders(found)
    scored = [one for one in found.metrics if standing_under(found, one).leaders]
    unders = list(_under(found, scored))[:2]
    if len(groups) == 1:
        for under in unders:
            yield f"{_lead(common)}{under}."
    elif common:
        others = [
            ([one for one in leaders if one not in common], metrics) for leaders, metrics in groups
        ]
        others = [one for one in others if one[0]]
        if len(others) == 1:
            [(also, metrics)] = others
            for under in unders:
                yield f"{_lead(common)}{under}; {_also(also)} under {titles(metrics)}."
        for most in (MOST_NAMED, 1):
            yield f"{_lead(common, most)}{unders[-1]}; other leaders depend on the metric."
    else:
        if len(groups) == 2:
            (first, second), (under, other) = zip(*groups, strict=True)
            if len(first) == len(second) == 1:
                winners = f"{_name(first[0])} under {titles(under)}, {_name(second[0])}"
                yield f"The winner depends on the metric: {winners} under {titles(other)}."
            for most in (MOST_NAMED, 1):
                one, two = _lead(first, most), _lead(second, most)
                yield f"{one} under {titles(under)}; {two} under {titles(other)}."
        yield f"No system leads under {all_of(len(scored))} metrics."


def standings(found: Results) -> list[str]:
    """Return a sentence for each result of metrics if the headline cannot name all that lead."""
    patterns = same_standings(found)
    if len(patterns) == 1 and len(patterns[0][0].leaders) <= MOST_NAMED:
        return []
    return [
        f"{_said_of(standing, f' under {titles(metrics)}', MOST_LISTED)}.".replace(_INNER, " ")
        for standing, metrics in patterns
    ]


def _said_of(standing: Standing, under: str, most: int = MOST_NAMED) -> str:
    """Return a clause on the leading systems, which are named unless there are too many."""
    best, *others = standing.leaders
    name, beaten = _name(best), len(standing.beaten)
    if standing.kind is Kind.FIRST:
        worse = f"{all_of(beaten)} other systems" if beaten > 1 else _names(list(standing.beaten))
        return f"{name} is significantly better than {worse}{under}"
    if standing.kind is Kind.ALONE:
        return f"{name} scores best{under}, but no other system differs significantly from it"
    if standing.kind is Kind.TOGETHER:
        left = f"the {beaten} other systems" if beaten > 1 else _names(list(standing.beaten))
        return f"{_lead(standing.leaders, most)} together{under}, significantly ahead of {left}"
    number = len(others) + beaten
    who = _names(others) if len(others) <= most else f"{len(others)} of {number} other systems"
    verb = "does" if len(others) == 1 else "do"
    return f"{name} scores best{under}; {who} {verb} not differ significantly from it"


def _also(systems: Sequence[str]) -> str:
    who = _names(systems) if len(systems) <= MOST_NAMED else f"{len(systems)} others"
    return f"{who} also {'leads' if len(systems) == 1 else 'lead'}"


def _lead(systems: Sequence[str], most: int = MOST_NAMED) -> str:
    if len(systems) == 1:
        return f"{_name(systems[0])} leads"
    return f"{_names(systems) if len(systems) <= most else f'{len(systems)} systems'} lead"


def _under(found: Results, metrics: Sequence[ComparedMetric]) -> Iterator[str]:
    """Return " under BLEU and NIST", then " under both metrics", then ""."""
    yield f" under {titles(metrics)}"
    if len(metrics) > 1:
        yield f" under {all_of(len(metrics))} metrics"
    yield ""
