"""Segments as text or as tokens, immutable.

Numbers are stored in buffers, of which arrays are made when they are asked for: a corpus that is
only added up needs no NumPy, whose import takes longer than scoring thousands of segments.
"""

from __future__ import annotations

import reprlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import pairwise
from operator import eq, sub
from typing import TYPE_CHECKING, Any, overload

from tallystick.errors import InputError
from tallystick.metrics.kernel import kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from tallystick.metrics.kernel.kernel import Vocabulary


def int64_view(numbers: Any) -> memoryview:
    """Return a read-only view of int64 numbers: an array, or any buffer of their bytes."""
    if type(numbers) is bytes:
        return memoryview(numbers).cast("q")
    if hasattr(numbers, "setflags"):
        numbers.setflags(write=False)  # the kernel copies arrays that can change
    view = memoryview(numbers).toreadonly()
    # arrays that come from another process have the format =q, whose items cannot be read
    return view if view.format in ("q", "l") else view.cast("B").cast("q")


def int64_array(view: NDArray[np.int64] | memoryview) -> NDArray[np.int64]:
    """Return a read-only array of the numbers in a view, which are not copied."""
    import numpy as np

    return np.asarray(view).view(np.int64)  # of the formats q and l, which differ in their repr


FEW = 1 << 15
"""So many numbers are added up in Python before NumPy is imported."""


def arrays_pay(numbers: int) -> bool:
    """Return whether to compute with arrays; the results are the same without."""
    return numbers > FEW or "numpy" in sys.modules


