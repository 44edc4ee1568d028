r"""LaTeX for a paper: tables in the style of booktabs, and the methods paragraph with \citep.

The tables require only the package booktabs. A table that is too wide for a column of two-column
papers is a table*. Scores have as many decimals as their intervals justify.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from string import ascii_letters
from typing import TYPE_CHECKING

from tallystick.errors import OptionError
from tallystick.reports.comparison.facts.orientation import (
    between,
    is_ranked,
    seen_from,
    standard_of,
)
from tallystick.reports.comparison.model import Comparison
from tallystick.reports.comparison.tables.latex_text import (
    BOLD_OF_COLUMN,
    emphasis,
    how_tested,
    ordered_by,
    paper,
    tested,
    titled,
)
from tallystick.reports.comparison.thresholds import MOST_IN_MATRIX
from tallystick.reports.comparison.words.equivalence import equivalence_p_value
from tallystick.reports.comparison.words.methods import cited_works
from tallystick.reports.comparison.words.verdict import verdict_with_digits
from tallystick.reports.renderers.latex import escape
from tallystick.reports.renderers.latex_tables import (
    DAGGER,
    DOUBLE_DAGGER,
    RULE,
    SIZE,
    SMALLER,
    Cell,
    Tabular,
    decimals,
    floated,
    head_of,
    mathematical,
    name_of,
    plain,
    rank_of,
    score_of,
    width,
)
from tallystick.reports.wording import (
    counted,
    percent,
    signed,
    units,
)

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import (
        ComparedMetric,
        Difference,
        SystemScore,
    )
    from tallystick.reports.comparison_over_sets.model import ComparisonOverSets


def render(comparison: Comparison, digits: int | None = None) -> str:
    """Render a comparison as LaTeX, which needs the package booktabs."""
    places = {
        one.metric: decimals(
            (score.interval for score in comparison.in_order_of(one.metric)), one.scale, digits
        )
        for one in comparison.metrics
    }
    tables = [
        *floated(_scores(comparison, places), _caption(comparison), "tab:comparison"),
        *_differences(comparison, places),
    ]
    return _paper(comparison, tables, digits)


def render_pairs(comparison: Comparison, digits: int | None = None) -> str:
    """Render scores with the letters of the systems that each one beats, for all pairs, as LaTeX.

    Raises:
        OptionError: There are more systems than letters, or a baseline, so that pairs are missing.
    """
    systems = [one.system for one in comparison.in_order_of(comparison.metrics[0].metric)]
    if comparison.baseline is not None or len(systems) > len(ascii_letters):
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
        cells = [_superscripted(comparison, metric, system, letters, digits)
                 for metric in comparison.metrics]  # fmt: skip
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
    beaten = {one.system if one.better == one.other else one.other
              for one in pairs if one.better == system}  # fmt: skip
    shown = _in_runs([letter for other, letter in letters.items() if other in beaten])
    one = comparison.score_of(system, metric.metric)
    places = metric.scale.digits if digits is None else digits
    score = score_of(one.score, None, places, bold=one.best)
    code = rf"\textsuperscript{{{shown}}}" if shown else ""
    return Cell(score + code, score.width + width(shown, SMALLER))


def _in_runs(letters: Sequence[str]) -> str:
    """Return letters in their order, of three or more in a row the first and the last.

    >>> _in_runs("abcef")
    'a--cef'
    """
    runs = groupby(enumerate(letters), lambda one: ascii_letters.index(one[1]) - one[0])
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


def _scores(comparison: Comparison, places: dict[str, int]) -> Tabular:
    """Return the scores of all systems; the first metric orders and separates them."""
    ranked = is_ranked(comparison)
    heads = [
        head_of(metric.title, higher_is_better=metric.higher_is_better)
        for metric in comparison.metrics
    ]
    header = [*[plain("Rank")] * ranked, plain("System"), *heads]
    table = Tabular("l" * ranked + "l" + "r" * len(heads), header)
    for one in comparison.in_order_of(comparison.metrics[0].metric):
        table.part(RULE, of=one.cluster if ranked else 0)
        scores = [
            _score(comparison, comparison.score_of(one.system, metric.metric), places)
            for metric in comparison.metrics
        ]
        table.rows.append(
            [*[rank_of(one.rank)] * ranked, name_of(one.system, comparison.baseline), *scores]
        )
    return table


def _score(comparison: Comparison, one: SystemScore, places: dict[str, int]) -> Cell:
    bold, mark = emphasis(comparison, one.metric, one.system, best=one.best)
    return score_of(one.score, one.interval, places[one.metric], bold=bold, mark=mark)


def _described(comparison: Comparison) -> str:
    """Return the title, if there is one, and what was scored."""
    test_set = comparison.test_set
    references = (
        "" if test_set.references is None else f" with {counted(test_set.references, 'reference')}"
    )
    said = f"Scores on {counted(test_set.segments, 'segment')}{references}."
    return " ".join([*titled(comparison.title), escape(said)])


def _caption(comparison: Comparison) -> str:
    test_set, test = comparison.test_set, comparison.test
    sentences = [
        f"Behind them: half the width of {percent(test.confidence)} intervals over "
        f"{units(test_set)}.",
    ]
    sentences += [metric.note for metric in comparison.metrics if metric.note]
    said = " ".join([_described(comparison), *map(escape, sentences)]).replace(
        "Behind them:", r"$\pm$:"
    )
    if len(comparison.systems) < 2:
        return said
    return f"{said} {_marks(comparison)}"


def _marks(comparison: Comparison) -> str:
    """Return the explanation of what is bold, of rules and of daggers."""
    how = how_tested(comparison.test)
    if is_ranked(comparison):
        title = escape(comparison.metrics[0].title)
        return f"{ordered_by(title, how)} {BOLD_OF_COLUMN}."
    if comparison.baseline is None:
        return f"Bold: the better system, or both if they do not differ significantly ({how})."
    found = {
        emphasis(comparison, one.metric, one.system, best=one.best)[1] for one in comparison.scores
    }
    words = {DAGGER: "better", DOUBLE_DAGGER: "worse"}
    marks = [f"{mark}: significantly {word}" for mark, word in words.items() if mark in found]
    if not marks:
        return f"Bold: the best score. No difference from the baseline is significant ({how})."
    return f"Bold: the best score. {', '.join(marks)} than the baseline ({how})."


def _differences(comparison: Comparison, places: dict[str, int]) -> list[str]:
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


def _matrix(comparison: Comparison, places: dict[str, int]) -> tuple[Tabular, str]:
    metric = comparison.metrics[0]
    systems = [one.system for one in comparison.in_order_of(metric.metric)]
    pairs = comparison.differences_under(metric.metric)
    numbers = [plain(str(number), str(number)) for number in range(2, len(systems) + 1)]
    table = Tabular("rl" + "r" * len(numbers), [plain(""), plain("System"), *numbers])
    for row, system in enumerate(systems):
        cells = [
            _difference(between(pairs, system, other), system, metric, places)
            if column > row
            else plain("", "")
            for column, other in enumerate(systems)
            if column
        ]
        place = plain(str(row + 1), str(row + 1))
        table.rows.append([place, name_of(system, comparison.baseline), *cells])
    caption = (
        f"Differences in {escape(metric.title)}, row minus column. Bold: significant "
        f"({how_tested(comparison.test)}).{_underlined(metric)}"
    )
    return table, caption


def _underlined(metric: ComparedMetric) -> str:
    """Return what is underlined in differences, if equivalence was tested."""
    if metric.margin is None:
        return ""
    return rf" Underlined: equivalent within $\pm{metric.margin:g}$ (two one-sided $t$-tests)."


def _difference(
    pair: Difference | None, system: str, metric: ComparedMetric, places: dict[str, int]
) -> Cell:
    if pair is None:
        return plain("", "")
    difference, _ = seen_from(pair, system)
    shown = signed(difference, metric.scale, places[metric.metric]).lstrip("+")
    code = mathematical(shown)
    if pair.equivalence is not None and pair.equivalence.equivalent:
        code = rf"\underline{{{code}}}"
    return Cell(rf"\textbf{{{code}}}" if pair.significant else code, width(shown, SIZE))


def _from_standard(comparison: Comparison, places: dict[str, int]) -> tuple[Tabular, str]:
    first = comparison.metrics[0].metric
    standard = standard_of(comparison, first)
    header = [plain("System")]
    for metric in comparison.metrics:
        header += [plain(metric.title), plain("p", "$p$")]
        if metric.margin is not None:
            header.append(plain(f"p {metric.margin:g}x", rf"$p_{{\pm{metric.margin:g}}}$"))
    table = Tabular("l" + "r" * (len(header) - 1), header)
    for one in comparison.in_order_of(first):
        if one.system == standard:
            continue
        row = [name_of(one.system, comparison.baseline)]
        for metric in comparison.metrics:
            pair = between(comparison.differences_under(metric.metric), one.system, standard)
            digits = places[metric.metric]
            row += tested(pair, one.system, metric.scale, digits, comparison.test)
            if metric.margin is not None:
                p = "" if pair is None else equivalence_p_value(pair, comparison.test)
                row.append(plain(p, mathematical(p)))
        table.rows.append(row)
    confidence = percent(comparison.test.confidence)
    caption = (
        f"Differences from {escape(standard)}. $\\pm$: half the width of {escape(confidence)} "
        f"intervals{', each for one pair, not corrected' * comparison.test.is_corrected}. Bold: "
        f"significant ({how_tested(comparison.test)})."
    )
    margins = [rf"\pm{one.margin:g}" for one in comparison.metrics if one.margin is not None]
    if margins:
        caption += f" $p_{{{margins[0]}}}$: of two one-sided $t$-tests of equivalence."
    return table, caption
