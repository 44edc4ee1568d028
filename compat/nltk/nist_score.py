"""Drop-in replacement for NLTK's NIST: the same scores and types of errors as in NLTK 3.10.4.

Change one import line::

    from nltk.translate.nist_score import sentence_nist, corpus_nist
    from tallystick.compat.nltk.nist_score import sentence_nist, corpus_nist

If NLTK's score differs from that of the definition (Doddington, "Automatic Evaluation of Machine
Translation Quality Using N-gram Co-Occurrence Statistics", HLT 2002, equations 2 and 3), a
`TallystickWarning` explains why, and `corrected=True` returns that of the definition:

- For each order and segment NLTK finds matches in a single reference and uses its length; the
  definition finds matches in all references and uses their mean length.
- NLTK's choice of this reference can depend on the last bit of a sum, and so on the order of words.
- NLTK divides by zero if no hypothesis has n tokens; by definition, the score of order n is then 0.
- NLTK reads a string as a sequence of characters; with `corrected`, text that was not split into
  tokens raises an `InputError`; use `list("...")` to compare characters.

Like NLTK, `sentence_nist` counts its information weights on the references of the one segment, also
with `corrected`. To use the weights of a whole corpus, score its segments with `tallystick.Nist`.
"""

from __future__ import annotations

import math
import operator
import sys
from array import array
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np

from tallystick.compat.defects.warning import warn_of_defect
from tallystick.compat.nltk import _defects as defects
from tallystick.compat.nltk._bleu_counts import Numbered, numbered_hashables, numbered_strings
from tallystick.compat.nltk._checks import UndefinedScoreError, check_lengths, check_strings
from tallystick.errors import InputError
from tallystick.metrics.corpus.corpus import Corpus, References
from tallystick.metrics.corpus.text import Tokens, vocabulary_of
from tallystick.metrics.counting.matching import totals
from tallystick.metrics.counting.ngram_weights import NgramWeights
from tallystick.metrics.counting.one_segment import OneSegment
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.kernel import kernel
from tallystick.metrics.nist.dialect import BETA
from tallystick.metrics.nist.formula import formula_of, sums_of_segment
from tallystick.metrics.nist.information import InformationWeights
from tallystick.metrics.nist.metric import FittedNist, Nist
from tallystick.metrics.nist.statistics import exact_sum_of
from tallystick.metrics.whole_corpus.ngram_counts import located_ngrams

__all__ = ["corpus_nist", "nist_length_penalty", "sentence_nist"]

Segment = Sequence[Hashable]


class ReadOnceError(InputError, TypeError):
    """References are an iterator; NLTK: ValueError, or TypeError of unhashable tokens."""


DIALECT = "nltk-py312" if sys.version_info >= (3, 12) else "nltk"
"""NLTK uses Python's `sum`, which rounds differently from Python 3.12 on."""


NEAR = 1e-9
"""Far above the rounding error of a sum, far below real differences between references."""


def sentence_nist(
    references: Sequence[Segment], hypothesis: Segment, n: int = 5, *, corrected: bool = False
) -> float:
    """Return the NIST score of one segment, as `sentence_nist` of NLTK 3.10.4.

    The information weights are counted on the references of this segment alone.

    Args:
        references: Sequences of tokens of any hashable type.
        hypothesis: A sequence of tokens.
        n: See `corpus_nist`.
        corrected: See `corpus_nist`.

    Raises:
        TallystickError: As for `corpus_nist`.

    >>> round(sentence_nist(["a b c d e f".split()], "a b c d e".split()), 4)  # NLTK 3.10.4
    2.2469
    """
    return _nist([references], [hypothesis], n, corrected)


def corpus_nist(
    list_of_references: Sequence[Sequence[Segment]],
    hypotheses: Sequence[Segment],
    n: int = 5,
    *,
    corrected: bool = False,
) -> float:
    """Return the NIST score of a corpus, as `corpus_nist` of NLTK 3.10.4.

    Args:
        list_of_references: The references of each hypothesis.
        hypotheses: Sequences of tokens of any hashable type.
        n: The highest order of n-grams.
        corrected: Whether to follow the definition if NLTK differs from it.

    Raises:
        UnequalLengthsError: The numbers of hypotheses and of lists of references differ; an
            `AssertionError`, as in NLTK.
        UndefinedScoreError: No hypothesis has n tokens (not with `corrected`), or all references
            are empty; a `ZeroDivisionError`, as in NLTK.
        InputError: A segment has no reference (a `ValueError`, as in NLTK), or text was not split
            into tokens (with `corrected`).

    >>> references = [["a b c x y z".split(), "u v w d e f".split()]]
    >>> round(corpus_nist(references, ["a b c d e f".split()], corrected=True), 4)  # mteval-v14
    3.585
    """
    return _nist(list_of_references, hypotheses, n, corrected)


