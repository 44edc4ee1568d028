"""Edit distances and alignments of tokens and of lines: kernel, twin and the definition agree."""

import random
import subprocess
import sys
from array import array
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, chain, pairwise
from random import Random
from types import ModuleType
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick import InputError
from tallystick.metrics import Lowercase
from tests.metrics.kernel.both import int64, packed_segments, tokenizer_of, twin
from tests.metrics.naive import edit_distance

HIT, SUBSTITUTION, DELETION, INSERTION = range(4)
RULES = ("most_hits", "edits_last")

Pair = tuple[list[int], list[int]]  # a reference and a hypothesis, as token ids
Buffers = tuple[bytes, bytes, bytes, bytes, bytes]


def buffers(pairs: Sequence[Pair], references: int = 1) -> Buffers:
    """Encode pairs, of which each `references` consecutive ones share the first's hypothesis."""
    return packed_segments(
        (pairs[start][1], [reference for reference, _ in pairs[start : start + references]])
        for start in range(0, len(pairs), references)
    )


def counts_by_definition(pair: Pair) -> tuple[int, int]:
    """Return edits and hits: the minimum over all first steps, without any table or bit vector."""
    reference, hypothesis = pair

    @cache
    def best(i: int, j: int) -> tuple[int, int]:  # edits, minus hits
        if i == len(reference) or j == len(hypothesis):
            return len(reference) - i + len(hypothesis) - j, 0
        (across, hits), (down, down_hits), (right, right_hits) = (
            best(i + 1, j + 1),
            best(i + 1, j),
            best(i, j + 1),
        )
        equal = reference[i] == hypothesis[j]
        return min(
            (across + (not equal), hits - equal), (down + 1, down_hits), (right + 1, right_hits)
        )

    edits, hits = best(0, 0)
    return edits, -hits


def paths(kernel: ModuleType, given: Buffers, size: int, rule: str) -> list[bytes]:
    operations, offsets = kernel.align(*given, size, rule)
    return [operations[start:end] for start, end in pairwise(int64(offsets))]


tokens = st.lists(st.integers(0, 3), max_size=12)
pair_lists = st.lists(st.tuples(tokens, tokens), max_size=6)


@st.composite
def long_pairs(draw: st.DrawFn) -> Pair:
    """Sequences that cross the ends of machine words, of which one is often the other, edited."""
    size = draw(st.sampled_from([1, 2, 20]))
    token = st.integers(0, size - 1)
    length = draw(st.sampled_from([60, 64, 65, 127, 128, 129, 200, 256, 257, 400]))
    pattern = draw(st.lists(token, min_size=1, max_size=30))
    reference = (pattern * length)[:length]
    hypothesis = list(reference)
    for _ in range(draw(st.integers(0, 12))):
        at = draw(st.integers(0, len(hypothesis)))
        removed = draw(st.integers(0, 3))
        hypothesis[at : at + removed] = draw(st.lists(token, max_size=3))
    return (reference, hypothesis) if draw(st.booleans()) else (hypothesis, reference)


@settings(max_examples=10)
@given(pairs=st.lists(long_pairs(), min_size=1, max_size=3))
def test_kernel_and_twin_agree_on_sequences_longer_than_a_word(
    compiled: ModuleType, pairs: list[Pair]
) -> None:
    given = buffers(pairs)
    counts = int64(compiled.count_hits(*given, 20, "edits_last"))
    assert counts == int64(twin.count_hits(*given, 20, "edits_last"))
    assert counts[::2] == int64(compiled.count_hits(*given, 20, "most_hits"))[::2]
    shorter = buffers([(pairs[0][0][:140], pairs[0][1][:140])])
    for rule in RULES:
        [taken] = paths(compiled, shorter, 20, rule)
        assert [taken] == paths(twin, shorter, 20, rule)
        edits, hits = int64(compiled.count_hits(*shorter, 20, rule))
        assert (edits + hits, hits) == (len(taken), taken.count(HIT))


