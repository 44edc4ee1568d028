"""N-gram metrics for machine translation and text generation, equal to the reference programs.

>>> import tallystick
>>> result = tallystick.bleu(
...     hypotheses=["the cat is on the mat"], references=["the cat sat on the mat"]
... )
>>> round(result.score, 4)  # sacreBLEU 2.6.0
37.9918
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

__all__ = [
    "Bleu",
    "Corpus",
    "InformationWeights",
    "Nist",
    "References",
    "Score",
    "Signature",
    "TallystickError",
    "TallystickWarning",
    "Workspace",
    "__version__",
    "bleu",
    "compare",
    "metric",
    "nist",
    "read_report",
    "score",
    "segment_scores",
    "write_report",
]

if TYPE_CHECKING:
    from tallystick.errors import TallystickError as TallystickError
    from tallystick.errors import TallystickWarning as TallystickWarning
    from tallystick.metrics.bleu.metric import Bleu as Bleu
    from tallystick.metrics.corpus import Corpus as Corpus
    from tallystick.metrics.metric import Score as Score
    from tallystick.metrics.metric import segment_scores as segment_scores
    from tallystick.metrics.nist.information import InformationWeights as InformationWeights
    from tallystick.metrics.nist.metric import Nist as Nist
    from tallystick.metrics.references import References as References
    from tallystick.metrics.scoring import bleu as bleu
    from tallystick.metrics.scoring import nist as nist
    from tallystick.metrics.scoring import score as score
    from tallystick.metrics.signature import Signature as Signature
    from tallystick.metrics.spec import metric_from_spec as metric
    from tallystick.metrics.workspace import Workspace as Workspace
    from tallystick.reports.comparison.compare import compare as compare
    from tallystick.reports.comparison.report_files import read_report as read_report
    from tallystick.reports.comparison.report_files import write_report as write_report

# Where each public name is found; imported when it is first used, so that a start stays cheap.
_PLACES = {
    "Bleu": "tallystick.metrics.bleu.metric",
    "Corpus": "tallystick.metrics.corpus",
    "InformationWeights": "tallystick.metrics.nist.information",
    "Nist": "tallystick.metrics.nist.metric",
    "References": "tallystick.metrics.references",
    "Score": "tallystick.metrics.metric",
    "Signature": "tallystick.metrics.signature",
    "TallystickError": "tallystick.errors",
    "TallystickWarning": "tallystick.errors",
    "Workspace": "tallystick.metrics.workspace",
    "bleu": "tallystick.metrics.scoring",
    "compare": "tallystick.reports.comparison.compare",
    "metric": "tallystick.metrics.spec",
    "nist": "tallystick.metrics.scoring",
    "read_report": "tallystick.reports.comparison.report_files",
    "score": "tallystick.metrics.scoring",
    "segment_scores": "tallystick.metrics.metric",
    "write_report": "tallystick.reports.comparison.report_files",
}
_NAMES_THERE = {"metric": "metric_from_spec"}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'tallystick' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_PLACES[name]), _NAMES_THERE.get(name, name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_PLACES})
