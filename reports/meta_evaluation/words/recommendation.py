"""Which metrics agree beyond chance and which to use, and why, also where no test can decide."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from tallystick.metrics.resampling.correction import adjusted
from tallystick.metrics.resampling.student import quantile, two_sided_p_value
from tallystick.reports.meta_evaluation import model
from tallystick.reports.meta_evaluation.settings import SIMILAR_METRICS
from tallystick.reports.meta_evaluation.words.phrases import MOST_NAMED, WHERE, judge_of, units_of
from tallystick.reports.wording import are_equal, p_value, shortened


class Advice(StrEnum):
    """All sentences and reasons, in the order of the report."""

    USE = "Use {metric}: {reason}."
    ONLY = "it is the only candidate"
    ONLY_FREE = "it is the only candidate that needs no tokenizer"
    BEST_FREE = "of the candidates that need no tokenizer, it agrees best here"
    BEST = "of the candidates, it agrees best here"
    EQUAL = ", as {do} {others}"
    CANDIDATES = "Candidates are the metrics than which none is significantly better: {steps}."
    ON_SYSTEMS = "on systems {left}"
    THEN_ON_OUTPUTS = "of these {grouping} {left}"
    ON_OUTPUTS = "{grouping} {left}"
    NONE = "No metric is recommended: {why}"
    NO_FIT = "none has a tokenizer that fits the text; name one that does, as warnings say."
    NO_AGREEMENT = "none agrees significantly with {judge} {where}{smallest}."
    SMALLEST = " (smallest p-value {p}{corrected})"
    CORRECTED = ", corrected for {number} metrics"
    OPPOSITE = (
        " Most contradict them: if lower human scores mean better outputs, add "
        "--human-lower-is-better."
    )
    OTHERS = "Cost, and comparison with earlier scores, are good reasons to use another candidate."
    UNFIT = "Not considered, because the tokenizer does not fit the text: {metrics}."
    WITHOUT_AGREEMENT = (
        "Not considered, without significant agreement with {judge} {where}: {metrics}."
    )
    WITH = (
        "Report {other} with it, the candidate that is least like it (correlation on outputs "
        "{correlation:.2f})."
    )
    OF_ONE_KIND = (
        "All of these metrics count n-grams or edits, and share their errors: add one that was "
        "trained on human scores, by --scores NAME=FILE."
    )


def recommendation(report: model.MetaEvaluation) -> Iterator[str]:
    """Yield which metric to use, which one to report with it, and what is missing.

    Tests on systems decide first, then those on outputs, then what does not depend on the data: a
    tokenizer is one more choice, and must fit the language.
    """
    if len(report.metrics) < 2:
        return
    name = report.titles
    unfit = [metric.metric for metric in report.metrics if metric.unfit]
    fit = [metric.metric for metric in report.metrics if not metric.unfit]
    if not fit:
        yield Advice.NONE.format(why=Advice.NO_FIT)
        return
    level = report.significance_level
    tested = against_chance(report, fit)
    agreeing = [metric for metric in fit if tested[metric].sign(level) > 0]
    said = {"judge": judge_of(report).name, "where": WHERE[tested_grouping(report)]}
    if not agreeing:
        yield Advice.NONE.format(why="".join(_no_agreement(report, list(tested.values()), said)))
        return
    steps = list(_steps(report, agreeing))
    candidates = steps[-1][1]
    with_tokenizer = {metric.metric for metric in report.metrics if metric.tokenizer}
    free = [metric for metric in candidates if metric not in with_tokenizer]
    chosen = (free or candidates)[0]
    if len(candidates) == 1:
        reason: str = Advice.ONLY
    elif len(free) == 1:
        reason = Advice.ONLY_FREE
    else:
        reason = Advice.BEST_FREE if 0 < len(free) < len(candidates) else Advice.BEST
        reason += _as_good(report, chosen, free or candidates)
    yield Advice.USE.format(metric=name[chosen], reason=reason)
    steps_said = []
    for words, left in steps:
        named = _named(left, name, whole=len(left) == len(agreeing))
        steps_said.append(words.format(grouping=said["where"], left=named))
    yield Advice.CANDIDATES.format(steps=", and ".join(steps_said))
    if len(candidates) > 1:
        yield Advice.OTHERS
    if unfit:
        yield Advice.UNFIT.format(metrics=_named(unfit, name))
    disagreeing = [metric for metric in fit if metric not in agreeing]
    if disagreeing:
        yield Advice.WITHOUT_AGREEMENT.format(metrics=_named(disagreeing, name), **said)
    yield from _partner(report, chosen, [left for _, left in reversed(steps)])
    if report.against is None and not any(metric.given for metric in report.metrics):
        yield Advice.OF_ONE_KIND


def _steps(report: model.MetaEvaluation, metrics: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the words of each kind of test, with the metrics that it leaves, the best first."""
    level, left = report.significance_level, list(metrics)
    if report.together:
        left = _unbeaten(left, report.differences, level)
        yield Advice.ON_SYSTEMS, left
    grouping = tested_grouping(report)
    order = [level.metric for level in report.on_outputs if level.grouping is grouping]
    if order and (len(left) > 1 or not report.together):
        tests = (test for test in report.output_differences if test.grouping is grouping)
        words = Advice.THEN_ON_OUTPUTS if report.together else Advice.ON_OUTPUTS
        left = _unbeaten([metric for metric in order if metric in left], tests, level)
        yield words, left


