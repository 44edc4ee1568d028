"""The largest differences of n-grams, compared with plain counting and the formula of the paper."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from tallystick.reports.comparison.facts.ngrams.differences import ngram_differences
from tallystick.reports.comparison.facts.ngrams.tables import ngram_tables
from tallystick.reports.comparison.facts.scored_systems import ScoredSystems
from tallystick.reports.comparison.facts.segment_tokens import tokenize_systems
from tallystick.reports.comparison.model import NgramDifference

Score = Callable[..., ScoredSystems]
Ngram = tuple[str, ...]
PAIR = ("one", "two")


def found_in(scored: ScoredSystems, top: int = 20) -> tuple[NgramDifference, ...]:
    tokens = tokenize_systems(scored)
    return ngram_differences(scored, tokens, ngram_tables(scored, tokens), [PAIR], top=top)


def ngrams(line: str, order: int) -> Counter[Ngram]:
    tokens = line.split()
    return Counter(zip(*(tokens[start:] for start in range(order)), strict=False))


def naive(
    systems: dict[str, list[str]], references: list[list[str]], kind: str, order: int
) -> Iterator[tuple[Ngram, tuple[int, int, int, float]]]:
    """Yield counts, differing segments and z of every n-gram (Monroe et al. 2008)."""
    counts = {name: Counter[Ngram]() for name in PAIR}
    background, differing, segments = Counter[Ngram](), Counter[Ngram](), Counter[Ngram]()
    for place, of_segment in enumerate(references):
        inside = [ngrams(line, order) for line in of_segment]
        every = set().union(*inside)
        most = Counter({one: max(each[one] for each in inside) for one in every})
        least = Counter({one: min(each[one] for each in inside) for one in every})
        here = {}
        for name in PAIR:
            own = ngrams(systems[name][place], order)
            here[name] = {
                "matched": own & most,
                "over-produced": own - most,
                "under-produced": least - own,
            }[kind]
            counts[name] += here[name]
            background += own
            every |= set(own)
        background += most
        segments.update(every)
        differing.update(one for one in every if here["one"][one] != here["two"][one])
    frequent = {one for one, number in segments.items() if number >= 3}
    prior = {one: 0.1 * background[one] for one in frequent}
    sizes = {name: sum(counts[name][one] + prior[one] for one in frequent) for name in PAIR}
    for one in frequent:
        y = {name: counts[name][one] + prior[one] for name in PAIR}
        odds = {name: y[name] / (sizes[name] - y[name]) for name in PAIR}
        z = math.log(odds["one"] / odds["two"]) / math.sqrt(1 / y["one"] + 1 / y["two"])
        yield one, (counts["one"][one], counts["two"][one], differing[one], z)


def test_figures_are_those_of_plain_counting(score: Score) -> None:
    drawn = random.Random(3)
    words = ["red", "cat", "sat", "on", "mats"]

    def line() -> str:
        return " ".join(drawn.choices(words, k=drawn.randint(2, 6)))

    references = [[line() for _ in range(drawn.randint(1, 2))] for _ in range(40)]
    systems = {name: [line() for _ in range(40)] for name in PAIR}
    found = found_in(score(systems, references), top=10_000)
    assert {one.kind for one in found} == {"matched", "over-produced", "under-produced"}
    for one in found:
        expected = dict(naive(systems, references, one.kind, len(one.ngram)))
        first, second, differing, z = expected[one.ngram]
        turned = one.system == "two"
        assert (one.count, one.other_count) == ((second, first) if turned else (first, second))
        assert one.differing_segments == differing >= 3
        assert one.z_score == pytest.approx(-z if turned else z)


def test_content_words_are_before_more_frequent_ones_and_punctuation_is_left_out(
    score: Score,
) -> None:
    references = [
        "d e f g h i j b a c the , a c b" + (" rare z" if n < 4 else "") for n in range(40)
    ]
    other = ["d e f g h i j b a c a c b"] * 40
    found = found_in(score({"one": references, "two": other}, [[one] for one in references]))
    matched = [one.text for one in found if (one.system, one.kind) == ("one", "matched")]
    assert "b rare" in matched[0]  # rather than "rare", which has the same counts
    assert matched[1:]
    assert not any("rare" in one for one in matched[1:])
    assert "," not in matched


def test_an_ngram_that_differs_in_two_segments_is_left_out(score: Score) -> None:
    references = [["rare a"]] * 2 + [["often b"]] * 3
    scored = score({"one": [one for [one] in references], "two": ["x"] * 5}, references)
    assert [one.text for one in found_in(scored) if one.system == "one"] == ["often b"]


def test_with_one_reference_what_is_missing_is_not_listed_again(score: Score) -> None:
    scored = score({"one": ["a b"] * 4, "two": ["x y"] * 4}, [["a b"]] * 4)
    assert {(one.kind, one.system) for one in found_in(scored)} == {
        ("matched", "one"),
        ("over-produced", "two"),
    }


def test_texts_without_tokens_have_no_differences(score: Score) -> None:
    assert found_in(score({"one": [""] * 4, "two": [""] * 4}, [[""]] * 4)) == ()
