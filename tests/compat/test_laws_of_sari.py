"""Every law of SARI holds for every preset in its domain."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings

from tallystick import Sari, SariDialect
from tallystick.compat import Case, Law, corpora, law_named, laws_of, subject_of
from tallystick.metrics.interface.presets import presets

DIALECTS = {
    **{preset.name: preset.dialect for preset in presets(SariDialect)},
    "nothing is done": SariDialect(nothing=1, order=2),
}
SUBJECTS = {name: subject_of(Sari(dialect=dialect)) for name, dialect in DIALECTS.items()}
COPY = Case.from_lines(
    sources=["About 95 species are currently accepted ."],
    hypotheses=["About 95 species are currently accepted ."],
    references=[["About 95 species are now accepted .", "95 species are now accepted ."]],
)
MANY = settings().max_examples


@pytest.mark.parametrize("law", laws_of("sari"), ids=lambda law: law.name)
@settings(max_examples=max(1, MANY // 6), suppress_health_check=list(HealthCheck))
@example(case=COPY)
@given(case=corpora(max_segments=3, references=(1, 3), ragged=False, sources=True))
def test_every_preset_in_the_domain_satisfies_the_law(law: Law, case: Case) -> None:
    violations = {
        name: law.violation(SUBJECTS[name], case)
        for name, dialect in DIALECTS.items()
        if law.holds_for(dialect)
    }
    assert [f"{name}: {found}" for name, found in violations.items() if found] == []


def test_every_law_of_sari_applies_to_a_dialect_here() -> None:
    names = {law.name for law in laws_of("sari")}
    assert {"a copy of the source only keeps", "identity", "statistics add up"} <= names
    for law in laws_of("sari"):
        assert any(map(law.holds_for, DIALECTS.values())), law.name


def test_a_dialect_outside_the_domain_breaks_the_law() -> None:
    law = law_named("a copy of the source only keeps")
    assert not law.holds_for(DIALECTS["evaluate"])
    violation = law.violation(SUBJECTS["evaluate"], COPY)
    assert violation is not None
    assert "sources=" in str(violation)


def test_equal_to_the_only_reference_is_perfect_only_where_nothing_to_do_counts_as_done() -> None:
    law, same = law_named("identity"), COPY.map(lambda tokens: tokens[:5])
    assert law.violation(SUBJECTS["nothing is done"], same) is None
    assert not law.holds_for(DIALECTS["easse"])
    assert law.violation(SUBJECTS["easse"], same) is not None
