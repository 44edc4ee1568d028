"""Options of other programs that users type by habit work, or the error shows what to type."""

from pathlib import Path

import pytest

from tests.command_line.conftest import Run, refused
from tests.command_line.internals import answers, command_parser

FILES = "reference.txt -i mine.txt"
SCORE = f"score {FILES}"
CHINESE = "我喜欢猫和狗。\n今天天气很好，我们去公园。\n"


# --help of sacreBLEU 2.6.0, jiwer 4.0.0 and compare-mt 0.2.11, and doc/options.htm of SCTK 2.4.12
SACREBLEU = """-h --help --citation --cite --list --test-set -t --language-pair -l --origlang -ol
--subset --download --echo --input -i --num-refs -nr --encoding -e --metrics -m --sentence-level -sl
--smooth-method -s --smooth-value -sv --tokenize -tok --lowercase -lc --force --chrf-char-order -cc
--chrf-word-order -cw --chrf-beta --chrf-whitespace --chrf-lowercase --chrf-eps-smoothing
--ter-case-sensitive --ter-asian-support --ter-no-punct --ter-normalized --confidence -ci
--confidence-n -cin --paired-ar -par --paired-bs -pbs --paired-ar-n -parn --paired-bs-n -pbsn
--paired-jobs -j --quiet -q --short -sh --score-only -b --width -w --detail -d --no-color -nc
--format -f --version -V"""
JIWER = "-r --reference -h --hypothesis -c --cer -a --align -g --global --help"
COMPARE_MT = """--sys_names --src_file --fig_size --compare_scores --compare_word_accuracies
--compare_src_word_accuracies --compare_sentence_buckets --compare_ngrams
--compare_sentence_examples --output_directory --report_title --decimals --seed --scorer_scale
--http -v --version"""
SCLITE = "-e -h -i -P -r -R -c -d -F -L -m -s -S -T -w -f -l -O -p -C -n -o"


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("score", SACREBLEU),
        ("compare", SACREBLEU),
        ("score", JIWER),
        ("align", JIWER),
        ("compare", COMPARE_MT),
        ("score", SCLITE),
    ],
)
def test_every_option_of_another_program_is_accepted_or_answered(
    command: str, options: str
) -> None:
    known = {*command_parser(command)._option_string_actions, *answers(command)}
    assert set(options.split()) <= known


@pytest.mark.parametrize(
    ("words", "instead"),
    [
        ("sacrebleu -t wmt22 -l en-de", "write tallystick score REF -i HYP -m bleu chrf"),
        ("jiwer -r reference.txt -h mine.txt", "write tallystick score REF -i HYP -m wer"),
        ("compare-mt ref sys1 sys2", "write tallystick compare REF -i SYSTEM SYSTEM -o report"),
        ("compare reference.txt mine.txt copy.txt", "compare reference.txt -i mine.txt copy.txt"),
        ("compare reference.txt mine.txt --output_directory x", "write -o report.html"),
        ("sclite -r ref trn -h hyp trn -i rm", "score REF.trn -i HYP.trn -m wer:lowercase=unicode"),
        ("wer -r reference.txt -h mine.txt", "write tallystick score REF -i HYP -m wer"),
        ("align -r reference.txt -h mine.txt", "tallystick align REF -i SYSTEM"),
        ("score reference.txt -i mine.txt -g", "paste -sd ' ' FILE"),
        ("score -i mine.txt -m bleu chrf -tok zh", "put references before the options"),
    ],
)
def test_a_command_line_of_another_program_is_answered(run: Run, words: str, instead: str) -> None:
    assert instead in refused(run(words))


@pytest.mark.parametrize(
    ("options", "instead"),
    [
        ("--paired-bs", "tallystick compare REF -i SYSTEM SYSTEM"),
        ("--paired-ar", "tallystick compare REF -i SYSTEM SYSTEM"),
        ("--confidence", "tallystick compare REF -i SYSTEM SYSTEM"),
        ("-sh", "signatures are printed in full"),
        ("-t wmt22", "test sets are not downloaded"),
        ("--encoding latin-1", "iconv"),
        ("--encodng latin-1", "did you mean --encoding? There is none here: files are UTF-8"),
        ("-r x", "references come first"),
        ("--references=x", "references come first"),
        ("--detail", "gives scores by the columns of a table"),
        ("-d", "`compare` gives scores by the columns of a table"),
        ("--json", "write -f json"),
        ("--chrf-word-order 2", "write -m chrf:word_order=N"),
        ("--ter-case-sensitive", "write -m ter:lowercase=none"),
        ("--verbose", "every score is printed with its components"),
        ("-V", "write tallystick --version"),
        ("--no-color", "the output has no colours"),
        ("--order 2", "write -m bleu:order=VALUE"),
        ("--effective-order", "write -m bleu:effective_order=VALUE"),
        ("--information x", "write -m nist:information=VALUE"),
        # the code of a country instead of the tag of a language
        ("-l en-jp", "the languages are 'en-jp', but the tag of Japanese is 'ja'; did you mean en"),
        ("-l en-CN", "the tag of Chinese is 'zh'; did you mean en-zh?"),
        ("-l zh-cn", "the tag of Chinese is 'zh'; did you mean zh?"),
        ("-l kr", "the tag of Korean is 'ko'; did you mean ko?"),
        ("-l eng-jpn", "did you mean eng-ja?"),
        ("-l english", "expected a language such as 'zh', or a pair such as 'en-zh'"),
    ],
)
def test_the_error_about_an_option_of_another_program_names_ours(
    run: Run, options: str, instead: str
) -> None:
    errors = refused(run(f"{SCORE} {options}"))
    assert instead in errors
    assert ("downloaded" in errors) == ("wmt22" in options)


