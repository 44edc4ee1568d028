"""CIDEr and CIDEr-D on hand-made segments: options, references, degenerate input and errors."""

import math
import sys
from collections import Counter
from io import BytesIO, TextIOWrapper
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick
from tallystick import Cider, Corpus, InputError, OptionError, segment_scores
from tallystick.metrics import (
    DocumentFrequencies,
    FittedCider,
    References,
    Signature,
    tokenizer_named,
)
from tests.metrics.naive import corpus_of, ngrams

TOKENS = st.lists(st.sampled_from("abc,"), max_size=7)
SEGMENT = st.tuples(TOKENS, st.lists(TOKENS, min_size=1, max_size=3))
SEGMENTS = st.lists(SEGMENT, min_size=2, max_size=4).filter(
    lambda segments: len({frozenset(chain(*some)) for _, some in segments}) > 1
)

Segments = list[tuple[list[str], list[list[str]]]]


def score(segments: Segments, **options: Any) -> float:
    metric = Cider(**options)
    return metric.score(metric.statistics(corpus_of(segments))).score


def by_the_paper(segments: Segments, d: bool) -> list[float]:
    """Compute the equations of the paper, with counts divided by the number of n-grams."""
    sums = [0.0] * len(segments)
    for order in (1, 2, 3, 4):
        frequencies = Counter(
            ngram
            for _, references in segments
            for ngram in {ngram for some in references for ngram in ngrams(some, order)}
        )

        def vector(tokens: list[str]) -> dict[tuple[str, ...], float]:
            counts = ngrams(tokens, order)  # noqa: B023
            return {
                ngram: count / counts.total() * math.log(len(segments) / max(1, frequencies[ngram]))  # noqa: B023
                for ngram, count in counts.items()
            }

        for number, (hypothesis, references) in enumerate(segments):
            mine = vector(hypothesis)
            for reference in references:
                theirs = vector(reference)
                shared = mine.keys() & theirs.keys()
                product = sum(
                    (min(mine[ngram], theirs[ngram]) if d else mine[ngram]) * theirs[ngram]
                    for ngram in shared
                )
                length = math.hypot(*mine.values()) * math.hypot(*theirs.values())
                penalty = math.exp(-((len(hypothesis) - len(reference)) ** 2) / (2 * 6**2))
                if length:
                    cosine = product / length * (penalty if d else 1)
                    sums[number] += 10 * cosine / len(references) / 4
    return sums


def test_two_segments_by_hand() -> None:
    # every word is in one of two segments, so all weigh log 2; "a" and "a b" have cosine 1/sqrt 2
    segments: Segments = [(["a"], [["a", "b"]]), (["c"], [["c"]])]
    cider = tallystick.cider(hypotheses=corpus_of(segments), order=1, dialect="plain")
    assert cider.score == pytest.approx(10 * (1 / math.sqrt(2) + 1) / 2)
    assert cider.variant == "CIDEr"
    # "a b" has one bigram and "a" none
    cider = tallystick.cider(hypotheses=corpus_of(segments), order=1, sigma=2)
    assert cider.score == pytest.approx(10 * (math.exp(-1 / 8) / math.sqrt(2) + 1) / 2)
    assert str(cider).startswith(
        "CIDEr-D (order=1, sigma=2) = 8.1201 8.1201 nrefs:1|case:mixed|tok:given|dialect:"
    )
    assert cider.individual == (cider.score,)


@pytest.mark.parametrize(("dialect", "d"), [("plain", False), ("paper-d", True)])
@given(segments=SEGMENTS)
def test_the_paper_is_reproduced(dialect: str, d: bool, segments: Segments) -> None:
    metric = Cider(dialect=dialect)
    scores = segment_scores(metric, metric.statistics(corpus_of(segments)))
    assert scores == pytest.approx(by_the_paper(segments, d), abs=1e-9)


def test_a_penalty_of_any_width_is_defined() -> None:
    segments: Segments = [(["a", "b"], [["a", "b", "c", "d"]]), (["e"], [["e"]])]
    assert score(segments, sigma=1e100) == score(segments, dialect="length_penalty=none")


