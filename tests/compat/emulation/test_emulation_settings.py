"""Settings of an emulated test: the defaults of sacreBLEU, and choices that it does not have."""

from typing import Any

import pytest

from tallystick import OptionError
from tallystick.metrics import Settings
from tests.compat.internals import EmulationSettings, settings_from


def test_defaults_are_ours_without_an_emulation() -> None:
    assert settings_from() == Settings()
    assert settings_from(seed=0, correction="max-t") == Settings(seed=0, correction="max-t")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        # the defaults of --paired-ar, --paired-bs and SACREBLEU_SEED in sacreBLEU 2.6.0
        ({"emulate": "sacrebleu"}, ("randomisation", 10_000, 12345)),
        ({"emulate": "sacrebleu", "test": "bootstrap"}, ("bootstrap", 1_000, 12345)),
        ({"emulate": "sacrebleu", "seed": 7, "resamples": 99}, ("randomisation", 99, 7)),
    ],
)
def test_defaults_with_an_emulation_are_those_of_sacrebleu(
    given: dict[str, Any], expected: tuple[str, int, int]
) -> None:
    found = settings_from(**given)
    assert (found.test, found.resamples, found.seed) == expected
    assert isinstance(found, EmulationSettings)
    assert found.correction == "none"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"emulate": "meteor"}, r"emulate is 'meteor'; expected sacrebleu"),
        (
            {"emulate": "sacrebleu", "correction": "holm"},
            r"the correction is 'holm', but sacreBLEU 2.6.0 does not .*; omit the correction",
        ),
        (
            {"emulate": "sacrebleu", "test": "bootstrap", "confidence": 0.9},
            r"the confidence is 0.9, but the intervals of sacreBLEU 2.6.0 are 95% intervals",
        ),
        ({"emulate": "sacrebleu", "test": "t"}, r"test is 't'; expected one of randomisation"),
        ({"emulate": "sacrebleu", "resamples": 0}, r"resamples is 0; expected a whole number"),
    ],
)
def test_choices_that_sacrebleu_does_not_have_are_refused(
    given: dict[str, Any], message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        settings_from(**given)


def test_settings_that_contradict_an_emulation_are_refused() -> None:
    with pytest.raises(OptionError, match="does not correct p-values"):
        EmulationSettings()


def test_choices_equal_to_those_of_sacrebleu_are_allowed() -> None:
    assert settings_from(emulate="sacrebleu", correction="none", test="bootstrap", confidence=0.95)
    assert settings_from(emulate="sacrebleu", confidence=0.9).confidence == 0.9


def test_the_american_spelling_means_the_same_test() -> None:
    assert settings_from(test="randomization") == settings_from(test="randomisation")
    emulated = settings_from(emulate="sacrebleu", test="randomization")
    assert (emulated.test, emulated.resamples) == ("randomisation", 10_000)


@pytest.mark.parametrize(
    ("given", "confidence"),
    [
        ({}, 0.95),
        ({"significance_level": 0.01}, 0.99),
        ({"significance_level": 0.3}, 0.7),
        ({"significance_level": 0.01, "confidence": 0.9}, 0.9),
        # sacreBLEU's intervals are 95% intervals whatever the level
        ({"significance_level": 0.01, "emulate": "sacrebleu", "test": "bootstrap"}, 0.95),
    ],
)
def test_the_confidence_is_by_default_1_less_the_level(
    given: dict[str, Any], confidence: float
) -> None:
    assert settings_from(**given).confidence == confidence


def test_a_level_out_of_range_is_refused_as_such() -> None:
    with pytest.raises(OptionError, match=r"significance_level is 1\.5; expected"):
        settings_from(significance_level=1.5)
