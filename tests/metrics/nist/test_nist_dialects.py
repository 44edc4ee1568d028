"""Every dialect of NIST equals recorded runs of its program, or the installed NLTK."""

import math
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tallystick
from tallystick import Corpus, InputError, Nist
from tallystick import segment_scores as scores_of_segments
from tallystick.metrics import BETA, NistDialect, References, Workspace, preset_named, presets_of
from tests.active_kernel import IS_COMPILED
from tests.metrics.naive import corpus_of
from tests.metrics.wmt22 import Read, corpus_of_system, lines_of

nist_score: Any = pytest.importorskip("nltk.translate.nist_score")

# from this Python on, sums of floats are compensated, which decides between equal references
NLTK_HERE = "nltk-py312" if sys.version_info >= (3, 12) else "nltk"
CLOSE = 1e-12
TOKENIZERS = {"ws": "none", "13a": "mteval-13a", "intl": "mteval-intl", "14c": "mteval-14c"}
# dialects that count a matched reference N times
TAKEN = ("nltk-exact", "nltk", "nltk-py312", "hf-nist_mt")

Golden = Callable[[str], Any]
PRESETS = presets_of(NistDialect)
Segments = list[tuple[list[str], list[list[str]]]]


def approx(value: Any) -> Any:
    """Return a close approximation; None, for no score, equals only None."""
    return None if value is None else pytest.approx(value, rel=CLOSE, abs=1e-15)


def metric_of(case: dict[str, Any]) -> Nist:
    options: dict[str, Any] = {"tokenize": TOKENIZERS[case["tokenizer"]], "lowercase": "none"}
    if case["tokenizer"] != "ws" and case.get("lowercase") is not False:
        options["lowercase"] = "unicode" if case["tokenizer"] == "intl" else "ascii"
    elif case["dialect"] == "mteval" and case.get("lowercase") is not False:
        options["lowercase"] = "ascii"
    if "max_order" in case:
        options["order"] = case["max_order"]
    return Nist(dialect=case["dialect"], **options)


def fitted_and_corpus(case: dict[str, Any]) -> tuple[Nist, Corpus]:
    nist = metric_of(case)
    corpus = Corpus.from_segments(
        hypotheses=[segment["hyp"] for segment in case["segments"]],
        references=[segment["refs"] for segment in case["segments"]],
    )
    if "extra_info_refs" in case:
        extra = References.per_segment(case["extra_info_refs"])
        weights = nist.information_weights([corpus.references, extra])
        nist = replace(nist, information=weights)
    return nist, corpus


def test_every_recorded_case_has_its_scores_and_weights_under_its_dialect(golden: Golden) -> None:
    cases: list[dict[str, Any]] = golden("nist")["cases"] + golden("nist_dialects")["cases"]
    assert len(cases) == 62
    errors = undefined = compared = 0
    for case in cases:
        nist, corpus = fitted_and_corpus(case)
        statistics, expected = nist.statistics(corpus), case["expected"]
        segments = scores_of_segments(nist, statistics).tolist()
        for ours, recorded in zip(segments, expected["segment_nist"], strict=True):
            assert ours == approx(recorded) if recorded is not None else math.isnan(ours), case
            undefined += recorded is None
        weights = nist.information or nist.information_weights([corpus.references])
        of_ngrams = expected.get("info_weights", {})
        for ngram, weight in of_ngrams.items():
            assert weights[tuple(ngram.split(" "))] == approx(weight), (case["name"], ngram)
        compared += len(of_ngrams)
        # with references of other segments, only some n-grams are recorded
        if of_ngrams and case in golden("nist")["cases"] and "extra_info_refs" not in case:
            assert len(dict(weights.items())) == len(of_ngrams), case["name"]
        if "error" in expected:
            with pytest.raises(InputError, match=r"all references are empty|n-grams of order 5"):
                nist.score(statistics)
            errors += 1
            continue
        score = nist.score(statistics)
        times = nist.order if case["dialect"] in TAKEN else 1
        parts = {
            "nist": score.score,
            "cum": list(score.cumulative),
            "ind": list(score.individual),
            "penalty": score.length_penalty,
            "sys_len": score.hypothesis_length * times,
            "ref_len": score.reference_length * times,
            "hyp_ngrams": list(score.totals),
            "matched_ngrams": list(score.counts),
            "matched_info": list(score.information),
        }
        for part, value in parts.items():
            if expected[part] is not None:
                assert value == approx(expected[part]), (case["name"], part)
    assert (errors, undefined) == (2, 4)
    assert compared > 500


