"""The drop-ins' warnings name the entry of the ledger that explains them."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

import tallystick
import tallystick.compat.sacrebleu as sacrebleu
from tallystick import TallystickWarning
from tallystick.__main__ import main
from tallystick.compat import Defect, search_defects
from tallystick.compat.nltk import bleu_score, nist_score
from tests.compat.internals import explained_by

from .observing import OBSERVATIONS

PACKAGE = Path(tallystick.__file__).parent
DROP_INS = {
    "nltk": {"nltk.translate.bleu_score": bleu_score, "nltk.translate.nist_score": nist_score},
    "sacrebleu": {"sacrebleu": sacrebleu},
}
ENDING = re.compile(
    r" \(tallystick list defects [a-z0-9-]+(; tallystick list defects [a-z0-9-]+)*\)$"
)

# Entries whose input gives a warning of another entry.
OTHERWISE = {
    # the corrected score sums over the corpus too, so there is no warning of that
    "nltk-method4-takes-the-length-of-the-corpus": "nltk-method4-is-another-formula",
    # method 7 ends in method 5
    "nltk-method7-averages-precisions": "nltk-method5-averages-precisions",
    "nltk-method7-reads-the-last-segment": "nltk-method5-reads-the-last-segment",
    # the other entry covers the length of any single reference
    "nltk-nist-breaks-ties-by-the-longest-reference": (
        "nltk-nist-takes-the-length-of-the-matched-reference"
    ),
    # the mistake is detected by the surplus
    "sacrebleu-takes-segments-for-streams": "sacrebleu-drops-surplus-hypotheses",
    # the entry is about the signature
    "sacrebleu-signature-omits-the-order": "sacrebleu-identity-above-100",
}
if sys.version_info >= (3, 12):  # NLTK uses Python's sum, which rounds differently
    OTHERWISE["nltk-nist-breaks-ties-by-rounding"] = "nltk-nist-matches-one-reference"


def named_in(package: str) -> Iterator[str]:
    """Yield the ids in the source of a drop-in."""
    for path in sorted((PACKAGE / "compat" / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == explained_by.__name__:
                yield from (ast.literal_eval(argument) for argument in node.args)


@pytest.mark.parametrize("package", DROP_INS)
def test_every_id_that_a_drop_in_names_is_in_the_ledger(package: str) -> None:
    ids = list(named_in(package))
    assert len(ids) >= 6
    assert [one for one in ids if one not in {entry.id for entry in search_defects([])}] == []
    assert {one.partition("-")[0] for one in ids} == {package}


def test_a_warning_contains_a_command_that_shows_the_entry(
    capsys: pytest.CaptureFixture[str],
) -> None:
    [words] = re.findall(r"\((.*)\)", explained_by("nltk-takes-characters-for-words"))
    program, *arguments = words.split(" ")
    assert program == "tallystick"
    assert main(arguments) == 0
    assert capsys.readouterr().out.startswith("nltk-takes-characters-for-words\n    Text that")


def ids_in_warnings(entry: Defect) -> list[str]:
    """Return the ids at the end of the warnings or the error for the input of an entry."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            OBSERVATIONS[entry.observe](entry)
        except Exception as error:
            messages = [str(error)]
        else:
            messages = [str(one.message) for one in caught if one.category is TallystickWarning]
    endings = [ending.group() for message in messages if (ending := ENDING.search(message))]
    return [one for ending in endings for one in re.findall(r"defects ([a-z0-9-]+)", ending)]


ENTRIES = [
    one for one in search_defects([]) if one.package in DROP_INS and one.metric in ("bleu", "nist")
]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_the_input_of_an_entry_gives_a_warning_with_its_id(
    entry: Defect, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, drop_in in DROP_INS[entry.package].items():
        monkeypatch.setitem(sys.modules, module, drop_in)
    found = ids_in_warnings(entry)
    if entry.id in OTHERWISE:
        assert OTHERWISE[entry.id] in found
        assert entry.id not in found
    elif found or entry.id in named_in(entry.package):
        assert entry.id in found


def test_the_drop_ins_do_not_import_the_ledger() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r})\n"
        "import tallystick.compat.sacrebleu, tallystick.compat.nltk.bleu_score\n"
        "import tallystick.compat.nltk.nist_score\n"
        "print({'tallystick.compat.defects.ledger', 'tomllib'} & {*sys.modules})"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
