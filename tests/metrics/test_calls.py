"""Calls that are refused, and what is said of them."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

import tallystick
from tallystick.errors import InputError, OptionError
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.statistics import Statistics

FUNCTIONS: list[Any] = [tallystick.score, tallystick.bleu, tallystick.nist]


@pytest.mark.parametrize("function", [*FUNCTIONS, tallystick.compare])
def test_help_shows_keywords_with_their_types_and_defaults(function: Any) -> None:
    parameters = inspect.signature(function).parameters
    kinds = {one.kind for one in parameters.values()}
    assert kinds <= {inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD}
    assert parameters["threads"].default == 1
    assert "Any" not in " ".join(str(one.annotation) for one in parameters.values())


@pytest.mark.parametrize("function", FUNCTIONS)
def test_positional_texts_are_refused_with_the_call_to_write(function: Any) -> None:
    with pytest.raises(InputError, match=r"for NLTK references.*\(hypotheses=YOUR_SYSTEM_OUTPUT, "):
        function(["a"], ["b"])


def test_positional_systems_are_refused_with_the_call_to_write() -> None:
    call: Any = tallystick.compare
    with pytest.raises(InputError, match=r"systems and references by keyword; write .*systems="):
        call({"one": ["a"]}, ["a"])
    with pytest.raises(InputError, match=r"systems are missing; write tallystick\.compare\("):
        call(references=["a"])


@pytest.mark.parametrize(
    ("parameter", "offer"),
    [("source", "sources"), ("document", "documents"), ("metric", "metrics")],
)
def test_a_misspelt_parameter_is_refused_with_the_nearest(parameter: str, offer: str) -> None:
    call: Any = tallystick.compare
    with pytest.raises(OptionError, match=f"no parameter '{parameter}'; did you mean {offer}"):
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


def test_columns_of_a_comparison_are_paired_by_their_labels_for_every_system() -> None:
    columns = {"one": Column(["a", "b"], [0, 1]), "other": Column(["b", "a"], [1, 0])}
    with pytest.raises(InputError, match=r"system 'other': .*different indexes"):
        tallystick.compare(systems=columns, references=Column(["a", "b"], [0, 1]))


def test_numbers_as_documents_are_refused_with_the_remedy() -> None:
    documents: Any = [1]
    with pytest.raises(InputError, match=r"type int; expected a string .*\[str\(value\) for"):
        Corpus.from_segments(hypotheses=["a"], references=["a"], documents=documents)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_statistic_that_is_not_finite_is_named(value: float) -> None:
    rows = np.array([[1.0, 2.0], [1.0, value]])
    with pytest.raises(InputError, match=r"the statistic information of segment 2 is not a finite"):
        Statistics(("length", "information"), rows, 1, False).finite_total()


def test_a_segment_without_a_score_is_explained_by_the_metric() -> None:
    with pytest.raises(InputError, match="BLEU is not defined for this corpus under the dialect"):
        tallystick.bleu(
            hypotheses=["a", "a b c d"],
            references=["a", "a b c d"],
            dialect="average=macro+missing_order=error",
        )


@pytest.mark.parametrize(("number", "count"), [(2**62, 4), (2**62, 2), (-(2**62), 3)])
def test_a_sum_that_does_not_fit_into_64_bits_is_refused(number: int, count: int) -> None:
    rows = np.full((count, 1), number)
    with pytest.raises(InputError, match="does not fit into 64 bits"):
        Statistics(("matches",), rows, 1, False).total()


@pytest.mark.parametrize("metric", [tallystick.Bleu(), tallystick.Nist()])
def test_a_score_of_statistics_that_are_not_numbers_is_refused(metric: Any) -> None:
    rows = np.full((2, len(metric.columns)), np.nan)
    with pytest.raises(InputError, match="the statistic hypothesis_length of segment 1 is not a"):
        metric.score(Statistics(metric.columns, rows, 1, False))
