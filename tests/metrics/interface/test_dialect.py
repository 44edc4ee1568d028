"""What dialects of all metrics share, and the options that replace their axes."""

from __future__ import annotations

import inspect
import math
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

import tallystick
from tallystick import InputError, OptionError, TallystickWarning
from tallystick.metrics import METRICS, Bleu, Corpus, Dialect, Nist, NistDialect
from tests.metrics.built_in import DIALECTS, NAMES

NEEDED = {"reference_length=matched": "+match=best_reference", "precision=each": "+average=score"}
NEEDED["recall=each"] = NEEDED["precision=each"]
"""Values that need that of another axis."""

each_kind = pytest.mark.parametrize("kind", DIALECTS.values(), ids=DIALECTS)


@each_kind
def test_every_value_of_every_axis_is_accepted_as_text(kind: type[Dialect]) -> None:
    for name, axis in kind.axes().items():
        for value in axis.values:
            text = f"{name}={value}"
            dialect = kind.parse(text + NEEDED.get(text, ""))
            assert kind.parse(str(dialect)) == dialect


@each_kind
def test_every_axis_refuses_unknown_values(kind: type[Dialect]) -> None:
    for name, axis in kind.axes().items():
        if not axis.values or name == "lowercase" or isinstance(axis.parse("no"), bool):
            continue
        message = f"{name} is 'unheard'; expected (one of )?{next(iter(axis.values))}"
        with pytest.raises(OptionError, match=message) as caught:
            kind(**{name: "unheard"})
        assert "known are" not in str(caught.value)  # the values are listed once


@each_kind
def test_every_axis_is_described(kind: Any) -> None:
    description = kind.__doc__ or ""
    assert list(kind.axes()) == [field.name for field in fields(kind)]
    for name, axis in kind.axes().items():
        assert f"\n    {name}: {axis.documentation}" in description
        assert all(f'"{value}": {meaning}' in description for value, meaning in axis.values.items())


def test_differences_are_the_axes_with_both_values() -> None:
    one, other = (NistDialect(order=order, lowercase="unicode") for order in (3, 2))
    assert one.differences(other) == {"order": (3, 2)}
    assert one.differences(one) == {}


@pytest.mark.parametrize("name", NAMES)
def test_declared_defaults_are_accepted_and_change_nothing(name: str) -> None:
    metric = METRICS.load(name)
    parameters = inspect.signature(metric).parameters.values()
    defaults = {one.name: one.default for one in parameters} | metric.required
    assert metric(**defaults) == metric(**metric.required)


def test_options_of_numpy_become_pythons_own() -> None:
    bleu = Bleu(
        order=np.int64(2),  # type: ignore[arg-type]
        smooth=np.str_("floor"),  # type: ignore[arg-type]
        smooth_value=np.float32(0.5),  # type: ignore[arg-type]
        effective_order=np.True_,  # type: ignore[arg-type]
        tokenize=np.str_("none"),
        lowercase=np.True_,  # type: ignore[arg-type]
    )
    assert bleu == Bleu(2, None, "floor", 0.5, True, "none", "unicode")
    kept = (bleu.order, bleu.smooth, bleu.smooth_value, bleu.effective_order, bleu.tokenize)
    assert [type(value) for value in kept] == [int, str, float, bool, str]
    assert Nist(order=np.int32(3)).order == 3  # type: ignore[arg-type]


@pytest.mark.parametrize("dialect", ["mteval-v13a", "mteval-v14"])
def test_the_international_tokenizer_of_mteval_folds_every_letter(dialect: str) -> None:
    # printed by mteval-v13a and mteval-v14 with --international-tokenization; log2(5) by hand
    corpus = Corpus.from_segments(hypotheses=["Ž a b c d"], references=["ž a b c d"])
    score = tallystick.nist(hypotheses=corpus, dialect=dialect, tokenize="mteval-intl")
    assert score.score == pytest.approx(math.log2(5), rel=1e-15)
    assert score.signature["case"] == "lc"
    metric = Nist(dialect=dialect, tokenize="mteval-intl", lowercase="ascii")
    kept = metric.score(metric.statistics(corpus))
    assert kept.score == pytest.approx(1.8575, abs=5e-5)  # four of the five words


def test_a_dialect_that_folds_no_case_folds_none_with_any_tokenizer() -> None:
    assert Bleu(tokenize="mteval-intl").lowercase == "none"
    assert Bleu(dialect="mteval-v13a", tokenize="mteval-intl").lowercase == "unicode"
    assert Nist(tokenize="mteval-intl", lowercase="none").lowercase == "none"


SEVERAL = Corpus.from_segments(hypotheses=["a b c d"], references=[["a b c d", "a b c e"]])


def test_several_references_under_a_single_reference_dialect_cause_one_warning() -> None:
    with pytest.warns(TallystickWarning, match=r"takes one reference per segment") as found:
        tallystick.score(hypotheses=SEVERAL, metrics=["bleu:dialect=fairseq", "bleu", "nist"])
    assert [warning.filename for warning in found] == [__file__]
    with pytest.warns(TallystickWarning, match=r"the dialect fairseq of BLEU is that of fairseq"):
        tallystick.bleu(hypotheses=SEVERAL, dialect="fairseq")
    # of one reference there is none, and warnings are errors
    tallystick.bleu(hypotheses=["a b c d"], references=["a b c d"], dialect="fairseq")


def test_the_reference_length_of_nist_is_printed_to_its_last_digit() -> None:
    line = "a " * 1_234_568
    score = tallystick.nist(hypotheses=[line], references=[line])
    assert "hyp_len = 1234568 ref_len = 1234568)" in str(score)
    assert str(score.details["reference_length"]) == "1234568"
    with pytest.raises(InputError, match="all references are empty"):
        tallystick.nist(hypotheses=["a"], references=[""])
