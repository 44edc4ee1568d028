"""Packed lines and numbered tokens, in both kernels."""

import itertools
from array import array
from collections.abc import Callable, Iterable
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics import Lowercase, fold
from tests.metrics.kernel.both import UNKNOWN, int64, porter_stem, twin, uint32

# Tokens of up to 15 bytes are kept in another way than longer ones, and strings of up to 8
# characters are read in another way: lengths around 8, 16 and 32, prefixes in common, NUL bytes and
# characters of every UTF-8 length are drawn more often.
ALPHABET = ["a", "b", "\0", " ", "é", "中", "😀", "\U0010ffff", "\x7f", "\x80", "\u07ff", "\u0800"]
TOKENS = st.one_of(
    st.text(alphabet=ALPHABET, max_size=5),
    st.text(alphabet="aéя中", min_size=4, max_size=9),
    st.sampled_from([8, 14, 15, 16, 17, 31, 32, 33, 48]).flatmap(
        lambda length: st.text(alphabet="a\0", min_size=length, max_size=length)
    ),
    st.text(alphabet="ab\0", max_size=9).map(lambda end: "1234567890123456" + end),
    st.integers(0, 17).map(lambda length: "\0" * length),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
)
# Vector instructions write blocks of eight characters, which differ in the bytes that they need.
LINES = st.sampled_from(["aé", "a\x7f\x80\u07ff", "aя中\uffff", "aя中😀"]).flatmap(
    lambda alphabet: st.text(alphabet=alphabet, min_size=8, max_size=60)
)
SEGMENTS = st.lists(st.lists(TOKENS, max_size=12) | st.tuples(TOKENS, TOKENS), max_size=6)


@given(
    objects=st.lists(st.sampled_from(["", "a", b"", 1, 1.0, True, None, [], (), {}]), max_size=40)
)
def test_every_type_of_a_sequence_is_found_once(
    each_kernel: ModuleType, objects: list[object]
) -> None:
    expected = {type(value) for value in objects}
    assert each_kernel.types(objects) == expected
    assert each_kernel.types(tuple(objects)) == expected


def test_types_are_found_while_a_type_empties_the_list(each_kernel: ModuleType) -> None:
    objects: list[object] = []

    class Emptying(type):
        def __hash__(cls) -> int:
            objects.clear()
            return 1

    class Odd(metaclass=Emptying):
        pass

    objects.extend(["a", Odd(), *range(100)])
    types = each_kernel.types(objects)
    assert str in types
    assert Odd in types


@given(lines=st.lists(TOKENS | LINES, max_size=20))
def test_packing_gives_the_bytes_of_utf_8_and_where_lines_end(
    each_kernel: ModuleType, lines: list[str]
) -> None:
    text, offsets = each_kernel.pack(lines)
    ends = array("q", offsets)
    assert text == "".join(lines).encode()
    spans = itertools.pairwise(ends)
    assert [text[start:end].decode() for start, end in spans] == lines


@given(segments=SEGMENTS)
def test_tokens_are_numbered_by_their_first_occurrence(
    each_kernel: ModuleType, segments: list[list[str]]
) -> None:
    vocabulary = each_kernel.Vocabulary()
    ids, offsets = vocabulary.encode_tokens(segments)
    flat = [token for segment in segments for token in segment]
    distinct = list(dict.fromkeys(flat))
    assert vocabulary.tokens() == distinct
    assert uint32(ids) == [distinct.index(token) for token in flat]
    assert int64(offsets) == [
        sum(map(len, segments[:number])) for number in range(len(segments) + 1)
    ]
    assert [vocabulary.token(number) for number in range(len(vocabulary))] == distinct


@given(first=SEGMENTS, second=SEGMENTS, add=st.booleans())
def test_mapping_finds_each_token_of_another_vocabulary(
    each_kernel: ModuleType, first: list[list[str]], second: list[list[str]], add: bool
) -> None:
    here, other = each_kernel.Vocabulary(), each_kernel.Vocabulary()
    here.encode_tokens(first)
    other.encode_tokens(second)
    known, there = here.tokens(), other.tokens()
    mapped = uint32(here.map_from(other, add))
    new = [token for token in there if token not in known]
    assert here.tokens() == (known + new if add else known)
    expected = known + new if add else known
    assert mapped == [expected.index(token) if token in expected else UNKNOWN for token in there]
    assert other.tokens() == there


