"""Mistakes in GLEU, CIDEr, RIBES, SARI and TER."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.mistake import (
    Changes,
    Mistake,
    Staged,
    in_stages,
    of_number,
)
from tallystick.compat.conformance.mistakes.bleu import brevity_penalty
from tallystick.compat.conformance.mistakes.combining import each_reference
from tallystick.compat.conformance.mistakes.counting import (
    COUNTINGS,
    DIVISORS,
    LENGTHS,
    Combine,
    Ngrams,
    columns_of_case,
    combinations_of,
    finite_ratio,
    mean,
    score_of,
    segments_of,
)
from tallystick.compat.conformance.mistakes.f_scores import CHOICES, Choice, Counting, Orders, best
from tallystick.compat.conformance.mistakes.orders import (
    PENALTIES,
    Parts,
    Sums,
    length_of,
    score_with,
)
from tallystick.compat.conformance.setting import under
from tallystick.metrics.interface.metric import fitted
from tallystick.metrics.ter.alignment import shifted_alignments


def _gleu(
    metric: Any, case: Case, *, divide: Combine = max, choice: Choice = best, **counting: Any
) -> float:
    """Return GLEU with another reference, other n-grams, or numbers of them that divide matches."""
    dialect, changed = metric.conventions, Counting(**counting)
    orders = range(dialect.min_order, dialect.order + 1)
    ties = dialect.reference_ties == "smallest"

    def find(tokens: Segment, order: int) -> Ngrams:
        return sum((changed.find(tokens, n) for n in orders), Counter())

    def divisor(counts: Orders) -> float:
        return divide(counts[0][:2])

    def score(counts: Orders) -> float:
        return finite_ratio(counts[0][2], divisor(counts))

    count, sums = changed._replace(find=find).counts_of, np.zeros(2)
    for own, given in case.pairs:
        references = sorted(
            ([count(own, reference, 0)] for reference in given),
            key=lambda counts: (not divisor(counts), divisor(counts) * ties),
        )
        chosen = choice(references, score)
        sums += chosen[0][2], divisor(chosen)
    return 100 * finite_ratio(*sums.tolist())


_DIVISORS: Mapping[str, Combine] = {
    "the n-grams of the hypothesis": lambda sizes: sizes[0],
    "the n-grams of the reference": lambda sizes: sizes[1],
    "the n-grams of the shorter side": min,
    "the mean of the n-grams of both sides": mean,
    "the n-grams of both sides together": sum,
}


def _added(metric: Any, case: Case) -> float:
    """Return the mean over segments of the sum of the scores with the references."""
    corpus = case.corpus
    ready = fitted(metric, [corpus.references])
    means = np.asarray(ready.formula(ready.statistics(corpus).rows), float)
    return float(np.mean(means * list(map(len, case.references))))


def _sari(metric: Any, case: Case, *, combine: Combine) -> float:
    score = metric.score(metric.statistics(case.corpus))
    return 100 * combine([score.add / 100, score.keep / 100, score.delete / 100])


_OF_OPERATION: Mapping[str, Callable[[int, Sequence[float]], float]] = {
    "{} is left out": lambda at, scores: (sum(scores) - scores[at]) / 2,
    "{} counts as 0": lambda at, scores: (sum(scores) - scores[at]) / 3,
    "only {} is scored": lambda at, scores: scores[at],
}

_OPERATIONS: Mapping[str, Combine] = {
    **{
        name.format(operation): partial(change, at)
        for at, operation in enumerate(("adding", "keeping", "deleting"))
        for name, change in _OF_OPERATION.items()
    },
    **{
        name: combine
        for name, combine in combinations_of("the scores of adding, keeping and deleting").items()
        if combine is not mean  # the right one
    },
}


def _with_shifts(cost: float, metric: Any, columns: Sums, case: Case) -> Sums:
    edits = (
        sum(token.operation != "hit" for token in segment.tokens) + cost * len(segment.shifts)
        for segment in shifted_alignments(metric.conventions, case.corpus)
    )
    return {"edits": np.float64(sum(edits))}


def _edits(combine: Combine, metric: Any, columns: Sums, case: Case) -> Sums:
    """Return the edits with each reference of a segment, combined."""
    edits = (
        combine([columns_of_case(metric, alone)["edits"].item() for alone in each_reference(it)])
        for it in segments_of(case)
    )
    return {"edits": np.float64(sum(edits))}


def _length_of_best(
    order: Callable[[Mapping[str, Any]], Any], metric: Any, columns: Sums, case: Case
) -> Sums:
    """Return the sum of the lengths of the references that come first in an order."""
    of_reference = partial(columns_of_case, metric)
    best = (
        min(map(of_reference, each_reference(segment)), key=order) for segment in segments_of(case)
    )
    return {"reference_length": sum((it["reference_length"] for it in best), np.float64(0))}


_OF_TER: Changes = {
    "edits": {
        "shifts are not counted": partial(_with_shifts, 0),
        **{
            name: partial(_edits, combine)
            for name, combine in combinations_of("the edits of the references").items()
        },
    },
    "length": {
        "the first reference with the fewest edits counts for the length": partial(
            _length_of_best, lambda it: it["edits"]
        ),
        "the shortest reference with the fewest edits counts for the length": partial(
            _length_of_best, lambda it: (it["edits"], it["reference_length"])
        ),
        **{name: length_of(choose) for name, choose in LENGTHS.items()},
        **{
            f"edits are divided by {noun}": length_of(
                lambda c, lengths, of=of: of(c, mean(lengths))  # type: ignore[misc]
            )
            for noun, of in DIVISORS.items()
        },
    },
}


def _ribes(metric: Any, case: Case, *, penalty: Callable[[Parts], float]) -> float:
    """Return RIBES with another brevity penalty."""

    def score(pair: Case) -> float:
        columns = columns_of_case(metric, pair)
        usual, [[reference]] = float(columns["brevity_penalties"]), pair.references
        lengths = len(pair.hypotheses[0]), len(reference)
        parts = Parts(score_of(metric, columns), [1.0], usual, *lengths, brevity_penalty)
        ratio: float = (penalty(parts) / usual) ** metric.conventions.beta if usual else 1.0
        return parts.score * ratio

    # an undefined score of one reference makes the highest one undefined
    return mean([np.max([*map(score, each_reference(segment))]) for segment in segments_of(case)])


_TER = frozenset({"ter"})

OTHER_METRICS: tuple[Mistake, ...] = (
    *in_stages(
        _gleu,
        frozenset({"google_gleu"}),
        {
            "divide": {f"matches are divided by {it}": of for it, of in _DIVISORS.items()},
            "choice": CHOICES,
        },
        COUNTINGS,
    ),
    Mistake(
        "the scores with the references of a segment are added up",
        Staged(_added),
        frozenset({"cider"}),
    ),
    *in_stages(_sari, frozenset({"sari"}), {"combine": _OPERATIONS}),
    Mistake(
        "no blocks are shifted",
        lambda metric, probes: probes.scores(
            under(metric, replace(metric.conventions, candidates=1))
        ),
        _TER,
    ),
    *in_stages(score_with, _TER, _OF_TER),
    *in_stages(
        _ribes,
        frozenset({"ribes"}),
        {"penalty": {name.format("brevity penalty"): of for name, of in PENALTIES.items()}},
    ),
)


OTHER_FAMILIES = of_number(
    score_with, _TER, {"edits": {"a shift counts as {:g} edits": partial(partial, _with_shifts)}}
)
