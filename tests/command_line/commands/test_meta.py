"""`tallystick meta`: files of human scores, several test sets, formats."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import tallystick
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
TEXTS = "meta reference.txt -i good.txt fair.txt poor.txt"
WORDS = f"{TEXTS} --human human.tsv"
FEW = "--resamples 50 -m bleu chrf"
OF_SETS = f"meta --sets sets.toml {FEW}"


@pytest.fixture(autouse=True)
def judged() -> None:
    for name, text in OUTPUTS.items():
        Path(f"{name}.txt").write_text(text)
    Path("reference.txt").write_text(OUTPUTS["good"])
    Path("human.tsv").write_text(HUMAN)
    Path("systems.tsv").write_text("system\tscore\ngood\t9\nfair\t7\n")
    Path("sets.toml").write_text(SETS)


def test_the_agreement_of_each_metric_is_printed_and_given_as_data(run: Run) -> None:
    done = run(f"{WORDS} {FEW} -o meta.json")
    assert done.status == 0
    assert "No significant difference on systems between BLEU and chrF2" in done.output
    assert "pairwise accuracy" in done.output
    assert "within segments" in done.output
    report = json.loads(Path("meta.json").read_text())
    assert report["schema"] == "tallystick/meta/1"
    assert {metric["accuracy"]["value"] for metric in report["together"]} == {1.0}
    assert {level["grouping"] for level in report["segment_level"]} == {"segment", "system", "none"}


def test_a_saved_report_is_shown_again(run: Run) -> None:
    done = run(f"{WORDS} {FEW} -o report.json -f text")
    assert run("meta --report report.json").output == done.output
    assert run("meta --report report.json -f json").data() == json.loads(
        Path("report.json").read_text()
    )
    assert "incompatible with --metrics" in refused(run(f"meta --report report.json {FEW}"))


SETS = """sets = ["de-en", "en-zh"]
references = "reference.txt"
human = "human.tsv"
hypotheses = ["good.txt", "fair.txt", "poor.txt"]
"""


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("", "-l {set}"),
        ('language-pair = "{set}"\n', ""),
        ('language-pair = "ja"\n', "-l {target}"),
        ('[en-zh]\nlanguage-pair = "zh"\n', ""),
    ],
)
def test_every_set_has_the_tokenizer_of_its_language(run: Run, key: str, words: str) -> None:
    Path("sets.toml").write_text(SETS + key)
    report = run(f"{OF_SETS} {words} -f json -o meta.txt").data()
    assert [test_set["name"] for test_set in report["sets"]] == ["de-en", "en-zh"]
    levels = {(level["metric"], level["set"]): level for level in report["system_level"]}
    assert len(levels) == 4
    assert "tok:13a" in levels["bleu", "de-en"]["signature"]
    assert "tok:zh" in levels["bleu", "en-zh"]["signature"]
    metric: Any = {"references": OUTPUTS["good"].split("\n")[:-1], "tokenize": "zh"}
    assert levels["bleu", "en-zh"]["scores"] == [
        tallystick.bleu(hypotheses=text.split("\n")[:-1], **metric).score
        for text in OUTPUTS.values()
    ]
    shown = " ".join(Path("meta.txt").read_text().split())
    for label in ("bleu, de-en", "bleu, en-zh", "chrf"):
        assert f"{label}: nrefs:1" in shown


def test_the_metric_in_the_place_of_humans_has_the_tokenizer_of_each_set(run: Run) -> None:
    Path("fair.txt").write_text("the cat sat on a mat。\nit is rain today\nwe like tea\n")
    report = run(f"{OF_SETS} --against bleu -l {{set}} -f json").data()
    of_humans = [test_set["scores"] for test_set in report["sets"]]
    assert of_humans[0] != of_humans[1]
    assert report["against"] == "bleu"


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("language-pair = 1", "language-pair is 1; expected the name of a language"),
        ('language-pair = "{system}"', "there is no placeholder {system}"),
        ('language-pair = "jp"', "de-en: the languages are 'jp'"),
        ('language_pair = "zh"', "there is no key 'language_pair'"),
    ],
)
def test_a_wrong_language_of_a_set_is_refused(run: Run, key: str, message: str) -> None:
    Path("sets.toml").write_text(SETS + key)
    assert message in " ".join(refused(run(OF_SETS)).split())


def test_error_counts_reverse_the_order(run: Run) -> None:
    report = run(f"{WORDS} {FEW} --human-lower-is-better -f json").data()
    assert {metric["accuracy"]["value"] for metric in report["together"]} == {0.0}


def test_a_metric_takes_the_place_of_humans(run: Run) -> None:
    report = run(f"{TEXTS} --resamples 50 -m bleu --against chrf -f json").data()
    assert (report["against"], [row["metric"] for row in report["metrics"]]) == ("chrf", ["bleu"])


def test_sets_need_no_human_scores_if_a_metric_takes_their_place(run: Run) -> None:
    Path("sets.toml").write_text(SETS.replace('human = "human.tsv"\n', ""))
    done = run(f"{OF_SETS} --against chrf")
    assert done.status == 0
    assert "not with humans" in done.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (TEXTS, "there are no human scores; name a file of them with --human FILE"),
        (f"{WORDS} --human-column z", "no column 'z'"),
        (f"{WORDS} --sets sets.toml", "leave out the references, --input, --human"),
        (
            "meta reference.txt -i good.txt fair.txt --human systems.tsv",
            "2 systems with human scores; expected at least 3",
        ),
        (f"{WORDS} --against chrf", "leave out it or --human"),
        (f"{TEXTS} -m bleu --against bleu", "leaves no metric to evaluate"),
        *(
            (f"{TEXTS} -m bleu --against chrf {option}", "describes human scores, but --against")
            for option in ("--human-column z", "--rename a=b", "--human-set x")
        ),
        (f"{WORDS} --resamples 0", "resamples"),
        (f"{WORDS} --confidence 2", "confidence"),
        (f"{OF_SETS} --human-column z", "leave out --human-column"),
        (f"{OF_SETS} --human-order sorted-documents", "leave out --human-order"),
        (f"{WORDS} --only de-en", "give --sets too"),
        (f"{WORDS} --human-is COMET --against chrf", "leave out one of them"),
        (f"{WORDS} -m", "give at least one metric"),
    ],
)
def test_wrong_use_is_refused(run: Run, words: str, message: str) -> None:
    assert message in refused(run(words))


def test_only_scores_of_other_programs_are_evaluated_by_an_empty_m(run: Run) -> None:
    for name in ("reference", *OUTPUTS):
        Path(f"{name}.txt").write_text("none\n")
    Path("systems.tsv").write_text("system\tscore\ngood\t9\nfair\t7\npoor\t3\n")
    words = f"{TEXTS} --human systems.tsv --scores comet=systems.tsv --resamples 50 -f json"
    alone = run(f"{words} -m")
    assert (alone.errors, [row["metric"] for row in alone.data()["metrics"]]) == ("", ["comet"])
    beside = run(words)
    assert "bleu, chrf, ter and nist are computed on one segment" in beside.errors


def test_empty_outputs_with_scores_give_a_warning(run: Run) -> None:
    Path("poor.txt").write_text("cat on mat\n\ntea\n")
    assert "poor: 1 of 3 hypotheses are empty" in run(f"{WORDS} {FEW}").errors


def test_a_folder_of_mt_metrics_eval_has_sets_and_scores_of_metrics(run: Run) -> None:
    tree = Path("tree")
    for pair in ("en-de", "zh-en"):
        outputs, scores = tree / "system-outputs" / pair, tree / "metric-scores" / pair
        for folder in (outputs, scores, tree / "references", tree / "human-scores"):
            folder.mkdir(parents=True, exist_ok=True)
        for name, text in OUTPUTS.items():
            (outputs / f"{name}.txt").write_text(text)
        for path in (outputs / "refA.txt", tree / "references" / f"{pair}.refA.txt"):
            path.write_text(OUTPUTS["good"])
        lines = "".join(f"{name}\t{-number}\n" * 3 for number, name in enumerate(OUTPUTS))
        (tree / "human-scores" / f"{pair}.mqm.seg.score").write_text(lines)
        (scores / "comet-refA.seg.score").write_text(lines)
    given = "--scores comet=tree/metric-scores/{set}/comet-refA.seg.score"
    words = f"meta --sets tree {given} {FEW} -f json"
    report = run(words).data()
    assert report["human"] == "mqm"
    assert [test_set["name"] for test_set in report["sets"]] == ["en-de", "zh-en"]
    assert [metric["metric"] for metric in report["metrics"]].count("comet") == 1
    assert {metric["accuracy"]["value"] for metric in report["together"]} == {1.0}
    assert [row["name"] for row in run(f"{words} --only zh-en").data()["sets"]] == ["zh-en"]


def test_explain_defines_every_number_without_data(run: Run) -> None:
    done = run("meta --explain")
    assert done.status == 0
    assert "soft accuracy\n    1 less the mean distance" in done.output


def test_scores_that_are_not_of_humans_are_called_so(run: Run) -> None:
    output = run(f"{WORDS} {FEW} --human-is COMET").output
    assert "This is agreement with COMET, not with humans." in output
    assert "takes the place of humans" in output


RATINGS = """model,prompt,text,wanted,rater,rating
one,q1,the cat sat on the mat,the cat sat on the mat,a,5
one,q1,the cat sat on the mat,the cat sat on the mat,b,4
two,q1,cat mat,the cat sat on the mat,a,1
two,q2,it is raining,it is raining today,b,4
one,q2,rain,it is raining today,a,2
"""


COLUMNS = "--columns hypothesis=text reference=wanted doc=prompt"
RATED = f"meta --human ratings.csv {FEW} -f json"


def rate(table: str = RATINGS) -> None:
    Path("ratings.csv").write_text(table)


def test_rated_outputs_need_no_other_file(run: Run) -> None:
    rate()
    report = run(f"{RATED} {COLUMNS} -o ratings.txt -o ratings.md").data()
    # by hand: 2 outputs of each prompt, which both metrics order as the ratings 4.5, 1 and 4, 2 do
    assert {level["grouping"] for level in report["on_outputs"]} == {"segment", "system", "none"}
    [of_set] = report["sets"]
    assert (of_set["systems"], of_set["segments"]) == (["one", "two"], 2)
    within = [level for level in report["on_outputs"] if level["grouping"] == "segment"]
    assert [level["kendall"]["value"] for level in within] == [1.0, 1.0]
    assert "Several scores of one output are averaged." in report["notes"]
    shown = Path("ratings.txt").read_text()
    assert shown.startswith("No significant difference between")
    assert "over 4 outputs" in shown.split("\n")[0]
    assert "0 pairs" not in shown
    # BLEU of segments, as in scores of --segments
    assert "|eff:yes|" in Path("ratings.md").read_text()


def test_the_columns_of_a_table_and_its_systems_have_any_names(run: Run) -> None:
    rows = [f"x-{name},{n},{place + n}\n" for place, name in enumerate(OUTPUTS) for n in (1, 2, 3)]
    Path("table.csv").write_text("".join(["which,what,points\n", *rows]))
    columns = "--columns system=which item=what score=points"
    words = f"{TEXTS} --human table.csv {columns} {FEW} -f json --rename"
    report = run(f"{words} x-good=good x-fair=fair x-poor=poor").data()
    assert report["sets"][0]["systems"] == [*OUTPUTS]
    errors = refused(run(f"{words} x-one"))
    assert errors.startswith("tallystick: error: --rename x-one: expec")


def test_systems_without_an_output_for_every_item_are_one(run: Run) -> None:
    rate(RATINGS + "two,q3,it rains,it is raining,a,3\n")
    report = run(f"{RATED} {COLUMNS}").data()
    assert [test_set["systems"] for test_set in report["sets"]] == [["outputs"]]
    assert {level["grouping"] for level in report["on_outputs"]} == {"document", "none"}
    assert any(
        "does not have one output of each of the 2 systems" in note for note in report["notes"]
    )
    shown = run(f"{RATED.removesuffix(' -f json')} {COLUMNS}").output.split()
    notes = " ".join(shown)
    # neither the sentence nor the table of sets counts these outputs as one system
    assert "The outputs in this test set are not those of 3 or more systems for the same" in notes
    assert "set systems segments resampled" in notes
    assert shown[shown.index("resampled") + 5 :][:4] == ["this", "test", "set", "5"]


@pytest.mark.parametrize("name", ["model_name", "system_name", "model_id", "SYS"])
def test_usual_names_of_the_column_of_systems_are_known(run: Run, name: str) -> None:
    rows = f"{name},output,ref,rating,item\n" + "".join(
        f"{system},{output},x y,{place},{item}\n"
        for item in (1, 2)
        for place, (system, output) in enumerate({"a": "x", "b": "x y", "c": "z"}.items())
    )
    rate(rows)
    assert [test_set["systems"] for test_set in run(RATED).data()["sets"]] == [["a", "b", "c"]]


@pytest.mark.parametrize(
    ("table", "segments"),
    [
        # equal outputs for different items are different
        (
            "doc,output,reference,rating\n"
            + "".join(f"p{n},Yes.,{'Yes.' if n % 2 else 'No.'},{n}\n" for n in range(6)),
            6,
        ),
        # a row may have several lines, or references
        ('output,reference,rating\n"a b\nc",a b c,3\nd,d e,2\n"e ""f""",x,1\n', 3),
        (
            "".join(
                json.dumps({"output": output, "reference": references, "rating": rating}) + "\n"
                for output, references, rating in (
                    ("a b\nc", ["a b c"], 3),
                    ("d", "d e", 2),
                    ('e "f"', ["x", "y"], 1),
                )
            ),
            3,
        ),
    ],
)
def test_every_row_is_an_output(run: Run, table: str, segments: int) -> None:
    rate(table)
    assert [test_set["segments"] for test_set in run(RATED).data()["sets"]] == [segments]


