"""References: the segments that hypotheses are compared with, flattened in segment order.

A *missing* reference does not exist; an *empty* reference is an empty string (or an empty token
list) and counts as a reference. Neither is ever converted to the other.
"""

from __future__ import annotations

import reprlib
from array import array
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any

from tallystick.errors import InputError
from tallystick.metrics.arguments.wording import counted
from tallystick.metrics.corpus.text import (
    Text,
    Tokens,
    int64_array,
    int64_view,
    lengths_of,
    offsets_of,
)
from tallystick.metrics.sums.total import arrays_pay

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class References(Sequence["tuple[str, ...] | tuple[tuple[str, ...], ...]"]):
    """The references of all segments; indexing gives the tuple of references of one segment.

    Args:
        segments: All references, in segment order.
        offsets: References of segment i are `segments[offsets[i]:offsets[i + 1]]`; int64, shape
            (segments + 1,), from 0 up to the number of references. Copied and made read-only.

    Raises:
        InputError: The offsets do not run from 0 up to the number of references.

    >>> references = References.per_segment(["a b", ["c", ""], None])
    >>> references[1], references[2], references.number
    (('c', ''), (), None)
    >>> references.counts
    array([1, 2, 0])
    """

    __slots__ = ("number", "offsets_view", "segments")

    number: int | None
    """The number of references per segment, or None if segments differ ("var")."""

    def __init__(self, segments: Text | Tokens, offsets: NDArray[np.int64]) -> None:
        import numpy as np

        offsets = np.array(offsets, dtype=np.int64)
        if (
            offsets.ndim != 1
            or len(offsets) == 0
            or offsets[0] != 0
            or offsets[-1] != len(segments)
            or (offsets[1:] < offsets[:-1]).any()
        ):
            raise InputError(
                f"the offsets of {counted(len(segments), 'reference')} must run from 0 up to "
                f"{len(segments):,} without going down; found {reprlib.repr(offsets.tolist())}"
            )
        counts = offsets[1:] - offsets[:-1]
        same = len(counts) > 0 and counts.min() == counts.max()
        self.number = int(counts[0]) if same else None
        self.offsets_view = int64_view(offsets)
        self.segments = segments

    @classmethod
    def _of_offsets(cls, segments: Text | Tokens, offsets: Any, number: int | None) -> References:
        """Build from offsets that are known to be right, int64 in any buffer."""
        made = cls.__new__(cls)
        made.segments, made.offsets_view, made.number = segments, int64_view(offsets), number
        return made

    @classmethod
    def of_counts(cls, segments: Text | Tokens, counts: Sequence[int]) -> References:
        """Build from all references in segment order and the number of each segment's.

        >>> References.of_counts(Text.from_lines(["a", "b", "c"]), [2, 0, 1])[0]
        ('a', 'b')
        """
        number = counts[0] if counts and counts.count(counts[0]) == len(counts) else None
        if number:
            return cls._of_offsets(segments, _counted_to(len(segments), number), number)
        return cls._of_offsets(segments, array("q", accumulate(counts, initial=0)), number)

    def __reduce__(self) -> tuple[object, ...]:
        """Copy and unpickle with read-only offsets."""
        return type(self)._of_offsets, (self.segments, bytes(self.offsets_view), self.number)

    @classmethod
    def per_segment(cls, references: Iterable[Any], *, tokens: bool | None = None) -> References:
        """Build from one entry per segment.

        Args:
            references: An entry is a string (one reference), a list of strings, or None (no
                reference); None inside a list is a missing reference. For tokens an entry is a
                list of token lists, and with `tokens=True` also one token list (one reference).
            tokens: Whether the references are token lists. None infers it from the nesting; a list
                of strings is then text, never one token list.

        Returns:
            References with as many segments as there are entries.

        Raises:
            InputError: The nesting is different, or contradicts `tokens`.

        >>> References.per_segment([["a b", None], "c"])[0]
        ('a b',)
        >>> References.per_segment([["a", "b"], [["c"], []]], tokens=True)[1]
        (('c',), ())
        """
        from tallystick.metrics.corpus.building import collect_per_segment, pack_references

        return pack_references(collect_per_segment(references, tokens))

    @classmethod
    def from_streams(cls, streams: Iterable[Any], *, tokens: bool | None = None) -> References:
        """Build from parallel streams, each with one entry per segment.

        Args:
            streams: One or more streams of equal length; an entry is a string, a token list, or
                None if the stream has no reference for that segment.
            tokens: Whether the entries are token lists; None infers it.

        Returns:
            References with as many segments as every stream has entries.

        Raises:
            InputError: There is no stream, the streams differ in length, or an entry is neither.

        >>> References.from_streams([["a", "b"], [None, "c"]])[1]
        ('b', 'c')
        """
        from tallystick.metrics.corpus.building import interleave, list_streams

        listed_streams = list_streams(streams)
        for number, stream in enumerate(listed_streams, start=1):
            if len(stream) != len(listed_streams[0]):
                raise InputError(
                    f"reference stream {number} has {counted(len(stream), 'entry', 'entries')} "
                    "but stream 1 has "
                    f"{len(listed_streams[0]):,}; every stream needs one entry a segment, None "
                    "where a reference is missing"
                )
        return interleave(listed_streams, tokens)

    @classmethod
    def one_each(cls, segments: Text | Tokens) -> References:
        """Build from exactly one reference per segment.

        >>> References.one_each(Text.from_lines(["a", "b"])).number
        1
        """
        return cls._of_offsets(segments, _counted_to(len(segments)), 1 if len(segments) else None)

    @classmethod
    def interleaved(cls, texts: Sequence[Text]) -> References:
        """Build from streams of text of equal length, which are not copied line by line.

        >>> References.interleaved([Text.from_lines(["a", "b"]), Text.from_lines(["c", "d"])])[1]
        ('b', 'd')
        """
        if len(texts) == 1:
            return cls.one_each(texts[0])
        number = len(texts) * len(texts[0])
        if number and arrays_pay(number):
            import numpy as np

            by_segment = np.arange(number).reshape(len(texts), -1).T.ravel()
            lines = Text.joined(texts).take(by_segment)
        else:
            lines = Text.from_lines(list(chain.from_iterable(zip(*texts, strict=True))))
        return cls.of_counts(lines, [len(texts)] * len(texts[0]))

    @property
    def offsets(self) -> NDArray[np.int64]:
        """The first reference of each segment, int64, shape (segments + 1,)."""
        return int64_array(self.offsets_view)

    @property
    def counts(self) -> NDArray[np.int64]:
        """The number of references of each segment, int64, shape (segments,)."""
        return self.offsets[1:] - self.offsets[:-1]

    @property
    def most(self) -> int:
        """The highest number of references of a segment.

        >>> References.per_segment(["a", ["b", "c"], None]).most
        2
        """
        return self.number or max(lengths_of(self.offsets_view))

    def slice(self, start: int, stop: int) -> References:
        """Return the references of segments `start` to before `stop`, without copying text.

        >>> References.per_segment(["a", "b", "c"]).slice(1, 3)[0]
        ('b',)
        """
        start, stop, _ = slice(start, stop).indices(len(self))
        bounds = self.offsets_view[start : max(start, stop) + 1]
        segments = self.segments[bounds[0] : bounds[-1]]
        if self.number is None or start >= stop:
            return self.of_counts(segments, lengths_of(bounds))
        # the first offsets are those of any as many segments
        return self._of_offsets(segments, self.offsets_view[: len(bounds)], self.number)

    def first(self) -> References:
        """Return the first reference of every segment that has one.

        >>> list(References.per_segment([["a", "b"], None, "c"]).first())
        [('a',), (), ('c',)]
        """
        present = self.counts > 0
        return References(self.segments.take(self.offsets[:-1][present]), offsets_of(present))

    def __len__(self) -> int:
        """Return the number of segments."""
        return len(self.offsets_view) - 1

    def __getitem__(self, index: int) -> Any:  # type: ignore[override]
        """Return the references of one segment as a tuple."""
        index = range(len(self))[index]
        return tuple(self.segments[self.offsets_view[index] : self.offsets_view[index + 1]])

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same references for every segment."""
        return (
            isinstance(other, References)
            and self.offsets_view == other.offsets_view
            and self.segments == other.segments
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Return the counts instead of the text, which may be long."""
        return f"References of {len(self)} segments, {self.number or 'var'} each"


