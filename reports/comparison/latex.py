r"""LaTeX for a paper: a table in the style of booktabs, the methods paragraph and its BibTeX.

The table requires only the package booktabs. The best score of a metric is bold; daggers are
explained in the caption; the signatures are in a note below the table.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tallystick.reports.comparison.methods import bibtex
from tallystick.reports.comparison.orientation import between, standard_of
from tallystick.reports.comparison.verdict import verdict_with_digits
from tallystick.reports.renderers.latex import booktabs, escape
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import (
    correction_name,
    counted,
    interval,
    metric_title,
    own_title,
    percent,
    rounded,
    units,
)

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import ComparedMetric, Comparison, SystemScore

DAGGER, DOUBLE_DAGGER = r"$^{\dagger}$", r"$^{\ddagger}$"
NEGATIVE = re.compile(r"(?<![\w.])-(?=\d)")


def render(comparison: Comparison, digits: int | None = None) -> str:
    """Render a comparison as LaTeX, which needs the package booktabs."""
    lines = [
        *(f"% {visible(sentence)}" for sentence in verdict_with_digits(comparison, digits)),
        r"% \usepackage{booktabs}",
        *_advice(comparison),
        r"\begin{table}",
        r"\centering",
        _tabular(comparison, digits),
        rf"\caption{{{_caption(comparison)}}}",
        r"\label{tab:comparison}",
        r"\par\medskip",
        r"\begin{minipage}{\linewidth}\footnotesize\raggedright",
        *_signatures(comparison),
        r"\end{minipage}",
        r"\end{table}",
    ]
    if comparison.methods:
        # signatures are long words, which overflow the line unless spaces may stretch
        lines += ["", rf"{{\sloppy {_prose(comparison.methods)}\par}}"]
        entries = bibtex(comparison).rstrip("\n")
        lines += ["", *(f"% {line}".rstrip() for line in entries.split("\n"))]
    return "\n".join(lines) + "\n"


def _advice(comparison: Comparison) -> list[str]:
    written = "".join(system.name for system in comparison.systems)
    if visible(written).isascii():
        return []
    return ["% names in other scripts need XeLaTeX or LuaLaTeX and a font with these scripts"]


def _tabular(comparison: Comparison, digits: int | None) -> str:
    heads = [rf"\multicolumn{{2}}{{c}}{{{_head(metric)}}}" for metric in comparison.metrics]
    rows = [["System", *heads]]
    for one in comparison.in_order_of(comparison.metrics[0].metric):
        cells = [_name(one.system, comparison)]
        for metric in comparison.metrics:
            score = comparison.score_of(one.system, metric.metric)
            cells += _score(score, metric, comparison, digits)
        rows.append(cells)
    return booktabs("l" + "rl" * len(comparison.metrics), rows)


def _head(metric: ComparedMetric) -> str:
    arrow = r"\uparrow" if metric.higher_is_better else r"\downarrow"
    return f"{escape(metric_title(metric))} ${arrow}$"


def _name(system: str, comparison: Comparison) -> str:
    # braces keep a first cell that begins with [ from being read as an argument of \\
    name = f"{{{escape(system).replace('--', '-{}-')}}}"  # otherwise two hyphens become a dash
    return f"{name} (baseline)" if system == comparison.baseline else name


def _score(
    one: SystemScore, metric: ComparedMetric, comparison: Comparison, digits: int | None
) -> list[str]:
    score = rounded(one.score, metric.scale, digits)
    if one.score is not None:
        score = NEGATIVE.sub("$-$", score)
    if one.best:
        score = rf"\textbf{{{score}}}"
    mark = _mark(one, comparison)
    if mark:
        # without width, so that digits stay aligned
        score += rf"\rlap{{{mark}}}"
    bounds = NEGATIVE.sub("$-$", interval(one.interval, metric.scale, digits))
    return [score, rf"{{\footnotesize {bounds}}}" if bounds else ""]


def _mark(one: SystemScore, comparison: Comparison) -> str:
    """Return the mark of a significant difference from the baseline, else from the best."""
    standard = standard_of(comparison, one.metric)
    if one.system == standard:
        return ""
    pair = between(comparison.differences_under(one.metric), one.system, standard)
    if pair is None or pair.better is None:
        return ""
    return DAGGER if pair.better == one.system else DOUBLE_DAGGER


def _caption(comparison: Comparison) -> str:
    test_set, test = comparison.test_set, comparison.test
    references = (
        "" if test_set.references is None else f" with {counted(test_set.references, 'reference')}"
    )
    sentences = [
        f"Scores on {counted(test_set.segments, 'segment')}{references}, in brackets "
        f"{percent(test.confidence)} bootstrap intervals over {units(test_set)}.",
        "Arrows show the direction of better scores; the best score is bold.",
    ]
    title = own_title(comparison.title)
    if title:
        sentences.insert(0, title if title.endswith((".", "!", "?", ":")) else f"{title}.")
    said = " ".join(escape(sentence) for sentence in sentences)
    if len(comparison.systems) < 2:
        return said
    how = f"{test.method}, p at most {test.significance_level:g}"
    if test.is_corrected:
        named = correction_name(test.correction)
        how += f" after correction by {named} for {test.comparisons:,} comparisons"
    elif test.comparisons > 1:
        how += f", not corrected for {test.comparisons:,} comparisons"
    standard = "the best" if comparison.baseline is None else "the baseline"
    found = {_mark(one, comparison) for one in comparison.scores}
    said_of = {DAGGER: "better", DOUBLE_DAGGER: "worse"}
    marks = [f"{mark}: significantly {word}" for mark, word in said_of.items() if mark in found]
    if not marks:
        return f"{said} No difference from {standard} is significant ({_prose(how)})."
    return (
        f"{said} {', '.join(marks)} than {standard} ({_prose(how)}); "
        "unmarked systems do not differ significantly from it."
    )


def _signatures(comparison: Comparison) -> list[str]:
    named = [(metric_title(metric), metric.signature) for metric in comparison.metrics]
    lines = [rf"{escape(name)}: \texttt{{{_breakable(signature)}}}\\" for name, signature in named]
    return [*lines, rf"test: \texttt{{{_breakable(comparison.test.signature)}}}"]


def _breakable(signature: str) -> str:
    return r"\textbar\allowbreak{}".join(escape(part) for part in signature.split("|"))


def _prose(text: str) -> str:
    """Return sentences with breakable signatures and true minus signs."""
    escaped = NEGATIVE.sub("$-$", escape(text))
    return escaped.replace(r"\textbar{}", r"\textbar\allowbreak{}")
