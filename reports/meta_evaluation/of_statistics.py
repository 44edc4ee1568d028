"""The meta-evaluation of metrics by files of statistics, which have no texts."""

from __future__ import annotations

from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.registry import nearest
from tallystick.reports.meta_evaluation.build import evaluate
from tallystick.reports.meta_evaluation.human.scores import HumanScores
from tallystick.reports.meta_evaluation.judged_set import Judged
from tallystick.reports.meta_evaluation.model import MetaEvaluation
from tallystick.reports.meta_evaluation.settings import MetaSettings
from tallystick.reports.meta_evaluation.words.phrases import ONE_SET
from tallystick.reports.statistics_files.merge import Merged, without_rows

WITHOUT_TEXTS = (
    "The scores were computed from files of statistics, which have no texts; disputed outputs, "
    "agreement by reference and everything else that needs texts are left out."
)


def evaluate_merged(
    merged: Merged,
    human: HumanScores | None,
    settings: MetaSettings | None = None,
    *,
    other_human: HumanScores | None = None,
    against: str | None = None,
    scores_of: str | None = None,
) -> MetaEvaluation:
    """Evaluate the metrics of files of statistics on a test set with human scores.

    Args:
        merged: The systems, with a row for each segment.
        human: Their human scores; None if a metric takes their place.
        settings: The settings.
        other_human: Other human scores of the same systems.
        against: The metric that takes the place of humans, by its name in the files.
        scores_of: What gave the scores that `human` has, such as "COMET"; None for humans.

    Raises:
        InputError: The files have no row for each segment, or too few systems are judged.
        OptionError: The files have no metric `against`, or no other one.
    """
    if merged.rows != "segment":
        raise InputError(
            f"the files of statistics have a row for each {merged.rows}, but agreement with "
            "humans needs the scores of segments; write them again with --rows segment"
        )
    metrics = dict(merged.metrics)
    judge = None
    if against is not None:
        if against not in metrics:
            raise OptionError(
                f"the files have no rows of the metric {against!r} to compare with"
                f"{nearest(against, list(metrics))}"
            )
        judge = (against, metrics.pop(against))
        if not metrics:
            raise OptionError(
                f"the files have no metric but {against}, so there is none to compare with it"
            )
    return evaluate(
        {ONE_SET: Judged((), human, other_human, merged)},
        metrics,
        settings,
        against=judge,
        scores_of=scores_of,
        left_out=[*without_rows(merged), WITHOUT_TEXTS],
    )
