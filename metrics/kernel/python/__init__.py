"""The pure-Python twin of the compiled kernel: naive code that says what the kernel computes.

Texts are UTF-8 with 64-bit start and end offsets of lines; token ids are unsigned 32-bit and
offsets signed 64-bit, in native order. N-grams are compared by tokens, never by hashes.
"""

from tallystick.metrics.kernel.python.alignments import (
    align_by_context,
    align_in_stages,
    match_subsequences,
)
from tallystick.metrics.kernel.python.edits import (
    align,
    count_hits,
    count_string_edits,
    count_text_edits,
)
from tallystick.metrics.kernel.python.match import match, match_strings
from tallystick.metrics.kernel.python.ngram_table import NgramTable
from tallystick.metrics.kernel.python.ngrams import count_changes, count_segments, multiply_counts
from tallystick.metrics.kernel.python.numbers import ascending_pairs, draw, evaluate, weighted_sums
from tallystick.metrics.kernel.python.shift_search import shift_edits, shift_path
from tallystick.metrics.kernel.python.words import (
    COMPILED_TOKENIZERS,
    Vocabulary,
    exact_strings,
    pack,
    types,
)

__all__ = [
    "COMPILED_TOKENIZERS",
    "NgramTable",
    "Vocabulary",
    "align",
    "align_by_context",
    "align_in_stages",
    "ascending_pairs",
    "count_changes",
    "count_hits",
    "count_segments",
    "count_string_edits",
    "count_text_edits",
    "draw",
    "evaluate",
    "exact_strings",
    "match",
    "match_strings",
    "match_subsequences",
    "multiply_counts",
    "pack",
    "shift_edits",
    "shift_path",
    "types",
    "weighted_sums",
]
