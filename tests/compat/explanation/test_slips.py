"""What people do to texts before they score them."""

import subprocess
import sys
from pathlib import Path

import pytest

from tallystick.compat.explanation.slips import SLIPS, Sides, Slip

NAMED = {slip.name: slip for slip in SLIPS}

SIDES = Sides(
    ("A low-er@@ ing &quot;b", "\u2581it \u2581ra ins .", "c d e"),
    (("A lowe@@ ring", "\u2581It rains.", "the f"),),
)


@pytest.mark.parametrize(
    ("name", "hypotheses", "references"),
    [
        ("pieces-joined", "A low-ering &quot;b", "A lowering"),
        ("hypothesis-pieces-joined", "A low-ering &quot;b", "A lowe@@ ring"),
        ("compounds-split", "A low ##AT##-##AT## er@@ ing &quot;b", "A lowe@@ ring"),
        ("entities-unescaped", 'A low-er@@ ing "b', "A lowe@@ ring"),
        ("hypotheses-lowercased", "a low-er@@ ing &quot;b", "A lowe@@ ring"),
        ("normalized-answers", "low er ing quot b", "lowe ring"),
        ("sides-exchanged", "A lowe@@ ring", "A low-er@@ ing &quot;b"),
        ("first-hypothesis-lost", "\u2581it \u2581ra ins .", "A lowe@@ ring"),
        ("first-reference-lost", "A low-er@@ ing &quot;b", "\u2581It rains."),
    ],
)
def test_a_slip_changes_the_first_lines(name: str, hypotheses: str, references: str) -> None:
    changed = NAMED[name].apply(SIDES)
    assert (changed.hypotheses[0], changed.references[0][0]) == (hypotheses, references)


def test_pieces_of_sentencepiece_are_joined() -> None:
    assert NAMED["sentence-pieces-joined"].apply(SIDES).hypotheses[1] == "it rains."


def test_strings_for_tokens_make_words_of_characters() -> None:
    assert NAMED["strings-for-tokens"].apply(SIDES).hypotheses[2] == "c \u2581 d \u2581 e"


def test_the_first_hypothesis_can_have_the_references_of_all() -> None:
    changed = NAMED["references-of-the-first"].apply(SIDES)
    assert changed.hypotheses == SIDES.hypotheses[:1]
    assert [lines[0] for lines in changed.references] == list(SIDES.references[0])


def test_slips_do_not_change_what_they_are_given() -> None:
    before = SIDES.hypotheses, SIDES.references
    for slip in SLIPS:
        slip.apply(SIDES)
    assert (SIDES.hypotheses, SIDES.references) == before


@pytest.mark.skipif(sys.platform == "win32", reason="the commands are written for a POSIX shell")
@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)
def test_the_commands_of_a_slip_change_files_as_its_function_does(
    slip: Slip, tmp_path: Path
) -> None:
    changed = slip.apply(SIDES)
    sides = [
        (slip.hypotheses, SIDES.hypotheses, changed.hypotheses),
        (slip.references, SIDES.references[0], changed.references[0]),
    ]
    for command, before, after in sides:
        if command:
            (tmp_path / "file").write_text("".join(f"{line}\n" for line in before), "utf-8")
            done = subprocess.run(
                ["bash", "-c", command.replace("{}", "file")],
                cwd=tmp_path,
                capture_output=True,
                check=True,
            )
            assert done.stdout.decode() == "".join(f"{line}\n" for line in after)
