"""Laws about the statistics of a score, for subjects that report them."""

from __future__ import annotations

import math

from tallystick.compat.case import Case, Segment
from tallystick.compat.laws.changes import appended, first_references, with_references
from tallystick.compat.laws.domains import always, always_in, clamps_counts, counts_all_ngrams
from tallystick.compat.laws.law import Law, Subject
from tallystick.metrics.bleu.dialect import BleuDialect
from tallystick.metrics.cider.dialect import CiderDialect
from tallystick.metrics.google_gleu.metric import GoogleGleuDialect
from tallystick.metrics.nist.dialect import NistDialect
from tallystick.metrics.sari.dialect import SariDialect

TOLERANCE = 1e-9


def _lowered_matches(subject: Subject, case: Case) -> str | None:
    if subject.statistics is None:
        return None

    def added(hypothesis: Segment, references: tuple[Segment, ...]) -> tuple[Segment, ...]:
        return (*references, hypothesis[::-1])

    more = with_references(case, added)
    before, after = subject.statistics(case, more), subject.statistics(more, more)
    for order in range(1, subject.order + 1):
        name = f"matches_{order}"
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


def _matches_rise_with_order(subject: Subject, case: Case) -> str | None:
    if subject.statistics is None:
        return None
    sums = subject.statistics(case, case)
    for order in range(1, subject.order):
        lower, higher = sums[f"matches_{order}"], sums[f"matches_{order + 1}"]
        if higher > lower + TOLERANCE:
            return f"{higher:g} matches of order {order + 1}, but {lower:g} of order {order}"
    return None


def _matches_rise_with_order_of_one_reference(subject: Subject, case: Case) -> str | None:
    return _matches_rise_with_order(subject, first_references(case))


def _other_totals(subject: Subject, case: Case) -> str | None:
    if subject.statistics is None:
        return None
    sums = subject.statistics(case, case)
    for order in range(1, subject.order + 1):
        expected = sum(max(0, len(hypothesis) - order + 1) for hypothesis in case.hypotheses)
        found = sums[f"totals_{order}"]
        if not _equal(found, expected):
            return f"{found:g} n-grams of order {order} instead of {expected}"
    return None


def _more_matches_than_ngrams(subject: Subject, case: Case) -> str | None:
    if subject.statistics is None:
        return None
    sums = subject.statistics(case, case)
    for order in range(1, subject.order + 1):
        matches, totals = sums[f"matches_{order}"], sums[f"totals_{order}"]
        if matches > totals + TOLERANCE:
            return f"{matches:g} matches among {totals:g} n-grams of order {order}"
    return None


def _other_information(subject: Subject, case: Case) -> str | None:
    if subject.information is None:
        return None
    once, twice = subject.information(case), subject.information(appended(case, case))
    for ngram in sorted(once.keys() | twice.keys()):
        before, after = once.get(ngram, 0.0), twice.get(ngram, 0.0)
        if not _equal(before, after):
            return f"the weight of {ngram} changed from {before:.12g} to {after:.12g}"
    return None


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
        find=_matches_rise_with_order_of_one_reference,
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
"""Laws about statistics and information weights."""
