"""Written by tools/write_stubs.py."""

from tallystick.errors import InputError, KernelError, MissingExtraError, OptionError, PluginError, TallystickError, TallystickWarning, TokenizerWarning, UnknownNameError, UnsupportedError
from tallystick.metrics.base.named_functions import bleu, cer, chrf, cider, distinct, google_gleu, mer, meteor, nist, ribes, rouge, sari, self_bleu, ter, wer, wil, wip
from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.cer.metric import Cer
from tallystick.metrics.chrf.metric import Chrf
from tallystick.metrics.cider.metric import Cider
from tallystick.metrics.distinct.metric import Distinct
from tallystick.metrics.google_gleu.metric import GoogleGleu
from tallystick.metrics.meteor.metric import Meteor
from tallystick.metrics.nist.metric import Nist
from tallystick.metrics.ribes.metric import Ribes
from tallystick.metrics.rouge.metric import Rouge
from tallystick.metrics.sari.metric import Sari
from tallystick.metrics.self_bleu.metric import SelfBleu
from tallystick.metrics.ter.metric import Ter
from tallystick.metrics.wer.metric import Mer, Wer, Wil, Wip
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.in_parts.parts import score_files
from tallystick.metrics.interface.metric import Score, segment_scores
from tallystick.metrics.interface.spec import metric_from_spec as metric
from tallystick.metrics.reading.read import read_test_set
from tallystick.metrics.scoring.prepared import PreparedReferences
from tallystick.metrics.scoring.score_matrix import score_matrix
from tallystick.metrics.scoring.scoring import score
from tallystick.metrics.scoring.systems import score_systems, tokenize
from tallystick.reports.alignments import align
from tallystick.reports.challenge_sets.function import challenge
from tallystick.reports.comparison.compare import compare
from tallystick.reports.comparison.saved.report_files import read_report, write_report
from tallystick.reports.comparison_over_sets.function import compare_sets
from tallystick.reports.formats import render
from tallystick.reports.meta_evaluation.function import meta
from tallystick.reports.over_time.build import trend
from tallystick.reports.planning.function import plan
from tallystick.reports.saving.frames import frame
from tallystick.compat.conformance.check import check
from tallystick.compat.conformance.identification.identify import identify
from tallystick.compat.explanation.explanation import explain
from tallystick import compat as compat, metrics as metrics, reports as reports

__version__: str
__all__ = ["Bleu", "Cer", "Chrf", "Cider", "Corpus", "Distinct", "GoogleGleu", "InputError", "KernelError", "Mer", "Meteor", "MissingExtraError", "Nist", "OptionError", "PluginError", "PreparedReferences", "Ribes", "Rouge", "Sari", "Score", "SelfBleu", "TallystickError", "TallystickWarning", "Ter", "TokenizerWarning", "UnknownNameError", "UnsupportedError", "Wer", "Wil", "Wip", "__version__", "align", "bleu", "cer", "challenge", "check", "chrf", "cider", "compare", "compare_sets", "distinct", "explain", "frame", "google_gleu", "identify", "mer", "meta", "meteor", "metric", "nist", "plan", "read_report", "read_test_set", "render", "ribes", "rouge", "sari", "score", "score_files", "score_matrix", "score_systems", "segment_scores", "self_bleu", "ter", "tokenize", "trend", "wer", "wil", "wip", "write_report"]
