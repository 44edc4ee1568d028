r"""LaTeX for a paper: tables in the style of booktabs, and the methods paragraph with \citep.

A table too wide for a column is a table*. Scores have as many decimals as their intervals
justify. Over several sets, sets that do not fit the width of a page have tables of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, groupby
from string import ascii_letters
from typing import TYPE_CHECKING, NamedTuple

from tallystick.errors import OptionError
from tallystick.reports.comparison.facts.results import (
    between,
    is_ranked,
    seen_from,
    standard_called,
    standard_of,
)
from tallystick.reports.comparison.model import ComparedMetric, Comparison, Difference
from tallystick.reports.comparison.tables.document import rank_text
from tallystick.reports.comparison.tables.latex_text import (
    BOLD_OF_COLUMN,
    emphasis,
    how_tested,
    ordered_by,
    paper,
    signature_in_latex,
    tested,
    titled,
)
from tallystick.reports.comparison.thresholds import MOST_IN_MATRIX
from tallystick.reports.comparison.words.cases import equivalence_p_value
from tallystick.reports.comparison.words.methods import cited_works
from tallystick.reports.comparison.words.verdict import verdict_with_digits
from tallystick.reports.renderers.latex import (
    DAGGER,
    DOUBLE_DAGGER,
    PAGE,
    RULE,
    SIZE,
    SMALLER,
    SPACE,
    Cell,
    Tabular,
    decimals,
    escape,
    floated,
    head_of,
    mathematical,
    name_of,
    plain,
    score_of,
    width,
)
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import counted, listed, percent, signed, units

if TYPE_CHECKING:
    from tallystick.reports.comparison_over_sets.model import (
        ComparisonOnSet,
        ComparisonOverSets,
        DifferenceOverSets,
        MetricOverSets,
        ResultsOverSets,
    )

NOTHING = plain("", "")


class Columns(NamedTuple):
    """Columns that belong together: their heads, and their cells by system."""

    heads: Sequence[Cell]
    cells: Mapping[str, Sequence[Cell]]


def render(comparison: Comparison, digits: int | None = None) -> str:
    """Render a comparison as LaTeX, which needs the package booktabs."""
    places = {
        metric.metric: decimals(
            (score.interval for score in comparison.in_order_of(metric.metric)),
            metric.scale,
            digits,
        )
        for metric in comparison.metrics
    }
    tables = [
        *floated(_scores(comparison, places), _caption(comparison), "tab:comparison"),
        *_differences(comparison, places),
    ]
    return _paper(comparison, tables, digits)


def render_pairs(comparison: Comparison, digits: int | None = None) -> str:
    """Render scores with the letters of the systems that each one beats as LaTeX."""
    systems = [score.system for score in comparison.in_order_of(comparison.metrics[0].metric)]
    if comparison.opponents or len(systems) > len(ascii_letters):
        raise OptionError(
            f"a table of all pairs needs 2 to {len(ascii_letters)} systems and no baseline; write "
            "the report to a file that ends in .tex only"
        )
    letters = dict(zip(systems, ascii_letters, strict=False))
    heads = [
        head_of(metric.title, higher_is_better=metric.higher_is_better)
        for metric in comparison.metrics
    ]
    table = Tabular("ll" + "l" * len(heads), [plain(""), plain("System"), *heads])
    for system in systems:
        cells = (
            _superscripted(comparison, metric, system, letters, digits)
            for metric in comparison.metrics
        )
        table.rows.append([plain(letters[system]), name_of(system), *cells])
    caption = (
        f"{_described(comparison)} Letters: the systems than which one scores significantly better "
        f"({how_tested(comparison.test)}). Bold: the best score."
    )
    return _paper(comparison, floated(table, caption, "tab:pairs"), digits)


def _superscripted(
    comparison: Comparison,
    metric: ComparedMetric,
    system: str,
    letters: Mapping[str, str],
    digits: int | None,
) -> Cell:
    pairs = comparison.differences_under(metric.metric)
    won = [pair for pair in pairs if pair.better == system]
    beaten = {name for pair in won for name in (pair.system, pair.other) if name != system}
    shown = _in_runs([letter for other, letter in letters.items() if other in beaten])
    of_system = comparison.score_of(system, metric.metric)
    places = metric.scale.digits if digits is None else digits
    score = score_of(of_system.score, None, places, bold=of_system.best)
    code = rf"\textsuperscript{{{shown}}}" if shown else ""
    return Cell(score + code, score.width + width(shown, SMALLER))


def _in_runs(letters: Sequence[str]) -> str:
    """Return letters in their order, of three or more in a row the first and the last.

    >>> _in_runs("abcef")
    'a--cef'
    """
    runs = groupby(enumerate(letters), lambda entry: ascii_letters.index(entry[1]) - entry[0])
    of_each = ("".join(letter for _, letter in run) for _, run in runs)
    return "".join(run if len(run) < 3 else f"{run[0]}--{run[-1]}" for run in of_each)


def _paper(comparison: Comparison, tables: Sequence[str], digits: int | None) -> str:
    return paper(
        verdict_with_digits(comparison, digits),
        (system.name for system in comparison.systems),
        tables,
        comparison.metrics,
        comparison.methods,
        comparison.signatures,
    )


def render_bibliography(report: Comparison | ComparisonOverSets, digits: int | None = None) -> str:
    """Render the works that the methods paragraph cites as BibTeX; `digits` is ignored."""
    of_one = report if isinstance(report, Comparison) else report.sets[0].comparison
    return "\n\n".join(cited_works(of_one.metrics, report.methods).values()) + "\n"


def _by_system(
    report: Comparison | ResultsOverSets,
    metric: str,
    columns: Sequence[Columns],
    *,
    ranked: bool = False,
    separated: bool = False,
    but: Collection[str] = (),
) -> Tabular:
    """Return a row for each system but some, in the order of a metric."""
    header = [
        *[plain("Rank")] * ranked,
        plain("System"),
        *(head for of in columns for head in of.heads),
    ]
    table = Tabular("l" * ranked + "l" + "r" * (len(header) - 1 - ranked), header)
    for score in report.in_order_of(metric):
        if score.system not in but:
            table.part(RULE, of=score.cluster if separated else 0)
            cells = [cell for of in columns for cell in of.cells[score.system]]
            rank = rank_text(score.rank).replace("-", "--")
            name = name_of(score.system, report.baseline)
            table.rows.append([*[plain(rank, rank)] * ranked, name, *cells])
    return table


def _scores(comparison: Comparison, places: Mapping[str, int]) -> Tabular:
    """Return the scores of all systems; the first metric orders and separates them."""
    columns = []
    for metric in comparison.metrics:
        cells, digits = {}, places[metric.metric]
        for score in comparison.in_order_of(metric.metric):
            bold, mark = emphasis(comparison, metric.metric, score.system, best=score.best)
            shown = score_of(score.score, score.interval, digits, bold=bold, mark=mark)
            cells[score.system] = [shown]
        head = head_of(metric.title, higher_is_better=metric.higher_is_better)
        columns.append(Columns([head], cells))
    ranked, first = is_ranked(comparison), comparison.metrics[0].metric
    return _by_system(comparison, first, columns, ranked=ranked, separated=ranked)


def _described(comparison: Comparison) -> str:
    segments, references = comparison.test_set.segments, comparison.test_set.references
    with_references = "" if references is None else f" with {counted(references, 'reference')}"
    said = f"Scores on {counted(segments, 'segment')}{with_references}."
    return " ".join([*titled(comparison.title), escape(said)])


def _caption(comparison: Comparison) -> str:
    test_set, test = comparison.test_set, comparison.test
    over = f"{percent(test.confidence)} intervals over {units(test_set)}."
    notes = [metric.note for metric in comparison.metrics if metric.note]
    said = rf"{_described(comparison)} $\pm$: half the width of {escape(' '.join([over, *notes]))}"
    return said if len(comparison.systems) < 2 else f"{said} {_marks(comparison)}"


def _marks(comparison: Comparison) -> str:
    how = how_tested(comparison.test)
    if is_ranked(comparison):
        title = escape(comparison.metrics[0].title)
        return f"{ordered_by(title, how)} {BOLD_OF_COLUMN}."
    if not comparison.opponents:
        return f"Bold: the better system, or both if they do not differ significantly ({how})."
    present = {
        emphasis(comparison, score.metric, score.system, best=score.best)[1]
        for score in comparison.scores
    }
    called = escape(standard_called(comparison, comparison.metrics[0].metric))
    standard = called if comparison.baseline is None else "the baseline"
    words = {DAGGER: "better", DOUBLE_DAGGER: "worse"}
    marks = [f"{mark}: significantly {word}" for mark, word in words.items() if mark in present]
    if not marks:
        return f"Bold: the best score. No difference from {standard} is significant ({how})."
    return f"Bold: the best score. {', '.join(marks)} than {standard} ({how})."


def _differences(comparison: Comparison, places: Mapping[str, int]) -> list[str]:
    """Return the table of differences, for authors who want it."""
    if len(comparison.systems) < 2:
        return []
    if not is_ranked(comparison):
        table, caption = _from_standard(comparison, places)
    elif len(comparison.systems) <= MOST_IN_MATRIX:
        table, caption = _matrix(comparison, places)
    else:
        return ["", "% the differences of all pairs: add -o differences.pairs.csv"]
    return ["", "% optional: the differences", *floated(table, caption, "tab:differences")]


def _matrix(comparison: Comparison, places: Mapping[str, int]) -> tuple[Tabular, str]:
    metric = comparison.metrics[0]
    systems = [score.system for score in comparison.in_order_of(metric.metric)]
    pairs = comparison.differences_under(metric.metric)
    numbers = [plain(str(number), str(number)) for number in range(2, len(systems) + 1)]
    table = Tabular("rl" + "r" * len(numbers), [plain(""), plain("System"), *numbers])
    for row, system in enumerate(systems):
        cells = [
            _difference(between(pairs, system, other), system, metric, places)
            if column > row
            else NOTHING
            for column, other in enumerate(systems)
            if column
        ]
        place = plain(str(row + 1), str(row + 1))
        table.rows.append([place, name_of(system, comparison.baseline), *cells])
    caption = (
        f"Differences in {escape(metric.title)}, row minus column. Bold: significant "
        f"({how_tested(comparison.test)})."
    )
    if metric.margin is not None:
        within = rf"$\pm{metric.margin:g}$"
        caption += f" Underlined: equivalent within {within} (two one-sided $t$-tests)."
    return table, caption


def _difference(
    pair: Difference | None, system: str, metric: ComparedMetric, places: Mapping[str, int]
) -> Cell:
    if pair is None:
        return NOTHING
    difference, _ = seen_from(pair, system)
    shown = signed(difference, metric.scale, places[metric.metric]).lstrip("+")
    code = mathematical(shown)
    if pair.equivalence is not None and pair.equivalence.equivalent:
        code = rf"\underline{{{code}}}"
    return Cell(rf"\textbf{{{code}}}" if pair.significant else code, width(shown, SIZE))


def _from_standard(comparison: Comparison, places: Mapping[str, int]) -> tuple[Tabular, str]:
    first = comparison.metrics[0].metric
    standards = {
        system.name: standard_of(comparison, first, system.name) for system in comparison.systems
    }

    columns = [
        _tested(comparison, metric, standards, places[metric.metric])
        for metric in comparison.metrics
    ]
    but = {system for system, standard in standards.items() if system == standard}
    table = _by_system(comparison, first, columns, but=but)
    confidence = percent(comparison.test.confidence)
    called = standard_called(comparison, first)
    caption = (
        f"Differences from {escape(called)}. $\\pm$: half the width of {escape(confidence)} "
        f"intervals{', each for one pair, not corrected' * comparison.test.is_corrected}. Bold: "
        f"significant ({how_tested(comparison.test)}).{_equivalence_explained(comparison.metrics)}"
    )
    return table, caption


def _tested(
    report: Comparison | ResultsOverSets,
    metric: ComparedMetric | MetricOverSets,
    standards: Mapping[str, str],
    digits: int,
) -> Columns:
    """Return the differences from standards, and the p-values of them and of equivalence."""
    pairs: Sequence[Difference | DifferenceOverSets] = report.differences_under(metric.metric)
    margin, test = metric.margin, report.test
    heads = [plain(metric.title), plain("p", "$p$")]
    if margin is not None:
        heads.append(plain(f"p {margin:g}x", rf"$p_{{\pm{margin:g}}}$"))
    cells: dict[str, Sequence[Cell]] = {}
    for system, standard in standards.items():
        pair = between(pairs, system, standard)
        p = "" if pair is None else equivalence_p_value(pair, test)
        row = *tested(pair, system, metric.scale, digits, test), plain(p, mathematical(p))
        cells[system] = row[: len(heads)]
    return Columns(heads, cells)


def _equivalence_explained(metrics: Sequence[ComparedMetric | MetricOverSets]) -> str:
    margins = [rf"\pm{metric.margin:g}" for metric in metrics if metric.margin is not None]
    return rf" $p_{{{margins[0]}}}$: of two one-sided $t$-tests of equivalence." if margins else ""


def render_over_sets(report: ComparisonOverSets, digits: int | None = None) -> str:
    """Render a comparison over sets as LaTeX, which needs the package booktabs."""
    return paper(
        report.verdict,
        [*report.systems, *report.missing, *(on_set.name for on_set in report.sets)],
        (line for metric in report.metrics for line in _of_metric(report, metric, digits)),
        report.sets[0].comparison.metrics,
        report.methods,
    )


def _of_metric(
    report: ComparisonOverSets, metric: MetricOverSets, digits: int | None
) -> Iterator[str]:
    means = report.in_order_of(metric.metric)
    places = decimals((mean.interval for mean in means), metric.scale, digits)
    name = metric.metric.translate(str.maketrans("", "", "\\{}%#~^_&$"))
    label = f"tab:sets-{name}"
    first, *others = _parts(report, metric, places)
    yield from floated(first, _caption_over_sets(report, metric), label)
    for number, part in enumerate(others, start=2):
        further = f"{escape(metric.title)} on further sets; see Table~\\ref{{{label}}}."
        yield from ("", *floated(part, further, f"{label}-{number}"))
    if means:
        yield from ("", f"% optional: the differences in {visible(metric.title)}")
        differences = _differences_over_sets(report, metric, places)
        yield from (*floated(*differences, f"{label}-differences"), "")


def _parts(report: ComparisonOverSets, metric: MetricOverSets, places: int) -> list[Tabular]:
    """Return parts of the table of scores that fit the width of a page."""
    parts: list[list[ComparisonOnSet]] = [[]]
    for on_set in report.sets:
        longer = [*parts[-1], on_set]
        if parts[-1] and _part(report, metric, places, longer, first=len(parts) == 1).width > PAGE:
            parts.append([on_set])
        else:
            parts[-1] = longer
    return [
        _part(report, metric, places, sets, first=number == 0) for number, sets in enumerate(parts)
    ]


def _part(
    report: ComparisonOverSets,
    metric: MetricOverSets,
    places: int,
    sets: Sequence[ComparisonOnSet],
    *,
    first: bool,
) -> Tabular:
    """Return the scores on some sets; the first part has the mean scores too."""
    ranked = is_ranked(report) and first
    columns = [_means(report, metric, places)] if report.scores and first else []
    columns += [_on_set(report, metric, on_set, places) for on_set in sets]
    table = _by_system(report, metric.metric, columns, ranked=ranked, separated=is_ranked(report))
    for number, system in enumerate(report.missing):
        if number == 0:
            table.part(SPACE)
        parts = (of.cells.get(system, [NOTHING] * len(of.heads)) for of in columns)
        table.rows.append([*[NOTHING] * ranked, name_of(system), *chain(*parts)])
    return table


def _means(report: ComparisonOverSets, metric: MetricOverSets, places: int) -> Columns:
    means, cells = report.in_order_of(metric.metric), {}
    for mean in means:
        best = mean.score == means[0].score
        bold, mark = emphasis(report, metric.metric, mean.system, best=best)
        rank = "" if mean.mean_rank is None else f"{mean.mean_rank:.1f}"
        score = score_of(mean.score, mean.interval, places, bold=bold, mark=mark)
        cells[mean.system] = score, plain(rank, rank)
    head = head_of("Mean", higher_is_better=metric.higher_is_better)
    return Columns([head, plain("Mean rank")], cells)


def _on_set(
    report: ComparisonOverSets, metric: MetricOverSets, on_set: ComparisonOnSet, places: int
) -> Columns:
    alone, name, cells = on_set.comparison, on_set.name, {}
    pairs = report.differences_under(metric.metric)
    for score in alone.in_order_of(metric.metric):
        bold, mark = emphasis(alone, metric.metric, score.system, best=score.best)
        if report.baseline is not None:
            pair = between(pairs, score.system, report.baseline)
            better, worse = ((), ()) if pair is None else pair.sets_seen_from(score.system)
            mark = DAGGER if name in better else DOUBLE_DAGGER if name in worse else ""
        cells[score.system] = [score_of(score.score, None, places, bold=bold, mark=mark)]
    return Columns([plain(name)], cells)


def _caption_over_sets(report: ComparisonOverSets, metric: MetricOverSets) -> str:
    sets = listed([on_set.name for on_set in report.sets])
    sentences = [
        *titled(report.title),
        f"{escape(metric.title)} on {len(report.sets)} test sets ({escape(sets)})"
        + (" and its mean, in which each set has the same weight." if report.scores else "."),
        *(_marks_over_sets(report) if report.scores else ()),
        *["Last rows: systems that are not in all sets."] * bool(report.missing and report.scores),
        *(
            f"Signature{f' on {escape(listed(names))}' * bool(names)}: {signature_in_latex(text)}."
            for text, names in report.sets_by_signature(metric.metric).items()
        ),
    ]
    return " ".join(sentences)


def _marks_over_sets(report: ComparisonOverSets) -> Iterator[str]:
    test = report.test
    how = how_tested(test, where=" within the sets")
    yield (
        rf"$\pm$: half the width of {escape(percent(test.confidence))} intervals, from the "
        "variation within the sets. Mean rank: of the ranks by score on the sets."
    )
    of_set = "on a set by the test on it alone"
    if is_ranked(report):
        yield f"{ordered_by('the mean', how)} {BOLD_OF_COLUMN}, {of_set}."
    elif report.baseline is None:
        yield f"{BOLD_OF_COLUMN} ({how}), {of_set}."
    else:
        yield (
            f"Bold: the best of the column. {DAGGER}: significantly better, {DOUBLE_DAGGER}: "
            f"significantly worse than the baseline ({how}; on a set, in the same test after "
            "Holm's correction for all pairs on all sets)."
        )


def _differences_over_sets(
    report: ComparisonOverSets, metric: MetricOverSets, places: int
) -> tuple[Tabular, str]:
    standard, pairs = standard_of(report, metric.metric), report.differences_under(metric.metric)
    cells = {}
    for system in report.systems:
        pair = between(pairs, system, standard)
        sets = ((), ()) if pair is None else pair.sets_seen_from(system)
        cells[system] = [plain(str(len(of_side)), str(len(of_side))) for of_side in sets]
    columns = [
        _tested(report, metric, dict.fromkeys(report.systems, standard), places),
        Columns([plain("better on"), plain("worse on")], cells),
    ]
    what = "the baseline, " if report.baseline else "the best system, " * is_ranked(report)
    caption = (
        f"Differences in mean {escape(metric.title)} over {len(report.sets)} test sets from {what}"
        f"{escape(standard)}. $\\pm$: half the width of {escape(percent(report.test.confidence))} "
        "intervals, from the variation within the sets. Bold: significant "
        f"({how_tested(report.test, where=' within the sets')}).{_equivalence_explained([metric])} "
        "Better, worse on: the number of sets on which the system is significantly better or worse "
        "after Holm's correction for all pairs on all sets."
    )
    return _by_system(report, metric.metric, columns, but={standard}), caption
