"""chrF of the drop-in has the numbers and lines of sacreBLEU, bit for bit, on random input."""

from __future__ import annotations

import pickle
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick.compat.sacrebleu as ours
from tallystick import InputError, TallystickWarning

theirs = pytest.importorskip("sacrebleu")
if theirs.__version__ != ours.EMULATED_VERSION:
    pytest.skip(
        f"sacreBLEU {theirs.__version__} is installed; {ours.EMULATED_VERSION} is emulated",
        allow_module_level=True,
    )

# The score of segments under which references tie depends on their order; ours says so.
TIES = pytest.mark.filterwarnings("ignore::tallystick.TallystickWarning")

LINES = st.lists(
    st.sampled_from(["a", "ab", "(ab)", "b.", "\u3000", "É", "中文", "x,y", "Σ", "\x1c"]),
    max_size=6,
).map(" ".join)
OPTIONS = st.fixed_dictionaries(
    {
        "char_order": st.integers(0, 7),
        "word_order": st.integers(0, 3),
        "beta": st.integers(0, 3),
        "lowercase": st.booleans(),
        "whitespace": st.booleans(),
        "eps_smoothing": st.booleans(),
    }
).filter(lambda options: options["char_order"] + options["word_order"] > 0)


@st.composite
def corpora(draw: st.DrawFn) -> tuple[list[str], list[list[str | None]]]:
    size = draw(st.integers(1, 4))
    first: list[str | None] = list(draw(st.lists(LINES, min_size=size, max_size=size)))
    other = st.lists(st.none() | LINES, min_size=size, max_size=size)
    hypotheses = draw(st.lists(LINES, min_size=size, max_size=size))
    return hypotheses, [first, *draw(st.lists(other, max_size=2))]


@TIES
@given(corpora(), OPTIONS)
def test_scores_lines_signatures_and_statistics_equal_sacrebleu(
    corpus: tuple[list[str], list[list[str | None]]], options: dict[str, Any]
) -> None:
    hypotheses, streams = corpus
    their_metric, our_metric = theirs.CHRF(**options), ours.CHRF(**options)
    expected = their_metric.corpus_score(hypotheses, streams)
    found = our_metric.corpus_score(hypotheses, streams)
    assert (found.score, found.name, str(found)) == (expected.score, expected.name, str(expected))
    assert str(our_metric.get_signature()) == str(their_metric.get_signature())
    assert our_metric.get_signature().format(True) == their_metric.get_signature().format(True)
    assert our_metric._extract_corpus_statistics(
        hypotheses, streams
    ) == their_metric._extract_corpus_statistics(hypotheses, streams)
    for i, line in enumerate(hypotheses):
        references = [stream[i] for stream in streams]
        one = our_metric.sentence_score(line, references)
        assert one.score == their_metric.sentence_score(line, references).score
    cached = ours.CHRF(**options, references=streams)
    assert cached.corpus_score(hypotheses, None).score == expected.score
    assert pickle.loads(pickle.dumps(cached)).corpus_score(hypotheses, None) is not None


@TIES
@given(corpora(), st.booleans())
def test_intervals_equal_sacrebleu(
    corpus: tuple[list[str], list[list[str | None]]], smoothed: bool
) -> None:
    hypotheses, streams = corpus
    found = ours.CHRF(eps_smoothing=smoothed).corpus_score(hypotheses, streams, n_bootstrap=20)
    assert 0 <= found._mean <= 100.0001
    # sacrebleu-chrf-interval-mixes-precisions in the ledger
    with suppress(TypeError):
        their_metric = theirs.CHRF(eps_smoothing=smoothed)
        expected = their_metric.corpus_score(hypotheses, streams, n_bootstrap=20)
        assert vars(found) == vars(expected)


def test_a_warning_names_the_order_of_references_and_corrected_ends_it() -> None:
    # recorded with sacreBLEU 2.6.0: 50.0, and 22.73 in the other order
    hypotheses, streams = ["a", "b"], [["c", "b"], ["dddd", "b"]]
    swapped = [["dddd", "b"], ["c", "b"]]
    with pytest.warns(TallystickWarning, match="score of the corpus depends on their order"):
        assert ours.corpus_chrf(hypotheses, swapped).score == pytest.approx(22.7272727)
    for given_streams in (streams, swapped):
        assert ours.corpus_chrf(hypotheses, given_streams, corrected=True).score == 50
    metric = ours.CHRF(corrected=True)
    metric.corpus_score(hypotheses, swapped)
    assert "corrected:yes" in str(metric.get_signature())
    with pytest.raises(InputError, match="drops the lines"):
        metric.corpus_score(["a"], [["a"], ["b", "c"]])


def test_a_score_has_a_complete_signature() -> None:
    score = ours.corpus_chrf(["a b"], [["a c"]], beta=3, word_order=2)
    assert score.tallystick_signature is not None
    fields = dict(score.tallystick_signature.fields)
    assert (fields["beta"], fields["dialect"], fields["nw"]) == ("3", "sacrebleu", "2")
