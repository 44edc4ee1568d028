"""Other libraries of Python, most of them called as a text says; see `shape`."""

from __future__ import annotations

import math
from typing import Any

from tallystick.compat.implementations.adapters.evaluate import outcome_of
from tallystick.compat.implementations.adapters.installed import ORDERS, library
from tallystick.compat.implementations.tolerance import IN_32_BITS, Tolerance, printed

# jiwer, werx and fastwer: rates of word and character errors

_of_jiwer = library("jiwer", dialect="jiwer", orders=())
_of_fastwer = library("fastwer", dialect="fastwer", orders=(), scale=100.0, tolerance=printed(4))

ERROR_RATES = (
    _of_jiwer("jiwer", "wer", "jiwer:wer(ref, hyps)"),
    *(
        _of_jiwer(f"jiwer-{rate}", rate, f"jiwer:{rate}(ref, hyps)")
        for rate in ("mer", "wil", "wip", "cer")
    ),
    library("werx", orders=())("werx", "wer", "werx:wer(ref, hyps)"),
    _of_fastwer("fastwer", "wer", "fastwer:score(hyps, ref, char_level=False)"),
    _of_fastwer("fastwer-cer", "cer", "fastwer:score(hyps, ref, char_level=True)"),
)

# TorchMetrics computes in 32 bits; its rougeLsum splits texts with data that NLTK downloads

_TEXT = "torchmetrics.functional.text"
_of_torchmetrics = library("torchmetrics", tolerance=IN_32_BITS, orders=ORDERS)

TORCHMETRICS = (
    *(
        _of_torchmetrics(
            f"torchmetrics{name}{ending}",
            "bleu",
            f"{_TEXT}:{function}(hyps, refs, n_gram=order, smooth={smooth})",
        )
        for name, function in (("", "bleu_score"), ("-sacrebleu", "sacre_bleu_score"))
        for ending, smooth in (("", False), ("-smooth", True))
    ),
    *(
        _of_torchmetrics(
            f"torchmetrics-chrf{'+' * words}",
            "chrf",
            f"{_TEXT}:chrf_score(hyps, refs, n_char_order=order, n_word_order={words})",
            dialect="torchmetrics",
            options=(("word_order", str(words)),),
            order=6,
            # F-scores that are not defined are 1e-16 here and can be 0 there
            tolerance=Tolerance(IN_32_BITS.relative, absolute=1e-12),
        )
        for words in (0, 2)
    ),
    _of_torchmetrics(
        "torchmetrics-ter",
        "ter",
        f"{_TEXT}:translation_edit_rate(hyps, refs)",
        dialect="torchmetrics-1.9",
        order=1,
        orders=(1,),
    ),
    *(
        _of_torchmetrics(
            f"torchmetrics-rouge-{kind.lower()}-{accumulate}",
            "rouge",
            f"{_TEXT}.rouge:rouge_score(hyps, refs, accumulate={accumulate!r}, "
            f"rouge_keys='rouge{kind}')['rouge{kind}_fmeasure']",
            dialect=dialect,
            options=(("type", kind),),
            order=1,
            orders=(1,),
        )
        for kind in ("1", "2", "L")
        for accumulate, dialect in (("best", "rouge-score"), ("avg", "torchmetrics-avg"))
    ),
    *(
        _of_torchmetrics(
            f"torchmetrics-{metric}",
            metric,
            f"{_TEXT}:{function}(hyps, ref)",
            dialect="torchmetrics",
            orders=(),
            # a rate can be the small difference of two numbers near 100
            tolerance=Tolerance(IN_32_BITS.relative, absolute=1e-5),
        )
        for metric, function in (
            ("wer", "word_error_rate"),
            ("cer", "char_error_rate"),
            ("mer", "match_error_rate"),
            ("wil", "word_information_lost"),
            ("wip", "word_information_preserved"),
        )
    ),
)

# EASSE, and Distinct-N, which counts no references

_of_easse = library(
    "easse", source="git+https://github.com/feralvam/easse", orders=(4,), scale=100.0
)

EASSE = tuple(
    _of_easse(
        name,
        "sari",
        f"easse.sari:corpus_sari(orig_sents=srcs, sys_sents=hyps, refs_sents=streams{option})",
    )
    for name, option in (
        ("easse", ""),
        ("easse-p", ", use_f1_for_deletion=False"),
        ("easse-paper", ", use_paper_version=True"),
    )
)

