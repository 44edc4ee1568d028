"""A short summary in Markdown, for the page of a build or a comment on a pull request."""

from __future__ import annotations

from tallystick.errors import TallystickError
from tallystick.reports.comparison.facts.results import between
from tallystick.reports.comparison.model import CheckedCondition, Comparison
from tallystick.reports.comparison.tables.document import CHECK_FIRST, NOT_SHOWN, NOTES, outcome
from tallystick.reports.comparison.tables.example_segments import shown_examples
from tallystick.reports.document import Table, columns
from tallystick.reports.renderers.markdown import draw_block, draw_table, escape
from tallystick.reports.wording import DEFAULT_TITLE, full, p_value_of, rounded, signed

COLUMNS = (
    *columns(("system", "against", "metric")),
    *columns(("score", "difference", "interval", "p"), numbers=4),
    *columns(("fails if",)),
)


def render(comparison: Comparison) -> str:
    """Render a comparison and what came of its conditions, if any, as Markdown."""
    failed = [check for check in comparison.checks if not check.passed]
    passed = [check for check in comparison.checks if check.passed]
    metrics = comparison.metrics
    blocks = [f"## {escape(comparison.title)}"]
    if comparison.checks:
        blocks.append(f"**{outcome(comparison.checks)}**")
    if failed:
        rows = tuple(_row(comparison, check) for check in failed)
        blocks.append(draw_table(Table(COLUMNS, rows)))
    sections = {
        "Failed checks": [escape(check.sentence) for check in failed],
        CHECK_FIRST: [escape(doubt.sentence) for doubt in comparison.doubts],
        "Verdict": map(escape, comparison.verdict),
        "Passed checks": [escape(check.sentence) for check in passed],
        **{
            examples.title: [draw_block(entry).removeprefix("- ") for entry in examples.entries]
            for examples in shown_examples(comparison)
        },
        NOT_SHOWN: map(escape, comparison.caveats),
        NOTES: map(escape, (*comparison.notes, *filter(None, (metric.note for metric in metrics)))),
        "Signatures": [
            *(f"{escape(metric.metric)}: `{metric.signature}`" for metric in metrics),
            f"test: `{comparison.test.signature}`",
        ],
    }
    for title, lines in sections.items():
        items = "\n".join(f"- {line}" for line in lines)
        if items:
            blocks += [f"### {escape(title)}", items]
    return "\n\n".join(blocks) + "\n"


def render_error(error: TallystickError) -> str:
    """Render a comparison that could not be made."""
    return f"## {DEFAULT_TITLE}\n\n**The systems could not be compared.**\n\n{escape(str(error))}\n"


def _row(comparison: Comparison, check: CheckedCondition) -> tuple[str, ...]:
    names = (check.system, check.against or "", check.metric or "")
    if check.metric is None:
        return (*names, full(check.score), "", "", "", check.condition)
    scale, bounds = comparison.metric_called(check.metric).scale, check.interval
    difference = "" if check.difference is None else signed(check.difference, scale)
    within = f"{signed(bounds.low, scale)} to {signed(bounds.high, scale)}" if bounds else ""
    pair = None
    if check.against is not None and check.p_value is not None:  # the p-value can be a bound
        pair = between(comparison.differences_under(check.metric), check.system, check.against)
    p = "" if pair is None else p_value_of(pair.adjusted_p_value, comparison.test)
    return (*names, rounded(check.score, scale), difference, within, p, check.condition)
