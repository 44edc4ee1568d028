"""Targets of the compiled kernel: on the same input it equals its pure-Python twin.

The first targets draw arguments that are right. `arguments` draws any, which the kernel must refuse
or accept without harm; there the sanitizers judge.
"""

from __future__ import annotations

import contextlib
import math
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from itertools import chain, pairwise
from typing import Any, get_args

import numpy as np
from drawing import Draw, ids, joined, map_len, offsets
from files import require

from tallystick.errors import TallystickError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.kernel import UNKNOWN
from tallystick.metrics.kernel import python as kernel_python
from tallystick.metrics.tokenizers import Lowercase
from tallystick.metrics.tokenizers.plain import PlainTokenizer

REFUSALS = (ValueError, TypeError, OverflowError, BufferError, IndexError, MemoryError)
FOLDINGS: tuple[Lowercase, ...] = get_args(Lowercase)
RULES = ("most_hits", "edits_last")
PIECES = (
    *(" ", "\t", "\r", "\n", "\v", "\x1c", "\x85", "\xa0", "\u2028", "\u3000", "\0", "\u200b"),
    *(
        "a",
        "B",
        "ab",
        "The",
        "cat's",
        "'s",
        "s' ",
        "n't",
        "relational",
        "hopping",
        "ies",
        "aaaaaaaa",
    ),
    *(".", ",", "-", "1", "1.5", "1,000", "--", "'", "!", "/", ":", "\\", "&", "$", "<", "~"),
    *("&quot;", "&amp;", "&lt;", "&#124;", "&apos;", "<skipped>", "-\n", "http://", "x" * 16),
    *("é", "ß", "İ", "Σ", "ς", "Ⱥ", "\u0307", "½", "٣", "中", "文", "。", "“", "…", "€", "😀", "𝟎"),
)
SIZES = (1, 2, 3, 8, 40, 300)
BLOCKS = ("position", "alignment", "whole_matches")
WEIGHTS = (0.0, 1.0, 0.5, 0.1, -2.25, 1e300, 3e-310, 1 / 3)


@cache
def compiled() -> Any:
    """Return the compiled kernel."""
    return import_module("tallystick.metrics.kernel._kernel")


def compare(name: str, *arguments: Any, **options: Any) -> None:
    """Require the same result of a function of both kernels."""
    expected = getattr(kernel_python, name)(*arguments, **options)
    result = getattr(compiled(), name)(*arguments, **options)
    require(result, expected, f"{name}{arguments!r}{options!r}")


def outcome(call: Callable[[], object]) -> object:
    """Return what a call returns, or that it is refused: of two faults, each kernel names one."""
    try:
        return call()
    except REFUSALS:
        return "refused"


# Text


def strings(data: bytes) -> None:
    """Types, bytes and encoding of lists of strings, with lone surrogates and other types."""
    draw = Draw(data)
    odd = (None, 1, b"a", ("a",), "\ud800", "")
    lines = draw.several(9, lambda: draw.choice(odd) if draw.below(16) == 0 else draw.word(True))
    segments = draw.several(4, lambda: draw.choice((lines, tuple(lines), lines[1:], "ab")))
    exact = draw.flag()
    results = []
    for kernel in (compiled(), kernel_python):
        vocabulary = kernel.Vocabulary()
        results.append(
            [
                kernel.types(lines),
                kernel.exact_strings(lines),
                outcome(lambda kernel=kernel: kernel.pack(lines)),  # type: ignore[misc]
                outcome(lambda own=vocabulary: own.encode_tokens(segments, exact)),  # type: ignore[misc]
            ]
        )
    require(results[0], results[1], "strings")


def vocabularies(data: bytes) -> None:
    """Numbers of tokens, the map from another vocabulary, case folding and stems."""
    draw = Draw(data)
    segments = [
        draw.several(2, lambda: [draw.line(PIECES) for _ in range(draw.below(6))]) for _ in "12"
    ]
    lowercase, add = draw.choice(FOLDINGS), draw.flag()
    chosen = [draw.whole(1) for _ in range(draw.below(9))]
    results = []
    for kernel in (compiled(), kernel_python):
        own, other = kernel.Vocabulary(), kernel.Vocabulary()
        encoded = own.encode_tokens(segments[0]), other.encode_tokens(segments[1])
        renumbered = [token % len(other) for token in chosen] if len(other) else []
        results.append(
            [
                encoded,
                other.stems(),
                own.map_from(other, add),
                own.renumber(other, ids(renumbered), lowercase),
                own.tokens(),
                own.stems(),
            ]
        )
    require(results[0], results[1], "vocabularies")


