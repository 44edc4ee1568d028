"""Laws about changes of a case that must not change, or never lower, its score."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tallystick.compat.case import Case, Segment
from tallystick.compat.laws.domains import (
    MOST_TOKENS,
    Domains,
    always,
    always_but,
    always_in,
    counts_all_ngrams,
    direction_is_free,
    empty_references_are_undefined,
    first_reference_is_not_special,
    length_of_one_reference,
    order_of_references_is_free,
    precision_of_identity_is_one,
    precision_within_one,
    proportional,
    rises_with_matches,
)
from tallystick.compat.laws.law import (
    UNKNOWN,
    Find,
    Law,
    Subject,
    all_tokens,
    appended,
    changed_score,
    first_references,
    lowered_score,
    relabelled,
    unchanged_by,
    with_references,
)
from tallystick.errors import counted
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
    for hypothesis, (reference, *_) in case.pairs:
        length = min(len(hypothesis), len(reference))
        hypotheses.append(hypothesis[:length])
        references.append(reference[:length])
    return changed_score(subject, _paired(hypotheses, references), _paired(references, hypotheses))


def _paired(hypotheses: Sequence[Segment], references: Sequence[Segment]) -> Case:
    return Case(tuple(hypotheses), tuple((reference,) for reference in references))


COMPARES_TOKENS: Domains = {
    **always_but(ChrfDialect, MeteorDialect, CerDialect),
    RougeDialect: lambda dialect: dialect.stem == "none",
    TerDialect: lambda dialect: dialect.lowercase == "none" and dialect.blocks != "whole_matches",
}
"""The dialects under which tokens are only compared."""

SYMMETRIES = (
    Law(
        name="permute segments",
        statement="The order of the segments of a corpus does not change the score.",
        why="The score depends on sums over segments.",
        find=unchanged_by(
            lambda case: case.take(range(len(case.hypotheses))[::-1]),
            lambda case: case.take([*range(1, len(case.hypotheses)), 0]),
        ),
        domains={**always_but(), SelfBleuDialect: lambda dialect: dialect.sample == 0},
    ),
    Law(
        name="permute references",
        statement="The order of the references of a segment does not change the score.",
        why="The highest count over references, and the closest length with ties to the shorter, "
        "do not depend on the order. Ties to the first, or a reference at a fixed position, do.",
        find=unchanged_by(
            lambda case: with_references(case, lambda _, given: given[::-1]),
            lambda case: with_references(case, lambda _, given: given[1:] + given[:1]),
        ),
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
        find=unchanged_by(lambda case: with_references(case, lambda _, given: (*given, given[0]))),
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
        find=unchanged_by(lambda case: with_references(case, lambda _, given: given + given)),
        domains=always_but(),
    ),
    Law(
        name="duplicate the corpus",
        statement="Repeating the whole corpus does not change the score.",
        why="Precisions, the ratio of lengths and the weights of NIST are ratios of sums that all "
        "double, and a mean of scores does not change. A smoothed count does not double, nor does "
        "the 1 that is used for the length of references without text.",
        find=unchanged_by(lambda case: appended(case, case)),
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
        find=unchanged_by(lambda case: case.map(lambda tokens: tokens[::-1])),
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
        find=unchanged_by(lambda case: case.map(lambda tokens: ("".join(tokens),))),
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


def _long_irrelevant_reference(subject: Subject, case: Case) -> str | None:
    if not all(map(any, case.references)):
        return None

    def added(hypothesis: Segment, references: tuple[Segment, ...]) -> tuple[Segment, ...]:
        longest = max(len(hypothesis), *map(len, references))
        return (*references, (UNKNOWN,) * (2 * longest + 1))

    return changed_score(subject, case, with_references(case, added))


def _short_irrelevant_reference(subject: Subject, case: Case) -> str | None:
    for hypothesis, references in case.pairs:
        distances = [abs(len(reference) - len(hypothesis)) for reference in references if reference]
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


def _short_perfect_segment(subject: Subject, case: Case) -> str | None:
    for tokens in range(1, subject.order):
        lowered = _after_perfect_segment(subject, case, tokens)
        if lowered is not None:
            return f"{lowered}, with a perfect segment of {counted(tokens, 'token')}"
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

SEGMENTS = (
    Law(
        name="a further perfect segment never hurts",
        statement="An additional segment that equals its reference and has n-grams of every order "
        "never lowers the score of a corpus, up to 148 tokens in total.",
        why="(m + k) / (t + k) is at least m / t, r - c does not change, and a mean rises with a "
        "perfect score. NLTK's method4 omits orders of a corpus of one token, because ln 1 is 0, "
        "and includes them when the corpus grows.",
        find=lambda subject, case: _after_perfect_segment(subject, case, subject.order + 1),
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
        domains={
            BleuDialect: lambda dialect: (
                _rises_with_perfect_segments(dialect)
                and dialect.average == "micro"
                and counts_all_ngrams(dialect)
                and dialect.smooth != "exp-length"
            ),
            GoogleGleuDialect: always,
        },
    ),
)
