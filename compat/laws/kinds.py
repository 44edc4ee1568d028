"""Laws of metrics that count characters, compare with sources, or hypotheses with each other."""

from __future__ import annotations

from dataclasses import replace

from tallystick.compat.case import Case, Segment
from tallystick.compat.laws.changes import (
    UNKNOWN,
    appended,
    first_references,
    lengthened,
    with_hypotheses,
)
from tallystick.compat.laws.domains import always
from tallystick.compat.laws.law import Law, Subject, changed_score, lowered_score
from tallystick.metrics.chrf.dialect import ChrfDialect
from tallystick.metrics.distinct.dialect import DistinctDialect
from tallystick.metrics.google_gleu.metric import GoogleGleuDialect
from tallystick.metrics.sari.dialect import SariDialect
from tallystick.metrics.self_bleu.dialect import SelfBleuDialect


def _tokens_joined(subject: Subject, case: Case) -> str | None:
    def join(tokens: Segment) -> Segment:
        return ("".join(tokens),)

    return changed_score(subject, case, case.map(join))


def _sides_exchanged(subject: Subject, case: Case) -> str | None:
    one = first_references(case)
    references = tuple(reference for (reference,) in one.references)
    exchanged = Case(references, tuple((hypothesis,) for hypothesis in one.hypotheses))
    return changed_score(subject, one, exchanged)


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


CHARACTERS = (
    Law(
        name="delete spaces",
        statement="Joining the tokens of every segment into one does not change chrF.",
        why="Only characters are counted, and white space is none of them.",
        find=_tokens_joined,
        tokens_only=True,
        domains={
            ChrfDialect: lambda dialect: dialect.whitespace != "kept" and not dialect.word_order
        },
    ),
    Law(
        name="exchange sides",
        statement="Exchanging hypotheses and single references does not change GLEU, nor chrF with "
        "beta 1.",
        why="It exchanges precision and recall, of which the F-score with beta 1 is symmetric, "
        "unless n-grams of the hypothesis are left out.",
        find=_sides_exchanged,
        domains={
            ChrfDialect: lambda dialect: (
                dialect.beta == 1
                and dialect.missing_order == "counted"
                and not dialect.eps_smoothing
                and dialect.average == "micro"
            ),
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
