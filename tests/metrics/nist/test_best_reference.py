"""The reference of each segment and order that is chosen, compared with a naive computation."""

import math
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tallystick import Corpus, Nist
from tallystick.metrics import InformationWeights
from tests.metrics.naive import corpus_of, information_ratios, ngrams

ORDER = 3
ONE = Fraction(1)
Ngram = tuple[str, ...]
Segment = tuple[list[str], list[list[str]]]


def segments_drawn(generator: random.Random) -> list[Segment]:
    """Return hypotheses with one to three references, of few words, so that many are as good."""

    def text() -> list[str]:
        return generator.choices(["0", "a", "b", "c", "d"], k=generator.randint(0, 6))

    segments = [(text(), [text() for _ in range(generator.randint(1, 3))]) for _ in range(5)]
    return [(["a"], [["a"]]), *segments]


def segments_of(*texts: tuple[str, list[str]]) -> list[Segment]:
    return [(one.split(), [reference.split() for reference in some]) for one, some in texts]


TIES = [
    # 16 words: a occurs 4 times and b once, so a a is worth as much as b: log2(16 / 4) twice
    segments_of(("a a b", ["a a x x", "b"]), ("y", ["a a y y y y y y y"])),
    # 16 words, if 0 is no prefix: 0 a is worth log2(16 / 4), and b c log2(4 / 1)
    segments_of(("0 a b c", ["0 a x x x", "b c"]), ("y", ["b b b 0 a 0 a 0 a"])),
]


def expected(
    segments: list[Segment], value: Callable[[Counter[Ngram]], Fraction]
) -> list[list[list[tuple[Fraction, int, int]]]]:
    """Return value, length and matches with every best reference, by segment and order.

    The best has the highest value; of these the longest.
    """
    found = []
    for hypothesis, references in segments:
        orders = []
        for order in range(1, ORDER + 1):
            overlaps = [ngrams(hypothesis, order) & ngrams(one, order) for one in references]
            each = [
                (value(overlap), len(one), overlap.total())
                for one, overlap in zip(references, overlaps, strict=True)
            ]
            orders.append([one for one in each if one[:2] == max(each)[:2]])
        found.append(orders)
    return found


def check(
    nist: Nist, segments: list[Segment], best: list[list[list[tuple[Fraction, int, int]]]]
) -> None:
    """Compare information (a function of the value), matches and lengths of the references."""
    named = nist.statistics(corpus_of(segments)).split()
    for row, orders in enumerate(best):
        lengths = [some[0][1] for some in orders]
        assert named["reference_length"][row] == pytest.approx(sum(lengths) / ORDER)
        for place, some in enumerate(orders):
            value = some[0][0]
            bits = float(value) if nist.information else math.log2(value)
            assert named["information"][row, place] == pytest.approx(bits, rel=1e-12, abs=1e-12)
            assert named["matches"][row, place] in [matches for *_, matches in some]


@pytest.mark.parametrize("zero_prefix", ["exact", "perl_falsy"])
@pytest.mark.parametrize("counted", ["all", "first"])
def test_the_best_reference_is_that_of_exact_products(zero_prefix: str, counted: str) -> None:
    nist = Nist(
        ORDER,
        f"match=best_reference+reference_length=matched+zero_prefix={zero_prefix}+"
        f"information_references={counted}",
    )
    generator = random.Random(22)
    for segments in [*TIES, *(segments_drawn(generator) for _ in range(60))]:
        number = 1 if counted == "first" else None
        weighed = [text for _, references in segments for text in references[:number]]
        ratios = information_ratios(weighed, ORDER, zero_prefix == "perl_falsy")

        def value(overlap: Counter[Ngram], ratios: Any = ratios) -> Fraction:
            return math.prod((ratios.get(one, 1) ** n for one, n in overlap.items()), start=ONE)

        check(nist, segments, expected(segments, value))


def test_the_best_reference_is_that_of_exact_sums_of_given_weights() -> None:
    generator = random.Random(5)
    for _ in range(60):
        segments = segments_drawn(generator)
        table = {
            ngram: generator.choice([0.5, 1.0, 1.5, 2.0])
            for _, references in segments
            for reference in references
            for order in range(1, ORDER + 1)
            for ngram in ngrams(reference, order)
        }
        information = InformationWeights.from_table(table)
        dialect = "match=best_reference+reference_length=matched"

        def value(overlap: Counter[Ngram], table: dict[Ngram, float] = table) -> Fraction:
            return sum((Fraction(table[one]) * n for one, n in overlap.items()), Fraction(0))

        nist = Nist(ORDER, dialect, information=information)
        check(nist, segments, expected(segments, value))


def test_given_weights_are_added_up_without_rounding() -> None:
    # 0.1 + 0.2 is above 0.3 by less than a sum in floating-point arithmetic can be wrong
    table = InformationWeights.from_table({("a",): 0.1, ("b",): 0.2, ("c",): 0.3})
    nist = Nist(1, "match=best_reference+reference_length=matched", information=table)
    corpus = Corpus.from_segments(hypotheses=["a b c"], references=[["c x x", "a b"]])
    statistics = nist.statistics(corpus)
    assert statistics.split()["reference_length"].tolist() == [2]


def test_products_that_differ_in_the_eighth_digit_are_no_tie() -> None:
    # 99 * 101 * 73 * 137 = 99,999,999 and 100 ** 4 = 100,000,000: rarer words are worth more
    counts = dict(zip("abcdefgh", [99, 101, 73, 137, 100, 100, 100, 100], strict=True))
    rest = " ".join(word for word, count in counts.items() for _ in range(count - 1))
    nist = Nist(1, "match=best_reference+reference_length=matched")
    corpus = Corpus.from_segments(
        hypotheses=["a b c d e f g h", "y"],
        references=[["e f g h z z", "a b c d"], [rest, "z " * 100_000]],
    )
    statistics = nist.statistics(corpus)
    assert statistics.split()["reference_length"][0] == 4
