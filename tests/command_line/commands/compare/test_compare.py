"""`tallystick compare`: what it reads, what it writes, what it refuses, and how it ends a build."""

import json
import os
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tallystick.reports import Comparison, read_report, write_report
from tests.command_line.conftest import EXAMPLE, EXAMPLE_DOCUMENTS, EXAMPLE_TABLE, Run, refused
from tests.command_line.conftest import comparison_of as report

# sacreBLEU 2.6.0 on the files of the fixture `corpus`; the copy has 100
BLEU = 45.180100180492246
CHRF = 40.166666666666664
COMPARE = "compare reference.txt -i mine.txt copy.txt"
ALONE = "compare reference.txt -i mine.txt"
GUARD = f"{COMPARE} --baseline copy --fail-if"
# two segments are too few for any significant difference
CARELESS = "bleu worsens even if not significant"


def test_systems_are_compared_in_pairs_under_bleu_and_chrf(run: Run) -> None:
    comparison = report(run(f"{COMPARE} -f json"))
    assert [system.name for system in comparison.systems] == ["mine", "copy"]
    assert [metric.metric for metric in comparison.metrics] == ["bleu", "chrf"]
    assert comparison.score_of("mine", "bleu").score == pytest.approx(BLEU, rel=1e-12)
    assert comparison.score_of("mine", "chrf").score == pytest.approx(CHRF, rel=1e-12)
    [difference] = comparison.differences_under("bleu")
    assert difference.difference == pytest.approx(BLEU - 100, rel=1e-12)
    assert (comparison.baseline, comparison.test_set.unit) == (None, "segment")
    assert comparison.title == "Comparison of systems on reference.txt"
    assert report(run(f"{ALONE} -f json")).title == "Scores of one system on reference.txt"


def test_every_option_of_the_test_reaches_it(run: Run) -> None:
    test_words = "--test bootstrap --resamples 77 --seed 0 --confidence 0.9"
    levels = "--significance-level 0.5 --correction none --baseline copy"
    others = "--title 'Two of them' -m bleu:order=2 -lc --margin bleu=90"
    comparison = report(run(f"{COMPARE} {test_words} {levels} {others} -f json"))
    test = comparison.test
    assert (test.method, test.resamples, test.seed) == ("centred bootstrap", 77, 0)
    assert (test.confidence, test.significance_level, test.correction) == (0.9, 0.5, "none")
    assert (comparison.baseline, comparison.title) == ("copy", "Two of them")
    assert "case:lc" in comparison.metrics[0].signature
    assert comparison.metrics[0].margin == 90


def test_documents_and_languages_of_plain_files_are_given(run: Run) -> None:
    words = f"{EXAMPLE} -m bleu -l de-en --docs {EXAMPLE_DOCUMENTS} -f json"
    comparison = report(run(words))
    assert (comparison.test_set.unit, comparison.test_set.units) == ("document", 8)
    assert comparison.title == "Comparison of systems on reference.en.txt (de-en)"
    comparison = report(run(f"{words} --by segment"))
    assert (comparison.test_set.unit, comparison.test_set.units) == ("segment", 46)


def test_a_column_of_a_table_can_be_resampled(run: Run) -> None:
    words = f"compare --table {EXAMPLE_TABLE} -m bleu --resamples 20"
    comparison = report(run(f"{words} -f json"))
    assert comparison.test_set.unit == "document"
    assert comparison.title == "Comparison of systems on corpus.tsv"
    comparison = report(run(f"{words} -f json --by domain"))
    assert (comparison.test_set.unit, comparison.test_set.units) == ("domain", 5)
    # a caption has the titles that users chose
    assert "Comparison of systems on" not in run(f"{words} -f latex").output


