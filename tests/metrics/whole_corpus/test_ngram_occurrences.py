"""The occurrences of n-grams in the segments of a corpus."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics import Text, Workspace, tokenizer_named
from tests.metrics.internals import located_ngrams, ngram_counts, occurrences

ORDER = 3


@given(st.lists(st.lists(st.sampled_from("abc"), max_size=6), min_size=1, max_size=6))
def test_counts_in_blocks_of_segments_equal_those_of_every_segment(lines: list[list[str]]) -> None:
    text = Text.from_lines([" ".join(line) for line in lines])
    encoded = Workspace().hypotheses(text, tokenizer_named("none"), "none")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ngram_counts, "SEGMENTS_IN_A_BLOCK", 2)
        size = len(encoded.vocabulary)
        _, located = located_ngrams(encoded.id_buffer, encoded.bounds, size, ORDER)
        found = [occurrences(encoded, nodes[np.newaxis]) for nodes in np.asarray(located)]
    for order, one in enumerate(found, start=1):
        naive = [Counter(zip(*(line[i:] for i in range(order)), strict=False)) for line in lines]
        found_in: list[Counter[int]] = [Counter() for _ in lines]
        for segment, ngram, number in zip(*(column.tolist() for column in one), strict=True):
            assert number == found_in[segment][ngram]
            found_in[segment][ngram] += 1
        # numbers are the n-grams under other names: alike within segments and between them
        assert list(map(_profile, found_in)) == list(map(_profile, naive))
        assert _profile(sum(found_in, Counter())) == _profile(sum(naive, Counter()))


def _profile(counts: Counter[Any]) -> list[int]:
    return sorted(counts.values())
