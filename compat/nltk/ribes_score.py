"""Drop-in replacement for NLTK's RIBES: the same scores and types of errors as in NLTK 3.10.4.

Change one import line::

    from nltk.translate.ribes_score import sentence_ribes, corpus_ribes
    from tallystick.compat.nltk.ribes_score import sentence_ribes, corpus_ribes

NLTK gives 0 to a hypothesis of one word that equals its reference, and tries fewer contexts of a
word than the official script. A `TallystickWarning` explains both; with `corrected=True` neither
happens, sequences may have more than `MAX_ALIGNMENT_LEN` tokens, and text that was not split into
tokens raises an `InputError`. `tallystick.ribes` computes RIBES from text, 0 to 100, by default as
the official script.
"""

from __future__ import annotations

import math
import reprlib
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, combinations, pairwise, product, repeat
from typing import Any

from tallystick.compat.defects.warning import warn_of_defect
from tallystick.compat.nltk import _defects as defects
from tallystick.compat.nltk._bleu_counts import Numbered, numbered_hashables, numbered_strings
from tallystick.compat.nltk._checks import check_strings
from tallystick.errors import InputError
from tallystick.metrics.corpus.text import lengths_of
from tallystick.metrics.kernel import kernel

__all__ = [
    "MAX_ALIGNMENT_LEN",
    "corpus_ribes",
    "find_increasing_sequences",
    "kendall_tau",
    "position_of_ngram",
    "sentence_ribes",
    "spearman_rho",
    "word_rank_alignment",
]

Tokens = Sequence[Any]

MAX_ALIGNMENT_LEN = 2000
"""The most tokens of a sequence, which can be raised as in NLTK."""


MOST_COUNTED = 12
"""Up to so many words, counting each takes less time than the kernel."""


class UnequalLengthsError(InputError, ValueError):
    """The numbers of hypotheses and of lists of references differ; NLTK: ValueError."""


class LongSequenceError(InputError, ValueError):
    """A sequence has more than `MAX_ALIGNMENT_LEN` tokens; NLTK: ValueError."""


class UnorderedTokensError(InputError, AttributeError):
    """Tokens are a set or a mapping, which have no order; NLTK: AttributeError."""


class UndefinedCorrelationError(InputError, ZeroDivisionError):
    """The correlation of fewer than two ranks is undefined; NLTK: ZeroDivisionError."""


def sentence_ribes(
    references: Collection[Tokens],
    hypothesis: Tokens,
    alpha: float = 0.25,
    beta: float = 0.10,
    *,
    corrected: bool = False,
) -> float:
    """Return the RIBES of one segment, 0 to 1, as `sentence_ribes` of NLTK 3.10.4.

    Args:
        references: Sequences of tokens.
        hypothesis: A sequence of tokens.
        alpha: The exponent of the precision.
        beta: The exponent of the brevity penalty.
        corrected: Whether to align words and score one word as the official script does, and to
            refuse text that was not split.

    Returns:
        The highest score with a reference; 0 without references or tokens.

    Raises:
        TallystickError: As for `corpus_ribes`.

    >>> sentence_ribes(["John hit Bob yesterday".split()], "Bob hit John yesterday".split())
    0.5
    """
    few = _score_of_few(references, hypothesis, alpha, beta)
    if few is None:
        return corpus_ribes([references], [hypothesis], alpha, beta, corrected=corrected)
    return few


def _score_of_few(references: Any, hypothesis: Any, alpha: float, beta: float) -> float | None:
    """Score a segment of so few words that it takes less time than to number them.

    None for other segments and types, and if a word is not unique, so that its context decides.
    """
    if type(references) is not list or type(hypothesis) is not list:
        return None
    best, length, most = None, len(hypothesis), min(MOST_COUNTED, MAX_ALIGNMENT_LEN)
    for reference in references if 1 < length <= most else ():
        if type(reference) is not list or not 1 < len(reference) <= most:
            return None
        ranks = []
        for word in hypothesis:
            if word in reference:
                if hypothesis.count(word) > 1 or reference.count(word) > 1:
                    return None
                ranks.append(reference.index(word))
        if len(ranks) > 1 and ranks == sorted(ranks):  # as of most short segments
            tau = 1.0
        else:
            tau = _tau(_ascending(ranks), len(ranks), normalize=True)
        score = _score(tau, len(ranks), len(reference), length, alpha, beta)
        best = score if best is None else max(best, score)
    return best


