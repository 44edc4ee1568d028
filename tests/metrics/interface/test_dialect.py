"""What dialects of all metrics share, and the options that replace their axes."""

from __future__ import annotations

import inspect
import math
import subprocess
import sys
import tomllib
from dataclasses import fields, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tallystick
from tallystick import Bleu, InputError, OptionError, TallystickWarning, UnknownNameError
from tallystick.metrics import (
    METRICS,
    BleuDialect,
    Corpus,
    Dialect,
    Nist,
    NistDialect,
    Signature,
    metric_from_spec,
    preset_named,
    presets_of,
)
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
    first, second = (NistDialect(order=order, lowercase="unicode") for order in (3, 2))
    assert first.differences(second) == {"order": (3, 2)}
    assert first.differences(first) == {}


@pytest.mark.parametrize("name", NAMES)
def test_declared_defaults_are_accepted_and_change_nothing(name: str) -> None:
    metric = METRICS.load(name)
    parameters = inspect.signature(metric).parameters.values()
    defaults = {parameter.name: parameter.default for parameter in parameters} | metric.required
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
    with pytest.warns(TallystickWarning, match=r"takes one reference per segment") as caught:
        tallystick.score(hypotheses=SEVERAL, metrics=["bleu:dialect=fairseq", "bleu", "nist"])
    assert [warning.filename for warning in caught] == [__file__]
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


PACKAGE = Path(tallystick.__file__).parent
SCORE_BY_DEFAULT = f"""
import sys
sys.path.insert(0, {str(PACKAGE.parent)!r})
import tallystick
for metric in ("bleu", "nist"):
    tallystick.score(hypotheses=["a b c d e"], references=["a b c d e"], metrics=metric)
print("tomllib" in sys.modules)
tallystick.Bleu(dialect="nltk")
print("tomllib" in sys.modules)
"""