DISTINCT_N = library(
    "distinct-n", "distinct_n", "git+https://github.com/neural-dialogue-metrics/Distinct-N"
)(
    "distinct-n",
    "distinct",
    "distinct_n:distinct_n_corpus_level(hyps.tokens, order)",
    order=2,
    orders=ORDERS,
)

# bleuscore: the BLEU of Hugging Face evaluate, in Rust


def _bleuscore(
    length: Any, smooth: bool, hypotheses: list[Any], references: list[list[Any]], order: int
) -> Any:
    import bleuscore

    result: Any = bleuscore.compute(
        references=references,
        predictions=hypotheses,
        max_order=order,
        smooth=smooth,
        ref_len_method=length,
    )
    return outcome_of(result)


_of_bleuscore = library("bleuscore", orders=ORDERS, input="text")

BLEUSCORE = (
    _of_bleuscore("bleuscore", "bleu", _bleuscore, "shortest", False),
    _of_bleuscore("bleuscore-smooth", "bleu", _bleuscore, "shortest", True),
    _of_bleuscore("bleuscore-closest", "bleu", _bleuscore, "closest", False),
    _of_bleuscore("bleuscore-closest-smooth", "bleu", _bleuscore, "closest", True),
)

# pycocoevalcap: BLEU for image captions, with each of its reference lengths, and CIDEr-D


def _captions(length: str, hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from pycocoevalcap.bleu.bleu_scorer import BleuScorer

    scorer = BleuScorer(n=order)
    for hypothesis, of_segment in zip(hypotheses, references, strict=True):
        scorer += (hypothesis, of_segment)
    scores, _ = scorer.compute_score(option=length, verbose=0)
    return scores[-1]


def _cider(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from pycocoevalcap.cider.cider import Cider

    results = {number: [hypothesis] for number, hypothesis in enumerate(hypotheses)}
    score, _ = Cider(n=order).compute_score(dict(enumerate(references)), results)
    return score


_of_pycocoevalcap = library("pycocoevalcap", input="text")

PYCOCOEVALCAP = (
    *(
        # it counts n-grams up to order 4, whatever n is
        _of_pycocoevalcap(name, "bleu", _captions, length, orders=(1, 2, 3, 4))
        for name, length in (
            ("pycocoevalcap", "closest"),
            ("pycocoevalcap-shortest", "shortest"),
            ("pycocoevalcap-average", "average"),
        )
    ),
    _of_pycocoevalcap(
        "pycocoevalcap-cider",
        "cider",
        _cider,
        dialect="pycocoevalcap",
        orders=(4, 5, 6),
        scale=10.0,
    ),
)

# rouge-score: `RougeScorer`, whose scores of segments are averaged exactly


class _Spaces:
    """A tokenizer that keeps the tokens given."""

    def tokenize(self, text: str) -> list[str]:
        return text.split()


def _rouge(kind: str, hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from rouge_score.rouge_scorer import RougeScorer

    name = f"rouge{kind}"
    scorer = RougeScorer([name], tokenizer=_Spaces())
    scores = [
        scorer.score_multi(of_segment, hypothesis)[name].fmeasure
        for hypothesis, of_segment in zip(hypotheses, references, strict=True)
    ]
    return math.fsum(scores) / len(scores)


_of_rouge_score = library("rouge_score", dialect="rouge-score", order=1, orders=(1,), input="text")

ROUGE_SCORE = tuple(
    _of_rouge_score(
        f"rouge-score-{kind.lower()}",
        "rouge",
        _rouge,
        kind,
        options=(("type", kind), ("tokenize", "none"), ("lowercase", "none")),
        sentences=kind == "Lsum",
    )
    for kind in ("1", "2", "L", "Lsum")
)

# fastchrf and pyter


def _chrf(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from fastchrf import pairwise_chrf

    pairs = [[hypothesis] for hypothesis in hypotheses]
    scores = pairwise_chrf(pairs, references, char_order=order)
    return math.fsum(score for [[score]] in scores) / len(scores)


FASTCHRF = library("fastchrf")(
    "fastchrf", "chrf", _chrf, order=6, orders=ORDERS, references="one", input="text", scale=100.0
)


def _ter(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    """Return the TER of a corpus, the sum of the edits of single pairs per word."""
    from pyter import ter

    pairs = [
        (hypothesis, reference)
        for hypothesis, [reference] in zip(hypotheses, references, strict=True)
    ]
    edits = sum(ter(hypothesis, reference) * len(reference) for hypothesis, reference in pairs)
    return edits / sum(len(reference) for _, reference in pairs)


PYTER = library("pyter3", "pyter")("pyter", "ter", _ter, order=1, orders=(1,), references="one")
