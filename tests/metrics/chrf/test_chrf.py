"""chrF on hand-made segments: options, references, degenerate input, token lists and errors."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick
from tallystick import Chrf, ChrfDialect, Corpus, OptionError, Signature, segment_scores
from tallystick.metrics import presets_of

TEXT = st.text("ab ", max_size=8)
# of four references or more without a space, a corpus warns that they may be words
SEGMENT = st.tuples(TEXT, st.lists(TEXT, min_size=1, max_size=2))


def score(hypotheses: list[str], references: list[list[str]], **options: object) -> float:
    metric = Chrf(**options)  # type: ignore[arg-type]
    corpus = Corpus.from_segments(hypotheses=hypotheses, references=references)
    return metric.score(metric.statistics(corpus)).score


def test_one_segment_by_hand() -> None:
    # characters: 2 of 2, 1 of 1 (reference: 2 of 3, 1 of 2); order 3 only in the reference
    precision, recall = 1.0, (2 / 3 + 1 / 2) / 2
    expected = 100 * 5 * precision * recall / (4 * precision + recall)
    assert score(["ab"], [["abc"]]) == pytest.approx(expected)


def test_a_score_has_its_components() -> None:
    found = tallystick.chrf(hypotheses=["a cat."], references=["a cat!"], word_order=1, order=2)
    assert found.variant == "chrF2+"
    assert found.counts == (4, 3, 2)
    assert found.totals == found.reference_totals == (5, 4, 3)
    assert found.precision == found.recall == pytest.approx(100 * (4 / 5 + 3 / 4 + 2 / 3) / 3)
    assert str(found).startswith(
        "chrF2+ (order=2) = 73.89 (P = 73.9 R = 73.9) nrefs:1|case:mixed|eff:yes|"
    )


@pytest.mark.parametrize(
    ("options", "title"),
    [({}, "chrF2"), ({"word_order": 2, "beta": 3}, "chrF3++"), ({"beta": 0.5}, "chrF0.5")],
)
def test_a_metric_has_the_title_that_sacrebleu_prints(
    options: dict[str, float], title: str
) -> None:
    assert Chrf(**options).identity.title == title  # type: ignore[arg-type]
    assert Chrf.identity.title == "chrF"


@pytest.mark.parametrize(("spec", "words"), [("chrf", 0), ("chrf+", 1), ("chrf++:order=5", 2)])
def test_chrf_plus_plus_can_be_named_in_a_spec(spec: str, words: int) -> None:
    metric = tallystick.metric(spec)
    assert isinstance(metric, Chrf)
    assert metric.word_order == words


@pytest.mark.parametrize("empty", ["", " \t"])
def test_an_empty_side_scores_0(empty: str) -> None:
    # as sacreBLEU 2.6.0
    assert score([empty], [["the cat"]]) == 0
    assert score(["the cat"], [[empty]]) == 0
    assert score([empty], [[empty]]) == 0


def test_white_space_can_belong_to_the_ngrams() -> None:
    assert score(["a b"], [["ab"]]) == 100
    assert score(["a b"], [["ab"]], whitespace="kept") < 100
    assert score(["a\tb"], [["ab"]], whitespace="spaces-removed") < 100
    assert score(["\ta b"], [["ab"]], whitespace="spaces-removed") == 100
    assert score(["a\x1cb"], [["ab"]], whitespace="removed-perl") < 100


def test_token_lists_are_joined_with_spaces() -> None:
    tokens = [["the", "cat."], ["(b)"]], [[["the", "cat"], ["a"]], [["b"]]]
    text = ["the cat.", "(b)"], [["the cat", "a"], ["b"]]
    for options in ({"word_order": 2}, {"whitespace": "kept"}):
        metric = Chrf(**options)
        found, expected = (
            metric.statistics(Corpus.from_segments(hypotheses=hypotheses, references=references))
            for hypotheses, references in (tokens, text)
        )
        assert found.rows.tolist() == expected.rows.tolist()


def test_references_in_any_order_give_one_corpus_score() -> None:
    # sacreBLEU 2.6.0: 50.0, and 22.73 with the first two references swapped
    one = score(["a", "b"], [["c", "dddd"], ["b", "b"]])
    assert one == score(["a", "b"], [["dddd", "c"], ["b", "b"]]) == pytest.approx(50)
    swapped = score(["a", "b"], [["dddd", "c"], ["b", "b"]], dialect="sacrebleu")
    assert swapped == pytest.approx(22.7272727)


@given(st.lists(SEGMENT, min_size=1, max_size=4), st.randoms(), st.sampled_from([0, 2]))
def test_the_order_of_references_does_not_matter(
    segments: list[tuple[str, list[str]]], random: object, words: int
) -> None:
    hypotheses = [hypothesis for hypothesis, _ in segments]
    references = [list(given) for _, given in segments]
    expected = score(hypotheses, references, word_order=words)
    for given_references in references:
        random.shuffle(given_references)  # type: ignore[attr-defined]
    assert score(hypotheses, references, word_order=words) == expected


@given(st.lists(SEGMENT, min_size=1, max_size=4))
def test_a_corpus_scored_twice_over_keeps_its_score(segments: list[tuple[str, list[str]]]) -> None:
    hypotheses, references = [one for one, _ in segments], [given for _, given in segments]
    once = score(hypotheses, references)
    assert score(2 * hypotheses, 2 * references) == pytest.approx(once)


@given(SEGMENT, TEXT)
def test_another_reference_never_lowers_the_score_of_a_segment(
    segment: tuple[str, list[str]], other: str
) -> None:
    hypothesis, references = segment
    assert score([hypothesis], [[*references, other]]) >= score([hypothesis], [references])


@given(TEXT, TEXT)
def test_with_beta_1_the_sides_can_be_swapped(one: str, other: str) -> None:
    swapped = score([other], [[one]], beta=1)
    assert score([one], [[other]], beta=1) == pytest.approx(swapped)


def test_the_mean_of_segments_is_a_dialect() -> None:
    corpus = Corpus.from_segments(hypotheses=["ab", "cd"], references=["ab", "ce"])
    metric = Chrf(dialect=ChrfDialect(average="macro"))
    statistics = metric.statistics(corpus)
    alone = segment_scores(Chrf(), Chrf().statistics(corpus))
    assert segment_scores(metric, statistics).tolist() == alone.tolist()
    assert metric.score(statistics).score == pytest.approx(alone.mean())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": -1}, "order is -1; expected a whole number from 0"),
        ({"order": 0}, "order and word_order are both 0"),
        ({"word_order": -1}, "word_order is -1; expected a whole number from 0"),
        ({"beta": 1e200}, r"beta is 1e\+200; expected a number from 0 to 1e\+100"),
        ({"beta": -1}, "beta is -1; expected a number of 0 or more"),
        ({"whitespace": "no"}, "whitespace is 'no'"),
        ({"eps_smoothing": 1}, "eps_smoothing is 1; expected True or False"),
        ({"dialect": "sacrebleo"}, "did you mean sacrebleu"),
    ],
)
def test_an_invalid_option_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Chrf(**options)  # type: ignore[arg-type]


OPTIONS = st.fixed_dictionaries(
    {
        "order": st.integers(1, 8),
        "word_order": st.integers(0, 3),
        "beta": st.sampled_from([1, 2, 3, 0.1]),
        "eps_smoothing": st.booleans(),
        "whitespace": st.sampled_from(["removed", "kept", "removed-perl", "spaces-removed"]),
        "lowercase": st.sampled_from(["none", "ascii", "unicode"]),
        "dialect": st.sampled_from(
            [
                *(preset.name for preset in presets_of(ChrfDialect)),
                ChrfDialect(average="macro", no_match="hypothesis"),
            ]
        ),
    }
)


@given(OPTIONS, TEXT, st.lists(TEXT, min_size=1, max_size=2))
def test_one_segment_has_the_score_of_a_corpus_of_it(
    options: dict[str, object], hypothesis: str, references: list[str]
) -> None:
    metric = Chrf(**options)  # type: ignore[arg-type]
    corpus = Corpus.from_segments(hypotheses=[hypothesis], references=[references])
    statistics = metric.statistics(corpus)
    alone = metric.score_segment(hypothesis, references)
    assert alone == metric.score(statistics)
    [expected] = segment_scores(metric, statistics)
    scorer = metric.segment_scorer(references)
    assert scorer is not None
    assert scorer(hypothesis) == expected


def test_segments_scored_one_by_one_equal_those_scored_at_once() -> None:
    prepared = tallystick.PreparedReferences(["a cat", ["a dog", "dogs"]], metric="chrf++")
    together = prepared.segment_scores(["a bat", "a dog."])
    one_by_one = [prepared.segment_score(0, "a bat"), prepared.segment_score(1, "a dog.")]
    assert together.tolist() == one_by_one


@given(OPTIONS)
def test_a_signature_recreates_the_metric(options: dict[str, object]) -> None:
    metric = Chrf(**options)  # type: ignore[arg-type]
    line = str(Signature.of(metric, 1, given_tokens=False))
    assert Signature.parse(line).metric() == metric


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0", {}),
        ("chrF2++|nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|version:2.6.0", {"word_order": 2}),
        (
            "nrefs:2|case:lc|eff:no|nc:4|nw:1|space:yes|version:2.6.0",
            {
                "lowercase": True,
                "eps_smoothing": True,
                "order": 4,
                "word_order": 1,
                "whitespace": "kept",
            },
        ),
    ],
)
def test_the_signatures_of_sacrebleu_are_read(line: str, options: dict[str, object]) -> None:
    expected = Chrf(**options, dialect="sacrebleu")  # type: ignore[arg-type]
    assert Signature.parse(line).metric() == expected


def test_a_signature_of_sacrebleu_gives_its_score_where_references_tie() -> None:
    corpus = Corpus.from_segments(hypotheses=["a", "b"], references=[["dddd", "b"], ["c", "b"]])
    line = "chrF2|nrefs:2|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0"
    metric = Signature.parse(line).metric()
    score = metric.score(metric.statistics(corpus)).score
    assert score == pytest.approx(22.727272727272727, abs=1e-12)  # sacreBLEU 2.6.0


@pytest.mark.parametrize("metric", [Chrf(), Chrf(dialect="sacrebleu"), Chrf(dialect="nltk")])
def test_a_signature_of_several_references_names_the_dialect(metric: Chrf) -> None:
    for references in (1, 2, None):
        signature = Signature.of(metric, references, given_tokens=False)
        assert Signature.parse(str(signature)).metric() == metric
        assert references == 1 or signature["dialect"] == metric.dialect


def test_precision_and_recall_of_chrfpp_are_averages_over_all_orders() -> None:
    # By hand: of six orders of characters and two of words, "ab" and "a b" have two each.
    corpus = Corpus.from_segments(hypotheses=["a b", "b a"], references=["a b", "b a"])
    metric = Chrf(dialect="chrfpp.py")
    score = metric.score(metric.statistics(corpus))
    assert (score.precision, score.recall, score.score) == pytest.approx((50, 50, 50))


@pytest.mark.parametrize("word_order", [0, 2])
def test_counts_are_whole_numbers(word_order: int) -> None:
    corpus = Corpus.from_segments(hypotheses=["a b"], references=[["a", "b c"]])
    assert Chrf(word_order=word_order).statistics(corpus).rows.dtype == np.int64
