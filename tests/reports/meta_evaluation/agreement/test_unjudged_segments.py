"""Segments that humans did not judge: results equal those of the judged segments alone."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tallystick.reports import MetaEvaluation
from tests.reports.meta_evaluation.judged import with_given_scores

SEGMENTS = 12
RANDOM = np.random.default_rng(34)
HUMAN = RANDOM.normal(size=(4, SEGMENTS)).round(1)
METRICS = {name: HUMAN + RANDOM.normal(size=HUMAN.shape) for name in ("one", "other")}
DOCUMENTS = [f"d{segment // 2}" for segment in range(SEGMENTS)]
RATERS = HUMAN[:, :, np.newaxis] + RANDOM.normal(size=(*HUMAN.shape, 3)).round(1)

JUDGED = st.sets(st.integers(0, SEGMENTS // 2 - 1), min_size=2).map(
    lambda documents: sorted({2 * document + place for document in documents for place in (0, 1)})
)


def leaves(value: Any) -> Iterator[float]:
    """Yield all numbers in a value, which may be nested."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for each in value:
            yield from leaves(each)
    elif value is None or isinstance(value, (int, float)):
        yield np.nan if value is None else value


def compared_with_humans(report: MetaEvaluation) -> list[float]:
    """Return all that is computed from human scores of outputs, without counts of segments."""
    [health], [judged] = report.health, report.sets
    levels = [
        dataclasses.replace(level, groups=0, undefined_groups=0) for level in report.segment_level
    ]
    parts: list[Any] = [
        *report.on_outputs,
        *report.output_differences,
        *levels,
        *report.compared_systems,
    ]
    values = [
        *map(dataclasses.asdict, parts),
        [(test.pearson, test.kendall, test.adjusted[1:]) for test in report.differences_on_sets],
        [dataclasses.asdict(level)["soft_accuracy"] for level in report.system_level],
        dataclasses.asdict(judged)["intervals"],
        judged.scores,
        judged.units,
        health.split_half,
        None if health.raters is None else dataclasses.asdict(health.raters),
    ]
    return list(leaves(values))


def evaluated(human: NDArray[np.float64], places: list[int], cut: bool, **options: Any) -> Any:
    """Evaluate human scores of some places, in a test set of all segments or `cut` to these."""
    kept = places if cut else list(range(SEGMENTS))
    holes = np.full_like(human, np.nan)
    holes[:, places] = human[:, places]
    metrics = {name: scores[: len(human), kept] for name, scores in METRICS.items()}
    if "documents" in options:
        options["documents"] = [DOCUMENTS[place] for place in kept]
    return with_given_scores(holes[:, kept], metrics, **options)


@pytest.mark.parametrize("human", [HUMAN, HUMAN[:1], RATERS], ids=["systems", "one", "raters"])
@pytest.mark.parametrize("documents", [{}, {"documents": DOCUMENTS}], ids=["segments", "documents"])
@settings(max_examples=3)
@given(places=JUDGED)
@example(places=[0, 1, 6, 7])  # a tie of the metrics
def test_unjudged_segments_change_no_number_of_agreement_on_outputs(
    human: NDArray[np.float64], documents: dict[str, Any], places: list[int]
) -> None:
    whole, alone = (evaluated(human, places, cut, **documents) for cut in (False, True))
    assert compared_with_humans(whole) == pytest.approx(
        compared_with_humans(alone), rel=1e-9, abs=1e-12, nan_ok=True
    )
    assert whole.sets[0].segments == SEGMENTS


@settings(max_examples=3)
@given(places=JUDGED)
def test_segments_without_choices_change_no_number_either(places: list[int]) -> None:
    def chosen(kept: list[int]) -> MetaEvaluation:
        choices = [
            {
                "segment": kept.index(place) + 1,
                "system_a": f"s{system}",
                "system_b": f"s{other}",
                "winner": "a" if HUMAN[system, place] > HUMAN[other, place] else "b",
            }
            for place in places
            for system in range(4)
            for other in range(system)
        ]
        metrics = {name: scores[:, kept] for name, scores in METRICS.items()}
        return with_given_scores(None, metrics, preferences=choices)

    whole, alone = chosen(list(range(SEGMENTS))), chosen(places)
    assert compared_with_humans(whole) == pytest.approx(
        compared_with_humans(alone), rel=1e-9, abs=1e-12, nan_ok=True
    )


def test_few_judged_outputs_of_many_are_uncertain_and_not_all() -> None:
    metric = {"m": np.tile(METRICS["one"][:1], 25)}
    few = np.full((1, 300), np.nan)
    few[:, :6] = HUMAN[:1, :6]
    assert "Agreement on 6 outputs is uncertain." in with_given_scores(few, metric).notes
    most = np.tile(HUMAN[:1], 25)
    assert "100% " in str(with_given_scores(most, metric))
    most[0, 7] = np.nan
    assert "<100% " in str(with_given_scores(most, metric))


def test_a_note_counts_segments_that_were_judged_for_some_systems_only() -> None:
    some = HUMAN.copy()
    some[0, :3] = np.nan
    assert (
        "Humans judged 9 to 12 of the 12 segments of each system, and 9 of every system; scores of "
        "humans are means over the former."
    ) in with_given_scores(some, METRICS).notes
    some[:, :3] = np.nan
    assert not any("Humans judged" in note for note in with_given_scores(some, METRICS).notes)


def test_aspects_have_the_units_that_were_judged_under_each() -> None:
    few = HUMAN.copy()
    few[:, 4:] = np.nan
    names = [f"s{system}" for system in range(4)]
    aspects = {
        aspect: dict(zip(names, np.where(np.isnan(scores), None, scores).tolist(), strict=True))  # type: ignore[call-overload]
        for aspect, scores in {"fluency": HUMAN, "adequacy": few}.items()
    }
    report = with_given_scores(aspects, METRICS)
    alone = with_given_scores(few[:, :4], {name: each[:, :4] for name, each in METRICS.items()})
    assert [judged.units for judged in report.sets] == [SEGMENTS, 4]
    [level] = [
        level
        for level in report.segment_level
        if (level.set, level.metric, level.grouping) == ("adequacy", "one", "none")
    ]
    [same] = [
        level for level in alone.segment_level if (level.metric, level.grouping) == ("one", "none")
    ]
    assert level.kendall.value == pytest.approx(same.kendall.value)
    assert level.kendall.over_segments == pytest.approx(same.kendall.over_segments)


def test_segments_in_which_nothing_is_compared_are_no_evidence_within_segments() -> None:
    """Of one output no order is known: the interval is that of the segments with several."""
    human = HUMAN.copy()
    human[1:, 4:] = np.nan
    [whole, alone] = (
        [level for level in report.segment_level if level.grouping == "segment"]
        for report in (
            with_given_scores(human, METRICS),
            with_given_scores(HUMAN[:, :4], {name: each[:, :4] for name, each in METRICS.items()}),
        )
    )
    assert [level.kendall.over_segments for level in whole] == [
        pytest.approx(level.kendall.over_segments) for level in alone
    ]
