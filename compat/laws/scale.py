"""Laws about the bounds of the scale, and about perfect and empty hypotheses."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import chain

from tallystick.compat.case import Case
from tallystick.compat.laws.domains import (
    always,
    always_but,
    always_in,
    clamps_counts,
    counts_all_ngrams,
    length_of_one_reference,
    never_negative,
    no_penalty_for_equal_lengths,
    precision_of_identity_is_one,
    precision_within_one,
)
from tallystick.compat.laws.law import (
    UNKNOWN,
    Law,
    Subject,
    first_references,
    lengthened,
    lowered_score,
    with_hypotheses,
    with_references,
)
from tallystick.metrics.bleu.dialect import BleuDialect
from tallystick.metrics.cer.metric import CerDialect
from tallystick.metrics.chrf.dialect import ChrfDialect
from tallystick.metrics.cider.dialect import CiderDialect
from tallystick.metrics.google_gleu.metric import GoogleGleuDialect
from tallystick.metrics.meteor.metric import MeteorDialect
from tallystick.metrics.nist.dialect import NistDialect
from tallystick.metrics.ribes.metric import RibesDialect
from tallystick.metrics.rouge.dialect import RougeDialect
from tallystick.metrics.sari.dialect import SariDialect
from tallystick.metrics.ter.dialect import TerDialect
from tallystick.metrics.wer.dialect import WerDialect


def _outside(subject: Subject, case: Case, most: float) -> str | None:
    score = subject.score(case)
    if subject.at_most(0.0, score) and subject.at_most(score, most):
        return None
    return f"the score is {score:.12g}, outside 0 to {most:.12g}"


def _more_than_all_information(subject: Subject, case: Case) -> str | None:
    words = sum(map(len, chain.from_iterable(case.references)))
    return _outside(subject, case, subject.order * math.log2(words) if words else math.inf)


def _imperfect(subject: Subject, case: Case) -> str | None:
    score = subject.score(case)
    if subject.perfect is None or math.isnan(score) or subject.close(score, subject.perfect):
        return None
    return f"a perfect hypothesis scores {score:.12g} instead of {subject.perfect:g}"


def _identity(subject: Subject, case: Case) -> str | None:
    long = lengthened(case, subject.order)
    return _imperfect(subject, with_references(long, lambda hypothesis, _: (hypothesis,)))


def _identity_of_a_corpus(subject: Subject, case: Case) -> str | None:
    if max(map(len, case.hypotheses)) < subject.order:
        return None
    return _imperfect(subject, with_references(case, lambda hypothesis, _: (hypothesis,)))


def _identity_with_one_of_several(subject: Subject, case: Case) -> str | None:
    long = lengthened(case, subject.order)
    first = with_references(long, lambda hypothesis, given: (hypothesis, *given))
    last = with_references(long, lambda hypothesis, given: (*given, hypothesis))
    return _imperfect(subject, first) or _imperfect(subject, last)


def _empty_above_another(subject: Subject, case: Case) -> str | None:
    if not all(chain.from_iterable(case.references)):
        return None
    empty = with_hypotheses(case, lambda hypothesis, references: ())
    return lowered_score(subject, empty, case)


def _cut_is_as_good(subject: Subject, case: Case) -> str | None:
    whole = with_references(
        lengthened(case, subject.order + 1), lambda hypothesis, _: (hypothesis,)
    )
    cut = with_hypotheses(first_references(whole), lambda hypothesis, _: hypothesis[:-1])
    one, other = subject.score(whole), subject.score(cut)
    if math.isnan(one) or math.isnan(other) or (other < one and not subject.close(one, other)):
        return None
    return f"perfect hypotheses score {one:.12g}, but {other:.12g} without their last tokens"


def _rewarded_copies(subject: Subject, case: Case) -> str | None:
    if case.sources is None or subject.perfect is None:
        return None
    score = subject.score(replace(case, hypotheses=case.sources))
    if subject.at_most(score, subject.perfect / 3):
        return None
    return f"copies of the sources score {score:.12g}, more than {subject.perfect / 3:.12g}"


def _rewarded_addition(subject: Subject, case: Case) -> str | None:
    if not all(case.hypotheses):  # an empty text can be one empty token, which would disappear
        return None
    longer = with_hypotheses(case, lambda hypothesis, _: (*hypothesis, UNKNOWN))
    return lowered_score(subject, longer, case)


def _perfect_if_identical(dialect: BleuDialect) -> bool:
    return precision_of_identity_is_one(dialect) and no_penalty_for_equal_lengths(dialect)


def _words_are_fewer(dialect: ChrfDialect) -> bool:
    """Return whether as many words as the order of characters have n-grams of every order."""
    return dialect.word_order <= dialect.order


def _divides_exactly(dialect: RougeDialect) -> bool:
    """Return whether the F of perfect precision and recall is 1."""
    return dialect.epsilon == 0


def _penalizes_brevity(dialect: BleuDialect) -> bool:
    if dialect.brevity_penalty in ("none", "inverted") or dialect.clip == "reference_counts":
        return False
    # if a precision of a perfect hypothesis is not 1, it may rise as tokens are removed
    return precision_of_identity_is_one(dialect)


def _empty_scores_0(dialect: BleuDialect) -> bool:
    if not never_negative(dialect):
        return False
    if dialect.empty_hypotheses != "normal":
        return True
    return dialect.brevity_penalty in ("exp", "squared")


def _identity_is_perfect(dialect: SariDialect) -> bool:
    """Return whether a change that is not to be made counts as made, and every correct one does."""
    return dialect.nothing == 1 and dialect.deleted_correctly == "both"


SCALE = (
    Law(
        name="bounds",
        statement="The score is between 0 and the perfect score.",
        why="BLEU is a weighted geometric mean of precisions of at most 1, times a penalty of at "
        "most 1; chrF and ROUGE are means of precisions and recalls of at most 1, GLEU is a "
        "minimum of two, RIBES is a product of three numbers of at most 1, METEOR of two, "
        "and SARI is a mean of three.",
        find=lambda subject, case: _outside(
            subject, case, math.inf if subject.perfect is None else subject.perfect
        ),
        domains={
            **always_but(NistDialect, WerDialect, CerDialect, TerDialect),
            BleuDialect: lambda dialect: (
                precision_within_one(dialect)
                and never_negative(dialect)
                and dialect.brevity_penalty != "inverted"
            ),
        },
    ),
    Law(
        name="bounds of information",
        statement="NIST is between 0 and N log2(words of the references).",
        why="The term of each order is at most the highest weight, the logarithm of a ratio of two "
        "counts from 1 to the number of words; the penalty is at most 1.",
        find=_more_than_all_information,
        domains={NistDialect: clamps_counts},
    ),
    Law(
        name="identity",
        statement="Hypotheses that equal their single references, each with n-grams of every "
        "order, score perfect.",
        why="Every precision and recall is 1, and the lengths are equal.",
        find=_identity,
        domains={
            BleuDialect: _perfect_if_identical,
            ChrfDialect: _words_are_fewer,
            GoogleGleuDialect: always,
            RougeDialect: _divides_exactly,
            SariDialect: _identity_is_perfect,
        },
    ),
    Law(
        name="identity of a corpus",
        statement="Hypotheses that equal their single references score perfect even if some are "
        "shorter than the highest order.",
        why="A segment adds no n-grams of the orders for which it is too short, so every precision "
        "over the corpus is 1. In a mean over segments, the short segment has undefined ones.",
        find=_identity_of_a_corpus,
        domains={
            BleuDialect: lambda dialect: (
                _perfect_if_identical(dialect)
                and counts_all_ngrams(dialect)
                and dialect.average == "micro"
            ),
            ChrfDialect: lambda dialect: dialect.average == "micro" and _words_are_fewer(dialect),
            GoogleGleuDialect: always,
            SariDialect: _identity_is_perfect,
        },
    ),
    Law(
        name="identity with one of several references",
        statement="Hypotheses that equal one of their references, each with n-grams of every "
        "order, score perfect.",
        why="Every n-gram is matched by that reference, whose length is the closest, or not below "
        "the shortest. A mean length can be greater.",
        find=_identity_with_one_of_several,
        domains={
            BleuDialect: lambda dialect: (
                _perfect_if_identical(dialect)
                and length_of_one_reference(dialect)
                and dialect.clip not in ("first_reference", "reference_counts")
                # another reference that is empty would make r, and the score, 0
                and not (
                    dialect.reference_length == "shortest" and dialect.empty_references == "zero"
                )
            ),
            ChrfDialect: _words_are_fewer,
            GoogleGleuDialect: always,
            RougeDialect: lambda dialect: (
                _divides_exactly(dialect)
                and dialect.references in ("best", "best_first", "best_each")
            ),
        },
    ),
    Law(
        name="an empty hypothesis is no better",
        statement="Empty hypotheses score no more than any others if no reference is empty.",
        why="The brevity penalty of no tokens is 0, and so is their recall, and no score is below "
        "0.",
        find=_empty_above_another,
        domains={
            **always_in(NistDialect, ChrfDialect, GoogleGleuDialect, RibesDialect),
            **always_in(MeteorDialect, RougeDialect, CiderDialect),
            BleuDialect: _empty_scores_0,
        },
    ),
    Law(
        name="truncate perfect hypotheses",
        statement="Perfect hypotheses without their last tokens score less than whole ones.",
        why="The precisions do not change, and the brevity penalty or the recall falls.",
        find=_cut_is_as_good,
        domains={
            BleuDialect: _penalizes_brevity,
            ChrfDialect: always,
            RougeDialect: lambda dialect: dialect.counting == "clipped",
            GoogleGleuDialect: always,
        },
    ),
)

SOURCES = (
    Law(
        name="a copy of the source only keeps",
        statement="Hypotheses that equal their sources score at most a third of a perfect score.",
        why="They add and delete nothing, and only one of the three operations has a score.",
        find=_rewarded_copies,
        domains={SariDialect: lambda dialect: dialect.nothing == 0},
    ),
    Law(
        name="a further unknown word never helps",
        statement="A word at the end of the hypotheses that no other text has does not raise the "
        "score.",
        why="It is added wrongly, and the n-grams that are kept and deleted do not change.",
        find=_rewarded_addition,
        domains={SariDialect: always},
    ),
)
