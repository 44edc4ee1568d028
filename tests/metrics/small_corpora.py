"""Small corpora of edge cases, on which a metric has the same scores however it computes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from unittest.mock import patch

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics import presets_of
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.dialect import Dialect
from tallystick.metrics.metric import fitted

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


def dialects_of(kind: type[Dialect]) -> list[str]:
    """Return all presets, and the dialects that differ from the default in one axis."""
    return [
        *(preset.name for preset in presets_of(kind)),
        *(f"{name}={value}" for name, axis in kind.axes().items() for value in axis.values),
    ]


def check_small_corpora(metric: Any) -> None:
    """Compare the scores of rows at once, alone, and without arrays, to the last bit."""
    for segments in CORPORA:
        hypotheses, references = map(list, zip(*segments, strict=True))
        corpus = Corpus.from_segments(hypotheses=hypotheses, references=references)
        try:
            ready: Any = fitted(metric, [corpus.references])
            rows = ready.statistics(corpus).rows
        except InputError:  # the dialect refuses such references
            continue
        last = len(corpus) // 2
        np.testing.assert_array_equal(ready.statistics(corpus[last:]).rows, rows[last:])
        scores = ready.formula(rows)
        np.testing.assert_array_equal([ready.formula(row) for row in rows], scores)
        np.testing.assert_array_equal(ready.formula(rows[np.newaxis, ::-1]), [scores[::-1]])
        with patch(f"{type(ready).__module__}.arrays_pay", return_value=False):
            few = ready.few_statistics(corpus)
        if few is not None:
            np.testing.assert_array_equal(few.as_arrays().rows, rows)
            np.testing.assert_array_equal([ready.score_of_row(row) for row in few.rows()], scores)
        for (hypothesis, of_segment), score in zip(segments, scores, strict=True):
            scorer = ready.segment_scorer(of_segment)
            if scorer is not None:
                np.testing.assert_array_equal(scorer(hypothesis), score)
