"""Laws about the effect of a further reference."""

from __future__ import annotations

from tallystick.compat.case import Case, Segment
from tallystick.compat.laws.changes import UNKNOWN, first_references, with_references
from tallystick.compat.laws.domains import MOST_TOKENS, length_of_one_reference, rises_with_matches
from tallystick.compat.laws.law import Law, Subject, changed_score, lowered_score
from tallystick.metrics.bleu.dialect import BleuDialect


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
            # as long as the other reference, so every rule chooses the same r
            return (*references, (*shared, *(UNKNOWN,) * (length - len(shared))))

        after = with_references(before, added)
        lowered = lowered_score(subject, before, after)
        if lowered is not None:
            return f"{lowered}, with a reference that shares the last {matched} tokens"
        before = with_references(after, lambda _, references: references)
    return None


def _distance_decides(dialect: BleuDialect) -> bool:
    return dialect.reference_length in ("closest", "closest_first", "first")


REFERENCES = (
    Law(
        name="an irrelevant long reference",
        statement="A further reference that shares no token and is longer than all the others "
        "and further away changes no score.",
        why="It raises no maximum of counts, and its length is neither the closest nor the "
        "shortest. A mean of lengths does change. NIST's weights do too.",
        find=_long_irrelevant_reference,
        domains={
            BleuDialect: lambda dialect: (
                (length_of_one_reference(dialect) or dialect.reference_length == "first")
                and dialect.order_limit != "longest_reference"
            )
        },
    ),
    Law(
        name="an irrelevant reference of one token",
        statement="A further reference of one token that no hypothesis has, and that is further "
        "away in length than another, changes no score.",
        why="It raises no maximum of counts and is not the closest. Where the shortest length "
        "counts, it abolishes the brevity penalty.",
        find=_short_irrelevant_reference,
        domains={BleuDialect: _distance_decides},
    ),
    Law(
        name="more matches never hurt",
        statement="A further reference as long as the only other one never lowers the score; "
        "hypotheses of at most 148 tokens together.",
        why="Matches can only rise while n-grams and lengths stay, and the mean rises with every "
        "precision. An order without a match that is left out counts as perfect until it has one.",
        find=_more_matches,
        domains={BleuDialect: rises_with_matches},
    ),
)
"""Laws about a further reference."""
