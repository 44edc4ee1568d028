"""SARI on hand-made segments: options, sources, degenerate input and errors."""

import pytest
from hypothesis import strategies as st

import tallystick
from tallystick import Corpus, InputError, Sari
from tallystick.metrics import score_parts

TOKENS = st.lists(st.sampled_from("abc"), max_size=6)
Segment = tuple[list[str], list[str], list[list[str]]]
SEGMENT = st.tuples(TOKENS, TOKENS, st.lists(TOKENS, min_size=2, max_size=2))
SEGMENTS = st.lists(SEGMENT, min_size=1, max_size=3)


def corpus_of(segments: list[Segment]) -> Corpus:
    return Corpus.from_segments(
        sources=[source for source, _, _ in segments],
        hypotheses=[hypothesis for _, hypothesis, _ in segments],
        references=[references for _, _, references in segments],
    )


def score(segments: list[Segment], **options: object) -> float:
    metric = Sari(**options)  # type: ignore[arg-type]
    return metric.score(metric.statistics(corpus_of(segments))).score


def test_one_segment_by_hand() -> None:
    # order 1: c is added rightly and d is not; a is kept; b is deleted: F 2/3, 1, 1
    sari = tallystick.sari(sources=["a b"], hypotheses=["a c d"], references=["a c"], order=1)
    assert (sari.add, sari.keep, sari.delete) == pytest.approx((200 / 3, 100, 100))
    assert sari.score == pytest.approx(800 / 9)
    assert str(sari).startswith(
        "SARI (order=1) = 88.89 (add 66.67, keep 100.00, delete 100.00) "
        "nrefs:1|case:lc|tok:13a|order:1|dialect:easse|metric:sari|"
    )


def test_the_columns_are_blocks_of_orders() -> None:
    parts = ["added_correctly", "added", "to_add", "kept_correctly", "kept", "to_keep"]
    parts += ["deleted_correctly", "deleted", "to_delete"]
    assert list(Sari(order=2).columns) == [f"{part}_{order}" for part in parts for order in (1, 2)]
    assert list(Sari(dialect="xu").columns) == ["add", "keep", "delete", "segments"]


def test_deleting_one_of_two_equal_words_is_wrong_where_the_program_subtracts_references() -> None:
    # by hand: "a a" to "a", as the reference: of 1 deleted, 1 is subtracted because it has an a
    segment: Segment = (["a", "a"], ["a"], [["a"]])
    assert score([segment], dialect="evaluate") == pytest.approx(100 * (1 + 1 + 3 / 4) / 3)
    assert score([segment], dialect="nothing=1") == pytest.approx(100)


def test_dialects_that_average_segments_accept_any_numbers_of_references() -> None:
    segments: list[Segment] = [(["a"], ["b"], [["b"], ["c"]]), (["a", "b"], ["b"], [["b"]])]
    for dialect in ("evaluate", "xu"):
        each = [score([segment], dialect=dialect) for segment in segments]
        assert score(segments, dialect=dialect) == pytest.approx(sum(each) / 2)
    with pytest.raises(InputError, match=r"numbers of references differ .* sari:dialect=evaluate"):
        score(segments)


def test_counts_of_parts_with_different_numbers_of_references_are_refused() -> None:
    parts = [corpus_of([(["a"], ["b"], [["b"]] * number)]) for number in (1, 2)]
    given = [[("mine", part)] for part in parts], [part.references for part in parts]
    with pytest.raises(InputError, match="numbers of references differ between segments"):
        score_parts(*given, [Sari()], keep_segments=False)
    [system] = score_parts(*given, [Sari(dialect="xu")], keep_segments=False)
    each = [score([(["a"], ["b"], [["b"]])], dialect="xu")] * 2
    assert system.scored[0].score.score == pytest.approx(sum(each) / 2)


def test_missing_sources_are_refused_with_how_to_give_them() -> None:
    with pytest.raises(InputError, match=r"SARI compares with the source texts.* give sources="):
        tallystick.sari(hypotheses=["a"], references=["a"])
    with pytest.raises(InputError, match=r"SARI compares with the source texts"):
        tallystick.score(hypotheses=["a"], references=["a"], metrics=["bleu", "sari"])


def test_an_empty_text_is_one_empty_token_where_the_program_splits_at_every_space() -> None:
    # SARI.py: split(" ") of an empty line is [""], which is kept rightly: 1 of 3 at order 1
    assert score([([], [], [[]])], dialect="xu") == pytest.approx(100 / 12)
    assert score([([], [], [[]])], dialect="easse") == 0
    segments: list[Segment] = [
        (["a"], ["b"], [["b"], []]), ([], ["a"], [[], ["b"]]), (["b", "a"], [], [["a"], ["b"]])
    ]  # fmt: skip
    filled = [
        (source or ["."], hypothesis or ["."], [reference or ["."] for reference in references])
        for source, hypothesis, references in segments
    ]
    assert score(segments, dialect="xu") == score(filled, dialect="xu")
    sari = tallystick.sari(sources=["a  b "], hypotheses=["a"], references=["a b"], dialect="xu")
    same = tallystick.sari(sources=["a x b x"], hypotheses=["a"], references=["a b"], dialect="xu")
    assert sari.score == same.score