def test_equal_names_are_runs_of_one_system(run: Run) -> None:
    words = f"{COMPARE} reference.txt --names a b b -m bleu -f json"
    comparison = report(run(words))
    assert [(system.name, system.runs) for system in comparison.systems] == [("a", 1), ("b", 2)]
    assert comparison.score_of("b", "bleu").run_scores == pytest.approx((100, 100))
    # runs differ in other segments, and no random number is drawn
    shown = run(words.replace("json", "text")).output
    for claim in ("differing segments", "segments differ", "The seed of"):
        assert claim not in shown
    for given, message in (
        ("--test bootstrap", "the test bootstrap has no effect, because with several runs"),
        ("--resamples 10", "a number of resamples has no effect, because with several runs"),
    ):
        assert message in refused(run(f"{words} {given}"))


def test_files_are_written_in_the_format_of_their_ending_and_text_is_shown(run: Run) -> None:
    Path("r.json").write_text("x" * 100_000)  # which is overwritten
    done = run(f"{COMPARE} -m bleu -o r.json -o r.csv -o r.md")
    assert done.status == 0
    assert "45.18" in done.output
    saved = Comparison.from_json(Path("r.json").read_bytes())
    assert saved.score_of("mine", "bleu").score == pytest.approx(BLEU)
    assert "45.18010018049224" in Path("r.csv").read_text()
    assert Path("r.md").stat().st_size > 0


def test_plots_are_written_into_a_folder_in_the_requested_formats(run: Run) -> None:
    pytest.importorskip("matplotlib")
    # quiet plots, too, keep the report from standard output
    assert run(f"{COMPARE} -m bleu -q --plots new/plots") == (0, "", "")
    assert {path.suffix for path in Path("new/plots").iterdir()} == {".svg"}
    run(f"{COMPARE} -m bleu -o r.json -q")
    words = "compare --report r.json --plots again --plot-formats pdf png"
    assert run(words).status == 0
    assert {path.suffix for path in Path("again").iterdir()} == {".pdf", ".png"}


def test_a_saved_report_is_shown_again_without_its_files(run: Run) -> None:
    first = run(f"{COMPARE} -m bleu -o r.json")
    Path("mine.txt").unlink()
    assert run("compare --report r.json").output == first.output
    again = run("compare --report r.json --title Again -o r.md -f json")
    assert report(again).title == "Again"
    assert Path("r.md").exists()


def test_decimals_of_a_saved_report_are_those_of_the_call(run: Run) -> None:
    run(f"{COMPARE} -m bleu -q -o r.json")
    assert run("compare --report r.json -q -w 1 -o 1.md").status == 0
    write_report(read_report("r.json"), "2.md", digits=1)
    assert Path("1.md").read_bytes() == Path("2.md").read_bytes()


def test_a_worse_system_ends_with_status_1_and_the_reason(run: Run) -> None:
    done = run(f"{GUARD} {CARELESS} -o r.json -o - --junit j.xml --summary s.md")
    assert done.status == 1
    assert "45.18" in done.output
    assert "tallystick: failed: mine is worse than copy in BLEU" in done.errors
    assert done.errors.endswith("tallystick: 1 of 1 check failed.\n")
    # all files are written even if the build fails
    assert all(Path(name).stat().st_size for name in ("r.json", "j.xml", "s.md"))


def test_a_condition_can_be_quoted_or_not_and_given_several_times(run: Run) -> None:
    margin = "'chrf worsens by more than 99 even if not significant'"
    for words in (f"'{CARELESS}' --fail-if {margin}", f"'{CARELESS}' {margin}"):
        done = run(f"{GUARD} {words}")
        assert (done.status, done.errors.count("failed: ")) == (1, 1)
        assert "1 of 2 checks failed." in done.errors


def test_passed_checks_are_reported_with_failed_ones(run: Run) -> None:
    careless = "--fail-if 'BLEU worsens even if not significant'"
    guard = f"{EXAMPLE} --baseline short -m bleu --fail-if 'BLEU worsens' {careless}"
    done = run(guard)
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
    quiet = run(f"{guard} -q").errors.removesuffix("\n")
    assert quiet.split("\n") == lines[3:]


