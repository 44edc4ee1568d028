"""Wrong input and wrong words end with status 2, nothing on standard output, and how to fix it."""

import json
from pathlib import Path

import pytest

from tests.command_line.conftest import Run, refused

SCORE = "score reference.txt -i mine.txt"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "no command is given; expected one of score, align"),
        ("scroe", "is named 'scroe' (see `tallystick --help`); did you mean score?"),
        ("chrf:word_order=2", "not a command; write tallystick score REF -i HYP -m chrf:word_"),
        ("-m bleu", "tallystick has no option -m; options follow a command, as in: tallystick sco"),
        ("help scroe", "is named 'scroe' (see `tallystick --help`); did you mean score?"),
        ("mine.txt", "'mine.txt' is a file, not a command; write tallystick score mine.txt"),
        ("--vrsion", "tallystick has no option --vrsion; did you mean --version?"),
        ("--version extra", "tallystick does not expect 'extra' here"),
        ("compare reference.txt -i mine.txt -n 500", "no option -n; write --resamples N"),
        ("tokenize -l", "tokenize has no option -l; name the tokenizer, -tok zh"),
        ("tokenize - -", "standard input ('-') is named 2 times"),
        ("tokenize nofile", "nofile: there is no such file"),
        ("tokenize ''", "'': there is no such file"),
        ("completion csh", "invalid choice: 'csh'"),
        ("demo mine.txt", "mine.txt is a file; name a folder"),
        ("score - -i -", "standard input ('-') is named 2 times"),
        ("score --table mine.txt", "(and .gz, .xz or .zst), or add --table-format tsv"),
        ("score -m bleu mine.txt", "no metric is named 'mine.txt'"),
        (
            "score -m bleu reference.txt -i mine.txt",
            "If 'reference.txt' is a reference file, it was read as a value of -m: put references "
            "before the options, as in tallystick score reference.txt -i HYPOTHESES -m bleu nist",
        ),
        (
            "score -i mine.txt reference.txt -m bleu",
            "if 'reference.txt' is one, it was read as a value of -i; put references before the",
        ),
        (
            "score reference.txt -lc copy.txt -i mine.txt",
            "does not expect 'copy.txt' here; put all words that need no option before",
        ),
        (
            "compare reference.txt mine.txt copy.txt",
            "did you mean tallystick compare reference.txt -i mine.txt copy.txt?",
        ),
        ("score reference.txt -i -dash.txt", "write ./-dash.txt"),
        ("list metrics blue", "no metric has 'blue' in its name, description or options; did you"),
        ("list tokenizers klingon", "languages; see all with `tallystick list tokenizers`"),
        ("list defects promptfoo-reward-brevity", "did you mean promptfoo-rewards-brevity"),
        ("list defects xyzzy nltk", "no defect has 'xyzzy' and 'nltk' in its id, program or"),
        ("list implementations sacreblue", "did you mean sacrebleu"),
        (
            "list implementations nltk xyzzy",
            "has 'nltk' and 'xyzzy' in its name, dialect, version or",
        ),
        ("list implementations xyzzy", "see all with `tallystick list implementations`"),
    ],
)
def test_wrong_words_are_refused_with_how_to_fix_them(run: Run, words: str, message: str) -> None:
    Path("-dash.txt").write_text("a\nb\n")
    assert message in refused(run(words))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--fromat json", "has no option --fromat; did you mean --format"),
        ("--form json", "has no option --form;"),
        ("--smoth exp", "no option --smoth; did you mean --smooth-method or --smooth"),
        ("--formatt json", "no option --formatt; did you mean --format or"),
        ("--format jsn", "no format is named 'jsn'; did you mean json"),
        ("-m blue", "no metric is named 'blue'; did you mean bleu"),
        ("-m bleu bleu", "the metric 'bleu' is given twice"),
        ("-m bleu,nist", "'bleu,nist'; separate metrics by spaces: -m bleu nist"),
        ("-m bleu,chrf++", "separate metrics by spaces: -m bleu chrf++"),
        ("-m bleu:dialect=nltk+order=2", "give the changes as options after a comma: dialect=nltk"),
        ("-tok 14a", "no tokenizer is named '14a'; did you mean 13a?"),
        ("-m nist -s exp", "-s is given but none of the metrics nist takes it"),
        ("-i", "expected at least one argument; see `tallystick score --help`"),
        ("--threads 0", "threads is 0; expected a whole number of 1 or more"),
        ("--threads two", "--threads: it is 'two'; expected a whole number, such as 2"),
        ("-w 99", "-w is 99; expected 0 to 17 digits"),
        ("-b -f json", "-b prints bare scores and is incompatible with --format json"),
        ("-b --documents", "-b prints scores without names"),
        ("--documents", "name a file with --docs FILE"),
        ("--documents --docs one.txt", "one.txt has 1 line but there are 2 segments"),
        ("--docs mine.txt", "--docs has no effect without --documents"),
        ("--docs a.txt --docs b.txt", "--docs is given twice; expected one file"),
        ("--segments --documents -f csv", "--format csv has one table"),
        ("--table x.tsv", "--table x.tsv contains both hypotheses and references"),
        ("--table-format tsv", "--table-format is given without --table"),
        ("-dash.txt", "write ./-dash.txt"),
    ],
)
def test_wrong_options_are_refused_with_how_to_fix_them(
    run: Run, options: str, message: str
) -> None:
    Path("-dash.txt").write_text("a\nb\n")
    Path("one.txt").write_text("a\n")
    assert message in refused(run(f"{SCORE} {options}"))


