"""The compiled kernel has the types of its twin."""

from tallystick.metrics.kernel.python import COMPILED_TOKENIZERS as COMPILED_TOKENIZERS
from tallystick.metrics.kernel.python import NgramTable as NgramTable
from tallystick.metrics.kernel.python import Vocabulary as Vocabulary
from tallystick.metrics.kernel.python import align as align
from tallystick.metrics.kernel.python import align_by_context as align_by_context
from tallystick.metrics.kernel.python import ascending_pairs as ascending_pairs
from tallystick.metrics.kernel.python import count_by_side as count_by_side
from tallystick.metrics.kernel.python import count_hits as count_hits
from tallystick.metrics.kernel.python import count_segments as count_segments
from tallystick.metrics.kernel.python import count_string_edits as count_string_edits
from tallystick.metrics.kernel.python import count_text_edits as count_text_edits
from tallystick.metrics.kernel.python import draw_counts as draw_counts
from tallystick.metrics.kernel.python import draw_exchanges as draw_exchanges
from tallystick.metrics.kernel.python import exact_strings as exact_strings
from tallystick.metrics.kernel.python import exp as exp
from tallystick.metrics.kernel.python import log as log
from tallystick.metrics.kernel.python import match as match
from tallystick.metrics.kernel.python import match_places as match_places
from tallystick.metrics.kernel.python import match_subsequences as match_subsequences
from tallystick.metrics.kernel.python import multiply_counts as multiply_counts
from tallystick.metrics.kernel.python import pack as pack
from tallystick.metrics.kernel.python import shift_edits as shift_edits
from tallystick.metrics.kernel.python import shift_path as shift_path
from tallystick.metrics.kernel.python import types as types
from tallystick.metrics.kernel.python import weighted_sums as weighted_sums
