"""`tallystick trend`: what changed since when in saved reports."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

import tallystick
from tallystick.reports import Comparison
from tests.command_line.conftest import Run, refused

REFERENCES = tuple(f"a b c d e {n}" for n in range(8))


@cache
def compared(right: int, references: tuple[str, ...] = REFERENCES) -> Comparison:
    """Return a comparison of a system with a number of right segments of eight."""
    hypotheses = [*references[:right], *(["x y z"] * (8 - right))]
    return tallystick.compare(
        systems={"model": hypotheses}, references=references, metrics="bleu", resamples=50
    )


TREND = "trend good.json bad.json"
TEXTS = "compare reference.txt -i reference.txt --names model -m bleu"


@pytest.fixture(autouse=True)
def folder() -> None:
    """Write two reports and the texts of a third."""
    tallystick.write_report(compared(8), "good.json")
    tallystick.write_report(compared(1), "bad.json")
    Path("reference.txt").write_text("".join(f"{line}\n" for line in REFERENCES))


def test_the_command_says_what_changed_since_when(run: Run) -> None:
    content = run(f"{TREND} -f json").data()
    assert content["verdict"][0].startswith("Since bad, model is worse by ")
    assert [report["name"] for report in content["reports"]] == ["good.json", "bad.json"]
    [change] = content["changes"]
    saved = [compared(right).scores[0].score for right in (8, 1)]
    assert [change["earlier_score"], change["score"]] == saved
    # reports without texts have the same differences
    Path("small").mkdir()
    for name in ("good", "bad"):
        kept = f"small/{name}.json"
        assert run(f"compare --report {name}.json --without-texts -q -o {kept}").status == 0
        assert Comparison.from_json(Path(kept).read_text()).segments is None
    kept = run("trend small/good.json small/bad.json -f json").output
    assert json.loads(kept.replace("small/", "")) == content


def test_reports_have_the_date_and_the_commit_that_were_given(run: Run) -> None:
    origin = "--date 2026-03-02T04:30Z --commit a1b2c3d4e5 -l de-en"
    assert run(f"{TEXTS} {origin} -q -o now.json").status == 0
    assert json.loads(Path("now.json").read_text())["origin"] == {
        "date": "2026-03-02T04:30Z",
        "commit": "a1b2c3d4e5",
        "languages": "de-en",
    }
    report = "compare --report now.json"
    assert "de-en, 2026-03-02T04:30Z (a1b2c3d)" in run(report).output
    assert run(f"{report} --date 2026-03-03 -q -o later.json").status == 0
    done = run("trend later.json now.json")
    assert re.search(r"2026-03-02 \(a1b2c3d\).*2026-03-03 \(a1b2c3d\)", done.output, re.S)


def test_the_page_has_a_plot_of_the_differences_and_a_table(run: Run) -> None:
    assert run(f"{TREND} -q -o t.html").status == 0
    page = Path("t.html").read_text()
    assert page.count("<circle") == 2
    figure = page.partition("<figure")[2]
    assert re.findall(r">(good|bad)</text>", figure) == ["bad", "good"]
    assert " style=" not in page  # which the policy of the page forbids


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("trend reference.txt good.json", "reference.txt is not a saved report"),
        ("compare --sets sets.toml --trend good.json bad.json", "trend has no option --sets"),
        (f"{TREND} -q -f json -o t.html", "-q keeps the report from being written there"),
        ("trend good.json ./good.json", "given twice"),
        (f"{TREND} -q -o bad.json", "bad.json is both input and output"),
        ("trend cut.json good.json", "cut.json is not a saved report: it is not JSON"),
        ("trend old.json good.json", "old.json was written by tallystick"),
        ("trend old.json good.json", "save the report again with this version"),
        (
            "trend other.json good.json bad.json",
            "other.json is the only report with these references",
        ),
        (
            f"{TEXTS} --date '2 March' -q -o now.json",
            "--date: the date is '2 March'; expected ISO 8601, such as 2026-03-02",
        ),
        (f"{TEXTS} --commit '' -q -o now.json", "--commit is empty; expected a revision"),
    ],
)
def test_wrong_reports_and_dates_are_refused(run: Run, words: str, message: str) -> None:
    good = Path("good.json").read_text()
    Path("cut.json").write_text(good[:500])
    Path("old.json").write_text(good.replace("tallystick/comparison/3", "tallystick/comparison/2"))
    tallystick.write_report(compared(4, tuple(f"{text} f" for text in REFERENCES)), "other.json")
    assert message in refused(run(words))
    assert not Path("now.json").exists()


def test_of_many_reports_the_table_shows_the_latest_and_the_plot_a_band(run: Run) -> None:
    saved = compared(4)
    names = [f"{n}.json" for n in range(100)]
    for name in names:
        tallystick.write_report(saved, name)
    done = run("trend", *names, "-o", "t.html")
    table = done.output[done.output.index("BLEU, by report") :].split("\n")[4:34]
    assert [line.split()[0] for line in table] == [str(n) for n in range(70, 100)]
    assert "70 older reports left out; JSON and CSV have all." in done.output
    figure = Path("t.html").read_text().partition("<figure")[2].partition("</figure>")[0]
    assert figure.count("<polygon") == 1
    assert figure.count('fill-opacity="0">') == 100
