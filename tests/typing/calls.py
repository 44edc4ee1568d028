"""Calls as users write them, for mypy alone: an expected error that is not found is an error."""

import numpy as np

import tallystick
from tallystick import Bleu, Corpus, Nist
from tallystick.metrics import GivenScores

TEXT = ["a b", "c"]
TOKENS = [["a", "b"], ["c"]]
CORPUS = Corpus.from_segments(hypotheses=TEXT, references=TEXT)


def accepted() -> None:
    tallystick.score(hypotheses=TEXT, references=TEXT)
    tallystick.score(hypotheses=TEXT, references=[["a", "b"], ["c"]], metrics="bleu", threads=2)
    tallystick.score(hypotheses=tuple(TEXT), references=(line for line in TEXT))
    tallystick.score(hypotheses=np.array(TEXT), references=["a", ["b", "c"]], metrics=[Bleu()])
    tallystick.bleu(hypotheses=TOKENS, references=[[["a"], None], [["c"], ["d"]]])
    tallystick.bleu(hypotheses=CORPUS, order=2, smooth="floor", lowercase=True)
    tallystick.nist(hypotheses=CORPUS, dialect="nltk", tokenize="none")
    tallystick.chrf(hypotheses=CORPUS, word_order=2, whitespace="kept", lowercase=True)
    tallystick.wer(hypotheses=CORPUS, tokenize="none", normalize=["nfc"], lowercase=True)
    tallystick.cer(hypotheses=CORPUS, whitespace="removed", dialect="jiwer")
    tallystick.ter(hypotheses=CORPUS, dialect="tercom", tokenize="none", lowercase=False)
    tallystick.rouge(hypotheses=CORPUS, type="L", stem="porter", dialect="rouge-score")
    tallystick.rouge(hypotheses=CORPUS, type=3, tokenize="unicode-words")
    tallystick.google_gleu(hypotheses=TOKENS, references=TOKENS, min_order=2, dialect="nltk")
    tallystick.sari(hypotheses=TOKENS, references=TOKENS, sources=TOKENS, dialect="evaluate")
    tallystick.ribes(hypotheses=TOKENS, references=TOKENS, alpha=0.5, dialect="nltk")
    tallystick.meteor(hypotheses=TOKENS, references=TOKENS, dialect="nltk", gamma=0.4)
    tallystick.self_bleu(hypotheses=TOKENS, sample=500, dialect="texygen")
    tallystick.distinct(hypotheses=TOKENS, order=1, dialect="distinct-n")
    tallystick.cider(hypotheses=TOKENS, references=TOKENS, sigma=3, dialect="plain")
    tallystick.compare(systems={"one": TEXT, "other": {"1": TEXT, "2": TEXT}}, references=TEXT)
    tallystick.compare(
        systems={"one": TEXT, "other": {"1": TEXT, "2": TEXT}},
        references=TEXT,
        scores={"comet": {"one": [0.5, 1], "other": {"1": [0.25, 1], "2": [0.75, 1]}}},
    )
    scores = {"comet": {"one": [0.5, 1.0], "other": [0.25, 1.0]}}
    tallystick.compare(systems={"one": TEXT, "other": TEXT}, references=TEXT, scores=scores)
    lower = {GivenScores("errors", higher_is_better=False): {"one": [0.5, 1]}}
    tallystick.score_systems(systems={"one": TEXT}, references=TEXT, scores=lower)
    tallystick.compare(systems={"one": CORPUS, "other": CORPUS}, metrics=["bleu", Nist()])
    print(Bleu(order=None, smooth_value=None).order + 1, Nist(lowercase=None).tokenize.upper())


def refused() -> None:
    tallystick.score(TEXT, TEXT)  # type: ignore[call-arg]
    tallystick.bleu(TEXT, TEXT)  # type: ignore[call-arg]
    tallystick.nist(TEXT, TEXT)  # type: ignore[call-arg]
    Corpus.from_streams(TEXT, [TEXT])  # type: ignore[call-arg]
    Corpus.from_segments(hypotheses=TEXT)  # type: ignore[call-arg]
    tallystick.compare({"one": TEXT}, TEXT)  # type: ignore[call-arg]
    tallystick.score(hypotheses=3, references=4)  # type: ignore[arg-type]
    tallystick.score(hypotheses=[3], references=[4])  # type: ignore[list-item]
    tallystick.score(references=TEXT)  # type: ignore[call-arg]
    tallystick.bleu(hypotheses=CORPUS, ordr=3)  # type: ignore[call-arg]
    tallystick.bleu(hypotheses=CORPUS, order="3")  # type: ignore[arg-type]
    tallystick.nist(hypotheses=CORPUS, smooth="exp")  # type: ignore[call-arg]
    tallystick.chrf(hypotheses=CORPUS, smooth="exp")  # type: ignore[call-arg]
    tallystick.cer(hypotheses=CORPUS, tokenize="none")  # type: ignore[call-arg]
    tallystick.ter(hypotheses=CORPUS, order=2)  # type: ignore[call-arg]
    tallystick.rouge(hypotheses=CORPUS)  # type: ignore[call-arg]
    tallystick.rouge(hypotheses=CORPUS, type="L", order=2)  # type: ignore[call-arg]
    tallystick.google_gleu(hypotheses=CORPUS, smooth="exp")  # type: ignore[call-arg]
    tallystick.cider(hypotheses=CORPUS, df={"a": 1})  # type: ignore[arg-type]
    tallystick.compare(systems={"one": 3}, references=TEXT)  # type: ignore[dict-item]
    tallystick.compare(systems={"one": TEXT}, reference=TEXT)  # type: ignore[call-arg]
    tallystick.score_systems(systems={"one": TEXT}, scores={"x": 3})  # type: ignore[dict-item]
    Bleu(ordr=3)  # type: ignore[call-arg]
    Nist(order="5")  # type: ignore[arg-type]
