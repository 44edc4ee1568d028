"""The drop-in equals the installed NLTK on WMT22 de-en."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tallystick.compat.nltk import bleu_score as ours

theirs: Any = pytest.importorskip("nltk.translate.bleu_score")

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


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
