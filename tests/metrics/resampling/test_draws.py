"""Settings and units of resampling; draws and sums over them."""

import hashlib
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import tallystick
from tallystick import InputError, OptionError
from tallystick.metrics import Settings, segments_as_units, units_of
from tests.metrics.kernel.both import kernel, twin
from tests.metrics.resampling.functions import (
    differing_units,
    draw_counts,
    normals,
    our_spelling,
    permutations,
    scores_of,
    swaps,
    weighted_sums,
)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"test": "t"}, r"test is 't'; expected one of randomisation, bootstrap"),
        ({"correction": "bonferroni"}, r"correction is 'bonferroni'; expected one of holm, "),
        ({"resamples": 0}, r"resamples is 0; expected a whole number from 1 to 100000000"),
        ({"resamples": 10**12}, r"resamples is 1000000000000; expected a whole number from 1 to 1"),
        ({"resamples": True}, r"resamples is True"),
        ({"resamples": 1.5}, r"resamples is 1.5"),
        ({"seed": -1}, r"seed is -1; expected a whole number of 0 or more"),
        ({"confidence": 1}, r"confidence is 1; expected a number between 0 and 1"),
        ({"confidence": 95}, r"confidence is 95; expected a number between 0 and 1, such as 0.95"),
        ({"significance_level": 0}, r"significance_level is 0; .* such as 0.05"),
    ],
)
def test_a_value_out_of_range_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Settings(**given)


PAIR = {"one": "a b", "other": "a c"}
SYSTEMS: dict[str, Any] = {"systems": {name: [text] for name, text in PAIR.items()}}
DRAWING = [
    partial(tallystick.challenge, references=["a b"], metrics=["bleu"]),
    partial(tallystick.meta, **SYSTEMS, references=["a b"], human={"one": 1.0, "other": 2.0}),
]


@pytest.mark.parametrize("draw", DRAWING)
def test_all_resamples_have_one_limit(draw: Callable[..., object]) -> None:
    assert Settings(resamples=10**8).resamples == 10**8
    for resamples in (0, 10**8 + 1):
        with pytest.raises(OptionError, match=r"resamples is .* from [12] to 100000000$"):
            draw(resamples=resamples)


def test_levels_of_numpy_become_numbers_of_python() -> None:
    settings = Settings(confidence=np.float64(0.9), significance_level=np.float64(0.1), seed=0)
    assert (type(settings.confidence), type(settings.significance_level)) == (float, float)


def test_both_spellings_of_randomisation_are_known() -> None:
    names = ["randomization", "randomisation", "bootstrap"]
    assert list(map(our_spelling, names)) == ["randomisation", "randomisation", "bootstrap"]


def test_fewer_resamples_are_the_default_of_very_many_units() -> None:
    assert Settings().resamples_of(20_000) == 10_000
    assert Settings().resamples_of(20_001) == 2_000
    assert Settings(resamples=5).resamples_of(20_001) == 5


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 1000)), min_size=1))
def test_counts_of_a_documents_segments_add_up(segments: list[tuple[str, int]]) -> None:
    units = units_of("document", [label for label, _ in segments])
    sums = units.sums(np.array([[count] for _, count in segments]))
    expected: dict[str, int] = {}
    for label, count in segments:
        expected[label] = expected.get(label, 0) + count
    assert sums[:, 0].tolist() == list(expected.values())


informations = st.lists(st.floats(0, 500), min_size=1, max_size=60)


@given(informations, st.randoms(use_true_random=False))
def test_sums_of_any_numbers_are_exact_in_any_order(values: list[float], random: object) -> None:
    sums = segments_as_units(len(values)).sums(np.array([[value] for value in values]))[:, 0]
    # with repetitions, as in a resample, up to as many terms as there are units
    chosen = [random.choice(sums.tolist()) for _ in sums]  # type: ignore[attr-defined]
    assert Fraction(float(np.sum(chosen))) == sum(map(Fraction, chosen))
    assert Fraction(float(np.sum(chosen[::-1]))) == sum(map(Fraction, chosen))


@given(informations)
def test_rounding_hardly_changes_a_sum(values: list[float]) -> None:
    sums = segments_as_units(len(values)).sums(np.array([[value] for value in values]))[:, 0]
    exact = float(sum(map(Fraction, values)))
    assert abs(float(sums.sum()) - exact) <= 1e-12 * max(values) * len(values) + 1e-300


@given(informations, st.floats(600, 1e6))
def test_the_same_text_does_not_differ_even_if_another_segment_is_far_larger(
    values: list[float], large: float
) -> None:
    small = segments_as_units(len(values) + 1).sums(np.array([[1.0], *([x] for x in values)]))
    other = segments_as_units(len(values) + 1).sums(np.array([[large], *([x] for x in values)]))
    assert differing_units(small, other).tolist() == [True, *[False] * len(values)]


def test_without_segments_there_are_no_units() -> None:
    with pytest.raises(InputError, match="no segments"):
        segments_as_units(0)
    with pytest.raises(InputError, match="no segments"):
        units_of("document", [])


@pytest.mark.parametrize(
    ("system", "other", "differs"),
    [
        ([[1e12, 1.0]], [[1e12, 1.000001]], [True]),  # each column has its own tolerance
        ([[1e12], [1.0]], [[0.0], [1.00001]], [True, False]),  # that of the larger system
        ([[1e-12]], [[2e-12]], [True]),
        ([[0.0]], [[0.0]], [False]),
    ],
)
def test_statistics_differ_by_more_than_the_rounding_of_their_column(
    system: list[list[float]], other: list[list[float]], differs: list[bool]
) -> None:
    assert differing_units(np.array(system), np.array(other)).tolist() == differs