def test_a_summary_is_added_behind_those_of_earlier_commands(run: Run) -> None:
    summary = Path("summary.md")
    summary.write_text("# Night\n")
    for _ in range(2):
        assert run(f"{COMPARE} --summary summary.md -q").status == 0
    assert run(f"{COMPARE} --against none.json --summary summary.md").status == 2
    first, *others = summary.read_text().split("\n## ")
    assert first == "# Night\n"
    assert len(others) == 3
    assert "**The systems could not be compared.**" in others[2]
    assert "none.json" in others[2]


def test_every_format_says_which_checks_failed(run: Run) -> None:
    outputs = " ".join(f"-o report.{ending}" for ending in ("html", "md", "txt", "json"))
    done = run(f"{EXAMPLE} -q {outputs} --fail-if bleu below 25")
    assert done.status == 1
    assert done.errors.endswith(" BLEU, which is below 25.\ntallystick: 2 of 3 checks failed.\n")
    assert "<code>bleu below 25</code>" in Path("report.html").read_text("utf-8")
    for ending in ("html", "md", "txt"):
        assert "2 of 3 checks failed." in Path(f"report.{ending}").read_text("utf-8")
    checks = read_report("report.json").checks
    assert [(check.system, check.passed) for check in checks] == [
        ("good", True),
        ("literal", False),
        ("short", False),
    ]


def test_a_comparison_that_cannot_be_made_is_an_error_for_junit(run: Run) -> None:
    message = refused(run(f"{COMPARE} --against nofile --fail-if 'bleu worsens' --junit j.xml"))
    [[[error]]] = ElementTree.parse("j.xml").getroot()
    assert error.tag == "error"
    assert message.endswith(f"tallystick: error: {error.get('message')}\n")


