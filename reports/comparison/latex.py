r"""LaTeX for a paper: tables in the style of booktabs, and the methods paragraph with \citep.

The tables require only the package booktabs. A table that is too wide for a column of two-column
papers is a table*. Scores have as many decimals as their intervals justify.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tallystick.reports.comparison.methods import bibtex as bibtex_of
from tallystick.reports.comparison.methods import cited_works
from tallystick.reports.comparison.orientation import between, is_ranked, seen_from, standard_of
from tallystick.reports.comparison.verdict import verdict_with_digits
from tallystick.reports.renderers.latex import booktabs, escape
from tallystick.reports.renderers.screen import screen_width
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import (
    AT_MOST,
    MINUS,
    adjusted_p_value,
    correction_name,
    counted,
    fixed,
    metric_title,
    own_title,
    percent,
    signed,
    units,
)

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import (
        ComparedMetric,
        Comparison,
        Difference,
        Interval,
        SystemScore,
    )

DAGGER, DOUBLE_DAGGER = r"$^{\dagger}$", r"$^{\ddagger}$"
NEGATIVE = re.compile(r"(?<![\w.])-(?=\d)")
CITATION = re.compile(r" \(([^()]+, \d{4}[a-z]?)\)")
KEY = re.compile(r"@\w+\{\s*([^,\s]+)")
MATHEMATICS = (
    ("p = (c + 1) / (R + 1)", "$p = (c + 1) / (R + 1)$"),
    ("c of the R resamples", "$c$ of the $R$ resamples"),
    ("p is ", "$p$ is "),
    ("p-value", "$p$-value"),
)
COLUMN = 219  # points, of papers of the ACL
SIZE, SMALLER, GAP = 10, 7, 6  # points, of \small, \scriptsize and the space between columns
FOOTNOTE = 0.93  # the width in \footnotesize, in which \scriptsize is no smaller
BOLD = 1.15  # how much wider bold digits are
MOST_IN_MATRIX = 12


def render(comparison: Comparison, digits: int | None = None) -> str:
    """Render a comparison as LaTeX, which needs the package booktabs."""
    decimals = {one.metric: _decimals(comparison, one, digits) for one in comparison.metrics}
    lines = [
        *(f"% {visible(sentence)}" for sentence in verdict_with_digits(comparison, digits)),
        r"% \usepackage{booktabs}",
        *_advice(comparison),
        *_float(_scores(comparison, decimals), _caption(comparison), "tab:comparison"),
        *_differences(comparison, decimals),
    ]
    if comparison.methods:
        # signatures are long words, which overflow the line unless spaces may stretch
        lines += [
            "",
            r"% the works that \citep names are in references.bib: add -o references.bib",
            r"\providecommand{\citep}{\cite}",
            rf"{{\sloppy {_methods(comparison)}\par}}",
        ]
    return "\n".join(lines) + "\n"


def render_bibliography(comparison: Comparison, digits: int | None = None) -> str:
    """Render the works that the methods paragraph cites as BibTeX; `digits` is ignored."""
    return bibtex_of(comparison) or "\n"


def _advice(comparison: Comparison) -> list[str]:
    written = "".join(system.name for system in comparison.systems)
    if visible(written).isascii():
        return []
    return ["% names in other scripts need XeLaTeX or LuaLaTeX and a font with these scripts"]


class _Cell(str):
    """LaTeX whose width on paper is estimated, in points."""

    width: float

    def __new__(cls, code: str, width: float) -> _Cell:
        cell = super().__new__(cls, code)
        cell.width = width
        return cell


def _plain(text: str, code: str | None = None) -> _Cell:
    # braces keep a first cell that begins with [ from being read as an argument of \\
    return _Cell(f"{{{escape(text)}}}" if code is None else code, _width(text, SIZE))


def _width(text: str, size: float) -> float:
    """Return the approximate width of a text in points, of Computer Modern or a narrower font."""
    ems = 0.0
    for character in visible(text):
        if character.isupper() or character == "_":
            ems += 0.72
        elif character.islower():
            ems += 0.48
        elif character.isascii() and not character.isdigit():
            ems += 0.33
        else:
            ems += 0.5 * screen_width(character)
    return size * ems


class _Tabular:
    """A table of cells, in groups between which there is a rule."""

    def __init__(self, columns: str, header: Sequence[_Cell]) -> None:
        self.columns = columns
        self.header = header
        self.groups: list[list[Sequence[_Cell]]] = [[]]

    @property
    def width(self) -> float:
        rows = [self.header, *(row for group in self.groups for row in group)]
        widths = ([cell.width for cell in row] for row in rows)
        widest = map(max, zip(*widths, strict=True))
        return sum((one + GAP for one in widest), -float(GAP))

    def code(self) -> str:
        drawn: list[Sequence[str]] = [self.header]
        for number, group in enumerate(self.groups):
            rule = "\\midrule\n" if number else ""
            drawn += [[f"{rule}{row[0]}", *row[1:]] for row in group[:1]]
            drawn += group[1:]
        return booktabs(f"@{{}}{self.columns}@{{}}", drawn)


def _float(table: _Tabular, caption: str, label: str) -> list[str]:
    size, environment = r"\small", "table"
    if table.width > COLUMN:
        fits = FOOTNOTE * table.width <= COLUMN
        size, environment = (r"\footnotesize", "table") if fits else (size, "table*")
    return [
        rf"\begin{{{environment}}}",
        rf"\centering{size}\setlength{{\tabcolsep}}{{{GAP / 2:g}pt}}",
        table.code(),
        rf"\caption{{{caption}}}",
        rf"\label{{{label}}}",
        rf"\end{{{environment}}}",
    ]


def _decimals(comparison: Comparison, metric: ComparedMetric, digits: int | None) -> int:
    """Return the decimals of scores: two significant digits of half the widest interval."""
    if digits is not None:
        return digits
    widths = [
        (one.interval.high - one.interval.low) / 2
        for one in comparison.in_order_of(metric.metric)
        if one.interval is not None
    ]
    widest = max(widths, default=0.0)
    if widest <= 0:
        return metric.scale.digits
    return min(max(1 - math.floor(math.log10(widest)), 0), metric.scale.digits)


def _scores(comparison: Comparison, decimals: dict[str, int]) -> _Tabular:
    """Return the scores of all systems; rules separate the clusters of the first metric."""
    ranked = is_ranked(comparison)
    heads = [_head(metric) for metric in comparison.metrics]
    header = [*[_plain("Rank")] * ranked, _plain("System"), *heads]
    table = _Tabular("l" * ranked + "l" + "r" * len(heads), header)
    cluster = None
    for one in comparison.in_order_of(comparison.metrics[0].metric):
        if ranked and cluster not in (None, one.cluster):
            table.groups.append([])
        cluster = one.cluster
        scores = [
            _score(comparison, comparison.score_of(one.system, metric.metric), decimals)
            for metric in comparison.metrics
        ]
        table.groups[-1].append([*[_rank(one)] * ranked, _name(one.system, comparison), *scores])
    return table


def _head(metric: ComparedMetric) -> _Cell:
    arrow = r"\uparrow" if metric.higher_is_better else r"\downarrow"
    title = metric_title(metric)
    return _Cell(f"{escape(title)} ${arrow}$", _width(f"{title} x", SIZE))


def _rank(one: SystemScore) -> _Cell:
    first, last = one.rank
    shown = str(first) if first == last else f"{first}--{last}"
    return _Cell(shown, _width(shown, SIZE))


def _name(system: str, comparison: Comparison) -> _Cell:
    # otherwise two hyphens become a dash
    code = f"{{{escape(system).replace('--', '-{}-')}}}"
    if system == comparison.baseline:
        return _plain(f"{system} (baseline)", f"{code} (baseline)")
    return _plain(system, code)


def _score(comparison: Comparison, one: SystemScore, decimals: dict[str, int]) -> _Cell:
    digits = decimals[one.metric]
    score = fixed(one.score, digits)
    top = one.best if comparison.baseline is not None else one.cluster == 1
    shown = NEGATIVE.sub("$-$", score) if one.score is not None else score
    code = rf"\textbf{{{shown}}}" if top and one.score is not None else shown
    half, width = _half_width(one.interval, digits)
    # a mark has no width, so that digits stay aligned
    mark = _mark(one, comparison)
    return _Cell(
        f"{code}{half}" + (rf"\rlap{{{mark}}}" if mark else ""),
        _width(score, SIZE) * (BOLD if top else 1) + width,
    )


def _half_width(interval: Interval | None, digits: int) -> tuple[str, float]:
    """Return half the width of an interval as LaTeX, and its estimated width on paper."""
    if interval is None:
        return "", 0.0
    half = fixed((interval.high - interval.low) / 2, digits)
    return rf"{{\scriptsize$\,\pm\,${half}}}", _width(f"M {half}", SMALLER)


def _mark(one: SystemScore, comparison: Comparison) -> str:
    """Return the mark of a significant difference from the baseline."""
    if comparison.baseline in (None, one.system):
        return ""
    pair = between(comparison.differences_under(one.metric), one.system, str(comparison.baseline))
    if pair is None or pair.better is None:
        return ""
    return DAGGER if pair.better == one.system else DOUBLE_DAGGER


def _caption(comparison: Comparison) -> str:
    test_set, test = comparison.test_set, comparison.test
    references = (
        "" if test_set.references is None else f" with {counted(test_set.references, 'reference')}"
    )
    sentences = [
        f"Scores on {counted(test_set.segments, 'segment')}{references}.",
        f"Behind them: half the width of {percent(test.confidence)} bootstrap intervals over "
        f"{units(test_set)}.",
    ]
    title = own_title(comparison.title)
    if title:
        sentences.insert(0, title if title.endswith((".", "!", "?", ":")) else f"{title}.")
    sentences += [metric.note for metric in comparison.metrics if metric.note]
    said = " ".join(escape(sentence) for sentence in sentences).replace("Behind them:", r"$\pm$:")
    if len(comparison.systems) < 2:
        return said
    return f"{said} {_marks(comparison)}"


def _marks(comparison: Comparison) -> str:
    """Return the explanation of what is bold, of rules and of daggers."""
    how = f"({_how(comparison)})"
    if is_ranked(comparison):
        title = escape(metric_title(comparison.metrics[0]))
        return (
            f"Rules separate clusters: every system above a rule scores significantly better in "
            f"{title} than every one below {how}. Bold: the first cluster of each metric. Ranks "
            "are those consistent with the significant differences."
        )
    if comparison.baseline is None:
        return f"Bold: the better system, or both if they do not differ significantly {how}."
    found = {_mark(one, comparison) for one in comparison.scores}
    words = {DAGGER: "better", DOUBLE_DAGGER: "worse"}
    marks = [f"{mark}: significantly {word}" for mark, word in words.items() if mark in found]
    if not marks:
        return f"Bold: the best score. No difference from the baseline is significant {how}."
    return f"Bold: the best score. {', '.join(marks)} than the baseline {how}."


def _how(comparison: Comparison) -> str:
    test = comparison.test
    how = f"{escape(test.method)}, $p \\leq {test.significance_level:g}$"
    if test.is_corrected:
        named = correction_name(test.correction)
        return f"{how} after correction by {escape(named)} for {test.comparisons:,} comparisons"
    if test.comparisons > 1:
        return f"{how}, not corrected for {test.comparisons:,} comparisons"
    return how


def _differences(comparison: Comparison, decimals: dict[str, int]) -> list[str]:
    """Return the table of differences, for authors who want it."""
    if len(comparison.systems) < 2:
        return []
    if not is_ranked(comparison):
        table, caption = _from_standard(comparison, decimals)
    elif len(comparison.systems) <= MOST_IN_MATRIX:
        table, caption = _matrix(comparison, decimals)
    else:
        return ["", "% the differences of all pairs: add -o differences.pairs.csv"]
    return ["", "% optional: the differences", *_float(table, caption, "tab:differences")]


def _matrix(comparison: Comparison, decimals: dict[str, int]) -> tuple[_Tabular, str]:
    metric = comparison.metrics[0]
    systems = [one.system for one in comparison.in_order_of(metric.metric)]
    pairs = comparison.differences_under(metric.metric)
    numbers = [_plain(str(number), str(number)) for number in range(2, len(systems) + 1)]
    table = _Tabular("rl" + "r" * len(numbers), [_plain(""), _plain("System"), *numbers])
    for row, system in enumerate(systems):
        cells = [
            _difference(between(pairs, system, other), system, metric, decimals)
            if column > row
            else _plain("", "")
            for column, other in enumerate(systems)
            if column
        ]
        place = _plain(str(row + 1), str(row + 1))
        table.groups[-1].append([place, _name(system, comparison), *cells])
    caption = (
        f"Differences in {escape(metric_title(metric))}, row minus column. Bold: significant "
        f"({_how(comparison)})."
    )
    return table, caption


def _difference(
    pair: Difference | None, system: str, metric: ComparedMetric, decimals: dict[str, int]
) -> _Cell:
    if pair is None:
        return _plain("", "")
    difference, _ = seen_from(pair, system)
    shown = signed(difference, metric.scale, decimals[metric.metric]).lstrip("+")
    code = _numbers(shown)
    return _Cell(rf"\textbf{{{code}}}" if pair.significant else code, _width(shown, SIZE))


def _from_standard(comparison: Comparison, decimals: dict[str, int]) -> tuple[_Tabular, str]:
    first = comparison.metrics[0].metric
    standard = standard_of(comparison, first)
    header = [_plain("System")]
    for metric in comparison.metrics:
        header += [_plain(metric_title(metric)), _plain("p", "$p$")]
    table = _Tabular("l" + "rr" * len(comparison.metrics), header)
    for one in comparison.in_order_of(first):
        if one.system == standard:
            continue
        row = [_name(one.system, comparison)]
        for metric in comparison.metrics:
            pair = between(comparison.differences_under(metric.metric), one.system, standard)
            digits = decimals[metric.metric]
            row += _tested(pair, one.system, metric, digits, comparison)
        table.groups[-1].append(row)
    confidence = percent(comparison.test.confidence)
    caption = (
        f"Differences from {escape(standard)}. $\\pm$: half the width of {escape(confidence)} "
        f"intervals of the paired bootstrap. Bold: significant ({_how(comparison)})."
    )
    return table, caption


def _tested(
    pair: Difference | None,
    system: str,
    metric: ComparedMetric,
    digits: int,
    comparison: Comparison,
) -> Iterable[_Cell]:
    if pair is None:
        return (_plain("", ""), _plain("", ""))
    difference, interval = seen_from(pair, system)
    shown = signed(difference, metric.scale, digits)
    code = rf"\textbf{{{_numbers(shown)}}}" if pair.significant else _numbers(shown)
    half, width = _half_width(interval, digits)
    p = adjusted_p_value(pair, comparison.test)
    return _Cell(f"{code}{half}", _width(shown, SIZE) + width), _plain(p, _numbers(p))


def _numbers(text: str) -> str:
    """Return a number with mathematical signs."""
    signs = {"-": "$-$", "+": "$+$", "<": "$<$", AT_MOST: r"$\leq$", MINUS: "$-$"}
    return "".join(signs.get(one, one) for one in text)


def _methods(comparison: Comparison) -> str:
    """Return the methods paragraph with citations, formulas and breakable signatures."""
    keys = {}
    for work, entry in cited_works(comparison).items():
        found = KEY.search(entry)
        if found:
            keys[work] = found[1]

    def citation(found: re.Match[str]) -> str:
        works = found[1].split("; ")
        if not all(work in keys for work in works):
            return found[0]
        return rf"~\citep{{{','.join(keys[work] for work in works)}}}"

    prose = CITATION.sub(citation, NEGATIVE.sub("$-$", escape(comparison.methods)))
    for plain, code in MATHEMATICS:
        prose = re.sub(rf"(?<!\w){re.escape(plain)}", code.replace("\\", r"\\"), prose)
    return prose.replace(r"\textbar{}", r"\textbar\allowbreak{}")
