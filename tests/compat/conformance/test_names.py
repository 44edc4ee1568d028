"""Plain faults of every metric are named, with no half that the scores do not show."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product, starmap, takewhile
from typing import Any

import pytest

from tallystick.compat import Implementation, check
from tallystick.compat.conformance.causes import causes
from tallystick.compat.conformance.mistakes import MISTAKES
from tallystick.compat.conformance.setting import Setting
from tallystick.errors import TallystickError
from tallystick.metrics import metric_from_spec, tokenizer_named
from tests.compat.conformance.causing import evidence_of, first_cause
from tests.compat.conformance.naive import naive_bleu
from tests.metrics.naive import edit_distance, ngrams

pytestmark = pytest.mark.slow

Tokens = Sequence[str]
Run = Callable[..., float]


def metric(spec: str) -> Any:
    """Return a metric, whose `score` takes texts."""
    return metric_from_spec(spec)


def program(name: str, dialect: str, run: Run, **declared: Any) -> Implementation:
    return Implementation(name="mine", metric=name, dialect=dialect, run=run, **declared)


def names(name: str, dialect: str, run: Run, **declared: Any) -> list[str]:
    result = check(program(name, dialect, run, **declared), examples=20, seconds=120)
    return [problem.name for problem in result.problems]


def implemented(run: Run) -> Run:
    """Return a program that declares to lack what our metric refuses, and what is no pair."""

    def safe(*given: Any) -> float:
        try:
            return run(*given)
        except (TallystickError, ValueError) as error:
            raise NotImplementedError(error) from error

    return safe


def clipped(own: Counter[Any], other: Counter[Any]) -> int:
    return (own & other).total()


def gleu(
    divide: Callable[[int, int], float],
    order: int = 4,
    match: Callable[..., int] = clipped,
    references: str = "one",
) -> Implementation:
    """Return Google's GLEU of the references with the most matches, the first of equals."""

    def counts(tokens: Tokens) -> Counter[tuple[str, ...]]:
        return sum((ngrams(tokens, n) for n in range(1, order + 1)), Counter())

    def run(hypotheses: list[Tokens], references: list[list[Tokens]], _: int) -> float:
        matches = divisor = 0.0
        for own, given in zip(map(counts, hypotheses), references, strict=True):
            pairs = [
                (match(own, other), divide(own.total(), other.total()))
                for other in map(counts, given)
            ]
            most = max(pairs, key=lambda pair: pair[0])
            matches, divisor = matches + most[0], divisor + most[1]
        return matches / divisor if divisor else 0.0

    return program("google_gleu", "nltk", run, references=references)


BOTH = "matches are divided by the n-grams of both sides together"


@pytest.mark.parametrize(
    ("divide", "name"),
    [
        (max, ""),
        (min, "matches are divided by the n-grams of the shorter side"),
        (lambda own, other: other, "matches are divided by the n-grams of the reference"),
        (lambda own, other: own + other, BOTH),
    ],
)
def test_another_divisor_of_gleu_is_named(divide: Callable[[int, int], float], name: str) -> None:
    assert first_cause(gleu(divide)) == name


def test_another_choice_of_the_reference_of_gleu_is_named() -> None:
    mine = gleu(max, references="several")
    assert first_cause(mine) == "the reference with the most matches is chosen"


def test_one_side_that_keeps_its_case_is_named() -> None:
    bleu = naive_bleu()

    def run(hypotheses: list[Tokens], references: list[list[Tokens]], order: int) -> float:
        folded = [[list(map(str.lower, text)) for text in given] for given in references]
        return bleu([*map(list, hypotheses)], folded, order)

    mine = program("bleu", "papineni2002,lowercase=unicode", run)
    assert first_cause(mine) == "hypotheses are not lower-cased"


@pytest.mark.parametrize(
    ("program", "name"),
    [
        (
            gleu(lambda own, other: own, order=3),
            "matches are divided by the n-grams of the hypothesis",
        ),
        (
            gleu(max, order=3, match=lambda own, other: sum(own[it] for it in own if it in other)),
            "matches are not clipped",
        ),
    ],
)
def test_a_mistake_in_gleu_is_named_with_another_order(program: Implementation, name: str) -> None:
    assert first_cause(program) == f"order is 3 instead of 4, and {name}"


def test_references_of_cider_that_are_added_up_are_named() -> None:
    ours = metric("cider:dialect=pycocoevalcap")

    @implemented
    def run(hypotheses: list[str], references: list[list[str]], _: int) -> float:
        score = ours.score(hypotheses=hypotheses, references=references).score
        return float(score * len(references[0]))

    mine = program("cider", "pycocoevalcap", run, input="text", ragged=False, scale=10)
    assert first_cause(mine) == "the scores with the references of a segment are added up"


