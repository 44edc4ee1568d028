"""The approximate randomisation test, compared with recorded p-values and single exchanges."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics import Bleu, GivenScores, Wer
from tests.metrics.resampling.functions import (
    OneSet,
    bleu_rows,
    difference_after,
    enumerated_p_value,
    exchange_counts,
    one_sided_p_values,
    random_rows,
    randomised_p_values,
    swaps,
)

# Six segments; the exact two-sided p-value of the difference in BLEU over all 64 exchanges,
# 0.3125, was counted with sacreBLEU 2.6.0's corpus scores.
REFERENCES = [
    "the cat sat on a mat",
    "the dog barked loudly",
    "he went home early",
    "it rains in Spain",
    "we love tea",
    "birds sing in the spring",
]
ONE = [
    "the cat sat on the mat",
    "a dog barked loudly",
    "he went home early today",
    "it rains in Spain",
    "we like tea",
    "birds sing in spring",
]
OTHER = [
    "the cat is on the mat",
    "a dog barks loudly",
    "he went home early",
    "it rains in the Spain",
    "we love tea",
    "the birds sing in spring",
]


def test_the_exact_p_value_is_the_recorded_one() -> None:
    first, second = bleu_rows(ONE, REFERENCES), bleu_rows(OTHER, REFERENCES)
    assert enumerated_p_value(OneSet(Bleu(), [first, second]), 10_000) == 0.3125
    assert enumerated_p_value(OneSet(Bleu(), [second, first]), 10_000, threads=2) == 0.3125


outputs_of_segments = st.sampled_from(["a b c d e", "a b c d", "a b x d e", "x y", "b a"])


@given(st.lists(st.tuples(outputs_of_segments, outputs_of_segments), min_size=1, max_size=6))
def test_enumeration_is_exchanging_every_set_of_units(outputs: list[tuple[str, str]]) -> None:
    references = ["a b c d e"] * len(outputs)
    own = bleu_rows([first for first, _ in outputs], references)
    other = bleu_rows([second for _, second in outputs], references)
    every = list(product([False, True], repeat=len(own)))
    as_large = sum(
        abs(difference_after(own, other, exchange))
        >= abs(difference_after(own, other, every[0])) - 1e-9
        for exchange in every
    )
    assert enumerated_p_value(OneSet(Bleu(), [own, other]), 1000) == as_large / len(every)


def test_sampled_exchanges_are_those_drawn() -> None:
    systems = [random_rows(seed, 40) for seed in (1, 2, 3)]
    pairs = [(0, 1), (0, 2), (1, 2)]
    counts = exchange_counts(Bleu(), systems, pairs, resamples=200, seed=9, purpose="p")
    for (i, j), count in zip(pairs, counts, strict=True):
        two = systems[i], systems[j]
        observed = abs(difference_after(*two, [False] * 40))
        drawn = [abs(difference_after(*two, swap)) for swap in swaps(9, "p", 40, 0, 200)]
        assert count == sum(size >= observed - 1e-9 for size in drawn)


@pytest.mark.parametrize("smooth", ["none", "exp"])
def test_a_p_value_of_a_score_that_can_be_0_does_not_depend_on_the_seed(smooth: Any) -> None:
    # only the first system has 4-grams that match, in 11 of 60 segments: without smoothing, only
    # if all or none are exchanged is the difference as large, so by hand p = 2 * 2^-11; with
    # smoothing, further exchanges of 11 segments are not as large either
    second = np.tile([20.0, 20, 12, 8, 5, 0, 20, 19, 18, 17], (60, 1))
    first = second.copy()
    first[:11, 5] = 3
    draws: Any = {"resamples": 10_000, "seed": 0}
    for seed in range(6):
        draws["seed"] = seed
        sets = [OneSet(Bleu(smooth=smooth), [first, second])]
        [p_value] = randomised_p_values(sets, [(0, 1)], **draws)
        assert p_value >= 1 / 10_001
        # four standard deviations of a share
        assert p_value == pytest.approx(2**-10, abs=4 * np.sqrt(2**-10 / 10_000) + 1e-4)


def test_a_difference_beyond_all_exchanges_has_the_least_p_value_of_so_many() -> None:
    systems = [random_rows(seed, 200, quality) for seed, quality in enumerate([0.9, 0.2])]
    for resamples in (100, 3_000, 12_000):
        p_values = randomised_p_values(
            [OneSet(Bleu(), systems)], [(0, 1)], seed=1, resamples=resamples
        )
        assert p_values.tolist() == [1 / (resamples + 1)]


def test_random_exchanges_go_on_until_a_pair_is_decided() -> None:
    systems = [random_rows(seed, 60, quality) for seed, quality in ((1, 0.6), (2, 0.64))]
    draw: Any = {"seed": 3, "purpose": "p"}
    counts = [
        int(exchange_counts(Bleu(), systems, [(0, 1)], resamples=number, **draw)[0])
        for number in (2_000, 10_000, 12_000)
    ]
    assert 0 < counts[0] < 400 <= counts[1]
    p_values = [
        randomised_p_values([OneSet(Bleu(), systems, "p")], [(0, 1)], resamples=number, seed=3)[0]
        for number in (2_000, 12_000)
    ]
    assert p_values == [(counts[0] + 1) / 2_001, (counts[1] + 1) / 10_001]


def test_all_exchanges_are_tried_up_to_two_to_the_power_of_15() -> None:
    # 2**15 arrangements of 16 units differ in more than the sign, 2**16 of 17
    for units, is_tried in ((16, True), (17, False)):
        systems = random_rows(1, units), random_rows(2, units)
        assert (enumerated_p_value(OneSet(Bleu(), systems), 10) is not None) == is_tried


def test_two_systems_without_any_match_are_not_different() -> None:
    # BLEU is 0 whatever is exchanged
    first = np.array([[5.0, 5, 0, 0, 0, 0, 5, 4, 3, 2]] * 20)
    second = first + np.eye(1, 10)  # a longer hypothesis
    bleu = Bleu(smooth="none")
    assert enumerated_p_value(OneSet(bleu, [first[:5], second[:5]]), 10) == 1
    assert randomised_p_values([OneSet(bleu, [first, second])], [(0, 1)], resamples=50, seed=1) == 1


@pytest.mark.parametrize("metric", [GivenScores("da"), Bleu(), Wer()])
def test_a_one_sided_p_value_counts_exchanges_that_favour_the_first_system_more(
    metric: Any,
) -> None:
    generator = np.random.default_rng(5)
    columns = {"da": 2, "bleu": 10, "wer": 4}[metric.identity.name]
    systems = [generator.integers(1, 4, (30, columns)).astype(float) for _ in range(3)]
    pairs = [(0, 1), (1, 2), (2, 0)]
    p_values = one_sided_p_values(OneSet(metric, systems, "p"), pairs, resamples=60, seed=2)
    sign = 1 if metric.identity.higher_is_better else -1
    for (i, j), p_value in zip(pairs, p_values.tolist(), strict=True):
        observed, *gains = (
            sign * difference_after(systems[i], systems[j], swap, metric)
            for swap in [[False] * 30, *swaps(2, "p", 30, 0, 60)]
        )
        count = 0.5
        for gain in gains:
            count += 0.5 * (gain > observed - 1e-9) + 0.5 * (gain > observed + 1e-9)
        assert p_value == pytest.approx(count / 61)
