"""The tests of other programs instead of ours, compared with recorded runs of the programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tallystick.compat.emulation import moses, multeval
from tallystick.compat.emulation.comparison import IS_OWN_METRIC, compare_emulated
from tallystick.compat.emulation.programs import PROGRAMS
from tallystick.compat.emulation.settings import EmulationSettings, settings_from
from tallystick.errors import InputError, OptionError
from tallystick.metrics import (
    Bleu,
    Corpus,
    Metric,
    Nist,
    Settings,
    Statistics,
    as_metric,
    compare_under,
)

EXAMPLES = Path(__file__).parents[3] / "examples"
JBLEU = Bleu(dialect="jbleu", tokenize="13a")
MULTI_BLEU = Bleu(dialect="multi-bleu", tokenize="13a")
NAMES = ["system-literal.en", "literal-with-every-6th-short", "system-good.en", "system-short.en"]


def lines(name: str) -> list[str]:
    """Return the lines of an example, or of a mixture of which programs' runs were recorded."""
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


def test_p_values_are_those_that_multeval_recorded(golden: Callable[[str], Any]) -> None:
    [run] = [
        one
        for one in golden("resampling_emulations")["multeval"]["runs"]
        if (one["seed"], one["permutation_seed"]) == (1, 2)
    ]
    names = [name for [name] in run["systems"]]
    settings = emulation(emulate="multeval", seed=1, resamples=run["shuffles"])
    found = compare_emulated(JBLEU, systems_of(JBLEU, names), names, settings)
    assert found.pairs == ((1, 0), (2, 0))
    assert found.p_values.tolist() == [one["p_value"] for one in run["results"][1:]]
    assert found.scores.tolist() == pytest.approx([one["score"] for one in run["results"]])
    assert (found.method, found.resamples) == ("MultEval 0.5.1 approximate randomisation", 999)


def test_p_value_and_interval_are_those_that_moses_recorded(golden: Callable[[str], Any]) -> None:
    [run] = [one for one in golden("resampling_emulations")["moses"]["runs"] if one["seed"] == 7]
    names, printed = run["hypotheses"], run["printed"]["BLEU"]
    settings = emulation(emulate="moses", seed=7)
    found = compare_emulated(MULTI_BLEU, systems_of(MULTI_BLEU, names), names, settings)
    assert found.p_values.tolist() == [float(printed["p_value"])]
    for number, name in enumerate(("hypothesis_1", "hypothesis_2")):
        score, middle, half_width = (100 * float(one) for one in printed[name])
        assert found.scores[number] == pytest.approx(score, rel=1e-12)
        low, high = found.bounds[:, number]
        assert (low, high) == pytest.approx((middle - half_width, middle + half_width), rel=1e-12)


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
    found = compare_emulated(Bleu(), systems, ["a", "b"], emulation(emulate="sacrebleu", test=test))
    assert found.p_values.tolist() == found.adjusted_p_values.tolist() == [results[1]["p"]]
    assert not found.exact.any()
    if test == "bootstrap":
        for number, one in enumerate(results):
            # recorded under NumPy 2; NumPy 1 rounds single precision differently
            bounds = [one["mean"] - one["ci"], one["mean"] + one["ci"]]
            assert found.bounds[:, number].tolist() == pytest.approx(bounds, rel=1e-6)


@pytest.mark.parametrize("baseline", range(4))
@pytest.mark.parametrize("emulate", ["sacrebleu", "moses"])
def test_results_are_in_the_order_of_systems_for_every_baseline(
    emulate: Any, baseline: int
) -> None:
    systems = systems_of(Bleu())
    settings = emulation(emulate=emulate, test="bootstrap", seed=5, resamples=200)
    found = compare_emulated(Bleu(), systems, NAMES, settings, baseline=baseline)
    assert found.pairs == tuple((i, baseline) for i in range(4) if i != baseline)
    for number, (i, j) in enumerate(found.pairs):
        alone = compare_emulated(Bleu(), [systems[i], systems[j]], ["i", "j"], settings, baseline=1)
        assert found.p_values[number] == alone.p_values[0]
        assert found.bounds[:, [i, j]].tolist() == alone.bounds.tolist()
        assert found.differences[number] == alone.differences[0]


def test_numbers_that_a_program_does_not_print_are_ours() -> None:
    systems = systems_of(Bleu())
    settings = emulation(emulate="sacrebleu", resamples=500)
    found = compare_emulated(Bleu(), systems, NAMES, settings)
    rows = [[one.rows.astype(float) for one in runs] for runs in systems]
    ours = compare_under(
        Bleu(), rows, Settings(test="bootstrap", resamples=500, seed=12345), baseline=0
    )
    for name in ("scores", "bounds", "standard_errors", "difference_bounds", "difference_errors"):
        assert np.array_equal(getattr(found, name), getattr(ours, name))


