"""The scores that WMT22 published for German to English are explained."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tallystick.compat.explanation.explanation import explained
from tallystick.compat.explanation.reported import Reported
from tallystick.compat.explanation.search import Space, Tried, search
from tallystick.metrics import Corpus

pytestmark = pytest.mark.thorough

Read = Callable[[str], list[str]]

SYSTEM = "Online-B"
REFERENCES = {"A": (0,), "B": (1,), "all": (0, 1)}


@pytest.fixture(scope="module")
def published(shared_data: Path) -> dict[str, float]:
    """Return the scores of the system: those of sacreBLEU 2.0, by metric and references."""
    table = (shared_data / "scores" / "automatic-scores.tsv").read_text("utf-8")
    rows = [line.split("\t") for line in table.split("\n")]
    return {row[4]: float(row[5]) for row in rows if row[:2] == ["de-en", SYSTEM]}


@pytest.fixture(scope="module")
def tried(shared_data: Path) -> list[Tried]:
    name = f"generaltest2022.de-en.hyp.{SYSTEM}.en"
    references = [f"generaltest2022.de-en.ref.{one}.en" for one in "AB"]
    corpus = Corpus.from_files(
        hypotheses=shared_data / "system-outputs" / name,
        references=[shared_data / "references" / one for one in references],
    )
    return search(corpus, Space.of(["bleu", "chrf"]))


def test_at_least_5000_settings_are_tried(tried: list[Tried]) -> None:
    assert len(tried) >= 5000


@pytest.mark.parametrize("references", REFERENCES)
@pytest.mark.parametrize("metric", ["bleu", "chrf"])
def test_a_published_score_is_that_of_the_default_with_its_references(
    metric: str, references: str, tried: list[Tried], published: dict[str, float]
) -> None:
    score = published[f"{metric}-{references}"]
    found = explained(Reported.read(f"{score:.2f}"), tried).matches[0]
    assert (found.setting.way.spec, found.setting.references) == (metric, REFERENCES[references])
    assert found.score == pytest.approx(score, abs=1e-9)
    assert found.by_chance < 0.5
