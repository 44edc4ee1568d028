"""The tests of sacreBLEU: equal to those of the installed and of the recorded one, and settings."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick import InputError, OptionError
from tallystick.metrics import (
    Bleu,
    Chrf,
    Corpus,
    Metric,
    Nist,
    Settings,
    Statistics,
    Ter,
    as_metric,
    compare_under,
)
from tests.compat.internals import (
    OWN_METRICS,
    EmulationSettings,
    compare_emulated,
    is_own_metric,
    paired_test,
    settings_from,
    sums,
)

significance = pytest.importorskip("sacrebleu.significance")
theirs = pytest.importorskip("sacrebleu.metrics")

SMOOTHINGS = [
    ("exp", None),
    ("none", None),
    ("floor", None),
    ("floor", 0.01),
    ("add-k", None),
    ("add-k", 0.5),
    ("add-k", 2.7),
]
SEED = 12345  # sacreBLEU's default
TESTS: dict[str, Any] = {"bs": "bootstrap", "ar": "randomisation"}
Rows = Sequence[np.ndarray[Any, Any]]


@st.composite
def rows_of_systems(draw: st.DrawFn, order: int = 4) -> Rows:
    """Draw statistics of two or three systems, two of which often differ in few segments."""
    segments = draw(st.integers(1, 25))
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    references = generator.integers(0, 9, size=segments)
    systems = []
    for _ in range(draw(st.integers(2, 3))):
        lengths = generator.integers(0, 9, size=segments)
        totals = np.maximum(lengths[:, np.newaxis] - np.arange(order), 0)
        matches = (generator.random(totals.shape) * (totals + 1)).astype(np.int64)
        systems.append(np.column_stack([lengths, references, matches, totals]))
    if draw(st.booleans()):
        differing = systems[1][: draw(st.integers(0, 3))]
        systems[1] = np.concatenate([differing, systems[0][len(differing) :]])
    return systems


def statistics_of(metric: Bleu, rows: Rows) -> list[Statistics]:
    return [Statistics(metric.columns, counts.astype(np.int64), 1, False) for counts in rows]


def statistics_with(metric: Metric, hypotheses: list[str], references: list[str]) -> Statistics:
    return metric.statistics(Corpus.from_segments(hypotheses=hypotheses, references=references))


def their_results(
    rows: Rows,
    test_type: str,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    seed: int,
    options: dict[str, Any],
) -> list[tuple[float | None, ...]]:
    """Run sacreBLEU's PairedTest on statistics; the text of a system is its number."""
    metric = theirs.BLEU(**options)
    metric.num_refs = 1
    metric._extract_corpus_statistics = lambda lines, _: rows[int(lines[0])].tolist()
    systems = [(str(index), [str(index)] * len(segments)) for index, segments in enumerate(rows)]
    monkeypatch.setenv("SACREBLEU_SEED", str(seed))
    test = significance.PairedTest(systems, {"BLEU": metric}, None, test_type, number, n_jobs=1)
    _, scores = test()
    numbers = [(score.score, score.p_value, score.mean, score.ci) for score in scores["BLEU"]]
    return [tuple(None if value is None else float(value) for value in row) for row in numbers]


@settings(max_examples=40)
@given(
    data=st.data(),
    smoothing=st.sampled_from(SMOOTHINGS),
    effective=st.booleans(),
    order=st.integers(1, 5),
    seed=st.integers(1, 10**6),
)
@pytest.mark.parametrize("test_type", ["bs", "ar"])
def test_results_of_the_paired_tests_are_those_of_sacrebleu(
    test_type: str, data: st.DataObject, smoothing: Any, effective: bool, order: int, seed: int
) -> None:
    rows = data.draw(rows_of_systems(order))
    smooth, value = smoothing
    metric = Bleu(order=order, smooth=smooth, smooth_value=value, effective_order=effective)
    options = {
        "smooth_method": smooth,
        "smooth_value": value,
        "effective_order": effective,
        "max_ngram_order": order,
    }
    baseline, *systems = statistics_of(metric, rows)
    with pytest.MonkeyPatch.context() as patch:
        expected = their_results(rows, test_type, patch, 60, seed, options)
    results = paired_test(TESTS[test_type], metric, baseline, systems, 60, seed)
    assert list(results) == expected


