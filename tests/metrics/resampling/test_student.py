"""Student's t, compared with recorded values of SciPy 1.17.1 (stats.t.sf and stats.t.ppf)."""

import math
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.resampling.functions import quantile, student, two_sided_p_value


@pytest.mark.parametrize(
    ("t", "degrees", "p_value"),
    [
        (0.1, 1, 0.936548965138893),
        (2.5, 1, 0.24223788318168682),
        (12.7, 1.3, 0.025384292368472585),
        (2, 2.7, 0.149423438070502),
        (3, 10, 0.01334365502256957),
        (0.5, 33.3, 0.6203632728506986),
        (4, 150, 9.915585939286211e-05),
        (1.96, 1e6, 0.04999606758526985),
        (30, 4, 7.352856097661319e-06),
        (1.959963984540054, math.inf, 0.05),
    ],
)
def test_a_p_value_is_that_of_scipy(t: float, degrees: float, p_value: float) -> None:
    assert two_sided_p_value(t, degrees) == pytest.approx(p_value, rel=1e-9)
    assert two_sided_p_value(-t, degrees) == pytest.approx(p_value, rel=1e-9)


@pytest.mark.parametrize(
    ("probability", "degrees", "value"),
    [
        (0.975, 1, 12.706204736174694),
        (0.975, 2.5, 3.5746548420036817),
        (0.8, 3, 0.9784723123633042),
        (0.975, 30, 2.0422724563012378),
        (0.995, 1000, 2.580754698065951),
        (0.6, 1.1, 0.318327022513684),
        (0.2, 7, -0.8960296443137649),
        (0.975, math.inf, 1.959963984540054),
    ],
)
def test_a_quantile_is_that_of_scipy(probability: float, degrees: float, value: float) -> None:
    assert quantile(probability, degrees) == pytest.approx(value, rel=1e-9)


@given(st.floats(0.5, 0.999), st.floats(0.5, 1e5))
def test_the_quantile_undoes_the_p_value(probability: float, degrees: float) -> None:
    t = quantile(probability, degrees)
    assert two_sided_p_value(t, degrees) == pytest.approx(2 * (1 - probability), rel=1e-6)


@pytest.mark.parametrize("degrees", [0.5, 1, 3, 30, math.inf])
def test_the_median_and_the_ends_are_exact(degrees: float) -> None:
    assert two_sided_p_value(0, degrees) == 1
    assert quantile(0.5, degrees) == 0
    assert two_sided_p_value(math.inf, degrees) == two_sided_p_value(1e200, 3) == 0


@pytest.mark.parametrize("degrees", [1e7, 1e8, 1.5e8, 1e12, 1e17, 1e200])
@pytest.mark.parametrize("t", [0.5, 3**0.5, 1.96, 4.0])
def test_very_many_degrees_are_close_to_the_normal_distribution(t: float, degrees: float) -> None:
    # the first correction of Abramowitz and Stegun, 26.7.8
    correction = 2 * math.exp(-t * t / 2) / math.sqrt(2 * math.pi) * (t**3 + t) / (4 * degrees)
    p_value = math.erfc(t / math.sqrt(2)) + correction
    assert two_sided_p_value(t, degrees) == pytest.approx(p_value, rel=1e-6)
    assert quantile(1 - p_value / 2, degrees) == pytest.approx(t, rel=1e-6)


class Loops:
    """What `range` makes of loops, with the number of turns of each."""

    def __init__(self) -> None:
        self.turns: list[int] = []

    def __call__(self, *limits: int) -> Iterator[int]:
        place = len(self.turns)
        self.turns.append(0)
        for number in range(*limits):
            self.turns[place] += 1
            yield number


@pytest.fixture
def loops(monkeypatch: pytest.MonkeyPatch) -> Loops:
    loops = Loops()
    monkeypatch.setattr(student, "range", loops, raising=False)
    return loops


@pytest.mark.parametrize("degrees", [0.01, 1.0, 30.0, 2000.0])
def test_a_continued_fraction_needs_few_terms(loops: Loops, degrees: float) -> None:
    for t in (0.1, 1.0, 1.8, 3.0, 1e3, 1e6):
        two_sided_p_value(t, degrees)
    assert max(loops.turns) < 80


@pytest.mark.parametrize("degrees", [1.0, 3.0, 30.0, 2000.0])
@pytest.mark.parametrize("probability", [0.5, 0.6, 0.975, 0.9995])
def test_a_quantile_needs_few_steps(loops: Loops, probability: float, degrees: float) -> None:
    quantile.__wrapped__(probability, degrees)  # Newton's method doubles the correct digits
    assert loops.turns[0] < 20


def test_a_quantile_that_is_too_large_is_infinite() -> None:
    """With 0.01 degrees of freedom it is already above 1e128."""
    assert quantile(0.975, 0.01) > 1e128
    assert quantile(0.975, 0.001) == math.inf