def test_rated_outputs_join_files_of_references_by_segment(run: Run) -> None:
    rate("segment,output,rating\n2,it is rain today,3\n1,the cat sat on a mat,4\n1,cat,1\n")
    report = run(RATED.replace("meta", "meta reference.txt")).data()
    levels = {(level["metric"], level["grouping"]): level for level in report["segment_level"]}
    assert levels["chrf", "none"]["pairs"]["concordant"] == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("9\n5\n1\n", ""),
        ("rating\n9\n5\n1\n", ""),
        ("segment\trating\n3\t1\n1\t9\n2\t5\n", ""),
        ("model,item,rating\nfair,1,9\nfair,2,5\nfair,3,1\n", ""),
        ("m,i,r\nfair,1,9\nfair,2,5\nfair,3,1\n", "--columns system=m segment=i score=r"),
        ('{"rating": 9}\n{"rating": 5}\n{"rating": 1}\n', ""),
        ("model;item;rating\nfair;1;9\nfair;2;5\nfair;3;1\n", ""),
    ],
)
def test_one_system_is_enough(run: Run, text: str, words: str) -> None:
    rate(text)
    done = run(f"meta reference.txt -i fair.txt --human ratings.csv {FEW} {words}")
    assert done.output.startswith("No significant difference between")
    assert "over 3 outputs" in done.output.split("\n")[0]


