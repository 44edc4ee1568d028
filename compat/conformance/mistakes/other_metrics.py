"""Mistakes in GLEU, CIDEr, SARI and TER."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from operator import mul
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.mistake import Family, Mistake, of_each
from tallystick.compat.conformance.mistakes.counting import (
    combinations_of,
    cumulative,
    finite_ratio,
    mean,
    scorer,
)
from tallystick.compat.conformance.setting import under
from tallystick.metrics.interface.metric import fitted
from tallystick.metrics.ter.alignment import shifted_alignments

if TYPE_CHECKING:
    pass


@scorer
def _gleu(metric: Any, case: Case, divide: Callable[[Sequence[float]], float]) -> float:
    """Return GLEU with other n-grams by which matches are divided, of those of both sides."""
    dialect = metric.conventions
    sums = np.zeros(2)

    def found(tokens: Segment) -> Any:
        lower = cumulative(tokens, dialect.min_order - 1)
        return cumulative(tokens, dialect.order) - lower

    for own, given in zip(case.hypotheses, case.references, strict=True):
        pairs = [(found(own), found(one)) for one in given]
        counts = [
            ((one & other).total(), divide((one.total(), other.total()))) for one, other in pairs
        ]
        ties = dialect.reference_ties == "smallest"
        sums += max(counts, key=lambda it: (it[0] / it[1] if it[1] else -1.0, -it[1] * ties))
    return 100 * finite_ratio(*sums.tolist())


_GLEU: tuple[tuple[str, Callable[[Sequence[float]], float]], ...] = (
    ("the n-grams of the hypothesis", lambda sizes: sizes[0]),
    ("the n-grams of the reference", lambda sizes: sizes[1]),
    ("the n-grams of the shorter side", min),
    ("the mean of the n-grams of both sides", mean),
    ("the n-grams of both sides together", sum),
)


def _added(metric: Any, case: Case) -> float:
    """Return the mean over segments of the sum of the scores with the references."""
    corpus = case.corpus
    ready = fitted(metric, [corpus.references])
    means = np.asarray(ready.formula(ready.statistics(corpus).rows), float)
    return float(np.mean(means * list(map(len, case.references))))


@scorer
def _operations(metric: Any, case: Case, combine: Callable[[Sequence[float]], float]) -> float:
    score = metric.score(metric.statistics(case.corpus))
    return 100 * combine([score.add / 100, score.keep / 100, score.delete / 100])


def _dot(weights: Sequence[float], scores: Sequence[float]) -> float:
    return float(sum(map(mul, weights, scores)))


def _named_operations() -> Iterator[tuple[str, Callable[[Sequence[float]], float]]]:
    for place, name in enumerate(("adding", "keeping", "deleting")):
        others = [float(at != place) for at in range(3)]
        alone = [float(at == place) for at in range(3)]
        yield f"{name} is left out", partial(_dot, [one / 2 for one in others])
        yield f"{name} counts as 0", partial(_dot, [one / 3 for one in others])
        yield f"only {name} is scored", partial(_dot, alone)
    combinations = combinations_of("the scores of adding, keeping and deleting")
    yield from islice(combinations.items(), 1, None)  # the first one is right


@scorer
def _with_shifts(metric: Any, case: Case, cost: float) -> float:
    corpus = case.corpus
    edits = sum(
        sum(one.operation != "hit" for one in segment.tokens) + cost * len(segment.shifts)
        for segment in shifted_alignments(metric.conventions, corpus)
    )
    length = float(metric.statistics(corpus).total()[1])
    return 100 * edits / length


_TER = frozenset({"ter"})

OTHER_METRICS: tuple[Mistake, ...] = (
    *(
        Mistake(f"matches are divided by {noun}", of_each(_gleu(of)), frozenset({"google_gleu"}))
        for noun, of in _GLEU
    ),
    Mistake(
        "the scores with the references of a segment are added up",
        of_each(_added),
        frozenset({"cider"}),
    ),
    *(
        Mistake(name, of_each(_operations(combine)), frozenset({"sari"}))
        for name, combine in _named_operations()
    ),
    Mistake(
        "no blocks are shifted",
        lambda metric, probes: probes.scores(
            under(metric, replace(metric.conventions, candidates=1))
        ),
        _TER,
    ),
    Mistake("shifts are not counted", of_each(_with_shifts(0)), _TER),
)

OTHER_FAMILIES = (
    Family("a shift counts as {:g} edits".format, lambda cost: of_each(_with_shifts(cost)), _TER),
)