class Text(Sequence[str]):
    """Lines of text, stored as UTF-8 bytes with the byte offsets of each line.

    Strings are kept as they are until their bytes are asked for.

    Args:
        data: Valid UTF-8 bytes.
        starts: The byte offset of the start of each line, int64, shape (lines,).
        ends: The byte offset of the end of each line, without its line end, int64, shape (lines,).

    >>> Text.from_lines(["a b", "c"])[1]
    'c'
    """

    __slots__ = ("_packed", "strings")

    strings: tuple[str, ...] | None
    """The lines as strings of class `str`, or None if only their bytes are stored."""

    _packed: tuple[bytes, memoryview, memoryview]

    def __init__(
        self,
        data: bytes,
        starts: NDArray[np.int64] | memoryview,
        ends: NDArray[np.int64] | memoryview,
    ) -> None:
        self.strings = None
        self._packed = data, int64_view(starts), int64_view(ends)

    @classmethod
    def of_strings(cls, strings: tuple[str, ...]) -> Text:
        """Return text of strings of class `str` without lone surrogates."""
        made = cls.__new__(cls)
        made.strings = strings
        return made

    def _bytes_and_bounds(self) -> tuple[bytes, memoryview, memoryview]:
        """Return the bytes, starts and ends; strings are packed first."""
        strings = self.strings
        if strings is not None:
            data, offsets = kernel.pack(strings)
            bounds = int64_view(offsets)
            self._packed = data, bounds[:-1], bounds[1:]
            self.strings = None  # last, because another thread may read
        return self._packed

    @property
    def data(self) -> bytes:
        """The UTF-8 bytes, of which the lines are parts."""
        return self._bytes_and_bounds()[0]

    @property
    def bounds(self) -> tuple[memoryview, memoryview]:
        """The byte offsets of the starts and of the ends of the lines, int64, shape (lines,)."""
        return self._bytes_and_bounds()[1:]

    @property
    def starts(self) -> NDArray[np.int64]:
        """The byte offset of the start of each line, int64, shape (lines,)."""
        return int64_array(self.bounds[0])

    @property
    def ends(self) -> NDArray[np.int64]:
        """The byte offset of the end of each line, int64, shape (lines,)."""
        return int64_array(self.bounds[1])

    @classmethod
    def from_lines(cls, lines: Sequence[str], name: Callable[[int], str] | None = None) -> Text:
        """Pack strings; `name` returns the words for an index, from 0, in errors.

        Raises:
            InputError: An element is not a string, or contains a lone surrogate.
        """
        name = name or (lambda index: f"line {index + 1:,}")
        lines = tuple(lines)  # which other code cannot change
        strings = kernel.exact_strings(lines)
        if strings is not None:
            return cls.of_strings(strings)
        try:
            data, offsets = kernel.pack(lines)
        except TypeError as error:
            index, kind = error.args
            raise InputError(f"{name(index)} is of type {kind}; expected a string (str)") from None
        except UnicodeEncodeError as error:
            raise _not_unicode(lines, name, error) from None
        bounds = int64_view(offsets)
        return cls(data, bounds[:-1], bounds[1:])

    @classmethod
    def joined(cls, parts: Sequence[Text]) -> Text:
        """Return the lines of several texts, of which each has some.

        >>> list(Text.joined([Text.from_lines(["a", "b"])[1:], Text.from_lines(["", "c"])]))
        ['b', '', 'c']
        """
        import numpy as np

        used = [(int(part.starts.min()), int(part.ends.max())) for part in parts]
        data = b"".join(
            memoryview(part.data)[low:high] for part, (low, high) in zip(parts, used, strict=True)
        )
        lows = [low for low, _ in used]
        shifts = offsets_of([high - low for low, high in used])[:-1] - lows
        starts = [part.starts + shift for part, shift in zip(parts, shifts, strict=True)]
        ends = [part.ends + shift for part, shift in zip(parts, shifts, strict=True)]
        return cls(data, np.concatenate(starts), np.concatenate(ends))

    def count_empty(self) -> int:
        """Return the number of empty lines."""
        if arrays_pay(len(self)):
            return int((self.starts == self.ends).sum())
        return sum(map(eq, *self.bounds))

    def take(self, indices: NDArray[np.int64]) -> Text:
        """Return the lines with these indices, in this order, without copying the buffer.

        >>> import numpy as np
        >>> list(Text.from_lines(["a", "b"]).take(np.array([1, 1, 0])))
        ['b', 'b', 'a']
        """
        return Text(self.data, self.starts[indices], self.ends[indices])

    def __reduce__(self) -> tuple[object, ...]:
        part = Text.joined([self]) if len(self) else self  # without the bytes of other lines
        return Text, (part.data, part.starts, part.ends)

    def __len__(self) -> int:
        strings = self.strings
        return len(self.bounds[0] if strings is None else strings)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Text: ...
    def __getitem__(self, index: int | slice) -> str | Text:
        strings = self.strings
        if strings is not None and not isinstance(index, slice):
            return strings[index]
        data, starts, ends = self._bytes_and_bounds()
        if isinstance(index, slice):
            return Text(data, starts[index], ends[index])
        return data[starts[index] : ends[index]].decode("utf-8")

    def __iter__(self) -> Iterator[str]:
        strings = self.strings
        if strings is not None:
            yield from strings
            return
        data, starts, ends = self._bytes_and_bounds()
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
            yield data[start:end].decode("utf-8")

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Text)
            and len(self) == len(other)
            and all(map(str.__eq__, self, other))
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Text of {len(self)} lines"


def vocabulary_of(tokens: list[str]) -> Vocabulary:
    """Return a vocabulary that numbers distinct tokens in this order."""
    vocabulary = kernel.Vocabulary()
    vocabulary.encode_tokens([tokens])
    return vocabulary


def offsets_of(lengths: ArrayLike) -> NDArray[np.int64]:
    """Return 0 and the cumulative sums of lengths, shape (lengths + 1,)."""
    import numpy as np

    return np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))


def lengths_of(offsets: Any) -> list[int]:
    """Return the lengths of sequences from where each begins, with the end: int64, any buffer."""
    bounds = int64_view(offsets).tolist()
    return [*map(sub, bounds[1:], bounds)]


def _tokens_of(tokens: list[str], ids: NDArray[np.uint32], offsets: NDArray[np.int64]) -> Tokens:
    return Tokens(vocabulary_of(tokens), ids, offsets)


def _not_unicode(
    segments: Sequence[str] | Sequence[Sequence[str]],
    name: Callable[[int], str],
    error: UnicodeEncodeError,
    what: str = "",
) -> InputError:
    """Return an error that names the first invalid segment, which a thread may have changed."""
    invalid = (
        index
        for index, segment in enumerate(segments)
        if any("\ud800" <= character <= "\udfff" for character in "".join(segment))
    )
    index = next(invalid, None)
    surrogates = error.object[error.start : error.end][:2]
    where = f"{what}{'a segment' if index is None else name(index)}"
    if surrogates[0] < "\udc00" <= surrogates[1:]:
        return InputError(
            f"{where} contains {surrogates!r}, two surrogates in place of one character; join them "
            "with TEXT.encode('utf-16', 'surrogatepass').decode('utf-16')"
        )
    return InputError(
        f"{where} contains the lone surrogate {surrogates[0]!r}, which is not Unicode text; read "
        "the file as UTF-8 without errors='surrogateescape'"
    )


