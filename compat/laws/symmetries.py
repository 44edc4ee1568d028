"""Changes that must not change the score, because no count changes."""

from __future__ import annotations

from tallystick.compat.case import Case, Segment
from tallystick.compat.laws.changes import all_tokens, appended, relabelled, with_references
from tallystick.compat.laws.domains import (
    always,
    no_reference_by_its_place,
    order_of_references_is_free,
    proportional,
)
from tallystick.compat.laws.law import Law, Subject, changed_score
from tallystick.metrics.bleu.dialect import BleuDialect
from tallystick.metrics.nist.dialect import NistDialect


def _segments_in_other_orders(subject: Subject, case: Case) -> str | None:
    backwards = Case(case.hypotheses[::-1], case.references[::-1])
    rotated = Case(
        case.hypotheses[1:] + case.hypotheses[:1], case.references[1:] + case.references[:1]
    )
    return changed_score(subject, case, backwards) or changed_score(subject, case, rotated)


def _references_in_other_orders(subject: Subject, case: Case) -> str | None:
    backwards = with_references(case, lambda _, references: references[::-1])
    rotated = with_references(case, lambda _, references: references[1:] + references[:1])
    return changed_score(subject, case, backwards) or changed_score(subject, case, rotated)


def _first_reference_twice(subject: Subject, case: Case) -> str | None:
    twice = with_references(case, lambda _, references: (*references, references[0]))
    return changed_score(subject, case, twice)


def _every_reference_twice(subject: Subject, case: Case) -> str | None:
    twice = with_references(case, lambda _, references: references + references)
    return changed_score(subject, case, twice)


def _corpus_twice(subject: Subject, case: Case) -> str | None:
    return changed_score(subject, case, appended(case, case))


def _tokens_reversed(subject: Subject, case: Case) -> str | None:
    return changed_score(subject, case, case.map(lambda tokens: tokens[::-1]))


def _other_names(subject: Subject, case: Case) -> str | None:
    tokens = all_tokens(case)
    if "0" in tokens or _merged_by_folding(tokens):
        return None
    names = [f"w{number}" for number in range(len(tokens))]
    return changed_score(subject, case, relabelled(case, dict(zip(tokens, names, strict=True))))


_OBJECT_PROPERTIES = ("constructor", "__proto__", "tostring", "nan", "null", "none", "-1", "1e3")


def _names_that_are_mistaken(subject: Subject, case: Case) -> str | None:
    tokens = all_tokens(case)
    if "0" in tokens or _merged_by_folding(tokens):
        return None
    names = [*_OBJECT_PROPERTIES, *(f"w{number}" for number in range(len(tokens)))]
    chosen = dict(zip(tokens, names[: len(tokens)], strict=True))
    return changed_score(subject, case, relabelled(case, chosen))


def _zero_among_the_names(subject: Subject, case: Case) -> str | None:
    tokens = all_tokens(case)
    if _merged_by_folding(tokens):
        return None
    for zero in (*tokens[:1], *tokens[-1:]):
        names = {token: f"w{number}" for number, token in enumerate(tokens)}
        without = relabelled(case, names)
        changed = changed_score(subject, without, relabelled(case, names | {zero: "0"}))
        if changed is not None:
            return f"{changed} when {names[zero]!r} was called '0'"
    return None


def _names_that_join(subject: Subject, case: Case) -> str | None:
    tokens = all_tokens(case)
    if "0" in tokens or _merged_by_folding(tokens):
        return None
    # "x x" as well as "x": joined by spaces, one bigram is two tokens, and a trigram two ways
    names = [" ".join(["x"] * number) for number in range(1, len(tokens) + 1)]
    return changed_score(subject, case, relabelled(case, dict(zip(tokens, names, strict=True))))


def _merged_by_folding(tokens: list[str]) -> bool:
    return len({token.casefold() for token in tokens}) < len(tokens)


def _sides_exchanged(subject: Subject, case: Case) -> str | None:
    hypotheses: list[Segment] = []
    references: list[Segment] = []
    for hypothesis, (reference, *_) in zip(case.hypotheses, case.references, strict=True):
        length = min(len(hypothesis), len(reference))
        hypotheses.append(hypothesis[:length])
        references.append(reference[:length])
    return changed_score(subject, _paired(hypotheses, references), _paired(references, hypotheses))