def nist_length_penalty(ref_len: float, hyp_len: float) -> float:
    """Return the length penalty of equation 3, as `nist_length_penalty` of NLTK 3.10.4.

    Args:
        ref_len: The length of the references.
        hyp_len: The length of the hypotheses.

    Returns:
        exp(beta log^2(hyp_len / ref_len)) for a ratio between 0 and 1; 1 above, 0 below.

    Raises:
        UndefinedScoreError: `ref_len` is 0; a `ZeroDivisionError`, as in NLTK.

    >>> round(nist_length_penalty(3, 2), 12)  # Doddington 2002 defines beta by this value
    0.5
    """
    if ref_len == 0:
        raise UndefinedScoreError(
            "ref_len is 0, so the ratio of the lengths is undefined; expected a positive length"
        )
    ratio = hyp_len / ref_len
    if ratio >= 1:
        return 1.0
    return 0.0 if ratio <= 0 else math.exp(BETA * math.log(ratio) ** 2)


def _nist(
    list_of_references: Sequence[Sequence[Segment]],
    hypotheses: Sequence[Segment],
    n: int,
    corrected: bool,
) -> float:
    check_lengths(list_of_references, hypotheses)
    highest = operator.index(n)
    if highest < 1 or len(hypotheses) == 0:
        raise UndefinedScoreError(
            f"n is {n!r}; expected the highest order of n-grams, 1 or more"
            if len(hypotheses)
            else "there are no hypotheses, so there is nothing to score; give at least one"
        )
    numbered = numbered_strings(list_of_references, hypotheses) if len(hypotheses) == 1 else None
    corpus = None if numbered else _corpus(list_of_references, hypotheses, corrected)
    longest = max(map(len, hypotheses))
    if highest > longest and not corrected:
        raise UndefinedScoreError(
            f"no hypothesis has {n} tokens, so there are no n-grams of order {n}, and NLTK divides "
            "by their number; pass corrected=True, for which the score of such an order is 0, or n "
            f"of {longest} or less{defects.NIST_WITHOUT_NGRAMS}"
        )
    metrics = _metrics(min(highest, max(longest, 1)))
    scores: Iterator[float]
    if numbered:
        scores = _scores_alone(metrics, numbered, hypotheses[0], list_of_references[0])
        several = len(list_of_references[0]) > 1
    elif corpus is not None:
        workspace = Workspace()
        fitted = metrics[0].fit([corpus.references], workspace)
        scores = map(partial(_score, fitted, corpus, workspace), metrics)
        several = corpus.references.number != 1
    by_definition = next(scores)
    if math.isnan(by_definition):
        raise UndefinedScoreError(
            "all references are empty, so the ratio of the lengths is undefined; give references "
            "with tokens"
        )
    if corrected or not several:
        return by_definition  # for one reference NLTK follows the definition
    by_nltk, in_exact_arithmetic = scores
    _warn_of(by_nltk, in_exact_arithmetic, by_definition)
    return by_nltk


def _scores_alone(
    metrics: Sequence[Nist], numbered: Numbered, hypothesis: Segment, references: Sequence[Segment]
) -> Iterator[float]:
    """Yield the scores of one segment of strings, NaN if not defined.

    Orders above the length of the hypothesis have no n-grams, and a score of 0 by definition.
    """
    buffers, size, ids = numbered[:5], numbered.vocabulary_size, bytes(numbered.reference_ids)
    lengths, words = [len(reference) for reference in references], len(ids) // 4
    definition, by_nltk, in_exact_arithmetic = metrics
    order = definition.order
    table, nodes = located_ngrams(ids, numbered.reference_offsets, size, order, prune=True)
    values = table.information(words, kernel.UNKNOWN)
    matches, weighted, _ = kernel.match(*buffers, order, size, values, nodes)
    own = memoryview(matches).cast("q").tolist(), memoryview(weighted).cast("d").tolist()
    ngrams = [of_order for [of_order] in totals([len(hypothesis)], order)]
    segment = OneSegment(*own, ngrams, lengths)
    row = sums_of_segment(definition.conventions, segment, 1)
    yield formula_of(definition.conventions).of_numbers(row)
    each = kernel.match(
        *buffers,
        *(order, size, values, nodes, True),
        others=table.information(words, kernel.UNKNOWN, True),
        compensated=DIALECT != "nltk",
    )
    counts = memoryview(each[0]).cast("q").tolist()
    sums, compared = (memoryview(buffer).cast("d").tolist() for buffer in each[1:])

    def score_of(metric: Nist, best: Sequence[int]) -> float:
        places = [reference * order + n for n, reference in enumerate(best)]
        chosen = {
            "reference_length": sum(lengths[reference] for reference in best) / order,
            "matches": [counts[place] for place in places],
            "information": [sums[place] for place in places],
        }
        return formula_of(metric.conventions).of_numbers(row | chosen)

    rounded_best, exact_best = [], []
    for n in range(order):
        of_order = sums[n::order]
        least = max(of_order) * (1 - NEAR)
        near = [reference for reference, own in enumerate(of_order) if own >= least]
        ranked = exact_near = near
        if len(near) > 1 and least:
            ranked = _highest(near, [compared[reference * order + n] for reference in near])
            exact_near = _highest(near, _exact_ranks(numbered, table, nodes, near, n))
        rounded_best.append(max(ranked, key=lengths.__getitem__))
        exact_best.append(max(exact_near, key=lengths.__getitem__))
    score = score_of(by_nltk, rounded_best)
    yield score
    yield score if exact_best == rounded_best else score_of(in_exact_arithmetic, exact_best)


