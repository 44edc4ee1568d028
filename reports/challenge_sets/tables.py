"""The tables and figures of a challenge, for people and for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from tallystick.reports.challenge_sets.model import (
    Challenge,
    ChallengedMetric,
    PlantedChange,
    Reaction,
)
from tallystick.reports.comparison.model import Interval
from tallystick.reports.document import (
    Block,
    Bullets,
    Glossary,
    Heading,
    HeatMap,
    Labels,
    LinePlot,
    Measured,
    Paragraph,
    Span,
    Table,
    Term,
    columns,
    table_of,
)
from tallystick.reports.wording import UNDEFINED, fixed, full, full_bounds, percent, share

KENDALL = "Kendall, A New Measure of Rank Correlation, Biometrika 1938"

TERMS = (
    Term("unchanged", "the score of the corpus without planted changes."),
    Term("faults noticed", "the mean over the kinds of faults of the share of segments whose score "
         "becomes worse with one fault; with references as the text, a perfect metric has 100%."),
    Term("harmless noticed", "the same of the harmless changes; a perfect metric has 0%."),
    Term("fault above harmless", "the share of pairs of a kind of fault and a kind of harmless "
         "change in which the fault has the larger relative drop; equal ones count half. A metric "
         "that cannot tell faults from harmless changes has 50%. The kinds are taken as given."),
    Term("correlation", "Kendall's tau-a between the number of faults in a segment (0, 1, 2, 4 and "
         "8) and how bad its score is, averaged over up to 200 segments of 12 words or more, and "
         "in the overview over the kinds of faults.", KENDALL),
    Term("relative drop", "how much worse the corpus score becomes with one change in each of the "
         "segments where it applies, divided by the same of one dropped word in each of these."),
    Term("drop", "how much worse the corpus score of the segments becomes, in points; positive is "
         "worse, also for error rates."),
    Term("noticed", "the share of segments whose score becomes worse with the change, by more than "
         "rounding."),
    Term("improved", "the share of segments whose score becomes better with the change, as can "
         "happen where the text differs from the references."),
    Term("intervals", "those of bootstrap samples of the segments, the same ones for all changes. "
         "What is planted is drawn for each segment on its own, so that they also contain what "
         "another --seed would give."),
)  # fmt: skip

GLOSSARY_POINTER = "What these numbers are: tallystick challenge --explain"
FAULT, HARMLESS = "fault", "harmless"
DIGITS = 2
FULL_COLOUR = 2.0
"""The relative drop that has the full colour: two dropped words."""


def document(found: Challenge) -> list[Block]:
    """Return the report for people, the result first."""
    first, *others = found.verdict
    several = [one for one in found.reactions if one.series]
    return [
        Paragraph(first, strong=True),
        Bullets("", tuple(others)),
        _overview(found),
        *(_heat_map(found, is_fault) for is_fault in (True, False)),
        Heading("Reactions to one change"),
        _matrix(
            found,
            "Drop relative to that of one dropped word in the same segments",
            lambda one: _number(one.relative, DIGITS),
        ),
        _matrix(
            found,
            "Segments whose score becomes worse with one change",
            lambda one: share(one.noticed),
        ),
        Heading("Reactions to several changes"),
        *_growths(found),
        Heading("Each metric"),
        *(_details(found, metric) for metric in found.metrics),
        *(_series(found, metric) for metric in found.metrics if several),
        Heading("What is planted"),
        _examples(found),
        *([Bullets("Notes", found.notes)] if found.notes else []),
        Glossary(TERMS, GLOSSARY_POINTER),
        Heading("Signatures"),
        Labels(tuple((one.metric, one.signature) for one in found.metrics), code=True),
    ]


def data_tables(found: Challenge) -> Mapping[str, Table]:
    """Return the tables for programs, without rounding."""
    changes = {one.change: one for one in found.changes}
    reactions = table_of(
        found.reactions,
        {
            "metric": lambda one: one.metric,
            "change": lambda one: one.change,
            "type": lambda one: _type(changes[one.change]),
            "segments": lambda one: str(changes[one.change].segments),
            "noticed": lambda one: full(one.noticed),
            "improved": lambda one: full(one.improved),
            "drop": lambda one: full(one.drop),
            "drop_low": lambda one: full_bounds(one.drop_interval)[0],
            "drop_high": lambda one: full_bounds(one.drop_interval)[1],
            "relative": lambda one: full(one.relative),
            "relative_low": lambda one: full_bounds(one.relative_interval)[0],
            "relative_high": lambda one: full_bounds(one.relative_interval)[1],
            "correlation": lambda one: full(one.correlation),
        },
        texts=3,
    )
    return {"reactions": reactions}


def _overview(found: Challenge) -> Table:
    return table_of(
        found.metrics,
        {
            "metric": lambda one: one.title,
            "unchanged": lambda one: fixed(one.score, one.digits),
            "faults noticed": lambda one: share(one.faults_noticed),
            "harmless noticed": lambda one: share(one.harmless_noticed),
            "fault above harmless": lambda one: share(one.separation, one.separation_interval),
            "correlation": lambda one: fixed(one.correlation, DIGITS),
        },
    )


def _heat_map(found: Challenge, is_fault: bool) -> HeatMap:
    values = {(one.change, one.metric): one.relative for one in found.reactions}
    changes = [one.change for one in _used(found) if one.is_fault == is_fault]
    return HeatMap(
        "Faults" if is_fault else "Harmless changes",
        "drop relative to that of one dropped word",
        tuple(changes),
        tuple(metric.title for metric in found.metrics),
        tuple(
            tuple(values[change, metric.metric] for metric in found.metrics) for change in changes
        ),
        FULL_COLOUR,
        DIGITS,
    )


def _growths(found: Challenge) -> Iterator[LinePlot]:
    """Yield for each change how the drop grows with the number of changes in a segment."""
    name = {one.metric: one.title for one in found.metrics}
    sign = {one.metric: 1.0 if one.higher_is_better else -1.0 for one in found.metrics}
    for change in found.changes:
        lines = [
            (name[one.metric], _growth(one.series, sign[one.metric]))
            for one in found.reactions
            if one.change == change.change
        ]
        drawn = tuple((title, numbers) for title, numbers in lines if numbers)
        if drawn:
            yield LinePlot(change.change, "changes in a segment", "drop, that of one as 1", drawn)


def _growth(series: Sequence[tuple[int, float | None]], sign: float) -> tuple[Measured, ...]:
    """Return the drops relative to that of one change; none if one change is no drop."""
    goodness = {number: sign * score for number, score in series if score is not None}
    if not {0, 1} <= goodness.keys() or goodness[0] <= goodness[1]:
        return ()
    of_one = goodness[0] - goodness[1]
    return tuple(Measured(number, (goodness[0] - one) / of_one) for number, one in goodness.items())


def _matrix(found: Challenge, title: str, cell: Callable[[Reaction], str]) -> Table:
    """Return a table of changes and metrics."""
    cells = {(one.change, one.metric): cell(one) for one in found.reactions}
    rows = tuple(
        (
            change.change,
            _type(change),
            f"{change.segments:,}",
            *(cells[change.change, metric.metric] for metric in found.metrics),
        )
        for change in _used(found)
    )
    names = ["change", "type", "segments", *(metric.title for metric in found.metrics)]
    return Table(columns(names, len(names) - 2), rows, title=title)


def _details(found: Challenge, metric: ChallengedMetric) -> Table:
    changes = {one.change: one for one in found.changes}
    level = percent(found.confidence)
    drop, relative = f"drop [{level}]", f"relative drop [{level}]"
    return table_of(
        [one for one in found.reactions if one.metric == metric.metric],
        {
            "change": lambda one: one.change,
            "type": lambda one: _type(changes[one.change]),
            "noticed": lambda one: share(one.noticed),
            "improved": lambda one: share(one.improved),
            drop: lambda one: _with_interval(one.drop, one.drop_interval, metric.digits),
            relative: lambda one: _with_interval(one.relative, one.relative_interval, DIGITS),
            "correlation": lambda one: (
                "" if one.correlation is None else fixed(one.correlation, DIGITS)
            ),
        },
        texts=2,
        title=f"{metric.title}: reactions to each change",
        detail=True,
    )


def _series(found: Challenge, metric: ChallengedMetric) -> Table:
    """Return the corpus scores with several changes in each segment."""
    changes = {one.change: one for one in found.changes}
    series = [one for one in found.reactions if one.metric == metric.metric and one.series]
    rows = tuple(
        (
            one.change,
            str(changes[one.change].segments_with_several),
            *(fixed(score, metric.digits) for _, score in one.series),
        )
        for one in series
    )
    numbers = [str(number) for number, _ in series[0].series]
    names = ["change", "segments", *numbers]
    return Table(
        columns(names, len(names) - 1),
        rows,
        title=f"{metric.title}: score by the number of changes in a segment",
        detail=True,
    )


def _examples(found: Challenge) -> Table:
    changes = [one for one in found.changes if one.example is not None]
    rows = tuple(
        (one.change, _type(one), one.description, f"{one.before} → {one.after}") for one in changes
    )
    marks = {(row, 3): tuple(_changed(one.before, one.after)) for row, one in enumerate(changes)}
    return Table(
        columns(["change", "type", "what is done", "example"]),
        rows,
        title="What is planted",
        detail=True,
        marks=marks,
    )


def _changed(before: str, after: str) -> Iterator[Span]:
    """Yield the parts that differ of "BEFORE → AFTER"."""
    start = _alike(before, after)
    end = _alike(before[start:][::-1], after[start:][::-1])
    shift = len(before) + len(" → ")
    for first, last in ((start, len(before) - end), (shift + start, shift + len(after) - end)):
        if first < last:
            yield first, last


def _alike(one: str, other: str) -> int:
    """Return with how many equal characters two texts begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def _used(found: Challenge) -> list[PlantedChange]:
    return [one for one in found.changes if not one.left_out]


def _type(change: PlantedChange) -> str:
    return FAULT if change.is_fault else HARMLESS


def _with_interval(value: float | None, bounds: Interval | None, digits: int) -> str:
    said = _number(value, digits)
    if bounds is None:
        return said
    return f"{said} [{_number(bounds.low, digits)}, {_number(bounds.high, digits)}]"


def _number(value: float | None, digits: int) -> str:
    return UNDEFINED if value is None else f"{value:z.{digits}f}"  # without the sign of a zero
