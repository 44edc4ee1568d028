"""The tables and figures of a challenge, for people and for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from tallystick.reports.challenge_sets.model import (
    Challenge,
    ChallengedMetric,
    PlantedChange,
    Reaction,
)
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
from tallystick.reports.meta_evaluation.words.phrases import fields, number, with_bounds
from tallystick.reports.wording import fixed, full, percent, share

ACES = "Amrhein, Moghe and Guillou, ACES, WMT 2022"
KENDALL = "Kendall, A New Measure of Rank Correlation, Biometrika 1938"

TERMS = (
    Term("unchanged", "the score of the corpus without planted changes."),
    Term("faults noticed", "the mean over the kinds of faults of the share of segments whose score "
         "becomes worse with one fault; with references as the text, a perfect metric has 100%."),
    Term("harmless noticed", "the same of the harmless changes; a perfect metric has 0%."),
    Term("fault above harmless", "the share of pairs of a kind of fault and a kind of harmless "
         "change in which the fault has the larger relative drop; equal ones count half. A metric "
         "that cannot tell faults from harmless changes has 50%. The kinds are taken as given."),
    Term("severe above milder", "the share of pairs of kinds of faults of different severity "
         "(minor, major, critical, as in DEMETR) in which the more severe one has the larger "
         "relative drop; equal ones count half. A metric that ignores severity has 50%."),
    Term("correlation", "Kendall's tau-a between the number of faults in a segment (0, 1, 2, 4 and "
         "8) and how bad its score is, averaged over up to 200 segments of 12 words or more, and "
         "in the overview over the kinds of faults.", KENDALL),
    Term("relative drop", "how much worse the corpus score becomes with one change in each of the "
         "segments where it applies, divided by the same of one dropped word in each of these."),
    Term("preferred", "the share of items, or segments, in which the text without the fault has "
         "the better score; equal scores count half. 50% is chance. In the overview, the mean over "
         "the kinds of faults. Its interval is Wilson's, over segments."),
    Term("tau", "Kendall's tau-like coefficient of ACES: the share of items in which the good text "
         "has the better score, minus that of the others, ties among them.", ACES),
    Term("ACES score", "the weighted sum over the ten categories of ACES of the mean tau of their "
         "phenomena, at most 29.1.", ACES),
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
PREFERRED = "Share of items whose good text has the better score, ties as a half"
WORST = f"{PREFERRED}, worst first"
DROP = "Drop relative to that of one dropped word in the same segments"
NOTICED = "Segments whose score becomes worse with one change"
FAULT, HARMLESS = "fault", "harmless"
DIGITS = 2
FULL_COLOUR = 2.0
"""The relative drop that has the full colour: two dropped words."""


def document(report: Challenge) -> list[Block]:
    """Return the report for people, the result first."""
    first, *others = report.verdict
    several = any(row.series for row in report.reactions)
    blocks: list[Block | None] = [
        Paragraph(first, strong=True),
        Bullets("", tuple(others)),
        _overview(report),
        *_heat_maps(report),
        Heading("Reactions to one change"),
        None if report.is_planted else _matrix(report, WORST, lambda row: share(row.preferred)),
        _matrix(report, DROP, lambda row: number(row.relative, DIGITS)),
        _matrix(report, NOTICED, lambda row: share(row.noticed)),
        Heading("Reactions to several changes") if several else None,
        *_growths(report),
        Heading("Each metric"),
        *(_details(report, metric) for metric in report.metrics),
        *(_series(report, metric) for metric in report.metrics if several),
        Heading(_planted(report)),
        _examples(report),
        Bullets("Notes", report.notes) if report.notes else None,
        Glossary(TERMS, GLOSSARY_POINTER),
        Heading("Signatures"),
        Labels(tuple((metric.metric, metric.signature) for metric in report.metrics), code=True),
    ]
    return [block for block in blocks if block is not None]


def data_tables(report: Challenge) -> Mapping[str, Table]:
    """Return the tables for programs, without rounding."""
    changes = {change.change: change for change in report.changes}
    reactions = table_of(
        report.reactions,
        {
            **fields("metric", "change"),
            "type": lambda row: _type(changes[row.change]),
            "severity": lambda row: changes[row.change].severity,
            "segments": lambda row: str(changes[row.change].segments),
            **fields("noticed", "improved", "preferred", "preferred_interval"),
            "tau": lambda row: full(_tau(row)),
            **fields("drop", "drop_interval", "relative", "relative_interval", "correlation"),
        },
        texts=4,
    )
    return {"reactions": reactions}


def _overview(report: Challenge) -> Table:
    shown: dict[str, Callable[[ChallengedMetric], str]] = {
        "metric": lambda row: row.title,
        "unchanged": lambda row: fixed(row.score, row.digits),
    }
    if report.is_planted:
        shown |= {
            "faults noticed": lambda row: share(row.faults_noticed),
            "harmless noticed": lambda row: share(row.harmless_noticed),
            "fault above harmless": lambda row: share(row.separation, row.separation_interval),
            "correlation": lambda row: fixed(row.correlation, DIGITS),
        }
    else:
        shown["preferred"] = lambda row: share(row.preferred, row.preferred_interval)
    if any(metric.severity_order is not None for metric in report.metrics):
        shown["severe above milder"] = lambda row: share(row.severity_order, row.severity_interval)
    if any(metric.aces_score is not None for metric in report.metrics):
        shown["ACES score"] = lambda row: fixed(row.aces_score, DIGITS)
    return table_of(report.metrics, shown)


def _heat_maps(report: Challenge) -> Iterator[HeatMap]:
    """Yield the relative drops of faults and of harmless changes, or the preferences of items."""
    label = "drop relative to that of one dropped word" if report.is_planted else PREFERRED
    values = {
        (cell.change, cell.metric): cell.relative if report.is_planted else cell.preferred
        for cell in report.reactions
    }
    for title, is_fault in (("Faults", True), ("Harmless changes", False)):
        rows = [change.change for change in _used(report) if change.is_fault == is_fault]
        cells = [tuple(values[row, metric.metric] for metric in report.metrics) for row in rows]
        titles = tuple(metric.title for metric in report.metrics)
        full_colour = FULL_COLOUR if report.is_planted else 1.0
        if rows:
            yield HeatMap(title, label, tuple(rows), titles, tuple(cells), full_colour, DIGITS)


def _growths(report: Challenge) -> Iterator[LinePlot]:
    name = {metric.metric: metric.title for metric in report.metrics}
    sign = {metric.metric: 1.0 if metric.higher_is_better else -1.0 for metric in report.metrics}
    for change in report.changes:
        rows = [row for row in report.reactions if row.change == change.change]
        growths = [(name[row.metric], _growth(row.series, sign[row.metric])) for row in rows]
        drawn = tuple((title, numbers) for title, numbers in growths if numbers)
        if drawn:
            yield LinePlot(change.change, "changes in a segment", "drop, that of one as 1", drawn)


def _growth(series: Sequence[tuple[int, float | None]], sign: float) -> tuple[Measured, ...]:
    """Return the drops relative to that of one change; none if one change is no drop."""
    goodness = {number: sign * score for number, score in series if score is not None}
    if not {0, 1} <= goodness.keys() or goodness[0] <= goodness[1]:
        return ()
    of_one = goodness[0] - goodness[1]
    return tuple(Measured(number, (goodness[0] - now) / of_one) for number, now in goodness.items())


def _matrix(report: Challenge, title: str, cell: Callable[[Reaction], str]) -> Table:
    cells = {(reaction.change, reaction.metric): cell(reaction) for reaction in report.reactions}
    rows: list[tuple[str, ...]] = []
    for change in _used(report):
        kind, segments = f"{change.severity} {_type(change)}".strip(), f"{change.segments:,}"
        of_metrics = (cells[change.change, metric.metric] for metric in report.metrics)
        rows.append((change.change, kind, segments, *of_metrics))
    names = ["change", "type", "segments", *(metric.title for metric in report.metrics)]
    return Table(columns(names, len(names) - 2), tuple(rows), title=title)


def _details(report: Challenge, metric: ChallengedMetric) -> Table:
    changes = {change.change: change for change in _used(report)}
    own = {row.change: row for row in report.reactions if row.metric == metric.metric}
    level = percent(report.confidence)
    drop, relative = f"drop [{level}]", f"relative drop [{level}]"
    return table_of(
        [own[change] for change in changes],
        {
            "change": lambda row: row.change,
            "type": lambda row: _type(changes[row.change]),
            "noticed": lambda row: share(row.noticed),
            "improved": lambda row: share(row.improved),
            f"preferred [{level}]": lambda row: share(row.preferred, row.preferred_interval),
            "tau": lambda row: fixed(_tau(row), DIGITS),
            drop: lambda row: with_bounds(row.drop, row.drop_interval, metric.digits),
            relative: lambda row: with_bounds(row.relative, row.relative_interval, DIGITS),
            "correlation": lambda row: (
                "" if row.correlation is None else fixed(row.correlation, DIGITS)
            ),
        },
        texts=2,
        title=f"{metric.title}: reactions to each change",
        detail=True,
    )


def _series(report: Challenge, metric: ChallengedMetric) -> Table:
    changes = {change.change: change for change in report.changes}
    series = [row for row in report.reactions if row.metric == metric.metric and row.series]
    rows: list[tuple[str, ...]] = []
    for row in series:
        scores = (fixed(score, metric.digits) for _, score in row.series)
        rows.append((row.change, str(changes[row.change].segments_with_several), *scores))
    names = ["change", "segments", *(str(number) for number, _ in series[0].series)]
    title = f"{metric.title}: score by the number of changes in a segment"
    return Table(columns(names, len(names) - 1), tuple(rows), title=title, detail=True)


def _examples(report: Challenge) -> Table:
    changes = [change for change in report.changes if change.example is not None]
    rows = tuple(
        (change.change, _type(change), change.description, f"{change.before} → {change.after}")
        for change in changes
    )
    parts = [tuple(_changed(change.before, change.after)) for change in changes]
    marks = {(row, 3): spans for row, spans in enumerate(parts)}
    header = columns(["change", "type", "what is done", "example"])
    return Table(header, rows, title=_planted(report), detail=True, marks=marks)


def _changed(before: str, after: str) -> Iterator[Span]:
    """Yield the parts that differ of "BEFORE → AFTER"."""
    start = _alike(before, after)
    end = _alike(before[start:][::-1], after[start:][::-1])
    shift = len(before) + len(" → ")
    for first, last in ((start, len(before) - end), (shift + start, shift + len(after) - end)):
        if first < last:
            yield first, last


def _alike(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def _used(report: Challenge) -> list[PlantedChange]:
    """Return the changes that count; phenomena of items in which metrics fail most are first."""
    used = [change for change in report.changes if not change.left_out]
    if report.is_planted:
        return used
    sums = dict.fromkeys((change.change for change in used), 0.0)
    for reaction in report.reactions:
        sums[reaction.change] += reaction.preferred or 0.0
    return sorted(used, key=lambda change: sums[change.change])


def _type(change: PlantedChange) -> str:
    return FAULT if change.is_fault else HARMLESS


def _planted(report: Challenge) -> str:
    return "What is planted" if report.is_planted else "Examples"


def _tau(reaction: Reaction) -> float | None:
    return None if reaction.noticed is None else 2 * reaction.noticed - 1
