"""The sign test, compared with fractions and SciPy."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.reports.comparison.facts.ngrams.distinguishing import sign_test
from tallystick.reports.comparison.thresholds import FEWEST_DIFFERING


def in_fractions(more: int, fewer: int) -> Fraction:
    trials = more + fewer
    tail = sum(math.comb(trials, successes) for successes in range(min(more, fewer) + 1))
    return min(Fraction(1), 2 * Fraction(tail, 2**trials))


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=12))
def test_p_values_are_those_of_exact_fractions(tests: list[tuple[int, int]]) -> None:
    more = np.array([one for one, _ in tests], dtype=np.int64)
    fewer = np.array([one for _, one in tests], dtype=np.int64)
    expected = [float(in_fractions(*one)) for one in tests]
    assert sign_test(more, fewer) == pytest.approx(np.array(expected), rel=1e-12)


def test_p_values_are_those_of_scipy() -> None:
    # scipy.stats.binomtest of SciPy 1.17.1, two-sided, chance 1/2
    recorded = {
        (9, 2): 0.0654296875,
        (30, 14): 0.022628841205914796,
        (150, 101): 0.0023809925216453512,
        (1000, 900): 0.023108845108901193,
        (7, 0): 0.015625,
    }
    more, fewer = np.array(list(recorded)).T
    assert sign_test(more, fewer) == pytest.approx(list(recorded.values()), rel=1e-11)


def test_one_unit_fewer_could_never_be_significant() -> None:
    assert in_fractions(FEWEST_DIFFERING, 0) <= Fraction(1, 20) < in_fractions(5, 0)
    assert FEWEST_DIFFERING == 6
