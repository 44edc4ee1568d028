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
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tallystick.errors import InputError, TallystickWarning, warn
from tallystick.metrics.calls import SWAPPED, by_keyword
from tallystick.metrics.ngrams import kernel
from tallystick.metrics.references import (
    Collected,
    NoneType,
    References,
    collect_per_segment,
    interleave,
    list_streams,
    listed,
    looks_like_list,
    pack_references,
    pack_text,
    pack_tokens,
)
from tallystick.metrics.text import Text, Tokens
from tallystick.metrics.wording import counted

if TYPE_CHECKING:
    from numpy.typing import NDArray

AS_TOKENS = (
    "one sentence as tokens: write hypotheses=[hypothesis], references=[references], where "
    "hypothesis is the list of its words"
)


Hypotheses: TypeAlias = Iterable[str] | Iterable[Sequence[str]]
"""A string for each segment, or a list of tokens for each segment."""

ReferencesPerSegment: TypeAlias = Iterable[
    str | Sequence[str | None] | Sequence[Sequence[str] | None]
]
"""For each segment its reference, or a list of its references; None is a missing reference."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """Hypotheses with their references, of equal length.

    Args:
        hypotheses: One segment each, as text or as tokens.
        references: The references of every segment, text or tokens as the hypotheses are.
        documents: The document of each segment, or None if unknown.
        sources: The source text of each segment, or None if unknown.
        metadata: Further columns: a name, and one string for every segment.

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
    sources: Text | None = None
    metadata: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Validate the columns of a corpus."""
        number = len(self.hypotheses)
        if number == 0:
            raise InputError("there are no segments, so there is nothing to score")
        if len(self.references) != number:
            raise InputError(
                f"{_there_are(number)} but references for "
                f"{counted(len(self.references), 'segment')}; every "
                "hypothesis needs its own references"
            )
        counts = self.references.counts
        if counts.min() == 0:
            without = np.flatnonzero(counts == 0)
            others = len(without) - 1
            more = f" (nor {'does' if others == 1 else 'do'} {others:,} more)" if others else ""
            raise InputError(
                f"segment {without[0] + 1:,} has no reference{more}; give every segment at least "
                "one reference (an empty one is '' in text and [[]] for tokens), or leave the "
                "segment out of hypotheses and references both"
            )
        if isinstance(self.hypotheses, Text) != isinstance(self.references.segments, Text):
            words = ["token lists", "text (strings)"]
            raise InputError(
                f"the hypotheses are {words[isinstance(self.hypotheses, Text)]} but the "
                f"references are {words[isinstance(self.references.segments, Text)]}; give both "
                "as strings, or both as token lists"
            )
        columns: dict[str, Any] = {
            f"metadata {name!r}": column for name, column in self.metadata.items()
        }
        if self.documents is not None:
            columns["documents"] = self.documents
        if self.sources is not None:
            columns["sources"] = self.sources
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
                    f"{name} has {_entries(len(column))} but {_there_are(number)}; "
                    "expected one entry for every segment"
                )
        object.__setattr__(self, "metadata", MappingProxyType(dict(self.metadata)))

    @classmethod
    @by_keyword("hypotheses=YOUR_SYSTEM_OUTPUT, references=YOUR_REFERENCES", SWAPPED)
    def from_segments(
        cls,
        *,
        hypotheses: Iterable[Any],
        references: Iterable[Any],
        documents: Iterable[str] | None = None,
        sources: Iterable[str] | None = None,
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
            sources: S strings.
            metadata: Further columns: for each its name and S strings.

        Returns:
            A corpus of S segments, S at least 1.

        Raises:
            InputError: The arguments have any other shape. If references are streams, the message
                names the constructor that takes them.

        >>> Corpus.from_segments(hypotheses=["a b"], references=["a c"]).references[0]
        ('a c',)
        """
        refuse_other_index(hypotheses, references, documents, sources, metadata)
        packed = _pack_hypotheses(hypotheses)
        return _with_columns(
            packed, _references_per_segment(packed, references, False), documents, sources, metadata
        )

    @classmethod
    @by_keyword("hypotheses=YOUR_SYSTEM_OUTPUT, references=YOUR_REFERENCE_STREAMS", SWAPPED)
    def from_streams(
        cls,
        *,
        hypotheses: Iterable[Any],
        references: Iterable[Any],
        documents: Iterable[str] | None = None,
        sources: Iterable[str] | None = None,
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
        each = references if isinstance(references, (list, tuple)) else ()
        refuse_other_index(hypotheses, references, documents, sources, metadata, each)
        packed = _pack_hypotheses(hypotheses)
        streams = list_streams(references)
        _check_streams(len(packed), streams)
        tokens = isinstance(packed, Tokens)
        return _with_columns(packed, interleave(streams, tokens), documents, sources, metadata)

    @classmethod
    @by_keyword("hypotheses='output.txt', references=['reference.txt']", SWAPPED)
    def from_files(
        cls,
        *,
        hypotheses: str | os.PathLike[str],
        references: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
        documents: str | os.PathLike[str] | None = None,
        sources: str | os.PathLike[str] | None = None,
    ) -> Corpus:
        """Read the corpus of one system; `tallystick.metrics.read_test_set` reads several systems.

        Args:
            hypotheses: A plain file with one hypothesis a line.
            references: One or more plain files with one reference a line, or one table or XML
                file of references.
            documents: A file with the document of every segment, one a line.
            sources: A file with the source of every segment, one a line.

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

        test_set = read_test_set(references, hypotheses, documents=documents, sources=sources)
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
        start, stop, _ = slice(start, stop).indices(len(self))
        chosen = slice(start, stop)
        return Corpus(
            self.hypotheses[chosen],
            self.references.slice(start, stop),
            None if self.documents is None else self.documents[chosen],
            None if self.sources is None else self.sources[chosen],
            {name: column[chosen] for name, column in self.metadata.items()},
        )

    @property
    def given_tokens(self) -> bool:
        """Whether the segments are token lists, which are not tokenized."""
        return isinstance(self.hypotheses, Tokens)

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
        start, stop, _ = index.indices(len(self))
        return self.slice(start, stop)

    __iter__ = None  # segments have several columns: iterate over one of them

    def __reduce__(self) -> tuple[type[Corpus], tuple[Any, ...]]:
        """Support copying and pickling, which the read-only metadata would prevent."""
        parts = (self.hypotheses, self.references, self.documents, self.sources)
        return Corpus, (*parts, dict(self.metadata))


def as_corpus(
    *,
    hypotheses: Iterable[Any],
    references: Iterable[Any],
    documents: Iterable[str] | None = None,
    sources: Iterable[str] | None = None,
    metadata: Mapping[str, Iterable[str]] | None = None,
) -> Corpus:
    """Build a corpus as `Corpus.from_segments` does, but reject references of ambiguous shape.

    If there are as many reference lists as hypotheses, and each list has that length too, both
    shapes are possible. Unless both give the same corpus, an error asks the caller to choose one.
    """
    refuse_other_index(hypotheses, references, documents, sources, metadata)
    packed = _pack_hypotheses(hypotheses)
    return _with_columns(
        packed, _references_per_segment(packed, references, True), documents, sources, metadata
    )


def refuse_other_index(
    hypotheses: Any,
    references: Any,
    documents: Any,
    sources: Any,
    metadata: Any,
    streams: Sequence[Any] = (),
) -> None:
    """Reject table columns with different indexes, as sorting or filtering makes them."""
    columns = {
        "hypotheses": hypotheses,
        "references": references,
        "documents": documents,
        "sources": sources,
        **{f"references[{number}]": stream for number, stream in enumerate(streams)},
        **{f"metadata[{name!r}]": column for name, column in (metadata or {}).items()},
    }
    indexes = {
        name: column.index
        for name, column in columns.items()
        if hasattr(getattr(column, "index", None), "equals")  # pandas, which is not imported here
    }
    names = list(indexes)
    for name in names[1:]:
        if not indexes[names[0]].equals(indexes[name]):
            raise InputError(
                f"{names[0]} and {name} are columns with different indexes, so it is not "
                f"known which rows belong together; to pair rows by their labels write {name}.loc"
                f"[{names[0]}.index], to pair them by position write .tolist() behind both"
            )


def _there_are(number: int) -> str:
    return f"there {'is' if number == 1 else 'are'} {counted(number, 'hypothesis', 'hypotheses')}"


def _entries(number: int) -> str:
    return counted(number, "entry", "entries")


def _pack_hypotheses(hypotheses: Any) -> Text | Tokens:
    if isinstance(hypotheses, (Text, Tokens)):
        return hypotheses
    strings = Text.if_strings(hypotheses)
    if strings is not None:
        return strings
    if isinstance(hypotheses, str):
        raise InputError(
            f"hypotheses is the single string {reprlib.repr(hypotheses)}; expected a list: for "
            "one segment write hypotheses=[hypothesis]"
        )
    segments = listed(hypotheses, "hypotheses")
    name = _hypothesis_name
    kinds = kernel.types(segments)
    if kinds <= {str}:
        return Text.from_lines(segments, name)
    if kinds <= {list, tuple}:
        return pack_tokens(segments, name)
    if NoneType in kinds:
        first = next((index for index, one in enumerate(segments) if one is None), 0)
        raise InputError(
            f"{name(first)} is None; every segment needs a hypothesis, and an "
            "empty one is '' (or [] for tokens)"
        )
    texts = [isinstance(segment, str) for segment in segments]
    if any(texts) and any(map(looks_like_list, kinds)):
        odd = texts.index(not texts[0])
        raise InputError(
            f"{name(0)} is {_kind(segments[0])} but {name(odd)} is {_kind(segments[odd])}; give "
            "all hypotheses as strings, or all as token lists"
        )
    if not any(texts) and any(map(looks_like_list, kinds)):
        lists = [
            listed(segment, name(index)) if looks_like_list(type(segment)) else segment
            for index, segment in enumerate(segments)
        ]
        return pack_tokens(lists, name)
    return pack_text(segments, name)


def _hypothesis_name(index: int) -> str:
    return f"the hypothesis of segment {index + 1}"


def _kind(segment: object) -> str:
    if isinstance(segment, str):
        return "a string"
    return "a token list" if looks_like_list(type(segment)) else f"of type {type(segment).__name__}"


def _references_per_segment(
    hypotheses: Text | Tokens, references: Any, refuse_ambiguous: bool
) -> References:
    if isinstance(references, References):
        return references
    if isinstance(references, (Text, Tokens)):
        return References.one_each(references)
    if isinstance(hypotheses, Text):
        strings = Text.if_strings(references)
        if strings is not None and len(strings) == len(hypotheses):
            return References.one_each(strings)
    collected = collect_per_segment(references, isinstance(hypotheses, Tokens))
    _check_per_segment(hypotheses, collected)
    if refuse_ambiguous:
        _refuse_ambiguous(hypotheses, collected)
    vocabulary = hypotheses.vocabulary if isinstance(hypotheses, Tokens) else None
    packed = pack_references(collected, vocabulary)
    _warn_of_words(hypotheses, packed)
    return packed


def _check_per_segment(hypotheses: Text | Tokens, collected: Collected) -> None:
    number = len(hypotheses)
    lengths = collected.lengths
    if len(lengths) == number or number == 0:
        return
    what = "token list" if collected.token_lists else "string"
    words = _are_words(hypotheses, collected)
    if not collected.bare and len(lengths) and (lengths == number).all():
        shape = f"references contains {_lists(lengths, what)}, and {_there_are(number)}"
        if words:
            raise InputError(
                f"{shape}, none with white space in it, so it can be read in two ways. As "
                f"parallel streams for {number:,} segments: write "
                "Corpus.from_streams(hypotheses=hypotheses, references=references) and score that "
                f"corpus. Or the hypotheses are {AS_TOKENS}"
            )
        raise InputError(
            f"{shape}: these are parallel streams, but references per segment were "
            f"expected ({_entries(number)}, references[i] for hypotheses[i]); write "
            "Corpus.from_streams(hypotheses=hypotheses, references=references)"
        )
    if collected.bare and (lengths == 1).all():
        shape = f"is a flat list of {counted(len(lengths), what)}"
        remedy = "expected one reference for every hypothesis"
        if number == 1:
            remedy += "; for several references of one hypothesis write references=[references]"
    else:
        shape = f"has {_entries(len(lengths))}"
        if len(lengths) and (lengths == lengths[0]).all() and not collected.bare:
            shape = f"holds {_lists(lengths, what)}"
        remedy = "expected one entry for every hypothesis, references[i] for hypotheses[i]"
        if words:
            remedy += f". Or the hypotheses are {AS_TOKENS}"
    count = counted(number, "hypothesis", "hypotheses")
    raise InputError(f"references {shape}, but hypotheses has {count}; {remedy}")


def _lists(lengths: NDArray[np.int64], what: str) -> str:
    """Describe lists of the same length."""
    each = " each" if len(lengths) > 1 else ""
    return f"{counted(len(lengths), 'list')} of {counted(int(lengths[0]), what)}{each}"


def _are_words(hypotheses: Text | Tokens, collected: Collected) -> bool:
    """Return whether the entries may be the tokens of one sentence and of its references."""
    return (
        isinstance(hypotheses, Text)
        and len(hypotheses) > 1
        and not collected.bare
        and not any(character.isspace() for line in hypotheses for character in line)
    )


def _refuse_ambiguous(hypotheses: Text | Tokens, collected: Collected) -> None:
    number = len(hypotheses)
    if (
        number < 2
        or collected.bare
        or len(collected.lengths) != number
        or (collected.lengths != number).any()
    ):
        return
    entries = list(collected.entries)
    if all(entries[k * number : (k + 1) * number] == entries[k::number] for k in range(number)):
        return  # both shapes give every segment the same references
    words = f". Or the hypotheses are {AS_TOKENS}" if _are_words(hypotheses, collected) else ""
    raise InputError(
        f"references contains {number:,} lists of {number:,} entries, and there are {number:,} "
        "hypotheses, so it can be read in two ways. Per segment, hypothesis 1 has the references "
        f"{reprlib.repr(entries[:number])}; as streams, it has "
        f"{reprlib.repr(entries[::number])}. Write "
        "Corpus.from_segments(hypotheses=hypotheses, references=references) for the first, "
        "Corpus.from_streams(hypotheses=hypotheses, references=references) for the second, and "
        f"score that corpus{words}"
    )


def _check_streams(number: int, streams: list[Any]) -> None:
    if number == 0:
        return
    lengths = [len(stream) for stream in streams]
    if lengths.count(number) == len(lengths):
        return
    per_segment = ""
    if len(streams) == number:
        per_segment = (
            ". If references contains not streams but one list for each hypothesis, write "
            "Corpus.from_segments(hypotheses=hypotheses, references=references)"
        )
    odd = next(k for k, length in enumerate(lengths) if length != number)
    raise InputError(
        f"reference stream {odd + 1} has {_entries(lengths[odd])} but {_there_are(number)}; every "
        f"stream needs one entry a segment, None where a reference is missing{per_segment}"
    )


def _warn_of_words(hypotheses: Text | Tokens, references: References) -> None:
    """Warn if the "references" of a segment look like the words of one reference.

    A list of strings per segment is valid as several references, so this cannot be an error.
    """
    segments = references.segments
    if not isinstance(hypotheses, Text) or not isinstance(segments, Text):
        return
    total = len(segments)
    if total == 0 or total < 4 * len(references):
        return
    words = hypotheses.data.count(b" ") + len(hypotheses)
    if max(words, total) > 1.5 * min(words, total):
        return
    if b" " not in segments.data:
        warn(
            f"{counted(len(references), 'segment')} {'has' if len(references) == 1 else 'have'} "
            f"{total:,} references, none with a space in it: "
            "these look like token lists, but with text hypotheses every string is a whole "
            "reference; give hypotheses and references both as strings, or both as token lists",
            TallystickWarning,
        )


def _with_columns(
    hypotheses: Text | Tokens,
    references: References,
    documents: Any,
    sources: Any,
    metadata: Mapping[str, Any] | None,
) -> Corpus:
    return Corpus(
        hypotheses,
        references,
        None if documents is None else _strings(documents, "documents"),
        sources if sources is None or isinstance(sources, Text) else _source_text(sources),
        {name: _strings(column, f"metadata {name!r}") for name, column in (metadata or {}).items()},
    )


def _strings(values: Any, name: str) -> tuple[str, ...]:
    column = tuple(listed(values, name))
    for index, value in enumerate(column):
        if not isinstance(value, str):
            raise InputError(
                f"entry {index + 1} of {name} is of type {type(value).__name__}; expected a "
                "string (str); to take numbers as names write [str(value) for value in values]"
            )
    return column


def _source_text(sources: Any) -> Text:
    return pack_text(listed(sources, "sources"), lambda index: f"the source of segment {index + 1}")
