"""Scores of other programs, given or read from files."""

import copy
import json
import pickle
import struct
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick
from tallystick import Corpus, InputError, OptionError, TallystickError
from tallystick.metrics import METRICS, GivenScores, ScoreFile, Signature, read_given_scores
from tallystick.reports.comparison.model import bounds_of
from tests.metrics.internals import HumanScores, with_given_scores

HYPOTHESES = ["a b", "c d", "e f", "g h"]
SYSTEMS = {"one": HYPOTHESES, "other": ["a x", *HYPOTHESES[1:]]}
SCORES = {"one": [0.5, 0.25, 0.75, 1.0], "other": [0.25, 0.25, 0.5, 0.0]}
CORPUS = Corpus.from_segments(hypotheses=HYPOTHESES, references=HYPOTHESES)


def compared(scores: Any, **given_texts: Any) -> tallystick.reports.Comparison:
    texts = {"systems": SYSTEMS, "references": HYPOTHESES, "metrics": "bleu"} | given_texts
    return tallystick.compare(scores=scores, **texts)


@given(st.lists(st.integers(-1000, 1000), min_size=1, max_size=20))
def test_a_score_is_the_mean_of_the_scores_of_the_segments(scores: list[int]) -> None:
    texts = ["a"] * len(scores)
    corpus = Corpus.from_segments(hypotheses=texts, references=texts)
    corpus = replace(corpus, scores={"comet": tuple(map(float, scores))})
    metric = GivenScores("comet")
    statistics = metric.statistics(corpus)
    assert metric.score(statistics).score == sum(scores) / len(scores)  # sums of integers are exact
    assert metric.formula(statistics.rows).tolist() == scores


def test_a_slice_of_a_corpus_and_its_copies_have_its_scores() -> None:
    corpus = replace(CORPUS, scores={"comet": (1.0, 2.0, 3.0, 4.0)})
    assert corpus[1:3].scores["comet"] == (2.0, 3.0)
    for other in (copy.deepcopy(corpus), pickle.loads(pickle.dumps(corpus))):
        assert other.scores == corpus.scores


def test_score_systems_and_compare_have_given_scores_behind_the_metrics() -> None:
    scores = tallystick.score_systems(
        systems=SYSTEMS, references=HYPOTHESES, metrics="bleu", scores={"comet": SCORES}
    )
    assert [score.score for _, score in scores.values()] == [2.5 / 4, 1 / 4]
    comparison = compared({"comet": SCORES})
    assert [metric.metric for metric in comparison.metrics] == ["bleu", "comet"]
    assert comparison.segments is not None
    assert comparison.segments.scores["comet"]["other"] == tuple(SCORES["other"])
    assert tallystick.reports.Comparison.from_json(comparison.to_json()) == comparison


def test_the_declared_direction_and_scale_are_those_of_reports() -> None:
    errors = GivenScores("errors", higher_is_better=False, low=0, digits=1, program="counter 1.0")
    comparison = compared({errors: SCORES})
    assert [score.system for score in comparison.in_order_of("errors")] == ["other", "one"]
    metric = comparison.metrics[1]
    assert (metric.higher_is_better, str(metric.scale)) == (False, "0 and up")
    assert "errors scores were computed with counter 1.0" in comparison.methods
    assert "errors scores were computed with tallystick" not in comparison.methods


def test_the_score_of_a_document_is_the_mean_over_its_segments() -> None:
    comparison = compared({"comet": SCORES}, documents=["1", "1", "1", "2"])
    assert comparison.test_set.unit == "document"
    # the sums of both documents differ in one direction: 2 of the 4 exchanges are as extreme
    [difference] = comparison.differences_under("comet")
    assert difference.p_value == 0.5
    metric = GivenScores("comet")
    corpus = replace(CORPUS, scores={"comet": tuple(SCORES["one"])})
    _, statistics = metric.statistics(corpus).by_document(["1", "1", "1", "2"])
    assert metric.formula(statistics.rows).tolist() == [0.5, 1.0]


def test_runs_of_a_system_have_scores_each() -> None:
    scores = {"one": {"1": [1, 1, 1, 1], "2": [0, 0, 0, 0]}, "other": SCORES["other"]}
    systems = {"one": {"1": HYPOTHESES, "2": HYPOTHESES}, "other": SYSTEMS["other"]}
    comparison = compared({"comet": scores}, systems=systems)
    assert comparison.score_of("one", "comet").run_scores == (1.0, 0.0)


