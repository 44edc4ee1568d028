"""NIST of small corpora, computed in every way."""

import pytest

from tallystick import Nist, NistDialect
from tests.metrics.small_corpora import check_small_corpora, dialects_of


@pytest.mark.parametrize("dialect", dialects_of(NistDialect))
def test_scores_are_the_same_at_once_alone_and_without_arrays(dialect: str) -> None:
    if dialect == "reference_length=matched":
        dialect += "+match=best_reference"
    check_small_corpora(Nist(dialect=dialect))
