"""The stems of `stem=porter` equal those of NLTK's stemmer in its default mode."""

import re
from array import array
from collections.abc import Callable, Iterable
from types import ModuleType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tallystick.metrics.kernel import python as kernel_python
from tallystick.metrics.kernel.python.porter import porter_stem

PorterStemmer = pytest.importorskip("nltk.stem.porter").PorterStemmer

SUFFIXES = [
    *("s", "es", "ies", "ied", "ed", "ing", "eed", "y", "yy", "e", "ll", "at", "bl", "iz", "tt"),
    *("ational", "tional", "enci", "anci", "izer", "bli", "abli", "alli", "entli", "eli", "ousli"),
    *("ization", "ation", "ator", "alism", "iveness", "fulness", "ousness", "aliti", "iviti"),
    *("biliti", "fulli", "logi", "icate", "ative", "alize", "iciti", "ical", "ful", "ness", "al"),
    *("ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "sion", "tion"),
    *("ion", "ou", "ism", "ate", "iti", "ous", "ive", "ize", "sses", "ss"),
]
WORDS = st.builds(
    lambda beginning, suffixes: beginning + "".join(suffixes),
    st.text("aeioubclnstwxyzé1K", max_size=6),
    st.lists(st.sampled_from(SUFFIXES), max_size=3),
)
IRREGULAR = [
    *("sky", "skies", "dying", "lying", "tying", "news", "inning", "innings", "outing", "outings"),
    *("canning", "cannings", "howe", "proceed", "exceed", "succeed"),
]


def nltk_stem(word: str) -> str:
    stem: str = PorterStemmer().stem(word, to_lowercase=False)
    return stem


def numbers_of_stems(kernel: ModuleType, words: Iterable[str]) -> list[int]:
    vocabulary = kernel.Vocabulary()
    vocabulary.encode_tokens([list(words)])
    return array("I", vocabulary.stems()).tolist()


@given(word=WORDS)
@example("yyyying")
@example("geologi")
def test_the_stem_of_any_word_is_nltks(word: str) -> None:
    assert porter_stem(word) == nltk_stem(word)


@pytest.mark.parametrize("word", IRREGULAR)
def test_the_stem_of_an_irregular_word_is_nltks(word: str) -> None:
    assert porter_stem(word) == nltk_stem(word)


@given(
    words=st.lists(st.one_of(WORDS, st.sampled_from(IRREGULAR), st.text(max_size=5)), max_size=9)
)
def test_tokens_have_one_number_if_their_stems_are_equal(
    compiled: ModuleType, words: list[str]
) -> None:
    words = list(dict.fromkeys(words))
    known: dict[str, int] = {}
    # only words of more than 3 letters are stemmed, as in rouge-score
    stems = [nltk_stem(word) if len(word) > 3 else word for word in words]
    numbers = [known.setdefault(stem, len(known)) for stem in stems]
    for kernel in (compiled, kernel_python):
        assert numbers_of_stems(kernel, words) == numbers


@pytest.mark.slow
def test_the_stems_of_all_words_of_wmt22_are_nltks(
    compiled: ModuleType, wmt22_file: Callable[[str], list[str]]
) -> None:
    words: set[str] = set()
    for name in ("de-en.ref.A", "de-en.ref.B", "zh-en.ref.A", "ja-en.ref.A"):
        for line in wmt22_file(f"references/generaltest2022.{name}.en"):
            words.update(re.findall("[a-z0-9]+", line.lower()), line.split())
    listed = sorted(words)
    assert len(listed) > 10_000
    stems = [nltk_stem(word) for word in listed]
    assert list(map(porter_stem, listed)) == stems
    known: dict[str, int] = {}
    numbers = [
        known.setdefault(stem if len(word) > 3 else word, len(known))
        for word, stem in zip(listed, stems, strict=True)
    ]
    assert numbers_of_stems(compiled, listed) == numbers
