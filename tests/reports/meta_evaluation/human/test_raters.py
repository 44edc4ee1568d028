"""Raters of one set: the ceiling of their agreement, those that stand apart, z-scores."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tallystick.errors import InputError, OptionError
from tallystick.metrics.scoring.scoring import as_metric
from tallystick.reports import MetaEvaluation
from tallystick.reports.meta_evaluation.build import evaluate
from tallystick.reports.meta_evaluation.human.rated_outputs import read_rated_outputs
from tallystick.reports.meta_evaluation.human.scores import read_human_scores
from tallystick.reports.meta_evaluation.model import RaterAgreement
from tallystick.reports.meta_evaluation.settings import MetaSettings
from tests.reports.meta_evaluation.judged import tau_b, with_given_scores

RANDOM = np.random.default_rng(9)
QUALITY = RANDOM.normal(size=60)
RATINGS = (QUALITY[:, np.newaxis] + 0.5 * RANDOM.normal(size=(60, 4))).round(2)
RATINGS[:, 3] = RANDOM.normal(size=60).round(2)  # who does not look


def evaluated(ratings: Any, **options: Any) -> MetaEvaluation:
    scores = np.array([ratings], np.float64)
    return with_given_scores(scores, {"m": QUALITY[np.newaxis, : len(ratings)]}, **options)


def agreement(report: MetaEvaluation) -> RaterAgreement:
    [health] = report.health
    assert health.raters is not None
    return health.raters


def test_the_ceiling_is_the_mean_tau_of_a_rater_with_the_others() -> None:
    report = evaluated(RATINGS)
    others = [np.delete(RATINGS, rater, axis=1).sum(axis=1).round(2) for rater in range(4)]
    taus = [tau_b(RATINGS[:, rater].tolist(), others[rater].tolist()) for rater in range(4)]
    raters = agreement(report)
    assert raters.one_rater.value == pytest.approx(np.mean(taus))
    assert (raters.raters, raters.ratings, raters.crossed) == (4, 240, True)
    assert "Over all outputs the scores of one rater have a tau-b of" in str(report)


def test_halves_of_raters_who_agree_fully_agree_fully() -> None:
    assert agreement(evaluated([[score] * 6 for score in (1.0, 2.0, 3.0, 4.0)])).halves == 1.0


def test_halves_differ_by_at_most_one_rating_of_an_output() -> None:
    """The mean tau-b over all splits of four ratings in two and two; a coin for each gives less."""
    taus = [
        tau_b(RATINGS[:, half].sum(axis=1).tolist(), RATINGS[:, other].sum(axis=1).tolist())
        for half, other in (([0, 1], [2, 3]), ([0, 2], [1, 3]), ([0, 3], [1, 2]))
    ]
    halves = agreement(evaluated(RATINGS)).halves
    assert halves == pytest.approx(np.mean(taus), abs=0.02)


def test_a_rater_who_agrees_less_with_the_others_is_named() -> None:
    report = evaluated(RATINGS)
    assert agreement(report).apart == ("4",)
    assert "Rater 4 agrees with the other raters significantly less than the average rater." in (
        report.notes
    )
    assert agreement(evaluated(RATINGS[:, :3])).apart == ()


def test_raters_need_not_rate_the_same_outputs() -> None:
    ratings = RATINGS[:, :3].copy()
    ratings[np.arange(60), np.arange(60) % 3] = np.nan
    raters = agreement(evaluated(ratings))
    assert not raters.crossed
    assert raters.ratings == 120


def of_rows(path: Path, rows: Iterable[tuple[int, int, float]]) -> MetaEvaluation:
    """Evaluate rows with an output, a rater and a score."""
    lines = [f"word{output},some text,{rater},{score}\n" for output, rater, score in rows]
    path.write_text("".join(["output,reference,rater,score\n", *lines]))
    settings = MetaSettings(resamples=20)
    return evaluate(read_rated_outputs(path), {"chrf": as_metric("chrf")}, settings)


def test_ratings_of_an_output_by_the_same_rater_are_averaged(tmp_path: Path) -> None:
    once = [(output, rater, score) for (output, rater), score in np.ndenumerate(RATINGS)]
    some = [
        (*row[:2], row[2] + more)
        for row in once
        for more in ((0.5, -0.5) if row[0] % 3 == row[1] else (0.0,))
    ]
    expected = agreement(of_rows(tmp_path / "once.csv", once))
    assert expected.crossed
    # by definition, see above
    others = [np.delete(RATINGS, rater, axis=1).sum(axis=1).round(2) for rater in range(4)]
    taus = [tau_b(RATINGS[:, rater].tolist(), others[rater].tolist()) for rater in range(4)]
    assert expected.one_rater.value == pytest.approx(np.mean(taus))
    for rows in (once * 2, some):
        raters = agreement(of_rows(tmp_path / "repeated.csv", rows))
        assert raters.repeated == len(rows) - 240
        assert (raters.crossed, raters.apart) == (True, expected.apart)
        for name in ("alpha", "icc", "icc_of_mean", "one_rater"):
            value = getattr(raters, name)
            assert value.value == pytest.approx(getattr(expected, name).value), name
        assert raters.halves == pytest.approx(expected.halves)


@pytest.mark.filterwarnings("error")
def test_one_rater_who_repeats_ratings_agrees_with_no_other(tmp_path: Path) -> None:
    rows = [(output, 0, score) for output, score in enumerate([1, 2, 2, 4, 5] * 4)]
    report = of_rows(tmp_path / "one.csv", [*rows, *rows])
    raters = agreement(report)
    values = raters.alpha, raters.icc, raters.icc_of_mean, raters.one_rater
    assert [value.value for value in values] == [None] * 4
    assert (raters.raters, raters.ratings, raters.repeated, raters.halves) == (1, 40, 20, None)
    assert any("20 of 40 ratings repeat one of the same rater" in note for note in report.notes)
    assert "the others" not in str(report)


def test_scores_are_standardised_for_each_rater() -> None:
    ratings = [[score, 10 * score + 5] for score in (1.0, 2.0, 4.0, 8.0)]
    report = evaluated(ratings, standardise_raters=True)
    assert (
        "Scores are standardised for each rater; their correlation with the given ones is 1."
        in (" ".join(report.notes))
    )
    # by hand: both raters have the same z-scores, of mean 3.75 and deviation sqrt(7.1875)
    assert report.sets[0].scores == pytest.approx([0.0], abs=1e-12)
    assert agreement(report).alpha.value == pytest.approx(1.0)


def test_raters_with_one_score_only_are_left_out_of_z_scores() -> None:
    ratings = [[score, 3.0] for score in (1.0, 2.0, 4.0, 8.0)]
    report = evaluated(ratings, standardise_raters=True)
    assert any("1 rater without two different scores left out: 2." in note for note in report.notes)
    with pytest.raises(OptionError, match="no rater gave two different scores"):
        evaluated([[1.0, 2.0]] * 2 + [[1.0, None]] + [[None, 2.0]], standardise_raters=True)
    with pytest.raises(OptionError, match=r"raters of scores are unknown.*--columns rater=COLUMN"):
        evaluated([1.0, 2.0, 3.0], standardise_raters=True)


def test_repeated_ratings_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "human.csv"
    path.write_text("system,segment,annotator,score\na,1,x,1\na,1,y,2\na,1,x,3\na,2,y,4\n")
    scores = read_human_scores([path], ["a"], 2)
    assert scores.ratings is not None
    assert scores.ratings.raters == ("x", "y")
    assert scores.ratings.score.tolist() == [1.0, 2.0, 3.0, 4.0]
    part = scores.at([0], [1]).ratings
    assert part is not None
    assert (part.segment.tolist(), part.score.tolist()) == ([0], [4.0])
    path.write_text("system,segment,annotator,score\na,1,x,bad\n")
    with pytest.raises(InputError, match="line 2: 'bad' is not a finite number"):
        read_human_scores([path], ["a"], 2)