class NoReferences(References):
    """The references of hypotheses that have none, for metrics that need none.

    Args:
        hypotheses: The hypotheses.

    >>> NoReferences(Text.from_lines(["a", "b"]))
    References of 2 segments, none each
    """

    __slots__ = ()

    def __init__(self, hypotheses: Text | Tokens) -> None:
        self.segments = hypotheses[:0]
        self.offsets_view = int64_view(bytes(8 * (len(hypotheses) + 1)))
        self.number = 0

    def __repr__(self) -> str:
        return f"References of {len(self)} segments, none each"


def _counted_to(last: int, step: int = 1) -> NDArray[np.int64] | array[int]:
    """Return the numbers from 0 to the last one, int64."""
    if not arrays_pay(last):
        return array("q", range(0, last + 1, step))
    import numpy as np

    return np.arange(0, last + 1, step, dtype=np.int64)


def listed(values: Any, name: str, remedy: str = "") -> Sequence[Any]:
    """Return values as a list, consuming an iterable once; lists and tuples are unchanged.

    `name` names the values in errors; `remedy` is added to the error about a single string.
    """
    if isinstance(values, (list, tuple)):
        return values
    if isinstance(values, (Text, Tokens)):
        return list(values)
    if isinstance(values, str):
        raise InputError(
            f"{name} is the single string {reprlib.repr(values)}; expected a list{remedy}"
        )
    if isinstance(values, (bytes, bytearray, memoryview)):
        raise InputError(f"{name} is of type {type(values).__name__}; decode it to str first")
    if isinstance(values, (Mapping, Set)) or hasattr(values, "columns"):
        raise InputError(
            f"{name} is of type {type(values).__name__}, which is not a sequence of segments; "
            "pass the list (or the column) that contains the text"
        )
    for method in ("tolist", "to_list", "to_pylist"):  # NumPy and pandas, Polars, Arrow
        if hasattr(values, method):
            values = getattr(values, method)()
            break
    if isinstance(values, Iterable) and not isinstance(values, str):
        return list(values)
    raise InputError(f"{name} is of type {type(values).__name__}; expected a list")


def looks_like_list(kind: type) -> bool:
    """Return whether values of this type can be used as a list."""
    return issubclass(kind, Iterable) and not issubclass(
        kind, (str, bytes, bytearray, memoryview, Mapping, Set)
    )
