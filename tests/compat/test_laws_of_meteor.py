"""Every law of METEOR holds for every preset in its domain."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings

from tallystick import Meteor, MeteorDialect
from tallystick.compat import Case, Law, corpora, laws_of, subject_of
from tallystick.metrics.interface.presets import presets

DIALECTS = {
    **{preset.name: preset.dialect for preset in presets(MeteorDialect)},
    "parameters": MeteorDialect(alpha=0.5, beta=0.2, gamma=0.6, lowercase="none"),
}
SUBJECTS = {name: subject_of(Meteor(dialect)) for name, dialect in DIALECTS.items()}
SYNONYMS = Case.from_lines(hypotheses=["car car", "big b"], references=[["auto b"], ["great", "b"]])
MANY = settings().max_examples


@pytest.mark.usefixtures("recorded_wordnet")
@pytest.mark.parametrize("law", laws_of("meteor:dialect=nltk"), ids=lambda law: law.name)
@settings(max_examples=max(1, MANY // 6), suppress_health_check=list(HealthCheck))
@example(case=SYNONYMS)
@given(case=corpora(max_segments=3, references=(1, 3)))
def test_every_preset_in_the_domain_satisfies_the_law(law: Law, case: Case) -> None:
    violations = {
        name: law.violation(SUBJECTS[name], case)
        for name, dialect in DIALECTS.items()
        if law.holds_for(dialect)
    }
    assert [f"{name}: {found}" for name, found in violations.items() if found] == []


def test_the_laws_of_meteor_are_those_of_a_mean_of_segments() -> None:
    names = {law.name for law in laws_of("meteor:dialect=nltk")}
    assert {"bounds", "permute segments", "permute references"} <= names
