"""Comparisons of which every number is chosen by hand."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from tallystick.metrics import Citation, Scale
from tallystick.reports import (
    Breakdown,
    BreakdownCell,
    BreakdownGroup,
    CheckedCondition,
    ComparedMetric,
    Comparison,
    Difference,
    Disagreement,
    DistinguishingNgram,
    Example,
    GroupDifference,
    Interval,
    Length,
    OrderPrecision,
    SegmentOutcomes,
    Segments,
    SignificanceTest,
    SuspiciousSegment,
    SystemScore,
    TestSet,
    WordAccuracy,
)
from tests.reports.internals import Results, checks, comparison_of, parse_condition, results_of

BLEU = ComparedMetric(
    metric="bleu",
    name="bleu",
    title="BLEU",
    scale=Scale(0, 100, 2),
    higher_is_better=True,
    signature="nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|impl:tallystick|version:0.1.0",
    segment_signature="nrefs:1|case:mixed|eff:yes|tok:13a|smooth:exp|impl:tallystick|version:0.1.0",
    citation=Citation("Papineni et al., 2002", "@inproceedings{papineni,\n}"),
)
NIST = ComparedMetric(
    metric="nist",
    name="nist",
    title="NIST",
    scale=Scale(0, None, 4),
    higher_is_better=True,
    signature="nrefs:1|case:lc|tok:13a|order:5|impl:tallystick|version:0.1.0",
    citation=Citation("Doddington, 2002", "@inproceedings{doddington,\n}"),
)
ERRORS = ComparedMetric(
    metric="errors:kind=word",
    name="errors",
    title="errors (kind=word)",
    scale=Scale(0, None, 2),
    higher_is_better=False,
    signature="nrefs:1|kind:word|metric:errors|impl:someone-errors|version:0.7",
)
LEVEL = 0.05


def score(
    system: str,
    metric: ComparedMetric,
    value: float | None,
    half_width: float = 1.0,
    *,
    best: bool = False,
    rank: tuple[int, int] = (1, 1),
    cluster: int = 1,
) -> SystemScore:
    bounds = None if value is None else Interval(value - half_width, value + half_width)
    error = None if value is None else half_width / 2
    return SystemScore(system, metric.metric, value, bounds, error, best, rank, cluster)


def difference(
    system: str,
    other: str,
    metric: ComparedMetric,
    value: float | None,
    p_value: float | None,
    adjusted: float | None = None,
    *,
    exact: bool = False,
    differing_segments: int = 150,
    identical: bool = False,
    visible: float | None = 0.8,
    needed: int | None = 12345,
    limit: float | None = None,
) -> Difference:
    adjusted = p_value if adjusted is None else adjusted
    significant = adjusted is not None and adjusted <= LEVEL
    better = None
    if significant and value is not None:
        better = system if (value > 0) == metric.higher_is_better else other
    return Difference(
        metric=metric.metric,
        system=system,
        other=other,
        difference=value,
        interval=None if value is None else Interval(value - 0.5, value + 0.5),
        standard_error=None if value is None else 0.25,
        p_value=p_value,
        adjusted_p_value=adjusted,
        significant=significant,
        better=better,
        exact=exact,
        differing_segments=0 if identical else differing_segments,
        identical_output=identical,
        smallest_visible_difference=visible,
        segments_needed=needed,
        p_value_limit=limit,
    )


def put_together(
    metrics: tuple[ComparedMetric, ...],
    systems: tuple[str, ...],
    scores: tuple[SystemScore, ...],
    differences: tuple[Difference, ...],
    *,
    baseline: str | None = None,
    test_set: TestSet | None = None,
    test: SignificanceTest | None = None,
    saved_report: str = "",
) -> Comparison:
    """Return a comparison with its words."""
    pairs = len(differences) // len(metrics)
    test_set = test_set or TestSet(200, 1, 120, "document", 120)
    test = test or SignificanceTest(
        method="approximate randomisation",
        resamples=10_000,
        requested_resamples=10_000,
        seed=1,
        confidence=0.95,
        significance_level=LEVEL,
        correction="holm",
        comparisons=pairs,
        signature="ar:10000|unit:document|side:2|adj:holm|seed:1|version:0.1.0",
    )
    results = Results(
        test_set=test_set,
        test=test,
        metrics=metrics,
        runs=dict.fromkeys(systems, 1),
        baseline=baseline,
        scores={(score.metric, score.system): score for score in scores},
        differences={
            metric.metric: tuple(pair for pair in differences if pair.metric == metric.metric)
            for metric in metrics
        },
        saved_report=saved_report,
    )
    comparison = comparison_of(results, "Small comparison", (), (), {}, None)
    return replace(comparison, saved_report=saved_report)


def of_systems(
    values: Mapping[str, float | None], *differences: Difference, **options: Any
) -> Comparison:
    """Return a comparison of systems with these scores, under the metrics of the differences."""
    metrics = tuple(
        metric
        for metric in (BLEU, NIST, ERRORS)
        if any(pair.metric == metric.metric for pair in differences)
    )
    scores = tuple(
        score(name, metric, value) for metric in metrics for name, value in values.items()
    )
    return put_together(metrics, tuple(values), scores, differences, **options)


def changed(comparison: Comparison, **changes: Any) -> Comparison:
    """Return a comparison with other facts, and what is said of them."""
    other = replace(comparison, **changes)
    said = comparison_of(results_of(other), "", (), other.doubts, {}, None)
    return replace(other, verdict=said.verdict, caveats=said.caveats, methods=said.methods)


def each(parts: Iterable[Any], where: Mapping[str, object] | None = None, **changes: Any) -> Any:
    """Return parts of a report, with changes of those whose fields have the values of `where`."""
    wanted = (where or {}).items()
    return tuple(
        replace(part, **changes)
        if all(getattr(part, name) == value for name, value in wanted)
        else part
        for part in parts
    )


def three_systems(names: tuple[str, str, str] = ("large", "middle", "small")) -> Comparison:
    """Return a comparison of all pairs of three systems, with something in every part."""
    large, middle, small = names
    comparison = put_together(
        (BLEU, NIST),
        names,
        (
            score(large, BLEU, 33.7, best=True, rank=(1, 2)),
            score(large, NIST, 7.5, 0.2, best=True, rank=(1, 2)),
            score(middle, BLEU, 33.4, rank=(1, 2)),
            score(middle, NIST, 7.3, 0.2, rank=(1, 2)),
            score(small, BLEU, 26.05, rank=(3, 3), cluster=2),
            score(small, NIST, 6.1, 0.2, rank=(3, 3), cluster=2),
        ),
        (
            difference(large, middle, BLEU, 0.3, 0.29),
            difference(large, small, BLEU, 7.65, 0.0001, 0.0003, differing_segments=199),
            difference(middle, small, BLEU, 7.35, 0.0001, 0.0003, differing_segments=198),
            difference(large, middle, NIST, 0.2, 0.0504, visible=0.088),
            difference(large, small, NIST, 1.4, 0.0001, 0.0003, visible=0.09),
            difference(middle, small, NIST, 1.2, 0.0001, 0.0003, visible=0.09),
        ),
    )
    return replace(
        comparison,
        disagreements=(Disagreement(middle, large, "bleu", "nist", (), (7, 9)),),
        orders=tuple(
            OrderPrecision(
                "bleu", name, order, 60 - 10 * order - place, 100, (60 - 10 * order - place) / 100
            )
            for place, name in enumerate(names)
            for order in (1, 2, 3, 4)
        ),
        lengths=(
            Length(large, 3990, 4000, 0.9975),
            Length(middle, 4010, 4000, 1.0025),
            Length(small, 0, 0, None),
        ),
        breakdowns=(
            Breakdown(
                "reference length",
                10,
                (
                    BreakdownGroup("1-9", tuple(range(1, 121)), 90),
                    BreakdownGroup("10 or more", tuple(range(121, 196)), 70),
                    BreakdownGroup("empty", (196,), 1),
                ),
                tuple(
                    BreakdownCell(
                        group,
                        name,
                        metric.metric,
                        None if group == "empty" else 30.0 - 2 * place,
                        None if group == "empty" else Interval(28.0 - 2 * place, 32.0 - 2 * place),
                    )
                    for group in ("1-9", "10 or more", "empty")
                    for place, name in enumerate(names)
                    for metric in (BLEU, NIST)
                ),
                (GroupDifference("1-9", middle, large, "bleu", -2.0, Interval(-4.0, 0.0)),),
            ),
        ),
        word_accuracy=(
            WordAccuracy(large, "0", 0, 12, 0, 0.0, None, None),
            WordAccuracy(large, "1", 40, 80, 100, 0.5, 0.4, 0.4444),
        ),
        ngrams=(
            DistinguishingNgram(
                large, small, "matched", ("of", "the|<b>"), 12, 2, 9, 0.004, 0.03, (3, 17)
            ),
        ),
        segment_outcomes=(
            SegmentOutcomes("bleu", large, small, 120, 9, 71, (-20.0, 0.0, 20.0), (71, 120)),
        ),
        examples=(Example("bleu", large, small, 17, 0.09, 61.5),),
        suspicious=(
            SuspiciousSegment("empty hypothesis", small, 3, "nothing but white space"),
            SuspiciousSegment("empty hypothesis", small, 5, "nothing"),
            SuspiciousSegment("duplicate", None, 9, "as segment 2"),
        ),
        segments=Segments(
            sources=("Es regnet.",) * 200,
            references=(("It rains.",),) * 200,
            hypotheses=dict.fromkeys(names, ("It is raining.",) * 200),
            documents=("d1",) * 81 + tuple(f"d{number}" for number in range(2, 121)),
            metadata={"domain": ("weather",) * 200},
            scores={
                "bleu": dict.fromkeys(names, (12.5,) * 200),
                "nist": dict.fromkeys(names, (None,) * 200),
            },
            directions={"source": "ltr", "target": "ltr"},
            language="",
        ),
        notes=("This is something that a reader must know.",),
    )


def two_systems(
    p_values: tuple[float, float] = (0.004, 0.31), values: tuple[float, float] = (1.2, 0.05)
) -> Comparison:
    """Return a comparison of the systems "new" and "old" under BLEU and NIST."""
    return put_together(
        (BLEU, NIST),
        ("new", "old"),
        (
            score("new", BLEU, 34.2, best=True),
            score("new", NIST, 7.25, 0.2, best=True),
            score("old", BLEU, 33.0),
            score("old", NIST, 7.2, 0.2),
        ),
        (
            difference("new", "old", BLEU, values[0], p_values[0]),
            difference("new", "old", NIST, values[1], p_values[1], visible=0.09),
        ),
    )


def twelve_systems(baseline: str | None = None, visible: int = 3) -> Comparison:
    """Return systems A to L, a point of BLEU apart; differences from `visible` are significant."""
    names = tuple("ABCDEFGHIJKL")
    place = {name: number for number, name in enumerate(names)}
    pairs = [
        (first, second)
        for first in names
        for second in names
        if (place[first] < place[second] if baseline is None else second == baseline != first)
    ]
    return put_together(
        (BLEU,),
        names,
        tuple(
            score(name, BLEU, 40.0 - place[name], best=name == "A", rank=(1, 12)) for name in names
        ),
        tuple(
            difference(
                first,
                second,
                BLEU,
                float(place[second] - place[first]),
                0.001 if abs(place[second] - place[first]) >= visible else 0.4,
            )
            for first, second in pairs
        ),
        baseline=baseline,
    )


def checked(
    comparison: Comparison, *conditions: str, against: Mapping[str, str] | None = None
) -> tuple[CheckedCondition, ...]:
    """Return what came of conditions on systems against the baseline, or against others."""
    given = [parse_condition(condition) for condition in conditions]
    return tuple(checks(comparison, given, against or comparison.opponents))
