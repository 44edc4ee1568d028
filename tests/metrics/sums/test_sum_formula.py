"""Formulas that are written once, compared with what they say."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Mapping
from dataclasses import make_dataclass
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of

from tallystick import Bleu, Corpus, Nist, OptionError
from tallystick.metrics import (
    Columns,
    InformationWeights,
    SumFormula,
    as_metric,
    axis,
    mean_of_segments,
    ratio_of_sums,
    score_parts,
)
from tallystick.reports import score_report
from tests.metrics.internals import (
    OPERANDS,
    exp,
    is_step,
    log,
    maximum,
    minimum,
    of_each,
    ratio,
    sum_formula,
    where,
)
from tests.metrics.small_corpora import arrays_pay, outcome

__all__ = ["OPERANDS"]

NUMBERS = [-3.0, -0.5, 0.0, 0.25, 1.0, 2.0, 800.0]
PAIRS = [(first, second) for first in NUMBERS for second in NUMBERS]


def test_a_quotient_reads_each_of_its_columns_once() -> None:
    # Jaccard, say: the matches are above and below the line
    formula = ratio_of_sums(("matches",), ("matches", "others"), empty="undefined")
    assert formula.columns == ("matches", "others")
    assert formula.of({"matches": 1, "others": 3}) == 0.25
    assert math.isnan(formula.of({"matches": 0, "others": 0}))


@pytest.mark.parametrize(
    ("empty", "scores"), [("one", [400, 0]), ("sign", [100, 0]), ("undefined", [math.nan] * 2)]
)
def test_a_divisor_of_0_has_the_rule_of_the_quotient(empty: Any, scores: list[float]) -> None:
    formula = ratio_of_sums(("edits",), ("words",), factor=100, empty=empty)
    alone = [formula.of({"edits": edits, "words": 0}) for edits in (4, 0)]
    arrays = {"edits": np.array([4, 0]), "words": np.array([0, 0])}
    np.testing.assert_array_equal(alone, scores)
    np.testing.assert_array_equal(formula.of(arrays), scores)


def everything(sums: Mapping[str, Any]) -> Any:
    """Use every operation."""
    first, second = sums["one"], sums["other"]
    signs = (
        (first < 0)
        | (first > 0) & (second >= 0)
        | ~(second <= 1)
        | (first != second) & (first == 1)
    )
    terms = [
        log(first),
        exp(first),
        ratio(first, second, -1),
        minimum(first, second),
        maximum(second, 2),
    ]
    terms += [
        where(signs, 1 - first, 2 / (exp(second) + 1)),
        3 * first,
        first - 1,
        1 + second,
        first / 7,
    ]
    terms.append(minimum(exp(first), 9) ** 0.3)
    return sum(where(term < 1e300, term, -1.0) for term in terms)


@pytest.fixture
def formulas_in(each_kernel: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute with arrays in either kernel."""
    monkeypatch.setattr(sum_formula, "kernel", each_kernel)


@pytest.mark.usefixtures("formulas_in")
def test_every_operation_is_the_same_for_numbers_and_arrays() -> None:
    formula = SumFormula(Columns("one", "other"), everything)
    for repeated in (1, 9):  # fewer and more than the compiled kernel computes at a time
        arrays = dict(zip(("one", "other"), np.array(repeated * PAIRS).T, strict=True))
        alone = [formula.of({"one": first, "other": second}) for first, second in PAIRS]
        np.testing.assert_array_equal(formula.of(arrays), repeated * alone)


@pytest.mark.usefixtures("formulas_in")
def test_exponentials_and_logarithms_of_arrays_are_those_of_math() -> None:
    drawn = np.random.default_rng(1).uniform(-800, 709, 500)
    np.testing.assert_array_equal(of_each(exp)(drawn), list(map(math.exp, drawn)))
    positive = np.abs(drawn)
    np.testing.assert_array_equal(of_each(log)(positive), list(map(math.log, positive)))
    limits = np.array([710, math.inf, -math.inf, 0, -0.0, -1, math.nan])
    powers = [math.inf, math.inf, 0, 1, 1, math.exp(-1), math.nan]
    np.testing.assert_array_equal(of_each(exp)(limits), powers)
    logarithms = [math.log(710), math.inf, math.nan, -math.inf, -math.inf, math.nan, math.nan]
    np.testing.assert_array_equal(of_each(log)(limits), logarithms)


