"""The stems of `stem=porter` equal those of NLTK's stemmer in its default mode.

`kernel/test_porter.py` compares the numbers of stems in both kernels with the twin's stems.
"""

import re
from collections.abc import Callable
from types import ModuleType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.metrics.kernel.both import porter_stem
from tests.metrics.kernel.test_porter import IRREGULAR, WORDS, numbers_by_stem, numbers_of_stems

PorterStemmer = pytest.importorskip("nltk.stem.porter").PorterStemmer


def nltk_stem(word: str) -> str:
    stem: str = PorterStemmer().stem(word, to_lowercase=False)
    return stem


@given(word=WORDS | st.text(max_size=5))
@example("yyyying")
@example("geologi")
def test_the_stem_of_any_word_is_nltks(word: str) -> None:
    assert porter_stem(word) == nltk_stem(word)


@pytest.mark.parametrize("word", IRREGULAR)
def test_the_stem_of_an_irregular_word_is_nltks(word: str) -> None:
    assert porter_stem(word) == nltk_stem(word)


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
    assert list(map(porter_stem, listed)) == list(map(nltk_stem, listed))
    assert numbers_of_stems(compiled, listed) == numbers_by_stem(listed, porter_stem)
