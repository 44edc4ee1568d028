"""Metrics, their building blocks and the interface of plug-ins: the public names of this package.

A metric consists of additive statistics and a formula over their sums (`Metric`). Everything that a
metric, a tokenizer or a significance test needs is exported here and imported when first used. The
modules of this package are internal.

>>> from tallystick.metrics import Bleu, segment_form
>>> segment_form(Bleu()).effective_order
True
"""

from __future__ import annotations

from tallystick.lazy import lazy_exports

_EXPORTS = {
    "tallystick.metrics.arguments.catalogue": "METRICS, TOKENIZERS, tokenizer_named",
    "tallystick.metrics.arguments.calls": "whole_number",
    "tallystick.metrics.arguments.options": (
        "LOWERCASE_TO_CASE, check_signature_fields, flag, lowercase_from_case, number, "
        "parse_flag, parse_lowercase, tokenizer_fields, tokenizer_from_fields, "
        "word"
    ),
    "tallystick.metrics.base.base_metric": "BaseMetric, sources_of",
    "tallystick.metrics.bleu.dialect": "BleuDialect",
    "tallystick.metrics.bleu.metric": "Bleu, BleuScore",
    "tallystick.metrics.cer.metric": "Cer, CerDialect",
    "tallystick.metrics.chrf.dialect": "ChrfDialect",
    "tallystick.metrics.chrf.metric": "Chrf, ChrfScore",
    "tallystick.metrics.cider.dialect": "CiderDialect",
    "tallystick.metrics.cider.frequencies": "DocumentFrequencies",
    "tallystick.metrics.cider.metric": "Cider, CiderScore, FittedCider",
    "tallystick.metrics.corpus.corpus": "Corpus, References",
    "tallystick.metrics.corpus.text": "Text, Tokens",
    "tallystick.metrics.counting.matching": "Matches, closest_reference_lengths, write_totals",
    "tallystick.metrics.counting.ngram_weights": "NgramWeights",
    "tallystick.metrics.counting.pairs": (
        "Encoded, EncodedPairs, EncodedReferences, one_reference_each"
    ),
    "tallystick.metrics.counting.workspace": "Workspace",
    "tallystick.metrics.distinct.dialect": "DistinctDialect",
    "tallystick.metrics.distinct.metric": "Distinct, DistinctScore",
    "tallystick.metrics.given_scores.files": "ScoreFile, read_given_scores",
    "tallystick.metrics.given_scores.metric": "GivenScores",
    "tallystick.metrics.google_gleu.metric": "GoogleGleu, GoogleGleuDialect, GoogleGleuScore",
    "tallystick.metrics.interface.dialect": (
        "Axis, Dialect, axis, with_axes_described, with_options"
    ),
    "tallystick.metrics.interface.identity": "Citation, Identity, Scale",
    "tallystick.metrics.interface.metric": (
        "Fittable, Metric, Score, fitted, segment_form, segment_scores"
    ),
    "tallystick.metrics.interface.presets": "Preset, preset_named, presets as presets_of",
    "tallystick.metrics.interface.signature": "Signature",
    "tallystick.metrics.interface.spec": "metric_from_spec",
    "tallystick.metrics.meteor.metric": "Meteor, MeteorDialect, MeteorScore",
    "tallystick.metrics.meteor.given": "MeteorStatistics",
    "tallystick.metrics.nist.dialect": "BETA, NistDialect",
    "tallystick.metrics.nist.information": "InformationWeights",
    "tallystick.metrics.nist.metric": "FittedNist, Nist, NistScore",
    "tallystick.metrics.reading.read": "read_test_set, stream_test_set",
    "tallystick.metrics.reading.testset": "TestSet",
    "tallystick.metrics.resampling.bootstrap": "bootstrap_scores",
    "tallystick.metrics.resampling.paired": "Compared, compare_under",
    "tallystick.metrics.resampling.settings": "Settings",
    "tallystick.metrics.resampling.units": "Units, segments_as_units, units_of",
    "tallystick.metrics.ribes.metric": "Ribes, RibesDialect, RibesScore",
    "tallystick.metrics.rouge.dialect": "RougeDialect",
    "tallystick.metrics.rouge.metric": "Rouge, Rouge1, Rouge2, RougeL, RougeLsum, RougeScore",
    "tallystick.metrics.sari.dialect": "SariDialect",
    "tallystick.metrics.sari.metric": "Sari, SariScore",
    "tallystick.metrics.scoring.scoring": "Scored, SystemScored, as_metric, score_parts",
    "tallystick.metrics.self_bleu.dialect": "SelfBleuDialect",
    "tallystick.metrics.self_bleu.metric": "SelfBleu, SelfBleuScore",
    "tallystick.metrics.sums.statistics": "Columns, Statistics",
    "tallystick.metrics.sums.sum_formula": "SumFormula, mean_of_segments, ratio_of_sums",
    "tallystick.metrics.ter.dialect": "TerDialect",
    "tallystick.metrics.ter.metric": "Ter, TerScore",
    "tallystick.metrics.tokenizers": "FunctionTokenizer, Lowercase, Tokenizer, fold",
    "tallystick.metrics.wer.dialect": "WerDialect",
    "tallystick.metrics.wer.metric": "Mer, Wer, WerScore, Wil, Wip",
}
"""What is imported from each module when it is first used; `__init__.pyi` says the same."""

__all__, __getattr__, __dir__ = lazy_exports(globals(), _EXPORTS)
