"""The tests of sacreBLEU instead of ours: their settings, and results of recorded runs of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tallystick import OptionError
from tallystick.metrics import Bleu, Corpus, Metric, Settings, Statistics, as_metric, compare_under
from tests.compat.internals import (
    OWN_METRICS,
    EmulationSettings,
    compare_emulated,
    is_own_metric,
    settings_from,
)

EXAMPLES = Path(__file__).parents[3] / "examples"
NAMES = ["system-literal.en", "literal-with-every-6th-short", "system-good.en", "system-short.en"]


def lines(name: str) -> list[str]:
    """Return the lines of an example, or of a mixture of two."""
    if name == "literal-with-every-6th-short":
        pairs = zip(lines("system-literal.en"), lines("system-short.en"), strict=True)
        return [short if index % 6 == 0 else line for index, (line, short) in enumerate(pairs)]
    return (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n")


def systems_of(metric: Metric, names: Sequence[str] = NAMES) -> list[list[Statistics]]:
    references = lines("reference.en")
    return [
        [metric.statistics(Corpus.from_segments(hypotheses=lines(name), references=references))]
        for name in names
    ]


def emulation(**options: Any) -> EmulationSettings:
    settings = settings_from(**options)
    assert isinstance(settings, EmulationSettings)
    return settings


@pytest.mark.parametrize("test", ["bootstrap", "randomisation"])
def test_p_value_and_interval_are_those_that_sacrebleu_recorded(
    test: Any, golden: Callable[[str], Any]
) -> None:
    recorded = golden("resampling_emulations")["sacrebleu"]
    systems = [
        [
            Bleu().statistics(
                Corpus.from_segments(hypotheses=recorded[name], references=recorded["references"])
            )
        ]
        for name in ("baseline", "system")
    ]
    results = recorded["results"]["bs" if test == "bootstrap" else "ar"]
    tests = compare_emulated(Bleu(), systems, ["a", "b"], emulation(emulate="sacrebleu", test=test))
    assert tests.p_values.tolist() == tests.adjusted_p_values.tolist() == [results[1]["p"]]
    assert not tests.exact.any()
    if test == "bootstrap":
        for number, one in enumerate(results):
            # recorded under NumPy 2; NumPy 1 rounds single precision differently
            bounds = [one["mean"] - one["ci"], one["mean"] + one["ci"]]
            assert tests.bounds[:, number].tolist() == pytest.approx(bounds, rel=1e-6)


@pytest.mark.parametrize("baseline", range(4))
def test_results_are_in_the_order_of_systems_for_every_baseline(baseline: int) -> None:
    systems = systems_of(Bleu())
    settings = emulation(emulate="sacrebleu", test="bootstrap", seed=5, resamples=200)
    tests = compare_emulated(Bleu(), systems, NAMES, settings, baseline=baseline)
    assert tests.pairs == tuple((i, baseline) for i in range(4) if i != baseline)
    for number, (i, j) in enumerate(tests.pairs):
        alone = compare_emulated(Bleu(), [systems[i], systems[j]], ["i", "j"], settings, baseline=1)
        assert tests.p_values[number] == alone.p_values[0]
        assert tests.bounds[:, [i, j]].tolist() == alone.bounds.tolist()
        assert tests.differences[number] == alone.differences[0]


def test_numbers_that_sacrebleu_does_not_print_are_ours() -> None:
    systems = systems_of(Bleu())
    settings = emulation(emulate="sacrebleu", resamples=500)
    tests = compare_emulated(Bleu(), systems, NAMES, settings)
    rows = [[statistics.rows.astype(float) for statistics in runs] for runs in systems]
    ours = compare_under(
        Bleu(), rows, Settings(test="bootstrap", resamples=500, seed=12345), baseline=0
    )
    for name in ("scores", "bounds", "standard_errors", "difference_bounds", "difference_errors"):
        assert np.array_equal(getattr(tests, name), getattr(ours, name))


def test_no_resamples_are_added_to_those_of_sacrebleu() -> None:
    settings = emulation(emulate="sacrebleu", test="bootstrap", resamples=3)
    tests = compare_emulated(Bleu(), systems_of(Bleu()), NAMES, settings)
    assert tests.resamples == 3
    assert {float(p_value) * 4 for p_value in tests.p_values} <= {1, 2, 3, 4}


def test_systems_that_sacrebleu_cannot_compare_are_refused() -> None:
    one, two, *_ = (one for [one] in systems_of(Bleu()))
    like_sacrebleu = emulation(emulate="sacrebleu")
    with pytest.raises(OptionError, match="no system besides mine; give another one"):
        compare_emulated(Bleu(), [[one]], ["mine"], like_sacrebleu)
    with pytest.raises(OptionError, match="'b' has 2 runs, but sacreBLEU"):
        compare_emulated(Bleu(), [[one], [one, two]], ["a", "b"], like_sacrebleu)


@pytest.mark.parametrize(
    ("spec", "own"),
    [
        *((spec, True) for spec in OWN_METRICS),
        *(("bleu:dialect=multi-bleu", False), ("bleu:dialect=jbleu", False), ("nist", False)),
        ("chrf++:beta=3,eps_smoothing=yes,whitespace=kept,lowercase=yes", True),
        ("chrf:dialect=sacrebleu", True),
        ("chrf:dialect=nltk", False),
        ("chrf:lowercase=ascii", False),
        ("ter:tokenize=tercom-norm-asian,lowercase=no", True),
        ("ter:tokenize=13a", False),
        ("ter:dialect=tercom", False),
        ("wer", False),
    ],
)
def test_own_metrics_of_sacrebleu_are_those_with_the_options_that_it_has(
    spec: str, own: bool
) -> None:
    assert is_own_metric(as_metric(spec)) is own


def test_defaults_are_ours_without_an_emulation() -> None:
    assert settings_from() == Settings()
    assert settings_from(seed=0, correction="max-t") == Settings(seed=0, correction="max-t")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        # the defaults of --paired-ar, --paired-bs and SACREBLEU_SEED in sacreBLEU 2.6.0
        ({"emulate": "sacrebleu"}, ("randomisation", 10_000, 12345)),
        ({"emulate": "sacrebleu", "test": "bootstrap"}, ("bootstrap", 1_000, 12345)),
        ({"emulate": "sacrebleu", "seed": 7, "resamples": 99}, ("randomisation", 99, 7)),
    ],
)
def test_defaults_with_an_emulation_are_those_of_sacrebleu(
    given: dict[str, Any], expected: tuple[str, int, int]
) -> None:
    emulated = settings_from(**given)
    assert (emulated.test, emulated.resamples, emulated.seed) == expected
    assert isinstance(emulated, EmulationSettings)
    assert emulated.correction == "none"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"emulate": "meteor"}, r"emulate is 'meteor'; expected sacrebleu"),
        (
            {"emulate": "sacrebleu", "correction": "holm"},
            r"the correction is 'holm', but sacreBLEU 2.6.0 does not .*; omit the correction",
        ),
        (
            {"emulate": "sacrebleu", "test": "bootstrap", "confidence": 0.9},
            r"the confidence is 0.9, but the intervals of sacreBLEU 2.6.0 are 95% intervals",
        ),
        ({"emulate": "sacrebleu", "test": "t"}, r"test is 't'; expected one of randomisation"),
        ({"emulate": "sacrebleu", "resamples": 0}, r"resamples is 0; expected a whole number"),
    ],
)
def test_choices_that_sacrebleu_does_not_have_are_refused(
    given: dict[str, Any], message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        settings_from(**given)


def test_settings_that_contradict_an_emulation_are_refused() -> None:
    with pytest.raises(OptionError, match="does not correct p-values"):
        EmulationSettings()


def test_choices_equal_to_those_of_sacrebleu_are_allowed() -> None:
    assert settings_from(emulate="sacrebleu", correction="none", test="bootstrap", confidence=0.95)
    assert settings_from(emulate="sacrebleu", confidence=0.9).confidence == 0.9


def test_the_american_spelling_means_the_same_test() -> None:
    assert settings_from(test="randomization") == settings_from(test="randomisation")
    emulated = settings_from(emulate="sacrebleu", test="randomization")
    assert (emulated.test, emulated.resamples) == ("randomisation", 10_000)


@pytest.mark.parametrize(
    ("given", "confidence"),
    [
        ({}, 0.95),
        ({"significance_level": 0.01}, 0.99),
        ({"significance_level": 0.3}, 0.7),
        ({"significance_level": 0.01, "confidence": 0.9}, 0.9),
        # sacreBLEU's intervals are 95% intervals whatever the level
        ({"significance_level": 0.01, "emulate": "sacrebleu", "test": "bootstrap"}, 0.95),
    ],
)
def test_the_confidence_is_by_default_1_less_the_level(
    given: dict[str, Any], confidence: float
) -> None:
    assert settings_from(**given).confidence == confidence


def test_a_level_out_of_range_is_refused_as_such() -> None:
    with pytest.raises(OptionError, match=r"significance_level is 1\.5; expected"):
        settings_from(significance_level=1.5)
