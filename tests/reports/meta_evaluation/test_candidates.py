"""Dialects as candidates."""

from __future__ import annotations

import re

import pytest

from tallystick import UnknownNameError, meta
from tallystick.reports import MetaEvaluation


def evaluated(*metrics: str) -> MetaEvaluation:
    return meta(
        systems={"A": ["a b c d", "e f g h"], "B": ["a b c x", "e f g h"], "C": ["a x", "y h"]},
        references=["a b c d", "e f g h"],
        human={"A": 3, "B": 2, "C": 1},
        metrics=metrics,
        resamples=50,
    )


def test_every_known_program_becomes_a_candidate_with_the_other_options() -> None:
    report = evaluated("chrf", "nist:dialect=*,tokenize=intl")
    first, *others = [metric.metric for metric in report.metrics]
    assert first == "chrf"
    assert len(others) > 2
    assert all(re.fullmatch("nist:dialect=[^,]+,tokenize=intl", spec) for spec in others)


def test_an_unknown_metric_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="no metric is named 'sacre'"):
        evaluated("sacre:dialect=*")


@pytest.mark.filterwarnings("ignore:.* computed on one segment")
def test_a_dialect_that_cannot_score_is_left_out_with_the_reason() -> None:
    report = meta(
        systems={name: [f"a b {name}"] for name in "ABC"},
        references=["a b A"],
        human={"A": 3, "B": 2, "C": 1},
        metrics=["cider:dialect=*", "wer"],
        resamples=50,
    )
    assert "cider:dialect=cider-d" not in [metric.metric for metric in report.metrics]
    assert any(note.startswith("cider:dialect=cider-d left out: ") for note in report.notes)


def test_a_metric_that_was_named_is_never_left_out() -> None:
    assert [metric.metric for metric in evaluated("cider", "wer").metrics] == ["cider", "wer"]


def test_dialects_with_the_same_scores_are_one_candidate() -> None:
    report = evaluated("nist:dialect=*")
    [equal] = [note for note in report.notes if "the first one is kept: nist:dialect=" in note]
    kept = [metric.metric for metric in report.metrics]
    for same in equal.partition("kept: ")[2].rstrip(".").split("; "):
        first, *others = same.split(" = ")
        assert first in kept
        assert not set(others) & set(kept)
