"""Wrong calls, and the errors about them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tallystick
from tallystick import Bleu, InputError, Nist, OptionError, TallystickWarning, segment_scores
from tallystick.metrics import Corpus, Statistics

FUNCTIONS: list[Any] = [tallystick.score, tallystick.bleu, tallystick.nist]


@pytest.mark.parametrize("function", [*FUNCTIONS, tallystick.compare])
def test_help_shows_keywords_with_their_types_and_defaults(function: Any) -> None:
    parameters = inspect.signature(function).parameters
    kinds = {parameter.kind for parameter in parameters.values()}
    assert kinds <= {inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD}
    assert parameters["threads"].default == 1
    assert "Any" not in " ".join(str(parameter.annotation) for parameter in parameters.values())


@pytest.mark.parametrize("name", ["bleu", "wer", "mer", "rouge"])
def test_help_of_a_metric_describes_each_option_and_has_an_example(name: str) -> None:
    function = getattr(tallystick, name)
    texts = {"hypotheses", "references", "threads"}
    for option in inspect.signature(function).parameters.keys() - texts:
        assert f"\n    {option}: " in function.__doc__
    assert "\n>>> import tallystick\n" in function.__doc__


@pytest.mark.parametrize(
    ("build", "call"),
    [
        (
            Corpus.from_segments,
            r"from_segments\(hypotheses=YOUR_SYSTEM_OUTPUT, references=YOUR_REF",
        ),
        (Corpus.from_streams, r"from_streams\(hypotheses=YOUR_SYSTEM_OUTPUT, references=YOUR_REF"),
        (Corpus.from_files, r"from_files\(hypotheses='output\.txt', references=\['reference\.txt"),
    ],
)
def test_a_corpus_of_positional_arguments_is_refused_with_the_call(build: Any, call: str) -> None:
    with pytest.raises(InputError, match=rf"by keyword, .*write tallystick\.Corpus\.{call}"):
        build(["a"], ["b"])
    with pytest.raises(
        InputError, match=rf"references are missing; write tallystick\.Corpus\.{call}"
    ):
        build(hypotheses=["a"])
    with pytest.raises(OptionError, match="no parameter 'source'; did you mean sources"):
        build(hypotheses=["a"], references=["a"], source=["a"])


def test_a_warning_of_words_as_references_names_the_line_of_the_caller() -> None:
    words = ["the", "cat", "sat", "down"]
    for call in (Corpus.from_segments, tallystick.bleu):
        with pytest.warns(TallystickWarning, match="look like token lists") as caught:
            call(hypotheses=["the cat sat down"], references=[words])
        assert caught[0].filename == __file__


def test_positional_or_missing_systems_and_hypotheses_are_refused_with_the_call_to_write() -> None:
    call: Any = tallystick.compare
    with pytest.raises(InputError, match=r"systems and references by keyword; write .*systems="):
        call({"one": ["a"]}, ["a"])
    with pytest.raises(InputError, match=r"systems are missing; write tallystick\.compare\("):
        call(references=["a"])
    call = tallystick.distinct  # needs no references
    with pytest.raises(InputError, match=r"distinct takes hypotheses by keyword; write tallystick"):
        call(["a", "b"])


@pytest.mark.parametrize(
    ("parameter", "message"),
    [
        ("source", "no parameter 'source'; did you mean sources"),
        ("document", "no parameter 'document'; did you mean documents"),
        ("metric", "no parameter 'metric'; did you mean metrics"),
        ("tokenize", "write metrics='bleu:tokenize=VALUE'"),
    ],
)
def test_a_misspelt_parameter_or_an_option_is_refused_with_what_to_write(
    parameter: str, message: str
) -> None:
    call: Any = tallystick.compare
    with pytest.raises(OptionError, match=message):
        call(systems={"one": ["a"]}, references=["a"], **{parameter: "x"})


class Column(list[str]):
    """A column of a table, as pandas has them: values with an index of their own."""

    class Index(tuple[int, ...]):
        def equals(self, other: object) -> bool:
            return self == other

    def __init__(self, values: list[str], labels: list[int]) -> None:
        super().__init__(values)
        self.labels = labels

    @property
    def index(self) -> Any:
        return self.Index(self.labels)


def test_columns_with_other_labels_are_not_paired_by_position() -> None:
    hypotheses, references = Column(["b", "a"], [1, 0]), Column(["a", "b"], [0, 1])
    for call in (Corpus.from_segments, tallystick.bleu):
        with pytest.raises(
            InputError, match=r"different indexes.*references.loc\[hypotheses.index"
        ):
            call(hypotheses=hypotheses, references=references)
    score = tallystick.bleu(hypotheses=hypotheses, references=Column(["b", "a"], [1, 0]), order=1)
    assert score.score == 100
    with pytest.raises(InputError, match=r"write references\[1\]\.loc\[hypotheses\.index\]"):
        Corpus.from_streams(hypotheses=hypotheses, references=[["a", "b"], references])
    systems = {"one": references, "other": hypotheses}
    with pytest.raises(InputError, match=r"system 'other': .*different indexes"):
        tallystick.compare(systems=systems, references=references)


def test_numbers_as_documents_are_refused_with_the_remedy() -> None:
    documents: Any = [1]
    with pytest.raises(InputError, match=r"type int; expected a string .*\[str\(value\) for"):
        Corpus.from_segments(hypotheses=["a"], references=["a"], documents=documents)


def test_a_segment_without_a_score_is_explained_by_the_metric() -> None:
    with pytest.raises(InputError, match="BLEU is not defined for this corpus under the dialect"):
        tallystick.bleu(
            hypotheses=["a", "a b c d"],
            references=["a", "a b c d"],
            dialect="average=macro+missing_order=error",
        )


@pytest.mark.parametrize("metric", [tallystick.Bleu(), tallystick.Nist()])
def test_a_score_of_statistics_that_are_not_numbers_is_refused(metric: Any) -> None:
    rows = np.full((2, len(metric.columns)), np.nan)
    with pytest.raises(InputError, match="the statistic hypothesis_length of segment 1 is not a"):
        metric.score(Statistics(metric.columns, rows, 1, False))


@pytest.mark.parametrize("metric", [Bleu, Nist])
def test_an_option_in_place_of_the_order_must_be_given_by_keyword(metric: Any) -> None:
    with pytest.raises(OptionError, match=r"order is 'intl'; .*by keyword, such as tokenize="):
        metric("intl")


METRIC = Bleu()
CORPUS = Corpus.from_segments(hypotheses=["a b"], references=["a b"])
WRONG: Any = [1.0]


@pytest.mark.parametrize(
    ("call", "remedy"),
    [
        (lambda: METRIC.statistics(WRONG), r"expected a Corpus; write metric\.statistics\("),
        (lambda: METRIC.score(WRONG), r"expected a Statistics; write metric\.score\("),
        (
            lambda: segment_scores(METRIC.statistics(CORPUS), WRONG),  # type: ignore[arg-type]
            r"expected a Statistics; write segment_scores\(metric, ",
        ),
    ],
)
def test_an_argument_of_another_type_is_refused_with_the_call(
    call: Callable[[], object], remedy: str
) -> None:
    with pytest.raises(InputError, match=remedy):
        call()


@pytest.mark.parametrize("value", [None, 3])
def test_metrics_and_a_title_of_another_type_are_refused(value: Any) -> None:
    with pytest.raises(OptionError, match=r"expected a metric or a list of them"):
        tallystick.score(hypotheses=["a"], references=["a"], metrics=value)
    with pytest.raises(OptionError, match=r"expected a metric or a list of them"):
        tallystick.compare(systems={"a": ["a"]}, references=["a"], metrics=value)
    with pytest.raises(OptionError, match="expected a string"):
        tallystick.compare(systems={"a": ["a"]}, references=["a"], title=value)


def test_a_path_that_is_neither_a_string_nor_a_path_is_refused() -> None:
    path: Any = 3
    comparison = tallystick.compare(systems={"a": ["a"]}, references=["a"])
    with pytest.raises(InputError, match=r"3 is not a path .*; write tallystick\.write_r"):
        tallystick.write_report(comparison, path)
    with pytest.raises(InputError, match=r"3 is not a path .*; write tallystick\.read_r"):
        tallystick.read_report(path)


def test_the_numbers_of_numpy_set_a_test_of_significance() -> None:
    numpy: Any = {"resamples": np.int64(20), "seed": np.int64(3), "confidence": np.float64(0.5)}
    plain: Any = {"resamples": 20, "seed": 3, "confidence": 0.5}
    systems = {"a": ["a b", "c d"], "b": ["a b", "c x"]}
    comparisons = [
        tallystick.compare(systems=systems, references=["a b", "c d"], **numbers)
        for numbers in (numpy, plain)
    ]
    assert comparisons[0] == comparisons[1]


def test_a_single_missing_parameter_is_missing() -> None:
    call: Any = tallystick.rouge
    with pytest.raises(InputError, match=r"type is missing; write .*, type='L'\)"):
        call(hypotheses=["a"], references=["a"])