def corpus_ribes(
    list_of_references: Collection[Collection[Tokens]],
    hypotheses: Collection[Tokens],
    alpha: float = 0.25,
    beta: float = 0.10,
    *,
    corrected: bool = False,
) -> float:
    """Return the mean RIBES of the segments, 0 to 1, as `corpus_ribes` of NLTK 3.10.4.

    Args:
        list_of_references: The references of each hypothesis.
        hypotheses: Sequences of tokens.
        alpha: See `sentence_ribes`.
        beta: See `sentence_ribes`.
        corrected: See `sentence_ribes`.

    Returns:
        The score; 0 if there are no hypotheses.

    Raises:
        UnequalLengthsError: The numbers of hypotheses and of lists of references differ; a
            `ValueError`, as in NLTK.
        LongSequenceError: A sequence is too long; a `ValueError`, as in NLTK.
        UnorderedTokensError: Tokens are a set or a mapping; an `AttributeError`, as in NLTK.
        InputError: Text was not split into tokens (with `corrected`).

    >>> references = [["John hit Bob yesterday".split()], [["one"]]]
    >>> corpus_ribes(references, ["Bob hit John yesterday".split(), ["one"]], corrected=True)
    0.75
    """
    if not hypotheses:
        return 0.0
    if len(list_of_references) != len(hypotheses):
        raise UnequalLengthsError(
            f"the number of reference sets is {len(list_of_references)}, but there are "
            f"{len(hypotheses)} hypotheses; give every hypothesis its list of references"
        )
    numbered = _numbered(list_of_references, hypotheses, corrected)
    lengths = lengths_of(numbered.hypothesis_offsets), lengths_of(numbered.reference_offsets)
    if not corrected:  # before the alignment, which takes quadratic time
        _refuse_long(numbered, *lengths)
    aligned = kernel.align_by_context(*numbered, False, corrected)
    spans = list(pairwise(numbered.segment_offsets))
    scores = _scores(aligned, spans, *lengths, alpha, beta, corrected)
    if not corrected:
        right = kernel.align_by_context(*numbered, False, True)
        corrections = scores.copy()
        if right != aligned or 1 in lengths[1]:
            corrections = _scores(right, spans, *lengths, alpha, beta, corrected=True)
        for segment, sides in enumerate(zip(list_of_references, hypotheses, strict=True)):
            if _has_string(*sides):
                scores[segment] = corrections[segment] = max(_scores_alone(*sides, alpha, beta))
        if scores != corrections:
            warn_of_defect(defects.RIBES_ALIGNMENT)
    total = 0.0
    for score in scores:  # not `sum`, which is compensated from Python 3.12 on
        total += score
    return total / len(hypotheses)


def _has_string(references: Iterable[Tokens], hypothesis: Tokens) -> bool:
    """Return whether a reference is a string, in which NLTK finds words that are part of it."""
    if not references or isinstance(hypothesis, str) or not hypothesis:
        return False
    return any(isinstance(reference, str) for reference in references)


def _scores_alone(
    references: Iterable[Tokens], hypothesis: Tokens, alpha: float, beta: float
) -> Iterator[float]:
    for reference in references:
        ranks = word_rank_alignment(reference, hypothesis)
        lengths = len(ranks), len(reference), len(hypothesis)
        yield _score(kendall_tau(ranks), *lengths, alpha, beta)


