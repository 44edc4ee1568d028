"""A case: tokenized hypotheses and references, as small as a disagreement can be shown on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tallystick.errors import InputError

Segment = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """What one comparison is made on.

    Attributes:
        hypotheses: The tokens of each hypothesis; may be empty.
        references: For each hypothesis the tokens of each of its references.

    Raises:
        InputError: There are not as many hypotheses as entries of references, or a segment has no
            reference.
    """

    hypotheses: tuple[Segment, ...]
    references: tuple[tuple[Segment, ...], ...]

    def __post_init__(self) -> None:
        if len(self.hypotheses) != len(self.references):
            raise InputError(
                f"there are {len(self.hypotheses)} hypotheses but references for "
                f"{len(self.references)} segments; every hypothesis needs its own references"
            )
        for number, of_segment in enumerate(self.references, 1):
            if not of_segment:
                raise InputError(
                    f"segment {number} has no reference; give at least one, which may be "
                    "empty: [[]]"
                )

    @classmethod
    def of(
        cls, hypotheses: Sequence[Sequence[str]], references: Sequence[Sequence[Sequence[str]]]
    ) -> Case:
        """Build a case from any sequences.

        Args:
            hypotheses: A sequence of tokens for each segment.
            references: For each segment a sequence of references, each a sequence of tokens.

        Raises:
            InputError: A string stands where tokens are expected, or see `Case`.

        >>> Case.of([["a", "b"]], [[["a"], []]])
        Case(hypotheses=(('a', 'b'),), references=((('a',), ()),))
        """
        return cls(
            tuple(_segment(tokens, "a hypothesis") for tokens in _sequence(hypotheses)),
            tuple(
                tuple(_segment(tokens, "a reference") for tokens in _sequence(of_segment))
                for of_segment in _sequence(references)
            ),
        )

    @classmethod
    def from_lines(cls, hypotheses: Iterable[str], references: Iterable[Iterable[str]]) -> Case:
        """Build a case from lines whose tokens stand between single spaces.

        Args:
            hypotheses: A line for each segment; an empty one has no tokens.
            references: For each segment its references, a line each.

        >>> Case.from_lines(["a b", ""], [["a"], ["c d", "c"]]).hypotheses
        (('a', 'b'), ())
        """
        return cls(
            tuple(map(_tokens, hypotheses)),
            tuple(tuple(map(_tokens, of_segment)) for of_segment in references),
        )

    @property
    def most_references(self) -> int:
        """The highest number of references of any segment."""
        return max(map(len, self.references), default=0)

    @property
    def ragged(self) -> bool:
        """Whether segments have different numbers of references."""
        return len(set(map(len, self.references))) > 1


def _tokens(line: str) -> Segment:
    return tuple(line.split(" ")) if line else ()


def _sequence(value: Any) -> Any:
    if isinstance(value, str):
        raise InputError(
            f"the string {value!r} stands where a list is expected; give token lists, such as "
            "hypotheses=[['a', 'b']] and references=[[['a', 'c']]], or use Case.from_lines"
        )
    return value


def _segment(tokens: Any, what: str) -> Segment:
    if isinstance(tokens, str):
        raise InputError(
            f"{what} is the string {tokens!r}; expected its tokens as a list, such as "
            f"{tokens.split(' ')!r}"
        )
    return tuple(tokens)
