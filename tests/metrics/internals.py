"""What the tests of metrics take from below its door, in one place.

Reading and resampling have `functions.py`, the kernel `both.py`.
"""

from __future__ import annotations

from tallystick.metrics.arguments.options import MAXIMUM_ORDER
from tallystick.metrics.base.scripts import (
    RIGHT_TO_LEFT,
    SCRIPTS,
    language_of,
    letters_by_script,
)
from tallystick.metrics.base.text_warnings import differences
from tallystick.metrics.corpus.building import as_corpus
from tallystick.metrics.counting.pairs import encode_lines
from tallystick.metrics.counting.workspace import MOST_THREADS, run_in_threads
from tallystick.metrics.given_scores.columns import with_given_scores
from tallystick.metrics.given_scores.metric import HumanScores
from tallystick.metrics.in_parts import sums as sums_of_parts
from tallystick.metrics.in_parts.cluster import Cluster, connected
from tallystick.metrics.in_parts.parts import Part, parts_of_corpus, parts_of_files, score_in_parts
from tallystick.metrics.in_parts.sums import (
    ORDER_BITS,
    Ngrams,
    added,
    divided,
    sums_of_range,
    sums_over_ranges,
)
from tallystick.metrics.interface.metric import completed, with_defaults
from tallystick.metrics.meteor import alignment, wordnet
from tallystick.metrics.nist import statistics as nist_statistics
from tallystick.metrics.nist.statistics import NistCounting
from tallystick.metrics.reading.part_files import PartFiles
from tallystick.metrics.resampling.draws import in_parts
from tallystick.metrics.sums import statistics as statistics_module
from tallystick.metrics.sums import sum_formula
from tallystick.metrics.sums.statistics import ROWS_IN_A_SUM, Total, concatenate, pairwise_sum
from tallystick.metrics.sums.sum_formula import of_each
from tallystick.metrics.sums.symbols import (
    OPERANDS,
    exp,
    is_step,
    log,
    maximum,
    minimum,
    ratio,
    where,
)
from tallystick.metrics.ter.alignment import ShiftedAlignment, shifted_alignments
from tallystick.metrics.tokenizers import BUILT_IN as TOKENIZERS_BUILT_IN
from tallystick.metrics.tokenizers import unicode_categories
from tallystick.metrics.tokenizers.chinese import CHINESE_OF_ZH, CHINESE_OF_ZH_2, CJK
from tallystick.metrics.tokenizers.libraries import MODEL_DIRECTORY_VARIABLE, load_model
from tallystick.metrics.tokenizers.protocol import SeparatingTokenizer
from tallystick.metrics.tokenizers.rules import (
    Boundary,
    RuleTokenizer,
    Step,
    Substitution,
    boundaries,
    explain,
    none_of,
    one_of,
    read_ranges,
)
from tallystick.metrics.tokenizers.tercom import CHARACTERS_OF_TERCOM
from tallystick.metrics.whole_corpus import ngram_counts, stream
from tallystick.metrics.whole_corpus.ngram_counting import Coefficients
from tallystick.metrics.whole_corpus.ngram_counts import count_ngrams, located_ngrams, occurrences
from tallystick.metrics.whole_corpus.ngram_keys import CountedNgrams, KeyedNgrams
from tallystick.metrics.whole_corpus.stream import SpilledCounts, TemporaryFile
