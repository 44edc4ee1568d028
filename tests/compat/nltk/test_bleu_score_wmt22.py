"""The drop-in equals the installed NLTK on WMT22 de-en."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tallystick.compat.nltk import bleu_score as ours

theirs: Any = pytest.importorskip("nltk.translate.bleu_score")

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

TokenLists = list[list[str]]


def token_lists(folder: Path, name: str) -> TokenLists:
    text = (folder / name).read_text(encoding="utf-8")
    return [line.split() for line in text.removesuffix("\n").split("\n")]


@pytest.fixture(scope="module")
def corpus(shared_data: Path) -> tuple[list[TokenLists], TokenLists]:
    """Return both references and one system, split at white space."""
    streams = [
        token_lists(shared_data, f"references/generaltest2022.de-en.ref.{name}.en")
        for name in ("A", "B")
    ]
    hypotheses = token_lists(shared_data, "system-outputs/generaltest2022.de-en.hyp.Online-W.en")
    return [list(pair) for pair in zip(*streams, strict=True)], hypotheses


def smoothing(module: Any, method: int) -> Any:
    return getattr(module.SmoothingFunction(), f"method{method}")


@pytest.mark.slow
@pytest.mark.parametrize("references", [1, 2])
@pytest.mark.parametrize("method", range(8))
def test_a_third_of_the_corpus_scores_as_in_nltk(
    method: int, references: int, corpus: tuple[list[TokenLists], TokenLists]
) -> None:
    # NLTK counts a third of the segments in a third of the time
    lists = [pair[:references] for pair in corpus[0][::3]]
    weights = [(0.25,) * 4, (0.5, 0.5), (1 / 6,) * 6][: 3 if method != 6 else 1]
    expected, found = (
        module.corpus_bleu(lists, corpus[1][::3], weights, smoothing(module, method))
        for module in (theirs, ours)
    )
    assert found == expected


@pytest.mark.parametrize("method", range(8))
def test_segments_score_as_in_nltk(
    method: int, corpus: tuple[list[TokenLists], TokenLists]
) -> None:
    def score(module: Any, references: TokenLists, hypothesis: list[str]) -> Any:
        try:
            return module.sentence_bleu(
                references, hypothesis, smoothing_function=smoothing(module, method)
            )
        except AssertionError:
            return AssertionError

    sample = list(zip(*corpus, strict=True))[::40]
    assert [score(ours, *segment) for segment in sample] == [
        score(theirs, *segment) for segment in sample
    ]
    assert len(sample) == 50


def test_corrected_scores_equal_those_of_moses_and_sacrebleu(shared_data: Path) -> None:
    sacrebleu = pytest.importorskip("sacrebleu.metrics")
    names = {
        "hypothesis": "system-outputs/generaltest2022.de-en.hyp.Online-W.en",
        "reference": "references/generaltest2022.de-en.ref.A.en",
    }
    tokenize = sacrebleu.BLEU(tokenize="13a").tokenizer
    tokens = {
        key: [
            tokenize(line).split()
            for line in (shared_data / name)
            .read_text(encoding="utf-8")
            .removesuffix("\n")
            .split("\n")
        ]
        for key, name in names.items()
    }
    references = [[reference] for reference in tokens["reference"]]
    corrected = ours.corpus_bleu(references, tokens["hypothesis"], corrected=True)
    # multi-bleu.perl, sacreBLEU 2.6.0 and nine more on these tokens; NLTK 3.10.4 itself
    assert corrected == pytest.approx(0.3255800352, abs=1e-10)
    assert ours.corpus_bleu(references, tokens["hypothesis"]) == pytest.approx(
        0.3255056611, abs=1e-10
    )
