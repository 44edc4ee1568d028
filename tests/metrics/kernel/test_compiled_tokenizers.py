"""Each tokenizer of the compiled kernel gives the tokens of the Python tokenizer of its name."""

import itertools
import os
import subprocess
import sys
from array import array
from collections.abc import Iterable, Sequence
from random import Random
from types import ModuleType
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics import Lowercase
from tests.metrics.internals import (
    CHARACTERS_OF_TERCOM,
    CHINESE_OF_ZH,
    CHINESE_OF_ZH_2,
    CJK,
    read_ranges,
    unicode_categories,
)
from tests.metrics.kernel.both import int64, tokenizer_of, twin, uint32

NAMES = (
    *("none", "ascii-space", "char", "13a", "intl", "zh", "zh-2", "nltk-nist"),
    *("tercom-norm", "tercom-norm-asian", "tercom-norm-nopunct", "tercom-nopunct"),
    *("mteval-11b", "mteval-13a", "mteval-14c", "mteval-intl"),
    *("char-perl", "char-spaces", "char-stripped", "char-all", "chrf-words", "jiwer", "werx"),
    *("rouge-score", "unicode-words"),
)
WHITE_SPACE = (
    "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006"
    "\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
# Not white space, but of bytes that nearly are: U+0084, U+1681, U+200B, U+202A, U+2060, U+3001, ...
NEARLY = "\x84\x86\x9f\xa1\u167f\u1681\u1fff\u200b\u2027\u202a\u202e\u2030\u205e\u2060\u2fff\u3001"
PIECES = [
    *("1", "12", "0", "9", ".", ",", "..", ".,", ",,", "-", "--", "1,,2..5", "1-2", "5.-3"),
    *("a", "bc", "Defghij", "klmnopqr", "stuvwxyzA", "BCDEFGHIJKLMNOP", "QRSTUVWXYZabcdefg"),
    *"!\"#$%&'()*+/:;<=>?@[\\]^_`{|}~",
    *("&quot;", "&amp;", "&lt;", "&gt;", "&amp;lt;", "&apos;", "&AMP;", "&Lt;", "&amp", "&;"),
    *("&#124;", "&#91;", "&#93;", "http://", "https://", "HTTP://", "h", "http:/", "http://a.b,"),
    *("<skipped>", "<SKIPPED>", "<skipped", "<<skipped>skipped>", "-\n", "--\n\n", "-\r\n"),
    *("'s", "'s ", "s' ", "'S ", "'s.", "'s!", "'s好", "\n-"),
    *WHITE_SPACE,
    *NEARLY,
    *("é", "ß", "İ", "Σ", "ΑΣ", "Ⱥ", "\u0307", "٣", "½", "中", "。", "“", "…", "–", "€", "😀", "𝟎"),
    *("\0", "\x7f", "\x1b"),
]
RANGES = [
    *read_ranges(unicode_categories.NUMBER),
    *read_ranges(unicode_categories.PUNCTUATION),
    *read_ranges(unicode_categories.SYMBOL),
    *CHINESE_OF_ZH,
    *CHINESE_OF_ZH_2,
    *CJK,
    *CHARACTERS_OF_TERCOM,
]
ENDS = {code for first, last in RANGES for code in (first - 1, first, last, last + 1)}
FOLDINGS: tuple[Lowercase, ...] = get_args(Lowercase)
# Every third of the inputs with each folding, another third for the next tokenizer. The quick run
# has a sixth of these, another for every third tokenizer.
EIGHTEENTHS = pytest.mark.parametrize(
    ("name", "lowercase", "start"),
    [
        pytest.param(
            name,
            lowercase,
            (place + of_name) % 3 + 3 * part,
            marks=() if part == of_name // 3 % 6 else pytest.mark.thorough,
        )
        for of_name, name in enumerate(NAMES)
        for place, lowercase in enumerate(FOLDINGS)
        for part in range(6)
    ],
)
FOLDINGS_IN_TURN = pytest.mark.parametrize(
    ("name", "lowercase"), list(zip(NAMES, itertools.cycle(FOLDINGS), strict=False))
)
LINES = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=24).map("".join),
    st.text(st.sampled_from("a1.,- &"), max_size=12),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
)


def encoded(
    kernel: ModuleType, text: bytes, starts: Any, ends: Any, name: str, lowercase: Lowercase
) -> list[list[str]]:
    vocabulary = kernel.Vocabulary()
    ids, bounds = vocabulary.encode_text(text, starts, ends, name, lowercase)
    distinct = vocabulary.tokens()
    tokens = [distinct[token_id] for token_id in uint32(ids)]
    return [tokens[start:end] for start, end in itertools.pairwise(int64(bounds))]


