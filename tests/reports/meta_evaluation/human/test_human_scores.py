"""Files of human scores: tables, exports of Appraise, lines of errors, and JSON Lines.

Names of WMT and of mt-metrics-eval are known; what is wrong with other files is said.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tallystick import InputError, TallystickWarning
from tallystick.reports.meta_evaluation.human.read import read_human_table
from tallystick.reports.meta_evaluation.human.scores import (
    HumanScores,
    read_aspects,
    read_human_scores,
)
from tallystick.reports.meta_evaluation.human.tables import Judgement


def read(folder: Path, text: str, name: str = "human.tsv", **options: object) -> HumanScores:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return read_human_scores([path], ["a", "b"], 3, **options)


def rows(scores: HumanScores) -> list[list[float | None]]:
    assert scores.segments is not None
    return [[None if math.isnan(cell) else float(cell) for cell in row] for row in scores.segments]


FORMS: dict[str, tuple[str, dict[str, Any], list[Any]]] = {
    "segments, with holes and several scores of one": (
        "system\tsegment\tscore\na\t1\t2\na\t1\t4\na\t3\tNone\nb\t2\t5\nb\t1\t1\n",
        {},
        [[3.0, None, None], [1.0, 5.0, None]],
    ),
    "several scores of one, with comments": (
        "system\tsegment\tscore\tcomment\na\t1\t2\tx\na\t1\t4\ty\nb\t2\t5\tz\nb\t2\t1\tw\n",
        {},
        [[3.0, None, None], [None, 3.0, None]],
    ),
    "systems": ("system,da\nb,1.5\na,2\n", {"columns": {"score": "da"}}, [2.0, 1.5]),
    "names of WMT": (
        "SYS SID RAW.SCR Z.SCR N \na.4 1 70 0.5 1 \nHUMAN-B 1 90 1.5 1 \nb.0 3 50 -0.5 2 \n",
        {},
        [[0.5, None, None], [None, None, -0.5]],
    ),
    "mt-metrics-eval, in the order of segments": (
        "a\t1\na\tNone\na\t3\nb\t4\nb\t5\nb\t6\n", {}, [[1.0, None, 3.0], [4.0, 5.0, 6.0]]
    ),
    "mt-metrics-eval, of systems": ("a\t1\nb\t2\n", {}, [1.0, 2.0]),
    "error counts": (
        "system\tseg_id\tmqm\na\t1\t5\nb\t1\t0\n",
        {"higher_is_better": False},
        [[-5.0, None, None], [0.0, None, None]],
    ),
    "one of several sets": (
        "pair\tsystem\tz\nde-en\ta\t1\nde-en\tb\t2\ncs-en\ta\t3\ncs-en\tb\t4\n",
        {"test_set": "cs-en"},
        [3.0, 4.0],
    ),
    "quoted fields": (
        '"system"\t"segment"\t"score"\n"a"\t1\t2\n"b"\t2\t3\n',
        {},
        [[2.0, None, None], [None, 3.0, None]],
    ),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_scores_of_segments_or_systems_are_read(tmp_path: Path, form: str) -> None:
    text, options, expected = FORMS[form]
    scores = read(tmp_path, text, **options)
    of_segments = isinstance(expected[0], list)
    assert (rows(scores) if of_segments else scores.systems.tolist()) == expected
    assert scores.resampled == of_segments
    if form == "names of WMT":
        assert scores.name == "Z.SCR"


def test_scores_of_systems_may_come_from_a_file_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "seg.tsv").write_text("system\tsegment\tz\na\t1\t1\nb\t1\t2\n")
    (tmp_path / "sys.tsv").write_text("system\tz\na\t7\nb\t8\n")
    scores = read_human_scores([tmp_path / "seg.tsv", tmp_path / "sys.tsv"], ["a", "b"], 1)
    assert scores.systems.tolist() == [7.0, 8.0]
    assert not scores.resampled
    assert scores.segments is not None
    assert np.array_equal(scores.segments, [[1.0], [2.0]])


def test_scores_of_systems_that_contradict_those_of_segments_give_a_warning(
    tmp_path: Path,
) -> None:
    (tmp_path / "seg.tsv").write_text("a\t1\na\t1\nb\t2\nb\t2\nc\t3\nc\t3\n")
    (tmp_path / "sys.tsv").write_text("a\t-1\nb\t-2\nc\t-3\n")
    paths = [tmp_path / "seg.tsv", tmp_path / "sys.tsv"]
    with pytest.warns(TallystickWarning, match=r"seg\.tsv and .*sys\.tsv: .* correlation -1\.00"):
        read_human_scores(paths, ["a", "b", "c"], 2)


def test_two_files_of_one_kind_are_refused(tmp_path: Path) -> None:
    (tmp_path / "one.tsv").write_text("system\tz\na\t7\nb\t8\n")
    with pytest.raises(InputError, match="a second file with scores of systems"):
        read_human_scores([tmp_path / "one.tsv"] * 2, ["a", "b"], 1)


def test_judged_systems_without_hypotheses_are_listed(tmp_path: Path) -> None:
    scores = read(tmp_path, "system\tscore\nHUMAN-B\t9\na\t1\nb\t2\nHUMAN-B\t8\n")
    assert scores.without_outputs == ("HUMAN-B",)
    assert scores.at([0]).without_outputs == ("HUMAN-B",)


# the form of wmt24-news-systems, humeval/wave2.csv
EXPORT = """\
engjpn7904,ende-tutorial1,1000000,TGT,eng,jpn,0,ende-tutorial1,False,[],1.0,1.5
engjpn7904,NTTSU,687,TGT,eng,jpn,98,test-en-speech_-uig_000,False,[],1.0,1.5
engjpn7904,GPT-4,5,TGT,eng,jpn,95,test-en-news_b,False,"[{""start_i"":98,""end_i"":101}]",1.0,1.5
engjpn7905,IKUN-C,715,BAD,eng,jpn,18,test-en-speech_596_002#bad,False,[],1.0,1.5
engjpn7905,IKUN-C,424,TGT,eng,jpn,97,test-en-social_112#incomplete,False,[],1.0,1.5
engzho7902,Aya23,724,TGT,eng,zho,80,test-en-speech_6Je_000,False,[],1.0,1.5
"""

# columns of wmt-mqm-human-evaluation
ANNOTATIONS = """\
system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity
A\td\t1\t1\trater1\ts\tt\tAccuracy/Mistranslation\tMajor
A\td\t1\t1\trater1\ts\tt\tFluency/Punctuation\tMinor
A\td\t1\t1\trater2\ts\tt\tNo-error\tno-error
A\td\t1\t2\trater1\ts\tt\tNon-translation!\tMajor
B\td\t1\t1\trater1\ts\tt\tStyle/Awkward\tMinor
B\td\t1\t1\trater1\ts\tt\tFluency/Punctuation\tMajor
B\td\t1\t1\trater1\ts\tt\tAccuracy/Addition\tNeutral
"""


def judgements_in(folder: Path, text: str, test_set: str | None = None) -> list[Judgement]:
    path = folder / "human.txt"
    path.write_text(text, encoding="utf-8")
    return [judgement for _, judgement in read_human_table(path, {}).judgements(test_set, None, {})]


def test_error_spans_count_segments_from_0_and_skip_controls_and_tutorials(tmp_path: Path) -> None:
    judged = judgements_in(tmp_path, EXPORT, "en-ja")
    assert [(row.system, row.segment, row.score) for row in judged] == [
        ("NTTSU", 688, 98.0),
        ("GPT-4", 6, 95.0),
    ]


def test_a_file_of_several_pairs_needs_the_name_of_one(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="several test sets: en-ja, en-zh; name one of them"):
        judgements_in(tmp_path, EXPORT)
    with pytest.raises(
        InputError, match=r"no score of the test set 'en-de'; expected one of en-ja"
    ):
        judgements_in(tmp_path, EXPORT, "en-de")


@pytest.mark.parametrize(
    ("punctuation", "translation"),
    [
        ("Fluency/Punctuation", "Non-translation!"),  # WMT
        ("Punctuation", "Non-translation"),
        ("Linguistic Conventions/Punctuation", "Non-translation"),  # MQM 2.0
    ],
)
def test_errors_are_weighted_summed_by_rater_and_averaged(
    tmp_path: Path, punctuation: str, translation: str
) -> None:
    lines = ANNOTATIONS.replace("Fluency/Punctuation", punctuation)
    (tmp_path / "human.txt").write_text(lines.replace("Non-translation!", translation))
    scores = read_human_scores([tmp_path / "human.txt"], ["A", "B"], 2)
    # by hand, fewer points better: (5 + 0.1) / 2 raters; 25; 1 + 5 + 0
    assert (scores.name, rows(scores)) == ("mqm", [[-2.55, -25.0], [-6.0, None]])
    assert scores.judgements is not None
    assert scores.judgements.tolist() == [[2, 1], [1, 0]]
    assert scores.ratings is not None
    assert scores.ratings.raters == ("rater1", "rater2")


def test_faultless_outputs_without_a_row_give_a_warning(tmp_path: Path) -> None:
    errors = ANNOTATIONS.replace("A\td\t1\t1\trater2\ts\tt\tNo-error\tno-error\n", "")
    with pytest.warns(TallystickWarning, match="1 output of segments with errors of other systems"):
        judgements_in(tmp_path, errors)
    judgements_in(tmp_path, errors + "B\td\t1\t2\trater1\ts\tt\tStyle/Awkward\tMinor\n")


def test_lines_of_json_have_the_names_of_tables(tmp_path: Path) -> None:
    judged = judgements_in(
        tmp_path,
        '{"system": "A", "line_id": 0, "esa_score": 90, "langs": "en-ja"}\n'
        '{"system": "B", "line_id": 4, "esa_score": null, "langs": "en-ja"}\n',
    )
    assert [(row.system, row.segment) for row in judged] == [("A", 1), ("B", 5)]
    assert judged[0].score == 90.0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("name\tvalue\nx\ty\n", "no column 'system'"),
        ("system\tsegment\tfoo\na\t1\t2\n", "--columns score=COLUMN"),
        ("system\tsegment\tscore\n", "no line below the header"),
        ("system\tsegment\tscore\na\t1\n", "line 2: 2 fields; expected 3"),
        ("system\tsegment\tscore\na\tone\t2\n", "line 2: the segment is 'one'"),
        ("system\tsegment\tscore\na\t4\t2\n", "line 2: the segment is 4; expected a number from 1"),
        ("system\tsegment\tscore\na\t0\t2\n", "the segment is 0; expected a number from 1 to 3"),
        ("system\tsegment\tscore\na\t1\tx\n", "line 2: 'x' is not a finite number"),
        ("system\tscore\na\t98,5\n", "'98,5' is not a finite number (write 98.5); expected"),
        ("system\tscore\na\t1,000\n", "(write 1.000, or 1000 if the comma separates thousands)"),
        ("system\tscore\na\t0,125\n", "'0,125' is not a finite number (write 0.125); expected"),
        ("system\tscore\na\t1_0\n", "line 2: '1_0' is not a finite number"),
        ("system\tscore\na\t\uff15\uff10\n", "line 2: '\uff15\uff10' is not a finite number"),
        ("system\tsegment\tscore\na\t1\tinf\n", "'inf' is not a finite number"),
        ("system\tsegment\tscore\na\t1\t-1e308\n", "'-1e308' is too large; expected a score up"),
        ("system\tscore\na\t1\na\t2\n", "has several scores but no column of segments"),
        ("a\t1\na\t2\na\t3\nb\t1\nb\t3\n", "2 scores of the system 'b' without segments; expected"),
        (
            "system_a\tsystem_b\tsegment\twinner\n1\t2\t1\t2\n2\t1\t1\t2\n",
            "line 3: the choice is '2', which means both sides; expected the name",
        ),
        ("system\tscore\nc\t1\n", "judged are c; hypotheses are named a, b; name them alike"),
        (EXPORT + "a,b,c\n", "line 7: 3 fields; expected 12"),
        (ANNOTATIONS.replace("Major", "Huge", 1), "line 2: the severity is 'Huge'; expected major"),
        ('{"system": "A", "score": 1}\n{"system": "A"}\n', "line 2: there is no 'score'"),
        ('{"system": "A", "score": 1}\n[1]\n', "line 2: is not a JSON object"),
        ('[{"system": "a", "score": 1},\n\n {"system": "b", "score": "x"}]', "entry 2: 'x' is not"),
        ('[{"system": "a", "score": 1}, 5]', "entry 2: is not a JSON object"),
        ("[]", "there is no score in it"),
        ("system\trating\tz\na\t1\t2\n", "columns z, rating may contain the scores; name one"),
        (
            "system\tsegment\tcondition\tscore\na\t1\tx\t1\na\t1\ty\t2\n",
            "line 3: 'condition' is 'y', but 'x' in line 2 of the same output; their",
        ),
        (
            "system\tsegment\tdoc\trater\tscore\na\t1\tc\tr\t1\na\t1\td\ts\t2\n",
            "number segments by lines of the texts, not in each document",
        ),
        (
            "system\tsegment\tcoder\tscore\na\t1\tx\t1\na\t1\ty\t2\nb\t1\tx\t1\nb\t1\ty\t2\n",
            "rater=coder raters, or leave it out",
        ),
        ('{"system": ' + 100_000 * "[", "line 1: the JSON is nested too deeply"),
        ('{"system": "A", "score": 1, "score": 5}\n', "line 1: the key 'score' occurs twice"),
        ('{"name": "A", "score": 1}\n', "none of the columns name, score is known to"),
        ("A\r,1\n", "line 1: cannot be split"),
        ("system,score\nA\r,1\n", "line 2: cannot be split"),
        (f"A,{'x' * 200_000}\n", "line 1: cannot be split"),
    ],
)
def test_a_wrong_file_is_refused_with_the_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=r"human\.tsv") as raised:
        read(tmp_path, text)
    assert message in str(raised.value)


@pytest.mark.parametrize("column", ["item", "line_id"])
@pytest.mark.parametrize(("absent", "wrong"), [(0, "high"), (9, "low")])
def test_numbers_of_all_segments_but_the_first_or_the_last_are_refused(
    tmp_path: Path, column: str, absent: int, wrong: str
) -> None:
    path = tmp_path / "human.csv"
    first = {"item": 1, "line_id": 0}[column]
    lines = [f"a,{first + place},{place}\n" for place in range(10) if place != absent]
    path.write_text("".join([f"system,{column},score\n", *lines]))
    with pytest.raises(InputError, match=f"{column}.*as if its numbers were one too {wrong}"):
        read_human_scores([path], ["a"], 10)
    path.write_text("".join([f"system,{column},score\na,{first + absent},\n", *lines]))
    assert np.isnan(read_human_scores([path], ["a"], 10).systems).sum() == 0


@pytest.mark.parametrize(
    ("column", "own", "agree"),
    [
        ("item", 1, True),
        ("item", 0, False),
        ("item", 101, False),
        ("line_id", 0, True),
        ("line_id", 1, False),
    ],
)
def test_numbers_of_segments_are_those_that_the_texts_have(
    tmp_path: Path, column: str, own: int, agree: bool
) -> None:
    path = tmp_path / "human.csv"
    path.write_text(f"system,{column},score\na,1,2\nb,2,3\n")
    metadata = {column: [str(own + place) for place in range(3)], "doc": ["d1", "d1", "d2"]}
    if agree:
        assert read_human_scores([path], ["a", "b"], 3, metadata=metadata).segments is not None
    else:
        with pytest.raises(
            InputError, match=f"texts' own '{column}' is {own} in line 1; number both"
        ):
            read_human_scores([path], ["a", "b"], 3, metadata=metadata)


@pytest.mark.parametrize(
    ("text", "agrees"),
    [
        ("system\tsegment\toutput\tscore\na\t2\tx\t1\nb\t2\tz \t1\n", False),
        ("system\tsegment\toutput\tscore\na\t1\tx\t1\na\t3\tx\t1\nb\t1\tx \t1\n", True),
        (ANNOTATIONS.replace("s\tt", "s\t<v>x</v>"), False),
    ],
)
def test_outputs_in_the_file_are_hypotheses_of_their_segments(
    tmp_path: Path, text: str, agrees: bool
) -> None:
    path = tmp_path / "human.tsv"
    path.write_text(text)
    names = ["A", "B"] if text.endswith("Neutral\n") else ["a", "b"]
    hypotheses = {name: ["x", "y", "x"] for name in names}
    if agrees:
        assert read_human_scores([path], names, 3, hypotheses=hypotheses).segments is not None
    else:
        with pytest.raises(
            InputError, match=r"line \d: the output is the hypothesis of '\w' of seg"
        ):
            read_human_scores([path], names, 3, hypotheses=hypotheses)


@pytest.mark.parametrize(
    ("segment", "is_number"), [("1\x1f", True), ("1.0", True), (5000 * "1", False)]
)
def test_a_segment_is_a_number_that_python_reads(
    tmp_path: Path, segment: str, is_number: bool
) -> None:
    text = f"system\tsegment\tscore\nA\t{segment}\t0.5\n"
    if is_number:
        assert judgements_in(tmp_path, text)[0].segment == 1
    else:
        with pytest.raises(InputError, match=r"line 2: the segment is '1+'; expected a whole"):
            judgements_in(tmp_path, text)


@pytest.mark.parametrize(
    ("name", "text", "columns"),
    [
        ("long.csv", "system,segment,aspect,rating\na,1,fluency,4\na,1,meaning,2\nb,1,fluency,1\n"
         "b,1,meaning,5\n", {}),
        ("wide.csv", "system,segment,fluency,meaning\na,1,4,2\nb,1,1,5\n",
         {"score": "fluency, meaning"}),
        ("nested.jsonl", '{"model_id": "a", "item": 1, "expert": [{"fluency": 3, "meaning": 2}, '
         '{"fluency": 5, "meaning": 2}]}\n{"model_id": "b", "item": 1, "expert": [{"fluency": 1, '
         '"meaning": 5}]}\n', {"system": "model_id", "score": "expert"}),
        ("list.json", '[{"system": "a", "item": 1, "scores": {"fluency": 4, "meaning": 2}},\n '
         '{"system": "b", "item": 1, "scores": {"fluency": 1, "meaning": 5}}]',
         {"score": "scores"}),
    ],
)  # fmt: skip
def test_aspects_are_a_column_or_several_or_in_an_object(
    tmp_path: Path, name: str, text: str, columns: dict[str, str]
) -> None:
    (tmp_path / name).write_text(text)
    aspects = read_aspects([tmp_path / name], ["a", "b"], 1, columns=columns)
    assert {aspect: rows(scores) for aspect, scores in aspects.items()} == {
        "fluency": [[4.0], [1.0]],
        "meaning": [[2.0], [5.0]],
    }
    human = read_human_scores([tmp_path / name], ["a", "b"], 1, columns=columns, test_set="meaning")
    assert rows(human) == [[2.0], [5.0]]
    with pytest.raises(InputError, match="several aspects: fluency, meaning; name one of them"):
        read_human_scores([tmp_path / name], ["a", "b"], 1, columns=columns)


def test_systems_can_have_other_names_in_the_file(tmp_path: Path) -> None:
    text = "system\tsegment\tscore\nNemo\t1\t2\nb\t1\t4\n"
    scores = read(tmp_path, text, renamed={"Nemo": "a"})
    assert rows(scores) == [[2.0, None, None], [4.0, None, None]]
    with pytest.raises(InputError, match="systems are Nemo, b; did you mean Nemo"):
        read(tmp_path, text, renamed={"nemo": "a"})
    for renamed in ({"Nemo": "b"}, {"Nemo": "a", "b": "a"}):
        with pytest.raises(InputError, match="scores of both 'Nemo' and 'b', which --rename makes"):
            read(tmp_path, text, renamed=renamed)


def test_numbers_are_names_of_systems_where_they_are_not_all_sides(tmp_path: Path) -> None:
    choices = "system_a\tsystem_b\tsegment\twinner\n2\t1\t1\t2\n1\t3\t1\t3\n"
    marks = judgements_in(tmp_path, choices)
    assert [(mark.system, mark.score) for mark in marks] == [("2", 1), ("1", 0), ("1", 0), ("3", 1)]


def test_names_that_end_in_a_number_or_languages_are_matched_if_only_one_fits(
    tmp_path: Path,
) -> None:
    scores = read(tmp_path, "system\tscore\na.412.de-en\t1\nb_de-en\t2\nc\t3\n")
    assert scores.systems.tolist() == [1.0, 2.0]
    assert scores.matched == {"a.412.de-en": "a", "b_de-en": "b"}
    assert scores.without_outputs == ("c",)
    ambiguous = read(tmp_path, "system\tscore\na.1\t1\na.2\t2\nb\t3\n")
    assert ambiguous.without_outputs == ("a.1", "a.2")


@pytest.mark.parametrize(
    ("columns", "test_set", "message"),
    [
        ({"score": "fluency"}, "en-ja", "has no column of sets or aspects"),
        ({"score": "fluencyy"}, None, "are system, segment, fluency, meaning; did you mean flu"),
        (
            {"score": "fluency,meaning"},
            "meanin",
            r"of the aspect 'meanin'; .* did you mean meaning\?",
        ),
    ],
)
def test_a_column_an_aspect_or_a_set_that_is_not_there_is_refused(
    tmp_path: Path, columns: dict[str, str], test_set: str | None, message: str
) -> None:
    table = "system,segment,fluency,meaning\na,1,4,2\nb,1,1,5\n"
    with pytest.raises(InputError, match=message):
        read(tmp_path, table, "human.csv", columns=columns, test_set=test_set)


def test_a_column_id_does_not_number_segments(tmp_path: Path) -> None:
    path = tmp_path / "human.csv"
    path.write_text("id,system,score\n1,a,3\n2,b,5\n")
    scores = read_human_scores([path], ["a", "b"], 2)
    assert scores.segments is None
    assert scores.systems.tolist() == [3.0, 5.0]
    path.write_text("id,system,score\n1,a,3\n2,a,5\n")
    with pytest.raises(InputError, match="segment=COLUMN"):
        read_human_scores([path], ["a", "b"], 2)


def test_spaces_around_names_of_columns_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "human.csv"
    path.write_text("system, item, score\na, 1, 3\nb, 1, 5\n")
    assert read_human_scores([path], ["a", "b"], 1).systems.tolist() == [3.0, 5.0]