@pytest.mark.parametrize(("metric", "name"), [(Chrf(), "CHRF"), (Ter(), "TER")])
def test_p_values_of_chrf_and_ter_are_those_of_the_installed_sacrebleu(
    metric: Chrf | Ter, name: str
) -> None:
    generator = np.random.default_rng(1)
    texts = [[" ".join(generator.choice(list("abcd"), 6)) for _ in range(15)] for _ in range(4)]
    references, *systems = texts
    named = [(str(number), hypotheses) for number, hypotheses in enumerate(systems)]
    own = {name: getattr(theirs, name)(references=[references])}
    statistics = [statistics_with(metric, lines, references) for lines in systems]
    for test_type, test in TESTS.items():
        paired = significance.PairedTest(named, own, None, test_type=test_type, n_samples=40)
        expected = next(values for key, values in paired()[1].items() if key != "System")
        results = paired_test(test, metric, statistics[0], statistics[1:], 40, SEED)
        assert [result.p_value for result in results] == [result.p_value for result in expected]


def test_the_randomisation_approaches_the_exact_share_of_greater_differences(
    golden: Callable[[str], Any],
) -> None:
    recorded = golden("resampling_emulations")
    texts, exact = recorded["sacrebleu"], recorded["exact_randomisation"]
    baseline, other = (
        statistics_with(Bleu(), texts[name], texts["references"]) for name in ("baseline", "system")
    )
    p_value = paired_test("randomisation", Bleu(), baseline, [other], 20_000, seed=3)[1].p_value
    share = exact["p_greater"]
    error = math.sqrt(share * (1 - share) / 20_000)
    assert p_value == pytest.approx(share, abs=4 * error)


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
def test_sums_beyond_single_precision_have_the_rounding_errors_of_sacrebleu(
    smoothing: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    generator = np.random.default_rng(3)
    rows = []
    for _ in range(2):
        totals = generator.integers(5_000_000, 9_000_000, size=(4, 1)) - np.arange(4)
        matches = generator.integers(0, 4_000_000, size=(4, 4)) * [1, 1, 1, 0]
        rows.append(np.column_stack([totals[:, 0], totals[:, 0] + 1001, matches, totals]))
    smooth, value = smoothing
    metric = Bleu(smooth=smooth, smooth_value=value)
    options = {"smooth_method": smooth, "smooth_value": value}
    baseline, system = statistics_of(metric, rows)
    expected = their_results(rows, "bs", monkeypatch, 50, SEED, options)
    results = paired_test("bootstrap", metric, baseline, [system], 50, SEED)
    assert list(results) == expected


@given(rows=rows_of_systems())
def test_results_depend_neither_on_other_systems_nor_on_the_size_of_batches(rows: Rows) -> None:
    baseline, *systems = statistics_of(Bleu(), rows)
    for test in TESTS.values():
        together = paired_test(test, Bleu(), baseline, systems, 130, SEED)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sums, "NUMBERS_AT_ONCE", 50)
            assert paired_test(test, Bleu(), baseline, systems[:1], 130, SEED) == together[:2]


def test_metrics_that_sacrebleu_does_not_have_keep_their_own_formula() -> None:
    texts = ["a b c d"] * 30, ["a b c d"] * 15 + ["a b c x"] * 15
    for metric in (Nist(), Bleu(dialect="nltk"), Bleu(weights=(0.5, 0.5))):
        baseline, system = (statistics_with(metric, text, ["a b c d e f"] * 30) for text in texts)
        for test in TESTS.values():
            results = paired_test(test, metric, baseline, [system, baseline], 99, SEED)
            assert [result.score for result in results] == pytest.approx(
                [metric.score(side).score for side in (baseline, system, baseline)], rel=1e-12
            )
            assert results[2].p_value == 0.01  # sacreBLEU's test of a copy


@pytest.mark.parametrize("number", [0, -1, 1.5, True, "10", 10**9])
def test_a_number_of_resamples_or_a_seed_that_sacrebleu_does_not_take_is_refused(
    number: Any,
) -> None:
    [statistics] = statistics_of(Bleu(), [np.ones((3, 10))])
    with pytest.raises(OptionError, match="expected a whole number from 1 to 1000"):
        paired_test("bootstrap", Bleu(), statistics, [statistics], number, SEED)
    with pytest.raises(OptionError, match="seed:0; give another seed, such as 12345"):
        paired_test("bootstrap", Bleu(), statistics, [statistics], 10, 0)


UNDEFINED = np.array([[0, 3, 0, 0, 0, 0, 0, 0, 0, 0], [5, 5, 5, 4, 3, 2, 5, 4, 3, 2]])


