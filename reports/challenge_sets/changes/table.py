"""The changes that are planted, as a table: faults, and harmless changes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from tallystick.errors import OptionError
from tallystick.metrics.arguments.registry import nearest
from tallystick.reports.challenge_sets.changes import faults, harmless
from tallystick.reports.challenge_sets.changes.material import CAPITALISED, Material
from tallystick.reports.challenge_sets.changes.segment import Segment
from tallystick.reports.challenge_sets.settings import FEWEST_WORDS

Make: TypeAlias = Callable[[Segment, Material, Random], str | None]
"""From a segment, the material and random numbers to a text; None where it does not apply."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change that is planted.

    Attributes:
        name: The name.
        is_fault: Whether a metric should notice it.
        make: The function that makes it; the first line of its documentation says what it does.
        languages: The languages that it is defined for; None for all.
        needs_sources: Whether it needs the sources.
        repeats: Whether several are planted in a segment too.
        severity: One of `SEVERITIES`, or "" if it is not known.
    """

    name: str
    is_fault: bool
    make: Make
    languages: Collection[str] | None = None
    needs_sources: bool = False
    repeats: bool = False
    severity: str = ""

    @property
    def description(self) -> str:
        """What is done."""
        return (self.make.__doc__ or "").partition("\n")[0].removesuffix(".")

    def refusal(self, language: str, has_source: bool) -> str:
        """Return why it does not apply to texts in a language, with or without sources, or ""."""
        if self.languages is not None and language not in self.languages:
            if language:
                return f"there is no table for the language {language!r}"
            return "the language is not given (-l, in Python language=)"
        if self.needs_sources and not has_source:
            return "there are no sources (--source, in Python sources=)"
        return ""

    def planted(self, segment: Segment, material: Material, random: Random) -> str | None:
        """Return the text with the change, or None if there is none that differs."""
        if len(segment.words) < FEWEST_WORDS:
            return None
        found = self.make(segment, material, random)
        return None if found == segment.text else found


SEVERITIES = ("minor", "major", "critical")
"""How bad a fault is, as in DEMETR."""


def severity_of(given: Collection[str]) -> str:
    """Return the one severity that is given, or "" if there are others.

    >>> severity_of({"major"}), severity_of({"minor", "major"}), severity_of({"base"})
    ('major', '', '')
    """
    known = set(SEVERITIES) & set(given)
    return known.pop() if len(given) == len(known) == 1 else ""


UNIT = Change("dropped word", True, faults.dropped_word, repeats=True)
"""The fault that all changes are compared with. It applies wherever any other does."""

CHANGES = (
    UNIT,
    Change("inserted word", True, faults.inserted_word, repeats=True),
    Change("inserted phrase", True, faults.inserted_phrase, repeats=True),
    Change("repeated word", True, faults.repeated_word, repeats=True),
    Change("repeated phrase", True, faults.repeated_phrase, repeats=True),
    Change("wrong word", True, faults.wrong_word, repeats=True),
    Change("wrong name", True, faults.wrong_name, CAPITALISED),
    Change("wrong number", True, faults.wrong_number),
    Change("cut ending", True, faults.cut_ending, repeats=True),
    Change("swapped neighbours", True, faults.swapped_neighbours, repeats=True),
    Change("swapped far words", True, faults.swapped_distant_words, repeats=True),
    Change("removed negation", True, faults.removed_negation, faults.LANGUAGES),
    Change("added negation", True, faults.added_negation, faults.LANGUAGES),
    Change("lost second half", True, faults.lost_half),
    Change("other segment", True, faults.other_segment),
    Change("copied source", True, faults.copied_source, needs_sources=True),
    Change("quotation marks", False, harmless.quotation_marks),
    Change("ellipsis", False, harmless.ellipsis),
    Change("dash", False, harmless.dash),
    Change("doubled space", False, harmless.doubled_space),
    Change("no-break space", False, harmless.no_break_space),
    Change("trailing space", False, harmless.trailing_space),
    Change("decomposed letters", False, harmless.decomposed_letters),
    Change("number format", False, harmless.number_format, harmless.SEPARATORS),
    Change("contraction", False, harmless.contraction, ("en",)),
)
"""All changes, in the order of reports."""


def changes_without(names: Iterable[str]) -> tuple[Change, ...]:
    """Return all changes but some, in whose names hyphens can replace spaces.

    Raises:
        OptionError: There is no change of a name, or it is the one that others are compared with.

    >>> len(CHANGES) - len(changes_without(["number-format", "dash"]))
    2
    """
    known = {_as_words(change.name): change for change in CHANGES}
    left_out = []
    for name in names:
        change = known.get(_as_words(name))
        if change is None:
            raise OptionError(f"no change is named {name!r}{nearest(name, [*known])}")
        if change == UNIT:
            raise OptionError(
                f"{UNIT.name} cannot be left out, because all changes are compared with it"
            )
        left_out.append(change)
    return tuple(change for change in CHANGES if change not in left_out)


def _as_words(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").lower()
