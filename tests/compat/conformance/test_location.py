"""The component in which a program differs, where no known change explains how."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tallystick.compat import Case, Implementation, printed
from tallystick.compat.conformance.inputs import drawn, made_by_hand
from tallystick.compat.conformance.location import Location, located
from tallystick.compat.conformance.location.families import family_of, inputs_of
from tallystick.compat.conformance.location.features import FEATURES
from tallystick.compat.conformance.precision import IN_64_BITS
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.search import Evidence
from tallystick.metrics import metric_from_spec
from tests.compat.conformance.causing import ANY, ONE
from tests.compat.conformance.naive import odd

BLEU = "bleu:dialect=papineni2002"
ALL_EMPTY = "all texts are empty"


def cases(program: Implementation = ONE) -> list[Case]:
    small = [case for case in made_by_hand(program) if len(case.hypotheses[0]) < 20]
    return [*small[::2], *drawn(program, 120, seed=1)]


def scored(spec: str, given: list[Case], change: Callable[[Case, float], float]) -> Evidence:
    """Return what a program scores, given what it makes of the right scores."""
    probes = Probes(given, text=False)
    ours = probes.scores(metric_from_spec(spec))
    theirs = np.array([change(*pair) for pair in zip(given, ours.tolist(), strict=True)])
    return Evidence(probes, ours, theirs, IN_64_BITS)


def location(
    spec: str, change: Callable[[Case, float], float], given: list[Case] | None = None
) -> Location:
    """Return where a program is found to differ."""
    return located(metric_from_spec(spec), scored(spec, given or cases(), change))


def length(texts: Any) -> int:
    return sum(map(len, texts))


def pairs(case: Case) -> Any:
    return zip(case.hypotheses, case.references, strict=True)


def softer(case: Case, score: float) -> float:
    """Return a score of BLEU with a penalty that no convention has."""
    c, r = length(case.hypotheses), length(refs[0] for refs in case.references)
    return score if c >= r or not c else score / math.exp(1 - r / c) * (0.4 + 0.6 * c / r)


def test_a_penalty_is_named_by_where_it_differs() -> None:
    place = location(BLEU, softer)
    assert place.name == (
        "the brevity penalty differs in an unknown way, "
        "only where hypotheses are shorter than their references"
    )
    inside, differing = place.differing
    assert inside == differing > 10


def of_capitals(case: Case, score: float) -> float:
    tokens = [token for text in (*case.hypotheses, *case.references[0]) for token in text]
    return score + any(map(str.isupper, "".join(tokens)))


def cut(case: Case, score: float) -> float:
    return score / 2 if length(case.hypotheses) > 25 else score


def of_a_plain_object(case: Case, score: float) -> float:
    keys = {token for text in case.hypotheses for token in text}
    return score if keys.isdisjoint({"constructor", "__proto__"}) else score / 2


def of_many(case: Case, score: float) -> float:
    return score if length(case.hypotheses) >= 8 else 0


FEW = "hypotheses have fewer than 8 tokens together"


@pytest.mark.parametrize(
    ("spec", "change", "component", "where"),
    [
        (BLEU, lambda _, score: score or 7, "smoothing of orders without a match", "an order has"),
        (BLEU, cut, "handling of long or short texts", ""),
        (BLEU, of_many, "", FEW),
        (BLEU, of_capitals, "letter case", ""),
        (BLEU, of_a_plain_object, "comparison of tokens", "a token is the name of what every"),
        ("wer:dialect=jiwer", lambda case, score: score + hash_of(case), "count of edits", ""),
        ("rouge1", lambda _, score: score**1.5, "combination of precision and recall", ""),
    ],
)
def test_a_component_is_named_by_where_it_differs(
    spec: str, change: Callable[[Case, float], float], component: str, where: str
) -> None:
    place = location(spec, change)
    assert place.component == component or not component
    assert place.where.startswith(where)
    assert place.where or place.evidence.startswith("It differs on ")


def test_a_penalty_that_contradicts_itself_is_not_blamed() -> None:
    def random(case: Case, score: float) -> float:
        c, r = length(case.hypotheses), length(refs[0] for refs in case.references)
        return score * 0.9 ** (1 + hash_of(case) % 7) if c < r else score

    assert location(BLEU, random, [*PREFIXES, *PERFECT]).component != "brevity penalty"


def closest(hypothesis: int, lengths: list[int]) -> int:
    return min((abs(ref - hypothesis), ref) for ref in lengths)[1]


@pytest.mark.parametrize(
    "chosen",
    [
        pytest.param(lambda hypothesis, lengths: lengths[0], id="the first"),
        pytest.param(odd, id="one that no program chooses"),
        pytest.param(
            lambda hypothesis, lengths: next(
                (ref for ref in lengths if abs(ref - hypothesis) <= 1), closest(hypothesis, lengths)
            ),
            id="the first within one token",
        ),
    ],
)
def test_a_penalty_that_differs_only_where_references_differ_is_their_choice(
    chosen: Callable[[int, list[int]], float],
) -> None:
    def with_chosen(case: Case, score: float) -> float:
        c = length(case.hypotheses)
        given = [
            (len(own), [len(reference) for reference in references])
            for own, references in zip(case.hypotheses, case.references, strict=True)
        ]
        sums = [sum(choice(*lengths) for lengths in given) for choice in (chosen, closest)]
        ratio = [1.0 if c > r or not c else math.exp(1 - r / c) for r in sums]
        return score * ratio[0] / ratio[1]

    assert location(BLEU, with_chosen, cases(ANY)).component == "reference length"


@pytest.mark.parametrize(
    ("spelled", "component"),
    [(None, "brevity penalty"), (False, "brevity penalty"), (True, "comparison of tokens")],
)
def test_renamed_tokens_decide_whether_spelling_is_blamed(
    spelled: bool | None, component: str
) -> None:
    evidence = scored(BLEU, cases(), softer)
    assert located(metric_from_spec(BLEU), evidence, spelled).component == component


@pytest.mark.parametrize(
    ("differs", "where"),
    [
        (
            lambda case: not any(length([hypothesis, *it]) for hypothesis, it in pairs(case)),
            "all texts are empty",
        ),
        (lambda case: not all(case.hypotheses), "a hypothesis is empty"),
    ],
)
def test_a_program_that_differs_on_empty_texts_only_is_said_to(
    differs: Callable[[Case], bool], where: str
) -> None:
    place = location("ter:dialect=sacrebleu", lambda case, score: score + differs(case))
    assert (
        place.name == f"the handling of empty texts differs in an unknown way, only where {where}"
    )
    assert place.agreeing[0] == 0


def test_two_features_are_named_if_it_takes_both() -> None:
    def of_both(case: Case, score: float) -> float:
        return softer(case, score) if len(case.hypotheses) > 1 else score

    place = location(BLEU, of_both)
    assert "hypotheses are shorter than their references" in place.where
    assert "there are several segments" in place.where


PREFIXES = [
    Case.from_lines([" ".join(words[:c])], [" ".join(words[:r])])
    for words in ("abcdefghij", "tuvwxyzabc")
    for r in (8, 9, 10)
    for c in range(4, r)
]


PERFECT = [
    Case.from_lines([line], [line])
    for line in ("a b c d", "a b c d e", "t u v w", "a b c d e f", "t u v w x y z")
]


LINE = "a b c d e f g h i j k l m n o"
SEVERAL = [
    Case.from_lines([LINE[: 2 * c - 1]], [[LINE[: 2 * r - 1] for r in (c + 1, c + further)]])
    for c in range(4, 8)
    for further in (2, 3, 4, 5)
]


def with_the_longest(case: Case, score: float) -> float:
    c, (r, other) = len(case.hypotheses[0]), map(len, case.references[0])
    return score * math.exp((r - other) / c)


def with_a_penalty_of_long_ones_too(case: Case, score: float) -> float:
    c, r = length(case.hypotheses), length(refs[0] for refs in case.references)
    return score * math.exp(r / c - 1) if c > r else score


def with_an_edit_more(case: Case, score: float) -> float:
    return score + 100 / length(case.references[0])


def without_a_pattern(case: Case, score: float) -> float:
    return score * 0.9 ** (hash_of(case) % 7)


@pytest.mark.parametrize(
    ("spec", "given", "change", "component"),
    [
        (BLEU, SEVERAL, with_the_longest, "reference length"),
        ("wer", PREFIXES, with_an_edit_more, "cost of the edits"),
        (BLEU, PREFIXES, without_a_pattern, "counting of n-grams"),
        # it is the penalty of the length 2 * c - r, which no reference has
        (BLEU, None, with_a_penalty_of_long_ones_too, "brevity penalty"),
    ],
)
def test_only_whole_numbers_imply_a_component(
    spec: str, given: list[Case], change: Callable[[Case, float], float], component: str
) -> None:
    assert location(spec, change, given).component == component


def test_scores_that_change_when_texts_are_reversed_have_other_counts() -> None:
    given = cases()
    reverse = [case.map(lambda tokens: tokens[::-1]) for case in given]

    def component(power: float) -> str:
        def changed(case: Case, score: float) -> float:
            return float(score ** (0.9 if case in given else power))

        return location(BLEU, changed, [*given, *reverse]).component

    assert component(0.9) == "combination of the precisions"
    assert component(0.8) == "counting of n-grams"


def test_f_that_depends_on_more_than_precision_and_recall_has_other_matches() -> None:
    words = [[f"{letter}{n}" for n in range(6)] for letter in "axy"]
    halves = [[" ".join(it[:n]) for it in words] for n in range(1, 7)]
    given = [Case.from_lines([f"{a} {x}"], [f"{a} {y}"]) for a, x, y in halves]
    same = location("rougeL", lambda case, _: 40.1, given)
    other = location("rougeL", lambda case, _: 10.0 * length(case.hypotheses), given)
    assert same.component == "combination of precision and recall"
    assert other.component == "counting of matches"


def test_a_formula_that_uses_other_lengths_is_no_other_count() -> None:
    def upside_down(case: Case, score: float) -> float:
        own, other = length(case.hypotheses), length(refs[0] for refs in case.references)
        return score * min(1.0, math.exp(1 - own / other)) if other else score

    assert location("ribes", upside_down, cases()).component == "combination of the factors"


def test_a_divisor_is_implied_on_inputs_with_several_references_too() -> None:
    def by_the_hypotheses(case: Case, score: float) -> float:
        mean = sum(length(given) / len(given) for given in case.references)
        return score * mean / length(case.hypotheses) if length(case.hypotheses) else score

    assert location("ter", by_the_hypotheses, cases(ANY)).component == "divisor of the edits"


def test_few_inputs_prove_no_component() -> None:
    place = location(BLEU, with_the_longest, SEVERAL[:4])
    assert place.component == ""
    assert place.evidence == "It differs on 4 of 4 inputs."
    assert location(BLEU, with_the_longest, SEVERAL).component == "reference length"


def test_line_ends_of_sentences_are_no_white_space_in_tokens() -> None:
    lines = replace(ANY, sentences=True, input="text", references="one")
    spec = "rouge:type=Lsum,tokenize=none"
    given = [case for case in cases(lines) if length(case.hypotheses) > 2]

    def of_lines(case: Case, score: float) -> float:
        return score / 2 + 1 if "\n" in case.references[0][0] else score

    place = location(spec, of_lines, [case for case in given if len(case.hypotheses) == 1])
    assert place.name == (
        "the handling of sentences differs in an unknown way, only where a text has several lines"
    )


def hash_of(case: Case) -> int:
    return zlib.crc32(repr(case).encode())


def test_scores_that_are_rounded_imply_nothing() -> None:
    exact = scored(BLEU, SEVERAL, with_the_longest)
    rounded = replace(exact, found=np.round(exact.found, 2), tolerance=printed(2))
    assert located(metric_from_spec(BLEU), rounded).component != "reference length"


@pytest.mark.parametrize(
    "spec", ["bleu", "nist", "chrf", "rouge2", "rougeL", "wer", "cer", "wil", "google_gleu"]
)
def test_every_feature_is_defined_on_every_input(spec: str) -> None:
    metric = metric_from_spec(spec)
    program = ONE if spec in ("wer", "cer", "wil") else ANY
    inputs = inputs_of(metric, Probes(cases(program)[::9], text=False))
    for feature in FEATURES:
        if feature.component_of(family_of(inputs)) is not None:
            for case in inputs:
                assert feature.holds(case) in (True, False)
