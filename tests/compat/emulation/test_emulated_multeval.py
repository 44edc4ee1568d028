"""The randomisation of MultEval equals recorded runs of its classes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.compat.emulation import sums
from tallystick.compat.emulation.multeval import randomisation
from tallystick.errors import InputError, OptionError
from tallystick.metrics import Bleu, Corpus, Statistics

EXAMPLES = Path(__file__).parents[3] / "examples"
JBLEU = Bleu(dialect="jbleu", tokenize="13a")


def lines(name: str) -> list[str]:
    """Return the lines of an example or of a recorded mixture of two."""
    for start, step, one, other in (
        ("literal-with", 6, "system-literal.en", "system-short.en"),
        ("short-with", 9, "system-short.en", "system-literal.en"),
    ):
        if name.startswith(start):
            pairs = enumerate(zip(lines(one), lines(other), strict=True))
            return [second if index % step == 0 else first for index, (first, second) in pairs]
    text = (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8")
    return text.removesuffix("\n").split("\n")


def statistics_of(name: str) -> Statistics:
    corpus = Corpus.from_segments(hypotheses=lines(name), references=lines("reference.en"))
    return JBLEU.statistics(corpus)


def recorded_runs(golden: Callable[[str], Any]) -> Any:
    for run in golden("resampling_emulations")["multeval"]["runs"]:
        yield run, [[statistics_of(name) for name in system] for system in run["systems"]]


def test_p_values_are_those_recorded(golden: Callable[[str], Any]) -> None:
    for run, (baseline, *systems) in recorded_runs(golden):
        found = randomisation(
            JBLEU,
            baseline,
            systems,
            run["shuffles"],
            seed=run["seed"],
            permutation_seed=run["permutation_seed"],
        )
        assert [one.p_value for one in found] == [one["p_value"] for one in run["results"]]
        scores = [one["score"] for one in run["results"]]
        assert [one.score for one in found] == pytest.approx(scores, rel=1e-14)


@st.composite
def rows(draw: st.DrawFn, systems: int, runs: int) -> Sequence[Sequence[Statistics]]:
    segments = draw(st.integers(1, 12))
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    found = []
    for _ in range(systems * runs):
        lengths = generator.integers(0, 9, size=segments)
        totals = np.maximum(lengths[:, np.newaxis] - np.arange(4), 0)
        matches = (generator.random(totals.shape) * (totals + 1)).astype(np.int64)
        every = np.column_stack([lengths, generator.integers(1, 9, size=segments), matches, totals])
        found.append(Statistics(JBLEU.columns, every, 1, False))
    return [found[start : start + runs] for start in range(0, len(found), runs)]


@given(data=st.data(), runs=st.integers(1, 4), seed=st.integers(-(2**63), 2**63 - 2))
def test_results_do_not_depend_on_the_size_of_batches(
    data: st.DataObject, runs: int, seed: int
) -> None:
    baseline, *systems = data.draw(rows(3, runs))
    expected = randomisation(JBLEU, baseline, systems, 70, seed=seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sums, "NUMBERS_AT_ONCE", 50)
        assert randomisation(JBLEU, baseline, systems, 70, seed=seed) == expected


@given(data=st.data(), runs=st.integers(1, 3))
def test_an_appended_system_does_not_change_the_results_of_those_before_it(
    data: st.DataObject, runs: int
) -> None:
    baseline, *systems = data.draw(rows(3, runs))
    together = randomisation(JBLEU, baseline, systems, 50, seed=4)
    assert together[:2] == randomisation(JBLEU, baseline, systems[:1], 50, seed=4)


@given(data=st.data())
def test_a_copy_has_the_least_p_value(data: st.DataObject) -> None:
    [[statistics]] = data.draw(rows(1, 1))
    assert randomisation(JBLEU, [statistics], [[statistics]], 99, seed=1)[1].p_value == 0.01


def test_different_numbers_of_runs_are_refused() -> None:
    one = statistics_of("system-good.en")
    with pytest.raises(InputError, match="a system has 1 runs, but the baseline has 2"):
        randomisation(JBLEU, [one, one], [[one]], 10, seed=1)
    with pytest.raises(InputError, match="0 runs"):
        randomisation(JBLEU, [], [], 10, seed=1)


def test_systems_of_another_length_are_refused() -> None:
    one = statistics_of("system-good.en")
    fewer = Statistics(one.columns, one.rows[1:], 1, False)
    with pytest.raises(InputError, match="45 segments, but the first has 46"):
        randomisation(JBLEU, [one], [[fewer]], 10, seed=1)


def test_numbers_out_of_range_are_refused() -> None:
    one = statistics_of("system-good.en")
    with pytest.raises(OptionError, match="shuffles is 0"):
        randomisation(JBLEU, [one], [[one]], 0, seed=1)
    with pytest.raises(OptionError, match=r"seed is 0\.5"):
        randomisation(JBLEU, [one], [[one]], 10, seed=0.5)  # type: ignore[arg-type]
