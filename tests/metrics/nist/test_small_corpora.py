"""NIST of small corpora, computed in every way."""

import pytest

from tallystick import Nist, NistDialect
from tests.metrics.small_corpora import check_small_corpora, presets


@pytest.mark.parametrize(
    "dialect", [*presets(NistDialect), "match=best_reference+reference_length=matched"]
)
def test_scores_are_the_same_at_once_alone_and_without_arrays(dialect: str) -> None:
    check_small_corpora(Nist(dialect=dialect))
