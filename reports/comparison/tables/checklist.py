"""The checklist of a comparison for the appendix of a paper, in Markdown and LaTeX."""

from __future__ import annotations

from collections.abc import Iterator

from tallystick.metrics.resampling.settings import Method
from tallystick.reports.comparison.model import Comparison
from tallystick.reports.comparison.tables.latex_text import signature_in_latex
from tallystick.reports.renderers import latex, markdown
from tallystick.reports.wording import (
    correction_name,
    counted,
    counted_units,
    listed,
    percent,
    system_name,
)

TOKENIZER = "tok:"
"""The part of a signature that names the tokenizer."""


def render_markdown(comparison: Comparison, digits: int | None = None) -> str:
    """Render the checklist as a list in Markdown; `digits` is ignored."""
    escape = markdown.escape
    return "".join(f"- **{escape(what)}:** {escape(said)}\n" for what, said in _items(comparison))


def render_latex(comparison: Comparison, digits: int | None = None) -> str:
    """Render the checklist as a list in LaTeX; `digits` is ignored."""
    lines = [
        rf"\item \textbf{{{latex.escape(what)}:}} {signature_in_latex(said)}"
        for what, said in _items(comparison)
    ]
    # long words overflow the line unless spaces may stretch
    return "\n".join([r"\begin{itemize}\sloppy", *lines, r"\end{itemize}"]) + "\n"


def _items(comparison: Comparison) -> Iterator[tuple[str, str]]:
    test_set, test, metrics = comparison.test_set, comparison.test, comparison.metrics
    several = len(comparison.systems) > 1
    against = ""
    if comparison.baseline is not None:
        against = f", baseline {system_name(comparison.baseline)}"
    elif comparison.opponents:
        against = f", half of them versions of the others in {comparison.saved_report}"
    yield "Systems", f"{len(comparison.systems):,}{against}"
    runs = sum(system.runs for system in comparison.systems)
    yield "Training runs", f"{runs:,}" if runs > len(comparison.systems) else "one of each system"
    documents = "documents not known"
    if test_set.documents is not None:
        documents = counted(test_set.documents, "document")
    yield "Test set", f"{counted(test_set.segments, 'segment')}, {documents}"
    references = "a varying number" if test_set.references is None else f"{test_set.references:,}"
    yield "References per segment", references
    tokenizers = [
        f"{part.removeprefix(TOKENIZER)} ({metric.title})"
        for metric in metrics
        for part in metric.signature.split("|")
        if part.startswith(TOKENIZER)
    ]
    yield "Tokenizer", listed(tokenizers) or "none"
    for name, signature in comparison.signatures[: None if several else -1]:
        yield f"Signature of {name}" if name != "test" else "Signature of the test", signature
    yield "Unit of resampling", counted_units(test_set)
    yield "Intervals", f"{percent(test.confidence)}, Student's t with the jackknife"
    if several:
        drawn = f" with {counted(test.resamples, 'resample')}" * bool(test.resamples)
        sides = "two-sided " * (test.method in tuple(Method))
        yield "Test", f"{sides}{test.method}{drawn}, significant at {test.significance_level:g}"
        corrected = (
            f"{correction_name(test.correction)} for {counted(test.comparisons, 'comparison')}"
        )
        yield "Correction", corrected if test.is_corrected else "none"
        margins = [
            f"±{metric.margin:g} {metric.title}" for metric in metrics if metric.margin is not None
        ]
        yield "Equivalence", f"tested within {listed(margins)}" if margins else "not tested"
    yield "Doubts found", " ".join(doubt.sentence for doubt in comparison.doubts) or "none"