def test_sari_without_an_operation_is_named() -> None:
    ours = metric("sari:dialect=xu")

    @implemented
    def run(
        hypotheses: list[str], references: list[list[str]], _: int, sources: list[str]
    ) -> float:
        score: Any = ours.score(hypotheses=hypotheses, references=references, sources=sources)
        return float(score.add + score.delete) / 200

    sari = program("sari", "xu", run, input="text", sources=True)
    assert first_cause(sari, step=9, most=20) == "keeping is left out"


def test_ter_without_shifts_is_named() -> None:
    def run(hypotheses: list[Tokens], references: list[list[Tokens]], _: int) -> float:
        pairs = [(own, other) for own, [other] in zip(hypotheses, references, strict=True)]
        return sum(starmap(edit_distance, pairs)) / sum(len(other) for _, other in pairs)

    assert first_cause(program("ter", "pyter", run, references="one")) == "no blocks are shifted"


def moved(own: list[str], other: list[str]) -> Iterator[list[str]]:
    """Yield texts with the longest equal blocks at each other's place, as pyter makes them."""
    for start, place in product(range(len(own)), range(len(other))):
        pairs = zip(own[start:], other[place:], strict=False)
        length = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        if start != place and length:
            rest = own[:start] + own[start + length :]
            yield rest[:place] + own[start : start + length] + rest[place:]


def ter(own: list[str], other: list[str], cost: float) -> float:
    shifts, edits = 0.0, edit_distance(own, other)
    while True:
        tried = [(edits - edit_distance(shifted, other), shifted) for shifted in moved(own, other)]
        saved, own = max(tried, default=(0, own))
        if saved <= 0:
            return shifts + edits
        shifts, edits = shifts + cost, edits - saved


@pytest.mark.parametrize(
    ("cost", "name"), [(0, "shifts are not counted"), (2, "a shift counts as 2 edits")]
)
def test_another_cost_of_shifts_is_named(cost: float, name: str) -> None:
    def run(hypotheses: list[list[str]], references: list[list[list[str]]], _: int) -> float:
        pairs = [(own, other) for own, [other] in zip(hypotheses, references, strict=True)]
        return sum(ter(*pair, cost) for pair in pairs) / sum(len(other) for _, other in pairs)

    assert first_cause(program("ter", "pyter", run, references="one")) == name


def of_ter(length: Callable[[int, list[int]], float], edits: Callable[[list[int]], float]) -> Run:
    def run(hypotheses: list[Tokens], references: list[list[Tokens]], _: int) -> float:
        pairs = list(zip(hypotheses, references, strict=True))
        total = sum(edits([edit_distance(own, ref) for ref in given]) for own, given in pairs)
        return total / sum(length(len(own), list(map(len, given))) for own, given in pairs)

    return run


def mean(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers)


@pytest.mark.parametrize(
    ("length", "edits", "name"),
    [
        (
            lambda own, given: own,
            min,
            "edits are divided by the hypothesis, as if the sides were exchanged",
        ),
        (lambda own, given: min(given), min, "the shortest reference counts for the length"),
        (
            lambda own, given: mean(given),
            mean,
            "the arithmetic mean of the edits of the references is used",
        ),
    ],
)
def test_other_lengths_and_edits_of_ter_are_named(
    length: Callable[[int, list[int]], float], edits: Callable[[list[int]], float], name: str
) -> None:
    mine = program(
        "ter", "candidates=1+lowercase=none", of_ter(length, edits), empty_segments=False
    )
    assert first_cause(mine) == name


def ours(spec: str, change: Callable[..., float] = lambda score, *texts: score) -> Run:
    """Return a program for one pair, with our score, changed given the lengths of its texts."""
    other = metric(spec)

    @implemented
    def run(hypotheses: list[str], references: list[list[str]], _: int) -> float:
        [own], [[reference]] = hypotheses, references
        score = other.score(hypotheses=[own], references=[reference]).score
        return change(float(score) / 100, len(own.split()), len(reference.split()))

    return run


def upside_down(score: float, c: int, r: int) -> float:
    penalties = [math.exp(min(0, 1 - longer / shorter)) for longer, shorter in ((c, r), (r, c))]
    return float(score * (penalties[0] / penalties[1]) ** 0.1)


@pytest.mark.parametrize(
    ("spec", "run", "name"),
    [
        ("ribes", upside_down, "long hypotheses are penalized instead of short ones"),
        (
            "ribes:alpha=0.1,beta=0.25",
            None,
            "alpha is 0.1 instead of 0.25, and beta is 0.25 instead of 0.1",
        ),
    ],
)
def test_a_fault_of_ribes_is_named(spec: str, run: Any, name: str) -> None:
    run = ours(spec, *filter(None, [run]))
    mine = program("ribes", "alpha=0.25", run, input="text", empty_segments=False)
    assert first_cause(mine, step=2) == name


