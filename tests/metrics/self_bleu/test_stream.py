"""Self-BLEU of a corpus read once equals that of the whole corpus in memory."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError
from tallystick.metrics import Corpus, SelfBleu, Workspace
from tallystick.metrics.sums.statistics import Total
from tallystick.metrics.whole_corpus.stream import Stream

TEXTS = st.lists(st.lists(st.sampled_from("abc"), max_size=9).map(" ".join), min_size=1, max_size=9)


def streamed(self_bleu: SelfBleu, parts: list[list[str]]) -> list[Total]:
    """Return the sums of two systems, the second with the hypotheses of the first in capitals."""
    with Stream(self_bleu.ngram_counting()) as stream:
        for part in parts:
            stream.add("x", Corpus.without_references(part), Workspace())
            capitals = [text.upper() for text in part]
            stream.add("y", Corpus.without_references(capitals), Workspace())
        return [stream.total(system) for system in "xy"]


@given(
    dialect=st.sampled_from(["nltk-method1", "nltk-method3", "sacrebleu"]),
    order=st.integers(1, 4),
    sample=st.integers(0, 9),
    texts=TEXTS,
    cut=st.integers(0, 9),
)
def test_sums_of_parts_equal_those_of_the_whole_corpus(
    dialect: str, order: int, sample: int, texts: list[str], cut: int
) -> None:
    self_bleu = SelfBleu(order=order, sample=sample, dialect=f"sentence_bleu={dialect}")
    parts = [part for part in (texts[:cut], texts[cut:]) if part]
    expected = self_bleu.statistics(Corpus.without_references(texts)).as_total(finite=False)
    for found in streamed(self_bleu, parts):
        assert found.columns == expected.columns
        assert found.sums == pytest.approx(expected.sums, rel=1e-12, nan_ok=True)


def test_a_repeated_word_matches_as_often_as_another_sentence_has_it() -> None:
    # 2 of the 3 words of the first sentence match the second; all of the second match the first.
    [total, _] = streamed(
        SelfBleu(order=1, dialect="sentence_bleu=sacrebleu"), [["a a a"], ["a a"]]
    )
    brevity_penalty = 0.6065306597126334  # exp(1 - 3/2)
    assert total.sums == pytest.approx((100 * 2 / 3 + 100 * brevity_penalty, 2))


def test_an_empty_sentence_at_the_end_of_a_part_is_scored() -> None:
    self_bleu = SelfBleu(order=1, dialect="sentence_bleu=sacrebleu")
    [total, _] = streamed(self_bleu, [["a b", "a b", ""], ["a b"]])
    assert total.sums == pytest.approx((300, 4))  # all but the empty one are equal


def test_a_stream_without_parts_has_no_total() -> None:
    counting = SelfBleu().ngram_counting()
    with Stream(counting) as stream, pytest.raises(InputError, match="no segments"):
        stream.total("x")
