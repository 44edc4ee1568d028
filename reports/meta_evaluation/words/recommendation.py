"""Which of the evaluated metrics to use, and why, also where no test can decide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from tallystick.reports.meta_evaluation.model import Grouping, MetaEvaluation, TestedPair, wins
from tallystick.reports.meta_evaluation.settings import SIMILAR_METRICS
from tallystick.reports.meta_evaluation.words.phrases import GROUPINGS, judge_of
from tallystick.reports.wording import shortened

MOST_NAMED = 3
_WHERE = GROUPINGS | {Grouping.ALL: "over all outputs", Grouping.CHOICES: "on choices"}


class Advice(StrEnum):
    """All sentences and reasons, in the order of the report."""

    USE = "Use {metric}: {reason}."
    ONLY = "it is the only candidate"
    ONLY_FREE = "of the candidates, only it needs no tokenizer"
    BEST_FREE = "of the candidates that need no tokenizer, it agrees best here"
    BEST = "of the candidates, it agrees best here"
    CANDIDATES = "Candidates are the metrics than which none is significantly better: {steps}."
    ON_SYSTEMS = "on systems {left}"
    THEN_ON_OUTPUTS = "of these {grouping} {left}"
    ON_OUTPUTS = "{grouping} {left}"
    NONE = "No metric is recommended: {why}"
    NO_FIT = "none has a tokenizer that fits the text; name one that does, as warnings say."
    NO_AGREEMENT = "none agrees significantly with {judge} {grouping}."
    OPPOSITE = " Most contradict them: do lower human scores mean better outputs?"
    OTHERS = "Cost, and comparison with earlier scores, are good reasons to use another candidate."
    UNFIT = "Not considered, because the tokenizer does not fit the text: {metrics}."
    WITH = (
        "Report {other} with it, which measures something else (correlation on outputs "
        "{correlation:.2f})."
    )
    OF_ONE_KIND = (
        "All of these metrics count n-grams or edits, and share their errors: add one that was "
        "trained on human scores, by --scores NAME=FILE."
    )


def recommendation(report: MetaEvaluation) -> Iterator[str]:
    """Yield which metric to use, which one to report with it, and what is missing.

    Tests on systems decide first, then those on outputs, then what does not depend on the data: a
    tokenizer is one more choice, and must fit the language.
    """
    if len(report.metrics) < 2:
        return
    name = report.titles
    unfit = [metric.metric for metric in report.metrics if metric.unfit]
    fit = [metric.metric for metric in report.metrics if not metric.unfit]
    why = _nothing_to_recommend(report, fit)
    if why:
        yield Advice.NONE.format(why=why)
        return
    steps = list(_steps(report, fit))
    candidates = steps[-1][1]
    with_tokenizer = {metric.metric for metric in report.metrics if metric.tokenizer}
    free = [metric for metric in candidates if metric not in with_tokenizer]
    chosen = (free or candidates)[0]
    if len(candidates) == 1:
        reason = Advice.ONLY
    elif 0 < len(free) < len(candidates):
        reason = Advice.ONLY_FREE if len(free) == 1 else Advice.BEST_FREE
    else:
        reason = Advice.BEST
    yield Advice.USE.format(metric=name[chosen], reason=reason)
    where = _WHERE[_grouping_of(report)]
    said = [
        words.format(grouping=where, left=_named(left, name, whole=len(left) == len(fit)))
        for words, left in steps
    ]
    yield Advice.CANDIDATES.format(steps=", and ".join(said))
    if len(candidates) > 1:
        yield Advice.OTHERS
    if unfit:
        yield Advice.UNFIT.format(metrics=_named(unfit, name))
    yield from _partner(report, chosen, [left for _, left in reversed(steps)])
    if report.against is None and not any(metric.given for metric in report.metrics):
        yield Advice.OF_ONE_KIND


def _steps(report: MetaEvaluation, metrics: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the words of each kind of test, with the metrics that it leaves, the best first."""
    level, left = report.significance_level, list(metrics)
    if report.together:
        left = _unbeaten(left, report.differences, level)
        yield Advice.ON_SYSTEMS, left
    grouping = _grouping_of(report)
    order = [level.metric for level in report.on_outputs if level.grouping is grouping]
    if order and len(left) > 1:
        tests = (test for test in report.output_differences if test.grouping is grouping)
        words = Advice.THEN_ON_OUTPUTS if report.together else Advice.ON_OUTPUTS
        left = _unbeaten([metric for metric in order if metric in left], tests, level)
        yield words, left


def _grouping_of(report: MetaEvaluation) -> Grouping:
    of_all = report.main_grouping is Grouping.ALL
    return Grouping.SEGMENT if report.together and of_all else report.main_grouping


def _nothing_to_recommend(report: MetaEvaluation, fit: Sequence[str]) -> str:
    """Return why no metric is recommended, or ""."""
    if not fit:
        return Advice.NO_FIT
    grouping = _grouping_of(report)
    known = []
    for level in report.on_outputs:
        estimate = level.of(report.coefficient)
        if level.grouping is grouping and level.metric in fit and estimate.value is not None:
            bounds = estimate.over_segments
            known.append((bounds.low, bounds.high) if bounds else (estimate.value, estimate.value))
    if not known or any(low > 0 for low, _ in known):
        return ""
    opposite = sum(high < 0 for _, high in known) * 2 > len(known)
    why = Advice.NO_AGREEMENT.format(judge=judge_of(report).name, grouping=_WHERE[grouping])
    return why + Advice.OPPOSITE * opposite


def _unbeaten(metrics: Sequence[str], tests: Iterable[TestedPair], level: float) -> list[str]:
    beaten = {other for metric, other in wins(tests, level) if metric in metrics}
    return [metric for metric in metrics if metric not in beaten]


def _partner(
    report: MetaEvaluation, chosen: str, candidates: Sequence[Sequence[str]]
) -> Iterator[str]:
    """Name the metric that differs most from the chosen one, of the first candidates that do."""
    correlations = {
        pair[pair[0] == chosen]: alike.outputs
        for alike in report.metric_agreement
        for pair in [(alike.metric, alike.other)]
        if chosen in pair and alike.outputs is not None and alike.outputs > 0  # not its opposite
    }
    for metrics in candidates:
        least = min(metrics, key=lambda metric: correlations.get(metric, 1.0))
        if correlations.get(least, 1.0) < SIMILAR_METRICS:
            yield Advice.WITH.format(other=report.titles[least], correlation=correlations[least])
            return


def _named(metrics: Sequence[str], name: Mapping[str, str], *, whole: bool = False) -> str:
    if whole:
        return f"all {len(metrics)}"
    return shortened([name[metric] for metric in metrics], MOST_NAMED)
