"""A short summary in Markdown, for the page of a build or a comment on a pull request."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.metrics.identity import Scale
from tallystick.metrics.wording import counted
from tallystick.reports.comparison.guard import Verdict
from tallystick.reports.comparison.model import Comparison, SignificanceTest
from tallystick.reports.comparison.tables import CHECK_FIRST, NOT_SHOWN
from tallystick.reports.document import Table, columns
from tallystick.reports.renderers.markdown import draw_table, escape
from tallystick.reports.wording import p_value_of, rounded, signed

COLUMNS = (
    *columns(("system", "against", "metric")),
    *columns(("score", "difference", "interval", "p"), numbers=4),
    *columns(("fails if",)),
)


def render(comparison: Comparison, verdicts: Sequence[Verdict]) -> str:
    """Render a comparison and the verdicts of its conditions, if any, as Markdown."""
    failed = [verdict for verdict in verdicts if not verdict.passed]
    passed = [verdict for verdict in verdicts if verdict.passed]
    blocks = [f"## {escape(comparison.title)}"]
    if verdicts:
        blocks.append(f"**{outcome(verdicts)}**")
    if failed:
        blocks.append(_table(comparison, failed))
    sections = {
        "Failed checks": [escape(verdict.sentence) for verdict in failed],
        "Verdict": map(escape, comparison.verdict),
        "Passed checks": [escape(verdict.sentence) for verdict in passed],
        CHECK_FIRST: map(escape, comparison.notes),
        NOT_SHOWN: map(escape, comparison.caveats),
        "Signatures": [
            *(f"{escape(one.metric)}: `{one.signature}`" for one in comparison.metrics),
            f"test: `{comparison.test.signature}`",
        ],
    }
    for title, lines in sections.items():
        items = "\n".join(f"- {line}" for line in lines)
        if items:
            blocks += [f"### {title}", items]
    return "\n\n".join(blocks) + "\n"


def outcome(verdicts: Sequence[Verdict]) -> str:
    """Return a sentence on the number of failed checks, or of passed ones if none failed."""
    failed = sum(not verdict.passed for verdict in verdicts)
    number, word = (failed, "failed") if failed else (len(verdicts), "passed")
    return f"{number:,} of {counted(len(verdicts), 'check')} {word}."


def _table(comparison: Comparison, verdicts: Sequence[Verdict]) -> str:
    scales = {one.metric: one.scale for one in comparison.metrics}
    rows = (_row(one, scales[one.metric], comparison.test) for one in verdicts)
    return draw_table(Table(COLUMNS, tuple(rows)))


def _row(verdict: Verdict, scale: Scale, test: SignificanceTest) -> tuple[str, ...]:
    interval, difference = verdict.interval, verdict.difference
    within = interval and f"{signed(interval.low, scale)} to {signed(interval.high, scale)}"
    return (
        verdict.system,
        verdict.other,
        verdict.metric,
        rounded(verdict.score, scale, None),
        "" if difference is None else signed(difference, scale),
        within or "",
        "" if verdict.p_value is None else p_value_of(verdict.p_value, test),
        verdict.condition.text,
    )
