"""Cases with source texts: how they are shown and reduced, and how programs receive them."""

from __future__ import annotations

from typing import Any

import pytest

from tallystick import InputError
from tallystick.compat import Case, Implementation, difference, isolated, smallest
from tallystick.metrics import Sari

from .starting import disagreement

CASE = Case.from_lines(
    sources=["a b c", "d"], hypotheses=["a c", "d e"], references=[["a c"], ["d"]]
)


def kept_words(
    hypotheses: list[Any], references: list[list[Any]], order: int, sources: Any = ()
) -> float:
    """Return the share of the words of the sources that the hypotheses have."""
    pairs = [
        (set(source.split()), set(other.split()))
        for source, other in zip(sources, hypotheses, strict=True)
    ]
    return sum(len(source & hypothesis) for source, hypothesis in pairs) / max(
        sum(len(source) for source, _ in pairs), 1
    )


KEEPS = Implementation(
    name="keeps", metric="sari", run=kept_words, dialect="easse", sources=True, input="text"
)


def test_a_case_is_shown_with_its_sources_only_if_it_has_some() -> None:
    assert repr(CASE.take([1])) == (
        "Case(hypotheses=(('d', 'e'),), references=((('d',),),), sources=(('d',),))"
    )
    assert eval(repr(CASE)) == CASE
    assert "sources" not in repr(Case.from_lines(["a"], ["a"]))
    assert list(CASE.corpus.sources or ()) == [("a", "b", "c"), ("d",)]
    assert list(CASE.text.corpus.sources or ()) == ["a b c", "d"]


def test_sources_are_reduced_with_the_rest() -> None:
    smaller = list(CASE.smaller())
    assert CASE.take([0]) in smaller
    assert any(case.sources == ((), ("d",)) for case in smaller)
    assert all(case.sources is not None for case in smaller)


def test_sources_of_another_number_are_refused() -> None:
    with pytest.raises(InputError, match="2 hypotheses but 1 sources"):
        Case(CASE.hypotheses, CASE.references, (("a",),))


def test_a_program_receives_sources_in_its_form() -> None:
    outcome = KEEPS.score_case(CASE)
    assert outcome.score == pytest.approx(100 * 3 / 4)
    assert isolated(KEEPS).score_case(CASE) == outcome
    finding = disagreement(KEEPS, CASE)
    assert "sources=[['a', 'b', 'c'], ['d']])" in finding.call
    assert len(smallest(KEEPS, finding).case.hypotheses) == 1


@pytest.mark.parametrize("given", [True, False])
def test_sources_that_are_missing_or_not_taken_are_refused(given: bool) -> None:
    case = CASE if given else Case(CASE.hypotheses, CASE.references)
    program = Implementation(
        name="program", metric="bleu", run=lambda hypotheses, references, order: 1.0
    )
    with pytest.raises(InputError, match=r"takes no sources|takes sources, but there are none"):
        (program if given else KEEPS).score_case(case)


def test_the_difference_of_two_dialects_is_shown_with_a_source() -> None:
    contrast = difference(Sari(dialect="easse"), Sari(dialect="easse-paper"))
    assert contrast.example is not None
    assert contrast.example.sources is not None
    assert list(contrast.decisive) == ["average_orders"]
    assert contrast.example.corpus.sources is not None
