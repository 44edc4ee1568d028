"""A small corpus as a value: comparable, hashable and readable in messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from typing import Any, TypeVar

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.corpus.corpus import Corpus, References
from tallystick.metrics.corpus.text import Text, Tokens

Segment = tuple[str, ...]
"""The tokens of one hypothesis or reference."""


@dataclass(frozen=True, slots=True, repr=False)
class Case:
    """Hypotheses and references as tokens, the input of one comparison.

    Args:
        hypotheses: The tokens of every hypothesis.
        references: For every hypothesis its references, each as tokens.
        sources: The tokens of the source of every hypothesis, for metrics that compare with it.

    Raises:
        InputError: The numbers of hypotheses, of lists of references and of sources differ, a
            segment has no reference, or a string is given instead of tokens.

    >>> case = Case(hypotheses=(("a", "b"),), references=((("a", "c"), ("b",)),))
    >>> case.corpus.references[0][0]
    ('a', 'c')
    >>> case.text
    TextCase(hypotheses=('a b',), references=(('a c', 'b'),))
    """

    hypotheses: tuple[Segment, ...]
    references: tuple[tuple[Segment, ...], ...]
    sources: tuple[Segment, ...] | None = None

    def __post_init__(self) -> None:
        if len(self.hypotheses) != len(self.references):
            raise InputError(
                f"there are {len(self.hypotheses)} hypotheses but references for "
                f"{len(self.references)} segments; every hypothesis needs its own references"
            )
        if not all(self.references):
            raise InputError(
                f"segment {self.references.index(()) + 1} has no reference; give every segment "
                "at least one (an empty one is an empty tuple of tokens)"
            )
        sources = () if self.sources is None else self.sources
        if self.sources is not None and len(sources) != len(self.hypotheses):
            raise InputError(
                f"there are {len(self.hypotheses)} hypotheses but {len(sources)} sources; every "
                "hypothesis needs its own source"
            )
        segments: list[object] = [
            *(*self.hypotheses, *sources),
            *chain.from_iterable(self.references),
        ]
        for tokens in segments:
            if not isinstance(tokens, tuple):
                what = "string" if isinstance(tokens, str) else type(tokens).__name__
                raise InputError(
                    f"{tokens!r} is a {what}; expected a tuple of tokens: write Case.of for lists, "
                    "Case.from_lines to split lines at their spaces"
                )

    @classmethod
    def of(
        cls,
        hypotheses: Sequence[Sequence[str]],
        references: Sequence[Sequence[Sequence[str]]],
        sources: Sequence[Sequence[str]] | None = None,
    ) -> Case:
        """Build a case from any sequences.

        Args:
            hypotheses: A sequence of tokens for each segment.
            references: For each segment a sequence of references, each a sequence of tokens.
            sources: For each segment the tokens of its source, or None.

        Raises:
            InputError: As for `Case`, or a string is given instead of a list.

        >>> Case.of([["a", "b"]], [[["a"], []]])
        Case(hypotheses=(('a', 'b'),), references=((('a',), ()),))
        """
        return cls(
            tuple(map(_tuple, _no_string(hypotheses))),
            tuple(tuple(map(_tuple, _no_string(of_one))) for of_one in _no_string(references)),
            None if sources is None else tuple(map(_tuple, _no_string(sources))),
        )

    @classmethod
    def from_lines(
        cls,
        hypotheses: Sequence[str],
        references: Sequence[Sequence[str] | str],
        sources: Sequence[str] | None = None,
    ) -> Case:
        """Build a case from lines whose tokens are separated by single spaces.

        Args:
            hypotheses: One line each; an empty one has no tokens.
            references: For every hypothesis its references, or one reference as a string.
            sources: The source of every hypothesis, or None.

        Raises:
            InputError: As for `Case`, or a string is given instead of a list of them.

        >>> Case.from_lines(["a b", ""], [["a c"], "d"])
        Case(hypotheses=(('a', 'b'), ()), references=((('a', 'c'),), (('d',),)))
        """
        given = {"hypotheses": hypotheses, "references": references, "sources": sources}
        for name, lines in given.items():
            if isinstance(lines, str):
                raise InputError(f"{name} is the single string {lines!r}; write [{lines!r}]")
        several = [(lines,) if isinstance(lines, str) else lines for lines in references]
        return cls(
            tuple(map(_tokens, hypotheses)),
            tuple(tuple(map(_tokens, lines)) for lines in several),
            None if sources is None else tuple(map(_tokens, sources)),
        )

    def __repr__(self) -> str:
        return _shown(self)

    @property
    def pairs(self) -> list[tuple[Segment, tuple[Segment, ...]]]:
        """Every hypothesis with its references."""
        return list(zip(self.hypotheses, self.references, strict=True))

    @property
    def most_references(self) -> int:
        """The highest number of references of any segment."""
        return max(map(len, self.references), default=0)

    @property
    def ragged(self) -> bool:
        """Whether segments have different numbers of references."""
        return len(set(map(len, self.references))) > 1

    @property
    def corpus(self) -> Corpus:
        """The case as a corpus of tokens, which are not tokenized."""
        # a corpus made from lists would mistake tokens with spaces for sentences
        hypotheses = Tokens.from_lists(self.hypotheses)
        of_references = list(chain.from_iterable(self.references))
        references = Tokens.from_lists(of_references, vocabulary=hypotheses.vocabulary)
        offsets = np.cumsum([0, *map(len, self.references)], dtype=np.int64)
        sources = None
        if self.sources is not None:
            sources = Tokens.from_lists(self.sources, vocabulary=hypotheses.vocabulary)
        return Corpus(hypotheses, References(references, offsets), sources=sources)

    @property
    def text(self) -> TextCase:
        """The case as lines of tokens joined by single spaces.

        Raises:
            InputError: A token is empty or contains white space, so a line cannot represent it.
        """
        self.map(_checked)
        return self.joined

    @property
    def joined(self) -> TextCase:
        """The case as lines of tokens joined by single spaces, whatever is in the tokens."""
        return TextCase(
            tuple(map(" ".join, self.hypotheses)),
            tuple(tuple(map(" ".join, segment)) for segment in self.references),
            None if self.sources is None else tuple(map(" ".join, self.sources)),
        )

    def take(self, numbers: Sequence[int]) -> Case:
        """Return the segments with these numbers, from 0, in this order.

        >>> Case.from_lines(["a", "b"], ["c", "d"]).take([1]).text
        TextCase(hypotheses=('b',), references=(('d',),))
        """
        return Case(
            tuple(self.hypotheses[number] for number in numbers),
            tuple(self.references[number] for number in numbers),
            None if self.sources is None else tuple(self.sources[number] for number in numbers),
        )

    def smaller(self) -> Iterator[Case]:
        """Yield the case without some segments, references or tokens, the largest parts first.

        >>> case = Case.from_lines(["a"], [["b", "c d"]])
        >>> [[" ".join(tokens) for tokens in smaller.references[0]] for smaller in case.smaller()]
        [['c d'], ['b'], ['b', 'c d'], ['', 'c d'], ['b', ''], ['b', 'd'], ['b', 'c']]
        """
        for fewer in _without_a_part(tuple(range(len(self.hypotheses))), least=1):
            yield self.take(fewer)
        for number, references in enumerate(self.references):
            before, after = self.references[:number], self.references[number + 1 :]
            for kept in _without_a_part(references, least=1):
                yield replace(self, references=(*before, kept, *after))
        for hypotheses in _with_one_shorter(self.hypotheses):
            yield replace(self, hypotheses=hypotheses)
        for sources in _with_one_shorter(self.sources or ()):
            yield replace(self, sources=sources)
        for number, references in enumerate(self.references):
            before, after = self.references[:number], self.references[number + 1 :]
            for changed in _with_one_shorter(references):
                yield replace(self, references=(*before, changed, *after))

    def map(self, change: Callable[[Segment], Sequence[str]]) -> Case:
        """Return the case with a function applied to every hypothesis, reference and source.

        >>> Case.from_lines(hypotheses=["a b"], references=["c d"]).map(lambda it: it[::-1]).text
        TextCase(hypotheses=('b a',), references=(('d c',),))
        """
        return Case(
            tuple(tuple(change(hypothesis)) for hypothesis in self.hypotheses),
            tuple(tuple(tuple(change(text)) for text in segment) for segment in self.references),
            None if self.sources is None else tuple(tuple(change(text)) for text in self.sources),
        )


@dataclass(frozen=True, slots=True, repr=False)
class TextCase:
    """Hypotheses and references as lines of text.

    Args:
        hypotheses: A line for each segment.
        references: For every hypothesis its references, a line each.
        sources: The source of every hypothesis, a line each, or None.

    >>> TextCase(hypotheses=("a b",), references=(("a c",),)).corpus.hypotheses[0]
    'a b'
    """

    hypotheses: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]
    sources: tuple[str, ...] | None = None

    def __repr__(self) -> str:
        return _shown(self)

    @property
    def corpus(self) -> Corpus:
        """The case as a corpus of text."""
        references = References.per_segment(self.references, tokens=False)
        sources = None if self.sources is None else Text.from_lines(self.sources)
        return Corpus(Text.from_lines(self.hypotheses), references, sources=sources)


Item = TypeVar("Item")


def _without_a_part(items: tuple[Item, ...], least: int = 0) -> Iterator[tuple[Item, ...]]:
    """Yield the items without all of them, one half, one quarter and so on, down to one item."""
    size = len(items)
    while size:
        for start in range(0, len(items), size):
            fewer = items[:start] + items[start + size :]
            if len(fewer) >= least:
                yield fewer
        size //= 2


def _with_one_shorter(segments: tuple[Segment, ...]) -> Iterator[tuple[Segment, ...]]:
    for number, segment in enumerate(segments):
        for shorter in _without_a_part(segment):
            yield (*segments[:number], shorter, *segments[number + 1 :])


def _shown(case: Case | TextCase) -> str:
    """Return a case as Python code, without sources if there are none."""
    values = {field.name: getattr(case, field.name) for field in fields(case)}
    given = [f"{name}={value!r}" for name, value in values.items() if value is not None]
    return f"{type(case).__name__}({', '.join(given)})"


def _tokens(line: str) -> Segment:
    if not isinstance(line, str):
        raise InputError(
            f"{line!r} is not a line; expected a string, and '' for one without tokens"
        )
    return tuple(line.split(" ")) if line else ()


def _no_string(value: Any) -> Any:
    if isinstance(value, str):
        raise InputError(
            f"got the string {value!r}; expected a list of token lists, such as "
            "hypotheses=[['a', 'b']] and references=[[['a', 'c']]]; for lines use Case.from_lines"
        )
    return value


def _tuple(tokens: Any) -> Any:
    return tokens if isinstance(tokens, str) else tuple(tokens)  # `Case` rejects a string


def _checked(tokens: Segment) -> Segment:
    for token in tokens:
        if token.split() != [token]:
            raise InputError(
                f"the token {token!r} is empty or contains white space, so a line of text cannot "
                "represent it; use the tokens themselves (Case.corpus)"
            )
    return tokens
