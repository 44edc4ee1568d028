"""`frame`: scores and tables of comparisons as frames of pandas or polars."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest

import tallystick
from tallystick import InputError, MissingExtraError, OptionError

HYPOTHESES = ["the cat sat on the mat", "it rains"]
REFERENCES = ["the cat sat on a mat", "it is raining"]


@pytest.fixture(autouse=True)
def libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the libraries, which are not installed with the package."""

    def rows(records: list[Any], **options: object) -> tuple[list[Any], dict[str, object]]:
        return records, options

    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(DataFrame=rows))


def test_scores_have_a_row_each() -> None:
    scores = tallystick.score(hypotheses=HYPOTHESES, references=REFERENCES)
    assert tallystick.frame(scores) == ([score.to_dict() for score in scores], {})
    assert tallystick.frame(scores[0])[0] == [scores[0].to_dict()]


def test_scores_of_systems_have_a_column_with_the_system() -> None:
    scores = tallystick.score_systems(
        systems={"mine": HYPOTHESES, "copy": REFERENCES}, references=REFERENCES
    )
    rows, options = tallystick.frame(scores, library="polars")
    assert [(row["system"], row["name"], row["score"]) for row in rows] == [
        (system, score.name, score.score) for system, them in scores.items() for score in them
    ]
    assert options == {"infer_schema_length": None}  # the first row has no components of chrF


def test_comparisons_have_several_tables() -> None:
    compared = tallystick.compare(systems={"mine": HYPOTHESES}, references=REFERENCES)
    assert tallystick.frame(compared) == compared.to_frame() == (compared.to_dict()["scores"], {})
    assert compared.to_frame("pairs", "polars")[0] == []


def test_what_has_no_frame_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = tallystick.score(hypotheses=HYPOTHESES, references=REFERENCES)
    for given in (3, "bleu", [scores[0], 3]):
        wrong: Any = given
        with pytest.raises(InputError, match="is not a score; expected what score, score_systems"):
            tallystick.frame(wrong)
    with pytest.raises(OptionError, match="no table 'pairs'; expected one of scores"):
        tallystick.frame(scores, "pairs")
    with pytest.raises(OptionError, match="the library is 'numpy'; expected one of pandas, polars"):
        tallystick.frame(scores, library="numpy")
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(MissingExtraError, match="pip install polars; to_dict needs nothing"):
        tallystick.frame(scores, library="polars")