def test_small_numbers_keep_their_digits_beside_a_column_of_large_ones() -> None:
    rows = np.array([[1e15, 1 / 3], [1e15, 2 / 3]])
    sums = segments_as_units(2).sums(rows)
    assert sums[:, 1] == pytest.approx([1 / 3, 2 / 3], rel=1e-13)


def test_single_segments_are_units_of_that_name() -> None:
    assert segments_as_units(2).name == "segment"


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


def by_fractions(
    weights: NDArray[np.int16], sums: list[NDArray[np.float64]]
) -> list[list[list[float]]]:
    def total(row: list[int], column: list[float]) -> float:
        return float(sum(n * Fraction(value) for n, value in zip(row, column, strict=True)))

    return [
        [[total(row, rows[:, column].tolist()) for row in weights.tolist()] for rows in sums]
        for column in range(sums[0].shape[1])
    ]


@given(
    systems=st.integers(1, 3),
    columns=st.integers(1, 4),
    units=st.integers(1, 30),
    scales=st.lists(
        st.sampled_from([0.0, 1e-300, 0.001, 1.0, 40.0, 1e9]), min_size=12, max_size=12
    ),
    seed=st.integers(0, 2**32),
)
def test_rounded_statistics_are_added_exactly(
    systems: int, columns: int, units: int, scales: list[float], seed: int
) -> None:
    generator = np.random.default_rng(seed)
    sums = []
    for system in range(systems):
        rows = generator.random((units, columns)) * scales[system * 4 : system * 4 + columns]
        sums.append(segments_as_units(units).sums(rows))
    weights = draw_counts(seed, "", units, 0, 6)
    assert weighted_sums(sums)(weights).tolist() == by_fractions(weights, sums)


@pytest.mark.parametrize("units", [1, 2**16 - 1, 2**16, 2**17 - 1, 2**17])
def test_no_sum_of_many_large_digits_overflows(units: int) -> None:
    value = 2.0 ** (53 - units.bit_length()) - 1  # all bits are set, and so are those of digits
    add_up = weighted_sums([np.full((units, 1), value)])
    weights = np.ones((1, units), dtype=np.int16)
    assert add_up(weights).tolist() == [[[value * units]]]


ONE = np.array([[1.0, 2.0], [3.0, 4.0]])


@pytest.mark.parametrize(
    "sums",
    [
        # columns that are equal, in another order, or of another size
        [ONE, ONE[:, ::-1], ONE * 2.0**20, ONE],
        [np.array([[1, 2], [-3, 4]]) * factor for factor in (0.5, 1.0, 8.0)],
        *([np.array([[1.0], [n]]), np.array([[n], [n]])] for n in (-1.0, 1e300, 0.1)),
    ],
)
def test_statistics_of_several_systems_are_added_apart(sums: list[NDArray[np.float64]]) -> None:
    weights = np.array([[1, 1], [2, 0], [0, 2], [0, 0]], dtype=np.int16)
    assert weighted_sums(sums)(weights).tolist() == by_fractions(weights, sums)


def test_undefined_statistics_give_undefined_sums() -> None:
    sums = [np.array([[1.0, 2.0], [np.nan, 3.0]])]
    [[[first]], [[second]]] = weighted_sums(sums)(np.array([[1, 1]], dtype=np.int16)).tolist()
    assert np.isnan(first)
    assert second == 5


@pytest.mark.parametrize(
    ("rows", "fast"),
    [
        ([[0.0], [0.5]], True),
        ([[2.0**51], [1.0]], True),  # two of the larger need 53 bits
        ([[2.0**52], [1.0]], False),
        ([[2.0**40], [2.0**-20]], False),
        ([[1.0, 2.0**60], [1.0, 1.0]], False),
        ([[-1.0], [1.0]], False),
        ([[1.0], [np.inf]], False),
        ([[1.0], [np.nan]], False),
    ],
    ids=str,
)
def test_the_compiled_kernel_adds_what_float64_holds(
    monkeypatch: pytest.MonkeyPatch, rows: list[list[float]], fast: bool
) -> None:
    calls = []

    def add_up(*given: Any) -> bytes:
        calls.append(given)
        return twin.weighted_sums(*given)

    monkeypatch.setattr(kernel, "weighted_sums", add_up)
    weights = np.array([[0, 2], [1, 1]], dtype=np.int16)
    first, second = np.array(rows)
    expected = np.stack([2 * second, first + second], axis=-1)
    for active in ("compiled", "python"):
        calls.clear()
        monkeypatch.setattr(kernel, "ACTIVE", active)
        sums = weighted_sums([np.array(rows)])(weights)
        assert len(calls) == (fast and active == "compiled")
        np.testing.assert_array_equal(sums[:, 0], expected)


def test_scores_are_those_of_the_columns_of_each_system_and_resample() -> None:
    class Digits:
        def formula(self, totals: NDArray[np.float64]) -> NDArray[np.float64]:
            weighted: NDArray[np.float64] = totals @ np.array([100.0, 10.0, 1.0])
            return weighted

    sums = np.array([[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 0], [1, 2]]], dtype=np.float64)
    metric: Any = Digits()
    assert scores_of(metric, sums).tolist() == [[159, 260], [371, 482]]


def test_normal_numbers_depend_on_the_seed_and_the_purpose_alone() -> None:
    drawn = [normals(*of, (2, 5)).tolist() for of in [(1, "a"), (1, "a"), (2, "a"), (1, "b")]]
    assert [numbers == drawn[0] for numbers in drawn] == [True, True, False, False]
