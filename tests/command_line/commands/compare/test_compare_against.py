"""`tallystick compare --against`: systems against those of a saved report."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tallystick.reports import Comparison
from tests.command_line.conftest import EXAMPLE, EXAMPLE_DOCUMENTS, EXAMPLE_TABLE, Run, refused

COMPARE = ("compare", "reference.txt", "-i", "mine.txt", "copy.txt")
ALONE = ("compare", "reference.txt", "-i", "mine.txt")
# two segments are too few for any significant difference
CARELESS = ("bleu", "worsens", "even", "if", "not", "significant")


def report(done: Any) -> Comparison:
    assert done.status == 0, done.errors
    return Comparison.from_json(done.output)


@pytest.fixture
def saved(run: Run, corpus: Path) -> Path:
    """A report on mine.txt, of which sacreBLEU 2.6.0 has BLEU 45.180100180492246."""
    assert run(*ALONE, "-m", "bleu", "-q", "-o", "r.json").status == 0
    return corpus / "r.json"


def test_a_system_is_compared_with_itself_in_a_saved_report(run: Run, corpus: Path) -> None:
    run("compare", "reference.txt", "-i", "copy.txt", "--names", "model", "-o", "r.json", "-q")
    now = ("compare", "reference.txt", "--names", "model", "--against", "r.json")
    done = run(*now, "-i", "mine.txt", "--fail-if", *CARELESS)
    assert done.status == 1
    assert "failed: model is worse than model (saved) in BLEU, but not signif" in done.errors
    assert run(*now, "-i", "copy.txt", "--fail-if", *CARELESS).status == 0
    shown = report(run(*now, "-i", "mine.txt", "-f", "json"))
    assert [one.name for one in shown.systems] == ["model", "model (saved)"]
    assert shown.baseline == "model (saved)"


def test_a_saved_report_determines_the_metrics_if_none_is_named(run: Run, corpus: Path) -> None:
    scores = ("--scores", "mean=mean.tsv")
    (corpus / "mean.tsv").write_text("system\tscore\ncopy\t1\ncopy\t1\n")
    saved = ("compare", "reference.txt", "-i", "copy.txt", "-q", "-o", "r.json")
    run(*saved, "-m", "nist:order=2", "wer", *scores)
    against = (*ALONE, "--against", "r.json", "--against-system", "copy", "-f", "json")
    assert [one.metric for one in report(run(*against)).metrics] == ["nist:order=2", "wer"]
    assert [one.metric for one in report(run(*against, "-m", "bleu")).metrics] == ["bleu"]
    text = (corpus / "r.json").read_text()
    (corpus / "r.json").write_text(text.replace('"wer"', '"plugin"'))
    assert "the metric 'plugin' of the report is not available; name the" in refused(run(*against))


def test_systems_can_be_compared_with_one_of_a_saved_report(run: Run, corpus: Path) -> None:
    run("compare", "reference.txt", "-i", "copy.txt", "-o", "r.json", "-q")
    words = (*COMPARE, "--names", "a", "b", "--against", "r.json", "--against-system", "copy")
    done = run(*words, "--fail-if", *CARELESS)
    assert (done.status, done.errors.count("failed: ")) == (1, 1)
    assert "a is worse than copy (saved)" in done.errors


def test_without_saved_texts_only_the_scores_can_be_compared(run: Run, corpus: Path) -> None:
    saved = ("compare", "reference.txt", "-i", "copy.txt", "--names", "model", "-q")
    run(*saved, "--without-texts", "-o", "r.json")
    now = ("compare", "reference.txt", "-i", "mine.txt", "--names", "model", "--against", "r.json")
    done = run(*now, "--fail-if", *CARELESS)
    assert done.status == 1
    assert "no test was possible, because r.json contains no texts." in done.errors
    shown = " ".join(done.output.split())
    assert "there is no other system" not in shown
    assert "model is worse than model (saved) in BLEU: 45.18 against 100.00, a diff" in shown
    assert "no test was possible, because r.json contains no texts." in shown
    message = refused(run(*now, "--fail-if", "bleu worsens"))
    assert "none can be tested, because r.json contains no texts; add 'even if not" in message
    assert "--against r.json changes nothing, because r.json contains no texts" in refused(
        run(*now)
    )
    message = refused(run(*now, "-m", "bleu:order=2", "--fail-if", *CARELESS))
    assert "the scores of bleu:order=2 cannot be compared with those in r.json" in message


def test_documents_that_a_saved_report_resampled_must_be_known_or_segments_requested(
    run: Run, corpus: Path
) -> None:
    documents = ("--docs", EXAMPLE_DOCUMENTS)
    saved = (*EXAMPLE, "-m", "bleu", "-q", "-o", corpus / "r.json")
    assert run(*saved, *documents).status == 0
    now = (*EXAMPLE, "-m", "bleu", "-f", "json", "--against", corpus / "r.json")
    message = refused(run(*now))
    assert "r.json resampled documents, but they are not known now; name the file that" in message
    assert "with --docs FILE, or choose segments with --by segment" in message
    assert report(run(*now, *documents)).test_set.unit == "document"
    assert report(run(*now, "--by", "segment")).test_set.unit == "segment"
    # only the scores of a report without texts are compared, and nothing is resampled for it
    assert run(*saved, *documents, "--without-texts").status == 0
    assert run(*now, "--fail-if", *CARELESS).status == 0


def test_groups_that_a_saved_report_resampled_are_resampled_again(run: Run, corpus: Path) -> None:
    table = ("compare", "--table", EXAMPLE_TABLE, "-m", "bleu", "--resamples", "99")
    run(*table, "--by", "domain", "-q", "-o", "r.json")
    now = (*table, "-f", "json", "--against", "r.json")
    message = refused(run(*now))
    assert "resampled groups by domain, but documents would be now; add --by" in message
    assert report(run(*now, "--by", "domain")).test_set.unit == "domain"
    assert report(run(*now, "--by", "document")).test_set.unit == "document"
    run(*table, "--by", "segment", "-q", "-o", "r.json")
    assert report(run(*now)).test_set.unit == "document"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("--names", "new"),
            "has no system 'new' to compare it with, only mine; name the",
        ),
        (("--against-system", "mien"), "is 'mien', but r.json has no such system; did you mean mi"),
    ],
)
@pytest.mark.usefixtures("saved")
def test_a_system_without_a_counterpart_is_refused(
    run: Run, words: tuple[str, ...], message: str
) -> None:
    assert message in refused(run(*ALONE, "-m", "bleu", "--against", "r.json", *words))


@pytest.mark.usefixtures("saved")
def test_the_saved_hypotheses_are_scored_again(run: Run) -> None:
    found = report(run(*ALONE, "-m", "bleu", "--against", "r.json", "-f", "json"))
    score = found.score_of("mine (saved)", "bleu").score
    assert score == pytest.approx(45.180100180492246, rel=1e-12)


@pytest.mark.usefixtures("corpus")
def test_the_texts_of_one_of_several_runs_are_no_test(run: Run) -> None:
    files = ("compare", "reference.txt", "-m", "bleu", "-i")
    run(*files, "mine.txt", "copy.txt", "--names", "a", "a", "-q", "-o", "r.json")
    done = run(*files, "mine.txt", "--names", "a", "--against", "r.json", "--fail-if", *CARELESS)
    assert "because r.json contains the texts of one run of 2 of a." in done.errors


LONG = "a" * 100


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (["x", "y"], ["x"], "r.json has 2 segments, but there are 1 now"),
        (
            ["same", "x y"],
            ["same", "x z"],
            "segment 2 has the reference 'x y' in r.json, but 'x z'",
        ),
        (
            [f"{LONG} b {'c' * 100}"],
            [f"{LONG} d {'c' * 100}"],
            "has the reference ...'aaaaaaaaaaaaaaaaaaa b cccccccccccccccccc'... in r.json, but "
            "...'aaaaaaaaaaaaaaaaaaa d cccccccccccccccccc'... now (they differ from "
            "character 102 on);",
        ),
        (
            ["a" * 50],
            ["a" * 50 + " b"],
            "has the reference ...'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' in r.json, but "
            "...'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b' now (they differ from character 51 on);",
        ),
        (
            ["b" + "a" * 50],
            ["a" * 51],
            "has the reference 'baaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        ),
    ],
)
def test_differing_references_are_shown(
    run: Run, corpus: Path, before: list[str], after: list[str], message: str
) -> None:
    words = ("compare", "ref.txt", "-i", "out.txt", "-m", "bleu:order=1")
    for lines, more in ((before, ("-q", "-o", "r.json")), (after, ("--against", "r.json"))):
        (corpus / "ref.txt").write_text("".join(f"{line}\n" for line in lines))
        (corpus / "out.txt").write_text("a\n" * len(lines))
        done = run(*words, *more)
    assert message in refused(done)


def test_differing_further_references_are_numbered_and_counted(run: Run, corpus: Path) -> None:
    (corpus / "other.txt").write_text("x y\nz\n")
    words = ("-i", "mine.txt", "-m", "bleu", "--against", "r.json")
    run("compare", "reference.txt", "other.txt", *words[:4], "-q", "-o", "r.json")
    (corpus / "other.txt").write_text("x z\nz\n")
    message = refused(run("compare", "reference.txt", "other.txt", *words))
    assert "has as reference 2 'x y' in r.json, but 'x z' now;" in message
    message = refused(run("compare", "reference.txt", *words))
    assert "has 2 references in r.json, but 1 now;" in message


SCORES = ("--against", "r.json", "--fail-if", *CARELESS)


@pytest.mark.usefixtures("corpus")
def test_a_metric_is_identified_by_its_signature_and_not_by_its_name_or_version(run: Run) -> None:
    run(*ALONE, "-m", "bleu", "-q", "-o", "r.json", "--without-texts")
    text = Path("r.json").read_text()
    Path("r.json").write_text(re.sub(r"version:[^\"|]*", "version:0.0.1", text))
    assert run(*ALONE, "-m", "bleu:smooth=exp", *SCORES).status == 0


@pytest.mark.usefixtures("corpus")
def test_scores_with_a_different_signature_are_not_compared(run: Run) -> None:
    for saved, message in (
        ("bleu", "the scores of bleu:order=2 cannot be compared"),
        ("nist", "r.json has no scores under bleu:order=2"),
    ):
        run(*ALONE, "-m", saved, "-q", "-o", "r.json", "--without-texts")
        assert message in refused(run(*ALONE, "-m", "bleu:order=2", *SCORES))
