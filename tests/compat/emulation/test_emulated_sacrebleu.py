"""The paired tests equal those of sacreBLEU, which runs on the same input, to the last digit."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick import InputError, OptionError
from tallystick.metrics import Bleu, Chrf, Corpus, Nist, Statistics, Ter
from tests.compat.internals import paired_test, sums

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
    systems = [(str(index), [str(index)] * len(one)) for index, one in enumerate(rows)]
    monkeypatch.setenv("SACREBLEU_SEED", str(seed))
    test = significance.PairedTest(systems, {"BLEU": metric}, None, test_type, number, n_jobs=1)
    _, scores = test()
    numbers = [(one.score, one.p_value, one.mean, one.ci) for one in scores["BLEU"]]
    return [tuple(None if one is None else float(one) for one in row) for row in numbers]


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
    statistics = [
        metric.statistics(Corpus.from_segments(hypotheses=lines, references=references))
        for lines in systems
    ]
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
    one, other = (
        Bleu().statistics(
            Corpus.from_segments(hypotheses=texts[name], references=texts["references"])
        )
        for name in ("baseline", "system")
    )
    p_value = paired_test("randomisation", Bleu(), one, [other], 20_000, seed=3)[1].p_value
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
    corpora = [
        Corpus.from_segments(hypotheses=text, references=["a b c d e f"] * 30)
        for text in (["a b c d"] * 30, ["a b c d"] * 15 + ["a b c x"] * 15)
    ]
    for metric in (Nist(), Bleu(dialect="nltk"), Bleu(weights=(0.5, 0.5))):
        baseline, system = (metric.statistics(corpus) for corpus in corpora)
        for test in TESTS.values():
            results = paired_test(test, metric, baseline, [system, baseline], 99, SEED)
            assert [result.score for result in results] == pytest.approx(
                [metric.score(one).score for one in (baseline, system, baseline)], rel=1e-12
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
