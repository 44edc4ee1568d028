"""Choices between two outputs: agreement of metrics, scores of systems, intervals and tests."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tallystick.errors import InputError, OptionError
from tallystick.reports import MetaEvaluation
from tallystick.reports.document import Table
from tallystick.reports.meta_evaluation.function import human_choices_of
from tallystick.reports.meta_evaluation.settings import Draws
from tallystick.reports.meta_evaluation.statistics.between_metrics import sign_tests
from tallystick.reports.meta_evaluation.statistics.effects import interval_of, ratio_effects
from tallystick.reports.meta_evaluation.tables.report import document
from tests.reports.meta_evaluation.judged import with_given_scores

Row = Mapping[str, Any]
RANDOM = np.random.default_rng(5)
NAMES = ("s0", "s1", "s2", "s3")
QUALITY = RANDOM.normal(size=(4, 30)).round(1) + np.array([[0.6], [0.3], [0.0], [-0.4]])
GOOD = (QUALITY + 0.5 * RANDOM.normal(size=QUALITY.shape)).round()
WEAK = RANDOM.normal(size=QUALITY.shape)


def choices_of(quality: NDArray[np.float64], judges: int = 3, noise: float = 0.7) -> list[Row]:
    """Let judges choose, with errors, between the outputs of all systems; small differences tie."""
    rows: list[Row] = []
    for segment, judge in itertools.product(range(quality.shape[1]), range(judges)):
        for first, other in itertools.combinations(range(len(quality)), 2):
            difference = quality[first, segment] - quality[other, segment] + noise * RANDOM.normal()
            winner = "tie" if abs(difference) < 0.1 else NAMES[first if difference > 0 else other]
            rows.append(
                {"segment": segment + 1, "system_a": NAMES[first], "system_b": NAMES[other],
                 "winner": winner, "judge": f"judge {judge}"}
            )  # fmt: skip
    return rows


CHOICES = choices_of(QUALITY)


def evaluated(
    choices: Sequence[Row], scores: Mapping[str, NDArray[np.float64]], **options: Any
) -> MetaEvaluation:
    return with_given_scores(None, scores, preferences=choices, **options)


FOUND = evaluated(CHOICES, {"weak": WEAK, "good": GOOD})


def test_agreement_counts_the_choices_that_a_metric_makes_too() -> None:
    counts = dict.fromkeys(("same", "opposite", "tied"), 0)
    for choice in CHOICES:
        if choice["winner"] != "tie":
            first, second = (
                GOOD[NAMES.index(choice[side]), choice["segment"] - 1]
                for side in ("system_a", "system_b")
            )
            wanted = 1 if choice["winner"] == choice["system_a"] else -1
            kind = ("tied", "same", "opposite")[int(np.sign(first - second) * wanted)]
            counts[kind] += 1
    [level] = [level for level in FOUND.segment_level if level.metric == "good"]
    pairs, decided = level.pairs, sum(counts.values())
    assert (pairs.concordant, pairs.discordant, pairs.tied_metric) == tuple(counts.values())
    assert counts["tied"] > 20
    # WMT 2014 to 2016: the same less the opposite, of all that humans decided
    tau = (counts["same"] - counts["opposite"]) / decided
    assert level.kendall.value == pytest.approx(tau, abs=1e-12)
    assert level.accuracy is not None
    assert level.accuracy.value == pytest.approx((counts["same"] + counts["tied"] / 2) / decided)


def test_the_segments_with_choices_and_the_ties_are_said() -> None:
    some = [choice for choice in CHOICES if choice["segment"] in (1, 2, 9)]
    ties = sum(choice["winner"] == "tie" for choice in some)
    report = evaluated(some, {"weak": WEAK, "good": GOOD})
    assert [health.judged_segments for health in report.health] == [3]
    said = f"{len(some) - ties} choices and {ties} ties between outputs for 3 segments"
    assert said in " ".join(str(report).split())


def test_the_interval_is_that_of_items_drawn_again() -> None:
    places = {
        segment: [row for row in CHOICES if row["segment"] == segment + 1] for segment in range(30)
    }
    draw, taus = np.random.default_rng(1), []
    signs = np.sign(GOOD[:, np.newaxis] - GOOD)
    sums = np.zeros((30, 2))
    for segment, choices in places.items():
        for choice in choices:
            first, second = NAMES.index(choice["system_a"]), NAMES.index(choice["system_b"])
            wanted = {"tie": 0, choice["system_a"]: 1, choice["system_b"]: -1}[choice["winner"]]
            sums[segment] += (wanted * signs[first, second, segment], abs(wanted))
    for _ in range(4_000):
        above, below = sums[draw.integers(0, 30, 30)].sum(axis=0)
        taus.append(above / below)
    [level] = [level for level in FOUND.segment_level if level.metric == "good"]
    interval = level.kendall.over_segments
    assert interval is not None
    width = np.ptp(np.quantile(taus, [0.025, 0.975]))  # percentiles are narrower than Student's t
    assert 1.0 < (interval.high - interval.low) / width < 1.15


def test_metrics_are_tested_against_each_other_on_choices() -> None:
    [test] = FOUND.output_differences
    assert (test.metric, test.other, test.grouping) == ("good", "weak", "choices")
    assert test.adjusted_p_value < 0.05


def test_choices_are_shares_in_every_heading() -> None:
    titles = [block.title for block in document(FOUND) if isinstance(block, Table)]
    assert "Share of choices: metrics against each other" in titles


@pytest.mark.parametrize(("systems", "said"), [(4, True), (2, False)])
def test_ranks_are_compared_with_the_significant_pairs_that_are_shown(
    systems: int, said: bool
) -> None:
    names = NAMES[:systems]
    rows = [row for row in CHOICES if {row["system_a"], row["system_b"]} <= set(names)]
    text = " ".join(str(evaluated(rows, {"good": GOOD[:systems]})).split())
    assert "two-sided tests of Bradley-Terry scores, corrected for all pairs of systems" in text
    assert ("the significant pairs above are one-sided" in text) == said


def test_systems_have_the_scores_of_choices_and_are_compared_by_them() -> None:
    strengths = {row.system: row.strength for row in FOUND.compared_systems}
    [of_set] = FOUND.sets
    assert FOUND.human == "Bradley-Terry score"
    assert of_set.scores == pytest.approx([strengths[name] for name in of_set.systems], abs=1e-12)
    assert [row.system for row in FOUND.compared_systems] == list(NAMES)
    assert FOUND.compared_systems[0].rank == (1, 3)  # significantly better than s3 alone
    assert FOUND.together[0].metric == "good"
    interval, score = of_set.intervals[0], FOUND.compared_systems[0].interval
    assert interval is not None
    assert score is not None  # the bootstrap of what items add, and their variance
    ratio = (interval.high - interval.low) / (score.high - score.low)
    assert 0.75 < ratio < 1.1


def test_the_other_judges_are_a_ceiling() -> None:
    shares = []
    for choice in CHOICES:
        others = [
            {"tie": 0, choice["system_a"]: 1}.get(other["winner"], -1)
            for other in CHOICES
            if other["judge"] != choice["judge"]
            and all(other[key] == choice[key] for key in ("segment", "system_a", "system_b"))
        ]
        if choice["winner"] != "tie" and any(others):
            wanted = 1 if choice["winner"] == choice["system_a"] else -1
            shares.append((1 + np.sign(sum(others) * wanted)) / 2)
    [health] = FOUND.health
    assert health.other_judges == pytest.approx(np.mean(shares), abs=1e-12)


def test_an_unbeaten_system_has_no_score_but_a_share_of_wins() -> None:
    rows = [choice for choice in CHOICES if "s0" not in (choice["system_a"], choice["system_b"])]
    rows += [{"segment": 1, "system_a": "s1", "system_b": "s0", "winner": "s0", "judge": "x"}]
    report = evaluated(rows, {"good": GOOD})
    assert {row.strength for row in report.compared_systems} == {None}
    assert [row.system for row in report.compared_systems if row.unbeaten] == ["s0"]
    assert report.compared_systems[0].won == 1.0
    assert report.human == "choices"
    assert any("preferred to s0 or tied with it, so Bradley-Terry" in note for note in report.notes)


def test_systems_that_were_never_compared_are_not_ranked() -> None:
    pairs = [{"s0", "s1"}, {"s2", "s3"}]
    rows = [choice for choice in CHOICES if {choice["system_a"], choice["system_b"]} in pairs]
    report = evaluated(rows, {"good": GOOD, "weak": WEAK})
    assert not any([report.together, report.system_level, report.differences])
    group = {row.system: row.group for row in report.compared_systems}
    assert group["s0"] == group["s1"] != group["s2"] == group["s3"]
    [note] = [note for note in report.notes if "never compared" in note]
    assert note.endswith(
        "agreement on systems is left out, and systems have the share of their wins."
    )
    assert not any("no other system was preferred" in note.lower() for note in report.notes)


def test_the_worse_output_may_be_named() -> None:
    opposite = evaluated(CHOICES, {"good": -GOOD}, higher_is_better=False)
    [level] = opposite.segment_level
    [same] = [level for level in FOUND.segment_level if level.metric == "good"]
    assert level.kendall == same.kendall
    assert opposite.compared_systems[-1].system == "s0"


def test_choices_that_a_judge_repeats_are_counted() -> None:
    [note] = [
        note for note in evaluated([*CHOICES, *CHOICES[:2]], {"good": GOOD}).notes if "rep" in note
    ]
    assert note.startswith("2 of 542 choices repeat one of the same judge")


def test_parts_of_a_set_have_the_choices_between_their_outputs() -> None:
    part = human_choices_of(CHOICES, NAMES, 30, True).at([0, 2], range(5, 15))
    kept = [
        choice
        for choice in CHOICES
        if {choice["system_a"], choice["system_b"]} == {"s0", "s2"} and 5 < choice["segment"] <= 15
    ]
    choices = part.preferences
    assert choices is not None
    assert choices.systems == ("s0", "s2")
    assert choices.chosen.tolist() == [
        {"tie": 0, choice["system_a"]: 1}.get(choice["winner"], -1) for choice in kept
    ]
    assert choices.segments[:, 0].tolist() == [choice["segment"] - 6 for choice in kept]
    assert (part.systems[0] > part.systems[1]) == (sum(choices.chosen) > 0)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "preferences is empty"),
        ([{"segment": 31, "system_a": "s0", "system_b": "s1", "winner": "a"}],
         "row 1: the segment is 31; expected a number from 1 to 30"),
        ([{"segment": 1, "system_a": "s0", "system_b": "x", "winner": "a"}],
         "row 1: is of 'x'; expected one of the systems s0, s1, s2, s3"),
        ([{"segment": 1, "system_a": "s0", "system_b": "s1", "winner": "s2"}],
         "row 1: the choice is 's2'; expected the name of the chosen system"),
        ([{"segment": 1, "system_a": "s0", "winner": "a"}], "this is no table of choices, only"),
        ([{"segment": 1, "system": "s0", "score": 1}], "preferences are no choices"),
        (CHOICES[:1], "2 outputs in 1 choice; expected at least 3"),
        ([{**row, "winner": "tie"} for row in CHOICES], "this test set: all 540 choices are ties"),
    ],
)  # fmt: skip
def test_wrong_choices_are_refused(rows: list[Row], message: str) -> None:
    with pytest.raises(InputError, match=message):
        evaluated(rows, {"good": GOOD})


def test_scores_and_choices_exclude_each_other() -> None:
    with pytest.raises(OptionError, match="given: human and preferences"):
        with_given_scores({"s0": [1.0] * 30}, {"good": GOOD}, preferences=CHOICES)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("items", "judges", "shared"), [(20, 1, 0.0), (50, 1, 1.0), (50, 3, 1.0), (200, 3, 1.0)]
)
def test_intervals_and_tests_are_right_with_several_judges_of_an_item(
    items: int, judges: int, shared: float
) -> None:
    """Judges and metrics see the same difference of two outputs, of deviation `shared`."""
    random = np.random.default_rng(11)

    def drawn(number: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        quality = random.normal(size=number) * shared
        seen = quality[:, np.newaxis] + 0.2 + random.normal(size=(number, judges))
        return np.sign(seen).sum(axis=1), np.sign(quality + 0.3 + random.normal(size=(2, number)))

    chosen, metrics = drawn(1_000_000)
    true = (chosen * metrics[0]).mean() / judges
    trials, covered, rejected = 1_000, 0, 0
    for trial in range(trials):
        chosen, metrics = drawn(items)
        effect, other = (ratio_effects(chosen * each, np.full(items, judges)) for each in metrics)
        interval = interval_of(effect, 0.95)
        covered += interval is not None and interval.low <= true <= interval.high
        added = (effect.value - other.value) / items + effect.each - other.each
        tested = sign_tests(added[:, np.newaxis], Draws(499, seed=trial))
        rejected += tested.p_values[0] <= 0.05
    assert 0.93 <= covered / trials <= 0.985
    assert 0.01 <= rejected / trials <= 0.06  # few values, so ties, which count as extreme