def test_the_scores_of_every_program_on_the_smallest_inputs_are_reproduced(golden: Golden) -> None:
    compared = 0
    for case in golden("nist_dialects")["minimal"]:
        corpus = Corpus.from_segments(
            hypotheses=[segment["hyp"] for segment in case["segments"]],
            references=[segment["refs"] for segment in case["segments"]],
        )
        for dialect, expected in case["nist"].items():
            nist = Nist(dialect=dialect, tokenize="none", lowercase="none")
            statistics = nist.statistics(corpus)
            compared += 1
            if expected is None:
                with pytest.raises(InputError, match="no n-grams of order"):
                    nist.score(statistics)
                continue
            score = nist.score(statistics).score
            close = pytest.approx(float(expected), rel=CLOSE, abs=1e-15, nan_ok=True)
            assert score == close, (case["name"], dialect)
            if len(corpus) == 1:
                [segment] = case["segments"]
                alone = nist.score_alone(segment["hyp"], segment["refs"])
                assert alone is None or alone.score == close, (case["name"], dialect)
    assert compared == 90


# The scores of the programs for raw lines, or for the tokens of mteval-v13a.
HF = replace(preset_named(NistDialect, "hf-nist_mt").dialect, reference_ties="rounded")
ON_MTEVAL_TOKENS: dict[str, Any] = {"tokenize": "mteval-13a", "lowercase": "ascii"}
WMT22_COLUMNS = {
    "mteval_v13a_nist_cum": Nist(order=9),
    "nist_exact_zero_prefix": Nist(dialect="doddington"),
    "nltk_same_tokens": Nist(dialect="nltk", **ON_MTEVAL_TOKENS),
    "hf_default": Nist(dialect=HF),
    "hf_lowercase": Nist(dialect=HF, lowercase="unicode"),
    "pymteval_raw": Nist(dialect="pymteval"),
    "phrasal": Nist(dialect="phrasal", **ON_MTEVAL_TOKENS),
    "odashi_default": Nist(dialect="odashi", **ON_MTEVAL_TOKENS),
    "odashi_ngram6": Nist(dialect="odashi", order=5, **ON_MTEVAL_TOKENS),
    "travatar": Nist(dialect="travatar", **ON_MTEVAL_TOKENS),
}
# Its empty line is one empty token in pymteval and no token here.
WITH_AN_EMPTY_HYPOTHESIS = {("pymteval_raw", "zh-en.Online-W")}


@pytest.mark.parametrize("rest", [False, pytest.param(True, marks=pytest.mark.thorough)])
def test_the_programs_on_systems_of_wmt22(rest: bool, golden: Golden, wmt22_file: Read) -> None:
    rows = [
        of_mteval | of_others
        for of_mteval, of_others in zip(
            golden("nist")["real_data"], golden("nist_dialects")["real_data"], strict=True
        )
    ]
    assert len(rows) == 36
    rows = [row for place, row in enumerate(rows) if (place % 7 > 0) is rest]
    columns = list(WMT22_COLUMNS.items())
    if not IS_COMPILED:  # the pure-Python kernel is slow, and its matches are equal
        rows, columns = rows[:1], columns[:2]
    packed: dict[tuple[str, str], tuple[References, Workspace]] = {}
    outputs = []
    for row in rows:
        key = row["pair"], row["refs"]
        if key not in packed:
            streams = [lines_of(wmt22_file, row["pair"], "ref", name) for name in row["refs"]]
            packed[key] = References.from_streams(streams), Workspace()
        system = f"{row['pair']}.{row['system']}"
        corpus = corpus_of_system(wmt22_file, system, packed[key][0])
        outputs.append((system, row, corpus, packed[key][1]))
    # a workspace keeps the weights of the last metric
    for (column, nist), (system, row, corpus, workspace) in product(columns, outputs):
        if row[column] is None or (column, system) in WITH_AN_EMPTY_HYPOTHESIS:
            continue
        score = nist.score(nist.statistics(corpus, workspace))
        ours = list(score.cumulative) if column.endswith("cum") else score.score
        assert ours == approx(row[column]), (column, system, row["refs"])
        if column == "mteval_v13a_nist_cum":
            assert score.individual == approx(row["mteval_v13a_nist_ind"]), system