def test_the_document_frequencies_stay_fixed_when_segments_are_chosen() -> None:
    segments: Segments = [
        (list("abcde"), [list("abcdf")]),
        (list("bcd"), [list("bcde"), list("cd")]),
        (list("fgh"), [list("fgh")]),
    ]
    metric = Cider()
    rows = metric.statistics(corpus_of(segments)).rows
    fitted = metric.fit([corpus_of(segments).references])
    alone = fitted.statistics(corpus_of(segments[:1]))
    assert alone.rows.tolist() == rows[:1].tolist()
    assert metric.formula(rows.sum(axis=0)) == pytest.approx(metric.formula(rows).mean())


@pytest.mark.parametrize("dialect", ["cider-d", "plain", "paper-d"])
def test_no_weights_is_refused_with_the_reason(dialect: str) -> None:
    with pytest.raises(InputError, match="not defined for one segment, because every n-gram"):
        tallystick.cider(hypotheses=["a b"], references=["a b"], dialect=dialect)


def test_no_weights_scores_0_in_pycocoevalcap_and_is_defined_with_a_table() -> None:
    corpus = corpus_of([(list("abcde"), [list("abcde")])])
    assert tallystick.cider(hypotheses=corpus, dialect="pycocoevalcap").score == 0
    frequencies = DocumentFrequencies.from_table({("a",): 2}, segments=3)
    assert tallystick.cider(hypotheses=corpus, df=frequencies).score == pytest.approx(10)


def test_references_without_words_are_refused() -> None:
    with pytest.raises(InputError, match="all references are empty"):
        tallystick.cider(hypotheses=["a", "b"], references=["", " "])


def test_an_empty_side_scores_0() -> None:
    # as pycocoevalcap 1.2
    corpus = Corpus.from_segments(hypotheses=["", "a", "b"], references=["c", "", "b"])
    metric = Cider(order=1)
    assert segment_scores(metric, metric.statistics(corpus)).tolist() == pytest.approx([0, 0, 10])


def test_orders_above_four_match_nothing_in_the_programs() -> None:
    # pycocoevalcap 1.2: Cider(n=5) gives 8.0 for two segments equal to their references
    texts = ["a b c d e f", "g h i j k l"]
    corpus = Corpus.from_segments(hypotheses=texts, references=texts)
    for dialect, expected in (("pycocoevalcap", 8), ("cider-d", 10)):
        cider = tallystick.cider(hypotheses=corpus, order=5, dialect=dialect)
        assert cider.score == pytest.approx(expected)


def test_the_name_of_the_variant_is_a_spec() -> None:
    assert tallystick.metric("cider-d:order=3") == Cider(order=3)
    assert Cider.identity.title == "CIDEr"
    assert Cider().identity.title == "CIDEr-D"
    assert Cider(dialect="plain").identity.title == "CIDEr"
    frequencies = DocumentFrequencies.from_table({("a",): 2}, segments=3)
    assert FittedCider(Cider(), frequencies).identity.title == "CIDEr-D"


def test_a_signature_with_other_frequencies_names_them() -> None:
    frequencies = DocumentFrequencies.from_table({("a",): 2}, segments=3)
    line = str(Signature.of(Cider(df=frequencies), 1, given_tokens=False))
    assert f"|df:{frequencies.fingerprint()}|" in line
    with pytest.raises(OptionError, match="names document frequencies"):
        Signature.parse(line).metric()


CAPTIONS = st.lists(st.sampled_from("abc"), max_size=6)
REFERENCES = st.lists(st.lists(CAPTIONS, min_size=1, max_size=3), min_size=1, max_size=5)


def fitted(references: list[Any], **options: Any) -> DocumentFrequencies:
    parts = [References.per_segment(references)]
    return DocumentFrequencies.fit(parts, tokenizer_named("none"), **options)


@given(REFERENCES)
def test_an_ngram_counts_once_in_the_references_of_a_segment(
    references: list[list[list[str]]],
) -> None:
    if not any(text for some in references for text in some):
        return
    expected: Counter[tuple[str, ...]] = Counter()
    for some in references:
        expected.update({ngram for text in some for n in (1, 2, 3) for ngram in ngrams(text, n)})
    frequencies = fitted(references, order=3)
    assert dict(frequencies.items()) == expected
    assert frequencies.segments == len(references)
    pruned = dict(fitted(references, order=3, complete=False).items())
    assert all(expected[ngram] == count for ngram, count in pruned.items())
    assert all(expected[ngram] == 1 for ngram in expected.keys() - pruned.keys())


