"""Libraries of Python with one metric each: bleuscore, Distinct-N, EASSE, fastchrf and pyter."""

from __future__ import annotations

import math
from typing import Any

from tallystick.compat.implementations.adapters.evaluate import outcome_of
from tallystick.compat.implementations.adapters.installed import ORDERS, library


def _bleuscore(
    length: Any, smooth: bool, hypotheses: list[Any], references: list[list[Any]], order: int
) -> Any:
    import bleuscore

    found: Any = bleuscore.compute(
        references=references,
        predictions=hypotheses,
        max_order=order,
        smooth=smooth,
        ref_len_method=length,
    )
    return outcome_of(found)


_of_bleuscore = library("bleuscore", orders=ORDERS, input="text")

BLEUSCORE = (  # the BLEU of Hugging Face evaluate, in Rust
    _of_bleuscore("bleuscore", "bleu", _bleuscore, "shortest", False),
    _of_bleuscore("bleuscore-smooth", "bleu", _bleuscore, "shortest", True),
    _of_bleuscore("bleuscore-closest", "bleu", _bleuscore, "closest", False),
    _of_bleuscore("bleuscore-closest-smooth", "bleu", _bleuscore, "closest", True),
)


def _distinct(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from distinct_n import distinct_n_corpus_level

    return distinct_n_corpus_level(hypotheses, order)


DISTINCT_N = library(
    "distinct-n", "distinct_n", "git+https://github.com/neural-dialogue-metrics/Distinct-N"
)("distinct-n", "distinct", _distinct, order=2, orders=ORDERS)


def _corpus_sari(
    options: dict[str, bool],
    hypotheses: list[Any],
    references: list[list[Any]],
    order: int,
    sources: Any = (),
) -> Any:
    from easse.sari import corpus_sari

    streams = [list(stream) for stream in zip(*references, strict=True)]
    return corpus_sari(orig_sents=sources, sys_sents=hypotheses, refs_sents=streams, **options)


_of_easse = library(
    "easse",
    source="git+https://github.com/feralvam/easse",
    orders=(4,),
    ragged=False,
    sources=True,
    input="text",
    scale=100.0,
)

EASSE = (
    _of_easse("easse", "sari", _corpus_sari, {}),
    _of_easse("easse-p", "sari", _corpus_sari, {"use_f1_for_deletion": False}),
    _of_easse("easse-paper", "sari", _corpus_sari, {"use_paper_version": True}),
)


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

    pairs = [(hypothesis, one) for hypothesis, [one] in zip(hypotheses, references, strict=True)]
    edits = sum(ter(hypothesis, reference) * len(reference) for hypothesis, reference in pairs)
    return edits / sum(len(reference) for _, reference in pairs)


PYTER = library("pyter3", "pyter")("pyter", "ter", _ter, order=1, orders=(1,), references="one")
