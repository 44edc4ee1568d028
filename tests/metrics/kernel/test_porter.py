"""Stems, in the kernel and in its twin; tests/metrics/rouge compares them with NLTK's."""

from array import array
from collections.abc import Iterable
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics.kernel import python as kernel_python
from tallystick.metrics.kernel.python.porter import porter_stem

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
    return array("I", vocabulary.stems()).tolist()


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
    known: dict[str, int] = {}
    # only words of more than 3 letters are stemmed, as in rouge-score
    stems = [porter_stem(word) if len(word) > 3 else word for word in words]
    numbers = [known.setdefault(stem, len(known)) for stem in stems]
    for kernel in (compiled, kernel_python):
        assert numbers_of_stems(kernel, words) == numbers
