"""Every law of CIDEr holds for every preset in its domain."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings

from tallystick import Cider, CiderDialect
from tallystick.compat import Case, Law, corpora, laws_of, subject_of
from tallystick.compat.laws.changes import appended
from tallystick.metrics.interface.presets import presets

DIALECTS = {
    **{preset.name: preset.dialect for preset in presets(CiderDialect)},
    "narrow": CiderDialect(order=2, sigma=1, no_weights="zero"),
}
SUBJECTS = {name: subject_of(Cider(dialect=dialect)) for name, dialect in DIALECTS.items()}
OTHER = Case.from_lines(hypotheses=["other text"], references=["another text"])
"""A further segment, without which n-grams might have no weight."""

REPEATED = Case.from_lines(
    hypotheses=["a b a b", "a b c", "c"], references=[["a b", "a b a"], ["c b a"], ["c c", "d"]]
)
MANY = settings().max_examples


@pytest.mark.parametrize("law", laws_of("cider"), ids=lambda law: law.name)
@settings(max_examples=max(1, MANY // 6), suppress_health_check=list(HealthCheck))
@example(case=REPEATED)
@given(case=corpora(max_segments=3, references=(1, 3)))
def test_every_preset_in_the_domain_satisfies_the_law(law: Law, case: Case) -> None:
    case = appended(case, OTHER)
    violations = {
        name: law.violation(SUBJECTS[name], case)
        for name, dialect in DIALECTS.items()
        if law.holds_for(dialect)
    }
    assert [f"{name}: {found}" for name, found in violations.items() if found] == []


def test_every_law_of_cider_applies_to_a_dialect_here() -> None:
    names = {law.name for law in laws_of("cider")}
    assert {"bounds", "permute references", "statistics add up", "reverse tokens"} <= names
    for law in laws_of("cider"):
        assert any(map(law.holds_for, DIALECTS.values())), law.name
