"""`tallystick compare`: what it reads, what it writes, what it refuses, and how it ends a build."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tallystick.reports import Comparison, read_report, write_report
from tests.command_line.conftest import EXAMPLE, EXAMPLE_DOCUMENTS, EXAMPLE_TABLE, Run, refused

# sacreBLEU 2.6.0 on the files of the fixture `corpus`; the copy has 100
BLEU = 45.180100180492246
CHRF = 40.166666666666664
COMPARE = ("compare", "reference.txt", "-i", "mine.txt", "copy.txt")
ALONE = ("compare", "reference.txt", "-i", "mine.txt")
GUARD = (*COMPARE, "--baseline", "copy", "--fail-if")
# two segments are too few for any significant difference
CARELESS = ("bleu", "worsens", "even", "if", "not", "significant")


def report(done: Any) -> Comparison:
    assert done.status == 0, done.errors
    return Comparison.from_json(done.output)


@pytest.mark.usefixtures("corpus")
def test_systems_are_compared_in_pairs_under_bleu_and_chrf(run: Run) -> None:
    found = report(run(*COMPARE, "-f", "json"))
    assert [one.name for one in found.systems] == ["mine", "copy"]
    assert [one.metric for one in found.metrics] == ["bleu", "chrf"]
    assert found.score_of("mine", "bleu").score == pytest.approx(BLEU, rel=1e-12)
    assert found.score_of("mine", "chrf").score == pytest.approx(CHRF, rel=1e-12)
    [difference] = found.differences_under("bleu")
    assert difference.difference == pytest.approx(BLEU - 100, rel=1e-12)
    assert (found.baseline, found.test_set.unit) == (None, "segment")


@pytest.mark.usefixtures("corpus")
def test_every_option_of_the_test_reaches_it(run: Run) -> None:
    test_words = ("--test", "bootstrap", "--resamples", "77", "--seed", "0", "--confidence", "0.9")
    levels = ("--significance-level", "0.5", "--correction", "none", "--baseline", "copy")
    others = ("--title", "Two of them", "-m", "bleu:order=2", "-lc")
    found = report(run(*COMPARE, *test_words, *levels, *others, "-f", "json"))
    test = found.test
    assert (test.method, test.resamples, test.seed) == ("centred bootstrap", 77, 0)
    assert (test.confidence, test.significance_level, test.correction) == (0.9, 0.5, "none")
    assert (found.baseline, found.title) == ("copy", "Two of them")
    assert "case:lc" in found.metrics[0].signature


def test_a_report_is_by_default_titled_by_its_test_set_and_languages(run: Run) -> None:
    found = report(run(*EXAMPLE, "-m", "bleu", "-l", "de-en", "-f", "json"))
    assert found.title == "Comparison of systems on reference.en.txt (de-en)"
    table = report(run("compare", "--table", EXAMPLE_TABLE, "-m", "bleu", "-f", "json"))
    assert table.title == "Comparison of systems on corpus.tsv"
    latex = run("compare", "--table", EXAMPLE_TABLE, "-m", "bleu", "-f", "latex").output
    assert "Comparison of systems on" not in latex  # a caption has the titles that users chose


def test_documents_are_resampled_where_they_are_known(run: Run) -> None:
    documents = EXAMPLE_DOCUMENTS
    found = report(run(*EXAMPLE, "-m", "bleu", "--docs", documents, "-f", "json"))
    assert (found.test_set.unit, found.test_set.units) == ("document", 8)
    found = report(run(*EXAMPLE, "-m", "bleu", "--docs", documents, "--by", "segment", "-fjson"))
    assert (found.test_set.unit, found.test_set.units) == ("segment", 46)


def test_a_column_of_a_table_can_be_resampled(run: Run) -> None:
    words = ("compare", "--table", EXAMPLE_TABLE, "-m", "bleu", "-f", "json")
    assert report(run(*words)).test_set.unit == "document"
    found = report(run(*words, "--by", "domain"))
    assert (found.test_set.unit, found.test_set.units) == ("domain", 5)


def test_a_table_of_references_adds_documents_to_plain_files(run: Run, corpus: Path) -> None:
    (corpus / "reference.tsv").write_text("reference\tdoc\na b c d x\td1\na b z r s\td2\n")
    words = ("compare", "reference.tsv", "-i", "mine.txt", "copy.txt", "-m", "bleu", "-f", "json")
    found = report(run(*words))
    assert found.test_set.unit == "document"
    assert found.score_of("mine", "bleu").score == pytest.approx(BLEU, rel=1e-12)


@pytest.mark.usefixtures("corpus")
def test_equal_names_are_runs_of_one_system(run: Run) -> None:
    words = ("compare", "reference.txt", "-i", "mine.txt", "copy.txt", "reference.txt")
    found = report(run(*words, "--names", "a", "b", "b", "-m", "bleu", "-f", "json"))
    assert [(one.name, one.runs) for one in found.systems] == [("a", 1), ("b", 2)]
    assert found.score_of("b", "bleu").run_scores == pytest.approx((100, 100))


def test_files_are_written_in_the_format_of_their_ending_and_text_is_shown(
    run: Run, corpus: Path
) -> None:
    done = run(*COMPARE, "-m", "bleu", "-o", "r.json", "-o", "r.csv", "-o", "r.md")
    assert done.status == 0
    assert "45.18" in done.output
    assert (
        Comparison.from_json((corpus / "r.json").read_bytes()).score_of("mine", "bleu").score
        is not None
    )
    assert "45.18010018049224" in (corpus / "r.csv").read_text()
    assert (corpus / "r.md").stat().st_size > 0


def test_plots_are_written_into_a_folder_in_the_requested_formats(run: Run, corpus: Path) -> None:
    pytest.importorskip("matplotlib")
    run(*COMPARE, "-m", "bleu", "-o", "r.json", "-q", "--plots", "new/plots")
    assert {path.suffix for path in (corpus / "new" / "plots").iterdir()} == {".svg"}
    formats = ("--plot-formats", "pdf", "png")
    assert run("compare", "--report", "r.json", "--plots", "again", *formats).status == 0
    assert {path.suffix for path in (corpus / "again").iterdir()} == {".pdf", ".png"}


def test_quiet_keeps_the_report_off_standard_output_if_a_file_is_named(
    run: Run, corpus: Path
) -> None:
    assert run(*COMPARE, "-q", "-o", "r.json") == (0, "", "")
    assert "45.18" in run(*COMPARE, "-q").output
    assert report(run(*COMPARE, "-q", "-o", "r.json", "-o", "-", "-f", "json")).systems


def test_an_output_file_is_overwritten(run: Run, corpus: Path) -> None:
    (corpus / "r.json").write_text("x" * 100_000)
    run(*COMPARE, "-q", "-m", "bleu", "-o", "r.json")
    assert (
        Comparison.from_json((corpus / "r.json").read_bytes()).title
        == "Comparison of systems on reference.txt"
    )


def test_a_saved_report_is_shown_again_without_its_files(run: Run, corpus: Path) -> None:
    first = run(*COMPARE, "-m", "bleu", "-o", "r.json")
    (corpus / "mine.txt").unlink()
    assert run("compare", "--report", "r.json").output == first.output
    again = run("compare", "--report", "r.json", "--title", "Again", "-o", "r.md", "-f", "json")
    assert report(again).title == "Again"
    assert (corpus / "r.md").exists()


def test_decimals_of_a_saved_report_are_those_of_the_call(run: Run, corpus: Path) -> None:
    run(*COMPARE, "-m", "bleu", "-q", "-o", "r.json")
    assert run("compare", "--report", "r.json", "-q", "-w", "1", "-o", "1.md").status == 0
    write_report(read_report("r.json"), "2.md", digits=1)
    assert (corpus / "1.md").read_bytes() == (corpus / "2.md").read_bytes()


@pytest.mark.usefixtures("corpus")
def test_a_worse_system_ends_with_status_1_and_the_reason(run: Run) -> None:
    done = run(*GUARD, *CARELESS)
    assert done.status == 1
    assert "45.18" in done.output
    assert "tallystick: failed: mine is worse than copy in BLEU" in done.errors
    assert done.errors.endswith("tallystick: 1 of 1 check failed.\n")


@pytest.mark.usefixtures("corpus")
def test_a_condition_can_be_quoted_or_not_and_given_several_times(run: Run) -> None:
    margin = "chrf worsens by more than 99 even if not significant"
    for words in ((" ".join(CARELESS), "--fail-if", margin), (" ".join(CARELESS), margin)):
        done = run(*GUARD, *words)
        assert (done.status, done.errors.count("failed: ")) == (1, 1)
        assert "1 of 2 checks failed." in done.errors


@pytest.mark.usefixtures("corpus")
def test_no_worse_system_ends_with_status_0(run: Run) -> None:
    words = (*COMPARE, "--baseline", "mine", "--fail-if", *CARELESS)
    done = run(*words)
    assert done.status == 0
    _, passed, outcome = done.errors.removesuffix("\n").split("\n")  # first a warning about copy
    assert passed.startswith("tallystick: passed: copy is no worse than mine in BLEU: 100.00 agai")
    assert outcome == "tallystick: 1 of 1 check passed."
    assert run(*words, "-q").errors == ""


def test_passed_checks_are_reported_with_failed_ones(run: Run) -> None:
    careless = ("--fail-if", "BLEU worsens even if not significant")
    guard = ("--baseline", "short", "-m", "bleu", "--fail-if", "BLEU worsens", *careless)
    done = run(*EXAMPLE, *guard)
    assert done.status == 1
    lines = done.errors.removesuffix("\n").split("\n")
    assert [line.split()[1:3] for line in lines] == [
        ["passed:", "good"],
        ["passed:", "literal"],
        ["passed:", "good"],
        ["failed:", "literal"],
        ["1", "of"],
    ]
    assert "; differences below about " in lines[1]
    quiet = run(*EXAMPLE, *guard, "-q").errors.removesuffix("\n")
    assert quiet.split("\n") == lines[3:]


def test_a_significant_regression_is_found_in_the_example(run: Run, tmp_path: Path) -> None:
    junit, summary = tmp_path / "junit.xml", tmp_path / "summary.md"
    guard = ("--baseline", "good", "--fail-if", "any", "metric", "worsens")
    done = run(*EXAMPLE, *guard, "--junit", junit, "--summary", summary)
    assert done.status == 1
    assert "tallystick: failed: literal is significantly worse than good in BLEU" in done.errors
    [suite] = ElementTree.parse(junit).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("4", "4")
    assert "**4 of 4 checks failed.**" in summary.read_text()


def test_a_summary_is_added_behind_those_of_earlier_commands(run: Run, tmp_path: Path) -> None:
    summary = tmp_path / "summary.md"
    summary.write_text("# Night\n")
    for _ in range(2):
        assert run(*EXAMPLE, "--summary", summary, "-q").status == 0
    missing = run(*EXAMPLE, "--against", "none.json", "--summary", summary)
    assert missing.status == 2
    first, *others = summary.read_text().split("\n## ")
    assert first == "# Night\n"
    assert len(others) == 3
    assert "**The systems could not be compared.**" in others[2]
    assert "none.json" in others[2]


def test_every_format_says_which_checks_failed(run: Run, tmp_path: Path) -> None:
    reports = [tmp_path / f"report.{ending}" for ending in ("html", "md", "txt", "json")]
    outputs = [word for path in reports for word in ("-o", path)]
    done = run(*EXAMPLE, "-q", *outputs, "--fail-if", "bleu below 25")
    assert done.status == 1
    assert done.errors.endswith(" BLEU, which is below 25.\ntallystick: 2 of 3 checks failed.\n")
    html, markdown, text = (path.read_text("utf-8") for path in reports[:3])
    assert "<code>bleu below 25</code>" in html
    for shown in (html, markdown, text):
        assert "2 of 3 checks failed." in shown
    found = read_report(tmp_path / "report.json").checks
    assert [(one.system, one.passed) for one in found] == [
        ("good", True),
        ("literal", False),
        ("short", False),
    ]


@pytest.mark.usefixtures("corpus")
def test_a_comparison_that_cannot_be_made_is_an_error_for_junit(run: Run, corpus: Path) -> None:
    words = ("--against", "nofile", "--fail-if", "bleu worsens", "--junit", "j.xml")
    message = refused(run(*COMPARE, *words))
    [[[error]]] = ElementTree.parse(corpus / "j.xml").getroot()
    assert error.tag == "error"
    assert message.endswith(f"tallystick: error: {error.get('message')}\n")


def test_all_files_are_written_even_if_the_build_fails(run: Run, corpus: Path) -> None:
    words = ("-o", "r.json", "--junit", "j.xml", "--summary", "s.md", "-q")
    assert run(*GUARD, *CARELESS, *words).status == 1
    assert all((corpus / name).stat().st_size for name in ("r.json", "j.xml", "s.md"))


def test_a_condition_on_a_saved_report_uses_its_baseline(run: Run, corpus: Path) -> None:
    run(*COMPARE, "--baseline", "copy", "-o", "r.json", "-q")
    assert run("compare", "--report", "r.json", "--fail-if", *CARELESS).status == 1


@pytest.mark.usefixtures("corpus")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("compare",), "no reference file is given; put references before the options, as in tal"),
        (
            ("compare", "-i", "mine.txt", "reference.txt"),
            "it was read as a value of -i; put references",
        ),
        (("compare", "-m", "bleu", "reference.txt"), "as in tallystick compare reference.txt -i"),
        (("compare", "reference.txt"), "no system is given; name a file of hypotheses for each"),
        (("compare", "nofile", "-i", "mine.txt"), "nofile: there is no such file"),
        ((*COMPARE, "nofile"), "nofile: there is no such file"),
        ((*COMPARE, "mine.txt"), "mine.txt is given twice among the hypotheses"),
        ((*COMPARE, "--names", "a"), "--names has 1 name for 2 systems"),
        ((*COMPARE, "--names", "a", ""), "--names has the blank name ''"),
        ((*COMPARE, "--by", "document"), "the document of no segment is known; name a file with"),
        ((*COMPARE, "--by", "domain"), "--by is 'domain', which is not a column of metadata"),
        ((*COMPARE, "--by", "segments"), "did you mean segment?"),
        ((*COMPARE, "--baseline", "cpoy"), "--baseline is 'cpoy', which is not a system (sys"),
        ((*COMPARE, "--test", "t"), "invalid choice: 't'"),
        (
            (*COMPARE, "--resamples", "0"),
            "resamples is 0; expected a whole number from 1 to 100000000",
        ),
        ((*COMPARE, "--seed", "-1"), "seed is -1; expected a whole number of 0 or more"),
        ((*COMPARE, "--confidence", "95"), "confidence is 95.0; expected a number between 0 and"),
        ((*COMPARE, "--significance-level", "0"), "significance_level is 0.0; expected a number"),
        ((*COMPARE, "--resamples", "1e3"), "--resamples: it is '1e3'; expected a whole number, su"),
        ((*COMPARE, "--confidence", "95%"), "--confidence: it is '95%'; expected a number, such a"),
        ((*COMPARE, "--threads", "0"), "threads is 0; expected a whole number of 1 or more"),
        ((*COMPARE, "-w", "99"), "-w is 99; expected 0 to 17 digits"),
        (
            (*COMPARE, "-f", "docx"),
            "'docx'; known are text, markdown, latex, pairs-latex, ",
        ),
        ((*COMPARE, "-f", "docx"), "json, html"),
        (
            (*COMPARE, "-o", "r.pdf"),
            "the name of the file 'r.pdf' has an unknown ending",
        ),
        ((*COMPARE, "-o", "no/r.md"), "no/r.md: there is no folder no; create it first"),
        ((*COMPARE, "-o", "."), "the name of the file '.' has an unknown ending"),
        ((*COMPARE, "-o", "r.md", "-o", "./r.md"), "./r.md is an output twice"),
        ((*COMPARE, "-o", "r.md", "--summary", "r.md"), "r.md is an output twice"),
        ((*COMPARE, "--summary", "./reference.txt"), "./reference.txt is both input and output"),
        (
            (*COMPARE, "-q", "-o", "r.md", "-f", "json"),
            "--format json is the format of standard output",
        ),
        ((*COMPARE, "--plots", "mine.txt/x"), "mine.txt is a file; expected a folder, or a free"),
        ((*COMPARE, "--plot-formats", "svg"), "--plot-formats has no effect without plots; add"),
        ((*COMPARE, "--plots", "x", "--plot-formats", "gif"), "invalid choice: 'gif'"),
        ((*COMPARE, "--fail-if", "bleu worsens"), "--fail-if needs something to compare systems w"),
        ((*COMPARE, "--junit", "j.xml"), "--junit writes the results of --fail-if, but no cond"),
        ((*COMPARE, "--against-system", "a"), "--against-system names a system of a saved report"),
        (
            (*COMPARE, "--against", "mine.txt"),
            "mine.txt is not a saved report: it is not JSON",
        ),
        ((*COMPARE, "--against", "r.json", "--baseline", "mine"), "exclude each other; leave out"),
        ((*GUARD, "bleu drops"), "character 6 begins 'drops'; expected 'worsens'"),
        ((*GUARD, "ter worsens"), "names 'ter', which is not a metric of the comparison"),
        ((*GUARD, "bleu worsens"), "with 2 segments none can be: the smallest p-value possible"),
        ((*GUARD, "bleu worsens", "--test", "bootstrap"), "with 2 segments none can be: the sma"),
        (("compare", "--report", "nofile"), "nofile: there is no such file"),
        (
            ("compare", "--report", "mine.txt"),
            "mine.txt is not a saved report: it is not JSON",
        ),
        (("compare", "reference.txt", "--report", "r.json"), "incompatible with the references"),
        (("compare", "--report", "r.json", "-i", "x"), "incompatible with --input"),
        (("compare", "--report", "r.json", "--seed", "1"), "incompatible with --seed"),
        (("compare", "--report", "r.json", "-lc"), "incompatible with --lowercase"),
        (
            (*ALONE, "--baseline", "mine", "--fail-if", "bl"),
            "it ends after 'bl'; expected 'worsens'",
        ),
        (
            (*ALONE, "--baseline", "mine", "--fail-if", *CARELESS),
            "--fail-if needs a system other than the baseline 'mine'",
        ),
    ],
)
def test_wrong_words_are_refused_with_the_remedy_and_nothing_is_written(
    run: Run, words: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert message in refused(run(*words))
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("mine.txt", "a b c d e\n", "mine.txt has 1 line but reference.txt has 2; mine.txt ends w"),
        ("copy.txt", "a\nb\nc\n", "reference.txt has 2 lines but copy.txt has 3; reference.txt en"),
        ("mine.txt", "", "mine.txt is empty"),
        ("documents.txt", "d1\n", "documents.txt has 1 line but there are 2 segments; ex"),
        ("source.txt", "1\n2\n3\n", "source.txt has 3 lines but there are 2 segments; exp"),
    ],
)
def test_files_that_do_not_belong_together_are_named_with_their_lengths(
    run: Run, corpus: Path, name: str, content: str, message: str
) -> None:
    (corpus / "documents.txt").write_text("d1\nd2\n")
    (corpus / "source.txt").write_text("1\n2\n")
    (corpus / name).write_text(content)
    words = (*COMPARE, "--docs", "documents.txt", "--source", "source.txt")
    assert message in refused(run(*words))


@pytest.mark.parametrize("command", ["score", "compare"])
def test_a_blank_line_is_not_a_document(run: Run, corpus: Path, command: str) -> None:
    words = [command, "reference.txt", "-i", "mine.txt", "--docs", "documents.txt"]
    words += ["--documents"] if command == "score" else []
    for blank in ("", " \t"):
        (corpus / "documents.txt").write_text(f"d1\n{blank}\n")
        message = refused(run(*words))
        assert "documents.txt, line 2: is blank; expected the document of segment 2" in message
        assert "give every segment the name of its document" in message


def test_a_condition_on_a_saved_report_needs_its_baseline(run: Run, corpus: Path) -> None:
    run(*COMPARE, "-o", "r.json", "-q")
    message = refused(run("compare", "--report", "r.json", "--fail-if", *CARELESS))
    assert "compare again with a baseline, one of mine, copy" in message


def test_a_full_disk_is_an_error_for_reports(run: Run, corpus: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no full device")
    (corpus / "full.json").symlink_to("/dev/full")
    message = refused(run(*COMPARE, "-o", "full.json"))
    assert "full.json: cannot be written: No space left on device" in message


def test_a_file_that_cannot_be_written_is_named(run: Run, corpus: Path) -> None:
    if not Path("/proc/self").exists():
        pytest.skip("there is no folder in which root cannot make files")
    message = refused(run(*COMPARE, "-o", "/proc/x.html"))
    if "may not be written" not in message:  # only root gets as far as opening it
        assert "/proc/x.html: cannot be opened for writing: No such file or directory" in message
    assert "not complete" not in message


def test_plots_without_matplotlib_are_refused_before_the_work(
    run: Run, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    (corpus / "copy.txt").write_text("one line of two\n")  # which the work would refuse
    assert "plots need matplotlib" in refused(run(*COMPARE, "--plots", "plots", "-o", "r.html"))
    assert not (corpus / "plots").exists()


def test_its_help_lists_the_formats_of_standard_output(run: Run) -> None:
    found = " ".join(run("compare", "--help").output.split())
    for_papers = "pairs-latex, checklist-markdown, checklist-latex, bibtex"
    formats = f"text, markdown, latex, {for_papers}, csv, pairs-csv, tsv, pairs-tsv, json, html or "
    assert f"the format of standard output: {formats}notebook (default: text)" in found


def test_its_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from tallystick.__main__ import main; main(['compare', '--help'])\n"
        "print({'numpy', 'tabulate', 'jinja2', 'json'} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "set()\n"


def test_notes_on_segments_are_kept_in_the_report(run: Run, corpus: Path) -> None:
    first = Path("reference.txt").read_text(encoding="utf-8").split("\n")[0]
    Path("n.json").write_text(json.dumps({first: "too literal", "unknown": "lost"}))
    done = run(*COMPARE, "--notes", "n.json", "-f", "json")
    assert json.loads(done.output)["segments"]["notes"] == {first: "too literal"}
    assert (
        "1 of 2 notes are on references that this test set lacks, such as 'unknown'" in done.errors
    )


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("[1]", "n.json has other values than notes; export notes from the page of a report"),
        ('{"a": 1}', "n.json has other values than notes"),
        ("segment\tnote", "n.json is not JSON (Expecting value"),
    ],
)
def test_other_files_than_notes_are_refused(
    run: Run, corpus: Path, content: str, complaint: str
) -> None:
    Path("n.json").write_text(content)
    done = run(*COMPARE, "--notes", "n.json", "-f", "json")
    assert done.status == 2
    assert complaint in done.errors


def test_notes_need_texts(run: Run, corpus: Path) -> None:
    Path("n.json").write_text("{}")
    done = run(*COMPARE, "--notes", "n.json", "--without-texts", "-f", "json")
    assert done.status == 2
    assert "n.json has notes on segments, but the report has no texts; leave it out" in done.errors


def test_notes_in_no_format_that_has_them_are_refused(run: Run, corpus: Path) -> None:
    Path("n.json").write_text("{}")
    assert "only HTML and JSON have the notes on segments; write one of them" in refused(
        run(*COMPARE, "--notes", "n.json", "-o", "report.md")
    )
    assert not Path("report.md").exists()
    assert run(*COMPARE, "--notes", "n.json", "-q", "-o", "r.md", "-o", "r.html").status == 0


def test_a_report_without_texts_contains_only_numbers(run: Run, corpus: Path) -> None:
    written = json.loads(run(*COMPARE, "--without-texts", "-f", "json").output)
    assert written["segments"] is None
    run(*COMPARE, "-o", "r.json", "-q")
    again = json.loads(run("compare", "--report", "r.json", "--without-texts", "-f", "json").output)
    assert again["segments"] is None


def test_an_output_is_never_an_input_under_another_link(run: Run, corpus: Path) -> None:
    os.link("mine.txt", "hard.md")
    (corpus / "plots").mkdir()
    os.link("mine.txt", "plots/intervals-bleu.svg")
    for words in (("-o", "hard.md"), ("--plots", "plots"), ("--summary", "hard.md")):
        message = refused(run(*COMPARE, "-m", "bleu", *words))
        assert "is both input and output, and its content would be lost" in message
    assert (corpus / "mine.txt").read_text() == "a b c d e\na b q r s\n"


def test_quiet_plots_keep_the_report_from_standard_output(run: Run, corpus: Path) -> None:
    pytest.importorskip("matplotlib")
    done = run(*COMPARE, "-m", "bleu", "-q", "--plots", "plots")
    assert (done.status, done.output) == (0, "")


def test_xml_is_compared_by_its_documents(run: Run, shared_data: Path) -> None:
    path = str(shared_data / "xml" / "wmttest2022.liv-en.all.xml")
    words = ("--systems", "TartuNLP", "NiuTrans", "-m", "bleu", "--resamples", "100", "-f", "json")
    report = json.loads(run("compare", path, *words).output)
    assert [system["name"] for system in report["systems"]] == ["TartuNLP", "NiuTrans"]
    assert report["test_set"]["unit"] == "document"
    assert report["segments"]["sources"][0].startswith("Meg tiennõm")
