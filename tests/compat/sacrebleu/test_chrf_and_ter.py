"""chrF and TER of the drop-in have the numbers and lines of sacreBLEU, bit for bit."""

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

# References that tie in chrF, and those that are tokenized twice in TER; ours says so.
DEFECTS = pytest.mark.filterwarnings("ignore::tallystick.TallystickWarning")

WORDS = {
    "CHRF": ["a", "ab", "(ab)", "b.", "\u3000", "É", "中文", "x,y", "Σ", "\x1c"],
    "TER": ["a", "b", "c", "B", "it's", "1.5", "x.y", "\u3000", "É", "中文。", "Σ"],
}
OPTIONS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "CHRF": st.fixed_dictionaries(
        {
            "char_order": st.integers(0, 7),
            "word_order": st.integers(0, 3),
            "beta": st.integers(0, 3),
            "lowercase": st.booleans(),
            "whitespace": st.booleans(),
            "eps_smoothing": st.booleans(),
        }
    ).filter(lambda options: options["char_order"] + options["word_order"] > 0),
    "TER": st.fixed_dictionaries(
        {
            "normalized": st.booleans(),
            "no_punct": st.booleans(),
            "asian_support": st.booleans(),
            "case_sensitive": st.booleans(),
        }
    ),
}
METRICS = pytest.mark.parametrize("name", WORDS)


def draw_corpus(data: st.DataObject, name: str) -> tuple[list[str], list[list[str | None]]]:
    lines = st.lists(st.sampled_from(WORDS[name]), max_size=8).map(" ".join)
    size = data.draw(st.integers(1, 5))
    first: list[str | None] = list(data.draw(st.lists(lines, min_size=size, max_size=size)))
    other = st.lists(st.none() | lines, min_size=size, max_size=size)
    hypotheses = data.draw(st.lists(lines, min_size=size, max_size=size))
    return hypotheses, [first, *data.draw(st.lists(other, max_size=2))]


@DEFECTS
@METRICS
@given(data=st.data())
def test_scores_lines_signatures_and_statistics_equal_sacrebleu(
    name: str, data: st.DataObject
) -> None:
    hypotheses, streams = draw_corpus(data, name)
    options = data.draw(OPTIONS[name])
    their_metric, our_metric = getattr(theirs, name)(**options), getattr(ours, name)(**options)
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
    cached = getattr(ours, name)(**options, references=streams)
    assert cached.corpus_score(hypotheses, None).score == expected.score
    assert pickle.loads(pickle.dumps(cached)).corpus_score(hypotheses, None) is not None


@DEFECTS
@given(data=st.data(), smoothed=st.booleans())
def test_intervals_of_chrf_equal_sacrebleu(data: st.DataObject, smoothed: bool) -> None:
    hypotheses, streams = draw_corpus(data, "CHRF")
    found = ours.CHRF(eps_smoothing=smoothed).corpus_score(hypotheses, streams, n_bootstrap=20)
    assert 0 <= found._mean <= 100.0001
    # sacrebleu-chrf-interval-mixes-precisions in the ledger
    with suppress(TypeError):
        their_metric = theirs.CHRF(eps_smoothing=smoothed)
        expected = their_metric.corpus_score(hypotheses, streams, n_bootstrap=20)
        assert vars(found) == vars(expected)


@DEFECTS
@given(data=st.data())
def test_intervals_of_ter_equal_sacrebleu(data: st.DataObject) -> None:
    hypotheses, streams = draw_corpus(data, "TER")
    found = ours.TER().corpus_score(hypotheses, streams, n_bootstrap=20)
    assert found._mean >= 0
    # statistics.mean refuses scores of which some are in single precision: 0 and 100 are not
    with suppress(TypeError):
        expected = theirs.TER().corpus_score(hypotheses, streams, n_bootstrap=20)
        if any(
            length % 1 for _, length in theirs.TER()._extract_corpus_statistics(hypotheses, streams)
        ):
            # mean lengths that are fractions are added in double precision here
            assert found._mean == pytest.approx(expected._mean, rel=1e-5)
            assert found._ci == pytest.approx(expected._ci, rel=1e-5, abs=1e-4)
        else:
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


def test_a_warning_says_that_references_are_tokenized_twice_and_corrected_ends_it() -> None:
    line = "This book is John's."  # recorded with sacreBLEU 2.6.0: 33.33
    with pytest.warns(TallystickWarning, match="tokenizes normalized references twice"):
        assert round(ours.corpus_ter([line], [[line]], normalized=True).score, 2) == 33.33
    metric = ours.TER(normalized=True, corrected=True)
    assert metric.corpus_score([line], [[line]]).score == 0
    assert "corrected:yes" in str(metric.get_signature())
    with pytest.raises(InputError, match="drops the lines"):
        metric.corpus_score(["a"], [["a"], ["b", "c"]])


def test_a_score_of_chrf_has_a_complete_signature() -> None:
    score = ours.corpus_chrf(["a b"], [["a c"]], beta=3, word_order=2)
    assert score.tallystick_signature is not None
    fields = dict(score.tallystick_signature.fields)
    assert (fields["beta"], fields["dialect"], fields["nw"]) == ("3", "sacrebleu", "2")


def test_a_score_of_ter_has_a_complete_signature() -> None:
    score = ours.corpus_ter(["a b"], [["a c"]], no_punct=True)
    assert score.tallystick_signature is not None
    fields = dict(score.tallystick_signature.fields)
    assert (fields["metric"], fields["punct"], fields["case"]) == ("ter", "no", "lc")
    assert score.tallystick_signature.metric() is not None
    assert ours.metrics.TERScore(1.0, 1, 1.0).tallystick_signature is None
