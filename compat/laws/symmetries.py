"""Laws about changes of a case that must not change its score."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, count

from tallystick.compat.case import Case, Segment
from tallystick.compat.laws.changes import all_tokens, appended, relabelled, with_references
from tallystick.compat.laws.domains import (
    Domains,
    always_but,
    always_in,
    direction_is_free,
    empty_references_are_undefined,
    first_reference_is_not_special,
    order_of_references_is_free,
    proportional,
)
from tallystick.compat.laws.law import Law, Subject, changed_score
from tallystick.metrics.bleu.dialect import BleuDialect
from tallystick.metrics.cer.metric import CerDialect
from tallystick.metrics.chrf.dialect import ChrfDialect
from tallystick.metrics.cider.dialect import CiderDialect
from tallystick.metrics.distinct.dialect import DistinctDialect
from tallystick.metrics.google_gleu.metric import GoogleGleuDialect
from tallystick.metrics.meteor.dialect import MeteorDialect
from tallystick.metrics.nist.dialect import NistDialect
from tallystick.metrics.ribes.dialect import RibesDialect
from tallystick.metrics.rouge.dialect import RougeDialect
from tallystick.metrics.sari.dialect import SariDialect
from tallystick.metrics.self_bleu.dialect import SelfBleuDialect
from tallystick.metrics.ter.dialect import TerDialect
from tallystick.metrics.wer.dialect import WerDialect


def _segments_in_other_orders(subject: Subject, case: Case) -> str | None:
    numbers = [*range(len(case.hypotheses))]
    backwards, rotated = case.take(numbers[::-1]), case.take(numbers[1:] + numbers[:1])
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


def _renamed(subject: Subject, case: Case, names: Iterable[str]) -> str | None:
    tokens = all_tokens(case)
    if "0" in tokens or _merged_by_folding(tokens):
        return None
    return changed_score(subject, case, relabelled(case, dict(zip(tokens, names, strict=False))))


def _other_names(subject: Subject, case: Case) -> str | None:
    return _renamed(subject, case, (f"w{number}" for number in count()))


_SPECIAL_WORDS = ("constructor", "__proto__", "tostring", "nan", "null", "none", "-1", "1e3")


def _special_names(subject: Subject, case: Case) -> str | None:
    names = chain(_SPECIAL_WORDS, (f"w{number}" for number in count()))
    return _renamed(subject, case, names)


def _zero_among_the_names(subject: Subject, case: Case) -> str | None:
    tokens = all_tokens(case)
    if _merged_by_folding(tokens):
        return None
    for zero in (*tokens[:1], *tokens[-1:]):
        names = {token: f"w{number}" for number, token in enumerate(tokens)}
        without = relabelled(case, names)
        changed = changed_score(subject, without, relabelled(case, names | {zero: "0"}))
        if changed is not None:
            return f"{changed} when {names[zero]!r} was renamed to '0'"
    return None


def _names_with_spaces(subject: Subject, case: Case) -> str | None:
    # joined by spaces, the bigram x | x is the token "x x", and x | x x is x x | x
    return _renamed(subject, case, (" ".join(["x"] * number) for number in count(1)))


def _repetitions_of_a_letter(subject: Subject, case: Case) -> str | None:
    return _renamed(subject, case, ("x" * number for number in count(1)))


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


def _looks_at_no_letter(dialect: TerDialect) -> bool:
    """Return whether tokens are only compared: no case is folded, and their order is not used."""
    return dialect.lowercase == "none" and dialect.blocks != "whole_matches"


def _stems_nothing(dialect: RougeDialect) -> bool:
    return dialect.stem == "none"


COMPARES_TOKENS: Domains = {
    **always_but(ChrfDialect, MeteorDialect, CerDialect),
    RougeDialect: _stems_nothing,
    TerDialect: _looks_at_no_letter,
}
"""The dialects under which tokens are only compared."""

SYMMETRIES = (
    Law(
        name="permute segments",
        statement="The order of the segments of a corpus does not change the score.",
        why="The score depends on sums over segments.",
        find=_segments_in_other_orders,
        domains={**always_but(), SelfBleuDialect: lambda dialect: dialect.sample == 0},
    ),
    Law(
        name="permute references",
        statement="The order of the references of a segment does not change the score.",
        why="The highest count over references, and the closest length with ties to the shorter, "
        "do not depend on the order. Ties to the first, or a reference at a fixed position, do.",
        find=_references_in_other_orders,
        domains={
            **always_but(),
            BleuDialect: order_of_references_is_free,
            NistDialect: first_reference_is_not_special,
            ChrfDialect: lambda dialect: dialect.reference_ties == "smallest",
            GoogleGleuDialect: lambda dialect: dialect.reference_ties == "smallest",
            RougeDialect: lambda dialect: (
                dialect.references in ("best", "best_each", "mean", "pooled")
            ),
        },
    ),
    Law(
        name="duplicate a reference",
        statement="An appended copy of the first reference does not change the score.",
        why="It does not change a maximum or a closest length. It does change a mean, the last "
        "reference and the counts over references of NIST.",
        find=_first_reference_twice,
        domains={
            **always_but(NistDialect, TerDialect, CiderDialect, SariDialect),
            BleuDialect: lambda dialect: (
                dialect.reference_length not in ("average", "average_truncated", "last")
            ),
            RougeDialect: lambda dialect: dialect.references not in ("mean", "pooled"),
        },
    ),
    Law(
        name="duplicate every reference",
        statement="A second copy of every reference of every segment does not change the score.",
        why="Maxima, means, the first and the last reference do not change; the weights of NIST "
        "are ratios of counts over the references, which all double.",
        find=_every_reference_twice,
        domains=always_but(),
    ),
    Law(
        name="duplicate the corpus",
        statement="Repeating the whole corpus does not change the score.",
        why="Precisions, the ratio of lengths and the weights of NIST are ratios of sums that all "
        "double, and a mean of scores does not change. A smoothed count does not double, nor does "
        "the 1 that is used for the length of references without text.",
        find=_corpus_twice,
        domains={
            **always_but(CiderDialect, SelfBleuDialect),
            BleuDialect: proportional,
            WerDialect: empty_references_are_undefined,
            CerDialect: empty_references_are_undefined,
            DistinctDialect: lambda dialect: dialect.scope == "segment",
        },
    ),
    Law(
        name="reverse tokens",
        statement="Reversing all token sequences does not change BLEU, GLEU, CIDEr, ROUGE or an "
        "error rate.",
        why="Reversal maps n-grams and subsequences one to one, so no count changes. A weight of "
        "NIST depends on the first n-1 tokens of an n-gram, and does change. So do hits that are "
        "counted from one end.",
        find=_tokens_reversed,
        domains={
            **always_in(BleuDialect, GoogleGleuDialect, RougeDialect, CiderDialect),
            **always_in(SariDialect, DistinctDialect, SelfBleuDialect),
            WerDialect: direction_is_free,
        },
    ),
    Law(
        name="rename tokens",
        statement="Renaming the tokens one to one does not change the score, if none is '0'.",
        why="N-grams are only compared and counted.",
        find=_other_names,
        tokens_only=True,
        domains=COMPARES_TOKENS,
    ),
    Law(
        name="rename tokens to words that languages take for something else",
        statement="The names constructor, __proto__, nan and null do not change the score.",
        why="As for any other names.",
        find=_special_names,
        tokens_only=True,
        domains=COMPARES_TOKENS,
    ),
    Law(
        name="rename tokens to names with spaces",
        statement="Spaces within tokens do not change the score.",
        why="An n-gram is a sequence of n tokens. Joined by spaces, different sequences could be "
        "equal.",
        find=_names_with_spaces,
        tokens_only=True,
        domains=COMPARES_TOKENS,
    ),
    Law(
        name="rename tokens to repetitions of a letter",
        statement="The names x, xx, xxx, ... do not change the score.",
        why="An n-gram is a sequence of n tokens. Joined without a separator, different sequences "
        "could be equal.",
        find=_repetitions_of_a_letter,
        domains=COMPARES_TOKENS,
    ),
    Law(
        name="rename a token to 0",
        statement="The name '0' does not change the score.",
        why="As for any other name. The NIST of mteval tests in Perl whether there is a prefix, "
        "and '0' is false.",
        find=_zero_among_the_names,
        domains={
            **always_in(BleuDialect, RibesDialect, WerDialect, CiderDialect),
            **always_in(SariDialect, DistinctDialect, SelfBleuDialect),
            NistDialect: lambda dialect: dialect.zero_prefix == "exact",
        },
    ),
    Law(
        name="exchange sides of equal length",
        statement="Exchanging hypotheses and single references of the same lengths does not "
        "change the score.",
        why="min(h, r) is symmetric, and both sides have the same number of n-grams. Matches that "
        "are not clipped are not symmetric; nor are the weights of NIST, which depend on the "
        "references alone.",
        find=_sides_exchanged,
        domains={
            BleuDialect: lambda dialect: (
                dialect.clip in ("max", "best_reference", "first_reference")
            ),
            RougeDialect: lambda dialect: dialect.beta == 1,
            WerDialect: direction_is_free,
        },
    ),
)
