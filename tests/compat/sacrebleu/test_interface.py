"""Names, parameters and defaults of the drop-in are those of sacreBLEU."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tallystick
import tallystick.compat.sacrebleu as ours
from tallystick.compat.sacrebleu.metrics import base as our_base
from tallystick.compat.sacrebleu.metrics import bleu as our_bleu
from tallystick.compat.sacrebleu.metrics import chrf as our_chrf
from tallystick.compat.sacrebleu.metrics import helpers as our_helpers
from tallystick.compat.sacrebleu.metrics import ter as our_ter

theirs = pytest.importorskip("sacrebleu")
their_base = pytest.importorskip("sacrebleu.metrics.base")
their_bleu = pytest.importorskip("sacrebleu.metrics.bleu")
their_chrf = pytest.importorskip("sacrebleu.metrics.chrf")
their_ter = pytest.importorskip("sacrebleu.metrics.ter")
their_helpers = pytest.importorskip("sacrebleu.metrics.helpers")

ADDED = {"corrected"}


def parameters(function: Any) -> list[tuple[str, Any, Any]]:
    return [
        (one.name, one.kind, one.default)
        for one in inspect.signature(function).parameters.values()
        if one.name not in ADDED
    ]


PAIRS = {
    **{
        name: (getattr(theirs, name), getattr(ours, name))
        for name in (
            *("BLEU", "corpus_bleu", "raw_corpus_bleu", "sentence_bleu"),
            *("CHRF", "corpus_chrf", "sentence_chrf"),
            *("TER", "corpus_ter", "sentence_ter"),
        )
    },
    **{
        f"BLEU.{name}": (getattr(theirs.BLEU, name), getattr(ours.BLEU, name))
        for name in ("compute_bleu", "corpus_score", "sentence_score", "get_signature")
    },
    **{
        f"CHRF.{name}": (getattr(theirs.CHRF, name), getattr(ours.CHRF, name))
        for name in ("corpus_score", "sentence_score", "get_signature")
    },
    **{
        f"TER.{name}": (getattr(theirs.TER, name), getattr(ours.TER, name))
        for name in ("corpus_score", "sentence_score", "get_signature")
    },
    **{
        name: (getattr(their_ter, name), getattr(our_ter, name))
        for name in ("TERScore", "TERSignature")
    },
    **{
        name: (getattr(their_chrf, name), getattr(our_chrf, name))
        for name in ("CHRFScore", "CHRFSignature")
    },
    **{
        name: (getattr(their_bleu, name), getattr(our_bleu, name))
        for name in ("BLEUScore", "BLEUSignature")
    },
    **{
        f"{kind}.{name}": (getattr(getattr(their_base, kind), name), getattr(ours_, name))
        for kind, ours_, names in (
            ("Score", our_base.Score, ("__init__", "format", "estimate_ci")),
            ("Signature", our_base.Signature, ("__init__", "format", "update")),
        )
        for name in names
    },
    **{
        name: (getattr(their_helpers, name), getattr(our_helpers, name))
        for name in (
            *("extract_word_ngrams", "extract_all_word_ngrams"),
            *("extract_char_ngrams", "extract_all_char_ngrams"),
        )
    },
}


@pytest.mark.parametrize("name", PAIRS)
def test_parameters_have_the_same_order_and_defaults(name: str) -> None:
    original, own = PAIRS[name]
    assert parameters(own) == parameters(original)
    added = [one for one in inspect.signature(own).parameters.values() if one.name in ADDED]
    assert all(one.kind is one.KEYWORD_ONLY and one.default is False for one in added)


def test_class_attributes_and_constants_are_equal() -> None:
    assert dict(ours.BLEU.SMOOTH_DEFAULTS) == theirs.BLEU.SMOOTH_DEFAULTS
    assert ours.BLEU.TOKENIZER_DEFAULT == theirs.BLEU.TOKENIZER_DEFAULT
    assert set(theirs.BLEU.TOKENIZERS) - set(ours.BLEU.TOKENIZERS) == {"spBLEU-1K"}
    assert list(ours.BLEU.TOKENIZERS) == [
        name for name in theirs.BLEU.TOKENIZERS if name != "spBLEU-1K"
    ]
    assert our_bleu.MAX_NGRAM_ORDER == their_bleu.MAX_NGRAM_ORDER
    assert ours.metrics.BLEU is ours.BLEU is ours.metrics.METRICS["BLEU"]
    assert ours.compat.corpus_bleu is ours.corpus_bleu


def test_a_metric_has_the_public_attributes_of_the_original() -> None:
    original, own = theirs.BLEU(), ours.BLEU()
    for metric in (original, own):
        metric.corpus_score(["a b c d e"], [["a b c d f"]], n_bootstrap=5)
    expected = {name: value for name, value in vars(original).items() if name[0] != "_"}
    found = {name: value for name, value in vars(own).items() if name[0] != "_"}
    assert original.tokenizer("Hello, world.") == own.tokenizer("Hello, world.")
    assert original.tokenizer.signature() == own.tokenizer.signature()
    for values in (expected, found):
        del values["tokenizer"]
    assert found.pop("corrected") is False
    assert found == expected


def test_chrf_has_the_public_attributes_of_the_original() -> None:
    attributes = []
    for package in (theirs, ours):
        metric = package.CHRF(word_order=1, beta=3)
        score = metric.corpus_score(["a b c d e"], [["a b c d f"]], n_bootstrap=5)
        found = {name: value for name, value in vars(metric).items() if name[0] != "_"}
        assert not found.pop("corrected", False)
        constants = (metric.CHAR_ORDER, metric.WORD_ORDER, metric.BETA)
        attributes.append((found, vars(score), constants))
    assert attributes[0] == attributes[1]


def test_ter_has_the_public_attributes_of_the_original() -> None:
    attributes = []
    for package in (theirs, ours):
        metric = package.TER(no_punct=True, case_sensitive=True)
        score = metric.corpus_score(["a b, c d e"], [["b c a d f"]], n_bootstrap=5)
        found = {name: value for name, value in vars(metric).items() if name[0] != "_"}
        found.pop("tokenizer", None)
        assert not found.pop("corrected", False)
        attributes.append((found, vars(score), metric.tokenizer("A, b  c")))
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
    source = Path(tallystick.__file__).parents[1]
    code = (
        f"import sys; sys.path.insert(0, {str(source)!r}); sys.modules['sacrebleu'] = None; "
        "import tallystick.compat.sacrebleu as s; "
        "print(s.BLEU().corpus_score(['a b c d e'], [['a b c d f']], n_bootstrap=3))"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("BLEU = 66.87 (μ = 66.87 ± 0.00) 80.0/75.0/66.7/50.0")
