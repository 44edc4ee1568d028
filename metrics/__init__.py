"""Metrics, what they are made of, and what a plug-in needs: the public names of this package.

A metric is statistics that add up and a formula over their sums (`Metric`). Everything that a
metric, a tokenizer or a test of significance needs is exported here and imported when it is first
used; modules below this package are internal.

>>> from tallystick.metrics import Bleu, segment_form
>>> segment_form(Bleu()).effective_order
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.lazy import lazy_exports

__all__ = [
    "BETA",
    "LOWERCASE_TO_CASE",
    "METRICS",
    "TOKENIZERS",
    "Axis",
    "Bleu",
    "BleuDialect",
    "BleuScore",
    "Citation",
    "Columns",
    "Compared",
    "Corpus",
    "Dialect",
    "Encoded",
    "EncodedPairs",
    "EncodedReferences",
    "Fittable",
    "FittedNist",
    "FunctionTokenizer",
    "HasSegmentForm",
    "HasWarnings",
    "Identity",
    "InformationWeights",
    "Lowercase",
    "Matches",
    "Metric",
    "NgramWeights",
    "Nist",
    "NistDialect",
    "NistScore",
    "Preset",
    "References",
    "Scale",
    "Score",
    "Scored",
    "Settings",
    "Signature",
    "Statistics",
    "SystemScored",
    "TestSet",
    "Text",
    "Tokenizer",
    "Tokens",
    "Units",
    "Workspace",
    "as_metric",
    "axis",
    "bootstrap_scores",
    "check_signature_fields",
    "closest_reference_lengths",
    "compare_under",
    "fitted",
    "flag",
    "fold",
    "lowercase_from_case",
    "metric_from_spec",
    "number",
    "one_reference_each",
    "parse_flag",
    "parse_lowercase",
    "preset_named",
    "presets_of",
    "read_test_set",
    "score_systems",
    "segment_form",
    "segment_scores",
    "segments_as_units",
    "stream_test_set",
    "tokenizer_fields",
    "tokenizer_from_fields",
    "tokenizer_named",
    "units_of",
    "whole_number",
    "with_axes_described",
    "with_options",
    "word",
    "write_totals",
]

if TYPE_CHECKING:
    from tallystick.metrics.bleu.dialect import BleuDialect as BleuDialect
    from tallystick.metrics.bleu.metric import Bleu as Bleu
    from tallystick.metrics.bleu.metric import BleuScore as BleuScore
    from tallystick.metrics.catalogue import METRICS as METRICS
    from tallystick.metrics.catalogue import TOKENIZERS as TOKENIZERS
    from tallystick.metrics.catalogue import tokenizer_named as tokenizer_named
    from tallystick.metrics.columns import Columns as Columns
    from tallystick.metrics.corpus import Corpus as Corpus
    from tallystick.metrics.dialect import Axis as Axis
    from tallystick.metrics.dialect import Dialect as Dialect
    from tallystick.metrics.dialect import axis as axis
    from tallystick.metrics.dialect import with_axes_described as with_axes_described
    from tallystick.metrics.dialect import with_options as with_options
    from tallystick.metrics.identity import Citation as Citation
    from tallystick.metrics.identity import Identity as Identity
    from tallystick.metrics.identity import Scale as Scale
    from tallystick.metrics.matching import Matches as Matches
    from tallystick.metrics.matching import NgramWeights as NgramWeights
    from tallystick.metrics.matching import closest_reference_lengths as closest_reference_lengths
    from tallystick.metrics.matching import write_totals as write_totals
    from tallystick.metrics.metric import Fittable as Fittable
    from tallystick.metrics.metric import HasSegmentForm as HasSegmentForm
    from tallystick.metrics.metric import HasWarnings as HasWarnings
    from tallystick.metrics.metric import Metric as Metric
    from tallystick.metrics.metric import Score as Score
    from tallystick.metrics.metric import fitted as fitted
    from tallystick.metrics.metric import segment_form as segment_form
    from tallystick.metrics.metric import segment_scores as segment_scores
    from tallystick.metrics.nist.dialect import BETA as BETA
    from tallystick.metrics.nist.dialect import NistDialect as NistDialect
    from tallystick.metrics.nist.information import InformationWeights as InformationWeights
    from tallystick.metrics.nist.metric import FittedNist as FittedNist
    from tallystick.metrics.nist.metric import Nist as Nist
    from tallystick.metrics.nist.metric import NistScore as NistScore
    from tallystick.metrics.options import LOWERCASE_TO_CASE as LOWERCASE_TO_CASE
    from tallystick.metrics.options import check_signature_fields as check_signature_fields
    from tallystick.metrics.options import flag as flag
    from tallystick.metrics.options import lowercase_from_case as lowercase_from_case
    from tallystick.metrics.options import number as number
    from tallystick.metrics.options import parse_flag as parse_flag
    from tallystick.metrics.options import parse_lowercase as parse_lowercase
    from tallystick.metrics.options import tokenizer_fields as tokenizer_fields
    from tallystick.metrics.options import tokenizer_from_fields as tokenizer_from_fields
    from tallystick.metrics.options import whole_number as whole_number
    from tallystick.metrics.options import word as word
    from tallystick.metrics.pairing import one_reference_each as one_reference_each
    from tallystick.metrics.pairs import Encoded as Encoded
    from tallystick.metrics.pairs import EncodedPairs as EncodedPairs
    from tallystick.metrics.pairs import EncodedReferences as EncodedReferences
    from tallystick.metrics.preset import Preset as Preset
    from tallystick.metrics.presets import preset_named as preset_named
    from tallystick.metrics.presets import presets as presets_of
    from tallystick.metrics.reading.read import read_test_set as read_test_set
    from tallystick.metrics.reading.read import stream_test_set as stream_test_set
    from tallystick.metrics.reading.test_set import TestSet as TestSet
    from tallystick.metrics.references import References as References
    from tallystick.metrics.resampling.bootstrap import bootstrap_scores as bootstrap_scores
    from tallystick.metrics.resampling.paired import Compared as Compared
    from tallystick.metrics.resampling.paired import compare_under as compare_under
    from tallystick.metrics.resampling.settings import Settings as Settings
    from tallystick.metrics.resampling.units import Units as Units
    from tallystick.metrics.resampling.units import segments_as_units as segments_as_units
    from tallystick.metrics.resampling.units import units_of as units_of
    from tallystick.metrics.scoring import Scored as Scored
    from tallystick.metrics.scoring import SystemScored as SystemScored
    from tallystick.metrics.scoring import as_metric as as_metric
    from tallystick.metrics.scoring import score_systems as score_systems
    from tallystick.metrics.signature import Signature as Signature
    from tallystick.metrics.spec import metric_from_spec as metric_from_spec
    from tallystick.metrics.statistics import Statistics as Statistics
    from tallystick.metrics.text import Text as Text
    from tallystick.metrics.text import Tokens as Tokens
    from tallystick.metrics.tokenizers import FunctionTokenizer as FunctionTokenizer
    from tallystick.metrics.tokenizers import Lowercase as Lowercase
    from tallystick.metrics.tokenizers import Tokenizer as Tokenizer
    from tallystick.metrics.tokenizers import fold as fold
    from tallystick.metrics.workspace import Workspace as Workspace

_PLACES = {
    "Axis": "tallystick.metrics.dialect",
    "BETA": "tallystick.metrics.nist.dialect",
    "Bleu": "tallystick.metrics.bleu.metric",
    "BleuDialect": "tallystick.metrics.bleu.dialect",
    "BleuScore": "tallystick.metrics.bleu.metric",
    "Citation": "tallystick.metrics.identity",
    "Columns": "tallystick.metrics.columns",
    "Compared": "tallystick.metrics.resampling.paired",
    "Corpus": "tallystick.metrics.corpus",
    "Dialect": "tallystick.metrics.dialect",
    "Encoded": "tallystick.metrics.pairs",
    "EncodedPairs": "tallystick.metrics.pairs",
    "EncodedReferences": "tallystick.metrics.pairs",
    "Fittable": "tallystick.metrics.metric",
    "FittedNist": "tallystick.metrics.nist.metric",
    "FunctionTokenizer": "tallystick.metrics.tokenizers",
    "HasSegmentForm": "tallystick.metrics.metric",
    "HasWarnings": "tallystick.metrics.metric",
    "Identity": "tallystick.metrics.identity",
    "InformationWeights": "tallystick.metrics.nist.information",
    "LOWERCASE_TO_CASE": "tallystick.metrics.options",
    "Lowercase": "tallystick.metrics.tokenizers",
    "METRICS": "tallystick.metrics.catalogue",
    "Matches": "tallystick.metrics.matching",
    "Metric": "tallystick.metrics.metric",
    "NgramWeights": "tallystick.metrics.matching",
    "Nist": "tallystick.metrics.nist.metric",
    "NistDialect": "tallystick.metrics.nist.dialect",
    "NistScore": "tallystick.metrics.nist.metric",
    "Preset": "tallystick.metrics.preset",
    "References": "tallystick.metrics.references",
    "Scale": "tallystick.metrics.identity",
    "Score": "tallystick.metrics.metric",
    "Scored": "tallystick.metrics.scoring",
    "Settings": "tallystick.metrics.resampling.settings",
    "Signature": "tallystick.metrics.signature",
    "Statistics": "tallystick.metrics.statistics",
    "SystemScored": "tallystick.metrics.scoring",
    "TOKENIZERS": "tallystick.metrics.catalogue",
    "TestSet": "tallystick.metrics.reading.test_set",
    "Text": "tallystick.metrics.text",
    "Tokenizer": "tallystick.metrics.tokenizers",
    "Tokens": "tallystick.metrics.text",
    "Units": "tallystick.metrics.resampling.units",
    "Workspace": "tallystick.metrics.workspace",
    "as_metric": "tallystick.metrics.scoring",
    "axis": "tallystick.metrics.dialect",
    "bootstrap_scores": "tallystick.metrics.resampling.bootstrap",
    "check_signature_fields": "tallystick.metrics.options",
    "closest_reference_lengths": "tallystick.metrics.matching",
    "compare_under": "tallystick.metrics.resampling.paired",
    "fitted": "tallystick.metrics.metric",
    "flag": "tallystick.metrics.options",
    "fold": "tallystick.metrics.tokenizers",
    "lowercase_from_case": "tallystick.metrics.options",
    "metric_from_spec": "tallystick.metrics.spec",
    "number": "tallystick.metrics.options",
    "one_reference_each": "tallystick.metrics.pairing",
    "parse_flag": "tallystick.metrics.options",
    "parse_lowercase": "tallystick.metrics.options",
    "preset_named": "tallystick.metrics.presets",
    "presets_of": "tallystick.metrics.presets:presets",
    "read_test_set": "tallystick.metrics.reading.read",
    "score_systems": "tallystick.metrics.scoring",
    "segment_form": "tallystick.metrics.metric",
    "segment_scores": "tallystick.metrics.metric",
    "segments_as_units": "tallystick.metrics.resampling.units",
    "stream_test_set": "tallystick.metrics.reading.read",
    "tokenizer_fields": "tallystick.metrics.options",
    "tokenizer_from_fields": "tallystick.metrics.options",
    "tokenizer_named": "tallystick.metrics.catalogue",
    "units_of": "tallystick.metrics.resampling.units",
    "whole_number": "tallystick.metrics.options",
    "with_axes_described": "tallystick.metrics.dialect",
    "with_options": "tallystick.metrics.dialect",
    "word": "tallystick.metrics.options",
    "write_totals": "tallystick.metrics.matching",
}

__getattr__, __dir__ = lazy_exports(globals(), _PLACES)
