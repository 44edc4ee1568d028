"""The laws hold for other programs too, inside the domain of the dialect that they follow."""

from __future__ import annotations

import math

import pytest
from hypothesis import HealthCheck, given, settings

from tallystick.compat.case import Case
from tallystick.compat.implementations.catalogue import implementation_named
from tallystick.compat.laws import Law, laws_of
from tallystick.compat.strategies import corpora
from tallystick.metrics.bleu.dialect import BleuDialect
from tallystick.metrics.presets import preset_named

PROGRAMS = ["nltk", "nltk-method3", "sacrebleu", "sacrebleu-floor", "bleuscore", "pycocoevalcap"]


def in_plain_words(case: Case) -> Case:
    """Number the tokens, so that no tokenizer finds anything to split in them."""
    sides = [*case.hypotheses, *(one for segment in case.references for one in segment)]
    numbers = {token: n for n, token in enumerate(dict.fromkeys(t for side in sides for t in side))}
    return case.map(lambda tokens: ["w" + "x" * numbers[token] for token in tokens])


@pytest.mark.parametrize("law", laws_of("bleu"), ids=lambda law: law.name)
@pytest.mark.parametrize("name", PROGRAMS)
@settings(max_examples=8, suppress_health_check=list(HealthCheck))
@given(case=corpora(max_segments=3, references=(1, 3), ragged=False))
def test_a_program_keeps_the_laws_of_its_dialect(name: str, law: Law, case: Case) -> None:
    implementation = implementation_named(name)
    missing = implementation.missing()
    if missing is not None:
        pytest.skip(missing)
    if not law.holds_for(preset_named(BleuDialect, str(implementation.dialect), "BLEU").dialect):
        return
    if implementation.input == "text":
        if law.name.startswith("rename tokens"):
            return  # what a token is, its tokenizer decides
        case = in_plain_words(case)

    def score(case: Case) -> float:
        found = implementation.score_case(case).score
        return math.nan if found is None else found

    violation = law.violation(score, case)
    assert violation is None, str(violation)
