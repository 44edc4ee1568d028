"""The metrics of evaluate have its numbers, keys and options, without it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate import gleu_score, nist_score

from tallystick import InputError, MissingExtraError, TallystickError
from tallystick.compat.evaluate import load

PREDICTIONS = ["the cat is on the mat .", "It's 1.5 &quot;big&quot; dogs", "on"]
REFERENCES = [
    ["the cat sat on the mat .", "a cat is on that mat"],
    ["it's 1.5 big dogs, yes", "1.5 dogs"],
    ["on top", "upon"],
]
SOURCES = ["the feline was sitting on the mat .", 'it is 1.5 "big" dogs', "on"]

# Runs of the modules of github.com/huggingface/evaluate a7dd338 on these texts, with sacreBLEU
# 2.6.0, NLTK 3.10.4, rouge-score 0.1.2, jiwer 4.0.0 and sacremoses; precisions as fractions
RECORDED: list[tuple[str, dict[str, Any], Any]] = [
    (
        "bleu",
        {},
        {
            "bleu": 0.3779644730092272,
            "precisions": [11 / 14, 6 / 11, 3 / 9, 1 / 7],
            "brevity_penalty": 1.0,
            "length_ratio": 1.5555555555555556,
            "translation_length": 14,
            "reference_length": 9,
        },
    ),
    (
        "bleu",
        {"smooth": True, "max_order": 2},
        {
            "bleu": 0.6831300510639733,
            "precisions": [0.8, 0.5833333333333334],
            "brevity_penalty": 1.0,
            "length_ratio": 1.5555555555555556,
            "translation_length": 14,
            "reference_length": 9,
        },
    ),
    (
        "sacrebleu",
        {"lowercase": True},
        {
            "score": 40.145310162592594,
            "counts": [12, 7, 3, 1],
            "totals": [14, 11, 9, 7],
            "precisions": [1200 / 14, 700 / 11, 300 / 9, 100 / 7],
            "bp": 1.0,
            "sys_len": 14,
            "ref_len": 14,
        },
    ),
    (
        "chrf",
        {"word_order": 2},
        {"score": 52.64475649922754, "char_order": 6, "word_order": 2, "beta": 2},
    ),
    ("ter", {"normalized": True}, {"score": 48.0, "num_edits": 6, "ref_length": 12.5}),
    ("google_bleu", {"min_len": 2}, {"google_bleu": 0.25}),
    (
        "rouge",
        {"use_aggregator": False, "use_stemmer": True},
        {
            "rouge1": [0.8333333333333334, 0.7999999999999999, 0.6666666666666666],
            "rouge2": [0.6, 0.4615384615384615, 0.0],
            "rougeL": [0.8333333333333334, 0.7999999999999999, 0.6666666666666666],
            "rougeLsum": [0.8333333333333334, 0.7999999999999999, 0.6666666666666666],
        },
    ),
    ("wer", {}, 0.42857142857142855),
    ("cer", {}, 0.4423076923076923),
    ("sari", {}, {"sari": 64.98788248788249}),
]


@pytest.mark.parametrize(("name", "options", "expected"), RECORDED)
def test_recorded_runs_of_the_modules(name: str, options: dict[str, Any], expected: Any) -> None:
    references: Any = [refs[0] for refs in REFERENCES] if name in ("wer", "cer") else REFERENCES
    sources = {"sources": SOURCES} if name == "sari" else {}
    ours = load(name).compute(predictions=PREDICTIONS, references=references, **sources, **options)
    if not isinstance(expected, dict):
        assert ours == pytest.approx(expected, rel=1e-12)
        return
    assert list(ours) == list(expected)
    for key, value in expected.items():
        assert ours[key] == pytest.approx(value, rel=1e-12), key


WORDS = ["the", "cat", "dog", "mat", "a", "on"]
TEXT = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join)
PAIRS = st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=4)


def by_sacrebleu(kind: str, predictions: list[str], references: list[str]) -> Any:
    result = getattr(sacrebleu, f"corpus_{kind}")(predictions, [references])
    return result.score


def by_jiwer(kind: str, predictions: list[str], references: list[str]) -> float:
    jiwer = pytest.importorskip("jiwer", reason="jiwer is not installed")
    process = getattr(jiwer, f"process_{kind}")
    parts = [process(ref, other) for ref, other in zip(references, predictions, strict=True)]
    edits = sum(part.substitutions + part.deletions + part.insertions for part in parts)
    return float(edits / sum(part.substitutions + part.deletions + part.hits for part in parts))


def split(texts: list[str]) -> list[list[str]]:
    return [text.split() for text in texts]


def by_nltk(function: Any, predictions: list[str], references: list[str]) -> float:
    return float(function([[reference] for reference in split(references)], split(predictions)))


INDEPENDENT: dict[str, tuple[str | None, Any]] = {
    "sacrebleu": ("score", lambda *texts: by_sacrebleu("bleu", *texts)),
    "chrf": ("score", lambda *texts: by_sacrebleu("chrf", *texts)),
    "ter": ("score", lambda *texts: by_sacrebleu("ter", *texts)),
    "wer": (None, lambda *texts: by_jiwer("words", *texts)),
    "cer": (None, lambda *texts: by_jiwer("characters", *texts)),
    "google_bleu": ("google_bleu", lambda *texts: by_nltk(gleu_score.corpus_gleu, *texts)),
    # on words without punctuation, the tokenizer of the module only splits
    "nist_mt": ("nist_mt", lambda *texts: by_nltk(nist_score.corpus_nist, *texts)),
}


@pytest.mark.filterwarnings("ignore:sacreBLEU does not correct the rounding error")
@pytest.mark.parametrize("name", INDEPENDENT)
def test_scores_are_those_of_the_package_that_evaluate_calls(name: str) -> None:
    key, compute = INDEPENDENT[name]

    @given(pairs=PAIRS)
    def scores_are_equal(pairs: Any) -> None:
        predictions, references = (list(side) for side in zip(*pairs, strict=True))
        try:
            expected = compute(predictions, references)
        except ZeroDivisionError:  # NIST of texts without n-grams of some order
            return
        result = load(name).compute(predictions=predictions, references=references)
        assert (result if key is None else result[key]) == pytest.approx(expected, rel=1e-12)

    scores_are_equal()


@pytest.mark.usefixtures("recorded_wordnet")
def test_meteor_is_the_mean_of_the_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nltk.tokenize.word_tokenize", str.split)  # its data need not be installed
    texts = {
        "predictions": ["the cat sat on", "x"],
        "references": [["no", "the cat sat on"], ["y"]],
    }
    # four of four words match in one chunk: 1 - 0.5 (1/4)^3; and none matches: 0
    assert load("meteor").compute(**texts) == {"meteor": (1 - 0.5 / 64) / 2}


def test_meteor_without_the_data_of_nltk_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("nltk.data.path", [])
    with pytest.raises(MissingExtraError, match=r"nltk\.downloader punkt_tab wordnet"):
        load("meteor").compute(predictions=["a"], references=["a"])


def test_the_aggregated_rouge_is_the_mean_of_the_scores() -> None:
    texts = {"predictions": PREDICTIONS, "references": REFERENCES}
    each = load("rouge").compute(**texts, use_aggregator=False)
    means = {kind: sum(scores) / 3 for kind, scores in each.items()}
    assert load("rouge").compute(**texts) == pytest.approx(means)


def test_texts_can_be_added_before() -> None:
    metric = load("wer")
    metric.add(prediction="a b", reference="a c")
    metric.add_batch(predictions=["x"], references=["x"])
    assert metric.compute() == pytest.approx(1 / 3)
    with pytest.raises(InputError, match="no predictions"):
        metric.compute()


def test_references_of_another_form_than_those_before_are_refused() -> None:
    metric = load("bleu")
    metric.add_batch(predictions=[], references=[])
    metric.add(prediction="a b c d", references=["a b c d", "e"])
    with pytest.raises(InputError, match="number 1 of the references is 'x'; expected a list of"):
        metric.add(prediction="x", reference="x")
    assert metric.compute()["bleu"] == 1.0
    assert metric.compute(predictions=["a b c d"], references=["a b c d"])["bleu"] == 1.0


@pytest.mark.filterwarnings("ignore:sacreBLEU does not correct")
@pytest.mark.parametrize(
    ("name", "expected"), [("bleu", 1), ("sacrebleu", 100), ("wer", 0)]
)  # evaluate 0.4.6
@pytest.mark.parametrize(
    "refused",
    [
        {"predictions": ["x y z q"], "references": "r s t"},
        {"predictions": ["x y z q"], "references": ["r s t", "a b c d"]},
        {"predictions": ["x y z q"], "references": [None]},
        {"predictions": ["x y z q"]},
    ],
)
def test_a_refused_call_leaves_nothing_behind(
    name: str, expected: float, refused: dict[str, Any]
) -> None:
    metric = load(name)
    for call in (metric.compute, metric.add_batch):
        with pytest.raises(InputError):
            call(**refused)
    metric.add(prediction="a b c d", reference="a b c d")
    with pytest.raises(InputError):
        metric.add_batch(**refused)
    result = metric.compute(predictions=["e f g h"], references=["e f g h"])
    if isinstance(result, dict):
        result = result["score" if name == "sacrebleu" else name]
    assert result == pytest.approx(expected)


ONE = ["a b c d e"]
EQUAL: dict[str, Any] = {"predictions": ONE, "references": ONE}
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("bleu", {"predictions": ONE, "references": [*ONE, "a"]}, "1 prediction, 2 references"),
    ("bleu", {"predictions": ONE}, "references are missing"),
    ("bleu", {**EQUAL, "lower": True}, "no option 'lower'; expected tokenizer"),
    ("bleu", {**EQUAL, "sources": ONE}, "sources are not used"),
    ("bleu", {"predictions": ONE, "references": [""]}, "references are all empty"),
    ("chrf", {**EQUAL, "char_order": 0}, "^char_order and word_order are both 0"),
    ("bleu", {**EQUAL, "max_order": 0}, "^max_order is 0; expected a whole number from 1"),
    ("bleu", {**EQUAL, "tokenizer": "13a"}, "tokenizer is '13a'; expected a function"),
    ("chrf", {"predictions": [1], "references": ONE}, "predictions is 1; expected a string"),
    ("google_bleu", {"predictions": "a", "references": "a"}, "predictions is 'a'; expected a list"),
    ("google_bleu", {**EQUAL, "min_len": 5}, "^min_len is 5; expected at most max_len, which is 4"),
    ("google_bleu", {**EQUAL, "min_len": "1"}, "^min_len is '1'; expected a whole number"),
    ("rouge", {"predictions": ["a", "b"], "references": ["a", ["b"]]}, "number 2 of the refer"),
    ("rouge", {"predictions": ONE, "references": [[]]}, "expected a list of strings"),
    ("rouge", {"predictions": ONE, "references": [np.array("a")]}, "expected a list of strings"),
    ("rouge", {**EQUAL, "rouge_types": ["rouge"]}, "rouge"),
    ("rouge", {**EQUAL, "rouge_types": "rouge1"}, "rouge_types is 'rouge1'; expected a list"),
    ("sacrebleu", {"predictions": ["a", "b"], "references": [["a"], ["b", "c"]]}, "1 or 2"),
    ("sacrebleu", {**EQUAL, "tokenize": "14a"}, "14a"),
    ("sari", {**EQUAL, "sources": ONE}, "expected a list of strings"),
    ("sari", {"predictions": ONE, "references": [ONE]}, "sources are missing"),
    ("ter", {"predictions": ONE, "references": [None]}, "references is None"),
    ("wer", {"predictions": 1, "references": ONE}, "predictions is 1; expected a list"),
    ("wer", {"predictions": ONE, "references": [ONE]}, "expected a string"),
    ("nist_mt", {**EQUAL, "n": 6}, "have fewer words than n"),
    ("wer", {"predictions": ONE, "references": [""]}, "references are all empty"),
]


@pytest.mark.parametrize(("name", "given", "message"), REFUSED)
def test_what_evaluate_refuses_is_refused_in_words(
    name: str, given: dict[str, Any], message: str
) -> None:
    with pytest.raises(TallystickError, match=message) as caught:
        load(name).compute(**given)
    assert "dialect" not in str(caught.value)  # evaluate has none


@pytest.mark.parametrize("name", ["bleu", "google_bleu", "rouge"])
def test_as_many_references_as_predictions_are_read_per_prediction(name: str) -> None:
    result = load(name).compute(
        predictions=["a b c d e", "f g h i j"],
        references=[["a b c d e", "x y"], ["x y", "f g h i j"]],
    )
    assert result["rouge1" if name == "rouge" else name] == 1


@pytest.mark.parametrize("name", ["bleu", "sacrebleu", "sari", "ter"])
def test_references_may_be_arrays_as_tables_have_them(name: str) -> None:
    sources = {"sources": np.array(SOURCES)} if name == "sari" else {}
    by_lists = load(name).compute(predictions=PREDICTIONS, references=REFERENCES, **sources)
    for references in (np.array(REFERENCES), [np.array(texts) for texts in REFERENCES]):
        texts = {"predictions": np.array(PREDICTIONS), "references": references, **sources}
        assert load(name).compute(**texts) == by_lists


def test_a_switch_may_be_none_as_in_evaluate() -> None:
    texts: dict[str, Any] = {"predictions": PREDICTIONS, "references": REFERENCES}
    plain = load("bleu").compute(**texts)
    assert load("bleu").compute(**texts, smooth=None) == plain
