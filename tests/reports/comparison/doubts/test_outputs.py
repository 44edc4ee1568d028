"""Systems with many outputs of the same fault, and references that may be at fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

import tallystick
from tallystick.examples import example_path
from tallystick.reports.comparison.model import Doubt

ENGLISH = "the committee rain valley bought tickets prices rose again north four percent late"
SEGMENTS = 60


def text(number: int, words: str = ENGLISH) -> str:
    """Return twelve of thirteen words, in an order that differs from segment to segment."""
    return " ".join(words.split()[(number + 5 * place) % 13] for place in range(12))


REFERENCES = [text(number) for number in range(SEGMENTS)]
GERMAN = "der Rat Regen Tal kaufte Karten Preise stieg wieder Nord vier Prozent da"
FRENCH = "le comité pluie val acheta billets prix monta encore nord cinq pourcent là"
RUSSIAN = "комитет дождь долина купил билет цены росли снова север три процента да он"
SOURCES = [text(number, GERMAN) for number in range(SEGMENTS)]
GOOD = {name: [f"{line} {name}" for line in REFERENCES] for name in "ABC"}


def doubts(
    systems: Mapping[str, Sequence[str]],
    references: Sequence[str] = REFERENCES,
    sources: Sequence[str] | None = SOURCES,
) -> list[Doubt]:
    found = tallystick.compare(
        systems=dict(systems), references=list(references), sources=sources, metrics="bleu"
    )
    return [one for one in found.doubts if one.kind not in ("near-copies", "equals reference")]


def spoilt(number: int, change: Callable[[int], str], name: str = "A") -> dict[str, list[str]]:
    """Return good systems, with the first outputs of one of them changed."""
    changed = [*map(change, range(number)), *GOOD[name][number:]]
    return {**GOOD, name: changed}


def test_good_systems_raise_no_doubt() -> None:
    assert doubts(GOOD) == []


def test_paraphrases_of_few_references_are_not_taken_for_another_language() -> None:
    references, outputs = (
        Path(example_path(name)).read_text(encoding="utf-8").splitlines()
        for name in ("reference.en.txt", "system-good.en.txt")
    )
    assert doubts({"good": outputs}, references, None) == []


@pytest.mark.parametrize(
    ("kind", "change", "sentence"),
    [
        ("empty outputs", lambda number: " ", "9 of 60 outputs of A are empty."),
        (
            "copied sources",
            lambda number: SOURCES[number],
            "9 of 60 outputs of A copy the source: not translated?",
        ),
        (
            "wrong script",
            lambda number: text(number, RUSSIAN),
            "9 of 60 outputs of A are Cyrillic where the reference is Latin.",
        ),
        (
            "wrong language",
            lambda number: text(number, FRENCH),
            "9 of 60 outputs of A have hardly a word of the language of the references: another "
            "language?",
        ),
        (
            "cut off",
            lambda number: REFERENCES[number][:20],
            "9 of 60 outputs of A are less than half as long as the reference: cut off?",
        ),
        (
            "too long",
            lambda number: REFERENCES[number] * 3,
            "9 of 60 outputs of A are more than twice as long as the reference: repetitions?",
        ),
    ],
)
def test_a_fault_is_found_and_named(kind: str, change: Callable[[int], str], sentence: str) -> None:
    [found] = doubts(spoilt(9, change))
    assert (found.kind, found.systems, found.segments) == (kind, ("A",), tuple(range(1, 10)))
    assert found.sentence == sentence


def test_a_fault_of_a_single_system_is_found_without_others() -> None:
    [found] = doubts({"A": spoilt(12, lambda number: REFERENCES[number][:20])["A"]})
    assert (found.kind, found.systems) == ("cut off", ("A",))


def test_a_few_faults_raise_no_doubt() -> None:
    assert doubts(spoilt(2, lambda number: "")) == []


def test_what_the_other_systems_have_too_is_not_the_fault_of_one() -> None:
    systems = {name: list(lines) for name, lines in GOOD.items()}
    for name, segments in (("A", range(4)), ("B", range(4, 7)), ("C", range(7, 10))):
        for number in segments:
            systems[name][number] = ""
    assert doubts(systems) == []


def test_the_number_of_the_other_systems_is_quoted() -> None:
    # of two systems a length is judged for each by itself
    systems = {
        name: [line[:20] for line in REFERENCES[:number]] + GOOD[name][number:]
        for name, number in (("A", 24), ("B", 2))
    }
    [found] = doubts(systems)
    assert found.sentence == (
        "24 of 60 outputs of A are less than half as long as the reference (other systems: 2 in "
        "the median): cut off?"
    )


def test_short_and_long_outputs_are_one_doubt_about_the_segments() -> None:
    def change(number: int) -> str:
        return REFERENCES[number] * 3 if number % 2 else REFERENCES[number][:20]

    [found] = doubts(spoilt(24, change))
    assert found.kind == "unusual lengths"
    assert found.sentence == (
        "Of 60 outputs of A, 12 are less than half and 12 more than twice as long as the reference: "
        "are these the segments of this test set, in its order?"
    )


def test_a_fault_of_all_systems_is_one_of_the_references() -> None:
    systems = {
        name: [f"{text(number, FRENCH)} {name}" for number in range(SEGMENTS)] for name in "AB"
    }
    [found] = doubts(systems)
    assert (found.kind, found.systems) == ("unusual references", ())
    assert found.sentence == (
        "At least 60 of 60 outputs of every system have hardly a word of the language of the "
        "references: are these the references of this test set?"
    )


def test_short_references_are_reported_instead_of_long_outputs() -> None:
    references = [line[:20] for line in REFERENCES[:12]] + REFERENCES[12:]
    [found] = doubts(GOOD, references)
    assert found.kind == "unusual references"
    assert found.segments == tuple(range(1, 13))
    assert found.sentence.startswith("In 12 of 60 segments the reference is empty, or less than")


def test_a_segment_with_two_faults_counts_for_the_first() -> None:
    # copies of another script and length
    sources = [text(number, RUSSIAN) * 3 for number in range(SEGMENTS)]
    systems = {**GOOD, "A": sources[:9] + GOOD["A"][9:]}
    [found] = doubts(systems, sources=sources)
    assert found.kind == "copied sources"


def test_an_output_that_is_short_throughout_is_found_by_its_total_length() -> None:
    systems = {**GOOD, "A": [" ".join(line.split()[:8]) for line in REFERENCES]}
    [found] = doubts(systems)
    # by hand: 8 of 12 tokens, and of 13
    assert found.sentence == (
        "The output of A has 0.67 times as many tokens as the closest references and 0.62 times as "
        "many tokens as the other systems: cut off?"
    )


def test_names_and_numbers_that_the_source_has_are_of_every_language() -> None:
    names = [
        " ".join(f"{name}{number}" for name in ("Oslo", "Bergen", "Narvik", "Vardø", "Bodø"))
        for number in range(9)
    ]
    references = [f"{line} the committee" for line in names] + REFERENCES[9:]
    systems = {name: names + lines[9:] for name, lines in GOOD.items()}
    assert doubts(systems, references, names + SOURCES[9:]) == []