@given(pairs=pair_lists)
def test_a_path_turns_the_reference_into_the_hypothesis_with_the_edits_of_the_definition(
    compiled: ModuleType, pairs: list[Pair]
) -> None:
    given, exchanged = buffers(pairs), buffers([pair[::-1] for pair in pairs])
    definition = [counts_by_definition(pair) for pair in pairs]
    edits = [edits for edits, _ in definition]
    taken = {rule: paths(compiled, given, 4, rule) for rule in RULES}
    for rule in RULES:
        assert taken[rule] == paths(twin, given, 4, rule)
        for (reference, hypothesis), path in zip(pairs, taken[rule], strict=True):
            i = j = 0
            for operation in path:
                if operation in (HIT, SUBSTITUTION):
                    assert (reference[i] == hypothesis[j]) == (operation == HIT)
                i += operation != INSERTION
                j += operation != DELETION
            assert (i, j) == (len(reference), len(hypothesis))
        assert [len(path) - path.count(HIT) for path in taken[rule]] == edits
    assert [path.count(HIT) for path in taken["most_hits"]] == [hits for _, hits in definition]
    for path, (_, most) in zip(taken["edits_last"], definition, strict=True):
        assert path.count(HIT) <= most
    for kernel in (compiled, twin):
        assert int64(kernel.count_hits(*given, 4, "edits_last"))[::2] == edits
        for sides in (given, exchanged):
            counts = int64(kernel.count_hits(*sides, 4, "most_hits"))
            assert counts == [number for pair in definition for number in pair]


def edits_last_by_definition(reference: list[int], hypothesis: list[int]) -> list[int]:
    """Return the path of the rule, the last operation first, from a table of all distances."""
    rows = [list(range(len(hypothesis) + 1))]
    for token in reference:
        row = [rows[-1][0] + 1]
        for column, other in enumerate(hypothesis):
            across = rows[-1][column] + (token != other)
            row.append(min(across, rows[-1][column + 1] + 1, row[-1] + 1))
        rows.append(row)
    i, j, path = len(reference), len(hypothesis), []
    while i or j:
        if i and rows[i][j] == rows[i - 1][j] + 1:
            path.append(DELETION)
        elif (
            i
            and j
            and reference[i - 1] != hypothesis[j - 1]
            and (rows[i][j] == rows[i - 1][j - 1] + 1)
        ):
            path.append(SUBSTITUTION)
        elif j and rows[i][j] == rows[i][j - 1] + 1:
            path.append(INSERTION)
        else:
            path.append(HIT)
        i -= path[-1] != INSERTION
        j -= path[-1] != DELETION
    return path


@given(pair=st.tuples(tokens, tokens))
def test_the_path_of_edits_last_is_that_of_its_definition(
    each_kernel: ModuleType, pair: Pair
) -> None:
    # with other tokens at both ends they have nothing in common there
    pair = ([7, *pair[0], 7], [8, *pair[1], 8])
    [path] = paths(each_kernel, buffers([pair]), 9, "edits_last")
    assert list(path[::-1]) == edits_last_by_definition(*pair)


