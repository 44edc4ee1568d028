"""The conditions of --fail-if, and errors in them."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import OptionError
from tallystick.reports.comparison.checks.condition import (
    Group,
    Limit,
    Worsening,
    metrics_of,
    parse_condition,
)


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
    assert parse_condition(text) == Worsening(text, metric, margin, significant)


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
        ("bleu worsens nist worsens", "character 14 begins 'nist'; expected 'in FIELD=GROUP'"),
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
    assert found == Worsening(
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
    assert isinstance(found, Worsening)
    assert (found.margin, found.significant, found.must_be_excluded) == (0.3, False, True)
    assert found.metric == (metric if metric in (None, "bleu") else f"{metric} file.tsv")


def test_a_condition_can_require_equivalence() -> None:
    found = parse_condition("bleu may differ by more than 0.3")
    assert isinstance(found, Worsening)
    assert (found.margin, found.must_be_excluded, found.either_way) == (0.3, True, True)
    loss = parse_condition("bleu may be worse by more than 0.3")
    assert isinstance(loss, Worsening)
    assert not loss.either_way


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bleu may be worse", "it ends after 'worse'; expected 'by'"),
        ("bleu may differ", "it ends after 'differ'; expected 'by'"),
        ("bleu may differ by more than -1", "begins '-1'; expected a number of 0 or more"),
        ("bleu may worsen", "character 10 begins 'worsen'; expected 'be'"),
        ("bleu can fall", "character 6 begins 'can'; expected 'worsens', 'below NUMBER', 'above"),
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


@pytest.mark.parametrize(
    ("text", "group", "margin", "significant"),
    [
        ("bleu worsens in domain=medical", Group("domain", "medical"), 0.0, True),
        ("bleu worsens in doc=a b=c by more than 1", Group("doc", "a b=c"), 1.0, True),
        ("bleu worsens in reference length=10-19 even if not significant",
         Group("reference length", "10-19"), 0.0, False),
    ],
)  # fmt: skip
def test_a_system_can_worsen_in_a_group(
    text: str, group: Group, margin: float, significant: bool
) -> None:
    assert parse_condition(text) == Worsening(text, "bleu", margin, significant, group=group)


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("bleu below 30", ("bleu", "below", 30.0, False)),
        ("nist:order=2 above 7.5", ("nist:order=2", "above", 7.5, False)),
        ("comet below -0.1", ("comet", "below", -0.1, False)),
        ("length ratio below 0.8", ("length ratio", "below", 0.8, False)),
        ("length ratio above 1.2", ("length ratio", "above", 1.2, False)),
        ("suspicious segments above 5%", ("suspicious segments", "above", 5.0, True)),
        ("empty  hypotheses above 0", ("empty hypotheses", "above", 0.0, False)),
    ],
)
def test_a_condition_can_limit_a_number(text: str, limit: tuple[str, str, float, bool]) -> None:
    assert parse_condition(text) == Limit(" ".join(text.split()), *limit)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bleu below", "it ends after 'below'; expected a number, such as 30"),
        ("bleu below 30%", "begins '30%'; expected a number, such as 30"),
        ("bleu below 30 now", "character 15 begins 'now'; expected the end"),
        ("any metric below 30", "metrics have different scales; give a condition for each metric"),
        ("length ratio worsens", "character 14 begins 'worsens'; expected 'below NUMBER'"),
        ("empty hypotheses below 3", "character 18 begins 'below'; expected 'above'"),
        ("empty hypotheses above -1", "begins '-1'; expected a number of segments, such as 0, or"),
        ("empty hypotheses above 101%", "begins '101%'; expected a number of segments"),
        ("bleu worsens in medical", "character 17 begins 'medical'; expected a group, such as"),
        ("bleu worsens in", "it ends after 'in'; expected a group, such as domain=medical"),
    ],
)
def test_a_wrong_limit_or_group_is_refused_with_its_position(text: str, message: str) -> None:
    with pytest.raises(OptionError, match=re.escape(message)):
        parse_condition(text)


@pytest.mark.parametrize(
    "text",
    [
        "bleu below 30 in domain=news",
        "bleu may be worse by more than 0.3 in domain=news",
        "bleu worsens by more than 1 in domain=news",
    ],
)
def test_a_group_elsewhere_than_behind_the_verb_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="names a group, which can only follow 'worsens'"):
        parse_condition(text)


def test_a_misspelt_kind_of_segments_is_compared_with_those_that_are_known() -> None:
    with pytest.raises(OptionError, match=r"names 'empty hypothesis'.*did you mean empty hypothes"):
        metrics_of(parse_condition("empty hypothesis above 0"), ["bleu"])


@pytest.mark.parametrize(
    ("text", "requirement"),
    [
        ("bleu worsens", "bleu does not worsen"),
        ("any metric worsens by more than 1", "bleu does not worsen by more than 1"),
        ("bleu worsens even if not significant", "bleu does not worsen, significantly or not"),
        ("bleu worsens in domain=law", "bleu does not worsen in domain=law"),
        ("bleu may be worse by more than 0.3", "bleu is not worse by more than 0.3"),
        ("bleu may differ by more than 0.3", "bleu does not differ by more than 0.3"),
        ("bleu below 30", "bleu is not below 30"),
        ("empty hypotheses above 5%", "empty hypotheses are not above 5%"),
    ],
)
def test_a_requirement_says_what_holds_if_a_system_passes(text: str, requirement: str) -> None:
    condition = parse_condition(text)
    metric = "" if condition.metric is None and isinstance(condition, Limit) else "bleu"
    assert condition.requirement(metric) == requirement
