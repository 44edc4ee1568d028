"""The inputs that programs are asked about."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from tallystick.compat import Case, Implementation, agree, implementation_named
from tallystick.compat.conformance.causes import causes
from tallystick.compat.conformance.inputs import drawn, made_by_hand
from tallystick.compat.conformance.mistakes.reading import _treebank
from tallystick.compat.conformance.search import Evidence
from tallystick.compat.conformance.setting import Setting, sentence
from tallystick.errors import UnsupportedError
from tests.compat.conformance.causing import ANY
from tests.compat.conformance.mutants.rougeL import score as rouge_l


def tokens(case: Case) -> Iterator[str]:
    return chain.from_iterable((*case.hypotheses, *chain.from_iterable(case.references)))


def test_early_inputs_have_words_whose_bigrams_are_equal_once_joined() -> None:
    words = [set(tokens(case)) for case in drawn(ANY, 100, seed=0)]
    assert sum({"a", "ab", "ba"} <= vocab <= {"a", "b", "ab", "ba", *"xyz"} for vocab in words) >= 3


def of_lines(**declared: Any) -> Implementation:
    def whole(hypotheses: list[str], references: list[list[str]], order: int) -> float:
        return rouge_l(
            [hyp.split() for hyp in hypotheses], [[ref.split() for ref in it] for it in references]
        )

    return Implementation(
        name="mine",
        metric="rouge",
        run=whole,
        dialect="rouge-score",
        options=(("type", "Lsum"), ("tokenize", "none")),
        order=1,
        orders=(1,),
        input="text",
        **declared,
    )


def test_lines_are_given_only_to_programs_that_take_them_for_sentences() -> None:
    assert not any("\n" in tokens(case) for case in made_by_hand(of_lines()))
    with pytest.raises(UnsupportedError, match="a token contains a line end"):
        of_lines().score_case(Case.from_lines(["a \n b"], ["a b"]))


def test_rouge_lsum_of_a_whole_text_is_named_a_mistake() -> None:
    program = of_lines(sentences=True)
    claimed = Setting(program.our_metric())
    cases = [case for case in made_by_hand(program) if "\n" in tokens(case)]
    outcomes = {case: program.score_case(case) for case in cases}
    first = causes(claimed, Evidence.of(claimed, outcomes, program))[0]
    assert first.setting is not None
    assert sentence(claimed, first.setting) == "lines are not taken for sentences"


def test_our_rouge_lsum_equals_rouge_score_on_texts_of_several_lines() -> None:
    program = implementation_named("rouge-score-lsum")
    if program.missing() is not None:
        pytest.skip(str(program.missing()))
    cases = [
        case
        for case in (*made_by_hand(program), *drawn(program, 60, seed=0))
        if "\n" in tokens(case)
    ]
    assert len(cases) > 20
    assert [agree(program, case) for case in cases] == [None] * len(cases)


@pytest.mark.parametrize(
    "line",
    [
        "I can't go (really), it's $3.50 at 5:30.",
        "We'll see; they're gonna... cannot -- wanna",
        "the dogs' bowls, 10% of [it] <b>",
        "x &amp; y: z end.)",
    ],
)
def test_text_is_split_as_nltk_does_by_the_rules_of_the_penn_treebank(line: str) -> None:
    tokenize = pytest.importorskip("nltk.tokenize")
    assert _treebank(line) == tokenize.TreebankWordTokenizer().tokenize(line)
