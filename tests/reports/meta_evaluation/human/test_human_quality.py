"""What is said about human scores, and about how large a difference must be."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import numpy as np
import pytest

from tallystick.errors import InputError
from tallystick.metrics import Corpus, as_metric
from tallystick.reports import HumanHealth
from tallystick.reports.meta_evaluation.agreement.difference_curve import difference_curve
from tallystick.reports.meta_evaluation.build import evaluate
from tallystick.reports.meta_evaluation.human.alignment import check_join, joins, sorted_documents
from tallystick.reports.meta_evaluation.human.scores import HumanScores, read_human_scores
from tallystick.reports.meta_evaluation.judged_set import Judged, JudgedSet, judged_set
from tallystick.reports.meta_evaluation.settings import MetaSettings
from tests.reports.meta_evaluation.judged import human_scores

FEW = MetaSettings(resamples=200)
SEGMENTS = 300


@pytest.fixture(scope="module")
def outputs() -> list[tuple[str, Corpus]]:
    """Four systems, of which each gets more words wrong than the one before, and documents."""
    random = np.random.default_rng(1)
    references = [" ".join(random.choice(list("abcdefghij"), 12)) for _ in range(SEGMENTS)]
    found = []
    for number in range(4):
        lines = []
        for line in references:
            wrong = random.random(12) < 0.1 * (number + 1) * random.random()
            lines.append(
                " ".join(
                    "x" if one else word for one, word in zip(wrong, line.split(), strict=True)
                )
            )
        documents = [f"doc-{50 - n // 6:02}" for n in range(SEGMENTS)]
        found.append(
            (
                f"system-{number}",
                Corpus.from_segments(hypotheses=lines, references=references, documents=documents),
            )
        )
    return found


@pytest.fixture(scope="module")
def human(outputs: list[tuple[str, Corpus]]) -> HumanScores:
    """Humans who count the words that are right, with some noise."""
    random = np.random.default_rng(2)
    right = [
        [12.0 - str(line).split().count("x") for line in corpus.hypotheses] for _, corpus in outputs
    ]
    return human_scores(np.array(right) + random.normal(0, 0.5, (4, SEGMENTS)))


def judged(outputs: list[tuple[str, Corpus]], human: HumanScores) -> JudgedSet:
    return judged_set("toy", Judged(outputs, human), {"bleu": as_metric("bleu")})


def health_of(outputs: list[tuple[str, Corpus]], human: HumanScores) -> HumanHealth:
    found = evaluate({"toy": Judged(outputs, human)}, {"chrf": as_metric("chrf")}, FEW)
    return found.health[0]


def test_the_right_join_has_the_highest_correlation(
    outputs: list[tuple[str, Corpus]], human: HumanScores
) -> None:
    found = health_of(outputs, human).joins
    assert max(found, key=lambda name: found[name] or 0.0) == "as given"
    assert len(found) == 6


@pytest.mark.parametrize("shift", [-2, -1, 1, 2])
def test_a_shifted_join_is_refused(
    outputs: list[tuple[str, Corpus]], human: HumanScores, shift: int
) -> None:
    assert human.segments is not None
    moved = human_scores(np.roll(human.segments, shift, axis=1))
    where = f"{'higher' if shift < 0 else 'lower'} by {abs(shift)}"
    with pytest.raises(InputError, match=f"toy: the correlation .* numbers {where}"):
        health_of(outputs, moved)


def test_numbers_of_sorted_documents_are_refused_with_the_option_that_reads_them(
    outputs: list[tuple[str, Corpus]], human: HumanScores
) -> None:
    documents = outputs[0][1].documents
    assert documents is not None
    assert human.segments is not None
    places = sorted_documents(documents)
    as_wmt_numbers_them = human_scores(human.segments[:, places])
    with pytest.raises(InputError, match="add --human-order sorted-documents"):
        health_of(outputs, as_wmt_numbers_them)
    read = as_wmt_numbers_them.at(places)
    assert read.segments is not None
    assert np.array_equal(read.segments, human.segments)


def test_scores_in_the_wrong_direction_are_refused_with_the_option_that_turns_them(
    outputs: list[tuple[str, Corpus]], human: HumanScores
) -> None:
    assert human.segments is not None
    with pytest.raises(InputError, match=r"is -0\..*, as if .* add --human-lower-is-better"):
        health_of(outputs, human_scores(-human.segments))


def test_a_note_says_so_if_human_scores_fit_no_segment(
    outputs: list[tuple[str, Corpus]], human: HumanScores
) -> None:
    assert human.segments is not None
    fitting, reverse = (
        evaluate(
            {"toy": Judged(outputs, human_scores(one))}, {"chrf": as_metric("chrf")}, FEW
        ).notes
        for one in (human.segments, human.segments[:, ::-1])
    )
    said = "do not fit the hypotheses"
    assert said in " ".join(reverse)
    assert said not in " ".join(fitting)


def test_few_human_scores_never_refuse_a_join() -> None:
    human = np.array([[1.0, 2, 3], [2, 3, 4]])
    found = joins(human, [np.array([[3.0, 1, 2], [4, 2, 3]])], None)
    check_join("toy", found, human.size)


def test_halves_of_noiseless_human_scores_agree(
    outputs: list[tuple[str, Corpus]], human: HumanScores
) -> None:
    assert human.segments is not None
    same_everywhere = human_scores(np.repeat([[4.0], [3.0], [2.0], [1.0]], SEGMENTS, axis=1))
    assert health_of(outputs, same_everywhere).split_half == 1.0
    noise = human_scores(np.random.default_rng(3).normal(size=(4, SEGMENTS)))
    assert health_of(outputs, noise).split_half == pytest.approx(0.5, abs=0.35)


def test_other_human_scores_are_compared(
    outputs: list[tuple[str, Corpus]], human: HumanScores
) -> None:
    reverse = HumanScores("raw", None, None, human.systems * [1, 1, 1, 10])
    found = evaluate(
        {"toy": Judged(outputs, human, reverse)}, {"chrf": as_metric("chrf")}, FEW
    ).health[0]
    assert found.other_scores == 0.5  # the last system was the worst, and is the best: 3 of 6 pairs


def test_judgements_behind_an_averaged_score_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "human.tsv"
    path.write_text("system\tsegment\tscore\tN\na\t1\t2\t3\na\t1\t6\t1\na\t2\t5\t0\n")
    found = read_human_scores([path], ["a"], 2)
    assert found.judgements is not None
    assert found.segments is not None
    assert found.judgements.tolist() == [[4, 0]]
    assert found.segments[0, 0] == 3.0
    assert math.isnan(found.segments[0, 1])


def test_the_curve_counts_every_pair_once_from_small_to_large(
    outputs: list[tuple[str, Corpus]], human: HumanScores
) -> None:
    sets = [judged(outputs, human)] * 4
    found = difference_curve(sets, "bleu", FEW)
    assert sum(one.pairs for one in found) == 24
    assert all(one.largest < other.smallest for one, other in itertools.pairwise(found))
    systems = sets[0].metrics["bleu"].systems
    agreeing = sum(
        (systems[i] - systems[j]) * (human.systems[i] - human.systems[j]) > 0
        for i in range(4)
        for j in range(i)
    )
    assert sum(one.agreeing for one in found) == 4 * agreeing
