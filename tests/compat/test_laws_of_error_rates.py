"""Every law of error rates holds for every preset in its domain, and programs agree with theirs."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings

from tallystick import Cer, CerDialect, Mer, Wer, WerDialect, Wip
from tallystick.compat import (
    Case,
    Implementation,
    Law,
    Subject,
    agree,
    broken_laws,
    corpora,
    law_named,
    laws_of,
    subject_of,
)
from tallystick.compat.implementations.adapters.error_rates import IMPLEMENTATIONS
from tallystick.metrics.interface.presets import presets

pytestmark = pytest.mark.filterwarnings("ignore:all references are empty:UserWarning")

SUBJECTS: dict[tuple[str, str], tuple[object, Subject]] = {
    (made.identity.name, preset.name): (preset.dialect, subject_of(made(dialect=preset.dialect)))
    for made in (Wer, Mer, Wip)
    for preset in presets(WerDialect)
} | {
    ("cer", preset.name): (preset.dialect, subject_of(Cer(dialect=preset.dialect)))
    for preset in presets(CerDialect)
}
LAWS = sorted({law.name: law for law in (*laws_of("wer"), *laws_of("cer"))}.items())
MANY = settings().max_examples
EMPTY = Case.from_lines(hypotheses=["a", ""], references=["", ""])


def broken(law: Law, case: Case) -> list[str]:
    violations = {
        name: law.violation(subject, case)
        for name, (dialect, subject) in SUBJECTS.items()
        if law.holds_for(dialect)
    }
    return [f"{name}: {violation}" for name, violation in violations.items() if violation]


@pytest.mark.parametrize("law", [law for _, law in LAWS], ids=lambda law: law.name)
@settings(max_examples=max(1, MANY // 10), suppress_health_check=list(HealthCheck))
@example(case=EMPTY)
@given(case=corpora(max_segments=3, references=(1, 3)))
def test_every_preset_in_the_domain_satisfies_the_law(law: Law, case: Case) -> None:
    assert broken(law, case) == []


@pytest.mark.thorough
@pytest.mark.parametrize("law", [law for _, law in LAWS], ids=lambda law: law.name)
@settings(max_examples=MANY // 3, suppress_health_check=list(HealthCheck))
@given(case=corpora())
def test_every_preset_satisfies_the_law_on_many_cases(law: Law, case: Case) -> None:
    assert broken(law, case) == []


def test_every_law_of_error_rates_applies_to_a_preset() -> None:
    names = {name for name, _ in LAWS}
    assert {"triangle inequality", "reverse tokens", "permute references"} <= names
    for _, law in LAWS:
        assert any(law.holds_for(dialect) for dialect, _ in SUBJECTS.values()), law.name


@pytest.mark.parametrize(
    ("name", "subject", "case"),
    [
        ("reverse tokens", ("mer", "jiwer"), Case.from_lines(["b c"], ["a b"])),
        ("duplicate the corpus", ("wer", "jiwer"), Case.from_lines(["a"], [""])),
        ("exchange sides of equal length", ("wip", "jiwer"), Case.from_lines(["b c"], ["a b"])),
    ],
)
def test_a_preset_outside_the_domain_breaks_the_law(
    name: str, subject: tuple[str, str], case: Case
) -> None:
    dialect, found = SUBJECTS[subject]
    assert not law_named(name).holds_for(dialect)
    assert law_named(name).violation(found, case) is not None


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS, ids=lambda one: one.name)
@given(case=corpora(max_segments=3, references=(1, 1)))
def test_an_installed_program_agrees_with_its_dialect_and_keeps_its_laws(
    implementation: Implementation, case: Case
) -> None:
    missing = implementation.missing()
    if missing is not None:
        pytest.skip(missing)
    assert agree(implementation, case) is None
    assert broken_laws(implementation, case) == ()


def test_the_spec_of_a_program_without_orders_has_none() -> None:
    specs = {implementation.name: implementation.spec for implementation in IMPLEMENTATIONS}
    assert specs["jiwer-mer"] == "mer:dialect=jiwer"
    finding = Implementation(
        name="zero", metric="wer", run=lambda *_: 0.0, dialect="jiwer", orders=()
    )
    found = agree(finding, Case.from_lines(["a"], ["b"]))
    assert found is not None
    assert str(found).startswith("zero gives a different score than wer (dialect jiwer).")
