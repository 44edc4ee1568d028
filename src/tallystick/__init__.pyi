"""Written by tools/write_stubs.py."""

from tallystick.errors import InputError, KernelError, MissingExtraError, OptionError, PluginError, TallystickError, TallystickWarning, TokenizerWarning, UnknownNameError, UnsupportedError
from tallystick.metrics.bleu.dialect import BleuDialect
from tallystick.metrics.bleu.metric import Bleu, BleuScore
from tallystick.metrics.cer.metric import Cer, CerDialect
from tallystick.metrics.chrf.dialect import ChrfDialect
from tallystick.metrics.chrf.metric import Chrf, ChrfScore
from tallystick.metrics.cider.dialect import CiderDialect
from tallystick.metrics.cider.frequencies import DocumentFrequencies
from tallystick.metrics.cider.metric import Cider, CiderScore
from tallystick.metrics.corpus.corpus import Corpus, References
from tallystick.metrics.distinct.dialect import DistinctDialect
from tallystick.metrics.distinct.metric import Distinct, DistinctScore
from tallystick.metrics.google_gleu.metric import GoogleGleu, GoogleGleuDialect, GoogleGleuScore
from tallystick.metrics.given_scores.metric import GivenScores
from tallystick.metrics.meteor.dialect import MeteorDialect
from tallystick.metrics.meteor.given import MeteorStatistics
from tallystick.metrics.meteor.metric import Meteor, MeteorScore
from tallystick.metrics.interface.metric import Score, segment_form, segment_scores
from tallystick.metrics.base.named_functions import bleu, cer, chrf, cider, distinct, google_gleu, mer, meteor, nist, ribes, rouge, sari, self_bleu, ter, wer, wil, wip
from tallystick.metrics.nist.dialect import NistDialect
from tallystick.metrics.nist.information import InformationWeights
from tallystick.metrics.nist.metric import Nist, NistScore
from tallystick.metrics.scoring.prepared import PreparedReferences
from tallystick.metrics.ribes.dialect import RibesDialect
from tallystick.metrics.ribes.metric import Ribes, RibesScore
from tallystick.metrics.rouge.dialect import RougeDialect
from tallystick.metrics.rouge.metric import Rouge, Rouge1, Rouge2, RougeL, RougeLsum, RougeScore
from tallystick.metrics.sari.dialect import SariDialect
from tallystick.metrics.sari.metric import Sari, SariScore
from tallystick.metrics.in_parts.parts import score_files
from tallystick.metrics.scoring.score_matrix import score_matrix
from tallystick.metrics.scoring.scoring import score
from tallystick.metrics.self_bleu.dialect import SelfBleuDialect
from tallystick.metrics.self_bleu.metric import SelfBleu, SelfBleuScore
from tallystick.metrics.interface.signature import Signature
from tallystick.metrics.interface.spec import metric_from_spec as metric
from tallystick.metrics.scoring.systems import score_systems
from tallystick.metrics.ter.dialect import TerDialect
from tallystick.metrics.ter.metric import Ter, TerScore
from tallystick.metrics.wer.dialect import WerDialect
from tallystick.metrics.wer.metric import Mer, Wer, WerScore, Wil, Wip
from tallystick.metrics.counting.workspace import Workspace
from tallystick.reports.challenge_sets.function import challenge
from tallystick.reports.challenge_sets.model import Challenge
from tallystick.reports.comparison.compare import compare
from tallystick.reports.comparison.model import Comparison
from tallystick.reports.comparison.saved.report_files import read_report, write_report
from tallystick.reports.comparison_over_sets.function import compare_sets
from tallystick.reports.comparison_over_sets.model import ComparisonOverSets
from tallystick.reports.formats import render
from tallystick.reports.meta_evaluation.function import meta
from tallystick.reports.meta_evaluation.model import MetaEvaluation
from tallystick.reports.planning.function import plan
from tallystick.reports.planning.model import Plan
from tallystick.reports.statistics_files.functions import compare_statistics, merge_statistics, meta_statistics, write_statistics

__version__: str
__all__ = ["Bleu", "BleuDialect", "BleuScore", "Cer", "CerDialect", "Challenge", "Chrf", "ChrfDialect", "ChrfScore", "Cider", "CiderDialect", "CiderScore", "Comparison", "ComparisonOverSets", "Corpus", "Distinct", "DistinctDialect", "DistinctScore", "DocumentFrequencies", "GivenScores", "GoogleGleu", "GoogleGleuDialect", "GoogleGleuScore", "InformationWeights", "InputError", "KernelError", "Mer", "MetaEvaluation", "Meteor", "MeteorDialect", "MeteorScore", "MeteorStatistics", "MissingExtraError", "Nist", "NistDialect", "NistScore", "OptionError", "Plan", "PluginError", "PreparedReferences", "References", "Ribes", "RibesDialect", "RibesScore", "Rouge", "Rouge1", "Rouge2", "RougeDialect", "RougeL", "RougeLsum", "RougeScore", "Sari", "SariDialect", "SariScore", "Score", "SelfBleu", "SelfBleuDialect", "SelfBleuScore", "Signature", "TallystickError", "TallystickWarning", "Ter", "TerDialect", "TerScore", "TokenizerWarning", "UnknownNameError", "UnsupportedError", "Wer", "WerDialect", "WerScore", "Wil", "Wip", "Workspace", "__version__", "bleu", "cer", "challenge", "chrf", "cider", "compare", "compare_sets", "compare_statistics", "distinct", "google_gleu", "mer", "merge_statistics", "meta", "meta_statistics", "meteor", "metric", "nist", "plan", "read_report", "render", "ribes", "rouge", "sari", "score", "score_files", "score_matrix", "score_systems", "segment_form", "segment_scores", "self_bleu", "ter", "wer", "wil", "wip", "write_report", "write_statistics"]
