"""Metrics of whole corpora have the same sums if a corpus is read once, part by part."""

import re
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError, TallystickError
from tallystick.metrics import (
    Cider,
    Corpus,
    Distinct,
    DocumentFrequencies,
    InformationWeights,
    NgramWeights,
    Nist,
    SelfBleu,
    Text,
    Workspace,
    as_metric,
    tokenizer_named,
)
from tests.metrics.internals import (
    KeyedNgrams,
    SpilledCounts,
    TemporaryFile,
    located_ngrams,
    ngram_counts,
    occurrences,
    stream,
)
from tests.metrics.internals import nist_statistics as statistics
from tests.metrics.naive import corpus_of

Segments = Sequence[tuple[str, str, list[str]]]
"""The hypotheses of both systems and the references of each segment."""

TEXTS = st.lists(st.sampled_from(["a", "b", "c", "0", "d"]), max_size=9).map(" ".join)
SEGMENT = st.tuples(TEXTS, TEXTS, st.lists(TEXTS, min_size=1, max_size=3))
SEGMENTS = st.lists(SEGMENT, min_size=1, max_size=9)

CHOOSES = "match=best_reference"
SENTENCES = SelfBleu(order=1, dialect="sentence_bleu=sacrebleu")
METRICS: dict[str, st.SearchStrategy[Any]] = {
    "nist": st.sampled_from(
        [
            *(
                Nist(dialect=name)
                for name in ("mteval", "mteval-v14", "doddington", "phrasal", "nltk")
            ),
            *(
                Nist(dialect=f"{CHOOSES}+reference_ties={ties}")
                for ties in ("rounded", "compensated")
            ),
            Nist(dialect=f"{CHOOSES}+reference_length=matched+order=2"),
            *(Nist(dialect=f"information_references=first{more}") for more in ("", f"+{CHOOSES}")),
            Nist(dialect="information_references=first+matched_references=first"),
            *(Nist(dialect=f"reference_length=mean_global{more}") for more in ("", f"+{CHOOSES}")),
            Nist(information=InformationWeights.from_table({("a",): 1.5, ("a", "b"): 0.5})),
        ]
    ),
    "cider": st.builds(Cider, dialect=st.sampled_from(["cider-d", "plain", "pycocoevalcap"])),
    "self_bleu": st.builds(
        lambda order, sample, dialect: SelfBleu(order, sample, dialect=f"sentence_bleu={dialect}"),
        st.integers(1, 4),
        st.integers(0, 9),
        st.sampled_from(["nltk-method1", "nltk-method3", "sacrebleu"]),
    ),
    "distinct": st.builds(
        lambda order, dialect: Distinct(order, dialect=dialect),
        st.integers(1, 3),
        st.sampled_from(["li2016", "distinct-n"]),
    ),
}


def corpora(segments: Segments) -> list[Corpus]:
    """Return the corpora of two systems, which share their references."""
    first = Corpus.from_segments(
        hypotheses=[line for line, _, _ in segments], references=[some for _, _, some in segments]
    )
    others = Corpus.without_references([other for _, other, _ in segments])
    return [first, Corpus(others.hypotheses, first.references)]


def streamed(metric: Any, parts: Sequence[Sequence[Corpus]], threads: int = 1) -> list[Any]:
    """Return the sums of the systems x and y on a corpus in parts."""
    with stream.Stream(metric.ngram_counting()) as sums:
        for part in parts:
            workspace = Workspace(threads)
            for system, corpus in zip("xy", part, strict=False):
                sums.add(system, corpus, workspace)
        return [sums.total(system) for system in "xy"[: len(parts[0])]]


