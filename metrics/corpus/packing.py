"""Pack references, and lists of strings or of tokens, as callers give them."""

from __future__ import annotations

import math
import reprlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, compress
from types import NoneType
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.arguments.wording import counted
from tallystick.metrics.corpus.references import References, listed, looks_like_list
from tallystick.metrics.corpus.text import Text, Tokens, offsets_of
from tallystick.metrics.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.kernel.kernel import Vocabulary

VOCABULARY_SAMPLE = 64  # distinct tokens, enough to recognise sentences given as tokens
EMPTY = "'' for an empty text ([] for tokens)"
MISSING = f"None for a missing reference, or {EMPTY}"


@dataclass(frozen=True, slots=True)
class Collected:
    """References as the caller's objects, flattened in segment order; None is a missing one."""

    entries: Sequence[Any]
    lengths: NDArray[np.int64]  # the number of entries of each segment
    token_lists: bool
    missing: bool  # whether any entry is None
    bare: bool  # whether the reference of any segment was not in a list


def collect_per_segment(references: Any, tokens: bool | None) -> Collected:
    """Flatten references given per segment, without checking the entries."""
    outer = listed(references, "references", ": for one segment write references=[reference]")
    kinds = kernel.types(outer)
    if kinds == {str}:
        _refuse_mixture(found_tokens=False, expected_tokens=tokens)
        lengths: NDArray[np.int64] = np.ones(len(outer), dtype=np.int64)
        return Collected(outer, lengths, token_lists=False, missing=False, bare=True)
    bare = not kinds <= {list, tuple}
    groups: Sequence[Sequence[Any]] = outer
    if bare:
        groups = [_group(entry, number) for number, entry in enumerate(outer, start=1)]
        bare = any(issubclass(kind, str) for kind in kinds)
        if bare and tokens:
            _refuse_mixture(found_tokens=False, expected_tokens=tokens)
    entries = list(chain.from_iterable(groups))
    inner = kernel.types(entries)
    if tokens and any(issubclass(kind, str) for kind in inner):
        bare = True
        groups = [[group] if _is_token_list(group) else group for group in groups]
        entries = list(chain.from_iterable(groups))
        inner = kernel.types(entries)
    lengths = np.fromiter(map(len, groups), dtype=np.int64, count=len(groups))
    return _collected(entries, inner, lengths, tokens, bare)


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
            "Corpus.from_streams(hypotheses=hypotheses, references=[references]), or "
            "Corpus.from_segments(hypotheses=hypotheses, references=references)"
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
    entries: Sequence[Any]
    if len(streams) == 1:
        entries = streams[0]
    else:
        entries = list(chain.from_iterable(zip(*streams, strict=True)))
    lengths = np.full(len(streams[0]), len(streams), dtype=np.int64)
    inner = kernel.types(entries)
    return pack_references(_collected(entries, inner, lengths, tokens, False))


def pack_references(collected: Collected, vocabulary: Vocabulary | None = None) -> References:
    """Copy collected references without missing ones, adding tokens to `vocabulary` if given."""
    entries = collected.entries
    offsets = offsets_of(collected.lengths)
    name = _reference_name(offsets)
    if collected.missing:
        present = np.fromiter((entry is not None for entry in entries), bool, len(entries))
        places = np.flatnonzero(present)
        entries = list(compress(entries, present.tolist()))
        name = _reference_name(offsets, places)
        offsets = np.searchsorted(places, offsets).astype(np.int64)
    segments: Text | Tokens
    if collected.token_lists:
        segments = pack_tokens(entries, name, vocabulary, MISSING)
    else:
        segments = pack_text(entries, name, MISSING)
    return References(segments, offsets)


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
    lengths: NDArray[np.int64],
    tokens: bool | None,
    bare: bool,
) -> Collected:
    missing = NoneType in kinds
    kinds = kinds - {NoneType}
    token_lists = any(map(looks_like_list, kinds)) and not any(
        issubclass(kind, str) for kind in kinds
    )
    if not kinds:
        token_lists = bool(tokens)
    elif tokens is False and any(map(looks_like_list, kinds)):
        _refuse_mixture(found_tokens=True, expected_tokens=tokens)
    elif tokens and any(issubclass(kind, str) for kind in kinds) and not bare:
        _refuse_mixture(found_tokens=False, expected_tokens=tokens)
    elif tokens:
        token_lists = True  # packing then names the entry that is not a token list
    if token_lists and not kinds <= {list, tuple}:
        entries = [
            listed(entry, "a reference") if looks_like_list(type(entry)) else entry
            for entry in entries
        ]
    return Collected(entries, lengths, token_lists, missing, bare)


def _refuse_mixture(found_tokens: bool, expected_tokens: bool | None) -> None:
    if expected_tokens is None or found_tokens == expected_tokens:
        return
    if found_tokens:
        raise InputError(
            "the hypotheses are text (strings) but the references are token lists, or strings "
            "nested one list too deep; give both as strings, or both as token lists"
        )
    raise InputError(
        "the hypotheses are token lists but the references are text (strings); give both as "
        "strings, or both as token lists"
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


def _is_token_list(group: Sequence[Any]) -> bool:
    return bool(group) and isinstance(group[0], str)


def _reference_name(
    offsets: NDArray[np.int64], places: NDArray[np.int64] | None = None
) -> Callable[[int], str]:
    def name(index: int) -> str:
        place = index if places is None else int(places[index])
        segment = int(np.searchsorted(offsets, place, side="right"))
        return f"reference {place - int(offsets[segment - 1]) + 1} of segment {segment}"

    return name
