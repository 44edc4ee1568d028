"""Every law of Google's GLEU holds for every preset in its domain."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings

from tallystick import GoogleGleu, GoogleGleuDialect
from tallystick.compat import Case, Law, corpora, law_named, laws_of, subject_of
from tallystick.metrics.interface.presets import presets

DIALECTS = {
    **{preset.name: preset.dialect for preset in presets(GoogleGleuDialect)},
    "bigrams": GoogleGleuDialect(min_order=2, order=3, lowercase="unicode", tokenize="none"),
}
SUBJECTS = {name: subject_of(GoogleGleu(dialect=dialect)) for name, dialect in DIALECTS.items()}
TIE = Case.from_lines(hypotheses=["a a", "a"], references=[["a b a", "a"], ["b", "b"]])
MANY = settings().max_examples


@pytest.mark.parametrize("law", laws_of("google_gleu"), ids=lambda law: law.name)
@settings(max_examples=max(1, MANY // 6), suppress_health_check=list(HealthCheck))
@example(case=TIE)
@given(case=corpora(max_segments=3, references=(1, 3)))
def test_every_preset_in_the_domain_satisfies_the_law(law: Law, case: Case) -> None:
    violations = {
        name: law.violation(SUBJECTS[name], case)
        for name, dialect in DIALECTS.items()
        if law.holds_for(dialect)
    }
    assert [f"{name}: {found}" for name, found in violations.items() if found] == []


def test_every_law_of_gleu_applies_to_a_dialect_here() -> None:
    names = {law.name for law in laws_of("google_gleu")}
    assert {"exchange sides", "identity", "permute references", "statistics add up"} <= names
    for law in laws_of("google_gleu"):
        assert any(map(law.holds_for, DIALECTS.values())), law.name


def test_a_dialect_outside_the_domain_breaks_the_law() -> None:
    law = law_named("permute references")
    assert not law.holds_for(DIALECTS["nltk"])
    assert law.violation(SUBJECTS["nltk"], TIE) is not None
