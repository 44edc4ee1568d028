"""One segment is counted alike by token ids and, without a compiled kernel, by tokens."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError
from tallystick.metrics import tokenizer_named
from tallystick.metrics.counting.one_segment import OneSegment, segment_references
from tests.metrics.kernel.both import kernel

LINES = st.text("ab .é中😀", max_size=20)


def counted_with(active: str, hypothesis: str, references: list[str], order: int) -> OneSegment:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "ACTIVE", active)
        prepared = segment_references(references, tokenizer_named("none"), "unicode")
    return prepared.match(hypothesis, order)


def clipped(hypothesis: list[str], references: list[list[str]], order: int) -> int:
    """Return the clipped matches of one order; Papineni et al. 2002, section 2.1."""
    counts, *of_references = (
        Counter(tuple(tokens[i : i + order]) for i in range(len(tokens) - order + 1))
        for tokens in (hypothesis, *references)
    )
    highest: Counter[tuple[str, ...]] = Counter()
    for one in of_references:
        highest |= one
    return (counts & highest).total()


@given(hypothesis=LINES, references=st.lists(LINES, max_size=3), order=st.integers(1, 5))
def test_ids_tokens_and_a_count_by_hand_give_the_same_matches(
    hypothesis: str, references: list[str], order: int
) -> None:
    tokens, of_references = hypothesis.split(), [one.split() for one in references]
    expected = OneSegment(
        [clipped(tokens, of_references, n) for n in range(1, order + 1)],
        [],
        len(tokens),
        [len(one) for one in of_references],
    )
    for active in ("compiled", "python"):
        assert counted_with(active, hypothesis, references, order) == expected


@pytest.mark.parametrize("active", ["compiled", "python"])
def test_a_lone_surrogate_is_named_with_its_reference(active: str) -> None:
    with pytest.raises(InputError, match=r"reference 2 of the segment .* surrogate '\\udcff'"):
        counted_with(active, "a", ["b", "c \udcff"], 2)
