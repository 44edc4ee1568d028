"""Every law of ROUGE holds for every preset in its domain, for n-grams and subsequences."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings

from tallystick import Rouge, RougeDialect
from tallystick.compat import Case, Law, corpora, law_named, laws_of, subject_of
from tallystick.metrics.interface.presets import presets

DIALECTS = {
    **{preset.name: preset.dialect for preset in presets(RougeDialect)},
    "pooled": RougeDialect(average="none", stem="porter"),
}
SUBJECTS = {
    (name, kind): subject_of(Rouge(type=kind, dialect=dialect))
    for name, dialect in DIALECTS.items()
    for kind in ("1", "2", "L")
    if kind != "L" or dialect.counting == "clipped"
}
# F of both references is 1/3, but not precision and recall
TIE = Case.from_lines(
    hypotheses=["a b c", "a"], references=[["a b x x x x x x x", "a x x"], ["a", "a"]]
)
MANY = settings().max_examples


def broken(law: Law, case: Case) -> list[str]:
    violations = {
        names: law.violation(subject, case)
        for names, subject in SUBJECTS.items()
        if law.holds_for(DIALECTS[names[0]])
    }
    return [f"{names}: {violation}" for names, violation in violations.items() if violation]


@pytest.mark.parametrize("law", laws_of("rouge"), ids=lambda law: law.name)
@settings(max_examples=max(1, MANY // 10), suppress_health_check=list(HealthCheck))
@example(case=TIE)
@given(case=corpora(max_segments=3, references=(1, 3)))
def test_every_preset_in_the_domain_satisfies_the_law(law: Law, case: Case) -> None:
    assert broken(law, case) == []


@pytest.mark.thorough
@pytest.mark.parametrize("law", laws_of("rouge"), ids=lambda law: law.name)
@settings(max_examples=MANY // 3, suppress_health_check=list(HealthCheck))
@given(case=corpora())
def test_every_preset_satisfies_the_law_on_many_cases(law: Law, case: Case) -> None:
    assert broken(law, case) == []


def test_every_law_of_rouge_applies_to_a_dialect_here() -> None:
    names = {law.name for law in laws_of("rouge")}
    assert {"identity", "permute references", "a further reference never lowers the score"} <= names
    for law in laws_of("rouge"):
        assert any(map(law.holds_for, DIALECTS.values())), law.name


@pytest.mark.parametrize(
    ("name", "dialect", "case"),
    [
        ("permute references", "average=precision_recall+references=best_first", TIE),
        ("identity", "pltrdy", Case.from_lines(["a b"], ["a b"])),
        ("truncate perfect hypotheses", "pltrdy", Case.from_lines(["a a"], ["a a"])),
        ("duplicate a reference", "rouge-1.5.5", TIE),
    ],
)
def test_a_law_is_broken_outside_its_domain(name: str, dialect: str, case: Case) -> None:
    metric = Rouge(type=1, dialect=dialect)
    law = law_named(name)
    assert not law.holds_for(metric.conventions)
    assert law.violation(subject_of(metric), case) is not None
