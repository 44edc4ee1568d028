"""Text that does not suit the tokenizer is scored with a warning."""

from __future__ import annotations

import re
import sys
import unicodedata
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
    TallystickWarning,
    Ter,
    TokenizerWarning,
    Wer,
)
from tallystick.metrics import Metric, Rouge1
from tests.metrics.internals import (
    RIGHT_TO_LEFT,
    SCRIPTS,
    differences,
    language_of,
    letters_by_script,
)

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
    return tuple(str(warning.message) for warning in caught if warning.category is TokenizerWarning)


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


TOKENIZED, NOT = ["a b ."] * 20, ["a b."] * 20
WITHOUT_REFERENCES = Corpus.without_references(CHINESE)
TOKENS = Corpus.from_segments(hypotheses=[["кот"]], references=[[["кот"]]])
CHINESE_TOKENS = Corpus.from_segments(hypotheses=[CHINESE], references=[[CHINESE]])
DROPPED = "drops all letters but a to z, among them {} of those.*rouge1:tokenize=unicode-words"
WORSE = "the hypotheses look tokenized already.*{} may be worse than the hypotheses deserve"

WARNED = {
    "letters that ROUGE drops, of Chinese": (corpus_of(CHINESE), Rouge1(), DROPPED.format("100%")),
    "of Russian": (corpus_of(RUSSIAN), Rouge1(), DROPPED.format("100%")),
    "of German": (corpus_of(["Für Öl", "das Haus, die Uhr"]), Rouge1(), DROPPED.format("11%")),
    "tokens on both sides": (
        corpus_of(TOKENIZED),
        Bleu(),
        "hypotheses and references look tokenized already.*bleu:tokenize=none",
    ),
    "tokens of hypotheses alone": (
        corpus_of(TOKENIZED, NOT),
        Bleu(),
        "the references do not.*detokenize the hypotheses",
    ),
    "tokens of references under a tokenizer that keeps them": (
        corpus_of(NOT, TOKENIZED),
        Wer(),
        "detokenize the references$",
    ),
    "tokens under WER": (corpus_of(TOKENIZED, NOT), Wer(), WORSE.format("wer")),
    "tokens under TER": (
        corpus_of(TOKENIZED, NOT),
        Ter(tokenize="tercom-norm"),
        WORSE.format("ter"),
    ),
    "Chinese without references": (
        WITHOUT_REFERENCES,
        Distinct(),
        "the hypotheses look Chinese.*distinct:tokenize=zh",
    ),
    "Chinese under the normalization of TER": (
        corpus_of(CHINESE),
        Ter(tokenize="tercom-norm"),
        "look Chinese, but the tokenizer tercom-norm of ter expects spaces",
    ),
}


@pytest.mark.parametrize("case", WARNED.values(), ids=WARNED)
def test_what_does_not_suit_the_tokenizer_is_warned_of(case: tuple[Corpus, Any, str]) -> None:
    corpus, metric, message = case
    [warning] = warnings_of(corpus, [metric])
    assert re.search(message, warning)


NOT_WARNED = {
    "Russian": (corpus_of(RUSSIAN), Bleu(), Nist()),
    "Hindi": (corpus_of(HINDI), Bleu(), Nist()),
    "English": (corpus_of(ENGLISH), Bleu(), Nist()),
    "a number": (corpus_of(["42"]), Bleu(), Nist()),
    "nothing": (corpus_of([""]), Bleu(), Nist()),
    "letters that are kept": (corpus_of(CHINESE), Rouge1(tokenize="unicode-words")),
    "no letters": (corpus_of(["٣ × ٤", "€ 5"]), Rouge1()),
    "few letters outside ASCII": (corpus_of([*ENGLISH * 5, "She saw Müller."]), Rouge1()),
    "given tokens": (TOKENS, Rouge1()),
    "given tokens of Chinese": (CHINESE_TOKENS, Bleu()),
    "suitable tokenizers": (
        corpus_of(CHINESE),
        *(Bleu(tokenize=n) for n in ("zh", "zh-2", "char")),
    ),
    "segmented Chinese": (corpus_of(["我 喜欢 猫 和 狗 。"] * 5), Bleu(tokenize="none")),
    "tokens that are kept": (corpus_of(TOKENIZED), Bleu(tokenize="none"), Wer()),
    "tokens of references, which are split": (corpus_of(NOT, TOKENIZED), Bleu()),
    "few lines with a space before the full stop": (corpus_of(TOKENIZED[:9]), Bleu()),
    "fewer than without": (corpus_of([*TOKENIZED, *NOT, *NOT[:10]]), Bleu()),
    "tokens without references": (
        Corpus.without_references(["A cat sat ."] * 20),
        Distinct(),
        SelfBleu(),
    ),
    "Chinese split by TER": (corpus_of(CHINESE), Ter(tokenize="tercom-norm-asian")),
}