def test_a_precision_that_replaces_0_is_named() -> None:
    @implemented
    def run(hypotheses: list[Tokens], references: list[list[Tokens]], order: int) -> float:
        [own], [[other]] = hypotheses, references
        if len(own) < order:
            return 0.0
        precisions = [
            (ngrams(own, n) & ngrams(other, n)).total() / ngrams(own, n).total()
            for n in range(1, order + 1)
        ]
        penalty = min(1.0, math.exp(1 - len(other) / len(own)))
        mean: float = math.prod(precision or 0.002 for precision in precisions) ** (1 / order)
        return penalty * mean

    assert first_cause(program("bleu", "papineni2002", run), step=2) == (
        "a precision of 0 becomes 0.002"
    )


@pytest.mark.thorough  # segments are scored one by one by a hundred conventions
def test_another_convention_is_named_rather_than_a_mistake_with_equal_scores() -> None:
    other = metric("bleu:dialect=nltk-method2-mean")

    @implemented
    def run(hypotheses: list[Tokens], references: list[list[Tokens]], _: int) -> float:
        return float(other.score(hypotheses=hypotheses, references=references).score / 100)

    named = names("bleu", "nltk-method1-mean", run)
    assert named == ["smooth is add-k instead of floor, and smooth_value is 1.0 instead of 0.1"]


def test_no_half_is_named_for_inputs_on_which_a_program_agrees() -> None:
    ours = metric("mer:dialect=jiwer")

    def run(hypotheses: list[str], references: list[list[str]], _: int) -> float:
        given = [reference for [reference] in references]
        rate = ours.score(hypotheses=hypotheses, references=given).score / 100
        return float(1 - rate if any(map(str.strip, given)) else rate)

    mer = program("mer", "jiwer", run, input="text", references="one")
    assert first_cause(mer, step=2) == "the score is subtracted from 100%"


@pytest.mark.parametrize(
    ("empty", "name"),
    [
        ([], "text that has words is stripped and split at single spaces"),
        ([""], "text is stripped and split at single spaces"),
    ],
    ids=["no word", "an empty word"],
)
def test_what_text_without_words_is_split_into_at_single_spaces_is_named(
    empty: list[str], name: str
) -> None:
    def words(line: str) -> list[str]:
        return line.strip().split(" ") if line.strip() else empty

    def run(hypotheses: list[str], references: list[list[str]], _: int) -> float:
        given = [words(reference) for [reference] in references]
        edits = sum(map(edit_distance, map(words, hypotheses), given))
        return edits / sum(map(len, given))  # an error without words

    options = (("tokenize", "none"),)
    wer = program("wer", "jiwer", run, input="text", references="one", options=options)
    assert first_cause(wer, step=1) == name


def test_an_error_rate_that_is_at_most_one_is_named() -> None:
    ours = metric("wer:dialect=jiwer")

    def run(hypotheses: list[str], references: list[list[str]], _: int) -> float:
        given = [reference for [reference] in references]
        return float(min(1, ours.score(hypotheses=hypotheses, references=given).score / 100))

    wer = program("wer", "jiwer", run, input="text", references="one")
    assert first_cause(wer) == "scores above 100% are cut"


@pytest.mark.parametrize("most", [pytest.param(25, marks=pytest.mark.thorough), 30])
def test_the_length_to_which_texts_are_cut_is_the_right_one(most: int) -> None:
    bleu = naive_bleu()

    def run(hypotheses: list[list[str]], references: list[list[list[str]]], order: int) -> float:
        cut = [own[:most] for own in hypotheses]
        return bleu(cut, [[reference[:most] for reference in given] for given in references], order)

    assert names("bleu", "papineni2002", run) == [f"segments are cut to {most} tokens"]


def test_three_changes_are_no_certain_cause_if_they_leave_scores_unexplained() -> None:
    changes = (
        "order=3+clip=none+brevity_penalty=none",
        "order=3+clip=none+smooth=exp",
        "order=3+brevity_penalty=none+smooth=exp",
    )
    metrics = [metric(f"bleu:dialect={axes}") for axes in changes]

    def run(hypotheses: list[Tokens], references: list[list[Tokens]], _: int) -> float:
        chosen = metrics[sum(map(len, hypotheses)) % 3]
        score = chosen.score(hypotheses=hypotheses, references=references).score / 100
        return float(max(score, 0.01 * len(hypotheses)))

    mine = program("bleu", "papineni2002", run)
    claimed = Setting.claimed_by(mine)
    named = causes(claimed, evidence_of(mine, step=20))
    assert named
    for cause in named:
        assert not (cause.mistake and cause.contradicted) or cause.name(claimed).count(", and ") < 2