CHOICES = """item,model_a,model_b,winner,judge
1,one,two,one,x
1,two,one,model_b,y
2,one,two,tie,x
2,one,two,b,y
3,two,three,two,x
3,three,one,a,x
"""
"""Of 5 decided choices: one beats two twice, two beats one and three, three beats one."""


def compared(
    run: Run, table: str, words: str = "ref.txt -i one.txt two.txt three.txt"
) -> dict[str, Any]:
    Path("choices.csv").write_text(table)
    for system, lines in (
        ("one", "the cat sat on the mat\nit is rain\na b\n"),
        ("two", "the cat\nit is raining\na b c\n"),
        ("three", "cat\nrain\na b c d\n"),
        ("ref", "the cat sat on the mat\nit is raining today\na b c d\n"),
    ):
        Path(f"{system}.txt").write_text(lines)
    return dict(run(f"meta {words} --human choices.csv {FEW} -f json").data())


def test_choices_between_systems_are_read(run: Run) -> None:
    report = compared(run, CHOICES)
    systems = {system["system"]: system for system in report["compared_systems"]}
    assert {name: system["choices"] for name, system in systems.items()} == {
        "one": 5,
        "two": 5,
        "three": 2,
    }
    assert [system["won"] for system in systems.values()] == [0.5, 0.5, 0.5]
    assert [row["strength"] for row in systems.values()] == pytest.approx([0, 0, 0], abs=1e-12)
    [level] = [row for row in report["segment_level"] if row["metric"] == "chrf"]
    # chrF prefers one on 1 and two on 2, as three of the judges; on 3 three, then two
    assert (level["pairs"]["concordant"], level["pairs"]["discordant"]) == (4, 1)
    assert level["accuracy"]["value"] == pytest.approx(4 / 5)