@pytest.mark.parametrize("name", METRICS)
@given(
    data=st.data(),
    segments=SEGMENTS,
    cut=st.integers(0, 9),
    threads=st.integers(1, 2),
    keys_in_memory=st.sampled_from([1, 4, 2**19]),
)
def test_sums_of_parts_equal_those_of_the_whole_corpus(
    name: str,
    data: st.DataObject,
    segments: Segments,
    cut: int,
    threads: int,
    keys_in_memory: int,
) -> None:
    metric = data.draw(METRICS[name])
    parts = [corpora(part) for part in (segments[:cut], segments[cut:]) if part]
    try:
        expected = [metric.statistics(corpus) for corpus in corpora(segments)]
    except InputError as error:
        with pytest.raises(InputError, match=re.escape(str(error))):
            streamed(metric, parts, threads)
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "KEYS_IN_MEMORY", keys_in_memory)
        sums = streamed(metric, parts, threads)
    for ours, of_whole in zip(sums, expected, strict=True):
        total = of_whole.as_total(finite=False)
        assert ours.columns == total.columns
        assert ours.references == total.references or cut > 0
        assert ours.sums == pytest.approx(total.sums, rel=1e-12, abs=1e-12, nan_ok=True)
        for count in {"matches", "totals"} & {*total.named()}:
            assert ours.named()[count] == total.named()[count]


WORDS = ["the", "cat", "sat", "on", "a", "mat", "and", "no", "dog", "was", "there"]
LINES = [" ".join(WORDS[start::step]) for start in range(6) for step in range(1, 4)]
PARTS = [LINES[:7], LINES[7:]]


@pytest.mark.parametrize("spec", ["nist", "nist:dialect=nltk", "cider", "distinct2", "self_bleu"])
def test_neither_threads_nor_blocks_change_the_sums(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "SEGMENTS_IN_A_PART", 2)

    def totals(parts: list[list[str]], threads: int) -> list[Any]:
        """Return the sums of two systems, the second with the words of the first from behind."""
        segments = [
            [(line, " ".join(line.split()[::-1]), [line[2:]]) for line in part] for part in parts
        ]
        return streamed(as_metric(spec), [corpora(part) for part in segments], threads)

    expected = totals(PARTS, 1)
    assert totals(PARTS, 3) == expected  # to the last digit
    for ours, total in zip(totals([LINES], 1), expected, strict=True):
        assert ours.columns == total.columns
        assert ours.sums == pytest.approx(total.sums, rel=1e-12)


@pytest.mark.parametrize(
    "metric", [Nist(), Nist(dialect=CHOOSES), Cider(), SelfBleu(), Distinct()], ids=str
)
def test_a_system_without_parts_has_no_total(metric: Any) -> None:
    empty = stream.Stream(metric.ngram_counting())
    with empty, pytest.raises(TallystickError, match="no segments"):
        empty.total("x")


FIRST = "information_references=first"
FIRST_AND_0 = [("0 a b 0 a", ["0 a 0 b 0 a", "a b a"]), ("0 b a", ["a 0 b", "0 b a"])]
ODD_PARTS: dict[str, tuple[Any, list[tuple[str, list[str]]], int]] = {
    "a prefix 0": (Nist(dialect="mteval-v14"), FIRST_AND_0, 1),
    "first references": (Nist(dialect=f"{FIRST}+matched_references=first"), FIRST_AND_0, 1),
    # in the first part alone, a and b are equally rare; in both, a is rarer
    "a choice by all parts": (
        Nist(1, CHOOSES),
        [("a b", ["a c", "b d"]), ("x", ["b b", "b a"])],
        1,
    ),
    # the second reference, whose words do not count in the first part, matches c
    **{
        f"weights for other references, {match}": (
            Nist(1, f"{match}+{FIRST}"),
            [("c", ["a", "c x"]), ("d", ["c"])],
            1,
        )
        for match in (CHOOSES, "match=maximum")
    },
    "document frequencies": (
        Cider(order=1, dialect="plain"),
        [("a b x", ["a b"]), ("", ["b"]), ("", ["a b"]), ("", ["c"])],
        2,
    ),
    "one segment": (Cider(dialect="pycocoevalcap"), [("a b", ["a b"])], 1),
    "a repeated word": (SENTENCES, [("a a a", ["x"]), ("a a", ["x"])], 1),
    "an empty sentence at the end of a part": (
        SENTENCES,
        [(text, ["x"]) for text in ("a b", "a b", "", "a b")],
        3,
    ),
    "a sample that ends in a later part": (
        SelfBleu(order=1, sample=3),
        [(text, ["x"]) for text in ("a b", "a c", "a d", "b c")],
        2,
    ),
    "an undefined score": (Distinct(order=3, dialect="distinct-n"), [("a", ["x"])], 1),
    "an n-gram of several parts": (Distinct(order=1), [("a b", ["x"]), ("b c", ["x"])], 1),
}


