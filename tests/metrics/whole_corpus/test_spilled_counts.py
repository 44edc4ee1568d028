"""Counts of n-grams that are added up over the parts of a corpus, in a temporary file."""

import math
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import TallystickError
from tallystick.metrics import NgramWeights
from tests.metrics.internals import KeyedNgrams, SpilledCounts, TemporaryFile, stream

KEYS = st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 40))
PARTS = st.lists(st.dictionaries(KEYS, st.integers(0, 9), max_size=9), max_size=4)


@given(PARTS, st.integers(1, 2), st.sampled_from([1, 4, 2**19]))
def test_each_part_gets_the_sums_of_its_own_ngrams(
    parts: list[dict[tuple[int, int], int]], threads: int, keys_in_memory: int
) -> None:
    # the second half of a key, which makes it another n-gram, determines the first
    parts = [{(low << 58, low): count for (_, low), count in part.items()} for part in parts]
    expected: Counter[tuple[int, int]] = Counter()
    for part in parts:
        expected.update(part)
    positive = [count for count in expected.values() if count]
    with pytest.MonkeyPatch.context() as patch, TemporaryFile() as file:
        counts = SpilledCounts(file)
        patch.setattr(stream, "KEYS_IN_MEMORY", keys_in_memory)
        for part in parts:
            keys = np.array(list(part), np.uint64).reshape(-1, 2).T
            counts.add(keys, np.array(list(part.values()), np.int64))
        counts.add_up(threads)
        assert counts.distinct == len(positive)
        assert counts.lowest == min(positive, default=math.inf)
        for number, part in enumerate(parts):
            assert counts.of_part(number).tolist() == [expected[key] for key in part]


def test_sums_of_more_than_32_bits_are_exact() -> None:
    keys = np.array([[1], [2]], np.uint64)
    with TemporaryFile() as file:
        counts = SpilledCounts(file)
        for _ in range(3):
            counts.add(keys, np.array([2**40 + 1]))
        counts.add_up()
        assert counts.of_part(1).tolist() == [3 * (2**40 + 1)]


def test_an_ngram_has_the_same_key_whatever_else_a_part_has() -> None:
    one = NgramWeights.of_table({("b", "a"): 1.0, ("a",): 1.0})
    other = NgramWeights.of_table({("c",): 1.0, ("a",): 1.0, ("b", "a"): 1.0})
    some, all_keys = (
        set(map(tuple, KeyedNgrams.of(each.table, each.vocabulary.tokens()).keys.T.tolist()))
        for each in (one, other)
    )
    assert len(some) == 4  # with the empty one
    assert some < all_keys


@pytest.mark.parametrize("in_memory", [1, 1 << 20])
def test_bytes_are_read_where_they_were_written(
    monkeypatch: pytest.MonkeyPatch, in_memory: int
) -> None:
    monkeypatch.setattr(stream, "BYTES_IN_MEMORY", in_memory)
    with TemporaryFile() as file:
        assert [file.append(text) for text in (b"one", b"", b"three")] == [0, 3, 3]
        file.write(12, b"end")
        assert file.append(b"!") == 15
        assert file.read(2, 2) == b"et"
        assert file.read(12, 4) == b"end!"


def test_bytes_that_are_missing_are_an_error() -> None:
    with TemporaryFile() as file, pytest.raises(TallystickError, match="was cut off"):
        file.read(file.append(b"one"), 4)


@pytest.mark.parametrize(("folder", "named"), [("/nowhere", "/nowhere"), (None, "TMPDIR")])
def test_a_file_that_cannot_be_written_is_an_error(
    monkeypatch: pytest.MonkeyPatch, folder: str | None, named: str
) -> None:
    monkeypatch.setattr(stream, "BYTES_IN_MEMORY", 1)
    monkeypatch.delenv("TMPDIR", raising=False)
    with TemporaryFile() as file:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        monkeypatch.setattr(tempfile, "_candidate_tempdir_list", lambda: ["/nowhere"])
        with pytest.raises(TallystickError, match=rf"temporary file in {named} .* set TMPDIR"):
            file.append(b"two")


@pytest.mark.parametrize(("kind", "reason"), [("missing", "No such file"), ("file", "Not a dir")])
def test_a_wrong_tmpdir_is_refused_where_a_file_is_needed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str, reason: str
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TMPDIR", str(tmp_path / kind))
    with TemporaryFile() as file:
        file.append(b"in memory")
    monkeypatch.setattr(stream, "BYTES_IN_MEMORY", 1)
    with TemporaryFile() as file, pytest.raises(TallystickError, match=rf"in .*{kind} .*{reason}"):
        file.append(b"two")