def test_rankings_of_wmt_are_choices_between_every_two_systems(run: Run) -> None:
    table = (
        "srclang,trglang,srcIndex,judgeId,system1Id,system2Id,system3Id,"
        "system1rank,system2rank,system3rank\n"
        "Czech,English,1,x,one.12,two.34,three.56,1,2,2\n"
        "Czech,English,2,x,two.34,one.12,three.56,1,2,-1\n"
    )
    report = compared(run, table)
    assert {system["system"]: system["choices"] for system in report["compared_systems"]} == {
        "one": 3, "two": 3, "three": 2
    }  # fmt: skip
    won = {system["system"]: system["won"] for system in report["compared_systems"]}
    assert won == pytest.approx({"one": 2 / 3, "two": 0.5, "three": 0.25})


def test_outputs_of_an_arena_are_messages_of_conversations(run: Run) -> None:
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
    table = "".join(json.dumps(row) + "\n" for row in rows)
    report = compared(run, table, "--columns doc=question_id")
    [level] = [row for row in report["segment_level"] if row["metric"] == "chrf"]
    assert (level["pairs"]["concordant"], level["pairs"]["discordant"]) == (2, 1)
    assert [test_set["systems"] for test_set in report["sets"]] == [["m", "n"]]
    assert not any("turn" in note for note in report["notes"])


