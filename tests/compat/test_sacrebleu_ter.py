"""TER of the drop-in has the numbers and lines of sacreBLEU, bit for bit, on random input."""

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

# Normalized references are tokenized twice; ours says so.
TWICE = pytest.mark.filterwarnings("ignore::tallystick.TallystickWarning")

LINES = st.lists(
    st.sampled_from(["a", "b", "c", "B", "it's", "1.5", "x.y", "\u3000", "É", "中文。", "Σ"]),
    max_size=9,
).map(" ".join)
OPTIONS = st.fixed_dictionaries(
    {
        "normalized": st.booleans(),
        "no_punct": st.booleans(),
        "asian_support": st.booleans(),
        "case_sensitive": st.booleans(),
    }
)


@st.composite
def corpora(draw: st.DrawFn) -> tuple[list[str], list[list[str | None]]]:
    size = draw(st.integers(1, 5))
    first: list[str | None] = list(draw(st.lists(LINES, min_size=size, max_size=size)))
    other = st.lists(st.none() | LINES, min_size=size, max_size=size)
    hypotheses = draw(st.lists(LINES, min_size=size, max_size=size))
    return hypotheses, [first, *draw(st.lists(other, max_size=2))]


@TWICE
@given(corpora(), OPTIONS)
def test_scores_lines_signatures_and_statistics_equal_sacrebleu(
    corpus: tuple[list[str], list[list[str | None]]], options: dict[str, Any]
) -> None:
    hypotheses, streams = corpus
    their_metric, our_metric = theirs.TER(**options), ours.TER(**options)
    expected = their_metric.corpus_score(hypotheses, streams)
    found = our_metric.corpus_score(hypotheses, streams)
    assert (vars(found), str(found)) == (vars(expected), str(expected))
    assert str(our_metric.get_signature()) == str(their_metric.get_signature())
    assert our_metric.get_signature().format(True) == their_metric.get_signature().format(True)
    assert our_metric._extract_corpus_statistics(
        hypotheses, streams
    ) == their_metric._extract_corpus_statistics(hypotheses, streams)
    for i, line in enumerate(hypotheses):
        references = [stream[i] for stream in streams]
        one = our_metric.sentence_score(line, references)
        assert vars(one) == vars(their_metric.sentence_score(line, references))
    cached = ours.TER(**options, references=streams)
    assert cached.corpus_score(hypotheses, None).score == expected.score
    assert pickle.loads(pickle.dumps(cached)).corpus_score(hypotheses, None) is not None


@TWICE
@given(corpora())
def test_intervals_equal_sacrebleu(corpus: tuple[list[str], list[list[str | None]]]) -> None:
    hypotheses, streams = corpus
    found = ours.TER().corpus_score(hypotheses, streams, n_bootstrap=20)
    assert found._mean >= 0
    # statistics.mean refuses scores of which some are in single precision: 0 and 100 are not
    with suppress(TypeError):
        expected = theirs.TER().corpus_score(hypotheses, streams, n_bootstrap=20)
        if any(length % 1 for _, length in theirs.TER()._extract_corpus_statistics(*corpus)):
            # mean lengths that are fractions are added in double precision here
            assert found._mean == pytest.approx(expected._mean, rel=1e-5)
            assert found._ci == pytest.approx(expected._ci, rel=1e-5, abs=1e-4)
        else:
            assert vars(found) == vars(expected)


def test_a_warning_says_that_references_are_tokenized_twice_and_corrected_ends_it() -> None:
    line = "This book is John's."  # recorded with sacreBLEU 2.6.0: 33.33
    with pytest.warns(TallystickWarning, match="tokenizes normalized references twice"):
        assert round(ours.corpus_ter([line], [[line]], normalized=True).score, 2) == 33.33
    metric = ours.TER(normalized=True, corrected=True)
    assert metric.corpus_score([line], [[line]]).score == 0
    assert "corrected:yes" in str(metric.get_signature())
    with pytest.raises(InputError, match="drops the lines"):
        metric.corpus_score(["a"], [["a"], ["b", "c"]])


def test_a_score_has_a_complete_signature() -> None:
    score = ours.corpus_ter(["a b"], [["a c"]], no_punct=True)
    assert score.tallystick_signature is not None
    fields = dict(score.tallystick_signature.fields)
    assert (fields["metric"], fields["punct"], fields["case"]) == ("ter", "no", "lc")
    assert score.tallystick_signature.metric() is not None
    assert ours.metrics.TERScore(1.0, 1, 1.0).tallystick_signature is None
