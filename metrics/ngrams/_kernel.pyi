"""The compiled kernel has the types of its twin."""

from tallystick.metrics.ngrams.kernel_python import COMPILED_TOKENIZERS as COMPILED_TOKENIZERS
from tallystick.metrics.ngrams.kernel_python import NgramTable as NgramTable
from tallystick.metrics.ngrams.kernel_python import Vocabulary as Vocabulary
from tallystick.metrics.ngrams.kernel_python import align as align
from tallystick.metrics.ngrams.kernel_python import align_by_context as align_by_context
from tallystick.metrics.ngrams.kernel_python import ascending_pairs as ascending_pairs
from tallystick.metrics.ngrams.kernel_python import count_by_side as count_by_side
from tallystick.metrics.ngrams.kernel_python import count_hits as count_hits
from tallystick.metrics.ngrams.kernel_python import count_segments as count_segments
from tallystick.metrics.ngrams.kernel_python import count_string_edits as count_string_edits
from tallystick.metrics.ngrams.kernel_python import count_text_edits as count_text_edits
from tallystick.metrics.ngrams.kernel_python import draw_counts as draw_counts
from tallystick.metrics.ngrams.kernel_python import draw_exchanges as draw_exchanges
from tallystick.metrics.ngrams.kernel_python import edit_distances as edit_distances
from tallystick.metrics.ngrams.kernel_python import exact_strings as exact_strings
from tallystick.metrics.ngrams.kernel_python import exp as exp
from tallystick.metrics.ngrams.kernel_python import log as log
from tallystick.metrics.ngrams.kernel_python import match as match
from tallystick.metrics.ngrams.kernel_python import match_subsequences as match_subsequences
from tallystick.metrics.ngrams.kernel_python import multiply_counts as multiply_counts
from tallystick.metrics.ngrams.kernel_python import pack as pack
from tallystick.metrics.ngrams.kernel_python import shift_edits as shift_edits
from tallystick.metrics.ngrams.kernel_python import shift_path as shift_path
from tallystick.metrics.ngrams.kernel_python import types as types
from tallystick.metrics.ngrams.kernel_python import weighted_sums as weighted_sums
