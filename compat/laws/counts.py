"""Laws about the statistics of a score, for subjects that report them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from tallystick.compat.case import Case
from tallystick.compat.laws.domains import always, always_in, clamps_counts, counts_all_ngrams
from tallystick.compat.laws.law import (
    Find,
    Law,
    Subject,
    appended,
    first_references,
    with_hypotheses,
    with_references,
)
from tallystick.metrics.bleu.dialect import BleuDialect
from tallystick.metrics.cer.metric import CerDialect
from tallystick.metrics.cider.dialect import CiderDialect
from tallystick.metrics.google_gleu.metric import GoogleGleuDialect
from tallystick.metrics.nist.dialect import NistDialect
from tallystick.metrics.sari.dialect import SariDialect
from tallystick.metrics.ter.dialect import TerDialect
from tallystick.metrics.wer.dialect import WerDialect

TOLERANCE = 1e-9


def _in_every_order(wrong: Callable[[Mapping[str, float], int, Case], str | None]) -> Find:
    """Return what finds what is wrong in an order, of the sums of a case and the case."""

    def find(subject: Subject, case: Case) -> str | None:
        if subject.statistics is None:
            return None
        sums = subject.statistics(case, case)
        of_orders = (wrong(sums, order, case) for order in range(1, subject.order + 1))
        return next(filter(None, of_orders), None)

    return find


def _lowered_matches(subject: Subject, case: Case) -> str | None:
    if subject.statistics is None:
        return None
    more = with_references(case, lambda hypothesis, given: (*given, hypothesis[::-1]))
    before, after = subject.statistics(case, more), subject.statistics(more, more)
    for name in (f"matches_{order}" for order in range(1, subject.order + 1)):
        if after[name] < before[name] - TOLERANCE:
            return f"{name} fell from {before[name]:g} to {after[name]:g}"
    return None


def _not_additive(subject: Subject, case: Case) -> str | None:
    if subject.statistics is None or len(case.hypotheses) < 2:
        return None
    first, others = case.take([0]), case.take(range(1, len(case.hypotheses)))
    whole = subject.statistics(case, case)
    one, other = subject.statistics(first, case), subject.statistics(others, case)
    added = {name: one[name] + other[name] for name in whole}
    for name, value in whole.items():
        if not _equal(value, added[name]):
            return f"{name} is {value:g}, but {one[name]:g} and {other[name]:g} in two parts"
    if subject.formula is None:
        return None
    score, of_sums = subject.score(case), subject.formula(added)
    if subject.close(score, of_sums):
        return None
    return f"the score is {score:.12g}, but {of_sums:.12g} from the summed statistics of two parts"


def _equal(one: float, other: float) -> bool:
    if math.isnan(one) or math.isnan(other):
        return math.isnan(one) and math.isnan(other)
    return math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


@_in_every_order
def _matches_rise_with_order(sums: Mapping[str, float], order: int, case: Case) -> str | None:
    lower, higher = sums.get(f"matches_{order - 1}", math.inf), sums[f"matches_{order}"]
    more = f"{higher:g} matches of order {order}, but {lower:g} of order {order - 1}"
    return more if higher > lower + TOLERANCE else None


@_in_every_order
def _other_totals(sums: Mapping[str, float], order: int, case: Case) -> str | None:
    expected = sum(max(0, len(hypothesis) - order + 1) for hypothesis in case.hypotheses)
    total = sums[f"totals_{order}"]
    other = f"{total:g} n-grams of order {order} instead of {expected}"
    return None if _equal(total, expected) else other


@_in_every_order
def _more_matches_than_ngrams(sums: Mapping[str, float], order: int, case: Case) -> str | None:
    matches, totals = sums[f"matches_{order}"], sums[f"totals_{order}"]
    more = f"{matches:g} matches among {totals:g} n-grams of order {order}"
    return more if matches > totals + TOLERANCE else None


def _other_information(subject: Subject, case: Case) -> str | None:
    if subject.information is None:
        return None
    once, twice = subject.information(case), subject.information(appended(case, case))
    for ngram in sorted(once.keys() | twice.keys()):
        before, after = once.get(ngram, 0.0), twice.get(ngram, 0.0)
        if not _equal(before, after):
            return f"the weight of {ngram} changed from {before:.12g} to {after:.12g}"
    return None


def _edits(subject: Subject, case: Case) -> float:
    if subject.statistics is None:
        return 0.0
    named = subject.statistics(case, case)
    if "edits" in named:
        return named["edits"]
    return named["substitutions"] + named["deletions"] + named["insertions"]


def _of_a_copy(subject: Subject, case: Case) -> str | None:
    edits = _edits(subject, with_references(case, lambda hypothesis, _: (hypothesis,)))
    return f"a copy has {edits:g} edits" if edits else None


def _by_way_of_another(subject: Subject, case: Case) -> str | None:
    one = first_references(case)
    between = with_hypotheses(one, lambda hypothesis, _: hypothesis[::-1])
    first = with_references(one, lambda hypothesis, _: (hypothesis[::-1],))
    direct, detour = _edits(subject, one), _edits(subject, first) + _edits(subject, between)
    return None if direct <= detour else f"{direct:g} edits, but {detour:g} by way of a third text"


def _out_of_bounds(subject: Subject, case: Case) -> str | None:
    if subject.statistics is None:
        return None
    edits, pairs = _edits(subject, case), zip(case.hypotheses, case.references, strict=True)
    lengths = [(len(one), [len(other) for other in others]) for one, others in pairs]
    low = sum(min(abs(one - other) for other in others) for one, others in lengths)
    high = sum(min(max(one, other) for other in others) for one, others in lengths)
    return None if low <= edits <= high else f"{edits:g} edits are not between {low} and {high}"


def _with_more_references(subject: Subject, case: Case) -> str | None:
    few, many = _edits(subject, first_references(case)), _edits(subject, case)
    return None if many <= few else f"{few:g} edits became {many:g} with more references"


COUNTS = (
    Law(
        name="a further reference never lowers matches",
        statement="With one more reference, appended, no order has fewer clipped matches.",
        why="The clipping count of an n-gram is a maximum over references, which cannot fall.",
        find=_lowered_matches,
        domains={
            BleuDialect: always,
            NistDialect: lambda dialect: dialect.match == "maximum",
        },
    ),
    Law(
        name="statistics add up",
        statement="The statistics of a corpus are the sums of those of its parts, and the score "
        "is a function of these sums.",
        why="Counts, lengths and sums of scores are sums over segments; so are the information of "
        "NIST and the similarities of CIDEr if n-grams are weighted by the references of the "
        "whole corpus.",
        find=_not_additive,
        domains=always_in(BleuDialect, NistDialect, GoogleGleuDialect, CiderDialect, SariDialect),
    ),
    Law(
        name="matches fall with the order, one reference",
        statement="With one reference, no order has more matches than the order below it.",
        why="Each match of order n+1 is also a match of its first n tokens, and min(h, r) of an "
        "n-gram is at least the sum of min(h, r) over its continuations.",
        find=lambda subject, case: _matches_rise_with_order(subject, first_references(case)),
        domains={BleuDialect: always, NistDialect: always},
    ),
    Law(
        name="matches fall with the order, several references",
        statement="No order has more matches than the order below it.",
        why="As with one reference, if the matches of an order come from one reference or are not "
        "clipped. A maximum over references for each n-gram breaks it: with the references a b c, "
        "c b a, a c and c a, the three words of 'a b a c b c a' match once each, and all its six "
        "bigrams match.",
        find=_matches_rise_with_order,
        domains={
            BleuDialect: lambda dialect: (
                dialect.clip in ("best_reference", "first_reference", "none")
            )
        },
    ),
    Law(
        name="n-grams are those of the hypotheses",
        statement="A hypothesis of c tokens has max(0, c - n + 1) n-grams of order n.",
        why="An n-gram can start at each of the first c - n + 1 tokens.",
        find=_other_totals,
        domains={BleuDialect: counts_all_ngrams, NistDialect: clamps_counts},
    ),
    Law(
        name="no more matches than n-grams",
        statement="No order has more matches than n-grams.",
        why="min(h, r) is at most h.",
        find=_more_matches_than_ngrams,
        domains={
            BleuDialect: lambda dialect: (
                dialect.clip != "reference_counts"
                and dialect.missing_order != "negative"
                and dialect.average != "smoothed_counts"
            ),
            NistDialect: clamps_counts,
        },
    ),
    Law(
        name="duplicating the corpus leaves the information",
        statement="Repeating the whole corpus does not change the information weights.",
        why="A weight is the logarithm of a ratio of two counts over the references, and both "
        "double.",
        find=_other_information,
        domains={NistDialect: always},
    ),
)

EDITS = (
    Law(
        name="no edits of a copy",
        statement="A hypothesis that equals its reference has no edits.",
        why="All tokens are hits.",
        find=_of_a_copy,
        domains=always_in(WerDialect, CerDialect, TerDialect),
    ),
    Law(
        name="triangle inequality",
        statement="The edits between two texts are no more than those between each and a third.",
        why="Edits one after the other are one way among those of which the shortest counts.",
        find=_by_way_of_another,
        domains=always_in(WerDialect, CerDialect),
    ),
    Law(
        name="more references, no more edits",
        statement="Further references do not raise the number of edits.",
        why="The reference with the fewest edits counts.",
        find=_with_more_references,
        domains=always_in(WerDialect, CerDialect, TerDialect),
    ),
    Law(
        name="bounds of edits",
        statement="There are at most as many edits as the longer side has words, and at least as "
        "many as the difference of the lengths.",
        why="All words can be substituted and the others inserted or deleted, and a shift is only "
        "made if it saves an edit. Substitutions and shifts do not change a length.",
        find=_out_of_bounds,
        domains={TerDialect: lambda dialect: dialect.empty_hypotheses == "normal"},
    ),
)
