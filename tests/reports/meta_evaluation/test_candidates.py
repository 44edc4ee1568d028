"""Dialects as candidates."""

from __future__ import annotations

import pytest

from tallystick import UnknownNameError, meta
from tallystick.metrics import Corpus, as_metric
from tallystick.reports.meta_evaluation.candidates import expanded, usable
from tallystick.reports.meta_evaluation.judged_set import Judged


def test_every_known_program_becomes_a_candidate_with_the_other_options() -> None:
    found = expanded(["chrf", "nist:dialect=*,tokenize=intl"])
    assert found[0] == "chrf"
    assert "nist:dialect=nltk,tokenize=intl" in found
    assert len(found) > 4


def test_an_unknown_metric_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="no metric is named 'sacre'"):
        expanded(["sacre:dialect=*"])


def test_a_dialect_that_cannot_score_is_left_out_with_the_reason() -> None:
    corpus = Corpus.from_segments(hypotheses=["a b"], references=["a b"])
    metrics = {
        spec: as_metric(spec) for spec in ("cider:dialect=cider-d", "cider:dialect=pycocoevalcap")
    }
    found, left_out = usable(metrics, ["cider:dialect=*"], [Judged([("one", corpus)], None)])
    assert list(found) == ["cider:dialect=pycocoevalcap"]
    [said] = left_out
    assert said.startswith("cider:dialect=cider-d left out: ")


def test_a_metric_that_was_named_is_never_left_out() -> None:
    corpus = Corpus.from_segments(hypotheses=["a b"], references=["a b"])
    judged = Judged([("one", corpus)], None)
    assert list(usable({"cider": as_metric("cider")}, ["cider"], [judged])[0]) == ["cider"]


def test_dialects_with_the_same_scores_are_one_candidate() -> None:
    corpus = Corpus.from_segments(hypotheses=["a b c d e", "f"], references=["a b c d x", "f"])
    specs = ("bleu:dialect=sacrebleu", "bleu:dialect=papineni2002", "bleu:dialect=multi-bleu")
    metrics = {spec: as_metric(spec) for spec in specs}
    found, left_out = usable(metrics, ["bleu:dialect=*"], [Judged([("one", corpus)], None)])
    undefined = [one for one in left_out if " left out: " in one]
    [equal] = [one for one in left_out if one not in undefined]
    assert "the first one is kept: bleu:dialect=" in equal
    assert len(found) + equal.count(" = ") + len(undefined) == len(specs)


def test_all_dialects_are_evaluated_from_python_too() -> None:
    found = meta(
        systems={"A": ["a b c d", "e f g h"], "B": ["a b c x", "e f g h"], "C": ["a x", "y h"]},
        references=["a b c d", "e f g h"],
        human={"A": 3, "B": 2, "C": 1},
        metrics="nist:dialect=*",
        resamples=50,
    )
    assert len(found.metrics) > 1
    assert all(one.metric.startswith("nist:dialect=") for one in found.metrics)