@cache
def python_tokenizer(name: str) -> Any:
    """Return the Python tokenizer of a name."""
    return PlainTokenizer(name) if name.startswith("char-") else tokenizer_named(name)


def tokenized(vocabulary: Any, lines: Sequence[str], name: str, lowercase: str) -> list[list[str]]:
    """Return the tokens of each line, found by the compiled tokenizer."""
    text, bounds = compiled().pack(list(lines))
    ends = array("q", bounds)
    codes, starts = vocabulary.encode_text(text, ends[:-1], ends[1:], name, lowercase)
    again = vocabulary.encode_strings(tuple(lines), name, lowercase)
    require(again, (codes, starts), f"strings {name} {lines!r}")
    tokens = [vocabulary.token(token) for token in array("I", codes)]
    return [tokens[start:end] for start, end in pairwise(array("q", starts))]


def tokenizers(data: bytes) -> None:
    """The tokens of lines under every compiled tokenizer and folding."""
    draw = Draw(data)
    name = draw.choice(sorted(compiled().COMPILED_TOKENIZERS))
    lowercase = draw.choice(FOLDINGS)
    lines = draw.several(3, lambda: draw.line(PIECES))
    expected = [list(python_tokenizer(name)(line, lowercase)) for line in lines]
    result = tokenized(compiled().Vocabulary(), lines, name, lowercase)
    require(result, expected, f"{name}, {lowercase}, {lines!r}")


def text_edits(data: bytes) -> None:
    """Edits between lines and between strings are those between their tokens; so are matches."""
    draw = Draw(data)
    name = draw.choice(("none", "werx", "13a", "rouge-score", "char", "char-stripped", "char-all"))
    lowercase, rule = draw.choice(FOLDINGS), draw.choice(RULES)
    lines = draw.several(3, lambda: draw.line(PIECES))
    others = [draw.line(PIECES) if draw.flag() else line[draw.below(9) :] for line in lines]
    expected = []
    for line, other in zip(lines, others, strict=True):
        tokens = [list(python_tokenizer(name)(line, lowercase)) for line in (line, other)]
        vocabulary = kernel_python.Vocabulary()
        encoded = [vocabulary.encode_tokens([line]) for line in tokens]
        hits = kernel_python.count_hits(
            *encoded[0], *encoded[1], offsets([1]), len(vocabulary), rule
        )
        expected += [*array("q", hits), *map(len, tokens)]
    arguments: list[Any] = []
    for side in (lines, others):
        text, bounds = compiled().pack(side)
        arguments += [text, array("q", bounds)[:-1], array("q", bounds)[1:]]
    one_each = offsets([1] * len(lines))
    counts = compiled().count_text_edits(*arguments, one_each, name, lowercase, rule)
    require(list(array("q", counts)), expected, f"text edits {name} {lines!r} {others!r}")
    counts = compiled().count_string_edits(
        tuple(lines), tuple(others), one_each, name, lowercase, rule
    )
    require(list(array("q", counts)), expected, f"string edits {name} {lines!r} {others!r}")
    names = "char", "char-perl", "char-spaces", "char-all", "chrf-words"
    levels = [(draw.choice(names), draw.below(7) + 1) for _ in range(draw.below(2) + 1)]
    strings = tuple(lines), tuple(others), one_each
    how = {"informative": draw.flag(), "zero_is_empty": draw.flag()}
    compare("match_strings", *strings, lowercase, draw.flag(), *chain(*levels), **how)


# N-grams


def pairs(draw: Draw, size: int, most: int = 3) -> tuple[bytes, bytes, bytes, bytes, bytes]:
    """Return the arrays of encoded segments."""
    hypotheses, references, counts = [], [], []
    for _ in range(draw.below(most + 1)):
        hypothesis = draw.tokens(size)
        of_segment = draw.several(2, lambda like=hypothesis: draw.tokens(size, like))  # type: ignore[misc]
        hypotheses.append(hypothesis)
        references += of_segment
        counts.append(len(of_segment))
    return *joined(hypotheses), *joined(references), offsets(counts)


