"""Wrong arguments of `tallystick.compare`."""

from __future__ import annotations

from typing import Any

import pytest

import tallystick
from tallystick import InputError, OptionError

SYSTEMS: dict[Any, Any] = {"one": ["a b", "c d"], "other": ["a x", "c d"]}
REFERENCES = ["a b", "c d"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"systems": {1: ["a b", "c d"], 2: ["a x", "c d"]}},
            r"a system has the name 1 of type int; expected a string \(str\), such as '1'",
        ),
        ({"systems": {" ": ["a b", "c d"]}}, "a system has the blank name ' '; give every system"),
        *(
            ({name: "xy"}, f"{name} is the single string 'xy'; expected a list")
            for name in ("documents", "sources", "references")
        ),
        (
            {"metadata": {"domain": "xy"}},
            "metadata 'domain' is the single string 'xy'; expected a list",
        ),
        ({"metadata": {1: ["x", "y"]}}, "a column of metadata has the name 1 of type int"),
        (
            {"systems": {"one": "ab"}},
            "system 'one': hypotheses is the single string 'ab'; expected a list",
        ),
    ],
)
def test_values_that_are_not_lists_or_names_are_refused(
    given: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        tallystick.compare(**{"systems": SYSTEMS, "references": REFERENCES, **given})
    compare: Any = tallystick.compare
    with pytest.raises(OptionError, match=r"no parameter 'refs'; did you mean references\?"):
        compare(systems={"a": ["x"]}, refs=["x"])


def test_columns_are_taken_from_any_iterable_once_for_all_systems() -> None:
    found = tallystick.compare(
        systems=SYSTEMS,
        references=REFERENCES,
        documents=iter(["x", "y"]),
        sources=(one for one in ["s", "t"]),
        metadata={"domain": iter(["m", "n"])},
    )
    assert [one.metric for one in found.metrics] == ["bleu", "chrf"]  # by default
    assert (found.test_set.documents, found.test_set.unit) == (2, "document")
    assert found.segments is not None
    assert found.segments.sources == ("s", "t")
    assert found.segments.metadata == {"domain": ("m", "n")}


def test_a_metric_with_an_alias_has_no_options_in_its_title() -> None:
    systems = {"a": ["the cat sat", "it rains"], "b": ["a cat sat", "it snows"]}
    comparison = tallystick.compare(
        systems=systems, references=["the cat sat", "it rained"], metrics=["chrf", "chrf++"]
    )
    text = str(comparison)
    assert "chrF2++ (higher is better)" in text
    assert text.count("chrF2++ (") == 1


def test_an_edit_rate_shows_its_edits_and_no_precisions_by_order() -> None:
    comparison = tallystick.compare(
        systems={"one": ["a b c d", "e"], "other": ["a b x", "e y"]},
        references=["a b c d", "e"],
        metrics=["wer", "chrf"],
    )
    assert comparison.orders == ()
    text = str(comparison)
    assert "precision of n-grams" not in text
    table = text[text.index("Components of WER") :].splitlines()
    assert table[3].split("  ")[0] == "system"
    assert table[5].split() == ["one", "0", "0", "0", "5", "5", "5"]
    # by hand: c is replaced by x, d is deleted, y is inserted
    assert table[6].split() == ["other", "1", "1", "1", "3", "5", "5"]
