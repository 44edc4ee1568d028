"""Tables of texts, read a block of segments at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

from tallystick.errors import InputError
from tallystick.metrics.reading.lines import stream_text
from tallystick.metrics.reading.opening import FilePath, State, display_name, split_name
from tallystick.metrics.reading.testset import TestSet
from tallystick.metrics.text import Text

Item = TypeVar("Item")


class Table(Protocol):
    """A table of texts."""

    def blocks(self, length: int | None) -> Iterator[TestSet]:
        """Yield the table in blocks of at most `length` segments, or as a whole."""
        ...


class Again(Generic[Item]):
    """What a function yields, anew in every iteration."""

    def __init__(self, make: Callable[[], Iterator[Item]]) -> None:
        self._make = make

    def __iter__(self) -> Iterator[Item]:
        return self._make()


class LineTable:
    """A table with a line for every segment.

    Args:
        path: The file, which must not change between two readings.
        parse: Returns the blocks of chunks of lines, the name of the file in messages, and the name
            of a system that has none.
        header: The number of lines before the first segment.
    """

    def __init__(
        self,
        path: FilePath,
        parse: Callable[[Iterable[Text], str, str], Iterator[TestSet]],
        header: int,
    ) -> None:
        self._path = path
        self._parse = parse
        self._header = header
        self._states: dict[str, State | None] = {}

    def blocks(self, length: int | None) -> Iterator[TestSet]:
        """Yield the table in blocks of at most `length` segments, or as a whole."""
        chunks = stream_text(self._path, length, self._states, self._header)
        return self._parse(chunks, display_name(self._path), split_name(self._path)[0])


def up_to_first_fault(parse: Callable[[Text, int], TestSet], lines: Text, begin: int) -> TestSet:
    """Parse lines, of which the first has the number `begin`.

    Raises:
        InputError: That of the first line that has a fault, however many lines are parsed at once.
    """
    with suppress(InputError):
        return parse(lines, begin)
    while len(lines) > 1:
        half = len(lines) // 2
        try:
            parse(lines[:half], begin)
            lines, begin = lines[half:], begin + half
        except InputError:
            lines = lines[:half]
    return parse(lines, begin)