def table(metric: str) -> Any:
    text = (PACKAGE / "metrics" / metric / "presets.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["program"]


def test_scoring_by_default_reads_no_table() -> None:
    command = [sys.executable, "-c", SCORE_BY_DEFAULT]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "False\nTrue\n"


@pytest.mark.parametrize("metric", ["bleu", "nist", "wer", "ter"])
def test_every_line_of_a_table_is_a_preset_in_its_order(metric: str) -> None:
    lines = [name for program in table(metric) for name in program["presets"]]
    assert [preset.name for preset in presets_of(DIALECTS[metric])] == lines


def test_a_line_adds_to_the_facts_of_its_program() -> None:
    [moses] = [program for program in table("nist") if "mteval-v14c" in program.get("presets", {})]
    line = moses["presets"]["mteval-v14c"]
    preset = preset_named(NistDialect, "mteval-v14c")
    assert preset.notes == f"{moses['notes']} {line['notes']}"
    assert preset.verified == moses["verified"]
    assert preset.source == line["source"]
    assert preset_named(BleuDialect, "nltk-mean").program == "NLTK, mean of sentence_bleu"


def test_the_first_of_the_programs_that_share_a_dialect_names_it() -> None:
    assert Bleu(dialect=BleuDialect(reference_length="closest_first")).dialect == "mindspore"
    assert Bleu(dialect=BleuDialect(order=7)).dialect == BleuDialect(order=7)


@pytest.mark.parametrize("name", DIALECTS)
def test_presets_have_names_of_their_own_and_tell_what_they_are(name: str) -> None:
    known = presets_of(DIALECTS[name])
    names = [name for preset in known for name in (preset.name, *preset.aliases)]
    assert len(names) == len(set(names)) > 0
    for preset in known:
        assert all(text.strip() == text != "" for text in (preset.program, preset.source))
        assert preset.version.strip() == preset.version
        assert preset.notes.strip() == preset.notes


@pytest.mark.parametrize("name", DIALECTS)
@pytest.mark.usefixtures("recorded_wordnet")
def test_a_preset_is_named_in_specs_and_signatures(name: str) -> None:
    kind = DIALECTS[name]
    for preset in presets_of(kind):
        metric: Any = metric_from_spec(f"{name}:dialect={preset.name}")
        assert metric.conventions == preset.dialect
        assert preset_named(kind, metric.dialect).dialect == preset.dialect
        assert METRICS.load(name)(dialect=preset.dialect).conventions == preset.dialect
        for variant in (metric, replace(metric, lowercase="ascii")):
            signature = Signature.of(variant, 1, given_tokens=False)
            assert Signature.parse(str(signature)).metric() == variant, preset.name


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": "a,b"}, "'a,b' cannot name a dialect"),
        ({"aliases": ("A",)}, "'A' cannot name a dialect"),
        ({"verified": "guessed"}, "verified is 'guessed'"),
    ],
)
def test_a_preset_that_cannot_be_named_or_was_not_verified_is_refused(
    changes: Any, message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        replace(preset_named(NistDialect, "mteval"), **changes)


def test_two_presets_of_one_name_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = '[[program]]\nprogram = "x"\nversion = "1"\nverified = "run"\nsource = "y"\n'
    lines = 'one = { dialect = "" }\nother = { dialect = "order=2", aliases = ["one"] }\n'
    (tmp_path / "presets.toml").write_text(f"{program}[program.presets]\n{lines}")
    (tmp_path / "made_dialect.py").write_text(
        "from tallystick.metrics import NistDialect\nclass Made(NistDialect): pass\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(OptionError, match="two dialects are named 'one'"):
        presets_of(import_module("made_dialect").Made)


LESS_THAN_1: dict[str, Any] = {"order": 0}

INVALID: dict[str, list[tuple[dict[str, Any], str]]] = {
    "bleu": [
        (LESS_THAN_1, "order is 0; expected a whole number from 1 to 1000"),
        ({"order": 1001}, "order is 1001; expected"),
        ({"order": "4"}, "order is '4'; expected"),
        ({"order": True}, "order is True; expected"),
        ({"order": 2.0}, "order is 2.0; expected"),
        ({"smooth": "flor"}, "smooth is 'flor'; expected one of none, floor, add-k, exp"),
        ({"smooth": "floor", "smooth_value": "0.1"}, "smooth_value is '0.1'; expected a number"),
        (
            {"smooth": "floor", "smooth_value": -0.1},
            "value is -0.1; expected a number of 0 or more",
        ),
        ({"smooth": "floor", "smooth_value": math.nan}, "smooth_value is nan; expected"),
        ({"smooth": "add-k", "smooth_value": math.inf}, "smooth_value is inf; expected"),
        ({"smooth_value": 0.1}, "smooth_value is 0.1 but smooth=exp takes none"),
        ({"smooth": "none", "smooth_value": 1}, "but smooth=none takes none"),
        ({"weights": (0.5, 0.4)}, r"the weights \(0.5, 0.4\) sum to 0.9; expected"),
        ({"weights": (1.5, -0.5)}, "expected weights of 0 or more that sum to 1"),
        ({"weights": (math.nan, 1.0)}, "expected weights of 0 or more that sum to 1"),
        ({"weights": [1e308] * 4}, "sum to inf; expected weights of 0 or more that sum to 1"),
        ({"weights": ()}, "expected weights of 0 or more that sum to 1"),
        ({"weights": ("x",)}, "expected"),
        ({"weights": 1}, "expected"),
        ({"weights": (0.5, 0.5), "order": 3}, "there are 2 weights but the order is 3"),
        ({"weights": (0.5, 0.5), "order": 4}, "there are 2 weights but the order is 4"),
        ({"lowercase": "upper"}, "lowercase is 'upper'; expected none, ascii or unicode"),
        ({"effective_order": "no"}, "effective_order"),
        ({"tokenize": "13b"}, "no tokenizer is named '13b'; did you mean 13a"),
        ({"dialect": "smooth_from=0"}, "smooth_from"),
        ({"dialect": "unmatched_numerator=x"}, "unmatched_numerator"),
        ({"dialect": "unmatched_denominator=-1"}, "unmatched_denominator"),
        ({"dialect": "torchmetric"}, "did you mean torchmetrics"),
    ],
    "sentbleu": [(LESS_THAN_1, "order is 0")],
    "nist": [
        (LESS_THAN_1, "order is 0; expected"),
        ({"tokenize": "mteval13a"}, "did you mean mteval-13a"),
        ({"information": {"a": 1.0}}, "information"),
        ({"dialect": "mtevl"}, "no dialect of NIST is named 'mtevl'; did you mean mteval"),
        ({"dialect": 3}, "no dialect of NIST is named 3; known are mteval"),
        ({"dialect": 3}, "; `tallystick list dialects` lists all"),
        ({"dialect": "mach=maximum"}, "'mach=maximum' .* is not an axis .*; did you mean match"),
        ({"dialect": "order=4+order=5"}, "the axis 'order' is given twice"),
        ({"dialect": "order=four"}, "order is 'four' in the dialect 'order=four'; expected"),
        ({"dialect": "match=best"}, "match is 'best'; expected one of maximum, best_ref"),
        ({"dialect": "reference_length=matched"}, "give match='best_reference' too"),
        ({"dialect": "beta=0.5"}, "beta is 0.5; expected a number below 0"),
        ({"dialect": "tokenize=13b"}, "'13b', which is not a tokenizer; did you mean 13a"),
    ],
    "chrf": [
        ({"order": -1}, "order is -1; expected a whole number from 0"),
        (LESS_THAN_1, "order and word_order are both 0"),
        ({"word_order": -1}, "word_order is -1; expected a whole number from 0"),
        ({"beta": 1e200}, r"beta is 1e\+200; expected a number from 0 to 1e\+100"),
        ({"beta": -1}, "beta is -1; expected a number of 0 or more"),
        ({"whitespace": "no"}, "whitespace is 'no'"),
        ({"eps_smoothing": 1}, "eps_smoothing is 1; expected True or False"),
    ],
    "ter": [
        ({"dialect": "beam=-1"}, "beam is -1"),
        ({"dialect": "blocks=both"}, "expected one of position, alignment, whole_matches"),
        ({"tokenize": "tercom"}, "tercom-norm"),
    ],
    "cider": [
        (LESS_THAN_1, "order is 0; expected a whole number from 1"),
        ({"sigma": 0}, "sigma is 0; expected a number above 0"),
        ({"sigma": 1e-200}, "sigma is 1e-200; expected a number above 1e-100"),
        ({"sigma": "6"}, "sigma is '6'; expected a number"),
        ({"df": {("a",): 1}}, "df is of type dict; expected DocumentFrequencies"),
    ],
    "google_gleu": [
        (LESS_THAN_1, "order is 0; expected a whole number from 1"),
        ({"min_order": 0}, "min_order is 0; expected a whole number from 1"),
        ({"min_order": 5}, "min_order is 5 but order is 4, so there are no n-grams"),
    ],
    "ribes": [
        ({"alpha": -0.1}, "alpha is -0.1; expected a number of 0 or more"),
        ({"beta": "0.1"}, "beta is '0.1'; expected a number of 0 or more"),
        ({"dialect": "context=left"}, "context is 'left'; expected one of left_first"),
    ],
    "meteor": [
        ({"dialect": "nltk", "alpha": 1.5}, "alpha is 1.5; expected a number from 0 to 1"),
        ({"dialect": "nltk", "beta": -1}, "beta is -1; expected a number of 0 or more"),
    ],
    "sari": [
        (LESS_THAN_1, "order is 0; expected a whole number from 1"),
        ({"dialect": "precision=each"}, "give average='score'"),
        ({"dialect": "nothing=2"}, "nothing is 2; expected a whole number from 0 to 1"),
    ],
    "rouge1": [
        ({"dialect": "beta=0"}, "expected a number above 0"),
        ({"dialect": "epsilon=-1"}, "expected a number of 0 or more"),
        ({"dialect": "decimals=0"}, "expected a whole number from 1 to 16"),
        ({"dialect": "references=worst"}, "expected one of best"),
        ({"dialect": "stem=snowball"}, "expected one of none, porter"),
    ],
    "rouge": [
        ({"type": kind}, "expected the order of the n-grams, 1 to 1000, L or Lsum")
        for kind in ("0", "S", "-1", "1001", "²", "1.0", "")
    ],
    **{
        name: [({"normalize": form}, "normalize") for form in ("nfx", "nfc+nfc", 3, ["nfc", 3])]
        for name in ("wer", "cer")
    },
}


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [(name, *invalid) for name, several in INVALID.items() for invalid in several],
    ids=str,
)
def test_an_invalid_option_is_refused(name: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises((OptionError, UnknownNameError), match=message):
        METRICS.load(name)(**options)
