"""N-gram metrics for machine translation and text generation, equal to the reference programs.

>>> import tallystick
>>> result = tallystick.bleu(
...     hypotheses=["the cat is on the mat"], references=["the cat sat on the mat"]
... )
>>> round(result.score, 4)  # sacreBLEU 2.6.0
37.9918
"""

from __future__ import annotations

from tallystick.lazy import lazy_exports

__version__ = "1.0.0rc1"

_EXPORTS = {
    "tallystick.errors": (
        "InputError, KernelError, MissingExtraError, OptionError, PluginError, "
        "TallystickError, TallystickWarning, TokenizerWarning, UnknownNameError, "
        "UnsupportedError"
    ),
    "tallystick.metrics.base.named_functions": (
        "bleu, cer, chrf, cider, distinct, google_gleu, mer, meteor, nist, ribes, rouge, "
        "sari, self_bleu, ter, wer, wil, wip"
    ),
    "tallystick.metrics.bleu.metric": "Bleu",
    "tallystick.metrics.cer.metric": "Cer",
    "tallystick.metrics.chrf.metric": "Chrf",
    "tallystick.metrics.cider.metric": "Cider",
    "tallystick.metrics.distinct.metric": "Distinct",
    "tallystick.metrics.google_gleu.metric": "GoogleGleu",
    "tallystick.metrics.meteor.metric": "Meteor",
    "tallystick.metrics.nist.metric": "Nist",
    "tallystick.metrics.ribes.metric": "Ribes",
    "tallystick.metrics.rouge.metric": "Rouge",
    "tallystick.metrics.sari.metric": "Sari",
    "tallystick.metrics.self_bleu.metric": "SelfBleu",
    "tallystick.metrics.ter.metric": "Ter",
    "tallystick.metrics.wer.metric": "Mer, Wer, Wil, Wip",
    "tallystick.metrics.corpus.corpus": "Corpus",
    "tallystick.metrics.in_parts.parts": "score_files",
    "tallystick.metrics.interface.metric": "Score, segment_scores",
    "tallystick.metrics.interface.spec": "metric_from_spec as metric",
    "tallystick.metrics.reading.read": "read_test_set",
    "tallystick.metrics.scoring.prepared": "PreparedReferences",
    "tallystick.metrics.scoring.score_matrix": "score_matrix",
    "tallystick.metrics.scoring.scoring": "score",
    "tallystick.metrics.scoring.systems": "score_systems, tokenize",
    "tallystick.reports.alignments": "align",
    "tallystick.reports.challenge_sets.function": "challenge",
    "tallystick.reports.comparison.compare": "compare",
    "tallystick.reports.comparison.saved.report_files": "read_report, write_report",
    "tallystick.reports.comparison_over_sets.function": "compare_sets",
    "tallystick.reports.formats": "render",
    "tallystick.reports.meta_evaluation.function": "meta",
    "tallystick.reports.over_time.build": "trend",
    "tallystick.reports.planning.function": "plan",
    "tallystick.reports.saving.frames": "frame",
    "tallystick.compat.conformance.check": "check",
    "tallystick.compat.conformance.identification.identify": "identify",
    "tallystick.compat.explanation.explanation": "explain",
}
"""What is imported from each module when it is first used; `__init__.pyi` says the same."""

_MOVED = {
    "tallystick.metrics": (
        "BleuDialect, BleuScore, CerDialect, ChrfDialect, ChrfScore, CiderDialect, CiderScore, "
        "DistinctDialect, DistinctScore, DocumentFrequencies, GivenScores, GoogleGleuDialect, "
        "GoogleGleuScore, InformationWeights, MeteorDialect, MeteorScore, MeteorStatistics, "
        "NistDialect, NistScore, References, RibesDialect, RibesScore, Rouge1, Rouge2, "
        "RougeDialect, RougeL, RougeLsum, RougeScore, SariDialect, SariScore, SelfBleuDialect, "
        "SelfBleuScore, Signature, TerDialect, TerScore, WerDialect, WerScore, Workspace, "
        "segment_form"
    ),
    "tallystick.reports": (
        "Challenge, Comparison, ComparisonOverSets, MetaEvaluation, Plan, compare_statistics, "
        "merge_statistics, meta_statistics, write_statistics"
    ),
}
"""What is in a package now; used here it gives a `DeprecationWarning` until version 1.1."""

_PACKAGES = ("compat", "metrics", "reports")

_names, __getattr__, __dir__ = lazy_exports(globals(), _EXPORTS, _PACKAGES, _MOVED)
__all__ = sorted([*_names, "__version__"])
