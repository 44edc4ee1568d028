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
from tallystick.reports.meta_evaluation.words.phrases import number, with_bounds
from tallystick.reports.wording import fixed, full, full_bounds, percent, share

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
FAULT, HARMLESS = "fault", "harmless"
DIGITS = 2
FULL_COLOUR = 2.0
"""The relative drop that has the full colour: two dropped words."""


def document(found: Challenge) -> list[Block]:
    """Return the report for people, the result first."""
    first, *others = found.verdict
    several = any(one.series for one in found.reactions)
    blocks: list[Block | None] = [
        Paragraph(first, strong=True),
        Bullets("", tuple(others)),
        _overview(found),
        *_heat_maps(found),
        Heading("Reactions to one change"),
        None
        if found.is_planted
        else _matrix(found, f"{PREFERRED}, worst first", lambda one: share(one.preferred)),
        _matrix(
            found,
            "Drop relative to that of one dropped word in the same segments",
            lambda one: number(one.relative, DIGITS),
        ),
        _matrix(
            found,
            "Segments whose score becomes worse with one change",
            lambda one: share(one.noticed),
        ),
        Heading("Reactions to several changes") if several else None,
        *_growths(found),
        Heading("Each metric"),
        *(_details(found, metric) for metric in found.metrics),
        *(_series(found, metric) for metric in found.metrics if several),
        Heading(_planted(found)),
        _examples(found),
        Bullets("Notes", found.notes) if found.notes else None,
        Glossary(TERMS, GLOSSARY_POINTER),
        Heading("Signatures"),
        Labels(tuple((one.metric, one.signature) for one in found.metrics), code=True),
    ]
    return [block for block in blocks if block is not None]


def data_tables(found: Challenge) -> Mapping[str, Table]:
    """Return the tables for programs, without rounding."""
    changes = {one.change: one for one in found.changes}
    reactions = table_of(
        found.reactions,
        {
            "metric": lambda one: one.metric,
            "change": lambda one: one.change,
            "type": lambda one: _type(changes[one.change]),
            "severity": lambda one: changes[one.change].severity,
            "segments": lambda one: str(changes[one.change].segments),
            "noticed": lambda one: full(one.noticed),
            "improved": lambda one: full(one.improved),
            "preferred": lambda one: full(one.preferred),
            "preferred_low": lambda one: full_bounds(one.preferred_interval)[0],
            "preferred_high": lambda one: full_bounds(one.preferred_interval)[1],
            "tau": lambda one: full(_tau(one)),
            "drop": lambda one: full(one.drop),
            "drop_low": lambda one: full_bounds(one.drop_interval)[0],
            "drop_high": lambda one: full_bounds(one.drop_interval)[1],
            "relative": lambda one: full(one.relative),
            "relative_low": lambda one: full_bounds(one.relative_interval)[0],
            "relative_high": lambda one: full_bounds(one.relative_interval)[1],
            "correlation": lambda one: full(one.correlation),
        },
        texts=4,
    )
    return {"reactions": reactions}


def _overview(found: Challenge) -> Table:
    shown: dict[str, Callable[[ChallengedMetric], str]] = {
        "metric": lambda one: one.title,
        "unchanged": lambda one: fixed(one.score, one.digits),
    }
    if found.is_planted:
        shown |= {
            "faults noticed": lambda one: share(one.faults_noticed),
            "harmless noticed": lambda one: share(one.harmless_noticed),
            "fault above harmless": lambda one: share(one.separation, one.separation_interval),
            "correlation": lambda one: fixed(one.correlation, DIGITS),
        }
    else:
        shown["preferred"] = lambda one: share(one.preferred, one.preferred_interval)
    if any(one.severity_order is not None for one in found.metrics):
        shown["severe above milder"] = lambda one: share(one.severity_order, one.severity_interval)
    if any(one.aces_score is not None for one in found.metrics):
        shown["ACES score"] = lambda one: fixed(one.aces_score, DIGITS)
    return table_of(found.metrics, shown)


def _heat_maps(found: Challenge) -> Iterator[HeatMap]:
    """Yield the relative drops of faults and of harmless changes, or the preferences of items."""
    label = "drop relative to that of one dropped word" if found.is_planted else PREFERRED
    values = {
        (one.change, one.metric): one.relative if found.is_planted else one.preferred
        for one in found.reactions
    }
    for title, is_fault in (("Faults", True), ("Harmless changes", False)):
        rows = [one.change for one in _used(found) if one.is_fault == is_fault]
        cells = [tuple(values[row, metric.metric] for metric in found.metrics) for row in rows]
        titles = tuple(metric.title for metric in found.metrics)
        full_colour = FULL_COLOUR if found.is_planted else 1.0
        if rows:
            yield HeatMap(title, label, tuple(rows), titles, tuple(cells), full_colour, DIGITS)


def _growths(found: Challenge) -> Iterator[LinePlot]:
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
    cells = {(one.change, one.metric): cell(one) for one in found.reactions}
    rows = tuple(
        (
            change.change,
            f"{change.severity} {_type(change)}".strip(),
            f"{change.segments:,}",
            *(cells[change.change, metric.metric] for metric in found.metrics),
        )
        for change in _used(found)
    )
    names = ["change", "type", "segments", *(metric.title for metric in found.metrics)]
    return Table(columns(names, len(names) - 2), rows, title=title)


def _details(found: Challenge, metric: ChallengedMetric) -> Table:
    changes = {one.change: one for one in _used(found)}
    own = {one.change: one for one in found.reactions if one.metric == metric.metric}
    level = percent(found.confidence)
    drop, relative = f"drop [{level}]", f"relative drop [{level}]"
    return table_of(
        [own[change] for change in changes],
        {
            "change": lambda one: one.change,
            "type": lambda one: _type(changes[one.change]),
            "noticed": lambda one: share(one.noticed),
            "improved": lambda one: share(one.improved),
            f"preferred [{level}]": lambda one: share(one.preferred, one.preferred_interval),
            "tau": lambda one: fixed(_tau(one), DIGITS),
            drop: lambda one: with_bounds(one.drop, one.drop_interval, metric.digits),
            relative: lambda one: with_bounds(one.relative, one.relative_interval, DIGITS),
            "correlation": lambda one: (
                "" if one.correlation is None else fixed(one.correlation, DIGITS)
            ),
        },
        texts=2,
        title=f"{metric.title}: reactions to each change",
        detail=True,
    )


def _series(found: Challenge, metric: ChallengedMetric) -> Table:
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
        title=_planted(found),
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
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def _used(found: Challenge) -> list[PlantedChange]:
    """Return the changes that count; phenomena of items in which metrics fail most are first."""
    used = [one for one in found.changes if not one.left_out]
    if found.is_planted:
        return used
    sums = dict.fromkeys((one.change for one in used), 0.0)
    for reaction in found.reactions:
        sums[reaction.change] += reaction.preferred or 0.0
    return sorted(used, key=lambda one: sums[one.change])


def _type(change: PlantedChange) -> str:
    return FAULT if change.is_fault else HARMLESS


def _planted(found: Challenge) -> str:
    return "What is planted" if found.is_planted else "Examples"


def _tau(one: Reaction) -> float | None:
    return None if one.noticed is None else 2 * one.noticed - 1