def check(kernel: ModuleType, lines: Sequence[str], name: str, lowercase: Lowercase) -> None:
    """Compare the tokens of lines with those of the Python tokenizer."""
    text, offsets = kernel.pack(list(lines))
    ends = array("q", offsets)
    tokenizer = tokenizer_of(name)
    expected = [tokenizer(line, lowercase) for line in lines]
    assert encoded(kernel, text, ends[:-1], ends[1:], name, lowercase) == expected
    of_strings = kernel.Vocabulary().encode_strings(tuple(lines), name, lowercase)
    assert of_strings == kernel.Vocabulary().encode_tokens(expected)


def test_the_names_tested_here_are_those_that_are_compiled(compiled: ModuleType) -> None:
    assert set(NAMES) == compiled.COMPILED_TOKENIZERS


@pytest.mark.parametrize("name", NAMES)
@given(lines=st.lists(LINES, max_size=5), lowercase=st.sampled_from(FOLDINGS))
def test_drawn_lines_give_the_tokens_of_the_python_tokenizer(
    compiled: ModuleType, name: str, lines: list[str], lowercase: Lowercase
) -> None:
    check(compiled, lines, name, lowercase)
    of_both = [
        kernel.Vocabulary().encode_strings(tuple(lines), name, lowercase)
        for kernel in (compiled, twin)
    ]
    assert of_both[0] == of_both[1]


@pytest.mark.slow
@EIGHTEENTHS
def test_every_pair_of_pieces_gives_the_tokens_of_the_python_tokenizer(
    compiled: ModuleType, name: str, lowercase: Lowercase, start: int
) -> None:
    lines = [first + second for first in PIECES for second in PIECES][start::18]
    check(compiled, lines, name, lowercase)


@pytest.mark.slow
@EIGHTEENTHS
def test_every_character_between_letters_and_between_digits(
    compiled: ModuleType, name: str, lowercase: Lowercase, start: int
) -> None:
    # all up to U+33FF, where all white space is, samples of every plane, and the ends of ranges
    samples = {*range(0x3400), *range(0x3400, 0xD800, 97), *range(0xE000, 0x110000, 997)}
    numbers = sorted(samples | ENDS)[start::18]
    lines = [f"a{chr(number)}B{chr(number)} 1{chr(number)}2{chr(number)}" for number in numbers]
    check(compiled, lines, name, lowercase)


def cycled(*parts: Iterable[str], behind: Sequence[str]) -> list[str]:
    """Return every combination of parts, with what is behind them in turn."""
    together = map("".join, itertools.product(*parts))
    return [line + end for line, end in zip(together, itertools.cycle(behind), strict=False)]


