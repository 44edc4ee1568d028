"""Drop-in replacement for NLTK's chrF: the same scores and types of errors as in NLTK 3.10.4.

Change one import line::

    from nltk.translate.chrf_score import sentence_chrf, corpus_chrf
    from tallystick.compat.nltk.chrf_score import sentence_chrf, corpus_chrf

NLTK averages the F-scores of all orders, also of those for which a text is too short: a perfect
hypothesis of fewer than six characters scores below 1. Its corpus score is the mean of the scores
of the segments, with beta 3. `tallystick.chrf` has the conventions of sacreBLEU.

NLTK takes one reference. It joins a list of references into one text, of which a
`TallystickWarning` warns; `corrected=True` refuses it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache

from tallystick.compat.defects.warning import warn_of_defect
from tallystick.compat.nltk import _defects as defects
from tallystick.compat.nltk._checks import UndefinedScoreError, check_lengths
from tallystick.errors import InputError, OptionError
from tallystick.metrics.chrf.dialect import ChrfDialect
from tallystick.metrics.chrf.formula import EPSILON, formula_of_orders
from tallystick.metrics.chrf.metric import Chrf, comparison_of
from tallystick.metrics.corpus.corpus import Corpus, References
from tallystick.metrics.corpus.text import Text

__all__ = ["chrf_precision_recall_fscore_support", "corpus_chrf", "sentence_chrf"]

Segment = str | Iterable[str]


def sentence_chrf(
    reference: Segment,
    hypothesis: Segment,
    min_len: int = 1,
    max_len: int = 6,
    beta: float = 3.0,
    ignore_whitespace: bool = True,
    *,
    corrected: bool = False,
) -> float:
    """Return the chrF of one segment, 0 to 1, as `sentence_chrf` of NLTK 3.10.4.

    Other parameters and errors are those of `corpus_chrf`.

    Args:
        reference: A text, or a sequence of tokens, which are joined with spaces.
        hypothesis: A text, or a sequence of tokens.

    >>> round(sentence_chrf("abcde", "abc"), 4)  # NLTK 3.10.4
    0.2514
    """
    return corpus_chrf(
        [reference], [hypothesis], min_len, max_len, beta, ignore_whitespace, corrected=corrected
    )


def corpus_chrf(
    references: Sequence[Segment],
    hypotheses: Sequence[Segment],
    min_len: int = 1,
    max_len: int = 6,
    beta: float = 3.0,
    ignore_whitespace: bool = True,
    *,
    corrected: bool = False,
) -> float:
    """Return the mean chrF of the segments, 0 to 1, as `corpus_chrf` of NLTK 3.10.4.

    Args:
        references: For each hypothesis its reference: a text, or a sequence of tokens.
        hypotheses: Texts, or sequences of tokens, which are joined with spaces.
        min_len: The lowest order of character n-grams.
        max_len: The highest order.
        beta: How many times recall is as important as precision.
        ignore_whitespace: Whether white space is no character.
        corrected: Whether to refuse a list of references.

    Raises:
        UnequalLengthsError: The numbers of hypotheses and references differ; an `AssertionError`,
            as in NLTK.
        UndefinedScoreError: There are no hypotheses or no orders; a `ZeroDivisionError`, as in
            NLTK.
        InputError: A list of references is given (with `corrected`).
        OptionError: `min_len` is below 1.

    >>> round(corpus_chrf(["abcdef", "x"], ["abcdef", "y"]), 4)
    0.5
    """
    check_lengths(references, hypotheses)
    if min_len < 1:
        raise OptionError(f"min_len is {min_len!r}; expected an order of 1 or more")
    if max_len < min_len or not len(hypotheses):
        raise UndefinedScoreError(
            "there are no hypotheses, so there is nothing to score; give at least one"
            if max_len >= min_len
            else f"there is no order from min_len, {min_len}, to max_len, {max_len}; raise max_len"
        )
    own_references = [_text(segment, corrected, is_reference=True) for segment in references]
    own = [_text(segment, corrected) for segment in hypotheses]
    metric = _metric(max_len, beta, ignore_whitespace)
    formula = formula_of_orders(max_len - min_len + 1, metric.beta, True)
    if len(own) == 1:
        sums = comparison_of(metric.conventions).segment_counter(own_references)(own[0])
        return formula.of_numbers({name: row[min_len - 1 :] for name, row in sums.items()}) / 100
    corpus = Corpus(Text.from_lines(own), References.one_each(Text.from_lines(own_references)))
    counts = metric.columns.split(metric.statistics(corpus).rows)
    chosen = {name: of_orders[:, min_len - 1 :] for name, of_orders in counts.items()}
    return float(formula.of_arrays(chosen).mean()) / 100


@lru_cache(maxsize=64)
def _metric(order: int, beta: float, ignore_whitespace: bool) -> Chrf:
    whitespace = "removed-perl" if ignore_whitespace else "kept"
    dialect = ChrfDialect(beta=beta, eps_smoothing=True, whitespace=whitespace)
    return Chrf(order=order, dialect=dialect)


def chrf_precision_recall_fscore_support(
    reference: Sequence[Hashable],
    hypothesis: Sequence[Hashable],
    n: int,
    beta: float = 3.0,
    epsilon: float = EPSILON,
) -> tuple[float, float, float, int]:
    """Return precision, recall, F-score and matches of one order, as NLTK 3.10.4.

    Args:
        reference: A text, or any sequence of symbols.
        hypothesis: A text, or any sequence of symbols.
        n: The order.
        beta: How many times recall is as important as precision.
        epsilon: The value of all three if one is not defined.

    >>> chrf_precision_recall_fscore_support("abc", "abd", 2)
    (0.5, 0.5, 0.5, 1)
    """
    wanted, own = _ngrams(reference, n), _ngrams(hypothesis, n)
    matches = (wanted & own).total()
    if not matches:  # without a match, NLTK divides by zero
        return epsilon, epsilon, epsilon, matches
    precision, recall = matches / own.total(), matches / wanted.total()
    factor = beta**2
    f_score = (1 + factor) * (precision * recall) / (factor * precision + recall)
    return precision, recall, f_score, matches


def _ngrams(symbols: Sequence[Hashable], n: int) -> Counter[tuple[Hashable, ...]]:
    return Counter(tuple(symbols[start : start + n]) for start in range(len(symbols) - n + 1))


def _text(segment: Segment, corrected: bool, is_reference: bool = False) -> str:
    if isinstance(segment, str):
        return segment
    tokens = list(segment)
    text = " ".join(tokens)  # raises TypeError for other tokens, as in NLTK
    if is_reference and len(tokens) > 1 and any(len(token.split()) > 1 for token in tokens):
        if corrected:
            raise InputError(defects.CHRF_LIST_OF_REFERENCES)
        warn_of_defect(defects.CHRF_LIST_OF_REFERENCES)
    return text