def _as_good(report: model.MetaEvaluation, chosen: str, candidates: Sequence[str]) -> str:
    """Name the candidates with the same agreement as the chosen one, if there are any."""
    grouping = tested_grouping(report)
    values = {
        row.metric: row.of(report.coefficient).value
        for row in report.on_outputs
        if row.grouping is grouping
    } or {row.metric: row.accuracy.value for row in report.together}
    equal = [
        report.titles[metric]
        for metric in candidates
        if metric != chosen and are_equal(values.get(metric), values.get(chosen))
    ]
    do = "does" if len(equal) == 1 else "do"
    return Advice.EQUAL.format(do=do, others=shortened(equal, MOST_NAMED)) if equal else ""


def _no_agreement(
    report: model.MetaEvaluation, tested: Sequence[AgainstChance], said: Mapping[str, str]
) -> Iterator[str]:
    """Yield why no metric is recommended, and what may be wrong if most contradict humans."""
    level = report.significance_level
    above = [each.p_value for each in tested if each.agreement > 0]
    smallest = ""
    if above:
        number = sum(not math.isnan(each.p_value) for each in tested)
        corrected = Advice.CORRECTED.format(number=number) if number > 1 else ""
        smallest = Advice.SMALLEST.format(p=p_value(min(above), level), corrected=corrected)
    yield Advice.NO_AGREEMENT.format(smallest=smallest, **said)
    opposite = sum(each.sign(level) < 0 for each in tested)
    if report.against is None and opposite * 2 > len(tested):
        yield Advice.OPPOSITE


def _unbeaten(metrics: Sequence[str], tests: Iterable[model.TestedPair], level: float) -> list[str]:
    beaten = {other for metric, other in model.wins(tests, level) if metric in metrics}
    return [metric for metric in metrics if metric not in beaten]


def _partner(
    report: model.MetaEvaluation, chosen: str, candidates: Sequence[Sequence[str]]
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
        return {1: name[metrics[0]], 2: "both"}.get(len(metrics), f"all {len(metrics)}")
    return shortened([name[metric] for metric in metrics], MOST_NAMED)


class AgainstChance(NamedTuple):
    """Agreement, 0 by chance and negative for contradiction, and its two-sided p-value.

    The p-value is NaN if nothing can be tested, as of a metric that gives one score to everything.
    """

    agreement: float
    p_value: float

    def sign(self, level: float) -> int:
        """Return 1 for significant agreement, -1 for significant contradiction, else 0."""
        return int(np.sign(self.agreement)) if self.p_value <= level else 0


def tested_grouping(report: model.MetaEvaluation) -> model.Grouping | None:
    """Return the outputs on which agreement is tested; None if only systems are scored."""
    of_all = report.main_grouping is model.Grouping.ALL
    tested = model.Grouping.SEGMENT if report.together and of_all else report.main_grouping
    return tested if any(row.grouping is tested for row in report.on_outputs) else None


def against_chance(
    report: model.MetaEvaluation, metrics: Sequence[str], judged: model.EvaluatedSet | None = None
) -> dict[str, AgainstChance]:
    """Return the agreement of metrics on a set, or on all; Holm's method corrects p-values."""
    name, grouping = judged and judged.name, tested_grouping(report)
    units = judged.units if judged else units_of(report)[1]
    tested = {
        row.metric: _on_outputs(row.of(report.coefficient), units, report.confidence)
        for row in (report.segment_level if judged else report.on_outputs)
        if row.grouping is grouping and getattr(row, "set", None) == name
    }
    on_sets = [row for row in report.system_level if name in (None, row.set)]
    tested = tested or {
        metric: _on_systems([row for row in on_sets if row.metric == metric], shared=report.aspects)
        for metric in metrics
    }
    p_values = adjusted(np.array([tested[metric].p_value for metric in metrics]), "holm").tolist()
    return {
        metric: tested[metric]._replace(p_value=p)
        for metric, p in zip(metrics, p_values, strict=True)
    }


def _on_outputs(estimate: model.Estimate, units: int, confidence: float) -> AgainstChance:
    """Test a coefficient by its interval, which is symmetric on the scale of Fisher's z.

    Without an interval all units agree alike, so the test is that of their signs.
    """
    value, bounds = estimate.value, estimate.over_segments
    if value is None:
        return AgainstChance(0.0, math.nan)
    if not value or bounds is None:
        return AgainstChance(value, 2.0 ** (1 - units) if value else 1.0)
    with np.errstate(divide="ignore"):  # an end may round to 1
        centre, end = np.arctanh([value, bounds.low if value > 0 else bounds.high])
    t = centre / (centre - end) * quantile((1 + confidence) / 2, units - 2)
    return AgainstChance(value, two_sided_p_value(float(t), units - 2))


def _on_systems(rows: Sequence[model.SystemLevel], *, shared: bool) -> AgainstChance:
    """Test concordant less discordant pairs, with a correction for continuity.

    Their variance without ties is n (n - 1) (2 n + 5) / 18, an upper limit with ties; Kendall, Rank
    Correlation Methods, 1970, chapter 4. A set with `shared` systems may repeat another one.
    """
    if not any(row.pairs.concordant + row.pairs.discordant for row in rows):
        return AgainstChance(0.0, math.nan)
    agreement = sum(row.pairs.concordant - row.pairs.discordant for row in rows)
    numbers = [len(row.scores) for row in rows]
    deviations = [math.sqrt(n * (n - 1) * (2 * n + 5) / 18) for n in numbers]
    deviation = sum(deviations) if shared else math.hypot(*deviations)
    z = max(abs(agreement) - 1, 0) / deviation
    return AgainstChance(agreement, two_sided_p_value(z, math.inf))
