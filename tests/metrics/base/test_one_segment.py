"""Single segments, and single sums in Python numbers, score as arrays do, to the last bit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import tallystick
from tallystick import (
    Bleu,
    BleuDialect,
    Corpus,
    InputError,
    Nist,
    NistDialect,
    OptionError,
    PreparedReferences,
)
from tallystick.metrics import METRICS, segment_scores
from tests.metrics.built_in import NAMES, few_of_each, metrics

# "0" is not a prefix in mteval, and two spaces are an empty segment
TEXT = st.text("aB0. 猫", max_size=12)
SEGMENT = st.tuples(TEXT, st.lists(TEXT, min_size=1, max_size=3))

WITH_REFERENCES_ALONE = [
    name
    for name, identity in ((name, METRICS.load(name).identity) for name in NAMES)
    if identity.needs_references and not identity.needs_sources
]

pytestmark = pytest.mark.filterwarnings("ignore::tallystick.TallystickWarning")


def outcome(score: Callable[[], tallystick.Score]) -> str:
    """Return everything in a score with all digits, or the error."""
    try:
        found = score()
    except (InputError, OptionError) as error:
        return str(error)
    return repr((found.score, found.details, str(found.signature)))


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


@pytest.mark.parametrize("name", ["bleu", "nist", "chrf", "ter"])
@given(segment=SEGMENT)
def test_a_call_with_one_segment_equals_the_call_with_its_corpus(
    name: str, segment: tuple[str, list[str]]
) -> None:
    call = getattr(tallystick, name)
    hypothesis, references = segment
    corpus = Corpus.from_segments(hypotheses=[hypothesis], references=[references])
    found = outcome(lambda: call(hypotheses=[hypothesis], references=[references]))
    assert found == outcome(lambda: call(hypotheses=corpus))


@pytest.mark.parametrize("name", WITH_REFERENCES_ALONE)
@few_of_each
@given(segments=st.lists(SEGMENT, min_size=1, max_size=3), data=st.data())
def test_prepared_segments_score_as_the_rows_of_a_corpus(
    name: str, segments: list[tuple[str, list[str]]], data: st.DataObject
) -> None:
    hypotheses, references = map(list, zip(*segments, strict=True))
    try:
        prepared = PreparedReferences(references, metric=data.draw(metrics(name, highest=8)))
        corpus = Corpus.from_segments(hypotheses=hypotheses, references=references)
        expected = segment_scores(prepared.metric, prepared.metric.statistics(corpus))
    except (InputError, OptionError):
        assume(False)
    found = [prepared.segment_score(number, line) for number, line in enumerate(hypotheses)]
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(prepared.segment_scores(hypotheses), expected)


@pytest.mark.parametrize("lowercase", ["none", "ascii", "unicode"])
@pytest.mark.parametrize("tokenize", ["13a", "intl", "zh", "char"])
def test_one_segment_is_tokenized_and_folded_as_a_corpus(tokenize: str, lowercase: str) -> None:
    metric = Bleu(tokenize=tokenize, lowercase=lowercase)  # type: ignore[arg-type]
    hypothesis, reference = "Ein Ärgernis: 5,5 猫です。", "EIN ÄRGERNIS: 5.5 猫だ。"
    corpus = Corpus.from_segments(hypotheses=[hypothesis], references=[reference])
    assert metric.score_alone(hypothesis, [reference]) == metric.score(metric.statistics(corpus))


@pytest.mark.parametrize("references", [[], "a b"])
def test_a_segment_without_a_list_of_references_is_refused(references: list[str]) -> None:
    with pytest.raises(InputError, match="expected a list of at least one string"):
        Bleu().score_segment("a b", references)


@pytest.mark.parametrize("name", ["bleu", "nist"])
def test_a_call_with_one_segment_warns_of_its_language(name: str) -> None:
    with pytest.warns(tallystick.TokenizerWarning, match="the references look Chinese"):
        getattr(tallystick, name)(hypotheses=["我们喜欢猫和狗。"], references=["我们喜欢狗和猫。"])


@st.composite
def bleus(draw: st.DrawFn) -> tuple[Any, list[float]]:
    """Draw a metric and the lengths, matches and totals of one hypothesis or of a corpus."""
    order = draw(st.integers(1, 12))
    shares: Any = draw(st.none() | st.lists(st.integers(0, 9), min_size=order, max_size=order))
    assume(shares is None or sum(shares))
    dialect = BleuDialect(
        order=order,
        weights=tuple(share / sum(shares) for share in shares) if shares else None,
        smooth=draw(st.sampled_from(["none", "floor", "add-k", "exp"])),
        missing_order=draw(st.sampled_from(["zero", "effective"])),
        no_match=draw(st.sampled_from(["zero", BleuDialect().no_match])),
        smooth_from=draw(st.integers(1, 2)),
    )
    length = draw(st.integers(0, 12) | st.integers(0, 100_000))
    totals = [max(length - shorter, 0) for shorter in range(order)]
    matches: list[int] = []
    for total in totals:
        matches.append(draw(st.integers(0, min([total, *matches[-1:]]))))
    return Bleu(dialect=dialect), [length, draw(st.integers(0, length + 10)), *matches, *totals]


@st.composite
def nists(draw: st.DrawFn) -> tuple[Any, list[float]]:
    """Draw a metric and lengths, matches, totals and information."""
    order = draw(st.integers(1, 12))
    dialect = NistDialect(
        order=order,
        order_without_ngrams=draw(st.sampled_from(["zero_term", "zero_score", "error", "nan"])),
        empty_references=draw(st.sampled_from(["error", "one"])),
        beta=draw(st.floats(-9, -0.1)),
    )
    length = draw(st.integers(0, 12) | st.integers(0, 100_000))
    reference = draw(st.integers(0, 2 * length + 10)) / draw(st.integers(1, 3))
    least = draw(st.sampled_from([0, -order]))  # the totals of a short hypothesis may be negative
    totals = [max(length - shorter, least) for shorter in range(order)]
    gained = [draw(st.floats(0, 20)) * total if total > 0 else 0.0 for total in totals]
    return Nist(dialect=dialect), [length, reference, *[0] * order, *totals, *gained]


@given(bleus() | nists())
def test_one_sum_has_the_score_of_arrays(given_sums: tuple[Any, list[float]]) -> None:
    metric, row = given_sums
    found = metric.score_of_row(metric.columns.split_list(row))
    np.testing.assert_array_equal(found, metric.formula(np.array(row)))
    # one of many rows, in the layout that statistics have
    np.testing.assert_array_equal([found] * 9, metric.formula(np.asfortranarray([row] * 9)))


@pytest.mark.parametrize(("length", "reference"), [(7, 83), (54, 83), (47, 89)])
def test_a_penalty_that_numpy_rounds_in_two_ways_is_rounded_in_one(
    length: int, reference: int
) -> None:
    # with glibc, pow() of the logarithm of these ratios is not the rounded product
    metric = Nist(order=1)
    row = np.array([length, reference, 0, length, float(length)])
    found = float(metric.formula(row))
    assert [found] * 2 == metric.formula(np.stack([row] * 2)).tolist()


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
