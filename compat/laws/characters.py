"""Laws about metrics that count characters."""

from __future__ import annotations

from tallystick.compat.case import Case, Segment
from tallystick.compat.laws.changes import first_references
from tallystick.compat.laws.domains import always
from tallystick.compat.laws.law import Law, Subject, changed_score
from tallystick.metrics.chrf.dialect import ChrfDialect
from tallystick.metrics.google_gleu.metric import GoogleGleuDialect


def _tokens_joined(subject: Subject, case: Case) -> str | None:
    def join(tokens: Segment) -> Segment:
        return ("".join(tokens),)

    return changed_score(subject, case, case.map(join))


def _sides_exchanged(subject: Subject, case: Case) -> str | None:
    one = first_references(case)
    references = tuple(reference for (reference,) in one.references)
    exchanged = Case(references, tuple((hypothesis,) for hypothesis in one.hypotheses))
    return changed_score(subject, one, exchanged)


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
