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

TYPE_CHECKING = False  # `typing` takes longer to import than everything here
if TYPE_CHECKING:
    from tallystick.errors import (
        InputError as InputError,
        KernelError as KernelError,
        MissingExtraError as MissingExtraError,
        OptionError as OptionError,
        PluginError as PluginError,
        TallystickError as TallystickError,
        TallystickWarning as TallystickWarning,
        TokenizerWarning as TokenizerWarning,
        UnknownNameError as UnknownNameError,
        UnsupportedError as UnsupportedError,
    )
    from tallystick.metrics.bleu.dialect import BleuDialect as BleuDialect
    from tallystick.metrics.bleu.metric import Bleu as Bleu, BleuScore as BleuScore
    from tallystick.metrics.cer.dialect import CerDialect as CerDialect
    from tallystick.metrics.cer.metric import Cer as Cer
    from tallystick.metrics.chrf.dialect import ChrfDialect as ChrfDialect
    from tallystick.metrics.chrf.metric import Chrf as Chrf, ChrfScore as ChrfScore
    from tallystick.metrics.cider.dialect import CiderDialect as CiderDialect
    from tallystick.metrics.cider.frequencies import DocumentFrequencies as DocumentFrequencies
    from tallystick.metrics.cider.metric import (
        Cider as Cider,
        CiderScore as CiderScore,
    )
    from tallystick.metrics.corpus import Corpus as Corpus
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
    from tallystick.metrics.given_scores.metric import GivenScores as GivenScores
    from tallystick.metrics.meteor.dialect import MeteorDialect as MeteorDialect
    from tallystick.metrics.meteor.given import MeteorStatistics as MeteorStatistics
    from tallystick.metrics.meteor.metric import Meteor as Meteor, MeteorScore as MeteorScore
    from tallystick.metrics.metric import (
        Score as Score,
        segment_form as segment_form,
        segment_scores as segment_scores,
    )
    from tallystick.metrics.named_functions import (
        bleu as bleu,
        cer as cer,
        chrf as chrf,
        cider as cider,
        distinct as distinct,
        google_gleu as google_gleu,
        mer as mer,
        meteor as meteor,
        nist as nist,
        ribes as ribes,
        rouge as rouge,
        sari as sari,
        self_bleu as self_bleu,
        ter as ter,
        wer as wer,
        wil as wil,
        wip as wip,
    )
    from tallystick.metrics.nist.dialect import NistDialect as NistDialect
    from tallystick.metrics.nist.information import InformationWeights as InformationWeights
    from tallystick.metrics.nist.metric import Nist as Nist, NistScore as NistScore
    from tallystick.metrics.prepared import PreparedReferences as PreparedReferences
    from tallystick.metrics.references import References as References
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
    from tallystick.metrics.in_parts.function import score_files as score_files
    from tallystick.metrics.score_matrix import score_matrix as score_matrix
    from tallystick.metrics.scoring import score as score
    from tallystick.metrics.self_bleu.dialect import SelfBleuDialect as SelfBleuDialect
    from tallystick.metrics.self_bleu.metric import (
        SelfBleu as SelfBleu,
        SelfBleuScore as SelfBleuScore,
    )
    from tallystick.metrics.signature import Signature as Signature
    from tallystick.metrics.spec import metric_from_spec
    from tallystick.metrics.systems import score_systems as score_systems
    from tallystick.metrics.ter.dialect import TerDialect as TerDialect
    from tallystick.metrics.ter.metric import Ter as Ter, TerScore as TerScore
    from tallystick.metrics.wer.dialect import WerDialect as WerDialect
    from tallystick.metrics.wer.metric import (
        Mer as Mer,
        Wer as Wer,
        WerScore as WerScore,
        Wil as Wil,
        Wip as Wip,
    )
    from tallystick.metrics.workspace import Workspace as Workspace
    from tallystick.reports.challenge_sets.function import challenge as challenge
    from tallystick.reports.challenge_sets.model import Challenge as Challenge
    from tallystick.reports.comparison.compare import compare as compare
    from tallystick.reports.comparison.model import Comparison as Comparison
    from tallystick.reports.comparison.report_files import (
        read_report as read_report,
        write_report as write_report,
    )
    from tallystick.reports.comparison_over_sets.function import compare_sets as compare_sets
    from tallystick.reports.comparison_over_sets.model import (
        ComparisonOverSets as ComparisonOverSets,
    )
    from tallystick.reports.formats import render as render
    from tallystick.reports.meta_evaluation.function import meta as meta
    from tallystick.reports.meta_evaluation.model import MetaEvaluation as MetaEvaluation
    from tallystick.reports.statistics_files.functions import (
        compare_statistics as compare_statistics,
        merge_statistics as merge_statistics,
        meta_statistics as meta_statistics,
        write_statistics as write_statistics,
    )

    metric = metric_from_spec
