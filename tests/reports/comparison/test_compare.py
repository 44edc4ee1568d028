"""What `tallystick.compare` takes and refuses, and the texts and statistics in its report."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tallystick
from tallystick import InputError, OptionError
from tallystick.metrics import Bleu, Corpus, fitted
from tallystick.reports import Comparison, SegmentStatistics, Tokenization
from tests.reports.rendering import rendered

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
    comparison = tallystick.compare(
        systems=SYSTEMS,
        references=REFERENCES,
        documents=iter(["x", "y"]),
        sources=(source for source in ["s", "t"]),
        metadata={"domain": iter(["m", "n"])},
    )
    assert [metric.metric for metric in comparison.metrics] == ["bleu", "chrf"]  # by default
    assert (comparison.test_set.documents, comparison.test_set.unit) == (2, "document")
    assert comparison.segments is not None
    assert comparison.segments.sources == ("s", "t")
    assert comparison.segments.metadata == {"domain": ("m", "n")}


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


def test_systems_with_different_references_are_refused() -> None:
    corpora = {
        name: Corpus.from_segments(hypotheses=["a"], references=[name]) for name in ("one", "two")
    }
    with pytest.raises(InputError, match="the systems 'one' and 'two' have different references"):
        tallystick.compare(systems=corpora, metrics="bleu")


def test_no_systems_are_refused() -> None:
    with pytest.raises(InputError, match="systems is empty; give at least one"):
        tallystick.compare(systems={}, references=["a"], metrics="bleu")


@pytest.mark.parametrize(
    ("specs", "expected"),
    [
        (["nist", "bleu:tokenize=intl"], Tokenization("mteval-13a", "ascii")),
        (["bleu:dialect=nltk,order=3,tokenize=zh", "nist"], Tokenization("zh", "none")),
        (["chrf", "ter", "wer", "bleu:order=2"], Tokenization("13a", "none")),
        (["chrf", "ter", "wer"], Tokenization("none", "unicode")),
        (["chrf", "cer"], Tokenization("13a", "none")),
    ],
)
def test_the_tokenization_is_that_of_a_metric_that_counts_ngrams_or_else_has_a_tokenizer(
    specs: list[str], expected: Tokenization
) -> None:
    comparison = tallystick.compare(
        systems={"one": ["a"]}, references=["b"], metrics=specs, resamples=9
    )
    assert comparison.tokenization == expected


# The statistics of segments, compared with the formulas of the metrics


OUTPUTS = {"one": ["a b c d e", "", "b c"], "two": ["a b d", "a", "c b"]}
WANTED = [["a b c d"], ["a b"], ["b c d"]]


def statistics_under(metric: str) -> Any:
    segments = tallystick.compare(
        systems=OUTPUTS, references=WANTED, metrics=metric, resamples=9
    ).segments
    assert segments is not None
    return segments.statistics


@pytest.mark.parametrize(
    "metric", ["bleu", "nist", "chrf++", "ter", "wer", "rougeL", "google_gleu", "sentbleu"]
)
def test_values_are_the_statistics_that_the_formula_reads(metric: str) -> None:
    kept: SegmentStatistics = statistics_under(metric)[metric]
    for name, lines in OUTPUTS.items():
        corpus = Corpus.from_segments(hypotheses=lines, references=WANTED)
        statistics = fitted(tallystick.metric(metric), [corpus.references]).statistics(corpus)
        assert len(kept.values[name]) == len(kept.columns)
        for column, text in zip(kept.columns, kept.values[name], strict=True):
            values = [float(number) for number in text.split(" ")]
            np.testing.assert_allclose(values, statistics.column(column), rtol=1e-7)


@pytest.mark.parametrize("metric", ["wil", "cider"])
def test_a_metric_without_such_a_formula_has_no_statistics(metric: str) -> None:
    assert statistics_under(metric) == {}


def test_the_steps_are_of_json_types() -> None:
    # NIST without references is not a number
    steps = statistics_under("nist")["nist"].steps
    assert json.loads(json.dumps(steps, allow_nan=False)) == [list(step) for step in steps]


Lines = Callable[[str], list[str]]


def test_a_comparison_with_all_analyses_survives_json() -> None:
    comparison = tallystick.compare(
        systems={
            "one": ["the cat sat", "", "a b c d"] * 12,
            "two": ["a cat", "it rains", "a b"] * 12,
        },
        references=[["the cat sat", "cats sit"], ["it rains", "rain"], ["a b c", ""]] * 12,
        metrics=["bleu", "nist"],
        documents=[str(number // 3) for number in range(36)],
        sources=["die Katze", "es regnet", "a b c"] * 12,
        metadata={"domain": ["pets", "weather", "letters"] * 12},
        resamples=200,
    )
    assert Comparison.from_json(comparison.to_json()) == comparison
    segments = comparison.segments
    assert segments is not None
    assert segments.references[0] == ("the cat sat", "cats sit")
    assert segments.hypotheses["two"][:2] == ("a cat", "it rains")
    assert segments.directions == {"source": "ltr", "target": "ltr"}
    assert segments.scores["bleu"]["one"][0] == pytest.approx(100.0)
    assert segments.scores["bleu"]["one"][1] == 0.0
    assert segments.metadata["domain"][0] == "pets"
    assert [breakdown.field for breakdown in comparison.breakdowns] == ["reference"]
    assert comparison.breakdown_notes == (
        "Scores by document are omitted: no group has 30 segments.",
        "Scores by domain are omitted: no group has 30 segments.",
    )
    assert comparison.breakdown_notes[0] in rendered("markdown", comparison)
    assert {segment.suspicion for segment in comparison.suspicious} >= {"empty hypothesis"}
    assert comparison.ngrams
    assert len(comparison.orders) == 2 * (4 + 5)  # BLEU and NIST


def test_given_tokens_are_not_tokenized_again() -> None:
    first = Corpus.from_segments(
        hypotheses=[["a", "b c"], []], references=[[["a", "b c"]], [["d"]]]
    )
    second = Corpus(first.hypotheses[:2], first.references)
    comparison = tallystick.compare(
        systems={"one": first, "two": second}, metrics=Bleu(order=1), resamples=200
    )
    assert [precision.clipped_matches for precision in comparison.orders] == [2, 2]
    assert comparison.segments is not None
    assert comparison.segments.hypotheses["one"] == ("a b c", "")


def test_pairs_are_those_with_the_baseline_if_there_is_one() -> None:
    lines = {"one": ["a b c d e", "p"], "two": ["a b c d x", "p"], "three": ["a b c d", "p"]}
    comparison = tallystick.compare(
        systems=lines, references=["a b c d e", "p"], metrics="bleu", baseline="three"
    )
    for parts in (comparison.examples, comparison.segment_outcomes):
        assert {(part.system, part.other) for part in parts} == {("one", "three"), ("two", "three")}


def compared(
    lines: Callable[[str], list[str]], pair: str, *systems: str, segments: int | None = None
) -> Comparison:
    source, target = pair.split("-")
    test_set = f"generaltest2022.{pair}"
    return tallystick.compare(
        systems={
            name: lines(f"system-outputs/{test_set}.hyp.{name}.{target}")[:segments]
            for name in systems
        },
        references=lines(f"references/{test_set}.ref.A.{target}")[:segments],
        sources=lines(f"sources/{test_set}.src.{source}")[:segments],
        metrics="bleu",
        resamples=200,
    )


@pytest.mark.filterwarnings("ignore:the references look:tallystick.TallystickWarning")
def test_languages_of_wmt22_are_derived_from_their_scripts_and_texts_left_in_english_are_found(
    wmt22_file: Lines,
) -> None:
    for pair, language in (("en-ja", "ja"), ("en-zh", "zh"), ("ja-en", "")):
        segments = compared(wmt22_file, pair, "Online-W", segments=300).segments
        assert segments is not None
        assert (segments.language, segments.directions["target"]) == (language, "ltr")
    comparison = compared(wmt22_file, "en-ru", "HuaweiTSC", "Online-W")
    assert comparison.segments is not None
    assert comparison.segments.language == ""
    copied = {
        segment.segment
        for segment in comparison.suspicious
        if (segment.suspicion, segment.system) == ("copied source", "HuaweiTSC")
    }
    # lines 1,247 and 1,847 of its output are "Tap Repair now/Restore"
    assert {1247, 1847} <= copied
    over = {entry.ngram for entry in comparison.ngrams if entry.kind == "over-produced"}
    assert ("Tap",) in over
