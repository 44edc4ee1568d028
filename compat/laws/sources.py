"""Laws of scores that compare with the source texts."""

from __future__ import annotations

from dataclasses import replace

from tallystick.compat.case import Case
from tallystick.compat.laws.changes import UNKNOWN, with_hypotheses
from tallystick.compat.laws.domains import always
from tallystick.compat.laws.law import Law, Subject, lowered_score
from tallystick.metrics.sari.dialect import SariDialect


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
