"""Conditions on a group of segments. The differences are chosen by hand."""

import re
from dataclasses import replace

import pytest

import tallystick
from tallystick import OptionError
from tallystick.reports import Comparison, GroupDifference, Interval
from tests.reports.comparison import made
from tests.reports.comparison.made import checked

REFERENCES = [f"one two three four five {n}" for n in range(120)]
WORSE = [
    text if n % 2 else text.replace("three", f"{n} 3 {n}") for n, text in enumerate(REFERENCES)
]


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    """A comparison in which the new system is worse on even segments, which are of one domain."""
    return tallystick.compare(
        systems={"old": REFERENCES, "new": WORSE},
        references=REFERENCES,
        metadata={"domain": ["law" if n % 2 else "medical" for n in range(120)]},
        metrics="bleu",
        baseline="old",
        resamples=200,
    )


def with_differences(comparison: Comparison, *differences: GroupDifference) -> Comparison:
    """Return the comparison with other differences in the groups by domain."""
    [*others, by_domain] = comparison.breakdowns
    return replace(comparison, breakdowns=(*others, replace(by_domain, differences=differences)))


def test_a_system_fails_in_the_group_in_which_it_is_worse(comparison: Comparison) -> None:
    medical, law = checked(
        comparison, "bleu worsens in domain=medical", "bleu worsens in domain=law"
    )
    assert (medical.passed, law.passed, law.p_value) == (False, True, None)
    assert "undetected" not in law.sentence
    assert re.fullmatch(
        r"new is significantly worse than old in BLEU on domain=medical: \S+ against 100\.00, a "
        r"difference of \S+ \(95% interval \S+ to \S+\)\.",
        medical.sentence,
    )
    alone = tallystick.bleu(hypotheses=WORSE[::2], references=REFERENCES[::2]).score
    assert (medical.score, medical.other_score) == pytest.approx((alone, 100))
    [turned] = checked(comparison, "bleu worsens in domain=medical", against={"old": "new"})
    assert (turned.score, turned.other_score) == pytest.approx((100, alone))


@pytest.mark.parametrize(
    ("interval", "passed"),
    [(Interval(-2.0, -0.5), False), (Interval(-2.0, 0.5), True), (Interval(0.5, 2.0), True)],
)
def test_a_difference_is_significant_if_its_interval_excludes_0(
    comparison: Comparison, interval: Interval, passed: bool
) -> None:
    differences = made.each(comparison.breakdowns[-1].differences, interval=interval)
    changed = with_differences(comparison, *differences)
    [outcome] = checked(changed, "bleu worsens in domain=medical")
    assert (outcome.passed, outcome.interval) == (passed, interval)


@pytest.mark.parametrize(
    ("group", "message"),
    [
        ("topic=law", "names the field 'topic', by which the comparison has no scores"),
        ("domain=sport", "names 'sport', which is not a group by domain; known are medical, law"),
    ],
)
def test_an_unknown_group_is_refused(comparison: Comparison, group: str, message: str) -> None:
    with pytest.raises(OptionError, match=re.escape(message)):
        checked(comparison, f"bleu worsens in {group}")


def test_a_group_of_few_segments_is_refused_with_its_size() -> None:
    domains = ["law"] * 95 + ["sport"] * 25
    comparison = tallystick.compare(
        systems={"old": REFERENCES, "new": WORSE},
        references=REFERENCES,
        metadata={"domain": domains},
        documents=[f"d{number // 4}" for number in range(120)],
        metrics="bleu",
        baseline="old",
        resamples=200,
    )
    message = "names 'sport', which has 25 segments, and scores are only given for groups of 30"
    for how in ("", " even if not significant"):
        with pytest.raises(OptionError, match=re.escape(message)):
            checked(comparison, f"bleu worsens in domain=sport{how}")


def test_a_group_without_a_difference_or_an_interval_is_not_tested(comparison: Comparison) -> None:
    differences = made.each(comparison.breakdowns[-1].differences, interval=None)
    small = with_differences(comparison, *differences)
    with pytest.raises(OptionError, match="domain=medical has too few units of resampling for"):
        checked(small, "bleu worsens in domain=medical")
    [careless] = checked(small, "bleu worsens in domain=medical even if not significant")
    assert not careless.passed
    with pytest.raises(OptionError, match="on which new and old were not compared"):
        checked(with_differences(comparison), "bleu worsens in domain=medical")
