"""Written by tools/write_stubs.py."""

from tallystick.metrics.arguments.catalogue import METRICS, TOKENIZERS, tokenizer_named
from tallystick.metrics.arguments.calls import whole_number
from tallystick.metrics.arguments.options import LOWERCASE_TO_CASE, check_signature_fields, flag, lowercase_from_case, number, parse_flag, parse_lowercase, tokenizer_fields, tokenizer_from_fields, word
from tallystick.metrics.base.base_metric import BaseMetric, sources_of
from tallystick.metrics.bleu.dialect import BleuDialect
from tallystick.metrics.bleu.metric import Bleu, BleuScore
from tallystick.metrics.cer.metric import Cer, CerDialect
from tallystick.metrics.chrf.dialect import ChrfDialect
from tallystick.metrics.chrf.metric import Chrf, ChrfScore
from tallystick.metrics.cider.dialect import CiderDialect
from tallystick.metrics.cider.frequencies import DocumentFrequencies
from tallystick.metrics.cider.metric import Cider, CiderScore, FittedCider
from tallystick.metrics.corpus.corpus import Corpus, References
from tallystick.metrics.corpus.text import Text, Tokens
from tallystick.metrics.counting.matching import Matches, closest_reference_lengths, write_totals
from tallystick.metrics.counting.ngram_weights import NgramWeights
from tallystick.metrics.counting.pairs import Encoded, EncodedPairs, EncodedReferences, one_reference_each
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.distinct.dialect import DistinctDialect
from tallystick.metrics.distinct.metric import Distinct, DistinctScore
from tallystick.metrics.given_scores.files import ScoreFile, read_given_scores
from tallystick.metrics.given_scores.metric import GivenScores
from tallystick.metrics.google_gleu.metric import GoogleGleu, GoogleGleuDialect, GoogleGleuScore
from tallystick.metrics.interface.dialect import Axis, Dialect, axis, with_axes_described, with_options
from tallystick.metrics.interface.identity import Citation, Identity, Scale
from tallystick.metrics.interface.metric import Fittable, Metric, Score, fitted, segment_form, segment_scores
from tallystick.metrics.interface.presets import Preset, preset_named, presets as presets_of
from tallystick.metrics.interface.signature import Signature
from tallystick.metrics.interface.spec import metric_from_spec
from tallystick.metrics.meteor.metric import Meteor, MeteorDialect, MeteorScore
from tallystick.metrics.meteor.given import MeteorStatistics
from tallystick.metrics.nist.dialect import BETA, NistDialect
from tallystick.metrics.nist.information import InformationWeights
from tallystick.metrics.nist.metric import FittedNist, Nist, NistScore
from tallystick.metrics.reading.read import read_test_set, stream_test_set
from tallystick.metrics.reading.testset import TestSet
from tallystick.metrics.resampling.bootstrap import bootstrap_scores
from tallystick.metrics.resampling.paired import Compared, compare_under
from tallystick.metrics.resampling.settings import Settings
from tallystick.metrics.resampling.units import Units, segments_as_units, units_of
from tallystick.metrics.ribes.metric import Ribes, RibesDialect, RibesScore
from tallystick.metrics.rouge.dialect import RougeDialect
from tallystick.metrics.rouge.metric import Rouge, Rouge1, Rouge2, RougeL, RougeLsum, RougeScore
from tallystick.metrics.sari.dialect import SariDialect
from tallystick.metrics.sari.metric import Sari, SariScore
from tallystick.metrics.scoring.scoring import Scored, SystemScored, as_metric, score_parts
from tallystick.metrics.self_bleu.dialect import SelfBleuDialect
from tallystick.metrics.self_bleu.metric import SelfBleu, SelfBleuScore
from tallystick.metrics.sums.statistics import Columns, Statistics
from tallystick.metrics.sums.sum_formula import SumFormula, mean_of_segments, ratio_of_sums
from tallystick.metrics.ter.dialect import TerDialect
from tallystick.metrics.ter.metric import Ter, TerScore
from tallystick.metrics.tokenizers import FunctionTokenizer, Lowercase, Tokenizer, fold
from tallystick.metrics.wer.dialect import WerDialect
from tallystick.metrics.wer.metric import Mer, Wer, WerScore, Wil, Wip

__all__ = ["Axis", "BETA", "BaseMetric", "Bleu", "BleuDialect", "BleuScore", "Cer", "CerDialect", "Chrf", "ChrfDialect", "ChrfScore", "Cider", "CiderDialect", "CiderScore", "Citation", "Columns", "Compared", "Corpus", "Dialect", "Distinct", "DistinctDialect", "DistinctScore", "DocumentFrequencies", "Encoded", "EncodedPairs", "EncodedReferences", "Fittable", "FittedCider", "FittedNist", "FunctionTokenizer", "GivenScores", "GoogleGleu", "GoogleGleuDialect", "GoogleGleuScore", "Identity", "InformationWeights", "LOWERCASE_TO_CASE", "Lowercase", "METRICS", "Matches", "Mer", "Meteor", "MeteorDialect", "MeteorScore", "MeteorStatistics", "Metric", "NgramWeights", "Nist", "NistDialect", "NistScore", "Preset", "References", "Ribes", "RibesDialect", "RibesScore", "Rouge", "Rouge1", "Rouge2", "RougeDialect", "RougeL", "RougeLsum", "RougeScore", "Sari", "SariDialect", "SariScore", "Scale", "Score", "ScoreFile", "Scored", "SelfBleu", "SelfBleuDialect", "SelfBleuScore", "Settings", "Signature", "Statistics", "SumFormula", "SystemScored", "TOKENIZERS", "Ter", "TerDialect", "TerScore", "TestSet", "Text", "Tokenizer", "Tokens", "Units", "Wer", "WerDialect", "WerScore", "Wil", "Wip", "Workspace", "as_metric", "axis", "bootstrap_scores", "check_signature_fields", "closest_reference_lengths", "compare_under", "fitted", "flag", "fold", "lowercase_from_case", "mean_of_segments", "metric_from_spec", "number", "one_reference_each", "parse_flag", "parse_lowercase", "preset_named", "presets_of", "ratio_of_sums", "read_given_scores", "read_test_set", "score_parts", "segment_form", "segment_scores", "segments_as_units", "sources_of", "stream_test_set", "tokenizer_fields", "tokenizer_from_fields", "tokenizer_named", "units_of", "whole_number", "with_axes_described", "with_options", "word", "write_totals"]