def word_rank_alignment(
    reference: Tokens, hypothesis: Tokens, character_based: bool = False
) -> list[int]:
    """Return the positions in the reference of aligned words, in the order of the hypothesis.

    A word is aligned if it is unique in both, or by its shortest context that is.

    Args:
        reference: A sequence of tokens.
        hypothesis: A sequence of tokens.
        character_based: It has no effect, as in NLTK.

    Raises:
        LongSequenceError: A sequence is too long; a `ValueError`, as in NLTK.

    >>> word_rank_alignment("the boy read the book".split(), "the book was read".split())
    [3, 4, 2]
    """
    _check_lengths(len(reference), len(hypothesis))
    if _has_string([reference], hypothesis):
        return list(_ranks_in_string(str(reference), hypothesis))
    numbered = _numbered([[reference]], [hypothesis], corrected=False, checks=False)
    ranks, _ = kernel.align_by_context(*numbered, False, False)
    return memoryview(ranks).cast("I").tolist()


def _ranks_in_string(reference: str, hypothesis: Any) -> Iterator[int]:
    for place, word in enumerate(hypothesis):
        if word not in reference:
            continue
        if hypothesis.count(word) == reference.count(word) == 1:
            yield reference.index(word)
        elif len(word) == 1:  # a longer one has no context that is a tuple of characters
            longest = min(max(place, len(hypothesis) - place + 1), len(reference))
            for size, before in product(range(2, longest + 1), (0, 1)):
                start = place - before * (size - 1)
                ngram = tuple(hypothesis[max(start, 0) : start + size])
                places = [list(_positions(ngram, side)) for side in (reference, hypothesis)]
                if len(ngram) == size and list(map(len, places)) == [1, 1]:
                    yield places[0][0] + place - start
                    break


def _positions(ngram: tuple[Any, ...], sentence: Tokens) -> Iterator[int]:
    starts = range(len(sentence) - len(ngram) + 1)
    return (at for at in starts if tuple(sentence[at : at + len(ngram)]) == ngram)


def position_of_ngram(ngram: tuple[Any, ...], sentence: Tokens) -> int | None:
    """Return the first position of an n-gram in a sequence of tokens, or None.

    >>> position_of_ngram(("b", "c"), ["a", "b", "c"])
    1
    """
    return next(_positions(ngram, sentence), None)