def test_weights_are_logarithms_of_inverse_shares() -> None:
    counts = fitted(["a b", "a c", "a a"])
    weights = dict(zip((ngram for ngram, _ in counts.items()), counts.weights(), strict=True))
    assert weights["a",] == 0
    assert weights["b",] == counts.highest_weight == math.log(3)


@given(
    REFERENCES.filter(
        lambda references: len({frozenset(chain(*of_segment)) for of_segment in references}) > 1
    ),
    st.sampled_from(["cider-d", "plain"]),
)
def test_a_file_gives_the_same_scores_as_the_references(
    tmp_path_factory: pytest.TempPathFactory, references: list[Any], dialect: str
) -> None:
    path = tmp_path_factory.mktemp("df") / "df.tsv"
    frequencies = fitted(references)
    frequencies.write(path)
    read = DocumentFrequencies.read(path)
    assert (dict(read.items()), read.segments) == (dict(frequencies.items()), len(references))
    assert read.fingerprint() == frequencies.fingerprint()
    corpus = Corpus.from_segments(
        hypotheses=[some[-1] for some in references], references=references
    )
    expected = Cider(dialect=dialect).statistics(corpus).rows.tolist()
    assert Cider(dialect=dialect, df=read).statistics(corpus).rows.tolist() == expected


def test_a_file_is_an_option_of_a_spec(tmp_path: Path) -> None:
    path = tmp_path / "df.tsv"
    path.write_text("segments\t40504\na\t30000\na man\t500\n", encoding="utf-8")
    metric = tallystick.metric(f"cider:df={path}")
    assert isinstance(metric, Cider)
    assert metric.df is not None
    assert (metric.df.segments, metric.df["a", "man"], metric.df["man",]) == (40504, 500, 0)


def test_a_file_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    text = TextIOWrapper(BytesIO(b"segments\t3\na man\t2\n"))
    monkeypatch.setattr("sys.stdin", text)
    assert DocumentFrequencies.read("-")["a", "man"] == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: '' is not the number of segments"),
        ("a\t3\n", r"line 1: 'a\\t3' is not the number of segments; expected the word segments"),
        (f"segments\t{5000 * '9'}\na\t3\n", "line 1: .* is not the number of segments"),
        ("segments\tmany\na\t3\n", "line 1: .* is not the number of segments"),
        ("segments\t1\na\t1\n", "segments is 1; expected .* 2 or more"),
        ("segments\t3\n", "the table of document frequencies is empty"),
        ("segments\t3\na 3\n", "line 2: 'a 3' is not a document frequency"),
        ("segments\t3\na\t3\na\t2\n", "line 3: the n-gram 'a' also occurs in an earlier line"),
        ("segments\t3\na\t4\n", "frequency of .* is 4.* from 0 to 3, the number of segments"),
        ("segments\t3\na\t1.5\n", "frequency of .* is 1.5; expected a whole number"),
    ],
)
def test_a_malformed_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "df.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        DocumentFrequencies.read(path)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        *(({wrong: 1}, "in the table of document freq.* is not an n-gram") for wrong in ((), 5)),
        ({("a",): "1"}, r"\('a',\) in the table of .* has '1', which is not a number"),
        ({("a",): 1, ("b", 2): 1}, r"token 2 of the n-gram \('b', 2\) .* is of type int"),
    ],
)
def test_an_invalid_table_is_refused(table: dict[Any, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        DocumentFrequencies.from_table(table, segments=3)


def test_frequencies_that_a_function_was_given_are_not_kept() -> None:
    frequencies = DocumentFrequencies.from_table({("a",): 1}, segments=2)
    references = sys.getrefcount(frequencies)
    tallystick.cider(hypotheses=["a"], references=["a"], df=frequencies)
    assert sys.getrefcount(frequencies) == references


@pytest.mark.parametrize("token", ["a b", "", "a\t", "\u2028"])
def test_a_token_that_a_file_cannot_contain_is_refused(tmp_path: Path, token: str) -> None:
    frequencies = DocumentFrequencies.from_table({(token, "c"): 1}, segments=3)
    with pytest.raises(InputError, match="empty or contains white space"):
        frequencies.write(tmp_path / "df.tsv")


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no-such-folder"):
        fitted(["a", "b"]).write(tmp_path / "no-such-folder" / "df.tsv")