CASES = st.text(alphabet="aBcİıßẞΣσςǅÄéК中😀𐐀\0@[`{", max_size=12)


@given(
    first=SEGMENTS,
    second=st.lists(TOKENS | CASES, max_size=12),
    ids=st.lists(st.integers(0, 100), max_size=20),
    lowercase=st.sampled_from(["none", "ascii", "unicode"]),
)
def test_tokens_of_another_vocabulary_are_folded_and_numbered(
    each_kernel: ModuleType,
    first: list[list[str]],
    second: list[str],
    ids: list[int],
    lowercase: Lowercase,
) -> None:
    here, other = each_kernel.Vocabulary(), each_kernel.Vocabulary()
    here.encode_tokens(first)
    other.encode_tokens([second])
    known, there = here.tokens(), other.tokens()
    chosen = array("I", [number % len(there) for number in ids if there])
    folded = [fold(there[number], lowercase) for number in chosen]
    expected = list(dict.fromkeys([*known, *folded]))
    renumbered = uint32(here.renumber(other, chosen, lowercase))
    assert here.tokens() == expected
    assert renumbered == [expected.index(token) for token in folded]
    assert other.tokens() == there


@pytest.mark.parametrize("lowercase", ["none", "ascii", "unicode"])
def test_a_vocabulary_can_take_the_folded_forms_of_its_own_tokens(
    each_kernel: ModuleType, lowercase: Lowercase
) -> None:
    vocabulary = each_kernel.Vocabulary()
    tokens = [
        f"{'z' * (number % 40)}{letter}{number}" for number in range(2000) for letter in "AÄaZ["
    ]
    ids, _ = vocabulary.encode_tokens([tokens])
    renumbered = vocabulary.renumber(vocabulary, ids, lowercase)
    folded = [fold(token, lowercase) for token in tokens]
    assert [vocabulary.token(number) for number in uint32(renumbered)] == folded


def test_only_known_tokens_and_foldings_are_renumbered(each_kernel: ModuleType) -> None:
    here, other = each_kernel.Vocabulary(), each_kernel.Vocabulary()
    other.encode_tokens([["a"]])
    with pytest.raises(ValueError, match="ids are not uint32 below 1"):
        here.renumber(other, array("I", [0, 1]), "none")
    with pytest.raises(ValueError, match="lowercase is 'upper'; expected none, ascii or unicode"):
        here.renumber(other, array("I", [0]), "upper")


# the first plane whole; of the others those where the first byte of UTF-8 changes, in part
@pytest.mark.parametrize(
    "codes",
    [
        *(range(0xD800), range(0xE000, 0x10000)),
        *(range(plane << 16, (plane + 1) << 16, 37) for plane in (1, 3, 4, 15, 16)),
    ],
)
def test_every_character_is_encoded_as_python_encodes_it(
    each_kernel: ModuleType, codes: range
) -> None:
    characters = [chr(code) for code in codes]
    # alone, between ASCII letters and in lines of one kind of string
    lines = [
        *characters,
        *(f"abcdefghi{character}abcd{character}" for character in characters),
        "".join(characters),
    ]
    text, _ = each_kernel.pack(lines)
    assert text == "".join(lines).encode()
    vocabulary = each_kernel.Vocabulary()
    vocabulary.encode_tokens([lines])
    assert vocabulary.tokens() == lines


def test_a_hundred_thousand_tokens_have_distinct_numbers(each_kernel: ModuleType) -> None:
    tokens = [f"{prefix}{number:x}" for prefix in ("", "prefix8 ") for number in range(50_000)]
    vocabulary = each_kernel.Vocabulary()
    ids, _ = vocabulary.encode_tokens([tokens])
    assert uint32(ids) == list(range(100_000))
    assert vocabulary.tokens() == tokens


