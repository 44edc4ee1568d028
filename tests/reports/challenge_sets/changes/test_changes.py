"""Planted changes: what each does to small texts, and that it changes something."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics import Corpus
from tallystick.reports.challenge_sets.changes.faults import WORDS
from tallystick.reports.challenge_sets.changes.segment import Material, Segment, joined, material_of
from tallystick.reports.challenge_sets.changes.table import CHANGES, UNIT, Change
from tallystick.reports.challenge_sets.planting import plant

BY_NAME = {change.name: change for change in CHANGES}
NAMES = "he saw and liked Ada here, he saw and liked Eve here, я знал там Боба, я знал там Еву"
OTHERS = [
    Segment("Bob met Eve in 1999, again."),
    Segment("we like green tea"),
    Segment("я знаю Бобу"),
]


def material(language: str = "en", *texts: str) -> Material:
    return material_of([*map(Segment, texts), *OTHERS], language)


def results(
    name: str, text: str, language: str = "en", source: str | None = None, seeds: int = 60
) -> set[str]:
    """Return all results of a kind of change, over many seeds."""
    segment, given = Segment(text, source), material(language, text)
    drawn = (BY_NAME[name].planted(segment, given, Random(seed)) for seed in range(seeds))
    return {text for text in drawn if text is not None}


texts = st.one_of(
    st.text(max_size=40),
    st.lists(
        st.sampled_from(
            ["the", "cat", "Ada", "is", "not", "1,234", "don't", "…", "“so”", "是", "é"]
        ),
        max_size=9,
    ).map(" ".join),
)


@given(texts)
def test_words_and_gaps_are_the_text(text: str) -> None:
    segment = Segment(text)
    assert joined(segment.words, segment.gaps) == text
    assert len(segment.gaps) == len(segment.words) + 1
    assert all(word.strip() == word != "" for word in segment.words)


@given(st.sampled_from(CHANGES), texts, st.integers(0, 9))
def test_a_change_gives_another_text_or_none_and_the_same_again(
    change: Change, text: str, seed: int
) -> None:
    segment = Segment(text, source="Quelle")
    drawn = [change.planted(segment, material("en", text), Random(seed)) for _ in range(2)]
    assert drawn[0] != text
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("dropped word", "a b, c.", {"b, c.", "a, c.", "a b,."}),
        ("dropped word", "我爱", {"我", "爱"}),
        ("dropped word", "ที่นี่", {"ที่", "นี่"}),
        ("repeated word", "a b.", {"a a b.", "a b b."}),
        ("repeated phrase", "a b, c.", {"a b, c a b, c."}),
        ("swapped neighbours", "a b c", {"b a c", "a c b"}),
        ("swapped neighbours", "a a", set()),
        ("swapped far words", "a b c d e", {"e b c d a"}),
        ("swapped far words", "a b c d", set()),
        ("lost second half", "a b c d e.", {"a b c"}),
        ("cut ending", "the green cats", {"the gree cats"}),
        ("wrong number", "in 7", {f"in {number}" for number in (1, 2, 3, 4, 5, 6, 8, 9)}),
        ("wrong number", "in seven", set()),
        ("wrong name", "Ada saw me. Ada left.", set()),
        ("copied source", "a b", set()),
        ("quotation marks", '''He said "don't".''', {"He said “don’t”."}),
        ("quotation marks", "„so‘ «he»", {"\"so' \"he\""}),
        ("ellipsis", "is it...", {"is it…"}),
        ("ellipsis", "is it…", {"is it..."}),
        ("dash", "a – b-c", {"a - b-c"}),
        ("doubled space", "a b c", {"a  b c", "a b  c"}),
        ("no-break space", "a b", {"a\u00a0b"}),
        ("trailing space", "a b", {"a b "}),
        ("decomposed letters", "é a", {"e\u0301 a"}),
        ("number format", "1,234,000 in 1999", {"1234000 in 1999"}),
        ("number format", "12345.5 and 54321", {"12345.5 and 54,321"}),
        ("contraction", "We do not know.", {"We don't know."}),
        ("contraction", "It’s late.", {"It is late."}),
        ("contraction", "It's been late. Don't you know that it is?", set()),
    ],
)  # fmt: skip
def test_results_are_those_worked_out_by_hand(name: str, text: str, expected: set[str]) -> None:
    assert results(name, text) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "here we saw Ada and not the USA.", {"here we saw Eve and not the USA."}),
        ("en", "We saw it on Sunday with Mr.", set()),
        ("en", "We met a President; a president came.", set()),
        ("en", "Great Offers For All Friends", set()),
        ("en", "1) Ada did it. 2) Eve did it", set()),
        ("en", "the Bank of Ada came", set()),
        ("ru", "Я видел Боба.", {"Я видел Еву."}),
        ("ru", "Я видел Ada.", {"Я видел Eve."}),
        ("ru", "Я видел Кольстона.", set()),
        ("hr", "dok je bio kraj Korejskog rata, Korejskog rata", set()),
        ("ru", "Мы ПОСТУПИЛИ так.", set()),
        ("ru", "Мы рады, что Вы здесь.", set()),
        ("ru", "Это Национальная служба, национальный парк.", set()),
        ("cs", "Děkujeme, že Vás #NAME# a #PRS_ORG# zná.", set()),
        ("zh", "我有 14 K、18 K 和 Norton。", set()),
        ("ja", "Ada と Norton です。", set()),
    ],
)
def test_a_name_is_exchanged_for_a_name_in_the_same_script(
    language: str, text: str, expected: set[str]
) -> None:
    segments = [*map(Segment, [text, NAMES, NAMES])]
    given = material_of(segments, language)
    names = {BY_NAME["wrong name"].planted(segments[0], given, Random(seed)) for seed in range(30)}
    assert names - {None} == expected


@pytest.mark.parametrize("language", ["de", "", "en"])
def test_names_are_exchanged_where_only_names_have_capitals(language: str) -> None:
    texts = ["so we saw Ada there", "so they saw Bob there"] * 2
    corpus = Corpus.from_segments(hypotheses=texts, references=texts)
    [planted] = plant(corpus, language, 1, [BY_NAME["wrong name"]]).one_each
    assert bool(planted.texts) == (language == "en")


@pytest.mark.parametrize("text", ["An iPhone and BOOKS of #NAME#", "使用 iphone 和 email", "Ada"])
def test_names_placeholders_and_words_between_chinese_ones_have_no_ending(text: str) -> None:
    assert results("cut ending", text) == set()


@pytest.mark.parametrize("name", ["lower case", "full width", "first letter's case"])
def test_what_some_readers_take_for_a_fault_is_not_planted_as_harmless(name: str) -> None:
    assert name not in BY_NAME


@pytest.mark.parametrize("text", ["", "...", "word", "我。"])
def test_segments_of_fewer_than_two_words_are_left_alone(text: str) -> None:
    assert all(results(change.name, text, source="x") == set() for change in CHANGES)


def test_words_are_dropped_until_they_run_out() -> None:
    segment = Segment("我".join("abcdefg"))
    while (text := UNIT.planted(segment, material(), Random(1))) is not None:
        segment = Segment(text)
    assert len(segment.words) < 2


def test_a_phrase_is_inserted_from_another_segment() -> None:
    drawn = results("inserted phrase", "a b")
    assert "we like green a b" in drawn
    assert "a b like green tea" in drawn
    assert all(len(Segment(text).words) == 5 for text in drawn)


@pytest.mark.parametrize(
    ("name", "language", "text", "expected"),
    [
        (
            "wrong unit",
            "en",
            "It is 5 km or 3 miles.",
            {"5 cm", "5 mm", "3 metres", "3 kilometres"},
        ),
        ("wrong unit", "en", "We saw miles and 50km/h.", {"50cm/h", "50mm/h"}),
        ("wrong unit", "en", "In kg and hours.", set()),
        ("wrong unit", "zh", "只要 20 分钟。", {"20 秒", "20 小时", "20 天"}),
        ("wrong entity", "en", "On Monday it was.", {"Tuesday", "Sunday"}),
        ("wrong entity", "en", "On monday and in Mondays.", set()),
        ("wrong entity", "ru", "Это было 5 января.", {"5 марта", "5 мая"}),
        ("antonym", "en", "It is better.", {"It is worse."}),
        ("antonym", "de", "Das ist größer.", {"Das ist kleiner."}),
        ("antonym", "en", "It is betters.", set()),
    ],
)
def test_words_become_others_of_their_class(
    name: str, language: str, text: str, expected: set[str]
) -> None:
    drawn = results(name, text, language)
    assert bool(drawn) == bool(expected)
    assert all(any(word in each for each in drawn) for word in expected)


@pytest.mark.parametrize("language", WORDS)
def test_a_word_is_in_one_class_of_a_kind_and_unlike_the_others(language: str) -> None:
    for kind in ("entity", "unit", "antonym"):
        words = [word for words in WORDS[language][kind] for word in words.split()]
        assert len(words) == len(set(words))
        assert all(len(of_class.split()) > 1 for of_class in WORDS[language][kind])


def test_a_sentence_of_another_segment_is_added() -> None:
    others = ["He met Eve again.", "we like green tea.", "He came. He saw me."]
    given = material_of([*map(Segment, others)], "en")
    made = BY_NAME["added sentence"]
    drawn = {made.planted(Segment("It is so."), given, Random(seed)) for seed in range(60)}
    assert drawn == {"It is so. He met Eve again.", None}
    assert made.planted(Segment("It is so"), given, Random(1)) is None


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        (
            "It is so. We go home.",
            "Ja so. Wir gehen.",
            {"Ja so. We go home.", "It is so. Wir gehen."},
        ),
        ("It is so.", "So ist es.", set()),
        ("It is so. We go home.", "So ist es.", set()),
        ("Q. It is so.", "F. So ist es.", set()),
    ],
)
def test_one_sentence_stays_untranslated(text: str, source: str, expected: set[str]) -> None:
    assert results("untranslated sentence", text, source=source) == expected


def test_the_source_is_copied() -> None:
    assert results("copied source", "a b", source="x y") == {"x y"}


def test_another_segment_is_one_of_the_corpus() -> None:
    assert results("other segment", "a b") == {other.text for other in OTHERS}
