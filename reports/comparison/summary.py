"""A short summary in Markdown, for the page of a build or a comment on a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tallystick.metrics.identity import Scale
from tallystick.metrics.wording import counted
from tallystick.reports.comparison.guard import Verdict
from tallystick.reports.comparison.model import Comparison
from tallystick.reports.document import Table, columns
from tallystick.reports.renderers.markdown import draw_table, escape
from tallystick.reports.wording import p_value, rounded, signed

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
        blocks.append(_list(verdict.sentence for verdict in failed))
    if comparison.verdict:
        blocks.append(_list(comparison.verdict))
    if passed:
        blocks.append(f"{counted(len(passed), 'check')} passed:")
        blocks.append(_list(verdict.sentence for verdict in passed))
    if comparison.notes or comparison.caveats:
        blocks.append(_list([*comparison.notes, *comparison.caveats]))
    signatures = [f"{escape(one.metric)}: `{one.signature}`" for one in comparison.metrics]
    signatures.append(f"test: `{comparison.test.signature}`")
    blocks.append("\n".join(f"- {line}" for line in signatures))
    return "\n\n".join(blocks) + "\n"


def outcome(verdicts: Sequence[Verdict]) -> str:
    """Return a sentence on the number of failed checks."""
    failed = sum(not verdict.passed for verdict in verdicts)
    if failed:
        return f"{failed:,} of {counted(len(verdicts), 'check')} failed."
    return f"{'The check' if len(verdicts) == 1 else counted(len(verdicts), 'check')} passed."


def _table(comparison: Comparison, verdicts: Sequence[Verdict]) -> str:
    scales = {one.metric: one.scale for one in comparison.metrics}
    level = comparison.test.significance_level
    rows = (_row(one, scales[one.metric], level) for one in verdicts)
    return draw_table(Table(COLUMNS, tuple(rows)))


def _row(verdict: Verdict, scale: Scale, level: float) -> tuple[str, ...]:
    interval, difference = verdict.interval, verdict.difference
    within = interval and f"{signed(interval.low, scale)} to {signed(interval.high, scale)}"
    return (
        verdict.system,
        verdict.other,
        verdict.metric,
        rounded(verdict.score, scale, None),
        "" if difference is None else signed(difference, scale),
        within or "",
        "" if verdict.p_value is None else p_value(verdict.p_value, level),
        verdict.condition.text,
    )


def _list(sentences: Iterable[str]) -> str:
    return "\n".join(f"- {escape(sentence)}" for sentence in sentences)