def test_a_signature_has_the_number_and_digest_of_the_scores_and_reads_back() -> None:
    errors = GivenScores("errors", higher_is_better=False, program="unbabel-comet 2.2.2")
    scores = tallystick.score_systems(
        systems=SYSTEMS, references=HYPOTHESES, metrics="bleu", scores={errors: SCORES}
    )
    digest = sha256(struct.pack("<8d", *SCORES["one"], *SCORES["other"])).hexdigest()[:12]
    signature = scores["one"][1].signature
    assert str(signature) == (
        f"nrefs:1|better:lower|scores:8|digest:{digest}|metric:errors|impl:unbabel-comet|"
        "version:2.2.2"
    )
    metric = Signature.parse(str(signature)).metric()
    corpus = replace(CORPUS, scores={"errors": tuple(SCORES["one"])})
    assert metric.score(metric.statistics(corpus)).signature == signature


def test_equal_scores_have_equal_signatures_and_different_ones_do_not() -> None:
    def signature(*last: float) -> str:
        scores = {"one": [0.5, 0.25, 0.75, *last]}
        results = tallystick.score_systems(
            systems={"one": HYPOTHESES}, references=HYPOTHESES, scores={"comet": scores}
        )
        return str(results["one"][-1].signature)

    assert signature(1) == signature(np.float64(1.0))
    assert signature(1) != signature(1.0000001)


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        *(([0.5] * number, f"has {number} scores of the system 'one'") for number in (3, 5)),
        (0.5, "is 0.5; expected the scores of its segments, one for each"),
        *(
            ([0.5, wrong, 0.5, 0.5], r"score 2 is .*; expected a finite number")
            for wrong in (float("nan"), float("inf"), 1e308, "0.5", None, True)
        ),
    ],
)
def test_scores_that_are_not_a_finite_number_for_each_segment_are_refused(
    scores: Any, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        compared({"comet": {"one": scores}}, systems={"one": HYPOTHESES})


def test_the_interval_of_equal_scores_is_their_mean() -> None:
    texts = [f"a {number}" for number in range(30)]
    report = compared(
        {"x": {"one": [0.7] * 30, "other": [0.6] * 30}},
        systems={"one": texts, "other": texts},
        references=texts,
        documents=[str(number // 6) for number in range(30)],
    )
    for name, score in (("one", 0.7), ("other", 0.6)):
        entry = report.score_of(name, "x")
        assert entry.score == pytest.approx(score, rel=1e-14)
        assert bounds_of(entry.interval) == (entry.score, entry.score)
    [pair] = report.differences_under("x")
    assert bounds_of(pair.interval) == (pair.difference, pair.difference)


def test_a_system_without_scores_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="no scores of the system 'other'"):
        compared({"comet": {"one": SCORES["one"]}})


def test_a_corpus_without_scores_is_refused_with_the_remedy() -> None:
    with pytest.raises(InputError, match="no given scores named 'comet'; give them with scores="):
        tallystick.score(hypotheses=CORPUS, metrics=GivenScores("comet"))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        *((name, "is the name of another metric") for name in (*METRICS.built_in, "chrf++")),
        # what a signature or a condition cannot contain
        *((name, "cannot be the name") for name in ("", "a b", "a|b", "a:b", "a=b", "a,b", "-a")),
    ],
)
def test_the_name_of_another_metric_and_what_is_no_name_are_refused(
    name: str, message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        GivenScores(name)


def test_a_name_is_given_once() -> None:
    twice = {"comet": SCORES, GivenScores("comet", digits=2): SCORES}
    with pytest.raises(OptionError, match="'comet' are given twice"):
        compared(twice)


def test_limits_are_in_order() -> None:
    with pytest.raises(OptionError, match="low must be below high"):
        GivenScores("comet", low=1, high=0)


def test_human_scores_are_means_over_the_judged_segments() -> None:
    texts, scores = ["a b"] * 4, (80, float("nan"), 50, float("nan"))
    corpus = Corpus.from_segments(hypotheses=texts, references=texts)
    metric = HumanScores("human")
    statistics = metric.statistics(replace(corpus, scores={"human": scores}))
    assert metric.score(statistics).score == 65  # by hand
    assert np.isnan(metric.formula(statistics.rows)).tolist() == [False, True, False, True]


def test_pages_give_no_score_to_segments_without_judgement() -> None:
    formula = HumanScores("human").sum_formula()
    assert formula is not None
    assert np.isnan(formula.of({"scores": 0.0, "segments": 0.0}))
    assert formula.of({"scores": 130.0, "segments": 2.0}) == 65


COMET = GivenScores("comet")
NAMES = ["one", "other"]
ONE, OTHER = (0.5, -0.25), (1.0, 20.0)

FORMS = {
    "header.tsv": "system\tscore\none\t0.5\none\t-.25\nother\t1\nother\t2e1\n",
    "named.tsv": "doc\tcomet\tsystem\nd\t0.5\tone\nd\t1\tother\nd\t-0.25\tone\nd\t20\tother\n",
    "quoted.csv": 'text,score,Model\n"a, b",0.5,one\nc,-0.25,one\nd,1,other\ne,20,other\n',
    "object.jsonl": '{"score": 0.5, "system": "one"}\n{"model": "one", "score": -0.25}\n'
    '{"comet": 1, "system": "other"}\n{"comet": 20, "system": "other"}\n',
    "numbers.tsv": "segment\tsystem\tscore\n2\tone\t-0.25\n2.0\tother\t20\n1\tother\t1\n"
    "1\tone\t0.5\n",
    "numbers.jsonl": '{"line_id": 1, "score": -0.25, "system": "one"}\n'
    '{"line_id": 0, "score": 0.5, "system": "one"}\n'
    '{"line_id": "1", "score": 20, "system": "other"}\n'
    '{"line_id": "0", "score": 1, "system": "other"}\n',
    # mt-metrics-eval
    "comet.seg.score": "one\t0.5\none\t-0.25\nother\t1\nother\t20\n",
    # comet-score of unbabel-comet 2.2.2, with its format string f"{file}\tSegment {i}\tscore: ..."
    "comet-score.txt": "out/one.txt\tSegment 0\tscore: 0.5000\nout/other.txt\tSegment 0\tscore: "
    "1.0000\nout/one.txt\tSegment 1\tscore: -0.2500\nout/other.txt\tSegment 1\tscore: 20.0000\n"
    "out/one.txt\tscore: 0.1250\nout/other.txt\tscore: 10.5000\n",
    "sorted.txt": "out/one.txt\tSegment 1\tscore: -0.2500\nout/one.txt\tSegment 0\tscore: 0.5000\n"
    "out/other.txt\tSegment 0\tscore: 1\nout/other.txt\tSegment 1\tscore: 20\n",
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


def values(files: list[ScoreFile], systems: list[str] = NAMES) -> list[tuple[float, ...]]:
    [by_system] = read_given_scores(files, systems).values()
    return [tuple(by_system[system].values) for system in dict.fromkeys(systems)]


@pytest.mark.parametrize("name", FORMS)
def test_every_form_has_the_same_scores_and_digest(name: str, tmp_path: Path) -> None:
    files = []
    for form in (name, "header.tsv"):
        (tmp_path / form).write_text(FORMS[form], encoding="utf-8")
        files.append([ScoreFile(COMET, tmp_path / form)])
    assert values(files[0]) == [ONE, OTHER]
    [scores], [other] = (read_given_scores(each, NAMES) for each in files)
    assert (scores.number, scores.digest) == (4, other.digest)


@pytest.mark.parametrize("ending", [".txt", "", ".comet", ".de-en.scores"])
def test_a_file_of_numbers_belongs_to_the_system_it_is_named_after(
    ending: str, tmp_path: Path
) -> None:
    files = [tmp_path / f"{system}{ending}" for system in reversed(NAMES)]
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
    (tmp_path / "3.tsv").write_text("line_id\tscore\n1\t-0.25\n1\t20\n0\t0.5\n0\t1\n")
    mixed = [ScoreFile(COMET, tmp_path / "3.tsv", system="one")]
    assert values(mixed, ["one", "one"]) == [ONE + OTHER]
    (tmp_path / "3.tsv").write_text("line_id\tscore\n1\t-0.25\n0\t1\n0\t0.5\n1\t20\n")
    assert values(mixed, ["one", "one"]) == [(1.0, -0.25, 0.5, 20.0)]
    (tmp_path / "3.tsv").write_text("line_id\tscore\n" + "0\t1\n" * 3 + "1\t2\n" * 3)
    assert values(mixed, ["one"] * 3) == [(1.0, 2.0) * 3]
    (tmp_path / "3.tsv").write_text("line_id\tscore\n0\t1\n0\t2\n1\t3\n1\t4\n1\t5\n0\t6\n")
    with pytest.raises(InputError, match="the scores of 3 runs of 'one' are mixed"):
        values(mixed, ["one"] * 3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "s is empty"),
        ("0.5\nnan\n", "s, line 2: 'nan' is not a finite number"),
        ("0.5\n\n", "s, line 2: '' is not a finite number"),
        ("0.5\n1_0\n", "s, line 2: '1_0' is not a finite number"),
        ("0.5\n\uff15\n", "s, line 2: '\uff15' is not a finite number"),
        ("0.5\n1e999\n", "s, line 2: 1e999 is not a finite number"),
        ("0.5\n-1e308\n", "s, line 2: -1e308 is not a finite number up to 1e+100 on either side"),
        ("0.5\n0,5\n", "s, line 2: '0,5' is not a finite number (write 0.5)"),
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
        ('{"score": 1, "model": "x"}\n', "s has no scores of the system 'one'"),
        ("system\tmodel\tscore\none\tx\t1\n", "s, line 1: the columns 'system' and 'model' both"),
        ('{"one": [{"COMET": "1"}]}\n', "s, one, segment 1: 'COMET' is \"1\"; expected a number"),
        ('{"one": [1]}\n', "s, one, segment 1: is not a JSON object"),
        ('{"one": [\n{"COMET": 1}\n', "s, line 1: is not valid JSON"),
        ("system\tscore\tcomet\none\t1\t2\n", "s, line 1: the columns 'score' and 'comet' may"),
        ('{"score": 1, "comet": 2}\n', "s, line 1: the keys 'score' and 'comet' may both"),
        ("segment\tscore\n0\t1\n", "s, line 2: the segment is 0; expected a number from 1, or the"),
        ("seg_id\tscore\nq1\t1\n", "s, line 2: the seg_id is 'q1'; expected a whole number"),
        ("line\tscore\n1\t1\n1\t1\n", "s, line 3: there are more scores of segment 1 of the"),
        ("line\tscore\n1\t1\n3\t1\n", "s: there is no score of segment 2 of the system 'one'"),
        ('{"line": 1, "score": 1}\n{"score": 1}\n', "s, line 2: has no number of a segment"),
        (
            "id\tscore\n2\t1\n1\t1\n",
            "s: 'id' has the numbers 1 to 2 of the system 'one'",
        ),
        ('{"number": 1, "score": 1}\n{"number": 0, "score": 1}\n', "s: 'number' has the numbers 0"),
        (
            '{"score": 1, "score": 2}\n',
            "s, line 1: is not valid JSON (the key 'score' occurs twice",
        ),
        (
            "segment\tline_id\tscore\n1\t0\t1\n2\t2\t1\n",
            "s, line 3: the segment is 2 and the line_id 2",
        ),
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


@pytest.mark.parametrize("ids", ["1 2 3", "3 3 1", "7 6 5", "c b a"])
def test_scores_with_ids_that_do_not_number_segments_are_joined_by_line(
    ids: str, tmp_path: Path
) -> None:
    path = tmp_path / "s"
    path.write_text("id\tscore\n" + "".join(f"{each}\t{n}\n" for n, each in enumerate(ids.split())))
    assert values([ScoreFile(COMET, path)], ["one"]) == [(0, 1, 2)]


@pytest.mark.parametrize(
    ("column", "own", "said"),
    [
        ("segment", {"segment": "1 2 3 4"}, ""),
        ("segment", {"segment": "2.0 1 3 4"}, "texts' own 'segment' is 2 in line 1"),
        ("segment", {"segment": "1 2 4 5"}, "texts' own 'segment' is 4 in line 3"),
        ("segment", {"segment": "1 2 1 2"}, ""),  # of two documents
        ("segment", {"seg_id": "5 7 8 9"}, ""),  # of a part of a test set
        ("segment", {"seg_id": "1 2 4 3"}, "texts' own 'seg_id' is 3 in line 4"),
        ("line_id", {"line_id": "0 1 2 3"}, ""),
        ("line_id", {"line_id": "1 2 3 4"}, "from 0, but the texts' own 'line_id' is 1 in line 1"),
        ("score", {"segment": "4 3 2 1"}, ""),  # without numbers
    ],
)
def test_scores_by_number_are_those_of_texts_with_the_same_numbers(
    column: str, own: dict[str, str], said: str, tmp_path: Path
) -> None:
    path = tmp_path / "s.tsv"
    first = 0 if column == "line_id" else 1
    path.write_text(f"{column}\tcomet\n" + "".join(f"{first + n}\t{n}\n" for n in range(4)))
    metadata = {name: numbers.split() for name, numbers in own.items()}
    corpus = Corpus.from_segments(hypotheses=HYPOTHESES, references=HYPOTHESES, metadata=metadata)
    given = read_given_scores([ScoreFile(COMET, path, column="comet")], ["one"])
    parts = [[("one", corpus[:2])], [("one", corpus[2:])]]
    if said:
        with pytest.raises(InputError, match=said):
            [list(part) for part in with_given_scores(parts, given)]
    else:
        scored = [
            each.scores["comet"] for part in with_given_scores(parts, given) for _, each in part
        ]
        assert scored == [(0, 1), (2, 3)]


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
        read_given_scores([file], NAMES)
    assert str(caught.value).startswith(message)
    assert isinstance(caught.value, (InputError, OptionError))
