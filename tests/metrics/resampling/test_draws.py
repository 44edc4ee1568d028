"""Draws are fixed by the seed, the purpose and the number of the resample."""

import hashlib

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.resampling.functions import draw_counts, permutations, swaps

seeds = st.integers(0, 2**40)


@given(seed=seeds, units=st.integers(1, 200), cut=st.integers(0, 20))
def test_a_part_of_the_draws_is_the_same_as_when_all_are_drawn(
    seed: int, units: int, cut: int
) -> None:
    for draw in (swaps, draw_counts):
        whole = draw(seed, "bleu", units, 0, 20)
        assert whole.shape == (20, units)
        parts = [draw(seed, "bleu", units, 0, cut), draw(seed, "bleu", units, cut, 20)]
        assert (np.concatenate(parts) == whole).all()


@given(seed=seeds, units=st.integers(1, 300))
def test_a_resample_has_as_many_units_as_there_are(seed: int, units: int) -> None:
    counts = draw_counts(seed, "", units, 0, 5)
    assert counts.min() >= 0
    assert (counts.sum(axis=1) == units).all()


def test_another_seed_or_purpose_gives_other_draws() -> None:
    first = swaps(0, "bleu", 200, 0, 1)
    assert (first != swaps(1, "bleu", 200, 0, 1)).any()
    assert (first != swaps(0, "nist", 200, 0, 1)).any()
    assert (draw_counts(0, "bleu", 200, 0, 1) != draw_counts(0, "nist", 200, 0, 1)).any()


def philox_of(text: bytes) -> np.random.Philox:
    return np.random.Philox(key=int.from_bytes(hashlib.sha256(text).digest()[:16], "little"))


def test_random_orders_sort_the_words_of_numpys_philox() -> None:
    philox = philox_of(b"tallystick:7:order:bleu")
    for places in permutations(7, "bleu", 5, 3).tolist():
        words = [int(philox.random_raw()) for _ in range(5)]
        assert places == [sorted(words).index(word) for word in words]


def test_draws_are_those_of_numpys_philox_word_for_word() -> None:
    # NumPy's generator of Salmon et al. 2011, asked here for one word after the other
    philox = philox_of(b"tallystick:7:draw:bleu")
    words = [int(philox.random_raw()) for _ in range(16)]
    for resample, start in enumerate((0, 8)):  # 6 words fill two blocks of 4
        drawn = [int((word >> 11) / 2**53 * 6) for word in words[start : start + 6]]
        counts = [drawn.count(unit) for unit in range(6)]
        assert draw_counts(7, "bleu", 6, resample, resample + 1).tolist() == [counts]