def test_an_axis_is_named_although_an_empty_pair_has_a_score() -> None:
    bleu = naive_bleu()

    def run(hypotheses: list[str], references: list[list[str]], order: int) -> float:
        return bleu(split(hypotheses), split(references), order)

    def split(texts: Any) -> Any:
        return texts.split() if isinstance(texts, str) else [split(text) for text in texts]

    mine = program("bleu", "multi-bleu", run, input="text", scale=1)
    assert check(mine, seconds=120).problems[0].name == (
        "empty_references is normal instead of zero, and tokenize is none instead of ascii-space"
    )


def test_a_constant_is_no_multiple_of_the_right_score() -> None:
    assert names("bleu", "papineni2002", lambda *_: 0.5) == ["the score is always 50"]


@pytest.mark.parametrize(
    ("clip", "length", "changes"),
    [
        (
            sum,
            lambda own, given: max(given),
            {
                "matches are clipped to the sum over references",
                "the longest reference counts for the length",
            },
        ),
        (
            min,
            lambda own, given: sum(given),
            {
                "matches are clipped to the lowest count in a reference",
                "the lengths of all references are added up",
            },
        ),
    ],
)
def test_mistakes_in_two_stages_are_named_together(
    clip: Callable[..., int], length: Callable[[int, list[int]], float], changes: set[str]
) -> None:
    cause = first_cause(program("bleu", "papineni2002", naive_bleu(clip=clip, length=length)))
    assert set(cause.split(", and ")) == changes


def test_mistakes_in_one_stage_do_not_combine() -> None:
    fitting = {it.name: it for it in MISTAKES if it.fits(metric("bleu:dialect=papineni2002"))}
    doubled = fitting["matches are not clipped"], fitting["an n-gram matches at most once"]
    assert not list(doubled[0].combined(doubled[1]))


def with_tokenizer(tokenize: Callable[[str], list[str]]) -> Implementation:
    """Return BLEU of lines that claim to be tokenized by 13a."""
    bleu = naive_bleu()

    def run(hypotheses: list[str], references: list[list[str]], order: int) -> float:
        own, given = [*map(tokenize, hypotheses)], [[*map(tokenize, it)] for it in references]
        return bleu(own, given, order)

    return program("bleu", "papineni2002,tokenize=13a", run, input="text")


def test_tokens_left_out_after_tokenization_are_named() -> None:
    tokenize = tokenizer_named("13a")
    mine = with_tokenizer(lambda line: [it for it in tokenize(line) if re.search(r"\w", it)])
    assert first_cause(mine, step=1) == (
        "tokens without letters, digits and underscores are left out after tokenization"
    )


ENTITIES = [("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")]
RULES_13A = [
    *ENTITIES,
    (r"([!-&(-+/:-@\[-`{-~])", r" \1 "),
    (r"([^0-9])([.,])", r"\1 \2 "),
    (r"([.,])([^0-9])", r" \1 \2"),
    (r"([0-9])(-)", r"\1 \2 "),
]
"""The substitutions of sacreBLEU 2.6.0, tokenizers/tokenizer_13a.py and tokenizer_re.py."""


def changed(old: str, new: str) -> list[tuple[str, str]]:
    return [(pattern.replace(old, new), replacement) for pattern, replacement in RULES_13A]


@pytest.mark.parametrize(
    ("rules", "white_space", "name"),
    [
        (changed("^0-9", r"\D"), None, "takes all digits of Unicode for digits"),
        ([*ENTITIES[2:], *RULES_13A[:2], *RULES_13A[4:]], None, "decodes &amp; last"),
        ([ENTITIES[1], *RULES_13A], None, "decodes &amp; first"),
        (changed("/:", ":"), None, "does not isolate /"),
        (changed("{-~", ""), None, "does not isolate { to ~"),
        (RULES_13A[:-1], None, "lacks its rule to split hyphen after a digit"),
        (RULES_13A, " ", "splits at spaces only"),
    ],
)
def test_a_wrong_rule_of_a_tokenizer_is_named(
    rules: list[tuple[str, str]], white_space: str | None, name: str
) -> None:
    def tokenize(line: str) -> list[str]:
        line = f" {line.rstrip().replace('<skipped>', '')} "
        for pattern, replacement in rules:
            line = re.sub(pattern, replacement, line)
        return [token for token in line.split(white_space) if token]

    assert first_cause(with_tokenizer(tokenize), step=1) == f"the tokenizer 13a {name}"
