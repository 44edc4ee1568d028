"""`tallystick compare --against`: systems against those of a saved report."""

import json
import re
from pathlib import Path

import pytest

from tests.command_line.conftest import EXAMPLE, EXAMPLE_DOCUMENTS, EXAMPLE_TABLE, Run, refused
from tests.command_line.conftest import comparison_of as report

COPY = "compare reference.txt -i copy.txt"
MINE = "compare reference.txt -i mine.txt"
AGAINST = "--against r.json"
# two segments are too few for any significant difference
CARELESS = "--fail-if bleu worsens even if not significant"


def test_a_system_is_compared_with_itself_in_a_saved_report(run: Run) -> None:
    run(f"{COPY} --names model -o r.json -q")
    done = run(f"{MINE} --names model {AGAINST} {CARELESS}")
    assert done.status == 1
    assert "failed: model is worse than model (saved) in BLEU, but not signif" in done.errors
    assert run(f"{COPY} --names model {AGAINST} {CARELESS}").status == 0
    shown = report(run(f"{MINE} --names model {AGAINST} -f json"))
    assert [system.name for system in shown.systems] == ["model", "model (saved)"]
    assert shown.baseline == "model (saved)"
    # the saved hypotheses are scored again
    assert shown.score_of("model (saved)", "bleu").score == pytest.approx(100)


def test_each_of_several_systems_is_compared_with_its_own_version_only(run: Run) -> None:
    systems = "compare reference.txt -i mine.txt copy.txt -m bleu chrf"
    assert run(f"{systems} --names a b -o r.json -q").status == 0
    swapped = f"{systems} --names b a {AGAINST}"
    shown = report(run(f"{swapped} -f json"))
    pairs = [(pair.system, pair.other) for pair in shown.differences if pair.metric == "bleu"]
    assert pairs == [("b", "b (saved)"), ("a", "a (saved)")]
    assert (shown.baseline, shown.test.comparisons) == (None, 2)
    assert dict(shown.opponents) == dict(pairs)
    # `b` was a copy of the reference, with 100 BLEU, and `a` was what is now `b`
    assert shown.differences[0].difference == pytest.approx(45.18 - 100, abs=0.005)
    assert shown.differences[1].difference == pytest.approx(100 - 45.18, abs=0.005)
    assert (
        "All differences from the versions in r.json have the same sign under BLEU and chrF2."
        in shown.verdict
    )
    failed = run(f"{swapped} -q {CARELESS}").errors
    assert failed.count("failed: ") == 1
    assert "b is worse than b (saved) in BLEU" in failed


def test_a_system_is_no_near_copy_of_its_own_version(run: Run) -> None:
    systems = "compare reference.txt -i mine.txt copy.txt -m bleu --names a b"
    assert run(f"{systems} -o r.json -q").status == 0
    [doubt] = report(run(f"{systems} {AGAINST} -f json")).doubts
    assert doubt.kind == "equals reference"  # of the copy and of its version
    assert doubt.systems == ("b", "b (saved)")


def test_a_saved_report_determines_the_metrics_if_none_is_named(run: Run) -> None:
    Path("mean.tsv").write_text("system\tscore\ncopy\t1\ncopy\t1\n")
    run(f"{COPY} -q -o r.json -m nist:order=2 wer --scores mean=mean.tsv")
    against = f"{MINE} {AGAINST} --against-system copy -f json"
    assert [metric.metric for metric in report(run(against)).metrics] == ["nist:order=2", "wer"]
    assert [metric.metric for metric in report(run(f"{against} -m bleu")).metrics] == ["bleu"]
    Path("r.json").write_text(Path("r.json").read_text().replace('"wer"', '"plugin"'))
    assert "the metric 'plugin' of the report is not available; name the" in refused(run(against))


