"""Several systems are scored in one call."""

from __future__ import annotations

from typing import Any

import pytest

import tallystick
from tallystick import Corpus, InputError

REFERENCES = [["the cat sat down", "a cat sat"], ["a dog ran away"]]
SYSTEMS = {"one": ["the cat sat", "a dog ran"], "other": ["a cat sat down", "the dog ran away"]}


@pytest.mark.parametrize("threads", [1, 2])
def test_every_system_has_the_scores_of_a_call_of_its_own(threads: int) -> None:
    found = tallystick.score_systems(systems=SYSTEMS, references=REFERENCES, threads=threads)
    assert found == {
        name: tallystick.score(hypotheses=hypotheses, references=REFERENCES)
        for name, hypotheses in SYSTEMS.items()
    }


def test_systems_can_be_corpora_with_references_of_their_own() -> None:
    corpora = {
        name: Corpus.from_segments(hypotheses=hypotheses, references=REFERENCES)
        for name, hypotheses in SYSTEMS.items()
    }
    found = tallystick.score_systems(systems=corpora)
    assert found == tallystick.score_systems(systems=SYSTEMS, references=REFERENCES)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"systems": SYSTEMS}, r"references are missing; write tallystick\.score_systems\("),
        ({"systems": {}, "references": REFERENCES}, "systems is empty"),
        ({"systems": ["a"], "references": ["a"]}, "systems is of type list; expected a mapping"),
        (
            {"systems": {"a": ["x"]}, "references": REFERENCES},
            "system 'a': references has 2 entries",
        ),
        (
            {"systems": {"a": {"1": ["x"], "2": ["y"]}}, "references": ["x"]},
            "'a' has several runs, which are scored by tallystick.compare",
        ),
    ],
)
def test_wrong_systems_are_refused(arguments: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        tallystick.score_systems(**arguments)
