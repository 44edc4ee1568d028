"""Small corpora of edge cases, on which a metric has the same scores however it computes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any
from unittest.mock import patch

import numpy as np

from tallystick import InputError, OptionError, Score
from tallystick.metrics import (
    Columns,
    Corpus,
    Dialect,
    Fittable,
    fitted,
    segment_form,
)

Segments = Sequence[tuple[str, list[str]]]

ONE_EACH: Segments = [
    ("the cat sat on the mat", ["the cat sat on a mat"]),
    ("", ["a b"]),
    ("a", [""]),
    ("", [""]),
    ("0 0 5 a b", ["0 0 5 a b c d e f g"]),
    ("x y z q r", ["q s t"]),
    ("a a a a a a a", ["a a"]),
    ("b", ["b"]),
    ("the cat sat on the mat today", ["today the cat sat on the mat"]),
]
TWO_EACH: Segments = [
    ("the cat sat down", ["the cat sat", "the cat sat down here again"]),
    ("a b", ["b a", "a b c d"]),
    ("a b c", ["", "a b"]),
    ("b a x y", ["a b", "b a"]),
    ("ab", ["abc", "xab"]),
    ("", ["", "a b c"]),
    ("q r s", ["a", "the cat sat on the mat"]),
]
CORPORA: Sequence[Segments] = [
    ONE_EACH,
    TWO_EACH,
    [*ONE_EACH[:4], *TWO_EACH, ("a b c d e", ["a c", "", "a b c d"])],
    [("a b c d", ["a b c e"])],
]

NUMBERS = ("0", "0.5", "1", "2", "3")
"""Values for an axis that is a number."""


def one_axis_each(kind: type[Dialect]) -> list[Dialect]:
    """Return the default and the dialects that differ from it in one axis."""
    dialects = [kind()]
    for name, axis in kind.axes().items():
        for value in axis.values or axis.examples or NUMBERS:
            try:
                dialect = kind(**{name: axis.parse(value)})
            except (OptionError, ValueError):  # no number for this axis, or it needs another
                continue
            if dialect not in dialects:
                dialects.append(dialect)
    return dialects


def corpus_of(segments: Segments, metric: Any) -> Corpus:
    """Return the segments, with what the metric reads."""
    hypotheses, references = map(list, zip(*segments, strict=True))
    if not metric.identity.needs_references:
        return Corpus.without_references(hypotheses)
    sources = [line[::-1] for line in hypotheses] if metric.identity.needs_sources else None
    return Corpus.from_segments(hypotheses=hypotheses, references=references, sources=sources)


def given_to_segments(corpus: Corpus) -> Iterator[tuple[Any, ...]]:
    """Yield the hypothesis, references and source of every segment."""
    sources: Any = corpus.sources or [None] * len(corpus)
    for place, (hypothesis, source) in enumerate(zip(corpus.hypotheses, sources, strict=True)):
        yield hypothesis, corpus.references[place] if corpus.has_references else (), source


def score_or_nan(score: Any, *given: Any) -> float:
    """Return a score, or NaN if it is not defined."""
    try:
        return float(score(*given).score)
    except InputError:
        return np.nan


def check_small_corpora(metric: Any, corpora: Sequence[Segments] = CORPORA) -> None:
    """Compare the scores of rows at once, alone, and without arrays, to the last bit."""
    for segments in corpora:
        corpus = corpus_of(segments, metric)
        try:
            ready: Any = fitted(metric, [corpus.references])
            statistics = ready.statistics(corpus)
        except (InputError, OptionError):  # the dialect refuses such references, or all
            continue
        rows, scores = statistics.rows, ready.formula(statistics.rows)
        np.testing.assert_array_equal([ready.formula(row) for row in rows], scores)
        np.testing.assert_array_equal(ready.formula(rows[np.newaxis, ::-1]), [scores[::-1]])
        assert ready.formula(rows[np.newaxis, :0]).shape == (1, 0)
        total = ready.formula(statistics.total())
        np.testing.assert_array_equal(score_or_nan(ready.score, statistics), total)
        given_to_first = next(given_to_segments(corpus))
        if len(corpus) == 1:
            check_counted_alone(ready, given_to_first, statistics.columns, rows[0])
        if metric.identity.whole_corpus:
            continue
        last = len(corpus) // 2
        np.testing.assert_array_equal(ready.statistics(corpus[last:]).rows, rows[last:])
        check_without_arrays(ready, corpus, rows, scores)
        for given, row, score in zip(given_to_segments(corpus), rows, scores, strict=True):
            check_counted_alone(ready, given, statistics.columns, row)
            hypothesis, of_segment, source = given
            scorer = getattr(ready, "segment_scorer", lambda *_: None)(of_segment, source)
            if scorer is not None:
                np.testing.assert_array_equal(scorer(hypothesis), score)
        if isinstance(metric, Fittable) or not hasattr(metric, "score_segment"):
            continue
        few = islice(given_to_segments(corpus), 3)  # these calls take the most time
        alone = [score_or_nan(metric.score_segment, *texts) for texts in few]
        np.testing.assert_array_equal(alone, segment_form(metric).formula(rows[: len(alone)]))


def check_counted_alone(
    ready: Any, given: tuple[Any, ...], columns: tuple[str, ...], row: Any
) -> None:
    """Compare the row of a segment that is counted alone with that of the statistics."""
    hypothesis, of_segment, source = given
    count = getattr(ready, "segment_counter", lambda *_: None)(of_segment, source)
    if count is None:
        return
    expected, counts = Columns(*columns).split(row), count(hypothesis)
    if "nonempty_references" in expected:  # their mean length is found at once
        return
    assert counts.keys() == expected.keys()
    for name, value in counts.items():
        np.testing.assert_array_equal(value, expected[name], err_msg=f"{name} of {ready}")


def outcome(score: Callable[[], Score]) -> str:
    """Return everything in a score with all digits, or the error."""
    try:
        scored = score()
    except (InputError, OptionError) as error:
        return str(error)
    return repr((scored.score, scored.details, str(scored.signature)))


def arrays_pay(pay: bool) -> Any:
    """Make metrics count with arrays, or in Python numbers, as they do few segments."""
    return patch("tallystick.metrics.base.base_metric.arrays_pay", return_value=pay)


def check_without_arrays(ready: Any, corpus: Corpus, rows: Any, scores: Any) -> None:
    """Compare the scores of rows of Python numbers, and of their sum, with those of arrays."""
    with arrays_pay(False):
        few = ready.statistics(corpus)
    if few.values is None:
        return
    alone = [ready.score_of_row(row) for row in few.named_rows()]
    np.testing.assert_array_equal(alone, scores)
    np.testing.assert_array_equal(few.rows, rows)
    outcomes = []
    for pay in (True, False):
        with arrays_pay(pay):
            outcomes.append(outcome(lambda: ready.score_total(ready.total(corpus))))
    assert outcomes[0] == outcomes[1]