class Tokens(Sequence[tuple[str, ...]]):
    """Token lists, stored as indices into a vocabulary.

    Args:
        vocabulary: The tokens that the numbers represent.
        ids: The token numbers of all segments, in order, uint32, shape (tokens,).
        offsets: The start of each segment in `ids`, int64, shape (segments + 1,).

    >>> Tokens.from_lists([["a", "b"], []])[0]
    ('a', 'b')
    """

    __slots__ = ("ids", "offsets", "vocabulary")

    def __init__(
        self, vocabulary: Vocabulary, ids: NDArray[np.uint32], offsets: NDArray[np.int64]
    ) -> None:
        for numbers in (ids, offsets):
            numbers.setflags(write=False)
        self.vocabulary = vocabulary
        self.ids = ids
        self.offsets = offsets

    @classmethod
    def from_lists(
        cls,
        segments: Sequence[Sequence[str]],
        name: Callable[[int], str] | None = None,
        vocabulary: Vocabulary | None = None,
    ) -> Tokens:
        """Number the tokens of segments; `name` returns the words for an index, from 0, in errors.

        New tokens are added to `vocabulary`, which hypotheses and references can share.

        Raises:
            InputError: A segment is not a list or tuple of strings.
        """
        import numpy as np

        name = name or (lambda index: f"segment {index + 1:,}")
        vocabulary = kernel.Vocabulary() if vocabulary is None else vocabulary
        segments = segments if isinstance(segments, (list, tuple)) else list(segments)
        try:
            ids, offsets = vocabulary.encode_tokens(segments)
        except TypeError as error:
            index, position, kind = error.args
            where = name(index) if position < 0 else f"token {position + 1} of {name(index)}"
            expected = "a list of tokens" if position < 0 else "a string (str)"
            raise InputError(f"{where} is of type {kind}; expected {expected}") from None
        except UnicodeEncodeError as error:
            raise _not_unicode(segments, name, error, "a token of ") from None
        return cls(
            vocabulary, np.frombuffer(ids, dtype=np.uint32), np.frombuffer(offsets, dtype=np.int64)
        )

    def count_empty(self) -> int:
        """Return the number of segments without tokens."""
        return int((self.offsets[1:] == self.offsets[:-1]).sum())

    def take(self, indices: NDArray[np.int64]) -> Tokens:
        """Return the segments with these indices, in this order, with the same vocabulary.

        >>> import numpy as np
        >>> list(Tokens.from_lists([["a", "b"], ["c"]]).take(np.array([1, 0])))
        [('c',), ('a', 'b')]
        """
        import numpy as np

        lengths = np.diff(self.offsets)[indices]
        offsets = offsets_of(lengths)
        places = np.repeat(self.offsets[indices] - offsets[:-1], lengths) + np.arange(offsets[-1])
        return Tokens(self.vocabulary, self.ids[places], offsets)

    def __reduce__(self) -> tuple[object, ...]:
        return _tokens_of, (self.vocabulary.tokens(), self.ids, self.offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, index: int) -> tuple[str, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> Tokens: ...
    def __getitem__(self, index: int | slice) -> tuple[str, ...] | Tokens:
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step != 1:
                raise InputError(f"Tokens are sliced with step 1, not {step}")
            stop = max(start, stop)
            offsets = self.offsets[start : stop + 1]
            return Tokens(self.vocabulary, self.ids[offsets[0] : offsets[-1]], offsets - offsets[0])
        index = range(len(self))[index]
        chosen = self.ids[self.offsets[index] : self.offsets[index + 1]]
        return tuple(self.vocabulary.token(token_id) for token_id in chosen.tolist())

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        tokens = self.vocabulary.tokens()
        ids = self.ids.tolist()
        for start, end in pairwise(self.offsets.tolist()):
            yield tuple(tokens[token_id] for token_id in ids[start:end])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tokens) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Tokens of {len(self)} segments"


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
