"""Names that are not known are refused with the nearest ones, or with what they are a name of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tallystick import UnknownNameError
from tallystick.compat import curated_vectors, defect, implementation_named, law_named
from tallystick.compat.evaluate import load
from tests.compat.internals import passing


@pytest.mark.parametrize(
    ("function", "name", "message"),
    [
        (curated_vectors, "blue", r"no vectors are named 'blue'; did you mean bleu"),
        (curated_vectors, "tokenizers", "have tokens, no scores; export them"),
        (defect, "nltk-floor-totals", "did you mean nltk-floors-totals-"),
        (defect, "xyzzy", "see all with `tallystick list defects`"),
        (implementation_named, "sacreblue", "did you mean sacrebleu"),
        (law_named, "identiy", r"no law is named 'identiy'; did you mean identity\?$"),
        (load, "blue", "did you mean bleu"),
        (load, ["bleu"], "bleu.\\] of"),
        (lambda name: list(passing([name])), "nlkt", "no implementation is named 'nlkt'"),
    ],
)
def test_an_unknown_name_is_refused(
    function: Callable[[Any], Any], name: Any, message: str
) -> None:
    with pytest.raises(UnknownNameError, match=message):
        function(name)
