"""Stems, in the kernel and in its twin; tests/metrics/rouge compares them with NLTK's."""

from collections.abc import Callable, Iterable
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.kernel.both import porter_stem, twin, uint32

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


def numbers_of_stems(kernel: ModuleType, words: Iterable[str]) -> list[int]:
    vocabulary = kernel.Vocabulary()
    vocabulary.encode_tokens([list(words)])
    return uint32(vocabulary.stems())


def numbers_by_stem(words: Iterable[str], stem: Callable[[str], str]) -> list[int]:
    """Number words by their stems, which those of more than 3 letters have, as in rouge-score."""
    known: dict[str, int] = {}
    stems = (stem(word) if len(word) > 3 else word for word in words)
    return [known.setdefault(one, len(known)) for one in stems]


# Porter, "An algorithm for suffix stripping": words with their stems after all steps
PAPER = {
    **{"caresses": "caress", "ponies": "poni", "cats": "cat", "feed": "feed", "agreed": "agre"},
    **{"plastered": "plaster", "motoring": "motor", "sing": "sing", "conflated": "conflat"},
    **{"hopping": "hop", "falling": "fall", "hissing": "hiss", "filing": "file", "happy": "happi"},
    **{"relational": "relat", "conditional": "condit", "digitizer": "digit", "radically": "radic"},
    **{"vietnamization": "vietnam", "operator": "oper", "feudalism": "feudal", "hopeful": "hope"},
    **{"triplicate": "triplic", "formative": "form", "electrical": "electr", "goodness": "good"},
    **{"revival": "reviv", "adoption": "adopt", "controlling": "control", "cease": "ceas"},
    **{"controll": "control", "roll": "roll"},
}


def test_the_stems_of_the_examples_of_the_paper() -> None:
    assert {word: porter_stem(word) for word in PAPER} == PAPER


# Step 5b by NLTK 3.10.4's PorterStemmer, in all of its modes; the measure is that before the last l
@pytest.mark.parametrize(
    ("word", "shorter", "measure"),
    [
        ("sphll", "sphl", 0),
        ("still", "stil", 1),
        ("install", "instal", 2),
        ("fulfill", "fulfil", 2),
    ],
)
def test_one_l_of_two_is_removed_after_a_measure_of_two(
    each_kernel: ModuleType, word: str, shorter: str, measure: int
) -> None:
    assert porter_stem(word) == (shorter if measure > 1 else word)
    one, other = numbers_of_stems(each_kernel, [word, shorter])
    assert (one == other) == (measure > 1)


@given(
    words=st.lists(st.one_of(WORDS, st.sampled_from(IRREGULAR), st.text(max_size=5)), max_size=9)
)
def test_tokens_have_one_number_if_their_stems_are_equal(
    compiled: ModuleType, words: list[str]
) -> None:
    words = list(dict.fromkeys(words))
    numbers = numbers_by_stem(words, porter_stem)
    for kernel in (compiled, twin):
        assert numbers_of_stems(kernel, words) == numbers
