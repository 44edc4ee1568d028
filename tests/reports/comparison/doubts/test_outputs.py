"""Systems with many outputs of the same fault, and references that may be at fault."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

import tallystick
from tallystick import TallystickWarning, examples
from tallystick.reports import Doubt
from tests.reports.internals import is_more

ENGLISH = "the committee rain valley bought tickets prices rose again north four percent late"
SEGMENTS = 60


def text(number: int, words: str = ENGLISH) -> str:
    """Return twelve of thirteen words, in an order that differs from segment to segment."""
    return " ".join(words.split()[(number + 5 * place) % 13] for place in range(12))


def signed(line: str, name: str) -> str:
    """Return an output of a system: its second word is the name in lower case."""
    return line.replace(" ", f" {name.lower()} ", 1)


REFERENCES = [text(number) for number in range(SEGMENTS)]
GERMAN = "der Rat Regen Tal kaufte Karten Preise stieg wieder Nord vier Prozent da"
FRENCH = "le comité pluie val acheta billets prix monta encore nord cinq pourcent là"
RUSSIAN = "комитет дождь долина купил билет цены росли снова север три процента да он"
SOURCES = [text(number, GERMAN) for number in range(SEGMENTS)]
GOOD = {name: [signed(line, name) for line in REFERENCES] for name in "ABC"}


def doubts(
    systems: Mapping[str, Sequence[str]],
    references: Sequence[str] = REFERENCES,
    sources: Sequence[str] | None = SOURCES,
) -> list[Doubt]:
    comparison = tallystick.compare(
        systems=dict(systems), references=list(references), sources=sources, metrics="bleu"
    )
    return [
        doubt
        for doubt in comparison.doubts
        if doubt.kind not in ("near-copies", "equals reference")
    ]


def spoilt(number: int, change: Callable[[int], str], name: str = "A") -> dict[str, list[str]]:
    """Return good systems, with the first outputs of one of them changed."""
    changed = [*map(change, range(number)), *GOOD[name][number:]]
    return {**GOOD, name: changed}


def test_good_systems_raise_no_doubt() -> None:
    assert doubts(GOOD) == []


def test_paraphrases_of_few_references_are_not_taken_for_another_language() -> None:
    references, outputs = (
        Path(examples.example_path(name)).read_text(encoding="utf-8").splitlines()
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
            "9 of 60 outputs of A copy the source: untranslated?",
        ),
        (
            "wrong script",
            lambda number: text(number, RUSSIAN),
            "9 of 60 outputs of A are Cyrillic where the reference is Latin.",
        ),
        (
            "wrong language",
            lambda number: text(number, FRENCH),
            "9 of 60 outputs of A have hardly a word of the language of the references: in another "
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
            "9 of 60 outputs of A are more than twice as long as the reference: repetitive?",
        ),
    ],
)
def test_a_fault_is_found_and_named(kind: str, change: Callable[[int], str], sentence: str) -> None:
    [doubt] = doubts(spoilt(9, change))
    assert (doubt.kind, doubt.systems, doubt.segments) == (kind, ("A",), tuple(range(1, 10)))
    assert doubt.sentence == sentence


def test_other_systems_are_not_counted_where_they_have_the_same_fault() -> None:
    empty = [" "] * len(REFERENCES)
    raised = doubts({"A": empty, "B": empty})
    assert [doubt.sentence for doubt in raised if doubt.kind == "empty outputs"] == [
        "All 60 outputs of A are empty.",
        "All 60 outputs of B are empty.",
    ]


def mojibake(encoding: str) -> Callable[[int], str]:
    """Return a change that reads words with umlauts, as UTF-8, in another encoding."""
    return lambda number: f"{text(number)} für Öl".encode().decode(encoding, "replace")


@pytest.mark.parametrize(
    ("kind", "change", "said"),
    [
        ("garbled characters", mojibake("cp1252"), "have garbled characters."),
        ("garbled characters", mojibake("latin-1"), "have garbled characters."),
        ("garbled characters", mojibake("ascii"), "have garbled characters."),
        ("HTML entities", lambda number: f"{text(number)} &quot;&#x27;", "have HTML entities."),
        ("special tokens", lambda number: f"{text(number)} <unk>", "have tokens like <unk>"),
        ("special tokens", lambda number: f"{text(number)} ⁇", "have tokens like <unk>"),
        (
            "subword marks",
            lambda number: text(number).replace("tick", "tick@@ "),
            "have subword marks",
        ),
        ("subword marks", lambda number: f"▁{text(number)}", "have subword marks"),
        (
            "subword marks",
            lambda number: text(number).replace("tick", "tick ##"),
            "have subword marks",
        ),
        ("repeated outputs", lambda number: text(3), "repeat other outputs."),
    ],
)
def test_marks_of_a_faulty_pipeline_are_found(
    kind: str, change: Callable[[int], str], said: str
) -> None:
    references = [f"{line} für Öl" for line in REFERENCES]
    systems = {name: [f"{line} für Öl" for line in lines] for name, lines in GOOD.items()}
    systems["A"][:20] = map(change, range(20))
    [doubt] = doubts(systems, references)
    assert (doubt.kind, doubt.systems) == (kind, ("A",))
    assert doubt.sentence.startswith(f"{len(doubt.segments)} of 60 outputs of A {said}")
    assert 12 <= len(doubt.segments) <= 20


@pytest.mark.parametrize(
    "line",
    ["CHÂTEAU DÉCÉDÉ » für Öl", "NÃO É “SÓ” für Öl", "AT&T; R&D für Öl", "a ## b <b> für Öl"],
)
def test_what_references_have_too_is_no_fault(line: str) -> None:
    references = [f"{text(number)} {line}" for number in range(SEGMENTS)]
    systems = {name: [f"{reference} {name.lower()}" for reference in references] for name in "ABC"}
    assert doubts(systems, references) == []


@pytest.mark.parametrize(
    ("mark", "kind", "said"),
    [
        (",", "no commas", "no comma where the reference has one."),
        ('"', "no quotation marks", "no quotation mark where the reference has one."),
    ],
)
def test_dropped_punctuation_is_found(mark: str, kind: str, said: str) -> None:
    references = [f'{text(number)}, "{text(number + 1)}"' for number in range(SEGMENTS)]
    systems = {name: [signed(line, name) for line in references] for name in "ABC"}
    [doubt] = doubts({**systems, "A": [line.replace(mark, "") for line in references]}, references)
    assert doubt.kind == kind
    assert doubt.sentence == f"All 60 outputs of A have {said}"


@pytest.mark.parametrize("marked", ["Translation: {}", '"{}"', "**{}**", "{} [EOS]", "['{}']"])
def test_outputs_that_all_begin_or_end_alike_are_found(marked: str) -> None:
    [doubt] = doubts({**GOOD, "A": [marked.format(line) for line in GOOD["A"]]})
    assert doubt.kind == "same beginnings"
    assert doubt.sentence == ("All 60 outputs of A begin or end alike, unlike the references.")


def test_outputs_that_begin_alike_as_references_do_are_not_found() -> None:
    references = [f"the answer is {line}" for line in GOOD["A"]]
    systems = {name: [f"an answer is {line}" for line in GOOD["A"]] for name in "AB"}
    assert "same beginnings" not in {doubt.kind for doubt in doubts(systems, references)}


def test_lost_accents_are_found() -> None:
    def plain(line: str) -> str:
        return line.replace("é", "e").replace("à", "a")

    references = [text(number, FRENCH) for number in range(SEGMENTS)]
    systems = {name: [signed(line, name) for line in references] for name in "ABC"}
    [doubt] = doubts({**systems, "A": list(map(plain, systems["A"]))}, references)
    number = sum("é" in line and "à" in line for line in references)
    assert doubt.sentence == (
        f"All {number} outputs of A have no accented letter where the reference has several."
    )


def distinct(number: int) -> str:
    """Return a sentence with words that no other segment has."""
    return f"the {number}st report of town{number} about river{number} and bridge{number} is long"


DISTINCT = [distinct(number) for number in range(100)]


@pytest.mark.parametrize(
    ("outputs", "lines"),
    [
        ([*DISTINCT[:40], *DISTINCT[41:], DISTINCT[0]], "from segment 41 on"),
        ([*DISTINCT[:60], DISTINCT[59], *DISTINCT[60:99]], "from segment 61 on"),
        ([*DISTINCT[:20], *DISTINCT[21:60], DISTINCT[0], *DISTINCT[60:]], "from segment 21 to 59"),
    ],
)
def test_lines_shifted_from_some_segment_on_are_found(outputs: list[str], lines: str) -> None:
    [doubt] = doubts({"A": outputs, "B": [f"{line} b" for line in DISTINCT]}, DISTINCT, None)
    assert (doubt.kind, doubt.systems) == ("misplaced outputs", ("A",))
    assert doubt.sentence == (
        f"The outputs of A {lines} resemble the reference before or after theirs: shifted by one "
        "line?"
    )


def test_swapped_neighbours_are_found() -> None:
    outputs = list(DISTINCT)
    for place in range(0, 100, 8):
        outputs[place : place + 2] = outputs[place + 1], outputs[place]
    [doubt] = doubts({"A": outputs}, DISTINCT, None)
    # by hand: 13 pairs
    assert doubt.sentence == (
        "26 of 100 outputs of A resemble the reference before or after theirs: misplaced?"
    )


def test_capitals_are_another_case_and_not_another_language() -> None:
    references = [f"The {line}" for line in REFERENCES]
    systems = {name: [signed(line, name) for line in references] for name in "ABC"}
    with pytest.warns(TallystickWarning, match="the hypotheses are in capitals"):
        [doubt] = doubts({**systems, "A": [line.upper() for line in references]}, references, None)
    assert (doubt.kind, doubt.systems, doubt.segments) == ("capitals", ("A",), ())
    assert doubt.sentence == (
        "The outputs of A are in capitals and the references are not, so the same words differ for "
        "bleu; score both in lower case, with bleu:lowercase=unicode."
    )


def test_references_in_lower_case_are_one_doubt() -> None:
    systems = {name: [line.capitalize() for line in REFERENCES] for name in "AB"}
    with pytest.warns(TallystickWarning, match="the references are in lower case"):
        [doubt] = doubts(systems, REFERENCES, None)
    assert (doubt.kind, doubt.systems) == ("lower case", ())
    assert doubt.sentence.startswith("The references are in lower case and the outputs are not")


@pytest.mark.parametrize(
    ("number", "usual", "others", "tests"), [(9, 0, 1, 20), (12, 0, 1, 20), (12, 4, 2, 20)]
)
def test_a_share_is_tested_against_chance(number: int, usual: int, others: int, tests: int) -> None:
    # the binomial tail in exact fractions
    total, share = number + usual * others, Fraction(1, 1 + others)
    p_value = sum(
        comb(total, count) * share**count * (1 - share) ** (total - count)
        for count in range(number, total + 1)
    )
    assert is_more(number, usual, others, tests) == (p_value * tests <= Fraction(1, 100))


def test_a_fault_of_a_single_system_is_found_without_others() -> None:
    [doubt] = doubts({"A": spoilt(12, lambda number: REFERENCES[number][:20])["A"]})
    assert (doubt.kind, doubt.systems) == ("cut off", ("A",))


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
    [doubt] = doubts(systems)
    assert doubt.sentence == (
        "24 of 60 outputs of A are less than half as long as the reference (other systems: 2 in "
        "the median): cut off?"
    )


def test_short_and_long_outputs_are_one_doubt_about_the_segments() -> None:
    def change(number: int) -> str:
        return REFERENCES[number] * 3 if number % 2 else REFERENCES[number][:20]

    [doubt] = doubts(spoilt(24, change))
    assert doubt.kind == "unusual lengths"
    assert doubt.sentence == (
        "Of 60 outputs of A, 12 are less than half and 12 more than twice as long as the "
        "reference: are these the segments of this test set, in its order?"
    )


def test_a_fault_of_all_systems_is_one_of_the_references() -> None:
    systems = {
        name: [f"{text(number, FRENCH)} {name}" for number in range(SEGMENTS)] for name in "AB"
    }
    [doubt] = doubts(systems)
    assert (doubt.kind, doubt.systems) == ("unusual references", ())
    assert doubt.sentence == (
        "At least 60 of 60 outputs of every system have hardly a word of the language of the "
        "references: are these the references of this test set?"
    )


def test_short_references_are_reported_instead_of_long_outputs() -> None:
    references = [line[:20] for line in REFERENCES[:12]] + REFERENCES[12:]
    [doubt] = doubts(GOOD, references)
    assert doubt.kind == "unusual references"
    assert doubt.segments == tuple(range(1, 13))
    assert doubt.sentence.startswith("In 12 of 60 segments the reference is empty, or less than")


def test_lengths_are_not_compared_with_references_that_are_all_empty() -> None:
    # warnings are errors here: NumPy's of a division by 0
    raised = doubts({"A": [""] * SEGMENTS, "B": GOOD["B"]}, [""] * SEGMENTS, None)
    assert {doubt.kind for doubt in raised} == {
        "empty references",
        "empty outputs",
        "unusual references",
    }


def test_a_segment_with_two_faults_counts_for_the_first() -> None:
    # copies of another script and length
    sources = [text(number, RUSSIAN) * 3 for number in range(SEGMENTS)]
    systems = {**GOOD, "A": sources[:9] + GOOD["A"][9:]}
    [doubt] = doubts(systems, sources=sources)
    assert doubt.kind == "copied sources"


def test_an_output_that_is_short_throughout_is_found_by_its_total_length() -> None:
    systems = {**GOOD, "A": [" ".join(line.split()[:8]) for line in REFERENCES]}
    [doubt] = doubts(systems)
    # by hand: 8 of 12 tokens, and of 13
    assert doubt.sentence == (
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
