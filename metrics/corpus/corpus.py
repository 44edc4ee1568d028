"""Corpus: the hypotheses of one system, their references, and further columns of the segments.

References come in two shapes, and mistaking one for the other gives a plausible but wrong score:
*per segment* (`references[i]` are the references of hypothesis i, the canonical shape here) and
*streams* (`references[k]` is the k-th reference of every hypothesis, as sacreBLEU takes them). Each
shape has its constructor, whose errors recognise the other shape.
"""

from __future__ import annotations

import builtins
import os
import reprlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from tallystick.errors import InputError
from tallystick.metrics.arguments.calls import SWAPPED, by_keyword
from tallystick.metrics.arguments.wording import counted
from tallystick.metrics.corpus.references import NoReferences, References
from tallystick.metrics.corpus.text import Text, Tokens, lengths_of

if TYPE_CHECKING:
    from tallystick.metrics.interface.identity import Identity

Hypotheses: TypeAlias = Iterable[str] | Iterable[Sequence[str]]
"""A string for each segment, or a list of tokens for each segment."""

ReferencesPerSegment: TypeAlias = Iterable[
    str | Sequence[str | None] | Sequence[Sequence[str] | None]
]
"""For each segment its reference, or a list of its references; None is a missing reference."""


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
    """Return the hypotheses of consecutive parts of a corpus, with references and sources.

    Either is left out if a part has none.

    >>> both = Corpus.from_segments(hypotheses=["a", "b"], references=["c", ["d", "e"]])
    >>> list(joined([both[:1], both[1:]]).references)
    [('c',), ('d', 'e')]
    """
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


def missing_sources(identity: Identity) -> InputError:
    """Return the error for a metric that needs sources where there are none."""
    return InputError(
        f"{identity.title} compares with the source texts, and there are none; give sources=..., "
        "one for every segment"
    )


def sources_of(identity: Identity, corpus: Corpus) -> Text | Tokens:
    """Return the sources of a corpus for a metric that needs them.

    Raises:
        InputError: There are no sources, or one side is text and the other tokens.
    """
    if corpus.sources is None:
        raise missing_sources(identity)
    if isinstance(corpus.sources, Text) == corpus.given_tokens:
        raise mixture(corpus.given_tokens, "sources")
    return corpus.sources
