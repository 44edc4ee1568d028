"""The table of all pairs and the checklist, for papers."""

from dataclasses import replace
from pathlib import Path

import pytest

from tallystick import OptionError
from tallystick.reports import Comparison, Doubt
from tests.reports.comparison import made
from tests.reports.compiled_latex import compile_latex
from tests.reports.rendering import rendered

"""The width of a column in points, as in papers of the ACL."""


def cells(comparison: Comparison) -> dict[str, list[str]]:
    """Return the cells of the table of all pairs by system."""
    text = rendered("pairs-latex", comparison)
    body = text[text.index(r"\midrule") : text.index(r"\bottomrule")]
    rows = [line.removesuffix(r" \\").split(" & ") for line in body.split("\n")[1:-1]]
    return {row[1].strip("{}"): row for row in rows}


def test_a_score_carries_the_letters_of_the_systems_that_it_beats() -> None:
    by_system = cells(made.three_systems())
    assert by_system["large"][2:] == [
        r"\textbf{33.70}\textsuperscript{c}",
        r"\textbf{7.5000}\textsuperscript{c}",
    ]
    assert by_system["middle"][0] == "{b}"
    assert by_system["middle"][2] == r"33.40\textsuperscript{c}"
    assert by_system["small"][2] == "26.05"
    # A is significantly better than D to L, B than E to L, J than none
    by_system = cells(made.twelve_systems())
    assert by_system["A"][2].endswith(r"\textsuperscript{d--l}")
    assert by_system["H"][2].endswith(r"\textsuperscript{kl}")
    assert by_system["J"][2] == "31.00"
    with pytest.raises(OptionError, match="needs 2 to 52 systems and no baseline"):
        rendered("pairs-latex", made.twelve_systems("C"))
    # a table that is wider than a column by the estimate is a table*
    text = rendered("pairs-latex", made.twelve_systems())
    assert r"\begin{table}" in text
    assert r"\begin{table*}" not in text


def test_the_letters_agree_with_the_differences_of_all_pairs() -> None:
    comparison = made.three_systems()
    letters = {row[0].strip("{}"): name for name, row in cells(comparison).items()}
    for place, metric in enumerate(comparison.metrics):
        beaten = {
            (name, letters[letter])
            for name, row in cells(comparison).items()
            for letter in row[2 + place].partition("superscript{")[2].strip("}")
        }
        pairs = comparison.differences_under(metric.metric)
        expected = {
            (pair.better, pair.other if pair.better == pair.system else pair.system)
            for pair in pairs
            if pair.better
        }
        assert beaten == expected


def test_both_compile_in_columns_without_overfull_boxes(tmp_path: Path) -> None:
    comparisons = made.twelve_systems(), made.three_systems()
    formats = ("pairs-latex", "checklist-latex")
    compile_latex(
        "".join(rendered(name, comparison) for comparison in comparisons for name in formats),
        tmp_path,
    )


def checklist(comparison: Comparison) -> dict[str, str]:
    """Return the answers of the checklist in Markdown by what is asked."""
    lines = rendered("checklist-markdown", comparison).removesuffix("\n").split("\n")
    items = (line.removeprefix("- **").partition(":** ") for line in lines)
    return {what: said for what, _, said in items}


def test_the_checklist_answers_what_reviewers_ask() -> None:
    doubt = Doubt("near-copies", ("large",), None, (), "Be careful with large.")
    items = checklist(replace(made.three_systems(), doubts=(doubt,)))
    assert items["Systems"] == "3"
    assert items["Test set"] == "200 segments, 120 documents"
    assert items["References per segment"] == "1"
    assert items["Tokenizer"] == "13a (BLEU) and 13a (NIST)"
    assert items["Signature of NIST"].replace("\\", "").startswith("nrefs:1|case:lc|tok:13a|")
    assert items["Unit of resampling"] == "120 documents"
    assert items["Test"] == (
        "two-sided approximate randomisation with 10,000 resamples, significant at 0.05"
    )
    assert items["Correction"] == "Holm's method for 3 comparisons"
    assert items["Doubts found"] == "Be careful with large."


def test_the_checklist_says_what_was_not_done() -> None:
    items = checklist(made.two_systems())
    assert (items["Correction"], items["Equivalence"]) == ("none", "not tested")
    assert (items["Doubts found"], items["Training runs"]) == ("none", "one of each system")
    alone = made.put_together((made.BLEU,), ("new",), (made.score("new", made.BLEU, 33.0),), ())
    assert "Test" not in checklist(alone)
    assert checklist(made.twelve_systems("C"))["Systems"] == "12, baseline C"
    text = rendered("checklist-latex", made.two_systems())
    assert text.count(r"\item \textbf{") == len(items)
    assert r"nrefs:1\textbar\allowbreak{}case:mixed" in text
