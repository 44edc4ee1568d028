"""Notes on comparisons, and comparisons with the tests of sacreBLEU."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

import tallystick
from tallystick import OptionError, examples
from tallystick.reports import Comparison

# Too few units or resamples, and p-values near the level


WORDS = ["the", "cat", "sat", "on", "the", "mat", "and", "saw", "a", "dog", "run", "by"]


def compared(units: int, systems: int, **options: Any) -> Comparison:
    """Compare systems of which each gets one word more wrong than the one before."""
    texts = {
        f"s{wrong}": [
            " ".join(
                "x" if place < wrong + segment % 2 else word for place, word in enumerate(WORDS)
            )
            for segment in range(units)
        ]
        for wrong in range(systems)
    }
    documents = [str(number) for number in range(units)]
    return tallystick.compare(
        systems=texts,
        references=[" ".join(WORDS)] * units,
        documents=documents,
        metrics=["bleu"],
        details=False,
        **{"resamples": 100} | options,
    )


def notes(comparison: Comparison, words: str = "can be significant") -> list[str]:
    return [note for note in comparison.notes if words in note]


@pytest.mark.parametrize(
    ("units", "systems", "options", "said"),
    [
        (  # by hand: 6 pairs, the smallest p-value over 7 documents 2 / 2 ** 7, 6 times that
            *(7, 4, {}),
            "With 7 documents, no difference can be significant after the correction for 6 "
            "comparisons: the smallest corrected p-value possible is 0.094; name a baseline, "
            "resample segments or choose the correction max-t.",
        ),
        (  # by hand: 9 comparisons with a baseline, 9 * 2 / 2 ** 8 = 0.07
            *(8, 10, {"unit": "segment"}),
            "With 8 segments, no difference can be significant after the correction for 45 "
            "comparisons: the smallest corrected p-value possible is 0.35; choose the correction "
            "max-t.",
        ),
        (  # the correction is not blamed
            *(5, 4, {}),
            "With 5 documents, no difference can be significant: the smallest p-value that "
            "exchanging them allows is 0.0625.",
        ),
    ],
)
def test_a_correction_that_nothing_can_survive_is_reported_with_remedies(
    units: int, systems: int, options: dict[str, Any], said: str
) -> None:
    comparison = compared(units, systems, **options)
    assert notes(comparison) == [said]
    assert not any(pair.significant for pair in comparison.differences)
    [pair] = compared(units, 2, **options).differences
    assert (pair.smallest_visible_difference is not None) is (units >= 8)


@pytest.mark.parametrize("options", [{"baseline": "s0"}, {"correction": "max-t"}])
def test_the_remedies_work(options: dict[str, Any]) -> None:
    comparison = compared(7, 4, resamples=999, **options)
    assert not notes(comparison)
    assert any(pair.significant for pair in comparison.differences)


def test_the_smallest_visible_difference_is_of_students_t_and_of_the_first_step_of_holm() -> None:
    comparison = compared(20, 3)
    for pair in comparison.differences:
        assert pair.standard_error is not None
        # SciPy 1.17.1: t.ppf(0.975, 19) + t.ppf(0.8, 19) and t.ppf(1 - 0.05 / 6, 19) + the same
        assert pair.smallest_visible_difference == pytest.approx(
            (2.0930240544083087 + 0.8609505502689286) * pair.standard_error
        )
        assert pair.corrected_visible_difference == pytest.approx(
            (2.625105913222787 + 0.8609505502689286) * pair.standard_error
        )
    [alone] = compared(20, 2).differences
    assert alone.corrected_visible_difference is None


@pytest.mark.parametrize("options", [{}, {"test": "bootstrap"}])
def test_a_single_document_has_no_intervals(options: dict[str, Any], tmp_path: Path) -> None:
    comparison = compared(1, 2, **options)
    assert [score.interval for score in comparison.scores] == [None, None]
    assert [(pair.interval, pair.one_sided_bounds) for pair in comparison.differences] == [
        (None, None)
    ]
    names = [f"report.{ending}" for ending in ("txt", "md", "tex", "html", "csv", "json")]
    tallystick.write_report(comparison, *(tmp_path / name for name in names))
    assert tallystick.read_report(tmp_path / "report.json") == comparison


def test_too_few_given_resamples_are_noted() -> None:
    # by hand: 6 pairs need 6 / 0.05 - 1 = 119 resamples
    comparison = compared(60, 4, resamples=100)
    assert (
        "With only 100 resamples, few differences or none can be significant at 0.05 after the "
        "correction for 6 comparisons; draw 119 or more."
    ) in comparison.notes
    assert not notes(compared(60, 4, resamples=119))


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_p_values_that_resamples_cannot_go_below_are_noted(test: str) -> None:
    # by hand: Holm's factor of 6 pairs times 1 / 120
    comparison = compared(60, 4, test=test, resamples=119)
    assert (
        "With 119 resamples, no p-value is below 0.05 after the correction; more resamples can "
        "show smaller ones."
    ) in comparison.notes
    smallest = min(pair.adjusted_p_value or 1 for pair in comparison.differences)
    assert smallest == pytest.approx(6 / 120)
    # 6 / 10,001 is shown as <0.001
    fine = compared(60, 4, test=test, resamples=10_000)
    assert not notes(fine, "no p-value is below")
    assert min(pair.p_value or 1 for pair in fine.differences) == 1 / 10_001


# P-values that another seed may take to the other side of the level


LINES = [f"a b c d {number}" for number in range(18)]
SHORTER = [line if place % 3 else f"{line} x" for place, line in enumerate(LINES)]
LONGER = [f"{line} y" if place % 3 else line for place, line in enumerate(LINES)]


def compared_near(units: int = 18, **options: Any) -> Comparison:
    """Compare two systems that differ in all units; all exchanges of at most 15 are tried."""
    return tallystick.compare(
        systems={"ours": SHORTER[:units], "theirs": LONGER[:units]},
        references=LINES[:units],
        metrics="bleu",
        details=False,
        **{"resamples": 1000, **options},
    )


@pytest.mark.parametrize("correction", ["holm", "max-t"])
def test_a_p_value_within_two_standard_errors_of_the_level_is_noted(correction: str) -> None:
    [pair] = compared_near().differences
    assert pair.p_value is not None
    assert not pair.exact
    # the standard error of a share p of 1,000 resamples is the root of p (1 - p) / 1000
    error = (pair.p_value * (1 - pair.p_value) / 1000) ** 0.5
    for errors in (-2.1, -1.9, 1.9, 2.1):
        level = pair.p_value + errors * error
        comparison = compared_near(significance_level=level, correction=correction)
        said = (
            "Another seed may change whether the difference of ours and theirs under BLEU is "
            f"significant, because its p-value is within two standard errors of {level:g}; more "
            "resamples decide."
        )
        assert notes(comparison, "Another seed") == ([said] if abs(errors) < 2 else [])
    [exact] = compared_near(12).differences
    assert exact.exact
    assert exact.p_value is not None
    assert not notes(compared_near(12, significance_level=exact.p_value), "Another seed")


# The tests of sacreBLEU, whose numbers `tests/compat/emulation` checks


def lines(path: Any) -> list[str]:
    with open(path, encoding="utf-8") as file:
        return file.read().removesuffix("\n").split("\n")


SYSTEMS = {name: lines(path) for name, path in examples.system_paths().items()}
REFERENCES = [
    list(of_segment) for of_segment in zip(*map(lines, examples.reference_paths()), strict=True)
]
compare = partial(
    tallystick.compare, systems=SYSTEMS, references=REFERENCES, metrics="bleu", details=False
)
"""Compare the examples under BLEU, unless others are given."""


@pytest.mark.parametrize("test", ["bootstrap", "randomisation"])
def test_segments_are_resampled_although_documents_are_known(test: Any) -> None:
    options = {"emulate": "sacrebleu", "test": test, "resamples": 100}
    documents = [str(number // 5) for number in range(len(REFERENCES))]
    comparison = compare(documents=documents, **options)
    assert (comparison.test_set.unit, comparison.test_set.units) == ("segment", 46)
    assert any("although documents are known" in caveat for caveat in comparison.caveats)
    assert comparison.differences == compare(**options).differences


def test_a_copy_of_the_baseline_is_significant_as_in_sacrebleu_but_neither_is_better() -> None:
    copied = {**SYSTEMS, "copy": SYSTEMS["short"]}
    comparison = compare(systems=copied, baseline="short", emulate="sacrebleu", test="bootstrap")
    [copy] = [pair for pair in comparison.differences if pair.system == "copy"]
    assert (copy.p_value, copy.significant, copy.better) == (1 / 1001, True, None)
    assert "copy do not differ significantly" in " ".join(comparison.verdict)
    assert "a copy of the baseline" in comparison.caveats[0]
    assert not any("None was named" in note for note in comparison.notes)


def test_the_report_names_the_emulated_test() -> None:
    comparison = compare(emulate="sacrebleu", test="bootstrap", seed=7)
    version = tallystick.__version__
    assert comparison.test.method == "sacreBLEU 2.6.0 paired bootstrap"
    assert comparison.test.signature == (
        f"emulate:sacrebleu-2.6.0|bs:1000|unit:segment|adj:none|seed:7|version:{version}"
    )
    assert (comparison.test.correction, comparison.test.comparisons) == ("none", len(SYSTEMS) - 1)
    assert "None was named, so it is good, the first." in comparison.notes[0]
    assert Comparison.from_json(comparison.to_json()) == comparison
    assert "sacreBLEU 2.6.0 paired bootstrap over segments with 1,000 resamples" in str(comparison)
    usual = compare()
    assert (usual.test.method, usual.test.resamples) == ("approximate randomisation", 10_000)
    assert (usual.test.seed, usual.test.correction, usual.baseline) == (1, "holm", None)


def test_a_metric_that_sacrebleu_does_not_have_is_named() -> None:
    options: dict[str, Any] = {"emulate": "sacrebleu", "seed": 1, "resamples": 20}
    comparison = compare(metrics=["bleu", "nist"], **options)
    assert comparison.test.method == "sacreBLEU 2.6.0 paired approximate randomisation"
    assert comparison.test.signature.startswith("emulate:sacrebleu-2.6.0|ar:20|")
    [note] = [note for note in comparison.notes if "does not compute" in note]
    assert "sacreBLEU 2.6.0 does not compute NIST as here." in note
    alone = compare(**options)
    assert not any("does not compute" in note for note in alone.notes)
    assert alone.differences == comparison.differences_under("bleu")


def test_documents_are_not_resampled() -> None:
    documents = ["1"] * len(REFERENCES)
    with pytest.raises(
        OptionError, match=r"'document' cannot be resampled, .*; omit the unit or the"
    ):
        compare(emulate="sacrebleu", unit="document", documents=documents)
