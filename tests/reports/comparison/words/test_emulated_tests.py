"""Comparisons with the tests of sacreBLEU, whose numbers `tests/compat/emulation` checks."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import tallystick
from tallystick import OptionError, examples
from tallystick.reports import Comparison


def lines(path: Any) -> list[str]:
    with open(path, encoding="utf-8") as file:
        return file.read().removesuffix("\n").split("\n")


SYSTEMS = {name: lines(path) for name, path in examples.system_paths().items()}
REFERENCES = [list(one) for one in zip(*map(lines, examples.reference_paths()), strict=True)]
compare = partial(
    tallystick.compare, systems=SYSTEMS, references=REFERENCES, metrics="bleu", details=False
)
"""Compare the examples under BLEU, unless others are given."""


@pytest.mark.parametrize("test", ["bootstrap", "randomisation"])
def test_segments_are_resampled_although_documents_are_known(test: Any) -> None:
    options = {"emulate": "sacrebleu", "test": test, "resamples": 100}
    documents = [str(number // 5) for number in range(len(REFERENCES))]
    found = compare(documents=documents, **options)
    assert (found.test_set.unit, found.test_set.units) == ("segment", 46)
    assert any("although documents are known" in caveat for caveat in found.caveats)
    assert found.differences == compare(**options).differences


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
