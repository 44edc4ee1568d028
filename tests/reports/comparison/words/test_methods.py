"""The paragraph for a paper."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from tallystick.reports import ComparedSystem, Comparison, TestSet, render
from tests.reports.comparison import made


def written(comparison: Comparison, **changes: Any) -> str:
    return made.changed(comparison, **changes).methods


def test_the_paragraph_is_complete() -> None:
    assert made.three_systems().methods == (
        "We compared 3 systems on 200 segments from 120 documents, with 1 reference per segment. "
        "BLEU (Papineni et al., 2002) and NIST (Doddington, 2002) scores were computed with "
        "tallystick 0.1.0; a note has the signatures (Post, 2018). "
        "The intervals of the scores and differences are 95% intervals of Student's t with the "
        "jackknife over documents (Tukey, 1958). "
        "Differences were tested with two-sided paired approximate randomisation (Noreen, 1989; "
        "Riezler and Maxwell, 2005), which exchanges the outputs of the two systems in documents "
        "drawn at random; p = (c + 1) / (R + 1), where c of the R resamples have a difference at "
        "least as large, in either direction, as the observed one. "
        "The tests are based on 10,000 resamples; a test stopped early once 400 were at least as "
        "extreme. "
        "The p-values were corrected for the 3 pairs of systems by the method of Holm (Holm, 1979),"
        " separately for each metric; a difference is called significant where the corrected p is "
        "at most 0.05. "
        "The seed of the random numbers is 1."
    )


def test_one_system_is_evaluated_and_not_tested() -> None:
    alone = made.put_together((made.BLEU,), ("new",), (made.score("new", made.BLEU, 33.0),), ())
    assert alone.methods.startswith("We evaluated new on 200 segments from 120 documents, ")
    assert "significant" not in alone.methods
    assert "a note has the signature (Post, 2018)." in alone.methods


def test_a_baseline_is_named() -> None:
    paragraph = made.twelve_systems("C").methods
    assert paragraph.startswith("We compared 11 systems with the baseline C on 200 segments")
    assert "the 11 comparisons with the baseline by the method of Holm" in paragraph


PAIR, ALL = made.two_systems(), made.twelve_systems()


def test_a_pair_is_described_as_it_is() -> None:
    assert "corrected" not in written(PAIR)
    assert "A difference is called significant where p is at most 0.05." in written(PAIR)
    paragraph = written(PAIR, test_set=TestSet(1, None, None, "segment", 1))
    assert paragraph.startswith(
        "We compared 2 systems on 1 segment, with a number of references that varies from segment "
        "to segment."
    )
    assert "jackknife over segments" in paragraph
    runs = (ComparedSystem("new", 3), ComparedSystem("old", 2))
    of_runs = written(PAIR, systems=runs)
    assert of_runs.startswith("We compared 2 systems (5 training runs in all) on")


@pytest.mark.parametrize(
    ("comparison", "changes", "words"),
    [
        (PAIR, {"method": "centred bootstrap"}, "the two-sided paired bootstrap over documents (K"),
        (PAIR, {"method": "two-level test"}, "variance over runs, to account for both sources of"),
        (
            PAIR,
            {"method": "sacreBLEU 2.6.0 paired approximate randomisation"},
            "with the sacreBLEU 2.6.0 paired approximate randomisation (Post, 2018; Riezler and "
            "Maxwell, 2005), its resamples and p-values reproduced",
        ),
        (
            PAIR,
            {"method": "sacreBLEU 2.6.0 paired bootstrap"},
            "The intervals of the scores are the 95% intervals that the sacreBLEU 2.6.0 paired "
            "bootstrap prints; those of the differences are intervals of Student's t with the "
            "jackknife",
        ),
        (
            ALL,
            {"correction": "none"},
            "The p-values are not corrected for the 66 pairs of systems;",
        ),
        (ALL, {"correction": "benjamini-hochberg"}, "(Benjamini and Hochberg, 1995)"),
        (ALL, {"correction": "max-t"}, "(Westfall and Young, 1993)"),
        (ALL, {"resamples": 13_190}, "The tests are based on 13,190 resamples; "),
    ],
)
def test_every_test_and_correction_is_described(
    comparison: Comparison, changes: dict[str, Any], words: str
) -> None:
    assert words in written(comparison, test=replace(comparison.test, **changes))


def test_resamples_and_exact_tests_are_named_if_there_are_any() -> None:
    without = replace(ALL.test, method="two-level test", resamples=0)
    assert "resamples" not in written(ALL, test=without)
    first, second = PAIR.differences
    some = written(PAIR, differences=(replace(first, exact=True), second))
    assert "all exchanges were enumerated instead (1 of 2 tests)" in some
    every = made.each(PAIR.differences, exact=True)
    assert "the p-values are exact." in written(PAIR, differences=every)


def test_every_work_that_is_cited_has_an_entry() -> None:
    comparison = made.three_systems()
    cited = re.compile(r"\(?([A-Z][\w ]*?)(?: et al\.| and \w+)?, ((?:19|20)\d\d)")
    methods = ("approximate randomisation", "centred bootstrap", "two-level test")
    for method, correction in product(methods, ("holm", "benjamini-hochberg", "max-t")):
        test = replace(comparison.test, method=method, correction=correction)
        paragraph = written(comparison, test=test)
        works = set(cited.findall(paragraph))
        assert len(works) >= 5
        entries = render(replace(comparison, methods=paragraph), "bibtex")
        assert str(entries).count("\n}") == len(works), works
    assert render(replace(comparison, methods="Nobody is cited."), "bibtex") == "\n"


def test_each_metric_is_credited_to_the_program_that_computed_it() -> None:
    values = {"new": 34.0, "old": 33.0}
    pairs = [made.difference("new", "old", one, 1.0, 0.3) for one in (made.BLEU, made.ERRORS)]
    assert (
        "BLEU (Papineni et al., 2002) scores were computed with tallystick 0.1.0; "
        "errors (kind=word) scores were computed with someone-errors 0.7; a note has the "
        "signatures (Post,"
    ) in made.of_systems(values, *pairs).methods
    by_plug_ins = made.of_systems(values, pairs[1]).methods
    assert "tallystick" not in by_plug_ins
    assert "Post" not in by_plug_ins
