"""The saved report that systems are compared with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tallystick.errors import OptionError
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.reading.opening import display_name
from tallystick.metrics.registry import nearest
from tallystick.reports.comparison.condition import Condition
from tallystick.reports.comparison.guard import Verdict, refuse_untested, verdicts
from tallystick.reports.comparison.model import Comparison
from tallystick.reports.comparison.report_files import read_report
from tallystick.reports.comparison.saved import (
    check_same_test_set,
    saved_corpus,
    verdicts_by_scores,
    why_untestable,
)
from tallystick.reports.wording import saved_name, units


@dataclass(frozen=True, slots=True, eq=False)
class Counterparts:
    """What systems are compared with.

    Attributes:
        saved: The saved report.
        name: What messages call it.
        of_systems: For each system that of the saved report.
        untestable_because: Why no difference can be tested; "" where it can.
    """

    saved: Comparison
    name: str
    of_systems: Mapping[str, str]
    untestable_because: str

    @property
    def baseline(self) -> str | None:
        """The one saved system that all others are compared with, as the new report calls it."""
        found = set(self.of_systems.values())
        return saved_name(*found) if len(found) == 1 and not self.untestable_because else None


def find_counterparts(
    path: str,
    system: str | None,
    names: Sequence[str],
    corpus: Corpus,
    by: str | None,
    conditions: Sequence[Condition],
) -> Counterparts:
    """Read a saved report, and find in it what each system is compared with.

    Args:
        path: The saved report.
        system: The one system of it that is meant, or None for that of the same name.
        names: The names of the new systems.
        corpus: One of them.
        by: What is to be resampled, or None where that is left open.
        conditions: What is asked of them.

    Raises:
        InputError: It cannot be read, or is about another test set.
        OptionError: It has no such system; or nothing can be tested, and a condition asks for
            it, or there is none; or it resampled what would not be resampled now.
    """
    saved = read_report(path)
    name = display_name(path)
    of_systems = saved_counterparts(names, saved, name, system)
    check_same_test_set(saved, name, corpus)
    untestable_because = why_untestable(saved, name, list(of_systems.values()))
    if untestable_because:
        for condition in conditions:
            refuse_untested(condition, untestable_because)
        if not conditions:
            raise OptionError(
                f"--against {path} changes nothing, because {untestable_because}; its scores "
                "alone can be compared with --fail-if METRIC worsens even if not significant"
            )
    else:
        check_same_unit(saved, name, by, corpus)
    taken = set(map(saved_name, of_systems.values())) & set(names)
    if taken and not untestable_because:
        raise OptionError(
            f"a system is called {min(taken)!r}, as the saved one would be; call it something "
            "else with --names"
        )
    return Counterparts(saved, name, of_systems, untestable_because)


def with_saved_systems(
    systems: Sequence[tuple[str, Corpus]], counterparts: Counterparts
) -> list[tuple[str, Corpus]]:
    """Return the systems and, where their texts are there, the saved ones beside them."""
    if counterparts.untestable_because:
        return list(systems)
    corpus = systems[0][1]
    saved = [
        (saved_name(system), saved_corpus(counterparts.saved, system, corpus))
        for system in dict.fromkeys(counterparts.of_systems.values())
    ]
    return [*systems, *saved]


def verdicts_against(
    comparison: Comparison, conditions: Sequence[Condition], counterparts: Counterparts
) -> tuple[Verdict, ...]:
    """Return what the conditions say of all systems.

    Raises:
        TallystickError: The scores cannot be compared.
    """
    if counterparts.untestable_because:
        return verdicts_by_scores(
            comparison,
            conditions,
            counterparts.saved,
            counterparts.name,
            counterparts.of_systems,
            counterparts.untestable_because,
        )
    held_against = {
        system: saved_name(counterpart) for system, counterpart in counterparts.of_systems.items()
    }
    return verdicts(comparison, conditions, held_against)


def saved_counterparts(
    systems: Sequence[str], saved: Comparison, path: str, chosen: str | None
) -> dict[str, str]:
    """Return for each system the one of a saved report that it is compared with.

    Args:
        systems: The names of the systems.
        saved: The saved report.
        path: What errors call it.
        chosen: The one system of the saved report that all are compared with; None for that of
            the same name.

    Raises:
        OptionError: The saved report has no such system.
    """
    known = [system.name for system in saved.systems]
    if chosen is not None and chosen not in known:
        raise OptionError(
            f"--against-system is {chosen!r}, but {path} has no such system{nearest(chosen, known)}"
        )
    for system in systems:
        if chosen is None and system not in known:
            raise OptionError(
                f"{path} has no system {system!r} to compare it with, only {', '.join(known)}; "
                "name the one that is meant with --against-system, or give the new systems the "
                "same names with --names"
            )
    return {system: system if chosen is None else chosen for system in systems}


def check_same_unit(saved: Comparison, path: str, by: str | None, corpus: Corpus) -> None:
    """Refuse to resample other units than a saved report did, unless they are asked for.

    Segments of one document are alike, so that a test over segments finds more than there is.

    Args:
        saved: The saved report.
        path: What errors call it.
        by: What is to be resampled, or None for documents where they are known, else segments.
        corpus: A system of the new comparison.

    Raises:
        OptionError: The saved report resampled documents, which are not known now, or the groups
            of a column, and nothing is said of it now.
    """
    unit = saved.test_set.unit
    now = "segment" if corpus.documents is None else "document"
    if by is not None or unit in ("segment", now):
        return
    if unit == "document":
        resampled, known = "documents", "but they are not known now"
        remedy = "name the file that holds them with --docs FILE"
    else:
        resampled, known = units(saved.test_set), f"but {now}s would be now"
        remedy = f"add --by {unit}"
    raise OptionError(
        f"{path} resampled {resampled}, {known}; {remedy}, or say that {now}s are meant with --by "
        f"{now}"
    )
