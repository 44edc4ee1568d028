"""Drop-in replacement for NLTK's GLEU: the same scores and types of errors as in NLTK 3.10.4.

Change one import line::

    from nltk.translate.gleu_score import sentence_gleu, corpus_gleu
    from tallystick.compat.nltk.gleu_score import sentence_gleu, corpus_gleu

This is the GLEU of Wu et al. 2016, not that of grammatical error correction.
`tallystick.google_gleu` computes it from text, 0 to 100.

Where NLTK's score depends on the order of the references, or leaves a hypothesis out, a
`TallystickWarning` explains why; with `corrected=True` the order of references does not matter, and
hypotheses without references and text that was not split into tokens raise an `InputError`.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Hashable, Iterable, Sequence
from functools import cache, partial
from itertools import chain
from typing import Any

import numpy as np

from tallystick.compat.defects.warning import warn_of_defect
from tallystick.compat.nltk import _defects as defects
from tallystick.compat.nltk._bleu_counts import Numbered, numbered_hashables, numbered_strings
from tallystick.compat.nltk._checks import check_lengths, check_strings
from tallystick.errors import InputError
from tallystick.metrics.arguments.calls import whole_number
from tallystick.metrics.corpus.text import lengths_of
from tallystick.metrics.counting.best_reference import Comparison
from tallystick.metrics.google_gleu.metric import GoogleGleu, GoogleGleuDialect
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.sum_formula import quotient

__all__ = ["corpus_gleu", "sentence_gleu"]

Segment = Iterable[Hashable]


def sentence_gleu(
    references: Iterable[Segment],
    hypothesis: Segment,
    min_len: int = 1,
    max_len: int = 4,
    *,
    corrected: bool = False,
) -> float:
    """Return the GLEU of one segment, 0 to 1, as `sentence_gleu` of NLTK 3.10.4.

    Other parameters and errors are those of `corpus_gleu`.

    Args:
        references: Sequences of tokens of any hashable type.
        hypothesis: A sequence of tokens.

    >>> round(sentence_gleu(["the cat is on the mat".split()], ["the"] * 7), 4)  # NLTK 3.10.4
    0.0909
    """
    return corpus_gleu([references], [hypothesis], min_len, max_len, corrected=corrected)


def corpus_gleu(
    list_of_references: Collection[Any],
    hypotheses: Collection[Any],
    min_len: int = 1,
    max_len: int = 4,
    *,
    corrected: bool = False,
) -> float:
    """Return the GLEU of a corpus, 0 to 1, as `corpus_gleu` of NLTK 3.10.4.

    It divides the sum of the matches by the sum of the n-grams; it is not a mean of the segments.

    Args:
        list_of_references: The references of each hypothesis.
        hypotheses: Sequences of tokens of any hashable type.
        min_len: The lowest order of n-grams.
        max_len: The highest order; -1 for the length of the longest sequence.
        corrected: Whether references that tie are chosen whatever their order, and input that has
            no score is refused.

    Returns:
        The score; 0 if there are no n-grams.

    Raises:
        UnequalLengthsError: The numbers of hypotheses and of lists of references differ; an
            `AssertionError`, as in NLTK.
        InputError: A hypothesis has no references, or text was not split into tokens (with
            `corrected`).
        OptionError: `min_len` is not an order of 1 or more, or `max_len` is below -1.

    >>> references = [["a b a".split(), ["a"]], [["b"]]]
    >>> corpus_gleu(references, [["a", "a"], ["a"]], corrected=True)
    0.25
    """
    check_lengths(list_of_references, hypotheses)
    low, high = whole_number("min_len", min_len, 1), whole_number("max_len", max_len, -1)
    numbered = _numbered(list_of_references, hypotheses, corrected)
    lengths = lengths_of(numbered.hypothesis_offsets), lengths_of(numbered.reference_offsets)
    longest = max(chain(*lengths), default=0)
    high = longest if high == -1 else min(high, longest)
    if low > high:
        return 0.0
    buffer, *_ = kernel.match(*numbered[:5], high, numbered.vocabulary_size, separately=True)
    matches = memoryview(buffer).cast("q")
    counts = [matches[place::high] for place in range(high)]
    sums = partial(_sums, counts, *lengths, numbered.segment_offsets)

    def score(tie: str) -> float:
        return float(quotient(*sums(GoogleGleu.comparison_of(_dialect(low, high, tie)))))

    in_any_order = score("smallest")
    if corrected or len(lengths[0]) == len(lengths[1]):
        return in_any_order
    by_nltk = score("first")
    if by_nltk != in_any_order:
        warn_of_defect(defects.GLEU_TIE)
    return by_nltk


_dialect = cache(GoogleGleuDialect)


def _sums(
    matches: list[memoryview],
    lengths: list[int],
    reference_lengths: list[int],
    offsets: array[int],
    comparison: Comparison,
) -> tuple[int, int]:
    """Return the matches and n-grams of all segments with their best references."""
    if len(lengths) == 1:
        own = lengths * len(reference_lengths)
        row = comparison.row(zip(*matches, own, reference_lengths, strict=True))
        return row["matches"], row["ngrams"]
    bounds = np.array(offsets)
    own_lengths = np.repeat(lengths, np.diff(bounds))
    rows = comparison.rows([*matches, own_lengths, reference_lengths], bounds)
    matched, ngrams = rows.sum(axis=0).tolist()
    return matched, ngrams


def _numbered(
    list_of_references: Iterable[Any], hypotheses: Iterable[Any], corrected: bool
) -> Numbered:
    numbered = numbered_strings(list_of_references, hypotheses)
    if numbered:
        return numbered
    pairs = []
    for position, (references, hypothesis) in enumerate(
        zip(list_of_references, hypotheses, strict=True), start=1
    ):
        listed = [_sequence(reference) for reference in references]
        if listed:
            pairs.append((listed, _sequence(hypothesis)))
        elif corrected:
            raise InputError(
                f"hypothesis {position} has no references; give it at least one, which may be empty"
            )
        else:
            hash(tuple(hypothesis))  # a token that is not hashable is a TypeError, as in NLTK
            warn_of_defect(defects.GLEU_WITHOUT_REFERENCES)
    numbered = numbered_hashables(pairs, 1)
    check_strings(pairs, corrected)
    return numbered


def _sequence(tokens: Segment) -> Sequence[Hashable]:
    return tokens if isinstance(tokens, (list, tuple, str)) else tuple(tokens)
