"""Numbers as reported, and the scores that they mean."""

import pytest

from tallystick.compat.explanation.reported import Reported
from tallystick.errors import OptionError


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [("27.3", 27.25, 27.4), ("27.30", 27.295, 27.31), ("0.273", 0.2725, 0.274), ("27", 26.5, 28)],
)
def test_a_number_stands_for_what_is_rounded_or_truncated_to_it(
    text: str, low: float, high: float
) -> None:
    assert Reported.read(text).interval() == pytest.approx((low, high))


def test_a_number_below_zero_is_truncated_towards_zero() -> None:
    assert Reported.read("-1.5").interval() == pytest.approx((-1.6, -1.45))


def test_a_neighbour_has_the_same_precision() -> None:
    assert Reported.read("27.3").interval(2) == pytest.approx((27.45, 27.6))


def test_a_truncated_score_is_told_from_a_rounded_one() -> None:
    number = Reported.read("27.3")
    assert [number.is_truncated(score) for score in (27.26, 27.34, 27.38)] == [False, False, True]


def test_a_percent_sign_is_read() -> None:
    assert (Reported.read("27.3%").percent, Reported.read("27.3 %").value) == (True, 27.3)


@pytest.mark.parametrize("given", ["27,3", "about 27", "", "1e2", "nan", None, True])
def test_anything_but_a_number_is_refused(given: object) -> None:
    with pytest.raises(OptionError, match=r"expected a number .* such as 27\.3"):
        Reported.read(given)


def test_a_decimal_comma_is_explained() -> None:
    with pytest.raises(OptionError, match=r"with a point: 27\.3"):
        Reported.read("27,3")
