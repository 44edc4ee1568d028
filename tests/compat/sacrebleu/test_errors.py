"""The drop-in raises errors of the same types as sacreBLEU, with helpful messages."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import tallystick.compat.sacrebleu as ours
from tallystick import InputError, TallystickError

theirs = pytest.importorskip("sacrebleu")

pytestmark = pytest.mark.filterwarnings("ignore::tallystick.TallystickWarning")


def no_sequence() -> Iterator[str]:
    yield "a"


Call = Callable[[Any], Any]

REFUSED: dict[str, Call] = {
    "hypotheses are a generator": lambda s: s.corpus_bleu(no_sequence(), [["a"]]),
    "hypotheses are None": lambda s: s.corpus_bleu(None, [["a"]]),
    "hypotheses are empty": lambda s: s.corpus_bleu([], [["a"]]),
    "hypotheses are an empty string": lambda s: s.corpus_bleu("", [["a"]]),
    "hypotheses are tokens": lambda s: s.corpus_bleu([["a", "b"]], [["a"]]),
    "the first hypothesis is None": lambda s: s.corpus_bleu([None, "a"], [["a", "b"]]),
    "another hypothesis is None": lambda s: s.corpus_bleu(["a", None], [["a", "b"]]),
    "another hypothesis is a number": lambda s: s.corpus_bleu(["a", 5], [["a", "b"]]),
    "another hypothesis is a list": lambda s: s.corpus_bleu(["a", ["b"]], [["a", "b"]]),
    "references are a generator": lambda s: s.corpus_bleu(["a"], no_sequence()),
    "references are None": lambda s: s.corpus_bleu(["a"], None),
    "references are empty": lambda s: s.corpus_bleu(["a"], []),
    "references are a number": lambda s: s.corpus_bleu(["a"], 5),
    "references hold a number": lambda s: s.corpus_bleu(["a"], [5]),
    "references hold None": lambda s: s.corpus_bleu(["a"], [None]),
    "a later stream is None": lambda s: s.corpus_bleu(["a"], [["a"], None]),
    "references hold an empty stream": lambda s: s.corpus_bleu(["a"], [[]]),
    "a later stream is empty": lambda s: s.corpus_bleu(["a"], [["a"], []]),
    "references are tokens": lambda s: s.corpus_bleu(["a"], [[["a"]]]),
    "a later reference is a number": lambda s: s.corpus_bleu(["a", "b"], [["a", 7]]),
    "a later reference is a list": lambda s: s.corpus_bleu(["a", "b"], [["a", ["b"]]]),
    "a reference is a number, lower case": lambda s: s.corpus_bleu(
        ["a", "b"], [["a", 7]], lowercase=True
    ),
    "both are wrong": lambda s: s.corpus_bleu([5], 5),
    "hypotheses wrong, references empty": lambda s: s.corpus_bleu(5, []),
    "no reference but None": lambda s: s.corpus_bleu(["a", "b"], [["a", None]]),
    "the sentence is a list": lambda s: s.sentence_bleu(["a"], ["a"]),
    "the sentence is None": lambda s: s.sentence_bleu(None, ["a"]),
    "the reference of a sentence is a string": lambda s: s.sentence_bleu("a", "a"),
    "the references of a sentence are a set": lambda s: s.sentence_bleu("a", {"a"}),
    "the references of a sentence are empty": lambda s: s.sentence_bleu("a", []),
    "the references of a sentence are streams": lambda s: s.sentence_bleu("a", [["a"]]),
    "a later reference of a sentence is a number": lambda s: s.sentence_bleu("a", ["a", 5]),
    "a sentence without reference": lambda s: s.sentence_bleu("a", [None]),
    "unknown smoothing": lambda s: s.corpus_bleu(["a"], [["a"]], smooth_method="exponential"),
    "unknown smoothing of a metric": lambda s: s.BLEU(smooth_method=None),
    "unknown smoothing of counts": lambda s: s.BLEU.compute_bleu([1], [1], 1, 1, "x"),
    "unhashable smoothing": lambda s: s.BLEU(smooth_method=[]),
    "unknown tokenizer": lambda s: s.corpus_bleu(["a"], [["a"]], tokenize="13b"),
    "unknown tokenizer of ours": lambda s: s.BLEU(tokenize="zh-2"),
    "too few counts": lambda s: s.BLEU.compute_bleu([1], [1], 1, 1),
    "counts in a tuple that add-k would change": lambda s: s.BLEU.compute_bleu(
        (1, 1, 1, 1), (1, 1, 1, 1), 1, 1, "add-k"
    ),
    "order is no whole number": lambda s: s.BLEU(max_ngram_order=2.5).corpus_score(["a"], [["a"]]),
    "smoothing value is text": lambda s: s.corpus_bleu(
        ["a b"], [["a c"]], smooth_method="floor", smooth_value="0.1", tokenize="none"
    ),
    "signature before any score": lambda s: s.BLEU().get_signature(),
    "short signature with a field of one's own": lambda s: updated(s, "mine", 1).format(True),
    "JSON without a signature": lambda s: s.corpus_bleu(["a"], [["a"]]).format(is_json=True),
    "JSON with a colon too many": lambda s: s.corpus_bleu(["a"], [["a"]]).format(
        signature="a:b:c", is_json=True
    ),
    "seed is no number": lambda s: s.BLEU().corpus_score(["a"], [["a"]], n_bootstrap=3),
    "chrF of hypotheses that are None": lambda s: s.corpus_chrf(None, [["a"]]),
    "chrF of tokens": lambda s: s.corpus_chrf([["a", "b"]], [["a"]]),
    "chrF with references that are a number": lambda s: s.corpus_chrf(["a"], 5),
    "chrF with a number for a later reference": lambda s: s.corpus_chrf(["a", "b"], [["a", 7]]),
    "chrF without references": lambda s: s.CHRF().corpus_score(["a"], None),
    "chrF of a segment without references": lambda s: s.corpus_chrf(["b", "a"], [["a", None]]),
    "chrF of a sentence with a string for references": lambda s: s.sentence_chrf("a", "a"),
    "chrF of a sentence without references": lambda s: s.sentence_chrf("a", []),
    "chrF with an order that is no number": lambda s: s.corpus_chrf(["a"], [["a"]], char_order="6"),
    "chrF signature before any score": lambda s: s.CHRF().get_signature(),
    "TER of hypotheses that are None": lambda s: s.corpus_ter(None, [["a"]]),
    "TER of a segment without references": lambda s: s.corpus_ter(["b", "a"], [["a", None]]),
    "TER of a sentence with a string for references": lambda s: s.sentence_ter("a", "a"),
    "TER signature before any score": lambda s: s.TER().get_signature(),
    "cached references are a number": lambda s: s.BLEU(references=5),
    "cached references hold a number": lambda s: s.BLEU(references=[["a", 5]]),
    "cached references are empty": lambda s: s.BLEU(references=[]).corpus_score(["a"], None),
}
# Python raises these errors, with its own messages.
BY_PYTHON = {
    *("unhashable smoothing", "too few counts", "counts in a tuple that add-k would change"),
    *("smoothing value is text", "short signature with a field of one's own"),
    "seed is no number",
}


def updated(package: Any, key: str, value: Any) -> Any:
    metric = package.BLEU()
    metric.corpus_score(["a"], [["a"]])
    signature = metric.get_signature()
    signature.update(key, value)
    assert str(signature).endswith(f"|{key}:{value}|version:{ours.EMULATED_VERSION}")
    return signature


@pytest.mark.parametrize("name", REFUSED)
def test_errors_are_of_the_types_that_sacrebleu_raises(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", "abc")
    with pytest.raises(Exception) as expected:  # noqa: PT011
        REFUSED[name](theirs)
    with pytest.raises(expected.type) as raised:
        REFUSED[name](ours)
    if name not in BY_PYTHON:
        assert isinstance(raised.value, TallystickError)
        assert len(str(raised.value).split()) > 4


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
