"""Several sets: equal weights, mean ranks, and orders that turn round."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tallystick.reports import MetaEvaluation, Table
from tallystick.reports.meta_evaluation.agreement.sets import across_sets
from tallystick.reports.meta_evaluation.build import evaluate
from tallystick.reports.meta_evaluation.settings import MetaSettings
from tallystick.reports.renderers.text import draw_table
from tests.reports.meta_evaluation.judged import judged, with_given_scores

FEW = MetaSettings(resamples=200)

# scores of four systems on two sets: "up" follows humans on the first set, "down" on the second,
# which has fewer pairs that "up" gets wrong than the first has pairs that "down" does
HUMAN = {"first": (1, 2, 3, 4), "second": (1, 2, 3, 4)}
SCORES = {
    "first": {"up": (1, 2, 3, 4), "down": (4, 3, 2, 1)},
    "second": {"up": (2, 1, 3, 4), "down": (1, 2, 3, 4)},
}


@pytest.fixture(scope="module")
def two_sets() -> MetaEvaluation:
    def twice(values: Sequence[float]) -> list[list[float]]:
        return [[value] * 2 for value in values]

    sets = {
        name: judged(twice(HUMAN[name]), {metric: twice(of) for metric, of in SCORES[name].items()})
        for name in HUMAN
    }
    return evaluate(sets, dict(sets["first"].metrics), FEW)


def accuracy(human: Sequence[float], metric: Sequence[float]) -> Fraction:
    pairs = list(itertools.combinations(range(len(human)), 2))
    right = sum((human[i] - human[j]) * (metric[i] - metric[j]) > 0 for i, j in pairs)
    return Fraction(right, len(pairs))


def test_the_order_that_turns_round_on_a_set_is_named_with_its_difference(
    two_sets: MetaEvaluation,
) -> None:
    [order] = two_sets.reversed_orders
    assert (order.metric, order.other, order.set) == ("up", "down", "second")
    expected = accuracy(HUMAN["second"], SCORES["second"]["up"]) - accuracy(
        HUMAN["second"], SCORES["second"]["down"]
    )
    assert order.difference == pytest.approx(float(expected))
    assert order.p_value <= order.adjusted_p_value


def test_the_p_value_on_a_set_is_near_the_share_of_all_exchanges(two_sets: MetaEvaluation) -> None:
    up, other = (np.array(SCORES["second"][name], float) for name in ("up", "down"))
    human = HUMAN["second"]
    observed = abs(accuracy(human, up.tolist()) - accuracy(human, other.tolist()))
    as_large = 0
    for swapped in itertools.product([False, True], repeat=4):
        a, b = np.where(swapped, other, up), np.where(swapped, up, other)
        as_large += abs(accuracy(human, a.tolist()) - accuracy(human, b.tolist())) >= observed
    [order] = two_sets.reversed_orders
    assert order.p_value == pytest.approx(as_large / 16, abs=0.1)


def test_a_note_says_whether_an_order_turns_round_significantly(two_sets: MetaEvaluation) -> None:
    assert any(
        "turns round on some set for 1 of 1 pair of metrics, significantly on none" in note
        for note in two_sets.notes
    )


def test_mean_ranks_and_accuracies_weigh_sets_equally(two_sets: MetaEvaluation) -> None:
    for row in two_sets.across_sets:
        expected = [accuracy(HUMAN[name], SCORES[name][row.metric]) for name in HUMAN]
        assert row.accuracy.value == pytest.approx(float(sum(expected) / 2))
        assert row.rank.value == 1.5
        assert (row.best_on, row.best_alone_on) == (1, 1)
        assert row.rank.interval is None


def test_mean_ranks_equal_naive_ones_and_lie_in_their_intervals() -> None:
    random = np.random.default_rng(1)
    accuracies = random.integers(5, 10, (4, 8)) / 10
    rows = across_sets({f"m{number}": row for number, row in enumerate(accuracies.tolist())}, FEW)
    expected = [
        np.mean([sum(accuracies[:, n] > own) + (sum(accuracies[:, n] == own) + 1) / 2
                 for n, own in enumerate(row)])
        for row in accuracies
    ]  # fmt: skip
    assert [row.rank.value for row in rows] == pytest.approx(expected)
    for row in rows:
        assert row.rank.interval is not None
        assert row.rank.interval.low <= row.rank.value <= row.rank.interval.high


def test_one_set_has_no_mean_over_sets() -> None:
    assert across_sets({"bleu": [0.5], "chrf": [0.6]}, FEW) == []


def test_tables_for_a_terminal_fit_100_columns() -> None:
    human = np.array([[3.0, 3], [2, 1], [1, 2]])
    metrics = [f"bleu-with-tokenize-{option}" for option in "vwxyz"]
    single = with_given_scores(human, dict.fromkeys(metrics, human), resamples=2)
    names = [f"en-{number:02}" for number in range(12)]
    fields = ("system_level", "segment_level", "health", "sensitivity")
    named = {"sets": "name", **dict.fromkeys(fields, "set")}
    of_sets: dict[str, Any] = {
        field: tuple(
            dataclasses.replace(each, **{key: name})
            for name in names
            for each in getattr(single, field)
        )
        for field, key in named.items()
    }
    across = tuple(across_sets(dict.fromkeys(metrics, [0.5] * 12), FEW))
    report = dataclasses.replace(single, across_sets=across, **of_sets)
    tables = [block for block in report.document() if isinstance(block, Table) and not block.detail]
    lines = [line for table in tables for line in draw_table(table).splitlines()]
    assert max(map(len, lines)) <= 100
    assert sum("en-11" in table.header for table in tables) == 2  # accuracies, and tau-b
