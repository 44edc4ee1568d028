"""Laws about the effect of an additional reference."""

from __future__ import annotations

from tallystick.compat.case import Case, Segment
from tallystick.compat.laws.changes import UNKNOWN, first_references, with_references
from tallystick.compat.laws.domains import (
    MOST_TOKENS,
    always,
    length_of_one_reference,
    rises_with_matches,
)
from tallystick.compat.laws.law import Law, Subject, changed_score, lowered_score
from tallystick.metrics.bleu.dialect import BleuDialect
from tallystick.metrics.google_gleu.metric import GoogleGleuDialect
from tallystick.metrics.meteor.dialect import MeteorDialect
from tallystick.metrics.ribes.dialect import RibesDialect
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
    def added(hypothesis: Segment, references: tuple[Segment, ...]) -> tuple[Segment, ...]:
        return (*references, (*hypothesis[::-1], UNKNOWN))

    return lowered_score(subject, case, with_references(case, added))


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
