"""What is said about human scores, and about how large a difference must be."""

from __future__ import annotations

import itertools
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tallystick import InputError, TallystickWarning, meta
from tallystick.metrics import Corpus, as_metric
from tallystick.reports import MetaEvaluation
from tallystick.reports.meta_evaluation.agreement.sensitivity import difference_curve
from tallystick.reports.meta_evaluation.build import evaluate
from tallystick.reports.meta_evaluation.human.health import (
    Join,
    check_join,
    joins,
    sorted_documents,
)
from tallystick.reports.meta_evaluation.human.scores import HumanScores, read_human_scores
from tallystick.reports.meta_evaluation.judged_set import Judged, judged_set
from tallystick.reports.meta_evaluation.settings import MetaSettings
from tests.reports.meta_evaluation.judged import human_scores, with_given_scores

FEW = MetaSettings(resamples=200)
SEGMENTS = 300
RANDOM = np.random.default_rng(1)
REFERENCES = [" ".join(RANDOM.choice(list("abcdefghij"), 12)) for _ in range(SEGMENTS)]
DOCUMENTS = [f"doc-{50 - number // 6:02}" for number in range(SEGMENTS)]


def with_errors(line: str, share: float) -> str:
    wrong = RANDOM.random(12) < share * RANDOM.random()
    return " ".join("x" if bad else word for bad, word in zip(wrong, line.split(), strict=True))


SYSTEMS = {
    f"system-{number}": [with_errors(line, 0.1 * (number + 1)) for line in REFERENCES]
    for number in range(4)
}
"""Each system gets more words wrong than the one before."""

RIGHT = [[12.0 - line.split().count("x") for line in lines] for lines in SYSTEMS.values()]
HUMAN = np.array(RIGHT) + np.random.default_rng(2).normal(0, 0.5, (4, SEGMENTS))
"""Humans count the words that are right, with some noise."""


def evaluated(human: NDArray[np.float64], **options: Any) -> MetaEvaluation:
    known = np.where(np.isnan(human), None, human).tolist()  # type: ignore[call-overload]
    usual = {"metrics": "chrf", "resamples": 200}
    return meta(
        systems=SYSTEMS,
        references=REFERENCES,
        documents=DOCUMENTS,
        human=dict(zip(SYSTEMS, known, strict=True)),
        **{**usual, **options},
    )


def judged(other: HumanScores | None = None) -> Judged:
    corpora = [
        (name, Corpus.from_segments(hypotheses=lines, references=REFERENCES))
        for name, lines in SYSTEMS.items()
    ]
    return Judged(corpora, human_scores(HUMAN), other)


def test_the_right_join_has_the_highest_correlation() -> None:
    correlations = evaluated(HUMAN).health[0].joins
    assert max(correlations, key=lambda name: correlations[name] or 0.0) == "as given"
    assert len(correlations) == 6


@pytest.mark.parametrize("shift", [-2, -1, 1, 2])
def test_a_shifted_join_is_refused(shift: int) -> None:
    where = f"{'higher' if shift < 0 else 'lower'} by {abs(shift)}"
    with pytest.raises(InputError, match=f"this test set: the correlation .* numbers {where}"):
        evaluated(np.roll(HUMAN, shift, axis=1))


def test_numbers_of_sorted_documents_are_refused_with_the_option_that_reads_them() -> None:
    places = sorted_documents(DOCUMENTS)
    as_wmt_numbers_them = HUMAN[:, places]
    with pytest.raises(InputError, match="add --human-order sorted-documents"):
        evaluated(as_wmt_numbers_them)
    segments = human_scores(as_wmt_numbers_them).at(range(4), places.argsort().tolist()).segments
    assert segments is not None
    assert np.array_equal(segments, HUMAN)


def test_scores_in_the_wrong_direction_are_refused_with_the_option_that_turns_them() -> None:
    with pytest.raises(InputError, match=r"is -0\..*, as if .* add --human-lower-is-better"):
        evaluated(-HUMAN)


def test_opposite_scores_of_few_outputs_are_not_taken_for_a_shift() -> None:
    """100 outputs of ASSET with the ratings subtracted from 100, and their correlations."""
    ways = [
        Join("as given", "", -0.67),
        Join("with numbers lower by 2", "correct them", 0.18),
    ]
    with pytest.raises(InputError, match=r"is -0\.67, as if .* add --human-lower-is-better"):
        check_join("asset", ways, 100)
    with pytest.raises(InputError, match="evaluate aspects that count errors alone, with --human"):
        check_join("errors", ways, 100, aspect=True)


