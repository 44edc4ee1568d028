"""Sets with human scores, and their agreement by its definition."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tallystick import meta
from tallystick.metrics import Corpus, read_test_set
from tallystick.metrics.given_scores.columns import corpora_with_scores, given_scores
from tallystick.reports import MetaEvaluation
from tallystick.reports.meta_evaluation.human.scores import HumanScores, means_of_segments
from tallystick.reports.meta_evaluation.judged_set import Judged

REFERENCES = ["the cat sat on the mat", "it is raining today", "we like green tea", "he left"]
OUTPUTS = {
    "good": ["the cat sat on the mat", "it is raining today", "we like green tea", "he went"],
    "fair": ["the cat sat on a mat", "it rains today", "we like green tea", "he left"],
    "poor": ["a cat on mat", "rain", "green tea", "left"],
}


def human_scores(cells: Any) -> HumanScores:
    """Return human scores of segments, shape (systems, segments); NaN where there is none."""
    scores = np.array(cells, dtype=np.float64)
    numbers = (~np.isnan(scores)).astype(np.int64)
    return HumanScores("score", scores, numbers, means_of_segments(scores))


def judged(human: Any, scores: Mapping[str, Any]) -> Judged:
    """Return a set by human scores of segments and those of metrics, of the same shape."""
    names = [f"s{number}" for number in range(len(human))]
    texts = ["a"] * len(human[0])
    corpus = Corpus.from_segments(hypotheses=texts, references=texts)
    by_name = {metric: dict(zip(names, rows, strict=True)) for metric, rows in scores.items()}
    given = given_scores(by_name, names)
    corpora = corpora_with_scores([(name, corpus) for name in names], given)
    metrics = {metric.name: metric for metric in given}
    return Judged(corpora, human_scores(human), metrics=metrics)


def exact_p_values(scores: NDArray[np.float64]) -> list[float]:
    """Enumerate all exchanges of each pair of systems; an equal difference counts half."""
    p_values = []
    for metric, other in itertools.combinations(scores, 2):
        differences = (metric - other)[~np.isnan(metric - other)]
        sums = np.array(list(itertools.product((1, -1), repeat=len(differences)))) @ differences
        equal = np.isclose(sums, differences.sum(), atol=1e-9)
        larger = (sums > differences.sum()) & ~equal
        p_values.append(float(larger.mean() + equal.mean() / 2))
    return p_values


def with_given_scores(
    human: Any, scores: Mapping[str, NDArray[np.float64]], **options: Any
) -> MetaEvaluation:
    """Evaluate scores of segments, each of shape (systems, segments); NaN where there is none.

    Human scores are an array like these, perhaps with a last axis of raters, or what `meta` is
    given; the options are those of `meta`.
    """
    systems, segments = next(iter(scores.values())).shape
    names, texts = [f"s{number}" for number in range(systems)], ["a"] * segments
    if isinstance(human, np.ndarray):
        known = np.where(np.isnan(human), None, human).tolist()  # type: ignore[call-overload]
        human = dict(zip(names, known, strict=True))
    given = {
        metric: dict(zip(names, rows.tolist(), strict=True)) for metric, rows in scores.items()
    }
    usual = {"systems": dict.fromkeys(names, texts), "references": texts, "resamples": 100}
    return meta(**{**usual, "human": human, "metrics": [], "scores": given, **options})


def wmt22(shared_data: Path, pair: str, references: str) -> dict[str, Any]:
    """Return the systems of WMT22, with references of these letters, and human scores if any."""
    paths = sorted(shared_data.glob(f"system-outputs/generaltest2022.{pair}.hyp.*"))
    names = [path.name.split(".hyp.")[1].rpartition(".")[0] for path in paths]
    files = [shared_data / f"references/generaltest2022.{pair}.ref.{ref}.en" for ref in references]
    systems = read_test_set(files, paths, names=names).corpora()
    human: dict[str, list[float | None]] = {}
    path = shared_data / f"human/segments.{pair}.tsv"
    if path.exists():
        header, *rows = [line.split("\t") for line in path.read_text().split("\n")[:-1]]
        for system, line, *scores in rows:
            of_system = human.setdefault(system, [None] * len(systems[names[0]]))
            of_system[int(line) - 1] = float(scores[header.index("z") - 2])
    return {"systems": systems, "human": {name: human[name] for name in names if name in human}}


def tau_b(own: Sequence[float], other: Sequence[float]) -> float:
    """Return Kendall's tau-b by its definition."""
    pairs = list(itertools.combinations(range(len(own)), 2))
    a, b = ([(side[i] > side[j]) - (side[i] < side[j]) for i, j in pairs] for side in (own, other))
    product = sum(x * y for x, y in zip(a, b, strict=True))
    return product / math.sqrt(sum(map(abs, a)) * sum(map(abs, b)))