@pytest.mark.parametrize(
    # the output of mteval-v11b, v14c, v13a -c and v13a --international-tokenization; for NLTK, of
    # an oracle with ties in exact arithmetic, where NLTK gives 9.80689558764412
    ("pair", "system", "options", "expected"),
    [
        ("zh-en", "AISP-SJTU", {"dialect": "mteval-v11b"}, 9.122136007919107),
        ("zh-en", "AISP-SJTU", {"dialect": "mteval-v13a"}, 9.124030098804571),
        ("zh-en", "AISP-SJTU", {"dialect": "mteval-v14c"}, 9.122151501478172),
        ("en-de", "JDExploreAcademy", {"dialect": "mteval-v11b"}, 10.73287412923064),
        ("en-de", "JDExploreAcademy", {"dialect": "mteval-v12"}, 10.91150300766943),
        ("en-de", "JDExploreAcademy", {"dialect": "mteval-v14"}, 10.736462100326937),
        (
            "en-de",
            "JDExploreAcademy",
            {"dialect": "mteval-v14", "lowercase": "none"},
            10.697008958830148,
        ),
        (
            "en-de",
            "Online-B",
            {"dialect": "nltk-exact", "tokenize": "mteval-13a", "lowercase": "ascii"},
            9.806873983459765,
        ),
    ],
)
def test_versions_of_a_program_differ_on_systems_of_wmt22(
    pair: str, system: str, options: dict[str, Any], expected: float, wmt22_file: Read
) -> None:
    nist = Nist(**options)
    corpus = corpus_of_system(wmt22_file, f"{pair}.{system}")
    assert nist.score(nist.statistics(corpus)).score == approx(expected)


@pytest.mark.parametrize(
    # NLTK 3.10.4 gave these for a hypothesis and for its reverse, order 1
    ("hypothesis", "by_rounding"),
    [("g a c e", 1.6274437510817346), ("e c a g", 1.3192645371052787)],
)
def test_the_order_of_words_changes_unigram_nist_only_by_rounding(
    hypothesis: str, by_rounding: float
) -> None:
    scores = {
        dialect: tallystick.nist(
            hypotheses=[hypothesis], references=[["c a d g c", "a c c e"]], dialect=dialect, order=1
        ).score
        for dialect in ("nltk-exact", "nltk", "nltk-py312")
    }
    assert scores["nltk"] == approx(by_rounding)
    assert scores["nltk-py312"] == approx(1.3192645371052785)  # both, under Python 3.12 and 3.13
    # by hand: both sums of information are log2(9/1 * 9/2 * 9/4), so the longer one is used
    assert scores["nltk-exact"] == approx(1.3192645371052787)


WORDS = st.lists(st.sampled_from("abc"), max_size=7)


@st.composite
def tiny_corpora(draw: st.DrawFn) -> Segments:
    """Draw segments with 1 to 5 references: ragged, empty, short, or like the hypothesis."""
    pool = draw(st.lists(WORDS, min_size=1, max_size=3))
    near = WORDS | st.sampled_from(pool)
    segment = st.tuples(near, st.lists(near, min_size=1, max_size=5))
    return draw(st.lists(segment, min_size=1, max_size=4))


def scored(nist: Nist, segments: Segments) -> float | None:
    corpus = corpus_of(segments)
    try:
        return nist.score(nist.statistics(corpus)).score
    except InputError:
        return None


def scored_by_nltk(segments: Segments, order: int) -> float | None:
    try:
        score: float = nist_score.corpus_nist(
            [references for _, references in segments],
            [hypothesis for hypothesis, _ in segments],
            n=order,
        )
    except ZeroDivisionError:
        return None
    return score


