"""Why a program differs from the convention that it claims: the changes that explain its scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.conformance import thresholds as limits
from tallystick.compat.conformance.location import Location
from tallystick.compat.conformance.precision import equal
from tallystick.compat.conformance.search import Evidence, Tried, searched, single_changes, spread
from tallystick.compat.conformance.setting import Setting, changes, parts_of, sentence, value_names

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Cause:
    """A change of the claimed convention that explains scores of a program."""

    setting: Setting | None  # None if no known change explains the scores
    explained: tuple[int, ...]  # numbers of inputs that differ from the claim as it does
    contradicted: int = 0  # inputs without another cause that it scores otherwise
    location: Location | None = None

    @property
    def mistake(self) -> str | None:
        """The known mistake, or None."""
        known = None if self.setting is None else self.setting.mistake
        return None if known is None else known.name

    def name(self, claimed: Setting) -> str:
        """Return how the program differs from the claimed setting, as a sentence."""
        if self.setting is not None:
            return sentence(claimed, self.setting)
        return self.location.name if self.location else "no known change explains it"

    def axes(self, claimed: Setting) -> dict[str, tuple[str, str]]:
        """Return the axes that differ, each with the claimed value and the other one."""
        return {} if self.setting is None else value_names(claimed, self.setting)


def causes(claimed: Setting, evidence: Evidence) -> tuple[Cause, ...]:
    """Return the changes that explain where a program differs from its claim, the main one first.
    What no change explains is the last cause. Inputs with an empty side are explained by
    themselves, if known changes explain all others.
    """
    empty = np.array([has_empty_side(case) for case in evidence.probes.cases], dtype=bool)
    left = ~evidence.agrees
    known: list[Cause] = []
    for group in (~empty, empty):
        if known and known[-1].setting is None:
            unknown = tuple(sorted({*known[-1].explained, *np.flatnonzero(left).tolist()}))
            known[-1] = replace(known[-1], explained=unknown)
        elif (left & group).any():
            numbers = np.flatnonzero(evidence.agrees | (left & group))
            named = _causes_of(claimed, evidence.take(numbers))
            for cause in named:
                explained = tuple(numbers[list(cause.explained)].tolist())
                known.append(replace(cause, explained=explained))
                if cause.setting is not None:
                    left &= ~evidence.tried(cause.setting).same
    return tuple(known)


def has_empty_side(case: Case) -> bool:
    """Return whether all hypotheses, or all references, have no tokens."""
    return not any(case.hypotheses) or not any(chain.from_iterable(case.references))


def _causes_of(claimed: Setting, evidence: Evidence) -> list[Cause]:
    """Return the causes of one group of inputs, with the agreeing ones."""
    settings = searched(claimed, evidence)
    known = _convincing(_covering(claimed, settings, evidence), evidence)
    main, rest = known[0], known[-1]
    if main.setting is not None and rest.setting is None:
        few = evidence.take(spread(rest.explained, limits.FEW))
        ranked = few.ranked(single_changes(main.setting))
        likely = [trial.setting for trial in ranked if trial.same.mean() >= limits.LARGE]
        if likely:
            further = [*likely[: limits.MOST_COMBINED], *settings]
            known = _convincing(_covering(claimed, further, evidence), evidence)
    return [_without_superfluous_parts(claimed, cause, evidence) for cause in known]


def _covering(claimed: Setting, settings: Sequence[Setting], evidence: Evidence) -> Iterator[Cause]:
    """Yield causes until every differing input has one. Three changes with a mistake must explain
    nearly everything: enough of these fit most scores by chance. Inputs that are too long to
    compute changes for are left to the main cause.
    """
    left = ~evidence.agrees
    known: list[Tried] = []
    for setting in settings:
        tried = evidence.tried(setting)
        explains_most = tried.errors <= (1 - limits.NEARLY_ALL) * left.sum()
        if explains_most or setting.mistake is None or changes(claimed, setting) < 3:
            known.append(tried)
        if not tried.errors:
            break
    # how many long inputs there was time for says nothing of a change
    computed = ~np.logical_or.reduce([trial.uncomputed for trial in known], initial=False)
    errors = [int((trial.refuted & computed).sum()) for trial in known]
    fewest = min(limits.FEW_DIFFERING, int((left & computed).sum()))
    while left.any():
        told = left & computed if (left & computed).any() else left
        gains = [_gain(trial, told, evidence) for trial in known]
        best = max(range(len(known)), key=lambda n: (gains[n], -errors[n]), default=None)
        if best is None or gains[best] < max(fewest, told.sum() * limits.LEAST):
            yield Cause(None, tuple(np.flatnonzero(left).tolist()))
            return
        tried = known[best]
        explained = left & (tried.same | tried.uncomputed)
        left &= ~explained
        yield Cause(tried.setting, tuple(np.flatnonzero(explained).tolist()), tried.errors)


def _gain(tried: Tried, left: Mask, evidence: Evidence) -> int:
    """Return how many more inputs a setting explains than it contradicts; 0 without proof."""
    explains, scored = tried.same & left, ~tried.undefined
    contradicted = evidence.agrees & ~tried.same
    number = int(explains.sum())
    if (
        int((contradicted & scored).sum()) > limits.CONTRADICTED * number
        or int((explains & scored).sum()) < limits.PROVEN * number
    ):
        return 0
    return number - int((contradicted & ~tried.uncomputed).sum())


def _convincing(candidates: Iterator[Cause], evidence: Evidence) -> list[Cause]:
    """Return causes without those that would change nearly all of what has no cause, too."""
    *named, rest = candidates
    if rest.setting is not None:
        return [*named, rest]
    left, few = np.flatnonzero(~evidence.agrees), evidence.take(rest.explained)

    def changed(setting: Setting) -> float:
        return 1 - float(equal(few.ours, setting.scores(few.probes), few.tolerance).mean())

    kept: list[Cause] = []
    for cause in named:
        share = len(cause.explained) / len(left)
        if share >= limits.MOST or (
            share >= limits.LARGE and cause.setting and changed(cause.setting) < limits.CHANGED
        ):
            kept.append(cause)
            left = np.setdiff1d(left, cause.explained)
    return [*kept, replace(rest, explained=tuple(left.tolist()))] if len(left) else kept


def _without_superfluous_parts(claimed: Setting, cause: Cause, evidence: Evidence) -> Cause:
    if cause.setting is None:
        return cause
    few = evidence.take(cause.explained)
    # where a side is empty, a program with a mistake often does something else
    empty = np.array([has_empty_side(case) for case in evidence.probes.cases], dtype=bool)
    missed = evidence.tried(cause.setting).refuted
    for part in parts_of(claimed, cause.setting):
        if part.without == claimed or few.tried(part.without).refuted.any():
            continue
        now = evidence.tried(part.without).refuted
        if (now & ~empty).sum() <= (missed & ~empty).sum():
            contradicted = cause.contradicted + int(now.sum() - missed.sum())
            plainer = replace(cause, setting=part.without, contradicted=contradicted)
            return _without_superfluous_parts(claimed, plainer, evidence)
    return cause


def setting_of_errors(
    claimed: Setting, known: Sequence[Setting], errors: Evidence, scored: Evidence
) -> Setting | None:
    """Return the change of a convention that explains all errors of a program, or None. Only the
    inputs of these errors have no score then, besides some of which the program says that it is 0;
    and where the program agrees with its claim, so does the change.
    """
    if not len(errors.found):
        return None

    def explains(setting: Setting, evidence: Evidence) -> bool:
        with np.errstate(all="ignore"):
            scores = setting.scores(evidence.probes)
        none = np.isnan(scores)
        same = equal(scores, evidence.found, evidence.tolerance) | ~evidence.agrees
        expected = (same & (none == np.isnan(evidence.found))) | (none & (evidence.found == 0))
        return bool(expected.all())

    agreeing = scored.take(np.flatnonzero(scored.agrees))
    few = (side.take(np.argsort(side.sizes)[: limits.ENOUGH]) for side in (errors, agreeing))
    evidence = [*few, errors, scored]
    for setting in chain(known, single_changes(claimed), *map(single_changes, known)):
        if scored.budget.left < 0:
            return None
        if all(explains(setting, side) for side in evidence):
            return setting
    return None
