"""The drop-in replacement for jiwer: recorded figures and jiwer itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError
from tallystick.compat import jiwer as drop_in

Golden = Callable[[str], Any]

words = st.lists(st.sampled_from(["a", "b", "c", "ab", "*"]), max_size=9).map(" ".join)
texts = st.text(st.sampled_from("ab.,' \t\n\u00a0\u3000[]<>\x1c'tsr"), max_size=14)
pairs = st.lists(st.tuples(words | texts, words | texts), min_size=1, max_size=4)


def sides(drawn: list[tuple[str, str]]) -> tuple[list[str], list[str]]:
    return [reference for reference, _ in drawn], [other for _, other in drawn]


def test_recorded_figures_of_jiwer_are_returned(golden: Golden) -> None:
    compared = 0
    for case in golden("error_rates")["cases"]:
        references, hypotheses = case["references"], case["hypotheses"]
        measures = asdict(drop_in.process_words(references, hypotheses))
        characters = asdict(drop_in.process_characters(references, hypotheses))
        for program, aligned in (("wer:jiwer", measures), ("cer:jiwer", characters)):
            for name, value in case["recorded"][program].items():
                assert aligned[name] == pytest.approx(value, rel=1e-12), (case["id"], name)
                if name in ("wer", "mer", "wil", "wip", "cer"):
                    rate = getattr(drop_in, name)(references, hypotheses)
                    assert rate == aligned[name]
                compared += 1
    assert compared > 1500


@given(drawn=pairs)
def test_everything_equals_the_installed_jiwer(drawn: list[tuple[str, str]]) -> None:
    jiwer = pytest.importorskip("jiwer", reason="jiwer is not installed")
    references, hypotheses = sides(drawn)
    for name in ("wer", "mer", "wil", "wip", "cer"):
        assert getattr(drop_in, name)(references, hypotheses) == getattr(jiwer, name)(
            references, hypotheses
        )
    for name in ("process_words", "process_characters"):
        ours, theirs = (getattr(lib, name)(references, hypotheses) for lib in (drop_in, jiwer))
        assert asdict(ours) == asdict(theirs)
        for width in (None, 20):
            for skip_correct in (True, False):
                options: dict[str, Any] = {"line_width": width, "skip_correct": skip_correct}
                assert drop_in.visualize_alignment(ours, **options) == jiwer.visualize_alignment(
                    theirs, **options
                )
        assert drop_in.collect_error_counts(ours) == jiwer.collect_error_counts(theirs)
        for top in (None, 1):
            assert drop_in.visualize_error_counts(ours, top_k=top) == jiwer.visualize_error_counts(
                theirs, top_k=top
            )


@given(drawn=pairs)
def test_the_transforms_equal_those_of_the_installed_jiwer(drawn: list[tuple[str, str]]) -> None:
    jiwer = pytest.importorskip("jiwer", reason="jiwer is not installed")
    references, _ = sides(drawn)
    for name in drop_in.transforms.__all__:
        arguments: list[Any] = {
            "SubstituteRegexes": [{"a+": "b", "b": "c"}],
            "SubstituteWords": [{"a": "b", "b": "c"}],
            "RemoveSpecificWords": [["a", "ab"]],
        }.get(name, [])  # type: ignore[assignment]
        if name in ("AbstractTransform", "Compose"):
            continue
        ours, theirs = (getattr(lib, name)(*arguments) for lib in (drop_in, jiwer))
        assert ours(references) == theirs(references)
        assert ours(references[0]) == theirs(references[0])
        assert ours([]) == theirs([])
    for name in drop_in.transformations.__all__:
        assert getattr(drop_in, name)(references) == getattr(jiwer, name)(references)


def test_wrong_input_is_refused_with_a_value_error_as_in_jiwer() -> None:
    for reference, hypothesis, transform in (
        (["a"], ["a", "b"], drop_in.wer_default),
        (None, "a", drop_in.wer_default),
        ("a", "a", drop_in.Strip()),
    ):
        with pytest.raises(ValueError, match="expected") as raised:
            drop_in.wer(reference, hypothesis, transform, transform)
        assert isinstance(raised.value, InputError)
    with pytest.raises(ValueError, match="type is 'x'; expected one of equal"):
        drop_in.AlignmentChunk("x", 0, 0, 0, 0)
    with pytest.raises(ValueError, match="hyp_start_idx is 2, which is above hyp_end_idx, 1"):
        drop_in.AlignmentChunk("insert", 0, 0, 2, 1)


def test_the_compiled_words_equal_those_of_the_transforms() -> None:
    references, hypotheses = ["a\tb  c", "\ud800 x", ""], ["a b c", "\ud800 y", "z"]
    plain = drop_in.Compose(list(drop_in.wer_default.transforms))  # not recognised as the default
    assert drop_in.wer(references, hypotheses) == drop_in.wer(references, hypotheses, plain, plain)
    assert drop_in.wer(references[:1], hypotheses[:1]) == drop_in.wer(
        references[:1], hypotheses[:1], plain, plain
    )


def test_the_old_names_of_jiwer_give_the_same_numbers_with_its_warning() -> None:
    texts = (["the cat sat", "x"], ["a cat sat down", "x"])
    with pytest.warns(DeprecationWarning, match="`truth` is deprecated"):
        assert drop_in.wer(truth=texts[0], hypothesis=texts[1]) == drop_in.wer(*texts)
    with pytest.warns(DeprecationWarning, match="use `process_words`"):
        measures = drop_in.compute_measures(*texts)
    # what jiwer 3.0.5 returned
    expected = {"wer": 0.5, "hits": 3, "substitutions": 1, "deletions": 0, "insertions": 1}
    assert {name: measures[name] for name in expected} == expected
    assert measures["truth"] == [["the", "cat", "sat"], ["x"]]
    assert measures["hypothesis"][1] == ["x"]
    assert [chunk.type for chunk in measures["ops"][0]] == ["substitute", "equal", "insert"]


def test_a_reference_given_by_both_names_is_refused() -> None:
    with pytest.raises(InputError, match="both given"):
        drop_in.wer("a", "b", truth="a")
