"""References on their own: offsets, missing and empty ones, both shapes."""

from collections.abc import Sequence
from typing import Any

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


@pytest.mark.parametrize(
    ("given", "tokens", "expected"),
    [
        ([["a", "b"], ["c"]], None, [("a", "b"), ("c",)]),
        ([["a", "b"], ["c"]], True, [(("a", "b"),), (("c",),)]),
        ([[["a", "b"], []], [["c"], None], []], None, [(("a", "b"), ()), (("c",),), ()]),
        ([None, []], None, [(), ()]),
        ([None, []], True, [(), ()]),
    ],
)
def test_lists_of_strings_are_text_unless_tokens_are_requested(
    given: Any, tokens: Any, expected: list[Any]
) -> None:
    references = References.per_segment(given, tokens=tokens)
    are_tokens = bool(tokens) or expected[0] == (("a", "b"), ())
    assert isinstance(references.segments, Tokens if are_tokens else Text)
    assert list(references) == expected


@pytest.mark.parametrize(
    ("made", "given", "tokens", "message"),
    [
        (References.per_segment, ["a", "b"], True, "give both"),
        (References.per_segment, [[["a"]], [["b"]]], False, "give both"),
        (References.from_streams, [["a", "b"]], True, "give both"),
        (References.per_segment, [["a", ["b"]]], None, "reference 2 of segment 1 is of type list"),
        (References.from_streams, [["a", "b"], ["c"]], None, "stream 2 has 1 entry but stream 1 h"),
        (References.from_streams, [["a", "b"], 3], None, "reference stream 2 is of type int"),
    ],
)
def test_references_of_another_kind_or_length_are_refused(
    made: Any, given: Any, tokens: Any, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        made(given, tokens=tokens)


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
    assert list(References.interleaved([first])) == [("a",), ("bb",)]


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
