"""A short summary in Markdown, for the page of a build or a comment on a change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tallystick.metrics.identity import Scale
from tallystick.metrics.wording import counted
from tallystick.reports.comparison.guard import Verdict
from tallystick.reports.comparison.model import Comparison
from tallystick.reports.renderers.markdown import escape
from tallystick.reports.wording import p_value, rounded, signed

COLUMNS = ("system", "against", "metric", "score", "difference", "interval", "p", "fails if")
NUMBERS = ("score", "difference", "interval", "p")


def render(comparison: Comparison, verdicts: Sequence[Verdict]) -> str:
    """Render what a comparison found, and which of its checks failed.

    Args:
        comparison: The comparison.
        verdicts: What the conditions said; none where there were no conditions.

    Returns:
        Markdown that ends in a line feed.
    """
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
    """Return how many checks failed, in a sentence."""
    failed = sum(not verdict.passed for verdict in verdicts)
    if failed:
        return f"{failed:,} of {counted(len(verdicts), 'check')} failed."
    return f"{'The check' if len(verdicts) == 1 else f'All {len(verdicts):,} checks'} passed."


def _table(comparison: Comparison, verdicts: Sequence[Verdict]) -> str:
    scales = {one.metric: one.scale for one in comparison.metrics}
    ruler = ["---:" if name in NUMBERS else "---" for name in COLUMNS]
    level = comparison.test.significance_level
    rows = [COLUMNS, ruler, *(_row(one, scales[one.metric], level) for one in verdicts)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _row(verdict: Verdict, scale: Scale, level: float) -> list[str]:
    interval, difference = verdict.interval, verdict.difference
    cells = [
        verdict.system,
        verdict.other,
        verdict.metric,
        rounded(verdict.score, scale, None),
        "" if difference is None else signed(difference, scale),
        ""
        if interval is None
        else f"{signed(interval.low, scale)} to {signed(interval.high, scale)}",
        "" if verdict.p_value is None else p_value(verdict.p_value, level),
        verdict.condition.text,
    ]
    return list(map(escape, cells))


def _list(sentences: Iterable[str]) -> str:
    return "\n".join(f"- {escape(sentence)}" for sentence in sentences)
