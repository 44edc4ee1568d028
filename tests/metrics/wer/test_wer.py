"""WER, MER, WIL, WIP and CER: definitions, laws, options and signatures."""

import warnings
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick
from tallystick import (
    Cer,
    Corpus,
    InputError,
    Mer,
    TallystickWarning,
    Wer,
    Wil,
    Wip,
    metric,
    segment_scores,
)
from tests.active_kernel import IS_COMPILED
from tests.metrics.naive import edit_distance
from tests.metrics.recorded_cases import joined, statistics_by_case
from tests.metrics.wmt22 import Read, corpus_of_system

pytestmark = pytest.mark.filterwarnings("ignore:all references are empty:UserWarning")

NAMES = ("wer", "mer", "wil", "wip", "cer")
CLOSE = 1e-12

words = st.lists(st.sampled_from("abcd"), max_size=8).map(" ".join)


def score(spec: str, hypotheses: Sequence[str], references: Sequence[Any]) -> float:
    [rate] = tallystick.score(hypotheses=hypotheses, references=references, metrics=[spec])
    return rate.score


# By hand, from the definitions of Morris, Maier and Green (2004): the hypothesis inserts x, deletes
# d and substitutes y for b, and hits a, c and e.
HAND = ("x a y c e", "a b c d e", {"S": 1, "D": 1, "I": 1, "H": 3})


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("wer", Fraction(3, 5)),
        ("mer", Fraction(3, 6)),
        ("wip", Fraction(3, 5) * Fraction(3, 5)),
        ("wil", 1 - Fraction(3, 5) * Fraction(3, 5)),
        ("cer", Fraction(4, 9)),  # letter by letter: x for a, a for b, y for c, c for d
    ],
)
@pytest.mark.parametrize("dialect", ["jiwer", "hits=most"])
def test_the_rates_of_a_small_pair(name: str, expected: Fraction, dialect: str) -> None:
    hypothesis, reference, _ = HAND
    rate = score(f"{name}:dialect={dialect}", [hypothesis], [reference])
    assert rate == pytest.approx(float(100 * expected), rel=CLOSE)


def test_a_score_has_its_counts_and_prints_them() -> None:
    hypothesis, reference, counts = HAND
    wer = tallystick.wer(hypotheses=[hypothesis], references=[reference])
    assert (wer.substitutions, wer.deletions, wer.insertions, wer.hits) == (
        *(counts[letter] for letter in "SDIH"),
    )
    assert (wer.hypothesis_length, wer.reference_length) == (5, 5)
    assert str(wer) == (
        "WER = 60.00 (S = 1 D = 1 I = 1 H = 3 hyp_len = 5 ref_len = 5) "
        f"nrefs:1|case:mixed|tok:jiwer|metric:wer|impl:tallystick|version:{tallystick.__version__}"
    )


def test_the_statistics_are_whole_numbers() -> None:
    rows = Wer().statistics(Corpus.from_segments(hypotheses=["a"], references=["a b"])).rows
    assert rows.dtype == np.int64
    assert rows.tolist() == [[0, 1, 0, 1]]


@given(st.lists(st.tuples(words, st.lists(words, min_size=1, max_size=3)), min_size=1, max_size=4))
def test_the_best_of_several_references_counts_in_any_order(
    segments: list[tuple[str, list[str]]],
) -> None:
    wer, (hypotheses, references) = Wer(), map(list, zip(*segments, strict=True))
    in_order, of_reversed = (
        wer.score(wer.statistics(Corpus.from_segments(hypotheses=hypotheses, references=ordered)))
        for ordered in (references, [each[::-1] for each in references])
    )
    assert in_order == of_reversed
    fewest = sum(
        min(edit_distance(hypothesis.split(), reference.split()) for reference in each)
        for hypothesis, each in segments
    )
    assert in_order.substitutions + in_order.deletions + in_order.insertions == fewest


def test_of_references_with_as_few_edits_the_longest_counts() -> None:
    with pytest.warns(TallystickWarning, match="jiwer, which takes one reference"):
        wer = tallystick.wer(hypotheses=["a b c"], references=[["a b", "a b c d", "x b c"]])
    assert (wer.reference_length, wer.score) == (4, 25.0)


@pytest.mark.parametrize("name", NAMES)
def test_without_reference_text_the_rate_is_the_number_of_edits(name: str) -> None:
    # jiwer 4.0.0: 2 words, 3 characters; mer 1, wip 0, wil 1; both empty: 0, wip 1
    expected = {"wer": 200.0, "cer": 300.0, "mer": 100.0, "wil": 100.0, "wip": 0.0}
    assert score(name, ["a b"], [""]) == expected[name]
    assert score(name, [""], [""]) == (100.0 if name == "wip" else 0.0)
    with pytest.raises(InputError, match=r"all references are empty, so .* is not defined under"):
        score(f"{name}:dialect=torchmetrics", [""], [""])


@pytest.mark.parametrize("name", NAMES)
def test_a_number_of_edits_in_place_of_a_rate_is_said(name: str) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        score(name, ["a b"], [""])
        score(name, [""], [""])
        score(name, ["a b", "a"], ["", "a"])
    said = [
        str(warning.message) for warning in caught if "empty references" not in str(warning.message)
    ]
    expected = (
        f"all references are empty, so {name.upper()} is not a rate but the number of insertions, "
        "in percent"
    )
    assert said == ([expected] if name in ("wer", "cer") else [])