def test_a_condition_on_a_saved_report_uses_its_baseline(run: Run) -> None:
    condition = f"compare --report r.json --fail-if {CARELESS}"
    run(f"{COMPARE} --baseline copy -o r.json -q")
    assert run(condition).status == 1
    run(f"{COMPARE} -o r.json -q")
    message = refused(run(condition))
    assert "compare again with a baseline, one of mine, copy" in message


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("compare", "no reference file is given; put references before the options, as in tal"),
        ("compare -i mine.txt reference.txt", "it was read as a value of -i; put references"),
        ("compare -m bleu reference.txt", "as in tallystick compare reference.txt -i"),
        ("compare reference.txt", "no system is given; name a file of hypotheses for each"),
        (f"{COMPARE} nofile", "nofile: there is no such file"),
        (f"{COMPARE} --by document", "the document of no segment is known; name a file with"),
        (f"{COMPARE} --by domain", "--by is 'domain', which is not a column of metadata"),
        (f"{COMPARE} --by segments", "did you mean segment?"),
        (f"{COMPARE} --baseline cpoy", "--baseline is 'cpoy', which is not a system (sys"),
        (f"{COMPARE} --test t", "invalid choice: 't'"),
        (f"{COMPARE} --seed -1", "seed is -1; expected a whole number of 0 or more"),
        (f"{COMPARE} --resamples 1e3", "--resamples: it is '1e3'; expected a whole number, su"),
        (f"{COMPARE} --confidence 95%", "--confidence: it is '95%'; expected a number between "),
        (f"{COMPARE} -f docx", "'docx'; known are text, markdown, latex, pairs-latex, "),
        (f"{COMPARE} -o r.pdf", "the name of the file 'r.pdf' has an unknown ending"),
        (f"{COMPARE} -o no/r.md", "no/r.md: there is no folder no; create it first"),
        (f"{COMPARE} -o r.md -o ./r.md", "./r.md is an output twice"),
        (f"{COMPARE} -o r.md --summary r.md", "r.md is an output twice"),
        (f"{COMPARE} --summary ./reference.txt", "./reference.txt is both input and output"),
        (f"{COMPARE} -q -o r.md -f json", "--format json is the format of standard output"),
        (f"{COMPARE} --plots mine.txt/x", "mine.txt is a file; expected a folder, or a free"),
        (f"{COMPARE} --plot-formats svg", "--plot-formats has no effect without plots; add"),
        (f"{COMPARE} --plots x --plot-formats gif", "invalid choice: 'gif'"),
        (f"{COMPARE} --fail-if 'bleu worsens'", "--fail-if needs something to compare systems w"),
        (f"{COMPARE} --junit j.xml", "--junit writes the results of --fail-if, but no cond"),
        (f"{COMPARE} --against-system a", "--against-system names a system of a saved report"),
        (f"{COMPARE} --against mine.txt", "mine.txt is not a saved report: it is not JSON"),
        (f"{COMPARE} --against r.json --baseline mine", "exclude each other; leave out"),
        (
            f"{GUARD} bleu drops",
            "the condition 'bleu drops' cannot be read; expected 'METRIC worsens",
        ),
        (f"{GUARD} ter worsens", "the condition 'ter worsens': 'ter' is not a metric of the comp"),
        (f"{COMPARE} --margin bleu=200", "the margin of 'bleu' is 200, but scores of this metric"),
        (
            f"{GUARD} bleu below 300",
            "the number of the condition 'bleu below 300' is 300, but scores of this metric are 0",
        ),
        (f"{GUARD} bleu below 20 'chrf below 90'", "'bleu below 20 chrf below 90' is several"),
        (f"{COMPARE} --margin bleu", "it is 'bleu'; expected METRIC=NUMBER, such as bleu=0.5"),
        (f"{COMPARE} --margin bleu=x", "it is 'x'; expected a number, such as 0.5"),
        (f"{COMPARE} --margin bleu=1 bleu=2", "names a metric twice; give each metric one"),
        (f"{ALONE} --margin bleu=1", "a margin is for the difference of two systems, but "),
        (f"{ALONE} --margin bleu=1", "is the only one; give another system, or no margin"),
        (f"{COMPARE} --emulate nltk", "choose from"),
        (f"{COMPARE} --emulate sacrebleu --against r.json", "leave out one of them"),
        ("compare --report r.json --emulate sacrebleu", "incompatible with --emulate"),
        ("compare --report r.json --margin bleu=1", "incompatible with --margin"),
        (f"{COMPARE} --date 2026-13-01", "the date is '2026-13-01', but month must be in 1..12"),
        (f"{COMPARE} -s mine.txt", "for sources write --source mine.txt"),
        (f"{GUARD} bleu worsens", "with 2 segments none can be: the smallest p-value possible"),
        ("compare --report nofile", "nofile: there is no such file"),
        ("compare reference.txt --report r.json", "incompatible with the references"),
        ("compare --report r.json -i x", "incompatible with --input"),
        ("compare --report r.json --seed 1", "incompatible with --seed"),
        ("compare --report r.json -lc", "incompatible with --lowercase"),
        (
            f"{ALONE} --baseline mine --fail-if {CARELESS}",
            "--fail-if needs a system other than the baseline 'mine'",
        ),
        (f"{COMPARE} --only de-en", "--only chooses test sets of --sets"),
    ],
)
def test_wrong_words_are_refused_with_the_remedy_and_nothing_is_written(
    run: Run, corpus: Path, words: str, message: str
) -> None:
    before = {path: path.read_bytes() for path in corpus.iterdir()}
    assert message in refused(run(words))
    assert {path: path.read_bytes() for path in corpus.iterdir()} == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_full_disk_is_an_error_for_reports(run: Run) -> None:
    Path("full.json").symlink_to("/dev/full")
    message = refused(run(f"{COMPARE} -o full.json"))
    assert "full.json: cannot be written: No space left on device" in message


