"""Names, parameters and defaults of the drop-in are those of sacreBLEU."""

from __future__ import annotations

import inspect
from importlib import import_module
from operator import attrgetter
from typing import Any

import pytest

import tallystick.compat.sacrebleu as ours
from tests.compat.samples import run_alone

theirs = pytest.importorskip("sacrebleu")
METRICS = ("BLEU", "CHRF", "TER")
ADDED = {"corrected"}


def modules(name: str) -> tuple[Any, Any]:
    """Return a module of `sacrebleu.metrics`, and that of the drop-in."""
    return (
        pytest.importorskip(f"sacrebleu.metrics.{name}"),
        import_module(f"tallystick.compat.sacrebleu.metrics.{name}"),
    )


def parameters(function: Any) -> list[tuple[str, Any, Any]]:
    return [
        (parameter.name, parameter.kind, parameter.default)
        for parameter in inspect.signature(function).parameters.values()
        if parameter.name not in ADDED
    ]


def pairs(both: tuple[Any, Any], *names: str) -> dict[str, tuple[Any, Any]]:
    """Return what two objects have under some names, which may have dots."""
    original, own = ({name: attrgetter(name)(package) for name in names} for package in both)
    return {name: (original[name], own[name]) for name in names}


PAIRS = pairs((theirs, ours), *METRICS, "raw_corpus_bleu", "BLEU.compute_bleu")
for metric in METRICS:
    names = [f"{unit}_{metric.lower()}" for unit in ("corpus", "sentence")]
    names += [f"{metric}.{name}" for name in ("corpus_score", "sentence_score", "get_signature")]
    PAIRS |= pairs((theirs, ours), *names)
    PAIRS |= pairs(modules(metric.lower()), f"{metric}Score", f"{metric}Signature")
PAIRS |= {
    **pairs(modules("base"), "Score.__init__", "Score.format", "Score.estimate_ci"),
    **pairs(modules("base"), "Signature.__init__", "Signature.format", "Signature.update"),
    **pairs(modules("helpers"), "extract_word_ngrams", "extract_all_word_ngrams"),
    **pairs(modules("helpers"), "extract_char_ngrams", "extract_all_char_ngrams"),
}


@pytest.mark.parametrize("name", PAIRS)
def test_parameters_have_the_same_order_and_defaults(name: str) -> None:
    original, own = PAIRS[name]
    assert parameters(own) == parameters(original)
    added = [
        parameter
        for parameter in inspect.signature(own).parameters.values()
        if parameter.name in ADDED
    ]
    assert all(
        parameter.kind is parameter.KEYWORD_ONLY and parameter.default is False
        for parameter in added
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
