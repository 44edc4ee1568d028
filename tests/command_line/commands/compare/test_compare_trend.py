"""`tallystick compare --trend`: what changed since when in saved reports."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import tallystick
from tallystick import Comparison
from tests.command_line.conftest import Run, refused

REFERENCES = [f"a b c d e {n}" for n in range(8)]


def compared(right: int, references: list[str] = REFERENCES, name: str = "model") -> Comparison:
    """Return a comparison of a system with a number of right segments of eight."""
    hypotheses = [*references[:right], *(["x y z"] * (8 - right))]
    return tallystick.compare(
        systems={name: hypotheses}, references=references, metrics="bleu", resamples=50
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder, made the current one, with two reports and the texts of a third."""
    monkeypatch.chdir(tmp_path)
    tallystick.write_report(compared(8), "good.json")
    tallystick.write_report(compared(1), "bad.json")
    Path("reference.txt").write_text("".join(f"{line}\n" for line in REFERENCES))
    return tmp_path


def test_the_command_says_what_changed_since_when(folder: Path, run: Run) -> None:
    done = run("compare", "--trend", "good.json", "bad.json", "-f", "json")
    content = json.loads(done.output)
    assert content["verdict"][0].startswith("Since bad, model is worse by ")
    assert [one["name"] for one in content["reports"]] == ["good.json", "bad.json"]
    [change] = content["changes"]
    saved = [compared(right).scores[0].score for right in (8, 1)]
    assert [change["earlier_score"], change["score"]] == saved


def test_reports_without_texts_have_the_same_differences(folder: Path, run: Run) -> None:
    whole = run("compare", "--trend", "good.json", "bad.json", "-f", "json")
    Path("small").mkdir()
    for name in ("good", "bad"):
        words = ("compare", "--report", f"{name}.json", "--without-texts", "-q")
        assert run(*words, "-o", f"small/{name}.json").status == 0
        assert Comparison.from_json(Path(f"small/{name}.json").read_text()).segments is None
    kept = run("compare", "--trend", "small/good.json", "small/bad.json", "-f", "json")
    assert json.loads(kept.output.replace("small/", "")) == json.loads(whole.output)


def test_reports_have_the_date_and_the_commit_that_were_given(folder: Path, run: Run) -> None:
    texts = ("compare", "reference.txt", "-i", "reference.txt", "--names", "model", "-m", "bleu")
    origin = ("--date", "2026-03-02T04:30Z", "--commit", "a1b2c3d4e5", "-l", "de-en")
    assert run(*texts, *origin, "-q", "-o", "now.json").status == 0
    saved = json.loads(Path("now.json").read_text())
    assert saved["origin"] == {
        "date": "2026-03-02T04:30Z",
        "commit": "a1b2c3d4e5",
        "languages": "de-en",
    }
    done = run("compare", "--report", "now.json")
    assert "de-en, 2026-03-02T04:30Z (a1b2c3d)" in done.output
    later = ("--date", "2026-03-03", "-q", "-o", "later.json")
    assert run("compare", "--report", "now.json", *later).status == 0
    done = run("compare", "--trend", "later.json", "now.json")
    assert re.search(r"2026-03-02T04:30Z \(a1b2c3d\).*2026-03-03 \(a1b2c3d\)", done.output, re.S)


def test_a_date_in_another_form_is_refused(folder: Path, run: Run) -> None:
    texts = ("compare", "reference.txt", "-i", "reference.txt", "--names", "model")
    errors = refused(run(*texts, "--date", "2 March", "-q", "-o", "now.json"))
    assert "--date: the date is '2 March'; expected ISO 8601, such as 2026-03-02" in errors
    assert not Path("now.json").exists()


def test_the_page_has_a_plot_of_the_differences_and_a_table(folder: Path, run: Run) -> None:
    assert run("compare", "--trend", "good.json", "bad.json", "-q", "-o", "t.html").status == 0
    page = Path("t.html").read_text()
    assert page.count("<circle") == 2
    figure = page.partition("<figure")[2]
    assert re.findall(r">(good|bad)</text>", figure) == ["bad", "good"]
    assert " style=" not in page  # which the policy of the page forbids


def test_texts_are_refused_and_the_fix_is_named(folder: Path, run: Run) -> None:
    errors = refused(run("compare", "reference.txt", "--trend", "good.json", "bad.json"))
    assert "save what is new with -o NEW.json first, and give NEW.json last" in errors


def test_test_sets_are_refused(folder: Path, run: Run) -> None:
    errors = refused(run("compare", "--sets", "sets.toml", "--trend", "good.json", "bad.json"))
    assert "leave out --sets" in errors


def test_a_report_given_twice_is_refused(folder: Path, run: Run) -> None:
    assert "given twice" in refused(run("compare", "--trend", "good.json", "./good.json"))


def test_no_report_is_overwritten(folder: Path, run: Run) -> None:
    words = ("compare", "--trend", "good.json", "bad.json", "-q", "-o", "bad.json")
    assert "bad.json is both input and output" in refused(run(*words))


def test_a_truncated_report_is_refused_by_name(folder: Path, run: Run) -> None:
    Path("cut.json").write_text(Path("good.json").read_text()[:500])
    errors = refused(run("compare", "--trend", "cut.json", "good.json"))
    assert "cut.json is not a saved report: it is not JSON" in errors


def test_a_report_in_an_older_form_is_refused_by_name(folder: Path, run: Run) -> None:
    text = (
        Path("good.json").read_text().replace("tallystick/comparison/3", "tallystick/comparison/2")
    )
    Path("old.json").write_text(text)
    errors = refused(run("compare", "--trend", "old.json", "good.json"))
    assert "old.json was written by tallystick" in errors
    assert "save the report again with this version" in errors


def test_other_segments_are_refused_by_name(folder: Path, run: Run) -> None:
    others = [f"{text} f" for text in REFERENCES]
    tallystick.write_report(compared(4, others), "other.json")
    errors = refused(run("compare", "--trend", "other.json", "good.json", "bad.json"))
    assert "other.json is the only report with these references" in errors


def test_of_many_reports_the_table_shows_the_latest_and_the_plot_a_band(
    folder: Path, run: Run
) -> None:
    saved = compared(4)
    names = [f"{n}.json" for n in range(100)]
    for name in names:
        tallystick.write_report(saved, name)
    done = run("compare", "--trend", *names, "-o", "t.html")
    table = done.output[done.output.index("BLEU, by report") :].split("\n")[4:34]
    assert [line.split()[0] for line in table] == [str(n) for n in range(70, 100)]
    assert "70 older reports left out; JSON and CSV have all." in done.output
    figure = Path("t.html").read_text().partition("<figure")[2].partition("</figure>")[0]
    assert figure.count("<polygon") == 1
    assert figure.count('fill-opacity="0">') == 100
