"""Systems that one metric flatters."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tallystick import meta
from tallystick.reports import MetaEvaluation
from tallystick.reports.meta_evaluation.agreement.among_metrics import studentised_residuals

SYSTEMS = 9
SEGMENTS = 60
TUNED = "tuned"


def outputs(tuned: bool) -> tuple[dict[str, list[str]], list[str]]:
    """Return systems with more and more wrong words in random places, and their references.

    The tuned system has as many wrong words as the fifth, but one after the other, which spares
    the n-grams of higher orders.
    """
    choose = random.Random(5)
    vocabulary = [f"{onset}{other}" for onset in "bdfgklmnprst" for other in ("ala", "ono", "iki")]
    references = [" ".join(choose.choices(vocabulary, k=20)) for _ in range(SEGMENTS)]

    def system(share: float, together: bool) -> list[str]:
        lines = []
        for reference in references:
            words = reference.split()
            wrong = round(share * len(words) + choose.random() - 0.5)
            places = range(wrong) if together else choose.sample(range(len(words)), wrong)
            for place in places:
                words[place] = f"x{choose.choice(vocabulary)}"
            lines.append(" ".join(words))
        return lines

    systems = {f"s{number}": system(0.1 + 0.05 * number, False) for number in range(SYSTEMS)}
    if tuned:
        systems[TUNED] = system(0.3, True)
    return systems, references


def evaluated(tuned: bool, *metrics: str, human_score: float = -4.5) -> MetaEvaluation:
    systems, references = outputs(tuned)
    human = {name: -float(number) for number, name in enumerate(systems)}
    human[TUNED] = human_score
    return meta(
        systems=systems,
        references=references,
        human={name: human[name] for name in systems},
        metrics=metrics,
        resamples=20,
    )


def test_a_system_whose_errors_spare_the_n_grams_is_flattered_by_bleu() -> None:
    report = evaluated(True, "bleu", "rouge1", "wer", "cer")
    assert {(row.metric, row.system) for row in report.flattered} == {("bleu", TUNED)}
    [row] = report.flattered
    assert row.rank < row.best_other_rank <= row.worst_other_rank
    assert row.human_rank == 6
    assert row.excess > 5
    assert any(f"BLEU ranks {TUNED} " in note and "humans 6th" in note for note in report.notes)


def test_dialects_of_a_metric_share_one_vote() -> None:
    report = evaluated(
        True, "bleu", "bleu:tokenize=intl", "bleu:lowercase=unicode", "rouge1", "wer"
    )
    assert {row.system for row in report.flattered} == {TUNED}
    assert {row.metric.partition(":")[0] for row in report.flattered} == {"bleu"}


def test_no_system_is_flattered_if_all_are_alike() -> None:
    assert evaluated(False, "bleu", "rouge1", "wer", "cer").flattered == ()


def test_a_system_that_humans_rank_as_high_is_not_flattered() -> None:
    assert evaluated(True, "bleu", "rouge1", "wer", "cer", human_score=1.0).flattered == ()


def test_residuals_equal_those_of_predictions_without_the_system() -> None:
    random = np.random.default_rng(1)
    x, y = random.random(9), random.random(9)
    residuals, excesses = studentised_residuals(y, x)
    for place in range(9):
        rest = np.arange(9) != place
        slope, intercept = np.polyfit(x[rest], y[rest], 1)
        excess = y[place] - (slope * x[place] + intercept)
        errors = y[rest] - (slope * x[rest] + intercept)
        spread = ((x[rest] - x[rest].mean()) ** 2).sum()
        variance = (errors**2).sum() / 6 * (1 + 1 / 8 + (x[place] - x[rest].mean()) ** 2 / spread)
        assert excesses[place] == pytest.approx(excess)
        assert residuals[place] == pytest.approx(excess / np.sqrt(variance))
