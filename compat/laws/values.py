"""Laws about cases with a known score."""

from __future__ import annotations

import math
from itertools import chain

from tallystick.compat.case import Case, Segment
from tallystick.compat.laws.domains import (
    always,
    every_order_has_a_weight,
    no_penalty_for_equal_lengths,
    precision_of_identity_is_one,
)
from tallystick.compat.laws.law import Law, Subject, appended, changed_score, lengthened
from tallystick.metrics.bleu.dialect import BleuDialect
from tallystick.metrics.distinct.dialect import DistinctDialect
from tallystick.metrics.google_gleu.metric import GoogleGleuDialect
from tallystick.metrics.nist.dialect import BETA, NistDialect
from tallystick.metrics.ribes.metric import RibesDialect
from tallystick.metrics.self_bleu.dialect import SelfBleuDialect


def _expected(subject: Subject, case: Case, expected: float) -> str | None:
    score = subject.score(case)
    if math.isnan(score) or subject.close(score, expected):
        return None
    return f"the score is {score:.12g} instead of {expected:.12g}"


def _expected_share(subject: Subject, case: Case, share: float) -> str | None:
    return None if subject.perfect is None else _expected(subject, case, subject.perfect * share)


def _one_wrong_ngram(subject: Subject, case: Case) -> str | None:
    order = subject.order
    if order < 3:
        return None
    core = _words(order - 2, "k")
    hypothesis = (*core, "x", *core, "y", *core)
    reference = (*core, "y", *core, "x", *core)
    segments = len(case.hypotheses)
    ngrams = len(hypothesis) - order + 1
    mean = ((ngrams - 1) / ngrams) ** (1 / order)
    case = Case((hypothesis,) * segments, ((reference,),) * segments)
    return _expected_share(subject, case, mean)


def _order_without_a_match(subject: Subject, case: Case) -> str | None:
    if subject.order < 2:
        return None
    words = _words(subject.order)
    segments = len(case.hypotheses)
    reversed_words = Case((words,) * segments, ((words[::-1],),) * segments)
    return _expected(subject, reversed_words, 0.0)


def _tie_with_the_longer(subject: Subject, case: Case) -> str | None:
    # the longer reference has all n-grams, the shorter gives the length
    words = _words(subject.order + 1)
    shorter, longer = words[:-1], (*words, "x")
    for references in ((longer, shorter), (shorter, longer)):
        wrong = _expected_share(subject, Case((words,), (references,)), 1.0)
        if wrong is not None:
            return f"{wrong}, with one reference a token shorter and one a token longer"
    return None


def _cases_of_letters(subject: Subject, case: Case) -> str | None:
    hypotheses = lengthened(case, subject.order).hypotheses
    numbers = {token: number for number, token in enumerate(dict.fromkeys(chain(*hypotheses)))}

    def named(letter: str) -> tuple[Segment, ...]:
        return tuple(
            tuple(f"{letter}{numbers[token]}" for token in tokens) for tokens in hypotheses
        )

    different, capitals = (
        Case(named("w"), tuple((tokens,) for tokens in named(letter))) for letter in ("v", "W")
    )
    return changed_score(subject, different, capitals)


def _half_of_a_long_segment(subject: Subject, case: Case) -> str | None:
    half = LONG + len(case.hypotheses)
    reference = _words(2 * half)
    hypothesis = reference[:half] + _words(half, "x")
    orders = range(subject.order)
    mean = math.prod((half - n) / (2 * half - n) for n in orders) ** (1 / subject.order)
    return _expected_share(subject, Case((hypothesis,), ((reference,),)), mean)