def test_saved_given_scores_that_are_not_given_now_are_noted_and_no_part_of_any_metric(
    run: Run,
) -> None:
    Path("mean.tsv").write_text("system\tscore\ncopy\t1\ncopy\t1\n")
    run(f"{COPY} -q -o r.json -m bleu --scores mean=mean.tsv")
    missing = "r.json has scores under mean that are not given now, so they are left out"
    assert f"{missing}." in report(run(f"{COPY} {AGAINST} -f json")).notes
    any_metric = "--fail-if any metric worsens even if not significant"
    assert missing in refused(run(f"{COPY} {AGAINST} {any_metric}"))
    assert run(f"{COPY} {AGAINST} --scores mean=mean.tsv {any_metric}").status == 0


def test_given_scores_with_another_direction_or_program_than_saved_ones_are_refused(
    run: Run,
) -> None:
    Path("mean.tsv").write_text("system\tscore\ncopy\t1\ncopy\t1\n")
    run(f"{COPY} -q -o r.json -m bleu --scores mean=mean.tsv")
    for option in ("better=lower", "program=v2"):
        message = refused(run(f"{COPY} {AGAINST} --scores mean:{option}=mean.tsv"))
        assert "the scores of mean cannot be compared with those in r.json" in message


@pytest.mark.parametrize("saved", ["", "--without-texts"])
def test_saved_scores_that_do_not_follow_from_the_saved_statistics_are_refused(
    run: Run, saved: str
) -> None:
    run(f"{MINE} --names model -m bleu ter -q {saved} -o r.json")
    edited = json.loads(Path("r.json").read_text())
    [score] = [score for score in edited["scores"] if score["metric"] == "bleu"]
    score["score"] += 1
    Path("r.json").write_text(json.dumps(edited))
    now = f"{MINE} --names model {AGAINST} {CARELESS}"
    message = (
        "r.json: the score of 'model' under 'bleu' is 46.1801, but its statistics give 45.1801"
    )
    assert message in refused(run(now))
    if not saved:
        run(f"{MINE} --names model -m bleu ter -q -o new.json")
        assert message in refused(run("compare r.json new.json"))
        assert message in refused(run("compare new.json r.json"))


def test_saved_texts_that_do_not_give_the_saved_statistics_are_refused(run: Run) -> None:
    run(f"{MINE} --names model -m bleu ter -q -o new.json")
    edited = json.loads(Path("new.json").read_text())
    edited["segments"]["hypotheses"]["model"][1] += " and more"
    Path("r.json").write_text(json.dumps(edited))
    message = "r.json: segment 2 of model has other statistics under bleu if its text is scored"
    for words in (f"{MINE} --names model {AGAINST}", "compare r.json new.json"):
        assert message in refused(run(words))
    assert message in refused(run("compare new.json r.json"))


def test_without_saved_texts_only_the_scores_can_be_compared(run: Run) -> None:
    run(f"{COPY} --names model -q --without-texts -o r.json")
    now = f"{MINE} --names model {AGAINST}"
    done = run(f"{now} {CARELESS}")
    assert done.status == 1
    assert "no test was possible, because r.json contains no texts." in done.errors
    shown = " ".join(done.output.split())
    assert "there is no other system" not in shown
    assert "model is worse than model (saved) in BLEU: 45.18 against 100.00, a diff" in shown
    assert "no test was possible, because r.json contains no texts." in shown
    for words, message in (
        ("--fail-if bleu worsens", "none can be tested, because r.json contains no texts; add 'ev"),
        ("", "--against r.json changes nothing, because r.json contains no texts"),
        (f"-m bleu:order=2 {CARELESS}", "the scores of bleu:order=2 cannot be compared with those"),
    ):
        assert message in refused(run(f"{now} {words}"))


def test_documents_that_a_saved_report_resampled_must_be_known_or_segments_requested(
    run: Run,
) -> None:
    documents = f"--docs {EXAMPLE_DOCUMENTS}"
    saved = f"{EXAMPLE} -m bleu -q -o r.json {documents}"
    assert run(saved).status == 0
    now = f"{EXAMPLE} -m bleu -f json {AGAINST}"
    message = refused(run(now))
    assert "r.json resampled documents, but they are not known now; name the file that" in message
    assert "with --docs FILE, or choose segments with --by segment" in message
    assert report(run(f"{now} {documents}")).test_set.unit == "document"
    assert report(run(f"{now} --by segment")).test_set.unit == "segment"
    lines = Path(EXAMPLE_DOCUMENTS).read_text().splitlines()
    Path("others.txt").write_text("".join(f"{line}\n" for line in [lines[-1], *lines[1:]]))
    assert "r.json has other documents than now" in refused(run(f"{now} --docs others.txt"))
    # only the scores of a report without texts are compared, and nothing is resampled for it
    assert run(f"{saved} --without-texts").status == 0
    assert run(f"{now} {CARELESS}").status == 0