@pytest.mark.parametrize("case", NOT_WARNED.values(), ids=NOT_WARNED)
def test_what_suits_the_tokenizer_causes_no_warning(case: tuple[Any, ...]) -> None:
    corpus, *metrics = case
    assert warnings_of(corpus, metrics) == ()


@pytest.mark.parametrize("line", ["Für Öl", "кот", "٣ × ٤", "猫", "a cat"])
@pytest.mark.parametrize("metric", [Rouge1(), Bleu(), Wer(), Bleu(dialect="texar-transformer")])
@pytest.mark.parametrize("references", [1, 2])
def test_one_segment_of_strings_has_the_warnings_of_a_corpus(
    line: str, metric: Any, references: int
) -> None:
    texts: dict[str, Any] = {"hypotheses": [line], "references": [references * [line]]}
    said = []
    for given in (texts, {"hypotheses": Corpus.from_segments(**texts)}):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            metric.score(**given)
        said.append([(str(warning.message), warning.category) for warning in caught])
    assert said[0] == said[1]


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
    [warning] = [warning for warning in caught if "look Chinese" in str(warning.message)]
    assert warning.category is TokenizerWarning
    assert warning.filename == __file__


@pytest.mark.filterwarnings("ignore:the references look:tallystick.TallystickWarning")
def test_a_comparison_keeps_the_warning_among_its_doubts() -> None:
    systems = {"a": CHINESE, "b": CHINESE[::-1]}
    comparison = tallystick.compare(systems=systems, references=CHINESE, metrics="bleu")
    [doubt] = [doubt for doubt in comparison.doubts if "look Chinese" in doubt.sentence]
    assert doubt.kind == "unsuited metric"
    assert doubt.sentence.startswith("The references")
    assert doubt.sentence.endswith("bleu:tokenize=zh.")


def test_a_tokenizer_that_is_asked_for_is_not_applied_to_tokens() -> None:
    tokens = Corpus.from_segments(hypotheses=[["我喜欢猫"]], references=[[["我喜欢狗"]]])
    [warning] = warnings_of(tokens, [Bleu(tokenize="zh"), Bleu(tokenize="none"), Bleu(), Ter()])
    assert warning.startswith("the tokenizer zh of bleu is not applied, because the texts are")


GERMAN = [
    "Für die Prüfung übt der Schüler täglich.",
    "Es regnet, und die Straße ist naß.",
    "Zwei Bücher über Öl stehen im Regal.",
    "Gestern hörten wir schöne Lieder.",
]
LOWER = [line.lower() for line in GERMAN]
CAPITALS = [line.upper() for line in GERMAN]
DECOMPOSED = [unicodedata.normalize("NFD", line) for line in GERMAN]
MARKED = ["\ufeff" + GERMAN[0], *GERMAN[1:]]
KANA = ["がんばる子供の本です", "ぱんを食べます"]
KANA_DECOMPOSED = [unicodedata.normalize("NFD", line) for line in KANA]


BOTH = ["bleu", "wer"]
LONG = [f"the line {number} is plain" for number in range(500)]
TOKEN_LISTS = [line.split() for line in GERMAN]


def found_in(hypotheses: Any, references: Any, *metrics: str) -> list[tuple[str, str]]:
    corpus = Corpus.from_segments(hypotheses=hypotheses, references=references)
    chosen: list[Metric] = [tallystick.metric(spec) for spec in metrics or BOTH]
    return [(difference.kind, difference.side) for difference in differences(corpus, chosen)]