@pytest.mark.parametrize(
    ("metrics", "files"),
    [
        ([], "the file of human scores or in that of --scores"),
        (["chrf"], "the file of --scores right"),
    ],
)
def test_the_error_on_shifted_numbers_of_scores_names_their_file(
    metrics: list[str], files: str
) -> None:
    scores = dict(zip(SYSTEMS, np.roll(RIGHT, 1, axis=1).tolist(), strict=True))
    with pytest.raises(InputError, match=f"by 1; .*: correct them in {files}$"):
        evaluated(HUMAN, metrics=metrics, scores={"right": scores})


@pytest.mark.parametrize("segments", [60, SEGMENTS])
def test_the_verdict_says_so_if_human_scores_fit_no_segment(segments: int) -> None:
    said = "In this test set no metric distinguishes good outputs of a system from bad ones (tau-b"
    order = np.random.default_rng(3).permutation(segments)
    shuffled = np.full(HUMAN.shape, np.nan)
    shuffled[:, :segments] = HUMAN[:, order]
    assert said in evaluated(shuffled).verdict[-1]
    assert said in evaluated(HUMAN[:, ::-1]).verdict[-1]
    assert said not in " ".join(evaluated(HUMAN).verdict)


def test_fewer_scores_of_a_shifted_join_give_a_warning() -> None:
    """The standard error of the difference of two correlations of 100 outputs is 0.14."""
    ways = [Join("as given", "", 0.02), Join("with numbers lower by 1", "correct them", 0.31)]
    with pytest.warns(TallystickWarning, match=r"0\.02, but 0\.31 with .* if so, correct them"):
        check_join("toy", ways, 100)
    check_join("toy", ways, 80)


def test_a_metric_with_the_opposite_sign_beside_another_gives_a_warning() -> None:
    human = np.random.default_rng(4).normal(size=(3, 40))
    with pytest.warns(TallystickWarning, match=r"with errors is -1\.00.* errors:better=lower=FILE"):
        with_given_scores(human, {"comet": human, "errors": -human})


def test_few_human_scores_never_refuse_a_join() -> None:
    human = np.array([[1.0, 2, 3], [2, 3, 4]])
    correlations = joins(human, [np.array([[3.0, 1, 2], [4, 2, 3]])], None)
    check_join("toy", correlations, human.size)


def test_halves_of_noiseless_human_scores_agree() -> None:
    same_everywhere = np.repeat([[4.0], [3.0], [2.0], [1.0]], SEGMENTS, axis=1)
    assert evaluated(same_everywhere).health[0].split_half == 1.0
    noise = np.random.default_rng(3).normal(size=(4, SEGMENTS))
    assert evaluated(noise).health[0].split_half == pytest.approx(0.5, abs=0.35)


def test_other_human_scores_are_compared() -> None:
    systems = human_scores(HUMAN).systems
    reverse = HumanScores("raw", None, None, systems * [1, 1, 1, 10])
    [stats] = evaluate({"toy": judged(reverse)}, {"chrf": as_metric("chrf")}, FEW).health
    assert stats.other_scores == 0.5  # the last system was the worst, and is the best: 3 of 6 pairs


def test_judgements_behind_an_averaged_score_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "human.tsv"
    path.write_text("system\tsegment\tscore\tN\na\t1\t2\t3\na\t1\t6\t1\na\t2\t5\t0\n")
    scores = read_human_scores([path], ["a"], 2)
    assert scores.judgements is not None
    assert scores.segments is not None
    assert scores.judgements.tolist() == [[4, 0]]
    assert scores.segments[0, 0] == 3.0
    assert math.isnan(scores.segments[0, 1])


def test_differences_on_a_scale_to_one_are_not_rounded_to_zero() -> None:
    report = meta(
        systems=SYSTEMS,
        references=REFERENCES,
        human=dict(zip(SYSTEMS, HUMAN.tolist(), strict=True)),
        metrics=[],
        scores={"m": dict(zip(SYSTEMS, (HUMAN / 1000).tolist(), strict=True))},
        resamples=100,
    )
    assert re.search(r"m +0\.000\d+ to 0\.00\d+ ", str(report))


def test_the_curve_counts_every_pair_once_from_small_to_large() -> None:
    one_set = judged_set("toy", judged(), {"bleu": as_metric("bleu")})
    curve = difference_curve([one_set] * 4, "bleu", FEW)
    assert sum(point.pairs for point in curve) == 24
    assert all(point.largest < other.smallest for point, other in itertools.pairwise(curve))
    systems, human = one_set.metrics["bleu"].systems, one_set.human.systems
    agreeing = sum(
        (systems[i] - systems[j]) * (human[i] - human[j]) > 0 for i in range(4) for j in range(i)
    )
    assert sum(point.agreeing for point in curve) == 4 * agreeing
