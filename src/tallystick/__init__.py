"""N-gram metrics for machine translation and text generation, equal to the reference programs.

>>> import tallystick
>>> result = tallystick.bleu(
...     hypotheses=["the cat is on the mat"], references=["the cat sat on the mat"]
... )
>>> round(result.score, 4)  # sacreBLEU 2.6.0
37.9918
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.lazy import lazy_exports

__version__ = "0.1.0"

__all__ = [
    "Bleu",
    "BleuDialect",
    "BleuScore",
    "Comparison",
    "Corpus",
    "InformationWeights",
    "InputError",
    "KernelError",
    "MissingExtraError",
    "Nist",
    "NistDialect",
    "NistScore",
    "OptionError",
    "PluginError",
    "References",
    "Score",
    "Signature",
    "TallystickError",
    "TallystickWarning",
    "TokenizerWarning",
    "UnknownNameError",
    "Workspace",
    "__version__",
    "bleu",
    "compare",
    "metric",
    "nist",
    "read_report",
    "score",
    "segment_form",
    "segment_scores",
    "write_report",
]

if TYPE_CHECKING:
    from tallystick.errors import InputError as InputError
    from tallystick.errors import KernelError as KernelError
    from tallystick.errors import MissingExtraError as MissingExtraError
    from tallystick.errors import OptionError as OptionError
    from tallystick.errors import PluginError as PluginError
    from tallystick.errors import TallystickError as TallystickError
    from tallystick.errors import TallystickWarning as TallystickWarning
    from tallystick.errors import TokenizerWarning as TokenizerWarning
    from tallystick.errors import UnknownNameError as UnknownNameError
    from tallystick.metrics.bleu.dialect import BleuDialect as BleuDialect
    from tallystick.metrics.bleu.metric import Bleu as Bleu
    from tallystick.metrics.bleu.metric import BleuScore as BleuScore
    from tallystick.metrics.corpus import Corpus as Corpus
    from tallystick.metrics.metric import Score as Score
    from tallystick.metrics.metric import segment_form as segment_form
    from tallystick.metrics.metric import segment_scores as segment_scores
    from tallystick.metrics.nist.dialect import NistDialect as NistDialect
    from tallystick.metrics.nist.information import InformationWeights as InformationWeights
    from tallystick.metrics.nist.metric import Nist as Nist
    from tallystick.metrics.nist.metric import NistScore as NistScore
    from tallystick.metrics.references import References as References
    from tallystick.metrics.scoring import bleu as bleu
    from tallystick.metrics.scoring import nist as nist
    from tallystick.metrics.scoring import score as score
    from tallystick.metrics.signature import Signature as Signature
    from tallystick.metrics.spec import metric_from_spec as metric
    from tallystick.metrics.workspace import Workspace as Workspace
    from tallystick.reports.comparison.compare import compare as compare
    from tallystick.reports.comparison.model import Comparison as Comparison
    from tallystick.reports.comparison.report_files import read_report as read_report
    from tallystick.reports.comparison.report_files import write_report as write_report

_PLACES = {
    "Bleu": "tallystick.metrics.bleu.metric",
    "BleuDialect": "tallystick.metrics.bleu.dialect",
    "BleuScore": "tallystick.metrics.bleu.metric",
    "Comparison": "tallystick.reports.comparison.model",
    "Corpus": "tallystick.metrics.corpus",
    "InformationWeights": "tallystick.metrics.nist.information",
    "InputError": "tallystick.errors",
    "KernelError": "tallystick.errors",
    "MissingExtraError": "tallystick.errors",
    "Nist": "tallystick.metrics.nist.metric",
    "NistDialect": "tallystick.metrics.nist.dialect",
    "NistScore": "tallystick.metrics.nist.metric",
    "OptionError": "tallystick.errors",
    "PluginError": "tallystick.errors",
    "References": "tallystick.metrics.references",
    "Score": "tallystick.metrics.metric",
    "Signature": "tallystick.metrics.signature",
    "TallystickError": "tallystick.errors",
    "TallystickWarning": "tallystick.errors",
    "TokenizerWarning": "tallystick.errors",
    "UnknownNameError": "tallystick.errors",
    "Workspace": "tallystick.metrics.workspace",
    "bleu": "tallystick.metrics.scoring",
    "compare": "tallystick.reports.comparison.compare",
    "metric": "tallystick.metrics.spec:metric_from_spec",
    "nist": "tallystick.metrics.scoring",
    "read_report": "tallystick.reports.comparison.report_files",
    "score": "tallystick.metrics.scoring",
    "segment_form": "tallystick.metrics.metric",
    "segment_scores": "tallystick.metrics.metric",
    "write_report": "tallystick.reports.comparison.report_files",
}

__getattr__, __dir__ = lazy_exports(globals(), _PLACES)
