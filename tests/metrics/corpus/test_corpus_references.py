"""References on their own: offsets, missing and empty ones, both shapes."""

from collections.abc import Sequence

import numpy as np
import pytest

from tallystick import InputError
from tallystick.metrics import References, Text, Tokens


def test_missing_and_empty_references_differ() -> None:
    references = References.per_segment([["a", None], ["", "b"], None, [], [None]])
    assert list(references) == [("a",), ("", "b"), (), (), ()]
    assert references.offsets.tolist() == [0, 1, 3, 3, 3, 3]
    assert references.offsets.dtype == np.int64
    assert references.counts.tolist() == [1, 2, 0, 0, 0]


@pytest.mark.parametrize(
    ("given", "number"),
    [(["a", "b"], 1), ([["a", "b"], ["c", "d"]], 2), ([["a", "b"], ["c", None]], None), ([], None)],
)
def test_the_number_of_references_is_known_only_if_all_segments_agree(
    given: Sequence[str | Sequence[str | None]], number: int | None
) -> None:
    assert References.per_segment(given).number == number


def test_lists_of_strings_are_text_unless_tokens_are_requested() -> None:
    given = [["a", "b"], ["c"]]
    text = References.per_segment(given)
    assert isinstance(text.segments, Text)
    assert list(text) == [("a", "b"), ("c",)]
    tokens = References.per_segment(given, tokens=True)
    assert isinstance(tokens.segments, Tokens)
    assert list(tokens) == [(("a", "b"),), (("c",),)]


def test_lists_of_lists_of_strings_are_tokens() -> None:
    references = References.per_segment([[["a", "b"], []], [["c"], None], []])
    assert list(references) == [(("a", "b"), ()), (("c",),), ()]


def test_references_without_any_reference_have_the_requested_kind() -> None:
    assert isinstance(References.per_segment([None, []]).segments, Text)
    assert isinstance(References.per_segment([None, []], tokens=True).segments, Tokens)


def test_text_is_refused_where_tokens_are_requested_and_the_reverse() -> None:
    with pytest.raises(InputError, match="give both"):
        References.per_segment(["a", "b"], tokens=True)
    with pytest.raises(InputError, match="give both"):
        References.per_segment([[["a"]], [["b"]]], tokens=False)
    with pytest.raises(InputError, match="give both"):
        References.from_streams([["a", "b"]], tokens=True)


def test_text_mixed_with_token_lists_is_refused() -> None:
    with pytest.raises(InputError, match="reference 2 of segment 1 is of type list"):
        References.per_segment([["a", ["b"]]])


def test_streams_are_recognised_by_number_and_length() -> None:
    with pytest.raises(InputError, match="stream 2 has 1 entry but stream 1 has 2"):
        References.from_streams([["a", "b"], ["c"]])
    with pytest.raises(InputError, match="reference stream 2 is of type int"):
        References.from_streams([["a", "b"], 3])


def test_streams_of_packed_tokens_become_token_references() -> None:
    first, second = Tokens.from_lists([["a"], ["b"]]), Tokens.from_lists([["c"], []])
    assert list(References.from_streams([first, second])) == [(("a",), ("c",)), (("b",), ())]
    assert References.from_streams([first]).segments is first
    assert list(References.from_streams(first)) == [(("a",),), (("b",),)]


@pytest.mark.parametrize("arrays", [True, False])
def test_streams_of_sliced_text_are_interleaved_by_their_offsets(
    arrays: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tallystick.metrics.corpus.corpus.arrays_pay", lambda numbers: arrays)
    first = Text.from_lines(["x", "a", "bb"])[1:]
    second = Text.from_lines(["ccc", "", "y"])[:2]
    assert list(References.from_streams([first, second])) == [("a", "ccc"), ("bb", "")]


@pytest.mark.parametrize("offsets", [[], [0], [0, 1], [1, 2], [0, 2, 1, 2], [[0, 2]]])
def test_offsets_that_do_not_cover_the_references_are_refused(
    offsets: list[int] | list[list[int]],
) -> None:
    with pytest.raises(InputError, match="must run from 0 up to 2"):
        References(Text.from_lines(["a", "b"]), np.array(offsets, dtype=np.int64))


def test_offsets_are_copied() -> None:
    offsets = np.array([0, 1, 2])
    references = References(Text.from_lines(["a", "b"]), offsets)
    offsets[1] = 0
    assert references[0] == ("a",)


def test_indices_behave_like_those_of_a_list() -> None:
    references = References.per_segment(["a", ["b", "c"]])
    assert references[-1] == ("b", "c")
    with pytest.raises(IndexError):
        references[2]
    assert list(references.slice(0, 99)) == list(references)
    assert list(references.slice(1, 0)) == []


def test_equality_looks_at_text_and_at_offsets() -> None:
    assert References.per_segment(["a", "b"]) == References.from_streams([["a", "b"]])
    assert References.per_segment(["a", "b"]) != References.per_segment(["a", "c"])
    assert References.per_segment([["a"], ["b"]]) != References.per_segment([["a", "b"], []])