def test_short_options_may_be_joined_with_their_values(run: Run) -> None:
    done = run(f"{SCORE} -tok intl -lc -s floor -sv 0.1 -m bleu -w2 -bq")
    assert (done.status, done.errors) == (0, "")


BOTH = "hypothesis\treference\na\tb\nc\td\n"


@pytest.mark.parametrize(
    ("table", "words", "message"),
    [
        (BOTH, "reference.txt -i t.tsv", "hypotheses and references, give it without -i, alone or"),
        ("hypothesis\tx\na\tb\n", "--table t.tsv", "no 'reference'; found 'hypothesis', 'x'; say"),
        ("x\treference\na\tb\n", "t.tsv", "t.tsv has no 'hypothesis'; found 'x', 'reference'; say"),
        (f"source\t{BOTH[:21]}d\ta\tb\n", "t.tsv --source mine.txt -m sari", "sources are given t"),
        ("id\tgold text\na\tb\n", "t.tsv", "found 'id', 'gold text' (read as 'reference'); say"),
        ("Referenz;Ausgabe\na, b;c\n", "--table t.tsv --table-format csv", "'Referenz', 'Ausgabe'"),
        ("reference\na\n", "t.tsv", "t.tsv has no 'hypothesis'; found 'reference'; give files"),
        ("It rains.\tIt rains.\na\tb\n", "t.tsv", "or add the header line if it is missing"),
        ("It rains.\tIt pours.\na\tb\n", "t.tsv", "; add the header line if it is missing"),
        ("hypothesis,reference\na,b\n", "t.tsv", "separated by commas, but tabs are expected"),
    ],
)
@pytest.mark.parametrize("command", ["score", "compare"])
def test_tables_that_cannot_be_read_are_refused(
    run: Run, command: str, table: str, words: str, message: str
) -> None:
    Path("t.tsv").write_text(table)
    assert message in refused(run(f"{command} {words}"))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("t.json", "[\n  {\n", "t.json: is not valid JSON at character 6"),
        ("t.jsonl", '{\n"hypothesis": "a"}\n', "expected one complete JSON object on every line"),
        ("t.jsonl", '{"x": "a", "reference": "b"}\n', "say which key it is with --columns hypo"),
    ],
)
@pytest.mark.parametrize("command", ["score", "compare"])
def test_json_that_cannot_be_read_is_refused(
    run: Run, command: str, name: str, content: str, message: str
) -> None:
    Path(name).write_text(content)
    assert message in refused(run(f"{command} {name}"))


def test_a_byte_order_mark_causes_one_warning_although_files_are_read_twice(run: Run) -> None:
    Path("reference.txt").write_bytes(b"\xef\xbb\xbfa b c d x\na b z r s\n")
    done = run(f"{SCORE} -b -m bleu nist")
    assert (done.status, done.output) == (0, "45.18\t2.5492\n")
    assert done.errors.count("tallystick: warning: ") == 1


@pytest.mark.parametrize("words", ["", "-m bleu"])
def test_a_forgotten_i_is_recognised_if_standard_input_is_empty(run: Run, words: str) -> None:
    message = refused(run(f"score reference.txt mine.txt {words}"))
    offer = "error: no -i is given; did you mean tallystick score reference.txt -i mine.txt?"
    cause = "Hypotheses were read from standard input: standard input is empty"
    assert f"{offer} {cause} but reference.txt has 2 lines" in message
    message = refused(run(f"score reference.txt {words}"))
    assert "did you mean tallystick score reference.txt -i HYPOTHESES?" in message


