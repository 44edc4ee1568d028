"""chrF of small corpora, computed in every way."""

import pytest

from tallystick import Chrf, ChrfDialect
from tests.metrics.small_corpora import check_small_corpora, presets


@pytest.mark.parametrize("dialect", presets(ChrfDialect))
def test_scores_are_the_same_at_once_alone_and_without_arrays(dialect: str) -> None:
    check_small_corpora(Chrf(dialect=dialect))
    check_small_corpora(Chrf(dialect=dialect, order=2, word_order=1, lowercase=True))
