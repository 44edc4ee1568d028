"""The 48-bit generator equals Perl's `rand` and `java.util.Random`."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.compat.emulation.linear_congruential import (
    INCREMENT,
    MASK,
    MULTIPLIER,
    STEPS_AT_ONCE,
    advanced,
    below,
    booleans,
    java_state,
    perl_state,
    states,
    uniform,
)
from tallystick.errors import OptionError

STATES = st.integers(0, MASK)


def one_by_one(state: int, count: int) -> list[int]:
    found = []
    for _ in range(count):
        state = (state * MULTIPLIER + INCREMENT) % 2**48
        found.append(state)
    return found


@given(state=STATES, count=st.integers(0, 50))
def test_states_are_those_of_the_recurrence(state: int, count: int) -> None:
    assert states(state, count).tolist() == one_by_one(state, count)


def test_states_continue_across_blocks() -> None:
    found = states(12345, 2 * STEPS_AT_ONCE + 3)
    expected = one_by_one(12345, 2 * STEPS_AT_ONCE + 3)
    assert found.tolist() == expected


@given(state=STATES, steps=st.integers(0, 5000))
def test_a_state_is_advanced_by_any_number_of_steps(state: int, steps: int) -> None:
    assert advanced(state, steps) == [state, *one_by_one(state, steps)][-1]


def test_perl_numbers_are_those_recorded(golden: Callable[[str], Any]) -> None:
    for run in golden("resampling_emulations")["perl_rand"]["runs"]:
        numbers = uniform(perl_state(run["seed"]), len(run["numbers"])) * run["below"]
        assert numbers.astype(int).tolist() == run["numbers"]


def test_java_numbers_are_those_recorded(golden: Callable[[str], Any]) -> None:
    for run in golden("resampling_emulations")["java_random"]["runs"]:
        state, count = java_state(run["seed"]), len(run["numbers"])
        if run["below"] == 0:
            assert booleans(state, count).tolist() == list(map(bool, run["numbers"]))
        else:
            found, _ = below(state, np.full(count, run["below"]))
            assert found.tolist() == run["numbers"]


@given(seed=st.integers(-(2**63), 2**63 - 1), parts=st.lists(st.integers(0, 40), max_size=4))
def test_java_numbers_drawn_in_parts_are_those_drawn_at_once(seed: int, parts: list[int]) -> None:
    # about a quarter of the draws for this bound are refused
    bound = 2**30 + 2**29 + 1
    state, found = java_state(seed), []
    for part in parts:
        numbers, state = below(state, np.full(part, bound))
        found += numbers.tolist()
    assert found == below(java_state(seed), np.full(sum(parts), bound))[0].tolist()


@given(seed=st.integers(0, 2**32 - 1))
def test_perl_itself_draws_the_same(seed: int) -> None:
    perl = shutil.which("perl")
    if perl is None:
        pytest.skip("there is no perl")
    code = f"srand({seed}); print join ' ', map {{ int(rand(1984)) }} 1..20"
    printed = subprocess.run([perl, "-e", code], capture_output=True, text=True, check=True).stdout
    found = (uniform(perl_state(seed), 20) * 1984).astype(int)
    assert found.tolist() == list(map(int, printed.split()))


@pytest.mark.parametrize("seed", [-1, 2**32, 1.0, True, None])
def test_a_seed_out_of_the_range_of_perl_is_refused(seed: Any) -> None:
    with pytest.raises(OptionError, match="32 bits"):
        perl_state(seed)


@pytest.mark.parametrize("seed", [-(2**63) - 1, 2**63, 0.5, False])
def test_a_seed_out_of_the_range_of_java_is_refused(seed: Any) -> None:
    with pytest.raises(OptionError, match="java"):
        java_state(seed)