@pytest.mark.parametrize("name", ODD_PARTS)
def test_sums_of_odd_parts_equal_those_of_the_whole_corpus(name: str) -> None:
    metric, segments, cut = ODD_PARTS[name]
    whole = corpus_of(segments)
    parts = [[whole[:cut]], [whole[cut:]]] if cut < len(whole) else [[whole]]
    [total] = streamed(metric, parts)
    expected = metric.statistics(whole).as_total(finite=False)
    assert total.sums == pytest.approx(expected.sums, rel=1e-14, nan_ok=True)


def test_counts_that_do_not_fit_in_a_table_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "MOST", 2)
    with pytest.raises(TallystickError, match="an n-gram occurs 3 times in the corpus"):
        streamed(Nist(dialect=CHOOSES), [[corpus_of([("a", ["a b a", "a"])])]])


def test_frequencies_that_are_given_are_not_counted() -> None:
    assert Cider().ngram_counting is not None
    assert Cider(df=DocumentFrequencies.from_table({("a",): 1}, 2)).ngram_counting is None


def test_sums_of_more_than_32_bits_are_exact() -> None:
    keys = np.array([[1], [2]], np.uint64)
    with TemporaryFile() as file:
        counts = SpilledCounts(file)
        for _ in range(3):
            counts.add(keys, np.array([2**40 + 1]))
        counts.add_up()
        assert counts.of_part(1).tolist() == [3 * (2**40 + 1)]


def test_an_ngram_has_the_same_key_whatever_else_a_part_has() -> None:
    first = NgramWeights.of_table({("b", "a"): 1.0, ("a",): 1.0})
    second = NgramWeights.of_table({("c",): 1.0, ("a",): 1.0, ("b", "a"): 1.0})
    some, all_keys = (
        set(map(tuple, KeyedNgrams.of(each.table, each.vocabulary.tokens()).keys.T.tolist()))
        for each in (first, second)
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


ORDER = 3


@given(st.lists(st.lists(st.sampled_from("abc"), max_size=6), min_size=1, max_size=6))
def test_counts_in_blocks_of_segments_equal_those_of_every_segment(lines: list[list[str]]) -> None:
    text = Text.from_lines([" ".join(line) for line in lines])
    encoded = Workspace().hypotheses(text, tokenizer_named("none"), "none")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ngram_counts, "SEGMENTS_IN_A_BLOCK", 2)
        size = len(encoded.vocabulary)
        _, located = located_ngrams(encoded.id_buffer, encoded.bounds, size, ORDER)
        of_orders = [occurrences(encoded, nodes[np.newaxis]) for nodes in np.asarray(located)]
    for order, columns in enumerate(of_orders, start=1):
        naive = [Counter(zip(*(line[i:] for i in range(order)), strict=False)) for line in lines]
        found_in: list[Counter[int]] = [Counter() for _ in lines]
        for segment, ngram, number in zip(*(column.tolist() for column in columns), strict=True):
            assert number == found_in[segment][ngram]
            found_in[segment][ngram] += 1
        # numbers are the n-grams under other names: alike within segments and between them
        assert list(map(_profile, found_in)) == list(map(_profile, naive))
        assert _profile(sum(found_in, Counter())) == _profile(sum(naive, Counter()))


def _profile(counts: Counter[Any]) -> list[int]:
    return sorted(counts.values())