def _penalty_of_half(subject: Subject, case: Case) -> str | None:
    words = _words(2 * (subject.order + len(case.hypotheses)))
    half = Case((words[: len(words) // 2],), ((words,),))
    return _expected_share(subject, half, 1 / math.e)


def _words(number: int, letter: str = "w") -> Segment:
    return tuple(f"{letter}{place}" for place in range(number))


def _information_of_distinct_tokens(subject: Subject, case: Case) -> str | None:
    words = _words(subject.order + len(case.hypotheses))
    return _expected(subject, Case((words,), ((words,),)), math.log2(len(words)))


def _information_after_a_repeated_prefix(subject: Subject, case: Case) -> str | None:
    prefix = _words(subject.order, "k")
    words = (*prefix, "y", *prefix, "z", *_words(len(case.hypotheses)))
    length = len(words)
    unigrams = math.log2(length) - 2 * len(prefix) / length
    others = (2 / (length - n + 1) for n in range(2, subject.order + 1))
    return _expected(subject, Case((words,), ((words,),)), unigrams + math.fsum(others))


def _information_is_clipped(subject: Subject, case: Case) -> str | None:
    words, more = _words(subject.order + 1), len(case.hypotheses)
    hypothesis = words + words[:1] * more
    expected = len(words) * math.log2(len(words)) / len(hypothesis)
    return _expected(subject, Case((hypothesis,), ((words,),)), expected)


def _information_of_two_thirds(subject: Subject, case: Case) -> str | None:
    words = _words(3 * (subject.order + len(case.hypotheses)))
    hypothesis = words[: len(words) // 3 * 2]
    return _expected(subject, Case((hypothesis,), ((words,),)), math.log2(len(words)) / 2)


def _information_with_a_mean_length(subject: Subject, case: Case) -> str | None:
    # the mean of the two lengths is not a whole number
    words = _words(2 * (subject.order + len(case.hypotheses)))
    other = _words(2 * len(words) + 1, "v")
    both = len(words) + len(other)
    penalty = math.exp(BETA * math.log(2 * len(words) / both) ** 2)
    return _expected(subject, Case((words,), ((words, other),)), math.log2(both) * penalty)


def _information_of_two_references(subject: Subject, case: Case) -> str | None:
    half = subject.order + len(case.hypotheses)
    one = _words(2 * half)
    other = _words(2 * half, "v")
    hypothesis = one[:half] + other[:half]
    return _expected(subject, Case((hypothesis,), ((one, other),)), math.log2(4 * half))


LONG = 100
"""More tokens than programs keep that cut segments."""


def _different_words(subject: Subject, case: Case, step: int, expected: float) -> str | None:
    words = tuple(_words(max(len(hypothesis), 2)) for hypothesis in case.hypotheses)
    return _expected(subject, Case(words, tuple((word[::step],) for word in words)), expected)


def _not_halved(subject: Subject, case: Case) -> str | None:
    one, other = subject.score(case), subject.score(appended(case, case))
    if subject.close(one / 2, other):
        return None
    return f"{one:.12g} became {other:.12g} with a copy of the corpus, instead of half of it"


def _copies_differ(subject: Subject, case: Case) -> str | None:
    long = lengthened(case, subject.order)
    score = subject.score(appended(long, long))
    if subject.perfect is None or subject.close(score, subject.perfect):
        return None
    return f"hypotheses that all have a copy score {score:.12g} instead of {subject.perfect:g}"


def _is_its_formula(dialect: BleuDialect) -> bool:
    return (
        dialect.smooth in ("none", "floor", "exp", "exp-length", "chencherry4", "nltk4")
        and dialect.unmatched_order not in ("raised", "at_least")
        and no_penalty_for_equal_lengths(dialect)
        and every_order_has_a_weight(dialect)
        and dialect.weights is None
    )


def _has_the_penalty_of_the_paper(dialect: NistDialect) -> bool:
    return math.isclose(dialect.beta, BETA, rel_tol=1e-9)


VALUES = (
    Law(
        name="the value of one wrong n-gram",
        statement="Hypotheses KxKyK with references KyKxK, where K is N - 2 tokens, score exactly "
        "(1 - 1 / (2N - 3))^(1/N).",
        why="Both sides have the same n-grams of every order below N. Of the 2N - 3 n-grams of "
        "order N only xKy does not match, and the mean of the orders is geometric.",
        find=_one_wrong_ngram,
        domains={BleuDialect: _is_its_formula},
    ),
    Law(
        name="the value of half a long segment",
        statement="A hypothesis of 2H tokens whose first H tokens are those of its only reference "
        "of the same length, and whose others are unknown, scores the geometric mean of "
        "(H - n + 1) / (2H - n + 1).",
        why="Of its 2H - n + 1 n-grams the first H - n + 1 match; no token is left out.",
        find=_half_of_a_long_segment,
        domains={BleuDialect: _is_its_formula},
    ),
    Law(
        name="the penalty of half a segment",
        statement="The first half of a segment of different tokens, as a hypothesis, scores 1/e.",
        why="All n-grams match, and the brevity penalty is exp(1 - 2).",
        find=_penalty_of_half,
        domains={
            BleuDialect: lambda dialect: (
                precision_of_identity_is_one(dialect)
                and dialect.brevity_penalty == "exp"
                and dialect.clip != "reference_counts"
            )
        },
    ),
    Law(
        name="an order without a match",
        statement="Hypotheses of N different tokens score 0 if the reference is their reversal.",
        why="All unigrams match and no bigram does; a geometric mean with a 0 is 0.",
        find=_order_without_a_match,
        domains={
            BleuDialect: lambda dialect: (
                dialect.smooth == "none"
                and dialect.unmatched_order == "zero"
                and every_order_has_a_weight(dialect)
            )
        },
    ),
    Law(
        name="ties go to the shorter reference",
        statement="A hypothesis whose n-grams all match has the perfect score if one reference is "
        "one token longer and another is one token shorter.",
        why="The shorter of two references equally close in length counts, so there is no brevity "
        "penalty.",
        find=_tie_with_the_longer,
        domains={
            BleuDialect: lambda dialect: (
                precision_of_identity_is_one(dialect)
                and dialect.reference_length in ("closest", "shortest")
                and dialect.clip in ("max", "best_reference", "none")
                and dialect.brevity_penalty != "raised"
            )
        },
    ),
    Law(
        name="letters have a case",
        statement="Tokens that differ in case are different, unless the dialect folds case.",
        why="Tokens are compared as they are.",
        find=_cases_of_letters,
        domains={
            kind: lambda dialect: dialect.lowercase == "none"
            for kind in (BleuDialect, NistDialect, GoogleGleuDialect, RibesDialect)
        },
    ),
    Law(
        name="the information of distinct tokens",
        statement="A hypothesis of T different tokens that equals its only reference scores "
        "log2(T), for T of at least N.",
        why="A token that occurs once among T has the information log2(T / 1), and the token after "
        "a prefix that occurs once has none. The mean over the T tokens is log2(T).",
        find=_information_of_distinct_tokens,
        domains={NistDialect: always},
    ),
    Law(
        name="the information after a repeated prefix",
        statement="A hypothesis of T tokens PyPz..., where P is N tokens and all others are "
        "different, scores log2(T) - 2N/T plus 2 / (T - n + 1) for every order n from 2 to N, if "
        "it equals its only reference.",
        why="The tokens of P occur twice and have a bit less than the others. Of each higher order "
        "n, only the two n-grams that end in y and z have information, log2(2 / 1) each.",
        find=_information_after_a_repeated_prefix,
        domains={NistDialect: always},
    ),
    Law(
        name="the information of repetitions",
        statement="A hypothesis of T different tokens and M repetitions of the first scores "
        "T log2(T) / (T + M), if the T tokens are its only reference.",
        why="Matches are clipped, and the M repetitions count as n-grams of the hypothesis. No "
        "bigram has information, and a longer hypothesis has no penalty.",
        find=_information_is_clipped,
        domains={NistDialect: always},
    ),
    Law(
        name="the information of two thirds",
        statement="The first two thirds of T different tokens, as a hypothesis, score log2(T) / 2.",
        why="Each token has the information log2(T), and the penalty of this length is 1/2.",
        find=_information_of_two_thirds,
        domains={NistDialect: _has_the_penalty_of_the_paper},
    ),
    Law(
        name="the penalty of a mean length",
        statement="A hypothesis of T different tokens that equals the first of two references, of "
        "which the second has 2T + 1 other tokens, scores log2(3T + 1) times the penalty of "
        "2T / (3T + 1).",
        why="The reference length is the mean of T and 2T + 1, which is not rounded.",
        find=_information_with_a_mean_length,
        domains={
            NistDialect: lambda dialect: (
                _has_the_penalty_of_the_paper(dialect)
                and dialect.information_references == "all"
                and dialect.reference_length in ("mean", "mean_global", "mean_nonempty")
            )
        },
    ),
    Law(
        name="the information of two references",
        statement="A hypothesis of the first halves of two references without common tokens, of T "
        "tokens each, scores log2(2T).",
        why="The matches of all references count, and information is counted in all of them.",
        find=_information_of_two_references,
        domains={
            NistDialect: lambda dialect: (
                dialect.match == "maximum"
                and dialect.matched_references == dialect.information_references == "all"
            )
        },
    ),
    Law(
        name="different words in order",
        statement="Hypotheses of two or more different words score perfect if they equal their "
        "references.",
        why="Every word is aligned with itself, so all pairs are in order. Repeated words may have "
        "no context that is unique.",
        find=lambda subject, case: _different_words(subject, case, 1, subject.perfect or math.inf),
        domains={RibesDialect: always},
    ),
    Law(
        name="different words in the opposite order",
        statement="Hypotheses of two or more different words score 0 if the references have them "
        "in the opposite order.",
        why="No pair of words is in order.",
        find=lambda subject, case: _different_words(subject, case, -1, 0.0),
        domains={RibesDialect: always},
    ),
)

DIVERSITY = (
    Law(
        name="a copy halves the share of distinct n-grams",
        statement="Repeating the whole corpus halves distinct-n of a corpus.",
        why="The copy has no new n-grams, and as many tokens.",
        find=_not_halved,
        domains={DistinctDialect: lambda dialect: dialect.scope == "corpus"},
    ),
    Law(
        name="copies are alike",
        statement="Hypotheses with n-grams of every order that all occur twice have the highest "
        "self-BLEU.",
        why="Each equals one of its references.",
        find=_copies_differ,
        domains={
            SelfBleuDialect: lambda dialect: (
                dialect.sample == 0 and dialect.sentence_bleu == "nltk-method1"
            )
        },
    ),
)
