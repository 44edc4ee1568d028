"""The twin of the compiled kernel, and texts packed as both take them.

The compiled kernel is the fixture `compiled`; `each_kernel` is one after the other.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain

from tallystick.metrics import Tokenizer, tokenizer_named
from tallystick.metrics.kernel import UNKNOWN, kernel
from tallystick.metrics.kernel import python as twin
from tallystick.metrics.kernel.python.porter import porter_stem
from tallystick.metrics.tokenizers.plain import PlainTokenizer

Segment = tuple[Sequence[int], Sequence[Sequence[int]]]
"""A hypothesis and its references, as token ids."""


def ids(*numbers: int) -> bytes:
    return array("I", numbers).tobytes()


def offsets(*numbers: int) -> bytes:
    return array("q", numbers).tobytes()


def uint32(buffer: bytes) -> list[int]:
    return array("I", buffer).tolist()


def int64(buffer: bytes) -> list[int]:
    return array("q", buffer).tolist()


def float64(buffer: bytes) -> list[float]:
    return array("d", buffer).tolist()


def packed(texts: Iterable[Sequence[int]]) -> tuple[bytes, bytes]:
    """Return the ids of texts, and where each of them begins and the last one ends."""
    texts = list(texts)
    return ids(*chain.from_iterable(texts)), offsets(*accumulate(map(len, texts), initial=0))


def packed_segments(segments: Iterable[Segment]) -> tuple[bytes, bytes, bytes, bytes, bytes]:
    """Return packed hypotheses, packed references, and where those of each segment begin."""
    segments = list(segments)
    firsts = accumulate((len(references) for _, references in segments), initial=0)
    return (
        *packed(hypothesis for hypothesis, _ in segments),
        *packed(reference for _, references in segments for reference in references),
        offsets(*firsts),
    )


def tokenizer_of(name: str) -> Tokenizer:
    """Return the Python tokenizer of a compiled one, those of chrF's characters included."""
    return PlainTokenizer(name) if name.startswith("char-") else tokenizer_named(name)
