"""Every law of chrF holds for every preset in its domain."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings

from tallystick import Chrf, ChrfDialect
from tallystick.compat import Case, Law, corpora, law_named, laws_of, subject_of
from tallystick.metrics.interface.presets import presets

DIALECTS = {
    **{preset.name: preset.dialect for preset in presets(ChrfDialect)},
    "with beta 1": ChrfDialect(beta=1, missing_order="counted"),
    "words": ChrfDialect(order=0, word_order=2, whitespace="kept", lowercase="unicode"),
}
SUBJECTS = {name: subject_of(Chrf(dialect=dialect)) for name, dialect in DIALECTS.items()}
TIE = Case.from_lines(hypotheses=["a", "b"], references=[["c", "dddd"], ["b", "b"]])
MANY = settings().max_examples


def broken(law: Law, case: Case) -> list[str]:
    violations = {
        name: law.violation(SUBJECTS[name], case)
        for name, dialect in DIALECTS.items()
        if law.holds_for(dialect)
    }
    return [f"{name}: {violation}" for name, violation in violations.items() if violation]


@pytest.mark.parametrize("law", laws_of("chrf"), ids=lambda law: law.name)
@settings(max_examples=max(1, MANY // 6), suppress_health_check=list(HealthCheck))
@example(case=TIE)
@given(case=corpora(max_segments=3, references=(1, 3)))
def test_every_preset_in_the_domain_satisfies_the_law(law: Law, case: Case) -> None:
    assert broken(law, case) == []


@pytest.mark.thorough
@pytest.mark.parametrize("law", laws_of("chrf"), ids=lambda law: law.name)
@settings(max_examples=MANY // 3, suppress_health_check=list(HealthCheck))
@given(case=corpora())
def test_every_preset_satisfies_the_law_on_many_cases(law: Law, case: Case) -> None:
    assert broken(law, case) == []


def test_every_law_of_chrf_applies_to_a_dialect_here() -> None:
    names = {law.name for law in laws_of("chrf")}
    assert {"delete spaces", "exchange sides", "identity", "permute references"} <= names
    for law in laws_of("chrf"):
        assert any(map(law.holds_for, DIALECTS.values())), law.name


@pytest.mark.parametrize(
    ("name", "dialect", "case"),
    [
        ("permute references", "sacrebleu", TIE),
        ("identity of a corpus", "nltk", Case.from_lines(["a", "b c d e f g"], ["x", "y"])),
        ("exchange sides", "sacrebleu", Case.from_lines(["a b"], ["a b c"])),
        ("delete spaces", "words", Case.from_lines(["a b"], ["a c"])),
    ],
)
def test_a_dialect_outside_the_domain_breaks_the_law(name: str, dialect: str, case: Case) -> None:
    law = law_named(name)
    assert not law.holds_for(DIALECTS[dialect])
    assert law.violation(SUBJECTS[dialect], case) is not None
