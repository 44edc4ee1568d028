"""Text that does not suit the tokenizer is scored with a warning."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

import tallystick
from tallystick import (
    Bleu,
    Corpus,
    Distinct,
    InputError,
    Nist,
    SelfBleu,
    Ter,
    TokenizerWarning,
    Wer,
)
from tallystick.metrics import Rouge1

CHINESE = ["我喜欢猫和狗。", "今天天气很好，我们去公园。"]
JAPANESE = ["猫が好きです。", "今日は天気がいいです。"]
KOREAN = ["저는 고양이를 좋아합니다.", "오늘은 날씨가 좋습니다."]
THAI = ["ฉันชอบแมวและสุนัข", "วันนี้อากาศดีมาก"]
RUSSIAN = ["Я люблю кошек и собак.", "Сегодня хорошая погода."]
HINDI = ["मुझे बिल्लियाँ पसंद हैं।", "आज मौसम अच्छा है।"]
ENGLISH = ["I like cats.", "The weather is “good” today — isn’t it?"]


def corpus_of(lines: list[str], references: list[str] | None = None) -> Corpus:
    return Corpus.from_segments(hypotheses=lines, references=references or lines)


def warnings_of(corpus: Corpus, metrics: list[Any]) -> tuple[str, ...]:
    """Return what scoring says of the tokenizers of metrics."""
    with warnings.catch_warnings(record=True) as caught, suppress(InputError):
        warnings.simplefilter("always")
        tallystick.score(hypotheses=corpus, metrics=metrics)
    return tuple(str(one.message) for one in caught if one.category is TokenizerWarning)


@pytest.mark.parametrize(
    ("lines", "language", "tokenizer"),
    [
        (CHINESE, "Chinese", "zh"),
        (JAPANESE, "Japanese", "ja-mecab"),
        (KOREAN, "Korean", "ko-mecab"),
        (THAI, "Thai", "flores200"),
    ],
)
@pytest.mark.parametrize("metric", [Bleu(), Bleu(tokenize="intl"), Nist()])
def test_a_language_without_spaces_between_words_is_named_with_its_tokenizer(
    lines: list[str], language: str, tokenizer: str, metric: Bleu | Nist
) -> None:
    [warning] = warnings_of(corpus_of(lines), [metric])
    assert f"the references look {language}" in warning
    assert f"{metric.identity.name}:tokenize={tokenizer}" in warning


@pytest.mark.parametrize("lines", [RUSSIAN, HINDI, ENGLISH, ["42"], [""]])
def test_a_language_with_spaces_between_words_causes_no_warning(lines: list[str]) -> None:
    assert warnings_of(corpus_of(lines), [Bleu(), Nist()]) == ()


@pytest.mark.parametrize(
    ("lines", "share"),
    [(CHINESE, "100%"), (RUSSIAN, "100%"), (["Für Öl", "das Haus, die Uhr"], "11%")],
)
def test_letters_that_the_tokenizer_of_rouge_drops_cause_a_warning(
    lines: list[str], share: str
) -> None:
    [warning] = warnings_of(corpus_of(lines), [Rouge1()])
    assert f"drops all letters but a to z, among them {share} of those" in warning
    assert "rouge1:tokenize=unicode-words" in warning
    assert warnings_of(corpus_of(lines), [Rouge1(tokenize="unicode-words")]) == ()


@pytest.mark.parametrize("lines", [["Für Öl"], ["кот"], ["٣ × ٤"], ["猫"], ["a cat"]])
@pytest.mark.parametrize("metric", [Rouge1(), Bleu(), Wer()])
def test_one_segment_of_strings_has_the_warnings_of_a_corpus(lines: list[str], metric: Any) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        metric.score(hypotheses=lines, references=lines)
    assert tuple(str(one.message) for one in caught) == warnings_of(corpus_of(lines), [metric])


def test_text_outside_ascii_that_has_no_letters_causes_no_warning_about_letters() -> None:
    assert warnings_of(corpus_of(["٣ × ٤", "€ 5"]), [Rouge1()]) == ()


def test_few_letters_outside_ascii_cause_no_warning() -> None:
    lines = [*ENGLISH * 5, "She saw Müller."]
    assert warnings_of(corpus_of(lines), [Rouge1()]) == ()
    tokens = Corpus.from_segments(hypotheses=[["кот"]], references=[[["кот"]]])
    assert warnings_of(tokens, [Rouge1()]) == ()


@pytest.mark.parametrize("tokenizer", ["zh", "zh-2", "char"])
def test_a_suitable_tokenizer_causes_no_warning(tokenizer: str) -> None:
    assert warnings_of(corpus_of(CHINESE), [Bleu(tokenize=tokenizer)]) == ()


def test_segmented_chinese_suits_a_tokenizer_that_splits_at_spaces() -> None:
    lines = ["我 喜欢 猫 和 狗 。"] * 5
    assert warnings_of(corpus_of(lines), [Bleu(tokenize="none")]) == ()


def test_tokens_cause_no_warning() -> None:
    corpus = Corpus.from_segments(hypotheses=[CHINESE], references=[[CHINESE]])
    assert warnings_of(corpus, [Bleu()]) == ()


def test_tokenized_text_on_both_sides_can_keep_its_tokens() -> None:
    lines = ["it does n't rain ."] * 20
    [warning] = warnings_of(corpus_of(lines), [Bleu()])
    assert "hypotheses and references look tokenized already" in warning
    assert "bleu:tokenize=none" in warning
    assert warnings_of(corpus_of(lines), [Bleu(tokenize="none")]) == ()


def test_the_warning_about_tokenized_hypotheses_alone_says_to_detokenize_them() -> None:
    corpus = corpus_of(["it does n't rain ."] * 20, ["It doesn't rain."] * 20)
    [warning] = warnings_of(corpus, [Bleu()])
    assert "the references do not" in warning
    assert "detokenize the hypotheses" in warning


def test_a_few_lines_with_a_space_before_the_full_stop_do_not_look_tokenized() -> None:
    assert warnings_of(corpus_of(["a b ."] * 9), [Bleu()]) == ()
    assert warnings_of(corpus_of([*["a b ."] * 20, *["a b."] * 30]), [Bleu()]) == ()


@pytest.mark.parametrize(
    "score",
    [
        lambda: tallystick.bleu(hypotheses=CHINESE, references=CHINESE),
        lambda: tallystick.nist(hypotheses=CHINESE, references=CHINESE),
        lambda: tallystick.score(hypotheses=CHINESE, references=CHINESE, metrics="bleu"),
        lambda: tallystick.compare(
            systems={"a": CHINESE, "b": CHINESE[::-1]}, references=CHINESE, metrics="bleu"
        ),
    ],
    ids=["bleu", "nist", "score", "compare"],
)
def test_every_way_to_score_warns_once(score: Callable[[], object]) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        score()
    [warning] = [one for one in caught if "look Chinese" in str(one.message)]
    assert warning.category is TokenizerWarning
    assert warning.filename == __file__


@pytest.mark.filterwarnings("ignore:the references look:tallystick.TallystickWarning")
def test_a_comparison_keeps_the_warning_among_its_doubts() -> None:
    systems = {"a": CHINESE, "b": CHINESE[::-1]}
    comparison = tallystick.compare(systems=systems, references=CHINESE, metrics="bleu")
    [doubt] = [one for one in comparison.doubts if "look Chinese" in one.sentence]
    assert doubt.kind == "unsuited metric"
    assert doubt.sentence.startswith("The references")
    assert doubt.sentence.endswith("bleu:tokenize=zh.")


@pytest.mark.parametrize("metric", [Wer(), Ter(tokenize="tercom-norm")])
def test_tokenized_hypotheses_of_other_references_are_named_under_error_rates(metric: Any) -> None:
    [warning] = warnings_of(corpus_of(["a b ."] * 20, ["a b."] * 20), [metric])
    assert "the hypotheses look tokenized already" in warning
    assert f"{metric.identity.name} may be worse than the hypotheses deserve" in warning


def test_tokens_on_one_side_matter_to_a_tokenizer_that_keeps_them() -> None:
    references = corpus_of(["a b."] * 20, ["a b ."] * 20)
    [warning] = warnings_of(references, [Wer()])
    assert warning.endswith("detokenize the references")
    assert warnings_of(references, [Bleu()]) == ()
    assert warnings_of(corpus_of(["a b ."] * 20), [Wer()]) == ()


def test_the_language_of_hypotheses_without_references_is_named() -> None:
    [warning] = warnings_of(Corpus.without_references(CHINESE), [Distinct()])
    assert "the hypotheses look Chinese" in warning
    assert "distinct:tokenize=zh" in warning


def test_tokens_do_not_matter_to_a_metric_without_references() -> None:
    hypotheses = Corpus.without_references(["A cat sat ."] * 20)
    assert warnings_of(hypotheses, [Distinct(), SelfBleu()]) == ()


def test_chinese_under_the_normalization_of_ter_is_named() -> None:
    [warning] = warnings_of(corpus_of(CHINESE), [Ter(tokenize="tercom-norm")])
    assert "look Chinese, but the tokenizer tercom-norm of ter expects spaces" in warning
    assert warnings_of(corpus_of(CHINESE), [Ter(tokenize="tercom-norm-asian")]) == ()


def test_a_tokenizer_that_is_asked_for_is_not_applied_to_tokens() -> None:
    tokens = Corpus.from_segments(hypotheses=[["我喜欢猫"]], references=[[["我喜欢狗"]]])
    [warning] = warnings_of(tokens, [Bleu(tokenize="zh"), Bleu(tokenize="none"), Bleu(), Ter()])
    assert warning.startswith("the tokenizer zh of bleu is not applied, because the texts are")
