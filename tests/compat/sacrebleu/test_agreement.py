"""The drop-in has the numbers, lines and errors of sacreBLEU, bit for bit, on drawn input."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick.compat.sacrebleu as ours

theirs = pytest.importorskip("sacrebleu")
if theirs.__version__ != ours.EMULATED_VERSION:
    pytest.skip(
        f"sacreBLEU {theirs.__version__} is installed; {ours.EMULATED_VERSION} is emulated",
        allow_module_level=True,
    )

pytestmark = [
    pytest.mark.filterwarnings("ignore::tallystick.TallystickWarning"),
    # the float32 division in sacreBLEU may warn
    pytest.mark.filterwarnings("ignore::RuntimeWarning"),
]

WORDS = {
    "BLEU": [
        *("a", "b", "c", "A", "the", "the", "1.5", "5.", ",", "é", "É.", "x-1-y", "&amp;", "İß"),
        *("中文字", "“a”", "don't", "𠀀", "ΟΔΟΣ", "<skipped>", "5%", "\u3000", "-\n", "\u200b"),
    ],
    "CHRF": ["a", "ab", "(ab)", "b.", "\u3000", "É", "中文", "x,y", "Σ", "\x1c"],
    "TER": ["a", "b", "c", "B", "it's", "1.5", "x.y", "\u3000", "É", "中文。", "Σ"],
}
LINES = {
    name: st.lists(st.sampled_from(words), max_size=9).map(" ".join)
    for name, words in WORDS.items()
}
LINES["BLEU"] |= st.text(max_size=8).filter(
    lambda text: not any("\ud800" <= character <= "\udfff" for character in text)
)
SMOOTHING = st.sampled_from(
    [
        *(("exp", None), ("exp", 3.0), ("none", None), ("none", 1), ("floor", None)),
        *(("floor", 0.25), ("floor", 0), ("floor", 0.0), ("add-k", None), ("add-k", 2)),
        *(("add-k", 0.3), ("add-k", 0), ("add-k", 1e-9), ("floor", -1), ("add-k", -1)),
    ]
)
FLAGS = {
    "BLEU": ["effective_order", "lowercase", "force"],
    "CHRF": ["lowercase", "whitespace", "eps_smoothing"],
    "TER": ["normalized", "no_punct", "asian_support", "case_sensitive"],
}
VALUES: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "BLEU": {
        "max_ngram_order": st.integers(0, 6),
        "tokenize": st.sampled_from(["13a", "none", "char", "intl", "zh", None]),
        "trg_lang": st.sampled_from(["", "de", "zh"]),
    },
    "CHRF": {
        "char_order": st.integers(0, 7),
        "word_order": st.integers(0, 3),
        "beta": st.integers(0, 3),
    },
    "TER": {},
}


@st.composite
def options_of(draw: st.DrawFn, name: str) -> dict[str, Any]:
    options: dict[str, Any] = {flag: draw(st.booleans()) for flag in FLAGS[name]}
    options |= {option: draw(values) for option, values in VALUES[name].items()}
    if name == "BLEU":
        options["smooth_method"], options["smooth_value"] = draw(SMOOTHING)
    if name == "CHRF":
        options["word_order"] += not options["char_order"] + options["word_order"]
    return options


@st.composite
def streams(
    draw: st.DrawFn, name: str = "BLEU", ragged: bool = False
) -> tuple[list[str], list[list[str | None]]]:
    """Draw hypotheses and one to four streams, with missing and empty references."""
    number = draw(st.integers(1, 5))
    hypotheses = draw(st.lists(LINES[name], min_size=number, max_size=number))
    full = LINES[name] | st.sampled_from(hypotheses)
    references: list[list[str | None]] = []
    for number_of_stream in range(draw(st.integers(1, 4))):
        # a segment without references is an error, which test_errors has for chrF and TER
        complete = number_of_stream == 0 and (name != "BLEU" or draw(st.booleans()))
        length = draw(st.integers(0, number + 1)) if ragged else number
        entry = full if complete else full | st.none() | st.just("")
        references.append(draw(st.lists(entry, min_size=length, max_size=length)))
    return hypotheses, references


def everything(score: Any) -> dict[str, Any]:
    """Return every attribute and printed form; text distinguishes -0.0 and equates NaN."""
    signature = "nrefs:1|case:mixed"
    formats = [
        score.format(width, only, text, is_json)
        for width in (0, 2, 7)
        for only in (False, True)
        for text, is_json in (("", False), (signature, False), (signature, True))
    ]
    shown = repr if score.name == "BLEU" else float  # sacreBLEU's TER has whole numbers as both
    attributes = [
        (name, value if isinstance(value, str) else shown(value))
        for name, value in vars(score).items()
    ]
    return {"vars": attributes, "formats": formats, "str": str(score)}


def everything_of(call: Callable[[Any], Any], package: Any) -> Any:
    return everything(call(package))


def outcome(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except Exception as error:
        return error


def assert_equal_outcomes(call: Callable[[Any], Any]) -> None:
    """Compare what a call returns with either package, or the types of its errors."""
    expected, result = (outcome(partial(call, package)) for package in (theirs, ours))
    if isinstance(expected, Exception):
        assert isinstance(result, type(expected)), (repr(expected), repr(result))
    elif isinstance(result, Exception):
        raise result
    else:
        assert result == expected


def with_signatures(metric: Any, score: Any) -> list[Any]:
    signature = metric.get_signature()
    texts = [signature.format(), signature.format(short=True), str(signature)]
    return [everything(score), *texts, dict(signature.info)]


@pytest.mark.parametrize("name", WORDS)
@given(data=st.data())
def test_a_metric_has_the_results_of_sacrebleu(name: str, data: st.DataObject) -> None:
    hypotheses, references = data.draw(streams(name))
    options = data.draw(options_of(name))

    def corpus(package: Any) -> Any:
        metric = getattr(package, name)(**options)
        score = with_signatures(metric, metric.corpus_score(hypotheses, references))
        return [*score, metric._extract_corpus_statistics(hypotheses, references)]

    assert_equal_outcomes(corpus if name != "BLEU" else lambda package: corpus(package)[:-1])
    for hypothesis, *lines in zip(hypotheses, *references, strict=True):

        def sentence(package: Any, hypothesis: str = hypothesis, lines: Any = lines) -> Any:
            metric = getattr(package, name)(**options)
            return with_signatures(metric, metric.sentence_score(hypothesis, lines))

        assert_equal_outcomes(sentence)


@pytest.mark.parametrize("name", WORDS)
@given(data=st.data())
def test_cached_references_have_the_results_of_sacrebleu(name: str, data: st.DataObject) -> None:
    cached, others = data.draw(streams(name, ragged=name == "BLEU")), data.draw(streams(name))
    options = data.draw(options_of(name))
    calls = (
        (cached[0], None),
        (others[0], others[1]),  # given references do not replace the cached ones
        (cached[0][::-1], None),
    )
    for start in range(3 if name == "BLEU" else 1):  # an error ends what is compared

        def scores(package: Any, start: int = start) -> Any:
            metric = getattr(package, name)(**options, references=cached[1])
            first = str(metric.get_signature())
            return [first, *(everything(metric.corpus_score(*call)) for call in calls[start:])]

        assert_equal_outcomes(scores)


@given(
    drawn=streams(),
    options=options_of("BLEU"),
    resamples=st.integers(2, 90),
    seed=st.sampled_from([None, "0", "7", "12345"]),
)
def test_intervals_of_bleu(
    drawn: Any, options: dict[str, Any], resamples: int, seed: str | None
) -> None:
    def interval(package: Any) -> Any:
        metric = package.BLEU(**options)
        return with_signatures(metric, metric.corpus_score(*drawn, resamples))

    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SACREBLEU_SEED", raising=False)
        if seed is not None:
            patch.setenv("SACREBLEU_SEED", seed)
        assert_equal_outcomes(interval)


@pytest.mark.parametrize(("name", "most"), [("CHRF", 100.0001), ("TER", math.inf)])
@given(data=st.data())
def test_intervals_of_chrf_and_ter(name: str, most: float, data: st.DataObject) -> None:
    drawn = data.draw(streams(name))
    options = {"eps_smoothing": data.draw(st.booleans())} if name == "CHRF" else {}
    score = getattr(ours, name)(**options).corpus_score(*drawn, n_bootstrap=20)
    assert 0 <= score._mean <= most
    original = getattr(theirs, name)(**options)
    lengths = original._extract_corpus_statistics(*drawn)
    with suppress(TypeError):  # sacrebleu-(chrf|ter)-interval-mixes-precisions in the ledger
        expected = original.corpus_score(*drawn, n_bootstrap=20)
        if name == "TER" and any(length % 1 for _, length in lengths):
            # mean lengths that are fractions are added in double precision here
            assert score._mean == pytest.approx(expected._mean, rel=1e-5)
            assert score._ci == pytest.approx(expected._ci, rel=1e-5, abs=1e-4)
        else:
            assert vars(score) == vars(expected)


@given(drawn=streams(ragged=True), smoothing=SMOOTHING, options=options_of("BLEU"))
def test_module_functions(drawn: Any, smoothing: Any, options: dict[str, Any]) -> None:
    hypotheses, references = drawn
    shared = {name: options[name] for name in ("lowercase", "tokenize")}
    shared |= {"use_effective_order": options["effective_order"]}
    shared |= {"smooth_method": smoothing[0], "smooth_value": smoothing[1]}
    lines = [stream[0] for stream in references if stream]
    calls: list[Callable[[Any], Any]] = [
        lambda package: package.corpus_bleu(hypotheses, references, **shared),
        lambda package: package.corpus_bleu(hypotheses, references, *smoothing, True, True),
        lambda package: package.raw_corpus_bleu(hypotheses, references),
        lambda package: package.raw_corpus_bleu(hypotheses, references, smoothing[1]),
        lambda package: package.sentence_bleu(hypotheses[0], lines, **shared),
        lambda package: package.sentence_bleu(hypotheses[0], lines, *smoothing, True, "intl"),
    ]
    for call in calls:
        assert_equal_outcomes(partial(everything_of, call))


COUNTS = st.lists(st.integers(0, 9), min_size=4, max_size=4)


@given(
    correct=COUNTS,
    total=COUNTS,
    lengths=st.tuples(st.integers(0, 30), st.integers(0, 30)),
    smoothing=SMOOTHING,
    effective=st.booleans(),
    order=st.integers(0, 5),
)
def test_compute_bleu_does_not_modify_the_counts(
    correct: list[int], total: list[int], lengths: Any, smoothing: Any, effective: bool, order: int
) -> None:
    given = list(correct), list(total)

    def compute(package: Any) -> Any:
        counts = given if package is ours else (list(correct), list(total))
        rest = (*lengths, *smoothing, effective, order)
        return everything(package.BLEU.compute_bleu(*counts, *rest))

    for _ in range(2):
        assert_equal_outcomes(compute)
    assert given == (correct, total)


def test_compute_bleu_does_not_modify_counts_in_numpy_arrays() -> None:
    correct, total = np.array([3.0, 0.0, 1.0, 0.0]), np.array([5.0, 4.0, 3.0, 2.0])
    scores = [
        ours.BLEU.compute_bleu(correct, total, 5, 5, "add-k").score  # type: ignore[arg-type]
        for _ in range(2)
    ]
    # sacreBLEU 2.6.0 returns 49.49 the second time
    assert scores == pytest.approx([37.60603093086395] * 2, rel=1e-14)


def test_the_interval_of_ter_with_mean_lengths_is_that_of_sacrebleu_to_the_bit() -> None:
    # the references have 2.5 and 1.5 words on average, which TER divides by
    hypotheses, streams = ["", "x b d"], [["b", "d b d"], ["d b d c", ""]]
    results = []
    for package in (theirs, ours):
        score = package.TER().corpus_score(hypotheses, streams, n_bootstrap=50)
        results.append((float(score._mean), float(score._ci), str(score)))
    assert results[0] == results[1]


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled], ids=lambda f: f.__name__)
def test_scores_and_metrics_with_cached_references_can_be_copied(
    copied: Callable[[Any], Any],
) -> None:
    for metric in (
        ours.BLEU(references=[["a b c e", "x"], ["a", None]]),
        ours.CHRF(references=[["a b c e", "x"]]),
        ours.TER(references=[["a b c e", "x"]]),
    ):
        expected = metric.corpus_score(["a b c d", "x y"], None)
        assert vars(copied(metric).corpus_score(["a b c d", "x y"], None)) == vars(expected)
        assert vars(copied(expected)) == vars(expected)
        assert str(copied(expected).tallystick_signature) == str(expected.tallystick_signature)


def test_threads_may_share_a_metric_with_cached_references() -> None:
    lines = ["a b c d e f"] * 500
    metric = ours.BLEU(references=[lines])
    expected = metric.corpus_score(["a b c d e x"] * 500, None)
    with ThreadPoolExecutor(4) as threads:
        scores = list(
            threads.map(lambda _: metric.corpus_score(["a b c d e x"] * 500, None), range(24))
        )
    assert all(vars(score) == vars(expected) for score in scores)


@given(
    tokens=st.lists(st.sampled_from(WORDS["BLEU"]), max_size=6),
    order=st.integers(1, 3),
    spaces=st.booleans(),
)
def test_ngram_helpers(tokens: list[str], order: int, spaces: bool) -> None:
    line = " ".join(tokens)
    helpers = pytest.importorskip("sacrebleu.metrics.helpers")
    from tallystick.compat.sacrebleu.metrics import helpers as own

    assert own.extract_word_ngrams(tokens, order) == helpers.extract_word_ngrams(tokens, order)
    assert own.extract_all_word_ngrams(line, 1, order) == helpers.extract_all_word_ngrams(
        line, 1, order
    )
    for name in ("extract_char_ngrams", "extract_all_char_ngrams"):
        assert getattr(own, name)(line, order, spaces) == getattr(helpers, name)(
            line, order, spaces
        )


@pytest.mark.parametrize("test_type", ["bs", "ar"])
def test_significance_tests_of_sacrebleu_accept_the_metric_of_the_drop_in(test_type: str) -> None:
    significance = pytest.importorskip("sacrebleu.significance")
    reference = [f"a b c d {number} e f {number % 3}" for number in range(30)]
    systems = [
        (name, [line.replace(old, "x") for line in reference])
        for name, old in (("baseline", "c d"), ("one", "5"), ("two", "e"))
    ]
    results = []
    for package in (theirs, ours):
        metric = package.BLEU(references=[reference])
        signatures, scores = significance.PairedTest(
            systems, {"BLEU": metric}, None, test_type=test_type, n_samples=50, n_ar_confidence=20
        )()
        results.append((str(signatures), repr(scores)))
    assert results[0] == results[1]


def test_a_resample_without_a_logarithm_is_an_error_as_in_sacrebleu() -> None:
    # k = -1 makes the precision of order 2 negative without a matching bigram
    hypotheses, references = ["", "a a a", "", ""], [["", "a a", "", ""]]
    for module in (theirs, ours):
        metric = module.BLEU(smooth_method="add-k", smooth_value=-1, max_ngram_order=3)
        with pytest.raises(ValueError, match="math domain error"):
            metric.corpus_score(hypotheses, references, n_bootstrap=3)


@pytest.mark.parametrize(("pair", "tokenize"), [("de-en", "13a"), ("en-zh", "zh")])
def test_a_third_of_a_system_of_wmt22_with_its_interval_and_some_sentences_are_equal(
    pair: str, tokenize: str, shared_data: Path, wmt22_file: Callable[[str], list[str]]
) -> None:
    def thirds(kind: str) -> list[list[str]]:
        paths = sorted(shared_data.glob(f"*/generaltest2022.{pair}.{kind}.*"))
        return [wmt22_file(f"{path.parent.name}/{path.name}")[::3] for path in paths]

    (hypotheses, *_), references = thirds("hyp"), thirds("ref")
    results = []
    for package in (ours, theirs):
        metric = package.BLEU(trg_lang=pair.rpartition("-")[2], references=references)
        score = metric.corpus_score(hypotheses, None, 100)
        signature = str(metric.get_signature())
        line = score.format(4, signature=signature, is_json=True)
        of_sentences = package.BLEU(effective_order=True, tokenize=tokenize)
        sentences = [
            vars(of_sentences.sentence_score(hypothesis, lines))
            for hypothesis, *lines in zip(
                hypotheses[::7], *(stream[::7] for stream in references), strict=True
            )
        ]
        results.append((vars(score), str(score), signature, line, sentences))
        assert metric.tokenizer_signature == tokenize
    assert references
    assert results[0] == results[1]
