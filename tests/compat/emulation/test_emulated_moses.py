"""The bootstrap of Moses equals recorded runs of its script."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.compat.emulation import sums
from tallystick.compat.emulation.moses import paired_bootstrap
from tallystick.compat.emulation.sums import SystemResult
from tallystick.errors import InputError, OptionError
from tallystick.metrics import Bleu, Corpus, Statistics, tokenizer_named

EXAMPLES = Path(__file__).parents[3] / "examples"
MOSES_BLEU = Bleu(dialect="multi-bleu")


def tokens(name: str) -> list[str]:
    """Return the lines of an example, or of the recorded mixture, as tokens joined by spaces."""
    if name == "literal-with-every-6th-short":
        pairs = zip(tokens("system-literal.en"), tokens("system-short.en"), strict=True)
        return [short if index % 6 == 0 else line for index, (line, short) in enumerate(pairs)]
    text = (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8").removesuffix("\n")
    tokenizer = tokenizer_named("13a")
    return [" ".join(tokenizer(line, "none")) for line in text.split("\n")]


def corpora(run: Any) -> list[Corpus]:
    references = list(zip(*map(tokens, run["references"]), strict=True))
    return [
        Corpus.from_segments(hypotheses=tokens(name), references=list(map(list, references)))
        for name in run["hypotheses"]
    ]


def check(results: Sequence[SystemResult], printed: Any, scale: float) -> None:
    for result, name in zip(results, ("hypothesis_1", "hypothesis_2"), strict=True):
        found = (result.score, result.middle, result.half_width)
        # the script prints 15 digits
        assert [number / scale for number in found if number is not None] == pytest.approx(
            list(map(float, printed[name])), rel=1e-13
        )
    assert results[1].p_value == float(printed["p_value"])


def test_bleu_of_the_script_is_that_recorded(golden: Callable[[str], Any]) -> None:
    for run in golden("resampling_emulations")["moses"]["runs"]:
        one, other = (MOSES_BLEU.statistics(corpus) for corpus in corpora(run))
        results = paired_bootstrap(MOSES_BLEU, one, [other], 1000, seed=run["seed"])
        check(results, run["printed"]["BLEU"], 100)


@dataclass(frozen=True, slots=True)
class NistOfTheScript:
    """NIST as the script computes it, over columns c, r, information and n-grams of each order."""

    def formula(self, totals: Any) -> Any:
        ratio = np.log(totals[..., 0] / totals[..., 1]) / math.log(2 / 3)
        penalty = np.where(totals[..., 0] > totals[..., 1], 1.0, 0.5 ** (ratio**2))
        return penalty * (totals[..., 2:6] / totals[..., 6:10]).sum(axis=-1)

    @staticmethod
    def statistics(hypotheses: list[str], references: list[list[str]]) -> Statistics:
        everything = Counter(
            gram for segment in references for line in segment for gram in ngrams(line.split())
        )
        everything[()] = sum(len(line.split()) for segment in references for line in segment)
        rows = []
        for hypothesis, segment in zip(hypotheses, references, strict=True):
            lengths = [len(line.split()) for line in segment]
            known = {gram for line in segment for gram in ngrams(line.split())}
            distinct = set(ngrams(hypothesis.split()))
            information = [0.0] * 4
            for gram in sorted(distinct & known):
                bits = math.log2(everything[gram[:-1]] / everything[gram])
                information[len(gram) - 1] += bits
            numbers = Counter(map(len, distinct))
            row = [len(hypothesis.split()), sum(lengths) / len(lengths), *information]
            rows.append([*row, *(numbers[order] for order in range(1, 5))])
        columns = tuple(map(str, range(10)))
        return Statistics(columns, np.array(rows), None, False)


def ngrams(words: list[str]) -> list[tuple[str, ...]]:
    return [
        tuple(words[start : start + order])
        for order in range(1, 5)
        for start in range(len(words) - order + 1)
    ]


def test_nist_of_the_script_is_that_recorded_in_its_second_pass(
    golden: Callable[[str], Any],
) -> None:
    metric: Any = NistOfTheScript()
    for run in golden("resampling_emulations")["moses"]["runs"]:
        if len(set(run["hypotheses"])) == 1:
            continue  # Perl sums equal numbers in a random order, so copies may differ
        references = list(map(list, zip(*map(tokens, run["references"]), strict=True)))
        one, other = (metric.statistics(tokens(name), references) for name in run["hypotheses"])
        results = paired_bootstrap(metric, one, [other], 1000, seed=run["seed"], passes_before=1)
        check(results, run["printed"]["NIST"], 1)


def test_a_copy_has_the_p_value_1() -> None:
    statistics = MOSES_BLEU.statistics(
        corpora({"hypotheses": ["system-good.en"], "references": ["reference.en"]})[0]
    )
    assert paired_bootstrap(MOSES_BLEU, statistics, [statistics], 100, seed=9)[1].p_value == 1


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of one number of each segment."""

    def formula(self, totals: Any) -> Any:
        return totals[..., 0] / totals[..., 1]


