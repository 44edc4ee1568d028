"""sacreBLEU's defects: reproduced with a warning, or corrected."""

from __future__ import annotations

import warnings
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

import tallystick.compat.sacrebleu as ours
from tallystick import InputError, TallystickError, TallystickWarning
from tallystick.metrics import Signature

theirs = pytest.importorskip("sacrebleu")

IDENTITY = ["the cat sat on the mat"]
TWO_ORDERS = {"max_ngram_order": 2, "tokenize": "none"}

# name: (function or method, arguments, options, words of the warning, the right score or None if
# the input is refused)
DEFECTS: dict[str, tuple[str, tuple[Any, ...], dict[str, Any], str, float | None]] = {
    "a perfect sentence": ("sentence_bleu", ("a b", ["a b"]), {}, "above 100", 100.0),
    "perfect counts": (
        *("BLEU.compute_bleu", ([4, 3, 2, 1], [4, 3, 2, 1], 4, 4), {}),
        *("above 100", 100.0),
    ),
    "fewer hypotheses than references": (
        *("corpus_bleu", (["a b c d"], [["a b c e", "x"]]), {}),
        *("there is 1 hypothesis but the reference streams have 2 lines", None),
    ),
    "one string as hypotheses": (
        *("corpus_bleu", ("abc", [["a", "x", "y"]]), {}),
        *("hypotheses is a single string", None),
    ),
    "an empty reference of a sentence": (
        *("BLEU.sentence_score", ("a b", ["", "a b c d e f"])),
        *({**TWO_ORDERS, "effective_order": True}, "calls an empty reference missing"),
        13.53352832366127,
    ),
    "an empty sentence without reference": ("sentence_bleu", ("", [None]), {}, "adds -1", None),
    "a second stream of chrF with other lines": (
        *("corpus_chrf", (["a"], [["a"], ["b", "c"]]), {}),
        *("drops the lines", None),
    ),
    "a second stream of TER with other lines": (
        *("corpus_ter", (["a"], [["a"], ["b", "c"]]), {}),
        *("drops the lines", None),
    ),
}
"""Defects in further forms than those of the ledger, whose inputs are tested with it."""


def call(name: str, package: Any, **corrected: bool) -> Any:
    """Call a function of a package, or a method of a metric with the options."""
    function, arguments, options, *_ = DEFECTS[name]
    if function.endswith("_score"):
        kind, method = function.split(".")
        return getattr(getattr(package, kind)(**options, **corrected), method)(*arguments)
    return attrgetter(function)(package)(*arguments, **options, **corrected)


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_reproduced_with_a_warning(name: str) -> None:
    *_, words, right = DEFECTS[name]
    expected = call(name, theirs)
    with warnings.catch_warnings(record=True) as record:
        warnings.simplefilter("always")
        score = call(name, ours)
    assert vars(score) == vars(expected)
    assert {warning.category for warning in record} == {TallystickWarning}
    assert any(words in str(warning.message) for warning in record)
    # warnings are attributed to the line of the caller
    assert {Path(warning.filename).name for warning in record} == {Path(__file__).name}
    assert score.score != right


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_can_be_corrected(name: str) -> None:
    right = DEFECTS[name][-1]
    if right is None:
        with pytest.raises(InputError):
            call(name, ours, corrected=True)
        return
    score = call(name, ours, corrected=True)  # warnings are errors
    assert score.score == pytest.approx(right, rel=1e-14)
    assert score.score <= 100


def test_correct_scores_are_unchanged_when_corrected() -> None:
    streams: list[list[str | None]] = [["a b c e", "", "x"], ["c d", None, "y z"]]
    hypotheses = ["a b c d e", "q", "x y"]
    for method in ("exp", "add-k", "floor", "none"):
        expected = ours.BLEU(smooth_method=method).corpus_score(hypotheses, streams, 20)
        metric = ours.BLEU(smooth_method=method, corrected=True)
        assert vars(metric.corpus_score(hypotheses, streams, 20)) == vars(expected)


def test_resampled_scores_are_corrected_too() -> None:
    bleu = ours.BLEU(smooth_method="add-k", effective_order=True, corrected=True)
    score = bleu.corpus_score(["a b"] * 3, [["a b c"] * 3], n_bootstrap=40)
    assert score._mean == pytest.approx(score.score, rel=1e-6)
    assert score._ci == 0
    assert score.score == pytest.approx(60.653065971263345, rel=1e-14)  # exp(1 - 3/2), by hand


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
def test_a_corrected_score_has_a_different_signature(name: str) -> None:
    metric = getattr(ours, name)(corrected=True)
    metric.corpus_score(IDENTITY, [IDENTITY])
    assert str(metric.get_signature()).endswith("|corrected:yes|version:2.6.0")
    assert "|corrected:yes|v:2.6.0" in metric.get_signature().format(short=True)


def test_our_signature_is_complete_and_reproduces_the_metric() -> None:
    bleu = ours.BLEU(
        max_ngram_order=3, smooth_method="floor", smooth_value=0.001, lowercase=True, force=True
    )
    hypotheses = ["A b c d", "x y z"]
    references: list[list[str | None]] = [["a b c e", "x y z"], ["f", None]]
    score = bleu.corpus_score(hypotheses, references, n_bootstrap=7)
    own = score.tallystick_signature
    assert own is not None
    text = str(own)
    assert text.startswith(
        "nrefs:var|bs:7|seed:12345|case:lc|eff:no|tok:13a|smooth:floor[0.001]|order:3|metric:bleu|"
    )
    from tallystick import Bleu, Corpus

    metric = Signature.parse(text).metric()
    assert isinstance(metric, Bleu)
    corpus = Corpus.from_streams(hypotheses=hypotheses, references=references)
    assert metric.score(metric.statistics(corpus)).score == pytest.approx(score.score, rel=1e-14)


def test_signatures_of_chrf_and_ter_are_complete() -> None:
    signatures = [
        ours.corpus_chrf(["a b"], [["a c"]], beta=3, word_order=2).tallystick_signature,
        ours.corpus_ter(["a b"], [["a c"]], no_punct=True).tallystick_signature,
    ]
    expected = [
        {"metric": "chrf", "beta": "3", "dialect": "sacrebleu", "nw": "2"},
        {"metric": "ter", "punct": "no", "case": "lc"},
    ]
    for signature, fields in zip(signatures, expected, strict=True):
        assert signature is not None
        assert fields.items() <= dict(signature.fields).items()
        assert signature.metric() is not None


def test_a_score_computed_from_counts_has_no_signature() -> None:
    for score in (
        ours.BLEU.compute_bleu([1, 0, 0, 0], [2, 1, 0, 0], 2, 2),
        ours.metrics.TERScore(1.0, 1, 1.0),
    ):
        assert score.tallystick_signature is None


def test_a_signature_that_no_metric_of_ours_has_cannot_be_read_back() -> None:
    score = ours.sentence_bleu("a", ["a b"], "add-k", corrected=True)
    own = score.tallystick_signature
    assert own is not None
    assert own["corrected"] == "add-k"
    with pytest.raises(TallystickError, match="corrected"):
        own.metric()
