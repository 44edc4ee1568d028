"""The drop-in has sacreBLEU's names, parameters, defaults, types of errors and log messages."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import product
from typing import Any

import pytest

import tallystick.compat.sacrebleu as ours
from tallystick import InputError, TallystickError
from tests.compat.samples import run_alone

theirs = pytest.importorskip("sacrebleu")

pytestmark = pytest.mark.filterwarnings("ignore::tallystick.TallystickWarning")


def modules(name: str) -> tuple[Any, Any]:
    """Return a module of `sacrebleu.metrics`, and that of the drop-in."""
    return (
        pytest.importorskip(f"sacrebleu.metrics.{name}"),
        import_module(f"tallystick.compat.sacrebleu.metrics.{name}"),
    )


def test_class_attributes_and_constants_are_equal() -> None:
    assert dict(ours.BLEU.SMOOTH_DEFAULTS) == theirs.BLEU.SMOOTH_DEFAULTS
    assert ours.BLEU.TOKENIZER_DEFAULT == theirs.BLEU.TOKENIZER_DEFAULT
    assert set(theirs.BLEU.TOKENIZERS) - set(ours.BLEU.TOKENIZERS) == {"spBLEU-1K"}
    assert list(ours.BLEU.TOKENIZERS) == [
        name for name in theirs.BLEU.TOKENIZERS if name != "spBLEU-1K"
    ]
    original, own = modules("bleu")
    assert original.MAX_NGRAM_ORDER == own.MAX_NGRAM_ORDER
    assert ours.metrics.BLEU is ours.BLEU is ours.metrics.METRICS["BLEU"]
    assert ours.compat.corpus_bleu is ours.corpus_bleu


@pytest.mark.parametrize(
    ("name", "options", "constants"),
    [
        ("BLEU", {}, ()),
        ("CHRF", {"word_order": 1, "beta": 3}, ("CHAR_ORDER", "WORD_ORDER", "BETA")),
        ("TER", {"no_punct": True, "case_sensitive": True}, ()),
    ],
)
def test_a_metric_has_the_public_attributes_of_the_original(
    name: str, options: dict[str, Any], constants: tuple[str, ...]
) -> None:
    attributes = []
    for package in (theirs, ours):
        metric = getattr(package, name)(**options)
        score = metric.corpus_score(["a b, c d e"], [["b c a d f"]], n_bootstrap=5)
        public = {name: value for name, value in vars(metric).items() if name[0] != "_"}
        assert not public.pop("corrected", False)
        tokenize = public.pop("tokenizer", None) or getattr(metric, "tokenizer", None)
        tokens = [tokenize("Hello, world.  A"), tokenize.signature()] if tokenize else []
        attributes.append(
            (public, vars(score), tokens, [getattr(metric, constant) for constant in constants])
        )
    assert attributes[0] == attributes[1]


def test_attributes_can_be_changed_after_construction() -> None:
    scores = []
    for package in (theirs, ours):
        metric = package.BLEU()
        metric.smooth_method, metric.smooth_value = "floor", 0.3
        metric.lowercase, metric.max_ngram_order = True, 5
        metric.tokenizer = lambda line: line.replace("-", " ")
        score = metric.corpus_score(["A-b c d e "], [["a b c-d f"]])
        sentence = metric.sentence_score("A-b c d e ", ["a b c-d f"])
        scores.append((vars(score), vars(sentence), str(metric.get_signature())))
    assert scores[0] == scores[1]


def test_a_user_defined_tokenizer_is_tok_given_in_our_signature() -> None:
    metric = ours.BLEU()
    metric.tokenizer = str.upper  # type: ignore[assignment]
    own = metric.sentence_score("a b c", ["a b d"]).tallystick_signature
    assert own is not None
    assert own["tok"] == "given"


def test_the_drop_in_works_without_sacrebleu() -> None:
    done = run_alone(
        "sys.modules['sacrebleu'] = None; import tallystick.compat.sacrebleu as s; "
        "print(s.BLEU().corpus_score(['a b c d e'], [['a b c d f']], n_bootstrap=3))",
        *("-W", "error"),
    )
    assert done.stdout.startswith("BLEU = 66.87 (μ = 66.87 ± 0.00) 80.0/75.0/66.7/50.0")


def test_the_fields_of_a_ter_score_have_the_types_of_sacrebleu() -> None:
    # evaluate prints them: {'score': 150.0, 'num_edits': 15, 'ref_length': 10.0}
    original, own = (module.corpus_ter(["a b"], [["a c"]]) for module in (theirs, ours))
    assert repr((own.num_edits, own.ref_length)) == repr((original.num_edits, original.ref_length))


def no_sequence() -> Iterator[str]:
    yield "a"


Call = Callable[[Any], Any]

HYPOTHESES: list[Any] = [
    *(no_sequence, None, [], "", "ab", 5, ("a",), {"a"}, {"a": 1}, ["a"], ["a", "b"], [5]),
    *([["a", "b"]], [None, "a"], ["a", None], ["a", 5], ["a", ["b"]]),
]
REFERENCES: list[Any] = [
    *(no_sequence, None, [], 5, "a", {"a"}, ["a"], ["a", 5], [5], [None], [["a"], None], [[]]),
    *([["a"], []], [[["a"]]], [["a", 7]], [["a", ["b"]]], [["a", None]], [[None]], [["a"]]),
    [["a", "b"]],
]
FUNCTIONS = [
    f"{unit}_{metric}" for unit in ("corpus", "sentence") for metric in ("bleu", "chrf", "ter")
]


def assert_same_error_or_score(call: Call) -> None:
    """Compare the result of a call, or the type of its error, whose message must say something."""
    try:
        expected = call(theirs)
    except Exception as error:
        with pytest.raises(type(error)) as raised:
            call(ours)
        assert isinstance(raised.value, TallystickError)
        assert len(str(raised.value).split()) > 4
    else:
        assert call(ours).score == expected.score


@pytest.mark.parametrize("function", [*FUNCTIONS, "raw_corpus_bleu"])
def test_odd_texts_are_scored_or_refused_as_by_sacrebleu(function: str) -> None:
    for texts in product(HYPOTHESES, REFERENCES):

        def call(package: Any, texts: tuple[Any, ...] = texts) -> Any:
            made = [text() if callable(text) else text for text in texts]
            return getattr(package, function)(*made)

        assert_same_error_or_score(call)


REFUSED: dict[str, Call] = {
    "a reference is a number, lower case": lambda s: s.corpus_bleu(
        ["a", "b"], [["a", 7]], lowercase=True
    ),
    "unknown smoothing": lambda s: s.corpus_bleu(["a"], [["a"]], smooth_method="exponential"),
    "unknown smoothing of a metric": lambda s: s.BLEU(smooth_method=None),
    "unknown smoothing of counts": lambda s: s.BLEU.compute_bleu([1], [1], 1, 1, "x"),
    "unknown tokenizer": lambda s: s.corpus_bleu(["a"], [["a"]], tokenize="13b"),
    "unknown tokenizer of ours": lambda s: s.BLEU(tokenize="zh-2"),
    "order is no whole number": lambda s: s.BLEU(max_ngram_order=2.5).corpus_score(["a"], [["a"]]),
    "signature before any score": lambda s: s.BLEU().get_signature(),
    "JSON without a signature": lambda s: s.corpus_bleu(["a"], [["a"]]).format(is_json=True),
    "JSON with a colon too many": lambda s: s.corpus_bleu(["a"], [["a"]]).format(
        signature="a:b:c", is_json=True
    ),
    "chrF without references": lambda s: s.CHRF().corpus_score(["a"], None),
    "chrF with an order that is no number": lambda s: s.corpus_chrf(["a"], [["a"]], char_order="6"),
    "chrF signature before any score": lambda s: s.CHRF().get_signature(),
    "TER signature before any score": lambda s: s.TER().get_signature(),
    "cached references are a number": lambda s: s.BLEU(references=5),
    "cached references hold a number": lambda s: s.BLEU(references=[["a", 5]]),
    "cached references are empty": lambda s: s.BLEU(references=[]).corpus_score(["a"], None),
}
RAISED_BY_PYTHON: dict[str, Call] = {
    "unhashable smoothing": lambda s: s.BLEU(smooth_method=[]),
    "too few counts": lambda s: s.BLEU.compute_bleu([1], [1], 1, 1),
    "counts in a tuple that add-k would change": lambda s: s.BLEU.compute_bleu(
        (1, 1, 1, 1), (1, 1, 1, 1), 1, 1, "add-k"
    ),
    "smoothing value is text": lambda s: s.corpus_bleu(
        ["a b"], [["a c"]], smooth_method="floor", smooth_value="0.1", tokenize="none"
    ),
    "short signature with a field of one's own": lambda s: updated(s, "mine", 1).format(True),
    "seed is no number": lambda s: s.BLEU().corpus_score(["a"], [["a"]], n_bootstrap=3),
}


def updated(package: Any, key: str, value: Any) -> Any:
    metric = package.BLEU()
    metric.corpus_score(["a"], [["a"]])
    signature = metric.get_signature()
    signature.update(key, value)
    assert str(signature).endswith(f"|{key}:{value}|version:{ours.EMULATED_VERSION}")
    return signature


@pytest.mark.parametrize("name", REFUSED)
def test_errors_are_of_the_types_that_sacrebleu_raises(name: str) -> None:
    assert_same_error_or_score(REFUSED[name])


@pytest.mark.parametrize("name", RAISED_BY_PYTHON)
def test_errors_of_python_are_those_that_sacrebleu_lets_through(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", "abc")
    with pytest.raises(Exception) as expected:  # noqa: PT011
        RAISED_BY_PYTHON[name](theirs)
    with pytest.raises(expected.type):
        RAISED_BY_PYTHON[name](ours)


def records(package: Any, call: Call, caplog: pytest.LogCaptureFixture) -> set[tuple[str, str]]:
    caplog.clear()
    with caplog.at_level(logging.DEBUG):
        call(package)
    return {(record.name, record.levelname) for record in caplog.records}


LOGGED: dict[str, tuple[Call, bool]] = {
    "sentence without effective order": (lambda s: s.BLEU().sentence_score("a", ["a"]), True),
    "sentence": (lambda s: s.sentence_bleu("a", ["a"]), False),
    "100 tokenized lines": (lambda s: s.corpus_bleu(["a ."] * 100, [["a"] * 100]), True),
    "99 tokenized lines": (lambda s: s.corpus_bleu(["a ."] * 99, [["a"] * 99]), False),
    "100 with fewer references": (lambda s: s.corpus_bleu(["a ."] * 100, [["a"] * 99]), False),
    "100 lines by force": (
        lambda s: s.corpus_bleu(["a ."] * 100, [["a"] * 100], force=True),
        False,
    ),
    "13a for Chinese": (lambda s: s.BLEU(tokenize="13a", trg_lang="zh"), True),
    "13a for Japanese": (lambda s: s.BLEU(tokenize="13a", trg_lang="ja"), True),
    "13a for Korean": (lambda s: s.BLEU(tokenize="13a", trg_lang="ko"), True),
    "13a for German": (lambda s: s.BLEU(tokenize="13a", trg_lang="de"), False),
    "zh for Chinese": (lambda s: s.BLEU(tokenize="zh", trg_lang="zh"), False),
    "zh for Japanese": (lambda s: s.BLEU(tokenize="zh", trg_lang="ja"), True),
    "none for Chinese": (lambda s: s.BLEU(tokenize="none", trg_lang="zh"), True),
    "nothing for Chinese": (lambda s: s.BLEU(trg_lang="zh"), False),
}


@pytest.mark.parametrize("name", LOGGED)
def test_the_same_logger_warns_on_the_same_occasions(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    call, warned = LOGGED[name]
    expected = records(theirs, call, caplog)
    assert records(ours, call, caplog) == expected
    assert expected == ({("sacrebleu", "WARNING")} if warned else set())


def test_every_public_name_of_sacrebleu_exists_or_is_explained() -> None:
    explained = set()
    for name in theirs.__all__:
        if not hasattr(ours, name):
            with pytest.raises(AttributeError, match=f"{name}; import it from sacrebleu itself"):
                getattr(ours, name)
            explained.add(name)
    assert set(theirs.__all__) - explained == {
        *("BLEU", "corpus_bleu", "raw_corpus_bleu", "sentence_bleu", "__version__"),
        *("CHRF", "corpus_chrf", "sentence_chrf"),
        *("TER", "corpus_ter", "sentence_ter"),
        *("extract_word_ngrams", "extract_char_ngrams"),
    }
    with pytest.raises(AttributeError, match="has no attribute 'corpus_blue'"):
        _ = ours.corpus_blue


@pytest.mark.parametrize("lines", [("\ud800", "a"), ("a", "\ud800")])
def test_a_lone_surrogate_is_refused_although_sacrebleu_scores_it(lines: tuple[str, str]) -> None:
    hypothesis, reference = lines
    assert theirs.corpus_bleu([hypothesis], [[reference]]).score == 0.0
    with pytest.raises(TallystickError, match="surrogate"):
        ours.corpus_bleu([hypothesis], [[reference]])
    with pytest.raises(TallystickError, match="surrogate"):
        ours.sentence_bleu(hypothesis, [reference])


def test_a_subclass_whose_methods_would_not_be_called_is_refused() -> None:
    class Stripped:
        def _preprocess_segment(self, line: str) -> str:
            return line.strip()

    with pytest.raises(InputError, match="Own overrides _preprocess_segment, which the drop-in"):
        type("Own", (Stripped, ours.BLEU), {})
    assert issubclass(type("Own", (ours.CHRF,), {"BETA": 3}), ours.CHRF)
