"""All dialects of a metric as candidates: which BLEU to use, not only whether."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from tallystick.compat.explanation.settings import presets_of
from tallystick.errors import OptionError, TallystickError
from tallystick.metrics.interface.metric import Metric, segment_form
from tallystick.metrics.scoring.scoring import score_parts
from tallystick.reports.meta_evaluation.judged_set import Judged

ALL_DIALECTS = "dialect=*"
DECIMALS = 9


def expanded(specs: Iterable[str]) -> list[str]:
    """Return specs with those that contain `dialect=*` replaced by one for each known program."""
    return list(dict.fromkeys(itertools.chain.from_iterable(map(_expanded, specs))))


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