def test_plots_without_matplotlib_are_refused_before_the_work(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    Path("copy.txt").write_text("one line of two\n")  # which the work would refuse
    assert "plots need matplotlib" in refused(run(f"{COMPARE} --plots plots -o r.html"))
    assert not Path("plots").exists()


def test_its_help_lists_the_formats_of_standard_output(run: Run) -> None:
    text = " ".join(run("help compare").output.split())
    for_papers = "pairs-latex, checklist-markdown, checklist-latex, bibtex"
    formats = f"text, markdown, latex, {for_papers}, csv, pairs-csv, tsv, pairs-tsv, json, html or "
    assert f"the format of standard output: {formats}notebook (default: text)" in text


def test_notes_on_segments_are_kept_in_the_report(run: Run) -> None:
    first = Path("reference.txt").read_text(encoding="utf-8").split("\n")[0]
    Path("n.json").write_text(json.dumps({first: "too literal", "unknown": "lost"}))
    done = run(f"{COMPARE} --notes n.json -f json")
    assert done.data()["segments"]["notes"] == {first: "too literal"}
    assert (
        "1 of 2 notes are on references that this test set lacks, such as 'unknown'" in done.errors
    )


@pytest.mark.parametrize(
    ("content", "words", "complaint"),
    [
        ("[1]", "", "n.json has other values than notes; export notes from the page of a report"),
        ('{"a": 1}', "", "n.json has other values than notes"),
        ("segment\tnote", "", "n.json is not JSON (Expecting value"),
        ("{}", "--without-texts", "n.json has notes on segments, but the report has no texts;"),
        ("{}", "-o report.md", "only HTML and JSON have the notes on segments; write one of them"),
    ],
)
def test_notes_that_cannot_be_kept_are_refused(
    run: Run, content: str, words: str, complaint: str
) -> None:
    Path("n.json").write_text(content)
    format = "" if "-o" in words else "-f json"
    assert complaint in refused(run(f"{COMPARE} --notes n.json {words} {format}"))
    assert not Path("report.md").exists()


def test_one_file_that_has_notes_is_enough(run: Run) -> None:
    Path("n.json").write_text("{}")
    assert run(f"{COMPARE} --notes n.json -q -o r.md -o r.html").status == 0


def test_an_output_is_never_an_input_under_another_link(run: Run) -> None:
    os.link("mine.txt", "hard.md")
    Path("plots").mkdir()
    os.link("mine.txt", "plots/intervals-bleu.svg")
    for words in ("-o hard.md", "--plots plots", "--summary hard.md"):
        message = refused(run(f"{COMPARE} -m bleu {words}"))
        assert "is both input and output, and its content would be lost" in message
    assert Path("mine.txt").read_text() == "a b c d e\na b q r s\n"


def test_p_values_of_an_emulated_test_are_printed_as_sacrebleu_prints_them(run: Run) -> None:
    done = run(f"{EXAMPLE} --resamples 1000 -m bleu --emulate sacrebleu --test bootstrap")
    # sacreBLEU 2.6.0 prints p-values as f"(p = {p:.4f})"
    assert " 0.0010* " in done.output
    assert "p < 0.001" not in done.output


def test_defaults_are_those_of_sacrebleu_and_every_option_is_passed_on(run: Run) -> None:
    like = "--emulate sacrebleu --seed 3 --resamples 99 --correction none --baseline short"
    done = run(f"compare --table {EXAMPLE_TABLE} -m bleu {like} -o r.json -o -")
    assert done.status == 0, done.errors
    assert "sacreBLEU 2.6.0 paired approximate randomisation over segments" in done.output
    comparison = report(run("compare --report r.json -f json"))
    signature = "emulate:sacrebleu-2.6.0|ar:99|unit:segment|adj:none|seed:3"
    assert comparison.test.signature.startswith(signature)
    assert comparison.baseline == "short"
