"""How systems lead, from outcomes chosen by hand."""

from __future__ import annotations

from itertools import combinations

import pytest

from tallystick.reports.comparison.facts.results import results_of
from tallystick.reports.comparison.facts.standing import Kind, Standing, standing_under
from tests.reports.comparison import made


@pytest.mark.parametrize(
    ("significant", "kind", "leaders"),
    [
        (("AB", "AC", "AD"), Kind.FIRST, "A"),
        (("AD", "BD", "CD"), Kind.TOGETHER, "ABC"),
        (("AD", "BD", "CD", "BC"), Kind.PARTLY, "ABC"),  # two of those beside the best differ
        (("AD", "BD"), Kind.PARTLY, "ABC"),  # not every leader is better than D
        (("BC", "CD"), Kind.ALONE, "ABCD"),
    ],
)
def test_systems_lead_together_if_they_differ_from_all_others_and_not_from_each_other(
    significant: tuple[str, ...], kind: Kind, leaders: str
) -> None:
    scores = {"A": 40.0, "B": 39.0, "C": 37.0, "D": 30.0}
    found = made.put_together(
        (made.BLEU,),
        tuple(scores),
        tuple(made.score(name, made.BLEU, value) for name, value in scores.items()),
        tuple(
            made.difference(
                one,
                other,
                made.BLEU,
                scores[one] - scores[other],
                0.01 if one + other in significant else 0.3,
            )
            for one, other in combinations(scores, 2)
        ),
    )
    beaten = frozenset(scores) - frozenset(leaders)
    expected = Standing(kind, tuple(leaders), beaten)
    assert standing_under(results_of(found), made.BLEU) == expected
