"""Mistakes in GLEU, CIDEr, RIBES, SARI and TER."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from operator import mul
from typing import Any

import numpy as np

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.mistake import Family, Mistake, of_each
from tallystick.compat.conformance.mistakes.bleu import brevity_penalty
from tallystick.compat.conformance.mistakes.combining import each_reference
from tallystick.compat.conformance.mistakes.counting import (
    DIVISORS,
    LENGTHS,
    Combine,
    Score,
    columns_of_case,
    combinations_of,
    cumulative,
    finite_ratio,
    mean,
    score_of,
    scorer,
    segments_of,
)
from tallystick.compat.conformance.mistakes.orders import PENALTIES, Parts, lengths_of
from tallystick.compat.conformance.setting import under
from tallystick.metrics.interface.metric import fitted
from tallystick.metrics.ter.alignment import shifted_alignments


@scorer
def _gleu(metric: Any, case: Case, divide: Callable[[Sequence[float]], float]) -> float:
    """Return GLEU with other n-grams by which matches are divided, of those of both sides."""
    dialect = metric.conventions
    sums = np.zeros(2)

    def ngrams_of(tokens: Segment) -> Any:
        lower = cumulative(tokens, dialect.min_order - 1)
        return cumulative(tokens, dialect.order) - lower

    for own, given in zip(case.hypotheses, case.references, strict=True):
        pairs = [(ngrams_of(own), ngrams_of(reference)) for reference in given]
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
        yield f"{name} is left out", partial(_dot, [share / 2 for share in others])
        yield f"{name} counts as 0", partial(_dot, [share / 3 for share in others])
        yield f"only {name} is scored", partial(_dot, alone)
    combinations = combinations_of("the scores of adding, keeping and deleting")
    yield from islice(combinations.items(), 1, None)  # the first one is right


@scorer
def _with_shifts(metric: Any, case: Case, cost: float) -> float:
    corpus = case.corpus
    edits = sum(
        sum(token.operation != "hit" for token in segment.tokens) + cost * len(segment.shifts)
        for segment in shifted_alignments(metric.conventions, corpus)
    )
    length = float(metric.statistics(corpus).total()[1])
    return 100 * edits / length


@scorer
def _edits(metric: Any, case: Case, combine: Combine) -> float:
    """Return a scorer that combines the edits with each reference of a segment."""
    edits = [
        combine(
            [float(columns_of_case(metric, alone)["edits"]) for alone in each_reference(segment)]
        )
        for segment in segments_of(case)
    ]
    return score_of(metric, {**columns_of_case(metric, case), "edits": np.float64(sum(edits))})


@scorer
def _length_of_best(metric: Any, case: Case, order: Callable[[Mapping[str, Any]], Any]) -> float:
    """Return a scorer that divides by the lengths of the references that come first in an order."""
    of_reference = partial(columns_of_case, metric)
    best = [
        min(map(of_reference, each_reference(segment)), key=order) for segment in segments_of(case)
    ]
    length = sum((row["reference_length"] for row in best), np.float64(0))
    return score_of(metric, {**columns_of_case(metric, case), "reference_length": length})


_OF_TER: Mapping[str, Score] = {
    "the first reference with the fewest edits counts for the length": _length_of_best(
        lambda it: it["edits"]
    ),
    "the shortest reference with the fewest edits counts for the length": _length_of_best(
        lambda it: (it["edits"], it["reference_length"])
    ),
    "shifts are not counted": _with_shifts(0),
    **{name: _edits(of) for name, of in combinations_of("the edits of the references").items()},
    **{name: lengths_of(None, len, choose) for name, choose in LENGTHS.items()},
    **{
        f"edits are divided by {noun}": lengths_of(
            None,
            len,
            lambda c, given, of=of: of(c, mean(given)),  # type: ignore[misc]
        )
        for noun, of in DIVISORS.items()
    },
}


@scorer
def _penalized(metric: Any, case: Case, change: Callable[[Parts], float]) -> float:
    """Return RIBES with another brevity penalty."""

    def score(pair: Case) -> float:
        columns = columns_of_case(metric, pair)
        penalty, [[reference]] = float(columns["brevity_penalties"]), pair.references
        lengths = len(pair.hypotheses[0]), len(reference)
        parts = Parts(score_of(metric, columns), [1.0], penalty, *lengths, brevity_penalty)
        ratio: float = (change(parts) / penalty) ** metric.conventions.beta if penalty else 1.0
        return parts.score * ratio

    # an undefined score of one reference makes the highest one undefined
    return mean([np.max([*map(score, each_reference(segment))]) for segment in segments_of(case)])


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
    *(Mistake(name, of_each(score), _TER) for name, score in _OF_TER.items()),
    *(
        Mistake(name.format("brevity penalty"), of_each(_penalized(change)), frozenset({"ribes"}))
        for name, change in PENALTIES.items()
    ),
)

OTHER_FAMILIES = (
    Family("a shift counts as {:g} edits".format, lambda cost: of_each(_with_shifts(cost)), _TER),
)
