"""Settings say what is wrong with them."""

from typing import Any

import pytest

from tallystick.errors import OptionError
from tallystick.metrics.resampling.imitations import moses, multeval, sacrebleu
from tallystick.metrics.resampling.imitations.programs import PROGRAMS
from tallystick.metrics.resampling.settings import Settings, settings_from


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"test": "t"}, r"test is 't'; expected one of randomisation, bootstrap"),
        ({"correction": "bonferroni"}, r"correction is 'bonferroni'; expected one of holm, "),
        ({"resamples": 0}, r"resamples is 0; expected a whole number, 1 or more"),
        ({"resamples": True}, r"resamples is True"),
        ({"seed": -1}, r"seed is -1; expected a whole number, 0 or more"),
        ({"confidence": 95}, r"confidence is 95; expected a number between 0 and 1, such as 0.95"),
        ({"significance_level": 0}, r"significance_level is 0; .* such as 0.05"),
    ],
)
def test_a_value_out_of_range_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Settings(**given)


def test_0_is_a_seed() -> None:
    assert Settings(seed=0).seed == 0


def test_what_is_not_chosen_is_ours() -> None:
    assert settings_from() == Settings()
    assert settings_from(seed=0, correction="max-t") == Settings(seed=0, correction="max-t")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        # the defaults of --paired-ar, --paired-bs and SACREBLEU_SEED in sacreBLEU 2.6.0, of the
        # script of Moses and of --ar-shuffles in MultEval 0.5.1
        ({"emulate": "sacrebleu"}, ("randomisation", 10_000, 12345)),
        ({"emulate": "sacrebleu", "test": "bootstrap"}, ("bootstrap", 1_000, 12345)),
        ({"emulate": "moses", "seed": 7}, ("bootstrap", 1_000, 7)),
        ({"emulate": "multeval", "seed": 0}, ("randomisation", 10_000, 0)),
        ({"emulate": "multeval", "seed": 7, "resamples": 99}, ("randomisation", 99, 7)),
    ],
)
def test_with_an_imitation_what_is_not_chosen_is_that_of_the_program(
    given: dict[str, Any], expected: tuple[str, int, int]
) -> None:
    found = settings_from(**given)
    assert (found.test, found.resamples, found.seed) == expected
    assert (found.correction, found.emulate) == ("none", given["emulate"])


def test_the_defaults_of_programs_are_those_of_their_imitations() -> None:
    tests = PROGRAMS["sacrebleu"].tests
    assert tests["randomisation"].resamples == sacrebleu.TRIALS
    assert tests["bootstrap"].resamples == sacrebleu.RESAMPLES
    assert PROGRAMS["sacrebleu"].seed == sacrebleu.SEED
    assert PROGRAMS["moses"].tests["bootstrap"].resamples == moses.RESAMPLES
    assert PROGRAMS["multeval"].tests["randomisation"].resamples == multeval.SHUFFLES


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"emulate": "meteor"},
            r"emulate is 'meteor'.* expected one of sacrebleu, moses, multeval",
        ),
        (
            {"emulate": "moses"},
            r"no seed is given, .* Perl chooses one .* give the seed of the run",
        ),
        (
            {"emulate": "multeval"},
            r"no seed is given, .* from the clock, .* give the seed of the run",
        ),
        (
            {"emulate": "moses", "seed": 1, "test": "randomisation"},
            r"Moses tests with the bootstrap alone; leave the test out",
        ),
        (
            {"emulate": "multeval", "seed": 1, "test": "bootstrap"},
            r"MultEval 0.5.1 tests with the randomisation alone; leave the test out",
        ),
        (
            {"emulate": "sacrebleu", "correction": "holm"},
            r"the correction is 'holm', but sacreBLEU 2.6.0 does not .*; leave the correction out",
        ),
        (
            {"emulate": "sacrebleu", "test": "bootstrap", "confidence": 0.9},
            r"the confidence is 0.9, but the intervals of sacreBLEU 2.6.0 are 95% intervals",
        ),
        ({"emulate": "sacrebleu", "test": "t"}, r"test is 't'; expected one of randomisation"),
        ({"emulate": "sacrebleu", "resamples": 0}, r"resamples is 0; expected a whole number"),
    ],
)
def test_what_an_imitated_program_does_not_have_is_refused(
    given: dict[str, Any], message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        settings_from(**given)


def test_settings_that_contradict_an_imitation_cannot_be_made_directly_either() -> None:
    with pytest.raises(OptionError, match="does not correct p-values"):
        Settings(emulate="sacrebleu")


def test_what_an_imitated_program_is_said_not_to_do_can_be_asked_for_where_it_is_the_same() -> None:
    assert settings_from(emulate="sacrebleu", correction="none", test="bootstrap", confidence=0.95)
    assert settings_from(emulate="sacrebleu", confidence=0.9).confidence == 0.9
