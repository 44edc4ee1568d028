"""Options that users of sacreBLEU type by habit work, or the error shows what to type."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line.conftest import Run, refused

FILES = ("reference.txt", "-i", "mine.txt")
CHINESE = "我喜欢猫和狗。\n今天天气很好，我们去公园。\n"


@pytest.mark.parametrize(
    ("words", "instead"),
    [
        (("--paired-bs",), "tallystick compare REF -i SYSTEM SYSTEM"),
        (("--paired-ar",), "tallystick compare REF -i SYSTEM SYSTEM"),
        (("--confidence",), "tallystick compare REF -i SYSTEM SYSTEM"),
        (("-sh",), "signatures are printed in full"),
        (("-t", "wmt22"), "test sets are not downloaded"),
        (("--encoding", "latin-1"), "iconv"),
        (("--encodng", "latin-1"), "did you mean --encoding? There is none here: files are UTF-8"),
        (("-r", "x"), "references come first"),
        (("--references=x",), "references come first"),
        (("--detail",), "gives scores by the columns of a table"),
        (("-o", "x.json"), "-f json > scores.json"),
        (("--json",), "write -f json"),
        (("--chrf-word-order", "2"), "write -m chrf:word_order=N"),
        (("--ter-case-sensitive",), "write -m ter:lowercase=none"),
        (("--verbose",), "every score is printed with its components"),
        (("-V",), "write tallystick --version"),
        (("--no-color",), "the output has no colours"),
        (("--order", "2"), "write -m bleu:order=VALUE"),
        (("--effective-order",), "write -m bleu:effective_order=VALUE"),
        (("--information", "x"), "write -m nist:information=VALUE"),
    ],
)
def test_the_error_about_an_option_of_another_program_names_ours(
    run: Run, corpus: Path, words: tuple[str, ...], instead: str
) -> None:
    assert instead in refused(run("score", *FILES, *words))


@pytest.mark.parametrize("option", ["-o", "--output=x.html"])
def test_alignments_go_to_standard_output(run: Run, corpus: Path, option: str) -> None:
    assert "-f html > alignments.html" in run("align", *FILES, option, "x.html").errors


def test_the_language_of_text_to_tokenize_is_answered_with_the_list_of_tokenizers(run: Run) -> None:
    assert "`tallystick tokenizers` says for which" in run("tokenize", "-l", "en-zh").errors


def test_sentence_level_is_segments(run: Run, corpus: Path) -> None:
    expected = run("score", *FILES, "--segments").output
    assert run("score", *FILES, "-sl").output == expected
    assert run("score", *FILES, "--sentence-level").output == expected


def test_bare_scores_are_one_number_if_no_metric_is_named(run: Run, corpus: Path) -> None:
    assert run("score", *FILES, "-b").output == "45.18\n"  # sacreBLEU 2.6.0: 45.180100180492246


def test_bare_scores_of_segments_are_those_that_sacrebleu_prints(run: Run, corpus: Path) -> None:
    done = run("score", *FILES, "-sl", "-b", "-w", "4")
    assert done.output == "66.8740\n30.2138\n"  # sacreBLEU 2.6.0 with the same options
    both = run("score", *FILES, "copy.txt", "-sl", "-b", "-w", "4", "-m", "bleu", "nist", "-q")
    first, second, *of_copy = both.output.removesuffix("\n").split("\n")
    assert [line.split("\t")[0] for line in (first, second)] == ["66.8740", "30.2138"]
    assert of_copy == ["100.0000\t3.5053"] * 2


def test_the_language_chooses_the_tokenizer(run: Run, corpus: Path) -> None:
    Path("reference.txt").write_text(CHINESE, encoding="utf-8")
    Path("mine.txt").write_text(CHINESE.replace("猫", "鸟"), encoding="utf-8")
    for languages in ("en-zh", "zh"):
        done = run("score", *FILES, "-m", "bleu", "-l", languages)
        assert "|tok:zh|" in done.output
        assert done.errors == ""
    done = run("score", *FILES, "-m", "bleu", "-l", "en-zh", "-tok", "char")
    assert "|tok:char|" in done.output
    assert "|tok:13a|" in run("score", *FILES, "-m", "bleu", "-l", "en-de").output


@pytest.mark.parametrize(
    ("languages", "meant"),
    [
        ("en-jp", "the tag of Japanese is 'ja'; did you mean en-ja?"),
        ("en-CN", "the tag of Chinese is 'zh'; did you mean en-zh?"),
        ("zh-cn", "the tag of Chinese is 'zh'; did you mean zh?"),
        ("kr", "the tag of Korean is 'ko'; did you mean ko?"),
        ("eng-jpn", "did you mean eng-ja?"),
    ],
)
def test_the_code_of_a_country_is_refused_with_the_tag_of_the_language(
    run: Run, languages: str, meant: str
) -> None:
    errors = refused(run("score", *FILES, "-l", languages))
    assert f"the languages are '{languages}', but the tag" in errors
    assert meant in errors


def test_a_language_that_does_not_exist_causes_a_warning(run: Run, corpus: Path) -> None:
    done = run("score", *FILES, "-m", "bleu", "-l", "en-xx")
    assert done.status == 0
    assert "warning: 'xx' in the languages 'en-xx' is not the code of a language" in done.errors
    for languages in ("de", "en-cs", "deu"):
        assert run("score", *FILES, "-m", "bleu", "-l", languages).errors == ""


def test_languages_that_cannot_be_read_are_refused(run: Run, corpus: Path) -> None:
    assert "expected a language such as 'zh', or a pair such as 'en-zh'" in refused(
        run("score", *FILES, "-l", "english")
    )


def test_confidence_without_a_value_selects_the_intervals_that_are_always_given(run: Run) -> None:
    words = ("compare", *FILES, "copy.txt", "-m", "bleu")
    assert run(*words, "--confidence").output == run(*words).output


def test_the_option_for_details_has_one_answer(run: Run, corpus: Path) -> None:
    errors = run("score", *FILES, "-d").errors
    assert "`compare` gives scores by the columns of a table" in errors
    assert "downloaded" not in errors


def test_force_silences_the_warning_about_the_tokenizer(run: Run, corpus: Path) -> None:
    Path("reference.txt").write_text(CHINESE, encoding="utf-8")
    Path("mine.txt").write_text(CHINESE.replace("猫", "鸟"), encoding="utf-8")
    words = ("score", *FILES, "-m", "bleu:order=1")  # 13a makes one token of each line
    assert "look Chinese" in run(*words).errors
    assert run(*words, "--force").errors == ""


@pytest.mark.parametrize(
    ("habit", "ours"),
    [
        (("--paired-bs", "--paired-bs-n", "50"), ("bootstrap", "--resamples", "50")),
        (("--paired-ar", "--paired-ar-n", "50"), ("randomisation", "--resamples", "50")),
    ],
)
def test_paired_tests_of_sacrebleu_are_emulated_exactly(
    run: Run, corpus: Path, habit: tuple[str, ...], ours: tuple[str, ...]
) -> None:
    files = ("reference.txt", "-i", "mine.txt", "copy.txt", "-m", "bleu", "-f", "json")
    emulated = ("--emulate", "sacrebleu", "--test", *ours)
    done = run("compare", *files, *habit)
    assert done.output == run("compare", *files, *emulated).output
    assert '"method": "sacreBLEU 2.6.0' in done.output
