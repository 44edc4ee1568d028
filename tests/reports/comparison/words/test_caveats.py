"""The caveats of a comparison."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tallystick.reports import ComparedSystem, Comparison, TestSet
from tests.reports.comparison import made

ALWAYS = "The systems were compared only on this test set; the ranking may differ on other texts."


def said(comparison: Comparison, **changes: Any) -> tuple[str, ...]:
    return made.changed(comparison, **changes).caveats


def has(sentences: tuple[str, ...], words: str) -> bool:
    return any(words in sentence for sentence in sentences)


@pytest.mark.parametrize(
    ("test_set", "words"),
    [
        (TestSet(200, 1, None, "segment", 200), "Documents are not known, so segments were"),
        (TestSet(200, 1, 20, "segment", 200), "Segments were resampled although"),
        (TestSet(200, 1, 49, "document", 49), "There are only 49 documents to resample"),
        (TestSet(200, 1, 5, "domain", 3), "There are only 3 groups by domain to"),
        (
            TestSet(200, 1, 1, "document", 1),
            "There is only 1 document to resample, so there are no intervals.",
        ),
        (
            TestSet(200, 1, 19, "document", 19),
            "19 documents to resample: intervals of scores tend to be somewhat too narrow.",
        ),
        (
            TestSet(200, 1, 49, "document", 49),
            "49 documents to resample: intervals of scores tend to be a little too narrow.",
        ),
        (TestSet(200, 1, 120, "document", 120), "There is one reference for each segment"),
        (TestSet(200, 2, 120, "document", 120), "Scores with 2 references cannot be"),
        (TestSet(200, None, 120, "document", 120), "The number of references varies"),
    ],
)
def test_the_test_set_decides_its_caveat(test_set: TestSet, words: str) -> None:
    found = said(made.three_systems(), test_set=test_set)
    assert has(found, words)
    assert ALWAYS in found
    assert "A better BLEU or NIST score does not prove that readers prefer the system." in found
    enough = said(made.three_systems(), test_set=TestSet(200, 1, 50, "document", 50))
    assert not has(enough, "to resample")
    assert not has(enough, "resampled")


@pytest.mark.parametrize(
    ("units", "words"),
    [
        (5, None),  # with the smallest p-value 0.0625 nothing is rejected
        (6, "up to 14% instead of 5% with 8 of them"),
        (16, "up to 10% instead of 5% with 15 of them"),
        (49, "up to 9% instead of 5% with 50 of them"),
        (50, None),
    ],
)
def test_the_caveat_of_the_bootstrap_has_the_measured_rejection_rate(
    units: int, words: str | None
) -> None:
    comparison = made.three_systems()
    test_set = TestSet(200, 1, units, "document", units)
    test = replace(comparison.test, method="centred bootstrap")
    found = said(comparison, test_set=test_set, test=test)
    assert has(found, "The bootstrap test rejects") is (words is not None)
    assert words is None or has(found, words)


def test_single_runs_are_named_if_only_some_systems_have_them() -> None:
    comparison = made.three_systems()
    one_run = "Each system is a single training run; the variation of scores between runs was not"
    assert has(said(comparison), one_run)
    several = made.each(comparison.systems, runs=3)
    mixed = (*several[:2], ComparedSystem("small"))
    one_single = "small is a single training run; the variation of its"
    assert has(said(comparison, systems=mixed), one_single)
    two_level = replace(comparison.test, method="two-level test")
    assert not has(said(comparison, systems=several, test=two_level), "run")
    assert has(said(comparison, systems=several), "The test does not cover the variation of scores")


@pytest.mark.parametrize(
    ("correction", "words"),
    [
        (  # 66 pairs at 0.05 each: 3.3
            "none",
            "The p-values are not corrected for the 66 comparisons of each metric: if no two "
            "systems differed, 3.3 of them would be called significant on average.",
        ),
        (
            "benjamini-hochberg",
            "up to 5% of the differences called significant are expected to be false",
        ),
    ],
)
def test_what_is_not_corrected_is_said(correction: str, words: str) -> None:
    comparison = made.twelve_systems()
    test = replace(comparison.test, correction=correction)
    assert words in said(comparison, test=test)[0]
    assert not has(said(comparison), "the two metrics")
    assert has(said(made.three_systems()), "corrected across pairs, not across the two metrics")
    assert has(said(made.two_systems()), "not corrected for the two metrics")


@pytest.mark.parametrize(
    ("method", "defect"),
    [
        ("sacreBLEU 2.6.0 paired bootstrap", "it reported 10.6% as significant at 5%"),
        ("sacreBLEU 2.6.0 paired approximate randomisation", "a copy of the baseline"),
    ],
)
def test_an_emulated_test_is_called_one_and_its_defects_come_first(
    method: str, defect: str
) -> None:
    comparison = made.three_systems()
    found = said(comparison, test=replace(comparison.test, method=method))
    assert found[0].startswith(f"The {method}, reproduced here with its defects, does not hold its")
    assert defect in found[0]
    assert found[0].endswith("for conclusions, compare without emulation.")


def test_overlapping_intervals_of_a_significant_pair_are_explained() -> None:
    overlap = "Intervals of two systems can overlap"
    assert has(made.two_systems().caveats, overlap)  # 33.2 to 35.2 and 32 to 34, p = 0.004
    assert not has(made.two_systems((0.2, 0.3)).caveats, overlap)
    assert not has(made.three_systems().caveats, overlap)  # 32.7 to 34.7 and 25.05 to 27.05
