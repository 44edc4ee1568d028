"""The inputs that black boxes are asked about: those made by hand, and drawn ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING

from tallystick.compat.case import Case
from tallystick.compat.dialects.candidates import (
    Candidate,
    empty_sides,
    near_copies,
    segment_pairs,
    single_segments,
    texts,
)

if TYPE_CHECKING:
    from tallystick.compat.implementations.implementation import Implementation


@dataclass(frozen=True, slots=True)
class Accepted:
    """The inputs that a program accepts; the fields are those of `Implementation`."""

    most_references: int | None = None
    ragged: bool = True
    sources: bool = False
    text: bool = False
    empty_segments: bool = True

    @classmethod
    def by(cls, implementation: Implementation) -> Accepted:
        """Return the inputs that an implementation declares to accept."""
        return cls(
            most_references=1 if implementation.references == "one" else None,
            ragged=implementation.ragged,
            sources=implementation.sources,
            text=implementation.input == "text",
            empty_segments=implementation.empty_segments,
        )

    def allows(self, case: Case) -> bool:
        """Return whether a case is accepted."""
        sides = chain(case.hypotheses, case.sources or (), *case.references)
        return (
            (self.most_references is None or case.most_references <= self.most_references)
            and (self.ragged or not case.ragged)
            and (self.empty_segments or all(sides))
        )


def made_by_hand(accepted: Accepted) -> Iterator[Case]:
    """Yield small inputs on which known programs differ, the smallest first."""
    small = chain(
        empty_sides(),
        islice(single_segments(3, 1), 60),
        islice(single_segments(4, 2), 0, None, 7),
        segment_pairs(),
        islice(near_copies(), 0, None, 11),
    )
    for candidate in small:
        yield from _accepted(candidate, accepted)
    for case in _SPECIAL:
        if accepted.allows(case) and not accepted.sources:
            yield case
    if accepted.text:
        for candidate in texts():
            yield from _accepted(candidate, accepted)


def _repeated(words: str, times: int) -> tuple[str, ...]:
    return tuple(words.split(" ") * times)


_SPECIAL = (
    # joined without a separator, these n-grams are equal
    Case.from_lines(["ab c d e f"], ["a bc d e f"]),
    Case.from_lines(["a b ab a b"], ["ab a b a b"]),
    Case.from_lines(["1 11 111 1 1"], ["11 1 111 1 1"]),
    Case.from_lines(["A b c d e"], ["a b c d e"]),
    Case.from_lines(["a b c d É"], ["a b c d é"]),
    Case.from_lines(["a b c d ."], ["a b c d"]),
    Case.from_lines(["a b c d e."], ["a b c d e"]),
    Case.from_lines(["a b c d e\u0301"], ["a b c d \u00e9"]),
    Case.from_lines(["a b c d 0"], ["a b c d 1"]),
    Case.from_lines(["0 0 0 0 0"], ["0 0 0 0 1"]),
    Case.from_lines(["a b c d e", "a b c d e"], ["a b c d f", "a b c d f"]),
    Case.from_lines(["a b c d e"], [["a b c d f", "a b c d f", "a b"]]),
    Case.from_lines(["a b c d e f"], [["a b c d", "a b c d e f g h"]]),
    Case.from_lines(["a b c d e f"], [["a b c d e f g h", "a b c d"]]),
    Case.from_lines(["a b c d e f"], [["a b c d e x y", "a b c d e", "a b c d e f g"]]),
    *(
        Case((_repeated("a b c d e", times),), ((_repeated("a b c d e", times - 3),),))
        for times in (11, 14, 17, 22, 27, 53, 104, 206)
    ),
)


def _accepted(candidate: Candidate, accepted: Accepted) -> Iterator[Case]:
    hypotheses, references = zip(*candidate, strict=True)
    case = Case.from_lines(hypotheses, references)
    if accepted.sources:
        case = replace(case, sources=tuple(_source(one) for one in case.hypotheses))
    if accepted.allows(case):
        yield case


def _source(hypothesis: tuple[str, ...]) -> tuple[str, ...]:
    return (*hypothesis[:-1], "x")


def drawn(accepted: Accepted, number: int, seed: int, *, long: bool = False) -> list[Case]:
    """Draw inputs with `tallystick.compat.corpora`.

    Args:
        accepted: The inputs that a program accepts.
        number: The number of inputs; fewer are returned if Hypothesis finds no more.
        seed: The seed of the random numbers.
        long: Whether the inputs have segments of thousands of tokens.

    Raises:
        MissingExtraError: Hypothesis is not installed.

    >>> len(drawn(Accepted(), 20, seed=1))
    20
    """
    import hypothesis  # after the import that says how to install it

    from tallystick.compat.strategies import corpora

    most = accepted.most_references or (3 if long else 4)
    strategy = corpora(
        max_segments=2 if long else 5,
        references=(1, most),
        ragged=accepted.ragged,
        allow_empty=accepted.empty_segments,
        sources=accepted.sources,
        long=long,
    )
    found: dict[Case, None] = {}

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=number,
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(strategy)
    def draw(case: Case) -> None:
        found[case] = None

    draw()
    return list(found)


def with_references_reversed(case: Case) -> Case:
    """Return a case with the references of every segment in reverse order."""
    return replace(case, references=tuple(one[::-1] for one in case.references))