@pytest.mark.parametrize(
    ("hypotheses", "references", "kind", "side"),
    [
        (LOWER, GERMAN, "lower case", "hypotheses"),
        (GERMAN, LOWER, "lower case", "references"),
        (CAPITALS, GERMAN, "capitals", "hypotheses"),
        (GERMAN, CAPITALS, "capitals", "references"),
        (LOWER, CAPITALS, "lower case", "hypotheses"),
        (DECOMPOSED, GERMAN, "Unicode form", "hypotheses"),
        (GERMAN, DECOMPOSED, "Unicode form", "references"),
        (KANA, KANA_DECOMPOSED, "Unicode form", "references"),
        (MARKED, GERMAN, "byte order mark", "hypotheses"),
        (GERMAN, MARKED, "byte order mark", "references"),
        ([*LONG[:300], "\ufeff" + LONG[300], *LONG[301:]], LONG, "byte order mark", "hypotheses"),
        (GERMAN, [*GERMAN[:3], ""], "empty references", "references"),
        (TOKEN_LISTS, [*TOKEN_LISTS[:3], [[]]], "empty references", "references"),
        (GERMAN, [[line, ""] for line in GERMAN], "empty references", "references"),
    ],
)
def test_a_difference_is_found_with_its_side(
    hypotheses: list[str], references: list[str], kind: str, side: str
) -> None:
    assert found_in(hypotheses, references) == [(kind, side)]


@pytest.mark.parametrize(
    ("hypotheses", "references", "metrics"),
    [
        (GERMAN, GERMAN, BOTH),
        (LOWER, LOWER, BOTH),
        (CAPITALS, CAPITALS, BOTH),
        (DECOMPOSED, DECOMPOSED, BOTH),
        (["OK", "it rains", "a", "the cat sat on"], ["Ok", "It rains", "A", "the cat"], BOTH),
        (["我喜欢猫 abc", "今天"], ["我喜欢猫 ABC", "今天"], BOTH),
        (["a\ufeff b"], ["a b"], BOTH),  # not at the beginning
        ([f"{line}（\ufeff）" for line in LONG], LONG, BOTH),
        (LOWER[:2], GERMAN[:2], BOTH),  # too few lines
        # the forms differ, but no letter of them is in both texts
        ([unicodedata.normalize("NFD", "wie schön")] * 4, ["Für Öl"] * 4, BOTH),
        ([line.split() for line in CAPITALS], TOKEN_LISTS, BOTH),  # tokens have no form
        # metrics that ignore the difference
        (LOWER, GERMAN, ["bleu:lowercase=unicode"]),
        (CAPITALS, GERMAN, ["rouge1"]),  # its tokenizer writes lower case
        (CAPITALS, GERMAN, ["ter"]),  # tercom's default ignores case
        (DECOMPOSED, GERMAN, ["wer:normalize=nfc"]),
        (CAPITALS, GERMAN, ["distinct2"]),
    ],
)
def test_what_makes_no_difference_is_not_found(
    hypotheses: list[Any], references: list[Any], metrics: list[str]
) -> None:
    assert found_in(hypotheses, references, *metrics) == []


def test_a_metric_that_sees_a_difference_is_named_with_what_to_type() -> None:
    with pytest.warns(TallystickWarning) as caught:
        tallystick.score(
            hypotheses=CAPITALS,
            references=GERMAN,
            metrics=["bleu", "bleu:lowercase=unicode", "wer"],
        )
    assert [str(warning.message) for warning in caught] == [
        "the hypotheses are in capitals and the references are not, so the same words differ for "
        "bleu and wer; score both in lower case, with bleu:lowercase=unicode and "
        "wer:lowercase=unicode"
    ]


@pytest.mark.parametrize(
    ("hypothesis", "reference", "said"),
    [
        ("\ufeffa b c d", "a b c d", "a line of the hypotheses begins with a byte order mark"),
        ("a b c d", "", "there are empty references"),
        (DECOMPOSED[0], GERMAN[0], "the hypotheses are not all in the Unicode form NFC"),
    ],
)
@pytest.mark.parametrize("name", ["bleu", "chrf", "ter"])
def test_a_single_sentence_is_checked_too(
    hypothesis: str, reference: str, said: str, name: str
) -> None:
    with pytest.warns(TallystickWarning, match=said):
        getattr(tallystick, name)(hypotheses=[hypothesis], references=[reference])


