"""`tallystick compare --sets`."""

import json
import sys
from pathlib import Path

import pytest

from tallystick.metrics import TOKENIZERS
from tests.command_line.conftest import Run, refused

TEXTS = {
    "reference": "the cat sat on the mat\nit is raining today\nwe like green tea\n" * 8,
    "good": "the cat sat on the mat too\nit is raining hard today\nwe like tea\n" * 8,
    "poor": "a cat sat on a mat\nit will rain today\nwe like a tea\n" * 8,
}
WORDS = "compare --sets sets.toml -m bleu --resamples 100"
SETS = """sets = ["de-en", "en-zh"]
references = "reference.txt"
hypotheses = ["good.txt", "poor.txt"]
"""


@pytest.fixture(autouse=True)
def folder() -> None:
    for name, text in TEXTS.items():
        Path(f"{name}.txt").write_text(text)
    Path("sets.toml").write_text(SETS)


def test_names_of_systems_may_contain_the_names_of_sets(run: Run) -> None:
    for name, text in (("reference", "a b c\n"), ("ab-1", "a b c\n"), ("ab-2", "a b\n")):
        Path(name).write_text(text)
    Path("two.toml").write_text(
        'sets = ["a", "b"]\nreferences = "reference"\nhypotheses = "ab-*"\n'
    )
    assert run("compare --sets two.toml -m bleu -q").status == 0


def test_a_file_with_set_in_its_name_is_written_for_each_set(run: Run) -> None:
    Path("a b").mkdir()
    files = "-o all.json -o all.html -o {set}.json -o 'a b/{set}.html'"
    assert run(f"{WORDS} --margin bleu=90 {files} -q").output == ""
    of_all, of_one = (json.loads(Path(f"{name}.json").read_text()) for name in ("all", "en-zh"))
    assert of_all["sets"][0]["comparison"]["segments"] is None
    assert of_one["segments"] is not None
    assert of_all["metrics"][0]["margin"] == of_one["metrics"][0]["margin"] == 90
    assert Path("a b/de-en.html").exists()
    links = '<a href="a%20b/de-en.html">de-en</a>, <a href="a%20b/en-zh.html">en-zh</a>'
    assert links in Path("all.html").read_text()


def test_the_page_of_a_set_may_not_have_the_name_of_that_of_all(run: Run) -> None:
    message = refused(run(f"{WORDS} -o de-en.html -o {{set}}.html"))
    assert "de-en.html is an output twice" in message


def test_a_saved_report_over_sets_is_shown_again(run: Run) -> None:
    done = run(f"{WORDS} -o all.json -o all.html")
    again = run("compare --report all.json -o again.html")
    assert (again.status, again.output) == (0, done.output)
    assert Path("again.html").read_text() == Path("all.html").read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("-m ter", "shows a saved report over test sets and is incompatible with --metrics"),
        ("--fail-if bleu", "shows a saved report over test sets and is incompatible with --fail"),
        ("-o '{set}.html'", "-o {set}.html: all.json has no report of each set"),
    ],
)
def test_a_saved_report_over_sets_refuses_what_only_texts_allow(
    run: Run, words: str, said: str
) -> None:
    run(f"{WORDS} -o all.json")
    assert said in refused(run(f"compare --report all.json {words}"))


def test_without_pages_of_single_sets_there_are_no_links(run: Run) -> None:
    run(f"{WORDS} -o all.html -o {{set}}.json -q")
    assert "Full reports" not in Path("all.html").read_text()


def test_reports_on_all_sets_have_the_date_and_are_followed_set_by_set(run: Run) -> None:
    for name, tea in (("de-en", "green"), ("en-zh", "black")):
        Path(f"{name}.txt").write_text(TEXTS["reference"].replace("green", tea))
    Path("sets.toml").write_text(SETS.replace("reference.txt", "{set}.txt"))
    nights = ("2026-03-01", "2026-03-02")
    for night in nights:
        Path(night).mkdir()
        words = f"-o {night}/all.json -o {night}/{{set}}.json --date {night} -q"
        assert run(f"{WORDS} {words}").status == 0
        # every system becomes the other one
        for name, other in (("good", "poor"), ("poor", "good")):
            Path(f"{name}.txt").write_text(TEXTS[other])
    first = json.loads(Path("2026-03-01/all.json").read_text())
    assert first["sets"][0]["comparison"]["origin"]["date"] == "2026-03-01"
    paths = " ".join(f"{night}/{name}.json" for night in nights for name in ("de-en", "en-zh"))
    trend = run(f"trend {paths} -f json").data()
    assert {
        (change["test_set"], change["system"], change["outcome"]) for change in trend["changes"]
    } == {
        (name, system, outcome)
        for name in ("de-en", "en-zh")
        for system, outcome in (("good", "worse"), ("poor", "better"))
    }