else:
    _names, __getattr__, __dir__ = lazy_exports(
        globals(),
        {
            "tallystick.errors": (
                "InputError, KernelError, MissingExtraError, OptionError, PluginError, "
                "TallystickError, TallystickWarning, TokenizerWarning, UnknownNameError, "
                "UnsupportedError"
            ),
            "tallystick.metrics.bleu.dialect": "BleuDialect",
            "tallystick.metrics.bleu.metric": "Bleu, BleuScore",
            "tallystick.metrics.cer.dialect": "CerDialect",
            "tallystick.metrics.cer.metric": "Cer",
            "tallystick.metrics.chrf.dialect": "ChrfDialect",
            "tallystick.metrics.chrf.metric": "Chrf, ChrfScore",
            "tallystick.metrics.cider.dialect": "CiderDialect",
            "tallystick.metrics.cider.frequencies": "DocumentFrequencies",
            "tallystick.metrics.cider.metric": "Cider, CiderScore",
            "tallystick.metrics.corpus": "Corpus",
            "tallystick.metrics.distinct.dialect": "DistinctDialect",
            "tallystick.metrics.distinct.metric": "Distinct, DistinctScore",
            "tallystick.metrics.google_gleu.dialect": "GoogleGleuDialect",
            "tallystick.metrics.google_gleu.metric": "GoogleGleu, GoogleGleuScore",
            "tallystick.metrics.given_scores.metric": "GivenScores",
            "tallystick.metrics.meteor.dialect": "MeteorDialect",
            "tallystick.metrics.meteor.given": "MeteorStatistics",
            "tallystick.metrics.meteor.metric": "Meteor, MeteorScore",
            "tallystick.metrics.metric": "Score, segment_form, segment_scores",
            "tallystick.metrics.named_functions": (
                "bleu, cer, chrf, cider, distinct, google_gleu, mer, meteor, nist, ribes, rouge, "
                "sari, self_bleu, ter, wer, wil, wip"
            ),
            "tallystick.metrics.nist.dialect": "NistDialect",
            "tallystick.metrics.nist.information": "InformationWeights",
            "tallystick.metrics.nist.metric": "Nist, NistScore",
            "tallystick.metrics.prepared": "PreparedReferences",
            "tallystick.metrics.references": "References",
            "tallystick.metrics.ribes.dialect": "RibesDialect",
            "tallystick.metrics.ribes.metric": "Ribes, RibesScore",
            "tallystick.metrics.rouge.dialect": "RougeDialect",
            "tallystick.metrics.rouge.metric": (
                "Rouge, Rouge1, Rouge2, RougeL, RougeLsum, RougeScore"
            ),
            "tallystick.metrics.sari.dialect": "SariDialect",
            "tallystick.metrics.sari.metric": "Sari, SariScore",
            "tallystick.metrics.in_parts.function": "score_files",
            "tallystick.metrics.score_matrix": "score_matrix",
            "tallystick.metrics.scoring": "score",
            "tallystick.metrics.self_bleu.dialect": "SelfBleuDialect",
            "tallystick.metrics.self_bleu.metric": "SelfBleu, SelfBleuScore",
            "tallystick.metrics.signature": "Signature",
            "tallystick.metrics.spec": "metric_from_spec as metric",
            "tallystick.metrics.systems": "score_systems",
            "tallystick.metrics.ter.dialect": "TerDialect",
            "tallystick.metrics.ter.metric": "Ter, TerScore",
            "tallystick.metrics.wer.dialect": "WerDialect",
            "tallystick.metrics.wer.metric": "Mer, Wer, WerScore, Wil, Wip",
            "tallystick.metrics.workspace": "Workspace",
            "tallystick.reports.challenge_sets.function": "challenge",
            "tallystick.reports.challenge_sets.model": "Challenge",
            "tallystick.reports.comparison.compare": "compare",
            "tallystick.reports.comparison.model": "Comparison",
            "tallystick.reports.comparison.report_files": "read_report, write_report",
            "tallystick.reports.comparison_over_sets.function": "compare_sets",
            "tallystick.reports.comparison_over_sets.model": "ComparisonOverSets",
            "tallystick.reports.formats": "render",
            "tallystick.reports.meta_evaluation.function": "meta",
            "tallystick.reports.meta_evaluation.model": "MetaEvaluation",
            "tallystick.reports.statistics_files.functions": (
                "compare_statistics, merge_statistics, meta_statistics, write_statistics"
            ),
        },
    )
    __all__ = sorted([*_names, "__version__"])
