"""The kinds of planted changes, as a table: faults, and harmless changes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from tallystick.reports.challenge_sets import faults, harmless, negation
from tallystick.reports.challenge_sets.material import Material
from tallystick.reports.challenge_sets.segment import Segment

Change: TypeAlias = Callable[[Segment, Material, Random], str | None]
"""From a segment, the material and random numbers to a text; None where it does not apply."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of change.

    Attributes:
        name: The name.
        is_fault: Whether a metric should notice it.
        change: The function that makes it; the first line of its documentation says what it does.
        languages: The languages that it is defined for; None for all.
        needs_sources: Whether it needs the sources.
        repeats: Whether several are planted in a segment too.
    """

    name: str
    is_fault: bool
    change: Change
    languages: Collection[str] | None = None
    needs_sources: bool = False
    repeats: bool = False

    @property
    def description(self) -> str:
        """What is done."""
        return (self.change.__doc__ or "").partition("\n")[0].removesuffix(".")

    def planted(self, segment: Segment, material: Material, random: Random) -> str | None:
        """Return the text with the change, or None if there is none that differs."""
        found = self.change(segment, material, random)
        return None if found == segment.text else found


UNIT = Kind("dropped word", True, faults.dropped_word, repeats=True)
"""The fault that all changes are compared with. It applies wherever any other does."""

KINDS = (
    UNIT,
    Kind("inserted word", True, faults.inserted_word, repeats=True),
    Kind("inserted phrase", True, faults.inserted_phrase, repeats=True),
    Kind("repeated word", True, faults.repeated_word, repeats=True),
    Kind("repeated phrase", True, faults.repeated_phrase, repeats=True),
    Kind("wrong word", True, faults.wrong_word, repeats=True),
    Kind("wrong name", True, faults.wrong_name),
    Kind("wrong number", True, faults.wrong_number),
    Kind("cut ending", True, faults.cut_ending, repeats=True),
    Kind("swapped neighbours", True, faults.swapped_neighbours, repeats=True),
    Kind("swapped far words", True, faults.swapped_distant_words, repeats=True),
    Kind("removed negation", True, negation.removed_negation, negation.FORMS),
    Kind("added negation", True, negation.added_negation, negation.FORMS),
    Kind("lost second half", True, faults.lost_half),
    Kind("other segment", True, faults.other_segment),
    Kind("copied source", True, faults.copied_source, needs_sources=True),
    Kind("first letter's case", False, harmless.case_of_first_letter),
    Kind("lower case", False, harmless.lower_case),
    Kind("quotation marks", False, harmless.quotation_marks),
    Kind("ellipsis", False, harmless.ellipsis),
    Kind("dash", False, harmless.dash),
    Kind("doubled space", False, harmless.doubled_space),
    Kind("no-break space", False, harmless.no_break_space),
    Kind("trailing space", False, harmless.trailing_space),
    Kind("decomposed letters", False, harmless.decomposed_letters),
    Kind("full width", False, harmless.full_width),
    Kind("number format", False, harmless.number_format, harmless.SEPARATORS),
    Kind("contraction", False, harmless.contraction, ("en",)),
)
"""All kinds, in the order of reports."""