def test_the_language_of_text_to_tokenize_is_answered_with_the_list_of_tokenizers(run: Run) -> None:
    assert "`tallystick list tokenizers` says for which" in run("tokenize -l en-zh").errors


def test_sentence_level_is_segments(run: Run) -> None:
    expected = run(f"{SCORE} --segments").output
    assert run(f"{SCORE} -sl").output == expected
    assert run(f"{SCORE} --sentence-level").output == expected


def test_bare_scores_of_segments_are_those_that_sacrebleu_prints(run: Run) -> None:
    done = run(f"{SCORE} -sl -b -w 4")
    assert done.output == "66.8740\n30.2138\n"  # sacreBLEU 2.6.0 with the same options
    both = run(f"{SCORE} copy.txt -sl -b -w 4 -m bleu nist -q")
    first, second, *of_copy = both.output.removesuffix("\n").split("\n")
    assert [line.split("\t")[0] for line in (first, second)] == ["66.8740", "30.2138"]
    assert of_copy == ["100.0000\t3.5053"] * 2


@pytest.fixture
def chinese() -> None:
    """Write two files in Chinese."""
    Path("reference.txt").write_text(CHINESE, encoding="utf-8")
    Path("mine.txt").write_text(CHINESE.replace("猫", "鸟"), encoding="utf-8")


@pytest.mark.usefixtures("chinese")
def test_the_language_chooses_the_tokenizer(run: Run) -> None:
    for languages in ("en-zh", "zh"):
        done = run(f"{SCORE} -m bleu -l {languages}")
        assert "|tok:zh|" in done.output
        assert done.errors == ""
    assert "|tok:char|" in run(f"{SCORE} -m bleu -l en-zh -tok char").output
    assert "|tok:13a|" in run(f"{SCORE} -m bleu -l en-de").output


def test_a_language_that_does_not_exist_causes_a_warning(run: Run) -> None:
    done = run(f"{SCORE} -m bleu -l en-xx")
    assert done.status == 0
    assert "warning: 'xx' in the languages 'en-xx' is not the code of a language" in done.errors
    for languages in ("de", "en-cs", "deu"):
        assert run(f"{SCORE} -m bleu -l {languages}").errors == ""


def test_confidence_without_a_value_selects_the_intervals_that_are_always_given(run: Run) -> None:
    words = f"compare {FILES} copy.txt -m bleu"
    assert run(f"{words} --confidence").output == run(words).output


@pytest.mark.usefixtures("chinese")
def test_force_silences_the_warning_about_the_tokenizer(run: Run) -> None:
    words = f"{SCORE} -m bleu:order=1"  # 13a makes one token of each line
    assert "look Chinese" in run(words).errors
    assert run(f"{words} --force").errors == ""


@pytest.mark.parametrize(
    ("habit", "ours"),
    [
        ("--paired-bs --paired-bs-n 50", "bootstrap --resamples 50"),
        ("--paired-ar --paired-ar-n 50", "randomisation --resamples 50"),
    ],
)
def test_paired_tests_of_sacrebleu_are_emulated_exactly(run: Run, habit: str, ours: str) -> None:
    words = f"compare {FILES} copy.txt -m bleu -f json"
    done = run(f"{words} {habit}")
    assert done.output == run(f"{words} --emulate sacrebleu --test {ours}").output
    assert '"method": "sacreBLEU 2.6.0' in done.output


@pytest.mark.parametrize("other", ["--paired-ar", "--test randomisation"])
def test_two_paired_tests_are_refused(run: Run, other: str) -> None:
    errors = refused(run(f"compare {FILES} --paired-bs {other}"))
    assert f"--paired-bs and {other} are different tests" in errors
