"""The conditions of --fail-if, and errors in them."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.errors import OptionError
from tallystick.reports.comparison.condition import Condition, metrics_of, parse_condition


@pytest.mark.parametrize(
    ("text", "metric", "margin", "significant"),
    [
        ("bleu worsens", "bleu", 0.0, True),
        ("any metric worsens", None, 0.0, True),
        ("bleu worsens by more than 0.3", "bleu", 0.3, True),
        ("bleu worsens by more than 1e-3", "bleu", 0.001, True),
        ("bleu worsens even if not significant", "bleu", 0.0, False),
        ("any metric worsens by more than 2 even if not significant", None, 2.0, False),
        ("bleu:smooth=floor,order=2 worsens", "bleu:smooth=floor,order=2", 0.0, True),
        ("nist:information=a file.tsv worsens", "nist:information=a file.tsv", 0.0, True),
    ],
)
def test_a_condition_has_a_metric_a_margin_and_significance(
    text: str, metric: str | None, margin: float, significant: bool
) -> None:
    assert parse_condition(text) == Condition(text, metric, margin, significant)


def test_white_space_around_and_between_words_is_ignored() -> None:
    assert parse_condition("  bleu   worsens\n") == parse_condition("bleu worsens")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it is empty; expected a metric, such as bleu, or 'any metric'"),
        ("worsens", "character 1 begins 'worsens'; expected a metric"),
        ("bleu", "it ends after 'bleu'; expected 'worsens'"),
        ("bleu drops", "character 6 begins 'drops'; expected 'worsens'"),
        ("  bleu drops", "character 8 begins 'drops'"),
        ("any", "it ends after 'any'; expected 'metric'"),
        ("any worsens", "character 5 begins 'worsens'; expected 'metric'"),
        ("bleu worsens by 0.3", "character 17 begins '0.3'; expected 'more'"),
        ("bleu worsens by more than", "it ends after 'than'; expected a number of 0 or more"),
        ("bleu worsens by more than 0,3", "character 27 begins '0,3'; expected a number"),
        ("bleu worsens by more than -1", "character 27 begins '-1'; expected a number of 0"),
        ("bleu worsens by more than nan", "begins 'nan'; expected a number"),
        ("bleu worsens by more than inf", "begins 'inf'; expected a number"),
        ("bleu worsens even if", "it ends after 'if'; expected 'not'"),
        ("bleu worsens nist worsens", "character 14 begins 'nist'; expected 'by more than NUMB"),
        ("bleu worsens by more than 1 now", "expected 'even if not significant' or the end"),
        ("bleu < -0.3 and p < 0.05", "character 6 begins '<'; expected 'worsens'"),
    ],
)
def test_a_wrong_condition_is_refused_with_its_position(text: str, message: str) -> None:
    with pytest.raises(OptionError, match=re.escape(message)) as caught:
        parse_condition(text)
    assert repr(text) in str(caught.value)
    assert "'bleu worsens by more than 0.3'" in str(caught.value)


@given(
    metric=st.sampled_from(["any metric", "bleu", "nist:order=4"]),
    margin=st.none() | st.floats(0, 1e6),
    significant=st.booleans(),
)
def test_every_condition_can_be_written(
    metric: str, margin: float | None, significant: bool
) -> None:
    text = f"{metric} worsens"
    text += "" if margin is None else f" by more than {margin!r}"
    text += "" if significant else " even if not significant"
    found = parse_condition(text)
    assert found == Condition(
        text, None if metric == "any metric" else metric, margin or 0.0, significant
    )


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        ("bleu may be worse by more than 0.3", "bleu"),
        ("any  metric may be worse by more than 0.3", None),
        ("nist:information=a may file.tsv may be worse by more than 0.3", "nist:information=a may"),
    ],
)
def test_a_condition_can_require_that_a_loss_is_excluded(text: str, metric: str | None) -> None:
    found = parse_condition(text)
    assert (found.margin, found.significant, found.must_be_excluded) == (0.3, False, True)
    assert found.metric == (metric if metric in (None, "bleu") else f"{metric} file.tsv")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bleu may be worse", "it ends after 'worse'; expected 'by'"),
        ("bleu may worsen", "character 10 begins 'worsen'; expected 'be'"),
        ("bleu can fall", "character 6 begins 'can'; expected 'worsens' or 'may be worse by more"),
        ("bleu may be worse by more than x", "character 32 begins 'x'; expected a number"),
        ("bleu may be worse by more than 1 even", "character 34 begins 'even'; expected the end"),
    ],
)
def test_a_condition_on_an_excluded_loss_has_only_a_margin(text: str, message: str) -> None:
    with pytest.raises(OptionError, match=re.escape(message)):
        parse_condition(text)


@given(st.text())
def test_no_text_breaks_the_reading(text: str) -> None:
    with suppress(OptionError):
        parse_condition(text)


def test_any_metric_means_each_of_them() -> None:
    assert metrics_of(parse_condition("any metric worsens"), ["bleu", "nist"]) == ("bleu", "nist")


def test_a_name_means_the_one_metric_that_has_it() -> None:
    wanted = parse_condition("bleu worsens")
    assert metrics_of(wanted, ["bleu:order=2", "nist"]) == ("bleu:order=2",)
    assert metrics_of(wanted, ["bleu:order=2", "bleu"]) == ("bleu",)


@pytest.mark.parametrize(
    ("wanted", "metrics", "found"),
    [
        ("BLEU", ["bleu", "nist"], "bleu"),
        ("Bleu", ["bleu:order=2", "nist"], "bleu:order=2"),
        ("BLEU:order=2", ["bleu:order=2", "bleu:order=3"], "bleu:order=2"),
        ("BLEU", ["bleu", "bleu:order=2", "BLEU"], "BLEU"),
        ("BLEU", ["bleu", "BLEU:order=2"], "BLEU:order=2"),
        ("Bleu", ["bleu:order=2", "bleu"], "bleu"),
    ],
)
def test_case_matters_only_between_metrics_that_differ_by_it(
    wanted: str, metrics: list[str], found: str
) -> None:
    assert metrics_of(parse_condition(f"{wanted} worsens"), metrics) == (found,)


def test_a_metric_that_is_ambiguous_without_case_is_refused() -> None:
    with pytest.raises(OptionError, match="'Bleu worsens' could mean bleu or BLEU; write one of"):
        metrics_of(parse_condition("Bleu worsens"), ["bleu", "BLEU"])


@pytest.mark.parametrize(
    ("metrics", "message"),
    [
        (["bleu:order=2", "bleu:order=3"], "could mean bleu:order=2 or bleu:order=3; write one"),
        (["nist"], "names 'bleu', which is not a metric of the comparison; known are nist"),
        (["blue"], "names 'bleu', which is not a metric of the comparison; did you mean blue?"),
    ],
)
def test_a_metric_that_is_not_compared_or_not_clear_is_refused(
    metrics: list[str], message: str
) -> None:
    with pytest.raises(OptionError, match=re.escape(message)):
        metrics_of(parse_condition("bleu worsens"), metrics)


def test_a_metric_can_be_named_by_the_title_that_reports_print() -> None:
    titles = {"rougeL": "ROUGE-L", "google_gleu": "GLEU (Google)", "bleu": "BLEU"}
    for wanted, found in (("rouge-l", "rougeL"), ("GLEU (Google)", "google_gleu")):
        assert metrics_of(parse_condition(f"{wanted} worsens"), list(titles), titles) == (found,)
    both = {"chrf": "chrF2", "chrf:beta=2": "chrF2"}
    with pytest.raises(OptionError, match="could mean chrf or chrf:beta=2"):
        metrics_of(parse_condition("chrF2 worsens"), list(both), both)
