"""How small a difference a metric sees: figures of an independent run on WMT22, and laws."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tallystick import Corpus, meta
from tallystick.reports import Sensitivity
from tests.reports.meta_evaluation.judged import wmt22


def sensitivities(systems: Mapping[str, Corpus], *specs: str) -> dict[str, Sensitivity]:
    human = {name: float(number) for number, name in enumerate(systems)}
    report = meta(systems=systems, human=human, metrics=specs, resamples=1_000)
    return {row.metric: row for row in report.sensitivity}


@pytest.mark.slow
def test_the_sensitivity_on_czech_english_is_near_that_of_an_independent_run(
    shared_data: Path,
) -> None:
    # NumPy and sacreBLEU 2.6.0: variance ratio, median standard error, and order kept by 50, 200
    # and 800 segments of 11 systems, with blocks of ten segments that differ slightly from ours
    expected = {"bleu": (1.27, 0.53), "chrf": (1.29, 0.31)}
    measured = sensitivities(wmt22(shared_data, "cs-en", "B")["systems"], *expected)
    for metric, (ratio, error) in expected.items():
        assert measured[metric].variance_ratio == pytest.approx(ratio, abs=0.01)
        assert measured[metric].standard_error == pytest.approx(error, abs=0.02)
    assert list(measured["bleu"].subsets.values()) == pytest.approx([0.91, 0.96, 0.99], abs=0.01)


def test_equal_systems_differ_in_no_pair() -> None:
    references = [f"a b c d {number}" for number in range(60)]
    corpus = Corpus.from_segments(hypotheses=["a b c x y"] * 60, references=references)
    measured = sensitivities(dict.fromkeys(("one", "two", "three"), corpus), "chrf")["chrf"]
    assert measured.significant_pairs == 0
    assert measured.standard_error == 0.0
    assert measured.subsets == {50: 1.0}
