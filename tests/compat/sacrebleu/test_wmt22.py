"""The drop-in equals sacreBLEU on the systems of WMT22, bit for bit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tallystick.compat.sacrebleu as ours

theirs = pytest.importorskip("sacrebleu")

pytestmark = pytest.mark.filterwarnings("ignore::tallystick.TallystickWarning")

Read = Callable[[str], list[str]]


def texts(pair: str, folder: Path, read: Read) -> tuple[dict[str, list[str]], list[list[str]]]:
    """Return the systems of a language pair by name, and its reference streams."""
    systems = {
        path.name.split(".hyp.", 1)[1].rpartition(".")[0]: read(f"{path.parent.name}/{path.name}")
        for path in sorted(folder.glob(f"*/generaltest2022.{pair}.hyp.*"))
    }
    references = [
        read(f"{path.parent.name}/{path.name}")
        for path in sorted(folder.glob(f"*/generaltest2022.{pair}.ref.*"))
    ]
    assert systems
    assert references
    return systems, references


def assert_equal(found: Any, expected: Any, metric: Any, original: Any) -> None:
    assert vars(found) == vars(expected)
    assert str(found) == str(expected)
    signature, expected_signature = metric.get_signature(), original.get_signature()
    assert str(signature) == str(expected_signature)
    line = found.format(4, signature=str(signature), is_json=True)
    assert line == expected.format(4, signature=str(expected_signature), is_json=True)


def compare_sentences(
    hypotheses: list[str], references: list[list[str]], options: dict[str, Any]
) -> None:
    metric = ours.BLEU(effective_order=True, **options)
    original = theirs.BLEU(effective_order=True, **options)
    for hypothesis, *lines in zip(hypotheses, *references, strict=True):
        found = metric.sentence_score(hypothesis, lines)
        assert vars(found) == vars(original.sentence_score(hypothesis, lines))


@pytest.mark.parametrize(("pair", "tokenize"), [("de-en", "13a"), ("en-zh", "zh")])
def test_a_third_of_a_system_with_its_interval_and_some_sentences_are_equal(
    pair: str, tokenize: str, shared_data: Path, wmt22_file: Read
) -> None:
    systems, references = texts(pair, shared_data, wmt22_file)
    hypotheses = next(iter(systems.values()))[::3]
    references = [stream[::3] for stream in references]
    metric, original = (
        package.BLEU(trg_lang=pair.rpartition("-")[2], references=references)
        for package in (ours, theirs)
    )
    assert metric.tokenizer_signature == tokenize
    found, expected = (one.corpus_score(hypotheses, None, 100) for one in (metric, original))
    assert_equal(found, expected, metric, original)
    sample = [stream[::7] for stream in references]
    compare_sentences(hypotheses[::7], sample, {"tokenize": tokenize})
