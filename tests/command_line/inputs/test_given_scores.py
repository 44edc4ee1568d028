"""`--scores`: scores of other programs in `tallystick score` and `tallystick compare`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line.conftest import Run, refused

REFERENCE = [f"a b c {number}" for number in range(12)]
NEW = [f"a b d {number}" for number in range(12)]
GOOD = [0.75, 0.5, 0.25] * 4
WORSE = [0.5, 0.25, 0.0] * 4


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder, made the current one, with a reference, two systems, documents and scores."""
    monkeypatch.chdir(tmp_path)
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
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


def systems(*names: str) -> list[str]:
    return ["reference.txt", "-i", *(f"{name}.txt" for name in names), "-m", "bleu", "-q"]


def test_score_has_scores_of_the_corpus_documents_and_segments(run: Run) -> None:
    words = ("--documents", "--segments", "--docs", "documents", "-f", "json")
    done = run("score", *systems("old", "new"), "--scores", "comet=scores.tsv", *words)
    entries = [one for one in json.loads(done.output)["scores"] if one["metric"] == "comet"]
    assert [one["score"] for one in entries] == [0.5, 0.25]
    assert entries[0]["segments"] == GOOD
    assert [one["score"] for one in entries[1]["documents"]] == [0.25] * 4


def test_the_files_of_systems_have_the_scores_of_one_table(run: Run) -> None:
    table = run("score", *systems("old", "new"), "--scores", "comet=scores.tsv")
    files = run("score", *systems("old", "new"), "--scores", "comet=new.comet", "comet=old.comet")
    assert (table.status, files.output) == (0, table.output)


def test_long_files_are_read_in_parts_with_the_scores_of_each(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tallystick.metrics.reading.read.SEGMENTS_PER_PART", 100)
    lines = 101
    Path("long").write_text("a b c d\n" * lines, encoding="utf-8")
    Path("scores").write_text("1\n" * (lines - 1) + f"{lines + 1}\n", encoding="utf-8")
    done = run("score", "long", "-i", "long", "-m", "bleu", "-q", "-b", "--scores", "x=scores")
    assert done.output.split() == ["100.00", "2.0000"]


def test_a_saved_report_shows_the_scores_again(run: Run) -> None:
    scores = ("--scores", "comet:program=unbabel-comet 2.2.2=scores.tsv")
    done = run("compare", *systems("old", "new"), *scores, "-o", "report.json", "-o", "-")
    assert done.status == 0
    assert "impl:unbabel-comet|version:2.2.2" in done.output
    assert run("compare", "--report", "report.json").output == done.output


def test_the_guard_fails_if_given_scores_worsen(run: Run) -> None:
    words = ("--baseline", "old", "--fail-if", "comet worsens by more than 0.2")
    assert (
        run("compare", *systems("old", "new"), "--scores", "comet=scores.tsv", *words).status == 1
    )
    lower = ("--scores", "comet:better=lower=scores.tsv")
    assert run("compare", *systems("old", "new"), *lower, *words).status == 0


def test_the_guard_compares_with_the_scores_of_a_saved_report(run: Run) -> None:
    scores = ("--scores", "comet=scores.tsv")
    for texts in ((), ("--without-texts",)):
        saved = (*systems("old", "new"), *scores, *texts, "-o", "report.json")
        assert run("compare", *saved).status == 0
        untested = ("even", "if", "not", "significant") if texts else ()
        words = ("--against", "report.json", "--fail-if", "comet worsens", *untested)
        same = run("compare", *systems("new"), "--scores", "comet=new.comet", *words)
        assert same.status == 0, same.errors
        worse = (*words, "--against-system", "old")
        assert run("compare", *systems("new"), "--scores", "comet=new.comet", *worse).status == 1


def test_a_report_without_the_scores_is_no_baseline_for_them(run: Run) -> None:
    run("compare", *systems("old", "new"), "-o", "report.json")
    words = ("--against", "report.json", "--fail-if", "comet worsens")
    assert "no scores of the segments of new under comet" in refused(
        run("compare", *systems("new"), "--scores", "comet=new.comet", *words)
    )


def test_documents_are_resampled_if_they_are_known(run: Run) -> None:
    scores = ("--scores", "comet=scores.tsv", "-f", "json")
    for words, p_value in (((), 2 / 2**12), (("--docs", "documents"), 2 / 2**4)):
        done = run("compare", *systems("old", "new"), *scores, *words)
        [difference] = [
            one for one in json.loads(done.output)["differences"] if one["metric"] == "comet"
        ]
        # every unit has the same difference, so of all exchanges 2 are as extreme
        assert difference["p_value"] == pytest.approx(p_value, abs=1e-3)


def test_an_emulated_test_takes_given_scores(run: Run) -> None:
    words = ("--emulate", "sacrebleu", "--resamples", "100", "--test", "bootstrap")
    done = run("compare", *systems("old", "new"), "--scores", "comet=scores.tsv", *words)
    assert done.status == 0, done.errors


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        (["comet"], "--scores 'comet' cannot be read; expected NAME=FILE"),
        (["bleu=scores.tsv"], "the given scores are named 'bleu', which is the name of another"),
        (["chrf++=scores.tsv"], "the given scores are named 'chrf++', which is the name of"),
        (["comet:best=low=scores.tsv"], "there is no option 'best'; did you mean better?"),
        (["comet:better=low=scores.tsv"], "--scores comet:better=low: expected higher or lower"),
        (["comet:digits=x=scores.tsv"], "--scores comet:digits=x: expected a whole number"),
        (["comet:low=nan=scores.tsv"], "low"),
        (
            ["comet:low=0.4=scores.tsv"],
            "score 3 of the system 'old' is 0.25, but comet was",
        ),
        (["comet:high=0.4=scores.tsv"], "with high=0.4; correct the limit or"),
        (["comet:low=1,low=2=scores.tsv"], "the option 'low' is given twice"),
        (["comet=new.comet", "comet=./new.comet"], "is given twice among the scores named comet"),
        (["comet:low=0=new.comet", "comet:low=1=old.comet"], "comet:low=0 and comet:low=1"),
        (["comet=new.comet"], "new.comet has no scores of the system 'old'"),
        (["comet=scores"], "scores: there is no such file"),
        (["comet=documents"], "documents does not say which system its scores are of"),
    ],
)
def test_wrong_scores_are_refused_by_name(run: Run, scores: list[str], message: str) -> None:
    for command in ("score", "compare"):
        assert message in refused(run(command, *systems("old", "new"), "--scores", *scores))


