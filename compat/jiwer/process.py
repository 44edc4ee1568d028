"""Alignments of words and characters, and what is counted from them."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any, Literal, NamedTuple

from tallystick.compat.jiwer.transformations import cer_default, wer_default
from tallystick.compat.jiwer.transforms import WrongInputError
from tallystick.metrics.kernel import kernel

__all__ = ["AlignmentChunk", "CharacterOutput", "WordOutput", "process_characters", "process_words"]

Transform = Callable[[Any], Any]
_KINDS = ("equal", "substitute", "delete", "insert")
"""The types of chunks, by the number that the kernel gives an operation."""

_RUN = re.compile(rb"(.)\1*", re.DOTALL)
"""A run of the same operation in a path."""


@dataclass
class AlignmentChunk:
    """Consecutive words of both sides with the same operation.

    Attributes:
        type: "equal", "substitute", "delete" or "insert"; "replace" is "substitute".
        ref_start_idx: The first word of the reference.
        ref_end_idx: One past its last.
        hyp_start_idx: The first word of the hypothesis.
        hyp_end_idx: One past its last.

    Raises:
        WrongInputError: The type is unknown, or an end is before its start.
    """

    type: str
    ref_start_idx: int
    ref_end_idx: int
    hyp_start_idx: int
    hyp_end_idx: int

    def __post_init__(self) -> None:
        if self.type == "replace":
            self.type = "substitute"
        if self.type not in _KINDS:
            raise WrongInputError(f"type is {self.type!r}; expected one of {', '.join(_KINDS)}")
        for start, end in (("ref_start_idx", "ref_end_idx"), ("hyp_start_idx", "hyp_end_idx")):
            if getattr(self, start) > getattr(self, end):
                raise WrongInputError(
                    f"{start} is {getattr(self, start)}, which is above {end}, {getattr(self, end)}"
                )


@dataclass
class WordOutput:
    """The alignments of all sentences and their sums.

    Attributes:
        references: The words of each reference.
        hypotheses: The words of each hypothesis.
        alignments: The chunks of each sentence.
        wer: The word error rate; without reference words the number of insertions.
        mer: The match error rate.
        wil: The word information lost.
        wip: The word information preserved.
        hits: The words that are the same.
        substitutions: The words that are replaced.
        insertions: The words of hypotheses without a counterpart.
        deletions: The words of references without a counterpart.
    """

    references: list[list[str]]
    hypotheses: list[list[str]]
    alignments: list[list[AlignmentChunk]]
    wer: float
    mer: float
    wil: float
    wip: float
    hits: int
    substitutions: int
    insertions: int
    deletions: int


@dataclass
class CharacterOutput:
    """The same for characters, with `cer` in place of the rates of words."""

    references: list[list[str]]
    hypotheses: list[list[str]]
    alignments: list[list[AlignmentChunk]]
    cer: float
    hits: int
    substitutions: int
    insertions: int
    deletions: int


class Rates(NamedTuple):
    """The rates that jiwer computes from the operations of all alignments."""

    wer: float
    mer: float
    wip: float


def rates_of(hits: int, substitutions: int, deletions: int, insertions: int) -> Rates:
    """Return the rates of so many operations."""
    edits = substitutions + deletions + insertions
    length, hypothesis_length = hits + substitutions + deletions, hits + substitutions + insertions
    wip: float = 0 if length or hypothesis_length else 1
    if length and hypothesis_length:
        wip = (hits / length) * (hits / hypothesis_length)
    wer = edits / length if length else insertions
    return Rates(wer, edits / (hits + edits) if edits else 0, wip)


def process_words(
    reference: str | list[str],
    hypothesis: str | list[str],
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> WordOutput:
    """Align the words of one or several sentences, as jiwer 4.0.0 does.

    Args:
        reference: The reference, or one for each sentence.
        hypothesis: The hypothesis, or one for each sentence.
        reference_transform: Turns references into lists of words.
        hypothesis_transform: Turns hypotheses into lists of words.

    Raises:
        WrongInputError: There are not as many hypotheses as references, or they do not become
            lists of words; a ValueError.

    >>> output = process_words("the cat sat", "a cat sat down")
    >>> output.hits, output.substitutions, output.insertions, round(output.wer, 4)
    (2, 1, 1, 0.6667)
    """
    references, hypotheses = transformed(
        reference, hypothesis, reference_transform, hypothesis_transform
    )
    operations, offsets = kernel.align(*_encoded(references, hypotheses), "edits_last")
    substitutions, deletions, insertions = map(operations.count, (1, 2, 3))
    hits = len(operations) - substitutions - deletions - insertions
    rates = rates_of(hits, substitutions, deletions, insertions)
    bounds = pairwise(memoryview(offsets).cast("q").tolist())
    return WordOutput(
        references=references,
        hypotheses=hypotheses,
        alignments=[_chunks(operations, start, end) for start, end in bounds],
        wer=rates.wer,
        mer=rates.mer,
        wil=1 - rates.wip,
        wip=rates.wip,
        hits=hits,
        substitutions=substitutions,
        insertions=insertions,
        deletions=deletions,
    )


def process_characters(
    reference: str | list[str],
    hypothesis: str | list[str],
    reference_transform: Transform = cer_default,
    hypothesis_transform: Transform = cer_default,
) -> CharacterOutput:
    """Align the characters of one or several sentences; otherwise like `process_words`.

    >>> process_characters("abc", "abd").substitutions
    1
    """
    output = process_words(reference, hypothesis, reference_transform, hypothesis_transform)
    shared = {field.name for field in fields(CharacterOutput)} & vars(output).keys()
    return CharacterOutput(cer=output.wer, **{name: getattr(output, name) for name in shared})


def transformed(
    reference: str | list[str],
    hypothesis: str | list[str],
    reference_transform: Transform,
    hypothesis_transform: Transform,
) -> tuple[list[list[str]], list[list[str]]]:
    """Return the words of every reference and hypothesis."""
    references = _applied(reference, reference_transform, "reference")
    hypotheses = _applied(hypothesis, hypothesis_transform, "hypothesis")
    if len(references) != len(hypotheses):
        raise WrongInputError(
            f"after the transforms, the number of references is {len(references)} and that of "
            f"hypotheses is {len(hypotheses)}; expected as many of both"
        )
    return references, hypotheses


def _applied(
    given: str | list[str], transform: Transform, side: Literal["reference", "hypothesis"]
) -> list[list[str]]:
    given = [given] if isinstance(given, str) else given
    usual = _by_default(given, transform)
    if usual:
        return usual
    split = transform(given)
    if isinstance(split, list) and all(
        isinstance(words, list) and all(issubclass(kind, str) for kind in kernel.types(words))
        for words in split
    ):
        return split
    raise WrongInputError(
        f"the transform of each {side} returns {split!r}; expected a list of lists of strings: end "
        "it with ReduceToListOfListOfWords or ReduceToListOfListOfChars"
    )


def _by_default(given: list[str], transform: Transform) -> list[list[str]] | None:
    """Return what a default transform returns for strings, in less time, or None."""
    if not isinstance(given, list) or kernel.types(given) != {str}:
        return None
    if transform is cer_default:
        return [list(line.strip()) for line in given]
    if transform is wer_default:
        split = ((line, line.split()) for line in given)
        # lines with no other white space than single spaces
        return [words if " ".join(words) == line else transform([line])[0] for line, words in split]
    return None


def rates_of_words(references: list[list[str]], hypotheses: list[list[str]]) -> Rates:
    """Return the rates of all alignments, which are not made."""
    counts = kernel.count_hits(*_encoded(references, hypotheses), "edits_last")
    both = memoryview(counts).cast("q").tolist()
    edits, hits = sum(both[::2]), sum(both[1::2])
    words, reference_words = sum(map(len, hypotheses)), sum(map(len, references))
    substitutions = words + reference_words - edits - 2 * hits
    return rates_of(
        hits, substitutions, reference_words - hits - substitutions, words - hits - substitutions
    )


def _encoded(
    references: Sequence[list[str]], hypotheses: Sequence[list[str]]
) -> tuple[Any, Any, Any, Any, Any, int]:
    """Return the arrays that the kernel takes, and the number of different words."""
    segments = _one_each(len(references))
    vocabulary = kernel.Vocabulary()
    try:
        # subclasses of str may define equality differently
        both = [vocabulary.encode_tokens(side, True) for side in (hypotheses, references)]
        return *both[0], *both[1], segments, len(vocabulary)
    except (TypeError, UnicodeEncodeError):  # such as lone surrogates
        numbers: dict[str, int] = {}

    def of_side(side: Sequence[list[str]]) -> tuple[array[int], array[int]]:
        ids = (numbers.setdefault(word, len(numbers)) for words in side for word in words)
        return array("I", ids), array("q", accumulate(map(len, side), initial=0))

    return *of_side(hypotheses), *of_side(references), segments, len(numbers)


@lru_cache(maxsize=8)
def _one_each(segments: int) -> bytes:
    """Return where the references of segments begin, and the end, if each has one; int64."""
    return array("q", range(segments + 1)).tobytes()


def _chunks(operations: bytes, start: int, end: int) -> list[AlignmentChunk]:
    """Return the chunks of an alignment; they are what they must be, so that nothing is checked."""
    chunks = []
    i = j = 0
    for run in _RUN.finditer(operations, start, end):
        first, after = run.span()
        kind = _KINDS[operations[first]]
        i_end = i if kind == "insert" else i + after - first
        j_end = j if kind == "delete" else j + after - first
        chunk = object.__new__(AlignmentChunk)
        chunk.type = kind
        chunk.ref_start_idx, chunk.ref_end_idx = i, i_end
        chunk.hyp_start_idx, chunk.hyp_end_idx = j, j_end
        i, j = i_end, j_end
        chunks.append(chunk)
    return chunks
