"""NLTK's BLEU and NIST on WMT22, compared with NLTK's dialects."""

import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tallystick import Bleu, Corpus, Nist, segment_scores
from tallystick.metrics import tokenizer_named

pytestmark = pytest.mark.slow

PAIRS = [
    *("cs-en", "cs-uk", "de-en", "de-fr", "en-cs", "en-de", "en-hr", "en-ja", "en-liv", "en-ru"),
    *("en-uk", "en-zh", "fr-de", "ja-en", "liv-en", "ru-en", "ru-sah", "sah-ru", "uk-cs", "uk-en"),
    "zh-en",
]
SLICE = ("de-en", "en-zh", "ru-sah")  # two references; characters; letters beyond Latin
EACH_PAIR = pytest.mark.parametrize(
    ("pair", "most"),
    [
        *[(pair, 600) for pair in SLICE],
        *[pytest.param(pair, None, marks=pytest.mark.thorough) for pair in PAIRS],
    ],
)
CLOSE = 1e-9

Read = Callable[[str], list[str]]


def token_corpus(pair: str, most: int | None, folder: Path, read: Read, number: int) -> Corpus:
    """Return the first segments of a system, tokenized as in sacreBLEU."""
    tokenizer = tokenizer_named({"zh": "zh", "ja": "char"}.get(pair.rpartition("-")[2], "13a"))
    hypotheses = sorted((folder / "system-outputs").glob(f"generaltest2022.{pair}.hyp.*"))[number]
    references = sorted((folder / "references").glob(f"generaltest2022.{pair}.ref.*"))

    def tokens(path: Path) -> list[list[str]]:
        lines = read(f"{path.parent.name}/{path.name}")[:most]
        return [list(tokenizer(line, "none")) for line in lines]

    return Corpus.from_streams(
        hypotheses=tokens(hypotheses), references=[tokens(path) for path in references]
    )


@EACH_PAIR
def test_nltk_agrees_on_the_corpus_and_on_every_segment(
    pair: str, most: int | None, shared_data: Path, wmt22_file: Read
) -> None:
    theirs = pytest.importorskip("nltk.translate.bleu_score")
    corpus = token_corpus(pair, most, shared_data, wmt22_file, 0)
    bleu = Bleu(dialect="nltk")
    statistics = bleu.statistics(corpus)
    hypotheses, references = list(corpus.hypotheses), list(corpus.references)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NLTK warns of segments without a match
        expected = theirs.corpus_bleu(references, hypotheses)
        of_segments = [
            theirs.sentence_bleu(of_one, hypothesis)
            for of_one, hypothesis in zip(references, hypotheses, strict=True)
        ]
    assert float(bleu.score(statistics)) == pytest.approx(100 * expected, rel=CLOSE)
    found = segment_scores(bleu, statistics) / 100
    np.testing.assert_allclose(found, of_segments, rtol=CLOSE, atol=0)


@EACH_PAIR
def test_nltk_agrees_on_nist(
    pair: str, most: int | None, shared_data: Path, wmt22_file: Read
) -> None:
    theirs = pytest.importorskip("nltk.translate.nist_score")
    corpus = token_corpus(pair, most, shared_data, wmt22_file, -1)
    nist = Nist(dialect="nltk")
    expected = theirs.corpus_nist(list(corpus.references), list(corpus.hypotheses))
    found = nist.score(nist.statistics(corpus))
    assert found.score == pytest.approx(expected, rel=CLOSE)
