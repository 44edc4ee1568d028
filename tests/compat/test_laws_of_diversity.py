"""Every law of distinct-n and self-BLEU holds for every preset in its domain."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from tallystick import Distinct, DistinctDialect, SelfBleu, SelfBleuDialect
from tallystick.compat import Case, Law, Subject, corpora, laws_of, subject_of
from tallystick.metrics.interface.presets import presets

DISTINCT = {
    **{preset.name: preset.dialect for preset in presets(DistinctDialect)},
    "unigrams": DistinctDialect(order=1, denominator="ngrams", lowercase="unicode"),
}
SELF_BLEU = {
    **{preset.name: preset.dialect for preset in presets(SelfBleuDialect)},
    "sacrebleu": SelfBleuDialect(order=2, sentence_bleu="sacrebleu", lowercase="unicode"),
}
SUBJECTS: dict[str, tuple[object, Subject]] = {}
for name, distinct in DISTINCT.items():
    SUBJECTS[name] = distinct, subject_of(Distinct(dialect=distinct))
for name, alike in SELF_BLEU.items():
    SUBJECTS[name] = alike, subject_of(SelfBleu(dialect=alike))
LAWS = list({law.name: law for law in (*laws_of("distinct"), *laws_of("self_bleu"))}.values())
MANY = settings().max_examples


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
@settings(max_examples=max(1, MANY // 6), suppress_health_check=list(HealthCheck))
@given(case=corpora(max_segments=4, references=(1, 2)))
def test_every_preset_in_the_domain_satisfies_the_law(law: Law, case: Case) -> None:
    violations = {
        name: law.violation(subject, case)
        for name, (dialect, subject) in SUBJECTS.items()
        if law.holds_for(dialect)
    }
    assert [f"{name}: {found}" for name, found in violations.items() if found] == []


def test_every_law_applies_to_a_dialect_here() -> None:
    names = {law.name for law in LAWS}
    assert {"copies are alike", "a copy halves the share of distinct n-grams"} <= names
    for law in LAWS:
        assert any(law.holds_for(dialect) for dialect, _ in SUBJECTS.values()), law.name
