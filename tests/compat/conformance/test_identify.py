"""Finding the convention of a black box."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Any

import pytest

from tallystick import OptionError
from tallystick.compat import (
    Case,
    Identification,
    Implementation,
    identify,
    implementation_given,
)
from tallystick.metrics import BleuDialect, metric_from_spec, presets_of
from tests.compat.conformance.naive import CACHING, naive_bleu

pytestmark = pytest.mark.slow


def identified(run: Any, **declared: Any) -> Identification:
    declared = {"metric": "bleu", **declared}
    return identify(Implementation(name="box", run=run, **declared), confirmations=20)


def box(spec: str, decimals: int | None = None) -> Any:
    """Return a program that computes a metric; BLEU under a dialect if no metric is named."""
    metric: Any = metric_from_spec(spec if ":" in spec else f"bleu:dialect={spec}")

    def run(hypotheses: Any, references: Any, order: int) -> float:
        score = metric.score(metric.statistics(Case.of(hypotheses, references).corpus)).score
        return float(score if decimals is None else round(score, decimals))

    return run


def test_no_time_is_refused() -> None:
    with pytest.raises(OptionError, match="seconds is 0; expected seconds, more than 0, such"):
        identify(Implementation(name="box", run=box("sacrebleu"), metric="bleu"), seconds=0)


NAMES = [preset.name for preset in presets_of(BleuDialect)]


def some(names: list[str], step: int) -> list[Any]:
    """Return names at equal steps; the thorough run repeats with others what the first shows."""
    first, *others = names[::step]
    return [first, *(pytest.param(name, marks=pytest.mark.thorough) for name in others)]


@pytest.mark.parametrize("name", some(NAMES[60:], 20))
def test_known_programs_are_named_in_few_questions(name: str) -> None:
    identity = identified(box(name))
    assert name in identity.programs
    assert len(identity.questions) <= 10


@pytest.mark.parametrize("name", some(NAMES[11:], 30))
def test_known_programs_are_named_from_two_decimals(name: str) -> None:
    identity = identified(box(name, decimals=2))
    assert name in identity.programs
    assert len(identity.questions) <= 12


def test_a_score_that_is_whole_when_rounded_does_not_rule_out_the_program() -> None:
    # its 1e-8 in denominators makes 49.99999975 of 50
    identity = identified(box("rouge2:dialect=pltrdy", decimals=2), metric="rouge2")
    assert identity.programs == ("pltrdy",)
    assert len(identity.questions) <= 10


def test_an_unknown_combination_is_found_with_the_defaults_of_all_other_axes() -> None:
    axes = {
        "reference_length": "last",
        "clip": "best_reference",
        "brevity_penalty": "squared",
    }
    dialect = "+".join(f"{axis}={value}" for axis, value in axes.items())
    run = box(dialect)
    identity = identified(lambda *given: run(*given) / 100)
    assert identity.found is not None
    assert identity.found.name == f"bleu:dialect={dialect}"
    assert identity.programs == ()
    assert axes.items() <= dict(identity.sure).items()


@pytest.mark.thorough  # every known mistake is tried on many inputs
def test_a_known_mistake_is_found() -> None:
    identity = identified(naive_bleu(clip=sum))
    assert identity.found is not None
    assert identity.found.mistake is not None
    assert identity.found.mistake.name == "matches are clipped to the sum over references"


def test_axes_of_several_references_stay_open_for_a_program_that_takes_one() -> None:
    identity = identified(box("rouge1:dialect=rouge-score"), metric="rouge1", references="one")
    assert "rouge-score" in identity.programs
    reasons = {entry.axis: entry.reason for entry in identity.open}
    assert reasons["references"] == "the program takes one reference for each segment"
    assert reasons["tokenize"] == "the program takes tokens, so that no tokenizer shows"


def test_a_program_outside_all_conventions_is_contradicted_by_the_smallest_input() -> None:
    gleu = box("google_gleu:dialect=nltk")

    def odd(hypotheses: Any, references: Any, order: int) -> float:
        return float(gleu(hypotheses, references, order) * math.cos(len(hypotheses[0])))

    identity = identified(odd, metric="google_gleu")
    assert identity.found is None
    assert identity.unexplained
    assert identity.contradiction is not None
    # without a match the score is 0, whatever it is multiplied by
    case = identity.contradiction.case
    [hypothesis], [references] = case.hypotheses, case.references
    assert (len(hypothesis), references) == (1, (hypothesis,))
    assert identity.contradiction.found == 100 * math.cos(1)


@pytest.mark.thorough  # conventions of BLEU are searched that differ in up to four axes
def test_a_program_outside_all_conventions_of_bleu_is_contradicted_by_a_small_input() -> None:
    def odd(hypotheses: Any, references: Any, order: int) -> float:
        score = naive_bleu()(hypotheses, references, order)
        return score * math.cos(len(hypotheses[0]))

    identity = identified(odd)
    assert identity.found is None
    assert identity.nearest.program == "papineni2002"
    assert identity.unexplained
    assert identity.contradiction is not None
    # BLEU is 0 with fewer tokens, whatever it is multiplied by
    case = identity.contradiction.case
    [hypothesis], [references] = case.hypotheses, case.references
    assert (len(hypothesis), references) == (4, (hypothesis,))
    assert identity.contradiction.found == math.cos(4)


def test_a_program_without_a_score_of_the_first_question_is_identified() -> None:
    gleu, asked = box("google_gleu:dialect=nltk"), []

    def run(hypotheses: Any, references: Any, order: int) -> float:
        asked.append(hypotheses)
        return math.nan if hypotheses == asked[0] else gleu(hypotheses, references, order)

    assert "nltk" in identified(run, metric="google_gleu").programs


def test_a_program_of_the_paper_that_fails_on_some_inputs_is_identified_by_the_others() -> None:
    def fails(hypotheses: Any, references: Any, order: int) -> float:
        if len(hypotheses) == 3:
            raise ValueError("not three")
        return naive_bleu()(hypotheses, references, order)

    identity = identified(fails)
    assert identity.programs[0] == "papineni2002"
    assert identity.scale == 1
    assert all(len(case.hypotheses) == 3 for case in identity.failures)
    assert identity.failures


def test_failures_that_another_convention_predicts_are_no_evidence_for_it() -> None:
    scores, asked = box("npm-bleu-score"), []

    def fails(hypotheses: Any, references: Any, order: int) -> float:
        asked.append(hypotheses)
        if hypotheses == asked[0] or len(hypotheses) == 3:
            raise ValueError("not this one")
        return float(scores(hypotheses, references, order))

    identity = identified(fails, references="one")
    assert {"nltk-mean", "npm-bleu-score"} <= set(identity.programs)
    assert identity.failures


def test_nothing_is_computed_for_long_after_the_time_is_up() -> None:
    def slow(hypotheses: Any, references: Any, order: int) -> float:
        time.sleep(0.2)
        return 1.0

    started = time.process_time()
    identity = identify(Implementation(name="box", run=slow, metric="nist"), seconds=0.5)
    assert time.process_time() - started < 6  # all that could be asked takes twice as long
    assert not identity
    assert "the time was up" in identity.note


def test_a_program_that_fails_on_several_references_is_identified_by_single_ones() -> None:
    rouge = box("rouge1:dialect=rouge-score")

    def fails(hypotheses: Any, references: Any, order: int) -> float:
        if any(len(given) > 1 for given in references):
            raise ValueError("one reference, please")
        return float(rouge(hypotheses, references, order))

    identity = identified(fails, metric="rouge1")
    assert "rouge-score" in identity.programs
    reasons = {entry.axis: entry.reason for entry in identity.open}
    assert reasons["references"] == "the program gives no score for the inputs that show it"


def test_a_program_with_different_scores_for_one_input_is_recognized() -> None:
    calls = iter(range(1000))

    def drifting(hypotheses: Any, references: Any, order: int) -> float:
        return naive_bleu()(hypotheses, references, order) + next(calls) / 1000

    identity = identified(drifting)
    assert identity.found is None
    assert identity.changed is not None
    assert identity.changed.found != identity.changed.expected


def test_a_program_that_always_fails_is_not_identified() -> None:
    def fails(hypotheses: Any, references: Any, order: int) -> float:
        raise ValueError("never")

    identity = identified(fails, metric="wer")
    assert not identity
    assert not identity.answered
    assert identity.note == "it gave no score: error: ValueError: never"


def test_a_cache_whose_key_lacks_the_references_is_noticed_in_a_new_process(tmp_path: Path) -> None:
    file = tmp_path / "caching.py"
    file.write_text(CACHING, "utf-8")
    mine = implementation_given(f"{file}:wrong_key", shape="(hyps, refs)", metric="bleu")
    identity = identify(mine, confirmations=20)
    assert identity.headline.endswith("they depend on earlier inputs or on chance.")
    assert identity.changed is not None
    assert identity.changed.found != identity.changed.expected
