"""Files of given scores: every form has the same scores, and wrong lines are named."""

import json
from pathlib import Path

import pytest

from tallystick import InputError, OptionError, TallystickError
from tallystick.metrics import GivenScores, ScoreFile, read_given_scores

COMET = GivenScores("comet")
SYSTEMS = ["one", "other"]
ONE, OTHER = (0.5, -0.25), (1.0, 20.0)

FORMS = {
    "header.tsv": "system\tscore\none\t0.5\none\t-.25\nother\t1\nother\t2e1\n",
    "named.tsv": "doc\tcomet\tsystem\nd\t0.5\tone\nd\t1\tother\nd\t-0.25\tone\nd\t20\tother\n",
    "quoted.csv": 'text,score,system\n"a, b",0.5,one\nc,-0.25,one\nd,1,other\ne,20,other\n',
    "object.jsonl": '{"score": 0.5, "system": "one"}\n{"system": "one", "score": -0.25}\n'
    '{"comet": 1, "system": "other"}\n{"comet": 20, "system": "other"}\n',
    # mt-metrics-eval
    "comet.seg.score": "one\t0.5\none\t-0.25\nother\t1\nother\t20\n",
    # comet-score of unbabel-comet 2.2.2, with its format string f"{file}\tSegment {i}\tscore: ..."
    "comet-score.txt": "out/one.txt\tSegment 0\tscore: 0.5000\nout/other.txt\tSegment 0\tscore: "
    "1.0000\nout/one.txt\tSegment 1\tscore: -0.2500\nout/other.txt\tSegment 1\tscore: 20.0000\n"
    "out/one.txt\tscore: 0.1250\nout/other.txt\tscore: 10.5000\n",
    # the same with its --mc_dropout
    "dropout.txt": "one.txt\tSegment 0\tscore: 0.5000\tvariance: 0.0100\n"
    "other.txt\tSegment 0\tscore: 1.0000\tvariance: 0.0100\n"
    "one.txt\tSegment 1\tscore: -0.2500\tvariance: 0.0000\n"
    "other.txt\tSegment 1\tscore: 20.0000\tvariance: 0.0000\n"
    "one.txt\tscore: 0.1250\nother.txt\tscore: 10.5000\n",
    # the same with its --to_json
    "comet.json": json.dumps(
        {
            "out/one.txt": [{"src": "a", "mt": "b", "ref": "c", "COMET": 0.5}, {"COMET": -0.25}],
            "out/other.txt": [{"COMET": 1}, {"COMET": 20.0}],
        },
        indent=4,
    ),
}


def values(files: list[ScoreFile], systems: list[str] = SYSTEMS) -> list[tuple[float, ...]]:
    [by_system] = read_given_scores(files, systems).values()
    return [tuple(by_system[system].values) for system in dict.fromkeys(systems)]


@pytest.mark.parametrize("name", FORMS)
def test_every_form_has_the_same_scores_and_digest(name: str, tmp_path: Path) -> None:
    files = []
    for form in (name, "header.tsv"):
        (tmp_path / form).write_text(FORMS[form], encoding="utf-8")
        files.append([ScoreFile(COMET, tmp_path / form)])
    assert values(files[0]) == [ONE, OTHER]
    [first], [second] = (read_given_scores(each, SYSTEMS) for each in files)
    assert (first.number, first.digest) == (4, second.digest)


@pytest.mark.parametrize("ending", [".txt", "", ".comet", ".de-en.scores"])
def test_a_file_of_numbers_belongs_to_the_system_it_is_named_after(
    ending: str, tmp_path: Path
) -> None:
    files = [tmp_path / f"{system}{ending}" for system in reversed(SYSTEMS)]
    files[0].write_text("1\n20\n", encoding="utf-8")
    files[1].write_text("0.5\n-0.25\n", encoding="utf-8")
    assert values([ScoreFile(COMET, file) for file in files]) == [ONE, OTHER]