def test_no_resamples_are_added_to_those_of_the_program() -> None:
    settings = emulation(emulate="sacrebleu", test="bootstrap", resamples=3)
    found = compare_emulated(Bleu(), systems_of(Bleu()), NAMES, settings)
    assert found.resamples == 3
    assert {float(one) * 4 for one in found.p_values} <= {1, 2, 3, 4}


def test_nist_of_moses_is_resampled_after_its_bleu() -> None:
    systems = systems_of(Nist())
    settings = emulation(emulate="moses", seed=3, resamples=300)
    found = compare_emulated(Nist(), systems, NAMES, settings)
    [baseline], others = systems[0], [one for [one] in systems[1:]]
    expected = moses.paired_bootstrap(Nist(), baseline, others, 300, seed=3, passes_before=1)
    assert found.p_values.tolist() == [one.p_value for one in expected[1:]]


def test_bounds_are_ordered_although_moses_sorts_scores_as_text() -> None:
    # NIST below and above 10, which as text is before 9
    metric = Nist(order=5)
    references = [f"{n} a{n} b{n} c{n} d{n} e{n} f{n} g{n}" for n in range(900, 1200)]
    hypotheses = [line if n % 8 else "x" for n, line in enumerate(references)]
    statistics = metric.statistics(
        Corpus.from_segments(hypotheses=hypotheses, references=references)
    )
    [printed] = moses.paired_bootstrap(metric, statistics, [], 200, seed=1, passes_before=1)
    assert printed.half_width is not None
    assert printed.half_width < 0
    settings = emulation(emulate="moses", seed=1, resamples=200)
    found = compare_emulated(metric, [[statistics], [statistics]], ["a", "b"], settings)
    assert found.bounds[0, 0] <= found.bounds[1, 0]
    assert (found.bounds[1, 0] - found.bounds[0, 0]) / 2 == pytest.approx(abs(printed.half_width))


def test_runs_are_pooled_as_multeval_pools_them() -> None:
    literal, mixed, good, short = (one for [one] in systems_of(JBLEU))
    settings = emulation(emulate="multeval", seed=12, resamples=300)
    found = compare_emulated(JBLEU, [[literal, mixed], [good, short]], ["a", "b"], settings)
    expected = multeval.randomisation(JBLEU, [literal, mixed], [[good, short]], 300, seed=12)
    assert found.p_values.tolist() == [expected[1].p_value]
    assert found.scores.tolist() == pytest.approx([one.score for one in expected])


def test_systems_that_a_program_cannot_compare_are_refused() -> None:
    one, two, *_ = (one for [one] in systems_of(Bleu()))
    like_sacrebleu = emulation(emulate="sacrebleu")
    with pytest.raises(OptionError, match="no system besides mine; give another one"):
        compare_emulated(Bleu(), [[one]], ["mine"], like_sacrebleu)
    with pytest.raises(OptionError, match="'b' has 2 runs, but sacreBLEU"):
        compare_emulated(Bleu(), [[one], [one, two]], ["a", "b"], like_sacrebleu)
    like_multeval = emulation(emulate="multeval", seed=1)
    with pytest.raises(InputError, match=r"'b' has 2 runs, but 'a' has 1; MultEval"):
        compare_emulated(Bleu(), [[one], [one, two]], ["a", "b"], like_multeval)


def test_own_metrics_of_a_program_are_its_own_and_no_others() -> None:
    specs = {name: program.own_metrics for name, program in PROGRAMS.items()}
    for name, other in permutations(specs, 2):
        assert all(IS_OWN_METRIC[name](as_metric(spec)) for spec in specs[name])
        assert not any(IS_OWN_METRIC[name](as_metric(spec)) for spec in specs[other])
        assert not IS_OWN_METRIC[name](Nist())


@pytest.mark.parametrize(
    ("spec", "own"),
    [
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
def test_chrf_and_ter_are_own_metrics_of_sacrebleu_with_the_options_that_it_has(
    spec: str, own: bool
) -> None:
    assert IS_OWN_METRIC["sacrebleu"](as_metric(spec)) is own


def test_a_copy_of_the_baseline_has_the_least_p_value_of_sacrebleu_and_that_of_moses_is_1() -> None:
    [[one]] = systems_of(Bleu(), NAMES[:1])
    for test in ("bootstrap", "randomisation"):
        settings = emulation(emulate="sacrebleu", test=test, resamples=99)
        assert compare_emulated(Bleu(), [[one], [one]], ["a", "b"], settings).p_values[0] == 0.01
    settings = emulation(emulate="moses", seed=1, resamples=99)
    assert compare_emulated(Bleu(), [[one], [one]], ["a", "b"], settings).p_values[0] == 1