def test_groups_that_a_saved_report_resampled_are_resampled_again(run: Run) -> None:
    table = f"compare --table {EXAMPLE_TABLE} -m bleu --resamples 20"
    run(f"{table} --by domain -q -o r.json")
    now = f"{table} -f json {AGAINST}"
    message = refused(run(now))
    assert "resampled groups by domain, but documents would be now; add --by" in message
    assert report(run(f"{now} --by domain")).test_set.unit == "domain"
    assert report(run(f"{now} --by document")).test_set.unit == "document"
    run(f"{table} --by segment -q -o r.json")
    assert report(run(now)).test_set.unit == "document"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--names new", "has no system 'new' to compare it with, only mine; name the"),
        ("--against-system mien", "is 'mien', but r.json has no such system; did you mean mi"),
    ],
)
def test_a_system_without_a_counterpart_is_refused(run: Run, words: str, message: str) -> None:
    run(f"{MINE} -m bleu -q -o r.json")
    assert message in refused(run(f"{MINE} -m bleu {AGAINST} {words}"))


def test_the_texts_of_one_of_several_runs_are_no_test(run: Run) -> None:
    run(f"{MINE} copy.txt --names a a -m bleu -q -o r.json")
    done = run(f"{MINE} --names a -m bleu {AGAINST} {CARELESS}")
    assert "because r.json contains the texts of one run of 2 of a." in done.errors


LONG = "a" * 100


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (["x", "y"], ["x"], "r.json has 2 segments, but there are 1 now"),
        (["e", "x y"], ["e", "x z"], "segment 2 has the reference 'x y' in r.json, but 'x z'"),
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
        (["b" + "a" * 50], ["a" * 51], f"has the reference 'b{'a' * 38}"),
    ],
)
def test_differing_references_are_shown(
    run: Run, before: list[str], after: list[str], message: str
) -> None:
    for lines, more in ((before, "-q -o r.json"), (after, AGAINST)):
        Path("ref.txt").write_text("".join(f"{line}\n" for line in lines))
        Path("out.txt").write_text("a\n" * len(lines))
        done = run(f"compare ref.txt -i out.txt -m bleu:order=1 {more}")
    assert message in refused(done)


def test_differing_further_references_are_numbered_and_counted(run: Run) -> None:
    Path("other.txt").write_text("x y\nz\n")
    both = MINE.replace("-i", "other.txt -i")
    run(f"{both} -m bleu -q -o r.json")
    Path("other.txt").write_text("x z\nz\n")
    message = refused(run(f"{both} -m bleu {AGAINST}"))
    assert "has as reference 2 'x y' in r.json, but 'x z' now;" in message
    message = refused(run(f"{MINE} -m bleu {AGAINST}"))
    assert "has 2 references in r.json, but 1 now;" in message


def test_a_metric_is_identified_by_its_signature_and_not_by_its_name_or_version(run: Run) -> None:
    for saved, message in (
        ("bleu", "the scores of bleu:order=2 cannot be compared"),
        ("nist", "r.json has no scores under bleu:order=2"),
    ):
        run(f"{MINE} -m {saved} -q -o r.json --without-texts")
        assert message in refused(run(f"{MINE} -m bleu:order=2 {AGAINST} {CARELESS}"))
    run(f"{MINE} -m bleu -q -o r.json --without-texts")
    text = re.sub(r"version:[^\"|]*", "version:0.0.1", Path("r.json").read_text())
    Path("r.json").write_text(text)
    assert run(f"{MINE} -m bleu:smooth=exp {AGAINST} {CARELESS}").status == 0
