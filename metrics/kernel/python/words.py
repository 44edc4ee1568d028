"""Lists of strings as bytes, and tokens numbered in the order of their first occurrence."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate, chain, count
from typing import Any, get_args

from tallystick.metrics.arguments.catalogue import TOKENIZERS, tokenizer_named
from tallystick.metrics.kernel import UNKNOWN
from tallystick.metrics.kernel.python.porter import porter_stem
from tallystick.metrics.tokenizers.plain import PlainTokenizer
from tallystick.metrics.tokenizers.protocol import Lowercase, Tokenizer, fold

COMPILED_TOKENIZERS: frozenset[str] = frozenset()
"""The compiled tokenizers: the twin has none, and all tokenizers run as Python."""


def types(objects: Sequence[object]) -> set[type]:
    """Return the set of the types of objects."""
    return set(map(type, objects))


def exact_strings(lines: Sequence[object]) -> tuple[str, ...] | None:
    """Return a tuple of lines if all are of class `str` and have no lone surrogates, else None."""
    strings = [line for line in lines if type(line) is str]
    try:
        "".join(strings).encode("utf-8")
    except UnicodeEncodeError:
        return None
    return tuple(strings) if len(strings) == len(lines) else None


def pack(lines: Sequence[str]) -> tuple[bytes, bytes]:
    """Return lines as UTF-8, with offsets; TypeError(index, type name) for what is no string."""
    for index, line in enumerate(lines):
        if not isinstance(line, str):
            raise TypeError(index, type(line).__name__)
    parts = [line.encode("utf-8") for line in lines]
    return b"".join(parts), offsets_of(parts)


def offsets_of(parts: Iterable[bytes | Sequence[str]]) -> bytes:
    """Return where each of several parts begins if they are joined, and the end, int64."""
    return array("q", accumulate(map(len, parts), initial=0)).tobytes()


@cache
def tokenizer_of(name: str) -> Tokenizer:
    """Return the tokenizer that the compiled kernel knows by a name."""
    return tokenizer_named(name) if name in TOKENIZERS else PlainTokenizer(name)


class Vocabulary:
    """Tokens numbered in the order of their first occurrence."""

    __slots__ = ("_ids", "_lock", "_tokens")

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        self._tokens: list[str] = []
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._tokens)

    def token(self, token_id: int) -> str:
        """Return the token with this id."""
        if not 0 <= token_id < len(self):
            raise IndexError(f"no token has the id {token_id}")
        return self._tokens[token_id]

    def tokens(self) -> list[str]:
        """Return all tokens, in the order of their ids."""
        return self._tokens.copy()

    def encode_tokens(
        self, segments: Sequence[Sequence[str]], exact: bool = False
    ) -> tuple[bytes, bytes]:
        """Number the tokens of every segment, adding new ones; return all ids and the offsets.

        Raises TypeError(segment, token or -1, type name) for anything but lists and tuples of
        strings; if `exact`, strings of a subclass, which can define equality otherwise, are none.
        """
        for index, segment in enumerate(segments):
            if not isinstance(segment, (list, tuple)):
                raise TypeError(index, -1, type(segment).__name__)
            if not {str}.issuperset(map(type, segment)):
                for position, token in enumerate(segment):
                    if not (type(token) is str if exact else isinstance(token, str)):
                        raise TypeError(index, position, type(token).__name__)
        return self._number(list(chain.from_iterable(segments))).tobytes(), offsets_of(segments)

    def encode_text(
        self, text: Any, starts: Any, ends: Any, tokenizer: str, lowercase: Lowercase
    ) -> tuple[bytes, bytes]:
        """Raise ValueError, as the compiled kernel does for tokenizers that are not compiled."""
        raise ValueError(f"no tokenizer named '{tokenizer}' is compiled")

    def encode_strings(
        self, strings: tuple[str, ...], tokenizer: str, lowercase: Lowercase
    ) -> tuple[bytes, bytes]:
        """Number the tokens of every string, as `encode_tokens` does those of segments."""
        tokenize = tokenizer_of(tokenizer)
        return self.encode_tokens([tokenize(line, lowercase) for line in strings])

    def map_from(self, other: Vocabulary, add: bool) -> bytes:
        """Return for each id of `other` the id here; tokens not here are added or `UNKNOWN`."""
        if add:
            return self._number(other.tokens()).tobytes()
        return array("I", [self._ids.get(token, UNKNOWN) for token in other.tokens()]).tobytes()

    def renumber(self, other: Vocabulary, ids: Any, lowercase: Lowercase) -> bytes:
        """Return the ids here of tokens of `other`, whose case is folded first, adding new ones."""
        if lowercase not in get_args(Lowercase):
            raise ValueError(f"lowercase is '{lowercase}'; expected none, ascii or unicode")
        tokens = array("I", bytes(ids))
        if tokens and max(tokens) >= len(other):
            raise ValueError(f"ids are not uint32 below {len(other)}")
        distinct = list(dict.fromkeys(tokens))
        numbers = self._number([fold(other.token(token), lowercase) for token in distinct])
        number_of = dict(zip(distinct, numbers, strict=True))
        return array("I", map(number_of.__getitem__, tokens)).tobytes()

    def _number(self, tokens: Sequence[str]) -> array[int]:
        """Return the ids of tokens, adding new ones."""
        with self._lock:
            new = [token for token in dict.fromkeys(tokens) if token not in self._ids]
            "".join(new).encode("utf-8")  # refuses a lone surrogate, as the compiled kernel does
            self._ids.update(zip(new, count(len(self._tokens)), strict=False))
            self._tokens += new
        return array("I", map(self._ids.__getitem__, tokens))

    def stems(self) -> bytes:
        """Return the number of the stem of each token, uint32, in the order of first occurrence.

        Tokens of up to three characters are their own stems, as in ROUGE-1.5.5.
        """
        numbers: dict[str, int] = {}
        stems = [porter_stem(token) if len(token) > 3 else token for token in self.tokens()]
        return array("I", [numbers.setdefault(stem, len(numbers)) for stem in stems]).tobytes()