def test_a_quotient_by_0_is_undefined() -> None:
    formula = SumFormula(Columns("a", "b"), lambda sums: 2 * sums["a"] / sums["b"] + 1 / sums["b"])
    assert formula.of({"a": 1, "b": 4}) == 0.75
    assert math.isnan(formula.of({"a": 1, "b": 0}))
    quotients = formula.of({"a": np.array([1, 1]), "b": np.array([4, 0])})
    np.testing.assert_array_equal(quotients, [0.75, math.nan])


def test_only_the_columns_on_which_the_score_depends_are_read() -> None:
    formula = SumFormula(Columns("unused", ("pair", 2)), lambda sums: 2 * sums["pair"][1])
    assert formula.columns == ("pair_2",)
    assert formula.steps == (("column", "pair_2"), ("number", 2.0), ("*", 1, 0))


def test_numbers_that_json_lacks_are_named() -> None:
    def text(sums: Mapping[str, Any]) -> Any:
        return where(sums["a"] > 0, math.nan, where(sums["a"] < 0, math.inf, -math.inf))

    steps = SumFormula(Columns("a"), text).steps
    values = {value for name, value, *_ in steps if name == "number"}
    assert values == {0.0, "NaN", "Infinity", "-Infinity"}
    assert all(is_step(step, place, ["a"]) for place, step in enumerate(steps))


def test_a_text_cannot_branch_on_a_sum() -> None:
    formula = SumFormula(Columns("a"), lambda sums: 1.0 if sums["a"] else 0.0)
    with pytest.raises(OptionError, match="cannot branch on them; write where"):
        formula.of({"a": 1})


def test_a_mean_divides_the_scores_by_the_segments_and_is_copied_and_pickled_after_use() -> None:
    formula = mean_of_segments(100)
    sums = {"segment_scores": 1.5, "segments": 2}
    assert formula.of(sums) == 75
    assert mean_of_segments().of(sums) == 0.75
    for same in (copy.deepcopy(formula), pickle.loads(pickle.dumps(formula))):
        assert same.of(sums) == 75


shapes = arrays_of.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=9) | st.just((2, 3, 4))


@given(arrays_of.arrays(np.float64, shapes, elements=st.floats(0.001, 700)), st.data())
def test_the_layout_of_an_array_does_not_matter(
    numbers: np.ndarray[tuple[int, ...], np.dtype[np.float64]], data: st.DataObject
) -> None:
    turned = numbers.transpose(data.draw(st.permutations(range(numbers.ndim))))
    for function, expected in ((exp, math.exp), (log, math.log)):
        values = of_each(function)(turned)
        assert values.shape == turned.shape
        assert values.ravel().tolist() == list(map(expected, turned.ravel().tolist()))


@pytest.mark.parametrize("made", [Bleu, Nist])
@pytest.mark.parametrize("references", [["a"], ["a", "b"]])
def test_a_new_axis_needs_arrays_until_somebody_says_otherwise(
    made: Any, references: list[str]
) -> None:
    kind = made.dialects
    new = axis("off", "An axis that no formula knows.", {"off": "", "on": ""})
    namespace = {"__module__": kind.__module__}
    extended: Any = make_dataclass(
        "Extended", [("new", str, new)], bases=(kind,), frozen=True, namespace=namespace
    )
    assert made(dialect=extended()).segment_counter(references) is not None
    assert made(dialect=extended(new="on")).segment_counter(references) is None


@pytest.mark.parametrize("weight", [2.0, 1e308])
def test_given_weights_are_added_up_too(weight: float) -> None:
    metric = Nist(information=InformationWeights.from_table({("der",): weight, ("hund",): 1e308}))
    corpus = Corpus.from_segments(hypotheses=["der hund"], references=["der hund, DER"])
    outcomes = []
    for pay in (True, False):
        with arrays_pay(pay):
            outcomes.append(outcome(lambda: metric.score_total(metric.total(corpus))))
    assert outcomes[0] == outcomes[1]
    assert ("is not a finite number" in outcomes[0]) == (weight > 2)


@pytest.mark.parametrize("parts", [1, 2])
def test_a_report_with_segments_is_that_of_arrays(parts: int) -> None:
    corpus = Corpus.from_segments(hypotheses=["a b c d", "c", ""], references=["a b c e", "d", "c"])
    metrics = {name: as_metric(name) for name in ("bleu", "nist")}

    def report() -> str:
        consecutive = [corpus[:2], corpus[2:]] if parts == 2 else [corpus]
        systems = score_parts(
            [[("mine", part)] for part in consecutive],
            [part.references for part in consecutive],
            list(metrics.values()),
        )
        return repr(score_report(systems, metrics, segments=True))

    expected = report()
    with arrays_pay(False):
        assert report() == expected
