"""Raters of one set: the ceiling of their agreement, those that stand apart, z-scores."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tallystick.errors import InputError, OptionError
from tallystick.reports import MetaEvaluation
from tallystick.reports.meta_evaluation.human.scores import read_human_scores
from tallystick.reports.meta_evaluation.model import RaterAgreement
from tests.reports.meta_evaluation.judged import tau_b, with_given_scores

RANDOM = np.random.default_rng(9)
QUALITY = RANDOM.normal(size=60)
RATINGS = (QUALITY[:, np.newaxis] + 0.5 * RANDOM.normal(size=(60, 4))).round(2)
RATINGS[:, 3] = RANDOM.normal(size=60).round(2)  # who does not look


def evaluated(ratings: Any, **options: Any) -> MetaEvaluation:
    scores = np.array([ratings], np.float64)
    return with_given_scores(scores, {"m": QUALITY[np.newaxis, : len(ratings)]}, **options)


def agreement(found: MetaEvaluation) -> RaterAgreement:
    [health] = found.health
    assert health.raters is not None
    return health.raters


def test_the_ceiling_is_the_mean_tau_of_a_rater_with_the_others() -> None:
    found = evaluated(RATINGS)
    others = [np.delete(RATINGS, rater, axis=1).sum(axis=1).round(2) for rater in range(4)]
    taus = [tau_b(RATINGS[:, rater].tolist(), others[rater].tolist()) for rater in range(4)]
    raters = agreement(found)
    assert raters.one_rater.value == pytest.approx(np.mean(taus))
    assert (raters.raters, raters.ratings, raters.crossed) == (4, 240, True)
    assert "Over all outputs the scores of one rater have a tau-b of" in str(found)


def test_halves_of_raters_who_agree_fully_agree_fully() -> None:
    assert agreement(evaluated([[one] * 6 for one in (1.0, 2.0, 3.0, 4.0)])).halves == 1.0


def test_halves_differ_by_at_most_one_rating_of_an_output() -> None:
    """The mean tau-b over all splits of four ratings in two and two; a coin for each gives less."""
    taus = [
        tau_b(RATINGS[:, half].sum(axis=1).tolist(), RATINGS[:, other].sum(axis=1).tolist())
        for half, other in (([0, 1], [2, 3]), ([0, 2], [1, 3]), ([0, 3], [1, 2]))
    ]
    found = agreement(evaluated(RATINGS)).halves
    assert found == pytest.approx(np.mean(taus), abs=0.02)


def test_a_rater_who_agrees_less_with_the_others_is_named() -> None:
    found = evaluated(RATINGS)
    assert agreement(found).apart == ("4",)
    assert "Rater 4 agrees with the other raters significantly less than the average rater." in (
        found.notes
    )
    assert agreement(evaluated(RATINGS[:, :3])).apart == ()


def test_raters_need_not_rate_the_same_outputs() -> None:
    ratings = RATINGS[:, :3].copy()
    ratings[np.arange(60), np.arange(60) % 3] = np.nan
    found = agreement(evaluated(ratings))
    assert not found.crossed
    assert found.ratings == 120


def test_scores_are_standardised_for_each_rater() -> None:
    ratings = [[one, 10 * one + 5] for one in (1.0, 2.0, 4.0, 8.0)]
    found = evaluated(ratings, standardise_raters=True)
    assert (
        "Scores are standardised for each rater; their correlation with the given ones is 1."
        in (" ".join(found.notes))
    )
    # by hand: both raters have the same z-scores, of mean 3.75 and deviation sqrt(7.1875)
    assert found.sets[0].scores == pytest.approx([0.0], abs=1e-12)
    assert agreement(found).alpha.value == pytest.approx(1.0)


def test_raters_with_one_score_only_are_left_out_of_z_scores() -> None:
    ratings = [[one, 3.0] for one in (1.0, 2.0, 4.0, 8.0)]
    found = evaluated(ratings, standardise_raters=True)
    assert any("1 rater without two different scores left out: 2." in one for one in found.notes)
    with pytest.raises(OptionError, match="no rater gave two different scores"):
        evaluated([[1.0, 2.0]] * 2 + [[1.0, None]] + [[None, 2.0]], standardise_raters=True)
    with pytest.raises(OptionError, match=r"raters of scores are unknown.*--columns rater=COLUMN"):
        evaluated([1.0, 2.0, 3.0], standardise_raters=True)


def test_repeated_ratings_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "human.csv"
    path.write_text("system,segment,annotator,score\na,1,x,1\na,1,y,2\na,1,x,3\na,2,y,4\n")
    found = read_human_scores([path], ["a"], 2)
    assert found.ratings is not None
    assert found.ratings.raters == ("x", "y")
    assert found.ratings.score.tolist() == [1.0, 2.0, 3.0, 4.0]
    part = found.at([0], [1]).ratings
    assert part is not None
    assert (part.segment.tolist(), part.score.tolist()) == ([0], [4.0])
    path.write_text("system,segment,annotator,score\na,1,x,bad\n")
    with pytest.raises(InputError, match="line 2: 'bad' is not a finite number"):
        read_human_scores([path], ["a"], 2)
