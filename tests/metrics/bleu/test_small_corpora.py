"""BLEU of small corpora, computed in every way."""

import pytest

from tallystick import Bleu, BleuDialect
from tests.metrics.small_corpora import check_small_corpora, presets

NEGATIVE = [f"missing_order=negative+smooth={smooth}" for smooth in ("add-k", "floor", "exp")]


@pytest.mark.parametrize("dialect", [*presets(BleuDialect), *NEGATIVE])
def test_scores_are_the_same_at_once_alone_and_without_arrays(dialect: str) -> None:
    check_small_corpora(Bleu(dialect=dialect))