def test_insertions_at_an_empty_reference_among_others_count() -> None:
    assert score("wer", ["a", "b c"], ["a d", ""]) == 150.0
    wer = Wer()
    corpus = Corpus.from_segments(hypotheses=["a", "b c"], references=["a d", ""])
    assert segment_scores(wer, wer.statistics(corpus)).tolist() == [50.0, 200.0]
    undefined = Wer(dialect="evaluate")
    rates = undefined.formula(undefined.statistics(corpus).rows)
    assert rates[0] == 50.0
    assert np.isnan(rates[1])


def test_text_is_not_normalised_unless_asked() -> None:
    hypotheses, references = ["Caf\u00e9, a-b"], ["cafe\u0301 ab"]
    assert score("wer", hypotheses, references) == 100.0
    assert score("wer:normalize=nfc", hypotheses, references) == 100.0
    spec = "wer:normalize=nfc+no-punctuation,lowercase=yes"
    assert score(spec, hypotheses, references) == 0.0
    assert score(spec.replace("wer:", "cer:"), hypotheses, references) == 0.0


def test_words_are_those_of_jiwer_by_default() -> None:
    # jiwer 4.0.0 joins words across one tab or no-break space, and splits at two
    assert score("wer", ["a\tb", "a\t\tb", " a  b\u00a0"], ["a b", "a b", "a b"]) == pytest.approx(
        100 * 2 / 6
    )
    assert score("wer:tokenize=none", ["a\tb", "a\u00a0b"], ["a b", "a b"]) == 0.0


def test_tokens_are_taken_as_given() -> None:
    tokens, others = [["a b", "c"]], [[["a b", "d"]]]
    assert tallystick.wer(hypotheses=tokens, references=others).score == 50.0
    assert tallystick.cer(hypotheses=tokens, references=others).score == 20.0  # "a b c", "a b d"
    for made in (Wer(normalize="nfc"), Cer(normalize="nfc")):
        corpus = Corpus.from_segments(hypotheses=tokens, references=others)
        if isinstance(made, Wer):
            with pytest.raises(InputError, match="normalize=nfc changes text, but token lists"):
                made.statistics(corpus)
        else:
            made.statistics(corpus)


def test_the_four_word_metrics_are_different_metrics() -> None:
    assert len({Wer(), Mer(), Wil(), Wip()}) == 4
    assert Mer() == Mer(dialect="hits=edits_last")
    assert not Wer.identity.higher_is_better
    assert Wip.identity.higher_is_better


Golden = Callable[[str], Any]

DIALECTS = {"werpy": "tokenize=none"}  # no preset
RELATIVE = {"torchmetrics": 1e-6}  # float32
ABSOLUTE = {"fastwer": 5.1e-5}  # 4 decimals of a percentage
SCALE = {"fastwer": 1.0}
COUNTS = ("hits", "substitutions", "insertions", "deletions")

# characters of long segments take the pure-Python kernel a minute
SYSTEMS = ["en-zh.Online-B", *(["de-en.Online-A"] if IS_COMPILED else [])]


def recorded_figures(case: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield metric, program and figures of a case; a figure is None where it is undefined."""
    for setting, figures in case["recorded"].items():
        name, _, program = setting.partition(":")
        of_metrics: dict[str, dict[str, Any]] = {}
        for figure, value in ({name: None} if "error" in figures else figures).items():
            metric_name = figure if figure in ("mer", "wil", "wip") else name
            undefined = value is None or isinstance(value, str)
            of_metrics.setdefault(metric_name, {})[figure] = None if undefined else value
        for metric_name, of_metric in of_metrics.items():
            yield metric_name, program, of_metric


def test_every_recorded_figure_is_reproduced(golden: Golden) -> None:
    cases = golden("error_rates")["cases"]
    recorded: dict[tuple[str, str], dict[str, dict[str, Any]]] = {}
    for case in cases:
        for name, program, figures in recorded_figures(case):
            recorded.setdefault((name, program), {})[case["id"]] = figures
    names, texts = joined(cases)
    corpus, compared = Corpus.from_segments(**texts), 0
    for (name, program), figures_of in recorded.items():
        ours = metric(f"{name}:dialect={DIALECTS.get(program, program)}")
        for case_id, statistics in statistics_by_case(ours, corpus, names):
            figures = figures_of.get(case_id, {})
            if None in figures.values() and program != "werpy":  # there the dialect has a number
                with pytest.raises(InputError, match=r"all (references|hypotheses) are empty"):
                    ours.score(statistics)
                continue
            score: Any = ours.score(statistics) if figures else None
            for figure, value in figures.items():
                if value is None:
                    continue
                if figure in COUNTS:
                    assert getattr(score, figure) == value, (case_id, name, program)
                else:
                    expected = pytest.approx(
                        value * SCALE.get(program, 100.0),
                        rel=RELATIVE.get(program, 1e-12),
                        abs=ABSOLUTE.get(program, 1e-12),
                    )
                    assert score.score == expected, (case_id, name, program)
                compared += 1
    assert len(cases) == 165
    assert compared > 3000


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_figures_of_jiwer_on_wmt22_are_reproduced(
    golden: Golden, wmt22_file: Read, system: str
) -> None:
    corpus = corpus_of_system(wmt22_file, system, "A")
    for program, figures in golden("error_rates")["wmt22"][system].items():
        scores = {}
        for figure, value in figures.items():
            ours = figure if figure not in COUNTS else program.partition(":")[0]
            if ours not in scores:
                scores[ours] = metric(ours).score(metric(ours).statistics(corpus))
            if figure in COUNTS:
                assert getattr(scores[ours], figure) == value
            else:
                assert scores[ours].score == pytest.approx(100 * value, rel=1e-12)
