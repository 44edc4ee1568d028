"""Every law of RIBES holds for every preset in its domain."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings

from tallystick import Ribes, RibesDialect
from tallystick.compat import Case, Law, corpora, laws_of, subject_of
from tallystick.metrics.interface.presets import presets

DIALECTS = {
    **{preset.name: preset.dialect for preset in presets(RibesDialect)},
    "exponents": RibesDialect(alpha=0, beta=2.0, one_word="nothing", empty_references="zero"),
}
SUBJECTS = {name: subject_of(Ribes(dialect=dialect)) for name, dialect in DIALECTS.items()}
REPEATED = Case.from_lines(hypotheses=["a a b", "b a"], references=[["a b a", "b"], ["a b", "a"]])
MANY = settings().max_examples


@pytest.mark.parametrize("law", laws_of("ribes"), ids=lambda law: law.name)
@settings(max_examples=max(1, MANY // 6), suppress_health_check=list(HealthCheck))
@example(case=REPEATED)
@given(case=corpora(max_segments=3, references=(1, 3)))
def test_every_preset_in_the_domain_satisfies_the_law(law: Law, case: Case) -> None:
    violations = {
        name: law.violation(SUBJECTS[name], case)
        for name, dialect in DIALECTS.items()
        if law.holds_for(dialect)
    }
    assert [f"{name}: {found}" for name, found in violations.items() if found] == []


def test_every_law_of_ribes_applies_to_a_dialect_here() -> None:
    names = {law.name for law in laws_of("ribes")}
    assert {"bounds", "permute references", "different words in the opposite order"} <= names
    for law in laws_of("ribes"):
        assert any(map(law.holds_for, DIALECTS.values())), law.name
