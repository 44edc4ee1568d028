"""Small corpora that reveal differences between dialects, the smallest first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, pairwise, product

Segment = tuple[str, tuple[str, ...]]
"""A hypothesis and its references, tokens joined by spaces."""
Candidate = tuple[Segment, ...]

LETTERS = "abcdefghijklmnop"


def single_segments(tokens: int, references: int) -> Iterator[Candidate]:
    """Yield every segment with a number of tokens in all, up to relabelling of tokens."""
    for lengths in _splits(tokens, references + 1):
        for hypothesis in _patterns(lengths[0]):
            known = LETTERS[: len(set(hypothesis)) + 1]
            sides = [[" ".join(side) for side in product(known, repeat=n)] for n in lengths[1:]]
            for chosen in product(*sides):
                yield ((" ".join(hypothesis), chosen),)


def near_copies() -> Iterator[Candidate]:
    """Yield sentences of four to six tokens with one or two similar references, for 4-grams."""
    for length in (4, 5, 6):
        sentence = LETTERS[:length]
        for copied in (sentence, sentence[:-1] + sentence[0], sentence[0] + sentence[:-1]):
            hypothesis = " ".join(copied)
            near = [" ".join(reference) for reference in _near(sentence)]
            for number in (1, 2):
                for references in product(near, repeat=number):
                    yield ((hypothesis, references),)


def segment_pairs() -> Iterator[Candidate]:
    """Yield pairs of segments, for the ways in which programs combine segments."""
    lines = (
        *(("a", "a"), ("a", "b"), ("a b", "a b"), ("a b", "a c"), ("a b c", "a b c")),
        *(("a b c d", "a b c d"), ("a b c d", "a b c e"), ("a b c d", "a b c d e f")),
        *(("a b c d e f", "a b c d"), ("a b c d e", "a b c d f")),
    )
    singles = [(hypothesis, (reference,)) for hypothesis, reference in lines]
    yield from combinations_with_replacement(singles, 2)


def empty_sides() -> Iterator[Candidate]:
    """Yield corpora in which a side is empty."""
    for segment in [("", ("",)), ("", ("a",)), ("a", ("",)), ("a b c d", ("a b c d", ""))]:
        yield (segment,)
        yield (segment, ("a b c d", ("a b c d",)))


def texts() -> Iterator[Candidate]:
    """Yield lines that differ between tokenizers or under case folding."""
    for line, spaced in _LINES:
        yield ((f"{line} b c d e", (f"{spaced} b c d e",)),)


_LINES = (
    *(("A", "a"), ("É", "é"), ("a.", "a ."), ("a .", "a."), ("a,b", "a , b"), ("a-b", "a - b")),
    *(("1-2", "1 - 2"), ("1.5", "1 . 5"), ("a'b", "a ' b"), ("$1", "$ 1"), ("&amp;", "&")),
    *(("&lt;a", "< a"), ("<skipped>a", "a"), ("a\u00a0b", "a b")),
    *(("\u3042\u3044", "\u3042 \u3044"), ("\u4f60\u597d", "\u4f60 \u597d")),
    *(("\u201ca\u201d", "\u201c a \u201d"), ("a\u2014b", "a \u2014 b")),
)


def _patterns(length: int) -> Iterator[tuple[str, ...]]:
    """Yield every sequence of tokens in which new tokens appear in the order of the alphabet."""

    def grow(pattern: tuple[str, ...], used: int) -> Iterator[tuple[str, ...]]:
        if len(pattern) == length:
            yield pattern
            return
        for number in range(used + 1):
            yield from grow((*pattern, LETTERS[number]), max(used, number + 1))

    yield from grow((), 0)


def _splits(total: int, sides: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to distribute tokens among sides, with at least one on each."""
    for cuts in combinations(range(1, total), sides - 1):
        yield tuple(end - start for start, end in pairwise((0, *cuts, total)))


def _near(sentence: str) -> Iterator[str]:
    for length in range(max(len(sentence) - 3, 1), len(sentence) + 1):
        yield sentence[:length]
    for more in ("x", "xy", "xyz"):
        yield sentence + more
    for place in range(len(sentence)):
        yield sentence[:place] + "x" + sentence[place + 1 :]
    yield sentence[:-1] + sentence[0]
    yield sentence[1:] + sentence[0]
