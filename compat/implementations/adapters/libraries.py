"""Libraries of Python with one metric each: bleuscore, Distinct-N, EASSE, fastchrf and pyter."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from tallystick.compat.implementations.adapters.evaluate import outcome_of
from tallystick.compat.implementations.adapters.installed import ORDERS, of_library
from tallystick.compat.implementations.implementation import Implementation


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


def _bleu(name: str, length: Any, smooth: bool) -> Implementation:
    return Implementation(
        name=name,
        metric="bleu",
        run=partial(_bleuscore, length, smooth),
        dialect=name,
        orders=ORDERS,
        input="text",
        **of_library("bleuscore"),
    )


BLEUSCORE = (  # the BLEU of Hugging Face evaluate, in Rust
    _bleu("bleuscore", "shortest", False),
    _bleu("bleuscore-smooth", "shortest", True),
    _bleu("bleuscore-closest", "closest", False),
    _bleu("bleuscore-closest-smooth", "closest", True),
)


def _distinct(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from distinct_n import distinct_n_corpus_level

    return distinct_n_corpus_level(hypotheses, order)


DISTINCT_N = Implementation(
    name="distinct-n",
    metric="distinct",
    run=_distinct,
    dialect="distinct-n",
    order=2,
    orders=ORDERS,
    **of_library(
        "distinct-n", "distinct_n", "git+https://github.com/neural-dialogue-metrics/Distinct-N"
    ),
)


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


def _sari(name: str, **options: bool) -> Implementation:
    return Implementation(
        name=name,
        metric="sari",
        run=partial(_corpus_sari, options),
        dialect=name,
        orders=(4,),
        ragged=False,
        sources=True,
        input="text",
        scale=100.0,
        **of_library("easse", source="git+https://github.com/feralvam/easse"),
    )


EASSE = (
    _sari("easse"),
    _sari("easse-p", use_f1_for_deletion=False),
    _sari("easse-paper", use_paper_version=True),
)


def _chrf(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from fastchrf import pairwise_chrf

    pairs = [[hypothesis] for hypothesis in hypotheses]
    scores = pairwise_chrf(pairs, references, char_order=order)
    return math.fsum(score for [[score]] in scores) / len(scores)


FASTCHRF = Implementation(
    name="fastchrf",
    metric="chrf",
    run=_chrf,
    dialect="fastchrf",
    order=6,
    orders=ORDERS,
    references="one",
    input="text",
    scale=100.0,
    **of_library("fastchrf"),
)


def _ter(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    """Return the TER of a corpus, the sum of the edits of single pairs per word."""
    from pyter import ter

    pairs = [(hypothesis, one) for hypothesis, [one] in zip(hypotheses, references, strict=True)]
    edits = sum(ter(hypothesis, reference) * len(reference) for hypothesis, reference in pairs)
    return edits / sum(len(reference) for _, reference in pairs)


PYTER = Implementation(
    name="pyter",
    metric="ter",
    run=_ter,
    dialect="pyter",
    order=1,
    orders=(1,),
    references="one",
    **of_library("pyter3", "pyter"),
)