def test_a_file_of_numbers_belongs_to_the_system_it_is_given_for_or_the_only_one(
    tmp_path: Path,
) -> None:
    (tmp_path / "1").write_text("1\n20\n", encoding="utf-8")
    (tmp_path / "2").write_text('{"prediction": 0.5}\n{"prediction": -0.25}\n', encoding="utf-8")
    two = ScoreFile(COMET, tmp_path / "2", system="one", column="prediction")
    assert values([ScoreFile(COMET, tmp_path / "1", system="other"), two]) == [ONE, OTHER]
    assert values([ScoreFile(COMET, tmp_path / "1")], ["other"]) == [OTHER]
    # files of several runs follow each other
    runs = [two, ScoreFile(COMET, tmp_path / "1", system="one")]
    assert values(runs, ["one", "one"]) == [ONE + OTHER]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "s is empty"),
        ("0.5\nnan\n", "s, line 2: 'nan' is not a finite number"),
        ("0.5\n\n", "s, line 2: '' is not a finite number"),
        ("0.5\n1_0\n", "s, line 2: '1_0' is not a finite number"),
        ("0.5\n1e999\n", "s, line 2: 1e999 is not a finite number"),
        ("0.5\n-1e308\n", "s, line 2: -1e308 is not a finite number up to 1e+100 on either side"),
        ("0.5\n0,5\n", "s, line 2: '0,5' is not a finite number"),
        ("one\t0.5\n0.5\n", "s, line 2: '0.5' is not a score; expected a number, or a system"),
        ("one\t0.5\nother\tNone\n", "s, line 2: 'None' is not a finite number"),
        ("system\tscore\none\n", "s, line 2: the number of fields is 1; expected 2"),
        ("system\tcommet\none\t1\n", "s, line 1: 'commet' is not a finite number"),
        ("a.txt\tSegment 0\tscore: 1\nx\n", "s, line 2: 'x' is not COMET's"),
        ('{"score": 1}\n{"score": "1"}\n', "s, line 2: 'score' is \"1\"; expected a number"),
        ('{"score": 1}\n{"score": 1' + 400 * "0" + "}\n", "s, line 2: 1000000000"),
        ('{"score": 1}\n{"score": NaN}\n', "s, line 2: nan is not a finite number"),
        ('{"score": 1}\n{"score": true}\n', "s, line 2: 'score' is true; expected a number"),
        ('{"score": 1}\n{"scor": 1}\n', "s, line 2: there is no key 'score' or 'comet', only scor"),
        ('{"score": 1}\n{"score": \n', "s, line 2: is not valid JSON"),
        ('{"score": 1}\n[1]\n', "s, line 2: is not a JSON object"),
        ('{"score": 1, "system": 2}\n', "s, line 1: 'system' is 2; expected a string"),
        ('{"one": [{"COMET": "1"}]}\n', "s, one, segment 1: 'COMET' is \"1\"; expected a number"),
        ('{"one": [1]}\n', "s, one, segment 1: is not a JSON object"),
        ('{"one": [\n{"COMET": 1}\n', "s, line 1: is not valid JSON"),
        ("onn\t0.5\n", "s has no scores of the system 'one'; did you mean onn?"),
    ],
)
def test_a_wrong_line_is_refused_with_its_file_and_number(
    text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s").write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_given_scores([ScoreFile(COMET, "s")], ["one"])
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (ScoreFile(COMET, "s"), "s does not say which system its scores are of"),
        (ScoreFile(COMET, "s", system="onn"), "s is given for the system 'onn'"),
        (ScoreFile(COMET, "t", system="one"), "t, line 1: names the system 'one', but system=one"),
        (ScoreFile(COMET, "t"), "t has no scores of the system 'other'"),
        (ScoreFile(COMET, "s", column="x"), "s, line 1: there is no column 'x'"),
        (ScoreFile(COMET, "u"), "u: there is no such file"),
    ],
)
def test_a_file_without_the_scores_of_a_system_is_refused_by_name(
    file: ScoreFile, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s").write_text("1\n", encoding="utf-8")
    Path("t").write_text("one\t1\n", encoding="utf-8")
    with pytest.raises(TallystickError) as caught:
        read_given_scores([file], SYSTEMS)
    assert str(caught.value).startswith(message)
    assert isinstance(caught.value, (InputError, OptionError))
