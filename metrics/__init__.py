"""Metrics, their building blocks and the interface of plug-ins: the public names of this package.

A metric consists of additive statistics and a formula over their sums (`Metric`). Everything that a
metric, a tokenizer or a significance test needs is exported here and imported when first used. The
modules of this package are internal.

>>> from tallystick.metrics import Bleu, segment_form
>>> segment_form(Bleu()).effective_order
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.lazy import lazy_exports

if TYPE_CHECKING:
    from tallystick.metrics.base import BaseMetric as BaseMetric
    from tallystick.metrics.bleu.dialect import BleuDialect as BleuDialect
    from tallystick.metrics.bleu.metric import Bleu as Bleu, BleuScore as BleuScore
    from tallystick.metrics.catalogue import (
        METRICS as METRICS,
        TOKENIZERS as TOKENIZERS,
        tokenizer_named as tokenizer_named,
    )
    from tallystick.metrics.cer.dialect import CerDialect as CerDialect
    from tallystick.metrics.cer.metric import Cer as Cer
    from tallystick.metrics.chrf.dialect import ChrfDialect as ChrfDialect
    from tallystick.metrics.chrf.metric import Chrf as Chrf, ChrfScore as ChrfScore
    from tallystick.metrics.cider.dialect import CiderDialect as CiderDialect
    from tallystick.metrics.cider.frequencies import DocumentFrequencies as DocumentFrequencies
    from tallystick.metrics.cider.metric import (
        Cider as Cider,
        CiderScore as CiderScore,
        FittedCider as FittedCider,
    )
    from tallystick.metrics.columns import Columns as Columns
    from tallystick.metrics.corpus import Corpus as Corpus
    from tallystick.metrics.dialect import (
        Axis as Axis,
        Dialect as Dialect,
        axis as axis,
        with_axes_described as with_axes_described,
        with_options as with_options,
    )
    from tallystick.metrics.distinct.dialect import DistinctDialect as DistinctDialect
    from tallystick.metrics.distinct.metric import (
        Distinct as Distinct,
        DistinctScore as DistinctScore,
    )
    from tallystick.metrics.google_gleu.dialect import GoogleGleuDialect as GoogleGleuDialect
    from tallystick.metrics.google_gleu.metric import (
        GoogleGleu as GoogleGleu,
        GoogleGleuScore as GoogleGleuScore,
    )
    from tallystick.metrics.given_scores.files import (
        ScoreFile as ScoreFile,
        read_given_scores as read_given_scores,
    )
    from tallystick.metrics.given_scores.metric import GivenScores as GivenScores
    from tallystick.metrics.identity import (
        Citation as Citation,
        Identity as Identity,
        Scale as Scale,
    )
    from tallystick.metrics.matching import (
        Matches as Matches,
        closest_reference_lengths as closest_reference_lengths,
        write_totals as write_totals,
    )
    from tallystick.metrics.meteor.dialect import MeteorDialect as MeteorDialect
    from tallystick.metrics.meteor.given import MeteorStatistics as MeteorStatistics
    from tallystick.metrics.meteor.metric import Meteor as Meteor, MeteorScore as MeteorScore
    from tallystick.metrics.metric import (
        DependsOnCorpus as DependsOnCorpus,
        Fittable as Fittable,
        HasSegmentForm as HasSegmentForm,
        HasSegmentScorer as HasSegmentScorer,
        HasSumFormula as HasSumFormula,
        HasWarnings as HasWarnings,
        Metric as Metric,
        Score as Score,
        fitted as fitted,
        segment_form as segment_form,
        segment_scores as segment_scores,
    )
    from tallystick.metrics.ngram_weights import NgramWeights as NgramWeights
    from tallystick.metrics.nist.dialect import BETA as BETA, NistDialect as NistDialect
    from tallystick.metrics.nist.information import InformationWeights as InformationWeights
    from tallystick.metrics.nist.metric import (
        FittedNist as FittedNist,
        Nist as Nist,
        NistScore as NistScore,
    )
    from tallystick.metrics.options import (
        LOWERCASE_TO_CASE as LOWERCASE_TO_CASE,
        check_signature_fields as check_signature_fields,
        flag as flag,
        lowercase_from_case as lowercase_from_case,
        number as number,
        parse_flag as parse_flag,
        parse_lowercase as parse_lowercase,
        tokenizer_fields as tokenizer_fields,
        tokenizer_from_fields as tokenizer_from_fields,
        whole_number as whole_number,
        word as word,
    )
    from tallystick.metrics.pairs import (
        Encoded as Encoded,
        EncodedPairs as EncodedPairs,
        EncodedReferences as EncodedReferences,
        one_reference_each as one_reference_each,
    )
    from tallystick.metrics.preset import Preset as Preset
    from tallystick.metrics.presets import preset_named as preset_named, presets
    from tallystick.metrics.reading.read import (
        read_test_set as read_test_set,
        stream_test_set as stream_test_set,
    )
    from tallystick.metrics.reading.testset import TestSet as TestSet
    from tallystick.metrics.references import References as References
    from tallystick.metrics.resampling.bootstrap import bootstrap_scores as bootstrap_scores
    from tallystick.metrics.resampling.paired import (
        Compared as Compared,
        compare_under as compare_under,
    )
    from tallystick.metrics.resampling.settings import Settings as Settings
    from tallystick.metrics.resampling.units import (
        Units as Units,
        segments_as_units as segments_as_units,
        units_of as units_of,
    )
    from tallystick.metrics.ribes.dialect import RibesDialect as RibesDialect
    from tallystick.metrics.ribes.metric import Ribes as Ribes, RibesScore as RibesScore
    from tallystick.metrics.rouge.dialect import RougeDialect as RougeDialect
    from tallystick.metrics.rouge.metric import (
        Rouge as Rouge,
        Rouge1 as Rouge1,
        Rouge2 as Rouge2,
        RougeL as RougeL,
        RougeLsum as RougeLsum,
        RougeScore as RougeScore,
    )
    from tallystick.metrics.sari.dialect import SariDialect as SariDialect
    from tallystick.metrics.sari.metric import Sari as Sari, SariScore as SariScore
    from tallystick.metrics.scoring import (
        Scored as Scored,
        SystemScored as SystemScored,
        as_metric as as_metric,
        score_parts as score_parts,
    )
    from tallystick.metrics.self_bleu.dialect import SelfBleuDialect as SelfBleuDialect
    from tallystick.metrics.self_bleu.metric import (
        SelfBleu as SelfBleu,
        SelfBleuScore as SelfBleuScore,
    )
    from tallystick.metrics.signature import Signature as Signature
    from tallystick.metrics.sources import sources_of as sources_of
    from tallystick.metrics.spec import metric_from_spec as metric_from_spec
    from tallystick.metrics.statistics import Statistics as Statistics
    from tallystick.metrics.sum_formula import (
        SumFormula as SumFormula,
        mean_of_segments as mean_of_segments,
        ratio_of_sums as ratio_of_sums,
    )
    from tallystick.metrics.ter.dialect import TerDialect as TerDialect
    from tallystick.metrics.ter.metric import Ter as Ter, TerScore as TerScore
    from tallystick.metrics.text import Text as Text, Tokens as Tokens
    from tallystick.metrics.tokenizers import (
        FunctionTokenizer as FunctionTokenizer,
        Lowercase as Lowercase,
        Tokenizer as Tokenizer,
        fold as fold,
    )
    from tallystick.metrics.wer.dialect import WerDialect as WerDialect
    from tallystick.metrics.wer.metric import (
        Mer as Mer,
        Wer as Wer,
        WerScore as WerScore,
        Wil as Wil,
        Wip as Wip,
    )
    from tallystick.metrics.workspace import Workspace as Workspace

    presets_of = presets
else:
    __all__, __getattr__, __dir__ = lazy_exports(
        globals(),
        {
            "tallystick.metrics.base": "BaseMetric",
            "tallystick.metrics.bleu.dialect": "BleuDialect",
            "tallystick.metrics.bleu.metric": "Bleu, BleuScore",
            "tallystick.metrics.catalogue": "METRICS, TOKENIZERS, tokenizer_named",
            "tallystick.metrics.cer.dialect": "CerDialect",
            "tallystick.metrics.cer.metric": "Cer",
            "tallystick.metrics.chrf.dialect": "ChrfDialect",
            "tallystick.metrics.chrf.metric": "Chrf, ChrfScore",
            "tallystick.metrics.cider.dialect": "CiderDialect",
            "tallystick.metrics.cider.frequencies": "DocumentFrequencies",
            "tallystick.metrics.cider.metric": "Cider, CiderScore, FittedCider",
            "tallystick.metrics.columns": "Columns",
            "tallystick.metrics.corpus": "Corpus",
            "tallystick.metrics.dialect": "Axis, Dialect, axis, with_axes_described, with_options",
            "tallystick.metrics.distinct.dialect": "DistinctDialect",
            "tallystick.metrics.distinct.metric": "Distinct, DistinctScore",
            "tallystick.metrics.google_gleu.dialect": "GoogleGleuDialect",
            "tallystick.metrics.google_gleu.metric": "GoogleGleu, GoogleGleuScore",
            "tallystick.metrics.given_scores.files": "ScoreFile, read_given_scores",
            "tallystick.metrics.given_scores.metric": "GivenScores",
            "tallystick.metrics.identity": "Citation, Identity, Scale",
            "tallystick.metrics.matching": "Matches, closest_reference_lengths, write_totals",
            "tallystick.metrics.meteor.dialect": "MeteorDialect",
            "tallystick.metrics.meteor.given": "MeteorStatistics",
            "tallystick.metrics.meteor.metric": "Meteor, MeteorScore",
            "tallystick.metrics.metric": (
                "DependsOnCorpus, Fittable, HasSegmentForm, HasSegmentScorer, HasSumFormula, "
                "HasWarnings, Metric, Score, fitted, "
                "segment_form, segment_scores"
            ),
            "tallystick.metrics.ngram_weights": "NgramWeights",
            "tallystick.metrics.nist.dialect": "BETA, NistDialect",
            "tallystick.metrics.nist.information": "InformationWeights",
            "tallystick.metrics.nist.metric": "FittedNist, Nist, NistScore",
            "tallystick.metrics.options": (
                "LOWERCASE_TO_CASE, check_signature_fields, flag, lowercase_from_case, number, "
                "parse_flag, parse_lowercase, tokenizer_fields, tokenizer_from_fields, "
                "whole_number, word"
            ),
            "tallystick.metrics.pairs": (
                "Encoded, EncodedPairs, EncodedReferences, one_reference_each"
            ),
            "tallystick.metrics.preset": "Preset",
            "tallystick.metrics.presets": "preset_named, presets as presets_of",
            "tallystick.metrics.reading.read": "read_test_set, stream_test_set",
            "tallystick.metrics.reading.testset": "TestSet",
            "tallystick.metrics.references": "References",
            "tallystick.metrics.resampling.bootstrap": "bootstrap_scores",
            "tallystick.metrics.resampling.paired": "Compared, compare_under",
            "tallystick.metrics.resampling.settings": "Settings",
            "tallystick.metrics.resampling.units": "Units, segments_as_units, units_of",
            "tallystick.metrics.ribes.dialect": "RibesDialect",
            "tallystick.metrics.ribes.metric": "Ribes, RibesScore",
            "tallystick.metrics.rouge.dialect": "RougeDialect",
            "tallystick.metrics.rouge.metric": (
                "Rouge, Rouge1, Rouge2, RougeL, RougeLsum, RougeScore"
            ),
            "tallystick.metrics.sari.dialect": "SariDialect",
            "tallystick.metrics.sari.metric": "Sari, SariScore",
            "tallystick.metrics.scoring": "Scored, SystemScored, as_metric, score_parts",
            "tallystick.metrics.self_bleu.dialect": "SelfBleuDialect",
            "tallystick.metrics.self_bleu.metric": "SelfBleu, SelfBleuScore",
            "tallystick.metrics.signature": "Signature",
            "tallystick.metrics.sources": "sources_of",
            "tallystick.metrics.spec": "metric_from_spec",
            "tallystick.metrics.statistics": "Statistics",
            "tallystick.metrics.sum_formula": "SumFormula, mean_of_segments, ratio_of_sums",
            "tallystick.metrics.ter.dialect": "TerDialect",
            "tallystick.metrics.ter.metric": "Ter, TerScore",
            "tallystick.metrics.text": "Text, Tokens",
            "tallystick.metrics.tokenizers": "FunctionTokenizer, Lowercase, Tokenizer, fold",
            "tallystick.metrics.wer.dialect": "WerDialect",
            "tallystick.metrics.wer.metric": "Mer, Wer, WerScore, Wil, Wip",
            "tallystick.metrics.workspace": "Workspace",
        },
    )
