"""The functions for files of statistics give what those for texts give."""

from pathlib import Path

import pytest

import tallystick
from tallystick import InputError, OptionError

REFERENCES = [f"the cat sat on mat number {n} today" for n in range(8)]
SYSTEMS = {
    name: [line.replace("the", "a") if n % step else line for n, line in enumerate(REFERENCES)]
    for step, name in enumerate(("A", "B", "C"), start=2)
}
DOCUMENTS = [f"d{n // 2}" for n in range(8)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for part in (slice(0, 3), slice(3, 8)):
        tallystick.reports.write_statistics(
            path=tmp_path / f"{part.start}.parquet",
            systems={name: lines[part] for name, lines in SYSTEMS.items()},
            references=REFERENCES[part],
            documents=DOCUMENTS[part],
        )
    return tmp_path


def test_sums_of_parts_are_the_scores_of_the_texts(folder: Path) -> None:
    scores = tallystick.reports.merge_statistics(folder)
    assert scores == tallystick.score_systems(
        systems=SYSTEMS, references=REFERENCES, metrics=["bleu", "chrf"]
    )
    assert list(tallystick.reports.merge_statistics(folder, metrics="chrf")["A"]) == [
        scores["A"][1]
    ]


def test_a_comparison_has_the_results_of_the_texts(folder: Path) -> None:
    comparison = tallystick.reports.compare_statistics(folder, baseline="A", resamples=100)
    of_texts = tallystick.compare(
        systems=SYSTEMS,
        references=REFERENCES,
        documents=DOCUMENTS,
        baseline="A",
        resamples=100,
        details=False,
    )
    assert comparison.scores == of_texts.scores
    assert [pair.p_value for pair in comparison.differences] == [
        pair.p_value for pair in of_texts.differences
    ]
    assert comparison.verdict[0] == of_texts.verdict[0]


def test_a_meta_evaluation_has_the_results_of_the_texts(folder: Path) -> None:
    human = {name: [9 - place + n % 3 for n in range(8)] for place, name in enumerate(SYSTEMS)}
    evaluation = tallystick.reports.meta_statistics(folder, human=human, resamples=50)
    of_texts = tallystick.meta(
        systems=SYSTEMS,
        references=REFERENCES,
        documents=DOCUMENTS,
        human=human,
        metrics=["bleu", "chrf"],
        resamples=50,
    )
    assert evaluation.together == of_texts.together
    assert evaluation.segment_level == of_texts.segment_level


def test_wrong_arguments_are_refused(folder: Path) -> None:
    with pytest.raises(OptionError, match=r"a file ending in \.parquet"):
        tallystick.reports.write_statistics(path="a.txt", systems=SYSTEMS, references=REFERENCES)
    with pytest.raises(InputError, match="several runs"):
        tallystick.reports.write_statistics(
            path="a.parquet", systems={"A": {"1": REFERENCES, "2": REFERENCES}},
            references=REFERENCES,
        )  # fmt: skip
    with pytest.raises(InputError, match="no file of statistics is given"):
        tallystick.reports.merge_statistics([])
    with pytest.raises(OptionError, match=r"of human .* and against .*, but given: none"):
        tallystick.reports.meta_statistics(folder)
    with pytest.raises(OptionError, match="'zzz' is not one of the systems"):
        tallystick.reports.compare_statistics(folder, baseline="zzz")


def test_the_digest_of_given_statistics_in_parts_is_not_guessed(tmp_path: Path) -> None:
    row = (*(2, 2, 0, 0, 1, 1), *[0] * 6, *(1, 1), *[0] * 6, *(1, 2, 2))
    for part in ("1", "2"):
        tallystick.reports.write_statistics(
            path=tmp_path / f"{part}.parquet",
            systems={"A": [f"big house {part}"]},
            references=[f"large house {part}"],
            metrics="bleu",
            scores={tallystick.metrics.MeteorStatistics("meteor-1.5"): {"A": [row]}},
        )
    [meteor] = tallystick.reports.compare_statistics(
        tmp_path, metrics="meteor-1.5", resamples=50
    ).metrics
    assert "|scores:2|metric:meteor-1.5|" in meteor.signature