def _paired(hypotheses: list[Segment], references: list[Segment]) -> Case:
    return Case(tuple(hypotheses), tuple((reference,) for reference in references))


SYMMETRIES = (
    Law(
        name="permute segments",
        statement="The order of the segments of a corpus changes no score.",
        why="Counts, lengths and scores of segments enter as sums, which have no order.",
        find=_segments_in_other_orders,
        domains={BleuDialect: always, NistDialect: always},
    ),
    Law(
        name="permute references",
        statement="The order of the references of a segment changes no score.",
        why="The highest count over references and the closest length with ties to the shorter "
        "are functions of the set of references. A tie to the first, or a reference chosen by its "
        "place, is none.",
        find=_references_in_other_orders,
        domains={BleuDialect: order_of_references_is_free, NistDialect: no_reference_by_its_place},
    ),
    Law(
        name="duplicate a reference",
        statement="A second copy of the first reference, put last, changes no score.",
        why="A maximum and a closest length do not change when a value occurs twice. A mean does, "
        "and so does the place of the last. NIST's counts over the references do too.",
        find=_first_reference_twice,
        domains={
            BleuDialect: lambda dialect: (
                dialect.reference_length not in ("average", "average_truncated", "last")
            )
        },
    ),
    Law(
        name="duplicate every reference",
        statement="A second copy of all references of all segments changes no score.",
        why="Maxima, means and first and last places stay; NIST's weights are ratios of counts "
        "over the references, which all double.",
        find=_every_reference_twice,
        domains={BleuDialect: always, NistDialect: always},
    ),
    Law(
        name="duplicate the corpus",
        statement="A corpus that is given twice has the score that it has once.",
        why="Precisions, the ratio of lengths and NIST's weights are ratios of sums that all "
        "double, and a mean of scores stays. A smoothed count does not double.",
        find=_corpus_twice,
        domains={BleuDialect: proportional, NistDialect: always},
    ),
    Law(
        name="reverse tokens",
        statement="All token sequences in reverse have the same BLEU.",
        why="Reversal maps n-grams one to one, so that every count stays. NIST's weight looks at "
        "the first n-1 tokens of an n-gram and does change.",
        find=_tokens_reversed,
        domains={BleuDialect: always},
    ),
    Law(
        name="rename tokens",
        statement="Other names for the tokens, different ones for different tokens, change no "
        "score; the token '0' apart.",
        why="N-grams are compared and counted; what they are called enters nowhere.",
        find=_other_names,
        tokens_only=True,
        domains={BleuDialect: always, NistDialect: always},
    ),
    Law(
        name="rename tokens to words that languages take for something else",
        statement="Tokens may be called constructor, __proto__, nan or null.",
        why="As for any other names.",
        find=_names_that_are_mistaken,
        tokens_only=True,
        domains={BleuDialect: always, NistDialect: always},
    ),
    Law(
        name="rename tokens to names with spaces",
        statement="Tokens may hold spaces.",
        why="An n-gram is a sequence of n tokens; joined by spaces, different sequences fall "
        "together.",
        find=_names_that_join,
        tokens_only=True,
        domains={BleuDialect: always, NistDialect: always},
    ),
    Law(
        name="rename a token to 0",
        statement="A token may be called '0'.",
        why="As for any other name. mteval's NIST asks in Perl whether there is a prefix, and "
        "takes the prefix '0' for none.",
        find=_zero_among_the_names,
        domains={BleuDialect: always, NistDialect: lambda dialect: dialect.zero_prefix == "exact"},
    ),
    Law(
        name="exchange sides of equal length",
        statement="Hypotheses and single references of the same lengths can be exchanged.",
        why="min(h, r) is symmetric, and both sides have the same n-grams in number. Without a "
        "limit on both sides the matches are not symmetric; nor are NIST's weights, which only "
        "the references give.",
        find=_sides_exchanged,
        domains={
            BleuDialect: lambda dialect: (
                dialect.clip in ("max", "best_reference", "first_reference")
            )
        },
    ),
)
"""Laws that a change of the case leaves the score as it is."""
