"""The conditions of --fail-if, and errors in them."""

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import OptionError
from tests.reports.internals import Group, Limit, Worsening, metrics_of, parse_condition


@pytest.mark.parametrize(
    ("text", "metric", "margin", "significant", "group"),
    [
        ("bleu worsens by more than 1e-3", "bleu", 0.001, True, None),
        ("bleu:smooth=floor,order=2 worsens", "bleu:smooth=floor,order=2", 0.0, True, None),
        ("nist:information=a file.tsv worsens", "nist:information=a file.tsv", 0.0, True, None),
        ("  bleu   worsens\n", "bleu", 0.0, True, None),
        ("bleu worsens in domain=medical", "bleu", 0.0, True, Group("domain", "medical")),
        ("bleu worsens in d=a b=c by more than 1", "bleu", 1.0, True, Group("d", "a b=c")),
        (
            "bleu worsens in reference length=10-19 even if not significant",
            *("bleu", 0.0, False, Group("reference length", "10-19")),
        ),
    ],
)
def test_a_condition_has_a_metric_a_margin_significance_and_a_group(
    text: str, metric: str, margin: float, significant: bool, group: Group | None
) -> None:
    expected = Worsening(" ".join(text.split()), metric, margin, significant, group=group)
    assert parse_condition(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "worsens",
        "bleu",
        "bleu worsens by 0.3",
        "bleu worsens by more than 1 now",
        "bleu worsens by more than 1 in domain=news",
        "bleu worsens in medical",
        "bleu may be worse",
        "bleu may be worse by more than 1 even",
        "bleu below 30 now",
        "bleu below 30 in domain=news",
    ],
)
def test_a_text_that_is_no_condition_is_refused_with_what_can_be_written(text: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_condition(text)
    assert str(caught.value) == (
        f"the condition {text!r} cannot be read; expected "
        "'METRIC worsens [in FIELD=GROUP] [by more than NUMBER] [even if not significant]', or "
        "'METRIC may be worse|differ by more than NUMBER', or 'METRIC below|above NUMBER', such as "
        "'bleu worsens by more than 0.3'"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bleu worsens by more than 0,3", "has '0,3' in the place of a number of 0 or more; a"),
        ("bleu worsens by more than -1", "has '-1' in the place of a number of 0 or more"),
        ("bleu worsens by more than nan", "has 'nan' in the place of a number of 0"),
        ("bleu worsens by more than inf", "has 'inf' in the place of a number of 0"),
        ("bleu may differ by more than -1", "has '-1' in the place of a number of 0 or more"),
        ("bleu may be worse by more than x", "has 'x' in the place of a number of 0 or more"),
        ("bleu below 30%", "has '30%' in the place of a number; a whole condition is 'bleu"),
        ("any metric below 30", "metrics have different scales; give a condition for each metric"),
        ("length ratio below -1", "has '-1' in the place of a number of 0 or more"),
        ("length ratio worsens", "can only be limited; write 'length ratio above NUMBER'"),
        ("empty hypotheses below 3", "where there are few empty hypotheses; write 'empty hypo"),
        ("empty hypotheses above -1", "has '-1' in the place of a number of 0 or more"),
        ("empty hypotheses above 101%", "has '101' in the place of a number of 0 or more, and at"),
        ("bleu worsens chrf may differ by more than 1", "is several conditions in one; give each"),
        ("bleu below 30 chrf worsens", "of its own, in quotation marks, or in a list"),
    ],
)
def test_a_condition_that_cannot_hold_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(OptionError, match=re.escape(message)) as caught:
        parse_condition(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "metric", "either_way"),
    [
        ("bleu may be worse by more than 0.3", "bleu", False),
        ("bleu may differ by more than 0.3", "bleu", True),
        ("any  metric may be worse by more than 0.3", None, False),
        (
            "nist:information=a may f.tsv may be worse by more than 0.3",
            "nist:information=a may f.tsv",
            False,
        ),
    ],
)
def test_a_condition_can_require_that_a_loss_or_difference_is_excluded(
    text: str, metric: str | None, either_way: bool
) -> None:
    condition = parse_condition(text)
    assert isinstance(condition, Worsening)
    assert (condition.margin, condition.significant, condition.must_be_excluded) == (
        0.3,
        False,
        True,
    )
    assert (condition.metric, condition.either_way) == (metric, either_way)


@given(st.text())
def test_no_text_breaks_the_reading(text: str) -> None:
    with suppress(OptionError):
        parse_condition(text)


@pytest.mark.parametrize(
    ("wanted", "metrics", "expected"),
    [
        ("any metric", ["bleu", "nist"], ("bleu", "nist")),
        ("bleu", ["bleu:order=2", "nist"], ("bleu:order=2",)),
        ("bleu", ["bleu:order=2", "bleu"], ("bleu",)),
        # case matters only between metrics that differ by it
        ("BLEU", ["bleu", "nist"], ("bleu",)),
        ("BLEU:order=2", ["bleu:order=2", "bleu:order=3"], ("bleu:order=2",)),
        ("BLEU", ["bleu", "bleu:order=2", "BLEU"], ("BLEU",)),
        ("BLEU", ["bleu", "BLEU:order=2"], ("BLEU:order=2",)),
        ("Bleu", ["bleu:order=2", "bleu"], ("bleu",)),
    ],
)
def test_a_name_means_the_metric_that_has_it(
    wanted: str, metrics: list[str], expected: tuple[str, ...]
) -> None:
    assert metrics_of(parse_condition(f"{wanted} worsens"), metrics) == expected


@pytest.mark.parametrize(
    ("condition", "metrics", "message"),
    [
        (
            "bleu worsens",
            ["bleu:order=2", "bleu:order=3"],
            "could mean bleu:order=2 or bleu:order=3; write one",
        ),
        ("Bleu worsens", ["bleu", "BLEU"], "'Bleu worsens' could mean bleu or BLEU; write one of"),
        ("bleu worsens", ["nist"], "not a metric of the comparison; known are nist"),
        ("bleu worsens", ["blue"], "not a metric of the comparison; did you mean blue?"),
        ("empty hypothesis above 0", ["bleu"], "did you mean empty hypotheses"),
    ],
)
def test_a_metric_that_is_not_compared_or_not_clear_is_refused(
    condition: str, metrics: list[str], message: str
) -> None:
    with pytest.raises(OptionError, match=re.escape(message)):
        metrics_of(parse_condition(condition), metrics)


def test_a_metric_can_be_named_by_the_title_that_reports_print() -> None:
    titles = {"rougeL": "ROUGE-L", "google_gleu": "GLEU (Google)", "bleu": "BLEU"}
    for wanted, metric in (("rouge-l", "rougeL"), ("GLEU (Google)", "google_gleu")):
        assert metrics_of(parse_condition(f"{wanted} worsens"), list(titles), titles) == (metric,)
    both = {"chrf": "chrF2", "chrf:beta=2": "chrF2"}
    with pytest.raises(OptionError, match="could mean chrf or chrf:beta=2"):
        metrics_of(parse_condition("chrF2 worsens"), list(both), both)


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
