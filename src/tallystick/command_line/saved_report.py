"""The saved report that systems are held against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tallystick.errors import OptionError
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.reading.opening import display_name
from tallystick.reports.comparison.condition import Condition
from tallystick.reports.comparison.guard import Verdict, refuse_untested, verdicts
from tallystick.reports.comparison.model import Comparison
from tallystick.reports.comparison.report_files import read_report
from tallystick.reports.comparison.saved import (
    check_same_test_set,
    check_same_unit,
    saved_corpus,
    saved_counterparts,
    saved_name,
    verdicts_by_scores,
    why_untestable,
)


@dataclass(frozen=True, slots=True, eq=False)
class Counterparts:
    """What systems are held against.

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
    """Read a saved report, and find in it what each system is held against.

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
