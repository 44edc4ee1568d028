"""The headline of a comparison: at most fifteen words.

Each case has several wordings, the most informative first; the first that is short enough is used.
The name of a system counts as one word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from tallystick.reports.comparison.doubts import best_by_reference
from tallystick.reports.comparison.doubts.faults import BY_KIND, LACKED
from tallystick.reports.comparison.facts.results import (
    Kind,
    Results,
    Standing,
    common_leaders,
    headline_systems,
    is_level,
    leaders_of_all,
    same_leaders,
    same_standings,
    seen_from,
    shared,
    standing_under,
    was_tested,
)
from tallystick.reports.comparison.model import ComparedMetric, Doubt, DoubtKind
from tallystick.reports.comparison.thresholds import MOST_LISTED, MOST_NAMED
from tallystick.reports.comparison.words.cases import (
    ALWAYS,
    INNER,
    Cases,
    Listed,
    Terms,
    all_of,
    each_under,
    equivalent_within,
    first_short,
    is_blind,
    least_p_value,
    sentence,
    titles,
    too_few_differ,
    wordings,
)
from tallystick.reports.wording import (
    SAVED,
    are_equal,
    counted,
    counted_units,
    is_saved,
    rounded,
    signed,
    system_name,
    units,
)

ONE_SYSTEM: Cases = {
    ALWAYS: ("{name} scores {scores}.", "{name} scores {score}, and has {further:#other score}."),
}
UNTESTED: Cases = {
    "all_empty": "All outputs of {every} systems are empty.",
    "any_significant": (),
    "two_identical": "{names} have the same output in every segment.",
    "same_as_saved": (
        "{every_new} systems have the same output as in {report} in every segment.",
        "{every_new} systems have the same output as in the saved report.",
    ),
    "all_identical": "All {names:#} systems have the same output in every segment.",
    "none_tested": "No difference could be tested, because too few scores are defined.",
    "too_few_units": (
        "Too few units to test: {counted_units} cannot show a significant difference.",
        "Too few units to test: no difference could be significant.",
    ),
    "too_few_differ": (
        "Too few {units} differ in score: {most_differing} cannot show a significant difference."
    ),
    "too_few_resamples": (
        "With only {resamples}, no difference can be significant: the smallest p-value is "
        "{least_p_value}."
    ),
    "same_scores": (
        "{every_system} score the same: {same_scores}.",
        "{every_system} score the same{under_all}.",
    ),
}
TWO_SYSTEMS: Cases = {
    "contradicting": (
        "The metrics contradict each other about {one} and {other}: {better} "
        "{better:prefers|prefer} {one}, {worse} {worse:prefers|prefer} {other}.",
        "The metrics contradict each other about {one} and {other}: {better:#} prefer {one}, "
        "{worse:#} prefer {other}.",
    ),
    "differing": (
        "{winner} is significantly better than {loser} by {sizes}{remaining}.",
        "{winner} is significantly better than {loser} under {under_titles}.",
        "{winner} is significantly better than {loser} under {under_number}.",
    ),
    "equivalent": "{one} and {other} are equivalent within {within}.",
    "not_excluded": (
        "No significant difference between {one} and {other}; the set cannot exclude one of "
        "{not_excluded:or}.",
    ),
    ALWAYS: (
        "No significant difference between {one} and {other} under {same}{untested}.",
        "No significant difference between {one} and {other} under {same:#metric}.",
    ),
}
SAVED_REPORT: Cases = {
    "contradicting": (
        "The metrics contradict each other about {one}: worse under {worse}, better under "
        "{better}.",
        "The metrics contradict each other about {one}: worse under {worse:#}, better under "
        "{better:#}.",
    ),
    "differing": (
        "{change}: {one} is significantly {outcome} than {report}: {from_to}{remaining}.",
        "{change}: {one} is significantly {outcome} than {report}: {from_to}{remaining_in_short}.",
        "{change}: {one} is significantly {outcome} than {report}: {gains}{remaining_in_short}.",
        "{one} is significantly {outcome} than {report}: {from_to}{remaining}.",
        "{one} is significantly {outcome} than {report}: {from_to}{remaining_in_short}.",
        "{one} is significantly {outcome} than {report}: {gains}{remaining_in_short}.",
        "{one} is significantly {outcome} than {report} under {under_titles}.",
        "{one} is significantly {outcome} than {report} under {under_number}.",
    ),
    ALWAYS: (
        "{one} does not differ significantly from {report} under {same}.",
        "{one} does not differ significantly from {report}.",
    ),
}
BASELINE: Cases = {
    "none_differs": each_under(
        "{none} of the {number} other systems differs significantly from the baseline "
        "{baseline}{under}."
    ),
    "all_differ": each_under(
        "{every} other systems are significantly {outcome} than the baseline {baseline}{under}."
    ),
    "one_beats": (
        "{beaters} beats the baseline {baseline} by {sizes}; {others}.",
        "{beaters} beats the baseline {baseline}{under_all}; {others}.",
        "{beaters} beats the baseline {baseline}{under_all}.",
    ),
    "several_beat": each_under(
        "{beaters} beat the baseline {baseline}{under}; {others}.",
        "{number_beat} beat the baseline {baseline}{under}; {others}.",
        "{number_beat} beat the baseline {baseline}{under}.",
    ),
    "some_beat": (
        "{beating_only}.",
        "{beating_only_systems}.",
        "No system beats the baseline {baseline}{under_all}.",
    ),
    ALWAYS: (
        "No system beats the baseline {baseline}{under_any}; {worse_names}.",
        "No system beats the baseline {baseline}{under_any}; {worse}.",
        "No system beats the baseline {baseline}; {worse}.",
        "No system beats {baseline}; {worse}.",
        "No system beats the baseline {baseline}; some are significantly worse.",
    ),
}
VERSIONS: Cases = {
    "none_differs": each_under(
        "{none} of the {number} systems differs significantly from its version in {report}{under}."
    ),
    "all_differ": each_under(
        "{every} systems are significantly {outcome} than in {report}{under}."
    ),
    "alike": each_under(
        "{changes} than in {report}{under}.", "{counted_changes} than in {report}{under}."
    ),
    ALWAYS: (
        "{changes} than in {report}.",
        "{counted_changes} than in {report}.",
        "Compared with {report}, {improved:#} of {number} systems improved and {worsened:#} "
        "worsened under some metric.",
    ),
}
EACH_UNDER: Mapping[str, tuple[str, str]] = {
    "beating_only": ("{who} {who:beats|beat} the baseline {baseline} only", "{who} only"),
    "beating_only_systems": (
        "{who:#} of {number} systems {who:beats|beat} {baseline} only",
        "{who:#} only",
    ),
    "worse": ("{who:#} of {number} {who:is|are} significantly worse", "{who:#}"),
    "worse_names": ("{who} {who:is|are} significantly worse", "{who}"),
    "worse_systems": ("{who:#} of {number} systems {who:is|are} significantly worse", "{who:#}"),
    "better_names": ("{who} {who:is|are} significantly better", "{who}"),
    "better_systems": ("{who:#} of {number} systems {who:is|are} significantly better", "{who:#}"),
    "also_better_names": ("{who} better", "{who}"),
    "also_better_systems": ("{who:#} better", "{who:#}"),
}
"""What is said of the systems that are better or worse under the first and further metrics."""

OTHERS_BEAT: Cases = {
    "partly": "{partly} only under {metrics}",
    "one_left": "{left} does not",
    "one_beats": "no other system does",
    ALWAYS: "the other {left:#} do not",
}
"""What is said of the systems that do not beat the baseline under all metrics."""

LEADERS: Mapping[Kind, str] = {
    Kind.FIRST: "{best} is significantly better than {all_beaten}{under}.",
    Kind.ALONE: (
        "{level} {level:scores|score} best{under}, but no other system differs significantly from "
        "{level:it|them}."
    ),
    Kind.TOGETHER: "{lead} together{under}, significantly ahead of {beaten}.",
    Kind.PARTLY: (
        "{best} scores best{under}; {who} {others:does|do} not differ significantly from it."
    ),
}
DIFFERENT_LEADERS: Cases = {
    "none_differs": each_under("No two of the {number} systems differ significantly{under}."),
    "same": ("{lead}{under}.", "{lead}{under_all}."),
    "one_group_beside": (
        "{lead}{under}; {who} also {also:leads|lead} under {beside}.",
        "{lead}{under_all}; {who} also {also:leads|lead} under {beside}.",
        "{lead}{under_all}; other leaders depend on the metric.",
        "{lead_in_short}{under_all}; other leaders depend on the metric.",
    ),
    "common": (
        "{lead}{under_all}; other leaders depend on the metric.",
        "{lead_in_short}{under_all}; other leaders depend on the metric.",
    ),
    "two_winners": (
        "The winner depends on the metric: {first_name} under {first}, {second_name} under "
        "{second}.",
        "{first_lead} under {first}; {second_lead} under {second}.",
        "No system leads under {all_metrics}.",
    ),
    "two_groups": (
        "{first_lead} under {first}; {second_lead} under {second}.",
        "{first_in_short} under {first}; {second_in_short} under {second}.",
        "No system leads under {all_metrics}.",
    ),
    ALWAYS: "No system leads under {all_metrics}.",
}

TWO_IN_SHORT: Cases = {
    "none_differs": "No significant difference",
    "contradicting": "The metrics disagree",
    "is_saved": ("{one} is {outcome} than {report}", "{one} is {outcome} than before"),
    "all_agree": ("{winner} beats {loser} by {size}", "{winner} beats {loser}"),
    ALWAYS: ("{winner} beats {loser} under {title}", "{winner} partly beats {loser}"),
}
BASELINE_IN_SHORT: Cases = {
    ALWAYS: (
        "{beating} {beating:beats|beat} {baseline}{under_beating}",
        "{beat} {baseline}{under_beating}",
        "Some systems beat {baseline}",
    ),
}
VERSIONS_IN_SHORT: Cases = {
    "none_differs": "No significant change",
    "none_better": "{worsened:#system} worsened",
    "none_worse": "{improved:#system} improved",
    ALWAYS: "{improved:#} improved, {worsened:#} worsened",
}
LEADS, HAS_BEST_MEAN = "leads", "has the best mean"
LEADERS_IN_SHORT: Cases = {
    "best_means": ("{best_means}", "{lead}{over}", "{lead_in_short}{over}"),
    "common": ("{lead}{over}", "{lead_in_short}{over}"),
    ALWAYS: (
        "{first_lead} under {first}{over}",
        "{first_in_short} under {first}{over}",
        "The metrics disagree{over}",
    ),
}
"""Outcomes in up to five words, which a doubt follows."""

BY_REFERENCE: Cases = {
    ALWAYS: (
        "The winner depends on the reference: {with_nouns}.",
        "The winner depends on the reference: {with_numbers}.",
        "The winner depends on the reference: {number} systems are best with one or more of them.",
    )
}
CLAUSES: Mapping[DoubtKind, str] = {
    "unsuited metric": "{title} does not suit these texts",
    "unusual references": "the references look wrong",
    "lower case": "the {side} are in lower case",
    "capitals": "the {side} are in capitals",
    "Unicode form": "the {side} use another Unicode form",
    "equals reference": "{who} equals {which} reference in {number} of {total} segments",
    "unusual lengths": "{number} of {total} outputs{of} have unusual lengths",
}
CLAUSES_ON_FAULTS: Cases = {
    "all_segments": "the output{of} may be {may_be}",
    "some_could": "{number} outputs{of} {fault}",
    "every_one": "all {total} outputs{of} {fault}",
    ALWAYS: "{number} of {total} outputs{of} {fault}",
}
"""Doubts in up to nine words."""


def headlines(results: Results) -> tuple[str, ...]:
    """Return the headline; if a doubt concerns it, with the doubt, and then without."""
    plain = first_short(_plain(results))
    doubtful = first_short(_doubtful(results))
    if not doubtful:
        return (plain,)
    if any(doubt.kind == "winner depends on reference" for doubt in results.doubts):
        number = all_of(results.test_set.references or 0).capitalize()
        plain = f"{number} references together: {plain}"
    return doubtful, plain


def _plain(results: Results) -> tuple[str, ...]:
    if len(results.systems) == 1:
        return wordings(ONE_SYSTEM, _one_system(results))
    untested = wordings(UNTESTED, _differences(results))
    if untested:
        return untested
    if len(results.systems) == 2:
        terms = _pair(results)
        return wordings(SAVED_REPORT if terms["is_saved"] else TWO_SYSTEMS, terms)
    if results.opponents:
        cases = VERSIONS if results.baseline is None else BASELINE
        return wordings(cases, _against(results))
    patterns = same_standings(results)
    if len(patterns) == 1 and any(pair.significant for pair in results.pairs):
        [(standing, metrics)] = patterns
        cases = {ALWAYS: each_under(LEADERS[standing.kind])}
        return wordings(cases, _leading(results, standing, metrics, MOST_NAMED))
    return wordings(DIFFERENT_LEADERS, _leaders(results))


def in_short(results: Results, means: str = "") -> tuple[str, ...]:
    """Return the outcome in up to five words; of mean scores with what they are the `means` of."""
    over = f" over {means}" if means else ""
    if len(results.systems) == 1:
        return ("{name} scores {score}".format_map(_one_system(results)),)
    if len(results.systems) > 2 and not results.opponents:
        terms = {**_leaders(results), "over": over, "best_means": ""}
        common = common_leaders(results)
        if means and 0 < len(common) <= MOST_NAMED:
            have = HAS_BEST_MEAN if len(common) == 1 else "have the best means"
            terms["best_means"] = f"{_names(common)} {have} of {means}"
        return wordings(LEADERS_IN_SHORT, terms)
    if len(results.systems) == 2:
        said = wordings(TWO_IN_SHORT, _pair(results))
    else:
        cases = VERSIONS_IN_SHORT if results.baseline is None else BASELINE_IN_SHORT
        said = wordings(cases, _against(results))
    return tuple(f"{wording}{over}" for wording in said)


def _doubtful(results: Results) -> Iterator[str]:
    """Return the wordings with the most serious doubt about the systems of the headline."""
    if len(results.systems) > 1 and wordings(UNTESTED, _differences(results)):
        return
    subjects = headline_systems(results)
    for doubt in results.doubts:
        if doubt.kind == "winner depends on reference":
            yield from wordings(BY_REFERENCE, _by_reference(results, doubt))
            return
        if doubt.kind == "contradicting metrics" and len(results.systems) == 2:
            return  # the headline without a doubt says it
        if not doubt.systems or set(doubt.systems) & subjects:
            said = [with_doubt(results, doubt, short) for short in in_short(results)]
            if said[0]:
                yield from said
                return


def with_doubt(results: Results, doubt: Doubt, short: str, where: str = "") -> str:
    """Return the outcome with a doubt, or "" if it concerns no headline.

    A doubt about a system that does not lead under all metrics, where another one does, is a
    sentence of its own. `where` is the test set of the doubt, such as " on en-zh".
    """
    leaders = leaders_of_all(results)
    apart = bool(leaders and doubt.systems) and set(doubt.systems).isdisjoint(leaders)
    # where the outcome names no other system than the one that equals a reference
    alone = doubt.kind == "equals reference" and short.startswith(
        tuple(f"{_name(doubt.systems[0])} {verb}" for verb in (LEADS, HAS_BEST_MEAN, "scores"))
    )
    clause = _clause(results, doubt, named=not apart and not alone)
    if not clause:
        return ""
    if not apart:
        return f"{short}, but{where} {clause}."
    return f"{short}. (Runner-up {_name(doubt.systems[0])}{where}: {clause}.)"


def _clause(results: Results, doubt: Doubt, named: bool) -> str:
    """Return a doubt in short, or ""; the system is `named`, unless what precedes names it."""
    system = _name(doubt.systems[0]) if doubt.systems else ""
    fault = BY_KIND.get(doubt.kind)
    of = f" of {system}" if named else ""
    terms = {
        "title": titles(metric for metric in results.metrics if metric.metric == doubt.metric),
        "side": f"outputs{of}" if doubt.systems else "references",
        "who": system if named else "it",
        "which": "the" if results.test_set.references == 1 else "a",
        "of": of,
        "number": f"{len(doubt.segments):,}",
        "total": f"{results.test_set.segments:,}",
        "all_segments": not doubt.segments,
        "some_could": doubt.kind in LACKED,
        "every_one": len(doubt.segments) == results.test_set.segments,
        "may_be": fault and fault.may_be,
        "fault": fault and fault.in_short,
    }
    if fault is not None:
        return sentence(CLAUSES_ON_FAULTS, terms)
    if doubt.kind == "equals reference" and len(results.systems) == 2:
        [other] = [name for name in results.systems if name != doubt.systems[0]]
        outcomes = results.by_outcome(doubt.systems[0], other)
        if outcomes["worse"] and not outcomes["better"]:  # its advantage explains nothing
            return ""
    return CLAUSES.get(doubt.kind, "").format_map(terms)


def same_scores(results: Results) -> Listed:
    """Return the scores that all systems have in common, one for each metric that ranks none."""
    return Listed(
        f"{rounded(results.in_order_of(metric.metric)[0].score, metric.scale)} {metric.title}"
        for metric in results.metrics
        if is_level(results, metric)
    )


def standings(results: Results) -> list[str]:
    """Return a sentence for each result of metrics if the headline cannot name all that lead."""
    patterns = same_standings(results)
    if len(patterns) == 1 and len(patterns[0][0].leaders) <= MOST_NAMED:
        return []
    return [
        first_short((LEADERS[standing.kind].format_map(terms),))
        for standing, metrics in patterns
        for terms in [_leading(results, standing, metrics, MOST_LISTED)]
    ]


# The terms of the cases


def _name(system: str) -> str:
    return system_name(system).replace(" ", INNER)


def _names(systems: Iterable[str]) -> Listed:
    return Listed(map(_name, systems))


def _lead(systems: Sequence[str], most: int = MOST_NAMED) -> str:
    if len(systems) == 1:
        return f"{_name(systems[0])} {LEADS}"
    return f"{_few(systems, most, 'systems')} lead"


def _few(systems: Sequence[str], most: int, instead: str) -> str:
    """Return the names of systems, or of more than `most` their number with a noun."""
    return f"{_names(systems)}" if len(systems) <= most else f"{len(systems)} {instead}"


def _under(metrics: Sequence[ComparedMetric]) -> dict[str, str]:
    under = f" under {titles(metrics)}"
    several = f" under {all_of(len(metrics))} metrics"
    return {"under": under, "under_all": several if len(metrics) > 1 else under}


def _one_system(results: Results) -> Terms:
    [system] = results.systems
    scores = [
        f"{rounded(results.scores[metric.metric, system].score, metric.scale)} {metric.title}"
        for metric in results.metrics
    ]
    return {
        "name": _name(system),
        "score": scores[0],
        "scores": Listed(scores),
        "further": Listed(scores[1:]),
    }


def _differences(results: Results) -> Terms:
    """Return what scores and differences say on whether any could be significant."""
    test, test_set = results.test, results.test_set
    identical = bool(results.pairs) and all(pair.identical_output for pair in results.pairs)
    differing = [pair for pair in results.pairs if pair.differing_units]
    most = max((pair.differing_units or 0 for pair in differing), default=0)
    empty = {
        doubt.systems[0]
        for doubt in results.doubts
        if doubt.kind == "empty outputs" and len(doubt.segments) == test_set.segments
    }
    same = same_scores(results)
    return {
        "any_significant": any(pair.significant for pair in results.pairs),
        "all_empty": set(results.systems) == empty,
        "every": all_of(len(results.systems)),
        "every_system": f"{all_of(len(results.systems)).capitalize()} systems",
        # versions in a saved report are no further systems
        "same_scores": len(same) == len(results.metrics) and not results.saved_report and same,
        **_under(results.metrics),
        "every_new": all_of(len(results.opponents)).capitalize(),
        "report": _name(results.saved_report),
        "same_as_saved": identical and results.opponents and results.baseline is None,
        "two_identical": identical and len(results.systems) == 2,
        "all_identical": identical,
        "none_tested": not any(map(was_tested, results.pairs)),
        "too_few_units": least_p_value(test, test_set) > test.significance_level,
        "too_few_differ": differing and all(too_few_differ(pair, test) for pair in differing),
        "too_few_resamples": differing and all(is_blind(pair, test) for pair in differing),
        "resamples": counted(test.resamples, "resample"),
        "least_p_value": f"{min((pair.p_value_limit or 0.0 for pair in differing), default=0):.2g}",
        "names": _names(results.systems),
        "counted_units": counted_units(test_set),
        "units": units(test_set),
        "most_differing": f"{most:,} of {test_set.units:,}",
    }


def _pair(results: Results) -> Terms:
    """Return what is said of two systems, the one that is not the baseline first."""
    first, second = results.systems
    if results.baseline == first:
        first, second = second, first
    scores, outcomes = results.scores, results.by_outcome(first, second)
    better, worse, same, untested = map(titles, outcomes.values())
    differing = [
        metric for metric in results.metrics if metric in outcomes["better"] + outcomes["worse"]
    ]
    within, not_excluded = equivalent_within(results)
    outcome = "better" if differing and differing[0] in outcomes["better"] else "worse"
    winner, loser = (first, second) if outcome == "better" else (second, first)
    gains = [(metric.title, _gain(results, metric, first, second)) for metric in differing]
    sizes = Listed(f"{gain.lstrip('+-')} {title}" for title, gain in gains)
    every = len(differing) == len(results.metrics)
    of_metrics = all_of(len(differing)) if every else f"{len(differing)} of {len(results.metrics)}"
    not_tested = f"; {untested} could not be tested" if untested else ""
    return {
        "one": _name(first),
        "other": _name(second),
        "winner": _name(winner),
        "loser": _name(loser),
        "outcome": outcome,
        "better": better,
        "worse": worse,
        "same": same,
        "contradicting": better and worse,
        "differing": differing,
        "none_differs": not differing,
        "all_agree": every and not (better and worse),
        "title": differing[0].title if differing else "",
        "size": "".join(sizes[:1]),
        "sizes": sizes,
        "under_titles": titles(differing) if every else f"{of_metrics} metrics",
        "under_number": f"{of_metrics} metrics",
        "untested": not_tested,
        "equivalent": within and not not_excluded,
        "within": within,
        "not_excluded": not_excluded,
        "remaining": (f"; {same} {same:shows|show} no significant difference" if same else "")
        + not_tested,
        "remaining_in_short": (f"; {same} not significantly" if same else "") + not_tested,
        "is_saved": results.baseline is not None and is_saved(results.baseline),
        "report": _report(results, first, second),
        "change": "Improvement" if better else "Regression",
        "gains": ", ".join(f"{title} {gain}" for title, gain in gains),
        "from_to": ", ".join(
            f"{metric.title} {rounded(scores[metric.metric, second].score, metric.scale)} to "
            f"{rounded(scores[metric.metric, first].score, metric.scale)}"
            for metric in differing
        ),
    }


def _gain(results: Results, metric: ComparedMetric, system: str, other: str) -> str:
    pair = results.between(metric, system, other)
    return signed(None if pair is None else seen_from(pair, system)[0], metric.scale)


def _report(results: Results, system: str, saved: str) -> str:
    name, file = saved.removesuffix(SAVED), results.saved_report
    if not file:
        return "in the saved report" if name == system else _name(saved)
    return _name(file) if name == system else f"{_name(name)} in {_name(file)}"


def _against(results: Results) -> Terms:
    """Return what is said of several systems and a baseline, or their saved versions."""
    against, number, baseline = results.against(), len(results.opponents), results.baseline or ""
    better = [(metric, groups[0]) for metric, groups in against]
    worse = [(metric, groups[1]) for metric, groups in against]
    beating_any = list(dict.fromkeys(chain.from_iterable(group for _, group in better)))
    worse_under_any = set(chain.from_iterable(group for _, group in worse))
    beaters = [system for system in beating_any if all(system in group for _, group in better)]
    differing = [group for _, group in (*better, *worse) if group]
    alike = len(shared(better)) == len(shared(worse)) == 1
    under_all = [(tuple(beaters), list(results.metrics))]
    (beating, metrics), *different = under_all if beaters else shared(better)
    names = _names(beating) or Listed(["No system"])
    sizes = [
        f"{_gain(results, metric, beaters[0], baseline).lstrip('+-')} {metric.title}"
        for metric in results.metrics
        if beaters and baseline
    ]
    terms = {
        "baseline": _name(baseline),
        **_under(results.metrics),
        "under_any": f" under {titles(results.metrics):or}",
        "none_differs": not differing,
        "all_differ": alike and any(len(group) == number for group in differing),
        "number": number,
        "report": _name(results.saved_report),
        "alike": alike,
        "improved": _names(beating_any),
        "worsened": _names(worse_under_any),
        "none_better": not beating_any,
        "none_worse": not worse_under_any,
        "none": "Neither" if number == 2 else "None",
        "every": all_of(number).capitalize(),
        "outcome": "better" if beaters else "worse",
        "one_beats": len(beaters) == 1,
        "several_beat": beaters,
        "some_beat": beating_any,
        "beaters": _few(beaters, MOST_NAMED, "systems"),
        "number_beat": f"{len(beaters)} of {number} systems",
        "sizes": Listed(sizes),
        "others": sentence(OTHERS_BEAT, _others(results, baseline, beaters)),
        "beating": names,
        "beat": f"{names} beats" if len(names) == 1 else f"{len(names)} systems beat",
        "under_beating": f" under {titles(metrics)}" if different else "",
    }
    each = {
        name: _each_under(worse if name.startswith("worse") else better, *both, terms)
        for name, both in EACH_UNDER.items()
    }
    also = "also_" if worse_under_any else ""
    changes = [
        " and ".join(filter(None, (each[f"worse{end}"], each[f"{also}better{end}"])))
        for end in ("_names", "_systems")
    ]
    return {**terms, **each, "changes": changes[0], "counted_changes": changes[1]}


def _each_under(
    groups: Sequence[tuple[ComparedMetric, tuple[str, ...]]], first: str, more: str, terms: Terms
) -> str:
    """Return what is said of the systems under each metric, or once if they are the same."""
    same = [(group, metrics) for group, metrics in shared(groups) if group]
    under = [f" under {titles(metrics)}" * (len(metrics) < len(groups)) for _, metrics in same]
    return ", ".join(
        (more if place else first).format_map({**terms, "who": _names(group)}) + under[place]
        for place, (group, _) in enumerate(same)
    )


def _others(results: Results, baseline: str, beaters: Sequence[str]) -> Terms:
    """Return what is said of the systems that do not beat a baseline under all metrics."""
    others = [name for name in results.systems if name != baseline and name not in beaters]
    partly = {
        name: under for name in others if (under := results.by_outcome(name, baseline)["better"])
    }
    [metrics, *different] = {titles(under) for under in partly.values()} or [""]
    return {
        "partly": _names(partly) if len(partly) <= MOST_NAMED else len(partly),
        "metrics": "some metrics" if different else metrics,
        "one_left": len(others) == 1,
        "left": _names(others),
        "one_beats": len(beaters) == 1,
    }


def _leading(
    results: Results, standing: Standing, metrics: Sequence[ComparedMetric], most: int
) -> Terms:
    """Return how systems lead under metrics; up to `most` are named."""
    best, *others = standing.leaders
    scores = {
        system: [results.scores[metric.metric, system].score for metric in metrics]
        for system in standing.leaders
    }
    level = [system for system in scores if all(map(are_equal, scores[system], scores[best]))]
    beaten = len(standing.beaten)
    names = _names(standing.beaten)
    return {
        **_under(metrics),
        "best": _name(best),
        "level": _names(level),
        "lead": _lead(standing.leaders, most),
        "all_beaten": f"{all_of(beaten)} other systems" if beaten > 1 else names,
        "beaten": f"the {beaten} other systems" if beaten > 1 else names,
        "who": _few(others, most, f"of {len(others) + beaten} other systems"),
        "others": Listed(others),
    }


def _leaders(results: Results) -> Terms:
    """Return what is said of several systems under metrics that disagree, or show nothing."""
    none_differs = not any(pair.significant for pair in results.pairs)
    groups, common = same_leaders(results), common_leaders(results)
    scored = [metric for metric in results.metrics if standing_under(results, metric).leaders]
    beside = [
        (others, metrics)
        for leaders, metrics in groups
        if (others := [leader for leader in leaders if leader not in common])
    ]
    also, metrics_beside = beside[0] if beside else ([], [])
    (first, of_first), (second, of_second) = (*groups, ((), []), ((), []))[:2]
    return {
        **_under(results.metrics if none_differs else scored),
        "none_differs": none_differs,
        "number": len(results.systems),
        "same": len(groups) == 1,
        "common": common,
        "one_group_beside": common and len(beside) == 1,
        "lead": _lead(common),
        "lead_in_short": _lead(common, 1),
        "who": _few(also, MOST_NAMED, "others"),
        "also": Listed(also),
        "beside": titles(metrics_beside),
        "two_groups": len(groups) == 2,
        "two_winners": len(groups) == 2 and len(first) == len(second) == 1,
        "first": titles(of_first),
        "first_name": _names(first[:1]),
        "first_lead": _lead(first),
        "first_in_short": _lead(first, 1),
        "second": titles(of_second),
        "second_name": _names(second[:1]),
        "second_lead": _lead(second),
        "second_in_short": _lead(second, 1),
        "all_metrics": f"{all_of(len(scored))} metrics",
    }


def _by_reference(results: Results, doubt: Doubt) -> Terms:
    """Return the winner with each reference."""
    metric = next(metric for metric in results.metrics if doubt.metric in (None, metric.metric))
    references: dict[str, Listed] = {}
    for reference, system in best_by_reference(results, metric).items():
        references[_name(system)] = Listed((*references.get(_name(system), ()), reference))
    return {
        "number": len(references),
        "with_nouns": ", ".join(
            f"{name} with {of:reference|references} {of}" for name, of in references.items()
        ),
        "with_numbers": ", ".join(f"{name} with {of}" for name, of in references.items()),
    }
