"""Laws about the effect of an additional segment."""

from __future__ import annotations

from tallystick.compat.case import Case
from tallystick.compat.laws.changes import appended
from tallystick.compat.laws.domains import (
    MOST_TOKENS,
    always,
    counts_all_ngrams,
    precision_of_identity_is_one,
    precision_within_one,
    rises_with_matches,
)
from tallystick.compat.laws.law import Law, Subject, lowered_score
from tallystick.metrics.bleu.dialect import BleuDialect
from tallystick.metrics.google_gleu.metric import GoogleGleuDialect
from tallystick.metrics.ribes.dialect import RibesDialect


def _after_perfect_segment(subject: Subject, case: Case, tokens: int) -> str | None:
    perfect = tuple(f"p{number}" for number in range(tokens))
    more = appended(case, Case((perfect,), ((perfect,),)))
    if not any(case.hypotheses) or sum(map(len, more.hypotheses)) > MOST_TOKENS:
        return None
    return lowered_score(subject, case, more)


def _perfect_segment(subject: Subject, case: Case) -> str | None:
    return _after_perfect_segment(subject, case, subject.order + 1)


def _short_perfect_segment(subject: Subject, case: Case) -> str | None:
    for tokens in range(1, subject.order):
        lowered = _after_perfect_segment(subject, case, tokens)
        if lowered is not None:
            return f"{lowered}, with a perfect segment of {tokens} tokens"
    return None


def _rises_with_perfect_segments(dialect: BleuDialect) -> bool:
    if dialect.order_limit != "none" or dialect.brevity_penalty == "inverted":
        return False
    if dialect.unmatched_order == "skip" and dialect.average == "micro":
        return False  # an omitted order counts once it matches, or once c has grown
    return (
        precision_within_one(dialect)
        and precision_of_identity_is_one(dialect)
        and rises_with_matches(dialect)
    )


def _rises_with_short_segments(dialect: BleuDialect) -> bool:
    return (
        _rises_with_perfect_segments(dialect)
        and dialect.average == "micro"
        and counts_all_ngrams(dialect)
        and dialect.smooth != "exp-length"
    )


SEGMENTS = (
    Law(
        name="a further perfect segment never hurts",
        statement="An additional segment that equals its reference and has n-grams of every order "
        "never lowers the score of a corpus, up to 148 tokens in total.",
        why="(m + k) / (t + k) is at least m / t, r - c does not change, and a mean rises with a "
        "perfect score. NLTK's method4 omits orders of a corpus of one token, because ln 1 is 0, "
        "and includes them when the corpus grows.",
        find=_perfect_segment,
        domains={
            BleuDialect: _rises_with_perfect_segments,
            GoogleGleuDialect: always,
            RibesDialect: always,
        },
    ),
    Law(
        name="a further short perfect segment never hurts",
        statement="An additional segment that equals its reference never lowers the score of a "
        "corpus even if it is shorter than the highest order, up to 148 tokens in total.",
        why="It raises the precisions of its own orders and adds no n-grams of the others. If "
        "every segment is credited with an n-gram of every order, it adds some without a match.",
        find=_short_perfect_segment,
        domains={BleuDialect: _rises_with_short_segments, GoogleGleuDialect: always},
    ),
)
