"""Scripts, directions and languages, compared with Unicode's names and bidirectional classes."""

from __future__ import annotations

import sys
import unicodedata

import pytest

import tallystick
from tests.metrics.internals import RIGHT_TO_LEFT, SCRIPTS, language_of, letters_by_script

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
    assert {name for name, found in directions.items() if found & {"R", "AL"}} == RIGHT_TO_LEFT
    assert all(directions[name] <= {"R", "AL"} for name in RIGHT_TO_LEFT)


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