@pytest.mark.parametrize(
    ("references", "advice"),
    [
        (["", *GERMAN[1:]], "leave their segments out of all texts, because each has no other"),
        ([["", line] for line in GERMAN], r"leave them out (a missing reference is None in Python"),
    ],
)
def test_what_to_do_about_an_empty_reference_depends_on_others(
    references: list[Any], advice: str
) -> None:
    with pytest.warns(TallystickWarning, match=re.escape(f"complete them, or {advice}")):
        tallystick.bleu(hypotheses=GERMAN, references=references)


def test_text_of_a_test_set_causes_no_warning(wmt22_file: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tallystick.bleu(
            hypotheses=wmt22_file("system-outputs/generaltest2022.en-de.hyp.PROMT.de"),
            references=wmt22_file("references/generaltest2022.en-de.ref.A.de"),
        )


# words by which Unicode names the letters of a script, where they are not the script's name
NAMES = {"Han": ("CJK", "IDEOGRAPHIC"), "Latin": ("LATIN", "ORDINAL INDICATOR", "MODIFIER LETTER")}


def letters() -> list[str]:
    """Every letter of Unicode."""
    codes = range(sys.maxunicode + 1)
    return [letter for letter in map(chr, codes) if unicodedata.category(letter)[0] == "L"]


def scripts_of(texts: list[str]) -> list[str]:
    return [SCRIPTS[column] for column in letters_by_script(texts).argmax(axis=1)]


def test_letters_have_the_script_in_their_unicode_names_and_its_direction() -> None:
    directions: dict[str, set[str]] = {}
    every_letter = letters()
    for letter, script in zip(every_letter, scripts_of(every_letter), strict=True):
        if script:
            name = unicodedata.name(letter, "")
            assert any(word in name for word in NAMES.get(script, (script.upper(),))), letter
            directions.setdefault(script, set()).add(unicodedata.bidirectional(letter))
    assert {name for name, kinds in directions.items() if kinds & {"R", "AL"}} == RIGHT_TO_LEFT
    assert all(directions[name] <= {"R", "AL"} for name in RIGHT_TO_LEFT)


def test_digits_punctuation_nothing_and_lone_surrogates_have_no_script() -> None:
    others = [*"0123456789 .,;:!?-—«»“”„()[]。、！？・・٠١٢؟،।–…#@$%", "", "\ud800"]
    assert scripts_of(others) == [""] * len(others)
    assert letters_by_script([]).shape == (0, len(SCRIPTS))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("東京都に住んでいます", "ja"),
        ("データベース", "ja"),
        ("我住在北京，喜欢 BLEU", "zh"),
        ("서울에 살아요", "ko"),
        ("สวัสดีครับ", "th"),
        ("Καλημέρα", "el"),
        ("გამარჯობა", "ka"),
        ("Привет", ""),
        ("שלום", ""),
        ("مرحبا", ""),
        ("नमस्ते", ""),
        ("hello", ""),
        ("The city of 北京 is large", ""),
        ("42", ""),
        ("", ""),
    ],
)
def test_a_language_is_named_if_its_script_identifies_it(text: str, language: str) -> None:
    assert language_of([text]) == language


@pytest.mark.filterwarnings("ignore::tallystick.TallystickWarning")
@pytest.mark.parametrize(
    ("references", "sources", "directions"),
    [
        (["مرحبا BLEU بالعالم"], None, {"target": "rtl"}),
        (["hello"] * 3 + ["שלום"], None, {"target": "ltr"}),
        ([""], None, {"target": "ltr"}),
        (["x"], ["שלום"], {"source": "rtl", "target": "ltr"}),
    ],
)
def test_directions_are_those_of_most_letters_and_of_sources_where_sources_are(
    references: list[str], sources: list[str] | None, directions: dict[str, str]
) -> None:
    compared = tallystick.compare(
        systems={"one": references}, references=references, metrics="bleu", sources=sources
    )
    assert compared.segments is not None
    assert compared.segments.directions == directions
