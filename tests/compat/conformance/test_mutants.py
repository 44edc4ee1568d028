"""Faults that programmers make are found and named: mutants of correct programs in `mutants/`.

Each program is written in plain Python from the definition of its metric, without any part of the
package. The table beside it has one change of the source for each mutant, and words that the cause
must contain which `check` names.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tallystick.compat import Implementation, check
from tallystick.compat.conformance.mistakes import MISTAKES
from tallystick.compat.conformance.probes import Probes
from tests.compat.conformance.causing import evidence_of, first_cause

HERE = Path(__file__).parent / "mutants"
SHARE = 0.95
"""The share of the mutants that must be named rightly."""

CLAIMS: dict[str, dict[str, Any]] = {
    "bleu": {"metric": "bleu", "dialect": "papineni2002"},
    "nist": {
        "metric": "nist",
        "dialect": "zero_prefix=exact+reference_length=mean+tokenize=none+lowercase=none",
        "order": 5,
        "orders": (5,),
    },
    "chrf": {
        "metric": "chrf",
        "dialect": "sacrebleu",
        "options": (("word_order", "2"),),
        "order": 6,
        "orders": (6,),
        "input": "text",
    },
    "rouge2": {"metric": "rouge2", "dialect": "rouge-score"},
    "rougeL": {"metric": "rougeL", "dialect": "rouge-score"},
    "wer": {"metric": "wer", "dialect": "jiwer", "references": "one"},
    "wil": {"metric": "wil", "dialect": "morris2004", "references": "one"},
}


@dataclass(frozen=True)
class Mutant:
    name: str
    old: str
    new: str
    cause: str
    """A regular expression that must be found in the cause; any cause will do if it is empty."""


@cache
def source(program: str) -> str:
    return (HERE / f"{program}.py").read_text(encoding="utf-8")


@cache
def mutants(program: str) -> tuple[Mutant, ...]:
    table = tomllib.loads((HERE / f"{program}.toml").read_text(encoding="utf-8"))
    return tuple(Mutant(**entry) for entry in table["mutant"])


def implementation(program: str, mutant: Mutant | None = None) -> Implementation:
    text = source(program)
    if mutant is not None:
        text = text.replace(mutant.old, mutant.new)
    names: dict[str, Any] = {}
    exec(compile(text, program, "exec"), names)
    score: Callable[..., float] = names["score"]
    return Implementation(
        name=program, run=lambda own, given, order: score(own, given), **CLAIMS[program]
    )


@pytest.mark.parametrize("program", CLAIMS)
def test_the_mistakes_of_a_metric_have_names_of_their_own(program: str) -> None:
    metric = implementation(program).our_metric()
    names = [mistake.name for mistake in MISTAKES if mistake.fits(metric)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("program", CLAIMS)
def test_mistakes_have_no_scores_of_no_inputs(program: str) -> None:
    metric = implementation(program).our_metric()
    fitting = [mistake for mistake in MISTAKES if mistake.fits(metric)]
    pairs = [pair for mistake in fitting[:40] for pair in fitting[0].combined(mistake)]
    for mistake in (*fitting, *pairs):
        assert mistake.scores(metric, Probes([], text=False)).shape == (0,)


@pytest.mark.parametrize("program", CLAIMS)
def test_a_mutant_is_one_change_of_a_program(program: str) -> None:
    for mutant in mutants(program):
        assert source(program).count(mutant.old) == 1, mutant.name


@pytest.mark.parametrize("program", CLAIMS)
def test_a_program_without_a_fault_agrees_with_its_claim(program: str) -> None:
    assert evidence_of(implementation(program)).agrees.all()


@pytest.mark.parametrize(
    ("program", "name"),
    [
        ("bleu", "ties go to the longer reference"),
        ("bleu", "the penalty has no condition"),
        ("bleu", "the sets of references are taken for segments"),
        ("bleu", "the last n-gram is missed in matches only"),
        ("bleu", "the closest set of references counts"),
        ("bleu", "precisions are whole percents"),
        ("bleu", "a missing order is left out of the sum in percent"),
        ("bleu", "1/2, 1/3, 1/4"),
        ("bleu", "0.3 is added to both sides of a precision without a match"),
        ("rouge2", "no bigrams on both sides are perfect"),
        ("chrf", "punctuation at both ends is split off"),
        ("wer", "the longer side of the corpus"),
        ("nist", "words of the last references"),
        ("rougeL", "substring"),
        ("wer", "transpositions"),
    ],
)
def test_a_fault_is_named(program: str, name: str) -> None:
    [mutant] = [mutant for mutant in mutants(program) if mutant.name == name]
    assert mutant.cause
    assert re.search(mutant.cause, first_cause(implementation(program, mutant)))


@pytest.mark.thorough
@pytest.mark.parametrize("program", CLAIMS)
def test_every_fault_is_found_and_nearly_all_are_named(program: str) -> None:
    assert check(implementation(program), examples=200, seconds=60)
    missed, unnamed = [], {}
    for mutant in mutants(program):
        result = check(implementation(program, mutant), examples=200, seconds=60)
        if result:
            missed.append(mutant.name)
        elif not result.problems or not re.search(mutant.cause, result.problems[0].name):
            unnamed[mutant.name] = [problem.name for problem in result.problems]
    assert missed == []
    assert len(unnamed) <= (1 - SHARE) * len(mutants(program)), unnamed