def test_given_scores_named_as_a_metric_too_are_refused(run: Run) -> None:
    for command in ("score", "compare"):
        words = (*systems("old", "new"), "-m", "comet", "--scores", "comet=scores.tsv")
        assert "-m names comet, which --scores adds to the metrics" in refused(run(command, *words))


def test_too_few_and_too_many_lines_are_refused(run: Run) -> None:
    for number in (11, 13):
        Path("new.comet").write_text("1\n" * number, encoding="utf-8")
        for command in ("score", "compare"):
            assert f"new.comet has {number} scores of the system 'new'" in refused(
                run(command, *systems("new"), "--scores", "comet=new.comet")
            )


def test_a_report_does_not_overwrite_a_file_of_scores(run: Run) -> None:
    before = Path("scores.tsv").read_bytes()
    done = run(
        "compare", *systems("old", "new"), "--scores", "comet=scores.tsv", "-o", "scores.tsv"
    )
    assert done.status == 2
    assert Path("scores.tsv").read_bytes() == before


def test_the_name_of_a_neural_metric_leads_to_the_option_for_its_scores(run: Run) -> None:
    done = run("score", "reference", "-i", "old", "-m", "comet")
    assert "comet is computed by another program; give the scores" in done.errors
    assert "--scores comet=FILE" in done.errors


@pytest.fixture
def two_systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("reference", "one", "other"):
        (tmp_path / f"{name}.txt").write_text(f"a b {name}\nc d\ne f\n")
    return tmp_path


COMPARED = ("compare", "reference.txt", "-i", "one.txt", "other.txt", "-m", "bleu")


def test_human_scores_are_a_further_metric(run: Run, two_systems: Path) -> None:
    lines = ["system\tsegment\tscore", "one\t1\t80", "one\t3\t60", "other\t1\t20", "other\t2\t40"]
    (two_systems / "human.tsv").write_text("\n".join(lines) + "\n")
    found = json.loads(run(*COMPARED, "--human", "human.tsv", "-f", "json").output)
    scores = {one["system"]: one["score"] for one in found["scores"] if one["metric"] == "human"}
    assert scores == {"one": 70, "other": 30}  # means of the judged segments
    note = (
        "Humans judged 2 of the 3 segments of each system; scores of humans are means over these."
    )
    assert [one["note"] for one in found["metrics"]] == ["", note]
    files = ("r.md", "r.html", "r.tex", "r.txt")
    run(*COMPARED, "--human", "human.tsv", *(word for name in files for word in ("-o", name)))
    for name in files:
        assert "Humans judged 2 of the 3 segments" in (two_systems / name).read_text()


@pytest.mark.parametrize(
    ("lines", "more", "said"),
    [
        (["system\tscore", "one\t1", "other\t2"], (), "which cannot be tested"),
        (["system\tsegment\tscore", "one\t1\t80"], (), "has no score of the systems other"),
        (["system\tsegment\tscore", "one\t9\t80"], (), "expected a number from 1 to 3"),
        (["system\tsegment\tscore"], ("--names", "one", "one"), "several training runs"),
    ],
)
def test_human_scores_that_cannot_be_compared_are_refused(
    run: Run,
    two_systems: Path,
    lines: list[str],
    more: tuple[str, ...],
    said: str,
) -> None:
    (two_systems / "human.tsv").write_text("\n".join(lines) + "\n")
    assert said in refused(run(*COMPARED, "--human", "human.tsv", *more))


def test_one_of_several_test_sets_of_human_scores_is_chosen(run: Run, two_systems: Path) -> None:
    lines = ["lp\tsystem\tsegment\tscore"]
    for test_set, score in (("de-en", 10), ("en-de", 90)):
        lines += [f"{test_set}\t{system}\t1\t{score}" for system in ("one", "other")]
    (two_systems / "human.tsv").write_text("\n".join(lines) + "\n")
    done = run(*COMPARED, "--human", "human.tsv")
    assert (done.status, "name one of them with --human-set" in done.errors) == (2, True)
    found = run(*COMPARED, "--human", "human.tsv", "--human-set", "en-de", "-f", "json")
    scores = [
        one["score"] for one in json.loads(found.output)["scores"] if one["metric"] == "human"
    ]
    assert scores == [90, 90]


def test_a_column_of_human_scores_needs_their_file(run: Run, two_systems: Path) -> None:
    assert "add --human FILE" in refused(run(*COMPARED, "--human-column", "z"))
