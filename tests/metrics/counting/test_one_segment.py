"""One segment is counted alike by token ids and, without a compiled kernel, by tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import Bleu, InputError
from tests.metrics.kernel.both import kernel
from tests.metrics.naive import clipped

LINES = st.text("ab .é中😀", max_size=20)


def counter_with(
    active: str, references: list[str], order: int
) -> Callable[[str], Mapping[str, Any]]:
    metric = Bleu(order=order, tokenize="none", lowercase="unicode")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "ACTIVE", active)
        count = metric.segment_counter(references)
    assert count is not None
    return count


@given(
    hypothesis=LINES, references=st.lists(LINES, min_size=1, max_size=3), order=st.integers(1, 5)
)
def test_ids_tokens_and_a_count_by_hand_give_the_same_matches(
    hypothesis: str, references: list[str], order: int
) -> None:
    words, of_references = hypothesis.split(), [one.split() for one in references]
    closest = min((abs(len(one) - len(words)), len(one)) for one in of_references)[1]
    expected = {
        "hypothesis_length": len(words),
        "reference_length": closest,
        "matches": [clipped(words, of_references, n).total() for n in range(1, order + 1)],
        "totals": [max(len(words) - n + 1, 0) for n in range(1, order + 1)],
    }
    for active in ("compiled", "python"):
        found = counter_with(active, references, order)(hypothesis)
        assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize("active", ["compiled", "python"])
def test_a_lone_surrogate_is_named_with_its_reference(active: str) -> None:
    with pytest.raises(InputError, match=r"reference 2 of the segment .* surrogate '\\udcff'"):
        counter_with(active, ["b", "c \udcff"], 2)
