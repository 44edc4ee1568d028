"""`tallystick.meta`: how well metrics, or all dialects of one, agree with humans, from values."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, TypeAlias

import numpy as np

from tallystick.compat.explanation.settings import presets_of
from tallystick.errors import InputError, OptionError, TallystickError, counted
from tallystick.metrics.arguments.calls import by_keyword
from tallystick.metrics.arguments.catalogue import EVALUATED_METRICS
from tallystick.metrics.arguments.options import LARGEST
from tallystick.metrics.corpus.corpus import Corpus, Hypotheses, References, ReferencesPerSegment
from tallystick.metrics.given_scores.columns import Name, Scores, corpora_with_scores, given_scores
from tallystick.metrics.interface.metric import Metric, segment_form
from tallystick.metrics.scoring.scoring import as_metric, label_of, listed_metrics, score_parts
from tallystick.metrics.scoring.systems import corpora_of_systems
from tallystick.reports.meta_evaluation.build import evaluate
from tallystick.reports.meta_evaluation.human.read import human_table
from tallystick.reports.meta_evaluation.human.scores import HumanScores, averaged, scores_of
from tallystick.reports.meta_evaluation.human.tables import Judgement
from tallystick.reports.meta_evaluation.judged_set import Judged
from tallystick.reports.meta_evaluation.model import MetaEvaluation
from tallystick.reports.meta_evaluation.settings import Correlation, MetaSettings
from tallystick.reports.meta_evaluation.words.phrases import ONE_SET
from tallystick.reports.wording import listed

OneAspect: TypeAlias = "Mapping[str, float | Sequence[float | Sequence[float | None] | None]]"
"""For each system its score, or a score for each segment, None where humans gave none; or for each
segment the scores of all raters."""
Human: TypeAlias = (
    "Mapping[str, float | Sequence[float | Sequence[float | None] | None] | OneAspect]"
)
"""The scores of systems, or those of each aspect."""

DEFAULT = MetaSettings()


@by_keyword("systems={NAME: HYPOTHESES, ...}, references=REFERENCES, human={NAME: SCORES, ...}")
def meta(
    *,
    systems: Mapping[str, Hypotheses | Corpus],
    references: ReferencesPerSegment | References | None = None,
    human: Human | None = None,
    preferences: Iterable[Mapping[str, Any]] | None = None,
    human_is: str | None = None,
    against: str | Metric | None = None,
    metrics: str | Metric | Sequence[str | Metric] = EVALUATED_METRICS,
    scores: Scores[Name] | None = None,
    sources: Iterable[str] | None = None,
    documents: Iterable[str] | None = None,
    higher_is_better: bool = True,
    resamples: int = DEFAULT.resamples,
    seed: int = DEFAULT.seed,
    confidence: float = DEFAULT.confidence,
    significance_level: float = DEFAULT.significance_level,
    coefficient: str = DEFAULT.coefficient,
    standardise_raters: bool = False,
    statistics: Sequence[str] = (),
    timed: bool = False,
    threads: int = 1,
) -> MetaEvaluation:
    """Evaluate how well metrics agree with humans on one test set.

    Of three systems or more, metrics are compared by how they order systems, else outputs.

    Args:
        systems: The hypotheses by system name, one string (or one list of tokens) for each
            segment; or a `Corpus` for each system, without `references`.
        references: The reference of each segment, or a list of its references.
        human: For each system its score, or a score for each segment (None where humans gave none).
            Systems without an entry are left out. The score of a segment may be a list with
            that of each rater, in the same order everywhere. Of several aspects, such as fluency
            and coherence, such a mapping for each.
        preferences: In the place of human scores, choices between outputs: for each the "segment",
            its number from 1, "system_a" and "system_b", the "winner" ("a", "b", the name of one of
            them, or "tie"), and perhaps the "judge".
        human_is: The name of a program, such as "COMET", if the scores are its own and no humans'.
        against: Without human scores, the metric whose scores take their place, or a name of
            `scores`. The result is agreement with this metric, and no evidence of quality.
        metrics: Metrics or their specs, such as "bleu" or "chrf:word_order=2"; "bleu:dialect=*" is
            BLEU as every known program computes it.
        scores: Scores of segments that another program computed, which become further metrics; see
            `tallystick.compare`.
        sources: The source of each segment.
        documents: The document of each segment; documents are resampled if given, else segments.
        higher_is_better: Whether a higher human score is better, or the winner is.
        resamples: The number of resamples of intervals and tests, 1 or more.
        seed: The seed of the random numbers, 0 or more.
        confidence: The confidence of intervals, between 0 and 1.
        significance_level: The level of tests, between 0 and 1.
        coefficient: By which metrics are compared on outputs: "tau-b", "tau-c", "spearman" or
            "pearson".
        standardise_raters: Whether the scores of each rater become z-scores.
        statistics: Statistics such as "soft-accuracy" and "acc-t", whose mean and ranks are
            computed as in WMT's metrics tasks; `docs/choosing-metrics.md` has the list.
        timed: Whether the time of each metric is measured, which differs from run to run.
        threads: The number of threads; the result does not depend on it.

    Returns:
        The meta-evaluation. `print` shows it as text, a notebook as tables.

    Raises:
        InputError: The systems, references or human scores are invalid, or fewer than three systems
            have human scores and not their segments.
        OptionError: A metric or a setting is unknown.
        UnknownNameError: There is no such metric.

    >>> report = meta(
    ...     systems={"A": ["a b c d", "e f g h"], "B": ["a b c x", "e f g h"], "C": ["a x", "y h"]},
    ...     references=["a b c d", "e f g h"],
    ...     human={"A": [5, 4], "B": [3, None], "C": [1, 2]},
    ...     metrics=["chrf", "ter"],
    ...     resamples=200,
    ... )
    >>> [(metric.metric, metric.accuracy.value) for metric in report.together]
    [('chrf', 1.0), ('ter', 1.0)]
    """
    corpora = list(corpora_of_systems("meta", systems, references, sources, documents))
    given = given_scores(scores, [name for name, _ in corpora])
    specs = listed_metrics(metrics)
    chosen: list[str | Metric] = []
    for spec in specs:
        chosen += expanded([spec]) if isinstance(spec, str) else [spec]
    chosen += given
    labelled = {label_of(spec): as_metric(spec) for spec in chosen}
    if len(labelled) < len(chosen):
        raise OptionError(
            "two metrics have the same name; give each once, with different options as specs such "
            "as 'bleu:tokenize=intl'"
        )
    check_judge(human=human, preferences=preferences, against=against)
    judge = None
    if against is not None:
        label = label_of(against)
        taken = labelled.pop(label, None)
        judge = (label, as_metric(against) if taken is None else taken)
    corpora = corpora_with_scores(corpora, given)
    of_specs = [label_of(spec) for spec in [*specs, *given]]
    names, segments = [name for name, _ in corpora], len(corpora[0][1])
    aspects = isinstance(human, Mapping) and any(
        isinstance(scores, Mapping) for scores in human.values()
    )
    human_scores: dict[str, HumanScores | None] = {} if aspects else {ONE_SET: None}
    if preferences is not None:
        human_scores[ONE_SET] = human_choices_of(preferences, names, segments, higher_is_better)
    elif human is not None:
        by_aspect: Mapping[str, Any] = human if aspects else {ONE_SET: human}
        for aspect, of_aspect in by_aspect.items():
            where = f"human under {aspect!r}" if aspects else "human"
            human_scores[aspect] = human_scores_of(
                of_aspect, names, segments, higher_is_better, where
            )
    judged = {aspect: Judged(corpora, of_aspect) for aspect, of_aspect in human_scores.items()}
    labelled, left_out = usable(labelled, of_specs, list(judged.values())[:1], judge)
    return evaluate(
        judged,
        labelled,
        MetaSettings(
            resamples,
            seed,
            confidence,
            significance_level,
            Correlation(coefficient),
            standardise_raters,
            statistics,
            timed,
            threads,
        ),
        against=judge,
        scores_of=human_is,
        left_out=left_out,
        aspects=aspects,
    )


JUDGES = {
    "human": "the scores of humans",
    "preferences": "choices between outputs",
    "against": "a metric in their place",
}


def check_judge(**judges: object) -> None:
    """Refuse several of the parameters that metrics can be compared with, and none."""
    if sum(value is not None for value in judges.values()) != 1:
        given = listed([name for name, value in judges.items() if value is not None])
        expected = listed([f"{name} ({JUDGES[name]})" for name in judges], "and")
        raise OptionError(f"expected one of {expected}, but given: {given or 'none'}")


def human_choices_of(
    preferences: Iterable[Mapping[str, Any]],
    names: Sequence[str],
    segments: int,
    higher_is_better: bool,
) -> HumanScores:
    """Return the scores of systems, and of their outputs, by choices between these."""
    rows = [(f"preferences, row {place}", row) for place, row in enumerate(preferences, start=1)]
    if not rows:
        raise InputError("preferences is empty; expected choices between outputs")
    table = human_table(rows, "preferences", {})
    judgements = [mark for _, mark in table.judgements(None, None, {})]
    for mark in judgements:
        if mark.system not in names:
            raise InputError(
                f"{mark.where}: is of {mark.system!r}; expected one of the systems "
                f"{', '.join(names)}"
            )
    scores = scores_of([(table, judgements)], names, segments, higher_is_better)
    if scores.preferences is None:
        raise InputError("preferences are no choices; expected system_a, system_b and winner")
    return scores


def human_scores_of(
    human: OneAspect,
    names: Sequence[str],
    segments: int,
    higher_is_better: bool,
    where: str = "human",
) -> HumanScores:
    """Return human scores that are given as Python values; `where` names them in errors."""
    if not isinstance(human, Mapping):
        raise InputError(
            f"{where} is of type {type(human).__name__}; expected a mapping from each system's "
            "name to its score, or to the scores of its segments, such as {'one': [5, 4], ...}"
        )
    unknown = [name for name in human if name not in names]
    if unknown:
        raise InputError(
            f"{where} has scores of {unknown[0]!r}, which is not one of the systems "
            f"{', '.join(names)}; name both alike, or of several aspects give each as "
            "{ASPECT: {SYSTEM: SCORES}}"
        )
    single = {name for name, value in human.items() if not isinstance(value, Iterable)}
    if single and len(single) < len(human):
        raise InputError(
            "human has one score for some systems and one for each segment for others; give all "
            "in the same form"
        )
    sign = 1.0 if higher_is_better else -1.0
    if single:
        values = [_number(human.get(name), f"the system {name!r}") for name in names]
        return HumanScores("score", None, None, sign * np.array(values))
    placed = []
    for place, name in enumerate(names):
        of_system: Any = human.get(name)
        if of_system is None:
            continue
        of_system = list(of_system)
        if len(of_system) != segments:
            raise InputError(
                f"human has {counted(len(of_system), 'score')} of the system {name!r}, but there "
                f"are {counted(segments, 'segment')}; give one for each, None where there is none"
            )
        placed += [
            (place, segment, Judgement("", name, segment, number, rater=rater))
            for segment, given in enumerate(of_system)
            for rater, score in _by_rater(given)
            for number in [_number(score, f"segment {segment + 1:,} of the system {name!r}")]
        ]
    return averaged("score", (len(names), segments), placed, higher_is_better)


def _by_rater(scores: Any) -> list[tuple[str, Any]]:
    """Return the scores of an output with their raters; "" if there is only one score."""
    if not isinstance(scores, Iterable) or isinstance(scores, str):
        return [("", scores)]
    return [(str(rater), score) for rater, score in enumerate(scores, start=1)]


def _number(value: Any, of: str) -> float:
    if value is None:
        return math.nan
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.inf
    if not abs(number) <= LARGEST:
        raise InputError(
            f"human has the score {value!r} of {of}; expected a number up to {LARGEST:g}, or None"
        )
    return number


ALL_DIALECTS = "dialect=*"
DECIMALS = 9


def expanded(specs: Iterable[str]) -> list[str]:
    """Return specs with those that contain `dialect=*` replaced by one for each known program."""
    return list(dict.fromkeys(chain.from_iterable(map(_expanded, specs))))


def usable(
    metrics: Mapping[str, Metric],
    specs: Iterable[str],
    sets: Sequence[Judged],
    against: tuple[str, Metric] | None = None,
) -> tuple[dict[str, Metric], list[str]]:
    """Leave out the dialects of `dialect=*` that repeat others, or are undefined for some system.

    `specs` are those given, before `expanded`. The sentences are on what was left out.
    """
    given = set(specs)
    kept = {}
    left_out = []
    same: dict[bytes, list[str]] = {}
    if against is not None and not given.issuperset(metrics):
        same[_scores(*against, sets)] = [against[0]]
    for spec, metric in metrics.items():
        if spec not in given:
            try:
                scores = _scores(spec, metric, sets)
            except TallystickError as error:
                left_out.append(f"{spec} left out: {error}.")
                continue
            alike = same.setdefault(scores, [])
            alike.append(spec)
            if len(alike) > 1:
                continue
        kept[spec] = metric
    equal = [f"{first} = {' = '.join(others)}" for first, *others in same.values() if others]
    if equal:
        left_out.append(
            "Of candidates that are equal for all systems and segments, the first one is kept: "
            f"{'; '.join(equal)}."
        )
    return kept, left_out


def _scores(label: str, metric: Metric, sets: Sequence[Judged]) -> bytes:
    """Return the scores of all systems and segments, rounded, as a key."""
    parts = []
    for judged in sets:
        systems = judged.systems
        own = judged.metric(label, metric)
        for part in score_parts([systems], [systems[0][1].references], [own]):
            [scored] = part.scored
            segments = segment_form(scored.metric).formula(scored.statistics.rows)
            parts.append(np.append(np.asarray(segments, np.float64), scored.score.score))
    return np.round(np.concatenate(parts), DECIMALS).tobytes()


def _expanded(spec: str) -> Iterator[str]:
    name, _, options = spec.partition(":")
    parts = options.split(",") if options else []
    if ALL_DIALECTS not in parts:
        yield spec
        return
    known = presets_of(name)
    if not known:
        raise OptionError(f"{spec}: {name} has no dialects; leave out {ALL_DIALECTS}")
    for preset in known:
        chosen = [f"dialect={preset.name}" if part == ALL_DIALECTS else part for part in parts]
        yield f"{name}:{','.join(chosen)}"
