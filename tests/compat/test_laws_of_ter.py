"""Every law of TER holds for every preset in its domain."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from tallystick import Ter, TerDialect
from tallystick.compat import Case, Law, corpora, law_named, laws_of, subject_of
from tallystick.metrics.interface.presets import presets

DIALECTS = {
    **{preset.name: preset.dialect for preset in presets(TerDialect)},
    "with case": TerDialect(lowercase="none"),
    "narrow": TerDialect(beam=2, block_words=2, distance=3, candidates=4, lowercase="none"),
}
SUBJECTS = {name: subject_of(Ter(dialect=dialect)) for name, dialect in DIALECTS.items()}
MANY = settings().max_examples


def broken(law: Law, case: Case) -> list[str]:
    violations = {
        name: law.violation(SUBJECTS[name], case)
        for name, dialect in DIALECTS.items()
        if law.holds_for(dialect)
    }
    return [f"{name}: {violation}" for name, violation in violations.items() if violation]


@pytest.mark.parametrize("law", laws_of("ter"), ids=lambda law: law.name)
@settings(max_examples=max(1, MANY // 6), suppress_health_check=list(HealthCheck))
@given(case=corpora(max_segments=3, references=(1, 3)))
def test_every_preset_in_the_domain_satisfies_the_law(law: Law, case: Case) -> None:
    assert broken(law, case) == []


@pytest.mark.thorough
@pytest.mark.parametrize("law", laws_of("ter"), ids=lambda law: law.name)
@settings(max_examples=MANY // 3, suppress_health_check=list(HealthCheck))
@given(case=corpora())
def test_every_preset_satisfies_the_law_on_many_cases(law: Law, case: Case) -> None:
    assert broken(law, case) == []


def test_every_law_of_ter_applies_to_a_dialect_here() -> None:
    names = {law.name for law in laws_of("ter")}
    assert {"no edits of a copy", "bounds of edits", "permute references"} <= names
    for law in laws_of("ter"):
        assert any(map(law.holds_for, DIALECTS.values())), law.name


def test_an_empty_hypothesis_breaks_the_bounds_where_it_needs_no_edits() -> None:
    law, name = law_named("bounds of edits"), "torchmetrics-1.9"
    case = Case((("a",), ()), ((("a",),), (("b", "c"),)))
    assert not law.holds_for(DIALECTS[name])
    assert law.violation(SUBJECTS[name], case) is not None
    assert law.violation(SUBJECTS["sacrebleu"], case) is None
