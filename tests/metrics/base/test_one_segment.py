"""Single segments, and single sums in Python numbers, score as arrays do, to the last bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import (
    Bleu,
    Corpus,
    Nist,
)
from tests.metrics.built_in import NAMES, few_of_each, metrics
from tests.metrics.small_corpora import outcome

# "0" is not a prefix in mteval, and two spaces are an empty segment
TEXT = st.text("aB0. 猫", max_size=12)
SEGMENT = st.tuples(TEXT, st.lists(TEXT, min_size=1, max_size=3))

pytestmark = pytest.mark.filterwarnings("ignore::tallystick.TallystickWarning")


@pytest.mark.parametrize("name", NAMES)
@few_of_each
@given(segment=SEGMENT, data=st.data())
def test_one_segment_scores_as_a_corpus_of_it(
    name: str, segment: tuple[str, list[str]], data: st.DataObject
) -> None:
    hypothesis, references = segment
    metric = data.draw(metrics(name, highest=8))
    texts: dict[str, Any] = {"hypotheses": [hypothesis], "references": [references]}
    if metric.identity.needs_sources:
        texts["sources"] = [hypothesis[::-1]]
    corpus = Corpus.from_segments(**texts)
    expected = outcome(lambda: metric.score(metric.statistics(corpus)))
    if not metric.identity.needs_references:
        texts.pop("references")
    assert outcome(lambda: metric.score(**texts)) == expected


@pytest.mark.parametrize(("length", "reference"), [(7, 83), (54, 83), (47, 89)])
def test_a_penalty_that_numpy_rounds_in_two_ways_is_rounded_in_one(
    length: int, reference: int
) -> None:
    # with glibc, pow() of the logarithm of these ratios is not the rounded product
    metric = Nist(order=1)
    row = np.array([length, reference, 0, length, float(length)])
    score = float(metric.formula(row))
    assert [score] * 2 == metric.formula(np.stack([row] * 2)).tolist()


def counts_alone(metric: Any, *references: str) -> bool:
    """Whether single segments are counted without arrays."""
    return metric.segment_counter(list(references)) is not None


@pytest.mark.parametrize(
    ("axes", "usual"),
    [
        *((f"smooth={name}", True) for name in ("none", "floor", "add-k", "exp", "nltk4")),
        ("smooth=chencherry5", False),  # it reads an order more
        *((f"missing_order={name}", True) for name in ("zero", "effective", "error")),
        *((f"missing_order={name}", False) for name in ("one_per_segment", "negative")),
        ("weights=0.4+0.6+no_match=zero+brevity_penalty=none", True),
        ("order_limit=hypothesis_tokens+empty_hypotheses=error", True),
        ("order_limit=longest_reference", False),
        ("empty_hypotheses=error_if_any", False),
        ("average=macro", False),
        ("tokenize=intl+lowercase=ascii", True),
        ("clip=best_reference", False),
        ("reference_length=shortest", False),
    ],
)
def test_what_the_formula_of_bleu_alone_reads_changes_no_counting(axes: str, usual: bool) -> None:
    assert counts_alone(Bleu(dialect=axes), "a", "b") == usual


@pytest.mark.parametrize(
    ("axes", "usual"),
    [
        ("order=5", True),
        ("match=best_reference", False),
        ("matched_references=first", False),
        ("information_references=first", False),
    ],
)
def test_axes_of_nist_that_choose_references_need_arrays_for_several(
    axes: str, usual: bool
) -> None:
    assert counts_alone(Nist(dialect=axes), "a")
    assert counts_alone(Nist(dialect=axes), "a", "b") == usual
