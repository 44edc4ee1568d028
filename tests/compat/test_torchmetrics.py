"""The classes for TorchMetrics have its numbers, options and states."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError

TEXT_CLASSES = pytest.importorskip("torchmetrics", reason="torchmetrics is not installed").text
torch = import_module("torch")
OURS = import_module("tallystick.compat.torchmetrics")

WORDS = ["the", "cat", "Dog's", "dog-", "1.5", "3-4", "&quot;", "x!", "(yes)", "Ünïcode", "İ", "\t"]
TEXT = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
LINES = st.lists(st.sampled_from([*WORDS, "\n", "-\n"]), max_size=8).map(" ".join)
PAIRS = st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=3)


def several(text: Any) -> Any:
    return st.lists(st.tuples(text, st.lists(text, min_size=1, max_size=2)), min_size=1, max_size=3)


SEVERAL = several(TEXT)
ONE = st.lists(st.tuples(TEXT, st.tuples(TEXT).map(list)), min_size=1, max_size=3)
N_GRAMS = ("rouge1", "rouge2", "rougeL")  # rougeLsum needs NLTK's punkt there
CASES = [
    ("WordErrorRate", {}, PAIRS),
    ("CharErrorRate", {}, PAIRS),
    ("MatchErrorRate", {}, PAIRS),
    ("WordInfoLost", {}, PAIRS),
    ("WordInfoPreserved", {}, PAIRS),
    ("BLEUScore", {}, SEVERAL),
    ("BLEUScore", {"smooth": True}, SEVERAL),
    ("BLEUScore", {"n_gram": 2, "weights": [0.3, 0.7]}, SEVERAL),
    ("SacreBLEUScore", {}, several(LINES)),
    ("SacreBLEUScore", {"tokenize": "none"}, SEVERAL),
    ("SacreBLEUScore", {"lowercase": True, "smooth": True}, SEVERAL),
    ("SacreBLEUScore", {"tokenize": "zh"}, SEVERAL),
    # several references with the same chrF are chosen by rounding in 32 bits there
    ("CHRFScore", {}, ONE),
    ("CHRFScore", {"n_word_order": 0, "lowercase": True, "n_char_order": 3}, ONE),
    ("CHRFScore", {"whitespace": True, "return_sentence_level_score": True}, ONE),
    ("TranslationEditRate", {}, SEVERAL),
    ("TranslationEditRate", {"no_punctuation": True, "lowercase": False}, SEVERAL),
    ("TranslationEditRate", {"normalize": True, "return_sentence_level_score": True}, SEVERAL),
    ("ROUGEScore", {"rouge_keys": N_GRAMS}, ONE),
    ("ROUGEScore", {"rouge_keys": N_GRAMS, "accumulate": "avg"}, SEVERAL),
    ("ROUGEScore", {"rouge_keys": "rougeL", "use_stemmer": True}, ONE),
    ("ROUGEScore", {"rouge_keys": "rouge1", "tokenizer": str.split}, ONE),
]


def numbers(result: Any) -> list[float]:
    if isinstance(result, dict):
        return [float(result[name]) for name in sorted(result)]
    parts = result if isinstance(result, tuple) else (result,)
    return [number for part in parts for number in part.reshape(-1).tolist()]


@pytest.mark.parametrize(("name", "options", "batches"), CASES)
def test_batches_and_their_sums_score_as_in_torchmetrics(
    name: str, options: dict[str, Any], batches: Any
) -> None:
    @given(first=batches, second=batches)
    def scores_are_equal(first: Any, second: Any) -> None:
        pair = [getattr(module, name)(**options) for module in (OURS, TEXT_CLASSES)]
        for batch in (first, second):
            texts = [list(side) for side in zip(*batch, strict=True)]
            ours, theirs = (numbers(metric(*texts)) for metric in pair)
            assert ours == pytest.approx(theirs, rel=2e-6, abs=1e-6, nan_ok=True)
        ours, theirs = (numbers(metric.compute()) for metric in pair)
        assert ours == pytest.approx(theirs, rel=2e-6, abs=1e-6, nan_ok=True)

    scores_are_equal()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SacreBLEUScore", "WordErrorRate"])
def test_wmt22_scores_as_in_torchmetrics(wmt22_file: Callable[[str], list[str]], name: str) -> None:
    hypotheses = wmt22_file("system-outputs/generaltest2022.de-en.hyp.Online-A.en")[:300]
    references: list[Any] = wmt22_file("references/generaltest2022.de-en.ref.A.en")[:300]
    if name == "SacreBLEUScore":
        references = [[line] for line in references]
    pair = [getattr(module, name)() for module in (OURS, TEXT_CLASSES)]
    for start in range(0, 300, 32):
        for metric in pair:
            metric.update(hypotheses[start : start + 32], references[start : start + 32])
    assert float(pair[0].compute()) == pytest.approx(float(pair[1].compute()), rel=1e-6)


def test_the_best_reference_is_chosen_for_each_type_of_rouge() -> None:
    # "a c b e" has more words of the hypothesis, "x a b" more of its bigrams
    texts = (["a b c d"], [["a c b e", "x a b"]])
    ours, theirs = (
        module.ROUGEScore(rouge_keys=("rouge1", "rouge2"))(*texts)
        for module in (OURS, TEXT_CLASSES)
    )
    assert numbers(ours) == pytest.approx(numbers(theirs))
    assert float(ours["rouge1_fmeasure"]) == 0.75
    assert float(ours["rouge2_fmeasure"]) == pytest.approx(0.4)


@pytest.mark.parametrize("name", OURS.__all__)
def test_every_state_is_reduced_by_a_sum_and_survives_pickling(name: str) -> None:
    options = {"rouge_keys": N_GRAMS} if name == "ROUGEScore" else {}
    metric = pickle.loads(pickle.dumps(getattr(OURS, name)(**options)))
    reductions = {
        reduction.__name__
        for state, reduction in metric._reductions.items()
        if state != "sentence_ter" and reduction is not None
    }
    assert reductions == {"dim_zero_sum"}


def test_states_of_two_processes_add_up_to_those_of_one() -> None:
    whole, first, second = (OURS.SacreBLEUScore() for _ in range(3))
    lines = ["the cat sat on the mat", "it rains on the big red cat today"]
    references = [["the cat sat on a mat"], ["it rains on the big red dog today"]]
    whole.update(lines, references)
    first.update(lines[:1], references[:1])
    second.update(lines[1:], references[1:])
    first.merge_state(second)
    assert float(first.compute()) == float(whole.compute()) > 0


def test_counts_are_exact_above_the_integers_of_32_bit_floats() -> None:
    metric = OURS.WordErrorRate()
    metric.total = torch.tensor(2**24)
    metric.update(["a"], ["b"])
    assert metric.total.item() == 2**24 + 1
    assert torch.tensor(2.0**24) + 1 == 2**24


@pytest.mark.parametrize("name", ["BLEUScore", "WordErrorRate"])
def test_sides_of_different_length_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="preds has 2 texts and target has the references of 1"):
        getattr(OURS, name)().update(["a", "b"], ["a"])


@pytest.mark.parametrize("preds", [["a"], "a"])
def test_several_references_of_an_error_rate_are_refused(preds: Any) -> None:
    with pytest.raises(InputError, match=r"target has \['a', 'b'\]; expected one string per text"):
        OURS.WordErrorRate().update(preds, [["a", "b"]])


@pytest.mark.parametrize("target", [["no", "it rains here"], [["no", "it rains here"]]])
def test_a_single_text_may_have_several_references(target: Any) -> None:
    ours, theirs = (module.CHRFScore()("it rains here", target) for module in (OURS, TEXT_CLASSES))
    assert float(ours) == pytest.approx(float(theirs)) == pytest.approx(1)


def test_reset_forgets_every_batch() -> None:
    metric = OURS.BLEUScore(n_gram=1)
    metric.update(["a b"], [["c d"]])
    metric.reset()
    metric.update(["a b"], [["a b"]])
    assert float(metric.compute()) == 1


def test_an_empty_batch_changes_nothing() -> None:
    metric = OURS.WordErrorRate()
    metric.update(["a b"], ["a c"])
    metric.update([], [])
    assert float(metric.compute()) == 0.5


def test_the_states_of_torchmetrics_are_read_also_of_rouge() -> None:
    theirs = TEXT_CLASSES.ROUGEScore(rouge_keys=("rouge1", "rougeL"))
    theirs.persistent(True)
    theirs.update(["a b c d", "x"], [["a b c e"], ["y"]])
    ours = OURS.ROUGEScore(rouge_keys=("rouge1", "rougeL"))
    ours.load_state_dict(theirs.state_dict())
    for metric in (theirs, ours):
        metric.update(["a"], [["a"]])
    expected = {name: pytest.approx(float(score)) for name, score in theirs.compute().items()}
    assert {name: float(score) for name, score in ours.compute().items()} == expected


@pytest.mark.parametrize("given", [([None], [["a"]]), (["a"], [[None]])])
def test_what_is_no_text_is_refused_in_words(given: Any) -> None:
    with pytest.raises(InputError, match="segment 1"):
        OURS.SacreBLEUScore().update(*given)
