"""Build a corpus from what callers give; shapes that can be read in two ways are refused."""

from __future__ import annotations

import math
import reprlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, compress, islice
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal

from tallystick.errors import InputError, TallystickWarning, counted, warn
from tallystick.metrics.corpus.corpus import Corpus, References, entries_in, mixture, there_are
from tallystick.metrics.corpus.text import Text, Tokens, listed, looks_like_list
from tallystick.metrics.kernel import kernel

if TYPE_CHECKING:
    from tallystick.metrics.kernel.kernel import Vocabulary

STREAMS = "Corpus.from_streams(hypotheses=hypotheses, references=references)"
PER_SEGMENT = "Corpus.from_segments(hypotheses=hypotheses, references=references)"
VOCABULARY_SAMPLE = 64  # distinct tokens, enough to recognise sentences given as tokens
EMPTY = "'' for an empty text ([] for tokens)"
MISSING = f"None for a missing reference, or {EMPTY}"


def as_corpus(
    hypotheses: Any,
    references: Any,
    documents: Any = None,
    sources: Any = None,
    metadata: Mapping[str, Any] | None = None,
    shape: Literal["segments", "streams", "unambiguous"] = "unambiguous",
) -> Corpus:
    """Build a corpus as `Corpus.from_segments` or `Corpus.from_streams` does.

    With "unambiguous", references are per segment; a shape that can also be that of streams, and
    gives another corpus then, is refused with both readings.
    """
    streams = references if shape == "streams" and isinstance(references, (list, tuple)) else ()
    refuse_other_index(hypotheses, references, documents, sources, metadata, streams)
    packed = pack_hypotheses(hypotheses)
    if shape == "streams":
        streams = list_streams(references)
        _check_streams(len(packed), streams)
        packed_references = interleave(streams, isinstance(packed, Tokens))
    else:
        packed_references = _references_per_segment(packed, references, shape == "unambiguous")
    return Corpus(
        packed,
        packed_references,
        None if documents is None else _strings(documents, "documents"),
        None if sources is None else pack_sources(sources, packed),
        {name: _strings(column, f"metadata {name!r}") for name, column in (metadata or {}).items()},
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
    indexes = [
        (name, column.index)
        for name, column in columns.items()
        if hasattr(getattr(column, "index", None), "equals")  # pandas, which is not imported here
    ]
    for name, index in indexes[1:]:
        first, expected = indexes[0]
        if not expected.equals(index):
            raise InputError(
                f"{first} and {name} are columns with different indexes, so it is not "
                f"known which rows belong together; to pair rows by their labels write {name}.loc"
                f"[{first}.index], to pair them by position write .tolist() behind both"
            )


def pack_hypotheses(hypotheses: Any) -> Text | Tokens:
    """Pack hypotheses of any shape that a `Corpus` takes."""
    if isinstance(hypotheses, (Text, Tokens)):
        return hypotheses
    segments = listed(hypotheses, "hypotheses", ": for one segment write hypotheses=[hypothesis]")
    name = partial(_name, "hypothesis")
    kinds = kernel.types(segments)
    if kinds and kinds <= {list, tuple}:
        return pack_tokens(segments, name)
    if NoneType in kinds:
        first = next((index for index, hypothesis in enumerate(segments) if hypothesis is None), 0)
        raise InputError(
            f"{name(first)} is None; every segment needs a hypothesis, and an "
            "empty one is '' (or [] for tokens)"
        )
    if not any(map(looks_like_list, kinds)):
        return pack_text(segments, name)
    if has_text(kinds):
        texts = [isinstance(segment, str) for segment in segments]
        odd = texts.index(not texts[0])
        raise InputError(
            f"{name(0)} is {_kind(segments[0])} but {name(odd)} is {_kind(segments[odd])}; give "
            "all hypotheses as strings, or all as token lists"
        )
    lists = [
        listed(segment, name(index)) if looks_like_list(type(segment)) else segment
        for index, segment in enumerate(segments)
    ]
    return pack_tokens(lists, name)


def _name(what: str, index: int) -> str:
    return f"the {what} of segment {index + 1}"


def has_text(kinds: Iterable[type]) -> bool:
    """Return whether any of the types is that of strings."""
    return any(issubclass(kind, str) for kind in kinds)


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
    collected = collect_per_segment(references, isinstance(hypotheses, Tokens))
    if 0 != len(hypotheses) != len(collected.counts):
        raise _wrong_number(hypotheses, collected)
    if refuse_ambiguous:
        _refuse_ambiguous(hypotheses, collected)
    vocabulary = hypotheses.vocabulary if isinstance(hypotheses, Tokens) else None
    packed = pack_references(collected, vocabulary)
    _warn_of_words(hypotheses, packed)
    return packed


def _wrong_number(hypotheses: Text | Tokens, collected: Collected) -> InputError:
    number, counts = len(hypotheses), collected.counts
    each = set(counts)
    what = "token list" if collected.token_lists else "string"
    as_tokens = _or_as_tokens(hypotheses, collected)
    if not collected.bare and each == {number}:
        shape = f"references contains {_lists(counts, what)}, and {there_are(number)}"
        if as_tokens:
            return InputError(
                f"{shape}, none with white space in it, so it can be read in two ways. As "
                f"parallel streams for {number:,} segments: write {STREAMS} and score that "
                f"corpus{as_tokens}"
            )
        return InputError(
            f"{shape}: these are parallel streams, but references per segment were expected "
            f"({entries_in(number)}, references[i] for hypotheses[i]); write {STREAMS}"
        )
    if collected.bare and each <= {1}:
        shape = f"is a flat list of {counted(len(counts), what)}"
        remedy = "expected one reference for every hypothesis"
        if number == 1:
            remedy += "; for several references of one hypothesis write references=[references]"
    else:
        shape = f"has {entries_in(len(counts))}"
        if len(each) == 1 and not collected.bare:
            shape = f"holds {_lists(counts, what)}"
        remedy = "expected one entry for every hypothesis, references[i] for hypotheses[i]"
        remedy += as_tokens
    count = counted(number, "hypothesis", "hypotheses")
    return InputError(f"references {shape}, but hypotheses has {count}; {remedy}")


def _lists(counts: Sequence[int], what: str) -> str:
    """Describe lists of the same length."""
    each = " each" if len(counts) > 1 else ""
    return f"{counted(len(counts), 'list')} of {counted(counts[0], what)}{each}"


def _or_as_tokens(hypotheses: Text | Tokens, collected: Collected) -> str:
    """Return how to write the tokens of one sentence, if hypotheses and references may be those."""
    if (
        isinstance(hypotheses, Tokens)
        or len(hypotheses) < 2
        or collected.bare
        or any(character.isspace() for line in hypotheses for character in line)
    ):
        return ""
    return (
        ". Or the hypotheses are one sentence as tokens: write hypotheses=[hypothesis], "
        "references=[references], where hypothesis is the list of its words"
    )


def _refuse_ambiguous(hypotheses: Text | Tokens, collected: Collected) -> None:
    number = len(hypotheses)
    if number < 2 or collected.bare or list(collected.counts) != [number] * number:
        return
    entries = list(collected.entries)
    if all(entries[k * number : (k + 1) * number] == entries[k::number] for k in range(number)):
        return  # both shapes give every segment the same references
    raise InputError(
        f"references contains {number:,} lists of {number:,} entries, and there are {number:,} "
        "hypotheses, so it can be read in two ways. Per segment, hypothesis 1 has the references "
        f"{reprlib.repr(entries[:number])}; as streams, it has "
        f"{reprlib.repr(entries[::number])}. Write {PER_SEGMENT} for the first, {STREAMS} for the "
        f"second, and score that corpus{_or_as_tokens(hypotheses, collected)}"
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
            + PER_SEGMENT
        )
    odd = next(k for k, length in enumerate(lengths) if length != number)
    raise InputError(
        f"reference stream {odd + 1} has {entries_in(lengths[odd])} but {there_are(number)}; every "
        f"stream needs one entry a segment, None where a reference is missing{per_segment}"
    )


def _warn_of_words(hypotheses: Text | Tokens, references: References) -> None:
    """Warn if the "references" of a segment look like words, which is valid input."""
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


def _strings(values: Any, name: str) -> tuple[str, ...]:
    column = tuple(listed(values, name))
    for index, value in enumerate(column):
        if not isinstance(value, str):
            raise InputError(
                f"entry {index + 1} of {name} is of type {type(value).__name__}; expected a "
                "string (str); to take numbers as names write [str(value) for value in values]"
            )
    return column


def pack_sources(sources: Any, others: Text | Tokens) -> Text | Tokens:
    """Return sources as text; or as tokens, if they and the other segments are tokens."""
    if isinstance(sources, (Text, Tokens)):
        return sources
    segments, name = listed(sources, "sources"), partial(_name, "source")
    if isinstance(others, Tokens) and str not in kernel.types(segments):
        return pack_tokens(segments, name, others.vocabulary)
    return pack_text(segments, name)


@dataclass(frozen=True, slots=True)
class Collected:
    """References as the caller's objects, flattened in segment order; None is a missing one."""

    entries: Sequence[Any]
    counts: Sequence[int]  # of the entries of each segment
    token_lists: bool
    missing: bool  # whether any entry is None
    bare: bool  # whether the reference of any segment was not in a list


def collect_per_segment(references: Any, tokens: bool | None) -> Collected:
    """Flatten references given per segment, without checking the entries."""
    outer = listed(references, "references", ": for one segment write references=[reference]")
    kinds = kernel.types(outer)
    if kinds == {str}:
        _refuse_mixture(found_tokens=False, expected_tokens=tokens)
        return Collected(outer, [1] * len(outer), token_lists=False, missing=False, bare=True)
    bare = not kinds <= {list, tuple}
    groups: Sequence[Sequence[Any]] = outer
    if bare:
        groups = [_group(entry, number) for number, entry in enumerate(outer, start=1)]
        bare = has_text(kinds)
        if bare:
            _refuse_mixture(found_tokens=False, expected_tokens=tokens)
    entries = list(chain.from_iterable(groups))
    inner = kernel.types(entries)
    if tokens and has_text(inner):
        bare = True
        groups = [[group] if group and isinstance(group[0], str) else group for group in groups]
        entries = list(chain.from_iterable(groups))
        inner = kernel.types(entries)
    return _collected(entries, inner, list(map(len, groups)), tokens, bare)


def list_streams(streams: Any) -> list[Sequence[Any]]:
    """Return every reference stream as a sequence, consuming iterables once."""
    remedy = ": for one stream of one segment write references=[[reference]]"
    texts = isinstance(streams, (Text, Tokens))
    outer = [streams] if texts else listed(streams, "references", remedy)
    if not outer:
        raise InputError("references contains no stream; expected one list per reference")
    if any(isinstance(stream, str) for stream in outer):
        raise InputError(
            "reference streams were expected, but references is a flat list of "
            f"{counted(len(outer), 'string')}; one stream is a list inside a list: write "
            f"Corpus.from_streams(hypotheses=hypotheses, references=[references]), or {PER_SEGMENT}"
        )
    return [
        stream if isinstance(stream, (Text, Tokens)) else listed(stream, f"reference stream {k}")
        for k, stream in enumerate(outer, start=1)
    ]


def interleave(streams: Sequence[Sequence[Any]], tokens: bool | None = None) -> References:
    """Return streams of equal length as references in segment order, those of `Text` uncopied."""
    texts = [stream for stream in streams if isinstance(stream, Text)]
    if len(texts) == len(streams):
        _refuse_mixture(found_tokens=False, expected_tokens=tokens)
        return References.interleaved(texts)
    if len(streams) == 1 and isinstance(streams[0], Tokens):
        _refuse_mixture(found_tokens=True, expected_tokens=tokens)
        return References.one_each(streams[0])
    alone = len(streams) == 1
    entries = streams[0] if alone else list(chain.from_iterable(zip(*streams, strict=True)))
    counts = [len(streams)] * len(streams[0])
    return pack_references(_collected(entries, kernel.types(entries), counts, tokens, False))


def pack_references(collected: Collected, vocabulary: Vocabulary | None = None) -> References:
    """Copy collected references without missing ones, adding tokens to `vocabulary` if given."""
    entries, counts = collected.entries, collected.counts
    name = partial(_reference_name, collected)
    if collected.missing:
        present = [entry is not None for entry in entries]
        entries, kept = list(compress(entries, present)), iter(present)
        counts = [sum(islice(kept, count)) for count in counts]
    segments: Text | Tokens
    if collected.token_lists:
        segments = pack_tokens(entries, name, vocabulary, MISSING)
    else:
        segments = pack_text(entries, name, MISSING)
    return References.of_counts(segments, counts)


def pack_text(segments: Sequence[Any], name: Callable[[int], str], instead: str = EMPTY) -> Text:
    """Pack strings; errors suggest `instead` in place of a missing value."""
    try:
        return Text.from_lines(segments, name)
    except InputError:
        _refuse_bytes_and_nan(segments, name, instead)
        raise


def pack_tokens(
    segments: Sequence[Any],
    name: Callable[[int], str],
    vocabulary: Vocabulary | None = None,
    instead: str = EMPTY,
) -> Tokens:
    """Number the tokens of every segment, adding them to `vocabulary` if given.

    Refuses sentences nested one list too deep: most of their distinct "tokens" contain a space.
    Errors suggest `instead` in place of a missing value.
    """
    known = 0 if vocabulary is None else len(vocabulary)
    try:
        tokens = Tokens.from_lists(segments, name, vocabulary)
    except InputError:
        _refuse_bytes_and_nan(segments, name, instead)
        raise
    # The first distinct tokens suffice to recognise sentences.
    first = [
        tokens.vocabulary.token(token_id)
        for token_id in range(known, min(len(tokens.vocabulary), VOCABULARY_SAMPLE))
    ]
    with_space = [token for token in first if " " in token.strip(" ")]
    if len(with_space) * 2 > len(first):
        raise InputError(
            f"a list of lists of strings means tokens, but {len(with_space):,} of the first "
            f"{counted(len(first), 'distinct token')} "
            f"{'contains' if len(with_space) == 1 else 'contain'} a space, such as "
            f"{reprlib.repr(with_space[0])}; if they are sentences, give one string per segment "
            "as the hypotheses, and strings as the references; if they really are tokens, pass "
            "tallystick.metrics.Tokens.from_lists(...)"
        )
    return tokens


def _refuse_bytes_and_nan(
    segments: Sequence[Any], name: Callable[[int], str], instead: str
) -> None:
    for index, segment in enumerate(segments):
        if isinstance(segment, (bytes, bytearray, memoryview)):
            kind = type(segment).__name__
            raise InputError(f"{name(index)} is of type {kind}; decode it to str first") from None
        if isinstance(segment, float) and math.isnan(segment):
            raise InputError(
                f"{name(index)} is of type float (nan), which looks like a missing value; give "
                f"{instead}"
            ) from None


def _collected(
    entries: Sequence[Any],
    kinds: set[type],
    counts: Sequence[int],
    tokens: bool | None,
    bare: bool,
) -> Collected:
    missing = NoneType in kinds
    kinds = kinds - {NoneType}
    lists, text = any(map(looks_like_list, kinds)), has_text(kinds)
    if lists:
        _refuse_mixture(found_tokens=True, expected_tokens=tokens)
    if text and not bare:
        _refuse_mixture(found_tokens=False, expected_tokens=tokens)
    # packing names the entry that is not a token list
    token_lists = bool(tokens) or (lists and not text)
    if token_lists and not kinds <= {list, tuple}:
        entries = [
            listed(entry, "a reference") if looks_like_list(type(entry)) else entry
            for entry in entries
        ]
    return Collected(entries, counts, token_lists, missing, bare)


def _refuse_mixture(found_tokens: bool, expected_tokens: bool | None) -> None:
    if expected_tokens is None or found_tokens == expected_tokens:
        return
    if expected_tokens:
        raise mixture(True, "references")
    raise InputError(
        "the hypotheses are text (strings) but the references are token lists, or strings "
        "nested one list too deep; give both as strings, or both as token lists"
    )


def _group(entry: Any, number: int) -> Sequence[Any]:
    if isinstance(entry, str):
        return (entry,)
    if entry is None:
        return ()
    name = f"the entry of segment {number} in references"
    try:
        return listed(entry, name)
    except InputError:
        _refuse_bytes_and_nan([entry], lambda _: name, MISSING)
        raise


def _reference_name(collected: Collected, index: int) -> str:
    """Return the words for a reference, counted from 0 without missing ones."""
    present = (place for place, entry in enumerate(collected.entries) if entry is not None)
    place = next(islice(present, index, None))
    segment = 0
    while place >= collected.counts[segment]:
        place -= collected.counts[segment]
        segment += 1
    return f"reference {place + 1} of segment {segment + 1}"
