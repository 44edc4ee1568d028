"""Comparisons with the tests of sacreBLEU, checked against sacreBLEU itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

import tallystick
from tallystick import OptionError, examples
from tallystick.reports import Comparison, Interval

Lines = Callable[[str], list[str]]
TESTS = {"bootstrap": "bs", "randomisation": "ar"}


def lines(path: Any) -> list[str]:
    with open(path, encoding="utf-8") as file:
        return file.read().removesuffix("\n").split("\n")


SYSTEMS = {name: lines(path) for name, path in examples.system_paths().items()}
REFERENCES = [list(one) for one in zip(*map(lines, examples.reference_paths()), strict=True)]
compare = partial(
    tallystick.compare, systems=SYSTEMS, references=REFERENCES, metrics="bleu", details=False
)
"""Compare the examples under BLEU, unless others are given."""


def of_sacrebleu(
    systems: dict[str, list[str]],
    references: Sequence[Sequence[str]],
    test: str,
    monkeypatch: pytest.MonkeyPatch,
    resamples: int,
    **options: Any,
) -> dict[str, Any]:
    """Run sacreBLEU's own PairedTest; return its result for each system."""
    significance = pytest.importorskip("sacrebleu.significance")
    theirs = pytest.importorskip("sacrebleu.metrics")
    monkeypatch.setenv("SACREBLEU_SEED", "12345")
    run = significance.PairedTest(
        list(systems.items()),
        {"BLEU": theirs.BLEU(**options)},
        [list(stream) for stream in zip(*references, strict=True)],
        TESTS[test],
        resamples,
        n_jobs=1,
    )
    _, results = run()
    return dict(zip(systems, results["BLEU"], strict=True))


def check(comparison: Comparison, expected: dict[str, Any]) -> None:
    """Hold a comparison against sacreBLEU's results; its first system is the baseline."""
    baseline, *others = expected
    assert comparison.baseline == baseline
    found = {one.system: one for one in comparison.differences}
    assert {name: one.p_value for name, one in found.items()} == {
        name: float(expected[name].p_value) for name in others
    }
    for one in found.values():
        assert (one.other, one.adjusted_p_value) == (baseline, one.p_value)
        assert one.adjusted_p_value is not None
        assert one.significant == (one.adjusted_p_value <= 0.05)
        assert not one.exact
    for name, result in expected.items():
        score = comparison.score_of(name, comparison.metrics[0].metric)
        assert score.score == pytest.approx(result.score, rel=1e-12)
        if result.mean is not None:
            low, high = result.mean - result.ci, result.mean + result.ci
            assert score.interval == Interval(low, high)


@pytest.mark.parametrize("test", list(TESTS))
def test_p_values_equal_those_of_sacrebleu_with_its_options_and_with_documents(
    test: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = enumerate(zip(SYSTEMS["literal"], SYSTEMS["short"], strict=True))
    mixed = {
        "literal": SYSTEMS["literal"],
        "mixed": [two if number % 6 == 0 else one for number, (one, two) in both],
        "literal again": SYSTEMS["literal"],
    }
    options = {"lowercase": True, "smooth_method": "floor", "tokenize": "intl"}
    expected = of_sacrebleu(mixed, REFERENCES, test, monkeypatch, 500, **options)
    found = compare(
        systems=mixed,
        metrics="bleu:lowercase=yes,smooth=floor,tokenize=intl",
        documents=[str(number // 5) for number in range(len(REFERENCES))],
        emulate="sacrebleu",
        test=test,
        resamples=500,
    )
    check(found, expected)
    assert (found.test_set.unit, found.test_set.units) == ("segment", 46)
    assert any("although documents are known" in caveat for caveat in found.caveats)


@pytest.mark.thorough
@pytest.mark.parametrize("test", list(TESTS))
def test_p_values_on_wmt22_are_those_of_sacrebleu(
    test: Any, wmt22_file: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["Online-A", "Online-W", "PROMT", "LT22"]
    systems = {
        name: wmt22_file(f"system-outputs/generaltest2022.de-en.hyp.{name}.en") for name in names
    }
    references = [[line] for line in wmt22_file("references/generaltest2022.de-en.ref.A.en")]
    expected = of_sacrebleu(systems, references, test, monkeypatch, 1000)
    found = tallystick.compare(
        systems=systems,
        references=references,
        metrics="bleu",
        emulate="sacrebleu",
        test=test,
        resamples=1000,
        details=False,
    )
    check(found, expected)


def test_a_copy_of_the_baseline_is_significant_as_in_sacrebleu_but_neither_is_better() -> None:
    copied = {**SYSTEMS, "copy": SYSTEMS["short"]}
    found = compare(systems=copied, baseline="short", emulate="sacrebleu", test="bootstrap")
    [copy] = [one for one in found.differences if one.system == "copy"]
    assert (copy.p_value, copy.significant, copy.better) == (1 / 1001, True, None)
    assert "copy do not differ significantly" in " ".join(found.verdict)
    assert "a copy of the baseline" in found.caveats[0]
    assert not any("None was named" in note for note in found.notes)


def test_the_report_names_the_emulated_test() -> None:
    found = compare(emulate="sacrebleu", test="bootstrap", seed=7)
    version = tallystick.__version__
    assert found.test.method == "sacreBLEU 2.6.0 paired bootstrap"
    assert found.test.signature == (
        f"emulate:sacrebleu-2.6.0|bs:1000|unit:segment|adj:none|seed:7|version:{version}"
    )
    assert (found.test.correction, found.test.comparisons) == ("none", len(SYSTEMS) - 1)
    assert "None was named, so it is good, the first." in found.notes[0]
    assert Comparison.from_json(found.to_json()) == found
    assert "sacreBLEU 2.6.0 paired bootstrap over segments with 1,000 resamples" in str(found)
    usual = compare()
    assert (usual.test.method, usual.test.resamples) == ("approximate randomisation", 10_000)
    assert (usual.test.seed, usual.test.correction, usual.baseline) == (1, "holm", None)


def test_a_metric_that_sacrebleu_does_not_have_is_named() -> None:
    options: dict[str, Any] = {"emulate": "sacrebleu", "seed": 1, "resamples": 20}
    found = compare(metrics=["bleu", "nist"], **options)
    assert found.test.method == "sacreBLEU 2.6.0 paired approximate randomisation"
    assert found.test.signature.startswith("emulate:sacrebleu-2.6.0|ar:20|")
    [note] = [note for note in found.notes if "does not compute" in note]
    assert "sacreBLEU 2.6.0 does not compute NIST as here." in note
    alone = compare(**options)
    assert not any("does not compute" in note for note in alone.notes)
    assert alone.differences == found.differences_under("bleu")


def test_documents_are_not_resampled() -> None:
    documents = ["1"] * len(REFERENCES)
    with pytest.raises(
        OptionError, match=r"'document' cannot be resampled, .*; omit the unit or the"
    ):
        compare(emulate="sacrebleu", unit="document", documents=documents)
