"""Formats of human scores: exports of Appraise, lines of errors, and JSON Lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick import InputError
from tallystick.reports.meta_evaluation.human.judgement import Judgements
from tallystick.reports.meta_evaluation.human.read import read_judgements

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


def read(
    folder: Path, text: str, test_set: str | None = None, column: str | None = None
) -> Judgements:
    path = folder / "human.txt"
    path.write_text(text, encoding="utf-8")
    return read_judgements(path, column, test_set)


def test_error_spans_count_segments_from_0_and_skip_controls_and_tutorials(tmp_path: Path) -> None:
    found = read(tmp_path, EXPORT, "en-ja")
    assert (found.name, found.higher_is_better) == ("esa", True)
    assert [(one.system, one.segment, one.score) for one in found.judgements] == [
        ("NTTSU", 688, 98.0),
        ("GPT-4", 6, 95.0),
    ]


def test_a_file_of_several_pairs_needs_the_name_of_one(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="several test sets: en-ja, en-zh; name one of them"):
        read(tmp_path, EXPORT)
    with pytest.raises(
        InputError, match=r"no score of the test set 'en-de'; expected one of en-ja"
    ):
        read(tmp_path, EXPORT, "en-de")


def test_a_short_line_of_an_export_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="line 7: 3 fields; expected 12"):
        read(tmp_path, EXPORT + "a,b,c\n", "en-ja")


def test_errors_are_weighted_summed_by_rater_and_averaged(tmp_path: Path) -> None:
    found = read(tmp_path, ANNOTATIONS)
    assert (found.name, found.higher_is_better) == ("mqm", False)
    # by hand: (5 + 0.1) / 2 raters; 25; 1 + 5 + 0
    assert [(one.system, one.segment, one.score, one.number) for one in found.judgements] == [
        ("A", 1, 2.55, 2),
        ("A", 2, 25.0, 1),
        ("B", 1, 6.0, 1),
    ]


def test_an_unknown_severity_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"line 2: the severity is 'Huge'; expected major, minor"):
        read(tmp_path, ANNOTATIONS.replace("Major", "Huge", 1))


def test_lines_of_json_have_the_names_of_tables(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        '{"system": "A", "line_id": 0, "esa_score": 90, "langs": "en-ja"}\n'
        '{"system": "B", "line_id": 4, "esa_score": null, "langs": "en-ja"}\n',
    )
    assert [(one.system, one.segment) for one in found.judgements] == [("A", 1), ("B", 5)]
    assert found.judgements[0].score == 90.0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"system": "A", "score": 1}\n{"system": "A"}\n', "line 2: there is no 'score'"),
        ('{"system": "A", "score": 1}\n[1]\n', "line 2: is not a JSON object"),
        ('{"system": ' + 100_000 * "[", "line 1: is not a JSON object"),
        ('{"name": "A", "score": 1}\n', "there is no key 'system', only name, score"),
    ],
)
def test_wrong_json_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as raised:
        read(tmp_path, text)
    assert message in str(raised.value)


@pytest.mark.parametrize("text", ["A\r,1\n", "system,score\nA\r,1\n", f"A,{'x' * 200_000}\n"])
def test_a_line_that_cannot_be_split_at_commas_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match=r"line \d: cannot be split at commas"):
        read(tmp_path, text)


@pytest.mark.parametrize(("segment", "is_number"), [("1\x1f", True), (5000 * "1", False)])
def test_a_segment_is_a_number_that_python_reads(
    tmp_path: Path, segment: str, is_number: bool
) -> None:
    text = f"system\tsegment\tscore\nA\t{segment}\t0.5\n"
    if is_number:
        assert read(tmp_path, text).judgements[0].segment == 1
    else:
        with pytest.raises(InputError, match=r"line 2: the segment is '1+'; expected a whole"):
            read(tmp_path, text)
