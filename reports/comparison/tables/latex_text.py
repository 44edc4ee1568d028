r"""Sentences of captions, and the methods paragraph with \citep and formulas, as LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tallystick.reports.comparison.facts.results import between, is_near_best, seen_from
from tallystick.reports.comparison.words.methods import cited_works
from tallystick.reports.renderers.latex import (
    DAGGER,
    DOUBLE_DAGGER,
    NEGATIVE,
    Cell,
    defined,
    difference_of,
    escape,
    mathematical,
    name_in_table,
    plain,
)
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import correction_name, own_title, p_value_of

if TYPE_CHECKING:
    from tallystick.metrics.interface.identity import Scale
    from tallystick.reports.comparison.model import (
        ComparedMetric,
        Comparison,
        Difference,
        SignificanceTest,
    )
    from tallystick.reports.comparison_over_sets.model import DifferenceOverSets, ResultsOverSets

BOLD_OF_COLUMN = "Bold: not significantly worse than the best of the column"

PROGRAM = re.compile(r"\btallystick \d[\w.]*\w")
CITATION = re.compile(r" \(([^()]+, \d{4}[a-z]?)\)")
KEY = re.compile(r"@\w+\{\s*([^,\s]+)")
MATHEMATICS = (
    ("p = (c + 1) / (R + 1)", "$p = (c + 1) / (R + 1)$"),
    ("c of the R resamples", "$c$ of the $R$ resamples"),
    ("p is ", "$p$ is "),
    ("p-value", "$p$-value"),
)


def paper(
    verdict: Iterable[str],
    names: Iterable[str],
    tables: Iterable[str],
    metrics: Sequence[ComparedMetric],
    methods: str,
    signatures: Iterable[tuple[str, str]] = (),
) -> str:
    """Return the verdict and advice as comments, the lines of tables, and the methods paragraph.

    `names` are those in the tables. `signatures` go to a footnote, unless captions have them.
    """
    of_each = [f"{escape(name)}: {signature_in_latex(text)}." for name, text in signatures]
    note = rf"\footnote{{\sloppy Signatures: {' '.join(of_each)}\par}}" if of_each else ""
    lines = [*(f"% {visible(said)}" for said in verdict), r"% \usepackage{booktabs}"]
    names = [*names]
    long = [visible(name) for name in names if name_in_table(name) != name]
    if long:
        lines.append(f"% names of which the middle is left out: {', '.join(long)}")
    if not visible("".join(names)).isascii():
        lines.append(
            "% names in other scripts need XeLaTeX or LuaLaTeX and a font with these scripts"
        )
    tables = [*tables]
    lines += [*defined(tables), *tables]
    if methods:
        # long words overflow the line unless spaces may stretch
        lines += [
            "",
            r"% the works that \citep names are in references.bib: add -o references.bib",
            r"\providecommand{\citep}{\cite}",
            rf"{{\sloppy {_prose(methods, cited_works(metrics, methods))}{note}\par}}",
        ]
    return "\n".join(lines) + "\n"


def signature_in_latex(signature: str) -> str:
    """Return a signature that may break into lines."""
    return _breakable(escape(signature))


def _prose(methods: str, works: Mapping[str, str]) -> str:
    matches = {work: KEY.search(entry) for work, entry in works.items()}
    keys = {work: key[1] for work, key in matches.items() if key}

    def citation(match: re.Match[str]) -> str:
        works = match[1].split("; ")
        if not all(work in keys for work in works):
            return match[0]
        return rf"~\citep{{{','.join(keys[work] for work in works)}}}"

    prose = CITATION.sub(citation, NEGATIVE.sub("$-$", escape(methods)))
    prose = PROGRAM.sub(r"\g<0>~\\citep{tallystick}", prose, count=1)
    for words, code in MATHEMATICS:
        prose = re.sub(rf"(?<!\w){re.escape(words)}", code.replace("\\", r"\\"), prose)
    return _breakable(prose)


def _breakable(code: str) -> str:
    return code.replace(r"\textbar{}", r"\textbar\allowbreak{}")


def emphasis(
    report: Comparison | ResultsOverSets, metric: str, system: str, *, best: bool
) -> tuple[bool, str]:
    """Return whether the score of a system is bold, and its mark, which only a baseline gives."""
    pairs: Sequence[Difference | DifferenceOverSets] = report.differences_under(metric)
    if not report.opponents:
        return is_near_best(pairs, system, report.in_order_of(metric)[0].system), ""
    pair = between(pairs, system, report.opponents.get(system, ""))
    if pair is None or pair.better is None:
        return best, ""
    return best, DAGGER if pair.better == system else DOUBLE_DAGGER


def tested(
    pair: Difference | DifferenceOverSets | None,
    system: str,
    scale: Scale,
    digits: int,
    test: SignificanceTest,
) -> tuple[Cell, Cell]:
    """Return the cells of the difference of a system from the other one, and of its p-value."""
    if pair is None:
        return plain("", ""), plain("", "")
    p = p_value_of(pair.adjusted_p_value, test)
    shown = difference_of(*seen_from(pair, system), scale, digits, bold=pair.significant)
    return shown, plain(p, mathematical(p))


def titled(title: str) -> list[str]:
    """Return a title as the first sentence of a caption, or nothing for the default title."""
    own = own_title(title)
    if not own:
        return []
    return [escape(own if own.endswith((".", "!", "?", ":")) else f"{own}.")]


def how_tested(test: SignificanceTest, *, where: str = "") -> str:
    """Return the test, its level and its correction, as LaTeX for brackets in a caption."""
    how = f"{escape(test.method)}{where}, $p \\leq {test.significance_level:g}$"
    if test.is_corrected:
        named = correction_name(test.correction)
        return f"{how} after correction by {escape(named)} for {test.comparisons:,} comparisons"
    if test.comparisons > 1:
        return f"{how}, not corrected for {test.comparisons:,} comparisons"
    return how


def ordered_by(what: str, how: str) -> str:
    """Return the sentence of a caption on ranks and rules; `what` is LaTeX."""
    return (
        f"Systems are ordered, ranked and separated by {what}: ranks are those consistent with the "
        "significant differences, and every system above a rule scores significantly better than "
        f"every one below ({how})."
    )
