"""Corpus: the hypotheses of one system, their references, and further columns of the segments.

References come in two shapes: *per segment* (`references[i]` are those of hypothesis i, the
canonical shape here) and *streams* (`references[k]` is the k-th one of every hypothesis). Each has
its constructor, whose errors recognise the other. A *missing* reference does not exist; an *empty*
one counts. Neither is ever converted to the other.
"""

from __future__ import annotations

import builtins
import os
import reprlib
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from tallystick.errors import InputError, counted
from tallystick.metrics.arguments.calls import SWAPPED, by_keyword
from tallystick.metrics.corpus.text import (
    Text,
    Tokens,
    arrays_pay,
    int64_array,
    int64_view,
    lengths_of,
    offsets_of,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Hypotheses: TypeAlias = Iterable[str] | Iterable[Sequence[str]]
"""A string for each segment, or a list of tokens for each segment."""

ReferencesPerSegment: TypeAlias = Iterable[
    str | Sequence[str | None] | Sequence[Sequence[str] | None]
]
"""For each segment its reference, or a list of its references; None is a missing reference."""


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

    def take(self, segments: NDArray[np.int64]) -> References:
        """Return the references of the segments with these numbers, in this order.

        >>> import numpy as np
        >>> References.per_segment(["a", ["b", "c"], "d"]).take(np.array([2, 1]))[1]
        ('b', 'c')
        """
        import numpy as np

        counts = self.counts[segments]
        offsets = offsets_of(counts)
        lines = np.repeat(self.offsets[segments] - offsets[:-1], counts) + np.arange(offsets[-1])
        return References(self.segments.take(lines), offsets)

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
    """The references of hypotheses that have none, for metrics that need none."""

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


_NO_SCORES: Mapping[str, tuple[float, ...]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Corpus:
    """Hypotheses with their references, of equal length.

    Args:
        hypotheses: One segment each, as text or as tokens.
        references: The references of every segment, text or tokens as the hypotheses are.
        documents: The document of each segment, or None if unknown.
        sources: The source of each segment, as text or as tokens, or None if unknown.
        metadata: Further columns: a name, and one string for every segment.
        scores: Scores that another program gave the hypotheses: a name, and one number for every
            segment, which the metric `GivenScores` of this name averages; or a tuple of several
            for a formula.

    Raises:
        InputError: There are no segments, the lengths differ, a segment has no reference, or one
            side is text and the other tokens.

    >>> corpus = Corpus.from_segments(
    ...     hypotheses=["the cat", "a dog"], references=[["the cat", "a cat"], ["the dog"]]
    ... )
    >>> len(corpus), corpus.references.number, corpus[1:].hypotheses[0]
    (2, None, 'a dog')
    """

    hypotheses: Text | Tokens
    references: References
    documents: tuple[str, ...] | None = None
    sources: Text | Tokens | None = None
    metadata: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    scores: Mapping[str, tuple[Any, ...]] = field(default_factory=lambda: _NO_SCORES)

    def __post_init__(self) -> None:
        """Validate the columns of a corpus."""
        if not isinstance(self.hypotheses, (Text, Tokens)) or not isinstance(
            self.references, References
        ):
            raise InputError(
                "Corpus(...) takes texts that are packed already; write Corpus.from_segments("
                "hypotheses=YOUR_SYSTEM_OUTPUT, references=YOUR_REFERENCES) for lists"
            )
        number = len(self.hypotheses)
        if number == 0:
            raise InputError("there are no segments, so there is nothing to score")
        if len(self.references) != number:
            raise InputError(
                f"{there_are(number)} but references for "
                f"{counted(len(self.references), 'segment')}; every "
                "hypothesis needs its own references"
            )
        if not self.references.number and not isinstance(self.references, NoReferences):
            _refuse_missing(self.references)
        if isinstance(self.hypotheses, Text) != isinstance(self.references.segments, Text):
            raise mixture(self.given_tokens, "references")
        optional = {"documents": self.documents, "sources": self.sources}
        columns: dict[str, Any] = {
            **{f"metadata {name!r}": column for name, column in self.metadata.items()},
            **{name: column for name, column in optional.items() if column is not None},
            **{f"scores {name!r}": column for name, column in self.scores.items()},
        }
        for name in self.metadata:
            if not isinstance(name, str):
                raise InputError(
                    f"a column of metadata has the name {name!r} of type {type(name).__name__}; "
                    f"expected a string (str), such as {str(name)!r}"
                )
        for name, column in columns.items():
            if isinstance(column, str):
                raise InputError(
                    f"{name} is the single string {reprlib.repr(column)}; expected a list of "
                    "strings, one for every segment"
                )
            if len(column) != number:
                raise InputError(
                    f"{name} has {entries_in(len(column))} but {there_are(number)}; "
                    "expected one entry for every segment"
                )
        if self.documents is not None:
            _refuse_alike(dict.fromkeys(self.documents))
        object.__setattr__(self, "metadata", MappingProxyType(dict(self.metadata)))
        if self.scores is not _NO_SCORES:
            object.__setattr__(self, "scores", MappingProxyType(dict(self.scores)))

    @classmethod
    @by_keyword("hypotheses=YOUR_SYSTEM_OUTPUT, references=YOUR_REFERENCES", SWAPPED)
    def from_segments(
        cls,
        *,
        hypotheses: Iterable[Any],
        references: Iterable[Any],
        documents: Iterable[str] | None = None,
        sources: Iterable[Any] | None = None,
        metadata: Mapping[str, Iterable[str]] | None = None,
    ) -> Corpus:
        """Build a corpus from references per segment: `references[i]` belong to `hypotheses[i]`.

        Args:
            hypotheses: S strings (text), or S lists of strings (tokens). Any iterable; it is
                consumed once and copied.
            references: S entries, each a string (one reference) or a list of strings; None in a
                list is a missing reference. For tokens each a list of token lists, or one token
                list (one reference). A flat list of S strings is one reference per segment.
            documents: S document names.
            sources: S strings, or S lists of strings (tokens) if the hypotheses are tokens.
            metadata: Further columns: for each its name and S strings.

        Returns:
            A corpus of S segments, S at least 1.

        Raises:
            InputError: The arguments have any other shape. If references are streams, the message
                names the constructor that takes them.

        >>> Corpus.from_segments(hypotheses=["a b"], references=["a c"]).references[0]
        ('a c',)
        """
        from tallystick.metrics.corpus.building import as_corpus

        return as_corpus(hypotheses, references, documents, sources, metadata, "segments")

    @classmethod
    @by_keyword("hypotheses=YOUR_SYSTEM_OUTPUT, references=YOUR_REFERENCE_STREAMS", SWAPPED)
    def from_streams(
        cls,
        *,
        hypotheses: Iterable[Any],
        references: Iterable[Any],
        documents: Iterable[str] | None = None,
        sources: Iterable[Any] | None = None,
        metadata: Mapping[str, Iterable[str]] | None = None,
    ) -> Corpus:
        """Build a corpus from parallel streams: `references[k][i]` belongs to `hypotheses[i]`.

        Args:
            hypotheses: S strings (text), or S lists of strings (tokens).
            references: One or more streams of S entries each: strings, token lists, or None if the
                stream has no reference there.

        The other parameters are those of `Corpus.from_segments`.

        Raises:
            InputError: The arguments have any other shape. If references are per segment, the
                message names the constructor that takes them.

        >>> corpus = Corpus.from_streams(
        ...     hypotheses=["a", "b"], references=[["a", "c"], ["d", None]]
        ... )
        >>> corpus.references[0], corpus.references[1]
        (('a', 'd'), ('c',))
        """
        from tallystick.metrics.corpus.building import as_corpus

        return as_corpus(hypotheses, references, documents, sources, metadata, "streams")

    @classmethod
    def without_references(cls, hypotheses: Iterable[Any]) -> Corpus:
        """Build a corpus of hypotheses alone, for metrics that need no references.

        Args:
            hypotheses: S strings (text), or S lists of strings (tokens).

        Raises:
            InputError: The hypotheses have any other shape, or there are none.

        >>> corpus = Corpus.without_references(["a b", "c"])
        >>> len(corpus), corpus.references.number
        (2, 0)
        """
        from tallystick.metrics.corpus.building import pack_hypotheses

        packed = pack_hypotheses(hypotheses)
        return cls(packed, NoReferences(packed))

    @property
    def has_references(self) -> bool:
        """Whether the hypotheses have references, which most metrics need."""
        return not isinstance(self.references, NoReferences)

    @classmethod
    @by_keyword("hypotheses='output.txt', references=['reference.txt']", SWAPPED)
    def from_files(
        cls,
        *,
        hypotheses: str | os.PathLike[str],
        references: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
        documents: str | os.PathLike[str] | None = None,
        sources: str | os.PathLike[str] | None = None,
        format: str | None = None,
        columns: Mapping[str, str] | None = None,
    ) -> Corpus:
        """Read the corpus of one system; `tallystick.metrics.read_test_set` reads several systems.

        Args:
            hypotheses: A plain file with one hypothesis a line.
            references: One or more plain files with one reference a line, or one table or XML
                file of references.
            documents: A file with the document of every segment, one a line.
            sources: A file with the source of every segment, one a line.
            format: The format of the files, if not that of their names; and
            columns: The columns of a table that have unusual names; see
                `tallystick.metrics.read_test_set`.

        Returns:
            The corpus, with as many references per segment as there are plain reference files.

        Raises:
            InputError: A file cannot be read, or files do not match; the message names the file and
                the line.

        >>> import tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "same.txt")
        >>> with open(path, "w") as file:
        ...     _ = file.write("the cat")
        >>> Corpus.from_files(hypotheses=path, references=[path]).references[0]
        ('the cat',)
        """
        from tallystick.metrics.reading.read import read_test_set

        test_set = read_test_set(
            references,
            hypotheses,
            documents=documents,
            sources=sources,
            format=format,
            columns=columns,
        )
        [corpus] = test_set.corpora().values()
        return corpus

    def slice(self, start: int, stop: int) -> Corpus:
        """Return the segments from `start` to before `stop`, counted from 0, without copying text.

        Raises:
            InputError: There is no segment between them.

        >>> corpus = Corpus.from_segments(hypotheses=["a", "b"], references=["c", "d"])
        >>> corpus.slice(1, 2).references[0]
        ('d',)
        """
        chosen = slice(start, stop)
        return Corpus(
            self.hypotheses[chosen],
            self.references.slice(start, stop),
            None if self.documents is None else self.documents[chosen],
            None if self.sources is None else self.sources[chosen],
            {name: column[chosen] for name, column in self.metadata.items()},
            {name: column[chosen] for name, column in self.scores.items()},
        )

    def at(self, segments: Sequence[int]) -> Corpus:
        """Return some segments, by their numbers from 0, as a corpus.

        >>> corpus = Corpus.from_segments(hypotheses=["a", "b", "c"], references=["d", "e", "f"])
        >>> list(corpus.at([0, 2]).references)
        [('d',), ('f',)]
        """

        import numpy as np

        def column(values: Sequence[Any]) -> tuple[Any, ...]:
            return tuple(values[segment] for segment in segments)

        numbers = np.array(segments, np.int64)
        hypotheses = self.hypotheses.take(numbers)
        return Corpus(
            hypotheses,
            self.references.take(numbers) if self.has_references else NoReferences(hypotheses),
            None if self.documents is None else column(self.documents),
            None if self.sources is None else self.sources.take(numbers),
            {name: column(values) for name, values in self.metadata.items()},
            {name: column(values) for name, values in self.scores.items()},
        )

    @property
    def given_tokens(self) -> bool:
        """Whether the segments are token lists, which are not tokenized."""
        return isinstance(self.hypotheses, Tokens)

    def as_text(self) -> Corpus:
        """Return the corpus with spaces between given tokens, for metrics on characters.

        >>> corpus = Corpus.from_segments(hypotheses=[["a", "b"]], references=[["a"]])
        >>> corpus.as_text().hypotheses[0]
        'a b'
        """
        if not self.given_tokens:
            return self
        hypotheses = _as_lines(self.hypotheses)
        if not self.has_references:
            return replace(self, hypotheses=hypotheses, references=NoReferences(hypotheses))
        references = References(_as_lines(self.references.segments), self.references.offsets)
        sources = _as_lines(self.sources) if isinstance(self.sources, Tokens) else self.sources
        return replace(self, hypotheses=hypotheses, references=references, sources=sources)

    def __len__(self) -> int:
        """Return the number of segments."""
        return len(self.hypotheses)

    def __getitem__(self, index: builtins.slice) -> Corpus:
        """Return consecutive segments as a corpus, without copying text; `index` is a slice."""
        if not isinstance(index, slice):
            raise TypeError(
                "a corpus is indexed by a slice; segment i alone is the corpus[i:i + 1]"
            )
        if index.step not in (None, 1):
            raise InputError(f"a corpus is sliced with step 1, not {index.step}")
        return self.slice(index.start, index.stop)

    __iter__ = None  # segments have several columns: iterate over one of them

    def __reduce__(self) -> tuple[type[Corpus], tuple[Any, ...]]:
        """Support copying and pickling, which the read-only metadata would prevent."""
        parts = (self.hypotheses, self.references, self.documents, self.sources)
        return Corpus, (*parts, dict(self.metadata), dict(self.scores))


def joined(parts: Sequence[Corpus]) -> Corpus:
    """Return consecutive parts as one corpus; what a part lacks is left out."""
    if len(parts) == 1:
        return parts[0]
    hypotheses = _concatenated([part.hypotheses for part in parts])
    references: References = NoReferences(hypotheses)
    if all(part.has_references for part in parts):
        counts = [count for part in parts for count in lengths_of(part.references.offsets_view)]
        segments = _concatenated([part.references.segments for part in parts])
        references = References.of_counts(segments, counts)
    sources = [part.sources for part in parts if part.sources is not None]
    return Corpus(
        hypotheses,
        references,
        sources=_concatenated(sources) if len(sources) == len(parts) else None,
    )


def mixture(given_tokens: bool, column: str) -> InputError:
    """Return the error for hypotheses that are tokens and a column that is text, or the reverse."""
    kinds = "text (strings)", "token lists"
    return InputError(
        f"the hypotheses are {kinds[given_tokens]} but the {column} are {kinds[not given_tokens]}; "
        "give both as strings, or both as token lists"
    )


def there_are(number: int) -> str:
    """Return the beginning of an error: how many hypotheses there are."""
    return f"there {'is' if number == 1 else 'are'} {counted(number, 'hypothesis', 'hypotheses')}"


def entries_in(number: int) -> str:
    """Return a number of entries in words."""
    return counted(number, "entry", "entries")


def _refuse_alike(documents: Iterable[str]) -> None:
    """Refuse names of documents that differ in the white space around them only."""
    names: dict[str, str] = {}
    for document in documents:
        if names.setdefault(document.strip(), document) != document:
            raise InputError(
                f"the documents {names[document.strip()]!r} and {document!r} differ in white space "
                "only; write every name of a document in one way"
            )


def _refuse_missing(references: References) -> None:
    counts = lengths_of(references.offsets_view)
    if 0 not in counts:
        return
    without = [segment for segment, count in enumerate(counts) if count == 0]
    others = len(without) - 1
    more = f" (nor {'does' if others == 1 else 'do'} {others:,} more)" if others else ""
    raise InputError(
        f"segment {without[0] + 1:,} has no reference{more}; give every segment at least one "
        "reference (an empty one is '' in text and [[]] for tokens), or leave the segment out of "
        "hypotheses and references both"
    )


def _as_lines(segments: Text | Tokens) -> Text:
    return Text.from_lines([" ".join(tokens) for tokens in segments])


def _concatenated(parts: Sequence[Text | Tokens]) -> Text | Tokens:
    texts = [part for part in parts if isinstance(part, Text)]
    if len(texts) == len(parts):
        return Text.joined(texts)
    return Tokens.from_lists([list(tokens) for part in parts for tokens in part])
