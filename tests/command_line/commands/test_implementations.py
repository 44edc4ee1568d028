"""`tallystick list implementations`."""

from collections.abc import Callable

import pytest

from tallystick import PluginError
from tallystick.compat import Implementation, implementation_named
from tests.command_line.conftest import Run


def test_every_program_has_its_version_or_how_to_get_it(run: Run) -> None:
    output = run("list implementations").output
    assert "nltk " in output
    assert "bleu:dialect=nltk\n" in output
    content = run("list implementations --format json").data()
    assert content["schema"] == "tallystick/implementations/1"
    programs = {program["name"]: program for program in content["implementations"]}
    assert programs["sacrebleu"]["dialect"] == "sacrebleu"
    assert all((row["version"] is None) != (row["missing"] is None) for row in programs.values())
    assert content["broken"] == []


def names(run: Run, *words: str) -> list[str]:
    content = run("list", "implementations", *words, "--format", "json").data()
    return [program["name"] for program in content["implementations"]]


def test_words_select_among_names_dialects_and_how_to_get_them(run: Run) -> None:
    assert names(run, "NLTK", "nist") == ["nltk-nist"]
    assert names(run, "bleu:dialect=mteval-v14") == ["mteval-v14"]
    [program] = run("list implementations multi-bleu-detok -f json").data()["implementations"][:1]
    assert program["name"] in names(run, program["missing"] or program["version"])
    output = run("list implementations nltk nist").output
    assert output.startswith("nltk-nist  nist:dialect=nltk")
    assert output.count("\n") == 2


def refuse(broken: str) -> Callable[[str], Implementation]:
    """The look-up of implementations, one of which is broken."""

    def look_up(name: str) -> Implementation:
        if name == broken:
            raise PluginError("it broke")
        return implementation_named(name)

    return look_up


def test_a_plug_in_that_cannot_be_used_is_found_by_words_too(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "tallystick.compat.implementations.catalogue.implementation_named"
    monkeypatch.setattr(name, refuse("bleuscore"))
    output = run("list implementations bleuscore-smooth").output
    assert output.startswith("bleuscore-smooth  bleu:")
    assert "cannot be used" not in output
    output = run("list implementations 'it broke'").output
    assert output == "cannot be used: bleuscore  (tallystick)\n    it broke\n"
