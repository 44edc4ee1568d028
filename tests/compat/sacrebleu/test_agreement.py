"""The drop-in has the numbers, lines and errors of sacreBLEU, bit for bit, on random input."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
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

WORDS = st.sampled_from(
    [
        *("a", "b", "c", "A", "the", "the", "1.5", "5.", ",", "é", "É.", "x-1-y", "&amp;", "İß"),
        *("中文字", "“a”", "don't", "𠀀", "ΟΔΟΣ", "<skipped>", "5%", "\u3000", "-\n", "\u200b"),
    ]
)
LINES = st.lists(WORDS, max_size=9).map(" ".join) | st.text(max_size=8).filter(
    lambda text: not any("\ud800" <= character <= "\udfff" for character in text)
)
SMOOTHING = st.sampled_from(
    [
        *(("exp", None), ("exp", 3.0), ("none", None), ("none", 1), ("floor", None)),
        *(("floor", 0.25), ("floor", 0), ("floor", 0.0), ("add-k", None), ("add-k", 2)),
        *(("add-k", 0.3), ("add-k", 0), ("add-k", 1e-9), ("floor", -1), ("add-k", -1)),
    ]
)
COUNTED = st.fixed_dictionaries(
    {
        "smoothing": SMOOTHING,
        "effective_order": st.booleans(),
        "lowercase": st.booleans(),
        "max_ngram_order": st.integers(0, 6),
        "tokenize": st.sampled_from(["13a", "none", "char", "intl", "zh", None]),
        "trg_lang": st.sampled_from(["", "de", "zh"]),
        "force": st.booleans(),
    }
)


def constructor(options: dict[str, Any]) -> dict[str, Any]:
    method, value = options["smoothing"]
    kept = {key: value for key, value in options.items() if key != "smoothing"}
    return {"smooth_method": method, "smooth_value": value, **kept}


@st.composite
def streams(draw: st.DrawFn, ragged: bool = False) -> tuple[list[str], list[list[str | None]]]:
    """Draw hypotheses and one to four streams, with missing and empty references."""
    number = draw(st.integers(1, 5))
    hypotheses = draw(st.lists(LINES, min_size=number, max_size=number))
    entry = st.none() | st.just("") | LINES | st.sampled_from(hypotheses)
    full = LINES | st.sampled_from(hypotheses)
    references: list[list[str | None]] = []
    for number_of_stream in range(draw(st.integers(1, 4))):
        complete = number_of_stream == 0 and draw(st.booleans())
        fewest = draw(st.integers(0, number + 1)) if ragged else number
        most = fewest if ragged else number
        entries = st.lists(full if complete else entry, min_size=fewest, max_size=most)
        references.append(draw(entries))
    return hypotheses, references


def everything(score: Any) -> dict[str, Any]:
    """Return every attribute and printed form as text, which distinguishes -0.0 and equates NaN."""
    signature = "nrefs:1|case:mixed"
    formats = [
        score.format(width, only, text, is_json)
        for width in (0, 2, 7)
        for only in (False, True)
        for text, is_json in (("", False), (signature, False), (signature, True))
    ]
    return {
        "vars": {name: repr(value) for name, value in vars(score).items()},
        "order": list(vars(score)),
        "formats": formats,
        "str": str(score),
    }


def outcome(package: Any, options: dict[str, Any], call: Any) -> Any:
    """Return the score and both signatures of a call, or the type of its error."""
    try:
        metric = package.BLEU(**constructor(options))
        score = call(metric)
        signature = metric.get_signature()
        return (
            everything(score),
            signature.format(),
            signature.format(short=True),
            str(signature),
            dict(signature.info),
        )
    except Exception as error:
        return error


def assert_equal_outcomes(options: dict[str, Any], call: Any) -> None:
    expected = outcome(theirs, options, call)
    found = outcome(ours, options, call)
    if isinstance(expected, Exception):
        assert isinstance(found, type(expected)), (repr(expected), repr(found))
    else:
        if isinstance(found, Exception):
            raise found
        assert found == expected


@given(drawn=streams(), options=COUNTED)
def test_corpora(drawn: Any, options: dict[str, Any]) -> None:
    hypotheses, references = drawn
    assert_equal_outcomes(options, lambda bleu: bleu.corpus_score(hypotheses, references))


@given(drawn=streams(), options=COUNTED)
def test_sentences(drawn: Any, options: dict[str, Any]) -> None:
    hypotheses, references = drawn
    for index, hypothesis in enumerate(hypotheses):
        lines = [stream[index] for stream in references]
        assert_equal_outcomes(
            options, lambda bleu, h=hypothesis, r=lines: bleu.sentence_score(h, r)
        )


@given(drawn=streams(ragged=True), others=streams(), options=COUNTED)
def test_cached_references(drawn: Any, others: Any, options: dict[str, Any]) -> None:
    def both_systems(package: Any) -> Any:
        metric = package.BLEU(**constructor(options), references=drawn[1])
        found: list[Any] = [str(metric.get_signature())]
        for hypotheses, references in (
            (drawn[0], None),
            (others[0], others[1]),  # given references do not replace the cached ones
            (list(reversed(drawn[0])), None),
        ):
            try:
                found.append(everything(metric.corpus_score(hypotheses, references)))
            except Exception as error:
                found.append(error)
            found.append(str(metric.get_signature()))
        return found

    for found, expected in zip(both_systems(ours), both_systems(theirs), strict=True):
        if isinstance(expected, Exception):
            assert isinstance(found, type(expected))
        else:
            assert found == expected


@given(
    drawn=streams(),
    options=COUNTED,
    resamples=st.integers(2, 90),
    seed=st.sampled_from([None, "0", "7", "12345"]),
)
def test_resampled_means_and_intervals(
    drawn: Any, options: dict[str, Any], resamples: int, seed: str | None
) -> None:
    hypotheses, references = drawn
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SACREBLEU_SEED", raising=False)
        if seed is not None:
            patch.setenv("SACREBLEU_SEED", seed)
        assert_equal_outcomes(
            options, lambda bleu: bleu.corpus_score(hypotheses, references, resamples)
        )


@settings(max_examples=20)
@given(drawn=streams(ragged=True), smoothing=SMOOTHING, options=COUNTED)
def test_module_functions(drawn: Any, smoothing: Any, options: dict[str, Any]) -> None:
    hypotheses, references = drawn
    shared = {
        "smooth_method": smoothing[0],
        "smooth_value": smoothing[1],
        "lowercase": options["lowercase"],
        "tokenize": options["tokenize"],
        "use_effective_order": options["effective_order"],
    }
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
        try:
            expected = everything(call(theirs))
        except Exception as error:
            with pytest.raises(type(error)):
                call(ours)
        else:
            assert everything(call(ours)) == expected


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
    rest = (*lengths, *smoothing, effective, order)
    try:
        expected = everything(theirs.BLEU.compute_bleu(list(correct), list(total), *rest))
    except Exception as error:
        with pytest.raises(type(error)):
            ours.BLEU.compute_bleu(correct, total, *rest)
        return
    given_correct, given_total = list(correct), list(total)
    first = everything(ours.BLEU.compute_bleu(given_correct, given_total, *rest))
    second = everything(ours.BLEU.compute_bleu(given_correct, given_total, *rest))
    assert first == second == expected
    assert (given_correct, given_total) == (correct, total)


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


def test_a_score_can_be_pickled_and_keeps_its_signature() -> None:
    score = ours.corpus_bleu(["a b c d"], [["a b c e"]])
    copied = pickled(score)
    assert vars(copied) == vars(score)
    assert str(copied.tallystick_signature) == str(score.tallystick_signature)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled], ids=lambda f: f.__name__)
def test_a_metric_with_cached_references_can_be_copied(copied: Callable[[Any], Any]) -> None:
    metric = ours.BLEU(references=[["a b c e", "x"], ["a", None]])
    expected = metric.corpus_score(["a b c d", "x y"], None)
    assert vars(copied(metric).corpus_score(["a b c d", "x y"], None)) == vars(expected)


def test_threads_may_share_a_metric_with_cached_references() -> None:
    lines = ["a b c d e f"] * 3000
    metric = ours.BLEU(references=[lines])
    expected = metric.corpus_score(["a b c d e x"] * 3000, None)
    with ThreadPoolExecutor(4) as threads:
        found = list(
            threads.map(lambda _: metric.corpus_score(["a b c d e x"] * 3000, None), range(24))
        )
    assert all(vars(score) == vars(expected) for score in found)


def test_lines_that_sacrebleu_does_not_check_are_not_checked() -> None:
    hypotheses: Any = ["a b c d", 5]
    references: Any = [["a b c e"], ["a", 7]]
    expected = theirs.corpus_bleu(hypotheses, references)
    assert vars(ours.corpus_bleu(hypotheses, references)) == vars(expected)


@given(tokens=st.lists(WORDS, max_size=6), order=st.integers(1, 3), spaces=st.booleans())
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
