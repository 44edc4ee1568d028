"""`tallystick meta`: files of human scores, several test sets, formats."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.command_line.conftest import Run, refused

HUMAN = "system\tsegment\tscore\n" + "".join(
    f"{system}\t{segment}\t{score - segment}\n"
    for system, score in (("good", 9), ("fair", 7), ("poor", 3))
    for segment in (1, 2, 3)
)
OUTPUTS = {
    "good": "the cat sat on the mat\nit is raining today\nwe like green tea\n",
    "fair": "the cat sat on a mat\nit is rain today\nwe like tea\n",
    "poor": "cat on mat\nrain\ntea\n",
}
WORDS = ("meta", "reference.txt", "-i", "good.txt", "fair.txt", "poor.txt", "--human", "human.tsv")
FEW = ("--resamples", "200", "-m", "bleu", "chrf")


@pytest.fixture
def judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in OUTPUTS.items():
        (tmp_path / f"{name}.txt").write_text(text)
    (tmp_path / "reference.txt").write_text(OUTPUTS["good"])
    (tmp_path / "human.tsv").write_text(HUMAN)
    (tmp_path / "systems.tsv").write_text("system\tscore\ngood\t9\nfair\t7\n")
    return tmp_path


def test_the_agreement_of_each_metric_is_printed(run: Run, judged: Path) -> None:
    done = run(*WORDS, *FEW)
    assert done.status == 0
    assert "No significant difference between BLEU and chrF2" in done.output
    assert "pairwise accuracy" in done.output
    assert "within segments" in done.output


def test_json_has_every_coefficient(run: Run, judged: Path) -> None:
    found = json.loads(run(*WORDS, *FEW, "-f", "json").output)
    assert found["schema"] == "tallystick/meta/1"
    assert {one["accuracy"]["value"] for one in found["together"]} == {1.0}
    assert {one["grouping"] for one in found["segment_level"]} == {"segment", "system", "none"}


def test_a_saved_report_is_shown_again(run: Run, judged: Path) -> None:
    done = run(*WORDS, *FEW, "-o", "report.json", "-f", "text")
    assert run("meta", "--report", "report.json").output == done.output
    again = run("meta", "--report", "report.json", "-f", "json").output
    assert json.loads(again) == json.loads((judged / "report.json").read_text())
    assert "incompatible with --metrics" in run("meta", "--report", "report.json", *FEW).errors


def test_several_sets_are_pooled(run: Run, judged: Path) -> None:
    (judged / "sets.toml").write_text(
        'sets = ["one", "two"]\nreferences = "reference.txt"\nhuman = "human.tsv"\n'
        'hypotheses = ["good.txt", "fair.txt", "poor.txt"]\n'
    )
    found = json.loads(run("meta", "--sets", "sets.toml", *FEW, "-f", "json").output)
    assert [one["name"] for one in found["sets"]] == ["one", "two"]
    assert len(found["system_level"]) == 4


SETS = """sets = ["de-en", "en-zh"]
references = "reference.txt"
human = "human.tsv"
hypotheses = ["good.txt", "fair.txt", "poor.txt"]
"""


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("", ("-l", "{set}")),
        ('language-pair = "{set}"\n', ()),
        ('language-pair = "ja"\n', ("-l", "{target}")),
        ('[en-zh]\nlanguage-pair = "zh"\n', ()),
    ],
)
def test_every_set_has_the_tokenizer_of_its_language(
    run: Run, judged: Path, key: str, words: tuple[str, ...]
) -> None:
    (judged / "sets.toml").write_text(SETS + key)
    words = ("meta", "--sets", "sets.toml", *FEW, *words)
    found = json.loads(run(*words, "-f", "json", "-q").output)
    signatures = {(one["metric"], one["set"]): one["signature"] for one in found["system_level"]}
    assert "tok:13a" in signatures["bleu", "de-en"]
    assert "tok:zh" in signatures["bleu", "en-zh"]
    alone = run(*WORDS, *FEW, "-m", "bleu:tokenize=zh", "-f", "json", "-q")
    [expected] = [
        one["scores"]
        for one in json.loads(alone.output)["system_level"]
        if one["metric"] == "bleu:tokenize=zh"
    ]
    [scores] = [
        one["scores"]
        for one in found["system_level"]
        if (one["set"], one["metric"]) == ("en-zh", "bleu")
    ]
    assert scores == expected
    shown = " ".join(run(*words, "-q").output.split())
    assert "bleu, de-en: nrefs:1" in shown
    assert "bleu, en-zh: nrefs:1" in shown
    assert "chrf: nrefs:1" in shown


def test_the_metric_in_the_place_of_humans_has_the_tokenizer_of_each_set(
    run: Run, judged: Path
) -> None:
    (judged / "sets.toml").write_text(SETS)
    (judged / "fair.txt").write_text("the cat sat on a mat。\nit is rain today\nwe like tea\n")
    words = ("meta", "--sets", "sets.toml", "-m", "chrf", "--resamples", "50", "-q", "-f", "json")
    found = json.loads(run(*words, "--against", "bleu", "-l", "{set}").output)
    of_humans = [one["scores"] for one in found["sets"]]
    assert of_humans[0] != of_humans[1]
    assert found["against"] == "bleu"


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("language-pair = 1", "language-pair is 1; expected the name of a language"),
        ('language-pair = "{system}"', "there is no placeholder {system}"),
        ('language-pair = "jp"', "de-en: the languages are 'jp'"),
        ('language_pair = "zh"', "there is no key 'language_pair'"),
    ],
)
def test_a_wrong_language_of_a_set_is_refused(
    run: Run, judged: Path, key: str, message: str
) -> None:
    (judged / "sets.toml").write_text(SETS + key)
    done = run("meta", "--sets", "sets.toml", *FEW)
    assert done.status == 2
    assert message in " ".join(done.errors.split())


def test_scores_of_another_program_are_a_metric(run: Run, judged: Path) -> None:
    lines = "".join(
        f"{system}\t{score}\n"
        for system, score in (("good", 0.9), ("fair", 0.2), ("poor", 0.5))
        for _ in range(3)
    )
    (judged / "comet.tsv").write_text(lines)
    done = run(*WORDS, *FEW, "--scores", "comet=comet.tsv", "-f", "json")
    accuracies = {
        one["metric"]: one["accuracy"]["value"] for one in json.loads(done.output)["together"]
    }
    assert accuracies["comet"] == pytest.approx(2 / 3)
    assert accuracies["bleu"] == 1.0


def test_error_counts_reverse_the_order(run: Run, judged: Path) -> None:
    done = run(*WORDS, *FEW, "--human-lower-is-better", "-f", "json")
    assert {one["accuracy"]["value"] for one in json.loads(done.output)["together"]} == {0.0}


def test_a_metric_takes_the_place_of_humans(run: Run, judged: Path) -> None:
    found = json.loads(run(*WORDS[:-2], *FEW, "--against", "chrf", "-f", "json").output)
    assert found["against"] == "chrf"
    assert [one["metric"] for one in found["metrics"]] == ["bleu"]


def test_sets_need_no_human_scores_if_a_metric_takes_their_place(run: Run, judged: Path) -> None:
    (judged / "sets.toml").write_text(
        'sets = ["one", "two"]\nreferences = "reference.txt"\n'
        'hypotheses = ["good.txt", "fair.txt", "poor.txt"]\n'
    )
    done = run("meta", "--sets", "sets.toml", *FEW, "--against", "chrf")
    assert done.status == 0
    assert "not with humans" in done.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (WORDS[:-2], "there are no human scores; name a file of them with --human FILE"),
        ((*WORDS, "--human-column", "z"), "no column 'z'"),
        ((*WORDS, "--sets", "sets.toml"), "leave out the references, --input, --human"),
        (("meta", "reference.txt", "-i", "good.txt", "fair.txt", "--human", "systems.tsv"),
         "2 systems with human scores; expected at least 3"),
        ((*WORDS, "--against", "chrf"), "leave out it or --human"),
        ((*WORDS[:-2], "-m", "bleu", "--against", "bleu"), "leaves no metric to evaluate"),
        ((*WORDS, "--resamples", "0"), "resamples"),
        ((*WORDS, "--confidence", "2"), "confidence"),
    ],
)  # fmt: skip
def test_wrong_use_is_refused(run: Run, judged: Path, words: tuple[str, ...], message: str) -> None:
    assert message in refused(run(*words))


def test_a_folder_of_mt_metrics_eval_has_sets_and_scores_of_metrics(run: Run, judged: Path) -> None:
    for pair in ("en-de", "zh-en"):
        outputs = judged / "tree" / "system-outputs" / pair
        outputs.mkdir(parents=True)
        for folder in ("references", "human-scores", "metric-scores"):
            (judged / "tree" / folder).mkdir(exist_ok=True)
        for name, text in OUTPUTS.items():
            (outputs / f"{name}.txt").write_text(text)
        (outputs / "refA.txt").write_text(OUTPUTS["good"])
        (judged / "tree" / "references" / f"{pair}.refA.txt").write_text(OUTPUTS["good"])
        lines = [f"{name}\t{-number}\n" for number, name in enumerate(OUTPUTS) for _ in range(3)]
        (judged / "tree" / "human-scores" / f"{pair}.mqm.seg.score").write_text("".join(lines))
        scores = judged / "tree" / "metric-scores" / pair
        scores.mkdir()
        (scores / "comet-refA.seg.score").write_text("".join(lines))
    words = ("meta", "--sets", "tree", "--scores", "comet=tree/metric-scores/{set}/comet-refA.seg"
             ".score", *FEW, "-f", "json")  # fmt: skip
    found = json.loads(run(*words).output)
    assert [one["name"] for one in found["sets"]] == ["en-de", "zh-en"]
    assert [one["metric"] for one in found["metrics"]].count("comet") == 1
    assert {one["accuracy"]["value"] for one in found["together"]} == {1.0}
    only = json.loads(run(*words, "--only", "zh-en").output)
    assert [one["name"] for one in only["sets"]] == ["zh-en"]


def test_options_of_one_set_are_refused_with_several(run: Run, judged: Path) -> None:
    done = run("meta", "--sets", "sets.toml", "--human-column", "z", *FEW)
    assert "leave out --human-column" in done.errors
    done = run("meta", "--sets", "sets.toml", "--human-order", "sorted-documents", *FEW)
    assert "leave out --human-order" in done.errors
    assert "give --sets too" in run(*WORDS, "--only", "de-en").errors


def test_explain_defines_every_number_without_data(run: Run) -> None:
    done = run("meta", "--explain")
    assert done.status == 0
    assert "soft accuracy\n    1 less the mean distance" in done.output


def test_scores_that_are_not_of_humans_are_called_so(run: Run, judged: Path) -> None:
    done = run(*WORDS, *FEW, "--human-is", "COMET")
    assert "This is agreement with COMET, not with humans." in done.output
    assert "takes the place of humans" in done.output
    assert "leave out one of them" in run(*WORDS, "--human-is", "COMET", "--against", "chrf").errors


RATINGS = """model,prompt,text,wanted,rater,rating
one,q1,the cat sat on the mat,the cat sat on the mat,a,5
one,q1,the cat sat on the mat,the cat sat on the mat,b,4
two,q1,cat mat,the cat sat on the mat,a,1
two,q2,it is raining,it is raining today,b,4
one,q2,rain,it is raining today,a,2
"""


def rated(folder: Path, text: str = RATINGS) -> str:
    (folder / "ratings.csv").write_text(text)
    return "ratings.csv"


COLUMNS = ("--columns", "hypothesis=text", "reference=wanted", "doc=prompt")


def test_rated_outputs_need_no_other_file(run: Run, judged: Path) -> None:
    words = ("meta", "--human", rated(judged), *COLUMNS, *FEW, "-f", "json")
    found = json.loads(run(*words).output)
    # by hand: 2 outputs of each prompt, which both metrics order as the ratings 4.5, 1 and 4, 2 do
    assert {one["grouping"] for one in found["on_outputs"]} == {"segment", "system", "none"}
    [of_set] = found["sets"]
    assert (of_set["systems"], of_set["segments"]) == (["one", "two"], 2)
    within = [one for one in found["on_outputs"] if one["grouping"] == "segment"]
    assert [one["kendall"]["value"] for one in within] == [1.0, 1.0]
    assert "Several scores of one output are averaged." in found["notes"]


def test_the_columns_of_a_table_and_its_systems_have_any_names(run: Run, judged: Path) -> None:
    segments = range(1, len((judged / "reference.txt").read_text().splitlines()) + 1)
    systems = sorted(path.stem for path in judged.glob("*.txt") if path.stem != "reference")
    table = judged / "table.csv"
    table.write_text("which,what,points\n" + "".join(
        f"x-{system},{one},{place + one}\n"
        for place, system in enumerate(systems) for one in segments
    ))  # fmt: skip
    words = ("meta", "reference.txt", "-i", *[f"{one}.txt" for one in systems], "--human",
             "table.csv", "--columns", "system=which", "item=what", "score=points", *FEW, "-m",
             "chrf", "-f", "json", "--rename", *[f"x-{one}={one}" for one in systems])  # fmt: skip
    found = json.loads(run(*words).output)
    assert found["sets"][0]["systems"] == systems
    assert refused(run(*words[:-1], "x-one")).startswith("tallystick: error: --rename x-one: expec")


def test_systems_without_an_output_for_every_item_are_one(run: Run, judged: Path) -> None:
    table = RATINGS + "two,q3,it rains,it is raining,a,3\n"
    words = ("meta", "--human", rated(judged, table), *COLUMNS, *FEW, "-f", "json")
    found = json.loads(run(*words).output)
    assert [one["systems"] for one in found["sets"]] == [["outputs"]]
    assert {one["grouping"] for one in found["on_outputs"]} == {"document", "none"}
    assert any("does not have one output of each of the 2 systems" in one for one in found["notes"])


def test_equal_outputs_for_different_items_are_different(run: Run, judged: Path) -> None:
    table = "doc,output,reference,rating\n" + "".join(
        f"p{number},Yes.,{'Yes.' if number % 2 else 'No.'},{number}\n" for number in range(6)
    )
    found = json.loads(run("meta", "--human", rated(judged, table), *FEW, "-f", "json").output)
    assert [one["segments"] for one in found["sets"]] == [6]


def test_a_row_may_have_several_lines_or_references(run: Run, judged: Path) -> None:
    in_csv = 'output,reference,rating\n"a b\nc",a b c,3\nd,d e,2\n"e ""f""",x,1\n'
    in_json = "".join(
        json.dumps({"output": output, "reference": references, "rating": rating}) + "\n"
        for output, references, rating in (
            ("a b\nc", ["a b c"], 3), ("d", "d e", 2), ('e "f"', ["x", "y"], 1))
    )  # fmt: skip
    for table in (in_csv, in_json):
        found = json.loads(run("meta", "--human", rated(judged, table), *FEW, "-f", "json").output)
        assert [one["segments"] for one in found["sets"]] == [3]


