"""Programs satisfy the laws of their dialects, and faulty programs are detected."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tallystick import InputError, OptionError
from tallystick.compat import (
    Case,
    Failure,
    Implementation,
    Outcome,
    broken_laws,
    implementation_named,
    law_named,
    printed,
)
from tests.compat.internals import BUILT_IN

from .starting import installed, starts_a_process

LIBRARIES = {
    implementation_named(name).metric: name  # that each follows its dialect is tested apart
    for name in reversed(list(BUILT_IN))
    if implementation_named(name).dialect is not None and not starts_a_process(name)
}

# the smoothing and tokenization of correct programs must not be reported on this case
CAT = Case.from_lines(["the cat is on the mat"], ["the cat sat on the mat"])


@pytest.mark.parametrize("name", LIBRARIES.values())
def test_a_correct_program_breaks_no_law(name: str) -> None:
    implementation = installed(name)
    cat = replace(CAT, sources=CAT.hypotheses) if implementation.sources else CAT
    assert broken_laws(implementation, cat) == ()


def of(run: Any, **declared: Any) -> Implementation:
    return Implementation(
        **{"name": "mine", "metric": "bleu", "dialect": "plain"} | declared, run=run
    )


def names_of_broken(implementation: Implementation, case: Case = CAT) -> list[str]:
    return [violation.law.name for violation in broken_laws(implementation, case)]


def test_broken_laws_are_named() -> None:
    names = names_of_broken(of(lambda hypotheses, references, order: 0.5))
    assert "identity" in names
    assert "truncate perfect hypotheses" in names
    assert "permute references" not in names


def test_a_program_with_another_order_is_detected() -> None:
    from nltk.translate.bleu_score import corpus_bleu

    def of_trigrams(hypotheses: Any, references: Any, order: int) -> Any:
        return corpus_bleu(references, hypotheses, weights=(1 / 3, 1 / 3, 1 / 3))

    assert "the value of one wrong n-gram" in names_of_broken(of(of_trigrams, dialect="nltk"))


def test_a_program_that_folds_case_is_detected() -> None:
    exact = installed("nltk").run

    def folding(hypotheses: Any, references: Any, order: int) -> Any:
        def lower(segments: Any) -> Any:
            return [[token.lower() for token in tokens] for tokens in segments]

        return exact(lower(hypotheses), list(map(lower, references)), order)

    assert names_of_broken(of(folding, dialect="nltk")) == ["letters have a case"]


def test_only_laws_of_its_dialect_apply_to_a_program() -> None:
    add_one = law_named("duplicate the corpus")
    broken = broken_laws(installed("nltk-method2"), CAT, (add_one,))
    assert broken == ()


def test_a_program_may_round_within_its_declared_tolerance() -> None:
    exact = installed("nltk").run

    def rounding(hypotheses: Any, references: Any, order: int) -> Any:
        return round(100 * exact(hypotheses, references, order), 2)

    declared: Any = {"scale": 100.0, "dialect": "nltk"}
    assert "the value of one wrong n-gram" in names_of_broken(of(rounding, **declared))
    assert names_of_broken(of(rounding, tolerance=printed(2), **declared)) == []


def test_input_that_a_program_does_not_accept_breaks_no_law() -> None:
    single = of(installed("nltk").run, dialect="nltk", references="one", empty_segments=False)
    assert names_of_broken(single) == []
    two = Case.from_lines(["a"], [["a", "b"]])
    with pytest.raises(InputError, match="takes one reference"):
        broken_laws(single, two)
    with pytest.raises(InputError, match="accepts no hypotheses or references without tokens"):
        broken_laws(single, Case.from_lines([""], ["a"]))


def test_a_failure_breaks_no_law() -> None:
    failure = Outcome(failure=Failure("error", "x"))
    assert names_of_broken(of(lambda hypotheses, references, order: failure)) == []


def test_a_program_without_a_dialect_is_refused() -> None:
    with pytest.raises(OptionError, match="has no dialect of bleu"):
        broken_laws(of(lambda hypotheses, references, order: 0.5, dialect=None), CAT)