@pytest.mark.parametrize("value", [None, 1, b"a", ["a"]])
def test_what_is_no_line_or_token_is_named_with_its_place_and_type(
    each_kernel: ModuleType, value: object
) -> None:
    with pytest.raises(TypeError) as caught:
        each_kernel.pack(["a", value])
    assert caught.value.args == (1, type(value).__name__)
    for place in (0, 31, 32, 33, 70):
        tokens: list[object] = ["щ" * 40] * 71
        tokens[place] = value
        with pytest.raises(TypeError) as caught:
            each_kernel.Vocabulary().encode_tokens([[], tokens[:50], tokens[50:], 1])
        assert caught.value.args == (1 + place // 50, place % 50, type(value).__name__)


@pytest.mark.parametrize("value", [None, 1, b"a", "ab", {"a": "b"}])
def test_a_segment_that_is_not_a_list_is_named(each_kernel: ModuleType, value: object) -> None:
    with pytest.raises(TypeError) as caught:
        each_kernel.Vocabulary().encode_tokens([["a"], value])
    assert caught.value.args == (1, -1, type(value).__name__)


@pytest.mark.parametrize("characters", ["a", "aaя", "aя中", "aя😀"])
def test_a_lone_surrogate_is_refused_at_every_place_of_a_line(
    each_kernel: ModuleType, characters: str
) -> None:
    line = characters * 9
    for place in range(len(line) + 1):
        wrong = line[:place] + "\ud800\udbff\udc80\udfff"[place % 4] + line[place:]
        with pytest.raises(UnicodeEncodeError) as caught:
            each_kernel.pack(["a", wrong])
        assert caught.value.start == place
        with pytest.raises(UnicodeEncodeError):
            each_kernel.Vocabulary().encode_tokens([["a", wrong]])


def test_a_vocabulary_is_usable_after_an_error(each_kernel: ModuleType) -> None:
    vocabulary = each_kernel.Vocabulary()
    with pytest.raises(TypeError):
        vocabulary.encode_tokens([["a", "b"], [None]])
    ids, _ = vocabulary.encode_tokens([["b", "c", "b"]])
    tokens = vocabulary.tokens()
    assert [tokens[token_id] for token_id in uint32(ids)] == ["b", "c", "b"]


class Named(str):
    """A string of another class."""


def test_strings_of_a_subclass_are_read_as_their_text_or_refused(each_kernel: ModuleType) -> None:
    assert each_kernel.pack([Named("ä")])[0] == "ä".encode()
    vocabulary = each_kernel.Vocabulary()
    vocabulary.encode_tokens([[Named("ä")]])
    assert vocabulary.tokens() == ["ä"]
    with pytest.raises(TypeError) as caught:
        vocabulary.encode_tokens([["a"], [], ["b", Named("c")]], True)
    assert caught.value.args == (2, 1, "Named")


@pytest.mark.parametrize("alphabet", ["abc", "éàß", "щыяЖ", "щыяЖ-a", "ščba", "的一是", "😀a😃щ"])
def test_tokens_of_any_length_are_told_apart(each_kernel: ModuleType, alphabet: str) -> None:
    shift = itertools.cycle(alphabet)
    tokens = ["".join(itertools.islice(shift, length)) for length in [*range(50), 200, 40]]
    tokens += [token[:-1] + "x" for token in tokens]
    ids, _ = each_kernel.Vocabulary().encode_tokens([tokens[:7], [], tokens[7:], tokens])
    first: dict[str, int] = {}
    wanted = [first.setdefault(token, len(first)) for token in tokens]
    assert uint32(ids) == wanted * 2


def test_the_twin_compiles_no_tokenizer() -> None:
    assert frozenset() == twin.COMPILED_TOKENIZERS
    with pytest.raises(ValueError, match="no tokenizer named '13a' is compiled"):
        twin.Vocabulary().encode_text(b"", b"", b"", "13a", "none")


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
    return [known.setdefault(stem, len(known)) for stem in stems]


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
    first, second = numbers_of_stems(each_kernel, [word, shorter])
    assert (first == second) == (measure > 1)


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