def _highest(references: Sequence[int], ranks: Sequence[Any]) -> list[int]:
    highest = max(ranks)
    return [reference for reference, own in zip(references, ranks, strict=True) if own == highest]


def _exact_ranks(
    numbered: Numbered, table: kernel.NgramTable, nodes: Any, references: Sequence[int], n: int
) -> list[Any]:
    """Return numbers that order references by the information of matches of order n + 1, exactly.

    `nodes` are those of the n-grams of the references in the table of all.
    """
    ids, size = numbered.hypothesis_ids, numbered.vocabulary_size
    located = table.locate(ids, numbered.hypothesis_offsets, n + 1, array("I", range(size)))
    own = Counter(memoryview(located).cast("I")[n * len(bytes(ids)) // 4 :])
    words = len(bytes(numbered.reference_ids)) // 4
    theirs = memoryview(nodes).cast("B").cast("I")[n * words :]
    bounds = memoryview(numbered.reference_offsets).cast("B").cast("q")
    matched = [own & Counter(theirs[bounds[at] : bounds[at + 1]]) for at in references]
    for ngrams in matched:
        del ngrams[kernel.UNKNOWN]  # their weight is 0
    if all(ngrams == matched[0] for ngrams in matched):
        return [0] * len(matched)
    weights = NgramWeights(kernel.Vocabulary(), size, table, b"")
    return list(map(exact_sum_of(InformationWeights(weights, n + 1, words)), matched))


@cache
def _metrics(order: int) -> tuple[Nist, Nist, Nist]:
    """Return NIST by definition, as NLTK computes it, and as it would in exact arithmetic."""
    definition = Nist(order=order, dialect="doddington", tokenize="none", lowercase="none")
    by_nltk, in_exact_arithmetic = (
        replace(definition, dialect=dialect) for dialect in (DIALECT, "nltk-exact")
    )
    return definition, by_nltk, in_exact_arithmetic


def _score(fitted: FittedNist, corpus: Corpus, workspace: Workspace, nist: Nist) -> float:
    """Score with fitted weights, which are the same for all these dialects."""
    statistics = replace(fitted, nist=nist).statistics(corpus, workspace)
    return float(nist.formula(statistics.total()))


def _warn_of(by_nltk: float, in_exact_arithmetic: float, by_definition: float) -> None:
    if not math.isclose(by_nltk, in_exact_arithmetic, rel_tol=1e-12):
        warn_of_defect(
            f"NLTK's score, {by_nltk:.4f}, chooses one of several equally good references by the "
            f"last bit of a sum; in exact arithmetic it would be {in_exact_arithmetic:.4f}, and by "
            f"definition, with corrected=True, it is {by_definition:.4f}" + defects.NIST_BY_ROUNDING
        )
    elif not math.isclose(by_nltk, by_definition, rel_tol=1e-12):
        warn_of_defect(
            f"NLTK's score, {by_nltk:.4f}, counts matches in a single reference for each order and "
            "segment, and uses its length; by definition, with all references and their mean "
            f"length, it is {by_definition:.4f}, which corrected=True returns"
            + defects.NIST_ONE_REFERENCE
        )


def _corpus(
    list_of_references: Sequence[Sequence[Segment]], hypotheses: Sequence[Segment], corrected: bool
) -> Corpus:
    """Number the tokens, which may be of any hashable type."""
    pairs = []
    for position, (segment, hypothesis) in enumerate(
        zip(list_of_references, hypotheses, strict=True), start=1
    ):
        references = list(segment)
        len(hypothesis)  # first raises TypeError for what has no length, as in NLTK
        if isinstance(segment, Iterator):
            raise ReadOnceError(
                f"the references of segment {position} can be read only once, and NLTK reads them "
                "twice; expected a list"
            )
        if not references:
            raise InputError(
                f"segment {position} has no reference; give every segment at least one, which may "
                "be an empty list of tokens"
            )
        pairs.append((references, hypothesis))
    numbered = numbered_hashables(pairs, 1)
    check_strings(pairs, refuse=corrected)
    vocabulary = vocabulary_of([str(number) for number in range(numbered.vocabulary_size)])
    packed = [
        Tokens(vocabulary, np.array(ids, dtype=np.uint32), np.array(offsets, dtype=np.int64))
        for ids, offsets in (numbered[:2], numbered[2:4])
    ]
    return Corpus(packed[0], References(packed[1], np.array(numbered.segment_offsets)))
