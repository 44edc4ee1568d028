"""What an earlier version saved is read, and is saved again with the same values.

The files in `tests/golden/saved/VERSION` were written by that version of tallystick for the first
twelve segments of the examples. Their scores are sacreBLEU 2.6.0's.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tallystick.reports import (
    Challenge,
    Comparison,
    ComparisonOverSets,
    MetaEvaluation,
    Plan,
    ScoreReport,
    Trend,
    merge_statistics,
)

SAVED = sorted((Path(__file__).parents[2] / "golden" / "saved").iterdir())
READERS: dict[str, Any] = {
    "score": ScoreReport,
    "comparison": Comparison,
    "sets": ComparisonOverSets,
    "meta": MetaEvaluation,
    "challenge": Challenge,
    "plan": Plan,
    "trend": Trend,
}
SENTENCES = {"verdict", "recommendation", "notes"}
"""What the version that reads says of the values; sentences are not promised."""

BLEU = {"system-good": 54.1000245024, "system-short": 23.2875721546}


def lost(saved: object, now: object, where: str = "") -> list[str]:
    """Return where a value is missing or differs; new fields are allowed."""
    if isinstance(saved, dict) and isinstance(now, dict):
        keys = saved.keys() - SENTENCES
        return [at for key in keys for at in lost(saved[key], now.get(key), f"{where}/{key}")]
    if isinstance(saved, list) and isinstance(now, list) and len(saved) == len(now):
        pairs = enumerate(zip(saved, now, strict=True))
        return [at for index, pair in pairs for at in lost(*pair, f"{where}/{index}")]
    return [] if saved == now else [where]


@pytest.mark.parametrize("folder", SAVED, ids=lambda folder: folder.name)
@pytest.mark.parametrize("kind", READERS)
def test_a_saved_report_is_read_and_keeps_every_value(folder: Path, kind: str) -> None:
    text = (folder / f"{kind}.json").read_text("utf-8")
    report = READERS[kind].from_json(text)
    assert lost(json.loads(text), json.loads(json.dumps(report.to_json()))) == []


@pytest.mark.parametrize("folder", SAVED, ids=lambda folder: folder.name)
def test_scores_in_saved_files_are_those_of_sacrebleu(folder: Path) -> None:
    comparison = Comparison.from_json((folder / "comparison.json").read_text("utf-8"))
    scores = {score.system: score.score for score in comparison.scores if score.metric == "bleu"}
    assert scores == pytest.approx(BLEU, abs=1e-10)
    [bleu, _] = merge_statistics(str(folder / "statistics.parquet"))["system-good"]
    assert bleu.score == pytest.approx(BLEU["system-good"], abs=1e-10)
