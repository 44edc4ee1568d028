"""Tasks: recorded runs of mt-metrics-eval on the same numbers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tallystick import InputError, OptionError
from tallystick.reports import MetaEvaluation
from tallystick.reports.meta_evaluation.agreement.tasks import assigned_ranks
from tallystick.reports.meta_evaluation.build import evaluate
from tallystick.reports.meta_evaluation.model import Task
from tallystick.reports.meta_evaluation.settings import MetaSettings
from tests.reports.meta_evaluation.judged import judged, with_given_scores

FOLDER = Path(__file__).parents[3] / "golden"
GOLDEN: dict[str, Any] = json.loads((FOLDER / "tasks.json").read_text())
RANKS = json.loads((FOLDER / "meta_evaluation.json").read_text())["assign_ranks"]
TESTED = ("pearson", "pearson/all", "acc-t", "soft-accuracy")
WEIGHTS = {"one": 2.0, "two": 1.0}


def evaluated(
    statistics: Sequence[str], resamples: int = 50, *, segments: bool = True
) -> MetaEvaluation:
    sets = {}
    for name, numbers in GOLDEN["sets"].items():
        test_set = judged(numbers["human"], numbers["metrics"])
        human = test_set.human
        if human is not None and not segments:
            human = human.__class__("score", None, None, human.systems)
        sets[name] = test_set._replace(human=human, weight=WEIGHTS[name])
    settings = MetaSettings(resamples=resamples, statistics=statistics)
    return evaluate(sets, dict(sets["one"].metrics), settings)


@cache
def recorded_tasks() -> dict[tuple[str, str | None], Task]:
    return {(task.statistic, task.set): task for task in evaluated(TESTED, 4_000).tasks}


@pytest.mark.parametrize(
    "recorded", GOLDEN["tasks"], ids=lambda case: f"{case['statistic']} {case['set']}"
)
def test_values_and_ranks_equal_those_of_mt_metrics_eval(recorded: dict[str, Any]) -> None:
    task = recorded_tasks()[recorded["statistic"], recorded["set"]]
    # both draw the exchanges of the soft accuracy at random
    drawn = recorded["statistic"] == "soft-accuracy"
    assert task.values == pytest.approx(recorded["values"], abs=0.005 if drawn else 1e-9)
    if not (drawn and recorded["set"] == "two"):  # there a p-value is 0.05 except for the draws
        assert task.ranks == recorded["ranks"]


def test_the_weighted_mean_and_its_ranks_equal_those_of_mt_metrics_eval() -> None:
    task, recorded = recorded_tasks()["average", None], GOLDEN["average"]
    assert task.values == pytest.approx(recorded["values"], abs=0.002)  # of the soft accuracy
    assert task.ranks == recorded["ranks"]


def test_other_statistics_equal_those_of_mt_metrics_eval() -> None:
    names = list(GOLDEN["values"]["one"]["A"])
    for task in evaluated(names).tasks[1:]:
        recorded = {
            metric: values[task.statistic] for metric, values in GOLDEN["values"][task.set].items()
        }
        assert task.values == pytest.approx(recorded, abs=1e-9)


def test_the_accuracy_is_one_task_of_all_pairs_with_the_weight_of_all_sets() -> None:
    report = evaluated(["accuracy", "pearson"])
    _, accuracy, *others = report.tasks
    assert accuracy.values == {row.metric: row.accuracy.value for row in report.together}
    assert [accuracy.weight, *(task.weight for task in others)] == [3 / 6, 2 / 6, 1 / 6]


def test_a_metric_without_a_correlation_is_last() -> None:
    scores = {"A": np.array([[1.0, 2], [2, 3], [3, 4]]), "B": np.ones((3, 2))}
    report = with_given_scores(scores["A"], scores, statistics=["pearson", "tau-b/segment"])
    for task in report.tasks:
        assert (round(task.values["A"] or 0.0, 12), task.values["B"]) == (1.0, None)
        assert task.ranks == {"A": 1, "B": 2}


def test_a_single_metric_has_the_first_rank() -> None:
    scores = np.array([[1.0, 2], [2, 3], [3, 4]])
    report = with_given_scores(scores, {"A": scores}, statistics=["accuracy", "soft-accuracy"])
    assert [task.ranks for task in report.tasks] == [{"A": 1}] * 3


@pytest.mark.parametrize("recorded", RANKS)
def test_ranks_are_assigned_as_by_mt_metrics_eval(recorded: dict[str, Any]) -> None:
    assert assigned_ranks(np.array(recorded["p_upper"]), recorded["alpha"]) == recorded["ranks"]


@pytest.mark.parametrize(
    ("statistics", "message"),
    [
        (["acc_t"], "there is no statistic 'acc_t'; did you mean acc-t"),
        (["darr", "darr"], "the statistic darr is given twice"),
    ],
)
def test_unknown_and_repeated_statistics_are_refused(statistics: list[str], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        evaluated(statistics)


def test_statistics_of_outputs_need_human_scores_of_segments() -> None:
    with pytest.raises(InputError, match="one has no human scores of segments for the statistic"):
        evaluated(["soft-accuracy"], segments=False)
