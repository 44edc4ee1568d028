"""`tallystick score` on correct input."""

from pathlib import Path
from typing import Any

import pytest

import tallystick
from tallystick import __version__
from tallystick.reports import ScoreReport
from tests.command_line.conftest import EXAMPLE_TEXTS, Done, Run, refused

BLEU = 45.180100180492246  # sacreBLEU 2.6.0
BLEU_OF_SEGMENTS = [66.87403049764218, 30.213753973567677]  # sacreBLEU 2.6.0, sentence_score
BLEU_ORDER_2 = 70.71067811865471  # sacreBLEU 2.6.0, max_ngram_order=2
BLEU_ADD_2 = 61.169088490625235  # sacreBLEU 2.6.0, add-k with k=2
NIST = 2.5492091425765566  # mteval
# By hand: unigrams (4 log2(10/2) + 6 log2(10)) / 10, bigrams 2/8, trigrams 2/6
NIST_OF_COPY = 2.9219280948873623 + 1 / 4 + 1 / 3

BLEU_SIGNATURE = (
    "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|metric:bleu|impl:tallystick|"
    f"version:{__version__}"
)
NIST_SIGNATURE = (
    "nrefs:1|case:ascii|tok:mteval-13a|dialect:mteval|metric:nist|impl:tallystick|"
    f"version:{__version__}"
)

FILES = "reference.txt -i mine.txt"


def scores(done: Done) -> dict[tuple[str, str], Any]:
    return {(entry["system"], entry["metric"]): entry for entry in done.data()["scores"]}


def test_one_system_has_a_table_the_details_and_the_signatures(run: Run) -> None:
    assert run(f"score {FILES} -m bleu nist") == (
        0,
        "system      bleu    nist\n"
        "--------  ------  ------\n"
        "mine       45.18  2.5492\n"
        "\n"
        "bleu: counts 8/5/2/1, totals 10/8/6/4, precisions 80.0000/62.5000/33.3333/25.0000, "
        "brevity_penalty 1.0000, hypothesis_length 10, reference_length 10\n"
        "nist: individual 2.2575/0.1250/0.1667/0.0000/0.0000, "
        "cumulative 2.2575/2.3825/2.5492/2.5492/2.5492, "
        "information 22.5754/1.0000/1.0000/0.0000/0.0000, counts 8/5/2/1/0, totals 10/8/6/4/2, "
        "length_penalty 1.0000, hypothesis_length 10, reference_length 10\n"
        "\n"
        f"bleu: {BLEU_SIGNATURE}\n"
        f"nist: {NIST_SIGNATURE}\n",
        "",
    )


def test_json_has_full_precision_and_the_details_as_numbers(run: Run) -> None:
    done = run(f"score {FILES} copy.txt -m bleu nist --format json --segments")
    entries = scores(done)
    assert list(entries) == [
        (system, each) for system in ("mine", "copy") for each in ("bleu", "nist")
    ]
    assert entries["mine", "bleu"]["score"] == pytest.approx(BLEU, rel=1e-12)
    assert entries["mine", "nist"]["score"] == pytest.approx(NIST, rel=1e-12)
    assert entries["copy", "nist"]["score"] == pytest.approx(NIST_OF_COPY, rel=1e-12)
    assert entries["mine", "bleu"]["counts"] == [8, 5, 2, 1]
    assert entries["mine", "bleu"]["signature"] == BLEU_SIGNATURE
    assert entries["mine", "nist"]["reference_length"] == 10
    assert entries["mine", "bleu"]["segments"] == pytest.approx(BLEU_OF_SEGMENTS, rel=1e-9)
    expected = tallystick.score(
        hypotheses=["a b c d e", "a b q r s"],
        references=["a b c d x", "a b z r s"],
        metrics=["bleu", "nist"],
    )
    assert [row["score"] for row in [*entries.values()][:2]] == [each.score for each in expected]
    report = ScoreReport.from_json(done.output)
    assert (report.systems, report.metrics) == (("mine", "copy"), ("bleu", "nist"))


def test_documents_come_from_a_file(run: Run) -> None:
    Path("documents.txt").write_text("news\nchat\n")
    words = f"score {FILES} -m bleu --docs documents.txt"
    done = run(f"{words} --documents --format tsv")
    rows = [line.split("\t") for line in done.output.split("\n")[:-1]]
    assert rows[0] == ["system", "document", "bleu"]
    assert [row[:2] for row in rows[1:]] == [["mine", "news"], ["mine", "chat"]]
    assert [float(row[2]) for row in rows[1:]] == pytest.approx(BLEU_OF_SEGMENTS, rel=1e-9)
    done = run(f"{words} --segments --format csv")
    assert done.output.startswith("system,segment,document,bleu\nmine,1,news,66.87")


