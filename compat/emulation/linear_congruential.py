"""The 48-bit generator of Perl's `rand` and `java.util.Random`, vectorised.

Both step from x to x * 0x5DEECE66D + 0xB modulo 2**48 (the `drand48` of POSIX), but differ in how a
seed becomes the first x and how x becomes a number. Perl uses it since 5.20 on every platform;
Java's documentation prescribes it. A state is x as a Python integer.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from tallystick.errors import OptionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

MULTIPLIER = 0x5DEECE66D
INCREMENT = 0xB
MASK = (1 << 48) - 1
FIRST_LOW_BITS = 0x330E
"""The lowest 16 bits of the state that `srand48` sets."""

STEPS_AT_ONCE = 2**16
"""The number of steps in one operation; their numbers fit into the processor's cache."""


def perl_state(seed: int) -> int:
    """Return the state that Perl's `srand(seed)` sets."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**32:
        raise OptionError(
            f"the seed is {seed!r}; Perl's srand keeps 32 bits, so give a whole number from 0 to "
            f"{2**32 - 1}"
        )
    return (seed << 16) + FIRST_LOW_BITS


def java_state(seed: int) -> int:
    """Return the state that `new java.util.Random(seed)` sets."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not -(2**63) <= seed < 2**63:
        raise OptionError(
            f"the seed is {seed!r}; java.util.Random takes a whole number from -2**63 to 2**63 - 1"
        )
    return (seed ^ MULTIPLIER) & MASK


def advanced(state: int, steps: int) -> int:
    """Return the state after a number of steps, in logarithmic time."""
    multiplier, increment = MULTIPLIER, INCREMENT
    while steps:
        if steps & 1:
            state = (state * multiplier + increment) & MASK
        increment = (increment * (multiplier + 1)) & MASK
        multiplier = (multiplier * multiplier) & MASK
        steps >>= 1
    return state


def states(state: int, count: int) -> NDArray[np.uint64]:
    """Return the next states, uint64, shape (count,)."""
    multipliers, increments = _steps()
    found = np.empty(count, dtype=np.uint64)
    for start in range(0, count, STEPS_AT_ONCE):
        part = found[start : start + STEPS_AT_ONCE]
        # 2**64 is a multiple of 2**48, so the overflow does not matter
        np.multiply(multipliers[: len(part)], np.uint64(state), out=part)
        part += increments[: len(part)]
        part &= np.uint64(MASK)
        state = int(part[-1])
    return found


@cache
def _steps() -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return the multipliers and increments of 1, 2, 3, ... steps."""
    multipliers, increments = (np.empty(STEPS_AT_ONCE, dtype=np.uint64) for _ in range(2))
    multipliers[0], increments[0] = MULTIPLIER, INCREMENT
    known = 1
    while known < STEPS_AT_ONCE:
        following = slice(known, 2 * known)
        multipliers[following] = multipliers[:known] * multipliers[known - 1]
        increments[following] = multipliers[:known] * increments[known - 1] + increments[:known]
        known *= 2
    for values in (multipliers, increments):
        values.flags.writeable = False
    return multipliers, increments


def uniform(state: int, count: int) -> NDArray[np.float64]:
    """Return the next numbers of Perl's `rand()`, float64 in [0, 1), shape (count,)."""
    return states(state, count).astype(np.float64) * 2.0**-48


def booleans(state: int, count: int) -> NDArray[np.bool_]:
    """Return the next values of Java's `nextBoolean()`, shape (count,)."""
    return states(state, count) >= np.uint64(1 << 47)


def below(state: int, bounds: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
    """Return the next value of Java's `nextInt(bound)` for each bound, and the state after them.

    If a bound is not a power of 2, Java draws again whenever the remainder would favour small
    numbers, so more numbers may be drawn than returned.
    """
    drawn = states(state, len(bounds))
    power_of_two = (bounds & (bounds - 1)) == 0
    while True:
        bits = (drawn >> np.uint64(17)).astype(np.int64)
        values = np.where(power_of_two, (bounds * bits) >> 31, bits % bounds)
        refused = ~power_of_two & (bits - values + (bounds - 1) >= 2**31)
        if not refused.any():
            return values, int(drawn[-1]) if len(drawn) else state
        again = int(refused.argmax())
        drawn = np.concatenate([drawn[:again], drawn[again + 1 :], states(int(drawn[-1]), 1)])