@pytest.mark.parametrize(
    ("metric", "rows", "message"),
    [
        (Bleu(), np.ones((4, 10)), "system 2 has 4 segments, but the first has 3"),
        (Bleu(order=3), np.ones((3, 8)), "system 2 has the statistics"),
        (Bleu(), np.ones((0, 10)), "no segments"),
        (Bleu(dialect="multi-bleu"), UNDEFINED, "the score of some resamples"),
    ],
)
def test_systems_that_cannot_be_compared_are_refused(
    metric: Bleu, rows: np.ndarray[Any, Any], message: str
) -> None:
    [baseline] = statistics_of(Bleu(), [np.ones((3, 10))])
    [system] = statistics_of(metric, [rows])
    first = baseline if message.startswith("system") else system
    with pytest.raises(InputError, match=message):
        paired_test("bootstrap", metric if first is system else Bleu(), first, [system], 100, SEED)


EXAMPLES = Path(__file__).parents[3] / "examples"
NAMES = ["system-literal.en", "literal-with-every-6th-short", "system-good.en", "system-short.en"]


def lines(name: str) -> list[str]:
    """Return the lines of an example, or of a mixture of two."""
    if name == "literal-with-every-6th-short":
        pairs = zip(lines("system-literal.en"), lines("system-short.en"), strict=True)
        return [short if index % 6 == 0 else line for index, (line, short) in enumerate(pairs)]
    return (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n")


def systems_of(metric: Metric) -> list[list[Statistics]]:
    return [[statistics_with(metric, lines(name), lines("reference.en"))] for name in NAMES]


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
        [statistics_with(Bleu(), recorded[name], recorded["references"])]
        for name in ("baseline", "system")
    ]
    results = recorded["results"]["bs" if test == "bootstrap" else "ar"]
    tests = compare_emulated(Bleu(), systems, ["a", "b"], emulation(emulate="sacrebleu", test=test))
    assert tests.p_values.tolist() == tests.adjusted_p_values.tolist() == [results[1]["p"]]
    assert not tests.exact.any()
    if test == "bootstrap":
        for number, result in enumerate(results):
            # recorded under NumPy 2; NumPy 1 rounds single precision differently
            bounds = [result["mean"] - result["ci"], result["mean"] + result["ci"]]
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
    first, second, *_ = (statistics for [statistics] in systems_of(Bleu()))
    like_sacrebleu = emulation(emulate="sacrebleu")
    with pytest.raises(OptionError, match="no system besides mine; give another one"):
        compare_emulated(Bleu(), [[first]], ["mine"], like_sacrebleu)
    with pytest.raises(OptionError, match="'b' has 2 runs, but sacreBLEU"):
        compare_emulated(Bleu(), [[first], [first, second]], ["a", "b"], like_sacrebleu)


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


# the defaults of --paired-ar, --paired-bs and SACREBLEU_SEED in sacreBLEU 2.6.0
RANDOMISATION = EmulationSettings("randomisation", 10_000, 12345, correction="none")
BOOTSTRAP = EmulationSettings("bootstrap", 1_000, 12345, correction="none")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, Settings()),
        ({"seed": 0, "correction": "max-t"}, Settings(seed=0, correction="max-t")),
        ({"test": "randomization"}, Settings("randomisation")),
        # the confidence is 1 less the level
        ({"significance_level": 0.01}, Settings(confidence=0.99, significance_level=0.01)),
        ({"significance_level": 0.3}, Settings(confidence=0.7, significance_level=0.3)),
        (
            {"significance_level": 0.01, "confidence": 0.9},
            Settings(confidence=0.9, significance_level=0.01),
        ),
    ],
)
def test_defaults_are_ours_without_an_emulation(given: dict[str, Any], expected: Settings) -> None:
    assert settings_from(**given) == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, RANDOMISATION),
        ({"test": "randomization"}, RANDOMISATION),
        ({"seed": 7, "resamples": 99}, replace(RANDOMISATION, seed=7, resamples=99)),
        ({"confidence": 0.9}, replace(RANDOMISATION, confidence=0.9)),
        ({"test": "bootstrap", "correction": "none", "confidence": 0.95}, BOOTSTRAP),
        # its intervals are 95% intervals whatever the level
        (
            {"test": "bootstrap", "significance_level": 0.01},
            replace(BOOTSTRAP, significance_level=0.01),
        ),
    ],
)
def test_defaults_with_an_emulation_are_those_of_sacrebleu(
    given: dict[str, Any], expected: EmulationSettings
) -> None:
    assert emulation(emulate="sacrebleu", **given) == expected


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"emulate": "meteor"}, r"emulate is 'meteor'; expected sacrebleu"),
        ({"significance_level": 1.5}, r"significance_level is 1\.5; expected"),
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
