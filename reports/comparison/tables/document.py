"""A comparison as blocks for people: the verdict, tables and explanations."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tallystick.reports import wording
from tallystick.reports.comparison.facts.results import (
    best_called,
    between,
    far_system,
    is_ranked,
    lengths_in_order,
    seen_from,
    shared,
    standard_called,
    standard_of,
)
from tallystick.reports.comparison.model import (
    Breakdown,
    CheckedCondition,
    ComparedMetric,
    Comparison,
    Difference,
    SignificanceTest,
    SystemScore,
    bounds_of,
)
from tallystick.reports.comparison.tables.example_segments import shown_examples
from tallystick.reports.comparison.thresholds import (
    MOST_EXAMPLES,
    MOST_GROUPS,
    MOST_SYSTEMS_WITH_INTERVALS,
)
from tallystick.reports.comparison.words.cases import equivalence_p_value
from tallystick.reports.comparison.words.verdict import verdict_with_digits
from tallystick.reports.document import (
    Block,
    Bullets,
    IntervalPlot,
    Labels,
    Paragraph,
    PlottedRow,
    Table,
    columns,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tallystick.reports.comparison_over_sets.model import DifferenceOverSets, ResultsOverSets
    from tallystick.reports.wording import AnyMetric


CHECK_FIRST = "Check these first"
NOT_SHOWN = "What this does not show"
NOTES = "Notes"
CHANGED_DOUBTS = "Doubts that came and went"
TOO_FEW = "too few"
STAR = "*"


def document(comparison: Comparison, digits: int | None) -> list[Block]:
    """Return the verdict, the tables, the caveats, the methods paragraph and the signatures."""
    headline, *rest = verdict_with_digits(comparison, digits) or ("",)
    confidence = wording.percent(comparison.test.confidence)
    untitled = (wording.DEFAULT_TITLE, wording.TITLE_OF_ONE)
    return [
        Paragraph(headline, strong=True),
        *_checked(comparison),
        Bullets(CHECK_FIRST, tuple(doubt.sentence for doubt in comparison.doubts)),
        Bullets("", tuple(rest)),
        Paragraph("" if comparison.title in untitled else comparison.title, strong=True),
        Paragraph(_setting(comparison)),
        *(
            interval_plot(
                comparison,
                metric,
                metric.title,
                f"{metric.title} with {confidence} intervals ({direction(metric)})",
            )
            for metric in comparison.metrics
        ),
        *(score_table(comparison, metric, digits) for metric in comparison.metrics),
        *(block for shown in shown_examples(comparison) for block in shown.blocks()),
        Bullets(CHANGED_DOUBTS, changed_doubts(comparison)),
        *_ngrams(comparison),
        *_component_tables(comparison),
        *_length_table(comparison),
        *(
            _breakdown_table(comparison, breakdown, metric, digits)
            for breakdown in comparison.breakdowns
            if len(breakdown.groups) <= MOST_GROUPS
            for metric in comparison.metrics
        ),
        *(Paragraph(note, detail=True) for note in comparison.breakdown_notes),
        Bullets("Segments to look at", tuple(_suspicious_lines(comparison))),
        Bullets(NOT_SHOWN, comparison.caveats),
        Bullets(NOTES, comparison.notes),
        Paragraph(comparison.methods, label="Methods.", detail=True),
        Labels(comparison.signatures, code=True),
    ]


def outcome(checks: Sequence[CheckedCondition]) -> str:
    """Return a sentence on the number of failed checks, or of passed ones if none failed."""
    failed = sum(not check.passed for check in checks)
    number, word = (failed, "failed") if failed else (len(checks), "passed")
    return f"{number:,} of {wording.counted(len(checks), 'check')} {word}."


def result(check: CheckedCondition) -> str:
    """Return what came of a condition in a word."""
    return "passed" if check.passed else "failed"


def failed_first(checks: Sequence[CheckedCondition]) -> list[CheckedCondition]:
    """Return the checks in their order, those that failed first."""
    return sorted(checks, key=lambda check: check.passed)


def _checked(comparison: Comparison) -> list[Block]:
    if not comparison.checks:
        return []
    lines = [
        f"{result(check)} ({check.condition}): {check.sentence}"
        for check in failed_first(comparison.checks)
    ]
    return [Paragraph(outcome(comparison.checks), strong=True), Bullets("", tuple(lines))]


def interval_plot(
    report: Comparison | ResultsOverSets, metric: AnyMetric, title: str, label: str = ""
) -> IntervalPlot:
    """Return the scores of all systems, the best on top; lines separate their clusters."""
    scores, ranked = report.in_order_of(metric.metric), is_ranked(report)
    rows = tuple(
        PlottedRow(
            score.system,
            score.score,
            low,
            high,
            wording.score_text(score.score, metric),
            wording.interval_text(score.interval, metric) + f", cluster {score.cluster}" * ranked,
            "best" if None is not score.score == scores[0].score else "",
        )
        for score in scores
        for low, high in [bounds_of(score.interval)]
    )
    clusters = pairwise(score.cluster for score in scores)
    cuts = [place for place, (above, below) in enumerate(clusters, 1) if ranked and above != below]
    # a new version that is far from the others is what the comparison is about
    versions = report.opponents and report.baseline is None
    outside = None if versions else far_system(scores)
    return IntervalPlot(title, label, rows, cuts=tuple(cuts), outside=outside)


def direction(metric: AnyMetric) -> str:
    """Return whether higher or lower scores are better, in words."""
    return "higher is better" if metric.higher_is_better else "lower is better"


def score_table(comparison: Comparison, metric: ComparedMetric, digits: int | None) -> Table:
    """Return the scores under a metric, with differences from the baseline or the best system."""
    runs = {system.name: system.runs for system in comparison.systems}
    beside: dict[str, Callable[[SystemScore], str]] = {}
    several_runs = any(number > 1 for number in runs.values())
    if several_runs:
        beside["runs"] = lambda score: str(runs[score.system])
        beside["standard deviation across runs"] = lambda score: (
            ""
            if score.run_deviation is None
            else wording.rounded(score.run_deviation, metric.scale, digits)
        )
    pairs = comparison.differences_under(metric.metric)
    behind: dict[str, Callable[[Difference, str], str]] = {}
    texts_known = any(pair.differing_segments is not None for pair in pairs)
    # runs differ in other segments, and a table with ranks would be too wide
    if texts_known and not several_runs and not is_ranked(comparison):
        behind["differing segments"] = lambda pair, _: _differing(pair)
    best = best_called(comparison, metric.metric)
    table, explained = ranking(comparison, metric, digits, best, beside, behind)
    if is_ranked(comparison):
        explained.append("rank: the ranks consistent with the significant differences")
    notes = ([f"{'; '.join(explained)}."] if explained else []) + [metric.note] * bool(metric.note)
    return table._replace(title=f"{metric.title} ({direction(metric)})", notes=tuple(notes))


def ranking(
    report: Comparison | ResultsOverSets,
    metric: AnyMetric,
    digits: int | None,
    best: str,
    beside: Mapping[str, Callable[[Any], str]],
    behind: Mapping[str, Callable[[Any, str], str]],
) -> tuple[Table, list[str]]:
    """Return a row for each system with its score and difference, and what the marks mean.

    `beside` are columns after the interval, what a score shows; `behind` those after the p-value,
    what the difference of a system shows. `best` is said of the best system without a baseline.
    """
    test, ranked = report.test, is_ranked(report)
    equivalence, equivalence_explained = equivalence_columns(metric, test)
    behind = {**behind, **equivalence}
    compared = len(report.systems) > 1
    called = standard_called(report, metric.metric)
    of_pairs = [f"difference from {called}", "p (corrected)" if test.is_corrected else "p"]
    header = ["system", metric.title, f"{wording.percent(test.confidence)} interval", *beside]
    header += ["rank", "cluster"] * ranked + [*of_pairs, *behind] * compared
    pairs: Sequence[Difference | DifferenceOverSets] = report.differences_under(metric.metric)
    rows, p_values = [], []
    for score in report.in_order_of(metric.metric):
        row = [
            score.system,
            wording.rounded(score.score, metric.scale, digits),
            wording.interval(score.interval, metric.scale, digits),
            *(cell(score) for cell in beside.values()),
            *[rank_text(score.rank), str(score.cluster)] * ranked,
        ]
        standard = standard_of(report, metric.metric, score.system)
        pair = between(pairs, score.system, standard)
        if score.system == standard and compared:
            named = "baseline" if report.baseline else best * ranked
            row += [named, "", *[""] * len(behind)]
        elif pair is None:
            row += [""] * (2 + len(behind)) * compared
        else:
            said = seen_from(pair, score.system)
            p_values.append(corrected(pair, test))
            row += [wording.difference_with_interval(*said, metric.scale, digits), p_values[-1]]
            row += [cell(pair, score.system) for cell in behind.values()]
        rows.append(tuple(row))
    explained = [*_marks_explained(test, p_values), *equivalence_explained] if compared else []
    return Table(columns(header, len(header) - 1), tuple(rows)), explained


def rank_text(rank: tuple[int, int]) -> str:
    """Return the best and the worst rank, or the rank if they are the same."""
    first, last = rank
    return str(first) if first == last else f"{first}-{last}"


def _differing(pair: Difference) -> str:
    if pair.identical_output and not pair.difference:  # given scores of equal outputs can differ
        return "identical"
    return "" if pair.differing_segments is None else f"{pair.differing_segments:,}"


def equivalence_columns(
    metric: AnyMetric, test: SignificanceTest
) -> tuple[dict[str, Callable[[Difference | DifferenceOverSets, str], str]], list[str]]:
    """Return a column of the p-values of the tests of equivalence, and what it means, if any."""
    if metric.margin is None:
        return {}, []
    name = f"p within ±{metric.margin:g}"

    def cell(pair: Difference | DifferenceOverSets, _: str) -> str:
        tested = pair.equivalence
        return equivalence_p_value(pair, test) + STAR * (tested is not None and tested.equivalent)

    explained = (
        f"{name}: of two one-sided tests that the difference is smaller than {metric.margin:g}; "
        f"{STAR} equivalent"
    )
    return {name + " (corrected)" * test.is_corrected: cell}, [explained]


def corrected(pair: Difference | DifferenceOverSets, test: SignificanceTest) -> str:
    """Return the corrected p-value, with an asterisk if it is significant."""
    if pair.difference is None or pair.p_value is None:
        return wording.UNDEFINED
    return f"{wording.p_value_of(pair.adjusted_p_value, test)}{STAR * pair.significant}"


def _marks_explained(test: SignificanceTest, p_values: Iterable[str]) -> list[str]:
    """Return what the marks of the p-values shown mean, for those that occur."""
    stars = [f"{STAR} significant at {test.significance_level:g}"]
    parts = stars if any(text.endswith(STAR) for text in p_values) else []
    if not test.is_corrected:
        return parts
    return [*parts, wording.of_one_pair(test) if parts else wording.of_one_pair(test).capitalize()]


def _breakdown_table(
    comparison: Comparison, breakdown: Breakdown, metric: ComparedMetric, digits: int | None
) -> Table:
    cells = {
        (cell.group, cell.system): cell for cell in breakdown.cells if cell.metric == metric.metric
    }
    systems = [score.system for score in comparison.in_order_of(metric.metric)]
    rows = []
    hidden = False
    with_intervals = len(systems) <= MOST_SYSTEMS_WITH_INTERVALS
    for group in breakdown.groups:
        row = [group.label, f"{len(group.segments):,}"]
        for system in systems:
            cell = cells.get((group.label, system))
            if len(group.segments) < breakdown.minimum:
                row.append(TOO_FEW)
                hidden = True
            elif cell is None or cell.score is None:
                row.append(wording.UNDEFINED)
            else:
                bounds = cell.interval if with_intervals else None
                row.append(wording.score_with_interval(cell.score, bounds, metric.scale, digits))
        rows.append(tuple(row))
    note = f"{TOO_FEW}: fewer than {breakdown.minimum} segments."
    return Table(
        columns([breakdown.field, "segments", *systems], len(systems) + 1),
        tuple(rows),
        f"{metric.title} by {breakdown.field}",
        (note,) if hidden else (),
        detail=True,
    )


def _component_tables(comparison: Comparison) -> list[Table]:
    """Return the components of scores that are single numbers, and precision by order."""
    tables = []
    several_runs = any(system.runs > 1 for system in comparison.systems)
    for metric in comparison.metrics:
        scores = comparison.in_order_of(metric.metric)
        names = [
            name
            for name in dict.fromkeys(name for score in scores for name in score.details)
            if all(isinstance(score.details.get(name), int | float) for score in scores)
        ]
        precisions = {
            (precision.system, precision.order): precision.precision
            for precision in comparison.orders
            if precision.metric == metric.metric
        }
        orders = sorted({order for _, order in precisions})
        if not names and not orders:
            continue
        header = ["system", *map(wording.component, names)]
        header += [f"{order}-grams" for order in orders]
        rows = tuple(
            (
                score.system,
                *(wording.detail(score.details[name]) for name in names),
                *(
                    wording.UNDEFINED if precision is None else f"{100 * precision:.1f}"
                    for precision in (precisions.get((score.system, order)) for order in orders)
                ),
            )
            for score in scores
        )
        title = f"Components of {metric.title}"
        title += ", and precision of n-grams in percent" if orders else ""
        notes = ("Components are those of the first run of each system.",) * several_runs
        tables.append(Table(columns(header, len(header) - 1), rows, title, notes))
    return tables


def _length_table(comparison: Comparison) -> list[Table]:
    if not comparison.lengths:
        return []
    header = ["system", "tokens", "tokens of references", "ratio"]
    rows = tuple(
        (
            length.system,
            f"{length.hypothesis_length:,}",
            f"{length.reference_length:,}",
            wording.UNDEFINED if length.ratio is None else f"{length.ratio:.3f}",
        )
        for length in lengths_in_order(comparison)
    )
    notes = tokenization_note(comparison)
    return [Table(columns(header, len(header) - 1), rows, "Length", notes)]


def tokenization_note(comparison: Comparison) -> tuple[str, ...]:
    """Return the tokenization, as one sentence or none."""
    how = comparison.tokenization
    if how is None:
        return ()
    case = "as written" if how.lowercase == "none" else f"folded ({how.lowercase})"
    return (f"Tokens are those of the tokenizer {how.tokenizer}, upper and lower case {case}.",)


def _suspicious_lines(comparison: Comparison) -> list[str]:
    """Return a line for each kind of suspicious segment of each system, with the first numbers."""
    numbers = ((each.segment, (each.suspicion, each.system)) for each in comparison.suspicious)
    lines = []
    for (suspicion, system), segments in shared(numbers):
        whose = "the references" if system is None else system
        shown = wording.shortened([f"{number:,}" for number in segments], most=5)
        lines.append(f"{whose}: {suspicion} in segment{'s' * (len(segments) > 1)} {shown}")
    return lines


def _setting(comparison: Comparison) -> str:
    test_set, test = comparison.test_set, comparison.test
    numbers = {name: getattr(test_set, f"{name}s") for name in ("segment", "document", "reference")}
    parts = [wording.counted(count, name) for name, count in numbers.items() if count is not None]
    said = ", ".join(filter(None, (*parts, comparison.origin.languages, comparison.origin.when)))
    tested = len(comparison.systems) > 1
    said += f"; {test.method if tested else 'jackknife'}"
    is_counted = test_set.unit in wording.PLAIN_UNITS
    said += f" over {wording.units(test_set) if is_counted else wording.counted_units(test_set)}"
    if tested and test.resamples:
        said += f" with {wording.counted(test.resamples, 'resample')}"
    comparisons = wording.counted(test.comparisons, "comparison")
    if test.is_corrected:
        named = wording.correction_name(test.correction)
        said += f", corrected by {named} for {comparisons}"
    elif test.comparisons > 1:
        said += f", not corrected for {comparisons}"
    return said


def changed_doubts(comparison: Comparison) -> tuple[str, ...]:
    """Return the doubts about a system that do not also hold for it in the saved report, or only.

    The texts of both are examined anew, so no doubt is due to another version.
    """
    if not comparison.saved_report:
        return ()
    doubts: dict[bool, dict[tuple[str, str | None], str]] = {False: {}, True: {}}
    for doubt in comparison.doubts:
        if doubt.systems and len({*map(wording.is_saved, doubt.systems)}) == 1:
            doubts[wording.is_saved(doubt.systems[0])][doubt.kind, doubt.metric] = doubt.sentence
    now, before = doubts[False], doubts[True]
    return (
        *(f"New: {now[key]}" for key in now if key not in before),
        *(f"Gone: {before[key]}" for key in before if key not in now),
    )


def _ngrams(comparison: Comparison) -> list[Table]:
    """Return the n-grams whose matches differ most between a system and its saved version."""
    if not comparison.saved_report or len(comparison.systems) > 2:
        return []
    matched = [ngram for ngram in comparison.ngram_differences if ngram.kind == "matched"]
    tested = {(ngram.system, ngram.ngram) for ngram in comparison.ngrams if ngram.kind == "matched"}
    rows = []
    for lost in (False, True):
        of_version = [ngram for ngram in matched if wording.is_saved(ngram.system) is lost]
        for ngram in of_version[:MOST_EXAMPLES]:
            now, before = (ngram.count, ngram.other_count)[:: -1 if lost else 1]
            name = ngram.text or " ".join(ngram.ngram)
            mark = "*" * ((ngram.system, ngram.ngram) in tested)
            rows.append(("lost" if lost else "gained", name, f"{before:,}", f"{now:,}{mark}"))
    if not rows:
        return []
    header = columns(["", "n-gram", "matches before", "matches now"], 2)
    note = "* significant by a sign test, at a false-discovery rate of 5%."
    notes = (note,) * any(row[-1].endswith("*") for row in rows)
    return [Table(header, tuple(rows), "N-grams gained and lost", notes)]
