"""Plots with one row per system: scores and differences with their intervals."""

from __future__ import annotations

from matplotlib.figure import Figure

from tallystick.reports.comparison.facts.orientation import (
    between,
    far_system,
    is_ranked,
    seen_from,
    standard_of,
)
from tallystick.reports.comparison.model import ComparedMetric, Comparison
from tallystick.reports.comparison.plots.style import (
    GREY,
    draw_arrow,
    draw_point,
    label_systems,
    new_figure,
    width_for,
)
from tallystick.reports.comparison.tables.document import direction
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import adjusted_p_value, equation, percent, rounded


def intervals_plot(comparison: Comparison, metric: ComparedMetric) -> Figure:
    """Draw the score of each system and its interval, the best system on top.

    As in HTML, the point of the best score is filled, dashed lines separate clusters, and an arrow
    points to a score that is far from all others. The baseline is a diamond.
    """
    in_order = [one for one in comparison.in_order_of(metric.metric) if one.score is not None]
    figure, axes = new_figure(
        0.7 + 0.19 * max(len(in_order), 1), width_for([one.system for one in in_order]), grid="x"
    )
    far = far_system(in_order)
    drawn = [one.score for one in in_order if one.score is not None]
    for place, one in enumerate(in_order):
        marker = "D" if one.system == comparison.baseline else "o"
        if one.system == far:
            score = rounded(one.score, metric.scale)
            draw_arrow(axes, place, score, left=one.score == min(drawn))
        else:
            draw_point(axes, place, one.score, one.interval, marker, one.best)
        if is_ranked(comparison) and place and one.cluster != in_order[place - 1].cluster:
            axes.axhline(place - 0.5, color=GREY, linewidth=0.8, linestyle="--")
    label_systems(axes, [one.system for one in in_order])
    confidence = percent(comparison.test.confidence)
    title = visible(metric.title)
    axes.set_xlabel(f"{title} with {confidence} interval\n({direction(metric)})")
    return figure


def differences_plot(comparison: Comparison, metric: ComparedMetric) -> Figure:
    """Draw the difference of each system from the baseline, or from the better of two.

    A filled point is a significant difference; the corrected p-value is to the right of it.
    """
    standard = standard_of(comparison, metric.metric)
    pairs = comparison.differences_under(metric.metric)
    drawn = []
    for one in comparison.in_order_of(metric.metric):
        pair = between(pairs, one.system, standard)
        if pair is not None and pair.difference is not None:
            drawn.append((one.system, pair, *seen_from(pair, one.system)))
    figure, axes = new_figure(
        0.7 + 0.19 * max(len(drawn), 1), width_for([system for system, *_ in drawn]), grid="x"
    )
    axes.axvline(0, color=GREY, linewidth=0.9)
    for place, (_, pair, difference, bounds) in enumerate(drawn):
        draw_point(axes, place, difference, bounds, "o", pair.significant)
        if pair.adjusted_p_value is not None:
            axes.annotate(
                equation(adjusted_p_value(pair, comparison.test)),
                (1.01, place),
                xycoords=axes.get_yaxis_transform(),
                fontsize=7,
                verticalalignment="center",
            )
    label_systems(axes, [system for system, *_ in drawn])
    what = visible(f"{metric.title}: difference from {standard},")
    axes.set_xlabel(f"{what}\n{percent(comparison.test.confidence)} interval ({direction(metric)})")
    return figure
