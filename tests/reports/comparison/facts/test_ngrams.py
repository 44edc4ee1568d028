"""N-grams in which two systems differ, by tests and by size."""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.reports import DistinguishingNgram, NgramDifference
from tests.reports.internals import (
    FEWEST_DIFFERING,
    ScoredSystems,
    distinguishing_ngrams,
    merged,
    ngram_differences,
    ngram_tables,
    sign_test,
    spelling,
    tokenize_systems,
)

Score = Callable[..., ScoredSystems]
Ngram = tuple[str, ...]
Case = tuple[dict[str, list[str]], list[list[str]], "list[str] | None"]

KINDS = ("matched", "over-produced", "under-produced")
LINES = st.lists(st.sampled_from("ab"), max_size=5).map(" ".join)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Draw all texts of a system or reference from a few, so that many segments are alike."""
    count = draw(st.integers(10, 18))

    def some(least: int = 1) -> list[list[str]]:
        few = st.lists(LINES, min_size=1, max_size=3)
        of_segment = st.lists(st.sampled_from(draw(few)), min_size=least, max_size=least + 1)
        return draw(st.lists(of_segment, min_size=count, max_size=count))

    documents = st.lists(st.integers(0, 9).map(str), min_size=count, max_size=count)
    return (
        {name: [lines[0] for lines in some()] for name in ("one", "two")},
        some(draw(st.integers(1, 2))),
        draw(st.one_of(st.none(), documents)),
    )


def ngrams(line: str) -> Counter[Ngram]:
    tokens = line.split()
    return Counter(
        tuple(tokens[start : start + order])
        for order in range(1, 5)
        for start in range(len(tokens) - order + 1)
    )


def counts_by_segment(lines: list[str], references: list[list[str]]) -> list[dict[str, Any]]:
    segments = []
    for line, of_segment in zip(lines, references, strict=True):
        own = ngrams(line)
        inside = [ngrams(reference) for reference in of_segment]
        every = {ngram for counts in (own, *inside) for ngram in counts}
        most = Counter({ngram: max(counts[ngram] for counts in inside) for ngram in every})
        least = Counter({ngram: min(counts[ngram] for counts in inside) for ngram in every})
        kinds = (own & most, own - most, least - own)
        segments.append(dict(zip(KINDS, kinds, strict=True)))
    return segments


def naive(case: Case, kind: str) -> dict[tuple[str, Ngram], tuple[Any, ...]]:
    """Return what every n-gram should have, before anything is dropped or cut."""
    hypotheses, references, documents = case
    segments = {name: counts_by_segment(of, references) for name, of in hypotheses.items()}
    units = documents or list(map(str, range(len(references))))
    by_unit: dict[str, dict[str, Counter[Ngram]]] = {
        name: {
            unit: sum(
                (segment[kind] for segment, u in zip(of, units, strict=True) if u == unit),
                Counter(),
            )
            for unit in set(units)
        }
        for name, of in segments.items()
    }
    every = {ngram for of in segments.values() for segment in of for ngram in segment[kind]}
    figures: dict[Ngram, tuple[int, int, int, int]] = {}
    for ngram in every:
        gaps = [by_unit["one"][unit][ngram] - by_unit["two"][unit][ngram] for unit in set(units)]
        figures[ngram] = (
            sum(segment[kind][ngram] for segment in segments["one"]),
            sum(segment[kind][ngram] for segment in segments["two"]),
            sum(gap > 0 for gap in gaps),
            sum(gap < 0 for gap in gaps),
        )
    tested = {ngram: each for ngram, each in figures.items() if each[2] + each[3] >= 6}
    p_values = {ngram: in_fractions(more, fewer) for ngram, (_, _, more, fewer) in tested.items()}
    adjusted = {
        ngram: min(
            min(
                other * len(p_values) / sum(each <= other for each in p_values.values())
                for other in p_values.values()
                if other >= p_value
            ),
            Fraction(1),
        )
        for ngram, p_value in p_values.items()
    }
    expected = {}
    for ngram, (count, other_count, more, fewer) in tested.items():
        subsumed = any(
            tested[longer] == tested[ngram]
            for longer in tested
            if len(longer) == len(ngram) + 1 and ngram in (longer[:-1], longer[1:])
        )
        if subsumed or (more - fewer) * (count - other_count) <= 0:
            continue
        system, other = ("one", "two") if more > fewer else ("two", "one")
        where = tuple(
            number
            for number, (first, second) in enumerate(
                zip(segments[system], segments[other], strict=True), start=1
            )
            if first[kind][ngram] > second[kind][ngram]
        )
        most, least = max(count, other_count), min(count, other_count)
        expected[system, ngram] = (
            (most, least, more + fewer, where),
            float(p_values[ngram]),
            float(adjusted[ngram]),
        )
    return expected


def found_in(
    scored: ScoredSystems, pairs: list[tuple[str, str]], **options: Any
) -> tuple[DistinguishingNgram, ...]:
    tokens = tokenize_systems(scored)
    return distinguishing_ngrams(scored, tokens, ngram_tables(scored, tokens), pairs, **options)


@given(case=cases())
def test_all_figures_are_those_of_plain_counting(score: Score, case: Case) -> None:
    hypotheses, references, documents = case
    scored = score(hypotheses, references, documents=documents)
    listed = found_in(scored, [("one", "two")], top=10_000, level=1.0, merge=False)
    single = all(len(of_segment) == 1 for of_segment in references)
    for kind in KINDS:
        mirrored = single and kind == "under-produced"
        expected = {} if mirrored else naive(case, kind)
        of_kind = {(entry.system, entry.ngram): entry for entry in listed if entry.kind == kind}
        assert set(of_kind) == set(expected)
        for key, entry in of_kind.items():
            counts, p_value, adjusted = expected[key]
            assert (entry.count, entry.other_count, entry.documents) == counts[:3]
            assert entry.segments == counts[3][:10]
            assert (entry.p_value, entry.adjusted_p_value) == pytest.approx((p_value, adjusted))
            assert {entry.system, entry.other} == {"one", "two"}


def test_ngrams_of_the_same_figures_or_segments_are_listed_once(score: Score) -> None:
    scored = score({"right": ["a b c d e"] * 7, "wrong": ["x"] * 7}, [["a b c d e"]] * 7)
    for merge, number in ((False, 2), (True, 1)):
        listed = found_in(scored, [("right", "wrong")], merge=merge)
        matched = {entry.ngram for entry in listed if entry.kind == "matched"}
        # not those that are shorter
        assert matched <= {("a", "b", "c", "d"), ("b", "c", "d", "e")}
        assert len(matched) == number


@pytest.mark.parametrize(
    ("first", "second", "others", "kept"),
    [
        ((1, 2), (2, 3), range(10), [0]),  # overlap
        ((1, 2, 3), (2,), range(10), [0]),  # the first contains the second
        ((2,), (1, 2, 3), range(10), [0]),
        ((1, 2), (3, 4), range(10), [0, 1]),  # no token in common
        ((1, 2), (2, 3), range(3, 13), [0, 1]),  # 7 of 10 segments in common
        ((1, 2), (2, 3), range(2, 12), [0]),  # 8 of 10
        ((1, 2), (2,), range(30), [0, 1]),  # the second is about more segments
        ((1, 2, 1), (3, 1, 2), range(10), [0]),
        ((1, 2), (2, 1, 9), range(10), [0]),
    ],
)
def test_ngrams_are_merged_if_they_overlap_in_the_same_segments(
    first: tuple[int, ...], second: tuple[int, ...], others: range, kept: list[int]
) -> None:
    candidates = [(first, frozenset(range(10))), (second, frozenset(others))]
    assert merged(candidates, 5) == kept


def test_an_ngram_is_spelled_as_in_the_text() -> None:
    assert spelling(("it", "'", "s"), ["", "So it's"]) == "it's"
    assert spelling(("<", "b", "/", ">"), ["a < b/>"]) == "< b/>"
    assert spelling(("hello", ","), ["Hello, you"]) == "Hello,"
    assert spelling(("）", "是", "的"), ["（一）是的"]) == "）是的"
    assert spelling(("a", "&"), ["a &amp; b x"]) == "a &"
    assert spelling(("a", '"'), ["a &quot;"]) == 'a "'


def test_the_text_of_a_missing_ngram_is_that_of_a_reference(score: Score) -> None:
    references = [["it is Here", "is Here now"]] * 7
    scored = score({"one": ["x"] * 7, "two": ["it is Here"] * 7}, references)
    missing = [
        entry for entry in found_in(scored, [("one", "two")]) if entry.kind == "under-produced"
    ]
    assert [(entry.system, entry.text) for entry in missing] == [("one", "is Here")]


def test_only_the_first_few_up_to_the_level_are_returned(score: Score) -> None:
    # "b" is matched by one system in seven segments (p = 1/64), "a" by the other in five of six
    # where they differ (p = 7/32)
    left = ["a"] * 5 + [""] + [""] * 7
    right = [""] * 5 + ["a"] + ["b"] * 7
    scored = score({"left": left, "right": right}, [["a"]] * 6 + [["b"]] * 7)
    pairs = [("left", "right")]
    every = found_in(scored, pairs, level=1.0)
    assert [(entry.kind, entry.system, entry.ngram) for entry in every] == [
        ("matched", "left", ("a",)),
        ("matched", "right", ("b",)),
    ]
    # two tests in the family: 2/64 and 7/32
    assert [entry.adjusted_p_value for entry in every[:2]] == pytest.approx([7 / 32, 2 / 64])
    assert [entry.ngram for entry in found_in(scored, pairs)] == [("b",)]
    assert found_in(scored, pairs, top=0) == ()


def test_ngrams_are_sorted_by_p_value_then_difference_of_counts(score: Score) -> None:
    left = ["a a b"] * 7 + ["c"] * 8
    scored = score({"left": left, "right": ["x"] * 15}, [["a a b"]] * 7 + [["c"]] * 8)
    listed = found_in(scored, [("left", "right")], merge=False)
    matched = [(entry.ngram, entry.count) for entry in listed if entry.kind == "matched"]
    assert matched == [(("c",), 8), (("a",), 14), (("a", "a", "b"), 7)]


# The sign test, compared with fractions and SciPy


def in_fractions(more: int, fewer: int) -> Fraction:
    trials = more + fewer
    tail = sum(math.comb(trials, successes) for successes in range(min(more, fewer) + 1))
    return min(Fraction(1), 2 * Fraction(tail, 2**trials))


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=12))
def test_p_values_are_those_of_exact_fractions(tests: list[tuple[int, int]]) -> None:
    more = np.array([count for count, _ in tests], dtype=np.int64)
    fewer = np.array([count for _, count in tests], dtype=np.int64)
    expected = [float(in_fractions(*test)) for test in tests]
    assert sign_test(more, fewer) == pytest.approx(np.array(expected), rel=1e-12)


def test_p_values_are_those_of_scipy() -> None:
    # scipy.stats.binomtest of SciPy 1.17.1, two-sided, chance 1/2
    recorded = {
        (9, 2): 0.0654296875,
        (30, 14): 0.022628841205914796,
        (150, 101): 0.0023809925216453512,
        (1000, 900): 0.023108845108901193,
        (7, 0): 0.015625,
    }
    more, fewer = np.array(list(recorded)).T
    assert sign_test(more, fewer) == pytest.approx(list(recorded.values()), rel=1e-11)


def test_one_unit_fewer_could_never_be_significant() -> None:
    assert in_fractions(FEWEST_DIFFERING, 0) <= Fraction(1, 20) < in_fractions(5, 0)
    assert FEWEST_DIFFERING == 6


# Differences that are not tested


PAIR = ("one", "two")


def differences_in(scored: ScoredSystems, top: int = 20) -> tuple[NgramDifference, ...]:
    tokens = tokenize_systems(scored)
    return ngram_differences(scored, tokens, ngram_tables(scored, tokens), [PAIR], top=top)


def naive_differences(
    systems: dict[str, list[str]], references: list[list[str]], kind: str, order: int
) -> Iterator[tuple[Ngram, tuple[int, int, int, float]]]:
    """Yield counts, differing segments and z of every n-gram (Monroe et al. 2008)."""
    by_segment = {name: counts_by_segment(lines, references) for name, lines in systems.items()}
    counts: dict[str, Counter[Ngram]] = {
        name: sum((segment[kind] for segment in by_segment[name]), Counter()) for name in PAIR
    }
    background, differing, segments = Counter[Ngram](), Counter[Ngram](), Counter[Ngram]()
    for place, of_segment in enumerate(references):
        own = [ngrams(systems[name][place]) for name in PAIR]
        inside = [ngrams(line) for line in of_segment]
        every = {ngram for counted in (*own, *inside) for ngram in counted if len(ngram) == order}
        here = [by_segment[name][place][kind] for name in PAIR]
        for ngram in every:
            background[ngram] += sum(each[ngram] for each in own) + max(
                each[ngram] for each in inside
            )
        segments.update(every)
        differing.update(ngram for ngram in every if here[0][ngram] != here[1][ngram])
    frequent = {ngram for ngram, number in segments.items() if number >= 3}
    prior = {ngram: 0.1 * background[ngram] for ngram in frequent}
    sizes = {name: sum(counts[name][ngram] + prior[ngram] for ngram in frequent) for name in PAIR}
    for ngram in frequent:
        y = {name: counts[name][ngram] + prior[ngram] for name in PAIR}
        odds = {name: y[name] / (sizes[name] - y[name]) for name in PAIR}
        z = math.log(odds["one"] / odds["two"]) / math.sqrt(1 / y["one"] + 1 / y["two"])
        yield ngram, (counts["one"][ngram], counts["two"][ngram], differing[ngram], z)


def test_figures_of_differences_are_those_of_plain_counting(score: Score) -> None:
    drawn = random.Random(3)
    words = ["red", "cat", "sat", "on", "mats"]

    def line() -> str:
        return " ".join(drawn.choices(words, k=drawn.randint(2, 6)))

    references = [[line() for _ in range(drawn.randint(1, 2))] for _ in range(40)]
    systems = {name: [line() for _ in range(40)] for name in PAIR}
    listed = differences_in(score(systems, references), top=10_000)
    assert {entry.kind for entry in listed} == {"matched", "over-produced", "under-produced"}
    for entry in listed:
        expected = dict(naive_differences(systems, references, entry.kind, len(entry.ngram)))
        first, second, differing, z = expected[entry.ngram]
        turned = entry.system == "two"
        assert (entry.count, entry.other_count) == ((second, first) if turned else (first, second))
        assert entry.differing_segments == differing >= 3
        assert entry.z_score == pytest.approx(-z if turned else z)


def test_content_words_are_before_more_frequent_ones_and_punctuation_is_left_out(
    score: Score,
) -> None:
    references = [
        "d e f g h i j b a c the , a c b" + (" rare z" if n < 4 else "") for n in range(40)
    ]
    other = ["d e f g h i j b a c a c b"] * 40
    listed = differences_in(
        score({"one": references, "two": other}, [[reference] for reference in references])
    )
    matched = [entry.text for entry in listed if (entry.system, entry.kind) == ("one", "matched")]
    assert "b rare" in matched[0]  # rather than "rare", which has the same counts
    assert matched[1:]
    assert not any("rare" in text for text in matched[1:])
    assert "," not in matched


def test_an_ngram_that_differs_in_two_segments_is_left_out(score: Score) -> None:
    references = [["rare a"]] * 2 + [["often b"]] * 3
    scored = score({"one": [reference for [reference] in references], "two": ["x"] * 5}, references)
    assert [entry.text for entry in differences_in(scored) if entry.system == "one"] == ["often b"]


def test_texts_without_tokens_have_no_ngrams_and_one_reference_lists_them_once(
    score: Score,
) -> None:
    empty = score({"one": [""] * 6, "two": [""] * 6}, [[""]] * 6)
    assert found_in(empty, [PAIR]) == ()
    assert differences_in(empty) == ()
    scored = score({"one": ["a b"] * 4, "two": ["x y"] * 4}, [["a b"]] * 4)
    assert {(entry.kind, entry.system) for entry in differences_in(scored)} == {
        ("matched", "one"),
        ("over-produced", "two"),
    }