@pytest.mark.parametrize(
    ("first", "second", "tie"), [("1", "2", "tie"), ("1", "-1", "0"), ("B", "C", "tie")]
)
def test_triples_need_no_systems(run: Run, first: str, second: str, tie: str) -> None:
    table = (
        f"A1,A2,B,C,choice\na b,a c,a b,x,{first}\nd e,d f,x,d e,{second}\n"
        f"g h,g i,x,g h,{first}\nj,k,j,k,{tie}\n"
    )
    columns = "--columns hypothesis_a=B hypothesis_b=C reference:1=A1 reference:2=A2"
    report = compared(run, table, columns)
    [level] = [row for row in report["segment_level"] if row["metric"] == "chrf"]
    assert level["accuracy"]["value"] == pytest.approx(2 / 3)  # by hand
    assert (report["sets"][0]["units"], report["sets"][0]["segments"]) == (4, 8)  # items, outputs
    assert report["compared_systems"] == []
    assert report["notes"] == ["Agreement on 3 choices is uncertain."]


def test_a_note_says_that_several_scores_of_an_output_in_a_file_are_averaged(run: Run) -> None:
    note = "Several scores of one output are averaged."
    assert note not in run(f"{WORDS} {FEW} -f json").data()["notes"]
    Path("human.tsv").write_text(f"{HUMAN}good\t1\t2\n")
    report = run(f"{WORDS} {FEW} -f json").data()
    assert note in report["notes"]
    assert report["sets"][0]["scores"][0] == pytest.approx((5 + 7 + 6) / 3)  # by hand: (8 + 2) / 2


OF_FILES = "reference.txt -i fair.txt poor.txt"


