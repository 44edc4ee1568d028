"""The caveats of a comparison, and the paragraph for a paper."""

import re
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from tallystick.reports import ComparedSystem, Comparison, TestSet, render
from tests.reports.comparison import made

ALWAYS = "The systems were compared only on this test set; the ranking may differ on other texts."


def said(comparison: Comparison, **changes: Any) -> tuple[str, ...]:
    return made.changed(comparison, **changes).caveats


def has(sentences: tuple[str, ...], words: str) -> bool:
    return any(words in sentence for sentence in sentences)


@pytest.mark.parametrize(
    ("test_set", "words"),
    [
        (TestSet(200, 1, None, "segment", 200), "Documents are not known, so segments were"),
        (TestSet(200, 1, 20, "segment", 200), "Segments were resampled although"),
        (TestSet(200, 1, 49, "document", 49), "There are only 49 documents to resample"),
        (TestSet(200, 1, 5, "domain", 3), "There are only 3 groups by domain to"),
        (
            TestSet(200, 1, 1, "document", 1),
            "There is only 1 document to resample, so there are no intervals.",
        ),
        (
            TestSet(200, 1, 19, "document", 19),
            "19 documents to resample: intervals of scores tend to be somewhat too narrow.",
        ),
        (
            TestSet(200, 1, 49, "document", 49),
            "49 documents to resample: intervals of scores tend to be a little too narrow.",
        ),
        (TestSet(200, 1, 120, "document", 120), "There is one reference for each segment"),
        (TestSet(200, 2, 120, "document", 120), "Scores with 2 references cannot be"),
        (TestSet(200, None, 120, "document", 120), "The number of references varies"),
    ],
)
def test_the_test_set_decides_its_caveat(test_set: TestSet, words: str) -> None:
    caveats = said(made.three_systems(), test_set=test_set)
    assert has(caveats, words)
    assert ALWAYS in caveats
    assert "A better BLEU or NIST score does not prove that readers prefer the system." in caveats
    enough = said(made.three_systems(), test_set=TestSet(200, 1, 50, "document", 50))
    assert not has(enough, "to resample")
    assert not has(enough, "resampled")


@pytest.mark.parametrize(
    ("units", "words"),
    [
        (5, None),  # with the smallest p-value 0.0625 nothing is rejected
        (6, "up to 14% instead of 5% with 8 of them"),
        (16, "up to 10% instead of 5% with 15 of them"),
        (49, "up to 9% instead of 5% with 50 of them"),
        (50, None),
    ],
)
def test_the_caveat_of_the_bootstrap_has_the_measured_rejection_rate(
    units: int, words: str | None
) -> None:
    comparison = made.three_systems()
    test_set = TestSet(200, 1, units, "document", units)
    test = replace(comparison.test, method="centred bootstrap")
    caveats = said(comparison, test_set=test_set, test=test)
    assert has(caveats, "The bootstrap test rejects") is (words is not None)
    assert words is None or has(caveats, words)


def test_single_runs_are_named_if_only_some_systems_have_them() -> None:
    comparison = made.three_systems()
    one_run = "Each system is a single training run; the variation of scores between runs was not"
    assert has(said(comparison), one_run)
    several = made.each(comparison.systems, runs=3)
    mixed = (*several[:2], ComparedSystem("small"))
    one_single = "small is a single training run; the variation of its"
    assert has(said(comparison, systems=mixed), one_single)
    two_level = replace(comparison.test, method="two-level test")
    assert not has(said(comparison, systems=several, test=two_level), "run")
    assert has(said(comparison, systems=several), "The test does not cover the variation of scores")


@pytest.mark.parametrize(
    ("correction", "words"),
    [
        (  # 66 pairs at 0.05 each: 3.3
            "none",
            "The p-values are not corrected for the 66 comparisons of each metric: if no two "
            "systems differed, 3.3 of them would be called significant on average.",
        ),
        (
            "benjamini-hochberg",
            "up to 5% of the differences called significant are expected to be false",
        ),
    ],
)
def test_what_is_not_corrected_is_said(correction: str, words: str) -> None:
    comparison = made.twelve_systems()
    test = replace(comparison.test, correction=correction)
    assert words in said(comparison, test=test)[0]
    assert not has(said(comparison), "the two metrics")
    assert has(said(made.three_systems()), "corrected across pairs, not across the two metrics")
    assert has(said(made.two_systems()), "not corrected for the two metrics")


@pytest.mark.parametrize(
    ("method", "defect"),
    [
        ("sacreBLEU 2.6.0 paired bootstrap", "it reported 10.6% as significant at 5%"),
        ("sacreBLEU 2.6.0 paired approximate randomisation", "a copy of the baseline"),
    ],
)
def test_an_emulated_test_is_called_one_and_its_defects_come_first(
    method: str, defect: str
) -> None:
    comparison = made.three_systems()
    caveats = said(comparison, test=replace(comparison.test, method=method))
    assert caveats[0].startswith(
        f"The {method}, reproduced here with its defects, does not hold its"
    )
    assert defect in caveats[0]
    assert caveats[0].endswith("for conclusions, compare without emulation.")


def test_overlapping_intervals_of_a_significant_pair_are_explained() -> None:
    overlap = "Intervals of two systems can overlap"
    assert has(made.two_systems().caveats, overlap)  # 33.2 to 35.2 and 32 to 34, p = 0.004
    assert not has(made.two_systems((0.2, 0.3)).caveats, overlap)
    assert not has(made.three_systems().caveats, overlap)  # 32.7 to 34.7 and 25.05 to 27.05


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
        assert str(entries).count("\n}") == len(works) + 1, works  # and tallystick
    assert render(replace(comparison, methods="Nobody is cited."), "bibtex") == "\n"


def test_each_metric_is_credited_to_the_program_that_computed_it() -> None:
    values = {"new": 34.0, "old": 33.0}
    pairs = [made.difference("new", "old", metric, 1.0, 0.3) for metric in (made.BLEU, made.ERRORS)]
    assert (
        "BLEU (Papineni et al., 2002) scores were computed with tallystick 0.1.0; "
        "errors (kind=word) scores were computed with someone-errors 0.7; a note has the "
        "signatures (Post,"
    ) in made.of_systems(values, *pairs).methods
    by_plug_ins = made.of_systems(values, pairs[1]).methods
    assert "tallystick" not in by_plug_ins
    assert "Post" not in by_plug_ins
