"""The inputs that black boxes are asked about: those made by hand, and drawn ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from random import Random
from typing import TYPE_CHECKING

from tallystick.compat.case import Case, Segment
from tallystick.compat.dialects.candidates import (
    Candidate,
    empty_sides,
    near_copies,
    segment_pairs,
    single_segments,
    texts,
)
from tallystick.compat.recipes import (
    MAKERS,
    MOST_REPETITIONS,
    MOST_TOKENS,
    MOST_WORDS,
    VOCABULARIES,
    SegmentRecipe,
)

if TYPE_CHECKING:
    from tallystick.compat.implementations.implementation import Implementation


def takes(program: Implementation, case: Case) -> bool:
    """Return whether a program declares to take a case, whose sources are another matter."""
    sides = chain(case.hypotheses, case.sources or (), *case.references)
    return (
        (program.references != "one" or case.most_references <= 1)
        and (program.ragged or not case.ragged)
        and (program.empty_segments or all(sides))
    )


def made_by_hand(program: Implementation) -> Iterator[Case]:
    """Yield small inputs on which known programs differ, the smallest first."""
    small = chain(
        empty_sides(),
        islice(single_segments(3, 1), 60),
        islice(single_segments(4, 2), 0, None, 7),
        segment_pairs(),
        islice(near_copies(), 0, None, 11),
    )
    takes_it = partial(takes, program)
    yield from _taken(small, program)
    if not program.sources:
        yield from filter(takes_it, (*SPECIAL, *_LONG))
    if program.input == "text":
        yield from _taken(texts(), program)
    if not program.sources:
        yield from (
            (*_LINES_WITH_SPACES, *_SPLIT_LINES) if program.input == "text" else _TOKENS_WITH_SPACES
        )
    yield from filter(takes_it, _SENTENCES if program.sentences else ())


def _repeated(words: str, times: int) -> tuple[str, ...]:
    return tuple(words.split(" ") * times)


SPECIAL = (
    # joined without a separator, these n-grams are equal
    Case.from_lines(["ab c d e f"], ["a bc d e f"]),
    Case.from_lines(["a b ab a b"], ["ab a b a b"]),
    Case.from_lines(["1 11 111 1 1"], ["11 1 111 1 1"]),
    Case.from_lines(["aa b ccc dddd e"], ["a bbbb c d eeeeeee ff"]),
    Case.from_lines(["aaaaaa b c d e"], ["a b c d e f"]),
    # fewest edits, cheapest edits and longest common subsequence have other hits
    Case.from_lines(["c a e"], ["e f c"]),
    Case.from_lines(["d d d e"], ["e b a a"]),
    Case.from_lines(["a e e d d a c c d"], ["c c f b a d b e"]),
    Case.from_lines(["A b c d e"], ["a b c d e"]),
    Case.from_lines(["International a b c d"], ["international a b c d"]),
    Case.from_lines(["a b c d É"], ["a b c d é"]),
    Case.from_lines(["a b c d ."], ["a b c d"]),
    Case.from_lines(["a b c d e."], ["a b c d e"]),
    Case.from_lines(["a b c d e\u0301"], ["a b c d \u00e9"]),
    Case.from_lines(["a b c d 0"], ["a b c d 1"]),
    Case.from_lines(["0 0 0 0 0"], ["0 0 0 0 1"]),
    # words that begin or end alike, or have a stem in common
    Case.from_lines(["internationalise a b c d"], ["internationalize a b c d"]),
    Case.from_lines(["unrelated a b c d"], ["related a b c d"]),
    Case.from_lines(["cats a b c d"], ["cat a b c d"]),
    Case.from_lines(["class a b c d"], ["clas a b c d"]),
    Case.from_lines(["running a b c d"], ["run a b c d"]),
    Case.from_lines(["walking a b c d"], ["walk a b c d"]),
    Case.from_lines(["a b c d e", "a b c d e"], ["a b c d f", "a b c d f"]),
    Case.from_lines(["a b c d e"], [["a b c d f", "a b c d f", "a b"]]),
    # four a against two in all references together, and one in each
    Case.from_lines(["a a a a b c d e"], [["a b c d e f g h", "a b c d f g h e"]]),
    Case.from_lines(["a b c d e f"], [["a b c d", "a b c d e f g h"]]),
    Case.from_lines(["a b c d e f"], [["a b c d e f g h", "a b c d"]]),
    Case.from_lines(["a b c d e f"], [["a b c d e x y", "a b c d e", "a b c d e f g"]]),
)
"""Short inputs each of which shows a mistake or an axis that few others show."""

LIMITS = (5, 10, 15, 20, 25, 30, 40, 50, 60, 64, 80, 100, 128, 256, 512, 1000, 1024)
"""Numbers of tokens after which programs cut texts."""


def _beginning_alike(tokens: int) -> Case:
    """Return two texts that differ in the token after a number of equal ones."""
    alike = _repeated("a b c d e", tokens)[:tokens]
    return Case(((*alike, "f"),), (((*alike, "g"),),))


_LONG = (
    *(
        Case((_repeated("a b c d e", times),), ((_repeated("a b c d e", times - 3),),))
        for times in (11, 14, 17, 22, 27, 53, 104, 206)
    ),
    *(_beginning_alike(most) for most in LIMITS if most <= 100),  # those above are far apart
)
"""Inputs of which programs cut some."""


_WORDS = ("a", "b", "c", "d", "e")

_LINES_WITH_SPACES = (
    Case((("", *_WORDS, ""),), ((_WORDS,),)),
    Case((("a", "b", "", "c", "d", "e"),), ((_WORDS,),)),
    Case((_WORDS,), ((("", *_WORDS),),)),
)

_SPLIT_LINES = (
    *(
        Case.from_lines([f"{line} b c d e"], [f"{' '.join(line)} b c d e"])
        for line in (
            *("a,5", "5,a", "a.5", "5.a", "5,5", "a/b", "a:b", "(a)", "a!", "a_b", "{a", "5%"),
            "\u0663,\u0664",
        )
    ),
    # decoded, decoded once or twice, and an accent within a word
    *(
        Case.from_lines([f"{line} b c d e"], [f"{other} b c d e"])
        for line, other in (
            *(("a\tb", "a b"), ("&quot;a", '" a'), ("&amp;lt;", "<"), ("&amp;quot;", "& quot ;")),
            ("a\u00e9b", "aeb"),
        )
    ),
)
"""Lines that tokenizers split, against the tokens."""

_TOKENS_WITH_SPACES = (
    Case((("a b", "c", "d", "e", "f"),), ((("a", "b c", "d", "e", "f"),),)),
    Case((("a", "b", "a b", "a"),), ((("a b", "a", "b", "a"),),)),
)
"""N-grams of these tokens are equal if they are joined by spaces."""

_SENTENCES = (
    Case.from_lines(["a b c \n d e"], ["d e \n a b c"]),
    Case.from_lines(["a b c d e"], ["a b \n c d e"]),
    # a union of subsequences, as in section 3.2 of Lin 2004
    Case.from_lines(["a b f g h \n a c h i e"], ["a b c d e"]),
    # a word of a reference counts once, though two sentences match it
    Case.from_lines(["a b \n a b"], ["a b \n c"]),
    Case.from_lines(["a \n \n b \n"], ["\n a b"]),
    Case.from_lines(["a b c d e"], [["a b c \n d e", "d e \n a b c"]]),
)
"""Texts of several sentences; the token of a line end is one."""


def _taken(candidates: Iterable[Candidate], program: Implementation) -> Iterator[Case]:
    for candidate in candidates:
        case = Case.from_lines(*zip(*candidate, strict=True))
        if program.sources:
            case = replace(case, sources=tuple(map(_source, case.hypotheses)))
        if takes(program, case):
            yield case


def _source(hypothesis: tuple[str, ...]) -> tuple[str, ...]:
    return (*hypothesis[:-1], "x")


def drawn(program: Implementation, number: int, seed: int, *, long: bool = False) -> list[Case]:
    """Draw different inputs of up to five segments, by the recipes of `tallystick.compat.corpora`;
    with `long`, the first hypothesis is a phrase repeated to hundreds of tokens or more.
    """
    random = Random(f"{seed} {long}")
    cases: dict[Case, None] = {}
    while len(cases) < number:
        case = _drawn(program, random, long)
        if takes(program, case):
            cases[case] = None
    return list(cases)


def _drawn(program: Implementation, random: Random, long: bool) -> Case:
    vocabulary = random.choice(VOCABULARIES)
    most = 1 if program.references == "one" else 4
    references = 1 if random.random() < 0.4 else random.randint(1, most)
    segments = []
    for number in range(min(random.randint(1, 5), random.randint(1, 5))):
        ragged = program.ragged and random.random() < 0.2
        recipe = SegmentRecipe(
            _numbers(random),
            # from 100 on, as often below as above the geometric mean of the ends
            int(100 * (MOST_REPETITIONS / 100) ** random.random()) if long else 1,
            tuple(
                (random.choice(MAKERS), _numbers(random))
                for _ in range(random.randint(1, most) if ragged else references)
            ),
            program.empty_segments,
        )
        segments.append(recipe.made(vocabulary, long=number == 0))
    if program.sentences and random.random() < 0.5:
        segments = [
            (_split(hypothesis, random), tuple(_split(it, random) for it in several))
            for hypothesis, several in segments
        ]
    hypotheses, given = zip(*segments, strict=True)
    sources = tuple(map(_source, hypotheses)) if program.sources else None
    return Case(hypotheses, given, sources)


def _split(tokens: Segment, random: Random) -> Segment:
    ends = (("\n",) * (random.random() < 0.2) for _ in tokens)
    return tuple(
        chain.from_iterable((token, *end) for token, end in zip(tokens, ends, strict=True))
    )


def _numbers(random: Random) -> tuple[int, ...]:
    """Return the numbers of up to nine words, often of few different ones."""
    words = random.choice((2, 4, 8, MOST_WORDS))
    return tuple(random.randrange(words) for _ in range(random.randint(0, MOST_TOKENS)))


def both_orders(cases: Iterable[Case]) -> list[Case]:
    """Return every case, and if it has several references also with them in reverse order."""
    ordered: dict[Case, None] = {}
    for case in cases:
        ordered[case] = None
        ordered[replace(case, references=tuple(given[::-1] for given in case.references))] = None
    return list(ordered)