@pytest.mark.parametrize(
    "content",
    [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0",
        b"\x7fELF\x02\1\1\0\0a\n",
        b"\x7fELF\x02\1\1\0" + b"\1\0\0\0" * 99,  # NULs as in UTF-32, in no UTF-32
    ],
)
def test_a_binary_file_is_said_to_look_like_one(run: Run, content: bytes) -> None:
    Path("mine.txt").write_bytes(content)
    message = refused(run(SCORE))
    assert "the file looks like a binary file: check that it is the intended one" in message
    assert "iconv" not in message


def test_a_file_of_documents_that_contains_texts_causes_a_warning(run: Run) -> None:
    for name in ("reference.txt", "mine.txt"):
        Path(name).write_text("".join(f"line {number}\n" for number in range(20)))
    texts = run(f"{SCORE} --documents --docs reference.txt")
    assert "warning: reference.txt has 20 documents for 20 segments" in texts.errors
    Path("documents.txt").write_text("one\n" * 10 + "two\n" * 10)
    assert "documents" not in run(f"{SCORE} --documents --docs documents.txt").errors


def test_a_table_of_hypotheses_is_selected_by_systems(run: Run) -> None:
    Path("table.tsv").write_text("hypothesis:a\treference\na\tb\nc\td\n")
    assert "by their names (--systems)" in refused(run("score table.tsv -i mine.txt"))
    assert run("score table.tsv -i mine.txt --systems a").status == 0


@pytest.mark.parametrize("content", [None, b"a b c d x\r\na b z r s"])
@pytest.mark.parametrize("command", ["score", "compare"])
def test_references_that_are_scored_as_a_system_cause_a_warning(
    run: Run, command: str, content: bytes | None
) -> None:
    if content:
        Path("copy.txt").write_bytes(content)
    done = run(f"{command} reference.txt -i mine.txt copy.txt -m bleu")
    assert done.status == 0
    said = done.errors if command == "score" else " ".join(done.output.split())
    assert "copy: every hypothesis is equal to a reference; check" in said
    assert "mine: every" not in said


@pytest.mark.parametrize("error", [ZeroDivisionError, MemoryError])
def test_only_an_internal_error_has_a_traceback(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("tallystick.command_line.commands.score.make_report", fail)
    if error is MemoryError:
        assert "not enough memory" in refused(run(SCORE))
    else:
        with pytest.raises(ZeroDivisionError):
            run(SCORE)


def test_an_order_that_no_hypothesis_has_causes_a_warning(run: Run) -> None:
    done = run(f"{SCORE} -m bleu:order=9 nist:order=9 -b")
    assert done.output == "0.00\t2.5492\n"
    assert done.errors.count("warning") == 1
    said = (
        "mine: no hypothesis has an n-gram of order 9, so bleu:order=9 is 0 for any words; choose"
    )
    assert said in done.errors
    compared = run("compare reference.txt -i mine.txt -m bleu:order=9 -f json")
    [doubt] = [doubt["sentence"] for doubt in json.loads(compared.output)["doubts"]]
    assert doubt.lower().startswith(said.removeprefix("mine: "))


@pytest.mark.parametrize(
    ("words", "output", "warning"),
    [
        ("other.txt -i other.txt -m bleu", "100.00", "other: every hypothesis is equal to a ref"),
        (
            "-i mine.txt empty.txt -m bleu nist",
            "45.18\t2.5492\n0.00\t0.0000",
            "empty: 2 of 2 hypotheses are empty;",
        ),
    ],
)
def test_a_suspicious_score_causes_warnings_that_name_its_system_alone(
    run: Run, words: str, output: str, warning: str
) -> None:
    Path("other.txt").write_text("a b c e f\nd e f g h\n")
    Path("empty.txt").write_text("\n\n")
    done = run(f"score reference.txt {words} -b")
    assert (done.status, done.output) == (0, f"{output}\n")
    assert f"tallystick: warning: {warning}" in done.errors
    assert "nist" not in done.errors  # a sum is above 0 without one of its orders
    assert done.errors.count("warning: ") == done.errors.count(f"warning: {warning.split(':')[0]}:")