CHARACTERS = [*"a1.-! ", "\u3000", "é", "½", "٣", "。", "“", "€", "中", "😀", "𝟎", "𠀀"]
LENGTHS = (*range(5), *range(61, 67), 127, 128, 129)
RUNS = [(run * n)[:n] for n in LENGTHS for run in (".", ".,", "“", "。.", "-")]
LETTERS = ["aBzZyAxX"[: length % 8] + "Qz" * (length // 2) for length in range(34)]
NEXT_TO_LETTERS = ("", " ", ".", "1", "-", "@", "[", "`", "{", "é", "\x85", "\u3000", "\0")
LONG_LINES = [
    "x" * 70_000,
    "x" * 70_000 + " \u3000\x1f",
    "1.5, " * 2_000,
    "." * 6_600,
    "&amp;" * 1_400 + "-\n" * 3 + "<skipped>",
    "".join(PIECES) * 10,
    "é" * 4_000,
    " " * 6_600,
]
ARRANGED = {
    "characters at every place of a block of 64 bytes": cycled(
        ["x" * before for before in range(57, 67)],
        *(CHARACTERS, CHARACTERS),
        behind=["5", "b", "½", "中", ""],
    ),
    "runs of punctuation of every length": cycled(
        ("", "1", "a", "½", " ", "中"), RUNS, behind=["", "5", "b", "٣", " ", "中", "0"]
    ),
    "runs of letters of every length next to every kind of byte": cycled(
        ("", " ", "1", ".", "é"), LETTERS, NEXT_TO_LETTERS, behind=[""]
    ),
    "long lines": LONG_LINES,
}


@pytest.mark.parametrize("share", [4, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("arranged", ARRANGED)
@FOLDINGS_IN_TURN
def test_arranged_lines_give_the_tokens_of_the_python_tokenizer(
    compiled: ModuleType, name: str, lowercase: Lowercase, arranged: str, share: int
) -> None:
    lines = ARRANGED[arranged]
    number = max(len(LONG_LINES), len(lines) // share)
    check(compiled, Random(name).sample(lines, number), name, lowercase)


@pytest.mark.parametrize("name", NAMES)
def test_lines_may_lie_anywhere_in_the_text(compiled: ModuleType, name: str) -> None:
    text = b"Ab.\ncd 1,2\r\n<skipped>x"
    starts, ends = array("q", [12, 0, 4, 4, 22]), array("q", [22, 3, 10, 4, 22])
    tokens = encoded(compiled, text, starts, ends, name, "ascii")
    lines = [text[start:end].decode() for start, end in zip(starts, ends, strict=True)]
    assert tokens == [tokenizer_of(name)(line, "ascii") for line in lines]


def test_text_adds_to_the_tokens_of_a_vocabulary(compiled: ModuleType) -> None:
    vocabulary = compiled.Vocabulary()
    vocabulary.encode_tokens([["b", "abcdefghi"]])
    text = b"a b abcdefghi"
    ids, _ = vocabulary.encode_text(text, array("q", [0]), array("q", [len(text)]), "none", "none")
    assert uint32(ids) == [2, 0, 1]


def test_every_character_of_up_to_three_bytes_is_lowered_as_in_python(compiled: ModuleType) -> None:
    # a capital sigma would leave the whole line to Python
    codes = {*range(0xD800), *range(0xE000, 0x10000)} - {ord("Σ")}
    line = " ".join(map(chr, sorted(codes)))
    text, bounds = line.encode(), (array("q", [0]), array("q", [len(line.encode())]))
    assert encoded(compiled, text, *bounds, "none", "unicode") == [line.lower().split()]


DIGEST = """
import hashlib, random
from array import array
from tallystick.metrics.kernel import _kernel

random.seed(1)
alphabets = ["ab 1.,-!&<\\n", "aé½“。€中 あ5\\u3000", "".join(map(chr, range(0x20, 0x500)))]
lines = [
    "".join(random.choices(alphabet, k=random.randrange(300)))
    for alphabet in alphabets
    for _ in range(300)
]
codes = [*range(0x500), *range(0x500, 0x3400, 11), *range(0x3400, 0xD800, 97), 0x1F600]
lines += [chr(code) * 3 + "1" for code in codes]
text, offsets = _kernel.pack(lines)
bounds = array("q", offsets)
digest = hashlib.sha256(text)
for name in sorted(_kernel.COMPILED_TOKENIZERS):
    for lowercase in ("none", "unicode"):
        vocabulary = _kernel.Vocabulary()
        for part in vocabulary.encode_text(text, bounds[:-1], bounds[1:], name, lowercase):
            digest.update(part)
others = bounds[:-2], bounds[1:-1], text, bounds[1:-1], bounds[2:], array("q", range(len(lines)))
for name in ("char-all", "werx"):
    digest.update(_kernel.count_text_edits(text, *others, name, "none", "edits_last"))
strings = tuple(lines[:-1]), tuple(lines[1:]), others[-1]
digest.update(_kernel.count_string_edits(*strings, "char-all", "none", "edits_last"))
print(digest.hexdigest())
"""


def test_vector_instructions_and_portable_code_give_equal_tokens_and_edits(
    compiled: ModuleType,
) -> None:
    digests = [
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            env=os.environ | {"TALLYSTICK_VECTORS": choice},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for choice in ("0", "1")
    ]
    assert digests[0] == digests[1] != ""


GUARDED = """
import ctypes, mmap, sys
from array import array
from tallystick.metrics.kernel import _kernel
from tests.metrics.kernel.both import tokenizer_of

page = mmap.PAGESIZE
memory = mmap.mmap(-1, 2 * page)
address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
libc = ctypes.CDLL(None, use_errno=True)
if libc.mprotect(ctypes.c_void_p(address + page), ctypes.c_size_t(page), 0):
    sys.exit("mprotect failed")
lines = ["a", "abcdefg", "abcdefgh", "abcdefghi", "abc 1.", "1,", "5-", "x &lt", "\\u3000", "é",
         "中", "😀", "-\\n", "<skipped>", "a.", "Zz 12345678901234567", "", " "]
for line in lines:
    data = line.encode()
    memory[page - len(data) : page] = data
    with memoryview(memory)[:page] as text:
        for name in sorted(_kernel.COMPILED_TOKENIZERS):
            for lowercase in ("none", "ascii", "unicode"):
                vocabulary = _kernel.Vocabulary()
                bounds = array("q", [page - len(data)]), array("q", [page])
                ids, _ = vocabulary.encode_text(text, *bounds, name, lowercase)
                tokens = [vocabulary.token(number) for number in array("I", ids)]
                assert tokens == tokenizer_of(name)(line, lowercase)
print("nothing behind the text was touched")
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs mprotect of Linux")
def test_nothing_past_the_end_of_the_text_is_read(compiled: ModuleType) -> None:
    run = subprocess.run([sys.executable, "-c", GUARDED], capture_output=True, text=True)
    assert (run.returncode, run.stdout.strip(), run.stderr) == (
        0,
        "nothing behind the text was touched",
        "",
    )
