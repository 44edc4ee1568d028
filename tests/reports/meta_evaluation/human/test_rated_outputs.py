"""Outputs in the table of their scores: the same report as of outputs in files."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tallystick.errors import InputError
from tallystick.metrics.scoring.scoring import as_metric
from tallystick.metrics.scoring.systems import corpora_of_systems
from tallystick.reports.meta_evaluation.build import evaluate
from tallystick.reports.meta_evaluation.human.rated_outputs import read_rated_outputs
from tallystick.reports.meta_evaluation.human.scores import read_aspects
from tallystick.reports.meta_evaluation.judged_set import Judged
from tallystick.reports.meta_evaluation.settings import MetaSettings

REFERENCES = ["the cat sat on the mat", "it is raining today", "we like green tea", "he left"]
OUTPUTS = {
    "one": ["the cat sat on the mat", "it rains", "we like tea", "he went"],
    "two": ["the cat sat on a mat", "it is raining", "green tea", "left"],
    "three": ["a cat on mat", "rain today", "we like green tea", "he has left"],
}
RATINGS = st.lists(
    st.tuples(st.sampled_from([*OUTPUTS]), st.integers(1, 4), st.sampled_from("ab"),
              st.none() | st.integers(1, 5), st.integers(0, 2)),
    max_size=30,
)  # fmt: skip


def write(path: Path, ratings: list[tuple[Any, ...]]) -> None:
    """Write ratings after a row without one for each output."""
    unrated = [(system, n, "a", None, 1) for n in range(1, 5) for system in OUTPUTS]
    with path.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["system", "item", "rater", "score", "N", "output", "reference"])
        for system, n, *rating in unrated + ratings:
            table.writerow([system, n, *rating, OUTPUTS[system][n - 1], REFERENCES[n - 1]])


def in_table(path: Path) -> dict[str, Judged]:
    return read_rated_outputs(path)


def in_files(path: Path) -> dict[str, Judged]:
    corpora = list(corpora_of_systems("meta", OUTPUTS, REFERENCES, None, None))
    aspects = read_aspects([path], [*OUTPUTS], len(REFERENCES))
    return {
        aspect: Judged(
            corpora, replace(human, notes=human.notes[:-1])
        )  # without that on references
        for aspect, human in aspects.items()
    }


def reported(path: Path, read: Callable[[Path], dict[str, Judged]]) -> Any:
    """Return the report as data, or the message of the error."""
    try:
        sets = read(path)
        report = evaluate(
            sets,
            {"chrf": as_metric("chrf")},
            MetaSettings(resamples=20),
            aspects=len(sets) > 1,
        )
    except InputError as error:
        return str(error)
    return report.to_json()


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(ratings=RATINGS)
@example(
    ratings=[
        ("two", 1, "a", 1, 1),
        *(("one", n, "a", score, 1) for n in (2, 1) for score in (4, 2)),
    ]
)
def test_outputs_in_a_table_and_in_files_give_the_same_report(
    tmp_path: Path, ratings: list[tuple[Any, ...]]
) -> None:
    path = tmp_path / "ratings.csv"
    write(path, ratings)
    assert reported(path, in_table) == reported(path, in_files)


def test_an_output_without_a_score_leaves_systems_to_compare(tmp_path: Path) -> None:
    path = tmp_path / "ratings.csv"
    scores = zip(OUTPUTS, (1, 2, 4), strict=True)
    write(path, [(system, n, "a", score, 1) for system, score in scores for n in (1, 2, 4)])
    report = reported(path, in_table)
    [health] = report["health"]
    assert health["judged_cells"] == pytest.approx(9 / 12)
    assert [row["metric"] for row in report["together"]] == ["chrf"]
    assert not any("does not have one output" in note for note in report["notes"])


@pytest.mark.parametrize("place", [0, 4])
def test_an_output_without_any_rating_in_json_is_unjudged(tmp_path: Path, place: int) -> None:
    """The report is that of one rating that is absent under both aspects."""
    path = tmp_path / "ratings.jsonl"
    rows: list[dict[str, Any]] = []
    for score, (system, outputs) in enumerate(OUTPUTS.items(), start=1):
        for output, reference in zip(outputs, REFERENCES, strict=True):
            ratings = [{"fluency": score, "meaning": score + rater} for rater in (1, 2)]
            rows.append(
                {"system": system, "output": output, "reference": reference, "score": ratings}
            )
    reports = []
    unrated: list[Any] = [{"fluency": None, "meaning": None}, None, [], {}, [None], [{}, {}]]
    for absent in unrated:
        rows[place]["score"] = absent
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        reports.append(reported(path, in_table))
    assert reports == reports[:1] * len(unrated)
    assert [judged["name"] for judged in reports[0]["sets"]] == ["fluency", "meaning"]
    assert [health["judged_cells"] for health in reports[0]["health"]] == [11 / 12, 11 / 12]


@pytest.mark.parametrize("column", ["item", "doc"])
def test_a_row_without_the_name_of_its_item_is_refused(tmp_path: Path, column: str) -> None:
    path = tmp_path / "ratings.csv"
    path.write_text(f"{column},output,reference,rating\n0,a,b,1\n ,b,b,2\n,c,b,2\n")
    with pytest.raises(InputError, match=f"line 3: '{column}' is empty; expected what names"):
        read_rated_outputs(path)


def test_columns_that_are_not_used_are_those_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "ratings.csv"
    path.write_text(
        ",item,output,fluency,meaning,reference,hue\n0,1,a,1,2,a b,x\n1,2,b,2,1,a b,x\n"
    )
    columns, note = {"score": "fluency,meaning"}, "Columns of human scores that are not used: "
    assert read_rated_outputs(path, columns=columns)["fluency"].notes == [f"{note}hue."]
    human = read_aspects([path], ["a"], 2, columns=columns)["fluency"]
    assert human.notes == (f"{note}reference and hue.",)


def test_ratings_under_different_conditions_are_not_averaged(tmp_path: Path) -> None:
    path = tmp_path / "ratings.csv"
    path.write_text("output,reference,language,score\na,b,de,1\na,b,en,2\nc,b,de,3\n")
    with pytest.raises(InputError, match="line 3: 'language' is 'en', but 'de' in line 2 of the"):
        read_rated_outputs(path)


def test_a_row_of_no_judgements_has_no_rating(tmp_path: Path) -> None:
    path = tmp_path / "ratings.csv"
    path.write_text("output,reference,rater,score,N\na,a b,x,3,1\nb,a b,x,5,0\nc,a b,x,1,2\n")
    human = read_rated_outputs(path)[""].human
    assert human is not None
    assert human.ratings is not None
    assert human.ratings.score.tolist() == [3.0, 1.0]


@pytest.mark.parametrize("raters", [1, 2])
def test_references_that_differ_within_an_item_are_named(tmp_path: Path, raters: int) -> None:
    path = tmp_path / "ratings.csv"
    rows = [
        f"{system},q{item},{system} {item},ref {item},{rater},{item}\n"
        for rater in range(raters)
        for item in (1, 2)
        for system in ("a", "b")
    ]
    rows[3] = rows[3].replace("ref 2", "a ref 2")
    path.write_text("".join(["system,item,output,reference,rater,score\n", *rows]))
    [note] = read_rated_outputs(path)[""].notes
    assert note == (
        f"{path}, line 5: the references of item 'q2' are not those of line 4, so outputs are "
        "compared without regard to systems."
    )
