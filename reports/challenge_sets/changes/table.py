"""The changes that are planted, as a table: faults, and harmless changes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from tallystick.errors import OptionError
from tallystick.metrics.arguments.registry import nearest
from tallystick.reports.challenge_sets.changes import faults, harmless
from tallystick.reports.challenge_sets.changes.segment import CAPITALISED, Material, Segment
from tallystick.reports.challenge_sets.settings import FEWEST_WORDS

Make: TypeAlias = Callable[[Segment, Material, Random], str | None]
"""From a segment, the material and random numbers to a text; None where it does not apply."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change that is planted; the first line of the documentation of `make` says what it does.

    The severity is "" if it is not known, and the languages are None for all. It may need "sources"
    or "paraphrases", and `repeats` where several are planted in a segment too.
    """

    name: str
    is_fault: bool
    make: Make
    severity: str = ""
    languages: Collection[str] | None = None
    needs: str = ""
    repeats: bool = False

    @property
    def description(self) -> str:
        """What is done."""
        return (self.make.__doc__ or "").partition("\n")[0].removesuffix(".")

    def refusal(self, language: str, given: Collection[str]) -> str:
        """Return why it does not apply to texts in a language, with what else is given, or ""."""
        if self.languages is not None and language not in self.languages:
            if language:
                return f"there is no table for the language {language!r}"
            return "the language is not given (-l, in Python language=)"
        if self.needs and self.needs not in given:
            option = self.needs.removesuffix("s") if self.needs == "sources" else self.needs
            return f"there are no {self.needs} (--{option}, in Python {self.needs}=)"
        return ""

    def planted(self, segment: Segment, material: Material, random: Random) -> str | None:
        """Return the text with the change, or None if there is none that differs."""
        if len(segment.words) < FEWEST_WORDS:
            return None
        changed = self.make(segment, material, random)
        return None if changed == segment.text else changed


SEVERITIES = ("minor", "major", "critical")
"""How bad a fault is, as in DEMETR."""
MINOR, MAJOR, CRITICAL = SEVERITIES

UNIT = Change("dropped word", True, faults.dropped_word, MAJOR, repeats=True)
"""The fault that all changes are compared with. It applies wherever any other does."""

CHANGES = (
    UNIT,
    Change("inserted word", True, faults.inserted_word, MAJOR, repeats=True),
    Change("inserted phrase", True, faults.inserted_phrase, MAJOR, repeats=True),
    Change("repeated word", True, faults.repeated_word, MINOR, repeats=True),
    Change("repeated phrase", True, faults.repeated_phrase, MINOR, repeats=True),
    Change("wrong word", True, faults.wrong_word, MAJOR, repeats=True),
    Change("wrong name", True, faults.wrong_name, CRITICAL, CAPITALISED),
    Change("wrong entity", True, faults.wrong_entity, CRITICAL, faults.WORDS),
    Change("wrong number", True, faults.wrong_number, CRITICAL),
    Change("wrong unit", True, faults.wrong_unit, CRITICAL, faults.WORDS),
    Change("antonym", True, faults.antonym, CRITICAL, faults.WORDS),
    Change("cut ending", True, faults.cut_ending, MINOR, repeats=True),
    Change("swapped neighbours", True, faults.swapped_neighbours, MINOR, repeats=True),
    Change("swapped far words", True, faults.swapped_distant_words, MAJOR, repeats=True),
    Change("removed negation", True, faults.removed_negation, CRITICAL, faults.LANGUAGES),
    Change("added negation", True, faults.added_negation, CRITICAL, faults.LANGUAGES),
    Change("added sentence", True, faults.added_sentence, CRITICAL),
    Change("untranslated sentence", True, faults.untranslated_sentence, CRITICAL, needs="sources"),
    Change("lost second half", True, faults.lost_half, CRITICAL),
    Change("other segment", True, faults.other_segment, CRITICAL),
    Change("copied source", True, faults.copied_source, CRITICAL, needs="sources"),
    Change("paraphrase", False, harmless.paraphrase, needs="paraphrases"),
    Change("quotation marks", False, harmless.quotation_marks),
    Change("ellipsis", False, harmless.ellipsis),
    Change("dash", False, harmless.dash),
    Change("doubled space", False, harmless.doubled_space),
    Change("no-break space", False, harmless.no_break_space),
    Change("trailing space", False, harmless.trailing_space),
    Change("decomposed letters", False, harmless.decomposed_letters),
    Change("number format", False, harmless.number_format, languages=harmless.SEPARATORS),
    Change("contraction", False, harmless.contraction, languages=("en",)),
)
"""All changes, in the order of reports."""


def changes_without(names: Iterable[str]) -> tuple[Change, ...]:
    """Return all changes but some, in whose names hyphens can replace spaces."""
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
