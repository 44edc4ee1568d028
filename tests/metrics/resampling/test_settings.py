"""Invalid settings are refused."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import tallystick
from tallystick import OptionError
from tallystick.metrics import Settings
from tests.metrics.resampling.functions import our_spelling


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"test": "t"}, r"test is 't'; expected one of randomisation, bootstrap"),
        ({"correction": "bonferroni"}, r"correction is 'bonferroni'; expected one of holm, "),
        ({"resamples": 0}, r"resamples is 0; expected a whole number from 1 to 100000000"),
        ({"resamples": 10**12}, r"resamples is 1000000000000; expected a whole number from 1 to 1"),
        ({"resamples": True}, r"resamples is True"),
        ({"resamples": 1.5}, r"resamples is 1.5"),
        ({"seed": -1}, r"seed is -1; expected a whole number of 0 or more"),
        ({"confidence": 1}, r"confidence is 1; expected a number between 0 and 1"),
        ({"confidence": 95}, r"confidence is 95; expected a number between 0 and 1, such as 0.95"),
        ({"significance_level": 0}, r"significance_level is 0; .* such as 0.05"),
    ],
)
def test_a_value_out_of_range_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Settings(**given)


PAIR = {"one": "a b", "other": "a c"}
SYSTEMS: dict[str, Any] = {"systems": {name: [text] for name, text in PAIR.items()}}
DRAWING = [
    partial(tallystick.challenge, references=["a b"], metrics=["bleu"]),
    partial(tallystick.meta, **SYSTEMS, references=["a b"], human={"one": 1.0, "other": 2.0}),
]


@pytest.mark.parametrize("draw", DRAWING)
def test_all_resamples_have_one_limit(draw: Callable[..., object]) -> None:
    assert Settings(resamples=10**8).resamples == 10**8
    for resamples in (0, 10**8 + 1):
        with pytest.raises(OptionError, match=r"resamples is .* from [12] to 100000000$"):
            draw(resamples=resamples)


def test_levels_of_numpy_become_numbers_of_python() -> None:
    settings = Settings(confidence=np.float64(0.9), significance_level=np.float64(0.1), seed=0)
    assert (type(settings.confidence), type(settings.significance_level)) == (float, float)


def test_both_spellings_of_randomisation_are_known() -> None:
    names = ["randomization", "randomisation", "bootstrap"]
    assert list(map(our_spelling, names)) == ["randomisation", "randomisation", "bootstrap"]


def test_fewer_resamples_are_the_default_of_very_many_units() -> None:
    assert Settings().resamples_of(20_000) == 10_000
    assert Settings().resamples_of(20_001) == 2_000
    assert Settings(resamples=5).resamples_of(20_001) == 5