@settings(max_examples=2 * settings().max_examples)
@given(segments=tiny_corpora(), order=st.integers(1, 6))
def test_the_dialect_of_this_python_equals_the_installed_nltk(
    segments: Segments, order: int
) -> None:
    ours = scored(Nist(dialect=NLTK_HERE, order=order), segments)
    assert ours == approx(scored_by_nltk(segments, order))


@pytest.mark.parametrize(
    # by hand: log2(8) for the word, times the penalty at 2/3 if there is one more reference
    ("axes", "expected"),
    [
        ("reference_length=first", [2, 6]),
        ("matched_references=first+reference_length=mean", [3, 6]),
        ("matched_references=first+reference_length=mean_global", [3, 3]),
        ("match=best_reference+reference_length=mean", [3, 6]),
        ("match=best_reference+reference_length=matched+order=1", [4, 6]),
    ],
)
def test_the_reference_lengths_of_an_axis(axes: str, expected: list[float]) -> None:
    nist = Nist(dialect=axes, tokenize="none", lowercase="none")
    corpus = Corpus.from_segments(
        hypotheses=["a b c", "x"], references=[["a q", "a b c d"], ["x y z u v w"]]
    )
    assert nist.statistics(corpus).column("reference_length").tolist() == expected


def test_an_axis_restricts_matches_and_weights_to_first_references() -> None:
    corpus = Corpus.from_segments(hypotheses=["a b"], references=[["a c", "b b"]])
    first = Nist(dialect="matched_references=first", tokenize="none")
    assert first.statistics(corpus).column("matches_1").tolist() == [1]
    # by hand: a is one of 4 words, or of the 2 words of the first reference
    assert first.information_weights([corpus.references])[("a",)] == 2.0
    both = Nist(dialect="information_references=first", tokenize="none")
    assert both.information_weights([corpus.references])[("a",)] == 1.0
    assert both.information_weights([corpus.references])[("b",)] == 0.0
    assert both.statistics(corpus).column("matches_1").tolist() == [2]


def test_an_alias_is_equivalent_to_its_preset() -> None:
    assert Nist(dialect="mteval-sig") == Nist(dialect="mteval-v13a-sig")


def test_the_default_is_mteval_and_options_override_the_dialect() -> None:
    assert Nist() == Nist(5, "mteval", "mteval-13a", "ascii")
    assert Nist(dialect=NistDialect()).dialect == "mteval"
    nltk = Nist(dialect="nltk-exact", lowercase="unicode")
    assert (nltk.order, nltk.tokenize, nltk.lowercase) == (5, "none", "unicode")
    assert tallystick.metric("nist:dialect=odashi,order=5,tokenize=13a") == Nist(
        dialect="odashi", order=5, tokenize="13a"
    )
    assert replace(nltk, order=3) == Nist(dialect="nltk-exact", lowercase="unicode", order=3)


def test_an_error_names_the_program() -> None:
    with pytest.raises(InputError, match="of order 3, and NLTK's corpus_nist divides by"):
        tallystick.nist(hypotheses=["a b"], references=["a b"], dialect="nltk")
    with pytest.raises(InputError, match="of order 3, and this dialect divides by"):
        tallystick.nist(
            hypotheses=["a b"], references=["a b"], dialect="order_without_ngrams=error"
        )
    with pytest.raises(InputError, match=r"all first references are empty, .* Travatar's"):
        tallystick.nist(hypotheses=["a"], references=[["", "a"]], dialect="travatar", order=1)


def test_beta_is_that_of_the_dialect() -> None:
    # by hand: log2(3) bits a word, a ratio of 1/3, exp(-1 * ln(3)^2)
    score = tallystick.nist(
        hypotheses=["a"], references=["a b c"], dialect="beta=-1.0", tokenize="none"
    )
    assert score.score == approx(math.log2(3) * math.exp(-(math.log(3) ** 2)))
    assert pytest.approx(-math.log(2) / math.log(1.5) ** 2, rel=1e-15) == BETA
