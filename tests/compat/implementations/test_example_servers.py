"""The example servers of docs/servers compute BLEU as it is defined."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tallystick.compat import Case, agree, json_lines

SERVERS = Path(__file__).parents[3] / "docs" / "servers"
COMMANDS = {"bleu.py": "python3", "bleu.js": "node", "bleu.pl": "perl"}
LONGEST = 25

CASES = [
    Case.from_lines(["a b c d e"], ["a b c d e"]),
    Case.from_lines(["a b c d x"], [["a b c d e f", "a b c d"]]),  # two closest references
    Case.from_lines(["a b c d x"], [["a b c d", "a b c d e f"]]),
    Case.from_lines(["a a a a b c d e", "x"], [["a a b c d e", "a a a c"], ["y", "x"]]),  # clipped
    Case.from_lines(["a b c"], ["a b c"]),  # no n-gram of order 4
    Case.from_lines(["", "a b c d"], ["x", "a b c d"]),
    Case.of([["a b", "c", "\u2028", "d", 'e"\\']], [[["a b", "c", "\u2028", "d"], ["a", "b c"]]]),
    Case.from_lines(["der Hund schläft auf dem Sofa"], ["der Hund schläft auf der Couch 🛋"]),
]
"""What tells conventions apart: ties in length, clipping, short and empty hypotheses, any text."""


@pytest.mark.skipif(not SERVERS.exists(), reason="only in the repository")
@pytest.mark.parametrize("name", COMMANDS)
def test_an_example_server_is_bleu_at_every_order(name: str) -> None:
    program = shutil.which(COMMANDS[name])
    if program is None:
        pytest.skip(f"there is no {COMMANDS[name]}")
    if name.endswith(".pl"):
        tried = subprocess.run([program, "-MJSON::PP", "-e1"], capture_output=True, check=False)
        if tried.returncode != 0:
            pytest.skip("there is no perl with JSON::PP")
    server = json_lines([program, str(SERVERS / name)], dialect="papineni2002")
    for order in (1, 2, 4):
        for case in CASES:
            finding = agree(server.at_order(order), case)
            assert finding is None, str(finding)


@pytest.mark.skipif(not SERVERS.exists(), reason="only in the repository")
@pytest.mark.parametrize("name", COMMANDS)
def test_an_example_server_is_short(name: str) -> None:
    lines = (SERVERS / name).read_text(encoding="utf-8").split("\n")
    assert sum(bool(line.strip()) and line[0] not in "#/" for line in lines) <= LONGEST