TABLE = (
    "doc\treference\thypothesis:mine\thypothesis:copy\n"
    "news\ta b c d x\ta b c d e\ta b c d x\n"
    "chat\ta b z r s\ta b q r s\ta b z r s\n"
)


@pytest.mark.parametrize("words", ["--table table.tsv", "table.tsv"])
def test_a_table_contains_systems_references_and_documents(run: Run, words: str) -> None:
    Path("table.tsv").write_text(TABLE)
    entries = scores(run(f"score {words} -m bleu nist -f json --documents"))
    assert entries["mine", "bleu"]["score"] == pytest.approx(BLEU, rel=1e-12)
    assert entries["copy", "nist"]["score"] == pytest.approx(NIST_OF_COPY, rel=1e-12)
    documents = entries["mine", "bleu"]["documents"]
    assert [document["document"] for document in documents] == ["news", "chat"]
    assert [document["score"] for document in documents] == pytest.approx(BLEU_OF_SEGMENTS)


def test_a_table_is_read_from_standard_input_if_its_format_is_given(run: Run) -> None:
    words = "score --table - -b -m bleu"
    done = run(f"{words} --table-format tsv", standard_input=TABLE.encode())
    assert done.output == "45.18\n100.00\n"
    assert "add --table-format tsv" in refused(run(words, standard_input=TABLE.encode()))


def test_several_references_are_several_files(run: Run) -> None:
    Path("other.txt").write_text("a b c d e\na b q r s\n")
    entries = scores(run("score reference.txt other.txt -i mine.txt -f json"))
    assert entries["mine", "bleu"]["score"] == 100
    assert entries["mine", "bleu"]["signature"].startswith("nrefs:2|")


@pytest.mark.parametrize("words", ["reference.txt", "reference.txt -i -", "- -i mine.txt"])
def test_one_file_can_come_from_standard_input(run: Run, words: str) -> None:
    content = Path("reference.txt" if words.startswith("-") else "mine.txt").read_bytes()
    done = run(f"score {words} -b -m bleu nist", standard_input=content)
    assert done == (0, "45.18\t2.5492\n", "")


def test_options_of_sacrebleu_have_the_same_meaning(run: Run) -> None:
    words = f"score {FILES} copy.txt"
    entries = scores(run(f"{words} -m bleu nist:order=4 -tok intl -lc -f json"))
    signatures = {entry["signature"] for entry in entries.values()}
    assert all("|case:lc|" in signature and "|tok:intl" in signature for signature in signatures)
    entries = scores(run(f"{words} -m bleu -s add-k -sv 2 -f json"))
    assert entries["mine", "bleu"]["score"] == pytest.approx(BLEU_ADD_2, rel=1e-9)
    assert run(f"{words} -m bleu -b -w 1").output == "45.2\n100.0\n"


def test_a_spec_wins_over_an_option_for_all_metrics(run: Run) -> None:
    entries = scores(run(f"score {FILES} -m bleu:tokenize=char nist -tok none -f json"))
    assert "|tok:char|" in entries["mine", "bleu:tokenize=char"]["signature"]
    assert "|tok:none|" in entries["mine", "nist"]["signature"]


def test_metrics_with_options_are_called_by_their_specs(run: Run) -> None:
    entries = scores(run(f"score {FILES} -m bleu:order=2 bleu -f json"))
    assert [(entry["metric"], entry["name"]) for entry in entries.values()] == [
        ("bleu:order=2", "BLEU (order=2)"),
        ("bleu", "BLEU"),
    ]
    assert entries["mine", "bleu:order=2"]["score"] == pytest.approx(BLEU_ORDER_2, rel=1e-12)


def test_options_that_take_several_values_may_be_repeated(run: Run) -> None:
    assert len(scores(run(f"score {FILES} -i copy.txt -m bleu -m nist -f json"))) == 4


def test_the_number_of_threads_changes_no_digit(run: Run) -> None:
    words = f"score {FILES} copy.txt -f json --segments"
    assert run(f"{words} --threads 3").output == run(words).output


def test_segments_have_effective_order_which_their_signature_shows(run: Run) -> None:
    Path("short.txt").write_text("a b\na\n")
    words = "score short.txt -i short.txt --segments -m bleu"
    [score] = scores(run(f"{words} -f json")).values()
    assert score["segments"] == [100.0, 100.0]  # every n-gram that there is matches
    assert "|eff:no|" in score["signature"]
    assert score["segment_signature"] == score["signature"].replace("|eff:no|", "|eff:yes|")
    text = run(words)
    assert text.errors.count("warning: ") == 2  # the other one: the hypotheses are the references
    assert "no hypothesis has an n-gram of order 4" in text.errors  # about the corpus alone
    assert f"\nbleu, segments: {score['segment_signature']}\n" in text.output