def means_of(numbers: Sequence[float]) -> Statistics:
    return Statistics(("number", "segments"), np.array([[one, 1.0] for one in numbers]), 1, False)


def test_scores_are_sorted_as_text() -> None:
    # of 40 resamples the second and the last but one are the bounds, and as text 10 is below 9
    metric: Any = Mean()
    statistics = means_of([9.0, 9.25, 9.5, 10.5, 10.75, 11.0])
    result = paired_bootstrap(metric, statistics, [], 40, seed=3)[0]
    assert result.middle is not None
    assert result.half_width is not None
    lower, higher = result.middle - result.half_width, result.middle + result.half_width
    assert lower >= 10 > higher >= 9


@given(
    numbers=st.lists(st.integers(0, 50), min_size=1, max_size=30),
    seed=st.integers(0, 2**32 - 1),
    passes=st.integers(0, 3),
)
def test_results_do_not_depend_on_the_size_of_batches(
    numbers: list[int], seed: int, passes: int
) -> None:
    metric: Any = Mean()
    one, other = means_of(numbers), means_of(numbers[::-1])
    expected = paired_bootstrap(metric, one, [other], 90, seed=seed, passes_before=passes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sums, "NUMBERS_AT_ONCE", 40)
        found = paired_bootstrap(metric, one, [other], 90, seed=seed, passes_before=passes)
    assert found == expected


def test_another_system_does_not_change_the_results_of_the_others() -> None:
    run = {
        "hypotheses": ["system-good.en", "system-literal.en", "system-short.en"],
        "references": ["reference.en"],
    }
    one, two, three = (MOSES_BLEU.statistics(corpus) for corpus in corpora(run))
    together = paired_bootstrap(MOSES_BLEU, one, [two, three], 200, seed=1)
    assert together[:2] == paired_bootstrap(MOSES_BLEU, one, [two], 200, seed=1)


def test_smoothed_bleu_keeps_its_formula() -> None:
    corpus = Corpus.from_segments(hypotheses=["a b c x"] * 5, references=["a b y d"] * 5)
    statistics = Bleu().statistics(corpus)
    result = paired_bootstrap(Bleu(), statistics, [], 40, seed=1)[0]
    assert result.score == pytest.approx(Bleu().score(statistics).score, rel=1e-14)
    assert MOSES_BLEU.score(statistics).score == 0
    assert paired_bootstrap(MOSES_BLEU, statistics, [], 40, seed=1)[0].score == 0


def test_a_resample_without_ngrams_of_an_order_is_refused() -> None:
    corpus = Corpus.from_segments(hypotheses=["a b c d", "a"], references=["a b c d", "a"])
    statistics = MOSES_BLEU.statistics(corpus)
    with pytest.raises(InputError, match="Moses' script fails then"):
        paired_bootstrap(MOSES_BLEU, statistics, [statistics], 100, seed=1)


@pytest.mark.parametrize("options", [{"resamples": 0}, {"passes_before": -1}, {"seed": -1}])
def test_numbers_out_of_range_are_refused(options: Any) -> None:
    metric: Any = Mean()
    with pytest.raises(OptionError):
        paired_bootstrap(metric, means_of([1.0]), [], **{"resamples": 9, "seed": 1, **options})