def find_increasing_sequences(worder: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Yield the runs of two or more consecutive numbers.

    >>> list(find_increasing_sequences([7, 8, 9, 6, 0, 1]))
    [(7, 8, 9), (0, 1)]
    """
    run: list[int] = []
    for number in worder:
        if run and number != run[-1] + 1:
            if len(run) > 1:
                yield tuple(run)
            run = []
        run.append(number)
    if len(run) > 1:
        yield tuple(run)


def kendall_tau(worder: Sequence[int], normalize: bool = True) -> float:
    """Return Kendall's tau between positions and their order; the lowest for fewer than two.

    Args:
        worder: The positions.
        normalize: Whether it is from 0 to 1, not from -1 to 1.

    >>> kendall_tau([2, 1, 0, 3], normalize=False)
    0.0
    """
    return _tau(_ascending(worder), len(worder), normalize)


def spearman_rho(worder: Sequence[int], normalize: bool = True) -> float:
    """Return Spearman's rho between positions and their order.

    Args:
        worder: The positions.
        normalize: Whether it is from 0 to 1, not from -1 to 1.

    Raises:
        UndefinedCorrelationError: There are fewer than two positions; a `ZeroDivisionError`, as in
            NLTK.

    >>> round(spearman_rho([7, 8, 9, 10, 6, 0, 1, 2, 3, 4, 5]), 3)
    0.205
    """
    if len(worder) < 2:
        raise UndefinedCorrelationError(
            f"the correlation of {len(worder)} positions is undefined; give at least two"
        )
    squares = sum((position - place) ** 2 for place, position in enumerate(worder))
    rho = 1 - squares / math.comb(len(worder) + 1, 3)
    return (rho + 1) / 2 if normalize else rho


def _ascending(ranks: Sequence[int]) -> int:
    return len([None for earlier, later in combinations(ranks, 2) if earlier < later])


def _tau(ascending: int, positions: int, normalize: bool) -> float:
    tau = 2 * ascending / math.comb(positions, 2) - 1 if positions > 1 else -1
    return (tau + 1) / 2 if normalize else tau  # rounds as NLTK does


def _score(
    tau: float, words: int, reference: int, hypothesis: int, alpha: float, beta: float
) -> float:
    """Return the score of a correlation, the aligned words, and the lengths of both sides."""
    if not hypothesis:
        return 0.0
    penalty = math.exp(1.0 - reference / hypothesis) if hypothesis < reference else 1.0
    score: float = tau * (words / hypothesis) ** alpha * penalty**beta
    return score


def _scores(
    aligned: tuple[bytes, bytes],
    spans: Sequence[tuple[int, int]],
    hypotheses: list[int],
    references: list[int],
    alpha: float,
    beta: float,
    corrected: bool,
) -> list[float]:
    """Return the score of every segment, of these lengths, with its best reference."""
    compared: Iterable[int] = hypotheses
    if len(spans) != len(references):
        compared = chain.from_iterable(
            repeat(own, last - first) for own, (first, last) in zip(hypotheses, spans, strict=True)
        )
    ascending = memoryview(kernel.ascending_pairs(*aligned)).cast("q")
    keys = list(zip(ascending, lengths_of(aligned[1]), references, compared, strict=True))
    known = {}
    for key in set(keys):  # short ones are alike
        pairs, words, reference, _ = key
        one_word = corrected and words == reference == 1
        tau = 1.0 if one_word else _tau(pairs, words, normalize=True)
        known[key] = _score(tau, *key[1:], alpha, beta)
    scores = [known[key] for key in keys]
    if len(scores) == len(spans):  # one reference each
        return scores
    return [max(scores[first:last], default=0.0) for first, last in spans]


def _refuse_long(numbered: Numbered, hypotheses: list[int], references: list[int]) -> None:
    if max(chain(hypotheses, references), default=0) <= MAX_ALIGNMENT_LEN:
        return
    spans = pairwise(numbered.segment_offsets)
    for (first, last), own in zip(spans, hypotheses, strict=True):
        if own and first < last:
            _check_lengths(own, *references[first:last])


def _check_lengths(*lengths: int) -> None:
    if max(lengths) > MAX_ALIGNMENT_LEN:
        raise LongSequenceError(
            f"a sequence has {max(lengths)} tokens, more than MAX_ALIGNMENT_LEN, "
            f"{MAX_ALIGNMENT_LEN}; set {__name__}.MAX_ALIGNMENT_LEN to more, or write "
            "corrected=True"
        )


def _numbered(
    list_of_references: Collection[Any],
    hypotheses: Collection[Any],
    corrected: bool,
    checks: bool = True,
) -> Numbered:
    numbered = numbered_strings(list_of_references, hypotheses)
    if numbered:
        return numbered
    pairs: list[tuple[list[Tokens], Tokens]] = [
        # a segment that lacks one side scores 0; the numbering refuses it
        (list(references), hypothesis) if references and hypothesis else ([()], ())
        for references, hypothesis in zip(list_of_references, hypotheses, strict=True)
    ]
    for references, hypothesis in pairs:
        for reference in references:
            _check_order(reference, hypothesis)
    try:
        numbered = numbered_hashables(pairs, 1)
    except TypeError:
        numbered = numbered_hashables(_numbers_of(pairs), 1)
    if checks:
        check_strings(pairs, corrected)
    return numbered


def _check_order(*sides: Any) -> None:
    """Refuse a set or a mapping of which words are in the other side, as in NLTK."""
    reference, hypothesis = sides
    for tokens in sides:
        if (
            isinstance(tokens, (Set, Mapping))
            and len(hypothesis)
            and any(word in reference for word in hypothesis)
        ):
            raise UnorderedTokensError(
                f"tokens are {reprlib.repr(tokens)}, which has no order; expected a list of tokens"
            )


def _numbers_of(pairs: Iterable[tuple[list[Tokens], Tokens]]) -> list[tuple[Any, Any]]:
    """Replace tokens that are not hashable by numbers, the same for equal ones."""
    known: list[Any] = []

    def numbers(tokens: Tokens) -> list[Hashable]:
        len(tokens)  # raises TypeError for an iterator, as in NLTK
        for token in tokens:
            if token not in known:
                known.append(token)
        return [known.index(token) for token in tokens]

    return [
        ([numbers(reference) for reference in references], numbers(hypothesis))
        for references, hypothesis in pairs
    ]