@pytest.mark.parametrize(
    ("lengths", "size"),
    [
        *[((511, 513), 2), ((511, 513), 70_000), ((1024, 1024), 40), ((1025, 900), 2)],
        *[((300, 3000), 70_000), ((3000, 300), 40), ((2600, 2500), 70_000), ((8200, 8300), 2)],
        ((8200, 8300), 40),
    ],
)
def test_kernel_and_twin_agree_on_sequences_that_are_compared_in_blocks(
    compiled: ModuleType, lengths: tuple[int, int], size: int
) -> None:
    """A block has 512 tokens, 16 of them are divided once, and more twice."""
    draw = Random(size + sum(lengths))
    reference = [draw.randrange(size) for _ in range(lengths[0])]
    hypothesis = [
        draw.randrange(size) if draw.random() < 0.3 else reference[place * lengths[0] // lengths[1]]
        for place in range(lengths[1])
    ]
    given = buffers([(reference, hypothesis)])
    path = compiled.align(*given, size, "edits_last")
    assert path == twin.align(*given, size, "edits_last")
    counts = int64(compiled.count_hits(*given, size, "edits_last"))
    hits = path[0].count(HIT)
    assert counts == [len(path[0]) - hits, hits]


# In a process of its own, because the peak never falls.
PEAK = """
import resource
from array import array
from random import Random
from tallystick.metrics.kernel import _kernel

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

draw = Random(1)
ids = [array("I", [draw.randrange(30) for _ in range(40_000)]) for _ in range(2)]
ends, segments = array("q", [0, 40_000]), array("q", [0, 1])
before = peak()
_kernel.align(ids[0], ends, ids[1], ends, segments, 30, "edits_last")
print(peak() / before)
"""


@pytest.mark.usefixtures("compiled")
def test_memory_grows_with_the_lengths_and_not_with_their_product() -> None:
    ran = subprocess.run([sys.executable, "-c", PEAK], capture_output=True, text=True, check=True)
    # Python has 10 MB or more; both bit vectors of all columns would have 400 MB
    assert float(ran.stdout) < 2


@given(pairs=st.lists(st.tuples(tokens, tokens), min_size=4, max_size=4))
def test_every_reference_of_a_segment_is_a_row(each_kernel: ModuleType, pairs: list[Pair]) -> None:
    shared = [(reference, pairs[number // 2 * 2][1]) for number, (reference, _) in enumerate(pairs)]
    rows = each_kernel.count_hits(*buffers(pairs, references=2), 4, "most_hits")
    assert rows == each_kernel.count_hits(*buffers(shared), 4, "most_hits")


NAMES = ("none", "werx", "13a", "rouge-score", "char", "char-stripped")
FOLDINGS = st.sampled_from(get_args(Lowercase))
WORDS = (
    *("a", "A", "b", "B.", "é", "É", "İ", "中", "中文", "😀", "1.5", "-", "&lt;"),
    *("a" * 15, "b" * 16, "c" * 31 + "d", "c" * 31 + "e", "\u3000", "\t"),
)
LINES = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)
# Python stores these with one, two or four bytes a character. Some are white space.
ALPHABETS = ("ab \t\0", "aé\x85", "aé中串\u3000\u2028\0", "a中😀\U0001f62d")
STRINGS = st.sampled_from(ALPHABETS).flatmap(lambda letters: st.text(letters, max_size=12))

Segments = Sequence[tuple[str, Sequence[str]]]  # a hypothesis and its references


def sides(segments: Segments) -> tuple[tuple[str, ...], tuple[str, ...], Any]:
    """Return hypotheses, references, and where the references of each segment begin."""
    references = tuple(chain.from_iterable(each for _, each in segments))
    spans = array("q", accumulate((len(each) for _, each in segments), initial=0))
    return tuple(text for text, _ in segments), references, spans


def of_text(
    kernel: ModuleType, segments: Segments, name: str, rule: str, lowercase: str = "none"
) -> list[int]:
    hypotheses, references, spans = sides(segments)
    arguments: list[Any] = []
    for lines in (hypotheses, references):
        text, offsets = kernel.pack(lines)
        bounds = array("q", offsets)
        arguments += [text, bounds[:-1], bounds[1:]]
    return int64(kernel.count_text_edits(*arguments, spans, name, lowercase, rule))


def of_strings(
    kernel: ModuleType, segments: Segments, name: str, rule: str, lowercase: str = "none"
) -> list[int]:
    return int64(kernel.count_string_edits(*sides(segments), name, lowercase, rule))


def of_tokens(segments: Segments, name: str, rule: str, lowercase: Lowercase) -> list[int]:
    tokenizer = tokenizer_of(name)
    rows = []
    for hypothesis, references in segments:
        for reference in references:
            tokens = [tokenizer(line, lowercase) for line in (hypothesis, reference)]
            vocabulary = twin.Vocabulary()
            encoded = [vocabulary.encode_tokens([side]) for side in tokens]
            one_each = array("q", [0, 1]).tobytes()
            hits = twin.count_hits(*encoded[0], *encoded[1], one_each, len(vocabulary), rule)
            rows += [*int64(hits), *map(len, tokens)]
    return rows


@given(
    segments=st.lists(st.tuples(LINES, st.lists(LINES, min_size=1, max_size=3)), max_size=6),
    name=st.sampled_from(NAMES),
    lowercase=FOLDINGS,
    rule=st.sampled_from(RULES),
)
def test_they_are_those_of_the_tokens_under_every_folding_and_rule(
    compiled: ModuleType, segments: Segments, name: str, lowercase: Lowercase, rule: str
) -> None:
    expected = of_tokens(segments, name, rule, lowercase)
    assert of_text(compiled, segments, name, rule, lowercase) == expected
    assert of_strings(compiled, segments, name, rule, lowercase) == expected


@pytest.mark.parametrize("name", ["werx", "char-all"])
def test_they_are_those_of_the_tokens_in_segments_of_all_lengths(
    compiled: ModuleType, name: str
) -> None:
    # more text than is compared at once, whose segments are shorter or longer than a word of the
    # machine, so that all ways to compare take turns
    chance = random.Random(5)
    lines = ["".join(chance.choices("abc é中", k=chance.randrange(160))) for _ in range(400)]
    edited = [line[:9] + line[10:60] + line[63:90] + "b" + line[90:] for line in lines]
    segments = [(line, [other]) for line, other in zip(edited, lines, strict=True)]
    each = [of_text(compiled, [segment], name, "edits_last") for segment in segments]
    assert of_text(compiled, segments, name, "edits_last") == [*chain(*each)]
    assert [*chain(*each[:25])] == of_tokens(segments[:25], name, "edits_last", "none")


@pytest.mark.parametrize("letters", ["abc ", "aç \0", "a中文 \0", "中😀 "])
@pytest.mark.parametrize("name", ["char-stripped", "char", "werx", "13a"])
def test_strings_of_all_lengths_have_the_edits_of_their_utf_8_text(
    compiled: ModuleType, letters: str, name: str
) -> None:
    chance = random.Random(7)
    lines = ["".join(chance.choices(letters, k=chance.randrange(190))) for _ in range(300)]
    segments = [
        (line[:9] + line[10:50] + chance.choice(letters) + line[53:90] + "b" + line[90:], [line])
        for line in lines
    ]
    for rule in RULES:
        counts = of_strings(compiled, segments, name, rule)
        assert counts == of_text(compiled, segments, name, rule)


@given(
    segments=st.lists(st.tuples(STRINGS, st.lists(STRINGS, max_size=3)), max_size=6),
    name=st.sampled_from(["char-stripped", "char-all"]),
    rule=st.sampled_from(RULES),
    lowercase=FOLDINGS,
)
def test_kernel_and_twin_have_those_of_strings_by_definition(
    compiled: ModuleType, segments: Segments, name: str, rule: str, lowercase: str
) -> None:
    counts = of_strings(compiled, segments, name, rule, lowercase)
    assert counts == of_strings(twin, segments, name, rule, lowercase)
    exact = of_strings(compiled, segments, "char-all", rule)
    pairs = [(hypothesis, other) for hypothesis, references in segments for other in references]
    rows = zip(*[iter(exact)] * 4, strict=True)
    for (hypothesis, other), (edits, hits, *lengths) in zip(pairs, rows, strict=True):
        assert (edits, *lengths) == (edit_distance(hypothesis, other), len(hypothesis), len(other))
        assert max(lengths) - edits <= hits <= min(lengths)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "row"),
    [
        ("中é", "丸ĩ", [2, 0, 2, 2]),  # bytes in common, but no characters
        ("a中é", "a中é", [0, 3, 3, 3]),
        (" 中 b", "中 c ", [1, 2, 3, 3]),  # the space behind what is in common is a character
        ("aa", "a", [1, 1, 2, 1]),
        ("0123456789中x", "0123456789x", [1, 11, 12, 11]),
        ("", "é", [1, 0, 0, 1]),
    ],
)
def test_characters_in_common_at_both_ends_are_hits(
    compiled: ModuleType, hypothesis: str, reference: str, row: list[int]
) -> None:
    segments = [(hypothesis, [reference])]
    assert of_text(compiled, segments, "char-stripped", "edits_last") == row


def test_a_lone_surrogate_is_refused_where_it_would_be_written(compiled: ModuleType) -> None:
    with pytest.raises(InputError, match="a string contains a lone surrogate"):
        of_strings(compiled, [("a\ud800", ["b"])], "werx", "most_hits")


@pytest.mark.parametrize("count", [of_text, of_strings])
def test_the_twin_has_no_tokenizers_but_those_of_characters(count: Any) -> None:
    with pytest.raises(ValueError, match="no tokenizer named '13a' is compiled"):
        count(twin, [("a", ["b"])], "13a", "most_hits")


class Word(str):
    """A string of another class."""


@pytest.mark.parametrize(
    ("lines", "are_kept"),
    [
        (["a", "é", "中文", "😀", ""], True),
        (["\ud7ff\ue000", "a\ud7ff😀\ue000"], True),
        (["中\ud800"], False),
        (["中文中文\udfff"], False),
        (["\udc00中文中文"], False),
        (["😀\udbff"], False),
        (["a", Word("b")], False),
        (["a", b"b"], False),
        ([], True),
    ],
    ids=ascii,
)
def test_strings_are_kept_if_they_are_unicode_text(
    each_kernel: ModuleType, lines: list[object], are_kept: bool
) -> None:
    assert each_kernel.exact_strings(lines) == (tuple(lines) if are_kept else None)
