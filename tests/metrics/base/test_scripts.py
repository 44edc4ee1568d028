"""Scripts, directions and languages, compared with Unicode's names and bidirectional classes."""

from __future__ import annotations

import sys
import unicodedata
from functools import cache

import pytest

import tallystick
from tests.metrics.internals import RIGHT_TO_LEFT, SCRIPTS, language_of, letters_by_script

# words by which Unicode names the letters of a script, where they are not the script's name
NAMES = {"Han": ("CJK", "IDEOGRAPHIC"), "Latin": ("LATIN", "ORDINAL INDICATOR", "MODIFIER LETTER")}


@cache
def letters() -> list[str]:
    """Every letter of Unicode."""
    codes = range(sys.maxunicode + 1)
    return [letter for letter in map(chr, codes) if unicodedata.category(letter)[0] == "L"]


def scripts_of(texts: list[str]) -> list[str]:
    return [SCRIPTS[column] for column in letters_by_script(texts).argmax(axis=1)]


def test_letters_have_the_script_in_their_unicode_names() -> None:
    wrong = [
        f"{letter} {name}: {script}"
        for letter, script in zip(letters(), scripts_of(letters()), strict=True)
        for name in [unicodedata.name(letter, "")]
        if script and not any(word in name for word in NAMES.get(script, (script.upper(),)))
    ]
    assert wrong == []


def test_the_letters_of_a_language_have_its_script() -> None:
    texts = {
        "Latin": "ThequickbrownfoxÄÖÜßéèçłđơưḥẓ",
        "Greek": "Ξεσκεπάζωτηνψυχοφθόραβδελυγμία",
        "Cyrillic": "Съешьжеещёэтихїґєўџљњһҥҕөү",
        "Arabic": "نصحكيمپچژگکیٹڈڑںھے",
        "Hebrew": "דגסקרןשטביםמאוכזב",
        "Devanagari": "ऋषियोंकोसतानेवालेदुष्ट",
        "Thai": "เป็นมนุษย์สุดประเสริฐ",
        "Hangul": "키스의고유조건은",
        "Hiragana": "いろはにほへとちりぬるを",
        "Katakana": "イロハニホヘトーッヴ",
        "Han": "天地玄黃宇宙洪荒爱国𠮷々",
        "Georgian": "ვეპხისტყაოსანი",
        "Armenian": "Բելդղակիձախժամն",
    }
    for script, text in texts.items():
        assert scripts_of(list(text)) == [script] * len(text)


def test_digits_and_punctuation_have_no_script() -> None:
    others = "0123456789 .,;:!?-—«»“”„()[]。、！？・・٠١٢؟،।–…#@$%"
    assert scripts_of(list(others)) == [""] * len(others)


def test_the_scripts_written_from_right_to_left_are_those_of_unicode() -> None:
    directions_of_letters = {
        script: {unicodedata.bidirectional(letter) for letter in letters}
        for script, letters in _letters_by_script().items()
    }
    found = {name for name, classes in directions_of_letters.items() if classes & {"R", "AL"}}
    assert found == RIGHT_TO_LEFT
    assert all(
        classes <= {"R", "AL"} for name, classes in directions_of_letters.items() if name in found
    )


def _letters_by_script() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for letter, script in zip(letters(), scripts_of(letters()), strict=True):
        if script:
            found.setdefault(script, []).append(letter)
    return found


def test_empty_texts_and_lone_surrogates_have_no_script() -> None:
    assert scripts_of(["", "\ud800"]) == ["", ""]
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
        ("42", ""),
        ("", ""),
    ],
)
def test_a_language_is_named_if_its_script_identifies_it(text: str, language: str) -> None:
    assert language_of([text]) == language


def test_a_few_chinese_names_do_not_make_english_chinese() -> None:
    assert language_of(["The city of 北京 is large"]) == ""


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
