"""ROUGE equals rouge-score on recorded cases, and behaves as its options say."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import Corpus
from tallystick.metrics import (
    Rouge,
    Rouge1,
    Rouge2,
    RougeL,
    RougeLsum,
    Workspace,
    metric_from_spec,
    segment_scores,
)
from tests.metrics.naive import ngrams

TYPES = ("rouge1", "rouge2", "rougeL", "rougeLsum")
TEXT = st.lists(st.sampled_from(["a", "b", "c", "D.", "e-f", "\n", "é"]), max_size=12).map(" ".join)


def scored(spec: str, hypotheses: Sequence[str], references: Sequence[Any]) -> Any:
    metric = metric_from_spec(spec)
    corpus = Corpus.from_segments(hypotheses=hypotheses, references=references)
    return metric.score(metric.statistics(corpus))


def measures(found: Any) -> tuple[float, float, float]:
    return found.precision, found.recall, found.f


@pytest.mark.parametrize(
    "system",
    [
        pytest.param("Online-A", marks=pytest.mark.thorough),
        pytest.param("LT22", marks=pytest.mark.slow),
    ],
)
def test_scores_of_wmt22_are_those_of_rouge_score(
    golden: Callable[[str], Any], wmt22_file: Callable[[str], list[str]], system: str
) -> None:
    hypotheses = wmt22_file(f"system-outputs/generaltest2022.de-en.hyp.{system}.en")
    streams = [wmt22_file(f"references/generaltest2022.de-en.ref.{one}.en") for one in "AB"]
    corpus = Corpus.from_streams(hypotheses=hypotheses, references=streams)
    recorded = golden("rouge")["wmt22"][f"wmt22.de-en.{system}"]
    for program, stem in (("rouge_score", "none"), ("rouge_score.stem", "porter")):
        for name in TYPES:
            metric: Any = metric_from_spec(f"{name}:dialect=rouge-score,stem={stem}")
            expected = tuple(100 * recorded[program][f"{name}.{part}"] for part in "prf")
            found = metric.score(metric.statistics(corpus))
            assert measures(found) == pytest.approx(expected, rel=1e-12)


@given(
    hypotheses=st.lists(TEXT, min_size=1, max_size=3),
    more=st.lists(st.lists(TEXT, min_size=1, max_size=3), min_size=3, max_size=3),
    order=st.integers(1, 5),
)
def test_rouge_n_is_the_mean_of_the_best_f_of_each_segment(
    hypotheses: list[str], more: list[list[str]], order: int
) -> None:
    references = more[: len(hypotheses)]
    metric = Rouge(type=order, tokenize="unicode-words")
    corpus = Corpus.from_segments(hypotheses=hypotheses, references=references)
    statistics = metric.statistics(corpus)
    expected = []
    for hypothesis, several in zip(hypotheses, references, strict=True):
        ours = ngrams(_words(hypothesis), order)
        theirs = [ngrams(_words(one), order) for one in several]
        # F = 2 * matches / (n-grams of both), from the definitions of precision and recall
        expected.append(
            max(200 * (ours & one).total() / max(ours.total() + one.total(), 1) for one in theirs)
        )
    assert 100 * statistics.column("segment_scores") == pytest.approx(expected)
    assert metric.score(statistics).score == pytest.approx(sum(expected) / len(expected))
    assert segment_scores(metric, statistics) == pytest.approx(expected)


def _words(text: str) -> list[str]:
    return text.lower().replace(".", " ").replace("-", " ").split()


@given(text=TEXT, other=TEXT)
def test_the_types_keep_their_limits_and_the_sides_can_be_swapped(text: str, other: str) -> None:
    found = {name: scored(name, [text], [other]) for name in TYPES}
    for name in ("rougeL", "rougeLsum"):  # subsequences have no more matches than tokens
        assert found[name].matches <= found["rouge1"].matches
        assert found[name].f <= found["rouge1"].f + 1e-12
    for name in ("rouge1", "rouge2", "rougeL"):
        swapped = scored(name, [other], [text])
        assert (found[name].precision, found[name].recall) == (swapped.recall, swapped.precision)
    lines = [text.replace("\n", " ")], [other.replace("\n", " ")]
    of_lines, of_texts = (scored(name, *lines) for name in ("rougeLsum", "rougeL"))
    assert measures(of_lines) == measures(of_texts)


def test_on_one_line_lsum_is_counted_once_with_l() -> None:
    corpus, workspace = Corpus.from_segments(hypotheses=["a b"], references=["b a"]), Workspace()
    of_lines, of_texts = (kind().statistics(corpus, workspace) for kind in (RougeLsum, RougeL))
    assert of_lines.rows is of_texts.rows


def test_the_sentences_of_one_side_are_matched_with_the_single_one_of_the_other() -> None:
    # by hand: "a b" and "c d" together match all of "c d a b", of which one subsequence has 2 words
    for texts in (["a b\nc d"], ["c d a b"]), (["c d a b"], ["a b\nc d"]):
        assert scored("rougeLsum", *texts).matches == 4
        assert scored("rougeL", *texts).matches == 2


def test_of_references_with_the_same_f_the_shortest_counts() -> None:
    # F of both is 2 * 1 / (3 + 3) = 2 * 2 / (3 + 9) = 1/3
    references = ["a b x x x x x x x", "a x x"]
    for several in (references, references[::-1]):
        found = scored("rouge1", ["a b c"], [several])
        assert measures(found) == pytest.approx((100 / 3, 100 / 3, 100 / 3))
    by_order = scored("rouge1:dialect=rouge-score", ["a b c"], [references])
    assert measures(by_order) == pytest.approx((200 / 3, 200 / 9, 100 / 3))


def test_token_lists_are_one_sentence_each_and_are_not_tokenized() -> None:
    tokens = Corpus.from_segments(hypotheses=[["a.", "\n", "b"]], references=[[["b", "\n", "a."]]])
    for metric in (RougeL(), RougeLsum()):
        found = metric.score(metric.statistics(tokens))
        assert found.score == pytest.approx(100 / 3)
        assert found.signature["tok"] == "given"


def test_each_type_has_its_own_title() -> None:
    metrics: list[Any] = [Rouge1(), Rouge2(), RougeL(), RougeLsum(), Rouge(type=12)]
    titles = [metric.identity.title for metric in metrics]
    assert titles == ["ROUGE-1", "ROUGE-2", "ROUGE-L", "ROUGE-Lsum", "ROUGE-12"]


def test_the_score_prints_its_type_and_components() -> None:
    line = str(scored("rougeL", ["a b"], ["a c d"]))
    assert line.startswith("ROUGE-L = 40.00 (P = 50.00 R = 33.33) nrefs:1|case:lc|tok:rouge-score|")


@pytest.mark.parametrize("choice", ["best", "best_first", "best_recall"])
def test_where_a_program_fails_on_an_empty_reference_other_references_do_not_help(
    choice: str,
) -> None:
    rouge = Rouge1(dialect=f"references={choice}+empty=error")
    corpus = Corpus.from_segments(hypotheses=["a b"], references=[["a b", ""]])
    assert math.isnan(rouge.formula(rouge.statistics(corpus).total()))


def test_with_16_decimals_nothing_is_rounded() -> None:
    # 1 / 90 has digits behind the sixteenth decimal
    recall = {
        decimals: scored(f"rouge1:dialect=decimals={decimals}", ["a"], ["a " + "c " * 89]).recall
        for decimals in (15, 16)
    }
    assert recall[16] == 100 * (1 / 90) != recall[15]
