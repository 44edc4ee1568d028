"""N-grams of parts of a corpus, compared with keys and information computed from definitions."""

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from tallystick import Nist, OptionError
from tallystick.metrics import InformationWeights, NistDialect, References, tokenizer_named
from tests.metrics.internals import NistCounting, count_ngrams, divided, refuse_parts, sums_of_range
from tests.metrics.naive import clipped, corpus_of, information_ratios

Segments = list[tuple[str, list[str]]]

DODDINGTON = NistDialect(tokenize="none", lowercase="none")


def information_by_hand(dialect: NistDialect, segments: Segments) -> dict[int, float]:
    """Return the information of the matches of each order, from equation 2 of the paper."""
    if dialect.lowercase == "ascii":
        segments = [
            (hypothesis.lower(), [text.lower() for text in some]) for hypothesis, some in segments
        ]
    weighed, matched = (
        [(hypothesis, some[:1] if axis == "first" else some) for hypothesis, some in segments]
        for axis in (dialect.information_references, dialect.matched_references)
    )
    ratios = information_ratios(
        [text.split() for _, some in weighed for text in some],
        dialect.order,
        dialect.zero_prefix == "perl_falsy",
    )
    return {
        order: math.fsum(
            count * math.log2(ratios.get(ngram, 1))
            for hypothesis, some in matched
            for ngram, count in clipped(hypothesis.split(), map(str.split, some), order).items()
        )
        for order in range(1, dialect.order + 1)
    }


@pytest.mark.parametrize(
    "axes",
    [
        {},
        {"order": 2},
        {"order": 1},
        {"lowercase": "ascii"},
        {"zero_prefix": "perl_falsy"},
        {"information_references": "first", "matched_references": "first"},
    ],
    ids=str,
)
def test_coefficients_of_parts_give_the_information_of_the_paper(axes: dict[str, object]) -> None:
    dialect = replace(DODDINGTON, **axes)  # type: ignore[arg-type]
    draw = random.Random(1)

    def text() -> str:
        return " ".join(
            draw.choices(["a", "A", "b", "0", "c"], [4, 1, 2, 3, 1], k=draw.randint(0, 9))
        )

    systems: list[Segments] = [[(text(), [text(), text()]) for _ in range(9)] for _ in range(2)]
    systems[1] = [(text(), references) for _, references in systems[0]]
    counting = NistCounting(Nist(dialect=dialect))
    parts = []
    for begin, end in pairwise([0, 4, 5, 9]):
        corpora = [corpus_of(system[begin:end]) for system in systems]
        ngrams, shared = counting.of_references(corpora[0].references)
        of_systems = [counting.coefficients(corpus, shared) for corpus in corpora]
        [whole] = divided(ngrams, of_systems, 1)
        parts.append(whole)
    sums = sums_of_range(parts)
    for number, system in enumerate(systems):
        for order, bits in information_by_hand(dialect, system).items():
            assert sums.get((number, order), 0.0) == pytest.approx(bits, rel=1e-12, abs=1e-12)


MASK = 2**64 - 1


def splitmix64(number: int) -> int:
    """Mix as the generator of Steele, Lea and Flood (2014) does after its addition."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & MASK
    return number ^ number >> 31


def mixed(prefix: Sequence[int], halves: Sequence[int]) -> list[int]:
    factors = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F)
    return [
        splitmix64((of_prefix * factor + half & MASK) ^ other >> 29)
        for of_prefix, factor, half, other in zip(
            prefix, factors, halves, halves[::-1], strict=True
        )
    ]


def key_of_word(word: str) -> list[int]:
    """Add up the keys of eight bytes at a time and of their place, and mix with the length."""
    text = word.encode()
    pieces = [text[start : start + 8] for start in range(0, len(text) + 1, 8)]
    keys = [
        mixed([place] * 2, [int.from_bytes(piece, "little")] * 2)
        for place, piece in enumerate(pieces, start=1)
    ]
    return mixed([len(text)] * 2, [sum(halves) & MASK for halves in zip(*keys, strict=True)])


def key_by_hand(words: str) -> list[int]:
    key = [0, 0]
    for word in words.split():
        key = mixed(key, key_of_word(word))
    return key


def test_keys_depend_on_words_alone_so_that_files_of_parts_fit_together() -> None:
    counting = NistCounting(Nist(dialect=replace(DODDINGTON, order=3)))
    counted, _ = counting.of_references(
        corpus_of([("x", ["b a évolution", "a évolution"])]).references
    )
    expected = {
        "": 5,
        **{"b": 1, "a": 2, "évolution": 2},
        **{"b a": 1, "a évolution": 2},
        **{"b a évolution": 1},
    }
    keys = counted.keys.T.tolist()
    assert keys[0] == [0, 0]
    assert sorted(zip(keys, counted.counts.tolist(), strict=True)) == sorted(
        (key_by_hand(words), count) for words, count in expected.items()
    )


def test_references_without_words_have_the_empty_ngram_only() -> None:
    corpus = corpus_of([("a", [""])])
    counting = NistCounting(Nist(dialect=DODDINGTON))
    ngrams, shared = counting.of_references(corpus.references)
    assert (ngrams.keys.tolist(), ngrams.counts.tolist()) == ([[0], [0]], [0])
    assert [column.tolist() for column in counting.coefficients(corpus, shared)] == [[], [], []]


@pytest.mark.parametrize(
    ("nist", "message"),
    [
        (Nist(information=InformationWeights.from_table({("a",): 1.0})), "leave out the option"),
        (Nist(dialect="nltk"), "choose match=maximum"),
        (Nist(dialect="information_references=first"), "choose matched_references=first"),
    ],
    ids=["information", "match", "first"],
)
def test_weights_that_a_part_does_not_know_are_refused(nist: Nist, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        refuse_parts(nist, "sums of parts", "leave it out")


def test_statistics_of_a_part_have_no_information_yet() -> None:
    metric = Nist(dialect=DODDINGTON)
    rows = NistCounting(metric).unweighted(corpus_of([("a b", ["a b"])])).rows
    named = metric.columns.split(rows)
    assert named["matches"].sum() == 3
    assert named["information"].sum() == 0


def test_weights_with_other_counts_are_those_of_the_larger_text() -> None:
    counted = count_ngrams(
        [References.per_segment(["a b"])], tokenizer_named("none"), "none", 1, complete=True
    )
    counted.ngrams.table.set_counts(np.array([9, 2], np.uint32))
    weights = InformationWeights.of_counts(counted.ngrams, 1, 14, False)
    assert (weights["a",], weights["b",]) == (math.log2(14 / 9), math.log2(14 / 2))
    assert weights.rounded().tolist() == [math.log(14 / 9, 2), math.log(14 / 2, 2)]