def test_the_first_sentence_is_about_outputs(run: Run, judged: Path) -> None:
    done = run("meta", "--human", rated(judged), *COLUMNS, *FEW)
    assert done.output.startswith("No significant difference between")
    assert "over 4 outputs" in done.output.splitlines()[0]
    assert "0 pairs" not in done.output


def test_a_report_on_outputs_has_the_signatures_of_segments(run: Run, judged: Path) -> None:
    words = ("meta", "--human", rated(judged), *COLUMNS, *FEW, "-f", "markdown")
    assert "|eff:yes|" in run(*words).output  # BLEU of segments, as in scores of --segments


def test_rated_outputs_join_files_of_references_by_segment(run: Run, judged: Path) -> None:
    table = "segment,output,rating\n2,it is rain today,3\n1,the cat sat on a mat,4\n1,cat,1\n"
    words = ("meta", "reference.txt", "--human", rated(judged, table), *FEW, "-f", "json")
    found = json.loads(run(*words).output)
    [level] = [
        one
        for one in found["segment_level"]
        if (one["metric"], one["grouping"]) == ("chrf", "none")
    ]
    assert level["pairs"]["concordant"] == 3


@pytest.mark.parametrize(
    ("table", "words", "message"),
    [
        (RATINGS, (), "none of the columns .* is known to contain outputs; name it with"),
        (RATINGS, ("--columns", "hypothesis=text"), "has no column of references"),
        (RATINGS, (*COLUMNS, "--docs", "docs.txt"), "--docs does not go with outputs in the table"),
        (RATINGS, (*COLUMNS, "--columns", "score=points"), "there is no column 'points'"),
        (RATINGS, (*COLUMNS, "--columns", "score=rating", "--human-column", "rating"),
         "both name the scores"),
        ("segment,output,rating\n9,a,1\n", ("reference.txt",),
         "line 2: the segment is 9; expected a number from 1 to 3, .*line_id=COLUMN"),
        ("output,rating\na,1\n", ("reference.txt",), "has no column of segments"),
        ("segment,source,output,rating\n1,second,a,1\n2,third,b,2\n",
         ("reference.txt", "--source", "source.txt"),
         "0 sources of 2 outputs are those of their segments .*, but 2 .*name their column with"),
        ("output,ref,rating\na,a,1\n", ("--human-set", "x"), "has no column of sets or aspects"),
        ("output,ref,rating,rating\na,a,1,2\n", (), "line 1: there are several columns 'rating'"),
        ('{"output": null, "ref": "a", "rating": 1}', (), "line 1: 'output' is None; expected a"),
        ('{"output": "a", "ref": [], "rating": 1}', (), r"line 1: 'ref' is \[\]; expected a text"),
        (RATINGS, ("--columns", "worker=rater"),
         "not a meaning of a column; expected one of .*system, segment, line_id, score"),
        ("pair,output,ref,rating\nde-en,a,a,1\nja-en,a,a,2\n", (),
         "several test sets: de-en, ja-en; name one of them with --human-set"),
        ("output,ref,fluency\na,a,1\n", ("--columns", "score=fluency,meanin"),
         "there is no column 'meanin'"),
    ],
)  # fmt: skip
def test_a_wrong_table_of_outputs_is_refused(
    run: Run, judged: Path, table: str, words: tuple[str, ...], message: str
) -> None:
    (judged / "source.txt").write_text("first\nsecond\nthird\n")
    assert re.search(message, refused(run("meta", *words, "--human", rated(judged, table))))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("9\n5\n1\n", ()),
        ("rating\n9\n5\n1\n", ()),
        ("segment\trating\n3\t1\n1\t9\n2\t5\n", ()),
        ("model,item,rating\nfair,1,9\nfair,2,5\nfair,3,1\n", ()),
        ("m,i,r\nfair,1,9\nfair,2,5\nfair,3,1\n",
         ("--columns", "system=m", "segment=i", "score=r")),
        ('{"rating": 9}\n{"rating": 5}\n{"rating": 1}\n', ()),
        ("model;item;rating\nfair;1;9\nfair;2;5\nfair;3;1\n", ()),
    ],
)  # fmt: skip
def test_one_system_is_enough(run: Run, judged: Path, text: str, words: tuple[str, ...]) -> None:
    (judged / "one.csv").write_text(text)
    done = run("meta", "reference.txt", "-i", "fair.txt", "--human", "one.csv", *FEW, *words)
    assert done.output.startswith("No significant difference between")
    assert "over 3 outputs" in done.output.splitlines()[0]


