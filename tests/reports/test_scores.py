"""The score report: built from scored systems, and the same after a trip through JSON."""

import json
import math
from dataclasses import dataclass, fields
from typing import Any, ClassVar

import numpy as np
import pytest

import tallystick
from tallystick import InputError, PluginError
from tallystick.metrics import (
    METRICS,
    Identity,
    Scale,
    Score,
    Scored,
    Statistics,
    SystemScored,
    score_parts,
)
from tallystick.reports import DocumentScore, ScoreEntry, ScoreReport, score_report

HYPOTHESES = ["a b c d e", "a b q r s", "a b c d e"]
REFERENCES = ["a b c d x", "a b z r s", "a b c d x"]


def report(segments: bool = False, documents: list[str] | None = None) -> ScoreReport:
    corpus = tallystick.Corpus.from_segments(hypotheses=HYPOTHESES, references=REFERENCES)
    metrics = {spec: tallystick.metric(spec) for spec in ("bleu", "nist:order=2")}
    systems = score_parts(
        [[("mine", corpus), ("yours", corpus)]], [corpus.references], list(metrics.values())
    )
    return score_report(
        systems, metrics, segments=segments, by_document=bool(documents), documents=documents
    )


def test_segments_and_documents_are_only_included_on_request() -> None:
    [entry, *_] = report().entries
    assert (entry.segments, entry.segment_documents, entry.documents) == (None, None, None)
    [entry, *_] = report(segments=True, documents=["x", "y", "x"]).entries
    assert entry.segments is not None
    assert len(entry.segments) == 3
    assert entry.segment_documents == ("x", "y", "x")
    assert entry.documents is not None
    assert [document.document for document in entry.documents] == ["x", "y"]
    # a document of one segment
    assert entry.documents[1] == DocumentScore("y", entry.segments[1])
    with pytest.raises(InputError, match="requested, but documents are not known"):
        score_report([], {}, by_document=True)


LACKING = {"schema": "tallystick/score/1", "scores": [{"system": "a", "metric": "b", "name": "b"}]}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"schema": "tallystick/score/2", "scores": []}', "in another version of this format"),
        (LACKING, "lacks 'scale'"),
        ("bleu 12.3", "not a saved report: it is not JSON"),
    ],
)
def test_what_is_no_score_report_is_refused(content: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        ScoreReport.from_json(content)


def test_a_report_cannot_be_changed() -> None:
    entry = ScoreEntry("mine", "bleu", "bleu", "", 1.0, "nrefs:1", {"counts": (1, 2)})
    with pytest.raises(AttributeError):
        entry.score = 2.0  # type: ignore[misc]
    with pytest.raises(TypeError):
        entry.details["counts"] = ()  # type: ignore[index]


def test_no_metric_here_has_details_with_the_name_of_a_field() -> None:
    for name in METRICS:
        METRICS.load(name)
    kinds = [kind for kind in Score.__subclasses__() if kind.__module__.startswith("tallystick.")]
    assert len(kinds) > 5
    taken = {field.name for field in fields(ScoreEntry)}
    for kind in kinds:
        details = {field.name for field in fields(kind)} - {field.name for field in fields(Score)}
        assert not details & taken, kind


@dataclass(frozen=True)
class StrangeMetric:
    """A third party's metric whose score is made of whatever a test wants."""

    identity: ClassVar[Identity] = Identity("strange", "Strange", "", Scale(None, None, 2))

    details: dict[str, Any]

    def options(self, given_tokens: bool) -> dict[str, str]:
        return {}

    def formula(self, totals: Any) -> Any:
        return np.full(np.shape(totals)[:-1], math.nan)


@dataclass(frozen=True)
class StrangeScore:
    details: dict[str, Any]
    score: float = math.inf
    signature: str = "metric:strange"


def strange_report(details: dict[str, Any]) -> ScoreReport:
    metric: Any = StrangeMetric(details)
    score: Any = StrangeScore(details)
    statistics = Statistics(("count",), np.array([[1], [2]]), 1, False)
    scored = SystemScored("mine", (Scored(metric, score, statistics),))
    return score_report([scored], {"strange": metric}, segments=True)


def test_numbers_of_numpy_become_numbers_of_json_and_what_is_undefined_null() -> None:
    details = {"count": np.int64(3), "ratio": np.float64(0.5), "row": np.array([1, 2])}
    entry = strange_report({**details, "nothing": math.nan}).to_json()["scores"][0]
    assert json.loads(json.dumps(entry)) == entry
    assert (entry["count"], entry["ratio"], entry["row"]) == (3, 0.5, [1, 2])
    assert (entry["score"], entry["segments"], entry["nothing"]) == (None, [None, None], None)


def test_a_detail_with_the_name_of_a_field_is_refused() -> None:
    with pytest.raises(PluginError, match="'strange' have a field 'segments'"):
        strange_report({"segments": 3})
