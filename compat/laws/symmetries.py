"""Laws about changes of a case that must not change its score."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tallystick.compat.case import Case, Segment
from tallystick.compat.laws.changes import (
    all_tokens,
    appended,
    first_references,
    relabelled,
    with_references,
)
from tallystick.compat.laws.domains import (
    Domains,
    always,
    always_but,
    always_in,
    direction_is_free,
    empty_references_are_undefined,
    first_reference_is_not_special,
    order_of_references_is_free,
    proportional,
)
from tallystick.compat.laws.law import Find, Law, Subject, changed_score, unchanged_by
from tallystick.metrics.bleu.dialect import BleuDialect
from tallystick.metrics.cer.metric import CerDialect
from tallystick.metrics.chrf.dialect import ChrfDialect
from tallystick.metrics.cider.dialect import CiderDialect
from tallystick.metrics.distinct.dialect import DistinctDialect
from tallystick.metrics.google_gleu.metric import GoogleGleuDialect
from tallystick.metrics.meteor.metric import MeteorDialect
from tallystick.metrics.nist.dialect import NistDialect
from tallystick.metrics.ribes.metric import RibesDialect
from tallystick.metrics.rouge.dialect import RougeDialect
from tallystick.metrics.sari.dialect import SariDialect
from tallystick.metrics.self_bleu.dialect import SelfBleuDialect
from tallystick.metrics.ter.dialect import TerDialect
from tallystick.metrics.wer.dialect import WerDialect


def _segments_backwards(case: Case) -> Case:
    return case.take(range(len(case.hypotheses))[::-1])


def _segments_rotated(case: Case) -> Case:
    numbers = range(len(case.hypotheses))
    return case.take([*numbers[1:], *numbers[:1]])


def _references_backwards(case: Case) -> Case:
    return with_references(case, lambda _, references: references[::-1])


def _references_rotated(case: Case) -> Case:
    return with_references(case, lambda _, references: references[1:] + references[:1])


def _first_reference_twice(case: Case) -> Case:
    return with_references(case, lambda _, references: (*references, references[0]))


def _every_reference_twice(case: Case) -> Case:
    return with_references(case, lambda _, references: references + references)


def _corpus_twice(case: Case) -> Case:
    return appended(case, case)


def _tokens_reversed(case: Case) -> Case:
    return case.map(lambda tokens: tokens[::-1])


def _tokens_joined(case: Case) -> Case:
    return case.map(lambda tokens: ("".join(tokens),))


_SPECIAL_WORDS = ("constructor", "__proto__", "tostring", "nan", "null", "none", "-1", "1e3")


def _special_word(number: int) -> str:
    others = number - len(_SPECIAL_WORDS)
    return _SPECIAL_WORDS[number] if others < 0 else f"w{others}"


def _renamed_to(name: Callable[[int], str]) -> Find:
    """Return what finds that other names of tokens, by their number from 0, change the score."""

    def find(subject: Subject, case: Case) -> str | None:
        tokens = all_tokens(case)
        if "0" in tokens or _merged_by_folding(tokens):
            return None
        names = {token: name(number) for number, token in enumerate(tokens)}
        return changed_score(subject, case, relabelled(case, names))

    return find


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


def _merged_by_folding(tokens: list[str]) -> bool:
    return len({token.casefold() for token in tokens}) < len(tokens)


def _sides_exchanged(subject: Subject, case: Case) -> str | None:
    one = first_references(case)
    references = [reference for (reference,) in one.references]
    return changed_score(subject, one, _paired(references, one.hypotheses))


def _equal_sides_exchanged(subject: Subject, case: Case) -> str | None:
    hypotheses: list[Segment] = []
    references: list[Segment] = []
    for hypothesis, (reference, *_) in zip(case.hypotheses, case.references, strict=True):
        length = min(len(hypothesis), len(reference))
        hypotheses.append(hypothesis[:length])
        references.append(reference[:length])
    return changed_score(subject, _paired(hypotheses, references), _paired(references, hypotheses))


def _paired(hypotheses: Sequence[Segment], references: Sequence[Segment]) -> Case:
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
        find=unchanged_by(_segments_backwards, _segments_rotated),
        domains={**always_but(), SelfBleuDialect: lambda dialect: dialect.sample == 0},
    ),
    Law(
        name="permute references",
        statement="The order of the references of a segment does not change the score.",
        why="The highest count over references, and the closest length with ties to the shorter, "
        "do not depend on the order. Ties to the first, or a reference at a fixed position, do.",
        find=unchanged_by(_references_backwards, _references_rotated),
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
        find=unchanged_by(_first_reference_twice),
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
        find=unchanged_by(_every_reference_twice),
        domains=always_but(),
    ),
    Law(
        name="duplicate the corpus",
        statement="Repeating the whole corpus does not change the score.",
        why="Precisions, the ratio of lengths and the weights of NIST are ratios of sums that all "
        "double, and a mean of scores does not change. A smoothed count does not double, nor does "
        "the 1 that is used for the length of references without text.",
        find=unchanged_by(_corpus_twice),
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
        find=unchanged_by(_tokens_reversed),
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
        find=_renamed_to(lambda number: f"w{number}"),
        tokens_only=True,
        domains=COMPARES_TOKENS,
    ),
    Law(
        name="rename tokens to words that languages take for something else",
        statement="The names constructor, __proto__, nan and null do not change the score.",
        why="As for any other names.",
        find=_renamed_to(_special_word),
        tokens_only=True,
        domains=COMPARES_TOKENS,
    ),
    Law(
        name="rename tokens to names with spaces",
        statement="Spaces within tokens do not change the score.",
        why="An n-gram is a sequence of n tokens. Joined by spaces, different sequences could be "
        "equal.",
        # joined by spaces, the bigram x | x is the token "x x", and x | x x is x x | x
        find=_renamed_to(lambda number: " ".join("x" * (number + 1))),
        tokens_only=True,
        domains=COMPARES_TOKENS,
    ),
    Law(
        name="rename tokens to repetitions of a letter",
        statement="The names x, xx, xxx, ... do not change the score.",
        why="An n-gram is a sequence of n tokens. Joined without a separator, different sequences "
        "could be equal.",
        find=_renamed_to(lambda number: "x" * (number + 1)),
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
        find=_equal_sides_exchanged,
        domains={
            BleuDialect: lambda dialect: (
                dialect.clip in ("max", "best_reference", "first_reference")
            ),
            RougeDialect: lambda dialect: dialect.beta == 1,
            WerDialect: direction_is_free,
        },
    ),
)

CHARACTERS = (
    Law(
        name="delete spaces",
        statement="Joining the tokens of every segment into one does not change chrF.",
        why="Only characters are counted, and white space is none of them.",
        find=unchanged_by(_tokens_joined),
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
"""Those of metrics that count characters, and of an exchange of sides."""