@pytest.mark.parametrize(
    ("files", "words", "table", "message"),
    [
        *(
            ("", words, RATINGS.replace("rating", "points"), f"known to contain {message}")
            for words, message in (
                ("", "scores or outputs or references; name them with --columns score=COLUMN hypo"),
                ("--columns score=points", "outputs or references; name .* hypothesis=COLUMN ref"),
                (
                    "--columns score=points hypothesis=text",
                    "references; .* reference=COLUMN, or give files of references before --human",
                ),
            )
        ),
        ("", f"{COLUMNS} --docs d.txt", RATINGS, "--docs does not go with outputs in the table"),
        ("", f"{COLUMNS} score=points", RATINGS, "there is no column 'points'"),
        ("", f"{COLUMNS} score=rating --human-column rating", RATINGS, "both name the scores"),
        ("", "--human-set x", "output,ref,rating\na,a,1\n", "has no column of sets or aspects"),
        ("", "", "output,ref,rating,rating\na,a,1,2\n", "1: there are several columns 'rating'"),
        ("", "", '{"output": null, "ref": "a", "rating": 1}', "'output' is None; expected a"),
        ("", "", '{"output": "a", "ref": [], "rating": 1}', r"'ref' is \[\]; expected a text"),
        ("", "--columns worker=rater", RATINGS, "not a meaning .*system, segment, line_id, score"),
        (
            "",
            "",
            "pair,output,ref,rating\nde-en,a,a,1\nja-en,a,a,2\n",
            "several test sets: de-en, ja-en; name one of them with --human-set",
        ),
        ("", "--columns score=fluency,meanin", "output,ref,fluency\na,a,1\n", "column 'meanin'"),
        (
            "reference.txt",
            "",
            "output,rating\na,1\n",
            "known to contain segments, the numbers of lines in",
        ),
        *(
            (
                files,
                "",
                f"model,item,output,rating\nfair,{number},a,1\n",
                f"line 2: the segment is {number}; expected a number from 1 to 3, .* of the {what}",
            )
            for files, what in (("reference.txt", "references"), (OF_FILES, "hypotheses"))
            for number, what in ((9, f"{what}\n"), (0, f"{what}; .* add --columns line_id=item\n"))
        ),
        (
            "reference.txt",
            "--source source.txt",
            "segment,source,output,rating\n1,second,a,1\n2,third,b,2\n",
            "0 sources of 2 outputs are those of their segments .*, but 2 .*name their column with",
        ),
        ("", f"{COLUMNS} --source source.txt", RATINGS, "name the column of sources with"),
        (
            "reference.txt",
            "--source table",
            "segment,output,rating\n1,a,1\n",
            "has 2 lines but there are 3 segments; expected the source of every segment",
        ),
        *(
            ("reference.txt -i fair.txt", "", table, "expected one for each of the 3 segments")
            for table in ("9\n5\n", "9\n5\n1\n2\n", "rating\n9\n5\n")
        ),
        (
            "reference.txt",
            "",
            "item,model_a,model_b,winner\n1,fair,poor,fair\n",
            "known to contain outputs; name them with --columns hypothesis_a=",
        ),
        *(
            (OF_FILES, words, table, message)
            for table, words, message in (
                ("model,item,rating\n,1,2\n", "", "line 2: the column 'model' is empty; expected"),
                ("model,item,rating\nfair,1,2\n,2,2\n", "", "line 3: the column 'model' is empty"),
                ("model,item,rating\ngood,x,2\n", "", "the segment is 'x'; .* segment=COLUMN"),
                (
                    "model,item,rating\ngood,1,2\n",
                    "--columns score=rating,model",
                    "line 2: 'good' under 'model' is not a finite number; expected a score",
                ),
                (
                    "system,item,rating\ngood,1,2\n",
                    "--columns rater=system",
                    "none of the columns system, item, rating is known to contain systems",
                ),
                (
                    "name,item,fluency,meaning\ngood,1,2,3\n",
                    "--columns score=fluency,meaning",
                    "known to contain systems; name it with --columns system=COLUMN",
                ),
                ("item,model_a,model_b,winer\n1,fair,poor,a\n", "", "as in winner=winer"),
                ("itm,model_a,model_b,winner\n1,fair,poor,a\n", "", "segment=itm"),
                ("item,model_a,model_b,better\n1,fair,poor,a\n", "", "for choices with system_a"),
                (
                    "item,model_a,model_b,winner\n1,fair,poor,a\n2,fair,poor,\n",
                    "",
                    "line 3: the choice is ''; expected the .*; leave out rows without a choice",
                ),
                (
                    "item,model_a,model_b,winner\n1,a,b,a\n1,b,a,a\n",
                    "",
                    "line 3: the choice is 'a', which",
                ),
                (
                    "item,model_a,model_b,winner\n1,fair,poor,1\n",
                    "",
                    "choice is '1'; .*in a column of 1 and 2",
                ),
                (
                    "item,model_a,model_b,winner\n1,fair,poor,1\n2,fair,poor,2\n3,fair,poor,0\n",
                    "",
                    "line 4: the choice is '0'; expected the name .* or of 1, -1 and 0 for a tie",
                ),
                *(
                    (
                        f"model,item,rating\nfair,1,1\nfair,2,{score}\npoor,1,2\npoor,2,3\n",
                        "",
                        f"line 3: '{score}' is not a finite number; .* where there is none None or",
                    )
                    for score in ("nan", "NA", "-", "n/a", "null")
                ),
                ("item,model_a,model_b,winner\n9,fair,poor,a\n", "", "the segment is 9; expected"),
                ("item,model_a,model_b,winner\n1,fair,x,a\n", "", "no choice is between two of"),
                ("model_a,model_b,winner\nfair,poor,a\n", "", "no columns of two systems and of"),
                ("item,model_a,winner\n1,fair,fair\n", "", "no table of choices, only item, m"),
                (
                    "item,model_a,model_b,winner\n1,fair,poor,a\n",
                    "--human-column z",
                    "has choices between outputs, and no scores of them in a column 'z'",
                ),
                (CHOICES, "--columns winner=best", "there is no column 'best', only item, model_a"),
                ("srcIndex,system1Id,system1rank\n1,one,x\n", "", "2: 'x' is not a finite number"),
                ("srcIndex,system1Id,system1rank\n1,one,1\n", "", "no two systems are ranked"),
            )
        ),
    ],
)
def test_a_wrong_table_is_refused(
    run: Run, files: str, words: str, table: str, message: str
) -> None:
    Path("source.txt").write_text("first\nsecond\nthird\n")
    Path("table").write_text(table)
    done = run(f"meta {files} --human table {FEW} {words}")
    assert re.search(message, refused(done)), done.errors
