"""The options that say which implementation is run, and how."""

from __future__ import annotations

import sys

import pytest

from tallystick import OptionError
from tallystick.command_line.commands.programs.implementation import (
    add_implementation,
    implementation_from,
)
from tallystick.command_line.shell.parser import Parser
from tallystick.compat import Implementation


def made_of(*words: str) -> Implementation:
    parser = Parser(prog="tallystick check", allow_abbrev=False)
    add_implementation(parser)
    return implementation_from(parser.parse(words))


def test_a_name_is_enough() -> None:
    assert made_of("nltk").dialect == "nltk"


def test_every_option_of_a_command_reaches_it() -> None:
    words = "-m bleu:lowercase=yes -d plain --order 2 --references one --scale 50 --decimals 3"
    limits = "--timeout 20" + (" --memory 512" if sys.platform == "linux" else "")
    line = f"{sys.executable} -ISc \"print('BLEU is 12.5')\" {{hyp}} | cat"
    pattern = ["--pattern", r"is (\S+)", "--shell"]
    made = made_of(line, *words.split(), *limits.split(), *pattern)
    assert made.spec == "bleu:dialect=plain,lowercase=yes,order=2"
    assert (made.references, made.scale) == ("one", 50)
    assert made.tolerance.absolute == pytest.approx(2 * 0.0005, rel=1e-6)
    run = made.run
    assert (run.timeout, run.shell) == (20, True)  # type: ignore[attr-defined]
    if sys.platform == "linux":
        assert run.memory == 2**29  # type: ignore[attr-defined]


def test_an_option_that_is_no_number_is_refused() -> None:
    with pytest.raises(OptionError, match="--memory: it is '1G'; expected a whole number, such as"):
        made_of("nltk", "--memory", "1G")
