"""`--scores`: scores of other programs in `tallystick score` and `tallystick compare`."""

from pathlib import Path

import pytest

from tests.command_line.conftest import Run, refused

REFERENCE = [f"a b c {number}" for number in range(12)]
NEW = [f"a b d {number}" for number in range(12)]
GOOD = [0.75, 0.5, 0.25] * 4
WORSE = [0.5, 0.25, 0.0] * 4


@pytest.fixture(autouse=True)
def files() -> None:
    """Write a reference, two systems, documents and scores."""
    for name, lines in {
        "reference.txt": REFERENCE,
        "old.txt": NEW[:6] + [f"a b e {number}" for number in range(6, 12)],
        "new.txt": NEW,
        "documents": [str(number // 3) for number in range(12)],
        "scores.tsv": [
            "system\tscore",
            *(f"old\t{score}" for score in GOOD),
            *(f"new\t{score}" for score in WORSE),
        ],
        "old.comet": map(str, GOOD),
        "new.comet": map(str, WORSE),
    }.items():
        Path(name).write_text("\n".join(lines) + "\n", encoding="utf-8")


NEW_ALONE = "reference.txt -i new.txt -m bleu -q"
BOTH = "reference.txt -i old.txt new.txt -m bleu -q"


def test_score_has_scores_of_the_corpus_documents_and_segments(run: Run) -> None:
    words = "--scores comet=scores.tsv --documents --segments --docs documents -f json"
    scores = run(f"score {BOTH} {words}").data()["scores"]
    entries = [entry for entry in scores if entry["metric"] == "comet"]
    assert [entry["score"] for entry in entries] == [0.5, 0.25]
    assert entries[0]["segments"] == GOOD
    assert [row["score"] for row in entries[1]["documents"]] == [0.25] * 4


def test_long_files_are_read_in_parts_with_the_scores_of_each(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tallystick.metrics.reading.read.SEGMENTS_PER_PART", 100)
    lines = 101
    Path("long").write_text("a b c d\n" * lines, encoding="utf-8")
    Path("scores").write_text("1\n" * (lines - 1) + f"{lines + 1}\n", encoding="utf-8")
    done = run("score long -i long -m bleu -q -b --scores x=scores")
    assert done.output.split() == ["100.00", "2.0000"]


def test_the_guard_fails_if_given_scores_worsen(run: Run) -> None:
    words = "--baseline old --fail-if 'comet worsens by more than 0.2'"
    assert run(f"compare {BOTH} --scores comet=scores.tsv {words}").status == 1
    assert run(f"compare {BOTH} --scores comet:better=lower=scores.tsv {words}").status == 0


def test_the_guard_compares_with_the_scores_of_a_saved_report(run: Run) -> None:
    new = f"compare {NEW_ALONE} --scores comet=new.comet --against report.json --fail-if"
    for texts, untested in (("", ""), ("--without-texts", "even if not significant")):
        saved = run(f"compare {BOTH} --scores comet=scores.tsv {texts} -o report.json")
        assert saved.status == 0
        same = run(f"{new} comet worsens {untested}")
        assert same.status == 0, same.errors
        assert run(f"{new} comet worsens {untested} --against-system old").status == 1
    run(f"compare {BOTH} -o report.json")
    errors = refused(run(f"{new} comet worsens"))
    assert "no scores of the segments of new under comet" in errors


def test_an_emulated_test_takes_given_scores(run: Run) -> None:
    words = "--emulate sacrebleu --resamples 20 --test bootstrap"
    done = run(f"compare {BOTH} --scores comet=scores.tsv {words}")
    assert done.status == 0, done.errors


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ("comet", "--scores 'comet' cannot be read; expected NAME=FILE"),
        ("bleu=scores.tsv", "the given scores are named 'bleu', which is the name of another"),
        ("chrf++=scores.tsv", "the given scores are named 'chrf++', which is the name of"),
        ("comet:best=low=scores.tsv", "there is no option 'best'; did you mean better?"),
        ("comet:better=low=scores.tsv", "--scores comet:better=low: expected higher or lower"),
        ("comet:digits=x=scores.tsv", "--scores comet:digits=x: expected a whole number"),
        ("comet:low=nan=scores.tsv", "low"),
        ("comet:low=0.4=scores.tsv", "score 3 of the system 'old' is 0.25, but comet was"),
        ("comet:high=0.4=scores.tsv", "with high=0.4; correct the limit or"),
        ("comet:low=1,low=2=scores.tsv", "the option 'low' is given twice"),
        ("comet=new.comet comet=./new.comet", "is given twice among the scores named comet"),
        ("comet:low=0=new.comet comet:low=1=old.comet", "comet:low=0 and comet:low=1"),
        ("comet=new.comet", "new.comet has no scores of the system 'old'"),
        ("comet=scores.tsv -m comet", "-m names comet, which --scores adds to the metrics"),
    ],
)
def test_wrong_scores_are_refused_by_name(run: Run, scores: str, message: str) -> None:
    assert message in refused(run(f"score {BOTH} --scores {scores}"))


@pytest.mark.parametrize("command", ["score", "compare"])
@pytest.mark.parametrize("number", [11, 13])
def test_too_few_and_too_many_lines_are_refused(run: Run, command: str, number: int) -> None:
    Path("new.comet").write_text("1\n" * number, encoding="utf-8")
    errors = refused(run(f"{command} {NEW_ALONE} --scores comet=new.comet"))
    assert f"new.comet has {number} scores of the system 'new'" in errors


def test_the_name_of_a_neural_metric_leads_to_the_option_for_its_scores(run: Run) -> None:
    errors = refused(run("score reference.txt -i old.txt -m comet"))
    assert "comet is computed by another program; give the scores" in errors
    assert "--scores comet=FILE" in errors


COMPARED = "compare reference.txt -i one.txt other.txt -m bleu --human human.tsv"


@pytest.fixture
def two_systems() -> None:
    for name in ("reference", "one", "other"):
        Path(f"{name}.txt").write_text(f"a b {name}\nc d\ne f\n")


def write_human_scores(*lines: str) -> None:
    Path("human.tsv").write_text("\n".join(lines) + "\n")


@pytest.mark.usefixtures("two_systems")
def test_human_scores_are_a_further_metric(run: Run) -> None:
    scores = ("one\t1\t80", "one\t3\t60", "other\t1\t20", "other\t3\t40")
    write_human_scores("system\tsegment\tscore", *scores)
    report = run(f"{COMPARED} -f json -o r.md -o r.html -o r.tex -o r.txt").data()
    means = {row["system"]: row["score"] for row in report["scores"] if row["metric"] == "human"}
    assert means == {"one": 70, "other": 30}  # means of the judged segments
    note = (
        "Humans judged 2 of the 3 segments of each system; scores of humans are means over these."
    )
    assert [metric["note"] for metric in report["metrics"]] == ["", note]
    for name in ("r.md", "r.html", "r.tex", "r.txt"):
        assert "Humans judged 2 of the 3 segments" in Path(name).read_text()


@pytest.mark.usefixtures("two_systems")
def test_only_segments_that_humans_judged_for_every_system_count(run: Run) -> None:
    scores = ("one\t1\t80", "one\t2\t60", "other\t2\t60", "other\t3\t10")
    write_human_scores("system\tsegment\tscore", *scores)
    report = run(f"{COMPARED} -f json").data()
    assert [row["score"] for row in report["scores"] if row["metric"] == "human"] == [60, 60]
    assert "2 of the 3 segments of each system, and 1 of every" in report["metrics"][1]["note"]


@pytest.mark.usefixtures("two_systems")
def test_human_scores_are_compared_with_those_of_a_saved_report(run: Run) -> None:
    def rows(one: int, other: int) -> list[str]:
        of_systems = {"one": one, "other": other}.items()
        return [f"{name}\t{n}\t{score}" for name, score in of_systems for n in (1, 2, 3)]

    write_human_scores("system\tsegment\tscore", *rows(80, 20))
    assert run(f"{COMPARED} -q -o r.json").status == 0
    write_human_scores("system\tsegment\tscore", *rows(70, 25))
    report = run(f"{COMPARED} --against r.json -f json").data()
    pairs = [pair for pair in report["differences"] if pair["metric"] == "human"]
    assert [(pair["system"], pair["difference"]) for pair in pairs] == [("one", -10), ("other", 5)]
    write_human_scores("system\tsegment\tscore", *rows(80, 20)[1:])
    others = "human.tsv: has scores of other segments than r.json"
    assert others in refused(run(f"{COMPARED} --against r.json"))
    assert run(f"{COMPARED} -q -o r.json").status == 0
    lacks = "the saved report lacks scores of some segments of one under human; leave human out"
    assert lacks in refused(run(f"{COMPARED} --against r.json"))


@pytest.mark.parametrize(
    ("lines", "words", "said"),
    [
        (["system\tsegment\tscore", "one\t1\t8", "other\t2\t8"], "", "no segment was judged for"),
        (["system\tscore", "one\t1", "other\t2"], "", "which cannot be tested"),
        (["system\tsegment\tscore", "one\t1\t80"], "", "has no score of the systems other"),
        (["system\tsegment\tscore", "one\t9\t80"], "", "expected a number from 1 to 3"),
        (["system\tsegment\tscore"], "--names one one", "several training runs"),
        (["one\t1"], "--scores human=human.tsv", "has the name of the scores of --human"),
        (["item\tmodel_a\tmodel_b\twinner", "1\tone\tother\tone"], "", "has choices between out"),
    ],
)
@pytest.mark.usefixtures("two_systems")
def test_human_scores_that_cannot_be_compared_are_refused(
    run: Run, lines: list[str], words: str, said: str
) -> None:
    write_human_scores(*lines)
    assert said in refused(run(f"{COMPARED} {words}"))


@pytest.mark.usefixtures("two_systems")
def test_one_of_several_test_sets_of_human_scores_is_chosen(run: Run) -> None:
    lines = ["lp\tsystem\tsegment\tscore"]
    for test_set, score in (("de-en", 10), ("en-de", 90)):
        lines += [f"{test_set}\t{system}\t1\t{score}" for system in ("one", "other")]
    write_human_scores(*lines)
    assert "name one of them with --human-set" in refused(run(COMPARED))
    scores = run(f"{COMPARED} --human-set en-de -f json").data()["scores"]
    assert [row["score"] for row in scores if row["metric"] == "human"] == [90, 90]


def test_a_column_of_human_scores_needs_their_file(run: Run) -> None:
    assert "add --human FILE" in refused(run(f"compare {BOTH} --human-column z"))
