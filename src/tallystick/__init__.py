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

__version__ = "0.1.0"

_EXPORTS = {
    "tallystick.errors": (
        "InputError, KernelError, MissingExtraError, OptionError, PluginError, "
        "TallystickError, TallystickWarning, TokenizerWarning, UnknownNameError, "
        "UnsupportedError"
    ),
    "tallystick.metrics.bleu.dialect": "BleuDialect",
    "tallystick.metrics.bleu.metric": "Bleu, BleuScore",
    "tallystick.metrics.cer.metric": "Cer, CerDialect",
    "tallystick.metrics.chrf.dialect": "ChrfDialect",
    "tallystick.metrics.chrf.metric": "Chrf, ChrfScore",
    "tallystick.metrics.cider.dialect": "CiderDialect",
    "tallystick.metrics.cider.frequencies": "DocumentFrequencies",
    "tallystick.metrics.cider.metric": "Cider, CiderScore",
    "tallystick.metrics.corpus.corpus": "Corpus, References",
    "tallystick.metrics.distinct.dialect": "DistinctDialect",
    "tallystick.metrics.distinct.metric": "Distinct, DistinctScore",
    "tallystick.metrics.google_gleu.metric": "GoogleGleu, GoogleGleuDialect, GoogleGleuScore",
    "tallystick.metrics.given_scores.metric": "GivenScores",
    "tallystick.metrics.meteor.dialect": "MeteorDialect",
    "tallystick.metrics.meteor.given": "MeteorStatistics",
    "tallystick.metrics.meteor.metric": "Meteor, MeteorScore",
    "tallystick.metrics.interface.metric": "Score, segment_form, segment_scores",
    "tallystick.metrics.base.named_functions": (
        "bleu, cer, chrf, cider, distinct, google_gleu, mer, meteor, nist, ribes, rouge, "
        "sari, self_bleu, ter, wer, wil, wip"
    ),
    "tallystick.metrics.nist.dialect": "NistDialect",
    "tallystick.metrics.nist.information": "InformationWeights",
    "tallystick.metrics.nist.metric": "Nist, NistScore",
    "tallystick.metrics.scoring.prepared": "PreparedReferences",
    "tallystick.metrics.ribes.dialect": "RibesDialect",
    "tallystick.metrics.ribes.metric": "Ribes, RibesScore",
    "tallystick.metrics.rouge.dialect": "RougeDialect",
    "tallystick.metrics.rouge.metric": ("Rouge, Rouge1, Rouge2, RougeL, RougeLsum, RougeScore"),
    "tallystick.metrics.sari.dialect": "SariDialect",
    "tallystick.metrics.sari.metric": "Sari, SariScore",
    "tallystick.metrics.in_parts.parts": "score_files",
    "tallystick.metrics.scoring.score_matrix": "score_matrix",
    "tallystick.metrics.scoring.scoring": "score",
    "tallystick.metrics.self_bleu.dialect": "SelfBleuDialect",
    "tallystick.metrics.self_bleu.metric": "SelfBleu, SelfBleuScore",
    "tallystick.metrics.interface.signature": "Signature",
    "tallystick.metrics.interface.spec": "metric_from_spec as metric",
    "tallystick.metrics.scoring.systems": "score_systems",
    "tallystick.metrics.ter.dialect": "TerDialect",
    "tallystick.metrics.ter.metric": "Ter, TerScore",
    "tallystick.metrics.wer.dialect": "WerDialect",
    "tallystick.metrics.wer.metric": "Mer, Wer, WerScore, Wil, Wip",
    "tallystick.metrics.counting.workspace": "Workspace",
    "tallystick.reports.challenge_sets.function": "challenge",
    "tallystick.reports.challenge_sets.model": "Challenge",
    "tallystick.reports.comparison.compare": "compare",
    "tallystick.reports.comparison.model": "Comparison",
    "tallystick.reports.comparison.saved.report_files": "read_report, write_report",
    "tallystick.reports.comparison_over_sets.function": "compare_sets",
    "tallystick.reports.comparison_over_sets.model": "ComparisonOverSets",
    "tallystick.reports.formats": "render",
    "tallystick.reports.meta_evaluation.function": "meta",
    "tallystick.reports.meta_evaluation.model": "MetaEvaluation",
    "tallystick.reports.planning.function": "plan",
    "tallystick.reports.planning.model": "Plan",
    "tallystick.reports.statistics_files.functions": (
        "compare_statistics, merge_statistics, meta_statistics, write_statistics"
    ),
}
"""What is imported from each module when it is first used; `__init__.pyi` says the same."""

_names, __getattr__, __dir__ = lazy_exports(globals(), _EXPORTS)
__all__ = sorted([*_names, "__version__"])