@pytest.mark.parametrize("text", ["9\n5\n", "9\n5\n1\n2\n", "rating\n9\n5\n"])
def test_scores_without_segments_are_those_of_all(run: Run, judged: Path, text: str) -> None:
    (judged / "one.txt").write_text(text)
    done = run("meta", "reference.txt", "-i", "fair.txt", "--human", "one.txt", *FEW)
    assert "without segments; expected one for each of the 3 segments" in refused(done)


CHOICES = """item,model_a,model_b,winner,judge
1,one,two,one,x
1,two,one,model_b,y
2,one,two,tie,x
2,one,two,b,y
3,two,three,two,x
3,three,one,a,x
"""
"""Of 5 decided choices: one beats two twice, two beats one and three, three beats one."""


def compared(run: Run, folder: Path, table: str, *words: str) -> dict[str, Any]:
    (folder / "choices.csv").write_text(table)
    for system, lines in (
        ("one", "the cat sat on the mat\nit is rain\na b\n"),
        ("two", "the cat\nit is raining\na b c\n"),
        ("three", "cat\nrain\na b c d\n"),
    ):
        (folder / f"{system}.txt").write_text(lines)
    (folder / "ref.txt").write_text("the cat sat on the mat\nit is raining today\na b c d\n")
    files = words or ("ref.txt", "-i", "one.txt", "two.txt", "three.txt")
    done = run("meta", *files, "--human", "choices.csv", *FEW, "-f", "json")
    assert done.status == 0, done.errors
    return dict(json.loads(done.output))