def tables(data: bytes) -> None:
    """N-grams that are inserted, counted in branches, found, located, weighted and listed."""
    draw = Draw(data)
    size, branches, order = draw.below(9) + 1, draw.choice((1, 1, 2, 3)), draw.below(7) + 1
    counted = joined(draw.several(4, lambda: draw.tokens(size)))
    sought = joined(draw.several(3, lambda: draw.tokens(size + 1)))
    known = range(size)
    mapping = ids([*draw.several(0, int), *known, UNKNOWN])
    ngrams = draw.several(3, lambda: [draw.below(size + 2) for _ in range(draw.below(5))])
    prune, empty = draw.flag(), draw.choice((UNKNOWN, 0, size - 1))
    total = float(draw.below(99))
    results = []
    for kernel in (compiled(), kernel_python):
        table = kernel.NgramTable(size, branches)
        within = [ngram for ngram in ngrams if ngram and max(ngram) < size]
        inserted = [table.insert(ngram) for ngram in within] if branches == 1 else []
        nodes = np.full((order, len(counted[0]) // 4), UNKNOWN, np.uint32)
        for branch in range(branches):
            table.count(*counted, order, prune, empty, branch, nodes)
        table.number(nodes, order)
        results.append(
            [
                inserted,
                nodes.tolist(),
                [table.find(ngram) for ngram in ngrams if ngram],
                located(table, sought, order, mapping),
                [table.information(total, token) for token in (0, empty)] if total else [],
                table.information(total, empty, True) if total else [],
                table.nodes(),
                len(table),
            ]
        )
        table.set_counts(np.arange(1, len(table) + 1, dtype=np.uint32))
        results[-1].append(table.nodes())
    require(results[0], results[1], "tables")


def located(table: Any, texts: tuple[bytes, bytes], order: int, mapping: bytes) -> bytes:
    """Return the nodes of n-grams, without orders at the end in which none is known."""
    positions: bytes = table.locate(*texts, order, mapping)
    width = len(texts[0])
    while width and positions.endswith(b"\xff" * width):
        positions = positions[:-width]
    return positions


def matches(data: bytes) -> None:
    """Clipped matches, with and without weights of the n-grams of a table."""
    draw = Draw(data)
    size = draw.choice(SIZES)
    arrays = pairs(draw, size)
    order, separately = draw.below(6) + 1, draw.flag()
    clip = draw.choice(("lesser", "hypothesis", "references"))
    compare("match", *arrays, order, size, None, None, separately, None, False, clip)
    compare("match", *arrays, order, size, places=True)
    table = compiled().NgramTable(size)
    nodes = np.full((order, len(arrays[2]) // 4), UNKNOWN, np.uint32)
    table.count(*arrays[2:4], order, draw.flag(), UNKNOWN, 0, nodes)
    weights, others = (
        array("d", [draw.choice(WEIGHTS[:4]) for _ in range(len(table))]) for _ in "12"
    )
    rows = nodes[: draw.below(order) + 1]
    compare("match", *arrays, order, size, weights, rows, separately, others, draw.flag())


def products(data: bytes) -> None:
    """Products of the counts of n-grams, and in how many segments each occurs."""
    draw = Draw(data)
    size = draw.choice(SIZES)
    arrays = pairs(draw, size)
    order, known = draw.below(5) + 1, draw.below(5)
    table = compiled().NgramTable(size)
    table.count(*arrays[2:4], order)
    weights = array("d", [draw.choice(WEIGHTS[:4]) for _ in range(len(table))])
    mapping = ids(range(size))
    nodes = []
    for texts in (arrays[:2], arrays[2:4]):
        located = array("I", table.locate(*texts, order, mapping))
        rows = np.array(located, np.uint32).reshape(-1, len(texts[0]) // 4 or 1)
        nodes.append(rows[:known] if texts[0] else np.empty((known, 0), np.uint32))
    known = min(map(len, nodes))
    nodes = [np.ascontiguousarray(rows[:known]) for rows in nodes]
    limit = draw.choice(("none", "count", "share"))
    compare(
        "multiply_counts", *arrays, order, size, weights, draw.choice(WEIGHTS[:4]), *nodes, limit
    )
    compare("count_segments", nodes[1], arrays[3], draw.below(len(table) + 2))


def changes(data: bytes) -> None:
    """N-grams that are added to a source, kept and deleted."""
    draw = Draw(data)
    size, order = draw.choice(SIZES), draw.below(5) + 1
    arrays = pairs(draw, size)
    sources = joined([draw.tokens(size) for _ in range(len(arrays[1]) // 8 - 1)])
    compare("count_changes", *arrays, order, size, *sources, draw.flag(), draw.flag())


# Sequences


def edits(data: bytes) -> None:
    """The operations of both rules, also of sequences that are compared in blocks."""
    draw = Draw(data)
    size = draw.choice(SIZES)
    rule = draw.choice(RULES)
    if rule == "edits_last" and draw.flag():
        sides = [[draw.tokens(size) * draw.below(60) for _ in range(3)] for _ in range(2)]
        own, other = (joined([[*chain.from_iterable(side)]]) for side in sides)
        arrays = (*own, *other, offsets([1]))
    else:
        arrays = pairs(draw, size, most=2)
    compare("align", *arrays, size, rule)
    compare("count_hits", *arrays, size, rule)


def shifts(data: bytes) -> None:
    """Shifts of blocks of words, and the edits that remain."""
    draw = Draw(data)
    size = draw.choice(SIZES[:5])
    rules = (
        draw.choice(BLOCKS),
        draw.choice((0, 1, 2, 5, 25)),
        draw.choice((0, 1, 3, 10)),
        draw.choice((0, 1, 5, 50)),
        draw.choice((0, 5, 1000)),
    )
    moving = draw.tokens(size)[:LONGEST_SHIFTED]
    fixed = draw.tokens(size, moving)[:LONGEST_SHIFTED]
    compare("shift_path", ids(moving), ids(fixed), size, *rules)
    arrays = *joined([moving]), *joined([fixed]), offsets([1])
    compare("shift_edits", *arrays, size, *rules, draw.flag())


LONGEST_SHIFTED = 40  # the twin takes seconds for many words


def contexts(data: bytes) -> None:
    """Alignment of words by their contexts, and in stages."""
    draw = Draw(data)
    size = draw.choice(SIZES)
    compare("align_by_context", *pairs(draw, size, most=2), size, draw.flag(), draw.flag())
    related = [draw.below(size) for _ in range(size + 2 * draw.below(9))]
    classes, accepting, accepted = related[:size], related[size::2], related[size + 1 :: 2]
    relations = map(ids, (classes, accepting, accepted))
    compare("align_in_stages", *pairs(draw, size, most=2), size, *relations)


def subsequences(data: bytes) -> None:
    """Tokens in common subsequences of sentences, and ascending pairs of numbers."""
    draw = Draw(data)
    size = draw.choice(SIZES)
    compare("ascending_pairs", *joined(draw.several(4, lambda: draw.tokens(1000))))
    sentences: list[list[list[list[int]]]] = [[], []]
    counts = []
    for _ in range(draw.below(3)):
        hypothesis = draw.several(2, lambda: draw.tokens(size))
        like = hypothesis[0] if hypothesis else []
        sentences[0].append(hypothesis)
        counts.append(draw.below(3))
        for _ in range(counts[-1]):
            sentences[1].append(draw.several(2, lambda like=like: draw.tokens(size, like)))  # type: ignore[misc]
    arrays = []
    for texts in sentences:
        arrays += [*joined([token for text in texts for token in text]), offsets(map_len(texts))]
    compare("match_subsequences", *arrays, offsets(counts), size)


# Numbers


def numbers(data: bytes) -> None:
    """Exponentials, logarithms, draws of resamples and weighted sums."""
    draw = Draw(data)
    key, start = draw.raw(16).ljust(16, b"\0"), draw.whole(draw.below(6))
    units, rows = draw.choice((1, 2, 63, 64, 65, 130)), draw.below(4)
    for exchanges in (False, True):
        compare("draw", key, start, start + rows, units, exchanges)
    width = draw.below(20) + 1
    left, right = (draw.raw(2 * width * (draw.below(3))) for _ in "12")
    left, right = (rows[: len(rows) // (2 * width) * 2 * width] for rows in (left, right))
    compare("weighted_sums", left, right, width)
    given = array("d", draw.raw(80)[: 8 * draw.below(10)].ljust(80, b"\0"))
    exp_and_log = array("I", (0, 0, 0, 0, 16, 0, 0, 0, 17, 0, 0, 0)), b"", array("I", (1, 2))
    both = [
        array("d", kernel.evaluate(*exp_and_log, given, len(given)))
        for kernel in (compiled(), kernel_python)
    ]
    shown = [["nan" if math.isnan(number) else number for number in each] for each in both]
    require(shown[0], shown[1], "evaluate")


# Any arguments


def arguments(data: bytes) -> None:
    """Arrays of anything in every function, which refuses them or not, and touches nothing else."""
    draw = Draw(data)
    kernel = compiled()
    number = draw.choice((0, 1, 2, 3, 4, 9, 40, -1, -2, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63))
    size = draw.choice((0, 1, 2, 3, 4, -1, 2**32 - 1, 2**32))
    small = max(-2, min(number, 40))  # an order may be a promise of memory
    nodes = array("I", [draw.below(5) for _ in range(draw.below(9))])
    rows = np.array(nodes, np.uint32).reshape(draw.choice(((-1, 1), (1, -1), (-1,))))
    flat = [draw.hostile() for _ in range(9)]
    vocabulary = kernel.Vocabulary()
    table = kernel.NgramTable(draw.below(4), draw.below(3) + 1)
    name = draw.choice(("none", "13a", "intl", "char", "zh", "werx", "rouge-score", "x", ""))
    words = draw.choice((*RULES, *BLOCKS, *FOLDINGS, "count", "share", ""))
    functions: dict[str, Callable[[], object]] = {
        "match": lambda: kernel.match(*flat[:5], small, size, flat[5], rows, draw.flag(), flat[6]),
        "plain match": lambda: kernel.match(*flat[:5], small, size),
        "align": lambda: kernel.align(*flat[:5], size, words),
        "count_hits": lambda: kernel.count_hits(*flat[:5], size, words),
        "contexts": lambda: kernel.align_by_context(*flat[:5], size, draw.flag(), draw.flag()),
        "stages": lambda: kernel.align_in_stages(*flat[:5], size, *flat[5:7], flat[6]),
        "ascending_pairs": lambda: kernel.ascending_pairs(*flat[:2]),
        "subsequences": lambda: kernel.match_subsequences(*flat[:7], size),
        "shift_edits": lambda: kernel.shift_edits(*flat[:5], size, words, 0, number, 2, 9, True),
        "shift_path": lambda: kernel.shift_path(*flat[:2], size, words, number, 0, number, 9),
        "changes": lambda: kernel.count_changes(*flat[:5], small, size, *flat[5:7], draw.flag()),
        "products": lambda: kernel.multiply_counts(
            *flat[:5], small, size, flat[5], 0.5, rows, rows, words
        ),
        "count_segments": lambda: kernel.count_segments(rows, flat[0], small),
        "places": lambda: kernel.match(*flat[:5], small, size, places=True),
        "text": lambda: vocabulary.encode_text(*flat[:3], name, words),
        "lines": lambda: vocabulary.encode_strings(
            tuple(draw.several(3, lambda: draw.word(True))), name, words
        ),
        "text_edits": lambda: kernel.count_text_edits(*flat[:7], name, words, "most_hits"),
        "string_edits": lambda: kernel.count_string_edits(
            tuple(draw.several(3, lambda: draw.word(True))),
            tuple(draw.several(3, lambda: draw.word(True))),
            *(flat[0], name, words, "edits_last"),
        ),
        "strings": lambda: kernel.match_strings(
            tuple(draw.several(3, lambda: draw.word(True))),
            tuple(draw.several(3, lambda: draw.word(True))),
            *(flat[0], words, draw.flag(), name, small),
        ),
        "renumber": lambda: vocabulary.renumber(vocabulary, flat[0], words),
        "count": lambda: table.count(*flat[:2], small, draw.flag(), abs(number), small, nodes),
        "number": lambda: table.number(nodes, small),
        "locate": lambda: table.locate(*flat[:2], small, flat[2]),
        "information": lambda: table.information(1.0, abs(number)),
        "set_counts": lambda: table.set_counts(flat[0]),
        "insert": lambda: table.insert(list(array("b", flat[0]))),
        "find": lambda: table.find([number, *array("b", flat[0])]),
        "draw": lambda: kernel.draw(flat[0], number, number + small, small, draw.flag()),
        "sums": lambda: kernel.weighted_sums(flat[0], flat[1], number),
        "evaluate": lambda: kernel.evaluate(*flat[:4], small),
    }
    for _ in range(2):
        with contextlib.suppress(TallystickError, *REFUSALS):
            draw.choice(list(functions.values()))()
    table.nodes()
    with contextlib.suppress(UnicodeDecodeError):  # of text that is not UTF-8
        vocabulary.tokens()


TARGETS: dict[str, Callable[[bytes], None]] = {
    f"kernel-{target.__name__.replace('_', '-')}": target
    for target in (
        *(strings, vocabularies, tokenizers, text_edits, tables, matches, products, changes),
        *(edits, shifts, contexts, subsequences, numbers, arguments),
    )
}
