"""Wrong input and wrong words end with status 2, nothing on standard output, and how to fix it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line.conftest import Run, refused

pytestmark = pytest.mark.usefixtures("corpus")
SCORE = ("score", "reference.txt", "-i", "mine.txt")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "no command is given; expected one of score, compare"),
        (("scroe",), "no command is named 'scroe'; did you mean score?"),
        (("mine.txt",), "'mine.txt' is a file, not a command; write tallystick score mine.txt"),
        (("--vrsion",), "tallystick has no option --vrsion; did you mean --version?"),
        ((*SCORE, "--fromat", "json"), "has no option --fromat; did you mean --format"),
        ((*SCORE, "--form", "json"), "has no option --form;"),
        ((*SCORE, "--smoth", "exp"), "no option --smoth; did you mean --smooth-method or --smooth"),
        ((*SCORE, "--formatt", "json"), "no option --formatt; did you mean --format or"),
        (("compare", *SCORE[1:], "-n", "500"), "no option -n; write --resamples N"),
        (("tokenize", "-l"), "tokenize has no option -l; name the tokenizer, -tok zh"),
        ((*SCORE, "--format", "jsn"), "no format is named 'jsn'; did you mean json"),
        ((*SCORE, "-m", "blue"), "no metric is named 'blue'; did you mean bleu"),
        ((*SCORE, "-m", "bleu:ordr=2"), "bleu has no option 'ordr'; did you mean order?"),
        ((*SCORE, "-m", "bleu", "bleu"), "the metric 'bleu' is given twice"),
        ((*SCORE, "-tok", "14a"), "no tokenizer is named '14a'; did you mean 13a?"),
        ((*SCORE, "-m", "nist", "-s", "exp"), "-s is given but none of the metrics nist takes it"),
        ((*SCORE, "-i"), "expected at least one argument; see `tallystick score --help`"),
        ((*SCORE, "--threads", "0"), "threads is 0; expected a whole number of 1 or more"),
        (
            (*SCORE, "--threads", "two"),
            "--threads: it is 'two'; expected a whole number, such as 2",
        ),
        ((*SCORE, "-w", "99"), "-w is 99; expected 0 to 17 digits"),
        (
            (*SCORE, "-b", "-f", "json"),
            "-b prints bare scores and is incompatible with --format json",
        ),
        ((*SCORE, "-b", "--documents"), "-b prints scores without names"),
        ((*SCORE, "--documents"), "name a file with --docs FILE"),
        ((*SCORE, "--docs", "mine.txt"), "--docs has no effect without --documents"),
        ((*SCORE, "--segments", "--documents", "-f", "csv"), "--format csv has one table"),
        (("score", "--table", "mine.txt"), "(and .gz, .xz or .zst), or add --table-format tsv"),
        ((*SCORE, "--table", "x.tsv"), "--table x.tsv contains both hypotheses and references"),
        ((*SCORE, "--table-format", "tsv"), "--table-format is given without --table"),
        (("score", "-", "-i", "-"), "standard input ('-') is named 2 times"),
        (("--version", "extra"), "tallystick does not expect 'extra' here"),
        (("metrics", "blue"), "no metric has 'blue' in its name, description or options; did you"),
        (("tokenizers", "klingon"), "languages; see all with `tallystick tokenizers`"),
        (("defects", "promptfoo-reward-brevity"), "did you mean promptfoo-rewards-brevity"),
        (("defects", "xyzzy", "nltk"), "no defect has 'xyzzy' and 'nltk' in its id, program or"),
        (("implementations", "sacreblue"), "has 'sacreblue' in its name, dialect, version or how"),
        (("implementations", "sacreblue"), "did you mean sacrebleu"),
        (("implementations", "nltk", "xyzzy"), "no implementation has 'nltk' and 'xyzzy' in"),
        (("implementations", "xyzzy"), "see all with `tallystick implementations`"),
        (
            (*SCORE, "-m", "bleu:dialect=nltk+order=2"),
            "changes the dialect nltk; give the changes as options after a comma: "
            "dialect=nltk,order=2",
        ),
        (("tokenize", "-", "-"), "standard input ('-') is named 2 times"),
        (("tokenize", "nofile"), "nofile: there is no such file"),
        (("completion", "csh"), "invalid choice: 'csh'"),
        (("demo", "mine.txt"), "mine.txt is a file; name a folder"),
        (("score", "nofile", "-i", "mine.txt"), "nofile: there is no such file; check the path"),
        (("score", ".", "-i", "mine.txt"), ".: is a directory; expected a file"),
        (("score", "-m", "bleu", "mine.txt"), "no metric is named 'mine.txt'"),
        ((*SCORE, "-m", "bleu,nist"), "'bleu,nist'; separate metrics by spaces: -m bleu nist"),
        ((*SCORE, "-m", "bleu,chrf++"), "separate metrics by spaces: -m bleu chrf++"),
        (
            ("score", "-m", "bleu", "reference.txt", "-i", "mine.txt"),
            "If 'reference.txt' is a reference file, it was read as a value of -m: put references "
            "before the options, as in tallystick score reference.txt -i HYPOTHESES -m bleu nist",
        ),
        (
            ("score", "-i", "mine.txt", "reference.txt", "-m", "bleu"),
            "if 'reference.txt' is one, it was read as a value of -i; put references before the",
        ),
        (
            ("score", "reference.txt", "-lc", "copy.txt", "-i", "mine.txt"),
            "does not expect 'copy.txt' here; put all words that need no option before",
        ),
        (
            ("compare", "reference.txt", "mine.txt", "copy.txt"),
            "did you mean tallystick compare reference.txt -i mine.txt copy.txt?",
        ),
        (
            ("compare", *SCORE[1:], "--paired-bs", "--paired-ar"),
            "--paired-bs and --paired-ar are different tests; give one of them",
        ),
        (
            ("compare", *SCORE[1:], "--paired-bs", "--test", "randomisation"),
            "--paired-bs and --test randomisation are different tests",
        ),
    ],
)
def test_wrong_words_are_refused_with_how_to_fix_them(
    run: Run, words: tuple[str, ...], message: str
) -> None:
    assert message in refused(run(*words))


def test_short_options_may_be_joined_with_their_values(run: Run) -> None:
    words = ("-tok", "intl", "-lc", "-s", "floor", "-sv", "0.1", "-m", "bleu", "-w2", "-bq")
    done = run(*SCORE, *words)
    assert (done.status, done.errors) == (0, "")


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"mine.txt": b"a b c d e\n"}, "mine.txt has 1 line but reference.txt has 2; mine.txt"),
        ({"reference.txt": b"a\nb\nc\n"}, "mine.txt has 2 lines but reference.txt has 3"),
        ({"mine.txt": b""}, "mine.txt is empty"),
        ({"reference.txt": b""}, "reference.txt is empty but mine.txt has 2 lines"),
        ({"mine.txt": b"", "reference.txt": b""}, "mine.txt and reference.txt are empty"),
        ({"mine.txt": b"a\nb\xff\n"}, "mine.txt, line 2: byte 2 of the line, 0xFF, is not UTF-8"),
        ({"reference.txt": b"\xe9\nb\n"}, "reference.txt, line 1: byte 1 of the line, 0xE9"),
        ({"reference.txt": b"\n\n"}, "all references are empty"),
    ],
)
def test_files_that_cannot_be_scored_are_named_with_the_line(
    run: Run, corpus: Path, files: dict[str, bytes], message: str
) -> None:
    for name, content in files.items():
        (corpus / name).write_bytes(content)
    assert message in refused(run(*SCORE))


BOTH = "hypothesis\treference\na\tb\nc\td\n"


@pytest.mark.parametrize(
    ("table", "words", "message"),
    [
        (BOTH, "reference.txt -i t.tsv", "contains hypotheses and references, give it alone"),
        (BOTH, "t.tsv -i mine.txt", "t.tsv: contains hypotheses (of t) in addition to the ref"),
        (BOTH, "t.tsv reference.txt -i mine.txt", "a table of references must be the only one"),
        ("hypothesis\tx\na\tb\n", "--table t.tsv", "no 'reference'; found 'hypothesis', 'x'; say"),
        ("x\treference\na\tb\n", "t.tsv", "t.tsv has no 'hypothesis'; found 'x', 'reference'; say"),
        (f"doc\t{BOTH[:21]}d\ta\tb\n", "t.tsv --docs one.txt", "documents are given twice, in t."),
        (
            f"source\t{BOTH[:21]}d\ta\tb\n",
            "t.tsv --source one.txt -m sari",
            "sources are given twi",
        ),
        ("", "reference.txt -i mine.txt --docs one.txt", "one.txt has 1 line but there are 2 segm"),
    ],
)
def test_files_that_do_not_go_together_are_refused(
    run: Run, corpus: Path, table: str, words: str, message: str
) -> None:
    (corpus / "t.tsv").write_text(table)
    (corpus / "one.txt").write_text("x\n")
    for command in ("score", "compare"):
        documents = ["--documents"] if command == "score" and "--docs" in words else []
        assert message in refused(run(command, *words.split(), *documents))


def test_a_byte_order_mark_causes_one_warning_although_files_are_read_twice(
    run: Run, corpus: Path
) -> None:
    (corpus / "reference.txt").write_bytes(b"\xef\xbb\xbfa b c d x\na b z r s\n")
    done = run(*SCORE, "-b", "-m", "bleu", "nist")
    assert (done.status, done.output) == (0, "45.18\t2.5492\n")
    assert done.errors.count("tallystick: warning: ") == 1


def test_an_internal_error_keeps_its_traceback(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("tallystick.command_line.commands.score.make_report", fail)
    with pytest.raises(ZeroDivisionError):
        run(*SCORE)


@pytest.mark.parametrize("words", [(), ("-m", "bleu")])
def test_a_forgotten_i_is_recognised_if_standard_input_is_empty(
    run: Run, words: tuple[str, ...]
) -> None:
    message = refused(run("score", "reference.txt", "mine.txt", *words))
    offer = "error: no -i is given; did you mean tallystick score reference.txt -i mine.txt?"
    cause = "Hypotheses were read from standard input: standard input is empty"
    assert f"{offer} {cause} but reference.txt has 2 lines" in message
    message = refused(run("score", "reference.txt", *words))
    assert "did you mean tallystick score reference.txt -i HYPOTHESES?" in message


@pytest.mark.parametrize(
    ("encoding", "mark", "byte"),
    [
        ("utf-16-le", "\ufeff", "byte 1 of the line, 0xFF"),
        ("utf-16-be", "\ufeff", "byte 1 of the line, 0xFE"),
        ("utf-16-le", "", "byte 2 of the line, 0x00"),
        ("utf-16-be", "", "byte 1 of the line, 0x00"),
        ("utf-16-le", "é", "byte 1 of the line, 0xE9"),
    ],
)
def test_the_first_byte_of_utf16_that_is_not_utf8_is_named(
    run: Run, corpus: Path, encoding: str, mark: str, byte: str
) -> None:
    content = mark + (corpus / "mine.txt").read_text()
    (corpus / "mine.txt").write_bytes(content.encode(encoding))
    assert f"mine.txt, line 1: {byte}, is not UTF-8 (the file looks like" in refused(run(*SCORE))


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0", b"\x7fELF\x02\1\1\0\0a\n"])
def test_a_binary_file_is_said_to_look_like_one(run: Run, corpus: Path, content: bytes) -> None:
    (corpus / "mine.txt").write_bytes(content)
    message = refused(run(*SCORE))
    assert "the file looks like a binary file: check that it is the intended one" in message
    assert "iconv" not in message


def test_a_file_of_documents_that_contains_texts_causes_a_warning(run: Run, corpus: Path) -> None:
    for name in ("reference.txt", "mine.txt"):
        (corpus / name).write_text("".join(f"line {number}\n" for number in range(20)))
    texts = run(*SCORE, "--documents", "--docs", "reference.txt")
    assert "warning: reference.txt has 20 documents for 20 segments" in texts.errors
    (corpus / "documents.txt").write_text("one\n" * 10 + "two\n" * 10)
    assert "documents" not in run(*SCORE, "--documents", "--docs", "documents.txt").errors


def test_a_table_of_hypotheses_is_selected_by_systems(run: Run, corpus: Path) -> None:
    (corpus / "table.tsv").write_text("hypothesis:a\treference\na\tb\nc\td\n")
    assert "by their names (--systems)" in refused(run("score", "table.tsv", "-i", "mine.txt"))
    assert run("score", "table.tsv", "-i", "mine.txt", "--systems", "a").status == 0


@pytest.mark.parametrize("files", [{}, {"copy.txt": b"a b c d x\r\na b z r s"}])
def test_references_that_are_scored_as_a_system_cause_a_warning(
    run: Run, corpus: Path, files: dict[str, bytes]
) -> None:
    for name, content in files.items():
        (corpus / name).write_bytes(content)
    for command in ("score", "compare"):
        done = run(command, "reference.txt", "-i", "mine.txt", "copy.txt")
        assert done.status == 0
        assert "warning: copy: every hypothesis is equal to a reference; check" in done.errors
        assert "warning: mine" not in done.errors


def test_one_of_several_references_as_a_system_causes_a_warning(run: Run, corpus: Path) -> None:
    (corpus / "other.txt").write_text("a b c\nd e f\n")
    done = run("score", "reference.txt", "other.txt", "-i", "other.txt", "-m", "bleu")
    assert "warning: other: every hypothesis is equal to a reference" in done.errors


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("t.tsv", "hypothese\treference\na\tb\n", "with --columns hypothesis=NAME (columns={"),
        ("t.tsv", "reference\na\n", "t.tsv has no 'hypothesis'; found 'reference'; give files"),
        ("t.jsonl", '{"x": "a", "reference": "b"}\n', "say which key it is with --columns hypo"),
        ("t.tsv", "It rains.\tIt rains.\na\tb\n", "or add the header line if it is missing"),
        ("t.tsv", "It rains.\tIt pours.\na\tb\n", "; add the header line if it is missing"),
        ("t.tsv", "hypothesis,reference\na,b\n", "separated by commas, but tabs are expected"),
        (
            "t.tsv",
            "hypothesis\treference\na\n",
            "line 2: found 1 field, but the header names 2 col",
        ),
        ("t.csv", 'hypothesis,reference\n"a" x,b\n', "t.csv, line 2: cannot be split into quoted"),
        ("t.json", "[\n  {\n", "t.json: .json files are not read; write it as JSON Lines"),
        ("t.jsonl", '{\n"hypothesis": "a"}\n', "expected one complete JSON object on every line"),
    ],
)
def test_a_table_that_cannot_be_read_is_not_read_as_plain_references(
    run: Run, corpus: Path, name: str, content: str, message: str
) -> None:
    (corpus / name).write_text(content)
    for command in ("score", "compare"):
        assert message in refused(run(command, name))


def test_a_column_with_a_misspelt_name_causes_a_warning(run: Run, corpus: Path) -> None:
    (corpus / "t.tsv").write_text("hypothesis:a\thypotheses:b\treference\na\tb\tc\n")
    done = run("score", "t.tsv", "-b", "-m", "bleu")
    assert (done.status, done.output) == (0, "0.00\n")
    message = "the column 'hypotheses:b' is read as metadata; if hypotheses are meant, rename it "
    assert f"{message}'hypothesis:b'" in done.errors


def test_text_in_utf16_is_never_scored(run: Run, corpus: Path) -> None:
    for name in ("reference.txt", "mine.txt"):
        content = (corpus / name).read_text()
        (corpus / name).write_bytes(content.encode("utf-16-le"))
    assert "iconv -f UTF-16LE -t UTF-8 reference.txt" in refused(run(*SCORE))


def test_the_error_about_a_file_that_begins_with_a_dash_shows_its_path(
    run: Run, corpus: Path
) -> None:
    (corpus / "-dash.txt").write_text("a\nb\n")
    for words in (("score", "reference.txt", "-i", "-dash.txt"), (*SCORE, "-dash.txt")):
        assert "write ./-dash.txt" in refused(run(*words))


def test_many_empty_hypotheses_cause_a_warning(run: Run, corpus: Path) -> None:
    (corpus / "empty.txt").write_text("\n\n")
    done = run("score", "reference.txt", "-i", "mine.txt", "empty.txt", "-m", "bleu", "-b")
    assert done.output == "45.18\n0.00\n"
    assert "warning: empty: 2 of 2 hypotheses are empty; check that the file" in done.errors
    assert "mine" not in done.errors


def test_insufficient_memory_is_an_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("tallystick.command_line.commands.score.make_report", fail)
    assert "not enough memory" in refused(run(*SCORE))


def test_an_order_that_no_hypothesis_has_causes_a_warning(run: Run) -> None:
    done = run(*SCORE, "-m", "bleu:order=9", "nist:order=9", "-b")
    assert done.output == "0.00\t2.5492\n"
    assert done.errors.count("warning") == 1
    assert "mine: no hypothesis has an n-gram of order 9, so bleu:order=9 is 0" in done.errors
