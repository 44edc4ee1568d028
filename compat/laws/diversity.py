"""Laws about metrics of diversity, which compare hypotheses with each other."""

from __future__ import annotations

from tallystick.compat.case import Case
from tallystick.compat.laws.changes import appended, lengthened
from tallystick.compat.laws.law import Law, Subject
from tallystick.metrics.distinct.dialect import DistinctDialect
from tallystick.metrics.self_bleu.dialect import SelfBleuDialect


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
