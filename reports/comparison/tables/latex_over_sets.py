r"""LaTeX for a paper: systems by sets, with mean scores, ranks and clusters, and their differences.

A table for each metric requires only the package booktabs. Sets that do not fit the width of a page
have tables of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tallystick.reports.comparison.facts.orientation import (
    between,
    is_ranked,
    standard_of,
)
from tallystick.reports.comparison.tables.latex_text import (
    BOLD_OF_COLUMN,
    emphasis,
    how_tested,
    ordered_by,
    paper,
    signature_in_latex,
    tested,
    titled,
)
from tallystick.reports.renderers.latex import escape
from tallystick.reports.renderers.latex_tables import (
    DAGGER,
    DOUBLE_DAGGER,
    PAGE,
    RULE,
    SPACE,
    Cell,
    Tabular,
    decimals,
    floated,
    head_of,
    name_of,
    plain,
    rank_of,
    score_of,
)
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import listed, percent

if TYPE_CHECKING:
    from tallystick.reports.comparison_over_sets.model import (
        ComparisonOnSet,
        ComparisonOverSets,
        MeanScore,
        MetricOverSets,
    )


def render(found: ComparisonOverSets, digits: int | None = None) -> str:
    """Render a comparison over sets as LaTeX, which needs the package booktabs."""
    return paper(
        found.verdict,
        [*found.systems, *found.missing, *(one.name for one in found.sets)],
        (line for metric in found.metrics for line in _of_metric(found, metric, digits)),
        found.sets[0].comparison.metrics,
        found.methods,
    )


def _of_metric(
    found: ComparisonOverSets, metric: MetricOverSets, digits: int | None
) -> Iterator[str]:
    means = found.in_order_of(metric.metric)
    places = decimals((one.interval for one in means), metric.scale, digits)
    name = metric.metric.translate(str.maketrans("", "", "\\{}%#~^_&$"))
    label = f"tab:sets-{name}"
    first, *others = _parts(found, metric, places)
    yield from floated(first, _caption(found, metric), label)
    for number, part in enumerate(others, start=2):
        further = f"{escape(metric.title)} on further sets; see Table~\\ref{{{label}}}."
        yield from ("", *floated(part, further, f"{label}-{number}"))
    if means:
        differences = _differences(found, metric, places)
        caption = _caption_of_differences(found, metric)
        yield from ("", f"% optional: the differences in {visible(metric.title)}")
        yield from (*floated(differences, caption, f"{label}-differences"), "")


def _parts(found: ComparisonOverSets, metric: MetricOverSets, places: int) -> list[Tabular]:
    """Return parts of the table of scores that fit the width of a page."""
    parts: list[list[ComparisonOnSet]] = [[]]
    for one in found.sets:
        longer = [*parts[-1], one]
        if parts[-1] and _part(found, metric, places, longer, first=len(parts) == 1).width > PAGE:
            parts.append([one])
        else:
            parts[-1] = longer
    return [
        _part(found, metric, places, sets, first=number == 0) for number, sets in enumerate(parts)
    ]


def _part(
    found: ComparisonOverSets,
    metric: MetricOverSets,
    places: int,
    sets: list[ComparisonOnSet],
    *,
    first: bool,
) -> Tabular:
    """Return the scores on some sets; the first part has the mean scores too."""
    means = found.in_order_of(metric.metric)
    ranked, with_means = is_ranked(found) and first, bool(means) and first
    header = [
        *[plain("Rank")] * ranked,
        plain("System"),
        *[head_of("Mean", higher_is_better=metric.higher_is_better), plain("Mean rank")]
        * with_means,
        *(plain(one.name) for one in sets),
    ]
    table = Tabular("l" * ranked + "l" + "rr" * with_means + "r" * len(sets), header)
    for one in means:
        table.part(RULE, of=one.cluster if is_ranked(found) else 0)
        table.rows.append(
            [
                *[rank_of(one.rank)] * ranked,
                name_of(one.system, found.baseline),
                *(_mean(found, metric, one, places) if with_means else ()),
                *(_on_set(found, metric, on_set, one.system, places) for on_set in sets),
            ]
        )
    empty = [plain("", "")]
    for number, system in enumerate(found.missing):
        if number == 0:
            table.part(SPACE)
        table.rows.append(
            [
                *empty * ranked,
                name_of(system),
                *empty * 2 * with_means,
                *(_on_set(found, metric, on_set, system, places) for on_set in sets),
            ]
        )
    return table


def _mean(
    found: ComparisonOverSets, metric: MetricOverSets, one: MeanScore, places: int
) -> tuple[Cell, Cell]:
    best = found.in_order_of(metric.metric)[0]
    bold, mark = emphasis(found, metric.metric, one.system, best=one.score == best.score)
    rank = "" if one.mean_rank is None else f"{one.mean_rank:.1f}"
    return score_of(one.score, one.interval, places, bold=bold, mark=mark), plain(rank, rank)


def _on_set(
    found: ComparisonOverSets,
    metric: MetricOverSets,
    on_set: ComparisonOnSet,
    system: str,
    places: int,
) -> Cell:
    alone = on_set.comparison
    of_set = {one.system: one for one in alone.in_order_of(metric.metric)}
    if system not in of_set:
        return plain("", "")
    one = of_set[system]
    bold, mark = emphasis(alone, metric.metric, system, best=one.best)
    if found.baseline is not None:
        pair = between(found.differences_under(metric.metric), system, found.baseline)
        better, worse = ((), ()) if pair is None else pair.sets_seen_from(system)
        mark = DAGGER if on_set.name in better else DOUBLE_DAGGER if on_set.name in worse else ""
    return score_of(one.score, None, places, bold=bold, mark=mark)


def _caption(found: ComparisonOverSets, metric: MetricOverSets) -> str:
    sets = listed([one.name for one in found.sets])
    sentences = [
        *titled(found.title),
        f"{escape(metric.title)} on {len(found.sets)} test sets ({escape(sets)})"
        + (" and its mean, in which each set has the same weight." if found.scores else "."),
        *(_marks(found) if found.scores else ()),
        *(
            ["Last rows: systems that are not in all sets."]
            if found.missing and found.scores
            else []
        ),
        *_signatures(found, metric),
    ]
    return " ".join(sentences)


def _marks(found: ComparisonOverSets) -> Iterator[str]:
    test = found.test
    how = how_tested(test, where=" within the sets")
    yield (
        rf"$\pm$: half the width of {escape(percent(test.confidence))} intervals, from the "
        "variation within the sets. Mean rank: of the ranks by score on the sets."
    )
    of_set = "on a set by the test on it alone"
    if is_ranked(found):
        yield f"{ordered_by('the mean', how)} {BOLD_OF_COLUMN}, {of_set}."
    elif found.baseline is None:
        yield f"{BOLD_OF_COLUMN} ({how}), {of_set}."
    else:
        yield (
            f"Bold: the best of the column. {DAGGER}: significantly better, {DOUBLE_DAGGER}: "
            f"significantly worse than the baseline ({how}; on a set, in the same test after "
            "Holm's correction for all pairs on all sets)."
        )


def _signatures(found: ComparisonOverSets, metric: MetricOverSets) -> Iterator[str]:
    for signature, sets in found.sets_by_signature(metric.metric).items():
        of_sets = f" on {escape(listed(sets))}" if sets else ""
        yield f"Signature{of_sets}: {signature_in_latex(signature)}."


def _differences(found: ComparisonOverSets, metric: MetricOverSets, places: int) -> Tabular:
    standard, pairs = standard_of(found, metric.metric), found.differences_under(metric.metric)
    header = [
        *(plain("System"), plain(metric.title), plain("p", "$p$")),
        *(plain("better on"), plain("worse on")),
    ]
    table = Tabular("lrrrr", header)
    for one in found.in_order_of(metric.metric):
        pair = between(pairs, one.system, standard)
        if one.system != standard and pair is not None:
            sets = pair.sets_seen_from(one.system)
            table.rows.append(
                [
                    name_of(one.system),
                    *tested(pair, one.system, metric.scale, places, found.test),
                    *(plain(str(len(of_side)), str(len(of_side))) for of_side in sets),
                ]
            )
    return table


def _caption_of_differences(found: ComparisonOverSets, metric: MetricOverSets) -> str:
    standard = standard_of(found, metric.metric)
    what = "the baseline, " if found.baseline else "the best system, " * is_ranked(found)
    return (
        f"Differences in mean {escape(metric.title)} over {len(found.sets)} test sets from {what}"
        f"{escape(standard)}. $\\pm$: half the width of {escape(percent(found.test.confidence))} "
        "intervals, from the variation within the sets. Bold: significant "
        f"({how_tested(found.test, where=' within the sets')}). Better, worse on: the number of "
        "sets on which the system is significantly better or worse after Holm's correction for all "
        "pairs on all sets."
    )