def test_choices_between_systems_are_read(run: Run, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    found = compared(run, tmp_path, CHOICES)
    systems = {one["system"]: one for one in found["compared_systems"]}
    assert {name: one["choices"] for name, one in systems.items()} == {
        "one": 5,
        "two": 5,
        "three": 2,
    }
    assert [one["won"] for one in systems.values()] == [0.5, 0.5, 0.5]
    assert [one["strength"] for one in systems.values()] == pytest.approx([0, 0, 0], abs=1e-12)
    [level] = [one for one in found["segment_level"] if one["metric"] == "chrf"]
    # chrF prefers one on 1 and two on 2, as three of the judges; on 3 three, then two
    assert (level["pairs"]["concordant"], level["pairs"]["discordant"]) == (4, 1)
    assert level["accuracy"]["value"] == pytest.approx(4 / 5)


def test_rankings_of_wmt_are_choices_between_every_two_systems(
    run: Run, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    table = (
        "srclang,trglang,srcIndex,judgeId,system1Id,system2Id,system3Id,"
        "system1rank,system2rank,system3rank\n"
        "Czech,English,1,x,one.12,two.34,three.56,1,2,2\n"
        "Czech,English,2,x,two.34,one.12,three.56,1,2,-1\n"
    )
    found = compared(run, tmp_path, table)
    assert {one["system"]: one["choices"] for one in found["compared_systems"]} == {
        "one": 3, "two": 3, "three": 2
    }  # fmt: skip
    won = {one["system"]: one["won"] for one in found["compared_systems"]}
    assert won == pytest.approx({"one": 2 / 3, "two": 0.5, "three": 0.25})


def test_outputs_of_an_arena_are_messages_of_conversations(
    run: Run, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)

    def conversation(*said: str) -> list[dict[str, str]]:
        return [
            {"role": role, "content": text}
            for answer in said
            for role, text in (("user", "?"), ("assistant", answer))
        ]

    rows = [
        {"model_a": "m", "model_b": "n", "winner": winner, "turn": turn, "reference": "a b c d",
         "question_id": question, "conversation_a": conversation("a b c d", "x"),
         "conversation_b": conversation("a b", "a b c d")}
        for question, turn, winner in (
            (1, 1, "model_a"), (2, "2", "model_b"), (3, 1, "tie (bothbad)"), (4, 1, "model_b")
        )
    ]  # fmt: skip
    table = "".join(json.dumps(one) + "\n" for one in rows)
    found = compared(run, tmp_path, table, "--columns", "doc=question_id")
    [level] = [one for one in found["segment_level"] if one["metric"] == "chrf"]
    assert (level["pairs"]["concordant"], level["pairs"]["discordant"]) == (2, 1)
    assert [one["systems"] for one in found["sets"]] == [["m", "n"]]
    assert not any("turn" in one for one in found["notes"])


@pytest.mark.parametrize("words", [("1", "2", "0"), ("1", "-1", "0"), ("B", "C", "tie")])
def test_triples_need_no_systems(
    run: Run, tmp_path: Path, monkeypatch: Any, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    first, second, tie = words
    table = (
        f"A1,A2,B,C,choice\na b,a c,a b,x,{first}\nd e,d f,x,d e,{second}\n"
        f"g h,g i,x,g h,{first}\nj,k,j,k,{tie}\n"
    )
    columns = ("hypothesis_a=B", "hypothesis_b=C", "reference:1=A1", "reference:2=A2")
    found = compared(run, tmp_path, table, "--columns", *columns)
    [level] = [one for one in found["segment_level"] if one["metric"] == "chrf"]
    assert level["accuracy"]["value"] == pytest.approx(2 / 3)  # by hand
    assert found["compared_systems"] == []
    assert found["notes"] == ["Agreement on 3 choices is uncertain."]


@pytest.mark.parametrize(
    ("table", "words", "message"),
    [
        ("item,model_a,model_b,better\n1,one,two,one\n", (), "for choices with system_a, system_b"),
        (CHOICES.replace(",b,y", ",,y"), (), "line 5: the choice is ''; expected the name of the"),
        ("item,model_a,model_b,winner\n1,a,b,a\n1,b,a,a\n", (), "line 3: the choice is 'a', which"),
        (
            "item,model_a,model_b,winner\n1,one,two,1\n",
            (),
            "the choice is '1'; .*whole column 1, 2",
        ),
        ("item,model_a,model_b,winner\n9,one,two,one\n", (), "the segment is 9; expected a number"),
        (
            "item,model_a,model_b,winner\n1,one,four,one\n",
            (),
            "no choice is between two of the sys",
        ),
        ("model_a,model_b,winner\none,two,one\n", (), "no columns of two systems and of segments"),
        ("item,model_a,winner\n1,one,one\n", (), "this is no table of choices, only item, model_a"),
        (CHOICES, ("--columns", "winner=best"), "there is no column 'best', only item, model_a"),
        (CHOICES, ("ref.txt",), "known to contain outputs; name them with --columns hypothesis_a="),
        ("srcIndex,system1Id,system1rank\n1,one,x\n", (), "line 2: 'x' is not a finite number"),
        ("srcIndex,system1Id,system1rank\n1,one,1\n", (), "no two systems are ranked"),
    ],
)
def test_a_wrong_table_of_choices_is_refused(
    run: Run, judged: Path, table: str, words: tuple[str, ...], message: str
) -> None:
    (judged / "choices.csv").write_text(table)
    for name in ("one", "two", "ref"):
        (judged / f"{name}.txt").write_text("a b\nc d\ne f\n")
    files = () if "ref.txt" in words else ("ref.txt", "-i", "one.txt", "two.txt")
    done = run("meta", *files, "--human", "choices.csv", *FEW, *words)
    assert re.search(message, refused(done)), done.errors


def test_choices_are_no_scores_to_compare_systems_with(run: Run, judged: Path) -> None:
    (judged / "choices.csv").write_text("item,model_a,model_b,winner\n1,one,two,one\n")
    for name in ("one", "two", "ref"):
        (judged / f"{name}.txt").write_text("a b\nc d\ne f\n")
    words = ("compare", "ref.txt", "-i", "one.txt", "two.txt", "--human", "choices.csv")
    assert "has choices between outputs, not scores" in refused(run(*words))