def test_segments_have_one_signature_where_the_corpus_has_the_same(run: Run) -> None:
    done = run(f"score {FILES} --segments -m nist")
    assert done.output.count("nist: nrefs:1") == 1
    assert "segments:" not in done.output


def test_score_and_compare_give_one_score_to_the_last_bit(run: Run) -> None:
    words = f"{EXAMPLE_TEXTS} -q -m bleu nist -f json"
    report = run(f"compare {words} --resamples 20").data()
    compared = {(row["system"], row["metric"]): row["score"] for row in report["scores"]}
    assert {key: row["score"] for key, row in scores(run(f"score {words}")).items()} == compared
    for (system, metric), score in scores(run(f"score {words} --segments")).items():
        assert score["segments"] == report["segments"]["scores"][metric][system]


XML = """<dataset><doc id="news" domain="d">
<src lang="xx"><seg id="1">s</seg></src>
<ref lang="en" translator="A"><seg id="1">a b c d x</seg></ref>
<ref lang="en" translator="B"><seg id="1">a b c d e</seg></ref>
<hyp lang="en" system="mine"><seg id="1">a b c d e</seg></hyp>
<hyp lang="en" system="copy"><seg id="1">a b c d x</seg></hyp>
</doc><doc id="chat" domain="d">
<src lang="xx"><seg id="1">t</seg></src>
<ref lang="en" translator="A"><seg id="1">a b z r s</seg></ref>
<ref lang="en" translator="B"><seg id="1">a b q r s</seg></ref>
<hyp lang="en" system="mine"><seg id="1">a b q r s</seg></hyp>
<hyp lang="en" system="copy"><seg id="1">a b z r s</seg></hyp>
</doc></dataset>
"""


def test_xml_contains_everything_and_is_selected_from_by_name(run: Run) -> None:
    Path("t.xml").write_text(XML)
    entries = scores(run("score t.xml --translators A -m bleu nist -f json --documents"))
    assert entries["mine", "bleu"]["score"] == pytest.approx(BLEU, rel=1e-12)
    assert [each["document"] for each in entries["copy", "nist"]["documents"]] == ["news", "chat"]
    entries = scores(run("score t.xml --systems mine -m bleu -f json"))
    assert [entry["score"] for entry in entries.values()] == [100]
    assert run("score t.xml -i mine.txt --names new --translators A -b").output == "45.18\n"
    done = run("score --table - --table-format xml -b", standard_input=XML.encode())
    assert done.output == "100.00\n100.00\n"
    errors = refused(run("score t.xml --target-language fr"))
    assert "there is no language 'fr'; found en" in errors


def test_metrics_of_which_a_lower_score_is_better_are_named(run: Run) -> None:
    output = run(f"score {FILES} -m bleu ter wer").output
    assert "\n\nUnder ter and wer, a lower score is better.\n\n" in output
    assert "is better" not in run(f"score {FILES} -m bleu").output


def test_hypotheses_alone_are_scored_by_metrics_that_need_no_references(run: Run) -> None:
    # by hand: mine has a b, b c, c a and a b, 3 of 6 tokens; the other has one token a line
    for name, text in (("mine", "a b c\na b a\n"), ("other", "a\nb\n"), ("short", "a\n")):
        Path(f"{name}.out").write_text(text)
    entries = scores(run("score -i mine.out other.out -m distinct2 -f json"))
    shares = {system: entry["score"] for (system, _), entry in entries.items()}
    assert shares == {"mine": 50.0, "other": 0.0}
    errors = refused(run("score -i mine.out -m distinct2 bleu"))
    assert "no reference file is given" in errors
    assert "short.out has 1 line but" in refused(run("score -i short.out mine.out -m distinct1"))


def test_documents_are_refused_where_parts_do_not_add_up(run: Run) -> None:
    Path("docs").write_text("x\ny\n")
    words = f"score {FILES} --documents --docs docs -m"
    assert "distinct has no scores of documents" in refused(run(f"{words} distinct1"))
    assert run(f"{words} distinct1:dialect=distinct-n").status == 0


@pytest.mark.parametrize("command", ["score {} --documents", "compare {}"])
def test_a_blank_line_is_not_a_document(run: Run, command: str) -> None:
    for blank in ("", " \t"):
        Path("documents.txt").write_text(f"d1\n{blank}\n")
        errors = refused(run(f"{command.format(FILES)} --docs documents.txt"))
        assert "documents.txt, line 2: is blank; expected the document of segment 2" in errors
        assert "give every segment the name of its document" in errors
