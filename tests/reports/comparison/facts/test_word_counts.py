"""Orders, lengths and word accuracy, compared with plain counting."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick
from tallystick.reports import Comparison, WordAccuracy

Case = tuple[dict[str, list[str]], list[list[str]]]

LINES = st.lists(st.sampled_from("abcd"), max_size=8).map(" ".join)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    count = draw(st.integers(1, 6))
    of_all = st.lists(LINES, min_size=count, max_size=count)
    names = ["one", "two", "three"][: draw(st.integers(1, 3))]
    references = st.lists(
        st.lists(LINES, min_size=1, max_size=3), min_size=count, max_size=count
    ).filter(
        lambda given: count == 1 or {len(reference) for reference in given} != {count}
    )  # else ambiguous
    return {name: draw(of_all) for name in names}, draw(references)


def closest(hypothesis: list[str], references: list[list[str]]) -> list[str]:
    return min(
        references, key=lambda reference: (abs(len(reference) - len(hypothesis)), len(reference))
    )


def ngrams(tokens: list[str], order: int) -> Counter[tuple[str, ...]]:
    starts = range(len(tokens) - order + 1)
    return Counter(tuple(tokens[start : start + order]) for start in starts)


def counted(
    hypotheses: dict[str, list[str]],
    references: list[list[str]],
    metrics: Sequence[str] = ("bleu:tokenize=none",),
) -> Comparison:
    return tallystick.compare(
        systems=hypotheses, references=references, metrics=metrics, resamples=9
    )


BINS = {"0": 0, "1": 1, "2-4": 4, "5-9": 9, "10-99": 99, "100-999": 999}


@given(case=cases())
def test_orders_lengths_and_word_accuracy_are_those_of_plain_counting(case: Case) -> None:
    hypotheses, references = case
    comparison = counted(hypotheses, references)
    for length in comparison.lengths:
        pairs = [
            (line.split(), [reference.split() for reference in of_segment])
            for line, of_segment in zip(hypotheses[length.system], references, strict=True)
        ]
        long = sum(len(tokens) for tokens, _ in pairs)
        wanted = sum(len(closest(*pair)) for pair in pairs)
        assert (length.hypothesis_length, length.reference_length) == (long, wanted)
        assert length.ratio == (long / wanted if wanted else None)
        for precision in (each for each in comparison.orders if each.system == length.system):
            matches = total = 0
            for tokens, of_segment in pairs:
                most: Counter[tuple[str, ...]] = Counter()
                for reference in of_segment:
                    most |= ngrams(reference, precision.order)
                own = ngrams(tokens, precision.order)
                matches += (own & most).total()
                total += own.total()
            assert (precision.clipped_matches, precision.total) == (matches, total)
            assert precision.precision == (matches / total if total else None)
    assert [precision.order for precision in comparison.orders] == [1, 2, 3, 4] * len(hypotheses)
    assert_word_accuracy(comparison.word_accuracy, hypotheses, references)


def assert_word_accuracy(
    accuracies: Sequence[WordAccuracy],
    hypotheses: dict[str, list[str]],
    references: list[list[str]],
) -> None:
    """Assert that words of each frequency are matched as often as plain counting says."""
    frequency = Counter(
        word for of_segment in references for line in of_segment for word in line.split()
    )
    expected: dict[tuple[str, str], tuple[int, int, int]] = {}
    for name, of_system in hypotheses.items():
        counts: dict[str, list[int]] = {label: [0, 0, 0] for label in BINS}
        for line, of_segment in zip(of_system, references, strict=True):
            given_words = Counter(line.split())
            wanted = Counter(closest(line.split(), [reference.split() for reference in of_segment]))
            for kind, words in enumerate((given_words & wanted, given_words, wanted)):
                for word, count in words.items():
                    label = next(label for label, last in BINS.items() if frequency[word] <= last)
                    counts[label][kind] += count
        expected |= {(name, label): (a, b, c) for label, (a, b, c) in counts.items()}
    labels = [label for label in BINS if any(any(expected[name, label]) for name in hypotheses)]
    assert [(accuracy.system, accuracy.frequency) for accuracy in accuracies] == [
        (name, label) for name in hypotheses for label in labels
    ]
    for accuracy in accuracies:
        right, of_hypotheses, of_references = expected[accuracy.system, accuracy.frequency]
        counted_words = (accuracy.matched, accuracy.in_hypotheses, accuracy.in_references)
        assert counted_words == (right, of_hypotheses, of_references)
        assert accuracy.precision == (right / of_hypotheses if of_hypotheses else None)
        assert accuracy.recall == (right / of_references if of_references else None)
        if accuracy.precision and accuracy.recall:
            harmonic = 2 / (1 / accuracy.precision + 1 / accuracy.recall)
            assert accuracy.f1 == pytest.approx(harmonic)


def test_precisions_are_those_of_the_tokens_and_orders_of_each_metric() -> None:
    specs = ["rouge2", "bleu:tokenize=none,order=1", "ter", "nist:order=2", "google_gleu:order=1"]
    comparison = counted({"mine": ["A b."]}, [["a b."]], specs)
    orders, [length] = comparison.orders, comparison.lengths
    # by hand: "A" and "b." of BLEU and "a", "b" and "." of NIST, which folds case; 13a as GLEU
    assert [
        (precision.metric.partition(":")[0], precision.clipped_matches, precision.total)
        for precision in orders
    ] == [
        ("bleu", 1, 2),
        ("nist", 3, 3),
        ("nist", 2, 2),
        ("google_gleu", 2, 3),
    ]
    assert length.hypothesis_length == 2


def test_the_conventions_of_a_dialect_do_not_change_the_counts() -> None:
    hypotheses, references = {"mine": ["a b c", "d"]}, [["a b d", "a b"], ["d"]]
    usual = counted(hypotheses, references, ["bleu:tokenize=none,order=2"])
    bent = counted(hypotheses, references, ["bleu:dialect=nltk,tokenize=none,order=2"])
    assert [replace(precision, metric="") for precision in usual.orders] == [
        replace(precision, metric="") for precision in bent.orders
    ]
    assert usual.lengths == bent.lengths
    # by hand: a, b and d of four tokens, "a b" of two bigrams; references of 3 and 1
    [unigrams, bigrams], [length] = usual.orders, usual.lengths
    assert (unigrams.precision, bigrams.precision, length.reference_length) == (0.75, 0.5, 4)


def test_words_are_binned_by_their_count_in_all_references() -> None:
    line = " ".join(["often"] * 10 + ["some"] * 5 + ["twice"] * 2 + ["once"])
    entries = counted({"mine": [line, "never"]}, [[line], ["x"]]).word_accuracy
    # by hand: "x" is a word of count 1 as well, and not found
    assert [
        (accuracy.frequency, accuracy.matched, accuracy.in_references) for accuracy in entries
    ] == [
        *(("0", 0, 0), ("1", 1, 2), ("2-4", 2, 2), ("5-9", 5, 5), ("10-99", 10, 10)),
    ]
    assert (entries[0].precision, entries[0].recall, entries[0].f1) == (0.0, None, 0.0)
