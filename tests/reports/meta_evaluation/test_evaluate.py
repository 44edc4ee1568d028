"""Meta-evaluations: recorded values on WMT22, and laws on small sets."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import tallystick
from tallystick import InputError, TallystickWarning
from tallystick.reports import MetaEvaluation
from tests.reports.meta_evaluation.judged import OUTPUTS, REFERENCES
from tests.reports.meta_evaluation.judged import wmt22 as wmt22_set

GOLDEN: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "golden" / "meta_wmt22.json").read_text()
)["sets"]
SPECS = {"BLEU": "bleu", "chrF2": "chrf", "chrF2++": "chrf:word_order=2", "TER(neg)": "ter"}
GROUPINGS = {"segment": "item", "system": "sys", "none": "none"}
NAMES = {spec: name for name, spec in SPECS.items()}

HUMAN = {"good": [5, 5, 5, 4], "fair": [4, 4, 5, 5], "poor": [2, 1, 2, 2]}


def evaluated(human: Mapping[str, Any] = HUMAN, **options: Any) -> MetaEvaluation:
    usual = {"systems": OUTPUTS, "references": REFERENCES, "metrics": ["bleu", "ter"]}
    given = {**usual, "resamples": 200, **options}
    return tallystick.meta(human=human, **given)


@pytest.fixture(scope="module")
def wmt22(shared_data: Path) -> dict[str, MetaEvaluation]:
    reports = {}
    for pair in GOLDEN:
        judged = wmt22_set(shared_data, pair, GOLDEN[pair]["reference"])
        metrics = [SPECS[name] for name in GOLDEN[pair]["system"]]
        reports[pair] = tallystick.meta(**judged, metrics=metrics, resamples=500)
    return reports


@pytest.mark.slow
@pytest.mark.parametrize("pair", GOLDEN)
def test_agreement_on_systems_equals_the_recorded_one(
    wmt22: dict[str, MetaEvaluation], pair: str
) -> None:
    [judged] = wmt22[pair].sets
    assert [judged.significant_pairs, judged.pairs] == GOLDEN[pair]["significant_pairs"]
    assert [name.split(".")[0] for name in GOLDEN[pair]["outliers"]] == list(judged.outliers)
    for level in wmt22[pair].system_level:
        expected = GOLDEN[pair]["system"][NAMES[level.metric]]
        assert level.pearson.value == pytest.approx(expected["pearson"], abs=1e-9)
        assert level.spearman.value == pytest.approx(expected["spearman"], abs=1e-9)
        assert level.kendall.value == pytest.approx(expected["kendall_b"], abs=1e-9)
        assert level.accuracy.value == pytest.approx(expected["pair_acc"], abs=1e-9)
        assert level.accuracy_significant == pytest.approx(expected["significant"], abs=1e-9)
        assert level.soft_accuracy is not None
        # The recorded p-values of metrics are those of all segments, also of those that humans did
        # not score, which makes up to 0.015; both values are means over 28 pairs or more of
        # differences of p-values with standard errors of up to 0.022 (500 resamples).
        assert level.soft_accuracy.value == pytest.approx(expected["SPA"], abs=0.03)


@pytest.mark.slow
@pytest.mark.parametrize("pair", GOLDEN)
def test_agreement_on_segments_equals_the_recorded_one(
    wmt22: dict[str, MetaEvaluation], pair: str
) -> None:
    for level in wmt22[pair].segment_level:
        expected = GOLDEN[pair]["segment"][NAMES[level.metric]]
        grouping = GROUPINGS[level.grouping]
        # scores of equal counts are equal here, and differ in the last bits where recorded
        close = 1e-9 if level.metric.startswith("chrf") else 1e-4
        assert level.kendall.value == pytest.approx(expected[f"kendall_b_{grouping}"], abs=close)
        assert level.pearson.value == pytest.approx(expected[f"pearson_{grouping}"], abs=1e-9)
        if level.accuracy is not None:
            assert level.accuracy.value == pytest.approx(expected["acc_eq_star_item"], abs=close)
            assert level.threshold == pytest.approx(expected["eps"], abs=close)


@pytest.mark.slow
def test_the_test_of_correlations_over_outputs_equals_an_independent_run(
    wmt22: dict[str, MetaEvaluation],
) -> None:
    # chrF has a correlation higher by 0.020 than BLEU on German-English: p = 0.002, one-sided; and
    # a tau within segments higher by 0.009: p = 0.20, one-sided (mt-metrics-eval 68a481a)
    [test] = [
        test
        for test in wmt22["de-en"].differences_on_sets
        if {test.metric, test.other} == {"bleu", "chrf"}
    ]
    assert test.pearson == pytest.approx(0.005, abs=0.005)
    assert test.kendall is not None
    assert test.kendall > 0.05


def test_the_order_of_the_systems_changes_nothing() -> None:
    report = evaluated()
    shuffled = evaluated(systems={name: OUTPUTS[name] for name in ("poor", "good", "fair")})
    assert [level.pearson.value for level in report.system_level] == pytest.approx(
        [level.pearson.value for level in shuffled.system_level]
    )
    assert [level.kendall.value for level in report.segment_level] == pytest.approx(
        [level.kendall.value for level in shuffled.segment_level]
    )


def test_segments_without_a_score_are_holes_and_counted() -> None:
    report = evaluated({**HUMAN, "fair": [4, 4, None, 5]})
    assert report.health[0].judged_cells == pytest.approx(11 / 12)
    level = next(level for level in report.segment_level if level.grouping == "segment")
    pairs = level.pairs
    assert sum(getattr(pairs, name) for name in type(pairs).__slots__) == 3 * 4 - 2


@pytest.mark.parametrize(
    ("human", "message"),
    [
        (dict.fromkeys(HUMAN, [1] * 4), "all outputs have the human score 1; expected"),
        (dict.fromkeys(HUMAN, 1), "all systems have the human score 1; expected"),
        (
            {name: [score * 1e-300 for score in scores] for name, scores in HUMAN.items()},
            "human scores of outputs differ by at most 4e-300; expected at least 1e-100",
        ),
        ({"good": 1, "fair": 2}, "2 systems with human scores; expected at least 3"),
        (
            {**HUMAN, "fair": [4, 4, math.nan, 5]},
            "human has the score nan of segment 3 of the system 'fair'; expected a number up to",
        ),
        ({**dict.fromkeys(HUMAN, 1), "fair": math.nan}, "the score nan of the system 'fair'"),
        ([5, 1, 2, 4], "human is of type list; expected a mapping from each system's name"),
        ({"adequacy": HUMAN, "fluency": [1]}, "human under 'fluency' is of type list; expected"),
    ],
)
def test_scores_that_define_no_correlation_are_refused(human: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        evaluated(human)


def test_scores_of_segments_may_be_an_iterator() -> None:
    assert evaluated({name: iter(scores) for name, scores in HUMAN.items()}) == evaluated()


def test_outputs_are_compared_where_all_systems_have_the_same_score() -> None:
    of_systems = {"good": [5, 1, 2, 4], "fair": [4, 2, 1, 5], "poor": [3, 3, 3, 3]}
    report = evaluated(of_systems)
    assert report.together == ()
    assert [row.metric for row in report.on_outputs]
    assert any("or scores that differ too little for" in note for note in report.notes)


def test_systems_whose_means_differ_by_rounding_errors_only_are_tied() -> None:
    human = {"good": [0.1, 0.2, 0.3, 0.4], "fair": [0.4, 0.3, 0.2, 0.1], "poor": [0.1] * 4}
    for level in evaluated(human).system_level:
        assert (level.pairs.tied_human, level.pairs.discordant) == (1, 0)


def test_a_system_without_human_scores_is_left_out_and_named() -> None:
    report = evaluated(systems={**OUTPUTS, "new": OUTPUTS["fair"]})
    assert report.sets[0].unjudged == ("new",)
    assert any("new" in note for note in report.notes)


def test_the_time_of_a_metric_is_measured_only_on_request() -> None:
    assert evaluated().metrics[0].seconds_per_thousand is None
    timed = evaluated(timed=True)
    seconds = timed.metrics[0].seconds_per_thousand
    assert seconds is not None
    assert 0 < seconds < 10
    assert "milliseconds for 1,000 segments" in str(timed)


def test_every_score_has_an_interval_that_contains_it() -> None:
    report = evaluated()
    humans = report.sets[0]
    levels = [(level.scores, level.intervals) for level in report.system_level]
    for scores, intervals in (*levels, (humans.scores, humans.intervals)):
        for score, interval in zip(scores, intervals, strict=True):
            assert score is not None
            assert interval is not None
            assert interval.low <= score <= interval.high


def test_human_scores_of_systems_alone_have_no_intervals() -> None:
    report = evaluated({"good": 3, "fair": 2, "poor": 1})
    assert report.sets[0].intervals == (None, None, None)


@pytest.mark.parametrize("human", [{"good": 5, "fair": 4, "poor": 1}, HUMAN])
def test_one_segment_gives_no_interval_of_systems_and_a_note(human: Mapping[str, Any]) -> None:
    first = {name: of[:1] if isinstance(of, list) else of for name, of in human.items()}
    systems = {name: texts[:1] for name, texts in OUTPUTS.items()}
    with pytest.warns(TallystickWarning, match="are computed on one segment"):
        report = evaluated(first, systems=systems, references=REFERENCES[:1])
    [bleu, _] = report.system_level
    assert bleu.accuracy.value == 1
    for coefficient in (bleu.accuracy, bleu.pearson, bleu.kendall, report.together[0].accuracy):
        assert coefficient.over_segments is None
    assert bleu.intervals == (None, None, None)
    assert bleu.soft_accuracy is None
    assert any(note.startswith("In this test set there is one segment") for note in report.notes)