def test_a_winner_that_depends_on_the_reference_is_found_without_full_reports(run: Run) -> None:
    for name, word in (("one", "red"), ("two", "blue")):
        lines = [" ".join(f"{word}{(n + more) % 40}" for more in range(8)) for n in range(60)]
        outputs = [f"{line.rpartition(' ')[0]} {word}{n % 7}" for n, line in enumerate(lines)]
        Path(f"{name}.ref").write_text("".join(f"{line}\n" for line in lines))
        Path(f"{name}.txt").write_text("".join(f"{line}\n" for line in outputs))
    Path("sets.toml").write_text(
        'sets = ["news", "talks"]\nreferences = ["one.ref", "two.ref"]\n'
        'hypotheses = ["one.txt", "two.txt"]\n'
    )
    assert "The winner depends on the reference" in " ".join(run(WORDS).output.split())


@pytest.mark.parametrize(("key", "words"), [("", "-l {set}"), ('language-pair = "{set}"\n', "")])
def test_the_language_may_be_the_name_of_the_set(run: Run, key: str, words: str) -> None:
    Path("sets.toml").write_text(key + SETS)
    output = run(f"{WORDS} --force {words}").output
    assert "BLEU, de-en: nrefs:1|case:mixed|eff:no|tok:13a" in output
    assert "BLEU, en-zh: nrefs:1|case:mixed|eff:no|tok:zh" in output
    assert "tok:zh" not in run(f"{WORDS} -l en --force").output


def test_scores_of_another_program_are_read_for_each_set(run: Run) -> None:
    for name in ("de-en", "en-zh"):
        Path(f"{name}.seg").write_text("good\t0.9\n" * 24 + "poor\t0.1\n" * 24)
    assert "Mean comet over 2 sets" in run(f"{WORDS} --scores comet={{set}}.seg").output


def test_only_the_documents_and_systems_that_the_file_chooses_are_compared(run: Run) -> None:
    for name, text in TEXTS.items():
        first, second, _ = text.splitlines()[:3]
        Path(f"news.{name}").write_text(f"{first}\n{second}\n" * 8)
    Path("docs.txt").write_text("news1\nnews2\ntalk\n" * 8)
    Path("cut.toml").write_text(
        'sets = ["de-en", "en-zh"]\nreferences = "news.reference"\nhypotheses = "news.{system}"\n'
        'without = "reference"\n'
    )
    Path("chosen.toml").write_text(f'documents = "docs.txt"\nonly-documents = "news*"\n{SETS}')
    chosen, cut = (
        {
            (score["system"], score["metric"]): score["score"]
            for score in run(f"compare --sets {name}.toml -m bleu chrf -f json").data()["scores"]
        }
        for name in ("chosen", "cut")
    )
    assert chosen == cut
    Path("chosen.toml").write_text(f'without = "outliers"\n{SETS}')
    said = refused(run("compare --sets chosen.toml -m bleu"))
    assert "de-en: without is 'outliers', which human scores tell" in said


def test_a_folder_of_mt_metrics_eval_needs_no_human_scores(run: Run) -> None:
    for pair in ("de-en", "ru-en"):
        outputs = Path("tree", "system-outputs", pair)
        outputs.mkdir(parents=True)
        Path("tree/references").mkdir(exist_ok=True)
        Path(f"tree/references/{pair}.refA.txt").write_text(TEXTS["reference"])
        for name in ("good", "poor"):
            (outputs / f"{name}.txt").write_text(TEXTS[name])
    done = run("compare --sets tree -m bleu --resamples 20")
    assert "over 2 test sets" in done.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("-i good.txt", "leave out --input"),
        ("--fail-if 'bleu worsens'", "run compare on each set alone for --fail-if"),
        ("--plots plots", "run compare on each set alone for --plots"),
        ("--only de-en", "1 test set is too few"),
        ("--only xx", "--only names 'xx'; expected some of the test sets de-en, en-zh"),
        ("-o {set}.docx", "unknown ending"),
        ("-o {sett}.html", "no placeholder {sett} for '{sett}.html'; expected {set}"),
        ("-w 18", "-w is 18; expected 0 to 17"),
        ("-q -o all.csv -f markdown", "-q keeps the report from being written"),
    ],
)
def test_what_sets_do_not_allow_is_refused(run: Run, words: str, said: str) -> None:
    assert said in refused(run(f"{WORDS} {words}"))


def test_systems_named_after_the_files_of_their_set_are_refused(run: Run) -> None:
    for name in ("de-en", "en-zh"):
        for system in ("good", "poor"):
            Path(f"{name}.{system}.txt").write_text(TEXTS[system])
    Path("sets.toml").write_text(SETS.replace("good", "{set}.good").replace("poor", "{set}.poor"))
    errors = refused(run(WORDS))
    assert "the system 'de-en.good' is named after its file" in errors
    assert "write {system} for the part" in errors


def test_a_missing_tokenizer_is_reported_with_its_set(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "MeCab", None)  # importing it fails
    TOKENIZERS.load("ja-mecab").cache_clear()
    Path("sets.toml").write_text(SETS.replace("en-zh", "en-ja"))
    done = run(f"{WORDS} -l {{set}} --force")
    assert done.status != 0
    assert "en-ja: " in done.errors
    assert 'pip install "tallystick[ja]"' in done.errors
