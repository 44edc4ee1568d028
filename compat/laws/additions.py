"""Laws about the effect of an additional reference or segment."""

from __future__ import annotations

from tallystick.compat.case import Case, Segment
from tallystick.compat.laws.changes import UNKNOWN, appended, first_references, with_references
from tallystick.compat.laws.domains import (
    MOST_TOKENS,
    always,
    counts_all_ngrams,
    length_of_one_reference,
    precision_of_identity_is_one,
    precision_within_one,
    rises_with_matches,
)
from tallystick.compat.laws.law import Law, Subject, changed_score, lowered_score
from tallystick.metrics.bleu.dialect import BleuDialect
from tallystick.metrics.google_gleu.metric import GoogleGleuDialect
from tallystick.metrics.meteor.metric import MeteorDialect
from tallystick.metrics.ribes.metric import RibesDialect
from tallystick.metrics.rouge.dialect import RougeDialect


def _long_irrelevant_reference(subject: Subject, case: Case) -> str | None:
    if not all(map(any, case.references)):
        return None

    def added(hypothesis: Segment, references: tuple[Segment, ...]) -> tuple[Segment, ...]:
        longest = max(len(hypothesis), *map(len, references))
        return (*references, (UNKNOWN,) * (2 * longest + 1))

    return changed_score(subject, case, with_references(case, added))


def _short_irrelevant_reference(subject: Subject, case: Case) -> str | None:
    for hypothesis, references in zip(case.hypotheses, case.references, strict=True):
        distances = [abs(len(one) - len(hypothesis)) for one in references if one]
        if not distances or abs(len(hypothesis) - 1) <= min(distances):
            return None
    added = with_references(case, lambda _, references: (*references, (UNKNOWN,)))
    return changed_score(subject, case, added)


def _more_matches(subject: Subject, case: Case) -> str | None:
    one = first_references(case)
    if sum(map(len, one.hypotheses)) > MOST_TOKENS:
        return None
    before = one
    for matched in range(1, subject.order + 2):

        def added(
            hypothesis: Segment, references: tuple[Segment, ...], matched: int = matched
        ) -> tuple[Segment, ...]:
            length = len(references[0])
            shared = hypothesis[-matched:][:length]
            # as long as the other reference, so r does not depend on the rule
            return (*references, (*shared, *(UNKNOWN,) * (length - len(shared))))

        after = with_references(before, added)
        lowered = lowered_score(subject, before, after)
        if lowered is not None:
            return f"{lowered}, with a reference that shares the last {matched} tokens"
        before = after
    return None


def _lowered_by_another(subject: Subject, case: Case) -> str | None:
    more = with_references(case, lambda own, given: (*given, (*own[::-1], UNKNOWN)))
    return lowered_score(subject, case, more)


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


REFERENCES = (
    Law(
        name="a further reference never lowers the score",
        statement="An additional reference, appended, never lowers ROUGE, RIBES or METEOR if the "
        "best one counts.",
        why="The highest F, precision, recall, RIBES or METEOR over references cannot fall.",
        find=_lowered_by_another,
        domains={
            # a segment without references would begin to count
            RibesDialect: lambda dialect: dialect.empty_references != "ignored",
            MeteorDialect: always,
            RougeDialect: lambda dialect: (
                dialect.references in ("best", "best_first", "best_each") and dialect.average == "f"
            ),
        },
    ),
    Law(
        name="an irrelevant long reference",
        statement="An additional reference that shares no token with the hypothesis and is much "
        "longer than all the others does not change the score.",
        why="It raises no maximum of counts, and its length is neither the closest nor the "
        "shortest. It does change a mean of lengths, and the weights of NIST. In GLEU, it is "
        "not the best, nor that with the fewest n-grams.",
        find=_long_irrelevant_reference,
        domains={
            BleuDialect: lambda dialect: (
                (length_of_one_reference(dialect) or dialect.reference_length == "first")
                and dialect.order_limit != "longest_reference"
            ),
            # a reference without n-grams of the lowest order does not count
            GoogleGleuDialect: lambda dialect: dialect.min_order == 1,
        },
    ),
    Law(
        name="an irrelevant reference of one token",
        statement="An additional reference of one token, which is in no hypothesis, does not "
        "change the score if another reference is closer in length.",
        why="It raises no maximum of counts and is not the closest. If the shortest length counts, "
        "it removes the brevity penalty.",
        find=_short_irrelevant_reference,
        domains={
            BleuDialect: lambda dialect: (
                dialect.reference_length in ("closest", "closest_first", "first")
            )
        },
    ),
    Law(
        name="more matches never hurt",
        statement="A second reference of the same length never lowers the score of hypotheses of "
        "at most 148 tokens in total.",
        why="Matches can only rise, n-grams and lengths do not change, and the mean rises with "
        "every precision. If an order without a match is omitted, its first match lowers the "
        "score.",
        find=_more_matches,
        domains={BleuDialect: rises_with_matches},
    ),
)
"""Laws about a further reference."""

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
"""Laws about a further segment."""
