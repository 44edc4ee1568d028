"""Input that is too large for the compiled kernel is refused with the limit."""

from array import array
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tallystick.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

EMPTY = array("q", [0, 0])
ONE_EACH = array("q", [0, 1])


def zeros(count: int) -> "NDArray[np.uint32]":
    """Numbers that take no memory, because all are 0 and none can be written."""
    ids = np.zeros(count, dtype=np.uint32)
    ids.setflags(write=False)
    return ids


@pytest.mark.slow  # reading so many numbers
@pytest.mark.parametrize("long", ["hypothesis", "reference"])
def test_a_segment_of_half_a_billion_tokens_is_an_input_error(
    compiled: ModuleType, long: str
) -> None:
    ids, bounds = zeros(2**29 - 1), array("q", [0, 2**29 - 1])
    sides = [(ids, bounds), (zeros(0), EMPTY)]
    first, second = sides if long == "hypothesis" else sides[::-1]
    with pytest.raises(InputError, match=r"more than 536,870,910 tokens; split the segment$"):
        compiled.match(*first, *second, ONE_EACH, 4, 1)
    nodes = [np.empty((0, len(tokens)), np.uint32) for tokens, _ in (first, second)]
    with pytest.raises(InputError, match=r"more than 536,870,910 tokens; split the segment$"):
        compiled.multiply_counts(*first, *second, ONE_EACH, 4, 1, b"", 1.0, *nodes, "none")


def test_a_table_of_more_tokens_than_there_are_ids_is_an_input_error(compiled: ModuleType) -> None:
    with pytest.raises(InputError, match=r"more than 4,294,967,294 distinct tokens"):
        compiled.NgramTable(2**32 - 1)


def test_more_ngrams_than_each_branch_can_number_are_an_input_error(compiled: ModuleType) -> None:
    table = compiled.NgramTable(2**16, 2**16)
    most = (2**32 - 1 - 2**16) // 2**16  # longer n-grams, which are numbered behind the tokens
    tokens = array("I", [number for last in range(most + 1) for number in (0, last)])
    with pytest.raises(InputError, match=r"use one thread, fewer segments or a lower order$"):
        table.count(tokens, array("q", [0, len(tokens)]), 2)
    assert len(table) == 2**16 + most
