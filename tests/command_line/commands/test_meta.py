"""`tallystick meta`: files of human scores, several test sets, formats."""

from __future__ import annotations

import json
from pathlib import Path

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
        (("meta", "reference.txt", "-i", "good.txt", "fair.txt", "--human", "human.tsv"),
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
