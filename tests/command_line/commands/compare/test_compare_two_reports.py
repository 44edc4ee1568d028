"""`tallystick compare OLD.json NEW.json`: the difference of two saved reports."""

from __future__ import annotations

import gzip
import json
import lzma
from pathlib import Path

import pytest

import tallystick
from tallystick import Comparison
from tests.command_line.conftest import EXAMPLE_SYSTEMS, EXAMPLE_TEXTS, Run, refused

REFERENCE = EXAMPLE_TEXTS[0]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Path:
    """A folder, made the current one, with old.json and new.json, each of the system `model`."""
    monkeypatch.chdir(tmp_path)
    for name, system in (("old", "good"), ("new", "short")):
        texts = (REFERENCE, "-i", EXAMPLE_SYSTEMS[system], "--names", "model")
        words = ("--resamples", "200", "--date", "2026-03-02", "--title", f"The {name} one")
        assert run("compare", *texts, *words, "-q", "-o", f"{name}.json").status == 0
    return tmp_path


def test_compressed_reports_are_compared(folder: Path, run: Run) -> None:
    Path("old.json.gz").write_bytes(gzip.compress(Path("old.json").read_bytes()))
    Path("new.json.xz").write_bytes(lzma.compress(Path("new.json").read_bytes()))
    words = ("--resamples", "200", "-f", "json")
    plain, compressed = (
        json.loads(run("compare", *paths, *words).output)
        for paths in (("old.json", "new.json"), ("old.json.gz", "new.json.xz"))
    )
    assert compressed["differences"] == plain["differences"]


def test_it_equals_the_comparison_of_the_new_texts_with_the_old_report(
    folder: Path, run: Run
) -> None:
    two = run("compare", "old.json", "new.json", "--resamples", "200", "-f", "json")
    against = run(
        *("compare", REFERENCE, "-i", EXAMPLE_SYSTEMS["short"], "--names", "model"),
        *("--against", "old.json", "--resamples", "200", "--title", "The new one", "-f", "json"),
        *("--date", "2026-03-02"),
    )
    assert json.loads(two.output) == json.loads(against.output)


def test_scores_intervals_and_p_values_are_those_of_the_two_texts(folder: Path, run: Run) -> None:
    read = {
        name: Path(EXAMPLE_SYSTEMS[name]).read_text().split("\n")[:-1] for name in ("good", "short")
    }
    expected = tallystick.compare(
        systems={"model": read["short"], "old": read["good"]},
        references=Path(REFERENCE).read_text().split("\n")[:-1],
        baseline="old",
        resamples=200,
    )
    done = run("compare", "old.json", "new.json", "--resamples", "200", "-f", "json")
    found = Comparison.from_json(done.output)
    assert [one.difference for one in found.differences] == [
        one.difference for one in expected.differences
    ]
    assert [one.interval for one in found.differences] == [
        one.interval for one in expected.differences
    ]
    assert [one.p_value for one in found.differences] == [
        one.p_value for one in expected.differences
    ]


def test_ngrams_doubts_and_segments_that_changed_are_shown(folder: Path, run: Run) -> None:
    output = run("compare", "old.json", "new.json").output
    # counted by hand: 4 of the outputs of `good` have a matching "at", none of those of `short`
    assert "lost    at                       4              0" in output
    assert "Doubts that came and went:\n- New: 22 of 46 outputs of model" in output
    assert "Segments that contribute most to the difference of model from model (saved)" in output
    back = run("compare", "new.json", "old.json").output
    assert "gained  at                       0              4" in back
    assert "Doubts that came and went:\n- Gone: 22 of 46 outputs of model (saved)" in back


@pytest.mark.parametrize("ending", ["html", "md", "json", "tex"])
def test_every_format_is_written(folder: Path, run: Run, ending: str) -> None:
    done = run("compare", "old.json", "new.json", "--resamples", "50", "-q", "-o", f"two.{ending}")
    assert done.status == 0
    assert Path(f"two.{ending}").stat().st_size > 1000


def test_conditions_are_checked(folder: Path, run: Run) -> None:
    done = run("compare", "old.json", "new.json", "--fail-if", "bleu worsens", "-q", "-o", "d.json")
    assert done.status == 1
    assert "model is significantly worse than model (saved) in BLEU" in done.errors


def test_other_references_are_refused_with_the_segment(folder: Path, run: Run) -> None:
    lines = Path(REFERENCE).read_text().split("\n")
    Path("other.txt").write_text("\n".join(["something else", *lines[1:]]))
    texts = ("other.txt", "-i", EXAMPLE_SYSTEMS["good"], "--names", "model")
    assert run("compare", *texts, "--resamples", "50", "-q", "-o", "other.json").status == 0
    errors = refused(run("compare", "other.json", "new.json"))
    assert "segment 1 has the reference 'something else' in other.json" in errors


def test_a_report_without_texts_is_refused_and_the_fix_works(folder: Path, run: Run) -> None:
    words = ("compare", "--report", "old.json", "--without-texts", "-q", "-o", "no.json")
    assert run(*words).status == 0
    errors = refused(run("compare", "no.json", "new.json"))
    assert "no.json has no texts" in errors
    assert "tallystick compare --trend no.json new.json" in errors
    assert "model is worse by" in run("compare", "--trend", "no.json", "new.json").output


def test_a_system_that_only_one_report_has_is_refused(folder: Path, run: Run) -> None:
    texts = (REFERENCE, "-i", EXAMPLE_SYSTEMS["good"], "--names", "another")
    assert run("compare", *texts, "--resamples", "50", "-q", "-o", "another.json").status == 0
    errors = refused(run("compare", "another.json", "new.json"))
    assert "model" in errors
    assert "another.json" in errors
    done = run("compare", "another.json", "new.json", "--against-system", "another")
    assert "another (saved)" in done.output


@pytest.mark.parametrize("words", [["old.json"], ["old.json", REFERENCE], ["old.json"] * 3])
def test_not_two_reports_are_refused(folder: Path, run: Run, words: list[str]) -> None:
    assert "give two to compare them, the earlier first" in refused(run("compare", *words))


def test_options_of_texts_are_refused(folder: Path, run: Run) -> None:
    errors = refused(run("compare", "old.json", "new.json", "-m", "bleu"))
    assert "old.json is a saved report, with texts and metrics of its own; leave out" in errors
